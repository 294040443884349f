"""The shape of both stores, version by version.

Entry `v - 1` of a list leads from version `v - 1` to version `v`. What is released is never edited:
a change is a new entry, and the tests open a store of every older version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Migrations = Sequence[Iterable[str]]

# Rows lie in the order they were written, the key beside them: fewer pages change per commit than with rows inside
# the key (WITHOUT ROWID), and writing many tables is 1.6 times as fast.
SQLITE: Migrations = [
    [
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        "INSERT INTO meta VALUES ('version', '0')",
        "CREATE TABLE tables (id TEXT PRIMARY KEY, code TEXT UNIQUE, created INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE inputs (table_id TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL,"
        " PRIMARY KEY (table_id, n))",
    ],
    [
        "ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0",
        "UPDATE tables SET touched = created",
    ],
    [
        "CREATE TABLE snapshots (table_id TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL,"
        " PRIMARY KEY (table_id, n))",
    ],
]

# A partial index keeps `code` out of PostgreSQL's row keys: a new code then never waits for a move being written.
POSTGRES: Migrations = [
    [
        "CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL)",
        "INSERT INTO meta VALUES ('version', '0')",
        'CREATE TABLE tables (id text COLLATE "C" PRIMARY KEY, code text COLLATE "C", created bigint NOT NULL)',
        "CREATE UNIQUE INDEX tables_code ON tables (code) WHERE code IS NOT NULL",
        'CREATE TABLE inputs (table_id text COLLATE "C" NOT NULL, n integer NOT NULL, data bytea NOT NULL,'
        " PRIMARY KEY (table_id, n))",
    ],
    [
        "ALTER TABLE tables ADD COLUMN touched bigint NOT NULL DEFAULT 0",
        "UPDATE tables SET touched = created",
    ],
    [
        'CREATE TABLE snapshots (table_id text COLLATE "C" NOT NULL, n integer NOT NULL, data bytea NOT NULL,'
        " PRIMARY KEY (table_id, n))",
    ],
]

# A write that changes nothing anybody reads, to see whether the store takes one.
PROBE = "INSERT INTO meta VALUES ('probe', '1') ON CONFLICT (key) DO UPDATE SET value = excluded.value"

# Which codes may be freed; see `Store.release`. The row after those of the opening tells whether anything happened.
IDLE = """code IS NOT NULL AND (touched < {stale} OR touched < {unused}
    AND NOT EXISTS (SELECT 1 FROM inputs WHERE table_id = tables.id AND n = {opening}))"""


def steps(migrations: Migrations, version: int) -> Iterator[str]:
    """The statements that lead from `version` to the newest one, the new version number last."""
    for step in migrations[version:]:
        yield from step
    yield f"UPDATE meta SET value = '{len(migrations)}' WHERE key = 'version'"
