"""Cards, options and actions of Took Over!"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tailback.core.errors import BadNotation
from tailback.core.options import SEATS, Option

# Material. A card is its number; Trailers are plain numbers here, cards without one stay in the box. TO-3

CARDS: Final = 50
HAND: Final = 6


def bit(card: i64) -> i64:
    """A set of cards is a whole number with one bit per card."""
    # Compiled, the small literal of `1 << card` would shift as 32 bits.
    return 0x1000000000000000 >> (60 - card)


def is_small(word: str) -> bool:
    """A whole number of at most two figures: longer ones name nothing here."""
    return word.isdecimal() and len(word) <= 2


def card_of(name: str, used: set[int]) -> int:
    """A card not used yet."""
    word = name.strip()
    if not is_small(word) or not 1 <= int(word) <= CARDS:
        raise BadNotation("unknown_card", {"card": word})
    card = int(word)
    if card in used:
        raise BadNotation("card_twice", {"card": card})
    used.add(card)
    return card


# Options. The editions tell the same game in different words: D-17..D-21.

OPTIONS: Final = (
    Option("edition", "merged", "D-17", ("merged", "002", "000")),
    Option("ageOrder", (), "TO-8", high=4, kind=SEATS),
    Option("interval", "adjacent", "TO-Q1", ("adjacent", "wholeRow")),
    Option("voluntaryPass", False, "TO-Q9"),
    Option("winOn", "handAndStack", "TO-Q13", ("handAndStack", "hand")),
    Option("placeInterval", 3, "TO-13", low=1, high=10),
)
EDITIONS: Final[dict[str, dict[str, Any]]] = {"merged": {}, "002": {}, "000": {}}
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "first-time": {"winOn": "hand", "placeInterval": 8},
    "family": {"placeInterval": 5},
    "full": {},
    "merged": {"edition": "merged"},
    "002": {"edition": "002"},
    "000": {"edition": "000"},
}

# Actions. One per card for placing, taking over and opening, then the rest.

PLACE: Final = 0
TAKE: Final = 50
OPEN: Final = 100
PASS: Final = 150
DECLINE: Final = 151
DONE: Final = 152
ACTIONS: Final = 153
