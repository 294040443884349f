"""What every store promises, on real databases and in a real browser."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from device import shelves
from server import cluster
from tailback.device import memory, shelf
from tailback.device.memory import MemoryStore
from tailback.server.store import Conflict, Entry, Opening, Store, StoreError, open_store, postgres, sqlite
from tailback.server.store.parts import PART
from tailback.server.store.postgres import PostgresStore
from tailback.server.store.sqlite import SqliteStore

Play = Callable[[Store], Awaitable[None]]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store of a server."""
    return str(tmp_path / "tables.db") if request.param == "sqlite" else cluster.shared().new_database()


@pytest.fixture(params=["sqlite", "postgres", "browser", "memory"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store of any kind."""
    if request.param in ("browser", "memory"):
        return f"{request.param}:{tmp_path}"
    return str(tmp_path / "tables.db") if request.param == "sqlite" else cluster.shared().new_database()


@cache
def remembered(where: str) -> MemoryStore:
    return MemoryStore()


def opened(where: str) -> Store:
    if where.startswith("browser:"):
        return shelves.Tab(shelves.shared(), where)
    return remembered(where) if where.startswith("memory:") else open_store(where)


def run(where: str, play: Play) -> None:
    async def main() -> None:
        store = opened(where)
        await store.open()
        try:
            await play(store)
        finally:
            await store.close()

    asyncio.run(main())


async def outcome(wish: Awaitable[Any]) -> type[BaseException] | None:
    try:
        await wish
    except Exception as error:
        return type(error)
    return None


def test_rows_come_back_in_order(where: str) -> None:
    async def play(store: Store) -> None:
        assert await store.rows("blue") == []
        assert await store.entry("blue") is None
        await store.create("blue", [b"first", b"second"], 1000)
        await store.append("blue", 2, b"\0\xff")
        await store.append("blue", 3, b"")
        assert await store.rows("blue") == [b"first", b"second", b"\0\xff", b""]
        assert await store.rows("blue", 2) == [b"\0\xff", b""]
        assert await store.rows("blue", 4) == []
        assert await store.rows("red") == []
        assert await store.entry("blue") == Entry("blue", None, 1000, 1000, 4)

    run(where, play)


def test_a_table_may_begin_without_rows(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create("blue", [], 1)
        assert await store.entry("blue") == Entry("blue", None, 1, 1, 0)
        await store.append("blue", 0, b"first")
        assert await store.rows("blue") == [b"first"]

    run(where, play)


def test_an_id_is_taken_once(where: str) -> None:
    async def play(store: Store) -> None:
        found = await asyncio.gather(*(outcome(store.create("blue", [b"%d" % i], i)) for i in range(1, 9)))
        assert sorted(map(str, found)) == sorted(map(str, [None] + [Conflict] * 7))
        entry = await store.entry("blue")
        assert entry is not None
        assert await store.rows("blue") == [b"%d" % entry.created]

    run(where, play)


def test_a_row_is_written_once_and_only_behind_the_one_before(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create("blue", [b"0"], 1)
        await store.append("blue", 1, b"1")
        for n in (0, 1, 3, -1):
            with pytest.raises(Conflict):
                await store.append("blue", n, b"x")
        with pytest.raises(Conflict):
            await store.append("red", 0, b"x")
        assert await store.rows("blue") == [b"0", b"1"]
        assert await store.rows("red") == []

    run(where, play)


def test_of_two_writers_exactly_one_wins(where: str) -> None:
    async def play(store: Store) -> None:
        rivals = [store]
        if store.shared:
            rivals.append(opened(where))
            await rivals[1].open()
        await store.create("blue", [b"start"], 1)
        for n in range(1, 41):
            writers = [rivals[i % len(rivals)].append("blue", n, b"%d by %d" % (n, i)) for i in range(4)]
            found = await asyncio.gather(*map(outcome, writers))
            assert sorted(map(str, found)) == sorted(map(str, [None] + [Conflict] * 3))
            assert await store.rows("blue", n) == [b"%d by %d" % (n, found.index(None))]
        for other in rivals[1:]:
            await other.close()

    run(where, play)


def test_a_conflict_spoils_nobody_elses_row(where: str) -> None:
    async def play(store: Store) -> None:
        names = [f"table{i}" for i in range(60)]
        await asyncio.gather(*(store.create(name, [b"0"], 1) for name in names))
        await asyncio.gather(*(store.append(name, 1, b"1") for name in names[::3]))
        found = await asyncio.gather(*(outcome(store.append(name, 1, b"mine")) for name in names))
        assert found == [Conflict if i % 3 == 0 else None for i in range(60)]
        for i, name in enumerate(names):
            assert await store.rows(name) == [b"0", b"1" if i % 3 == 0 else b"mine"]

    run(where, play)


def test_many_tables_share_a_commit(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    in_sqlite, in_postgres = SqliteStore._transaction, PostgresStore._insert

    def transaction(self: SqliteStore, batch: Any, together: bool = False) -> Any:
        sizes.append(len(batch))
        return in_sqlite(self, batch, together)

    def insert(self: PostgresStore, link: Any, batch: Any) -> Any:
        sizes.append(len(batch))
        return in_postgres(self, link, batch)

    async def play(store: Store) -> None:
        async def moves(name: str) -> None:
            await store.create(name, [b"0"], 1)
            for n in range(1, 11):
                await store.append(name, n, f"{name} {n}".encode())

        await asyncio.gather(*(moves(f"table{i}") for i in range(200)))
        for i in range(200):
            assert await store.rows(f"table{i}", 1) == [f"table{i} {n}".encode() for n in range(1, 11)]

    monkeypatch.setattr(SqliteStore, "_transaction", transaction)
    monkeypatch.setattr(PostgresStore, "_insert", insert)
    run(database, play)
    assert sum(sizes) >= 2000
    assert len(sizes) < sum(sizes) / 5


def test_a_table_is_woken_from_the_newest_snapshot_before_its_last_rows(where: str) -> None:
    async def play(store: Store) -> None:
        rows = [b"%d" % n for n in range(12)]
        await store.create("red", rows, 1)
        assert await store.opening("red", 3) == Opening(0, None, rows)
        for n in (2, 5, 8, 11):
            await store.keep("red", n, b"at %d" % n)
        # The one at 11 is too new for the last three rows to be told again; those before 8 are gone.
        assert await store.opening("red", 3) == Opening(8, b"at 8", rows[8:])
        assert await store.opening("red", 0) == Opening(11, b"at 11", rows[11:])
        assert await store.opening("red", 9) == Opening(0, None, rows)
        # Kept twice, by two processes: the first one stays.
        await store.keep("red", 11, b"again")
        assert (await store.opening("red", 0)).snapshot == b"at 11"
        # Nothing is kept of a table that does not exist, and nothing stays of one that is deleted.
        await store.keep("blue", 1, b"nobody")
        await store.delete("red")
        for table in ("red", "blue", "no\0name"):
            assert await store.opening(table, 0) == Opening(0, None, [])
        await store.create("red", rows[:1], 1)
        assert await store.opening("red", 0) == Opening(0, None, rows[:1])

    run(where, play)


def test_codes_are_claimed_found_and_freed(where: str) -> None:
    async def play(store: Store) -> None:
        for name in ("blue", "red", "green"):
            await store.create(name, [b"0"], 100)
        assert await store.find("HUPE") is None
        assert await store.claim("blue", "HUPE", 200, stale=0)
        assert await store.find("HUPE") == "blue"
        assert await store.entry("blue") == Entry("blue", "HUPE", 100, 200, 1)
        # Its own code is no obstacle; a table in use keeps its code; a missing table gets none.
        assert await store.claim("blue", "HUPE", 210, stale=0)
        assert not await store.claim("red", "HUPE", 220, stale=210)
        assert not await store.claim("nobody", "HUPE", 220, stale=1000)
        assert await store.find("HUPE") == "blue"
        # A sleeping table loses its code to one that plays.
        assert await store.claim("red", "HUPE", 300, stale=211)
        assert await store.find("HUPE") == "red"
        assert await store.entry("blue") == Entry("blue", None, 100, 210, 1)
        # A new code frees the old one.
        assert await store.claim("red", "AUTO", 310, stale=0)
        assert await store.find("HUPE") is None
        assert await store.claim("green", "HUPE", 320, stale=0)
        # A page gives its tables codes that nobody can type: there they are not counted.
        assert await store.codes() == (0 if where.startswith("browser:") else 2)

    run(where, play)


def test_idle_tables_give_their_codes_back(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After long, those that were played at; much sooner those that were only opened. Nothing else changes."""
    monkeypatch.setattr(sqlite, "RELEASED", 3)
    for kind in (postgres, shelf, memory):
        monkeypatch.setattr(kind, "RELEASED", 3)

    async def play(store: Store) -> None:
        for rows, touched in product((1, 2, 3), (100, 200, 300)):
            name = f"{rows}x{touched}"
            await store.create(name, [b"row"] * rows, 50)
            assert await store.claim(name, f"CODE{name}", touched, stale=0)
        await store.create("shared", [b"row"], 50)
        freed = []
        while count := await store.release(stale=200, unused=300):
            freed.append(count)
        assert freed == [3, 2]
        kept = {entry.table for entry in await store.entries() if entry.code}
        assert kept == {"1x300", "2x300", "3x200", "3x300"}
        assert await store.entry("1x100") == Entry("1x100", None, 50, 100, 1)
        assert await store.find("CODE3x100") is None
        # A freed code is anybody's.
        assert await store.claim("1x100", "CODE3x100", 400, stale=0)

    run(where, play)


def test_a_code_wanted_by_many_goes_to_one(where: str) -> None:
    async def play(store: Store) -> None:
        names = [f"table{i}" for i in range(8)]
        await asyncio.gather(*(store.create(name, [], 1) for name in names))
        got = await asyncio.gather(*(store.claim(name, "HUPE", 10, stale=5) for name in names))
        assert got.count(True) == 1
        assert await store.find("HUPE") == names[got.index(True)]

    run(where, play)


def test_touching_keeps_the_latest_time(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create("blue", [], 100)
        await store.touch("blue", 300)
        await store.touch("blue", 200)
        await store.touch("nobody", 200)
        assert await store.entry("blue") == Entry("blue", None, 100, 300, 0)
        assert await store.entry("nobody") is None

    run(where, play)


def test_entries_come_in_pages(where: str) -> None:
    async def play(store: Store) -> None:
        # The order of bytes, whatever the language of the database.
        names = sorted(["Zebra", "apple", "_x", "-y", "Apple", "zebra", "a b", "a-b", "ab", "9"])
        for i, name in enumerate(names):
            await store.create(name, [b"x"] * i, i)
        seen: list[Entry] = []
        while page := await store.entries(seen[-1].table if seen else "", limit=3):
            assert len(page) <= 3
            seen += page
        assert seen == [Entry(name, None, i, i, i) for i, name in enumerate(names)]
        assert len(await store.entries()) == len(names)

    run(where, play)


def test_a_deleted_table_stays_deleted(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create("blue", [b"0"], 1)
        await store.create("red", [b"0"], 1)
        assert await store.claim("blue", "HUPE", 1, stale=0)
        assert await store.delete("blue")
        assert not await store.delete("blue")
        assert await store.rows("blue") == []
        assert await store.entry("blue") is None
        assert await store.find("HUPE") is None
        for n in (0, 1):
            with pytest.raises(Conflict):
                await store.append("blue", n, b"late")
        assert [entry.table for entry in await store.entries()] == ["red"]

    run(where, play)


def test_a_long_table_is_there_with_all_its_rows_or_not_at_all(where: str) -> None:
    rows = [b"%d" % n for n in range(3 * PART + 7)]

    async def play(store: Store) -> None:
        await store.create("blue", rows, 1)
        await store.create("red", [b"0"], 1)
        assert await store.rows("blue") == rows
        assert await store.rows("blue", len(rows) - 2) == rows[-2:]
        assert [(entry.table, entry.rows) for entry in await store.entries()] == [("blue", len(rows)), ("red", 1)]
        with pytest.raises(Conflict):
            await store.create("blue", rows[::-1], 2)
        assert await store.rows("blue") == rows
        assert await store.delete("blue")
        assert await store.rows("blue") == []
        for n in (0, 1, len(rows)):
            with pytest.raises(Conflict):
                await store.append("blue", n, b"late")
        assert [entry.table for entry in await store.entries()] == ["red"]

    run(where, play)


def test_deleting_while_rows_arrive_leaves_nothing(where: str) -> None:
    async def play(store: Store) -> None:
        async def moves(name: str) -> None:
            n = 1
            while await outcome(store.append(name, n, b"move")) is None:
                n += 1

        names = [f"table{i}" for i in range(20)]
        await asyncio.gather(*(store.create(name, [b"0"], 1) for name in names))
        players = [asyncio.create_task(moves(name)) for name in names]
        assert all(await asyncio.gather(*map(store.delete, names)))
        await asyncio.gather(*players)
        assert [await store.rows(name) for name in names] == [[]] * 20

    run(where, play)


def test_names_that_no_database_can_hold_are_not_found(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create("blue", [], 1)
        for name in ("\0", "blue\0", "\ud800", "a\nb"):
            assert await store.rows(name) == []
            assert await store.entry(name) is None
            assert await store.find(name) is None
            assert not await store.delete(name)
            assert not await store.claim("blue", name, 1, 0)
            assert not await store.claim(name, "HUPE", 1, 0)
            await store.touch(name, 5)

    run(where, play)


def test_everything_is_there_when_opened_again(where: str) -> None:
    async def write(store: Store) -> None:
        await store.create("blue", [b"0"], 1)
        await store.append("blue", 1, b"1")
        await store.claim("blue", "HUPE", 5, 0)

    async def read(store: Store) -> None:
        assert await store.rows("blue") == [b"0", b"1"]
        assert await store.find("HUPE") == "blue"
        assert await store.entry("blue") == Entry("blue", "HUPE", 1, 5, 2)
        with pytest.raises(Conflict):
            await store.append("blue", 1, b"again")

    run(where, write)
    run(where, read)


def test_closing_writes_what_was_accepted_and_nothing_more(database: str) -> None:
    async def main() -> None:
        store = open_store(database)
        await store.open()
        names = [f"table{i}" for i in range(50)]
        await asyncio.gather(*(store.create(name, [], 1) for name in names))
        moves = [asyncio.create_task(store.append(name, 0, b"move")) for name in names]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*moves)
        await store.close()
        for late in (store.append("table0", 1, b"late"), store.rows("table0"), store.create("late", [], 1)):
            with pytest.raises(StoreError) as refused:
                await late
            assert refused.value.key == "closed"

    async def read(store: Store) -> None:
        assert [entry.rows for entry in await store.entries()] == [1] * 50

    asyncio.run(main())
    run(database, read)


def test_a_writer_that_gave_up_disturbs_nobody(database: str) -> None:
    async def play(store: Store) -> None:
        await store.create("blue", [], 1)
        await store.create("red", [], 1)
        leaving = asyncio.create_task(store.append("blue", 0, b"move"))
        staying = asyncio.create_task(store.append("red", 0, b"move"))
        await asyncio.sleep(0)
        leaving.cancel()
        await staying
        with pytest.raises(asyncio.CancelledError):
            await leaving
        assert await store.rows("red") == [b"move"]
        await store.append("red", 1, b"next")

    run(database, play)


def test_play_goes_on_while_the_disk_works(database: str) -> None:
    """The event loop turns while a commit is under way."""

    async def play(store: Store) -> None:
        await store.create("blue", [], 1)
        turns = 0
        writing = asyncio.create_task(store.append("blue", 0, b"x" * 20_000_000))
        while not writing.done():
            await asyncio.sleep(0)
            turns += 1
        await writing
        assert turns > 20

    run(database, play)


def test_an_address_of_another_kind_is_refused() -> None:
    with pytest.raises(StoreError) as refused:
        open_store("mysql://localhost/tables")
    assert (refused.value.key, refused.value.params) == ("unknown_kind", {"scheme": "mysql"})


# Appends to its tables for ever and says so after each row; goes on where the last one was killed.
WRITER = """
import asyncio, os, sys
from tailback.server.store import Conflict, open_store

async def moves(store, name):
    try:
        await store.create(name, [(name + " 0").encode()], 1)
    except Conflict:
        pass
    n = len(await store.rows(name))
    while True:
        await store.append(name, n, f"{name} {n}".encode())
        os.write(1, f"{name} {n}\\n".encode())
        n += 1

async def main():
    store = open_store(sys.argv[1])
    await store.open()
    await asyncio.gather(*(moves(store, f"table{i}") for i in range(10)))

asyncio.run(main())
"""


def test_what_was_acknowledged_survives_being_killed(database: str) -> None:
    chance = random.Random(database)
    said: list[str] = []
    for _ in range(4):
        with subprocess.Popen([sys.executable, "-c", WRITER, database], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for _ in range(chance.randint(1, 400)):
                said.append(writer.stdout.readline().strip())
            writer.send_signal(signal.SIGKILL)
            said += [line.strip() for line in writer.stdout if line.endswith("\n")]

    async def read(store: Store) -> None:
        there: list[str] = []
        for i in range(10):
            rows = [row.decode() for row in await store.rows(f"table{i}")]
            assert rows == [f"table{i} {n}" for n in range(len(rows))]
            there += rows
        assert set(said) <= set(there)
        assert len(set(said)) == len(said)

    assert len(said) >= 4
    run(database, read)


def contents(where: str) -> object:
    """To see that nothing changed."""
    if "://" in where:
        return [cluster.shared().sql(where, f"SELECT * FROM {name}") for name in ("meta", "tables", "inputs")]
    return {file.name: file.read_bytes() for file in Path(where).parent.iterdir()}


def test_a_newer_schema_is_refused_untouched(database: str) -> None:
    async def write(store: Store) -> None:
        await store.create("blue", [b"0"], 1)

    run(database, write)
    newer = "UPDATE meta SET value = '99' WHERE key = 'version'"
    if "://" in database:
        cluster.shared().sql(database, newer)
    else:
        db = sqlite3.connect(database)
        db.execute(newer)
        db.commit()
        db.close()
    before = contents(database)
    with pytest.raises(StoreError) as refused:
        run(database, write)
    assert refused.value.key == "newer"
    assert refused.value.params["found"] == 99
    assert contents(database) == before
