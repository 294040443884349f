"""A short run of `make chaos` on each store: everything fails once, nobody notices for long, nothing is lost."""

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
from server.chaos.run import STORES, Chaos
from server.chaos.watch import Watch
from tailback.server.truth import rows as r

# Each trouble once and shortly, so that what is tried does not depend on luck.
PLANS = {
    "sqlite": "kill, slow line, torn line, full disk, freeze, clock jump, dead line",
    "postgres": "kill, torn store, database kill, stalled line, database freeze, dead store",
}


@pytest.mark.parametrize("store", STORES)
def test_games_go_on_whatever_happens(store: str) -> None:
    async def run() -> None:
        await chaos.run()
        assert chaos.violations == [], f"seed {seed}"
        await the_checks_can_fail(chaos)

    seed = time.time_ns() % 2**32
    shared = cluster.shared() if store == "postgres" else None
    plan = PLANS[store].split(", ")
    chaos = Chaos(store, 0, seed, tables=3, postgres=shared, plan=plan)
    asyncio.run(run())
    print(*chaos.report(), sep="\n")
    counts = chaos.total()
    assert all(counts[name] == plan.count(name) for name in plan)
    assert counts["games finished"] >= len(chaos.rounds)
    assert counts["resumes"] >= counts["kill"]
    assert counts["looks"] > 0
    assert counts["roll calls"] == 1
    assert counts["rows"] > counts["acknowledged"] > 0


class Cooked:
    """The true rows with one left out, or one there twice."""

    def __init__(self, rows: list[bytes]) -> None:
        self.data = rows

    async def rows(self, table: str, since: int) -> list[bytes]:
        return self.data[since:]


async def the_checks_can_fail(chaos: Chaos) -> None:
    one = chaos.rounds[0]
    rows = chaos.proofs[one.table].rows
    keyed = next(k for k, row in enumerate(rows) if row.key in one.phones[0].acknowledged)
    data = [r.encode(row) for row in rows]
    assert await Watch(one).look(Cooked(data)) == []
    assert any("is not there" in text for text in await Watch(one).look(Cooked(data[:keyed])))
    assert any("2 times" in text for text in await Watch(one).look(Cooked([*data, data[keyed]])))
    told = next(told for told in one.phones[0].told.values() if told)
    told[-1] = told[-1]._replace(events=["something else"])
    assert any("was not told" in text for text in await Watch(one).look(Cooked(data)))
    seen = one.phones[0].seen
    seen[-1] = (*seen[-1][:2], "something else")
    assert any("saw something else" in text for text in await Watch(one).look(Cooked(data)))


def test_ctrl_c_prints_the_counts_so_far() -> None:
    command = [sys.executable, "-m", "server.chaos", "--seconds", "600", "--store", "sqlite", "--seed", "1"]
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
