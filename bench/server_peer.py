"""boardgame.io's own server under load: a comparable Mau-Mau, scripted players in a process of their own.

    python -m bench.server_peer --tables 50 --seconds 10 --storage files

Needs Linux for `/proc` and Node for the peer. The first run installs the locked npm packages beside the scripts.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

HOME = Path(__file__).parent / "peers" / "boardgame_io"
STORAGES = ("memory", "files")
WARM_UP = 3.0
# Seating thousands of players takes a while; a run that takes longer than this beyond its seconds is stuck.
PATIENCE = 180.0
TICKS = os.sysconf("SC_CLK_TCK")


class Unavailable(RuntimeError):
    """The peer cannot run here; the message says why."""


class Failed(RuntimeError):
    """The peer ran and went wrong; the message is its own."""


def install() -> None:
    """Puts the locked packages in place when they are missing or older than the lock."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            raise Unavailable(f"{tool} is not installed")
    lock, mark = HOME / "package-lock.json", HOME / "node_modules" / ".package-lock.json"
    if mark.exists() and mark.stat().st_mtime >= lock.stat().st_mtime:
        return
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=HOME, capture_output=True, text=True)
    if done.returncode != 0:
        raise Unavailable(f"npm ci failed: {done.stderr.strip()[-500:]}")
    mark.touch()


def cpu_seconds(pid: int) -> float:
    """User and system time of a whole process, all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def rss_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise Failed(f"process {pid} is gone")


class Script:
    """One of the scripts, spoken to by lines; its complaints go into a file until somebody asks."""

    def __init__(self, complaints: IO[str], name: str, *words: object, **settings: str) -> None:
        self.name = name
        self.complaints = complaints
        self.process = subprocess.Popen(
            ["node", name, *map(str, words)],
            cwd=HOME,
            env={**os.environ, "NODE_ENV": "production", **settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
        )

    def line(self, start: str) -> str:
        """The next line that starts like this."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(start):
                return line
        self.process.wait()
        self.complaints.seek(0)
        raise Failed(f"{self.name} ended before {start!r}: {self.complaints.read().strip()[:1000]}")

    def say(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()


@contextmanager
def running(patience: float, name: str, *words: object, **settings: str) -> Iterator[Script]:
    """A script that is stopped afterwards in any case, and when it takes too long."""
    with tempfile.TemporaryFile("w+") as complaints:
        script = Script(complaints, name, *words, **settings)
        with script.process:
            timer = threading.Timer(patience, script.process.kill)
            timer.start()
            try:
                yield script
            finally:
                timer.cancel()
                script.process.kill()


def run(tables: int, seconds: float, rate: float | None = None, storage: str = "memory") -> dict[str, Any]:
    """Plays this many tables of four, as fast as they go or at a rate of moves per second over all of them.

    `moves` and `cpu` are counted after a warm-up. `rss_idle_mb` is with everybody seated and no card laid, `rss_mb` at
    the end. The times run from sending a move to its arrival at the last of the four seats.
    """
    if storage not in STORAGES:
        raise ValueError(f"storage is one of {STORAGES}")
    install()
    patience = PATIENCE + seconds + WARM_UP
    with tempfile.TemporaryDirectory(prefix="boardgame_io_") as folder:
        settings = {"FLATFILE_DIR": folder} if storage == "files" else {}
        with running(patience, "server.mjs", 0, **settings) as server:
            pid = server.process.pid
            port = server.line("ready").split()[1]
            with running(patience, "play.mjs", port, tables, seconds, rate or 0, WARM_UP) as play:
                play.line("seated")
                idle = rss_mb(pid)
                play.say("go")
                play.line("start")
                before = cpu_seconds(pid)
                figures: dict[str, Any] = json.loads(play.line("{"))
                cpu = cpu_seconds(pid) - before
                full = rss_mb(pid)
    each = figures["moves"] / max(cpu, 1 / TICKS)
    return {**figures, "cpu": cpu, "moves_per_cpu": each, "rss_mb": full, "rss_idle_mb": idle}


def main() -> None:
    parser = argparse.ArgumentParser(description="boardgame.io's own server under load")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, help="moves per second over all tables; as fast as they go without it")
    parser.add_argument("--storage", choices=STORAGES, default="memory")
    wanted = parser.parse_args()
    print(json.dumps(run(wanted.tables, wanted.seconds, wanted.rate, wanted.storage)))


if __name__ == "__main__":
    main()
