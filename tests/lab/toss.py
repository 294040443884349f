"""Games whose truth is known: everybody tosses once, and chance picks a winner by weights that a test plants."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from tailback.core.contract import LEGAL, NOT_ASKED, Decision, State, View
from tailback.core.game import Game
from tailback.core.options import Option
from tailback.core.rng import Rng

# Parts of a hundred that the first seat gets more than an even share.
ADVANTAGE = Option("advantage", 0, "", low=0, high=50)
# Changes nothing at all.
PAINT = Option("paint", "red", "", choices=("red", "blue", "green"))


class Toss(State):
    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, 2)
        self.seat = 0
        self.winner = -1

    def blank(self) -> Toss:
        return Toss()

    def copy_to(self, twin: State) -> None:
        assert isinstance(twin, Toss)
        self.copy_base(twin)
        twin.seat, twin.winner = self.seat, self.winner

    def start(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.seat, self.winner = 0, -1
        self.tell("began", {"players": int(self.players)})

    def waiting(self) -> i64:
        return -1 if self.winner >= 0 else self.seat

    def decision(self) -> Decision | None:
        return None if self.winner >= 0 else Decision("toss", (self.seat,))

    def verdict(self, seat: i64, action: i64) -> i64:
        return LEGAL if seat == self.waiting() and 0 <= action < 2 else NOT_ASKED

    def do(self, seat: i64, action: i64) -> None:
        self.tell("tossed", {"seat": int(seat), "heads": bool(action)})
        self.seat += 1
        if self.seat == self.players:
            players = int(self.players)
            whole = 100 * players
            # An even share and what is planted, of the whole.
            first = 100 + players * self.options["advantage"]
            rest = (whole - first) / (players - 1)
            drawn = int(self.rng.below(whole))
            self.winner = 0 if drawn < first else min(players - 1, 1 + int((drawn - first) / rest))
            self.seat = 0

    def guess(self, seat: int | None, rng: Rng) -> State:
        world = self.clone()
        world.rng = Rng(rng.next() << 32 | rng.next())
        return world

    def scores(self) -> list[int]:
        return [int(seat == self.winner) for seat in range(int(self.players))]

    def show(self) -> View:
        return {"seats": [{} for _ in range(int(self.players))]}


class TossGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "toss"
        self.fewest, self.usual, self.most = 2, 4, 6
        self.options = (ADVANTAGE, PAINT)
        self.actions = 2

    def make(self, players: int, options: dict[str, Any]) -> State:
        return Toss(players, options)

    def texts(self, lang: str) -> dict[str, Any]:
        return {"name": "Toss", "matters": {"heads": "Heads"}, "options": {"paint": {"label": "Paint"}}}

    def matters(self) -> list[dict[str, Any]]:
        return [{"id": "heads", "events": ["tossed"], "clauses": ["T-1"], "when": {"heads": True}}]

    def data(self, path: str) -> dict[str, Any]:
        raise FileNotFoundError(path)


GAME = TossGame()
