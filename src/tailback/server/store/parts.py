"""Long tables are written to SQLite, and deleted there, a part at a time: the moves of all others go in between.

A table that is not whole is in no index, so nobody finds it, and its id is noted until the last part is there or gone.
What a crash has left in the middle is cleared away when the file is opened again.
"""

from __future__ import annotations

import sqlite3

from tailback.server.store.interface import Conflict

# Rows of a part: a few milliseconds.
PART = 500
# How the note begins that a table is not whole.
NOTE = "not whole "


def add(db: sqlite3.Connection, table: str, at: int, rows: list[bytes], now: int, last: bool) -> None:
    """The rows from `at` on of a new table, which is there with its last ones. Conflict when the id is taken."""
    if last:
        query = "INSERT OR IGNORE INTO tables (id, created, touched) VALUES (?, ?, ?)"
        taken = not db.execute(query, (table, now, now)).rowcount
    else:
        taken = db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is not None
    if taken:
        raise Conflict
    db.executemany("INSERT INTO inputs VALUES (?, ?, ?)", [(table, at + k, row) for k, row in enumerate(rows)])
    note(db, table, last)


def take_away(db: sqlite3.Connection, table: str) -> tuple[bool, bool]:
    """The last rows of a table, and itself: was it in the index, and is nothing of it left?"""
    there = db.execute("DELETE FROM tables WHERE id = ?", (table,)).rowcount > 0
    db.execute("DELETE FROM snapshots WHERE table_id = ?", (table,))
    # From its end on: nothing is ever appended to a row that is gone.
    last = "SELECT max(n) FROM inputs WHERE table_id = ?1"
    gone = db.execute(f"DELETE FROM inputs WHERE table_id = ?1 AND n > ({last}) - ?2", (table, PART)).rowcount
    note(db, table, gone < PART)
    return there, gone < PART


def note(db: sqlite3.Connection, table: str, whole: bool) -> None:
    query = "DELETE FROM meta WHERE key = ?" if whole else "INSERT OR IGNORE INTO meta VALUES (?, '')"
    db.execute(query, (NOTE + table,))


def clear(db: sqlite3.Connection) -> None:
    """Nobody waits for what is not whole when a file has just been opened."""
    for (key,) in db.execute("SELECT key FROM meta WHERE substr(key, 1, ?) = ?", (len(NOTE), NOTE)).fetchall():
        while not take_away(db, key.removeprefix(NOTE))[1]:
            pass
