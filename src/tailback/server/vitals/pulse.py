"""How late the event loop is: what everybody at every table of this process waits for, besides the store."""

from __future__ import annotations

import asyncio
from collections import deque

from tailback.server.vitals.figures import FIGURES

BEAT = 0.25
# The worst delay of so many seconds is what /health tells.
SPAN = 15.0


class Pulse:
    def __init__(self) -> None:
        self.recent: deque[float] = deque(maxlen=round(SPAN / BEAT))

    @property
    def worst_ms(self) -> int:
        return round(max(self.recent, default=0.0) * 1000)

    async def keep_beating(self) -> None:
        """Sleep a moment, and see how much longer it took."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            late = max(0.0, loop.time() - due)
            self.recent.append(late)
            FIGURES.loop.add(late)
