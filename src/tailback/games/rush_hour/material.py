"""Cards, options and actions of Rush Hour."""

from __future__ import annotations

from typing import Any, Final

from tailback.core.options import AMOUNT, HELPED, SEATS, Option

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
# Room for the log of a round: in each of its turns three lanes with their lengths, and a card of each seat.
LOG: Final = HAND * (ROOM + 3 + 5)

# The farthest below zero that a round may begin. RH-Q40
MOST_LESS: Final = 24

# Options

OPTIONS: Final = (
    Option("edition", "merged", "D-11", ("merged", "002"), once={"000": "merged"}),
    Option("age_order", (), "G-Q3", high=4, kind=SEATS),
    Option("max_number", 50, "RH-51", (10, 20, 30, 50)),
    Option("hand_size", 10, "RH-52", low=1, high=HAND),
    Option("rows", 3, "RH-53", (3, 2)),
    Option("max_row", FULL, "RH-17", low=2, high=8),
    Option("specials", True, "RH-54"),
    Option("ambulances", EACH, "G-Q1", low=0, high=EACH),
    Option("police", EACH, "G-Q1", low=0, high=EACH),
    Option("tow_trucks", EACH, "G-Q1", low=0, high=EACH),
    Option("scale_specials", False, "RH-Q5"),
    Option("massive_jam", True, "RH-55"),
    Option("too_low_penalty", True, "RH-56"),
    Option("open_row_frees_all", False, "RH-Q10"),
    Option("trailers", (5, 15, 25, 35, 45), "G-Q2", low=1, high=TOP),
    Option("trailer_mode", "auto", "RH-Q4", ("auto", "special", "plain", "removed")),
    Option("trailer_penalty", 2, "RH-Q3", (2, 1)),
    Option("start_cards", "any_but_trailer", "RH-Q7", ("any_but_trailer", "numbered_cars_only")),
    # 0 is "one, or as many as the point limit takes".
    Option("rounds", 0, "RH-Q34", low=0, high=MOST_ROUNDS),
    Option("point_limit", 0, "RH-Q34", low=0, high=500),
    Option("tie_break", "shared", "RH-Q35", ("shared", "fewest_cards")),
    Option("even_chances", (), "RH-Q40", high=4, kind=HELPED),
    # 0 is "as much as we found for the usual rules".
    Option("head_start", 0, "RH-Q40", high=MOST_LESS, kind=AMOUNT),
)
# Whoever is helped begins a round with so many points less than nothing for ten cards, by the number of players. RH-Q40
LESS: Final = (0, 0, 12, 11, 10, 9)
USUAL: Final = {option.name: option.default for option in OPTIONS}
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "first-time": {"max_number": 30, "hand_size": 5, "rows": 2, "specials": False, "too_low_penalty": False},
    "family": {"max_number": 30, "hand_size": 7},
    "full": {},
}
# All numbers are in play there, so no edition differs.
ONCE_PRESETS: Final[dict[str, dict[str, Any]]] = {"merged": {}, "002": {"edition": "002"}, "000": {}}
EDITIONS: Final[dict[str, dict[str, Any]]] = {"merged": {}, "002": {}}


def cap(options: dict[str, Any]) -> int:
    """The highest number in the deck; one edition says "below". RH-51, RH-Q5, D-11

    >>> cap({"max_number": 20, "edition": "merged"}), cap({"max_number": 20, "edition": "002"})
    (20, 19)
    """
    highest = int(options["max_number"])
    return highest - 1 if options["edition"] == "002" and highest < TOP else highest


def rounds_of(options: dict[str, Any]) -> int:
    """How many rounds there can be: as many as were asked for, else one, or what the point limit takes. RH-Q34

    >>> [rounds_of({"rounds": rounds, "point_limit": limit}) for rounds, limit in ((0, 0), (0, 40), (1, 40), (3, 0))]
    [1, 20, 1, 3]
    """
    asked = int(options["rounds"])
    if asked > 0:
        return asked
    return MOST_ROUNDS if options["point_limit"] > 0 else 1


def less_than_nothing(players: int, options: dict[str, Any]) -> int:
    """How far below zero whoever is helped begins a round, where nobody says how far. RH-Q40

    >>> [less_than_nothing(4, {"hand_size": cards}) for cards in (10, 7, 5, 1)]
    [10, 7, 5, 1]
    """
    return int(options.get("head_start", 0)) or (2 * LESS[players] * int(options["hand_size"]) + HAND) // (2 * HAND)


def specials_of(options: dict[str, Any]) -> list[int]:
    """How many Ambulances, Police and Tow Trucks there are; fewer in a small deck if so chosen. RH-54, RH-Q5, G-Q1

    >>> base = {"specials": True, "ambulances": 4, "police": 3, "tow_trucks": 0, "scale_specials": True}
    >>> [specials_of({**base, "max_number": highest}) for highest in (10, 20, 30, 50)]
    [[1, 1, 0], [2, 1, 0], [2, 2, 0], [4, 3, 0]]
    """
    if not options["specials"]:
        return [0, 0, 0]
    counts = [int(options[kind]) for kind in ("ambulances", "police", "tow_trucks")]
    if not options["scale_specials"]:
        return counts
    # Halves are rounded up.
    return [(2 * count * int(options["max_number"]) + TOP) // (2 * TOP) for count in counts]


def trailer_mode(options: dict[str, Any]) -> str:
    """What a Trailer is in this match. RH-Q4"""
    mode = str(options["trailer_mode"])
    if mode == "auto":
        return "special" if options["specials"] else "plain"
    return mode


def deck_of(options: dict[str, Any]) -> list[int]:
    """The cards of a match. RH-51, RH-Q4, G-Q1, G-Q2"""
    gone = options["trailers"] if trailer_mode(options) == "removed" else ()
    cards = [number for number in range(1, cap(options) + 1) if number not in gone]
    for kind, count in zip((AMBULANCE, POLICE, TOW), specials_of(options), strict=True):
        cards += [kind] * count
    return cards


def hooks(options: dict[str, Any]) -> list[int]:
    """The numbers that are Trailers with their own rules; those above the cap fall away. G-Q2"""
    if trailer_mode(options) != "special":
        return []
    return [number for number in options["trailers"] if number <= cap(options)]


def starters(options: dict[str, Any]) -> list[int]:
    """The cards that may open a lane. RH-6, RH-Q7"""
    last = TOP if options["start_cards"] == "numbered_cars_only" else TOW
    trailers = hooks(options)
    return [card for card in deck_of(options) if card <= last and card not in trailers]


def can_cost(players: int, options: dict[str, Any]) -> bool:
    """Can a round cost anybody a point, in a massive jam or with a low card? RH-16, RH-17, RH-19, RH-Q38

    Where it cannot, the table is told so before the first card.
    """
    played = players * int(options["hand_size"])
    rows = int(options["rows"])
    trailers = hooks(options)
    cars = [card for card in deck_of(options) if card not in trailers]
    # A lane of one start card fills up with cards that are no Trailers, and one more of them jams.
    jams = options["massive_jam"] and min(played, len(cars) - rows) >= int(options["max_row"])
    # While a lane begins without a number no card is too low, until a number covers it.
    numbered = sum(1 for card in cars if card <= TOP)
    return jams or (options["too_low_penalty"] and played > rows - min(rows, numbered))


# Actions: a card to play, then a lane in one of its four uses.

PLAY: Final = 0  # card - 1
ROW: Final = 53
TAKE: Final = 56
FRONT: Final = 59
GAP: Final = 62  # row * ROOM + spot
ACTIONS: Final = 260
