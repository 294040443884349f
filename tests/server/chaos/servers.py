"""The processes that are tormented, what they keep their tables in, and the wires between all of them."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from server import cluster
from server.harness import ServerProcess
from server.network import Network, Way
from tailback.server.run.serve import CannotServe

# The server reads how far its clock is off each time it looks at it.
CLOCK = """
import os, time
real, off = time.time_ns, os.open({path!r}, os.O_RDONLY)
time.time_ns = lambda: real() + int(os.pread(off, 40, 0)) * 10**9
time.time = lambda: time.time_ns() / 10**9
"""
# Written over in place, so that it is never half there.
WIDTH = 40
PROCESSES = {"sqlite": 1, "postgres": 3}
LONGEST_START = 60.0
# A child that a killed server was just starting has its port until it is another program; seconds, on a busy machine.
PORT_KEPT = 5.0
# So many troubles at a time.
TURNS = 2
# Seconds. A phone that is cut off for a moment is not away yet; a process that is killed soon is.
SETUP: dict[str, Any] = {"silence": 2.0, "linger": 1.0, "silent": 4.0}


class One:
    """A server process with its clock, the way of the phones to it, and its own way to the database."""

    def __init__(self, network: Network, database: str, folder: Path, log: IO[bytes], seed: str) -> None:
        self.clock = folder / f"clock-{seed}"
        self.clock.write_text(f"{0:<{WIDTH}}")
        self.store: Way | None = None
        if "://" in database:
            self.store = network.way(cluster.port_of(database), f"{seed}.store")
            database = cluster.at_port(database, self.store.port)
        self.process = ServerProcess(database, prelude=CLOCK.format(path=str(self.clock)), **SETUP)
        self.process.errors = log
        self.process.start()
        self.way = network.way(self.process.port, f"{seed}.phones")

    def set_clock(self, seconds: int) -> None:
        with self.clock.open("r+") as file:
            file.write(f"{seconds:<{WIDTH}}")

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.way.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.way.port}/ws"

    @property
    def pid(self) -> int:
        """While it is being killed there is none."""
        process = self.process.process
        return process.pid if process is not None else 0


class Servers:
    """All of them."""

    def __init__(self, store: str, seed: int, postgres: cluster.Cluster | None = None) -> None:
        self.store = store
        self.seed = seed
        self.counts: Counter[str] = Counter()
        self.folder = tempfile.TemporaryDirectory()
        self.own = cluster.Cluster() if store == "postgres" and postgres is None else None
        self.cluster = postgres or self.own
        self.database = self.cluster.new_database() if self.cluster else str(Path(self.folder.name) / "tables.sqlite")
        self.log = (Path(self.folder.name) / "log").open("w+b")
        self.network = Network()
        # Taken by each trouble; whoever stops takes all, so that nothing is started behind its back.
        self.turns = threading.Semaphore(TURNS)
        # Nothing waits any longer than until this.
        self.ending = threading.Event()
        self.running: list[One] = []

    @property
    def ways(self) -> list[str]:
        return [one.ws for one in self.running]

    @property
    def kills(self) -> int:
        return self.counts["kill"] + self.counts["database kill"]

    def start(self) -> None:
        with self.turns:
            folder = Path(self.folder.name)
            for k in range(PROCESSES[self.store]):
                self.running.append(One(self.network, self.database, folder, self.log, f"{self.seed}.{k}"))

    def suffer(self, name: str, act: Callable[[], None]) -> None:
        """Some trouble, unless it is all over."""
        with self.turns:
            if not self.ending.is_set():
                act()
                self.counts[name] += 1

    def pause(self, seconds: float) -> None:
        self.ending.wait(seconds)

    # Processes

    def kill(self, chance: random.Random) -> None:
        self.replace(chance, lambda one: one.process.kill(), 0.3)

    def end(self, chance: random.Random) -> None:
        """As its owner does it."""
        self.replace(chance, lambda one: one.process.end(signal.SIGTERM), 0.3)

    def replace(self, chance: random.Random, end: Callable[[One], None], longest: float) -> None:
        one = chance.choice(self.running)
        end(one)
        self.pause(chance.uniform(0, longest))
        self.start_again(one)

    def start_again(self, one: One) -> None:
        """Without its database, or on a full disk, a server does not start; its supervisor tries again."""
        began = time.monotonic()
        until = began + LONGEST_START
        while not self.ending.is_set():
            mark = self.log.seek(0, os.SEEK_END)
            try:
                one.process.start()
                return
            except CannotServe as error:
                if error.key != "port_busy" or time.monotonic() > began + PORT_KEPT:
                    raise
                self.counts["starts in vain"] += 1
                self.pause(0.05)
            except AssertionError:
                one.process.kill()
                self.counts["starts in vain"] += 1
                self.excuse(mark)
                if time.monotonic() > until:
                    raise

    def excuse(self, mark: int) -> None:
        """Whoever did not start for want of its store said so; that is not held against it. Other words stay."""
        self.log.seek(mark)
        found = re.search(rb"^tailback\.server\.store\.\w+\.Store(Away|Full)\b", self.log.read(), re.MULTILINE)
        if found:
            self.log.truncate(mark)

    def freeze(self, chance: random.Random, seconds: float) -> None:
        pid = chance.choice(self.running).pid
        assert pid, "to number 0 a signal means ourselves"
        os.kill(pid, signal.SIGSTOP)
        try:
            self.pause(seconds)
        finally:
            os.kill(pid, signal.SIGCONT)

    # The database

    def restart_database(self, chance: random.Random, how: Callable[[cluster.Cluster], None]) -> None:
        assert self.cluster is not None
        how(self.cluster)
        self.pause(chance.uniform(0, 1))
        self.cluster.start()

    def freeze_database(self, seconds: float) -> None:
        assert self.cluster is not None
        with self.cluster.frozen():
            self.pause(seconds)

    # Stopping

    def stop(self) -> None:
        self.ending.set()
        for _ in range(TURNS):
            self.turns.acquire()
        for one in self.running:
            one.process.stop()
        self.turns.release(TURNS)

    def tracebacks(self) -> list[str]:
        """What the servers themselves did not expect."""
        self.log.seek(0)
        return re.findall(r"Traceback.*?(?=\n\S)\n[^\n]*", self.log.read().decode(errors="replace"), re.DOTALL)

    def close(self) -> None:
        self.stop()
        self.log.close()
        self.network.close()
        if self.own is not None:
            self.own.close()
        with contextlib.suppress(OSError):
            self.folder.cleanup()
