"""The bots of one table: whoever of them is asked thinks in another process and answers in its own time."""

from __future__ import annotations

import asyncio
import random
from typing import Protocol

from tailback.core.contract import FIRST
from tailback.server.live.bot_pool import NoThought
from tailback.server.live.clock import is_pass, now_ms
from tailback.server.live.surroundings import Surroundings
from tailback.server.truth import desk
from tailback.server.truth.desk import Ask
from tailback.server.truth.ledger import Ledger, Match

# So many seconds a person needs to see a chance and to tap it: bots leave them that time.
REACTION = (2.0, 3.0)
# And by this part of a window they have made up their minds.
IN_TIME = 0.8


class Driven(Protocol):
    """A table, as far as the bots at it must know it."""

    ledger: Ledger
    around: Surroundings

    told_at: float

    @property
    def leads(self) -> bool: ...

    @property
    def running(self) -> bool: ...

    async def keep_trying(self, ask: Ask) -> None: ...


class Drivers:
    def __init__(self, table: Driven) -> None:
        self.table = table
        # Seats whose bot thinks or lets a window pass, and about which decision of which game.
        self.thinking: dict[int, tuple[int, int]] = {}

    def drive(self) -> None:
        """Let the bots think that are asked now, when this process leads and a device is here."""
        match = self.table.ledger.match
        if match is None or match.decision is None:
            return
        mark = (match.number, match.n)
        for seat in match.decision.awaited:
            level = self.table.ledger.driven(seat)
            if level and self.thinking.get(seat) != mark and self.table.leads and self.table.running:
                self.thinking[seat] = mark
                self.table.around.chores.spawn(self.think(match, seat, mark, level))

    async def think(self, match: Match, seat: int, mark: tuple[int, int], level: str) -> None:
        """A bot's answer. A thought that comes too late is dropped."""
        n = mark[1]
        passes = False
        try:
            if match.n != n or match.decision is None:
                return
            action = await self.thought(match, seat, level)
            passes = action is None
            current = match is self.table.ledger.match and match.n == n and self.table.leads and self.table.running
            if action is not None and current and self.table.ledger.driven(seat):
                await self.table.keep_trying(lambda ledger: desk.bot_answer(ledger, now_ms(), seat, n, action))
        finally:
            if not passes and self.thinking.get(seat) == mark:
                del self.thinking[seat]

    async def thought(self, match: Match, seat: int, level: str) -> int | None:
        """It takes as long as the pace says, whatever there was to think about, once the screens have shown what
        happened. Where several could be first it takes as long as people do. None: let the window pass."""
        loop = asyncio.get_running_loop()
        asked, state = match.decision, match.state
        assert asked is not None
        assert state is not None
        clock = self.table.ledger.settings.clock
        pace = self.table.ledger.settings.pace_ms / 1000
        if asked.gate == FIRST and len(asked.seats) > 1 and pace:
            pace = max(pace, random.uniform(*REACTION))
        if asked.seconds is not None and clock:
            pace = min(pace, asked.seconds * IN_TIME)
        until = max(loop.time(), self.table.told_at) + pace
        fallback = int(state.fallback(seat))
        view, legal = state.view(seat), state.legal(seat)
        try:
            action = await self.table.around.pool.choose(match.game.id, level, view, asked.data(), legal)
        except NoThought:
            action = fallback
        await asyncio.sleep(max(0.0, until - loop.time()))
        return None if clock and is_pass(asked, action, fallback) else action
