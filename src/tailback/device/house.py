"""What the worker of a page calls: requests as they would come over HTTP, and lines as they would over a socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tailback.device.carrying import Close, Said, Tasks, Wanted, answered, attend, called, hold, refusal
from tailback.device.guests import Guest, Guests
from tailback.device.port import Port
from tailback.device.shelf import Shelf
from tailback.device.store import DeviceStore
from tailback.device.thinking import SecondWorker
from tailback.server.live.house import House
from tailback.server.service.limits import Limit, Limits, Room, Work
from tailback.server.service.lines import Line
from tailback.server.service.switchboard import Switchboard
from tailback.server.truth.refusal import Refused

# Nobody but this page asks here: it may ask as much as it likes.
PLENTY = 10**9


def plenty() -> Limits:
    """All limits, none of which is ever reached."""
    limit = Limit(PLENTY, PLENTY)
    return Limits(
        tables=limit,
        codes=limit,
        files=limit,
        joins=limit,
        replays=limit,
        work=Work(PLENTY, PLENTY),
        writes=limit,
        wakes=limit,
        bodies=Room(PLENTY, PLENTY),
        calls=limit,
        lines=PLENTY,
        messages=PLENTY,
    )


class Device:
    """The house of one page. `outside` is what the worker gives it; see `web/src/device/worker.ts`."""

    def __init__(self, outside: Any, base: str) -> None:
        self.shelf = Shelf(outside.shelf)
        store = DeviceStore(self.shelf, outside.trouble)
        self.house = House(store, SecondWorker(outside.think), base)
        self.limits = plenty()
        self.board = Switchboard(self.house, self.limits)
        self.lines: Tasks = set()
        self.guests = Guests(self.house)

    async def start(self) -> None:
        await self.house.start()

    def news(self, said: str) -> None:
        """Another tab did something."""
        self.shelf.hear(said)

    def guest(self, table: str) -> Guest:
        """Another device has reached this page: it comes to this table and to nothing else."""
        return self.guests.welcome(table)

    def connect(self, send: Callable[[str], object], close: Close) -> Port:
        """A new line. It is never pinged: it cannot be slow, nor die without the page."""
        port = Port(send, close)
        hold(self.lines, attend(self.board, Line(port, self.limits.messages)))
        return port

    async def ask(self, method: str, path: str, authorization: str, body: str) -> Said:
        """One request."""
        try:
            return await answered(*called(self.house, self.limits, Wanted(method, path, authorization, body)))
        except Refused as refused:
            return refusal(refused)
