"""Tables in PostgreSQL, for any number of server processes on any number of machines.

Whoever inserts (table, n) first wins; the others are told `Conflict`. One task writes: it takes
everything that waits and sends it as one statement, which also rings one bell for the other processes.
When the database goes away, everybody waits a bounded time for it, then hears `StoreAway`.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import asyncpg

from tailback.server.store import naming, schema
from tailback.server.store.interface import (
    ONLY_OPENED,
    RELEASED,
    Bell,
    Conflict,
    Ear,
    Entry,
    Opening,
    StoreAway,
    StoreError,
    StoreFull,
    storable,
)

T = TypeVar("T")

CHANNEL = "tailback"
# PostgreSQL refuses notifications of 8,000 bytes and more.
LONGEST_BELL = 7500
LONGEST_SHOUT = 7000
# One server at a time brings the schema up to date; the number is ours and means nothing.
MIGRATION_LOCK = 0x7A11BAC4
LARGEST_BATCH = 2000
LINKS = 4
# Seconds between two attempts to reach a database that is away, and between two looks whether the bell still hangs.
PAUSE = 0.1
QUIET = 10.0

# Durable on commit whatever the server's default is; our statements are too short to be worth compiling.
SETTINGS = {"application_name": "tailback", "synchronous_commit": "on", "jit": "off"}

# The lock on the table's line keeps it from being deleted meanwhile, and a row needs the one before it: a deleted
# table stays deleted, no table has a gap. Everybody inserts in the same order, so two batches never wait in a circle.
APPEND = f"""
WITH wrote AS (
  INSERT INTO inputs (table_id, n, data)
  SELECT b.table_id, b.n, b.data
  FROM unnest($1::text[], $2::integer[], $3::bytea[]) AS b (table_id, n, data) JOIN tables ON tables.id = b.table_id
  WHERE b.n = 0 OR EXISTS (SELECT 1 FROM inputs WHERE inputs.table_id = b.table_id AND inputs.n = b.n - 1)
  ORDER BY b.table_id
  FOR KEY SHARE OF tables
  ON CONFLICT DO NOTHING RETURNING table_id)
SELECT table_id, (SELECT count(*) FROM (SELECT pg_notify('{CHANNEL}', bell) FROM unnest($4::text[]) AS bell) AS rung)
FROM wrote"""
CREATE = """
WITH new AS (
  INSERT INTO tables (id, created, touched) VALUES ($1, $2, $2) ON CONFLICT DO NOTHING RETURNING id),
first AS (
  INSERT INTO inputs SELECT id, row.place - 1, row.data
  FROM new, unnest($3::bytea[]) WITH ORDINALITY AS row (data, place))
SELECT id FROM new"""
SNAPSHOT = """SELECT n, data FROM snapshots WHERE table_id = $1
  AND n <= (SELECT max(n) + 1 FROM inputs WHERE table_id = $1) - $2 ORDER BY n DESC LIMIT 1"""
KEEP = """INSERT INTO snapshots SELECT id, $2, $3 FROM tables WHERE id = $1 FOR KEY SHARE ON CONFLICT DO NOTHING"""
# The newest one and the one before it stay.
OLD_SNAPSHOTS = """DELETE FROM snapshots WHERE table_id = $1 AND n <
  (SELECT n FROM snapshots WHERE table_id = $1 ORDER BY n DESC LIMIT 1 OFFSET 1)"""
ENTRY = """SELECT id, code, created, touched,
  (SELECT coalesce(max(n) + 1, 0) FROM inputs WHERE table_id = id) FROM tables"""
SHOUT = f"SELECT pg_notify('{CHANNEL}', text) FROM unnest($1::text[]) AS text"

# The database, or the way to it, is not there; a standby that may only be read is not it, either.
AWAY = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.LockNotAvailableError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InternalClientError,
    asyncpg.InterfaceError,
)


class Gone(Exception):
    """The database did not answer. `sent`: it may have done what it was asked."""

    def __init__(self, sent: bool) -> None:
        super().__init__(sent)
        self.sent = sent


class Waiting:
    """A row that waits to be written. `doubt`: an earlier attempt may have succeeded."""

    __slots__ = ("done", "doubt", "n", "row", "table", "until")

    def __init__(self, table: str, n: int, row: bytes, until: float, done: asyncio.Future[None]) -> None:
        self.table = table
        self.n = n
        self.row = row
        self.until = until
        self.done = done
        self.doubt = False

    def settle(self, error: Exception | None = None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


def bells(node: str, pairs: Iterable[tuple[str, int]]) -> list[str]:
    """One text for all, or as few as fit."""
    found: list[str] = []
    size = LONGEST_BELL
    for table, rows in pairs:
        line = f"\n{rows} {table}"
        length = len(line.encode())
        if size + length > LONGEST_BELL:
            found.append(f"{node}b")
            size = len(found[-1])
        found[-1] += line
        size += length
    return found


class Link(asyncpg.Connection):  # type: ignore[misc]
    """We leave no session state behind, so there is nothing to reset between two uses."""

    def get_reset_query(self) -> str:
        return ""


def terminate(link: Any) -> None:
    # A connection that fell out of the pool is closed already.
    with suppress(asyncpg.InterfaceError):
        link.terminate()


def is_cut(link: Any) -> bool:
    try:
        return bool(link.is_closed())
    except asyncpg.InterfaceError:
        return True


async def hang_up(link: Any) -> None:
    with suppress(asyncpg.PostgresError, *AWAY):
        await link.close(timeout=1)


class PostgresStore:
    """See `Store`. `patience`: how many seconds a call waits for a database that is away."""

    shared = True

    def __init__(self, url: str, patience: float = 5.0) -> None:
        self.url = url
        self.patience = patience
        self.node = secrets.token_hex(8)
        self._waiting: list[Waiting] = []
        self._flusher: asyncio.Task[None] | None = None
        self._shouts: list[str] = []
        self._shouter: asyncio.Task[None] | None = None
        self._bell: Bell = lambda table, rows: None
        self._ear: Ear = lambda text: None
        self._open = False

    # Coming and going.

    async def open(self) -> None:
        until = asyncio.get_running_loop().time() + self.patience
        while True:
            link = await self.first_link()
            try:
                try:
                    await self._migrate(link)
                finally:
                    await hang_up(link)
                self._line = await self._hang_bell()
                break
            except (asyncpg.PostgresError, *AWAY) as error:
                # Cut off in the middle: once more, for as long as a first connection is waited for.
                if not isinstance(error, AWAY) or self._loop.time() > until:
                    raise self.refusal(error) from error
                await asyncio.sleep(PAUSE)
        self._pool = asyncpg.create_pool(
            self.url, min_size=0, max_size=LINKS, connection_class=Link, timeout=self.patience, server_settings=SETTINGS
        )
        await self._pool
        self._listener = asyncio.create_task(self._hear())
        self._open = True

    async def first_link(self) -> Any:
        """A connection, or why there is none. The database may be starting just like us."""
        self._loop = asyncio.get_running_loop()
        try:
            self._user = naming.user_of(self.url)
            self._database = naming.database_of(self.url)
            self.where = naming.shown(self.url)
        except ValueError as error:
            raise StoreError("bad_url", reason=str(error)) from None
        until = self._loop.time() + self.patience
        while True:
            try:
                return await self._connect()
            except asyncpg.ClientConfigurationError as error:
                raise StoreError("bad_url", reason=str(error)) from None
            except (ValueError, asyncpg.PostgresError, *AWAY) as error:
                reason = self.refusal(error)
                if not isinstance(reason, StoreAway) or self._loop.time() + PAUSE > until:
                    raise reason from error
            await asyncio.sleep(PAUSE)

    async def _connect(self) -> Any:
        return await asyncpg.connect(self.url, timeout=self.patience, connection_class=Link, server_settings=SETTINGS)

    async def _migrate(self, link: Any) -> None:
        if await self.version(link) == len(schema.POSTGRES):
            return
        # Locked before the transaction begins: only a new one is sure to see what another server has just made.
        # The lock ends with this connection, whatever happens.
        await link.execute("SET lock_timeout = '60s'")
        await link.execute("SELECT pg_advisory_lock($1)", MIGRATION_LOCK)
        async with link.transaction():
            version = await self.version(link)
            if version < len(schema.POSTGRES):
                for statement in schema.steps(schema.POSTGRES, version):
                    await link.execute(statement)

    async def version(self, link: Any) -> int:
        """0 for an empty database; changes nothing."""
        if await link.fetchval("SELECT to_regclass('meta')") is None:
            return 0
        try:
            version = int(await link.fetchval("SELECT value FROM meta WHERE key = 'version'"))
        except (asyncpg.UndefinedColumnError, TypeError, ValueError):
            raise StoreError("not_a_store", where=self.where) from None
        if version > len(schema.POSTGRES):
            raise StoreError("newer", where=self.where, found=version, known=len(schema.POSTGRES))
        return version

    async def close(self) -> None:
        if not self._open:
            return
        self._open = False
        for task in (self._flusher, self._shouter):
            if task is not None:
                await task
        self._listener.cancel()
        with suppress(asyncio.CancelledError):
            await self._listener
        await hang_up(self._line)
        try:
            async with asyncio.timeout(self.patience):
                await self._pool.close()
        except AWAY:
            self._pool.terminate()
        # Connections that were cut are gone with the next turn of the loop, which may be its last.
        await asyncio.sleep(0)

    def refusal(self, error: Exception) -> StoreError:
        """What an error of the database means to the person who runs the server."""
        where = self.where
        if isinstance(error, asyncpg.InvalidCatalogNameError):
            return StoreError("no_database", where=where, database=self._database)
        if isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
            return StoreError("no_login", where=where, user=self._user)
        if isinstance(error, asyncpg.InsufficientPrivilegeError):
            return StoreError("denied", where=where, user=self._user, reason=str(error))
        if isinstance(error, asyncpg.DiskFullError):
            return StoreFull("full", where=where)
        if isinstance(error, asyncpg.DuplicateTableError | asyncpg.DuplicateObjectError):
            return StoreError("not_a_store", where=where)
        if isinstance(error, AWAY) and not isinstance(error, asyncpg.DataError):
            return StoreAway("away", where=where)
        return StoreError("database", where=where, reason=str(error))

    # Asking the database.

    @asynccontextmanager
    async def _link(self, until: float) -> AsyncIterator[Any]:
        """A connection of the pool until that time; then it is cut, which ends whatever still waits on it."""
        try:
            link = await self._pool.acquire(timeout=max(until - self._loop.time(), PAUSE))
        except (asyncpg.PostgresError, *AWAY) as error:
            raise Gone(sent=False) from error
        cut = self._loop.call_at(max(until, self._loop.time() + PAUSE), terminate, link)
        try:
            yield link
        except asyncpg.DataError:
            raise
        except AWAY as error:
            terminate(link)
            raise Gone(sent=True) from error
        except asyncpg.PostgresError:
            raise
        except Exception as error:
            # Cut in the middle of a question, the driver itself may fail in any way.
            lost = is_cut(link)
            terminate(link)
            if lost:
                raise Gone(sent=True) from error
            raise
        except BaseException:
            terminate(link)
            raise
        finally:
            cut.cancel()
            await self._pool.release(link)

    async def _ask(self, question: Callable[[Any], Awaitable[T]]) -> T:
        """The answer, asked again and again while the database is away. So a question must bear to be asked twice."""
        if not self._open:
            raise StoreError("closed")
        until = self._loop.time() + self.patience
        while True:
            try:
                async with self._link(until) as link:
                    return await question(link)
            except Gone as gone:
                if self._loop.time() + PAUSE > until:
                    raise StoreAway("away", where=self.where) from gone
            except asyncpg.DeadlockDetectedError:
                pass
            except asyncpg.PostgresError as error:
                raise self.refusal(error) from error
            await asyncio.sleep(PAUSE)

    # Writing rows.

    async def append(self, table: str, n: int, row: bytes) -> None:
        if not self._open:
            raise StoreError("closed")
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append(Waiting(table, n, row, self._loop.time() + self.patience, done))
        if self._flusher is None:
            self._flusher = asyncio.create_task(self._flush())
        await done

    async def _flush(self) -> None:
        try:
            while self._waiting:
                batch = self._take_batch()
                if batch:
                    await self._write(batch)
        finally:
            self._flusher = None

    def _take_batch(self) -> list[Waiting]:
        """At most one row per table: the next one of a table needs it to be there. Who waited too long is told."""
        batch: dict[str, Waiting] = {}
        later: list[Waiting] = []
        now = self._loop.time()
        for item in self._waiting:
            if item.done.done():
                continue
            if item.until <= now:
                item.settle(StoreAway("away", where=self.where))
            elif item.table in batch or len(batch) == LARGEST_BATCH:
                later.append(item)
            else:
                batch[item.table] = item
        self._waiting = later
        return sorted(batch.values(), key=lambda item: item.table)

    async def _write(self, batch: list[Waiting]) -> None:
        until = min(item.until for item in batch)
        try:
            async with self._link(until) as link:
                await self._insert(link, batch)
        except Gone as gone:
            for item in batch:
                item.doubt = item.doubt or gone.sent
            self._waiting[:0] = batch
            await asyncio.sleep(PAUSE)
        except asyncpg.DeadlockDetectedError:
            self._waiting[:0] = batch
        except Exception as error:
            if len(batch) > 1:
                for item in batch:
                    await self._write([item])
            else:
                batch[0].settle(self.refusal(error))

    async def _insert(self, link: Any, batch: list[Waiting]) -> None:
        records = await link.fetch(
            APPEND,
            [item.table for item in batch],
            [item.n for item in batch],
            [item.row for item in batch],
            bells(self.node, ((item.table, item.n + 1) for item in batch)),
        )
        wrote = {record[0] for record in records}
        for item in batch:
            # Settled at once: a connection lost while looking into the doubtful ones changes nothing for these.
            if item.table in wrote:
                item.settle()
            elif not item.doubt:
                item.settle(Conflict())
        for item in batch:
            if item.doubt and not item.done.done():
                there = await link.fetchval(
                    "SELECT data FROM inputs WHERE table_id = $1 AND n = $2", item.table, item.n
                )
                item.settle(None if there == item.row else Conflict())

    async def create(self, table: str, rows: list[bytes], now: int) -> None:
        attempts = 0

        async def question(link: Any) -> bool:
            nonlocal attempts
            attempts += 1
            if await link.fetchval(CREATE, table, now, rows) is not None:
                return True
            # The first attempt may have been cut off after it was carried out.
            return attempts > 1 and await self._read(link, table, 0) == rows

        if not await self._ask(question):
            raise Conflict

    # Reading, and the index.

    async def _read(self, link: Any, table: str, since: int) -> list[bytes]:
        query = "SELECT data FROM inputs WHERE table_id = $1 AND n >= $2 ORDER BY n"
        return [record[0] for record in await link.fetch(query, table, since)]

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        if not storable(table):
            return []
        return await self._ask(lambda link: self._read(link, table, since))

    async def opening(self, table: str, recent: int) -> Opening:
        async def question(link: Any) -> Opening:
            n, data = await link.fetchrow(SNAPSHOT, table, recent) or (0, None)
            return Opening(n, data, await self._read(link, table, n))

        return await self._ask(question) if storable(table) else Opening(0, None, [])

    async def keep(self, table: str, n: int, snapshot: bytes) -> None:
        async def question(link: Any) -> None:
            async with link.transaction():
                await link.execute(KEEP, table, n, snapshot)
                await link.execute(OLD_SNAPSHOTS, table)

        await self._ask(question)

    async def claim(self, table: str, code: str, now: int, stale: int) -> bool:
        async def question(link: Any) -> bool:
            async with link.transaction():
                # Two tables that want the same code ask one after the other.
                await link.execute("SELECT pg_advisory_xact_lock($1, hashtext($2))", MIGRATION_LOCK & 0xFFFF, code)
                holder = await link.fetchrow("SELECT id, touched FROM tables WHERE code = $1 FOR NO KEY UPDATE", code)
                if holder is not None and holder[0] != table and holder[1] >= stale:
                    return False
                if not await link.fetchval("SELECT true FROM tables WHERE id = $1 FOR NO KEY UPDATE", table):
                    return False
                await link.execute("UPDATE tables SET code = NULL WHERE code = $1", code)
                query = "UPDATE tables SET code = $2, touched = greatest(touched, $3) WHERE id = $1"
                await link.execute(query, table, code, now)
                return True

        return storable(table) and storable(code) and await self._ask(question)

    async def release(self, stale: int, unused: int) -> int:
        idle = schema.IDLE.format(stale="$1", unused="$2", opening=ONLY_OPENED)
        # A line that somebody writes in just now is not idle.
        look = f"SELECT id FROM tables WHERE {idle} ORDER BY id LIMIT {RELEASED} FOR NO KEY UPDATE SKIP LOCKED"
        query = f"UPDATE tables SET code = NULL WHERE id IN ({look}) RETURNING id"
        return len(await self._ask(lambda link: link.fetch(query, stale, unused)))

    async def codes(self) -> int:
        query = "SELECT count(*) FROM tables WHERE code IS NOT NULL"
        return int(await self._ask(lambda link: link.fetchval(query)))

    async def find(self, code: str) -> str | None:
        if not storable(code):
            return None
        found: str | None = await self._ask(lambda link: link.fetchval("SELECT id FROM tables WHERE code = $1", code))
        return found

    async def touch(self, table: str, now: int) -> None:
        query = "UPDATE tables SET touched = $2 WHERE id = $1 AND touched < $2"
        if storable(table):
            await self._ask(lambda link: link.execute(query, table, now))

    async def entry(self, table: str) -> Entry | None:
        if not storable(table):
            return None
        found = await self._ask(lambda link: link.fetchrow(f"{ENTRY} WHERE id = $1", table))
        return None if found is None else Entry(*found)

    async def entries(self, after: str = "", limit: int = 100) -> list[Entry]:
        query = f"{ENTRY} WHERE id > $1 ORDER BY id LIMIT $2"
        return [Entry(*found) for found in await self._ask(lambda link: link.fetch(query, after, limit))]

    async def probe(self, write: bool = False) -> None:
        await self._ask(self.version)
        if write:
            await self._ask(lambda link: link.execute(schema.PROBE))

    async def delete(self, table: str) -> bool:
        there = False

        async def question(link: Any) -> bool:
            nonlocal there
            async with link.transaction():
                # The line of the table first: it waits for a row just being written, and keeps out the next one.
                if await link.fetchval("DELETE FROM tables WHERE id = $1 RETURNING true", table):
                    there = True
                await link.execute("DELETE FROM inputs WHERE table_id = $1", table)
                await link.execute("DELETE FROM snapshots WHERE table_id = $1", table)
                await link.execute(SHOUT, bells(self.node, [(table, 0)]))
            return there

        return storable(table) and await self._ask(question)

    # Other processes.

    def listen(self, bell: Bell, ear: Ear) -> None:
        """After the line was cut, `bell("", 0)` says: some rings may be lost, look at all tables again."""
        self._bell = bell
        self._ear = ear

    async def shout(self, text: str) -> None:
        if len(text.encode()) > LONGEST_SHOUT:
            raise ValueError("too long to shout")
        if not self._open:
            raise StoreError("closed")
        self._shouts.append(f"{self.node}s{text}")
        if self._shouter is None:
            self._shouter = asyncio.create_task(self._send_shouts())

    async def _send_shouts(self) -> None:
        try:
            while self._shouts:
                texts, self._shouts = self._shouts, []
                await self._send_some(texts)
        finally:
            self._shouter = None

    async def _send_some(self, texts: list[str]) -> None:
        with suppress(StoreError):
            await self._ask(lambda link: link.execute(SHOUT, texts))

    async def _hang_bell(self) -> Any:
        link = await self._connect()
        try:
            await link.add_listener(CHANNEL, self._on_notice)
        except BaseException:
            link.terminate()
            raise
        return link

    def _on_notice(self, link: Any, pid: int, channel: str, payload: str) -> None:
        node, kind, rest = payload[:16], payload[16:17], payload[17:]
        if node == self.node:
            return
        if kind == "s":
            self._ear(rest)
        elif kind == "b":
            for line in rest[1:].split("\n"):
                rows, _, table = line.partition(" ")
                self._bell(table, int(rows))

    async def _hear(self) -> None:
        """Keep one connection listening for as long as the store is open."""
        while True:
            await self._until_lost(self._line)
            self._line.terminate()
            while self._line.is_closed():
                try:
                    self._line = await self._hang_bell()
                except (asyncpg.PostgresError, *AWAY):
                    await asyncio.sleep(PAUSE)
            self._loop.call_soon(self._bell, "", 0)

    async def _until_lost(self, link: Any) -> None:
        """Not every lost connection says so: ask now and then."""
        lost = asyncio.Event()
        link.add_termination_listener(lambda _: lost.set())
        while not link.is_closed():
            try:
                async with asyncio.timeout(QUIET):
                    await lost.wait()
            except TimeoutError:
                with suppress(asyncpg.PostgresError, *AWAY):
                    await link.fetchval("SELECT 1", timeout=self.patience)
                    continue
                return
