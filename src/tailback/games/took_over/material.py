"""Cards, options and actions of Took Over!"""

from __future__ import annotations

from typing import Any, Final

from tailback.core.errors import BadNotation
from tailback.core.options import AMOUNT, HELPED, SEATS, Option
from tailback.core.position import whole

# Material. A card is its number; Trailers are plain numbers here, cards without one stay in the box. TO-3

CARDS: Final = 50


def card_of(name: str, used: set[int]) -> int:
    """A card not used yet."""
    card = whole(name, 1, CARDS)
    if card < 1:
        raise BadNotation("unknown_card", {"card": name[:40]})
    if card in used:
        raise BadNotation("card_twice", {"card": card})
    used.add(card)
    return card


# All that can be left out for somebody, in all games of a match. TO-Q22
MOST_FEWER: Final = 138
# With so many cards everybody begins at least.
LEAST: Final = 2

# Options. The printed editions tell the same game in different words: D-17..D-21.

OPTIONS: Final = (
    Option("age_order", (), "TO-8", high=4, kind=SEATS),
    # With fewer than three cards there is hardly a choice; ten are the whole share of five players.
    Option("hand_size", 6, "TO-6", low=3, high=10),
    Option("interval", "adjacent", "TO-Q1", ("adjacent", "whole_row")),
    Option("voluntary_pass", False, "TO-Q9"),
    Option("win_on", "hand_and_stack", "TO-Q13", ("hand_and_stack", "hand")),
    Option("empty_stack_opening", "hand_choice", "TO-Q15", ("hand_choice", "next_with_stack")),
    # 0 is "no limit".
    Option("row_limit", 0, "TO-Q21", low=0, high=9),
    Option("place_interval", 3, "TO-13", low=1, high=10),
    # So many times everybody begins a game; 0 is one game, begun by the youngest.
    Option("each_begins", 0, "TO-Q23", low=0, high=3),
    Option("fewer_later", False, "TO-Q24"),
    # 0 is "all of them".
    Option("cards", 0, "TO-Q25", (0, 6, 8, 10)),
    Option("even_chances", (), "TO-Q22", high=4, kind=HELPED),
    # 0 is "as much as we found for the usual rules".
    Option("head_start", 0, "TO-Q22", high=MOST_FEWER, kind=AMOUNT),
)
# Where no head start is named, whoever is helped begins with so many cards fewer, by the number of players; where the
# hand alone decides, it is filled up only to a part of its size instead. TO-Q22
FEWER: Final = (0, 0, 11, 6, 4, 4)
PART: Final = 3
# Whoever begins is ahead: the others get so many cards fewer, by the number of players and in the order in which they
# come. These make the chances most alike for robots of levels 1 and 3. TO-Q24
LATER: Final = ((), (), (0, 1), (0, 0, 2), (0, 0, 1, 2), (0, 0, 1, 2, 3))


def dealt_to_each(players: int, options: dict[str, Any]) -> int:
    """
    >>> dealt_to_each(4, {"cards": 0}), dealt_to_each(4, {"cards": 8}), dealt_to_each(5, {"cards": 10})
    (12, 8, 10)
    """
    return min(CARDS // players, int(options["cards"]) or CARDS)


def fewer_cards(players: int, options: dict[str, Any]) -> int:
    """The same part of fewer cards.

    >>> fewer_cards(2, {"cards": 0}), fewer_cards(2, {"cards": 8}), fewer_cards(5, {"cards": 6})
    (11, 3, 2)
    """
    return FEWER[players] * dealt_to_each(players, options) // (CARDS // players)


def games_of(players: int, options: dict[str, Any]) -> int:
    """How many games a match has. TO-Q23"""
    return max(1, int(options["each_begins"]) * players)


def most_fewer(players: int, options: dict[str, Any]) -> int:
    """The most cards that can be left out for somebody, in all games together. TO-Q22

    >>> most_fewer(2, {"cards": 0, "each_begins": 0}), most_fewer(2, {"cards": 0, "each_begins": 3})
    (23, 138)
    """
    return (dealt_to_each(players, options) - LEAST) * games_of(players, options)


def small_hand(options: dict[str, Any]) -> int:
    """
    >>> [small_hand({"hand_size": cards}) for cards in (3, 4, 6, 10)]
    [1, 2, 2, 4]
    """
    return -(-int(options["hand_size"]) // PART)


USUAL: Final[dict[str, Any]] = {option.name: option.default for option in OPTIONS}
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "first-time": {"cards": 8, "fewer_later": True, "place_interval": 8},
    "family": {"each_begins": 1, "place_interval": 5},
    "full": {},
}
ONCE_PRESETS: Final[dict[str, dict[str, Any]]] = {"merged": {}, "002": {}, "000": {}}

# Actions. One per card for placing, taking over and opening, then the rest.

PLACE: Final = 0
TAKE: Final = 50
OPEN: Final = 100
PASS: Final = 150
DECLINE: Final = 151
DONE: Final = 152
ACTIONS: Final = 153
