"""A process of our own package beside the server: it reads one question per line and writes one answer per line.

It starts with its first question, does one thing at a time, and is ended by whoever asks when it does not answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

import tailback

# Windows knows no sessions, but groups, and Ctrl-C is for one of them.
OWN_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
# The longest answer, in bytes.
LONGEST_ANSWER = 64 << 20


class Died(Exception):
    """It ended before it had answered."""


class NotStarted(Exception):
    """This machine has no room for another process just now."""


class Child:
    """`module` is what it runs, with these `words` behind it. With `keep_words` what it says to standard error is kept:
    Python's last words, when a process hangs."""

    def __init__(self, module: str, *words: str, keep_words: bool = False) -> None:
        self.module = module
        self.words = words
        self.keep_words = keep_words
        self.last_words: IO[bytes] | None = None
        self.process: asyncio.subprocess.Process | None = None
        self.dead: list[asyncio.subprocess.Process] = []
        # No other process is started any more, whoever still stands in line.
        self.closed = False

    async def ask(self, question: bytes, seconds: float, without: str = "") -> bytes:
        """The answer to one question, which holds no line break. NotStarted; or TimeoutError, OSError, Died: then it is
        still to be ended. `without` is a variable of the environment that a new process does not get."""
        if self.closed:
            raise Died
        try:
            return await self.answer(question, seconds, without)
        except asyncio.CancelledError:
            # A half-read answer must never be taken for the next one.
            self.end()
            raise

    async def answer(self, question: bytes, seconds: float, without: str) -> bytes:
        async with asyncio.timeout(seconds):
            if self.process is None or self.process.returncode is not None:
                try:
                    await self.start(without)
                except OSError as error:
                    raise NotStarted from error
            assert self.process is not None
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.process.stdin.write(question + b"\n")
            await self.process.stdin.drain()
            answer = await self.process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise Died
        return answer[:-1]

    async def start(self, without: str) -> None:
        # The package as we run it, not another one that is installed.
        where = str(Path(tailback.__file__).parent.parent)
        folders = os.pathsep.join(part for part in (where, os.environ.get("PYTHONPATH", "")) if part)
        env = {name: value for name, value in os.environ.items() if name != without}
        self.end()
        if self.keep_words:
            self.last_words = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self.module,
            *self.words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=self.last_words,
            env={**env, "PYTHONPATH": folders},
            # Ctrl-C is for the server; it ends its children by closing their input.
            start_new_session=True,
            creationflags=OWN_GROUP,
            limit=LONGEST_ANSWER,
        )
        self.process = process
        if self.closed:
            # It would be nobody's.
            self.end()
            await process.wait()
            raise Died

    def end(self) -> str:
        """The next question starts another process; this one must never answer it. What it said last, where that is
        kept."""
        process, self.process = self.process, None
        if process is not None:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            assert process.stdin is not None
            process.stdin.close()
            self.dead = [process, *(other for other in self.dead if other.returncode is None)]
        said = ""
        if self.last_words is not None:
            self.last_words.seek(0)
            said = self.last_words.read().decode("utf-8", "replace")
            self.last_words.close()
            self.last_words = None
        return said

    async def close(self) -> None:
        self.closed = True
        self.end()
        for process in self.dead:
            await process.wait()
