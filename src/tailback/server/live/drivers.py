"""The bots of one table: whoever of them is asked thinks in another process and answers in its own time."""

from __future__ import annotations

import asyncio
import random
from typing import Protocol

from tailback.core.contract import FIRST, Decision
from tailback.robots.levels import LEVELS, USUAL
from tailback.server import protocol as p
from tailback.server.live.care import Care
from tailback.server.live.clock import is_pass, now_ms
from tailback.server.live.presence import Company
from tailback.server.live.purse import Metered, owed_by, paid_by
from tailback.server.live.surroundings import Surroundings
from tailback.server.live.thinkers import NoThought
from tailback.server.truth import desk
from tailback.server.truth.desk import Ask
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.match import Match

# By this part of a window bots have made up their minds.
IN_TIME = 0.8
# Where several are asked, a bot looks ahead for this part of its pace at most, and by this part it has an answer: so
# that all answers come when the pace says, whatever there was to find. The same of a window that is its own.
LOOKS, ANSWERS = 0.4, 0.8
# After so many seconds of thought the face of a bot shows that it thinks.
SIGN = 0.4


class Driven(Protocol):
    """A table, as far as the bots at it must know it."""

    ledger: Ledger
    around: Surroundings
    company: Company
    care: Care

    told_at: float

    @property
    def leads(self) -> bool: ...

    @property
    def running(self) -> bool: ...

    async def keep_trying(self, ask: Ask, clock: bool = False) -> None: ...


class Drivers:
    def __init__(self, table: Driven) -> None:
        self.table = table
        # Seats whose bot thinks or lets a window pass, and about which decision of which game.
        self.thinking: dict[int, tuple[int, int]] = {}
        # Who lets the open window pass, and which window of which game that is.
        self.passing: tuple[tuple[int, int], set[int]] = ((0, 0), set())
        # The only person here does not want to wait for the robots; and what ends their pauses.
        self.hurried = False
        self.pausing: set[asyncio.Event] = set()
        # Whose thinking is shown, and about which decision of which game.
        self.signs: dict[int, tuple[int, int]] = {}

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
                self.table.around.chores.spawn(self.answer(match, seat, mark, level))

    def hurry(self) -> None:
        """Until a person is asked, all answers come at once, also those that are waited for."""
        self.hurried = True
        self.look_round()
        if self.hurried:
            for over in self.pausing:
                over.set()

    def look_round(self) -> None:
        """There is another question, or somebody else here: nobody hurries past a person who is asked or has come."""
        match = self.table.ledger.match
        asked = match.decision.awaited if match is not None and match.decision is not None else None
        quiet = asked is not None and all(self.table.ledger.driven(seat) for seat in asked)
        self.hurried = self.hurried and quiet and len(self.table.ledger.persons()) == 1

    async def pause(self, moment: float) -> None:
        """Until then, or until somebody hurries."""
        loop = asyncio.get_running_loop()
        if self.hurried or moment <= loop.time():
            return
        over = asyncio.Event()
        self.pausing.add(over)
        clock = loop.call_at(moment, over.set)
        try:
            await over.wait()
        finally:
            clock.cancel()
            self.pausing.discard(over)

    async def answer(self, match: Match, seat: int, mark: tuple[int, int], level: str) -> None:
        """A bot's answer, in the time of those who are at the table: when they have used up theirs, it waits."""
        purse, whose = self.table.around.purse, self.table.company.addresses()
        if owed := owed_by(purse, whose):
            await asyncio.sleep(owed)
        await Metered(self.think(match, seat, mark, level), paid_by(purse, whose))

    async def think(self, match: Match, seat: int, mark: tuple[int, int], level: str) -> None:
        """A thought that comes too late is dropped."""
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
            elif passes and current:
                await self.let_pass(match, seat, mark)
        finally:
            if not passes and self.thinking.get(seat) == mark:
                del self.thinking[seat]

    def thinkers(self) -> list[int]:
        """The seats whose face shows that they think about the open question."""
        match = self.table.ledger.match
        mark = (match.number, match.n) if match is not None and match.decision is not None else None
        return sorted(seat for seat, about in self.signs.items() if about == mark)

    def show_thinking(self, seat: int, n: int, spread: bool = True) -> None:
        """It takes a while, here or at another process; what is settled by now is shown to nobody.

        The process that plays a bot tells the others.
        """
        around, match = self.table.around, self.table.ledger.match
        if match is not None and match.n == n:
            self.signs[seat] = (match.number, n)
            self.table.company.tell(p.Thinking(n, [seat]))
            if spread and around.store.shared:
                around.node.think_aloud(self.table.ledger.table, n, seat)

    async def let_pass(self, match: Match, seat: int, mark: tuple[int, int]) -> None:
        """Somebody lets the window pass. Once all who are asked do, nobody has to wait for its end.

        It must tell no person anything: the time of a bot never hangs on its cards, and whoever is the only person
        here tells it to nobody. With several people a pass of theirs is held until the time is over.
        """
        if self.passing[0] != mark:
            self.passing = (mark, set())
        passed = self.passing[1]
        passed.add(seat)
        asked = match.decision.awaited if match.decision is not None else ()
        people = self.table.ledger.people()
        quiet = len(people) < 2 or passed.isdisjoint(people)
        if quiet and passed.issuperset(asked):
            await self.table.keep_trying(
                lambda ledger: desk.time_out(ledger, now_ms(), mark[1], early=True), clock=True
            )

    async def thought(self, match: Match, seat: int, level: str) -> int | None:
        """It takes as long as the pace says, whatever there was to think about, once the screens have shown what
        happened; only a bot that is asked alone may take longer, and shows it. Where several could be first it takes as
        long as people do. None: let the window pass."""
        loop = asyncio.get_running_loop()
        asked, state = match.decision, match.state
        assert asked is not None
        assert state is not None
        clock = self.table.ledger.settings.clock
        pace, longest = self.pace(asked, level)
        shown = max(loop.time(), self.table.told_at)
        fallback = int(state.fallback(seat))
        view, legal = state.view(seat), state.legal(seat)
        alone = len(asked.seats) == 1 and not asked.hold
        seconds = pace if not alone else asked.seconds if clock else None
        looks = within = None
        if seconds:
            looks, within = LOOKS * seconds, shown + ANSWERS * seconds - loop.time()
        sign = loop.call_at(shown + SIGN, self.show_thinking, seat, match.n) if alone else None
        try:
            action = await self.table.around.pool.choose(
                self.table.ledger.table,
                match.game.id,
                level,
                view,
                asked.data(),
                legal,
                looks,
                within,
                whose=self.table.company.addresses(),
            )
        except NoThought as none:
            if none.broken is not None:
                self.table.care.tell(none.broken)
            action = fallback
        finally:
            if sign is not None:
                sign.cancel()
        passes = clock and is_pass(asked, action, fallback)
        # Whoever lets it pass has looked for as long as anybody might: by then every bot that reacts has done so.
        await self.pause(shown + (longest if passes else pace))
        return None if passes else action

    def pace(self, asked: Decision, level: str) -> tuple[float, float]:
        """How long a bot of this level takes to answer, and the longest that it might take."""
        pace = self.table.ledger.settings.pace_ms / 1000
        longest = pace
        if asked.gate == FIRST and len(asked.seats) > 1 and pace:
            quick, slow = LEVELS.get(level, LEVELS[USUAL]).react
            pace, longest = max(pace, random.uniform(quick, slow)), max(pace, slow)
        if asked.seconds is not None and self.table.ledger.settings.clock:
            pace, longest = min(pace, asked.seconds * IN_TIME), min(longest, asked.seconds * IN_TIME)
        return pace, longest
