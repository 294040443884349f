"""Cards, options and actions of Trafic Turbo."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tailback.core.errors import BadNotation
from tailback.core.options import AMOUNT, HELPED, Option

# Spaces. The board has room for three lanes of up to 36 columns; a cell is lane * WIDTH + column.
# Police stations follow the cells, so a place of the Police is one number. TT-10

LANES: Final = 3
WIDTH: Final = 36
CELLS: Final = 108
STATIONS: Final = 4
NODES: Final = 112
ARROWS: Final = 5
VEHICLES: Final = 10

# What stands on a cell: cars are 1 to 4, vehicles from VEHICLE on.

EMPTY: Final = 0
VEHICLE: Final = 5
POLICE_CAR: Final = 15

# Cards. TT-5

TRAFFIC: Final = 0
TURBO: Final = 5
POLICE: Final = 9
SKID_LEFT: Final = 13
SKID_RIGHT: Final = 14
SKID_BACK: Final = 15
MIRROR: Final = 16
WARNING: Final = 17
MANEUVER: Final = 18
FACES: Final = 19
NO_CARD: Final = 255
DECK_SIZE: Final = 32

FACE_NAMES: Final = (
    *(f"traffic {n}" for n in range(3, 8)),
    *(f"turbo {n}" for n in range(2, 6)),
    *(f"police {n}" for n in range(2, 6)),
    "skid left",
    "skid right",
    "skid back",
    "mirror",
    "warning",
    "maneuver",
)
FACE_BY_NAME: Final[dict[str, int]] = {name: face for face, name in enumerate(FACE_NAMES)}


def card_name(card: i64) -> str:
    """
    >>> card_name(8), card_name(13)
    ('turbo 5', 'skid left')
    """
    return FACE_NAMES[card]


def card_of(name: str) -> int:
    card = FACE_BY_NAME.get(" ".join(name.lower().split()), -1)
    if card < 0:
        raise BadNotation("unknown_card", {"card": name.strip()})
    return card


def keepable(card: i64) -> bool:
    """Turbo, Warning and Maneuver may lie face down in front of a player. TT-46, TT-60, TT-62"""
    return TURBO <= card < POLICE or card == WARNING or card == MANEUVER


def is_turbo(card: i64) -> bool:
    return TURBO <= card < POLICE


def number_on(card: i64) -> i64:
    """The number printed on a Traffic, Turbo or Police card."""
    if card < TURBO:
        return card - TRAFFIC + 3
    if card < POLICE:
        return card - TURBO + 2
    return card - POLICE + 2


# Options

CIRCUITS: Final = ("triple-loop", "short-eight")
# What evens out that the first of two drives first.
GENTLE_START: Final = "gentle-start"
REAR_ARROWS: Final = "rear-arrows"
AS_ALL: Final = "as-all"
# The farthest ahead that a car can start, on the longest road. TA-67
MOST_AHEAD: Final = 107
OPTIONS: Final = (
    Option("circuit", "triple-loop", "TT-10", CIRCUITS),
    Option("laps", 1, "TT-65", low=1, high=3),
    Option("points", False, "TT-66"),
    Option("grey_needs_police", False, "TA-23"),
    Option("stack_skips", False, "TA-45"),
    Option("turbo_one_step", False, "TA-40"),
    Option("first_of_two", GENTLE_START, "TA-66", (GENTLE_START, REAR_ARROWS, AS_ALL)),
    Option("even_chances", (), "TA-67", high=3, kind=HELPED),
    # 0 is "as much as we found for the usual rules".
    Option("head_start", 0, "TA-67", high=MOST_AHEAD, kind=AMOUNT),
)
# On a road of 36 columns whoever is helped starts so many ahead, by the number of players; else in proportion. TA-67
AHEAD: Final = (0, 0, 15, 18, 19)
USUAL: Final[dict[str, Any]] = {option.name: option.default for option in OPTIONS}
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "first-time": {"circuit": "short-eight"},
    "family": {"circuit": "triple-loop"},
    "full": {"circuit": "triple-loop", "points": True, "first_of_two": AS_ALL},
}


def columns_ahead(players: int, goal: int) -> int:
    """How much of so many columns of a race whoever is helped has behind at the start, unless somebody says it. TA-67

    >>> [columns_ahead(4, goal) for goal in (36, 72, 24)]
    [19, 38, 13]
    """
    return (2 * AHEAD[players] * goal + WIDTH) // (2 * WIDTH)


ROUNDS_PER_LAP: Final = 60  # TA-63

# Actions. Steps, answers, start arrows, cards taken with Mirror, ends for the Police, ends for vehicles.

FORWARD: Final = 0
LEFT: Final = 1
RIGHT: Final = 2
AHEAD_LEFT: Final = 3
AHEAD_RIGHT: Final = 4
USE: Final = 5
NO: Final = 6
DRAW: Final = 7
PLAY: Final = 8
KEEP: Final = 9
DISCARD: Final = 10
STAY: Final = 11
PLACE: Final = 12
TAKE_NOTHING: Final = 17
TAKE: Final = 18
SEND_POLICE: Final = 37
SEND_VEHICLE: Final = 149
ACTIONS: Final = 1229
MOST_MOVES: Final = 256

STEPS: Final = "FLRQE"
ANSWERS: Final = ("use", "no", "draw", "play", "keep", "discard", "stay")


def cell_name(cell: i64) -> str:
    """
    >>> cell_name(40)
    '1:4'
    """
    return f"{cell // WIDTH}:{cell % WIDTH}"


def node_name(node: i64) -> str:
    """A cell or a station: `2:9`, `S2`."""
    return cell_name(node) if node < CELLS else f"S{node - CELLS + 1}"
