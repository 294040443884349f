"""Why an action of Pit Stop is refused: the verdicts of this game, with the clause and the text of each."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tailback.core.contract import REASONS
from tailback.core.errors import IllegalMove
from tailback.games.pit_stop.material import (
    COLOURS,
    FINE_KIND,
    GARAGE,
    PAINT_SHOP,
    SERVICE_KIND,
    action_card,
    card_name,
)
from tailback.games.pit_stop.table import PitStopTable

UNKNOWN: Final = 2  # REASONS; the compiler folds no imported constant
SAY_FIRST: Final = 3
COLOUR_FIRST: Final = 4
HAS_NO_EXCHANGE: Final = 5
ANSWER_EXCHANGE: Final = 6
WINDOW_OPEN: Final = 7
HAS_NO_NEW_CAR: Final = 8
NOTHING_TO_RETURN_WITH: Final = 9
CAR_FIRST: Final = 10
GARAGE_NEEDS_CAR: Final = 11
GARAGE_OPEN: Final = 12
ONLY_CARS: Final = 13
GARAGE_COLOUR: Final = 14
HAS_NO_CAR: Final = 15
HAS_NO_SERVICE: Final = 16
ONLY_SERVICE: Final = 17
HAS_NO_FINE: Final = 18
ONLY_FINE: Final = 19
ONLY_DRAWN_CARD: Final = 20
RETURN_TOO_LATE: Final = 21
NOTHING_PENDING: Final = 22
NO_EXCHANGE: Final = 23
CARS_NEED_GARAGE: Final = 24
NOT_IN_HAND: Final = 25
DOES_NOT_FIT: Final = 26
FINE_NEEDS_PLAYER: Final = 27
NO_CAR_OF_COLOUR: Final = 28
LAST_EXCHANGE: Final = 29
NOT_WITH_YOURSELF: Final = 30
SWAP_PLAYER_IS_OUT: Final = 31
NOT_YOURSELF: Final = 32
PLAYER_IS_OUT: Final = 33
NEXT_PLAYER_ONLY: Final = 34
NOTHING_TO_DRAW: Final = 35
NO_PASS: Final = 36
NOTHING_DRAWN: Final = 37
NO_GARAGE: Final = 38
COLOUR_ONLY_WITH_CARD: Final = 39
NOTHING_TO_SAY: Final = 40
REFUSALS: Final[list[tuple[str, str]]] = [
    ("", "unknown_move"),
    ("CG-33", "say_first"),
    ("CA-7", "name_a_colour"),
    ("CG-72", "not_in_hand"),
    ("CA-37", "answer_exchange"),
    ("CA-27", "window_open"),
    ("CG-64", "not_in_hand"),
    ("CA-34", "nothing_to_return_with"),
    ("CA-8", "car_first"),
    ("CA-24", "garage_needs_car"),
    ("CG-61", "garage_open"),
    ("CG-61", "only_cars"),
    ("CG-61", "garage_colour"),
    ("CG-61", "not_in_hand"),
    ("CG-42", "not_in_hand"),
    ("CA-11", "only_service"),
    ("CG-50", "not_in_hand"),
    ("CA-11", "only_fine"),
    ("CA-9", "only_drawn_card"),
    ("CG-65", "return_too_late"),
    ("CA-10", "nothing_pending"),
    ("CG-72", "no_exchange"),
    ("CG-39", "cars_need_garage"),
    ("CG-27", "not_in_hand"),
    ("CG-38", "does_not_fit"),
    ("CG-45", "fine_needs_player"),
    ("CA-24", "no_car_of_colour"),
    ("CA-36", "last_exchange"),
    ("CG-71", "not_with_yourself"),
    ("CA-35", "player_is_out"),
    ("CA-15", "not_yourself"),
    ("CA-15", "player_is_out"),
    ("CA-14", "next_player_only"),
    ("CA-48", "nothing_to_draw"),
    ("CA-48", "no_pass"),
    ("CA-9", "nothing_drawn"),
    ("CG-61", "no_garage"),
    ("CG-58", "colour_only_with_card"),
    ("CA-51", "nothing_to_say"),
]


def refused(table: PitStopTable, seat: i64, action: i64, verdict: i64) -> IllegalMove:
    clause, key = REFUSALS[verdict - REASONS]
    if verdict == DOES_NOT_FIT:
        clause = misfit(table.top(), action_card(action) % 11)
    return IllegalMove(clause, key, mentioned(table, seat, action, key))


def misfit(top: i64, kind: i64) -> str:
    """The clause that a card of this kind breaks on this top card."""
    if top >= PAINT_SHOP:
        return "CG-58"
    if kind == SERVICE_KIND:
        return "CG-41"
    return "CG-44" if kind == FINE_KIND else "CG-38"


def mentioned(table: PitStopTable, seat: i64, action: i64, key: str) -> dict[str, Any]:
    """What the text of a refusal mentions."""
    if key == "unknown_move":
        return {"move": str(action)}
    card = action_card(action)
    if key == "not_in_hand" or key == "only_cars":
        return {"card": card_name(card)}
    if key == "does_not_fit":
        return {"card": card_name(card), "top": card_name(table.top()), "colour": COLOURS[table.colour]}
    if key == "garage_colour":
        return {"card": card_name(card), "colour": COLOURS[table.colour]}
    if key == "answer_exchange":
        return {"seat": int(table.trader)}
    if key == "window_open":
        return {"seat": int(table.finisher)}
    if key == "only_fine":
        return {"n": 2 * len(table.chain)}
    if key == "fine_needs_player":
        return {"colour": COLOURS[card // 11]}
    if key == "no_car_of_colour":
        return {"colour": COLOURS[action - GARAGE]}
    return {"seat": int(table.after(seat))} if key == "next_player_only" else {}
