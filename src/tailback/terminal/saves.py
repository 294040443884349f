"""Where matches are kept: one text file each, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tailback import games, locks
from tailback.core import record as records
from tailback.core.errors import RecordError
from tailback.core.record import Record
from tailback.core.record_reader import LONGEST_TEXT
from tailback.folders import home
from tailback.reasons import reason
from tailback.terminal.screen import Trouble, trouble


def folder() -> Path:
    """$XDG_STATE_HOME/tailback, by default ~/.local/state/tailback."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if os.path.isabs(state) else home() / ".local" / "state"
    return base / "tailback"


def read(path: Path) -> Record:
    """The record in this file, or Trouble that says what is wrong with it."""
    try:
        with path.open("rb") as file:
            # A device may never come to an end, and says that it is empty.
            data = file.read(4 * LONGEST_TEXT + 1)
        if len(data) > 4 * LONGEST_TEXT:
            raise RecordError("too_big", {"most": LONGEST_TEXT})
        return games.read_record(data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n"))
    except UnicodeDecodeError:
        raise Trouble("record.not_a_record", file=str(path), line=1) from None
    except OSError as error:
        raise Trouble("save.unreadable", file=str(path), reason=reason(error)) from None
    except RecordError as bad:
        raise trouble(bad, file=str(path), line=bad.line) from None


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody else plays this file meanwhile. The system lets go of it even after a crash."""
    beside = path.parent / f".{path.name}.lock"
    handle = lock(path, beside)
    try:
        yield
    finally:
        if handle is not None:
            with contextlib.suppress(OSError):
                beside.unlink()
            os.close(handle)


def lock(path: Path, beside: Path) -> int | None:
    """The open lock, or None where there can be none: then saving will say what is wrong with the folder."""
    while True:
        try:
            handle = os.open(beside, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError:
            return None
        try:
            locks.take(handle)
            # Whoever had it before us may just have taken the file away: then our lock holds nothing.
            if beside.stat().st_ino == os.fstat(handle).st_ino:
                return handle
        except BlockingIOError:
            os.close(handle)
            raise Trouble("save.in_use", file=str(path)) from None
        except FileNotFoundError:
            pass
        except OSError:
            os.close(handle)
            return None
        os.close(handle)


def write_whole(path: Path, text: str) -> None:
    """Replace the file in one step: after a crash it is the old one or the new one."""
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


class SaveFile:
    """The file of one match; `save` after every move."""

    def __init__(self, record: Record, path: Path | None = None) -> None:
        self.record = record
        self.path = path if path is not None else self.claim(record.game.id)
        self.head = records.write_head(record)
        self.steps: list[str] = []

    def claim(self, game_id: str) -> Path:
        """A new file that nobody else has."""
        place = folder()
        stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{game_id}"
        try:
            place.mkdir(parents=True, exist_ok=True)
            for n in range(1, 1000):
                path = place / (f"{stem}.txt" if n == 1 else f"{stem}-{n}.txt")
                with contextlib.suppress(FileExistsError):
                    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                    return path
        except OSError as error:
            raise Trouble("save.no_folder", file=str(place), reason=reason(error)) from None
        raise Trouble("save.no_folder", file=str(place), reason=stem)

    def save(self) -> None:
        # Moves may have been taken back since.
        del self.steps[len(self.record.steps) :]
        for step in self.record.steps[len(self.steps) :]:
            self.steps.append(records.write_step(self.record, step))
        text = self.head + "".join(self.steps) + records.write_tail(self.record)
        try:
            write_whole(self.path, text)
        except OSError as error:
            raise Trouble("save.failed", file=str(self.path), reason=reason(error)) from None


def copy_to(record: Record, path: Path) -> None:
    """A copy for somebody else; never over a file that is there."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(records.write(record))
    except OSError as error:
        raise Trouble("save.failed", file=str(path), reason=reason(error)) from None


def finished(path: Path) -> bool:
    """Does the end of the file say that the match is over?"""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1000))
        return b"\nscores " in file.read()


def unfinished() -> list[Path]:
    """Matches that can go on, the latest first."""
    try:
        paths = [path for path in folder().glob("*.txt") if path.is_file()]
        found = [(path.stat().st_mtime_ns, path.name, path) for path in paths if not finished(path)]
    except OSError as error:
        raise Trouble("save.unreadable", file=str(folder()), reason=reason(error)) from None
    return [path for _, _, path in sorted(found, reverse=True)]
