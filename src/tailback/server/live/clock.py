"""Time at a table: how long a question stays open, and for whom; and when the time of a whole match is up.

Times of windows come from the event loop, which never jumps. The time of a match goes on while the server is
away, so it is measured by the time of day since its deal, which stands in its row. A window has the same length
whoever holds what; only the measured round trip of the devices that are asked makes it a little longer.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from tailback.core.contract import Decision
from tailback.server.truth.ledger import Ledger

# A clock of the system may be put right meanwhile, so nobody waits longer than this without looking at it, in seconds.
LOOKS = 30.0
# So long later a match whose time is up is looked at again: perhaps the store was away.
AGAIN = 1.0


def now_ms() -> int:
    """The time of day, to be written down; besides, only the time of a match is measured by it."""
    return time.time_ns() // 1_000_000


def ends_ms(ledger: Ledger) -> int | None:
    """Milliseconds until the time of the match is up; None where no clock runs."""
    ends = ledger.ends_at
    return None if ends is None else max(0, ends - now_ms())


class Timed(Protocol):
    """A table, as far as its alarm must know it."""

    ledger: Ledger


class Alarm:
    """Tells when the time of the match is up, and by how many seconds it is over; again and again until it has rung."""

    def __init__(self, table: Timed, tell: Callable[[float], None]) -> None:
        self.table = table
        self.tell = tell
        self.handle: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Now, or later."""
        self.close()
        ends = self.table.ledger.ends_at
        if ends is None:
            return
        over = (now_ms() - ends) / 1000
        if over >= 0:
            self.tell(over)
        self.handle = asyncio.get_running_loop().call_later(min(LOOKS, -over) if over < 0 else AGAIN, self.look)

    def close(self) -> None:
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None


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
