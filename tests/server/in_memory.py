"""A store that is gone with its process: for tests that make thousands of tables and ask nothing of a disk."""

from __future__ import annotations

from tailback.server.store import Bell, Conflict, Ear, Entry, Opening


class MemoryStore:
    shared = False

    def __init__(self) -> None:
        self.tables: dict[str, list[bytes]] = {}
        self.snapshots: dict[str, tuple[int, bytes]] = {}
        self.given: dict[str, str] = {}

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def create(self, table: str, rows: list[bytes], now: int) -> None:
        if table in self.tables:
            raise Conflict
        self.tables[table] = list(rows)

    async def append(self, table: str, n: int, row: bytes) -> None:
        rows = self.tables.get(table)
        if rows is None or len(rows) != n:
            raise Conflict
        rows.append(row)

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        return self.tables.get(table, [])[since:]

    async def opening(self, table: str, recent: int) -> Opening:
        rows = self.tables.get(table, [])
        n, snapshot = self.snapshots.get(table, (0, b""))
        return Opening(n, snapshot, rows[n:]) if 0 < n <= len(rows) - recent else Opening(0, None, list(rows))

    async def keep(self, table: str, n: int, snapshot: bytes) -> None:
        self.snapshots[table] = (n, snapshot)

    async def claim(self, table: str, code: str, now: int, stale: int) -> bool:
        return table in self.tables and self.given.setdefault(code, table) == table

    async def release(self, stale: int, unused: int) -> int:
        return 0

    async def codes(self) -> int:
        return len(self.given)

    async def find(self, code: str) -> str | None:
        return self.given.get(code)

    async def touch(self, table: str, now: int) -> None: ...

    async def entry(self, table: str) -> Entry | None:
        if table not in self.tables:
            return None
        return Entry(table, None, 0, 0, len(self.tables[table]))

    async def entries(self, after: str = "", limit: int = 100) -> list[Entry]:
        return [Entry(table, None, 0, 0, len(self.tables[table])) for table in sorted(self.tables) if table > after][
            :limit
        ]

    async def probe(self, write: bool = False) -> None: ...

    async def delete(self, table: str) -> bool:
        return self.tables.pop(table, None) is not None

    def listen(self, bell: Bell, ear: Ear) -> None: ...

    async def shout(self, text: str) -> None: ...
