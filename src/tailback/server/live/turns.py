"""Who thinks next, where more want to than can: table by table, so that no table waits for all thoughts of another."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """So many at a time. Whoever waits gets a turn in the order of the tables, each table one after the other."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.busy = 0
        # Those who wait, by table; the table whose turn is next comes first.
        self.queues: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def waiting(self) -> int:
        return sum(len(queue) for queue in self.queues.values())

    @asynccontextmanager
    async def turn(self, table: str) -> AsyncIterator[None]:
        if self.busy >= self.most:
            await self.wait(table)
        else:
            self.busy += 1
        try:
            yield
        finally:
            self.pass_on()

    async def wait(self, table: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.queues.setdefault(table, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                # Called at the very moment of going: the turn is somebody else's.
                self.pass_on()
            else:
                self.leave(table, called)
            raise

    def leave(self, table: str, called: asyncio.Future[None]) -> None:
        queue = self.queues[table]
        queue.remove(called)
        if not queue:
            del self.queues[table]

    def pass_on(self) -> None:
        """A turn is over: the next table's, or nobody's."""
        table = next(iter(self.queues), None)
        if table is None:
            self.busy -= 1
            return
        queue = self.queues.pop(table)
        called = queue.popleft()
        if queue:
            # Its other thoughts come after one of each other table.
            self.queues[table] = queue
        called.set_result(None)
