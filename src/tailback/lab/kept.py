"""The file of a study: SQLite, in columns. Each piece of a column is one compressed blob of whole numbers.

What is in it is finished: a piece is written whole or not at all, so a study can be stopped at any time and goes on
where it was.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tailback.core.errors import Explained
from tailback.lab.playing import Columns, Range, lowest_first
from tailback.lab.setups import Setup
from tailback.reasons import Reason, reason

T = TypeVar("T")

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


# What SQLite says of a file that is no file of ours, and of one that something has changed since.
WRONG = {sqlite3.SQLITE_NOTADB: "no_study", sqlite3.SQLITE_CORRUPT: "damaged"}
# What it says of the disk, as the system would.
OF_THE_DISK = {
    sqlite3.SQLITE_FULL: "ENOSPC",
    sqlite3.SQLITE_IOERR: "EIO",
    sqlite3.SQLITE_READONLY: "EROFS",
    sqlite3.SQLITE_BUSY: "EBUSY",
    sqlite3.SQLITE_LOCKED: "EBUSY",
}


class StudyError(Explained):
    """A file that holds no study we can use."""

    section = "lab"


def unusable(path: Path | str, trouble: sqlite3.Error) -> StudyError:
    """What is wrong with a file, for whoever named it."""
    # The lowest byte says what happened, the others where.
    code = getattr(trouble, "sqlite_errorcode", 0) & 0xFF
    if code in WRONG:
        return StudyError(WRONG[code], file=str(path))
    return StudyError("unreadable", file=str(path), reason=Reason(str(trouble), OF_THE_DISK.get(code, "")))


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
            # SQLite would only say that it cannot open it, and not why.
            os.close(os.open(path, os.O_RDONLY if self.reading else os.O_RDWR | os.O_CREAT, 0o666))
        except OSError as trouble:
            raise StudyError("unreadable", file=str(path), reason=reason(trouble)) from None
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
            raise unusable(path, trouble) from None

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """One file remains: what stood beside it goes into it, unless somebody looks at it just now."""
        if not self.reading:
            with contextlib.suppress(sqlite3.Error):
                self.base.execute("PRAGMA busy_timeout = 200")
                self.base.execute("PRAGMA journal_mode = DELETE")
        self.base.close()

    def rows(self, sql: str, *values: Any) -> Iterator[Any]:
        """What SQLite answers, row by row; whatever happens to the file is told as such."""
        try:
            # No `yield from`: whoever reads no further would close the cursor, perhaps after the file.
            for row in self.base.execute(sql, values):  # noqa: UP028
                yield row
        except sqlite3.Error as trouble:
            raise unusable(self.path, trouble) from None

    def change(self, sql: str, *values: Any) -> None:
        for _ in self.rows(sql, *values):
            pass

    # What it is about.

    def note(self, name: str, value: Any) -> None:
        self.change("INSERT OR REPLACE INTO about VALUES (?, ?)", name, msgspec.json.encode(value).decode())

    def about(self, name: str, default: Any = None) -> Any:
        row = next(self.rows("SELECT value FROM about WHERE name = ?", name), None)
        return default if row is None else self.decoded(row[0], Any)

    def arm(self, setup: Setup) -> int:
        """The number of this set-up, which is new or was here before; `NOT_HERE` where nothing may be written."""
        text = msgspec.json.encode(setup, order="deterministic").decode()
        if not self.reading:
            self.change("INSERT OR IGNORE INTO arm (setup) VALUES (?)", text)
        row = next(self.rows("SELECT arm FROM arm WHERE setup = ?", text), None)
        return NOT_HERE if row is None else int(row[0])

    def setups(self) -> dict[int, Setup]:
        rows = self.rows("SELECT arm, setup FROM arm ORDER BY arm")
        return {arm: self.decoded(text, Setup) for arm, text in rows}

    def decoded(self, text: Any, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(text, type=kind)
        except (msgspec.MsgspecError, TypeError):
            raise StudyError("damaged", file=str(self.path)) from None

    # What was played.

    def put(self, done: Range, columns: Columns) -> int:
        """One range of matches, at once. What is there already stays as it is: somebody else may have played it
        meanwhile, perhaps not to the same end. How many matches are new."""
        self.change("BEGIN IMMEDIATE")
        try:
            new = 0
            end = done.first + done.count
            near = "SELECT first, count FROM range WHERE arm = ? AND first < ? AND first + count > ? ORDER BY first"
            there = [Range(done.arm, *row) for row in self.rows(near, done.arm, end, done.first)]
            for first, last in gaps(there, end, done.first):
                self.change("INSERT INTO range VALUES (?, ?, ?)", done.arm, first, last - first)
                for name, column in columns.items():
                    piece = column[first - done.first : last - done.first]
                    row = (done.arm, first, name, column.typecode, pack(piece))
                    self.change("INSERT INTO piece VALUES (?, ?, ?, ?, ?)", *row)
                new += last - first
            self.change("COMMIT")
        except BaseException:
            # A full disk has undone it already.
            if self.base.in_transaction:
                self.base.execute("ROLLBACK")
            raise
        return new

    def ranges(self, arm: int) -> list[Range]:
        """What is finished, in order."""
        rows = self.rows("SELECT first, count FROM range WHERE arm = ? ORDER BY first", arm)
        return [Range(arm, *row) for row in rows]

    def read(self, done: Range) -> Columns:
        rows = self.rows("SELECT name, type, data FROM piece WHERE arm = ? AND first = ?", done.arm, done.first)
        return {name: self.unpacked(kind, data) for name, kind, data in rows}

    def kinds(self) -> dict[str, str]:
        """All its columns with their types; those of watched matches are shorter."""
        return dict(self.rows("SELECT name, min(type) FROM piece GROUP BY name ORDER BY min(type) <> 'B', name"))

    def column(self, arm: int, name: str) -> Iterator[tuple[int, array[int]]]:
        """One column piece by piece, each with the number of its first match."""
        sql = "SELECT first, type, data FROM piece WHERE arm = ? AND name = ? ORDER BY first"
        for first, kind, data in self.rows(sql, arm, name):
            yield first, self.unpacked(kind, data)

    def unpacked(self, kind: str, data: bytes) -> array[int]:
        try:
            return unpack(kind, data)
        except (zlib.error, TypeError, ValueError):
            raise StudyError("damaged", file=str(self.path)) from None


def is_study(path: Path) -> bool:
    try:
        Kept(path, create=False).close()
    except StudyError:
        return False
    return True


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
        mine = numbers[arm] = into.arm(setup)
        for done in other.ranges(arm):
            taken += into.put(Range(mine, done.first, done.count), other.read(done))
    if into.about("arms") is None:
        for name in ("kind", "version", "levels", "pairs", "looks", "wishes"):
            if other.about(name) is not None:
                into.note(name, other.about(name))
        into.note("arms", [numbers[arm] for arm in other.about("arms", [])])
    return taken


def gaps(done: list[Range], last: int, at: int = 0) -> list[tuple[int, int]]:
    """What is missing of the matches from `at` up to `last`, each as (first, the one after it).

    >>> gaps([Range(0, 2, 3), Range(0, 5, 1)], 10), gaps([Range(0, 2, 3)], 6, 3)
    ([(0, 2), (6, 10)], [(5, 6)])
    """
    found: list[tuple[int, int]] = []
    for one in done:
        if one.first > at:
            found.append((at, min(one.first, last)))
        at = max(at, one.first + one.count)
    if at < last:
        found.append((at, last))
    return [(first, end) for first, end in found if first < end]
