"""Running the command: in this process, as a process with pipes, and as a process on a terminal."""

from __future__ import annotations

import codecs
import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from tailback.cli import TRACEBACK, main


class Result(NamedTuple):
    code: int
    out: str
    err: str


def environment(state: Path, **more: str) -> dict[str, str]:
    """English, and the saves of this test alone."""
    kept = {name: value for name, value in os.environ.items() if not re.match("LC_|LANG|TAILBACK_LANG", name)}
    return {**kept, "XDG_STATE_HOME": str(state), "LANG": "C.UTF-8", "TERM": "xterm", **more}


def piped(state: Path, *words: str, typed: str = "", **env: str) -> Result:
    """A real process with pipes."""
    done = subprocess.run(
        [sys.executable, "-m", "tailback", *words],
        input=typed.encode(),
        capture_output=True,
        env=environment(state, **env),
        timeout=60,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


class Desk:
    """`tailback` in this process: quick, with the saves in a folder of the test."""

    def __init__(self, state: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.state = state
        self.patch = patch
        self.capture = capture
        for name in [name for name in os.environ if re.match("LC_|LANG|TAILBACK_LANG", name)]:
            patch.delenv(name)
        patch.setenv("LANG", "C.UTF-8")
        patch.setenv("XDG_STATE_HOME", str(state))
        # A mistake of ours is shown with the place of it.
        patch.setenv(TRACEBACK, "1")
        # Real processes in these tests wait for the disk; here it would only cost time.
        patch.setattr(os, "fsync", lambda handle: None)

    def __call__(self, *words: str, typed: str = "") -> Result:
        self.patch.setattr("sys.stdin", io.StringIO(typed))
        code = main(list(words))
        out, err = self.capture.readouterr()
        return Result(code, out, err)

    def saves(self) -> list[Path]:
        return sorted((self.state / "tailback").glob("*.txt"))


class Terminal:
    """A real process on a pseudo-terminal."""

    def __init__(self, state: Path, *words: str, **env: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:  # pragma: no cover - the child becomes another program
            os.execvpe(sys.executable, [sys.executable, "-m", "tailback", *words], environment(state, **env))
        self.seen = ""
        # Every byte that ever came.
        self.bytes = b""
        # A letter of two bytes may come in two pieces.
        self.letters = codecs.getincrementaldecoder("utf-8")("replace")

    def wait_for(self, text: str, seconds: float = 20) -> str:
        """What appeared up to and with this text; the next wait begins after it."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            left = end - time.monotonic()
            if left <= 0 or not self.read(left):
                raise AssertionError(f"no {text!r} in {self.seen!r}")
        before, found, self.seen = self.seen.partition(text)
        return before + found

    def read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the program has ended
            return False
        self.bytes += data
        self.seen += self.letters.decode(data)
        return bool(data)

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, as a person would: once the prompt stands, and again if nothing happens.

        Python notices a Ctrl-C only with the next key when it comes between writing a prompt and reading from it.
        """
        while self.read(0.5):
            pass
        for _ in range(5):
            self.type("\x03")
            if self.read(3):
                return

    def end(self) -> int:
        """Read what is left, and the exit code."""
        while self.read(20):
            pass
        os.close(self.fd)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)
