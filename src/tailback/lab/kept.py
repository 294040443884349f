"""The file of a study: SQLite, in columns. Each piece of a column is one compressed blob of whole numbers.

What is in it is finished: a piece is written whole or not at all, so a study can be stopped at any time and goes on
where it was.
"""

from __future__ import annotations

import contextlib
import sqlite3
import sys
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tailback.core.errors import Explained
from tailback.lab.playing import Columns, Range, lowest_first
from tailback.lab.setups import Setup

# "TBlb", so that nobody takes another program's file for a study.
MARK = 0x54426C62
FORMAT = 2
# The numbers of arms begin with 1.
NOT_HERE = 0
SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE arm (arm INTEGER PRIMARY KEY, setup TEXT NOT NULL UNIQUE);
CREATE TABLE range (arm INTEGER, first INTEGER, count INTEGER NOT NULL, PRIMARY KEY (arm, first)) WITHOUT ROWID;
CREATE TABLE piece (arm INTEGER, first INTEGER, name TEXT, type TEXT NOT NULL, data BLOB NOT NULL);
CREATE INDEX place ON piece (arm, first);
"""


class StudyError(Explained):
    """A file that holds no study we can use."""

    section = "lab"


class Kept:
    """The file of one study, opened; `with` closes it.

    Without `create` it is there already, and only read: somebody else may be playing it, or may have locked it away.
    """

    def __init__(self, path: Path | str, create: bool = True) -> None:
        self.path = path
        self.reading = not create
        if self.reading and not Path(path).is_file():
            raise StudyError("no_file", file=str(path))
        where = f"{Path(path).absolute().as_uri()}?mode=ro" if self.reading else path
        try:
            self.base = sqlite3.connect(where, isolation_level=None, timeout=30, uri=self.reading)
            mark, version, empty = (
                self.base.execute(sql).fetchone()[0]
                for sql in (
                    "PRAGMA application_id",
                    "PRAGMA user_version",
                    "SELECT count(*) = 0 FROM sqlite_master",
                )
            )
            if empty and create:
                # What a power cut takes can be played again; what a crash of ours takes must not be much.
                self.base.executescript(f"PRAGMA application_id = {MARK}; PRAGMA user_version = {FORMAT}; {SCHEMA}")
            elif mark != MARK:
                raise StudyError("no_study", file=str(path))
            elif version != FORMAT:
                raise StudyError("other_format", file=str(path), format=version)
            if create:
                self.base.execute("PRAGMA synchronous = NORMAL")
                self.base.execute("PRAGMA journal_mode = WAL")
        except sqlite3.Error as trouble:
            raise StudyError("unreadable", file=str(path), reason=str(trouble)) from None

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """One file remains: what stood beside it goes into it, unless somebody looks at it just now."""
        if not self.reading:
            with contextlib.suppress(sqlite3.OperationalError):
                self.base.execute("PRAGMA busy_timeout = 200")
                self.base.execute("PRAGMA journal_mode = DELETE")
        self.base.close()

    # What it is about.

    def note(self, name: str, value: Any) -> None:
        text = msgspec.json.encode(value).decode()
        self.base.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, text))

    def about(self, name: str, default: Any = None) -> Any:
        row = self.base.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        return default if row is None else msgspec.json.decode(row[0])

    def arm(self, setup: Setup) -> int:
        """The number of this set-up, which is new or was here before; `NOT_HERE` where nothing may be written."""
        text = msgspec.json.encode(setup, order="deterministic").decode()
        if not self.reading:
            self.base.execute("INSERT OR IGNORE INTO arm (setup) VALUES (?)", (text,))
        row = self.base.execute("SELECT arm FROM arm WHERE setup = ?", (text,)).fetchone()
        return NOT_HERE if row is None else int(row[0])

    def setups(self) -> dict[int, Setup]:
        rows = self.base.execute("SELECT arm, setup FROM arm ORDER BY arm")
        return {arm: msgspec.json.decode(text, type=Setup) for arm, text in rows}

    # What was played.

    def put(self, done: Range, columns: Columns) -> None:
        """One range of matches, at once; a range that is there already stays as it is."""
        self.base.execute("BEGIN IMMEDIATE")
        try:
            row = (done.arm, done.first, done.count)
            if self.base.execute("INSERT OR IGNORE INTO range VALUES (?, ?, ?)", row).rowcount:
                self.base.executemany(
                    "INSERT INTO piece VALUES (?, ?, ?, ?, ?)",
                    [(done.arm, done.first, name, column.typecode, pack(column)) for name, column in columns.items()],
                )
            self.base.execute("COMMIT")
        except BaseException:
            self.base.execute("ROLLBACK")
            raise

    def ranges(self, arm: int, below: int | None = None) -> list[Range]:
        """What is finished, in order; with `below` only ranges that end there or before."""
        rows = self.base.execute("SELECT first, count FROM range WHERE arm = ? ORDER BY first", (arm,))
        return [Range(arm, first, count) for first, count in rows if below is None or first + count <= below]

    def read(self, done: Range) -> Columns:
        rows = self.base.execute(
            "SELECT name, type, data FROM piece WHERE arm = ? AND first = ?", (done.arm, done.first)
        )
        return {name: unpack(kind, data) for name, kind, data in rows}

    def kinds(self) -> dict[str, str]:
        """All its columns with their types; those of watched matches are shorter."""
        rows = self.base.execute("SELECT name, min(type) FROM piece GROUP BY name ORDER BY min(type) <> 'B', name")
        return dict(rows.fetchall())

    def column(self, arm: int, name: str, below: int | None = None) -> Iterator[tuple[int, array[int]]]:
        """One column piece by piece, each with the number of its first match."""
        last = sys.maxsize if below is None else below
        rows = self.base.execute(
            "SELECT r.first, p.type, p.data FROM range r JOIN piece p ON p.arm = r.arm AND p.first = r.first "
            "WHERE r.arm = ? AND p.name = ? AND r.first + r.count <= ? ORDER BY r.first",
            (arm, name, last),
        )
        for first, kind, data in rows:
            yield first, unpack(kind, data)


def pack(column: array[int]) -> bytes:
    """First the lowest byte of each number, then the next of each: those are nearly all alike, and soon compressed."""
    plain, size = lowest_first(column), column.itemsize
    return zlib.compress(b"".join([plain[at::size] for at in range(size)]), 1)


def unpack(kind: str, data: bytes) -> array[int]:
    packed, found = zlib.decompress(data), array(kind)
    size = found.itemsize
    count = len(packed) // size
    plain = bytearray(len(packed))
    for at in range(size):
        plain[at::size] = packed[at * count : (at + 1) * count]
    found.frombytes(plain)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def merge(into: Kept, other: Kept) -> int:
    """Take over what another file has and this one lacks; how many matches that were."""
    taken = 0
    numbers: dict[int, int] = {}
    for arm, setup in other.setups().items():
        mine = into.arm(setup)
        numbers[arm] = mine
        missing = gaps(into.ranges(mine), sys.maxsize)
        for done in other.ranges(arm):
            if any(first <= done.first and done.first + done.count <= last for first, last in missing):
                into.put(Range(mine, done.first, done.count), other.read(done))
                taken += done.count
    if into.about("arms") is None:
        for name in ("kind", "version", "levels", "pairs", "looks", "wishes"):
            if other.about(name) is not None:
                into.note(name, other.about(name))
        into.note("arms", [numbers[arm] for arm in other.about("arms", [])])
    return taken


def gaps(done: list[Range], last: int) -> list[tuple[int, int]]:
    """What is missing of the matches below `last`, each as (first, the one after it).

    >>> gaps([Range(0, 2, 3), Range(0, 5, 1)], 10)
    [(0, 2), (6, 10)]
    """
    found: list[tuple[int, int]] = []
    at = 0
    for one in done:
        if one.first > at:
            found.append((at, min(one.first, last)))
        at = max(at, one.first + one.count)
    if at < last:
        found.append((at, last))
    return [(first, end) for first, end in found if first < end]
