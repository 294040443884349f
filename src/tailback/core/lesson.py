"""First lessons: one short, real game each, written down move by move, with a tip for the learner at every step.

`lesson.json` of a game holds how the table stands (`position`, or only a `seed`) and the `steps`: who makes which
move, and the key of a tip in the section `lesson` of the game's texts. The learner is seat 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from tailback.core.contract import Event, State

LEARNER: Final = 0
# The tip that closes every lesson.
DONE: Final = "done"


class Step(NamedTuple):
    """A move of the lesson: the table before it, and after it with what happened."""

    seat: int
    action: int
    tip: str
    before: State
    after: State
    events: list[Event]


class Lesson:
    """One lesson of a game: `start` gives its table, `parse` reads its moves."""

    def __init__(self, data: dict[str, Any], start: Callable[[], State], parse: Callable[[str], int]) -> None:
        self.players: int = data["players"]
        self.preset: str = data.get("preset", "")
        self.moves: list[dict[str, Any]] = data["steps"]
        self.start = start
        self.parse = parse

    def steps(self) -> Iterator[Step]:
        """Played with the rules: a move that is not legal raises IllegalMove."""
        state = self.start()
        for move in self.moves:
            before = state.clone()
            action = self.parse(move["move"])
            state.listen()
            state.apply(move["seat"], action)
            yield Step(move["seat"], action, move["tip"], before, state.clone(), state.take_events())
