"""Where tables live: each is a list of rows that only ever grows.

A row is bytes that the store never looks into. Row `n` of a table is written once and never
changed, so whoever writes row `n` second is told so (`Conflict`) and reads what came in between.
That is all that several processes need to share one store.

Two stores keep to this: SQLite for one process, PostgreSQL for any number of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from tailback.core.errors import Explained

# Called with (table, rows it has now): another process wrote. Or with a text that another process shouted.
Bell = Callable[[str, int], None]
Ear = Callable[[str], None]

# A table that was opened, and nothing more, has so many rows.
ONLY_OPENED = 2
# Codes that are freed at a time.
RELEASED = 500


def storable(name: str) -> bool:
    """Can this stand in a database at all? Ids and codes come from strangers; what cannot be stored is not found."""
    return "\0" not in name and name.isprintable()


class StoreError(Explained):
    """The store cannot do this now."""

    section = "server.store"


class Conflict(Exception):
    """Somebody else wrote this row first. Nothing was written."""


class StoreFull(StoreError):
    """No room for more. Nothing was written."""


class StoreAway(StoreError):
    """The database does not answer. Whether the row was written is not known: read before writing again."""


class Entry(NamedTuple):
    """A table in the index of the store. Times are milliseconds since 1970."""

    table: str
    code: str | None
    created: int
    touched: int
    rows: int


class Opening(NamedTuple):
    """What a table is woken from: a snapshot of its first `n` rows (None: there is none), and the rows after them."""

    n: int
    snapshot: bytes | None
    rows: list[bytes]


class Store(Protocol):
    """Open it, use it, close it. All methods but `open` may be called at the same time."""

    # Several processes may write to it at the same time.
    shared: bool

    async def open(self) -> None:
        """Connect and bring the schema up to date, or StoreError (newer schema, no access, away)."""

    async def close(self) -> None:
        """Everything accepted is written; nothing more is."""

    async def create(self, table: str, rows: list[bytes], now: int) -> None:
        """A new table with its first rows. Conflict when the id is taken."""

    async def append(self, table: str, n: int, row: bytes) -> None:
        """Write row `n` (the first is 0); on return it is durable. Conflict, StoreFull or StoreAway otherwise."""

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        """The rows from `since` on, in order; empty for a table that does not exist."""

    async def opening(self, table: str, recent: int) -> Opening:
        """The rows behind the newest snapshot before the last `recent` rows; none for a table that does not exist."""

    async def keep(self, table: str, n: int, snapshot: bytes) -> None:
        """A snapshot of the first `n` rows, and the one before it stays; older ones go. It may be lost."""

    async def claim(self, table: str, code: str, now: int, stale: int) -> bool:
        """Give the table this code, unless a table touched since `stale` has it. The old code of the table is freed."""

    async def release(self, stale: int, unused: int) -> int:
        """Free codes of tables not touched since `stale`, or since `unused` and with at most `ONLY_OPENED` rows.

        How many? A bounded number at a time: call it until it is 0.
        """

    async def codes(self) -> int:
        """How many codes are given out."""

    async def find(self, code: str) -> str | None:
        """The table with this code."""

    async def touch(self, table: str, now: int) -> None:
        """Somebody is at this table."""

    async def entry(self, table: str) -> Entry | None:
        """The index entry of one table."""

    async def entries(self, after: str = "", limit: int = 100) -> list[Entry]:
        """Tables in order of their ids, those behind `after`."""

    async def probe(self, write: bool = False) -> None:
        """Does it answer, and is it of a version we know? `write`: does it take something as well? Else StoreError."""

    async def delete(self, table: str) -> bool:
        """Forget a table for ever; was there one?"""

    def listen(self, bell: Bell, ear: Ear) -> None:
        """Whom to call when another process wrote or shouted. Never called for what this process did."""

    async def shout(self, text: str) -> None:
        """Tell all other processes (up to 7,000 bytes); not stored, may be lost."""
