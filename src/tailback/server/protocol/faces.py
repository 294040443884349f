"""What a table looks like to those at it; told over HTTP and on the socket alike."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tailback.server.protocol.words import Actions, N, Options, Told, V, View


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
    """An undo that waits for the consent of `asked`. `told` are the events it would take back, as everyone saw them."""

    seat: int
    moves: int
    asked: list[int]
    told: list[Told] = []


class FairFace(Struct):
    """The fair deal: the fingerprint before, who added a word, and the rest once the game is over.

    `moved`: the table went from one place to another after this deal, so whoever carried it could know or choose it.
    """

    fingerprint: str
    worded: list[int]
    secret: str | None = None
    words: list[str] | None = None
    seed: str | None = None
    moved: bool = False


class PastFace(Struct):
    """A finished game of this table: by seat, who sat there at its end, and how they did.

    Two `holders` alike in the games of one list had the same token: somebody was only called something else (-1: no
    token). `robots` are the seats that no person had, neither at the deal nor at the end. `at` is when it ended, in
    milliseconds since 1970.
    """

    number: int
    game: str
    names: list[str]
    colours: list[str]
    holders: list[int]
    robots: list[int]
    scores: list[int]
    places: list[int]
    shared: bool
    at: int


class SettingsFace(Struct):
    """How this table is run: every setting, the usual ones too."""

    away_seconds: int
    stand_in: str
    clock: bool
    allowance_ms: int
    pace_ms: int
    watchers: bool
    hints: str


class TroubleFace(Struct):
    """What is wrong with the game of this table, which comes from elsewhere: a text in `refusals`, with file and line.

    `stopped`: it cannot go on like this until the game is mended. Otherwise it goes on by the rules as they were.
    """

    key: str
    params: dict[str, Any]
    stopped: bool


class TableFace(Struct):
    """A table, as everyone may see it. `options` are complete once dealt, before that those given.

    `past` are its last fifty finished games; older ones are still there to be replayed by their number.
    `ends_ms` is how long it takes until the time of the match is up, in milliseconds; null where no clock runs.
    `thinking` are the robots that have been thinking about the open decision for a while; see the message `thinking`.
    `trouble` is what is wrong with its game; see the message `trouble`.
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
    thinking: list[int] = []
    trouble: TroubleFace | None = None
    ends_ms: int | None = None


class Question(Struct):
    """The open decision. `ms` is what is left of its time, null without a clock.

    With a clock it opens for everybody in `opens_ms`, when the screens have shown what led to it.
    """

    kind: str
    seats: list[int]
    gate: Literal["all", "first"]
    hold: bool
    seconds: float | None
    ms: int | None
    opens_ms: int = 0


class SeatUpdate(Struct, omit_defaults=True):
    """What one seat (null: a watcher) learns: what happened, what it sees, what is asked and what it may do.

    `n` numbers the open decision; an answer names it. `view` and `events` are the engine's own words
    for this seat; `legal` are action numbers (see the action list of the game). When chairs are moved
    after the end, the view stays that of the seat in the finished game (`view.seat`; a watcher's for newcomers).
    `forced`: the one legal action is no secret, so a device that several people share may answer with it for this seat.
    """

    seat: int | None
    v: V
    n: N
    events: list[Told]
    view: View | None
    decision: Question | None
    legal: Actions
    awaited: list[int]
    forced: bool = False
