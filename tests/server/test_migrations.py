"""Stores of every older version open with today's code, and a migration happens whole or not at all."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from server import cluster
from tailback.server.store import Entry, Store, StoreError, open_store, schema

# Each as it was released, with tables of that time. Never edited: add the next one below.
OLD_SQLITE = {
    1: """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('version', '1');
CREATE TABLE tables (id TEXT PRIMARY KEY, code TEXT UNIQUE, created INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE inputs (table_id TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (table_id, n));
INSERT INTO tables VALUES ('blue', 'HUPE', 1000), ('red', NULL, 2000);
INSERT INTO inputs VALUES ('blue', 0, x'00ff'), ('blue', 1, x'6869'), ('red', 0, x'');
""",
    2: """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('version', '2');
CREATE TABLE tables (id TEXT PRIMARY KEY, code TEXT UNIQUE, created INTEGER NOT NULL,
  touched INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE inputs (table_id TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (table_id, n));
INSERT INTO tables VALUES ('blue', 'HUPE', 1000, 1000), ('red', NULL, 2000, 2000);
INSERT INTO inputs VALUES ('blue', 0, x'00ff'), ('blue', 1, x'6869'), ('red', 0, x'');
""",
}
OLD_POSTGRES = {
    1: """
CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL);
INSERT INTO meta VALUES ('version', '1');
CREATE TABLE tables (id text COLLATE "C" PRIMARY KEY, code text COLLATE "C", created bigint NOT NULL);
CREATE UNIQUE INDEX tables_code ON tables (code) WHERE code IS NOT NULL;
CREATE TABLE inputs (
  table_id text COLLATE "C" NOT NULL, n integer NOT NULL, data bytea NOT NULL, PRIMARY KEY (table_id, n));
INSERT INTO tables VALUES ('blue', 'HUPE', 1000), ('red', NULL, 2000);
INSERT INTO inputs VALUES ('blue', 0, '\\x00ff'), ('blue', 1, '\\x6869'), ('red', 0, '');
""",
    2: """
CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL);
INSERT INTO meta VALUES ('version', '2');
CREATE TABLE tables (id text COLLATE "C" PRIMARY KEY, code text COLLATE "C", created bigint NOT NULL,
  touched bigint NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX tables_code ON tables (code) WHERE code IS NOT NULL;
CREATE TABLE inputs (
  table_id text COLLATE "C" NOT NULL, n integer NOT NULL, data bytea NOT NULL, PRIMARY KEY (table_id, n));
INSERT INTO tables VALUES ('blue', 'HUPE', 1000, 1000), ('red', NULL, 2000, 2000);
INSERT INTO inputs VALUES ('blue', 0, '\\x00ff'), ('blue', 1, '\\x6869'), ('red', 0, '');
""",
}
KINDS = ["sqlite", "postgres"]


def empty(kind: str, folder: Path) -> str:
    return str(folder / "tables.db") if kind == "sqlite" else cluster.shared().new_database()


def execute(where: str, statements: str) -> None:
    if "://" in where:
        cluster.shared().sql(where, statements)
    else:
        with closing(sqlite3.connect(where)) as db:
            db.executescript(statements)


def old_store(kind: str, version: int, folder: Path) -> str:
    where = empty(kind, folder)
    execute(where, (OLD_SQLITE if kind == "sqlite" else OLD_POSTGRES)[version])
    return where


def shape(where: str) -> object:
    """Tables, columns, keys and version, as the database itself tells them."""
    if "://" in where:
        sql = cluster.shared().sql
        columns = "table_name, column_name, data_type, is_nullable, collation_name"
        return (
            sql(where, f"SELECT {columns} FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2"),
            sql(where, "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"),
            sql(where, "SELECT * FROM meta"),
        )
    with closing(sqlite3.connect(where)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master ORDER BY 1")]
        return (
            {name: db.execute(f"PRAGMA table_info({name})").fetchall() for name in names},
            {name: db.execute(f"PRAGMA index_list({name})").fetchall() for name in names},
            db.execute("SELECT * FROM meta").fetchall(),
        )


async def opened(where: str) -> Store:
    store = open_store(where)
    await store.open()
    return store


async def open_and_close(where: str) -> None:
    await (await opened(where)).close()


async def check_old_tables(where: str) -> None:
    store = await opened(where)
    assert await store.entries() == [Entry("blue", "HUPE", 1000, 1000, 2), Entry("red", None, 2000, 2000, 1)]
    assert await store.rows("blue") == [b"\0\xff", b"hi"]
    assert await store.rows("red") == [b""]
    assert await store.find("HUPE") == "blue"
    await store.append("red", 1, b"on we go")
    assert await store.rows("red", 1) == [b"on we go"]
    await store.close()


def test_there_is_a_store_of_every_older_version() -> None:
    assert len(schema.SQLITE) == len(schema.POSTGRES)
    assert list(OLD_SQLITE) == list(OLD_POSTGRES) == list(range(1, len(schema.SQLITE)))


@pytest.mark.parametrize("version", OLD_SQLITE)
@pytest.mark.parametrize("kind", KINDS)
def test_an_old_store_opens_with_all_its_tables(kind: str, version: int, tmp_path: Path) -> None:
    where = old_store(kind, version, tmp_path)
    asyncio.run(check_old_tables(where))
    (tmp_path / "new").mkdir()
    new = empty(kind, tmp_path / "new")
    asyncio.run(open_and_close(new))
    assert shape(where) == shape(new)


@pytest.mark.parametrize("version", OLD_SQLITE)
@pytest.mark.parametrize("kind", KINDS)
def test_released_steps_are_never_edited(
    kind: str, version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new").mkdir()
    new = empty(kind, tmp_path / "new")
    monkeypatch.setattr(schema, kind.upper(), getattr(schema, kind.upper())[:version])
    asyncio.run(open_and_close(new))
    assert shape(new) == shape(old_store(kind, version, tmp_path))


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_that_fails_changes_nothing(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = old_store(kind, 1, tmp_path)
    before = shape(where)
    steps = getattr(schema, kind.upper())
    monkeypatch.setattr(schema, kind.upper(), [steps[0], [*steps[1], "INSERT INTO nowhere VALUES (1)"]])
    with pytest.raises(StoreError):
        asyncio.run(open_and_close(where))
    assert shape(where) == before
    monkeypatch.undo()
    asyncio.run(check_old_tables(where))


# Dies after the last statement of the last step, before the commit.
DYING = """
import asyncio, os, signal, sys
from tailback.server.store import open_store, schema

class Deadly(list):
    def __iter__(self):
        yield from super().__iter__()
        os.kill(os.getpid(), signal.SIGKILL)

for steps in (schema.SQLITE, schema.POSTGRES):
    steps[-1] = Deadly(steps[-1])
asyncio.run(open_store(sys.argv[1]).open())
"""


@pytest.mark.parametrize("version", [0, *OLD_SQLITE])
@pytest.mark.parametrize("kind", KINDS)
def test_being_killed_in_the_middle_leaves_the_old_version(kind: str, version: int, tmp_path: Path) -> None:
    where = old_store(kind, version, tmp_path) if version else empty(kind, tmp_path)
    before = shape(where) if version else None
    died = subprocess.run([sys.executable, "-c", DYING, where], capture_output=True, text=True)
    assert died.returncode == -signal.SIGKILL, died.stderr
    if version:
        assert shape(where) == before
        asyncio.run(check_old_tables(where))
    else:
        asyncio.run(open_and_close(where))


@pytest.mark.parametrize("version", [0, *OLD_POSTGRES])
def test_servers_that_start_at_the_same_time_do_not_collide(version: int, tmp_path: Path) -> None:
    where = old_store("postgres", version, tmp_path) if version else empty("postgres", tmp_path)

    async def main() -> None:
        stores = await asyncio.gather(*(opened(where) for _ in range(6)))
        for i, store in enumerate(stores):
            await store.create(f"table{i}", [b"0"], i)
        assert len(await stores[0].entries()) == 6 + (2 if version else 0)
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(main())


OPENING = """
import asyncio, sys
from tailback.server.store import open_store

async def main():
    store = open_store(sys.argv[1])
    sys.stdin.readline()
    await store.open()
    await store.close()

asyncio.run(main())
"""


def test_processes_that_start_at_the_same_time_do_not_collide(tmp_path: Path) -> None:
    where = empty("postgres", tmp_path)
    servers = [
        subprocess.Popen(
            [sys.executable, "-c", OPENING, where], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for server in servers:
        assert server.stdin is not None
        server.stdin.write("go\n")
        server.stdin.flush()
    assert [(server.communicate()[1], server.returncode) for server in servers] == [("", 0)] * 3
