"""Cards, options and actions of Mau-Mau."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tailback.core.errors import BadNotation
from tailback.core.options import AMOUNT, HELPED, SEAT, Option

# Material. A card is colour * 13 + kind; kinds 0..8 are the numbers 1..9. MM-1..MM-5

COLOURS: Final = "RBGY"
KINDS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Rev", "T2", "T4", "Stop")
REVERSE: Final = 9
TAKE2: Final = 10
TAKE4: Final = 11
STOP: Final = 12
CC: Final = 52
TYPES: Final = 53
FULL_DECK: Final[list[int]] = [card for card in range(CC) for _ in range(2)] + [CC] * 6


def spell(card: int) -> str:
    if card == CC:
        return "CC"
    kind = KINDS[card % 13]
    return COLOURS[card // 13] + ("-" if len(kind) > 1 else "") + kind


# Views name every card of a pile, so the names are made once.
NAMES: Final[list[str]] = [spell(card) for card in range(TYPES)]


def card_name(card: int) -> str:
    """
    >>> card_name(7), card_name(52), card_name(13 + 10)
    ('R8', 'CC', 'B-T2')
    """
    return NAMES[card]


CARDS: Final[dict[str, int]] = {NAMES[card].lower(): card for card in range(TYPES)}


def card_of(name: str) -> int:
    card = CARDS.get(name.strip().lower(), -1)
    if card < 0:
        raise BadNotation("unknown_card", {"card": name.strip()})
    return card


# Traits of a card as bits, for what a hand is known not to hold: its colour, its kind, or being a colour change.

WILD_TRAIT: Final = 0x20000


def traits_of(card: i64) -> i64:
    if card == CC:
        return WILD_TRAIT
    return (1 << (card // 13)) | (16 << (card % 13))


TRAITS: Final[list[int]] = [int(traits_of(card)) for card in range(TYPES)]
TRAIT_NAMES: Final[list[str]] = [*COLOURS, *KINDS, "CC"]

# Options

# The most points of a game that do not count for somebody. MA-35
MOST_OFF: Final = 25

OPTIONS: Final = (
    Option("games", 3, "MA-32", low=1, high=20),
    Option("opening_card", "reflip", "MA-4", ("reflip", "inert", "as_dealer")),
    Option("draw_rule", "no_match", "MA-5", ("strict", "no_match", "free")),
    Option("play_drawn", "no", "MA-6", ("no", "yes", "draw_until_playable")),
    Option("reverse_two_players", "literal", "MA-15", ("literal", "extra_turn")),
    Option("final_penalty", "none", "MA-23", ("none", "draw")),
    Option("mau_mode", "declare", "MA-25", ("declare", "auto", "catch")),
    Option("first_dealer", 0, "MA-2", high=6, kind=SEAT),
    Option("even_chances", (), "MA-35", high=5, kind=HELPED),
    # 0 is "as much as we found for the usual rules".
    Option("head_start", 0, "MA-35", high=MOST_OFF, kind=AMOUNT),
)
# Where no head start is named, so many points of every game do not count for whoever is helped, by the number of
# players. MA-35
OFF: Final = (0, 0, 25, 12, 7, 6, 5)
USUAL: Final[dict[str, Any]] = {option.name: option.default for option in OPTIONS}
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "first-time": {"games": 1, "mau_mode": "auto"},
    "family": {"games": 3, "play_drawn": "yes"},
    "full": {},
}

# Actions. Laying a card, the same with "mau", a colour change with its colour, and the rest.

LAY: Final = 0
LAY_MAU: Final = 52
WILD: Final = 104
WILD_MAU: Final = 108
WILD_LAST: Final = 112
DRAW: Final = 113
TAKE: Final = 114
PASS: Final = 115
KEEP: Final = 116
CATCH: Final = 117
SAY_MAU: Final = 118
NAME: Final = 119
ACTIONS: Final = 123

HAND: Final = 5
# A guard of our own, so that no game goes on for ever. MA-36
MOST_DECISIONS: Final = 2000
NO_CARD: Final = 255


def laid_card(action: i64) -> i64:
    """The card of a lay, NO_CARD for other actions."""
    if action < LAY_MAU:
        return action
    if action < WILD:
        return action - LAY_MAU
    return CC if action <= WILD_LAST else NO_CARD


def says_mau(action: i64) -> bool:
    return LAY_MAU <= action < WILD or WILD_MAU <= action < WILD_LAST
