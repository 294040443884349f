"""A look at a store without changing it: for somebody who wants to know why it does not work, or whether it will.

Whatever is wrong is a StoreError, as when a server opens it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from tailback.server.store import schema
from tailback.server.store.interface import StoreError

# How long a ring of the bell may take to come back.
RING_SECONDS = 5.0
BELL = "tailback_doctor"
RIGHTS = ("SELECT", "INSERT", "UPDATE", "DELETE")


class Checkup(NamedTuple):
    """What was found. `version` is 0 where there is nothing yet; `newest` is when somebody was last at a table."""

    version: int
    known: int
    tables: int = 0
    newest: int = 0
    # A server has it open (SQLite); the version of PostgreSQL and how many milliseconds its clock is ahead of ours.
    served: bool = False
    program: str = ""
    ahead: int = 0


def look_at_file(path: Path) -> Checkup:
    """A SQLite file, also one that a server has open: read from end to end."""
    from tailback.server.store import sqlite

    known = len(schema.SQLITE)
    try:
        version = sqlite.version_of(path)
        if version == 0:
            return Checkup(0, known)
        served = in_use(path)
        with closing(sqlite.connect(path, "ro" if companion(path).exists() else "ro&immutable=1")) as db:
            (sound,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if sound != "ok":
                raise StoreError("damaged", where=str(path))
            since = "touched" if version > 1 else "created"
            tables, newest = db.execute(f"SELECT count(*), coalesce(max({since}), 0) FROM tables").fetchone()
    except sqlite3.Error as error:
        raise sqlite.refusal(error, path) from error
    except OSError as error:
        raise sqlite.unreachable(path, error) from error
    return Checkup(version, known, tables, newest, served, f"SQLite {sqlite3.sqlite_version}")


def companion(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def in_use(path: Path) -> bool:
    """Does a server hold the lock beside the file?"""
    from tailback.server.store import sqlite

    if not Path(f"{path}.lock").exists():
        return False
    try:
        sqlite.lock(path).close()
    except sqlite3.Error:
        return True
    return False


async def look_at_database(url: str, now: int) -> Checkup:
    """A PostgreSQL database: may we come in, is it ours, may we do there what we must, does its bell ring?"""
    import asyncpg

    from tailback.server.store import postgres

    store = postgres.PostgresStore(url, patience=RING_SECONDS)
    link = await store.first_link()
    try:
        version = await store.version(link)
        ahead = int(await link.fetchval("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")) - now
        if await link.fetchval("SELECT pg_is_in_recovery()"):
            raise StoreError("standby", where=store.where)
        await check_rights(link, store.where, version)
        await check_bell(link, store.where)
        tables = newest = 0
        if version > 1:
            tables, newest = await link.fetchrow("SELECT count(*), coalesce(max(touched), 0) FROM tables")
        program = f"PostgreSQL {link.get_server_version().major}"
    except (asyncpg.PostgresError, *postgres.AWAY) as error:
        raise store.refusal(error) from error
    finally:
        await postgres.hang_up(link)
    return Checkup(version, len(schema.POSTGRES), tables, newest, program=program, ahead=ahead)


async def check_rights(link: Any, where: str, version: int) -> None:
    user = await link.fetchval("SELECT current_user")
    if version < len(schema.POSTGRES):
        if not await link.fetchval("SELECT has_schema_privilege(current_schema(), 'CREATE')"):
            raise StoreError("denied", where=where, user=user, reason="CREATE")
        return
    for table in ("tables", "inputs", "snapshots", "meta"):
        for right in RIGHTS:
            if not await link.fetchval("SELECT has_table_privilege($1, $2)", table, right):
                raise StoreError("denied", where=where, user=user, reason=f"{right} {table}")


async def check_bell(link: Any, where: str) -> None:
    """LISTEN and NOTIFY: a pool between us and the database may swallow them."""
    rung = asyncio.Event()
    await link.add_listener(BELL, lambda *_: rung.set())
    await link.execute(f"SELECT pg_notify('{BELL}', '')")
    try:
        async with asyncio.timeout(RING_SECONDS):
            await rung.wait()
    except TimeoutError:
        raise StoreError("no_bell", where=where) from None
