"""The lines of the relay: one per page, from its first message to its last.

Nothing that is passed on is looked at or kept, and nobody is cut off for saying much: who says more than is allowed is
read more slowly. What waits for the page with the table makes its guests wait.
"""

from __future__ import annotations

import asyncio

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tailback.server import protocol as p
from tailback.server.door.sockets import Sockets, turn_away
from tailback.server.door.wire import EXTENSION, Wire
from tailback.server.live.bucket import Bucket
from tailback.server.live.purse import thread_time
from tailback.server.relay import messages as m
from tailback.server.relay.rooms import GUESTS, Room, Rooms
from tailback.server.service.limits import Limit, Limits
from tailback.server.service.lines import BURST, Gone
from tailback.server.truth.refusal import PASSING, Refused
from tailback.server.vitals.figures import FIGURES

# For the first message, and between two: a page beats every 15 seconds, and once a minute when nobody looks at it.
HELLO_SECONDS = 10.0
SILENT_SECONDS = 150.0
# Bytes that one address may have passed on at once, and in a minute after that: a long game comes at once, a move has a
# few thousand. All addresses together may have twenty times that.
AT_ONCE, A_MINUTE = 8 << 20, 16 << 20
# What stands around the data of a message.
AROUND = 100
# So much may wait for a page that reads slowly until its guests wait as well; looked at so often, and for so long.
MOST_WAITING = 256 << 10
LOOK = 0.1
LOOKS = 160
# Refusals after which another try may be the right one.
LATER = PASSING | {"relay_away", "relay_full", "too_often"}


class Caller:
    """A page at its end of a line."""

    def __init__(self, wire: Wire, address: str) -> None:
        self.wire = wire
        self.address = address
        self.ready = True

    def tell(self, message: m.FromRelay) -> None:
        """Now, or never: whoever does not read is cut off and comes back."""
        if self.ready and not self.wire.push(m.encoder.encode(message)):
            self.ready = False
            self.wire.cut()

    def leave(self, key: str, again: bool = False) -> None:
        self.tell(m.Bye(key, again))
        if self.ready:
            self.ready = False
            self.wire.hang_up(p.CLOSE_RESTART if again else p.CLOSE_POLICY, key)

    def part(self, key: str) -> None:
        """The server stops."""
        self.leave(key, again=True)


class Relay:
    """All lines of this process."""

    def __init__(self, open: bool, limits: Limits, sockets: Sockets) -> None:
        self.open = open
        self.limits = limits
        self.sockets = sockets
        self.rooms = Rooms(limits)
        self.bytes = Limit(AT_ONCE, A_MINUTE)

    async def connect(self, socket: WebSocket) -> None:
        if not self.open:
            await turn_away(socket, "no_such_page", 404)
            return
        async with self.sockets.admitted(socket) as address:
            if address is None:
                return
            wire: Wire = socket.scope["extensions"][EXTENSION]["wire"]
            caller = Caller(wire, address)
            try:
                await socket.accept()
                wire.parting = caller.part
                # In a task of its own, as all lines are.
                await asyncio.create_task(self.attend(caller))
            except WebSocketDisconnect:
                pass
            finally:
                wire.parting = None

    async def attend(self, caller: Caller) -> None:
        try:
            await self.serve(caller)
        except Gone:
            pass
        except (Refused, TimeoutError) as error:
            key = error.key if isinstance(error, Refused) else "too_slow"
            FIGURES.refused(key)
            caller.leave(key, key in LATER)
        finally:
            caller.ready = False

    async def serve(self, caller: Caller) -> None:
        async with asyncio.timeout(HELLO_SECONDS):
            first = understood(await caller.wire.hear())
        await self.limits.work.turn(caller.address)
        begun = thread_time()
        try:
            if isinstance(first, m.Hold):
                room = self.rooms.hold(first.key, caller.address, caller)
                caller.tell(m.Held(room.id, room.code))
                number = 0
            elif isinstance(first, m.Come):
                room = self.rooms.find(first.room, caller.address)
                number = room.enter(caller)
            else:
                raise Refused("no_hello", 400)
        finally:
            self.limits.work.spend(caller.address, thread_time() - begun)
        try:
            await self.listen(caller, room, number)
        finally:
            if number:
                room.exit(number)
            else:
                self.rooms.away(room, caller)

    async def listen(self, caller: Caller, room: Room, number: int) -> None:
        # The page with the table answers all of its guests.
        each = self.limits.messages * (1 if number else GUESTS)
        messages = Bucket(each * BURST, each)
        while caller.ready:
            async with asyncio.timeout(SILENT_SECONDS):
                text = await caller.wire.hear()
            await self.limits.work.turn(caller.address)
            begun = thread_time()
            try:
                self.carry_out(caller, room, number, understood(text))
            finally:
                self.limits.work.spend(caller.address, thread_time() - begun)
            messages.spend(1)
            weight = AROUND + len(text or "")
            counted = [messages, *self.bytes.all_of(caller.address)]
            for bucket in counted[1:]:
                bucket.spend(weight)
            if owed := max(self.limits.work.owed(caller.address), *(bucket.owed for bucket in counted)):
                await asyncio.sleep(owed)
            if number:
                await self.wait_for_host(room)

    def carry_out(self, caller: Caller, room: Room, number: int, message: m.FromPage) -> None:
        if isinstance(message, m.Beat):
            caller.tell(message)
        elif isinstance(message, m.Pass) and number:
            if room.host is not None and number in room.guests:
                room.host.tell(m.Passed(message.data, number))
        elif isinstance(message, m.Pass):
            # It may have left a moment ago.
            guest = room.guests.get(message.guest) if room.host is caller else None
            if guest is not None:
                guest.tell(m.Passed(message.data, 0))
        elif isinstance(message, m.Part) and not number:
            if message.guest:
                room.send_away(message.guest)
            else:
                self.rooms.close(room)
                caller.leave("relay_left")
        else:
            raise Refused("hello_twice" if isinstance(message, m.Hold | m.Come) else "bad_message", 400)

    async def wait_for_host(self, room: Room) -> None:
        """No guest fills up the line of the page with the table: that would be cut off for not reading."""
        for _ in range(LOOKS):
            host = room.host
            if not isinstance(host, Caller) or not host.ready or host.wire.unread() <= MOST_WAITING:
                return
            await asyncio.sleep(LOOK)


def understood(text: str | None) -> m.FromPage:
    try:
        if text is None:
            raise Refused("not_text", 400)
        found: m.FromPage = m.heard.decode(text)
        return found
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        raise Refused("bad_message", 400) from None
