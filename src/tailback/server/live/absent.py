"""The people who are away from a running game: a countdown for each, and then a bot stands in."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Protocol

from tailback.server.live.clock import now_ms
from tailback.server.live.presence import Company
from tailback.server.live.surroundings import Surroundings
from tailback.server.truth import desk
from tailback.server.truth import rows as r
from tailback.server.truth.desk import Ask
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused


class Waiting(Protocol):
    """A table, as far as whoever looks for its people must know it."""

    ledger: Ledger
    around: Surroundings
    company: Company

    async def keep_trying(self, ask: Ask, clock: bool = False) -> None: ...


class Away:
    """Somebody is not here. `handle` counts down to the bot, while anybody waits."""

    def __init__(self, deadline: float, handle: asyncio.TimerHandle) -> None:
        self.deadline = deadline
        self.handle = handle


class Absent:
    def __init__(self, table: Waiting) -> None:
        self.table = table
        self.away: dict[int, Away] = {}

    def look_round(self) -> None:
        """Start or stop the countdown of everybody who is away. It runs only while a person waits."""
        ledger, company = self.table.ledger, self.table.company
        here = company.seats()
        people = ledger.people()
        waiting = ledger.phase == "playing" and any(seat in here for seat in people)
        loop = asyncio.get_running_loop()
        seconds = ledger.settings.away_seconds
        for seat in range(len(ledger.chairs)):
            counts = waiting and seat in people and seat not in here
            if counts and seat not in self.away:
                handle = loop.call_later(seconds, self.send_bot, seat)
                self.away[seat] = Away(loop.time() + seconds, handle)
            elif not counts and seat in self.away:
                self.away.pop(seat).handle.cancel()
        for seat in [seat for seat in self.away if seat >= len(ledger.chairs)]:
            self.away.pop(seat).handle.cancel()
        for seat in company.seats_here():
            if ledger.chairs[seat].stand_in:
                # The bot sat down while its person was coming in by another door.
                self.table.around.chores.spawn(self.table.keep_trying(partial(desk.back, at=now_ms(), seat=seat)))

    def left_ms(self) -> dict[int, int]:
        """Milliseconds until a bot stands in, for each seat that is counted down."""
        now = asyncio.get_running_loop().time()
        return {seat: max(0, round((away.deadline - now) * 1000)) for seat, away in self.away.items()}

    def send_bot(self, seat: int) -> None:
        """Somebody stayed away too long."""
        self.away.pop(seat, None)

        def ask(ledger: Ledger) -> r.AnyRow | None:
            return None if seat in self.table.company.seats() else desk.stand_in(ledger, now_ms(), seat)

        self.table.around.chores.spawn(self.table.keep_trying(ask))

    def go_on(self, ledger: Ledger, seat: int) -> r.StoodIn | None:
        """The others wait no longer for somebody who is away. Whoever is here, however slow, is waited for.

        A process that knows of nobody here may not have heard yet who is.
        """
        desk.playing(ledger)
        chair = desk.seat_of(ledger, seat)
        here = self.table.company.seats()
        if not chair.stand_in and (chair.sitter != "person" or seat in here or not here):
            raise Refused("not_away", params={"seat": seat})
        return desk.stand_in(ledger, now_ms(), seat)

    def stop(self) -> None:
        """No countdown runs any more."""
        for away in self.away.values():
            away.handle.cancel()
        self.away.clear()
