"""Bots think in processes of their own, so that no thought delays a table.

A worker has one question at a time. When all are busy another one is started, up to `most`; one
that takes too long is killed, and its seat plays what the clock would play.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec

import tailback
from tailback.core.rng import SEED_BITS
from tailback.server.live.bot_worker import Thought

LIMIT = 10.0
MOST = 8
ENCODER = msgspec.json.Encoder()


class NoThought(Exception):
    """The bot gave no answer: too slow, or its process died."""


class Worker:
    """One process. It starts with its first question."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.dead: list[asyncio.subprocess.Process] = []
        self.busy = False

    async def ask(self, thought: Thought, limit: float) -> int:
        try:
            async with asyncio.timeout(limit):
                if self.process is not None and self.process.returncode is not None:
                    self.kill()
                if self.process is None:
                    await self.start()
                assert self.process is not None
                assert self.process.stdin is not None
                assert self.process.stdout is not None
                self.process.stdin.write(ENCODER.encode(thought) + b"\n")
                line = await self.process.stdout.readline()
                return int(line)
        except TimeoutError:
            self.kill()
            raise NoThought("slow") from None
        except (ValueError, OSError):
            self.kill()
            raise NoThought("died") from None
        except asyncio.CancelledError:
            # A half-read answer must never be taken for the next one.
            self.kill()
            raise

    async def start(self) -> None:
        # The package as we run it, not another one that is installed.
        where = str(Path(tailback.__file__).parent.parent)
        path = os.pathsep.join(part for part in (where, os.environ.get("PYTHONPATH", "")) if part)
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tailback.server.live.bot_worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            # Ctrl-C is for the server; it ends its workers by closing their input.
            start_new_session=True,
        )

    def kill(self) -> None:
        """The next question starts another process; this one must never answer it."""
        process, self.process = self.process, None
        if process is not None:
            self.dead = [process, *(other for other in self.dead if other.returncode is None)]
            assert process.stdin is not None
            process.stdin.close()
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGKILL)

    async def close(self) -> None:
        self.kill()
        for process in self.dead:
            await process.wait()


class BotPool:
    """All workers of one server process."""

    def __init__(self, most: int = MOST, limit: float = LIMIT) -> None:
        self.most = most
        self.limit = limit
        self.workers: list[Worker] = []
        self.free = asyncio.Semaphore(most)
        # How many thoughts are asked for now, and how many gave no answer so far.
        self.asked = 0
        self.given_up = 0

    @property
    def thinking(self) -> int:
        return sum(worker.busy for worker in self.workers)

    async def choose(
        self, game: str, level: str, view: dict[str, Any], decision: dict[str, Any], legal: list[int]
    ) -> int:
        """What a bot of this level would do, or NoThought."""
        thought = Thought(game, level, view, decision, legal, secrets.randbits(SEED_BITS))
        self.asked += 1
        try:
            return await self.think(thought)
        except NoThought:
            self.given_up += 1
            raise
        finally:
            self.asked -= 1

    async def think(self, thought: Thought) -> int:
        async with self.free:
            worker = next((worker for worker in self.workers if not worker.busy), None)
            if worker is None:
                worker = Worker()
                self.workers.append(worker)
            worker.busy = True
            try:
                action = await self.ask(worker, thought)
            finally:
                worker.busy = False
        if action not in thought.legal:
            raise NoThought("illegal")
        return action

    async def ask(self, worker: Worker, thought: Thought) -> int:
        """A process that died is no fault of the bot: ask another one, once."""
        try:
            return await worker.ask(thought, self.limit)
        except NoThought as none:
            if none.args[0] != "died":
                raise
            return await worker.ask(thought, self.limit)

    async def close(self) -> None:
        for worker in self.workers:
            await worker.close()
