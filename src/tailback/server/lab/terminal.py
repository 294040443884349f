"""Studies that were made with `tailback lab` in a terminal: listed and read here, never written."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tailback.lab.facts import facts
from tailback.lab.kept import StudyError
from tailback.server.lab.messages import Kept, Skipped, What

ENDING = ".study"
# When a file was written, which one it is and how long: also of what lies beside it while it is played.
Mark = tuple[int, ...]
# One that is played just now changes all the time: it is looked into again after so many seconds.
AGAIN = 2.0


class Seen(NamedTuple):
    mark: Mark
    at: float
    found: Kept | Skipped


class Terminal:
    """Files in these folders; `ours` names those that the lab of the server has written itself."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = list(dict.fromkeys(folder.absolute() for folder in folders))
        self.seen: dict[Path, Seen] = {}

    def all(self, ours: set[Path]) -> tuple[list[Kept], list[Skipped]]:
        """What there is, and what is none of it."""
        there = {path: self.look(path) for path in self.files() if path not in ours}
        self.seen = {path: self.seen[path] for path in there}
        kept = [one for one in there.values() if isinstance(one, Kept)]
        return kept, [one for one in there.values() if isinstance(one, Skipped)]

    def path(self, study: str) -> Path | None:
        """The file of a study, if it is one of these."""
        return next((path for path in self.files() if id_of(path) == study), None)

    def files(self) -> Iterator[Path]:
        for folder in self.folders:
            try:
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError:
                continue
            for entry in entries:
                if entry.name.endswith(ENDING) and entry.is_file():
                    yield Path(entry.path)

    def look(self, path: Path) -> Kept | Skipped:
        now = mark(path)
        before = self.seen.get(path)
        if before is not None and (before.mark == now or time.monotonic() - before.at < AGAIN):
            return before.found
        found = read(path, max(now[::3], default=0) // 1_000_000)
        self.seen[path] = Seen(now, time.monotonic(), found)
        return found


def read(path: Path, at: int) -> Kept | Skipped:
    try:
        found = facts(path)
    except StudyError as bad:
        # What the system said goes to the page as it is; its words for it are for terminals.
        said = {name: str(value) for name, value in bad.params.items()}
        return Skipped(path.name, bad.key, {**said, "file": path.name})
    what = What(*found)
    return Kept(id_of(path), None, what, at, str(path), "kept")


def id_of(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:16]


def mark(path: Path) -> Mark:
    found: Mark = ()
    for one in (path, path.with_name(f"{path.name}-wal")):
        try:
            stat = one.stat()
        except OSError:
            continue
        found += (stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return found
