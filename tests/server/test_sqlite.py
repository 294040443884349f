"""What can befall a file: a full disk, a second server, rubbish, and a backup in the middle of play."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tailback.server.store import Conflict, StoreError, StoreFull, parts
from tailback.server.store.parts import PART
from tailback.server.store.sqlite import SqliteStore, copy


def intact(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as db:
        return bool(db.execute("PRAGMA integrity_check").fetchall() == [("ok",)])


def key_of(path: Path) -> str:
    """The key of the refusal to open this file."""

    async def main() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.close()

    with pytest.raises(StoreError) as refused:
        asyncio.run(main())
    assert refused.value.params["where"] == str(path)
    return refused.value.key


async def pages(store: SqliteStore, more: int | None) -> None:
    """Let the file grow by so many pages and no further; None: as far as it likes."""

    def limit(db: sqlite3.Connection) -> Any:
        (now,) = db.execute("PRAGMA page_count").fetchone()
        return db.execute(f"PRAGMA max_page_count = {2**30 if more is None else now + more}").fetchone()

    await store._do(limit)


def test_a_full_disk_refuses_what_does_not_fit_and_nothing_else(tmp_path: Path) -> None:
    names = [f"table{i}" for i in range(100)]

    async def main() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        await asyncio.gather(*(store.create(name, [b"0"], 1) for name in names))
        await pages(store, 8)
        moves = [store.append(name, 1, b"x" * 1000) for name in names] + [store.append("table0", 0, b"again")]
        found = await asyncio.gather(*moves, return_exceptions=True)
        assert isinstance(found.pop(), Conflict)
        full = [name for name, error in zip(names, found, strict=True) if isinstance(error, StoreFull)]
        assert 50 < len(full) < 100
        assert found.count(None) == 100 - len(full)
        # Reading and making room are still possible.
        for name in names:
            assert len(await store.rows(name)) == (1 if name in full else 2)
        assert await store.delete(names[-1])
        await pages(store, None)
        await asyncio.gather(*(store.append(name, 1, b"x" * 1000) for name in full if name != names[-1]))
        assert [entry.rows for entry in await store.entries()] == [2] * 99
        await store.close()

    asyncio.run(main())
    assert intact(tmp_path / "tables.db")


# The system refuses to let files grow, as it does when a quota is used up; later there is room again.
CRAMPED = """
import asyncio, resource, sys
from pathlib import Path
from tailback.server.store import StoreFull
from tailback.server.store.sqlite import SqliteStore

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    await store.create("blue", [], 1)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = Path(sys.argv[1] + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 200_000, hard))
    n = 0
    try:
        while True:
            await store.append("blue", n, b"x" * 5000)
            n += 1
    except StoreFull as full:
        print(n, full.key)
    assert len(await store.rows("blue")) == n
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    await store.append("blue", n, b"room again")
    await store.close()

asyncio.run(main())
"""


def test_a_file_that_may_not_grow_counts_as_full(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    done = subprocess.run([sys.executable, "-c", CRAMPED, str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    count, key = done.stdout.split()
    assert key == "full"
    assert int(count) > 5
    assert intact(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*), max(n) FROM inputs").fetchone() == (int(count) + 1, int(count))
    assert not path.with_name("tables.db.probe").exists()


def test_a_disk_that_fails_is_told_apart_from_a_full_one(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        await store.create("blue", [], 1)

        def broken(db: sqlite3.Connection) -> None:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
            raise error

        found = await asyncio.gather(store._do(broken), store.append("blue", 0, b"x"), return_exceptions=True)
        assert isinstance(found[0], StoreError)
        assert not isinstance(found[0], StoreFull)
        assert found[0].key == "disk"
        assert found[1] is None
        assert await store.rows("blue") == [b"x"]
        await store.close()

    asyncio.run(main())


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    """No test can cut the power; what SQLite was told to do about it can be asked."""

    def told(db: sqlite3.Connection) -> list[Any]:
        return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]

    async def main() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        full = 2
        assert await store._do(told) == ["wal", full]
        await store.close()

    asyncio.run(main())


def test_only_one_server_opens_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    (tmp_path / "other.db").symlink_to(path)

    async def main() -> None:
        first = SqliteStore(path)
        await first.open()
        for name in ("tables.db", "other.db"):
            second = SqliteStore(tmp_path / name)
            with pytest.raises(StoreError) as refused:
                await second.open()
            assert (refused.value.key, refused.value.params) == ("in_use", {"where": str(path)})
        await first.create("blue", [b"0"], 1)
        await first.close()
        third = SqliteStore(path)
        await third.open()
        assert await third.rows("blue") == [b"0"]
        await third.close()

    asyncio.run(main())


HOLDER = """
import asyncio, sys
from tailback.server.store.sqlite import SqliteStore

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_the_lock_of_a_killed_server_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        assert key_of(path) == "in_use"
        holder.send_signal(signal.SIGKILL)

    async def main() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.close()

    asyncio.run(main())


def test_what_is_no_store_is_left_alone(tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_bytes(b"Dear diary, today we played cards." * 100)
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    namesake = tmp_path / "namesake.db"
    with closing(sqlite3.connect(namesake)) as db:
        db.execute("CREATE TABLE meta (recipe TEXT)")
    for path in (rubbish, foreign, namesake):
        before = path.read_bytes()
        assert key_of(path) == "not_a_store"
        assert path.read_bytes() == before
        assert not path.with_name(path.name + "-wal").exists()


def test_a_damaged_file_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def main() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.create("blue", [b"x" * 3000] * 50, 1)
        await store.close()

    asyncio.run(main())
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xee" * (len(whole) - 4096))
    before = path.read_bytes()
    assert key_of(path) == "damaged"
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert key_of(tmp_path / "file" / "tables.db") == "no_access"
    (tmp_path / "folder.db").mkdir()
    assert key_of(tmp_path / "folder.db") == "no_access"
    assert key_of(Path("/proc/tables.db")) == "no_access"


def test_the_folder_is_made_and_the_file_is_private(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "new" / "folder" / "tables.db")
        await store.open()
        await store.create("blue", [b"0"], 1)
        for name in ("tables.db", "tables.db-wal"):
            assert os.stat(tmp_path / "new" / "folder" / name).st_mode & 0o077 == 0
        await store.close()

    asyncio.run(main())


def test_a_backup_in_the_middle_of_play_is_whole(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        done = [0] * 20
        over = asyncio.Event()

        async def moves(i: int) -> None:
            await store.create(f"table{i}", [b"0"], 1)
            while not over.is_set():
                await store.append(f"table{i}", done[i] + 1, b"x" * 200)
                done[i] += 1

        players = [asyncio.create_task(moves(i)) for i in range(20)]
        for round in range(3):
            target = tmp_path / f"backup{round}.db" if round < 2 else tmp_path / "backup0.db"
            while sum(done) < 400 * (round + 1):
                await asyncio.sleep(0)
            before = list(done)
            await asyncio.to_thread(copy, store.path, target)
            after = list(done)
            # Play went on meanwhile; the copy is one moment between.
            assert intact(target)
            twin = SqliteStore(target)
            await twin.open()
            rows = [len(await twin.rows(f"table{i}")) - 1 for i in range(20)]
            await twin.close()
            assert all(a <= b <= c + 1 for a, b, c in zip(before, rows, after, strict=True))
        over.set()
        await asyncio.gather(*players)
        await store.close()

    asyncio.run(main())
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        await store.create("blue", [b"0"], 1)
        await store.close()

    asyncio.run(main())
    (tmp_path / "file").write_text("in the way")
    good = tmp_path / "backup.db"
    copy(tmp_path / "tables.db", good)
    before = good.read_bytes()
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_bytes(b"no database at all" * 100)
    for source, target, key in (
        (tmp_path / "tables.db", tmp_path / "file" / "backup.db", "no_access"),
        (tmp_path / "tables.db", tmp_path / "tables.db", "same_file"),
        (tmp_path / "missing.db", good, "not_a_store"),
        (rubbish, good, "not_a_store"),
    ):
        with pytest.raises(StoreError) as refused:
            copy(source, target)
        assert refused.value.key == key
    assert good.read_bytes() == before
    assert not (tmp_path / "missing.db").exists()


LONG = [b"x" * 60] * (40 * PART)


@pytest.mark.parametrize("what", ["create", "delete"])
def test_moves_go_on_while_a_long_table_comes_or_goes(tmp_path: Path, what: str) -> None:
    """There is one writer for all: it never works on one table for long."""

    async def main() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        await store.create("other", [], 1)
        if what == "delete":
            await store.create("long", LONG, 1)
        doing = asyncio.ensure_future(store.create("long", LONG, 1) if what == "create" else store.delete("long"))
        moves = 0
        while not doing.done():
            await store.append("other", moves, b"move")
            moves += 1
        await doing
        assert moves > 20
        await store.close()

    asyncio.run(main())


def rows_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("SELECT count(*) FROM inputs").fetchone()[0])


@pytest.mark.parametrize("what", ["create", "delete"])
def test_what_was_left_in_the_middle_is_nobodys_and_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path = tmp_path / "tables.db"

    def breaks(part: Callable[..., Any]) -> Callable[..., Any]:
        calls = itertools.count(1)

        def broken(db: sqlite3.Connection, **given: Any) -> Any:
            if next(calls) > 3:
                raise StoreError("disk", where="", reason="")
            return part(db, **given)

        return broken

    async def main() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.create("other", [b"0"], 1)
        if what == "delete":
            await store.create("long", LONG, 1)
        with monkeypatch.context() as disk:
            disk.setattr(parts, "take_away", breaks(parts.take_away if what == "delete" else broken_at_once))
            disk.setattr(parts, "add", breaks(parts.add))
            if what == "delete":
                assert await store.delete("long")
            else:
                with pytest.raises(StoreError):
                    await store.create("long", LONG, 1)
            assert rows_in(path) > PART
            assert await store.rows("long") == []
            assert [entry.table for entry in await store.entries()] == ["other"]
        await store.close()
        again = SqliteStore(path)
        await again.open()
        assert [entry.table for entry in await again.entries()] == ["other"]
        await again.close()
        assert rows_in(path) == 1
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT key FROM meta WHERE key <> 'version'").fetchall() == []

    asyncio.run(main())


def broken_at_once(db: sqlite3.Connection, table: str) -> tuple[bool, bool]:
    raise StoreError("disk", where="", reason="")


def test_a_long_table_for_which_there_is_no_room_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = parts.add

    def full(db: sqlite3.Connection, at: int, **given: Any) -> None:
        if at == 3 * PART:
            raise StoreFull("full", where="")
        add(db, at=at, **given)

    monkeypatch.setattr(parts, "add", full)

    async def main() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        with pytest.raises(StoreFull):
            await store.create("long", LONG, 1)
        await store.close()

    asyncio.run(main())
    assert rows_in(tmp_path / "tables.db") == 0
