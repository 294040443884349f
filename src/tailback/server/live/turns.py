"""Who thinks next, where more want to than can: address by address, and of each address table by table. So no table
waits for all thoughts of another, and whoever has many tables keeps nobody waiting who has one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from tailback.server.live.addresses import network

Queue = deque[asyncio.Future[None]]


class Turns:
    """So many at a time. Whoever waits gets a turn in the order of the addresses, each one after the other."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.busy = 0
        # Those who wait, by address and table; who is next comes first.
        self.queues: dict[str, dict[str, Queue]] = {}

    @property
    def waiting(self) -> int:
        return sum(map(self.waiting_of, self.queues))

    def waiting_of(self, whose: str) -> int:
        return sum(map(len, self.queues.get(whose, {}).values()))

    def pick(self, whose: Iterable[str]) -> str:
        """For whom a table waits: of those who sit there the one who waits for least. A network is one of them, however
        many households there are in it."""
        return min((network(one) or one for one in whose), key=self.waiting_of, default="")

    def ahead(self, whose: Iterable[str]) -> int:
        """How many get a turn, at most, before one of these gets its next but one."""
        mine = self.pick(whose)
        return self.waiting_of(mine) + len(self.queues) - (mine in self.queues)

    @asynccontextmanager
    async def turn(self, table: str, whose: Iterable[str] = ()) -> AsyncIterator[None]:
        if self.busy >= self.most:
            await self.wait(table, self.pick(whose))
        else:
            self.busy += 1
        try:
            yield
        finally:
            self.pass_on()

    async def wait(self, table: str, whose: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.queues.setdefault(whose, {}).setdefault(table, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                # Called at the very moment of going: the turn is somebody else's.
                self.pass_on()
            else:
                self.leave(table, whose, called)
            raise

    def leave(self, table: str, whose: str, called: asyncio.Future[None]) -> None:
        tables = self.queues.get(whose, {})
        queue = tables.get(table, deque())
        # At the moment of going it may have been passed over already.
        if called in queue:
            queue.remove(called)
            if not queue:
                del tables[table]
            if not tables:
                del self.queues[whose]

    def pass_on(self) -> None:
        """A turn is over: the next one's, or nobody's."""
        while self.queues:
            whose = next(iter(self.queues))
            tables = self.queues.pop(whose)
            table = next(iter(tables))
            queue = tables.pop(table)
            called = queue.popleft()
            if queue:
                # Its other thoughts come after one of each other table, and those after one of each other address.
                tables[table] = queue
            if tables:
                self.queues[whose] = tables
            # Whoever is just giving up has no use for it.
            if not called.done():
                called.set_result(None)
                return
        self.busy -= 1
