"""A full disk, a database that is away, bots that are stuck or killed, writes whose outcome nobody knows."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from server import cluster
from server.harness import (
    NO_CLOCK,
    PATIENCE,
    Device,
    Host,
    ServerProcess,
    Somebody,
    devices,
    eventually,
    health,
    logged,
    play_on,
    reasons,
    spread,
)
from specimens import SEALED, TURNS, WINDOW, hurried
from tailback.server.live import house as houses
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.clock import now_ms
from tailback.server.live.house import House
from tailback.server.live.table import Table
from tailback.server.store import StoreAway
from tailback.server.store.sqlite import SqliteStore
from tailback.server.truth import desk, seats
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused
from tailback.server.truth.snapshot import add_up
from tailback.server.vitals.watch import CALM, TRY

# A full disk


def allow(running: ServerProcess, size: int) -> None:
    """No file of the server may grow beyond this: to the server it is a disk without room."""
    assert running.process is not None
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def test_a_full_disk_is_a_clear_refusal_and_play_goes_on_when_there_is_room() -> None:
    async def play() -> None:
        with logged(linger=0.1) as (running, lines):
            database = Path(str(running.setup["database"]))
            async with Host(running) as host:
                await host.open(SEALED.id, "here here")
                asleep = host.table
                await host.open(TURNS.id, "here here bot", options=TURNS.short, settings=NO_CLOCK)
                await host.deal()
                async with devices(host.device(0, 1), host.device()) as (ann, watcher):
                    await ann.wait(lambda: ann.asked(0) or ann.asked(1))
                    allow(running, database.with_name(database.name + "-wal").stat().st_size)
                    before = ann.v
                    seat = 0 if ann.asked(0) else 1
                    answer = {"seat": seat, "n": ann.now[seat]["n"], "action": spread(ann.now[seat]), "id": "mine"}
                    for _ in range(3):
                        refused = await ann.ask("answer", **answer)
                        assert (refused["type"], refused["key"], refused["again"]) == ("refused", "store_full", True)
                        ann.log.remove(refused)
                    await no_new_table(host)
                    # Looking at what is there needs no room, also at a table that must be woken.
                    assert (await host.ok("GET", f"/api/tables/{asleep}"))["table"] == asleep
                    assert ann.v == watcher.v == before
                    assert reasons(running) == ["full"]
                    await asyncio.sleep(CALM + 2 * TRY)
                    assert reasons(running) == ["full"], "reading proves nothing"
                    assert [line["event"] for line in lines()] == ["store_full"]
                    allow(running, resource.RLIM_INFINITY)
                    assert (await ann.ask("answer", **answer))["type"] == "ack"
                    await play_on(ann, (0, 1), spread)
                    await watcher.wait(lambda: watcher.over)
                await eventually(lambda: health(running)[0] == 200)
                assert [line["event"] for line in lines()] == ["store_full", "store_back"]
            running.stop()
            assert sound(database, host.table).phase == "over"

    asyncio.run(play())


def test_a_full_disk_in_the_middle_of_anything_leaves_nothing_half_done() -> None:
    """Sitting down, dealing, sharing, bringing a file: refused in words as long as there is no room, and
    the table and the file are as they were. The same request works as soon as there is some, and works once."""

    async def play() -> None:
        with logged() as (running, lines):
            database = Path(str(running.setup["database"]))
            async with Host(running) as host, Host(running) as done:
                await done.open(TURNS.id, "here here", options=TURNS.short, settings=NO_CLOCK, deal=True)
                async with done.device(0, 1) as both:
                    await play_on(both, (0, 1), spread)
                record = (await done.ask("GET", "{t}/games/0/export")).text
                await host.open(TURNS.id, "here open", options=TURNS.short, settings=NO_CLOCK)
                token = host.tokens[0]
                asks: dict[str, tuple[Host, str, str, Any, str | None]] = {
                    "sitting": (host, "POST", "{t}/seats", {"name": "Ben"}, None),
                    "a word": (host, "POST", "{t}/words", {"seat": 0, "word": "mine"}, token),
                    "dealing": (host, "POST", "{t}/deal", {"id": "once"}, token),
                    "settling": (host, "PUT", "{t}/settings", {"clock": False}, host.tokens[None]),
                    "sharing": (done, "POST", "{t}/games/0/share", {}, done.tokens[0]),
                    "bringing": (done, "POST", "/api/import", {"record": record}, None),
                    "another game": (done, "POST", "{t}/again", {"id": "next"}, done.tokens[0]),
                }
                for name, (whose, method, path, body, mine) in asks.items():
                    before = await state(whose)
                    allow(running, database.with_name(database.name + "-wal").stat().st_size)
                    for _ in range(2):
                        refused = await whose.ask(method, path, body, mine)
                        assert (refused.status_code, refused.json()["key"]) == (507, "store_full"), (name, refused.text)
                    assert await state(whose) == before, name
                    allow(running, resource.RLIM_INFINITY)
                    worked = await whose.ask(method, path, body, mine)
                    assert worked.status_code in (200, 201), (name, worked.text)
                    if name == "sitting":
                        assert [chair["name"] for chair in worked.json()["table"]["chairs"]].count("Ben") == 1
                assert {line["event"] for line in lines()} <= {"store_full", "store_back"}
                tables = (host.table, done.table)
            running.stop()
            assert [sound(database, table).phase for table in tables] == ["playing", "lobby"]

    asyncio.run(play())


async def state(host: Host) -> Any:
    return (await host.ok("GET", "{t}"))["v"]


async def no_new_table(host: Host) -> None:
    chairs = [{"sitter": "here", "name": "A"}, {"sitter": "here", "name": "B"}]
    answer = await host.ask("POST", "/api/tables", {"game": SEALED.id, "chairs": chairs})
    assert answer.status_code == 507
    assert answer.json()["key"] == "store_full"


def sound(database: Path, table: str) -> Ledger:
    """The file is whole, and so is the table in it."""
    with closing(sqlite3.connect(database)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        query = "SELECT n, data FROM inputs WHERE table_id = ? ORDER BY n"
        found = db.execute(query, (table,)).fetchall()
    assert [n for n, _ in found] == list(range(len(found)))
    keys = [row.key for row in (r.decode(raw) for _, raw in found) if row.key]
    assert len(keys) == len(set(keys))
    return add_up(table, [raw for _, raw in found])


# A database that is away


@pytest.fixture
def mortal() -> Iterator[cluster.Cluster]:
    """The database, for a test that stops it: it runs again afterwards."""
    yield cluster.shared()
    cluster.shared().stop()
    cluster.shared().start()


def test_a_database_that_goes_away_and_comes_back(mortal: cluster.Cluster) -> None:
    """Requests are refused for now; windows, stand-ins and bots carry on by themselves afterwards."""

    async def play() -> None:
        # Nobody is taken for dead because the store keeps them waiting.
        with logged(mortal.new_database(), silent=2.0) as (running, lines):
            async with Host(running) as host:
                settings = {"pace_ms": 0, "away_seconds": 5}
                await host.open(WINDOW.id, "here here bot", options=hurried(WINDOW), settings=settings)
                await host.deal()
                async with devices(host.device(0)) as (ann,):
                    async with devices(host.device(1)) as (ben,):
                        await until_clock(ann, ben)
                        before = ann.v
                        await asyncio.to_thread(mortal.stop)
                    left = time.monotonic()
                    refused = await ann.ask("say", seat=0, phrase="hello", id="hello")
                    assert (refused["type"], refused["key"], refused["again"]) == ("refused", "store_away", True)
                    ann.log.remove(refused)
                    while time.monotonic() < left + 6:
                        assert reasons(running) == ["away"]
                        # Not `await`: Ann hears nothing in these seconds, and answers nothing.
                        time.sleep(0.2)
                    assert ann.v == before
                    assert [line["event"] for line in lines()] == ["store_away"]
                    assert cluster.PASSWORD not in json.dumps(lines())
                    await asyncio.to_thread(mortal.start)
                    for kind in ("table_time", "table_stand_in"):
                        await ann.wait(lambda kind=kind: kind in [event["kind"] for event in ann.events(0)])
                    assert (await ann.ask("say", seat=0, phrase="hello", id="hello"))["type"] == "ack"
                    moves = sum(ben_moved(ann))
                    await play_slowly(ann, lambda: sum(ben_moved(ann)) > moves)
                    assert not ann.said("bye")
                    async with devices(host.device(1, since=before)) as (ben,):
                        assert "table_back" in [event["kind"] for event in ben.events(1)]
                await eventually(lambda: health(running)[0] == 200)
                assert [line["event"] for line in lines()] == ["store_away", "store_back"]

    asyncio.run(play())


async def until_clock(ann: Device, ben: Device) -> None:
    """Play until a window is open."""
    while not (ann.now[0]["decision"] or {}).get("seconds"):
        for line, seat in ((ann, 0), (ben, 1)):
            if line.asked(seat) and not line.now[seat]["decision"]["seconds"]:
                got = await line.answer(seat, spread(line.now[seat]))
                assert got["type"] in ("ack", "late")
        v = ann.v
        await ann.wait(lambda v=v: ann.v != v or ann.now[0]["decision"]["seconds"] or ann.asked(0) or ben.asked(1))


def ben_moved(line: Device) -> list[bool]:
    return [event.get("seat") == 1 and not event["kind"].startswith("table_") for event in line.events(0)]


async def play_slowly(line: Device, until: Any) -> None:
    """Answer for seat 0, letting windows pass, until this holds or the game is over."""
    while not until() and not line.over:
        if line.asked(0) and not line.now[0]["decision"]["seconds"]:
            await line.answer(0, spread(line.now[0]))
        n = line.now[0]["n"]
        await line.wait(lambda n=n: line.now[0]["n"] != n or until() or line.over)


# Bots


def workers(running: ServerProcess) -> list[int]:
    assert running.process is not None
    pid = running.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    # A child that is being made still has the name of its parent, which waits for it.
    return [int(child) for child in children if b".bot_worker" in Path(f"/proc/{child}/cmdline").read_bytes()]


@asynccontextmanager
async def stuck_bot(running: ServerProcess) -> AsyncIterator[tuple[Device, int]]:
    """A table whose bot was asked and whose process stands still."""
    async with Host(running) as host:
        await host.open(TURNS.id, "here bot", options=TURNS.short, settings=NO_CLOCK)
        await host.deal()
        async with devices(host.device(0)) as (ann,):
            while not workers(running):
                await play_on(ann, (0,), spread, 1)
                await ann.wait(lambda: ann.asked(0) or ann.over)
            (worker,) = workers(running)
            os.kill(worker, signal.SIGSTOP)
            while ann.asked(0):
                n = ann.now[0]["n"]
                await ann.answer(0, spread(ann.now[0]))
                await ann.wait(lambda n=n: ann.now[0]["n"] != n)
            assert not ann.over
            yield ann, worker


@pytest.mark.parametrize("end", ["killed", "given up"])
def test_a_stuck_bot_delays_no_other_table_and_its_own_goes_on(end: str) -> None:
    async def play() -> None:
        limit = 600.0 if end == "killed" else 2.0
        with ServerProcess(bot_workers=2, bot_limit=limit) as running:
            async with stuck_bot(running) as (ann, worker):
                before = ann.v
                if end == "killed":
                    await whole_game(running)
                    assert ann.v == before
                    os.kill(worker, signal.SIGKILL)
                await play_on(ann, (0,), spread)
                assert worker not in workers(running)

    asyncio.run(play())


async def whole_game(running: ServerProcess) -> None:
    async with Host(running) as host:
        await host.open(TURNS.id, "here bot bot", options=TURNS.short, settings=NO_CLOCK)
        await host.deal()
        async with devices(host.device(0)) as (ben,):
            await play_on(ben, (0,), spread)


# Writes whose outcome nobody knows


class Doubtful(SqliteStore):
    """It writes and then says it may not have; and it can be slow to read."""

    forgets = False

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.reading = asyncio.Event()
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def append(self, table: str, n: int, row: bytes) -> None:
        await super().append(table, n, row)
        if self.forgets:
            self.forgets = False
            raise StoreAway("away", where="")

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        found = await super().rows(table, since)
        self.reading.set()
        await self.go_on.wait()
        return found


@asynccontextmanager
async def table_at(folder: Path) -> AsyncIterator[tuple[Table, Doubtful]]:
    store = Doubtful(folder / "tables.sqlite")
    house = House(store, BotPool(1))
    await house.start()
    try:
        chairs = [r.Chair(name, colour, "person") for name, colour in (("A", "red"), ("B", "blue"))]
        prepared = desk.prepare(now_ms(), SEALED.id, 2, "", {}, None)
        yield await house.open_table(chairs, r.Settings(clock=False), "host", [prepared]), store
    finally:
        await house.stop()


def hello(ledger: Ledger) -> r.AnyRow:
    return desk.say(ledger, now_ms(), 0, "hello", "0.hello")


def test_a_row_that_was_written_after_all_is_shown_though_nobody_asks_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with table_at(tmp_path) as (table, store):
            ann = Somebody((0,))
            table.enter(ann, lambda: None)
            before, seen = table.ledger.v, len(ann.got)
            store.forgets = True
            with pytest.raises(Refused, match="store_away"):
                await table.write(hello, "0.hello")
            assert table.ledger.v == before
            await eventually(lambda: table.ledger.v == before + 1)
            assert len(ann.got) == seen + 1
            # Whoever does ask again is told that it was done.
            assert await table.write(hello, "0.hello") is False
            assert len(await store.rows(table.id)) == before + 1

    asyncio.run(play())


def test_a_table_keeps_its_code_while_somebody_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes of tables that were not touched for long are given to others; a wall display may stay for months."""
    monkeypatch.setattr(houses, "TOUCH", 0.01)

    async def play() -> None:
        async with table_at(tmp_path) as (table, store):
            table.enter(Somebody((0,)), lambda: None)
            before = await store.entry(table.id)
            async with asyncio.timeout(PATIENCE):
                while (now := await store.entry(table.id)) == before:
                    await asyncio.sleep(0.01)
            assert before is not None
            assert now is not None
            assert now.touched > before.touched

    asyncio.run(play())


def test_codes_get_longer_where_they_run_short_and_idle_ones_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two letters there are 16 codes of four, 16 of five, 32 of seven: enough tries find each."""
    monkeypatch.setattr(seats, "LETTERS", "AB")
    monkeypatch.setattr(seats, "RARE", 1)
    monkeypatch.setattr(houses, "CODE_TRIES", 200)
    monkeypatch.setattr(houses, "TOUCH", 0.01)

    async def play() -> None:
        async with table_at(tmp_path) as (table, store):
            house = table.keeper
            assert isinstance(house, House)
            opened = [table.code]
            for _ in range(40):
                fresh = await house.open_table([r.Chair("A", "red", "person")], r.Settings(), "host", [])
                opened.append(fresh.code)
            assert len(set(opened)) == len(opened)
            assert {len(code or "") for code in opened} == {4, 5, 7}
            for code in opened:
                # No code begins another: four letters typed are never somebody else's table.
                assert not [other for other in opened if other != code and (other or "").startswith(code or "")]
                assert await house.find((code or "").lower())
            # A day later, nobody having come, the codes are free again; the table in use keeps its own.
            later = now_ms() + houses.DAY_MS + 1000
            await store.touch(table.id, later)
            monkeypatch.setattr(houses, "now_ms", lambda: later)
            await eventually_async(lambda: codes(store), 1)
            assert await house.find(table.code or "") == table.id

    asyncio.run(play())


async def codes(store: SqliteStore) -> int:
    return len([entry for entry in await store.entries() if entry.code])


async def eventually_async(count: Callable[[], Awaitable[int]], wanted: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await count() != wanted:
            await asyncio.sleep(0.01)


def test_a_request_given_up_in_the_middle_of_its_write_leaves_nobody_behind(tmp_path: Path) -> None:
    async def play() -> None:
        async with table_at(tmp_path) as (table, store):
            before = table.ledger.v
            asked = asyncio.create_task(table.write(hello, "0.hello"))
            await asyncio.sleep(0)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            # Written or not: the table finds out, and nothing is written twice.
            await table.write(hello, "0.hello")
            await eventually(lambda: not table.behind)
            assert table.ledger.v == len(await store.rows(table.id)) == before + 1

    asyncio.run(play())


def test_who_waits_behind_a_store_that_is_away_is_told_with_the_first(tmp_path: Path) -> None:
    async def play() -> None:
        async with table_at(tmp_path) as (table, store):

            async def away(*_: object) -> None:
                store.go_on.clear()
                await asyncio.sleep(0.2)
                raise StoreAway("away", where="")

            store.append = away  # type: ignore[method-assign]
            began = time.monotonic()
            asked = [table.write(hello, f"0.{k}") for k in range(50)]
            outcomes = await asyncio.gather(*asked, return_exceptions=True)
            assert {str(outcome) for outcome in outcomes} == {"store_away"}
            assert time.monotonic() - began < 5
            store.go_on.set()

    asyncio.run(play())


def test_a_bot_that_sat_down_beside_its_person_gets_up_again(tmp_path: Path) -> None:
    """The person came back while another process, or this one, was still writing that nobody is there."""

    async def play() -> None:
        async with table_at(tmp_path) as (table, _):
            always = set(table.around.chores.tasks)
            await table.write(lambda ledger: desk.deal(ledger, now_ms()))
            table.enter(Somebody((0,)), lambda: None)
            await table.write(lambda ledger: desk.stand_in(ledger, now_ms(), 0))
            await eventually(lambda: not table.ledger.chairs[0].stand_in)
            # And the other way round: nobody sits down for somebody who is here by now.
            v = table.ledger.v
            table.absent.send_bot(0)
            await eventually(lambda: table.around.chores.tasks == always)
            assert table.ledger.v == v

    asyncio.run(play())


def test_who_loses_the_seat_while_waiting_in_line_no_longer_acts_for_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with table_at(tmp_path) as (table, _):
            await table.write(lambda ledger: desk.deal(ledger, now_ms()))
            ann = Somebody((0,))
            table.enter(ann, lambda: None)
            assert table.ledger.match is not None
            assert table.ledger.match.state is not None
            action, v = int(table.ledger.match.state.legal(0)[0]), table.ledger.v
            await table.line_up.lock.acquire()
            asked = asyncio.create_task(table.answer(ann, 0, table.ledger.match.n, action, "0.late"))
            await asyncio.sleep(0)
            ann.seats = ()
            table.line_up.lock.release()
            with pytest.raises(Refused, match="not_your_seat"):
                await asked
            assert table.ledger.v == v

    asyncio.run(play())
