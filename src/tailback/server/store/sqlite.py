"""Tables in one SQLite file, for one server process.

All writes go to one thread. What gathers while it writes is handed to it together, written in one transaction, and
all writers are woken at once: a single sync of the disk serves every table that moved meanwhile.
Reads have their own threads and never wait for a write.
"""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import tempfile
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import cache, partial
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from tailback.reasons import Reason, reason
from tailback.server.store import parts, schema
from tailback.server.store.interface import (
    ONLY_OPENED,
    RELEASED,
    Bell,
    Conflict,
    Ear,
    Entry,
    Opening,
    StoreError,
    StoreFull,
    storable,
)

T = TypeVar("T")

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
READERS = 2

# A row needs the one before it, so a deleted table stays deleted and no table has a gap: where it is missing, there is
# no number, and the whole statement fails, as it does when the row is there already.
APPEND = """INSERT INTO inputs SELECT column1, CASE
    WHEN EXISTS (SELECT 1 FROM inputs WHERE table_id = given.column1 AND n = given.column2 - 1)
    OR given.column2 = 0 AND EXISTS (SELECT 1 FROM tables WHERE id = given.column1)
    THEN column2 END, column3 FROM (VALUES {rows}) AS given"""
# So many rows in one statement: each statement hands the interpreter over and back, and moves wait for that.
PIECE = 64
# Of a table that is not whole none are shown.
ROWS = """SELECT data FROM inputs WHERE table_id = ?1 AND n >= ?2
    AND EXISTS (SELECT 1 FROM tables WHERE id = ?1) ORDER BY n"""
SNAPSHOT = """SELECT n, data FROM snapshots WHERE table_id = ?1
    AND n <= (SELECT max(n) + 1 FROM inputs WHERE table_id = ?1) - ?2 ORDER BY n DESC LIMIT 1"""
# The newest one and the one before it stay.
OLD_SNAPSHOTS = """DELETE FROM snapshots WHERE table_id = ?1 AND n <
    (SELECT n FROM snapshots WHERE table_id = ?1 ORDER BY n DESC LIMIT 1 OFFSET 1)"""
ENTRY = """SELECT id, code, created, touched,
    (SELECT coalesce(max(n) + 1, 0) FROM inputs WHERE table_id = id) FROM tables"""


class Job(NamedTuple):
    """Something to write, and who waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]
    # A row to append; many of them are written together.
    row: tuple[str, int, bytes] | None = None


class Outcome(NamedTuple):
    """What became of a job."""

    value: Any = None
    error: Exception | None = None


WRITTEN = Outcome()


def refusal(error: sqlite3.Error, path: Path) -> StoreError:
    """What an error of SQLite means to the person who runs the server."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    kind = code & 0xFF
    if kind == sqlite3.SQLITE_FULL or (kind == sqlite3.SQLITE_IOERR and no_room(path)):
        return StoreFull("full", where=str(path))
    if kind in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return StoreError("no_access", where=str(path), reason=why_closed(path) or str(error))
    if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError("in_use", where=str(path))
    if kind == sqlite3.SQLITE_NOTADB:
        return StoreError("not_a_store", where=str(path))
    if kind == sqlite3.SQLITE_CORRUPT:
        return StoreError("damaged", where=str(path))
    return StoreError("disk", where=str(path), reason=str(error))


def why_closed(path: Path) -> Reason | None:
    """SQLite only says that it cannot open a file or write to it: what does the system say?"""
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", ".lock"))):
        try:
            os.close(os.open(file, os.O_RDWR))
        except FileNotFoundError:
            continue
        except OSError as error:
            return reason(error)
    try:
        # The companions of the file are made beside it; opening a file does not tell whether they can be.
        with tempfile.TemporaryFile(dir=path.parent):
            return None
    except OSError as error:
        return reason(error)


def no_room(path: Path) -> bool:
    """SQLite calls a used-up quota or a limit on file sizes an I/O error: find out by writing as far out as it did."""
    wal = path.with_name(path.name + "-wal")
    probe = path.with_name(path.name + ".probe")
    try:
        far = max((file.stat().st_size for file in (path, wal) if file.exists()), default=0)
        with probe.open("wb", buffering=0) as out:
            out.seek(far)
            out.write(b"\1" * 65536)
            os.fsync(out.fileno())
    except OSError as error:
        return error.errno in NO_ROOM
    finally:
        with suppress(OSError):
            probe.unlink()
    return False


def connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
    )


def version_of(path: Path) -> int:
    """The schema version of the file, 0 when it is new or empty; changes nothing. StoreError when it is not ours."""
    if not path.exists() or path.stat().st_size == 0:
        return 0
    # Without a log beside it nobody has it open, and a plain look leaves no companion files behind.
    look = "ro" if path.with_name(path.name + "-wal").exists() else "ro&immutable=1"
    with closing(connect(path, look)) as db:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        if not names:
            return 0
        if "meta" not in names:
            raise StoreError("not_a_store", where=str(path))
        try:
            (value,) = db.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
            version = int(value)
        except (sqlite3.OperationalError, TypeError, ValueError):
            raise StoreError("not_a_store", where=str(path)) from None
    if version > len(schema.SQLITE):
        raise StoreError("newer", where=str(path), found=version, known=len(schema.SQLITE))
    return version


def migrate(db: sqlite3.Connection, version: int) -> None:
    """All steps in one transaction: whatever happens, the file has either the old version or the newest."""
    if version == len(schema.SQLITE):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in schema.steps(schema.SQLITE, version):
            db.execute(statement)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def lock(path: Path) -> sqlite3.Connection:
    """Held as long as the connection is open, and gone with the process however it ends."""
    db = sqlite3.connect(f"{path}.lock", timeout=0, isolation_level=None, check_same_thread=False)
    try:
        db.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        db.close()
        raise
    return db


def copy(source: Path, target: Path) -> None:
    """A backup while the server runs, or not: `target` is either what it was before or the whole copy."""
    try:
        if version_of(source) == 0:
            raise StoreError("not_a_store", where=str(source))
    except sqlite3.Error as error:
        raise refusal(error, source) from error
    except OSError as error:
        raise unreachable(source, error) from error
    if target.exists() and target.samefile(source):
        raise StoreError("same_file", where=str(target))
    part = target.with_name(target.name + ".part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        with closing(connect(source, "rw")) as db, closing(connect(part, "rw")) as twin:
            db.backup(twin)
            # One plain file, without companions.
            twin.execute("PRAGMA journal_mode = DELETE")
        sync(part)
        part.replace(target)
        sync(target.parent)
    except sqlite3.Error as error:
        # SQLite does not say which of the two it means, and even to read a file it may have to write beside it.
        raise refusal(error, source if why_closed(source) else target) from error
    except OSError as error:
        raise unreachable(target, error) from error
    finally:
        with suppress(OSError):
            part.unlink()


def sync(path: Path) -> None:
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def unreachable(path: Path, error: OSError) -> StoreError:
    if error.errno in NO_ROOM:
        return StoreFull("full", where=str(path))
    return StoreError("no_access", where=str(path), reason=reason(error))


@cache
def appending(rows: int) -> str:
    return APPEND.format(rows=", ".join(["(?, ?, ?)"] * rows))


def append_all(db: sqlite3.Connection, rows: list[tuple[str, int, bytes]]) -> None:
    """Write these rows, or Conflict when one of them does not fit; others may be there then."""
    try:
        for at in range(0, len(rows), PIECE):
            piece = rows[at : at + PIECE]
            db.execute(appending(len(piece)), list(chain.from_iterable(piece)))
    except sqlite3.IntegrityError:
        raise Conflict from None


class SqliteStore:
    """See `Store`. `path` is the file; its folder is made when it is missing."""

    shared = False

    def __init__(self, path: str | Path) -> None:
        self.path = Path(os.path.realpath(path))
        # What gathers here while the writer writes goes to it together.
        self._waiting: list[Job] = []
        self._writing = False
        self._queue: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._readers: list[sqlite3.Connection] = []
        self._own = threading.local()
        self._open = False

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            self._db, self._lock = await asyncio.to_thread(self._connect)
        except sqlite3.Error as error:
            raise refusal(error, self.path) from error
        except OSError as error:
            raise unreachable(self.path, error) from error
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="tailback-read")
        self._writer = threading.Thread(target=self._write, name="tailback-write", daemon=True)
        self._writer.start()
        self._open = True

    def _connect(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        held = lock(self.path)
        try:
            # Seeds and seats are nobody else's business.
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            version = version_of(self.path)
            db = connect(self.path, "rw")
            try:
                (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
                if mode != "wal":
                    raise StoreError("no_wal", where=str(self.path))
                db.execute("PRAGMA synchronous = FULL")
                db.execute("PRAGMA journal_size_limit = 16777216")
                migrate(db, version)
                parts.clear(db)
                sync(self.path.parent)
            except BaseException:
                db.close()
                raise
        except BaseException:
            held.close()
            raise
        return db, held

    async def close(self) -> None:
        if not self._open:
            return
        self._open = False
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._disconnect)

    def _disconnect(self) -> None:
        self._pool.shutdown()
        self._writer.join()
        for db in [*self._readers, self._db, self._lock]:
            db.close()
        self._readers.clear()

    # The writer thread.

    def _write(self) -> None:
        while (batch := self._queue.get()) is not None:
            outcomes = self._write_batch(batch)
            # A loop that was stopped has nobody left to tell.
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._settle, batch, outcomes)

    def _write_batch(self, batch: list[Job]) -> list[Outcome]:
        """One transaction for all; when that fails, one for each, so that one job never spoils another."""
        try:
            return self._transaction(batch, together=True)
        except Conflict:
            return self._transaction(batch)
        except Exception as error:
            reason = refusal(error, self.path) if isinstance(error, sqlite3.Error) else error
            if len(batch) == 1 or (isinstance(reason, StoreError) and reason.key == "in_use"):
                return [Outcome(error=reason)] * len(batch)
        return [outcome for job in batch for outcome in self._write_batch([job])]

    def _transaction(self, batch: list[Job], together: bool = False) -> list[Outcome]:
        """All jobs of a batch; `together`: their rows in a few statements, and Conflict when not all of them fit."""
        db = self._db
        rows = [job.row for job in batch if job.row is not None] if together else []
        if rows and len(rows) == len(batch) <= PIECE:
            # A statement by itself is a transaction, and this is one.
            append_all(db, rows)
            return [WRITTEN] * len(batch)
        db.execute("BEGIN IMMEDIATE")
        try:
            outcomes: list[Outcome] = []
            append_all(db, rows)
            for job in batch:
                try:
                    written = together and job.row is not None
                    outcomes.append(WRITTEN if written else Outcome(job.work(db)))
                except Conflict as conflict:
                    outcomes.append(Outcome(error=conflict))
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        return outcomes

    # The loop's side of it.

    def _do(self, work: Callable[[sqlite3.Connection], T], row: tuple[str, int, bytes] | None = None) -> Awaitable[T]:
        """Hand it to the writer; what is awaited is its answer."""
        if not self._open:
            raise StoreError("closed")
        done: asyncio.Future[T] = self._loop.create_future()
        if not self._waiting and not self._writing:
            # Whatever else this turn of the loop has to write goes along.
            self._loop.call_soon(self._hand_over)
        self._waiting.append(Job(work, done, row))
        return done

    def _hand_over(self) -> None:
        self._writing = bool(self._waiting)
        if self._waiting:
            self._queue.put(self._waiting)
            self._waiting = []

    def _settle(self, batch: list[Job], outcomes: list[Outcome]) -> None:
        for job, (value, error) in zip(batch, outcomes, strict=True):
            if job.done.done():
                continue
            if error is None:
                job.done.set_result(value)
            else:
                job.done.set_exception(error)
        self._hand_over()

    # The reader threads.

    async def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        if not self._open:
            raise StoreError("closed")
        return await self._loop.run_in_executor(self._pool, self._answer, question)

    def _answer(self, question: Callable[[sqlite3.Connection], T]) -> T:
        try:
            db: sqlite3.Connection | None = getattr(self._own, "db", None)
            if db is None:
                db = self._own.db = connect(self.path, "rw")
                self._readers.append(db)
                db.execute("PRAGMA query_only = ON")
            return question(db)
        except sqlite3.Error as error:
            raise refusal(error, self.path) from error

    # What a store does.

    async def create(self, table: str, rows: list[bytes], now: int) -> None:
        for at in range(0, max(1, len(rows)), parts.PART):
            part, last = rows[at : at + parts.PART], at + parts.PART >= len(rows)
            try:
                await self._do(partial(parts.add, table=table, at=at, rows=part, now=now, last=last))
            except StoreError:
                if at:
                    with suppress(StoreError):
                        await self.delete(table)
                raise

    async def append(self, table: str, n: int, row: bytes) -> None:
        given = (table, n, row)
        await self._do(lambda db: append_all(db, [given]), given)

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        if not storable(table):
            return []
        return await self._ask(lambda db: [data for (data,) in db.execute(ROWS, (table, since))])

    async def opening(self, table: str, recent: int) -> Opening:
        def question(db: sqlite3.Connection) -> Opening:
            n, data = db.execute(SNAPSHOT, (table, recent)).fetchone() or (0, None)
            return Opening(n, data, [row for (row,) in db.execute(ROWS, (table, n))])

        return await self._ask(question) if storable(table) else Opening(0, None, [])

    async def keep(self, table: str, n: int, snapshot: bytes) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR IGNORE INTO snapshots SELECT id, ?, ? FROM tables WHERE id = ?", (n, snapshot, table))
            db.execute(OLD_SNAPSHOTS, (table,))

        await self._do(work)

    async def claim(self, table: str, code: str, now: int, stale: int) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            holder = db.execute("SELECT id, touched FROM tables WHERE code = ?", (code,)).fetchone()
            if holder is not None and holder[0] != table and holder[1] >= stale:
                return False
            if db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
                return False
            db.execute("UPDATE tables SET code = NULL WHERE code = ?", (code,))
            db.execute("UPDATE tables SET code = ?, touched = max(touched, ?) WHERE id = ?", (code, now, table))
            return True

        return storable(table) and storable(code) and await self._do(work)

    async def release(self, stale: int, unused: int) -> int:
        idle = schema.IDLE.format(stale="?1", unused="?2", opening=ONLY_OPENED)
        look = f"SELECT id FROM tables WHERE {idle} LIMIT {RELEASED}"
        free = f"UPDATE tables SET code = NULL WHERE {idle} AND id = ?3"
        # Looked for beside the writer, which then only looks at these again.
        found = await self._ask(lambda db: db.execute(look, (stale, unused)).fetchall())
        if not found:
            return 0
        each = [(stale, unused, table) for (table,) in found]
        return await self._do(lambda db: db.executemany(free, each).rowcount)

    async def codes(self) -> int:
        query = "SELECT count(*) FROM tables WHERE code IS NOT NULL"
        return int((await self._ask(lambda db: db.execute(query).fetchone()))[0])

    async def find(self, code: str) -> str | None:
        if not storable(code):
            return None
        query = "SELECT id FROM tables WHERE code = ?"
        found = await self._ask(lambda db: db.execute(query, (code,)).fetchone())
        return None if found is None else str(found[0])

    async def touch(self, table: str, now: int) -> None:
        query = "UPDATE tables SET touched = max(touched, ?) WHERE id = ?"
        if storable(table):
            await self._do(lambda db: db.execute(query, (now, table)).rowcount)

    async def entry(self, table: str) -> Entry | None:
        if not storable(table):
            return None
        found = await self._ask(lambda db: db.execute(f"{ENTRY} WHERE id = ?", (table,)).fetchone())
        return None if found is None else Entry(*found)

    async def entries(self, after: str = "", limit: int = 100) -> list[Entry]:
        query = f"{ENTRY} WHERE id > ? ORDER BY id LIMIT ?"
        return await self._ask(lambda db: [Entry(*row) for row in db.execute(query, (after, limit))])

    async def probe(self, write: bool = False) -> None:
        # Our own connections may know the file from before it was damaged, replaced or deleted.
        if not await asyncio.to_thread(self._there):
            raise StoreError("gone", where=str(self.path))
        if write:
            await self._do(lambda db: db.execute(schema.PROBE))
        await self._ask(lambda db: db.execute("SELECT count(*) FROM meta").fetchone())

    def _there(self) -> bool:
        try:
            return version_of(self.path) > 0
        except sqlite3.Error as error:
            raise refusal(error, self.path) from error
        except OSError as error:
            raise unreachable(self.path, error) from error

    async def delete(self, table: str) -> bool:
        if not storable(table):
            return False
        there, whole = await self._do(partial(parts.take_away, table=table))
        # From here on it is nobody's, and what cannot be cleared away now goes when the file is opened again.
        with suppress(StoreError):
            while not whole:
                _, whole = await self._do(partial(parts.take_away, table=table))
        return there

    def listen(self, bell: Bell, ear: Ear) -> None:
        """There is no other process."""

    async def shout(self, text: str) -> None:
        """Nobody else is there to hear it."""


class SqliteReader(SqliteStore):
    """For somebody who only looks, also while a server has the file. Nothing is ever written."""

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            version = await asyncio.to_thread(version_of, self.path)
        except sqlite3.Error as error:
            raise refusal(error, self.path) from error
        except OSError as error:
            raise unreachable(self.path, error) from error
        if version != len(schema.SQLITE):
            raise StoreError("older", where=str(self.path), found=version, known=len(schema.SQLITE))
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="tailback-read")
        self._open = True

    async def close(self) -> None:
        if self._open:
            self._open = False
            self._pool.shutdown()
            for db in self._readers:
                db.close()

    def _do(self, work: Callable[[sqlite3.Connection], T], row: tuple[str, int, bytes] | None = None) -> Awaitable[T]:
        raise StoreError("in_use", where=str(self.path))
