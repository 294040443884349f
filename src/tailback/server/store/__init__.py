"""Where tables live: SQLite for one process, PostgreSQL for any number of them; see `interface.py`."""

from __future__ import annotations

from tailback.server.store.interface import Bell as Bell
from tailback.server.store.interface import Conflict as Conflict
from tailback.server.store.interface import Ear as Ear
from tailback.server.store.interface import Entry as Entry
from tailback.server.store.interface import Opening as Opening
from tailback.server.store.interface import Store as Store
from tailback.server.store.interface import StoreAway as StoreAway
from tailback.server.store.interface import StoreError as StoreError
from tailback.server.store.interface import StoreFull as StoreFull


def open_store(where: str) -> Store:
    """The store at this address (postgresql://...) or in this file; call `open` on it next."""
    scheme, found, _ = where.partition("://")
    if not found:
        from tailback.server.store.sqlite import SqliteStore

        return SqliteStore(where)
    if scheme not in ("postgresql", "postgres"):
        raise StoreError("unknown_kind", scheme=scheme)
    from tailback.server.store.postgres import PostgresStore

    return PostgresStore(where)
