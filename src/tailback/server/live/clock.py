"""Time at a table: how long a question stays open, and for whom.

Times come from the event loop, which never jumps. A window has the same length whoever holds
what; only the measured round trip of the devices that are asked makes it a little longer.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from tailback.core.contract import Decision


def now_ms() -> int:
    """The time of day, to be written down; nothing is measured by it."""
    return time.time_ns() // 1_000_000


class Window:
    """The time of one decision: open from `opens` to `deadline`, closed for good a little later.

    It opens when the screens have shown what led to it, for everybody at the same moment.
    """

    def __init__(self, n: int, opens: float, seconds: float, grace: float, fire: Callable[[int], None]) -> None:
        loop = asyncio.get_running_loop()
        self.n = n
        self.opens = max(opens, loop.time())
        self.deadline = self.opens + seconds
        self.handle = loop.call_at(self.deadline + grace, fire, n)

    def left_ms(self) -> int:
        return ms_until(self.deadline)

    def opens_ms(self) -> int:
        return ms_until(self.opens)

    def too_late(self, allowance: float) -> bool:
        """Has this device used up its time, with what its line is allowed?"""
        return asyncio.get_running_loop().time() > self.deadline + allowance

    def close(self) -> None:
        self.handle.cancel()


def ms_until(moment: float) -> int:
    return max(0, round((moment - asyncio.get_running_loop().time()) * 1000))


def is_pass(decision: Decision, action: int, fallback: int) -> bool:
    """Letting a window pass shows nothing and changes nothing before its time is over."""
    return decision.hold and action == fallback
