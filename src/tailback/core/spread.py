"""A view laid out as a table that anybody can draw who knows no rule: zones with cards, pieces and counters in them.

`Game.spread` makes it out of a view, and of nothing else: so it hides what the view hides. The general table of the
browser draws it for games that bring no table of their own.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, TypedDict

# A card of which only the back is seen.
BACK: Final = "?"

Colour = Literal["red", "blue", "green", "yellow", "orange", "purple", "grey", "white"]
Kind = Literal["pile", "row", "grid", "hand", "track", "dice", "counter"]
# The signs that the general table knows: on a card, beside a counter, on a space, or what a piece looks like. It draws
# nothing for one that it does not know.
Sign = Literal[
    "ambulance",
    "arrow_back",
    "arrow_left",
    "arrow_right",
    "bolt",
    "bus",
    "car",
    "cards",
    "coin",
    "colours",
    "crown",
    "finish",
    "flag",
    "garage",
    "heart",
    "hook",
    "key",
    "light",
    "mirror",
    "new",
    "pickup",
    "police",
    "racer",
    "receipt",
    "reverse",
    "shield",
    "skip",
    "spanner",
    "speech",
    "star",
    "start",
    "stop",
    "swap",
    "take2",
    "take4",
    "taxi",
    "tow",
    "traffic",
    "trailer",
    "truck",
    "turbo",
    "van",
    "warning",
]
Card = str | list[str] | None


class Words(TypedDict):
    """A text by its key in the game's texts (or the common ones), with its parameters; one of them may be Words, too.

    Where there is no such text, the parameter `name` is what is said.
    """

    key: str
    params: dict[str, Any]


class Face(TypedDict):
    """What is printed on a card: a large text such as its number, a sign, a word by its text key; and its colour."""

    colour: NotRequired[Colour]
    text: NotRequired[str]
    sign: NotRequired[str]
    word: NotRequired[str]


class Piece(TypedDict):
    """Something that stands on a track: `at` a space, of a seat's colour or nobody's. `sign` is its kind of vehicle."""

    id: str
    at: int
    seat: int | None
    sign: NotRequired[str]


class Zone(TypedDict):
    """A place on the table. `id` is where things fly from and to; that of a hand is `hand:<seat>`.

    pile: `cards` from below to the top, of which the last ones may do, and `count` of all. row: `cards` side by side.
    grid: `cards` line by line, `columns` wide. hand: `cards`, or backs. In rows and grids None is an empty place, and
    cards that lie on one another are a list, the lowest first. track: `spaces` in a line (or round, with `loop`),
    each of them perhaps drawn at `points` (None: there is no such space) and with a sign from `marks`, by its number;
    `pieces` stand on them. dice: `values`. counter: a `count` with a `sign`, perhaps out of `most`.
    """

    id: str
    kind: Kind
    owner: NotRequired[int | None]
    label: NotRequired[Words]
    cards: NotRequired[list[Card]]
    count: NotRequired[int]
    most: NotRequired[int]
    columns: NotRequired[int]
    spaces: NotRequired[int]
    loop: NotRequired[bool]
    points: NotRequired[list[list[float] | None]]
    marks: NotRequired[dict[str, str]]
    pieces: NotRequired[list[Piece]]
    values: NotRequired[list[int]]
    sign: NotRequired[str]


class Fact(TypedDict):
    """A number beside a player's name, with the picture that says what it counts."""

    icon: Literal["cards", "star", "flag"]
    n: int


class Touch(TypedDict):
    """What one taps to choose an action: a card of a zone (without a zone: of the own hand), a piece of a track by its
    id as `card`, a place of a zone by its number from 0, the zone itself, or a player. `zone` is an id, or of zones
    that each seat has (`hand:0`, `hand:1`) what comes before the seat: then the own one is meant."""

    zone: NotRequired[str]
    card: NotRequired[str]
    place: NotRequired[int]
    seat: NotRequired[int]


class Spread(TypedDict):
    """The whole table. `turn` is whose turn it is, None where that is nobody alone; `facts` are those of each seat;
    `notes` are short lines that say what no zone shows, such as the colour that was wished for. `touches` is what one
    taps for an action, by its number, where that hangs on the position; for all others `Game.touches` says it."""

    zones: list[Zone]
    turn: int | None
    facts: list[list[Fact]]
    notes: list[Words]
    touches: NotRequired[dict[str, list[Touch]]]


class CardMove(TypedDict):
    """A card that went from one zone to another, or was turned over where it lies (`start` is `end`); or a piece, by
    its id, that went along a track. Events may carry a list of them as `moves`: in their open part with backs where a
    card was not shown, in their secret part with its face for those who saw it.

    `start_place` and `end_place` are places of a row or a grid and spaces of a track, from 0; without them a card is
    found by its face and goes to the end.
    """

    card: str
    start: str
    end: str
    start_place: NotRequired[int]
    end_place: NotRequired[int]
