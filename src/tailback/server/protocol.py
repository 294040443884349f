"""Every message between server and clients. Schemas, TypeScript types and the reference come from here.

HTTP carries tables, seats, replays and files; one WebSocket per device carries play. On the socket
the device speaks first (`hello`), everything it sends is answered with the same `id`, and what
happens at the table arrives as `update`, numbered by `v` without gaps.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from tailback.server.rows import Settings

VERSIONS = (1,)
# Why the server closes a socket.
CLOSE_POLICY = 1008
CLOSE_RESTART = 1012

Key = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        description="Chosen by the client, new for each request of a seat; repeated when it sends again.",
    ),
]
Seat = Annotated[int, Meta(ge=0, lt=8, description="The number of a chair.")]
Token = Annotated[str, Meta(max_length=64)]
Short = Annotated[str, Meta(max_length=200)]
Options = dict[str, Any]
V = Annotated[int, Meta(description="How many rows the table has.")]
N = Annotated[int, Meta(description="The number of the open decision; an answer names it.")]
Actions = Annotated[list[int], Meta(description="Numbers of actions; `/api/games/{game}/actions` lists them.")]
View = Annotated[dict[str, Any], Meta(description="All that the seat may know, in the engine's words.")]
Told = Annotated[
    dict[str, Any],
    Meta(
        description="An event: its `kind`, and what this seat may know of it.",
        extra_json_schema={"properties": {"kind": {"type": "string"}}, "required": ["kind"]},
    ),
]
Hint = Annotated[dict[str, Any], Meta(description="Where a choice leads, in the words of its game; see the manual.")]
TextKey = Annotated[str, Meta(description="Names the text that explains it; stable, for programs too.")]
Clause = Annotated[str, Meta(description="The rule behind it; empty when it is no rule of a game.")]
Params = Annotated[dict[str, Any], Meta(description="What the text mentions.")]


# What a table looks like


class ChairFace(Struct):
    """One chair, as everyone sees it. `away_ms` counts down to the bot that stands in; -1: away, nothing runs."""

    seat: int
    name: str
    colour: str
    sitter: Literal["person", "open", "bot"]
    level: str
    stand_in: bool
    here: bool
    away_ms: int | None


class UndoFace(Struct):
    """An undo that waits for the consent of `asked`."""

    seat: int
    moves: int
    asked: list[int]


class FairFace(Struct):
    """The fair deal: the fingerprint before, who added a word, and the rest once the game is over."""

    fingerprint: str
    worded: list[int]
    secret: str | None = None
    words: list[str] | None = None
    seed: str | None = None


class PastFace(Struct):
    """A finished game of this table."""

    number: int
    game: str
    names: list[str]
    scores: list[int]
    places: list[int]
    shared: bool


class SettingsFace(Struct):
    """How this table is run: every setting, the usual ones too."""

    away_seconds: int
    stand_in: str
    clock: bool
    allowance_ms: int
    pace_ms: int
    watchers: bool


class TableFace(Struct):
    """A table, as everyone may see it. `options` are complete once dealt, before that those given.

    `past` are its last fifty finished games; older ones are still there to be replayed by their number.
    """

    table: str
    code: str | None
    link: str
    v: V
    phase: Literal["lobby", "playing", "over"]
    game: str
    number: int
    rules: int
    preset: str
    options: Options
    youngest: int | None
    settings: SettingsFace
    chairs: list[ChairFace]
    watchers: int
    fair: FairFace | None
    undo: UndoFace | None
    past: list[PastFace]
    phrases: list[str]
    emotes: list[str]


class Question(Struct):
    """The open decision. `ms` is what is left of its time, null without a clock."""

    kind: str
    seats: list[int]
    gate: Literal["all", "first"]
    hold: bool
    seconds: float | None
    ms: int | None


class SeatUpdate(Struct):
    """What one seat (null: a watcher) learns: what happened, what it sees, what is asked and what it may do.

    `n` numbers the open decision; an answer names it. `view` and `events` are the engine's own words
    for this seat; `legal` are action numbers (see the action list of the game). When chairs are moved
    after the end, the view stays that of the seat in the finished game (`view.seat`; a watcher's for newcomers).
    """

    seat: int | None
    v: V
    n: N
    events: list[Told]
    view: View | None
    decision: Question | None
    legal: Actions
    awaited: list[int]


# From the server, on the socket


class Welcome(Struct, tag_field="type", tag="welcome"):
    """The first message: the version both speak, the table, and what this device holds."""

    protocol: int
    table: TableFace
    seats: list[int]
    host: bool
    server: str


class Update(Struct, tag_field="type", tag="update"):
    """Row `v` of the table. `table` is there when its face changed, `seats` when a game is on.

    `missed` is true for the first one after a hello or resync: `events` then hold all since the `v` that was named.
    """

    v: V
    seats: list[SeatUpdate]
    table: TableFace | None = None
    missed: bool = False


class Presence(Struct, tag_field="type", tag="presence"):
    """Who is here changed; no row was written."""

    chairs: list[ChairFace]
    watchers: int


class You(Struct, tag_field="type", tag="you"):
    """What this device holds has changed: a seat was freed, given away, or has another number."""

    seats: list[int]
    host: bool


class Ack(Struct, tag_field="type", tag="ack"):
    """Done (again: it was done before). `held`: noted, told when the window closes. `v`: the rows of the table then."""

    id: str
    v: V
    held: bool = False
    again: bool = False


class Late(Struct, tag_field="type", tag="late"):
    """Too late: decision `n` is open now. Nobody's fault."""

    id: str
    n: N


class No(Struct, tag_field="type", tag="refused"):
    """Refused, and nothing changed. `key` and `params` name the text that explains it, `clause` the rule."""

    id: str
    key: TextKey
    clause: Clause = ""
    params: Params = {}
    legal: Actions | None = None
    again: Annotated[bool, Meta(description="Worth sending again, with the same id, in a moment.")] = False


class Hints(Struct, tag_field="type", tag="hints"):
    """What would happen if: where the choices of this seat in decision `n` lead. Empty where `legal` says it all."""

    id: str
    seat: int
    n: N
    hints: list[Hint]


class Ping(Struct, tag_field="type", tag="ping"):
    """Asks for a `pong` with the same `t`: so the server knows the line."""

    t: int


class Pong(Struct, tag_field="type", tag="pong"):
    """The answer to the client's own `ping`."""

    t: int


class Bye(Struct, tag_field="type", tag="bye"):
    """The last message before the server closes the socket, and why. `again`: come back in a moment."""

    key: TextKey
    params: Params = {}
    again: bool = False


FromServer = Welcome | Update | Presence | You | Ack | Late | No | Hints | Ping | Pong | Bye


# From the device, on the socket


class Hello(Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message of a device, with the tokens of its seats and of the host; none to watch.

    `since` is the last `v` it has.
    """

    protocol: list[int]
    table: Short
    tokens: Annotated[list[Token], Meta(max_length=16)] = []
    since: int | None = None


class Answer(Struct, tag_field="type", tag="answer", forbid_unknown_fields=True):
    """An answer to decision `n`: an action number, or its notation."""

    id: Key
    seat: Seat
    n: N
    action: int | Short


class Say(Struct, tag_field="type", tag="say", forbid_unknown_fields=True):
    """A phrase or an emote from the table's list."""

    id: Key
    seat: Seat
    phrase: Short


class AskUndo(Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Take back the last `moves` moves of this seat; without a number as many as nobody learned from."""

    id: Key
    seat: Seat
    moves: Annotated[int, Meta(ge=1, le=1000)] | None = None


class AnswerUndo(Struct, tag_field="type", tag="undo_answer", forbid_unknown_fields=True):
    """Consent to an undo, or refuse it."""

    id: Key
    seat: Seat
    yes: bool


class AskHints(Struct, tag_field="type", tag="hints", forbid_unknown_fields=True):
    """Where would each choice in decision `n` lead? Nothing is done."""

    id: Key
    seat: Seat
    n: N


class Resync(Struct, tag_field="type", tag="resync", forbid_unknown_fields=True):
    """Send the table again, with the events after row `since`."""

    id: Key
    since: int | None = None


class DevicePing(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Is the line alive? The server answers with a `pong`."""

    t: int


class DevicePong(Struct, tag_field="type", tag="pong", forbid_unknown_fields=True):
    """The answer to the server's `ping`, with its `t`, at once: the line's allowance is measured by it."""

    t: int


FromDevice = Hello | Answer | Say | AskUndo | AnswerUndo | AskHints | Resync | DevicePing | DevicePong


# HTTP


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


class Checked(Struct):
    """The complete options."""

    options: Options


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


class Import(Struct, forbid_unknown_fields=True):
    """A game as `tailback` exports it."""

    record: Annotated[str, Meta(max_length=4_000_000)]


class ReplayStep(Struct):
    """One step of a replay: who moved, what happened, and what the chosen seat saw."""

    step: int
    seat: int | None
    move: str
    events: list[Told]
    view: View


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
    kind: Literal["choice", "flag", "number", "numbers"]
    default: Any
    choices: list[Any]
    low: int
    high: int
    clause: str


class ActionFace(Struct):
    """An action of a game: its notation, and the text key and parameters that put it into words."""

    notation: str
    key: str
    params: dict[str, Any]


class GameFace(Struct):
    """A game, for lobbies and forms."""

    id: str
    rules: int
    fewest: int
    usual: int
    most: int
    age: int
    minutes: tuple[int, int]
    options: list[OptionFace]
    presets: dict[str, Options]
    editions: dict[str, Options]
    levels: list[str]
    forgetful: Annotated[bool, Meta(description="Remembering is the game: show no log while it runs.")]


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
    """The server is up and its store answers."""

    server: str
    tables_awake: int


class Found(Struct):
    """The table behind a code."""

    table: str
    link: str


encoder = msgspec.json.Encoder()
device_decoder = msgspec.json.Decoder(FromDevice)
