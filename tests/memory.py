"""How much memory some work keeps, told apart from what else happens in the process of a test."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable


def kept(work: Callable[[], object], rounds: int = 8) -> int:
    """The fewest bytes that a round of `work` left behind.

    Work that keeps something does so in every round. Python keeps some now and then without a leak: code it made
    quicker, a table of strings that grew, what took the place of something from before the counting. That fades from
    round to round, so a single one would depend on luck, and the fewest bytes do not.
    """
    work()
    left = []
    tracemalloc.start()
    try:
        for _ in range(rounds):
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            work()
            gc.collect()
            left.append(tracemalloc.get_traced_memory()[0] - before)
    finally:
        tracemalloc.stop()
    return min(left)
