"""Cards, options and actions of Pit Stop."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tailback.core.errors import BadNotation
from tailback.core.options import AMOUNT, HELPED, SEAT, Option

# Material. A coloured card is colour * 11 + kind; kinds 0..8 are the Cars 1..9. Then the grey ones. CG-1

COLOURS: Final = "RBGY"
COLOUR_WORDS: Final = ("red", "blue", "green", "yellow")
KINDS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Sv", "Fn")
GREYS: Final = ("PS", "GA", "CX", "NC")
SERVICE_KIND: Final = 9
FINE_KIND: Final = 10
PAINT_SHOP: Final = 44
GARAGE_CARD: Final = 45
CAR_EXCHANGE: Final = 46
NEW_CAR_CARD: Final = 47
TYPES: Final = 48
FULL_DECK: Final[list[int]] = (
    [card for card in range(44) for _ in range(2)]
    + [PAINT_SHOP] * 8
    + [GARAGE_CARD] * 8
    + [CAR_EXCHANGE] * 4
    + [NEW_CAR_CARD] * 2
)
HAND: Final = 6  # CG-18
NO_CARD: Final = 255


def spell(card: int) -> str:
    if card >= PAINT_SHOP:
        return GREYS[card - PAINT_SHOP]
    kind = KINDS[card % 11]
    return COLOURS[card // 11] + ("-" if len(kind) > 1 else "") + kind


# Views name every card of a pile, so the names are made once.
NAMES: Final[list[str]] = [spell(card) for card in range(TYPES)]


def card_name(card: int) -> str:
    """
    >>> card_name(4), card_name(11 + 9), card_name(43), card_name(47)
    ('R5', 'B-Sv', 'Y-Fn', 'NC')
    """
    return NAMES[card]


CARDS: Final[dict[str, int]] = {NAMES[card].lower(): card for card in range(TYPES)}


def card_of(name: str) -> int:
    card = CARDS.get(name.strip().lower(), -1)
    if card < 0:
        raise BadNotation("unknown_card", {"card": name.strip()})
    return card


def is_car(card: i64) -> bool:
    return card < PAINT_SHOP and card % 11 < SERVICE_KIND


# Traits of a card as bits, for what a hand is known not to hold: its colour, its kind, or which grey card it is.

CAR_TRAITS: Final = 0x1FF << 4


def traits_of(card: i64) -> i64:
    if card >= PAINT_SHOP:
        return 1 << (card - 29)
    return (1 << (card // 11)) | (16 << (card % 11))


TRAITS: Final[list[int]] = [int(traits_of(card)) for card in range(TYPES)]
TRAIT_NAMES: Final[list[str]] = [*COLOURS, *KINDS, *GREYS]

# Options

# More than the winner of a round gets would decide everything. CA-52
MOST_ON_TOP: Final = 20
MOST_FOR_ONE: Final = 3
HUNDRED: Final = 100
OPTIONS: Final = (
    Option("limit", "points", "CA-46", ("points", "rounds", "minutes")),
    Option("points", 50, "CG-16", (50, 75, 100, 150, 200)),
    Option("rounds", 5, "CA-46", low=1, high=20),
    Option("minutes", 20, "CA-53", low=5, high=60),
    Option("talk", "off", "CA-51", ("off", "reminder", "penalty")),
    Option("opening", "source", "CA-4", ("source", "cars_only")),
    Option("play_drawn", "no", "CA-9", ("no", "yes")),
    Option("service_counter", "pass_on", "CA-13", ("pass_on", "cancel")),
    Option("fine_target", "any", "CA-14", ("any", "next")),
    Option("garage_min", 1, "CA-24", (1, 0)),
    Option("new_car_window", "timed", "CA-27", ("timed", "poll")),
    Option("window_seconds", 5, "CA-27", low=3, high=10),
    Option("first_dealer", 0, "CA-2", high=8, kind=SEAT),
    Option("even_chances", (), "CA-52", high=7, kind=HELPED),
    # Points after every round, and hundreds: rounds that count for nobody else. 0 is "as much as we found for the usual
    # rules".
    Option("head_start", 0, "CA-52", high=MOST_FOR_ONE * HUNDRED + MOST_ON_TOP, kind=AMOUNT),
)
# Where no head start is named, whoever is helped gets so many points more after every round, by the number of
# players. CA-52
ON_TOP: Final = (0, 0, 15, 14, 10, 9, 8, 7, 7)
# Two who play for points: whoever wins three rounds has won, and points alone give the weaker one either a third of the
# matches or two thirds. So the first rounds count only for whoever is helped. CA-52
ON_TOP_OF_TWO: Final = 10
FOR_ONE: Final = 2


def on_top(players: int, options: dict[str, Any]) -> tuple[int, int]:
    """How many points more whoever is helped gets after every round, and how many rounds count only for them. CA-52

    >>> on_top(2, {"head_start": 0, "limit": "points"}), on_top(4, {"head_start": 0, "limit": "points"})
    ((10, 2), (10, 0))
    >>> on_top(2, {"head_start": 112, "limit": "rounds"})
    (12, 1)
    """
    amount = int(options["head_start"])
    if amount > 0:
        return amount % HUNDRED, amount // HUNDRED
    if players == 2 and options["limit"] == "points":
        return ON_TOP_OF_TWO, FOR_ONE
    return ON_TOP[players], 0


def ladders(players: int, options: dict[str, Any]) -> list[range]:
    """Points on top, with two players also after rounds that count for one: else the steps are too high. CA-52"""
    most = 0
    if players == 2 and options["limit"] == "points":
        most = MOST_FOR_ONE
    elif players == 2 and options["limit"] == "rounds":
        most = min(MOST_FOR_ONE, int(options["rounds"]) - 1)
    return [range(HUNDRED * k + 1, HUNDRED * k + MOST_ON_TOP + 1) for k in range(most + 1)]


USUAL: Final = {option.name: option.default for option in OPTIONS}
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "first-time": {
        "limit": "rounds",
        "rounds": 2,
        "opening": "cars_only",
        "fine_target": "next",
        "new_car_window": "poll",
    },
    "family": {"talk": "reminder", "play_drawn": "yes", "window_seconds": 8},
    "full": {},
}

# Guards of our own, so that nothing goes on for ever.

MOST_BY_TIME: Final = 50  # CA-53
ROUND_STEPS: Final = 2000  # CA-48 as amended
IDLE_LAPS: Final = 20  # CA-49
TALK_SECONDS: Final = 6.0  # CA-51


def most_rounds(points: int) -> int:
    """The longest match by points. Rounds that are played out always reach the target sooner, even with eight players:
    39 points a round. Only rounds that break off in a tie bring none. CA-46"""
    return points // 4 + 1


def rounds_at_most(options: dict[str, Any]) -> int:
    """After so many rounds the match ends in any case. CA-46, CA-53"""
    if options["limit"] == "points":
        return most_rounds(options["points"])
    return MOST_BY_TIME if options["limit"] == "minutes" else int(options["rounds"])


# Actions. Cards first: `lay` and `car` name any coloured card, so that a wrong one can be refused with a reason.

LAY: Final = 0
CAR: Final = 44
FINE: Final = 88  # + colour * 8 + seat
COUNTER_FINE: Final = 120  # + colour * 8 + seat
COUNTER_SERVICE: Final = 152
PAINT: Final = 156
GARAGE: Final = 160
SWAP: Final = 164  # + seat
RENEW: Final = 172
EXCHANGE: Final = 173
COUNTER_EXCHANGE: Final = 174
ALLOW: Final = 175
NEW_CAR: Final = 176
RETURN: Final = 177
DRAW: Final = 178
ACCEPT: Final = 179
PASS: Final = 180
KEEP: Final = 181
DONE: Final = 182
SILENT: Final = 183
SAY: Final = 184  # + number of the phrase, from 0
COLOUR: Final = 192
ACTIONS: Final = 196


def action_card(action: i64) -> i64:
    """The card that an action takes from the hand, NO_CARD where it takes none."""
    if action < CAR:
        return action - LAY
    if action < FINE:
        return action - CAR
    if action < COUNTER_SERVICE:
        return (action - FINE) % 32 // 8 * 11 + FINE_KIND
    if action < PAINT:
        return (action - COUNTER_SERVICE) * 11 + SERVICE_KIND
    if action < GARAGE:
        return PAINT_SHOP
    if action < SWAP:
        return GARAGE_CARD
    if action <= COUNTER_EXCHANGE:
        return CAR_EXCHANGE
    return NEW_CAR_CARD if action == NEW_CAR or action == RETURN else NO_CARD
