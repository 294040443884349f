"""Where studies are played: one after the other, each in a process of its own that leaves the cores to the tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import IO

import msgspec

import tailback
from tailback.server.lab.messages import Find, Kept, Order, State, told
from tailback.server.lab.orders import plan, words
from tailback.server.lab.shelf import UNDER_WAY, Shelf
from tailback.server.lab.terminal import ENDING
from tailback.server.live.clock import now_ms
from tailback.server.live.priority import lower_session
from tailback.server.truth.refusal import Refused

log = logging.getLogger("tailback.server")

# What plays a study; its words follow.
COMMAND: tuple[str, ...] = (sys.executable, "-m", "tailback")
NICE = 19
# A tenth of the weight of another session: on a machine that is busy with other things a study still gets on.
NICE_SESSION = 10
# Windows has no nice: there a process is born into its class.
GENTLY = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
LONGEST_LINE = 8 << 20
# How often somebody looks whether it is our turn, or whether to stop, in seconds.
LOOK = 0.2
# So long a process may take to put its results away before it is killed.
GRACE = 6.0
SHOW_SECONDS = 60.0
# What a process said last, for the screen.
LAST_LINES = 12
LONGEST_SAID = 300


class Bench:
    """The studies that this process sees to."""

    def __init__(self, shelf: Shelf, command: Sequence[str] = ()) -> None:
        self.shelf = shelf
        self.command = tuple(command) or COMMAND
        self.closing = False
        # In the order in which they were asked for.
        self.mine: dict[str, asyncio.Task[None]] = {}

    # What the owner may ask

    async def start(self, order: Order) -> Kept:
        found = await asyncio.to_thread(plan, order)
        study = self.shelf.new_id()
        return self.begin(Kept(study, order, found.what, now_ms(), str(self.shelf.path(study, ENDING))))

    async def go_on(self, study: str, to: int) -> Kept:
        """Up to so many matches of each set-up, or so many trials of a search."""
        kept = self.shelf.read(study)
        assert kept.order is not None
        if kept.state in UNDER_WAY:
            raise Refused("study_running", 409)
        counted = "trials" if isinstance(kept.order, Find) else "matches"
        done = getattr(kept.order, counted)
        if kept.state == "finished" and to <= done:
            raise Refused("study_enough", 422, params={"done": done})
        try:
            order = msgspec.convert({**msgspec.to_builtins(kept.order), counted: to}, Order)
        except msgspec.ValidationError as error:
            raise Refused("bad_message", 400, params={"reason": str(error)}) from None
        found = await asyncio.to_thread(plan, order)
        again = msgspec.structs.replace(kept, order=order, what=found.what)
        return self.begin(msgspec.structs.replace(again, state="waiting", seconds_left=None, said=[]))

    def begin(self, kept: Kept) -> Kept:
        try:
            self.shelf.write(kept)
            self.shelf.forget_stop(kept.id)
            claim = self.shelf.claim(kept.id)
        except OSError:
            raise Refused("store_full", 507) from None
        if claim is None:
            raise Refused("study_running", 409)
        self.mine[kept.id] = asyncio.create_task(self.see_through(kept, claim))
        return kept

    def stop(self, study: str) -> None:
        if self.shelf.read(study).state in UNDER_WAY:
            self.shelf.ask_to_stop(study)

    def remove(self, study: str) -> None:
        if self.shelf.read(study).state in UNDER_WAY:
            raise Refused("study_running", 409)
        self.shelf.remove(study)

    async def close(self) -> None:
        """The server ends, and its studies with it; what they have finished is kept."""
        self.closing = True
        await asyncio.gather(*self.mine.values(), return_exceptions=True)

    # How a study is played

    def told_to_stop(self, study: str) -> bool:
        return self.closing or self.shelf.stop_asked(study)

    async def see_through(self, kept: Kept, claim: IO[bytes]) -> None:
        state: State = "failed"
        try:
            state = await self.wait_and_play(kept)
        except Exception:
            log.exception("a study could not be played", extra={"event": "study_failed"})
        finally:
            kept.state, kept.seconds_left = state, None
            with contextlib.suppress(OSError):
                self.shelf.write(kept)
                self.shelf.forget_stop(kept.id)
            claim.close()
            self.mine.pop(kept.id, None)

    async def wait_and_play(self, kept: Kept) -> State:
        while not self.told_to_stop(kept.id):
            # Those of this process stand in line; between processes whoever looks first has it.
            if next(iter(self.mine)) == kept.id:
                with self.shelf.one_at_a_time() as ours:
                    if ours:
                        return await self.play(kept)
            await asyncio.sleep(LOOK)
        return "stopped"

    async def play(self, kept: Kept) -> State:
        kept.state = "running"
        self.shelf.write(kept)
        assert kept.order is not None
        file = str(self.shelf.path(kept.id, ENDING))
        process = await self.spawn("lab", *words(kept.order), "--json", "--live", "--file", file)
        last: deque[str] = deque(maxlen=LAST_LINES)
        listening = asyncio.create_task(hear_errors(process, last))
        heeding = asyncio.create_task(self.heed(kept.id, process))
        finished = False
        try:
            async for line in lines_of(process, last):
                finished = await self.note(kept, line, last) or finished
            await process.wait()
            await listening
        finally:
            heeding.cancel()
            listening.cancel()
            await end(process)
        if finished and process.returncode == 0:
            return "finished"
        if self.told_to_stop(kept.id):
            return "stopped"
        kept.said = list(last)
        return "failed"

    async def note(self, kept: Kept, line: bytes, last: deque[str]) -> bool:
        """Keep a line of figures; whether it is the last one."""
        try:
            progress = told.decode(line).progress
        except (msgspec.DecodeError, UnicodeDecodeError):
            last.append(shortened(line))
            return False
        kept.done, kept.of, kept.seconds_left = progress.done, progress.matches, progress.seconds_left
        if progress.trials:
            kept.done, kept.of = progress.tried, progress.trials
        # Beside the loop: the disk of a small machine may take its time.
        await asyncio.to_thread(self.shelf.keep_line, kept.id, line)
        await asyncio.to_thread(self.shelf.write, kept)
        return progress.finished

    async def heed(self, study: str, process: Process) -> None:
        """Stop it when that is asked for, and never leave behind what it started: that may hold its lines open."""
        while process.returncode is None and not self.told_to_stop(study):
            await asyncio.sleep(LOOK)
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            until = time.monotonic() + GRACE
            while process.returncode is None and time.monotonic() < until:
                await asyncio.sleep(LOOK)
        kill(process)

    async def spawn(self, *more: str) -> Process:
        where = str(Path(tailback.__file__).parent.parent)
        path = os.pathsep.join(part for part in (where, os.environ.get("PYTHONPATH", "")) if part)
        process = await asyncio.create_subprocess_exec(
            *self.command,
            *more,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            limit=LONGEST_LINE,
            env={**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"},
            # Ctrl-C is for the server, which ends it in its own order.
            start_new_session=True,
            creationflags=GENTLY,
        )
        if hasattr(os, "setpriority"):
            # It is still starting, so all that it starts itself is as humble.
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PGRP, process.pid, NICE)
        await asyncio.to_thread(lower_session, process.pid, NICE_SESSION)
        return process

    # What was kept, shown again

    async def show(self, study: str, *more: str) -> bytes:
        """What `tailback lab show` prints of it."""
        file = await asyncio.to_thread(self.shelf.file, study)
        if not file.exists():
            raise Refused("study_empty", 409)
        process = await self.spawn("lab", "show", str(file), *more)
        try:
            printed, wrong = await asyncio.wait_for(process.communicate(), SHOW_SECONDS)
        except TimeoutError:
            raise Refused("too_slow", 503) from None
        finally:
            await end(process)
        if process.returncode != 0:
            # Such as that the page of the report was not built here.
            raise Refused("lab_says", 409, params={"reason": shortened(last_line(wrong))})
        return printed

    async def report(self, study: str, lang: str) -> bytes:
        """A page of its own, to keep or to send."""
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "report.html"
            await self.show(study, "--report", str(page), "--lang", lang)
            return await asyncio.to_thread(page.read_bytes)


async def lines_of(process: Process, last: deque[str]) -> AsyncIterator[bytes]:
    assert process.stdout is not None
    while True:
        try:
            line = await process.stdout.readline()
        except ValueError:
            last.append("...")
            kill(process)
            return
        if not line:
            return
        yield line.rstrip()


async def hear_errors(process: Process, last: deque[str]) -> None:
    assert process.stderr is not None
    with contextlib.suppress(ValueError):
        while line := await process.stderr.readline():
            last.append(shortened(line))


def last_line(text: bytes) -> bytes:
    return text.strip().rpartition(b"\n")[2]


def shortened(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()[:LONGEST_SAID]


def kill(process: Process) -> None:
    """It and whatever it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


async def end(process: Process) -> None:
    """Nothing of it is left."""
    if process.returncode is None:
        kill(process)
        await process.wait()
