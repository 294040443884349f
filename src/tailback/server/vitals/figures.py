"""What one server process counts. Counting is adding to a plain number: it costs a move nothing that could be measured.

Figures say how much and how quickly, never who or where: no table, code, name, card or address is in them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

# Seconds. A local disk syncs in the first few, a database across a room in the next; the last is our patience with one.
STORE_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
LOOP_BOUNDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Histogram:
    """How many were at most so large, and the sum of all.

    >>> found = Histogram((0.1, 1.0))
    >>> for seconds in (0.05, 0.1, 0.5, 7.0): found.add(seconds)
    >>> found.counts, found.sum
    ([2, 1, 1], 7.65)
    """

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        # One more than bounds: the last is for what is beyond them all.
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


class Figures:
    def __init__(self) -> None:
        # Rows that are stored: moves, and whatever else happens at tables.
        self.rows = 0
        # Writes that wait for the store now.
        self.writing = 0
        self.appends = Histogram(STORE_BOUNDS)
        self.reads = Histogram(STORE_BOUNDS)
        self.store_errors: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.loop = Histogram(LOOP_BOUNDS)

    def refused(self, key: str) -> None:
        """Somebody was told no. Keys are words of our own, never what a stranger sent."""
        self.refusals[key] += 1


# Of this process; whoever counts must not have to be handed something to count with.
FIGURES = Figures()
