"""The same table twice in one process: once as it is, once in a world that one device cannot tell from it.

House, table, switchboard, lines and stores are the real ones; only the wire ends in a list, so that
bytes can be compared. Time stands still until a test lets it pass, so that moments can be, too.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from tailback import games
from tailback.core import fair
from tailback.core.contract import Decision, Event, State
from tailback.core.rng import Rng
from tailback.laws.each import known
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.bucket import Bucket
from tailback.server.live.house import House
from tailback.server.live.table import Table
from tailback.server.run.setup import Setup, limits_for
from tailback.server.service.lines import Gone, Line
from tailback.server.service.switchboard import Switchboard
from tailback.server.store.sqlite import SqliteStore
from tailback.server.truth import desk, seats
from tailback.server.truth import rows as r

T = TypeVar("T")
# With these cards the games that hold a window open do so within the few moves that a test has.
SECRET = "1a" * fair.SECRET_BYTES
HOST = "the-host-of-this-table"


class StandingClock(asyncio.SelectorEventLoop):
    """Time passes when it is told to."""

    now = 1000.0

    def time(self) -> float:
        return self.now


def run(work: Callable[[], Awaitable[T]]) -> T:
    async def main() -> T:
        return await work()

    with asyncio.Runner(loop_factory=StandingClock) as runner:
        return runner.run(main())


class Overheard(SqliteStore):
    """A store as several processes share it, and what they shout to each other."""

    shared = True

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.shouts: list[str] = []
        self.reading = 0

    async def shout(self, text: str) -> None:
        self.shouts.append(text)

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        self.reading += 1
        try:
            return await super().rows(table, since)
        finally:
            self.reading -= 1


ANSWERS = (
    b'"type":"ack"',
    b'"type":"late"',
    b'"type":"refused"',
    b'"type":"hints"',
    b'"type":"why"',
    b'"type":"advice"',
)


class Phone:
    """A device whose wire ends here."""

    def __init__(self, side: Side, tokens: list[str], since: int | None = None) -> None:
        self.side = side
        # When it came, and what.
        self.got: list[tuple[float, bytes]] = []
        # Nothing came yet; and how many requests are without an answer.
        self.greeted = False
        self.owed = 0
        self.sent: asyncio.Queue[str | None] = asyncio.Queue()
        side.phones.append(self)
        line = Line(self, side.board.limits.messages, address="192.0.2.1")
        self.task = asyncio.get_running_loop().create_task(side.board.attend(line))
        self.send({"type": "hello", "protocol": [1], "table": side.table.id, "tokens": tokens, "since": since})

    @property
    def waiting(self) -> bool:
        """It has sent something that was not read or not answered yet."""
        return not self.task.done() and (not self.sent.empty() or not self.greeted or self.owed > 0)

    def send(self, message: dict[str, Any]) -> None:
        self.owed += "id" in message
        self.sent.put_nowait(json.dumps(message))

    def push(self, message: bytes) -> bool:
        # A ping carries the time of day and nothing else.
        if b'"type":"ping"' not in message[:24]:
            self.note(message)
        return True

    def note(self, raw: bytes) -> None:
        self.greeted = True
        self.owed -= any(kind in raw[:28] for kind in ANSWERS)
        self.got.append((asyncio.get_running_loop().time(), raw))

    def cut(self) -> None:
        self.note(b"cut")

    def hang_up(self, code: int, reason: str = "") -> None:
        self.note(f"hung up {code} {reason}".encode())
        self.sent.put_nowait(None)

    async def hear(self) -> str | None:
        said = await self.sent.get()
        if said is None:
            raise Gone
        return said

    def hold(self) -> None:
        """Nothing is read ahead here."""

    def release(self) -> None:
        """Nor was anything held."""

    async def leave(self) -> None:
        self.sent.put_nowait(None)
        await self.task
        if self in self.side.phones:
            self.side.phones.remove(self)

    def take(self) -> list[tuple[float, bytes]]:
        taken, self.got = self.got, []
        return taken


class Side:
    """One of the two: a house with one table."""

    def __init__(self, store: Overheard, workers: int) -> None:
        self.store = store
        self.house = House(store, BotPool(workers))
        self.house.node.id = "this-process"
        self.board = Switchboard(self.house, limits_for(Setup("", lines=10_000)))
        self.table: Table = None  # type: ignore[assignment]
        self.phones: list[Phone] = []

    @property
    def state(self) -> State:
        assert self.table.ledger.match is not None
        assert self.table.ledger.match.state is not None
        return self.table.ledger.match.state

    @property
    def decision(self) -> Decision | None:
        assert self.table.ledger.match is not None
        return self.table.ledger.match.decision

    @property
    def busy(self) -> bool:
        working = self.table.line_up.busy or self.store.reading or any(phone.waiting for phone in self.phones)
        return bool(working) or any(worker.busy for worker in self.house.pool.workers)


class Twins:
    """`real` and `other`. `viewer` is whose knowledge they share: a seat, or None for everyone without one."""

    def __init__(self, real: Side, other: Side, viewer: int | None, seed: int) -> None:
        self.real = real
        self.other = other
        self.viewer = viewer
        self.rng = Rng(seed)
        self.phones: list[tuple[Phone, Phone]] = []
        self.drivers: dict[int, tuple[Phone, Phone]] = {}
        self.ids = 0

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.real, self.other

    async def quiet(self) -> None:
        """Until nothing goes on at this moment: no write, no thought, nothing to deliver."""
        loop = asyncio.get_running_loop()
        calm = 0
        while calm < 3:
            # What other threads have done arrives meanwhile.
            await loop.run_in_executor(None, time.sleep, 0.0003)
            for _ in range(8):
                await asyncio.sleep(0)
            calm = 0 if self.real.busy or self.other.busy else calm + 1

    async def pass_time(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, StandingClock)
        loop.now += seconds
        await self.quiet()

    async def phone(self, *tokens: str, since: int | None = None) -> tuple[Phone, Phone]:
        """The same device at both tables."""
        pair = (Phone(self.real, list(tokens), since), Phone(self.other, list(tokens), since))
        await self.quiet()
        for side in self.sides:
            for line in side.board.lines:
                # Real seconds hardly pass here.
                line.bucket = Bucket(1_000_000, 0)
        return pair

    def send(self, pair: tuple[Phone, Phone], kind: str, **more: Any) -> None:
        self.ids += 1
        for phone in pair:
            phone.send({"type": kind, "id": f"m{self.ids}", **more})

    def compare(self) -> int:
        """What the devices got since the last time: the same bytes at the same moments."""
        compared = 0
        for ours, theirs in self.phones:
            mine, other = ours.take(), theirs.take()
            assert mine == other, difference(mine, other)
            compared += len(mine)
        assert self.real.store.shouts == self.other.store.shouts
        return compared

    def drop(self) -> None:
        for pair in self.phones:
            for phone in pair:
                phone.take()

    def imagine(self) -> None:
        """The other table becomes a new world that the viewer cannot tell from the real one."""
        match, twin = self.real.table.ledger.match, self.other.table.ledger.match
        assert match is not None
        assert twin is not None
        world = self.real.state.imagine(self.viewer, self.rng)
        world.listen()
        twin.state, twin.decision, twin.n = world, world.decision(), match.n
        twin.steps = list(match.steps)
        self.other.table.showing.recent = self.real.table.showing.recent.copy()
        self.other.table.told_at = self.real.table.told_at
        assert known(world, self.viewer) == known(self.real.state, self.viewer)

    async def imagine_anew(self) -> None:
        """The other table comes to where the real one is, whatever happened there, and time goes on from here."""
        twin, match = self.other.table.ledger, self.real.table.ledger
        if len(await self.other.store.rows(twin.table)) != match.v:
            await self.other.store.delete(twin.table)
            await self.other.store.create(twin.table, await self.real.store.rows(twin.table), 1)
        twin.v, twin.phase, twin.past = match.v, match.phase, list(match.past)
        self.imagine()
        for side in self.sides:
            side.table.set_clock()

    def same_story(self, seat: int, action: int, other: int) -> bool:
        """Would these two answers look the same to the viewer?"""
        return same_story(self.viewer, self.real.state, [(seat, action)], self.other.state, [(seat, other)])

    def counterpart(self, seat: int, action: int) -> int | None:
        """An answer at the other table that looks the same to the viewer; a new world is tried where there is none."""
        for _ in range(6):
            legal = self.other.state.legal(seat)
            for other in [action, *legal[:12]]:
                if other in legal and self.same_story(seat, action, other):
                    return other
            self.imagine()
        return None


def same_story(
    viewer: int | None, real: State, ours: list[tuple[int, int]], world: State, theirs: list[tuple[int, int]]
) -> bool:
    """Do these moves leave the viewer with the same knowledge, told in the same words?

    Then everybody else must be told the same about them, too. A deal sweeps away what was laid open.
    """
    ends, stories = [], []
    for state, moves in ((real, ours), (world, theirs)):
        twin = state.clone()
        twin.listen()
        for seat, action in moves:
            twin.apply(seat, action)
        ends.append(known(twin, viewer))
        stories.append(twin.take_events())
    if ends[0] != ends[1] or any(event.kind == "dealt" for event in stories[0] + stories[1]):
        return False
    told = [[(event.seen_by(None), viewer in event.to) for event in story] for story in stories]
    assert told[0] == told[1]
    # In which order its own cards came is the viewer's own business.
    return seen(stories[0], viewer) == seen(stories[1], viewer)


def seen(story: list[Event], viewer: int | None) -> list[dict[str, Any]]:
    return [event.seen_by(viewer) for event in story]


def difference(mine: list[tuple[float, bytes]], other: list[tuple[float, bytes]]) -> str:
    for ours, theirs in zip(mine, other, strict=False):
        if ours != theirs:
            at = next((i for i, (a, b) in enumerate(zip(ours[1], theirs[1], strict=False)) if a != b), 0)
            start = max(0, at - 80)
            return f"at {ours[0]} and {theirs[0]}: {ours[1][start : at + 80]!r} or {theirs[1][start : at + 80]!r}"
    return f"{len(mine)} messages or {len(other)}: {mine[len(other) :]} {other[len(mine) :]}"


@contextlib.asynccontextmanager
async def twins(
    folder: Path, game: str, chairs: str, viewer: int | None, seed: int = 1, workers: int = 1, **settings: Any
) -> AsyncIterator[Twins]:
    """Two tables with the same rows, dealt. `chairs`: `person` or `bot` for each seat."""
    sides = [Side(Overheard(str(folder / f"{name}{viewer}.sqlite")), workers) for name in ("real", "other")]
    for side in sides:
        await side.house.start()
    pair = Twins(sides[0], sides[1], viewer, seed)
    try:
        # The time of day is written down with what happens, and shown with games that are over.
        with patch("time.time_ns", lambda: 1_800_000_000 * 10**9):
            await set_table(pair, game, chairs.split(), r.Settings(**settings))
            yield pair
    finally:
        for side in sides:
            await side.house.stop()
        for phones in [*pair.phones, *pair.drivers.values()]:
            await asyncio.gather(*(phone.leave() for phone in phones), return_exceptions=True)


async def set_table(pair: Twins, game: str, sitters: list[str], settings: r.Settings) -> None:
    chairs = []
    for seat, sitter in enumerate(sitters):
        chair = r.Chair(chr(65 + seat), seats.COLOURS[seat], "bot", "3")
        if sitter == "person":
            chair = r.Chair(chair.name, chair.colour, "person", token=seats.hashed(token(seat)))
        chairs.append(chair)
    prepared = desk.prepare(1, game, len(chairs), "", games.load(game).short, None)
    prepared.secret = SECRET
    first: list[r.AnyRow] = [r.Opened(at=1, host=seats.hashed(HOST), settings=settings, chairs=chairs), prepared]
    table_id = await pair.real.house.create(first)
    pair.real.table = await pair.real.house.table(table_id)
    await pair.real.table.write(lambda ledger: desk.deal(ledger, 2))
    rows = await pair.real.store.rows(table_id)
    await pair.other.store.create(table_id, rows, 1)
    pair.other.table = await pair.other.house.table(table_id)
    pair.other.table.code = pair.real.table.code
    pair.imagine()
    await pair.quiet()


def token(seat: int) -> str:
    return f"the-token-of-seat-{seat}"


def players(game: str) -> int:
    return max(3, games.load(game).fewest)
