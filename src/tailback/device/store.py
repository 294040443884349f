"""The tables of a device: on its shelf; and where the shelf is full or closed to us, in memory, which is said once."""

from __future__ import annotations

from collections.abc import Callable

from tailback.device.memory import Kept, MemoryStore
from tailback.device.shelf import Shelf
from tailback.server.store import Conflict, Entry, Opening, Store, StoreError
from tailback.server.store.interface import Bell, Ear


class DeviceStore:
    """See `Store`. `trouble` is told why tables do not last any longer: the key of a text."""

    shared = True

    def __init__(self, shelf: Shelf, trouble: Callable[[str], None]) -> None:
        self.shelf = shelf
        self.memory = MemoryStore()
        self.trouble = trouble
        # Nothing can be asked of the shelf.
        self.closed = False

    def of(self, table: str) -> Store:
        """Where this table is."""
        return self.memory if self.closed or table in self.memory.tables else self.shelf

    async def open(self) -> None:
        try:
            await self.shelf.open()
        except StoreError as error:
            self.closed = True
            self.trouble("newer" if error.key == "newer" else "denied")

    async def close(self) -> None:
        if not self.closed:
            await self.shelf.close()

    async def create(self, table: str, rows: list[bytes], now: int) -> None:
        try:
            await self.of(table).create(table, rows, now)
        except StoreError as error:
            self.trouble(error.key)
            await self.memory.create(table, rows, now)

    async def append(self, table: str, n: int, row: bytes) -> None:
        try:
            await self.of(table).append(table, n, row)
        except StoreError as error:
            await self.take_over(table, n)
            self.trouble(error.key)
            await self.memory.append(table, n, row)

    async def take_over(self, table: str, n: int) -> None:
        """From here on the table is in memory, as it stands on the shelf: what was shown is never taken back."""
        entry, rows = await self.shelf.entry(table), await self.shelf.rows(table)
        if entry is None or len(rows) != n:
            raise Conflict
        self.memory.tables[table] = Kept(rows, entry.created, entry.touched, entry.code)

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        return await self.of(table).rows(table, since)

    async def opening(self, table: str, recent: int) -> Opening:
        return await self.of(table).opening(table, recent)

    async def keep(self, table: str, n: int, snapshot: bytes) -> None:
        await self.of(table).keep(table, n, snapshot)

    async def claim(self, table: str, code: str, now: int, stale: int) -> bool:
        return await self.of(table).claim(table, code, now, stale)

    async def release(self, stale: int, unused: int) -> int:
        return 0 if self.closed else await self.shelf.release(stale, unused)

    async def codes(self) -> int:
        return await self.shelf.codes()

    async def find(self, code: str) -> str | None:
        found = await self.memory.find(code)
        return found if found is not None or self.closed else await self.shelf.find(code)

    async def touch(self, table: str, now: int) -> None:
        await self.of(table).touch(table, now)

    async def entry(self, table: str) -> Entry | None:
        return await self.of(table).entry(table)

    async def entries(self, after: str = "", limit: int = 100) -> list[Entry]:
        found = {entry.table: entry for entry in ([] if self.closed else await self.shelf.entries(after, limit))}
        found |= {entry.table: entry for entry in await self.memory.entries(after, limit)}
        return [found[table] for table in sorted(found)[:limit]]

    async def probe(self, write: bool = False) -> None:
        if not self.closed:
            await self.shelf.probe(write)

    async def delete(self, table: str) -> bool:
        here = await self.memory.delete(table)
        return here if self.closed else await self.shelf.delete(table) or here

    def listen(self, bell: Bell, ear: Ear) -> None:
        self.shelf.listen(bell, ear)

    async def shout(self, text: str) -> None:
        if not self.closed:
            await self.shelf.shout(text)
