"""Tables while a study plays on every core of the same machine, started as its owner does: through the server itself.

Tables of four play at an even pace over real WebSockets, once alone and once while a page of the lab looks on at a
study that grows. Needs Linux for /proc.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bench.server import Figures, driven, middle, our_server, played
from bench.server_peer import TICKS, Failed, cpu_seconds
from tailback.server.lab.messages import MOST_MATCHES
from tailback.server.run.setup import Setup, with_lab

ALONE, BESIDE = "alone", "beside a study"
TABLES = 50
RATE = 500
SECONDS = 10.0
# A study has begun when it has matches to show; so long that may take.
PATIENCE = 60.0
# Where more of the cores has nothing to do, the study does not fill them, and the tables have it too easy.
MOST_UNUSED = 0.1
# Four of level 3: nobody thinks, so nothing but playing fills the cores.
ROBOTS = ["3"] * 4


def offspring(pid: int) -> set[int]:
    """All that a process started, and what they started."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found |= {child, *offspring(child)}
    return found


def idle_seconds() -> float:
    """How long the cores had nothing to do, all together."""
    fields = Path("/proc/stat").read_text().partition("\n")[0].split()
    return int(fields[4]) / TICKS


class Study:
    """What a study takes of the cores, and what it leaves unused."""

    def __init__(self, server: int) -> None:
        self.server = server
        self.before = offspring(server)
        self.idle: list[float] = []

    def spent(self) -> float:
        """CPU seconds of its processes so far."""
        self.idle.append(idle_seconds())
        found = 0.0
        for pid in offspring(self.server) - self.before:
            with contextlib.suppress(OSError):
                found += cpu_seconds(pid)
        return found

    def unused(self, seconds: float) -> float:
        """The part of the cores that nobody used meanwhile."""
        return (self.idle[-1] - self.idle[0]) / seconds / (os.cpu_count() or 1)


class Owner:
    """Whoever holds the key to the lab of this server."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        url = f"http://127.0.0.1:{self.port}/api/lab/studies{path}"
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def state(self, study: str) -> tuple[str, int]:
        """How it stands, and how many matches are played."""
        found = next(one for one in self.ask("GET", "")["studies"] if one["id"] == study)
        return found["state"], found["done"]

    def wait(self, study: str, good: Callable[[str, int], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not good(*self.state(study)):
            if time.monotonic() > until:
                raise Failed(f"the study is still {self.state(study)}")
            time.sleep(0.2)

    def look_on(self, study: str) -> Callable[[], int]:
        """A page that follows a study until the line is closed; how many lines of figures it got."""
        line = connect(f"ws://127.0.0.1:{self.port}/ws/lab", max_size=None)
        line.send(json.dumps({"type": "hello", "token": self.token, "follow": [study]}))
        got = []

        def read() -> None:
            with contextlib.suppress(ConnectionClosed):
                for message in line:
                    got.append(json.loads(message)["type"] == "line")

        reading = threading.Thread(target=read)
        reading.start()

        def end() -> int:
            line.close()
            reading.join()
            return sum(got)

        return end


def alone(tables: int, rate: float, seconds: float, **more: float) -> Figures:
    with tempfile.TemporaryDirectory() as folder, our_server(f"{folder}/tables.sqlite") as server:
        return driven([server], tables, seconds, rate, **more)


def with_a_study(tables: int, rate: float, seconds: float, **more: float) -> Figures:
    """The same while a study runs, from before the first move to after the last one."""
    with tempfile.TemporaryDirectory() as folder:
        setup, token = with_lab(Setup(database=f"{folder}/tables.sqlite"), Path(folder), None)
        with our_server(setup.database, lab=setup.lab, studies=setup.studies) as (pid, port):
            owner, study = Owner(port, token), Study(pid)
            name = owner.ask("POST", "", {"kind": "run", "game": played(), "robots": ROBOTS, "matches": MOST_MATCHES})[
                "id"
            ]
            owner.wait(name, lambda state, done: state == "running" and done > 0)
            leave = owner.look_on(name)
            figures = driven([(pid, port)], tables, seconds, rate, study.spent, **more)
            unused = study.unused(figures["seconds"])
            lines = leave()
            if owner.state(name)[0] != "running" or unused > MOST_UNUSED or not lines:
                raise Failed(f"no study on all cores: {owner.state(name)}, {unused:.0%} unused, {lines} lines seen")
            owner.ask("POST", f"/{name}/stop")
            owner.wait(name, lambda state, _: state == "stopped")
    return {**figures, "study_cores": figures["beside_cpu"] / figures["seconds"], "unused": unused}


def measure(rounds: int, tables: int, rate: float, seconds: float, **more: float) -> dict[str, Figures]:
    """In turn; the median of each figure. `more` goes on to the load."""
    found: dict[str, list[Figures]] = {ALONE: [], BESIDE: []}
    for _ in range(rounds):
        found[ALONE].append(alone(tables, rate, seconds, **more))
        found[BESIDE].append(with_a_study(tables, rate, seconds, **more))
    return {name: middle(runs) for name, runs in found.items()}


def report(found: dict[str, Figures], tables: int, rate: float) -> list[str]:
    cores, unused = found[BESIDE]["study_cores"], found[BESIDE]["unused"]
    return [
        f"{tables} tables of four at {rate:g} moves/s; the study gets {cores:.2f} cores, {unused:.1%} are unused:",
        ", ".join(f"{name} p50 {run['p50_ms']:.1f} ms, p99 {run['p99_ms']:.1f} ms" for name, run in found.items()),
    ]
