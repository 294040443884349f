"""Tables in the browser's own storage, shared by all tabs of this address.

The storage itself is IndexedDB and is spoken to in `web/src/device/shelf.ts`: one question at a time, in words, so that
nothing but texts passes between the two languages. Bytes travel as letters, one for each.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from tailback.server.store import Conflict, Entry, Opening, StoreError, StoreFull
from tailback.server.store.interface import ONLY_OPENED, RELEASED, Bell, Ear, storable

# Asked with the name of a question and what belongs to it, as JSON; answers with JSON.
Ask = Callable[[str, str], Awaitable[str]]
NEWER = "VersionError"


class Answered(msgspec.Struct):
    """What the storage said: a value, or the name of what went wrong."""

    value: Any = None
    error: str = ""


class News(msgspec.Struct):
    """What another tab did: it wrote to a table (no rows: it deleted it), or shouted."""

    table: str = ""
    rows: int = 0
    text: str = ""


def letters(data: bytes) -> str:
    return data.decode("latin-1")


def taken(rows: list[str]) -> list[bytes]:
    return [row.encode("latin-1") for row in rows]


class Shelf:
    """See `Store`."""

    shared = True

    def __init__(self, ask: Ask) -> None:
        self.outside = ask
        self.bell: Bell | None = None
        self.ear: Ear | None = None

    async def ask(self, what: str, *words: Any) -> Any:
        said = await self.outside(what, msgspec.json.encode(words).decode())
        answer = msgspec.json.decode(said, type=Answered)
        if answer.error == "conflict":
            raise Conflict
        if answer.error == "QuotaExceededError":
            raise StoreFull("full", where="")
        if answer.error == NEWER:
            raise StoreError("newer", where="", found="", known="")
        if answer.error:
            raise StoreError("disk", where="", reason=answer.error)
        return answer.value

    async def open(self) -> None:
        await self.ask("open")

    async def close(self) -> None:
        await self.ask("close")

    async def create(self, table: str, rows: list[bytes], now: int) -> None:
        await self.ask("create", table, list(map(letters, rows)), now)

    async def append(self, table: str, n: int, row: bytes) -> None:
        await self.ask("append", table, n, letters(row))

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        return taken(await self.ask("rows", table, since)) if storable(table) else []

    async def opening(self, table: str, recent: int) -> Opening:
        if not storable(table):
            return Opening(0, None, [])
        n, snapshot, rows = await self.ask("opening", table, recent)
        return Opening(n, None if snapshot is None else snapshot.encode("latin-1"), taken(rows))

    async def keep(self, table: str, n: int, snapshot: bytes) -> None:
        await self.ask("keep", table, n, letters(snapshot))

    async def claim(self, table: str, code: str, now: int, stale: int) -> bool:
        return storable(table) and storable(code) and bool(await self.ask("claim", table, code, now, stale))

    async def release(self, stale: int, unused: int) -> int:
        return int(await self.ask("release", stale, unused, ONLY_OPENED, RELEASED))

    async def codes(self) -> int:
        """Few, and nobody types the code of a table that is in a page."""
        return 0

    async def find(self, code: str) -> str | None:
        found: str | None = await self.ask("find", code) if storable(code) else None
        return found

    async def touch(self, table: str, now: int) -> None:
        if storable(table):
            await self.ask("touch", table, now)

    async def entry(self, table: str) -> Entry | None:
        found = await self.ask("entry", table) if storable(table) else None
        return None if found is None else Entry(*found)

    async def entries(self, after: str = "", limit: int = 100) -> list[Entry]:
        return [Entry(*entry) for entry in await self.ask("entries", after, limit)]

    async def probe(self, write: bool = False) -> None:
        await self.ask("probe", write)

    async def delete(self, table: str) -> bool:
        return storable(table) and bool(await self.ask("delete", table))

    def listen(self, bell: Bell, ear: Ear) -> None:
        self.bell, self.ear = bell, ear

    async def shout(self, text: str) -> None:
        await self.ask("shout", text)

    def hear(self, said: str) -> None:
        """Another tab wrote or shouted."""
        news = msgspec.json.decode(said, type=News)
        if news.text and self.ear is not None:
            self.ear(news.text)
        elif news.table and self.bell is not None:
            self.bell(news.table, news.rows)
