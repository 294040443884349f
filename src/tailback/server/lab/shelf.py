"""The studies in the data folder. It is all that several server processes share: whichever is asked finds them there.

Of each study there is `<id>.json` (what was asked, and how it stands), `<id>.live` (its newest line), `<id>.study`
(what the command keeps, to go on from), `<id>.lock` (held by the process that sees to it) and for a while `<id>.stop`.
Files of the terminal may lie among them: `terminal.py` reads those.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import msgspec

from tailback import locks
from tailback.server.lab.messages import Kept, Skipped, State
from tailback.server.lab.terminal import ENDING, Terminal
from tailback.server.truth.refusal import Refused

ID = re.compile(r"[0-9a-f]{16}")
ENDINGS = (".json", ".live", ENDING, ".lock", ".stop")
UNDER_WAY: tuple[State, ...] = ("waiting", "running")
# When a file was written, and which file it is: several can be written within one tick of the clock.
Mark = tuple[int, int]
kept_decoder = msgspec.json.Decoder(Kept)


class Shelf:
    def __init__(self, folder: Path, elsewhere: Sequence[Path] = ()) -> None:
        """`elsewhere`: other folders in which the terminal keeps studies."""
        self.folder = folder.absolute()
        self.terminal = Terminal([self.folder, *elsewhere])
        # What was read, by id, and the mark that its file had then.
        self.known: dict[str, tuple[Mark, Kept]] = {}

    def new_id(self) -> str:
        return secrets.token_hex(8)

    def path(self, study: str, ending: str) -> Path:
        """The file of a study; no word of a stranger becomes a path."""
        if not ID.fullmatch(study):
            raise Refused("no_study", 404)
        return self.folder / f"{study}{ending}"

    # What was asked, and how it stands

    def all(self) -> tuple[list[Kept], list[Skipped]]:
        """The newest first; and files that cannot be used."""
        try:
            names = sorted(os.listdir(self.folder))
        except OSError:
            names = []
        found: list[Kept] = []
        skipped: list[Skipped] = []
        for name in names:
            study, ending = os.path.splitext(name)
            if ending == ".json" and ID.fullmatch(study):
                try:
                    found.append(self.read(study))
                except Refused:
                    # It may have been deleted just now.
                    if self.path(study, ending).exists():
                        skipped.append(Skipped(name, "no_study", {"file": name}))
        others, bad = self.terminal.all({self.path(kept.id, ENDING) for kept in found})
        return sorted([*found, *others], key=lambda kept: (-kept.at, kept.id)), skipped + bad

    def file(self, study: str) -> Path:
        """Where a study is kept, whoever made it."""
        path = self.path(study, ".json")
        if not path.exists() and (found := self.terminal.path(study)) is not None:
            return found
        self.read(study)
        return self.path(study, ENDING)

    def read(self, study: str) -> Kept:
        kept = self.written(study)
        if kept.state in UNDER_WAY and not self.is_claimed(study):
            # Whoever saw to it is gone: a power cut, or a server that was killed.
            return msgspec.structs.replace(kept, state="stopped", seconds_left=None)
        return kept

    def written(self, study: str) -> Kept:
        path = self.path(study, ".json")
        try:
            now = mark(path)
            before = self.known.get(study)
            if before is None or before[0] != now:
                before = self.known[study] = (now, kept_decoder.decode(path.read_bytes()))
        except (OSError, msgspec.DecodeError):
            self.known.pop(study, None)
            if not path.exists() and self.terminal.path(study) is not None:
                raise Refused("study_elsewhere", 409) from None
            raise Refused("no_study", 404) from None
        return before[1]

    def write(self, kept: Kept) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.put(self.path(kept.id, ".json"), msgspec.json.encode(kept))

    def put(self, path: Path, content: bytes) -> None:
        """All of it or nothing: somebody may be reading."""
        aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        aside.write_bytes(content)
        aside.replace(path)

    def remove(self, study: str) -> None:
        self.read(study)
        for ending in ENDINGS:
            self.path(study, ending).unlink(missing_ok=True)
        self.known.pop(study, None)

    # Its figures

    def keep_line(self, study: str, line: bytes) -> None:
        self.put(self.path(study, ".live"), line)

    def line_mark(self, study: str) -> Mark | None:
        """Another one for each new line; None as long as there is none."""
        try:
            return mark(self.path(study, ".live"))
        except (OSError, Refused):
            return None

    def line(self, study: str) -> bytes:
        """The newest, or nothing."""
        try:
            return self.path(study, ".live").read_bytes()
        except OSError:
            return b""

    # Who sees to it, and whether to stop

    @contextlib.contextmanager
    def lock(self, path: Path) -> Iterator[bool]:
        """Whether the lock on this file is ours, as long as we are in here."""
        with path.open("ab") as file:
            yield taken(file)

    def claim(self, study: str) -> IO[bytes] | None:
        """As long as it is open, this study is seen to. None when somebody else does."""
        file = self.path(study, ".lock").open("ab")
        if taken(file):
            return file
        file.close()
        return None

    def is_claimed(self, study: str) -> bool:
        try:
            with self.path(study, ".lock").open("rb") as file:
                return not taken(file)
        except OSError:
            return False

    def one_at_a_time(self) -> contextlib.AbstractContextManager[bool]:
        return self.lock(self.folder / "one.lock")

    def ask_to_stop(self, study: str) -> None:
        self.path(study, ".stop").touch()

    def stop_asked(self, study: str) -> bool:
        return self.path(study, ".stop").exists()

    def forget_stop(self, study: str) -> None:
        self.path(study, ".stop").unlink(missing_ok=True)


def mark(path: Path) -> Mark:
    found = path.stat()
    return found.st_mtime_ns, found.st_ino


def taken(file: IO[bytes]) -> bool:
    try:
        locks.take(file.fileno())
    except BlockingIOError:
        return False
    return True
