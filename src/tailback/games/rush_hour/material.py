"""Cards, options and actions of Rush Hour."""

from __future__ import annotations

from typing import Any, Final

from tailback.core.options import SEATS, Option

# Material. Cards 1..50 are their numbers; the other three kinds have none. G-5, G-6, G-Q1

TOP: Final = 50
AMBULANCE: Final = 51
POLICE: Final = 52
TOW: Final = 53
KINDS: Final = 54  # 0 is no card: a gap
EACH: Final = 4
LETTERS: Final = ("A", "P", "T")
MOST_CARDS: Final = TOP + 3 * EACH

# A lane lies flat: its cards from the front, the bottom card of a stack first and marked
# with NEW; a gap is a mark without a card. At most four gaps exist, one per Tow Truck.

NEW: Final = 64
ROOM: Final = MOST_CARDS + EACH
FULL: Final = 4
HAND: Final = 10
MOST_ROUNDS: Final = 20

# Options

OPTIONS: Final = (
    Option("edition", "merged", "D-11", ("merged", "002", "000")),
    Option("ageOrder", (), "G-Q3", high=4, kind=SEATS),
    Option("maxNumber", 50, "RH-51", (10, 20, 30, 50)),
    Option("handSize", 10, "RH-52", low=1, high=HAND),
    Option("rows", 3, "RH-53", (3, 2)),
    Option("specials", True, "RH-54"),
    Option("massiveJam", True, "RH-55"),
    Option("tooLowPenalty", True, "RH-56"),
    Option("trailers", (5, 15, 25, 35, 45), "G-Q2", low=1, high=TOP),
    Option("trailerMode", "auto", "RH-Q4", ("auto", "special", "plain", "removed")),
    Option("trailerPenalty", 2, "RH-Q3", (2, 1)),
    Option("startCards", "anyButTrailer", "RH-Q7", ("anyButTrailer", "numberedCarsOnly")),
    Option("rounds", 1, "RH-Q34", low=1, high=MOST_ROUNDS),
    Option("pointLimit", 0, "RH-Q34", low=0, high=500),
)
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "first-time": {"maxNumber": 30, "handSize": 5, "rows": 2, "specials": False, "tooLowPenalty": False},
    "family": {"maxNumber": 30, "handSize": 7},
    "full": {},
    "merged": {"edition": "merged"},
    "002": {"edition": "002"},
    "000": {"edition": "000"},
}
EDITIONS: Final[dict[str, dict[str, Any]]] = {"merged": {}, "002": {}, "000": {}}


def cap(options: dict[str, Any]) -> int:
    """The highest number in the deck; one edition says "below". RH-51, RH-Q5, D-11

    >>> cap({"maxNumber": 20, "edition": "merged"}), cap({"maxNumber": 20, "edition": "002"})
    (20, 19)
    """
    highest = int(options["maxNumber"])
    return highest - 1 if options["edition"] == "002" and highest < TOP else highest


def rounds_of(options: dict[str, Any]) -> int:
    """How many rounds there can be. A point limit asks for more than one, as many as it takes. RH-Q34

    >>> rounds_of({"rounds": 1, "pointLimit": 0}), rounds_of({"rounds": 1, "pointLimit": 40})
    (1, 20)
    """
    rounds = int(options["rounds"])
    return MOST_ROUNDS if rounds == 1 and options["pointLimit"] > 0 else rounds


def trailer_mode(options: dict[str, Any]) -> str:
    """What a Trailer is in this match. RH-Q4"""
    mode = str(options["trailerMode"])
    if mode == "auto":
        return "special" if options["specials"] else "plain"
    return mode


def deck_of(options: dict[str, Any]) -> list[int]:
    """The cards of a match. RH-51, RH-54, RH-Q4, RH-Q5, G-Q1, G-Q2"""
    gone = options["trailers"] if trailer_mode(options) == "removed" else ()
    cards = [number for number in range(1, cap(options) + 1) if number not in gone]
    if options["specials"]:
        cards += [AMBULANCE] * EACH + [POLICE] * EACH + [TOW] * EACH
    return cards


def hooks(options: dict[str, Any]) -> list[int]:
    """The numbers that are Trailers with their own rules; those above the cap fall away. G-Q2"""
    if trailer_mode(options) != "special":
        return []
    return [number for number in options["trailers"] if number <= cap(options)]


def starters(options: dict[str, Any]) -> list[int]:
    """The cards that may open a lane. RH-6, RH-Q7"""
    last = TOP if options["startCards"] == "numberedCarsOnly" else TOW
    trailers = hooks(options)
    return [card for card in deck_of(options) if card <= last and card not in trailers]


# Actions: a card to play, then a lane in one of its four uses.

PLAY: Final = 0  # card - 1
ROW: Final = 53
TAKE: Final = 56
FRONT: Final = 59
GAP: Final = 62  # row * ROOM + spot
ACTIONS: Final = 260
