"""The line that broke a law: the match that shows it is played once more, and watched line by line."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from tailback import brought
from tailback.brought import sources
from tailback.brought.errors import is_of
from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.snapshot import dump, plain
from tailback.laws import each
from tailback.laws.broken import LawBroken
from tailback.laws.differing import first_path
from tailback.laws.spots import LOOKS, Found, Spot, arrive
from tailback.laws.traces import Last, Place, Stages, Telling, Turning, parting

# So many worlds are tried to find one that shows the difference once more.
WORLDS = 200
# The methods in which a mistake of each law is most likely, where no line can be found.
LIKELY: dict[str, tuple[str, ...]] = {
    "asked": ("refuses", "moves", "verdict", "decision", "waiting"),
    "listed": ("refuses", "moves", "verdict"),
    "refused": ("refuses", "why", "verdict", "apply"),
    "conserved": ("act", "do", "census"),
    "known": ("show", "own", "refuses", "guess"),
    "looked": ("guess", "show", "own"),
    "chance": ("guess",),
    "together": ("answered", "do"),
    "copied": ("copy_to",),
    "anew": ("set_up", "start"),
    "written": ("notation", "parse"),
    "replayed": ("act", "do"),
    "ends": ("bound", "act", "do"),
    "clock": ("lapse",),
    "recalled": ("rebuild", "recall"),
    "robots": ("instinct", "slip", "ponder"),
    "words": ("describe",),
    "drawn": ("spread", "faces", "touches"),
}
# Part of it is imagined, and not what happens at the table.
IN_GUESS = ("conserved.imagined", "chance.next", "chance.held")


class Blame:
    def __init__(self, game: Game, found: Found) -> None:
        self.game = game
        self.found = found
        self.params = found.error.params
        self.key = found.error.key

    def place(self) -> Place | None:
        """The line; None where no line of the author's is to be seen, as in rules that were compiled."""
        if not isinstance(self.found.error, LawBroken):
            file, line = str(self.params.get("file", "")), int(self.params.get("line", 0))
            return Place(file, line) if line else self.turning()
        return self.watched() or self.method(*self.likely())

    def likely(self) -> tuple[str, ...]:
        return ("guess",) if self.key in IN_GUESS else LIKELY[self.found.law]

    def watched(self) -> Place | None:
        law, key = self.found.law, self.key
        if key in IN_GUESS or law in ("ends", "written") or (law == "drawn" and self.method(*LIKELY[law])):
            return None
        if key == "anew.differs":
            return self.twice_over()
        if key == "replayed.unread":
            return self.of_event(str(self.params["written"]).partition(" ")[0])
        if key in ("known.view", "known.decision", "known.legal"):
            return self.two_worlds(lambda state, seat: each.told(state, seat))
        if key == "known.hints":
            return self.two_worlds(lambda state, seat: self.game.foresee(state, int(seat or 0)))
        if key == "known.instinct":
            level = int(self.params["level"])
            return self.two_worlds(lambda state, seat: each.instinct(state, int(seat or 0), level, 0))
        if key in ("known.in_the_open", "known.lets_go"):
            return self.constant(str(self.params["question"]))
        if key == "known.forced":
            return self.method("forced") or self.constant(str(self.params["move"]).split()[0])
        if key == "known.event":
            return self.event()
        if law == "words":
            return self.worded()
        if key == "copied.shared":
            return self.shared()
        if law in ("copied", "recalled") and self.method(*LIKELY[law]) is not None:
            return self.mentioned(LIKELY[law])
        if law in ("refused", "clock", "robots", "looked", "listed") or key == "asked.nothing":
            return self.asking()
        if law == "together":
            return self.order()
        return self.turning()

    # One run

    def turning(self) -> Place | None:
        """The line of the last step, or of the deal, after which the law no longer holds."""
        case, law = self.found.case, self.found.law
        if case.moves:
            spot = arrive(self.game, case._replace(moves=case.moves[:-1]))
            step = partial(spot.state.apply, *case.moves[-1])
        else:
            spot = arrive(self.game, case)
            step = partial(spot.state.start, case.seed)
        watch = Turning(self.game.home, lambda: self.keeps(spot, law))
        spot.made = list(case.moves)
        spot.move = None
        watch.run(step)
        return watch.found

    def keeps(self, spot: Spot, law: str) -> bool:
        if law == "conserved":
            return sorted(spot.state.census()) == spot.census
        try:
            for name in LOOKS if law == "runs" else [law]:
                if law != "runs" or name in ("asked", "looked"):
                    LOOKS[name](spot)
        except LawBroken as broken:
            return broken.key != self.key
        except Exception:
            # Where the game fails anyway, that is what is looked for; elsewhere the question came too early.
            if law == "runs":
                return False
            raise
        return True

    def asking(self) -> Place | None:
        """What is asked changes what it should not, or is answered wrongly."""
        spot = arrive(self.game, self.found.case)
        state, before = spot.state, dump(spot.state)
        seat, action = int(self.params.get("seat", 0)), int(self.params.get("action", 0))
        asks: dict[str, Callable[[], Any]] = {
            "asked": lambda: state.legal(seat),
            "refused": lambda: state.apply(seat, action),
            "clock": lambda: state.fallback(seat),
            "robots": lambda: each.instincts_see_no_hidden_card(self.game, state),
            "listed": lambda: state.verdict(seat, action),
            "looked": lambda: each.imagining_changes_nothing(state, spot.rng),
        }
        ask = asks[self.found.law]
        if self.key.endswith(".changed"):
            turning = Turning(self.game.home, lambda: bool(dump(state) == before))
            turning.run(ask)
            return turning.found
        if self.found.law == "listed":
            return self.twice(spot, seat, action)
        last = Last(self.game.home)
        last.run(ask)
        return last.found

    def twice(self, spot: Spot, seat: int, action: int) -> Place | None:
        """A list and a verdict that disagree: the first of the author's answers that is not the same each time."""
        ask = partial(spot.state.verdict, seat, action)
        for _ in range(WORLDS):
            found = parting(self.game.home, ask, ask)
            if found is not None:
                return found[0]
        return None

    def event(self) -> Place | None:
        """The line that told the event."""
        *before, move = self.found.case.moves
        spot = arrive(self.game, self.found.case._replace(moves=tuple(before)))
        return self.told(spot.state.clone(), move, int(self.params["place"]))

    def told(self, state: State, move: tuple[int, int], place: int) -> Place | None:
        state.listen()
        watch = Telling(self.game.home, lambda: len(state.events or ()))
        watch.run(lambda: state.apply(*move))
        return watch.lines[place] if place < len(watch.lines) else None

    def worded(self) -> Place | None:
        """The line that names what has no words."""
        section, _, name = str(self.params["text"]).partition(":")[0].partition(".")
        found = self.of_event(name.removesuffix("_seen")) if section == "events" else None
        return found or self.constant(name.split(".")[0])

    def of_event(self, kind: str) -> Place | None:
        """The line of the last step that told an event of this kind."""
        if not self.found.case.moves:
            return None
        *before, move = self.found.case.moves
        spot = arrive(self.game, self.found.case._replace(moves=tuple(before)))
        twin = spot.state.clone()
        twin.listen()
        twin.apply(*move)
        kinds = [event.kind for event in twin.take_events()]
        return self.told(spot.state.clone(), move, kinds.index(kind)) if kind in kinds else None

    def twice_over(self) -> Place | None:
        """The first line after which two matches differ that were dealt and played alike."""
        both = zip(self.stages(), self.stages(), strict=False)
        return next((one[0] for one, other in both if one != other), None)

    def stages(self) -> list[tuple[Place, str]]:
        """The match once more: its lines, and what the state was after each."""
        case = self.found.case
        state = self.game.make(case.players, self.settled())

        def play() -> None:
            state.start(case.seed)
            for move in case.moves:
                state.apply(*move)

        watch = Stages(self.game.home, lambda: repr(dump(state)))
        watch.run(play)
        return watch.stages

    def order(self) -> Place | None:
        """Answers in another order: the last line that changed what came out otherwise."""
        spot = arrive(self.game, self.found.case)
        decision, state = spot.state.decision(), spot.state.clone()
        if decision is None:
            return None
        names = [name for name in self.params["fields"] if hasattr(state, name)]

        def answer() -> None:
            for seat in decision.awaited:
                state.apply(seat, state.legal(seat)[0])

        return self.changing(state, names, answer)

    def shared(self) -> Place | None:
        """A copy that shares something with its original: where it is copied, or else where it is changed."""
        found = self.mentioned(("copy_to",)) if self.method("copy_to") else None
        if found is not None:
            return found
        spot = arrive(self.game, self.found.case)
        twin = spot.state.clone()

        def go_on() -> None:
            for _ in range(each.TOGETHER):
                seat = twin.waiting()
                twin.apply(seat, twin.legal(seat)[0])

        before = dump(spot.state)
        watch = Turning(self.game.home, lambda: bool(dump(spot.state) == before))
        watch.run(go_on)
        return watch.found

    def changing(self, state: State, names: list[str], do: Callable[[], Any]) -> Place | None:
        def now() -> str:
            return repr([plain(getattr(state, name)) for name in names])

        last = now()
        found: Place | None = None

        class Changing(Last):
            def after(self, frame: Any) -> None:
                nonlocal last, found
                if now() != last:
                    last, found = now(), self.stack[-1]

        Changing(self.game.home).run(do)
        return found

    # Two runs

    def two_worlds(self, ask: Callable[[State, int | None], Any]) -> Place | None:
        """The line at which two worlds part that the seat cannot tell apart."""
        seat = None if self.params.get("watcher") else int(self.params["seat"])
        spot = arrive(self.game, self.found.case)
        for k in range(WORLDS):
            world = spot.state.imagine(seat, Rng(k))
            mine, theirs = ask(spot.state, seat), ask(world, seat)
            if repr(mine) == repr(theirs):
                continue
            parted = parting(self.game.home, partial(ask, spot.state, seat), partial(ask, world, seat))
            if parted is None:
                return None
            place, one, other = parted
            if isinstance(one.value, dict) and isinstance(other.value, dict):
                name = first_path(one.value, other.value).partition(".")[0]
                lines = [event.place.line for event in one.events if event.place.file == place.file]
                return self.constant(name, place.file, min(lines), max(lines)) or place
            return place
        return None

    # The source

    def method(self, *names: str) -> Place | None:
        """Where the author wrote the first of these methods."""
        spot_state = type(self.game.make(self.found.case.players, self.settled()))
        for name in names:
            for kind in (spot_state, type(self.game)):
                code = getattr(getattr(kind, name, None), "__code__", None)
                if code is not None and self.is_theirs(code.co_filename):
                    return Place(code.co_filename, code.co_firstlineno)
        return None

    def settled(self) -> dict[str, Any]:
        return self.game.settle(self.found.case.players, self.found.case.options)

    def mentioned(self, methods: tuple[str, ...]) -> Place | None:
        """The line in one of these methods that mentions a field which is not as it should be; or the method."""
        start = self.method(*methods)
        names = {*self.params.get("fields", ()), *str(self.params.get("what", "")).split(".")}
        if start is None:
            return None
        for node in ast.walk(sources.parsed(start.file)):
            if isinstance(node, ast.FunctionDef) and node.lineno == start.line:
                for inner in ast.walk(node):
                    said = inner.attr if isinstance(inner, ast.Attribute) else getattr(inner, "value", None)
                    if isinstance(inner, (ast.Attribute, ast.Constant)) and said in names:
                        return Place(start.file, inner.lineno)
        return start

    def constant(self, name: str, file: str = "", first: int = 0, last: int = 1 << 30) -> Place | None:
        """The line that has this text in it."""
        for path in [file] if file else sources.files(self.game.home):
            for node in ast.walk(sources.parsed(path)):
                if isinstance(node, ast.Constant) and node.value == name and first <= node.lineno <= last:
                    return Place(str(path), node.lineno)
        return None

    def is_theirs(self, file: str) -> bool:
        return is_of(file, brought.place_of(self.game.home), self.game.home)


def line_of(game: Game, found: Found) -> Place | None:
    """The line that did it. A game that fails in another way while it is watched has none."""
    try:
        return Blame(game, found).place()
    except Exception:
        return None


def source(place: Place) -> str:
    """What stands in a line."""
    lines = sources.lines_of(place.file)
    return lines[place.line - 1].strip() if 0 < place.line <= len(lines) else ""
