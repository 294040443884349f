"""Text that names things: actions, cards, seats."""

from __future__ import annotations

from typing import Final

from tailback.core.errors import BadNotation

LETTERS: Final = "ABCDEFGHIJ"


def tidy(text: str) -> str:
    """Case and blanks do not matter in notation."""
    return " ".join(text.lower().split())


def seat_letter(seat: int) -> str:
    """Seats are A, B, C ... in positions and notation."""
    return LETTERS[seat]


def seat_of(letter: str, players: int) -> int:
    """The seat of this letter, or BadNotation."""
    seat = LETTERS.find(letter.strip().upper()) if len(letter.strip()) == 1 else -1
    if not 0 <= seat < players:
        raise BadNotation("no_such_seat", {"seat": letter})
    return seat
