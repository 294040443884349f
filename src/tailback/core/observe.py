"""What a seat knows as a row of numbers, for programs that learn.

A game lists the `Part`s of such a row, whose sizes depend only on how many play, and its states write one (`observe`).
A game that does neither has rows all the same: its views, letter by letter (`letters`).
Seats are told by their distance from the one that looks: it comes first, then who sits after it, and so on round.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i16, i64, u8

from tailback.core.bits import count
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


def distance(who: i64, seat: i64, players: i64) -> i64:
    """How many seats after the one that looks somebody sits. Rows need it often, and a division takes long.

    >>> [distance(who, 2, 4) for who in range(4)]
    [2, 3, 0, 1]
    """
    apart = who - seat
    return apart if apart >= 0 else apart + players


def write_set(cards: i64, number: i64, out: vec[i16], at: i64) -> None:
    """This number for each card of a set (see `bits`); card 0 would be at `at`.

    Only these cards are visited. To ask about every card costs more: no processor can guess the answers.
    """
    while cards != 0:
        lowest = cards & -cards
        # It has as many bits below it as its number says.
        out[at + count(lowest - 1)] = i16(number)
        cards -= lowest


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
