"""Searches the options of a game for set-ups that a designer would like: not one winner, but the front of the best.

The search itself is Optuna's (the extra `tailback[lab]`): NSGA-II, made for several wishes at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tailback.core.errors import BadOption, Explained
from tailback.core.game import Game
from tailback.core.options import CHOICE, FLAG, NUMBER, Option, by_name, snake
from tailback.lab.crew import Crew
from tailback.lab.figures import arm as figures_of
from tailback.lab.setups import Setup, make
from tailback.lab.studies import Study
from tailback.texts import LANGUAGES, Texts

# A front of one generation: the search learns from so many set-ups at a time.
GENERATION = 12


class FindError(Explained):
    section = "lab"


class Wish(NamedTuple):
    """Something that is wanted: its name, a range for those that have one, and how far away counts as not at all."""

    name: str
    low: float = 0.0
    high: float = 0.0

    def __str__(self) -> str:
        return f"{self.name}={self.low:g}-{self.high:g}" if self.name in RANGED else self.name


# What can be wished for: a figure of an arm, its value where the wish is fulfilled, and where it is not at all.
PLAIN: dict[str, tuple[Callable[[dict[str, Any]], float], float, float]] = {
    "fair": (lambda arm: unfair(arm), 0.0, 10.0),
    "leads": (lambda arm: arm["drama"]["lead_changes"]["mean"]["value"], 4.0, 0.0),
    "late": (lambda arm: 100 * arm["drama"]["certain"]["mean"]["value"], 100.0, 0.0),
    "comebacks": (lambda arm: 100 * arm["drama"]["comeback"]["mean"]["value"], 0.0, 100.0),
    "choice": (lambda arm: 100 * arm["choice"]["value"], 100.0, 0.0),
    "skill": (lambda arm: 100 * way(arm), 100.0, 0.0),
    "luck": (lambda arm: 100 * way(arm), 0.0, 100.0),
    "quick": (lambda arm: arm["wait"]["seconds"]["mean"]["value"], 0.0, 60.0),
}
# Those with a range: how far outside it counts as not at all.
RANGED: dict[str, tuple[Callable[[dict[str, Any]], float], float]] = {
    "minutes": (lambda arm: arm["minutes"]["mean"]["value"], 15.0),
    "decisions": (lambda arm: arm["decisions"]["mean"]["value"], 200.0),
    "turns": (lambda arm: arm["turns"]["mean"]["value"], 100.0),
}
USUAL = (Wish("fair"), Wish("leads"))


def unfair(arm: dict[str, Any]) -> float:
    """How far seats are from an even share, in points; also by order of play, where there is one.

    The root of the mean square, less what chance alone adds to it: few matches make no game look unfair.
    """
    found = 0.0
    for shares in (arm["seats"], arm["order"]):
        even = 1 / max(1, len(shares))
        squares = [(one["value"] - even) ** 2 - one["value"] * (1 - one["value"]) / max(1, one["n"]) for one in shares]
        found = max(found, sum(squares) / max(1, len(squares)))
    return 100 * math.sqrt(found)


def way(arm: dict[str, Any]) -> float:
    """How far from luck alone to the better one winning always."""
    found = arm["skill"]
    if found is None:
        raise FindError("no_skill")
    return float((found["share"]["value"] - found["even"]) / (1 - found["even"]))


def wish(text: str) -> Wish:
    """`fair`, `leads`, `minutes=10-15`."""
    name, given, span = text.strip().lower().partition("=")
    if name in PLAIN and not given:
        return Wish(name)
    low, dash, high = span.partition("-")
    try:
        if name in RANGED and dash and 0 <= float(low) <= float(high) < math.inf:
            return Wish(name, float(low), float(high))
    except ValueError:
        pass
    allowed = ", ".join((*PLAIN, *(f"{ranged}=A-B" for ranged in RANGED)))
    raise FindError("bad_wish", wish=text[:60], allowed=allowed)


def goal(one: Wish, arm: dict[str, Any]) -> dict[str, Any]:
    """A wish held against an arm: its value, and how much of it is met, 0 to 1."""
    if one.name in RANGED:
        figure, far = RANGED[one.name]
        value = figure(arm)
        away = max(one.low - value, value - one.high, 0.0)
        met = 1 - min(1.0, away / far)
    else:
        figure, best, worst = PLAIN[one.name]
        value = figure(arm)
        met = min(1.0, max(0.0, (value - worst) / (best - worst)))
    return {"name": one.name, "value": value, "want": str(one), "met": met}


def open_to_search(game: Game, names: list[str], given: Mapping[str, Any]) -> list[Option]:
    """The options that are varied: those asked for, or all with one value at a time; not those that are given."""
    known = {option.name: option for option in game.options}
    wanted = [snake(name) for name in names]
    for name in wanted:
        if name not in known:
            raise BadOption("", "unknown_option", {"option": name, "allowed": ", ".join(known)})
    found = [known[name] for name in wanted or known if name not in by_name(game.options, given)]
    return [option for option in found if option.kind in (CHOICE, FLAG, NUMBER)]


class Trial(NamedTuple):
    """A set-up that was tried: its place among the arms of the study."""

    arm: int
    goals: list[dict[str, Any]]


class Search:
    """Tries one set-up after the other, each a little wiser. The first is the game as it is."""

    def __init__(
        self,
        study: Study,
        game: Game,
        wishes: list[Wish],
        options: list[Option],
        usual: Mapping[str, Any],
        shared: Mapping[str, Any],
    ) -> None:
        try:
            import optuna
        except ImportError:
            raise FindError("needs_extra", extra="lab", library="optuna") from None
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.study, self.game, self.wishes, self.options = study, game, wishes, options
        self.usual, self.shared = usual, shared
        self.trials: list[Trial] = []
        sampler = optuna.samplers.NSGAIISampler(population_size=GENERATION, seed=shared["seed"])
        self.search = optuna.create_study(directions=["maximize"] * len(wishes), sampler=sampler)
        self.search.enqueue_trial({option.name: known(option, usual[option.name]) for option in options})

    def run(self, crew: Crew, trials: int, matches: int) -> Iterator[Trial]:
        for _ in range(trials):
            asked = self.search.ask()
            chosen = {option.name: suggested(asked, option) for option in self.options}
            try:
                setup = make(self.game, options={**self.usual, **chosen}, **self.shared)
            except BadOption:
                # Such a set-up cannot be dealt: the search learns that it is worth nothing.
                self.search.tell(asked, [-1.0] * len(self.wishes))
                continue
            trial = self.tried(setup, crew, matches)
            self.search.tell(asked, [goal["met"] for goal in trial.goals])
            yield trial

    def tried(self, setup: Setup, crew: Crew, matches: int) -> Trial:
        """A set-up that was tried before is not played again."""
        setups = self.study.setups
        arm = setups.index(setup) if setup in setups else self.study.add(setup)
        for _played in self.study.play(crew, matches, [arm]):
            pass
        trial = Trial(arm, goals(self.study, arm, self.wishes))
        if arm == len(self.trials):
            self.trials.append(trial)
        return trial

    def data(self, texts: Texts) -> list[dict[str, Any]]:
        return in_data(self.study, self.trials, texts)


def goals(study: Study, arm: int, wishes: list[Wish]) -> list[dict[str, Any]]:
    figures = figures_of(study.setups[arm], study.of(arm), study.duel_of(arm), Texts(LANGUAGES[0]))
    return [goal(one, figures) for one in wishes]


def kept_trials(study: Study, wishes: list[Wish]) -> Callable[[Texts], list[dict[str, Any]]]:
    """The trials of a study that was found in a file."""
    trials = [Trial(arm, goals(study, arm, wishes)) for arm in range(len(study.setups))]
    return lambda texts: in_data(study, trials, texts)


def known(option: Option, value: Any) -> Any:
    return option.write(value) if option.kind != NUMBER or option.choices else value


def suggested(asked: Any, option: Option) -> Any:
    if option.kind == NUMBER and not option.choices:
        return asked.suggest_int(option.name, option.low, option.high)
    return option.check(asked.suggest_categorical(option.name, [option.write(value) for value in option.values()]))


def front(trials: list[Trial]) -> list[bool]:
    """Is each one on the front: does no other meet every wish at least as well and one better?"""
    met = [tuple(goal["met"] for goal in trial.goals) for trial in trials]
    return [
        not any(all(x >= y for x, y in zip(other, mine, strict=True)) and other != mine for other in met)
        for mine in met
    ]


def in_data(study: Study, trials: list[Trial], texts: Texts) -> list[dict[str, Any]]:
    found = []
    for n, (trial, best) in enumerate(zip(trials, front(trials), strict=True)):
        setup = study.setups[trial.arm]
        words = Texts(texts.lang, setup.rules)
        figures = figures_of(setup, study.of(trial.arm), study.duel_of(trial.arm), words)
        found.append(
            {
                "number": n,
                "options": setup.options,
                "changed": setup.changed(),
                "goals": trial.goals,
                "front": best,
                "arm": figures,
            }
        )
    return found
