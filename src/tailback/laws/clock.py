"""How long a check has been at it: the time that it could work, so that a busy machine finds as much as an idle one."""

from __future__ import annotations

import time

# Where the processor has much else to do nobody waits longer than so many times as long.
PATIENCE = 3
BEGUN = time.process_time(), time.monotonic()


def now() -> float:
    """Seconds, counted from some moment."""
    return max(time.process_time() - BEGUN[0], (time.monotonic() - BEGUN[1]) / PATIENCE)
