"""What is written to standard error past the log: by processes beside the server, by Python when it ends, by games.

From here on standard error is a pipe that is read in this process, and the log has the old one for itself. Processes
that are started write into the same pipe, whatever they are. Of an error there only its kind and its places are told
on; everything else is counted. What is a line of a log like ours already, of a server process, goes through as it is.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO, NamedTuple

OURS = '{"time": "'
BEGINS = re.compile(
    r"Traceback \(most|Fatal Python error: (?P<fatal>[\w ]+)|(?P<slow>Timeout) \(|(Current t|T)hread 0x"
)
PLACE = re.compile(r'\s+File "(.+?)", line (\d{1,9})(?:,? in (.+))?')
KIND = re.compile(r"([A-Za-z_][\w.]*)(?::|$)")
# Lines round an error that say nothing by themselves.
BETWEEN = ("Exception in thread ", "Exception ignored in", "During handling of ", "The above exception ")
# Read at a time; a longer line is taken in parts.
PIECE = 65536
# Of one error.
MOST_PLACES = 50
# Lines of others are counted, and told once in so many seconds.
PAUSE = 1.0


class Seen(NamedTuple):
    """An error, as far as it is told: its kind, and file, line and function of each place."""

    kind: str
    at: list[tuple[str, int, str]]


class Reader:
    """Lines become errors. `told` gets these and how many other lines there were, `passes` the lines that are ours."""

    def __init__(self, told: Callable[[list[Seen], int], None], passes: Callable[[str], object]) -> None:
        self.told = told
        self.passes = passes
        # The places of the error that is being read, and its kind where that stands first.
        self.at: list[tuple[str, int, str]] | None = None
        self.kind = ""
        self.others = 0
        self.told_at = -PAUSE

    def take(self, lines: list[str]) -> None:
        """Some lines that came together."""
        errors = [error for line in lines for error in self.errors_in(line)]
        if self.kind and self.at:
            # Nothing stands behind such a one.
            errors += self.ended("")
        now = time.monotonic()
        if errors or (self.others and now - self.told_at >= PAUSE):
            self.told(errors, self.others)
            self.others, self.told_at = 0, now

    def errors_in(self, line: str) -> Iterator[Seen]:
        """Those that end with this line."""
        if is_ours(line):
            self.passes(line)
        elif found := BEGINS.match(line):
            if self.at:
                yield from self.ended("")
            self.at, self.kind = [], found["fatal"] or found["slow"] or self.kind
        elif self.at is not None and (place := PLACE.match(line)):
            if len(self.at) < MOST_PLACES:
                self.at.append((place[1], int(place[2]), place[3] or ""))
        elif self.at is None or not (line.strip() or self.at):
            self.others += bool(line.strip()) and not line.startswith(BETWEEN)
        elif not line.startswith(" "):
            kind = KIND.match(line)
            yield from self.ended(kind[1] if kind else "")

    def ended(self, kind: str) -> Iterator[Seen]:
        if self.at is not None:
            yield Seen(self.kind or kind.rpartition(".")[2] or "unknown", self.at)
        self.at, self.kind = None, ""


def is_ours(line: str) -> bool:
    if line.startswith(OURS):
        with contextlib.suppress(ValueError):
            return isinstance(json.loads(line), dict)
    return False


def listen(told: Callable[[list[Seen], int], None], passes: Callable[[str], object]) -> IO[str]:
    """From now on; the answer is where the log goes."""
    sys.stderr.flush()
    old = os.dup(2)
    ours = open(old, "w", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115 - for good
    out, into = os.pipe()
    os.dup2(into, 2)
    os.close(into)
    threading.Thread(target=read, args=(out, Reader(told, passes)), daemon=True).start()
    # What Python says at its very end nobody here can read any more.
    atexit.register(os.dup2, old, 2)
    return ours


def read(out: int, reader: Reader) -> None:
    rest = b""
    while data := os.read(out, PIECE):
        *lines, rest = (rest + data).split(b"\n")
        if len(rest) > PIECE:
            lines, rest = [*lines, rest], b""
        # Whatever comes of it: where nobody reads, everybody who writes stands still.
        with contextlib.suppress(Exception):
            reader.take([line.decode("utf-8", "replace") for line in lines])
