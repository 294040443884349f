"""What a seat knows as a row of numbers, for programs that learn.

A game lists the `Part`s of such a row, whose sizes depend only on how many play, and its states write one (`observe`).
A game that does neither has rows all the same: its views, letter by letter (`letters`).
Seats are told by their distance from the one that looks: it comes first, then who sits after it, and so on round.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i16, i64, u8

from tailback.core.contract import State
from tailback.core.vecs import vec

# The most that a number in a row can be.
MOST: Final = 32767


class Part:
    """`size` numbers of a row, each 0 to `high`; `what` says what they tell."""

    def __init__(self, name: str, size: int, high: int, what: str) -> None:
        self.name = name
        self.size = size
        self.high = high
        self.what = what

    def __repr__(self) -> str:
        return f"Part({self.name!r}, {self.size}, {self.high}, {self.what!r})"

    def __reduce__(self) -> Any:
        return Part, (self.name, self.size, self.high, self.what)


def width(parts: list[Part]) -> int:
    """How many numbers a row has.

    >>> width([Part("turn", 4, 1, "whose turn it is"), Part("deck", 1, 110, "cards in the deck")])
    5
    """
    return sum([part.size for part in parts])


def payoffs(state: State) -> list[float]:
    """What a finished match is worth to each seat: 1 for who wins alone, all together 0; a shared win is shared."""
    places = state.ranking()
    players = len(places)
    part = players / places.count(1)
    return [((part if place == 1 else 0.0) - 1) / (players - 1) for place in places]


class Look:
    """What seats know and may do, for programs that ask from Python about one state at a time."""

    def __init__(self, wide: int, actions: int) -> None:
        self.no_row: vec[i16] = vec[i16]([0] * wide)
        self.no_mask: vec[u8] = vec[u8]([0] * actions)

    def row(self, state: State, seat: i64) -> vec[i16]:
        """What this seat knows, as its game lists it."""
        state.must_sit(seat)
        out = self.no_row[:]
        state.observe(seat, out, 0)
        return out

    def mask(self, state: State, seat: i64) -> vec[u8]:
        """1 for each action that this seat may do now; nothing where it is not asked."""
        state.must_sit(seat)
        out = self.no_mask[:]
        n = state.moves(seat)
        buf = state.buf
        for i in range(n):
            out[buf[i]] = 1
        return out
