"""The rows as they lie in the store, read past the servers and past the bad wires."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Protocol

import asyncpg

QUERY = "SELECT data FROM inputs WHERE table_id = {} AND n >= {} ORDER BY n"
SECONDS = 5.0
# What a database that dies under a question comes to.
TROUBLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


class Away(Exception):
    """The store cannot be read just now."""


class Books(Protocol):
    async def rows(self, table: str, since: int) -> list[bytes]:
        """Those from `since` on, or Away."""


class File:
    """Only read, and by a connection that is gone at once: a reader never tidies up after a server that was killed."""

    def __init__(self, path: str) -> None:
        self.path = path

    async def rows(self, table: str, since: int) -> list[bytes]:
        try:
            return await asyncio.to_thread(self.read, table, since)
        except sqlite3.Error as error:
            raise Away(str(error)) from error

    def read(self, table: str, since: int) -> list[bytes]:
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=SECONDS)) as db:
            return [bytes(data) for (data,) in db.execute(QUERY.format("?", "?"), (table, since))]


class Database:
    def __init__(self, url: str) -> None:
        self.url = url

    async def rows(self, table: str, since: int) -> list[bytes]:
        try:
            async with asyncio.timeout(SECONDS):
                link = await asyncpg.connect(self.url)
                try:
                    return [bytes(row["data"]) for row in await link.fetch(QUERY.format("$1", "$2"), table, since)]
                finally:
                    link.terminate()
        except TROUBLE as error:
            raise Away(str(error)) from error


def books(database: str) -> Books:
    return Database(database) if "://" in database else File(database)
