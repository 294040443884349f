"""What is said on the socket: by the server, and by a device."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta, Struct

from tailback.server.protocol.faces import ChairFace, SeatUpdate, TableFace, TroubleFace
from tailback.server.protocol.words import Actions, Clause, Hint, Key, N, Params, Seat, Short, TextKey, Token, V

VERSIONS = (1,)
# Why the server closes a socket.
CLOSE_POLICY = 1008
CLOSE_RESTART = 1012


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

    `missed` is true for the first one after a hello or resync: `events` then hold what happened since the `v` that was
    named, unless that is too long ago. It is also true when a device that was far behind is shown the table as it is.
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


class Thinking(Struct, tag_field="type", tag="thinking"):
    """These robots have been thinking about decision `n` for a while. It holds until `n` changes; no row was written.

    Told only where one seat alone is asked: where several are, nobody learns who still thinks.
    """

    n: N
    seats: list[int]


class Trouble(Struct, tag_field="type", tag="trouble"):
    """Something is wrong with the game of this table, or (null) nothing any more. No row was written."""

    trouble: TroubleFace | None


class Words(Struct, tag_field="type", tag="words"):
    """The words, actions and options of this game are others now: whoever has kept them asks for them again.

    Only where a game is being worked on (`tailback serve --watch`). An `update` with the table as it is now follows.
    """

    game: str


class Why(Struct, tag_field="type", tag="why"):
    """Why a robot answered decision `n` as it did: `because.<key>` in the game's texts, with what it mentions."""

    id: str
    seat: int
    n: N
    key: TextKey
    params: Params


class Advice(Struct, tag_field="type", tag="advice"):
    """What a robot of this level would do in decision `n`, knowing what the seat knows. Nothing is done."""

    id: str
    seat: int
    n: N
    action: int
    level: str


class Ping(Struct, tag_field="type", tag="ping"):
    """Asks for a `pong` with the same `t`: so the server knows the line."""

    t: int


class Pong(Struct, tag_field="type", tag="pong"):
    """The answer to the client's own `ping`."""

    t: int


class Bye(Struct, tag_field="type", tag="bye"):
    """The last message before the server closes the socket, and why. `again`: come back in a moment, else later."""

    key: TextKey
    params: Params = {}
    again: bool = False


FromServer = (
    Welcome
    | Update
    | Presence
    | Thinking
    | Trouble
    | Words
    | You
    | Ack
    | Late
    | No
    | Hints
    | Why
    | Advice
    | Ping
    | Pong
    | Bye
)


# From the device, on the socket. `who` may say it: the words are those of `service/who.py`.


class Hello(Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message of a device, with the tokens of its seats and of the host; none to watch.

    `since` is the last `v` it has; what happened after it is told again, if it is not too long ago.
    """

    who: ClassVar = "own"
    protocol: list[int]
    table: Short
    tokens: Annotated[list[Token], Meta(max_length=16)] = []
    since: int | None = None


class Answer(Struct, tag_field="type", tag="answer", forbid_unknown_fields=True):
    """An answer to decision `n`: an action number, or its notation."""

    who: ClassVar = "sitter"
    id: Key
    seat: Seat
    n: N
    action: int | Short


class Say(Struct, tag_field="type", tag="say", forbid_unknown_fields=True):
    """A phrase or an emote from the table's list."""

    who: ClassVar = "sitter"
    id: Key
    seat: Seat
    phrase: Short


class AskUndo(Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Take back the last `moves` moves of this seat; without a number as many as nobody learned from."""

    who: ClassVar = "sitter"
    id: Key
    seat: Seat
    moves: Annotated[int, Meta(ge=1, le=1000)] | None = None


class AnswerUndo(Struct, tag_field="type", tag="undo_answer", forbid_unknown_fields=True):
    """Consent to an undo, or refuse it."""

    who: ClassVar = "sitter"
    id: Key
    seat: Seat
    yes: bool


class DropUndo(Struct, tag_field="type", tag="undo_drop", forbid_unknown_fields=True):
    """Ask no more: the undo that this seat asked for is forgotten."""

    who: ClassVar = "sitter"
    id: Key
    seat: Seat


class Hurry(Struct, tag_field="type", tag="hurry", forbid_unknown_fields=True):
    """Until this seat is asked again the robots answer at once, where nobody else plays; else nothing changes.

    Nothing of it is stored.
    """

    who: ClassVar = "sitter"
    id: Key
    seat: Seat


class AskHints(Struct, tag_field="type", tag="hints", forbid_unknown_fields=True):
    """Where would each choice in decision `n` lead? Nothing is done."""

    who: ClassVar = "sitter"
    id: Key
    seat: Seat
    n: N


class AskWhy(Struct, tag_field="type", tag="why", forbid_unknown_fields=True):
    """Why did the robot at this seat answer decision `n` as it did? Without a number: its latest move that is known,
    without a seat: that of any robot. Anybody at the table may ask, watchers too.
    """

    who: ClassVar = "own"
    id: Key
    seat: Seat | None = None
    n: N | None = None


class AskAdvice(Struct, tag_field="type", tag="advice", forbid_unknown_fields=True):
    """What would a robot do here, in decision `n` of this seat? Where the table allows it (`settings.hints`).

    Without a level: the best one that is allowed. Nobody else learns of it.
    """

    who: ClassVar = "sitter"
    id: Key
    seat: Seat
    n: N
    level: Short = ""


class Resync(Struct, tag_field="type", tag="resync", forbid_unknown_fields=True):
    """Send the table again, with the events after row `since`."""

    who: ClassVar = "own"
    id: Key
    since: int | None = None


class DevicePing(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Is the line alive? The server answers with a `pong`."""

    who: ClassVar = "own"
    t: int


class DevicePong(Struct, tag_field="type", tag="pong", forbid_unknown_fields=True):
    """The answer to the server's `ping`, with its `t`, at once: the line's allowance is measured by it."""

    who: ClassVar = "own"
    t: int


FromDevice = (
    Hello
    | Answer
    | Say
    | AskUndo
    | AnswerUndo
    | DropUndo
    | Hurry
    | AskHints
    | AskWhy
    | AskAdvice
    | Resync
    | DevicePing
    | DevicePong
)


encoder = msgspec.json.Encoder()
device_decoder = msgspec.json.Decoder(FromDevice)
