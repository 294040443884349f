"""What a client is really sent: of every game a view, and each kind of decision and event that turned up.

Played here from fixed seeds, so the examples are true and always the same. For whoever builds a table.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tailback import games
from tailback.core.contract import Decision, State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.server.protocol.face import question_face

SEEDS = 4
MOST_MOVES = 400
# A view that shows a game in full swing.
MIDDLE = 12
FEW = 4


class Collection:
    """The examples of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.views: dict[str, Any] = {}
        self.decisions: dict[str, Any] = {}
        self.events: dict[str, Any] = {}

    def note(self, state: State, moves: int) -> None:
        for event in state.take_events():
            if event.kind not in self.events:
                seat = event.to[0] if event.to else None
                self.events[event.kind] = {"seen": event.seen_by(seat)}
                if seat is not None:
                    self.events[event.kind]["by_others"] = event.seen_by(None)
        asked = state.decision()
        if asked is None:
            self.views.setdefault("over", state.view(None))
            return
        if asked.kind not in self.decisions:
            self.decisions[asked.kind] = self.question(state, asked)
        if moves >= MIDDLE and "seat" not in self.views:
            self.views["seat"] = state.view(asked.awaited[0])
            self.views["watcher"] = state.view(None)

    def question(self, state: State, asked: Decision) -> dict[str, Any]:
        legal = state.legal(asked.awaited[0])[:FEW]
        shown = question_face(asked, None)
        return {"decision": msgspec.to_builtins(shown), "legal": [self.described(action) for action in legal]}

    def described(self, action: int) -> dict[str, Any]:
        key, params = self.game.describe(action)
        return {"action": action, "notation": self.game.notation(action), "key": key, "params": params}

    def data(self) -> dict[str, Any]:
        return {
            "views": self.views,
            "decisions": dict(sorted(self.decisions.items())),
            "events": dict(sorted(self.events.items())),
        }


def collect(game: Game) -> dict[str, Any]:
    found = Collection(game)
    for seed in range(SEEDS):
        rng = Rng(seed)
        state = game.new(game.usual, seed, game.lively, listen=True)
        found.note(state, 0)
        for moves in range(1, MOST_MOVES):
            asked = state.decision()
            if asked is None:
                break
            seat = asked.awaited[0]
            legal = state.legal(seat)
            # Some matches are played any old way, some straight on: they end in a reasonable time.
            state.apply(seat, legal[0 if seed % 2 else rng.below(len(legal))])
            found.note(state, moves)
    return found.data()


def examples() -> dict[str, Any]:
    """By game: `views` of a seat, of a watcher and at the end; then decisions and events by their kind."""
    return {game_id: collect(games.load(game_id)) for game_id in games.ours()}
