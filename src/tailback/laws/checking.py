"""`tailback check`: many matches of one game, over players, presets and option values, under all laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from tailback.brought.errors import GameError, explained
from tailback.brought.examine import examine
from tailback.brought.limits import limited, little_memory
from tailback.core import record
from tailback.core.errors import Explained
from tailback.core.game import Game
from tailback.core.record import Record
from tailback.core.rng import Rng
from tailback.laws import each
from tailback.laws.blame import line_of, source
from tailback.laws.broken import LAWS, LawBroken
from tailback.laws.clock import now
from tailback.laws.shortest import shortest
from tailback.laws.spots import ABOUT_THE_MOVE, LOOKS, STEP, Case, Found, Trial
from tailback.laws.walk import possible
from tailback.robots.levels import LEVELS

SECONDS = 10.0
# So long a game is tried for answers of another form than a table expects.
TRIAL = 0.5
# Of the whole time: so much is for robots; when something is broken, so much for looking for more of it.
ROBOTS, LOOKING = 0.15, 0.4
# So much of it one match may take before it is only glanced at: every set-up has its turn.
MATCH = 0.05
# At least so long a shorter game is looked for, for each law that is broken.
SHORTENING = 1.0
# Laws that cost more than the others are looked at once in so many positions.
SELDOM = {"copied": 3, "anew": 3, "replayed": 5, "words": 2, "drawn": 3, "recalled": 2, "listed": 2, "robots": 1 << 40}
# A match of a game that never ends is not followed for ever.
LONGEST = 100_000
# So many decisions a robot of each level makes at least.
FEWEST = 2

# What follows from a law that is broken says nothing new.
FOLLOWS = {
    "looked": ("known", "copied", "anew", "replayed", "together", "conserved"),
    "asked": ("listed", "known", "clock", "robots", "copied"),
    "listed": ("refused",),
    "copied": ("known", "together", "anew", "replayed", "looked", "recalled"),
    "conserved": ("recalled",),
    "known": ("recalled", "robots"),
    "anew": ("copied", "replayed"),
    "written": ("replayed",),
}

# Slips that are found by reading: the laws say what they can all the same.
SLIPS = (
    "game_arguments",
    "game_spelling",
    "game_idle",
    "game_name",
    "game_zone",
    "game_option",
    "game_value",
    "game_question",
    "game_colour",
    "game_sign",
    "game_rule",
)
# The game does not answer at all.
FAILS = ("game_raises", "game_slow", "game_memory", "game_recursion")

Progress = Callable[["Report"], None]


class Broken(NamedTuple):
    """A law that is broken: what is wrong, the shortest game that shows it, and the line that did it."""

    law: str
    error: Explained
    # None where no match is needed to see it.
    case: Case | None
    file: str
    line: int
    source: str
    # The game as a record, as far as it can be played; empty where it cannot be written.
    record: str


class Report:
    """What a check came to, so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.matches = 0
        self.decisions = 0
        # Matches that ended only because a game written with the kit ends them.
        self.too_long = 0
        # Who was asked in any of them.
        self.asked: set[int] = set()
        self.seconds = 0.0
        self.part = 0.0
        self.counts: Counter[str] = Counter()
        self.setups: set[str] = set()
        self.broken: list[Broken] = []

    @property
    def ok(self) -> bool:
        return not self.broken

    @property
    def alone(self) -> bool:
        """Was one and the same seat asked all the time? Then most likely nobody says who is next."""
        return len(self.asked) == 1 and self.decisions > self.matches and self.game.fewest > 1

    def state(self, law: str) -> str:
        """`broken`, `holds`, or `unseen` where nothing could be said of it."""
        if any(one.law == law for one in self.broken):
            return "broken"
        return "holds" if self.counts[law] else "unseen"


def check(game: Game, seconds: float = SECONDS, matches: int = 0, progress: Progress | None = None) -> Report:
    """Play for about so long, or so many matches, and say which laws hold."""
    with little_memory():
        return Check(game, seconds, matches, progress or (lambda _: None)).run()


class Check:
    def __init__(self, game: Game, seconds: float, matches: int, progress: Progress) -> None:
        self.game = game
        self.seconds = seconds
        self.most = matches
        self.progress = progress
        self.report = Report(game)
        self.begun = now()
        self.found: dict[str, Found] = {}
        # Laws that are not looked at any more: they are broken, or stop at another that is.
        self.done: set[str] = {"robots"}

    def spent(self) -> float:
        return now() - self.begun

    def run(self) -> Report:
        form = self.form()
        self.random_matches()
        if not self.found:
            self.robots()
        if form is not None and form.key in FAILS:
            self.found.setdefault("runs", Found(self.usual(), form))
        elif form is not None and form.key in SLIPS:
            self.leave_out_what_slips_do(form)
            self.found["form"] = Found(self.usual(), form)
        elif form is not None and (set(self.found) <= {"runs"} or self.fails_with_us()):
            # The laws cannot say much of a game whose answers have another form.
            self.found = {"words" if form.key == "game_texts" else "form": Found(self.usual(), form)}
        self.leave_out_what_follows()
        for law in LAWS:
            if law in self.found:
                self.explain(law, self.found[law])
        self.report.seconds = self.spent()
        return self.report

    def fails_with_us(self) -> bool:
        """An answer that a law could not even look at: no line of the game's own fails."""
        return "runs" in self.found and not self.found["runs"].error.params.get("line")

    def leave_out_what_slips_do(self, slip: GameError) -> None:
        """A game that fails in that very line, or in none of its own, fails because of it."""
        runs = self.found.get("runs")
        if runs is not None and runs.error.params.get("line", 0) in (0, slip.params["line"]):
            del self.found["runs"]

    def leave_out_what_follows(self) -> None:
        """One mistake is told once."""
        if self.fails_with_us() and len(self.found) > 1:
            del self.found["runs"]
        copied = self.found.get("copied")
        if "anew" in self.found and copied is not None and copied.error.key == "copied.apart":
            # Not the copy is at fault: nothing goes the same way twice.
            del self.found["copied"]
            self.report.counts["copied"] = 0
        for law in FOLLOWS:
            if law in self.found:
                self.leave_out(law, {law})

    def leave_out(self, law: str, causes: set[str]) -> None:
        """Whatever follows from this one, and what follows from that."""
        for other in FOLLOWS.get(law, ()):
            if other in causes or not self.follows(law, other):
                continue
            self.report.counts[other] = 0
            if self.found.pop(other, None) is not None:
                self.leave_out(other, causes | {other})

    def follows(self, law: str, other: str) -> bool:
        """A game that looks into hands where everybody can act does not do so because somewhere else nobody can."""
        found = self.found.get(other)
        # What shows only with a move may come of a world in which nobody can act after it.
        if (law, other) != ("asked", "known") or found is None or found.error.key in ABOUT_THE_MOVE:
            return True
        case = found.case
        got = Trial(self.game, case, [law], len(case.moves), case.moves).run()
        return got is not None and got.law == law

    def usual(self) -> Case:
        return Case(self.game.usual, {}, 1)

    def form(self) -> GameError | None:
        """Answers of another form than a table expects; what only the laws can say of, they say."""
        try:
            with limited(self.game.home, STEP):
                examine(self.game, TRIAL)
        except GameError as error:
            return error
        self.report.counts["form"] += 1
        return None

    # Playing

    def setups(self) -> list[tuple[int, dict[str, Any]]]:
        """The usual match, every number of players, every preset, every value of every option; each in turn."""
        game = self.game
        numbers = [game.usual, *(n for n in range(game.fewest, game.most + 1) if n != game.usual)]
        changes: list[dict[str, Any]] = [{}, dict(game.short), *game.presets.values()]
        changes += [
            {option.name: value} for option in game.options for value in option.values() if value != option.default
        ]
        found: list[tuple[int, dict[str, Any]]] = [(players, {}) for players in numbers]
        for k, options in enumerate(changes):
            # All of them with some number of players at once, and with every other one later.
            found += [(numbers[(k + n) % len(numbers)], options) for n in range(len(numbers))]
        first = found[: len(numbers)]
        rest = sorted(enumerate(found[len(numbers) :]), key=lambda one: (one[0] % len(numbers), one[0]))
        return [setup for setup in [*first, *(setup for _, setup in rest)] if possible(game, *setup)]

    def time_is_up(self) -> bool:
        if self.most and self.report.matches >= self.most:
            return True
        share = LOOKING if self.found else 1 - ROBOTS
        return self.spent() >= self.seconds * share and (not self.most or bool(self.found))

    def random_matches(self) -> None:
        try:
            setups = self.setups()
        except Exception as error:
            self.found["runs"] = Found(self.usual(), explained(error, self.game.home))
            return
        seed = 0
        while not self.time_is_up():
            players, options = setups[seed % len(setups)]
            self.one(Case(players, options, seed))
            self.report.part = max(
                self.spent() / self.seconds if not self.most else 0, self.report.matches / max(1, self.most)
            )
            self.progress(self.report)
            seed += 1

    def one(self, case: Case) -> None:
        looks = [law for law in LOOKS if law not in self.done]
        trial = Trial(self.game, case, looks, LONGEST)
        trial.seldom = SELDOM
        trial.enough = now() + self.seconds * MATCH
        found = trial.run(float("inf") if self.most else self.begun + self.seconds)
        report = self.report
        report.matches += 1
        report.counts.update(trial.count)
        report.setups.add(f"{case.players} {sorted(case.options.items())}")
        if trial.spot is not None:
            report.decisions += len(trial.spot.made)
            report.asked |= {seat for seat, _ in trial.spot.made}
            report.counts["runs"] += len(trial.spot.made)
            if any(event.kind == "too_long" for event in trial.spot.events):
                report.too_long += 1
        if found is None:
            return
        self.done |= {found.law, trial.looking}
        known = self.found.get(found.law)
        if known is None or len(found.case.moves) < len(known.case.moves):
            self.found[found.law] = found

    def robots(self) -> None:
        """A match of each level, as far as the time reaches; then chance plays it to its end."""
        for k, level in enumerate(LEVELS):
            stop = self.begun + self.seconds * (1 - ROBOTS + ROBOTS * (k + 1) / len(LEVELS))
            found = self.robot_match(level, stop, k)
            if found is not None:
                self.found.setdefault(found.law, found)
                return
            self.report.counts["robots"] += 1

    def robot_match(self, level: str, stop: float, seed: int) -> Found | None:
        game = self.game
        case = Case(game.usual, dict(game.short), seed)
        moves: list[tuple[int, int]] = []
        rng = Rng(seed)
        try:
            state = game.new(case.players, seed, case.options)
            most = game.bound(case.players, state.options)
            while (seat := int(state.waiting())) >= 0 and len(moves) <= most:
                if len(moves) < FEWEST or now() < stop:
                    with limited(game.home, STEP * 2):
                        action = each.robots_can_choose(game, state, seat, rng, 0.1, [level])
                else:
                    legal = state.legal(seat)
                    action = legal[rng.below(len(legal))]
                with limited(game.home, STEP):
                    each.carry_out(game, state, seat, action)
                moves.append((seat, action))
        except (LawBroken, GameError) as error:
            return Found(case._replace(moves=tuple(moves)), error)
        except Exception as error:
            return Found(case._replace(moves=tuple(moves)), explained(error, game.home))
        return None

    # What is broken

    def explain(self, law: str, found: Found) -> None:
        playable = law not in ("form", "written") and not (law == "words" and isinstance(found.error, GameError))
        if playable:
            left = max(SHORTENING, (self.seconds - self.spent()) / len(self.found))
            found = shortest(self.game, found, left)
        place = line_of(self.game, found)
        error, params = found.error, found.error.params
        file, line = (place.file, place.line) if place is not None else (str(params.get("file", "")), 0)
        said = source(place) if place is not None else ""
        case = found.case if playable else None
        self.report.broken.append(Broken(law, error, case, file, line, said, written(self.game, case)))


def written(game: Game, case: Case | None) -> str:
    """The match as a record, up to the last move that can be played; empty where not even the deal can."""
    if case is None:
        return ""
    for length in (len(case.moves), len(case.moves) - 1):
        if length < 0:
            break
        try:
            with limited(game.home, STEP):
                kept = Record(game, case.players, game.settle(case.players, case.options), case.seed)
                kept.steps = [record.Step(seat, action, []) for seat, action in case.moves[:length]]
                return record.write(record.record_events(kept))
        except Exception:
            continue
    return ""
