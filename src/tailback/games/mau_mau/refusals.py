"""Why an action of Mau-Mau is refused: the verdicts of this game, with the clause and the text of each."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tailback.core.contract import REASONS
from tailback.core.errors import IllegalMove
from tailback.games.mau_mau.material import CC, COLOURS, REVERSE, card_name, laid_card
from tailback.games.mau_mau.table import MauMauTable

UNKNOWN: Final = 2  # REASONS; the compiler folds no imported constant
ONLY_MAU_NOW: Final = 3
COLOUR_FIRST: Final = 4
NOT_IN_HAND: Final = 5
ONLY_DRAWN_CARD: Final = 6
ONLY_TAKE2: Final = 7
DOES_NOT_FIT: Final = 8
NO_COLOUR_NEEDED: Final = 9
COLOUR_NEEDED: Final = 10
MAU_IS_AUTOMATIC: Final = 11
MAU_NOT_DUE: Final = 12
ONE_CARD_ONLY: Final = 13
TAKE_OR_ANSWER: Final = 14
NOTHING_TO_DRAW: Final = 15
CARD_FITS: Final = 16
NOTHING_PENDING: Final = 17
NO_PASS: Final = 18
NOTHING_DRAWN: Final = 19
NOBODY_SILENT: Final = 20
NOT_YOURSELF: Final = 21
NOT_YOUR_MAU: Final = 22
COLOUR_ONLY_WITH_CARD: Final = 23
REFUSALS: Final[list[tuple[str, str]]] = [
    ("", "unknown_move"),
    ("MA-25", "only_mau_now"),
    ("MA-4", "name_a_colour"),
    ("MM-15", "not_in_hand"),
    ("MA-6", "only_drawn_card"),
    ("MA-11", "only_take2"),
    ("MM-15", "does_not_fit"),
    ("MA-22", "no_colour_needed"),
    ("MM-33", "colour_needed"),
    ("MA-25", "mau_is_automatic"),
    ("MA-27", "mau_not_due"),
    ("MA-6", "one_card_only"),
    ("MM-25", "take_or_answer"),
    ("MA-30", "nothing_to_draw"),
    ("MA-5", "card_fits"),
    ("MM-25", "nothing_pending"),
    ("MA-30", "no_pass"),
    ("MA-6", "nothing_drawn"),
    ("MA-25", "nobody_silent"),
    ("MA-25", "not_yourself"),
    ("MA-25", "not_your_mau"),
    ("MA-4", "colour_only_with_card"),
]


def refused(table: MauMauTable, action: i64, verdict: i64) -> IllegalMove:
    clause, key = REFUSALS[verdict - REASONS]
    params: dict[str, Any] = {}
    if verdict == UNKNOWN:
        params = {"move": str(action)}
    elif verdict == NOT_IN_HAND:
        params = {"card": card_name(laid_card(action))}
    elif verdict == ONLY_TAKE2 or verdict == TAKE_OR_ANSWER:
        params = {"n": int(table.pending)}
    elif verdict == DOES_NOT_FIT:
        card = laid_card(action)
        top = table.top()
        clause = "MA-21" if top == CC else "MM-15" if card % 13 < REVERSE else "MM-18"
        params = {"card": card_name(card), "top": card_name(top), "colour": COLOURS[table.colour]}
    return IllegalMove(clause, key, params)
