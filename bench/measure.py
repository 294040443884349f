"""Fair clocks: work per second of CPU time, contenders taking turns, the median of several rounds."""

from __future__ import annotations

import gc
import itertools
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

# Random numbers made beforehand: the choice costs little, and the same on every side.
_SOURCE = random.Random(20)
_NUMBERS = [_SOURCE.getrandbits(30) for _ in range(100_003)]


def dice() -> Callable[[], int]:
    """A cheap source of random numbers; take `draw() % n`."""
    return itertools.cycle(_NUMBERS).__next__


class Contender:
    """`batch(n)` does n rounds of something and returns how many units (decisions, clones) that were."""

    def __init__(self, name: str, batch: Callable[[int], float]) -> None:
        self.name = name
        self.batch = batch
        self.n = 1
        self.rates: list[float] = []

    def run(self) -> float:
        """CPU seconds of one batch."""
        gc.collect()
        start = time.process_time()
        units = self.batch(self.n)
        spent = time.process_time() - start
        self.rate = units / spent if spent > 0 else 0.0
        return spent

    def fit(self, seconds: float) -> None:
        """Choose the size of a batch; warms up on the way."""
        while (spent := self.run()) < seconds / 4:
            self.n *= 2 if spent > seconds / 64 else 8
        self.n = max(1, round(self.n * seconds / spent))


def race(contenders: list[Contender], rounds: int, seconds: float) -> dict[str, float]:
    """The median rate of each; everyone runs once per round, so that a busy moment hits all alike."""
    for contender in contenders:
        contender.fit(seconds)
    for _ in range(rounds):
        for contender in contenders:
            contender.run()
            contender.rates.append(contender.rate)
    return {contender.name: statistics.median(contender.rates) for contender in contenders}


PROBE = """
import json, sys, time
start = time.perf_counter()
{work}
spent = time.perf_counter() - start
print(json.dumps([spent, sorted({{name.partition(".")[0] for name in sys.modules}})]))
"""


def import_time(work: str, rounds: int) -> tuple[float, set[str]]:
    """Median wall time of this code in fresh processes, and the top-level modules it leaves loaded."""
    times: list[float] = []
    loaded: set[str] = set()
    for _ in range(rounds):
        done = subprocess.run(
            [sys.executable, "-c", PROBE.format(work=work)], capture_output=True, text=True, check=True
        )
        spent, names = json.loads(done.stdout)
        times.append(spent)
        loaded |= set(names)
    return statistics.median(times), loaded
