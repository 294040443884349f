"""Cards, options and actions of Traffic-Memory."""

from __future__ import annotations

from typing import Any, Final

from tailback.core.errors import BadNotation
from tailback.core.options import AMOUNT, HELPED, SEATS, Option
from tailback.core.position import whole

# Material. Cards 1..50 are numbers, 51..54 Ambulances, 55..58 Police cars; Tow Trucks stay in the box. TM-3, TM-17

NUMBERS: Final = 50
JOKER: Final = 51
POLICE: Final = 55
PLACES: Final = 58
FEWEST: Final = 4
# A guard of our own: after so many turns in a row in which nobody took a card, the match ends. TM-Q20
BARREN: Final = 200


def card_name(card: int) -> str:
    """
    >>> card_name(17), card_name(51), card_name(58)
    ('17', 'A', 'P')
    """
    if card < JOKER:
        return str(card)
    return "A" if card < POLICE else "P"


def joker_count(numbers: int) -> int:
    """All eight with 50 numbers, fewer in proportion. TM-18, TM-19, TM-Q12, D-16

    >>> [joker_count(n) for n in (10, 12, 20, 25, 30, 40, 50)]
    [2, 2, 3, 4, 5, 6, 8]
    """
    return (16 * numbers + 50) // 100


def pack(lowest: int, highest: int, jokers: int) -> list[int]:
    """The cards of a match; of an odd number of jokers one more is an Ambulance. TM-2, TM-Q12, TM-Q15"""
    count = joker_count(highest - lowest + 1) if jokers < 0 else jokers
    ambulances = (count + 1) // 2
    cards = list(range(lowest, highest + 1))
    return cards + [JOKER + k for k in range(ambulances)] + [POLICE + k for k in range(count - ambulances)]


def cards_ahead(players: int, cards: int) -> int:
    """How many of so many cards on the table whoever is helped is ahead, where nobody says how many. TM-Q19

    >>> [cards_ahead(4, cards) for cards in (30, 12, 58, 4)]
    [7, 2, 15, 0]
    """
    whole = THIRTY - FEWEST
    return (2 * AHEAD[players] * (cards - FEWEST) + whole) // (2 * whole)


def most_ahead(players: int, cards: int) -> int:
    """The most cards that anybody can be ahead of so many on the table. TM-Q19

    >>> [most_ahead(players, cards) for players, cards in ((2, PLACES), (4, 30), (2, 12))]
    [37, 15, 12]
    """
    return min(cards, cards_ahead(players, PLACES))


def card_of(name: str, used: set[int]) -> int:
    """The card of this name that is not used yet; S is either kind of joker."""
    word = name.strip().upper()
    number = whole(word, 1, NUMBERS)
    found: list[int] = []
    if number > 0:
        found = [number]
    elif word == "A" or word == "S":
        found = list(range(JOKER, POLICE if word == "A" else PLACES + 1))
    elif word == "P":
        found = list(range(POLICE, PLACES + 1))
    if not found:
        raise BadNotation("unknown_card", {"card": word[:40]})
    for card in found:
        if card not in used:
            used.add(card)
            return card
    raise BadNotation("card_twice", {"card": word[:40]})


# Options

# The most cards that anybody can be ahead, at the largest table of two. TM-Q19
MOST_AHEAD: Final = 37

OPTIONS: Final = (
    Option("edition", "merged", "D-14", ("merged", "000"), once={"002": "merged"}),
    Option("age_order", (), "TM-6", high=4, kind=SEATS),
    Option("lowest", 1, "TM-Q15", low=1, high=NUMBERS - FEWEST + 1),
    Option("highest", 30, "TM-Q15", low=FEWEST, high=NUMBERS),
    # -1 is "in proportion to the numbers".
    Option("jokers", 0, "TM-Q12", low=-1, high=8),
    Option("may_stop", True, "TM-Q2"),
    Option("joker_sticky", False, "TM-Q8"),
    Option("late_bridge", False, "TM-Q11"),
    Option("opened_is_enough", False, "TM-Q5"),
    Option("extra_turn", False, "TM-Q4"),
    Option("even_chances", (), "TM-Q19", high=4, kind=HELPED),
    # 0 is "as much as we found for the usual rules".
    Option("head_start", 0, "TM-Q19", high=MOST_AHEAD, kind=AMOUNT),
)
# With thirty cards on the table, whoever is helped is so many ahead, by the number of players; with more or fewer, in
# proportion to those beyond the fewest. TM-Q19
AHEAD: Final = (0, 0, 18, 10, 7, 6)
THIRTY: Final = 30
USUAL: Final = {option.name: option.default for option in OPTIONS}
EDITIONS: Final[dict[str, dict[str, Any]]] = {
    "merged": {},
    "000": {"may_stop": False, "late_bridge": True},
}  # D-14, TM-Q11
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "first-time": {"lowest": 1, "highest": 12},
    "family": {"lowest": 1, "highest": 30},
    "full": {"lowest": 1, "highest": 50, "jokers": -1},
    "000": {"edition": "000"},
}
ONCE_PRESETS: Final[dict[str, dict[str, Any]]] = {"merged": {}, "002": {}}

# Actions. Opening the card at a place, and stopping.

STOP: Final = PLACES
ACTIONS: Final = PLACES + 1
