"""Text that names things: actions, cards, seats."""

from __future__ import annotations

from typing import Any, Final

LETTERS: Final = "ABCDEFGHIJ"


class BadNotation(ValueError):
    """Text that names no action, card or position. `key` is a text key, `params` what it mentions."""

    def __init__(self, key: str = "", params: dict[str, Any] | None = None) -> None:
        super().__init__(key, params)
        self.key = key
        self.params: dict[str, Any] = params if params is not None else {}

    def __str__(self) -> str:
        return f"{self.key} {self.params}"


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
        raise BadNotation("no_such_seat", {"seat": letter[:40]})
    return seat
