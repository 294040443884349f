"""A short run of `make chaos` on each store: servers are killed, nobody notices for long, nothing is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tailback
from server import cluster
from server.chaos import STORES, Chaos

SECONDS = 4.0


@pytest.mark.parametrize("store", STORES)
def test_games_go_on_while_servers_are_killed(store: str) -> None:
    seed = time.time_ns() % 2**32
    chaos = Chaos(store, SECONDS, seed, tables=3, postgres=cluster.shared() if store == "postgres" else None)
    asyncio.run(chaos.run())
    print(*chaos.report(), sep="\n")
    assert chaos.violations == [], f"seed {seed}"
    counts = chaos.total()
    assert counts["kills"] >= 2
    assert counts["database kills"] >= (store == "postgres")
    assert counts["games finished"] >= len(chaos.rounds)
    assert counts["resumes"] >= counts["kills"]
    assert counts["rows"] > counts["acknowledged"] > 0


def test_ctrl_c_prints_the_counts_so_far() -> None:
    command = [sys.executable, "-m", "server.chaos", "600", "sqlite", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "chaos for 600 s on sqlite, seed 1\n"
        assert running.stdout.readline() == "  1 servers are up\n"
        running.send_signal(signal.SIGINT)
        rest = running.stdout.read()
        assert running.wait(30) == 130
    assert "acknowledged" in rest
    assert rest.endswith("stopped\n")


def environment() -> dict[str, str]:
    """The package under test, and our own tests beside it."""
    parts = [str(Path(tailback.__file__).parent.parent), str(Path(__file__).parent.parent)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(parts)}
