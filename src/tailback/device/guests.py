"""Other devices that have reached this page without a server: strangers, each of them at one table.

They may ask what concerns this table, with the limits that strangers have at a server. What only the host may do is
done at the host's own device, so it is not offered here at all.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

from tailback.device.carrying import Close, Said, Tasks, Wanted, answered, attend, called, hold, refusal
from tailback.device.port import Port
from tailback.server import protocol as p
from tailback.server.live.bucket import Bucket
from tailback.server.live.house import House
from tailback.server.live.table import Table
from tailback.server.service.call import usual_limits
from tailback.server.service.lines import BURST, Line
from tailback.server.service.routes import ROUTES
from tailback.server.service.switchboard import Switchboard
from tailback.server.truth.refusal import Refused

# A device needs one line; while it comes back there may be two.
LINES = 4
# The longest message on a line, as at a server.
LONGEST_MESSAGE = 64 * 1024
OPEN = frozenset((route.method, route.path) for route in ROUTES if route.guests)


class GuestLine(Line):
    """A line that leads to one table."""

    def __init__(self, wire: Port, messages: int, address: str, table: str) -> None:
        super().__init__(wire, messages, address=address)
        self.table = table


class GuestBoard(Switchboard):
    """The lines of guests. They are pinged: how long their way is counts where everybody may be the quickest."""

    async def find(self, line: Line, table: str) -> Table:
        if isinstance(line, GuestLine) and table != line.table:
            raise Refused("no_table", 404)
        return await super().find(line, table)


class Guest:
    """One of them, for as long as its channel stands."""

    def __init__(self, guests: Guests, table: str, name: str) -> None:
        self.guests = guests
        self.table = table
        self.name = name
        messages = guests.limits.messages
        self.bucket = Bucket(messages * BURST, messages)
        self.ports: set[Port] = set()

    async def ask(self, method: str, path: str, authorization: str, body: str) -> Said:
        """One request."""
        limits = self.guests.limits
        try:
            if not self.bucket.take():
                raise Refused("too_often", 429)
            wanted = Wanted(method, path, authorization, body)
            route, call = called(self.guests.house, limits, wanted, self.name)
            if (route.method, route.path) not in OPEN:
                raise Refused("no_such_page", 404)
            if call.word("table") != self.table:
                raise Refused("no_table", 404)
            if route.writes:
                call.limit(limits.writes)
            return await answered(route, call)
        except Refused as refused:
            return refusal(refused)

    def connect(self, send: Callable[[str], object], close: Close) -> Port:
        """A new line."""
        limits = self.guests.limits

        def ended(code: int, reason: str) -> None:
            self.ports.discard(port)
            close(code, reason)

        port = Port(send, ended, LONGEST_MESSAGE)
        # Those that the other end has left count no more.
        self.ports = {other for other in self.ports if other.open}
        if len(self.ports) >= limits.lines or not limits.calls.take(self.name):
            port.hang_up(p.CLOSE_POLICY, "too_often")
            return port
        self.ports.add(port)
        self.guests.attend(GuestLine(port, limits.messages, self.name, self.table))
        return port

    def gone(self) -> None:
        """Its channel is cut."""
        for port in self.ports:
            port.left()
        self.ports.clear()


class Guests:
    """All of them."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.limits = usual_limits(lines=LINES)
        self.board = GuestBoard(house, self.limits)
        self.numbers = itertools.count(1)
        self.tasks: Tasks = set()
        self.pinging: asyncio.Task[None] | None = None

    def welcome(self, table: str) -> Guest:
        if self.pinging is None:
            self.pinging = asyncio.get_running_loop().create_task(self.board.keep_pinging())
        return Guest(self, table, f"guest {next(self.numbers)}")

    def attend(self, line: GuestLine) -> None:
        hold(self.tasks, attend(self.board, line))
