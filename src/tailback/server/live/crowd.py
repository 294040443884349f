"""Those who only watch a table. There may be any number of them, so they are told a part at a time:
nobody's move waits until ten thousand lines have been written to."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Protocol

from tailback.server.live.chores import Chores

# So many are told at once.
PART = 500
# A crowd that is so many messages behind is shown the table as it is instead.
MOST_WAITING = 32


class Watcher(Protocol):
    address: str

    def send(self, message: bytes) -> None: ...

    def leave(self, key: str) -> None: ...


class Crowd:
    def __init__(self, chores: Chores, whole: Callable[[], bytes]) -> None:
        self.chores = chores
        # The table as it is now, for those who have not seen it for a while.
        self.whole = whole
        # Each with the number of the first message that is meant for it: what came before, it was shown on arrival.
        self.members: dict[Watcher, int] = {}
        self.waiting: deque[bytes] = deque()
        # Of the next message, and of the next one to be told.
        self.number = 0
        self.at = 0
        self.busy = False

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(list(self.members))

    def first(self) -> list[Watcher]:
        """The one who came first."""
        return list(islice(self.members, 1))

    def add(self, watcher: Watcher) -> None:
        self.members[watcher] = self.number

    def remove(self, watcher: Watcher) -> bool:
        return self.members.pop(watcher, None) is not None

    def send(self, message: bytes) -> None:
        """In order, to everybody who is here now."""
        if not self.members:
            return
        if not self.busy and len(self.members) <= PART:
            for watcher in self:
                watcher.send(message)
            return
        if len(self.waiting) == MOST_WAITING:
            self.waiting.clear()
            self.at = self.number
            message = self.whole()
        self.waiting.append(message)
        self.number += 1
        if not self.busy:
            self.busy = True
            self.chores.spawn(self.tell())

    async def tell(self) -> None:
        try:
            while self.waiting:
                message, number = self.waiting.popleft(), self.at
                self.at += 1
                for place, watcher in enumerate(self, 1):
                    # Gone meanwhile, or come later and shown all of it.
                    if self.members.get(watcher, self.number) <= number:
                        watcher.send(message)
                    if place % PART == 0:
                        await asyncio.sleep(0)
        finally:
            self.busy = False
