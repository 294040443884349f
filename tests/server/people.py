"""People at terminals: `tailback join` as real processes with pipes."""

from __future__ import annotations

import asyncio
import codecs
import itertools
import os
import re
import sys
from pathlib import Path
from typing import Self

from server.harness import PATIENCE

# Always the first choice would let some games go on for ever.
CHOICES = ("#1", "#2", "#1", "#3", "#1", "#4", "#5")
# An answer is longer than any sign of life.
ANSWER = 60
STANDING = {"en": "Final standings:", "de": "Endstand:", "fi": "Lopputulos:"}


def environment(data: Path, lang: str) -> dict[str, str]:
    """The seats and preferences of this person alone, and their language."""
    kept = {name: value for name, value in os.environ.items() if not re.match("LC_|LANG|TAILBACK_LANG", name)}
    own = {"XDG_DATA_HOME": str(data), "XDG_STATE_HOME": str(data / "state"), "TAILBACK_LANG": lang}
    return {**kept, **own, "LANG": "C.UTF-8", "TERM": "xterm"}


class Person:
    """One process. `seen` is everything it wrote; waiting goes on where the last one ended."""

    command = "join"

    def __init__(self, data: Path, *words: str, lang: str = "en") -> None:
        self.data = data
        self.words = words
        self.lang = lang
        self.seen = ""
        self.at = 0
        self.more = asyncio.Event()
        self.process: asyncio.subprocess.Process | None = None
        self.reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tailback",
            self.command,
            *self.words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=environment(self.data, self.lang),
        )
        self.reader = asyncio.create_task(self.read())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.process is not None
        if self.process.returncode is None:
            self.process.kill()
        await self.end()

    async def read(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        letters = codecs.getincrementaldecoder("utf-8")()
        while data := await self.process.stdout.read(65536):
            self.seen += letters.decode(data)
            self.more.set()
        self.more.set()

    async def wait(self, *texts: str) -> str:
        """Until one of these appears after what was waited for before; which one."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    found = [(self.seen.find(text, self.at), text) for text in texts if text in self.seen[self.at :]]
                    if found:
                        start, text = min(found)
                        self.at = start + len(text)
                        return text
                    assert self.reader is not None
                    assert not self.reader.done(), f"no {texts} in {self.seen[self.at :]!r}"
                    self.more.clear()
                    await self.more.wait()
        except TimeoutError:
            raise AssertionError(f"no {texts} in {self.seen[self.at :]!r}") from None

    def type(self, *lines: str) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def end(self) -> int:
        """No more input; the exit code."""
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.reader is not None
        self.process.stdin.close()
        async with asyncio.timeout(PATIENCE):
            await self.reader
            code = await self.process.wait()
        transport = self.process._transport  # type: ignore[attr-defined]
        transport.close()
        return code

    async def play(self, name: str, moves: int = 0) -> None:
        """Answer whenever asked, until the game is over or so many lines were typed."""
        choices = itertools.cycle(CHOICES)
        typed = 0
        while not moves or typed < moves:
            if await self.wait(f"{name} > ", STANDING[self.lang]) == STANDING[self.lang]:
                return
            self.type(next(choices))
            typed += 1


class Opener(Person):
    """Somebody who opens the table."""

    command = "open"


class Relay:
    """A stretch of wire before the server. `hold` keeps back what goes there; what comes from there flows on."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.held = False
        # What is kept back, and for whom.
        self.kept: list[tuple[asyncio.StreamWriter, bytes]] = []
        self.server: asyncio.Server | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def http(self) -> str:
        assert self.server is not None
        return f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Self:
        self.server = await asyncio.start_server(self.join, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.server is not None
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def hold(self) -> None:
        self.held = True

    def holds_answer(self) -> bool:
        return any(len(data) >= ANSWER for _, data in self.kept)

    def release(self) -> None:
        self.held = False
        for writer, data in self.kept:
            writer.write(data)
        self.kept = []

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        for task in (self.carry(reader, back, True), self.carry(there, writer, False)):
            self.tasks.add(asyncio.create_task(task))

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, there: bool) -> None:
        try:
            while data := await reader.read(65536):
                if there and self.held:
                    self.kept.append((writer, data))
                    continue
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()
