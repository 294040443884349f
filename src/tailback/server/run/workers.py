"""Several server processes on one socket: one that dies is started again, all end with the first.

A worker says when it is ready and listens to its input: when that ends, its parent is gone, and it
stops as well. So nothing is left behind on the port, however the parent ends.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import tailback
from tailback.server.run.process import run_here
from tailback.server.run.setup import Setup
from tailback.server.vitals import logs

T = TypeVar("T")

log = logging.getLogger("tailback.server")

# How a worker learns what its parent was told: a password in an address is not for the list of processes.
SETUP_VARIABLE = "TAILBACK_SETUP"
READY = b"ready\n"
# Seconds between two attempts to start a worker again, and how long a worker may take to end.
PAUSE = 1.0
PATIENCE = 15.0


class Crew:
    """The workers of one parent."""

    def __init__(self, setup: Setup, listening: socket.socket, size: int, ready: Callable[[], None]) -> None:
        self.setup = setup
        self.listening = listening
        self.size = size
        self.ready = ready
        self.up = 0
        self.stopping = asyncio.Event()
        self.failed = False

    async def run(self) -> int:
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, self.stopping.set)
        try:
            await asyncio.gather(*(self.keep(place) for place in range(1, self.size + 1)))
        finally:
            for sign in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(sign)
        return 2 if self.failed else 0

    async def keep(self, place: int) -> None:
        """One place in the crew, filled again and again."""
        first = True
        while not self.stopping.is_set():
            worker = await self.start(place)
            assert worker.stdout is not None
            line = await self.or_stop(worker.stdout.readline())
            if line == READY:
                if first:
                    self.arrived()
                first = False
                await self.or_stop(worker.wait())
            if not self.stopping.is_set():
                if first:
                    # What does not start now will not start the next time, either.
                    self.failed = True
                    self.stopping.set()
                else:
                    log.error(
                        "a server process ended (%s) and is started again",
                        worker.returncode,
                        extra={"event": "worker_ended", "params": {"code": worker.returncode}},
                    )
            await end(worker)
            await self.or_stop(asyncio.sleep(PAUSE))

    def arrived(self) -> None:
        self.up += 1
        if self.up == self.size and not self.stopping.is_set():
            self.ready()

    async def start(self, place: int) -> Process:
        where = str(Path(tailback.__file__).parent.parent)
        path = os.pathsep.join(part for part in (where, os.environ.get("PYTHONPATH", "")) if part)
        handle = self.listening.fileno()
        setup = json.dumps(self.setup._replace(place=place, crew=self.size)._asdict())
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tailback.server.run.workers",
            str(handle),
            stdin=PIPE,
            stdout=PIPE,
            env={**os.environ, "PYTHONPATH": path, SETUP_VARIABLE: setup},
            pass_fds=(handle,),
            # Ctrl-C is for the parent.
            start_new_session=True,
        )

    async def or_stop(self, work: Coroutine[Any, Any, T]) -> T | None:
        """What comes of it, or None when we are told to stop before."""
        asked = asyncio.create_task(work)
        told = asyncio.create_task(self.stopping.wait())
        await asyncio.wait((asked, told), return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        if not asked.done():
            asked.cancel()
            return None
        return asked.result()


async def end(worker: Process) -> None:
    """Politely, then not."""
    if worker.returncode is None:
        worker.terminate()
        try:
            await asyncio.wait_for(worker.wait(), PATIENCE)
        except TimeoutError:
            worker.kill()
            await worker.wait()
    assert worker.stdin is not None
    worker.stdin.close()


def run_workers(setup: Setup, listening: socket.socket, size: int, ready: Callable[[], None]) -> int:
    logs.set_up(setup.log)

    async def crew() -> int:
        return await Crew(setup, listening, size, ready).run()

    return asyncio.run(crew())


def stop_with_parent() -> None:
    # Not through sys.stdin: a thread that waits in there breaks the end of the interpreter.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> int:
    """A worker: serve on the socket that the parent handed down."""
    setup = Setup(**json.loads(os.environ.pop(SETUP_VARIABLE)))
    threading.Thread(target=stop_with_parent, daemon=True).start()

    def ready() -> None:
        sys.stdout.buffer.write(READY)
        sys.stdout.buffer.flush()
        # Nobody reads on there: what a game prints would fill the pipe, and then stop us.
        os.dup2(2, 1)

    return run_here(setup, socket.socket(fileno=int(sys.argv[1])), ready)


if __name__ == "__main__":
    sys.exit(main())
