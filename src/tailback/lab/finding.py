"""Searches the options of a game for set-ups that a designer would like: not one winner, but the front of the best.

The search itself is Optuna's (the extra `tailback[lab]`): NSGA-II, made for several wishes at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tailback.core.errors import BadOption, Explained
from tailback.core.game import Game
from tailback.core.options import CHOICE, FLAG, NUMBER, Option, snake
from tailback.lab.crew import Crew
from tailback.lab.figures import arm as figures_of
from tailback.lab.setups import Setup, make
from tailback.lab.studies import Study
from tailback.lab.words import WHOLE_LABEL, Words, label
from tailback.texts import LANGUAGES, Texts

# A front of one generation: the search learns from so many set-ups at a time.
GENERATION = 12
# Where most combinations of options cannot be dealt, it asks for so many times as many as it shall try, and no more.
ASKS = 5
# So many set-ups of the front are shown with all their figures. With many wishes nearly everything is on the front.
SHOWN = 12


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
# What is only known of matches that were followed, or at least watched.
FOLLOWED = ("leads", "late", "comebacks")
WATCHED = ("choice", "quick", "minutes", "turns")


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


def wishes(texts: Iterable[str]) -> list[Wish]:
    """All that is wished for, each once; the usual ones where nothing is."""
    found = list(dict.fromkeys(wish(text) for text in texts))
    for n, one in enumerate(found):
        for other in found[:n]:
            if figure_of(one) == figure_of(other):
                raise FindError("contrary", wish=str(other), other=str(one))
    return found or list(USUAL)


def figure_of(one: Wish) -> str:
    """What a wish looks at: of one figure nobody can want two things."""
    return "skill" if one.name == "luck" else one.name


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


def check_looks(wishes: list[Wish], setup: Setup) -> None:
    """Is looked closely enough for what is wished?"""
    for one in wishes:
        if one.name in FOLLOWED and setup.follow == 0:
            raise FindError("needs_follow", wish=one.name)
        if one.name in WATCHED and setup.watched == 0:
            raise FindError("needs_watch", wish=one.name)


def open_to_search(game: Game, names: list[str], given: Mapping[str, Any]) -> list[Option]:
    """The options that are varied: those asked for, or all with one value at a time that are not given."""
    known = {option.name: option for option in game.options}
    fixed = game.known(given)
    free = [option for option in game.options if option.kind in (CHOICE, FLAG, NUMBER) and option.name not in fixed]
    allowed = ", ".join(option.name for option in free)
    if not free:
        raise FindError("vary_nothing")
    wanted = list(dict.fromkeys(map(snake, names)))
    for name in wanted:
        if name not in known:
            raise BadOption("", "unknown_option", {"option": name, "allowed": ", ".join(known)})
        if known[name] not in free:
            raise FindError("vary_given" if name in fixed else "vary_never", option=name, allowed=allowed)
    return [known[name] for name in wanted] or free


class Trial(NamedTuple):
    """A set-up that was tried: its place among the arms of the study, and how many options it changes."""

    arm: int
    goals: list[dict[str, Any]]
    changed: int = 0


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

    def run(self, crew: Crew, trials: int, matches: int) -> Iterator[Trial | None]:
        """Each set-up as soon as it is tried, and None now and then while it is played."""
        self.study.trials = trials
        for _ in range(trials * ASKS):
            if self.study.tried == trials:
                break
            asked = self.search.ask()
            chosen = {option.name: suggested(asked, option) for option in self.options}
            try:
                setup = make(self.game, options={**self.usual, **chosen}, **self.shared)
            except BadOption:
                # Such a set-up cannot be dealt: the search learns that it is worth nothing, and asks for another.
                self.search.tell(asked, [-1.0] * len(self.wishes))
                continue
            # A set-up that was tried before is not played again.
            setups = self.study.setups
            arm = setups.index(setup) if setup in setups else self.study.add(setup)
            for _played in self.study.play(crew, matches, [arm]):
                yield None
            trial = trial_of(self.study, arm, self.wishes)
            if arm == len(self.trials):
                self.trials.append(trial)
                self.study.note_arms()
            self.search.tell(asked, [goal["met"] for goal in trial.goals])
            self.study.tried += 1
            yield trial

    def data(self, lang: str) -> list[dict[str, Any]]:
        return in_data(self.study, self.trials, lang)


def goals(study: Study, arm: int, wishes: list[Wish]) -> list[dict[str, Any]]:
    figures = figures_of(study.setups[arm], study.of(arm), study.duel_of(arm), Texts(LANGUAGES[0]))
    return [goal(one, figures) for one in wishes]


def trial_of(study: Study, arm: int, wishes: list[Wish]) -> Trial:
    return Trial(arm, goals(study, arm, wishes), len(study.setups[arm].changed()))


def kept_trials(study: Study, wishes: list[Wish]) -> Callable[[str], list[dict[str, Any]]]:
    """The trials of a study that was found in a file."""
    trials = [trial_of(study, arm, wishes) for arm in range(len(study.setups))]
    return lambda lang: in_data(study, trials, lang)


def known(option: Option, value: Any) -> Any:
    return option.write(value) if option.kind != NUMBER or option.choices else value


def suggested(asked: Any, option: Option) -> Any:
    if option.kind == NUMBER and not option.choices:
        return asked.suggest_int(option.name, option.low, option.high)
    return option.check(asked.suggest_categorical(option.name, [option.write(value) for value in option.values()]))


def front(trials: list[Trial]) -> list[bool]:
    """Is each one on the front: does no other meet every wish at least as well and one better?

    Of those that come to the same figures only the simplest is, which changes the fewest options.
    """
    met = [tuple(goal["met"] for goal in trial.goals) for trial in trials]
    simplest: dict[tuple[float, ...], Trial] = {}
    for trial in sorted(trials, key=lambda trial: trial.changed):
        simplest.setdefault(figures_in(trial), trial)
    return [
        simplest[figures_in(trial)] is trial
        and not any(all(x >= y for x, y in zip(other, mine, strict=True)) and other != mine for other in met)
        for trial, mine in zip(trials, met, strict=True)
    ]


def figures_in(trial: Trial) -> tuple[float, ...]:
    return tuple(goal["value"] for goal in trial.goals)


def ranks(trials: list[Trial]) -> dict[int, int]:
    """Those on the front by their place in the list, the best first: whose worst wish is met best."""

    def worth(n: int) -> tuple[float, float]:
        met = [goal["met"] for goal in trials[n].goals]
        return -min(met), -sum(met)

    best = [n for n, leads in enumerate(front(trials)) if leads]
    return {n: rank for rank, n in enumerate(sorted(best, key=worth))}


def in_data(study: Study, trials: list[Trial], lang: str) -> list[dict[str, Any]]:
    """Every trial; the best of the front with all their figures."""
    if not trials:
        return []
    game = study.setups[0].rules
    words = Words(lang, game)
    ranked = ranks(trials)
    found = []
    for n, trial in enumerate(trials):
        setup = study.setups[trial.arm]
        rank = ranked.get(n)
        said = label(words, game, setup.changed(), WHOLE_LABEL)
        arm = None
        if rank is not None and rank < SHOWN:
            arm = figures_of(setup, study.of(trial.arm), study.duel_of(trial.arm), words)
            arm["setup"]["said"] = said
        found.append(
            {
                "number": n,
                "changed": setup.changed(),
                "label": said,
                "goals": trial.goals,
                "front": rank is not None,
                "rank": rank,
                "arm": arm,
            }
        )
    return found
