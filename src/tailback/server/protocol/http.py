"""What is asked and answered over HTTP: tables, seats, replays and files."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tailback.server.protocol.faces import FairFace, SeatUpdate, TableFace
from tailback.server.protocol.words import (
    Actions,
    Clause,
    Hint,
    Options,
    Params,
    Seat,
    Short,
    TextKey,
    Token,
    Told,
    View,
)
from tailback.server.truth.rows import Settings


class NewChair(Struct, forbid_unknown_fields=True):
    """`here`: a person on the device that asks; `open`: a person who will join; `bot`."""

    sitter: Literal["here", "open", "bot"] = "open"
    name: Short = ""
    colour: Short = ""
    level: Short = ""


class NewSettings(Settings, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How the table is to be run; whatever is left out stays as usual."""


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to open: what is played, by whom, and how the table is run."""

    game: Short
    chairs: Annotated[list[NewChair], Meta(min_length=1, max_length=8)]
    preset: Short = ""
    options: Options = {}
    youngest: Seat | None = None
    settings: NewSettings = NewSettings()
    deal: Annotated[bool, Meta(description="Deal at once; no chair may be free.")] = False


class Check(Struct, forbid_unknown_fields=True):
    """A set-up to try out without making a table."""

    game: Short
    players: Annotated[int, Meta(ge=1, le=8)]
    preset: Short = ""
    options: Options = {}
    levels: Annotated[list[Short], Meta(max_length=8, description="Of the robots by seat; empty for a person.")] = []


class EvenShare(Struct):
    """How often somebody who plays like the weakest robot wins with a head start against players who decide at once, as
    played for this set-up. `low` to `high` is a 95 % interval, `even` what it would be if all were alike."""

    share: float
    low: float
    high: float
    matches: int
    even: float
    without: float


class HeadStart(Struct):
    """What whoever is helped gets in this set-up: a text in `gives` of that option, how much, and a second number where
    the text has one (`more`). `chance` is null where the options say how much: nothing was worked out."""

    key: str
    n: int
    more: int
    chance: EvenShare | None


class Checked(Struct):
    """The complete options."""

    options: Options
    head_start: (
        Annotated[HeadStart, Meta(description="Null where nobody is helped. How much is worked out for the set-up.")]
        | None
    )


class Held(Struct):
    """A token and the seat it is for; null: the host's."""

    seat: int | None
    token: str


class Opened(Struct):
    """A new table, and the tokens for the device that made it. They are shown this once."""

    table: TableFace
    tokens: list[Held]


class Sit(Struct, forbid_unknown_fields=True):
    """Take a free chair (any, without a number), or the one that a claim is good for."""

    seat: Seat | None = None
    name: Short = ""
    colour: Short = ""
    claim: Token = ""


class Seated(Struct):
    """A chair that was taken, and its token. It is shown this once."""

    seat: int
    token: str
    table: TableFace


class ChangeChair(Struct, forbid_unknown_fields=True):
    """One thing at a time: a name or colour, or who sits there from now on."""

    name: Short = ""
    colour: Short = ""
    sitter: Literal["", "open", "bot"] = ""
    level: Short = ""


class Offer(Struct):
    """Whoever opens this link, or sits down with this claim, gets the chair. It works once."""

    seat: int
    claim: str
    link: str


class Arrange(Struct, forbid_unknown_fields=True):
    """The chairs in a new order (by their old numbers; those left out are taken away), and new ones behind them."""

    order: Annotated[list[Seat], Meta(max_length=8)]
    added: Annotated[list[NewChair], Meta(max_length=8)] = []


class Word(Struct, forbid_unknown_fields=True):
    """A word of one's own for the fair deal."""

    seat: Seat
    word: Short


class Deal(Struct, forbid_unknown_fields=True):
    """Begin the game. With an `id` it can be sent again without harm."""

    id: Annotated[str, Meta(max_length=40)] = ""


class Again(Struct, forbid_unknown_fields=True):
    """The next game at this table. Empty: the same as before, with the next dealer, dealt at once if `deal`."""

    id: Annotated[str, Meta(max_length=40)] = ""
    game: Short = ""
    preset: Short | None = None
    options: Options | None = None
    youngest: Seat | None = None
    next_dealer: bool = True
    deal: bool = False


class ShareLink(Struct):
    """Where a finished game can be watched, by whoever has the link."""

    game: int
    share: str
    link: str


# The longest rounds of our longest games, played at random, come to 850,000 signs. Families need a tenth of that.
LONGEST_RECORD = 2_000_000


class Import(Struct, forbid_unknown_fields=True):
    """A game as `tailback` exports it."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]


class Along(Struct, forbid_unknown_fields=True):
    """A whole table, to go on with elsewhere. It tells every card of a game that was dealt, and nothing that a deal to
    come hangs on."""

    rows: list[str]
    table: Annotated[str, Meta(max_length=22, description="What it was called there.")] = ""


class ReplayStep(Struct):
    """One step of a replay: who moved, what happened, and what the chosen seat saw (null: no views were asked for)."""

    step: int
    seat: int | None
    move: str
    events: list[Told]
    view: View | None


class Replay(Struct):
    """A game step by step, from one seat's knowledge (null: a watcher's). `steps` is a page of it."""

    table: str
    number: int
    game: str
    names: list[str]
    seat: int | None
    over: bool
    total: int
    steps: list[ReplayStep]
    scores: list[int] | None
    places: list[int] | None
    fair: FairFace | None


class Problem(Struct):
    """Why a request was refused; `key` and `params` name the text that explains it."""

    key: TextKey
    clause: Clause = ""
    params: Params = {}
    nearest: Annotated[Options, Meta(description="The nearest options that are possible.")] | None = None
    legal: Actions | None = None


class OptionFace(Struct):
    """One house rule of a game: what it can be, and what it usually is."""

    name: str
    kind: Literal["choice", "flag", "number", "numbers", "seat", "seats", "helped", "amount"]
    default: Any
    choices: list[Any]
    low: int
    high: int
    clause: str


class ActionFace(Struct, omit_defaults=True):
    """An action of a game: its notation, and the text key and parameters that put it into words.

    Of a game on the general table also what one taps for it; a `spread` may say it anew for a position.
    """

    notation: str
    key: str
    params: dict[str, Any]
    touches: Annotated[list[dict[str, Any]], Meta(description="One after the other; `Touch` in the shapes.")] = []


class Strength(Struct):
    """How well a level plays, as it was measured: its share of `matches` matches, alone against others of one level.

    The true share lies between `low` and `high`, in nineteen of twenty such measurements.
    """

    players: int
    against: Annotated[str, Meta(description="The level of the others.")]
    share: float
    low: float
    high: float
    matches: int


class EvenChance(Struct):
    """How often somebody of one level wins with the head start of a game, alone against others of one level.

    As it was measured: its share of `matches` matches, and what it was without the head start.
    """

    players: int
    level: str
    against: Annotated[str, Meta(description="The level of the others.")]
    share: float
    low: float
    high: float
    matches: int
    without: float


class Duration(Struct):
    """How long people sit over a match, in minutes: half of all matches take from `low` to `high`."""

    preset: Annotated[str, Meta(description="Empty for the game as it is without any.")]
    players: int
    low: int
    high: int


class GameFace(Struct):
    """A game, for lobbies and forms."""

    id: str
    rules: int
    fewest: int
    usual: int
    most: int
    age: int
    minutes: Annotated[tuple[int, int], Meta(description="At a small table, and at one that is full enough.")]
    times: Annotated[list[Duration], Meta(description="By preset and players, where it was worked out.")]
    options: list[OptionFace]
    presets: dict[str, Options]
    editions: dict[str, Options]
    levels: Annotated[list[str], Meta(description="How well robots can play, the weakest first.")]
    strength: Annotated[dict[str, Strength], Meta(description="By level, where it was measured.")]
    even: Annotated[list[EvenChance], Meta(description="What a head start does, where it was measured.")]
    forgetful: Annotated[bool, Meta(description="Remembering is the game: show no log while it runs.")]
    hands: Annotated[bool, Meta(description="Players hold what others must not see.")]
    in_the_open: Annotated[
        list[str], Meta(description="Kinds of decisions that need no look at a hand: people at one device just tap.")
    ]
    lets_go: Annotated[
        dict[str, str],
        Meta(
            description="Kinds of decisions that most people let go, with the key of the action that does so: people "
            "at one device are asked together, and only who wants to looks at a hand."
        ),
    ]
    lesson: Annotated[bool, Meta(description="There is a first lesson.")]
    family: Annotated[list[str], Meta(description="The clauses that are enough to begin: the page that families read.")]
    general: Annotated[
        bool, Meta(description="Its views bring a `spread` along: zones that can be drawn without knowing the game.")
    ]


class GameList(Struct):
    """All that a lobby can offer."""

    games: list[GameFace]
    colours: list[str]
    phrases: list[str]
    emotes: list[str]
    protocol: list[int]
    server: str


class Station(Struct):
    """A police station beside the road of a board, and the grey spaces `[lane, column]` that belong to it."""

    id: str
    side: Literal["left", "right"]
    x: float
    y: float
    angle: float
    grey: list[list[int]]


class Bridge(Struct):
    """Where the road crosses itself: which columns lie above, which below."""

    x: float
    y: float
    over: list[int]
    under: list[int]


class Board(Struct):
    """How a circuit is drawn. `id` is the `circuit` of the view and of the options.

    A space is a lane (0 is on the left as one drives) and a column. `cells` has, for each column, the
    middle of the road: x, y, the direction of driving in degrees, the length; x grows to the right, y
    downwards, degrees clockwise from the right. Lanes lie `lane_width` apart. `centreline` is the road in
    pieces: lines `["L", x1, y1, x2, y2]` and arcs `["A", x, y, radius, from, to]`. `arrows` are the start
    arrows as `[lane, column]`, the first one first. `view_box` is left, top, width, height.
    """

    id: str
    name: str
    lanes: int
    columns: int
    view_box: list[float]
    lane_width: float
    centreline: list[list[Any]]
    cells: list[list[float]]
    arrows: list[list[int]]
    stations: list[Station]
    bridges: list[Bridge]


class LessonStep(Struct):
    """One move of a lesson, and what the learner is told after it.

    Before a move of the learner a client shows the tip and lights up this action only; the moves of others it
    plays by itself, and their tip (it may be empty) tells what happened. `hints` are those of the learner's choices.
    """

    seat: int
    action: int
    tip: Annotated[str, Meta(description="A key in the section `lesson` of the game's texts.")]
    hints: list[Hint]
    update: SeatUpdate


class Lesson(Struct):
    """A first lesson, played from a real position: `start`, then `steps`, then the tip `done`.

    A client can show it on its usual table without a socket. `seat` is the learner.
    """

    game: str
    seat: int
    players: int
    preset: str
    options: Options
    start: SeatUpdate
    steps: list[LessonStep]
    done: Annotated[str, Meta(description="The key of the closing tip.")]


class Health(Struct):
    """The server is up and ready to play. When it is not, a refusal holds the same under `params`, and the reasons."""

    server: Annotated[str, Meta(description="Its version.")]
    tables_awake: Annotated[int, Meta(description="Tables that are awake in this process.")]
    ready: bool = True
    loop_ms: Annotated[int, Meta(description="The worst delay of the event loop of late, in milliseconds.")] = 0


class Alive(Struct):
    """The server turns."""

    server: str
    alive: bool = True
    here: Annotated[bool, Meta(description="At `/here/` lies the table that plays on the device alone.")] = False
    relay: Annotated[bool, Meta(description="Such tables can be reached through this server, at `/ws/relay`.")] = False


class Found(Struct):
    """The table behind a code."""

    table: str
    link: str
