"""The way to a table's rows: one at a time, and nobody waits for a store that somebody before them found away."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from tailback.server.live.storing import store_away, storing
from tailback.server.store import StoreError, StoreFull


class Turn:
    """One turn of somebody who stands in line from now on."""

    def __init__(self, line_up: LineUp) -> None:
        self.line_up = line_up

    async def __aenter__(self) -> None:
        line_up, asked = self.line_up, asyncio.get_running_loop().time()
        await line_up.lock.acquire()
        if line_up.failed >= asked:
            # Whoever was first in line waited for all.
            line_up.lock.release()
            raise store_away()

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.line_up.lock.release()


class LineUp:
    """Everybody who wants to read on or to write at one table."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        # When the store was found away the last time.
        self.failed = -1.0

    def turn(self) -> Turn:
        return Turn(self)

    @property
    def busy(self) -> bool:
        return self.lock.locked()

    @contextmanager
    def storing(self) -> Iterator[None]:
        """What is asked of the store in here is done, or refused; that it is away holds for all who stand in line."""
        with storing():
            try:
                yield
            except StoreFull:
                raise
            except StoreError:
                self.failed = asyncio.get_running_loop().time()
                raise
