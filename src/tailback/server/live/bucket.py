"""How often something may be done: the measure for talk at a table, and for strangers at the door."""

from __future__ import annotations

import time


class Bucket:
    """So many at once, so many per minute after that."""

    def __init__(self, burst: float, per_minute: float) -> None:
        self.burst = burst
        self.rate = per_minute / 60
        self.left = burst
        self.then = time.monotonic()

    def fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now

    def take(self, many: int = 1) -> bool:
        self.fill()
        if self.left < many:
            return False
        self.left -= many
        return True

    def spend(self, amount: float) -> None:
        """What was used is known afterwards: so there may be less than nothing left."""
        self.fill()
        self.left -= amount

    @property
    def owed(self) -> float:
        """Seconds until there is something left again."""
        self.fill()
        return max(0.0, -self.left / self.rate) if self.rate else 0.0

    def give_back(self) -> None:
        self.left = min(self.burst, self.left + 1)
