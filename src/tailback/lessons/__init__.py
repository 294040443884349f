"""First lessons: one short, real game each, written down move by move, with a tip for the learner at every step.

`<game>.json` holds how the table stands (`position`, or only a `seed`) and the `steps`: who makes which move, and
the key of a tip in the section `lesson` of the game's texts. The learner is seat 0. Found by looking, like the games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from typing import Any, NamedTuple

from tailback import games
from tailback.core.contract import Event, State
from tailback.core.game import Game

LEARNER = 0
# The tip that closes every lesson.
DONE = "done"


class Step(NamedTuple):
    """A move of the lesson: the table before it, and after it with what happened."""

    seat: int
    action: int
    tip: str
    before: State
    after: State
    events: list[Event]


class Lesson:
    """One lesson, read from its file."""

    def __init__(self, game: Game, data: dict[str, Any]) -> None:
        self.game = game
        self.players: int = data["players"]
        self.preset: str = data.get("preset", "")
        self.options: dict[str, Any] = data.get("options", {})
        self.seed: int = data.get("seed", 1)
        self.text: str = data.get("position", "")
        self.moves: list[dict[str, Any]] = data["steps"]

    def start(self) -> State:
        """The table as the learner finds it."""
        if self.text:
            return self.game.position(self.text, self.players, self.seed, self.options, self.preset)
        return self.game.new(self.players, self.seed, self.options, self.preset)

    def steps(self) -> Iterator[Step]:
        """Played with the rules: a move that is not legal raises IllegalMove."""
        state = self.start()
        for move in self.moves:
            before = state.clone()
            action = self.game.parse(move["move"])
            state.listen()
            state.apply(move["seat"], action)
            yield Step(move["seat"], action, move["tip"], before, state.clone(), state.take_events())


def ids() -> list[str]:
    """
    >>> ids() == games.ids()
    True
    """
    files = [file.name for file in resources.files(__name__).iterdir()]
    return sorted(name.removesuffix(".json") for name in files if name.endswith(".json"))


def load(game_id: str) -> Lesson:
    """The lesson of a game."""
    game = games.load(game_id)
    text = resources.files(__name__).joinpath(f"{game.id}.json").read_text(encoding="utf-8")
    return Lesson(game, json.loads(text))
