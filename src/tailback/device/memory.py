"""Tables that last as long as the page: where the device has no room for them, or gives none."""

from __future__ import annotations

import asyncio

from tailback.server.store.interface import ONLY_OPENED, RELEASED, Bell, Conflict, Ear, Entry, Opening, storable


class Kept:
    """One table."""

    def __init__(self, rows: list[bytes], created: int, touched: int, code: str | None = None) -> None:
        self.rows = rows
        self.created = created
        self.touched = touched
        self.code = code
        self.snapshots: dict[int, bytes] = {}


class MemoryStore:
    """See `Store`."""

    shared = False

    def __init__(self) -> None:
        self.tables: dict[str, Kept] = {}

    async def open(self) -> None:
        """Nothing to connect to."""

    async def close(self) -> None:
        """Nothing is kept."""

    async def create(self, table: str, rows: list[bytes], now: int) -> None:
        if table in self.tables:
            raise Conflict
        self.tables[table] = Kept(list(rows), now, now)

    async def append(self, table: str, n: int, row: bytes) -> None:
        found = self.tables.get(table)
        if found is None or len(found.rows) != n:
            raise Conflict
        found.rows.append(row)
        # Others have their turn, as they have while a disk works.
        await asyncio.sleep(0)

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        return self.tables[table].rows[since:] if table in self.tables else []

    async def opening(self, table: str, recent: int) -> Opening:
        found = self.tables.get(table)
        if found is None:
            return Opening(0, None, [])
        n = max((n for n in found.snapshots if n <= len(found.rows) - recent), default=0)
        return Opening(n, found.snapshots.get(n), found.rows[n:])

    async def keep(self, table: str, n: int, snapshot: bytes) -> None:
        if table in self.tables:
            kept = self.tables[table].snapshots
            kept.setdefault(n, snapshot)
            for old in sorted(kept)[:-2]:
                del kept[old]

    async def claim(self, table: str, code: str, now: int, stale: int) -> bool:
        found = self.tables.get(table)
        holder = await self.find(code)
        if found is None or not storable(code):
            return False
        if holder is not None and holder != table and self.tables[holder].touched >= stale:
            return False
        if holder is not None:
            self.tables[holder].code = None
        found.code = code
        found.touched = max(found.touched, now)
        return True

    async def release(self, stale: int, unused: int) -> int:
        idle = [
            kept
            for kept in self.tables.values()
            if kept.code is not None
            and (kept.touched < stale or (kept.touched < unused and len(kept.rows) <= ONLY_OPENED))
        ]
        for kept in idle[:RELEASED]:
            kept.code = None
        return len(idle[:RELEASED])

    async def codes(self) -> int:
        return sum(kept.code is not None for kept in self.tables.values())

    async def find(self, code: str) -> str | None:
        return next((table for table, kept in self.tables.items() if kept.code == code), None)

    async def touch(self, table: str, now: int) -> None:
        if table in self.tables:
            self.tables[table].touched = max(self.tables[table].touched, now)

    async def entry(self, table: str) -> Entry | None:
        found = self.tables.get(table)
        if found is None:
            return None
        return Entry(table, found.code, found.created, found.touched, len(found.rows))

    async def entries(self, after: str = "", limit: int = 100) -> list[Entry]:
        found = [await self.entry(table) for table in sorted(self.tables) if table > after]
        return [entry for entry in found[:limit] if entry is not None]

    async def probe(self, write: bool = False) -> None:
        """It always answers."""

    async def delete(self, table: str) -> bool:
        return self.tables.pop(table, None) is not None

    def listen(self, bell: Bell, ear: Ear) -> None:
        """There is no other process."""

    async def shout(self, text: str) -> None:
        """Nobody else is there to hear it."""
