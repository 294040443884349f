"""For the owner of the data: what tables there are, finished games as files, copies of everything.

A backup is lines of JSON: what it is, one line per table with its rows, and at the end how many
there were with a checksum, so that a file that was cut off or changed is recognised. Both stores
write it and both read it, so it also leads from one to the other. It holds tokens' hashes and the
secrets of running games: keep it to yourself.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

import tailback
from tailback import games
from tailback.core.errors import BadOption, Explained, RecordError
from tailback.core.record import Record
from tailback.reasons import reason
from tailback.server.protocol import replays
from tailback.server.run.serve import CannotServe
from tailback.server.store import Conflict, Entry, Store, StoreError, open_store
from tailback.server.truth import rows as r
from tailback.server.truth import seats
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.match import Broken

FORMAT = 1
KIND = "tailback_backup"
SQLITE_MAGIC = b"SQLite format 3\0"
PAGE = 100
# Tables written at the same time when a backup is read back: they share a sync of the disk.
AT_ONCE = 64
# The first line of a backup is short; what is none may have no lines at all.
LONGEST_HEAD = 1000


class OwnerError(Explained):
    """Why the owner cannot have this."""

    section = "owner"


# Opening a store


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    """To write in it. With SQLite no server may have it open meanwhile."""
    store = open_store(database)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def looked_at(database: str) -> AsyncIterator[Store]:
    """To read it, also while a server runs. A file of an older version is brought up to date first."""
    if "://" in database:
        async with opened(database) as store:
            yield store
        return
    from tailback.server.store.sqlite import SqliteReader

    check_there(Path(database))
    reader = SqliteReader(database)
    try:
        await reader.open()
    except StoreError as error:
        if error.key != "older":
            raise
        async with opened(database):
            pass
        await reader.open()
    try:
        yield reader
    finally:
        await reader.close()


def check_there(database: Path) -> None:
    """Is there a file to look at? In a folder of somebody else's not even that can be seen."""
    from tailback.server.store.sqlite import unreachable

    try:
        database.stat()
    except FileNotFoundError:
        raise StoreError("no_store", where=str(database)) from None
    except NotADirectoryError:
        raise CannotServe("data_is_file", folder=str(database.parent)) from None
    except OSError as error:
        raise unreachable(database, error) from None


async def entries(store: Store) -> AsyncIterator[Entry]:
    """All tables, however many."""
    after = ""
    while page := await store.entries(after, PAGE):
        for entry in page:
            yield entry
        after = page[-1].table


async def find(store: Store, name: str) -> Entry:
    """The table with this code or id: alone, as the link to it, or copied with the line that lists it."""
    for one in seats.meant(name):
        code = seats.tidy_code(one)
        entry = await store.entry((await store.find(code) if code else None) or one)
        if entry is not None:
            return entry
    raise OwnerError("no_table", table=name)


# What tables there are


class Summary(NamedTuple):
    """A table in a list. `game` is empty when this version cannot read the table; `played` is in milliseconds."""

    name: str
    game: str
    players: list[str]
    played: int


def summary(entry: Entry, data: list[bytes]) -> Summary:
    """Without playing anything: a list of ten thousand tables should not take minutes."""
    names: list[str] = []
    game = ""
    played = entry.created
    try:
        for raw in data:
            row = r.decode(raw)
            played = row.at
            if isinstance(row, r.Opened | r.Arranged):
                names = [chair.name for chair in row.chairs]
            elif isinstance(row, r.Seated | r.Named) and row.name:
                names[row.seat] = row.name
            elif isinstance(row, r.Prepared):
                game = row.game
            elif isinstance(row, r.Imported):
                found = games.read_record(row.record)
                game, names = found.game.id, found.names
    except (msgspec.DecodeError, RecordError, IndexError):
        game = ""
    return Summary(entry.code or entry.table, game, names, played)


async def summaries(store: Store) -> list[tuple[Entry, Summary]]:
    """All tables, those played last first."""
    found = [(entry, summary(entry, await store.rows(entry.table))) async for entry in entries(store)]
    return sorted(found, key=lambda pair: -pair[1].played)


async def unvisited(store: Store, before: int) -> list[tuple[Entry, Summary]]:
    """Tables at which nobody was since then, to play or only to look; those played last first."""
    found = []
    async for entry in entries(store):
        if entry.touched < before:
            one = summary(entry, await store.rows(entry.table))
            if one.played < before:
                found.append((entry, one))
    return sorted(found, key=lambda pair: -pair[1].played)


async def delete_unvisited(store: Store, before: int, tables: set[str]) -> int:
    """Delete those of these tables at which nobody has been meanwhile; how many."""
    gone = 0
    for entry, _ in await unvisited(store, before):
        gone += entry.table in tables and await store.delete(entry.table)
    return gone


# Finished games as files


class Found(NamedTuple):
    """A game at a table: finished (`record`), still running (neither), or not to be read by us (`problem`)."""

    name: str
    number: int
    game: str
    ended: int
    record: Record | None = None
    problem: Explained | None = None


def games_at(entry: Entry, data: list[bytes]) -> Iterator[Found]:
    """Every game of a table in turn. What is not over is only named: a file must not hold a hidden card."""
    name = entry.code or entry.table
    ledger = Ledger(entry.table)
    number, game = 0, ""
    try:
        for raw in data:
            row = r.decode(raw)
            before = ledger.phase
            if isinstance(row, r.Prepared):
                number, game = ledger.games_played, row.game
            ledger.apply(row)
            if ledger.phase != "over" or before == "over":
                continue
            if ledger.imported is not None:
                yield Found(name, 0, ledger.imported.game.id, row.at, ledger.imported)
            elif ledger.match is not None:
                yield Found(name, number, game, row.at, replays.as_record(ledger.match))
    except (Broken, BadOption, RecordError) as error:
        yield Found(name, number, game, 0, problem=error)
    except msgspec.DecodeError:
        yield Found(name, number, game, 0, problem=Broken("unknown_row"))
    else:
        if ledger.phase == "playing":
            yield Found(name, number, game, 0)


def copies(data: list[bytes]) -> set[str]:
    """The ids of the copies that were made to share games of this table."""
    found = set()
    for raw in data:
        with suppress(msgspec.DecodeError):
            row = r.decode(raw)
            if isinstance(row, r.Shared):
                found.add(row.share)
    return found


async def all_games(store: Store, table: str = "") -> AsyncIterator[tuple[Entry, Found]]:
    """The games of one table, or of all; a shared copy of a game that was listed is not listed again."""
    shared: set[str] = set()
    imported: list[Entry] = []
    listed = [await find(store, table)] if table else [entry async for entry in entries(store)]
    for entry in listed:
        data = await store.rows(entry.table)
        shared |= copies(data)
        if entry.rows == 1 and not table:
            imported.append(entry)
            continue
        for found in games_at(entry, data):
            yield entry, found
    for entry in imported:
        if entry.table not in shared:
            for found in games_at(entry, await store.rows(entry.table)):
                yield entry, found


def file_name(entry: Entry, found: Found, day: str) -> str:
    """The same game has the same name each time. The id of a table is an invitation, so it is not in it."""
    mark = hashlib.sha256(entry.table.encode()).hexdigest()[:10]
    return f"{day}-{found.game}-{mark}-{found.number + 1}.txt"


# Backups


class Count(NamedTuple):
    tables: int
    rows: int


def check_free(target: Path, force: bool) -> None:
    """May a file be written here?"""
    try:
        taken = target.is_dir() or (target.exists() and not force)
    except OSError as error:
        raise OwnerError("cannot_write", file=str(target), reason=reason(error)) from None
    if taken:
        raise OwnerError("exists", file=str(target))


@asynccontextmanager
async def whole_file(target: Path, force: bool) -> AsyncIterator[BinaryIO]:
    """A new file that appears when it is complete, or never."""
    check_free(target, force)
    part = target.with_name(target.name + ".part")
    try:
        handle = os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        if target.exists() and not force:
            raise OwnerError("exists", file=str(target))
        part.replace(target)
    except OSError as error:
        raise OwnerError("cannot_write", file=str(target), reason=reason(error)) from None
    finally:
        with suppress(OSError):
            part.unlink()


def copy_file(database: Path, target: Path, force: bool) -> None:
    """SQLite's own way: a plain copy of the file, also while a server runs."""
    from tailback.server.store import sqlite

    check_there(database)
    check_free(target, force)
    try:
        sqlite.copy(database, target)
    except StoreError as error:
        if error.key != "no_access" or error.params["where"] != str(target):
            raise
        raise OwnerError("cannot_write", file=str(target), reason=error.params["reason"]) from None


def line_of(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def table_line(entry: Entry, data: list[bytes]) -> bytes:
    """Rows are text; should one hold other bytes, they survive as lone surrogates."""
    return line_of(
        {
            "table": entry.table,
            "code": entry.code,
            "created": entry.created,
            "touched": entry.touched,
            "rows": [raw.decode("utf-8", "surrogateescape") for raw in data],
        }
    )


async def backup(store: Store, target: Path, force: bool, now: int) -> Count:
    """Everything that is written by now, while play goes on: rows only grow, so every table is whole."""
    tables = rows = 0
    async with whole_file(target, force) as out:
        check = hashlib.sha256()

        def put(line: bytes) -> None:
            check.update(line)
            out.write(line)

        put(line_of({KIND: FORMAT, "made": now, "server": tailback.__version__}))
        async for entry in entries(store):
            data = await store.rows(entry.table)
            if data:
                put(table_line(entry, data))
                tables += 1
                rows += len(data)
        out.write(line_of({"end": tables, "rows": rows, "sha256": check.hexdigest()}))
    return Count(tables, rows)


async def restore(store: Store, source: Path) -> Count:
    """Fill an empty store from a backup: all of it, or nothing."""
    if await store.entries("", 1):
        raise OwnerError("not_empty")
    count = check_source(source)
    if count is None:
        return await restore_copy(store, source)
    made: list[str] = []
    try:
        with source.open("rb") as lines:
            lines.readline()
            batch = []
            for _ in range(count.tables):
                batch.append(tabled(lines.readline()))
                if len(batch) == AT_ONCE:
                    await write_tables(store, batch, made)
                    batch = []
            await write_tables(store, batch, made)
    except BaseException:
        await forget(store, made)
        raise
    return count


async def restore_copy(store: Store, source: Path) -> Count:
    """From a plain copy of a SQLite file, which may be of an older version."""
    from tailback.server.store import sqlite

    rows = 0
    made: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        twin = Path(folder) / "copy.sqlite"
        await asyncio.to_thread(sqlite.copy, source, twin)
        try:
            async with opened(str(twin)) as old:
                async for entry in entries(old):
                    data = await old.rows(entry.table)
                    await write_tables(store, [(entry, data)], made)
                    rows += len(data)
        except BaseException:
            await forget(store, made)
            raise
    return Count(len(made), rows)


async def write_tables(store: Store, batch: list[tuple[Entry, list[bytes]]], made: list[str]) -> None:
    async def write(entry: Entry, data: list[bytes]) -> None:
        made.append(entry.table)
        try:
            await store.create(entry.table, data, entry.created)
        except Conflict:
            # Somebody else's; whatever becomes of ours, it is not for us to take back.
            made.remove(entry.table)
            raise
        await store.touch(entry.table, entry.touched)
        if entry.code:
            # A code that changed hands while the backup was made belongs to whoever comes first.
            await store.claim(entry.table, entry.code, entry.touched, 0)

    # All of them are done, well or not, before anything is taken back.
    outcomes = await asyncio.gather(*(write(entry, data) for entry, data in batch), return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Conflict):
            raise OwnerError("not_empty") from None
        if isinstance(outcome, BaseException):
            raise outcome


async def forget(store: Store, made: list[str]) -> None:
    """Half a backup is none."""
    with suppress(StoreError):
        for table in made:
            await store.delete(table)


# Reading a backup


def check_source(source: Path) -> Count | None:
    """What is in a backup, or OwnerError; None for a plain copy of a SQLite file."""
    try:
        with source.open("rb") as file:
            if file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC:
                return None
        return check_backup(source)
    except OSError as error:
        raise OwnerError("cannot_read", file=str(source), reason=reason(error)) from None


def tabled(line: bytes) -> tuple[Entry, list[bytes]]:
    """A table from its line; ValueError, KeyError or TypeError when it is none."""
    found = json.loads(line)
    data = [row.encode("utf-8", "surrogateescape") for row in found["rows"]]
    code = found["code"]
    if not isinstance(found["table"], str) or not data or not (code is None or isinstance(code, str)):
        raise ValueError(line[:80])
    return Entry(found["table"], code, int(found["created"]), int(found["touched"]), len(data)), data


def check_backup(source: Path) -> Count:
    """Read it once from end to end before anything is written."""
    check = hashlib.sha256()
    tables = rows = 0
    seen: set[str] = set()
    with source.open("rb") as lines:
        head = lines.readline(LONGEST_HEAD)
        check_head(source, head)
        check.update(head)
        try:
            for line in lines:
                if line.startswith(b'{"end":'):
                    end = json.loads(line)
                    if (end["end"], end["rows"], end["sha256"]) != (tables, rows, check.hexdigest()) or lines.read(1):
                        break
                    return Count(tables, rows)
                entry, data = tabled(line)
                if entry.table in seen:
                    break
                seen.add(entry.table)
                check.update(line)
                tables += 1
                rows += len(data)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
    raise OwnerError("damaged_backup", file=str(source))


def check_head(source: Path, head: bytes) -> None:
    try:
        version = json.loads(head)[KIND]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise OwnerError("not_a_backup", file=str(source)) from None
    if not isinstance(version, int) or version > FORMAT:
        raise OwnerError("newer_backup", file=str(source), found=version, known=FORMAT)
