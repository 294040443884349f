"""Long work that requests ask for: reading a game from its first row on, and judging what strangers bring.

A job is plain data, so that a process that can be killed may do it (`job_pool.py`); what comes of it is JSON, or a
refusal. Nothing here looks at a table that is awake.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from tailback import games
from tailback.brought.errors import GameError, blamed, from_data
from tailback.core import contract, record
from tailback.robots import levelling
from tailback.server import protocol as p
from tailback.server.protocol import lessons, replays
from tailback.server.protocol.face import fair_face
from tailback.server.truth import along, desk, reasons
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.match import Broken
from tailback.server.truth.refusal import Refused
from tailback.server.truth.snapshot import KeptMatch, moves_of, recovered_match

# How long a job may take on the processor, in seconds: some for each, more for each row. Plain rules take longer.
SECONDS = 2.0
PER_ROW = 0.0004
PLAIN = 8.0 if contract.__file__.endswith(".py") else 1.0
# So many letters of a record are as much work as one row.
LETTERS = 60


class Job(msgspec.Struct, tag=True):
    """`do` gives what the job comes to, as plain data, or Refused. `rows` says how much work it is."""

    @property
    def rows(self) -> int:
        return 0

    @property
    def seconds(self) -> float:
        return SECONDS + PLAIN * PER_ROW * self.rows

    def do(self) -> Any:
        raise NotImplementedError


class TeachLesson(Job):
    game: str

    def do(self) -> p.Lesson:
        return lessons.lesson(self.game)


class Rows(msgspec.Struct):
    """Rows as they are stored, in one piece: to look at each of very many takes its time."""

    data: msgspec.Raw
    many: int

    @classmethod
    def of(cls, data: list[bytes]) -> Rows:
        return cls(msgspec.Raw(b"[%s]" % b",".join(data)), len(data))

    def each(self) -> list[bytes]:
        return [bytes(row) for row in msgspec.json.decode(self.data, type=list[msgspec.Raw])]


class OfTable(Job):
    """All that a table has seen, and the number of one of its games."""

    table: str
    seen: Rows
    number: int

    @property
    def rows(self) -> int:
        return self.seen.many + memoryview(self.seen.data).nbytes // LETTERS // 4

    def finished(self) -> record.Record:
        data = self.seen.each()
        copy = imported(data)
        if copy is not None:
            return replays.copied(copy, self.number)
        ledger, match = replays.game_of(self.table, data, self.number)
        if ledger.phase != "over":
            raise Refused("not_over", 409)
        return replays.as_record(match)


class LookBack(OfTable):
    """A page of a replay, as `seat` may see it. A running game shows itself to those who are at it."""

    seat: int | None
    since: int
    limit: int
    views: bool
    held: list[int]
    host: bool

    def do(self) -> p.Replay:
        data = self.seen.each()
        copy = imported(data)
        if copy is not None:
            found = replays.copied(copy, self.number)
            fair = replays.fair_deal(found)
        else:
            ledger, match = replays.game_of(self.table, data, self.number)
            fair = fair_face(ledger, match)
            found = replays.as_record(match) if ledger.phase == "over" else self.running(ledger)
        return replays.replay(
            self.table,
            found,
            self.number,
            fair,
            seat=self.seat,
            since=self.since,
            limit=self.limit,
            views=self.views,
        )

    def running(self, ledger: Ledger) -> record.Record:
        assert ledger.match is not None
        if self.seat is not None and self.seat not in self.held:
            raise Refused("not_over", 403)
        if not (ledger.settings.watchers or self.host or self.held):
            raise Refused("no_watchers", 403)
        return replays.running(ledger.match)


class WriteOut(OfTable):
    """A finished game as a file: the id of the game, and the text."""

    def do(self) -> tuple[str, str]:
        found = self.finished()
        return found.game.id, record.write(found)


class Copy(OfTable):
    """A finished game as the text of a copy."""

    def do(self) -> str:
        return replays.copy_of(self.finished())


class TakeIn(Job):
    """A stranger's file, as it is stored."""

    text: str

    @property
    def rows(self) -> int:
        return len(self.text) // LETTERS

    def do(self) -> str:
        return replays.taken_in(self.text)


class Pack(Job):
    """All rows of a table, as they go along."""

    seen: Rows

    @property
    def rows(self) -> int:
        return self.seen.many

    def do(self) -> list[str]:
        return [row.decode() for row in along.packed(self.seen.each())]


class Judge(Job):
    """A table that a stranger brings, as the desk writes it down: for whom, says `truth/along.py`."""

    data: list[str]
    at: int
    host: str
    tokens: list[str]
    secret: str

    @property
    def rows(self) -> int:
        return len(self.data)

    def do(self) -> Arrived:
        found = along.judge([row.encode() for row in self.data], self.at, self.host, self.tokens, self.secret)
        n, kept = found.snapshot or (0, b"")
        return Arrived([row.decode() for row in found.rows], found.people, n, kept.decode())


class Arrived(msgspec.Struct):
    """A table as it is to be stored: its rows, the chairs of people, and what the first `n` rows add up to."""

    rows: list[str]
    people: list[int]
    n: int
    snapshot: str


class Explain(Job):
    """Why a robot moved as it did."""

    match: KeptMatch
    playing: bool
    seat: int | None
    n: int | None

    @classmethod
    def of(cls, ledger: Ledger, seat: int | None, n: int | None) -> Explain:
        match = desk.current(ledger)
        if match.state is None:
            raise Refused("not_dealt")
        return cls(moves_of(match), ledger.phase == "playing", seat, n)

    @property
    def rows(self) -> int:
        return len(self.match.steps)

    def do(self) -> reasons.Reason:
        return reasons.reason(recovered_match(self.match), self.playing, self.seat, self.n)


class EvenOut(Job):
    """How large a head start must be."""

    game: str
    players: int
    options: dict[str, Any]
    helped: list[int]
    # Of the robots by seat; nothing where a person sits.
    levels: list[str]

    @property
    def seconds(self) -> float:
        return SECONDS + levelling.SECONDS

    def do(self) -> levelling.Levelled:
        game = games.load(self.game)
        options = game.settle(self.players, self.options)
        return levelling.level(game, self.players, options, self.helped, self.levels)


AnyJob = TeachLesson | LookBack | WriteOut | Copy | TakeIn | Pack | Judge | Explain | EvenOut


class Order(msgspec.Struct):
    """A job for another process, and how long it may take there."""

    job: AnyJob
    seconds: float


def imported(data: list[bytes]) -> record.Record | None:
    """The game of a table that is a copy."""
    first = r.decode(data[0]) if data else None
    if not isinstance(first, r.Imported):
        return None
    ledger = Ledger("")
    ledger.apply(first)
    return ledger.imported


# What comes of a job


class Outcome(msgspec.Struct, omit_defaults=True):
    """`value` is JSON; or why there is none. `spent`: seconds on the processor."""

    value: msgspec.Raw = msgspec.Raw(b"null")
    spent: float = 0.0
    refused: p.Problem | None = None
    status: int = 0
    broken: dict[str, Any] | None = None
    # A mistake of ours, for the log: what kind it is and where it happened, no words of its own.
    mistake: str = ""

    def given(self) -> bytes:
        """The value, or the refusal raised."""
        if self.broken is not None:
            error = from_data(self.broken)
            raise Refused(error.key, 409, params=error.shown)
        if self.refused is not None:
            said = self.refused
            raise Refused(said.key, self.status, said.clause, said.params, said.legal, said.nearest)
        if self.mistake:
            raise OurMistake(self.mistake)
        return bytes(self.value)


class OurMistake(RuntimeError):
    """A job failed in a way that nobody has words for."""


def no(refused: Refused) -> Outcome:
    told = p.Problem(refused.key, refused.clause, refused.params, refused.nearest, refused.legal)
    return Outcome(refused=told, status=refused.status)


def too_long() -> Outcome:
    return no(Refused("too_much_work", 422))


def outcome(job: AnyJob, clock: Callable[[], float] = time.process_time) -> Outcome:
    """Do it here and now."""
    begun = clock()
    try:
        found = Outcome(msgspec.Raw(msgspec.json.encode(job.do())))
    except Refused as refused:
        found = no(refused)
    except GameError as error:
        found = Outcome(broken=error.data())
    except Broken as broken:
        found = no(Refused(broken.key, 409, params=broken.params))
    except Exception as error:
        wrong = blamed(error)
        if wrong is None:
            raise
        found = Outcome(broken=wrong.data())
    found.spent = clock() - begun
    return found


# Asked when a job's turn has come: Refused where it shall not be begun any more.
Still = Callable[[], Awaitable[None]]


async def always() -> None:
    """Nothing can have changed meanwhile."""


class Doers(Protocol):
    """Whoever does jobs, somewhere that no table waits for."""

    async def do(self, address: str, job: AnyJob, still: Still = always) -> Outcome:
        """What comes of it. Jobs of one address wait for each other; whether one is still wanted is asked before it is
        begun."""

    async def close(self) -> None: ...


class AtOnce:
    """Jobs are done where they are asked for: nobody else plays here."""

    async def do(self, address: str, job: AnyJob, still: Still = always) -> Outcome:
        return outcome(job, time.perf_counter)

    async def close(self) -> None:
        """Nothing is under way."""
