"""uvicorn's WebSocket with two short cuts, because a move goes to every device of a table.

Out: a device writes its frames to the line itself, instead of passing each through a task and the
ASGI dictionaries; all that one turn of the loop has to say to it goes out in one piece at its end.
In: a message that arrives in one piece, as nearly all do, is taken out of its frame right here.
Everything else (the handshake, control frames, messages in pieces) takes the ordinary way, and a
line on which such a thing came keeps to it.
"""

from __future__ import annotations

import asyncio
import struct
from collections import deque
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from tailback.server.live.bucket import Bucket
from tailback.server.service.lines import Gone

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

EXTENSION = "tailback.wire"
TEXT = 0x81
# The head of nearly every message of ours.
MEDIUM = struct.Struct("!BBH").pack
# A device that lets so many bytes pile up does not read any more.
MOST_UNREAD = 1 << 20
# So many messages wait for the end of a turn.
MOST_HELD = 32
# Pings of the other end in a minute, and pieces of one message.
MOST_PINGS = 120
MOST_PIECES = 100
NOT_TEXT = 1007
# For the other end to agree that we part.
PARTING_SECONDS = 2.0
# Messages read ahead of the one being carried out.
READ_AHEAD = 4


def frame(data: bytes) -> bytes:
    """A whole text message as the line carries it (RFC 6455, 5.2; what a server sends is not masked)."""
    size = len(data)
    if size < 126:
        return bytes((TEXT, size)) + data
    if size < 65536:
        return MEDIUM(TEXT, 126, size) + data
    return struct.pack("!BBQ", TEXT, 127, size) + data


def short_texts(data: bytes) -> list[str] | None:
    """The messages in these bytes when they are whole, short, masked text frames and nothing else.

    >>> short_texts(bytes.fromhex("8182 00000000 6869"))
    ['hi']
    >>> short_texts(bytes.fromhex("8182 00000000 68")) is None
    True
    """
    found: list[str] = []
    at, end = 0, len(data)
    while at < end:
        if end - at < 6 or data[at] != TEXT or data[at + 1] < 0x80:
            return None
        size, start = data[at + 1] & 0x7F, at + 6
        if size == 126 and end - at >= 8:
            size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 8
        elif size >= 126:
            return None
        at = start + size
        if at > end:
            return None
        try:
            found.append(apply_mask(data[start:at], data[start - 4 : start]).decode())
        except UnicodeDecodeError:
            return None
    return found


class Inbox:
    """What waits to be heard, by one listener: asyncio's own queue can do more, and that costs more than the rest of
    reading a message."""

    def __init__(self) -> None:
        self.waiting: deque[Any] = deque()
        self.listener: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        self.waiting.append(event)
        if self.listener is not None and not self.listener.done():
            self.listener.set_result(None)

    async def get(self) -> Any:
        while not self.waiting:
            self.listener = asyncio.get_running_loop().create_future()
            try:
                await self.listener
            finally:
                self.listener = None
        return self.waiting.popleft()

    def qsize(self) -> int:
        return len(self.waiting)

    def empty(self) -> bool:
        return not self.waiting


class Outbox:
    """The lines of one loop that have something to say when its turn ends, and what was said last: a crowd is told the
    same, line after line."""

    def __init__(self) -> None:
        self.wires: list[Wire] = []
        self.message = self.framed = b""

    def add(self, wire: Wire) -> None:
        if not self.wires:
            wire.loop.call_soon(self.flush)
        self.wires.append(wire)

    def flush(self) -> None:
        wires, self.wires = self.wires, []
        for wire in wires:
            wire.flush()

    def frame(self, message: bytes) -> bytes:
        if message is not self.message:
            self.message, self.framed = message, frame(message)
        return self.framed


OUTBOXES: WeakKeyDictionary[asyncio.AbstractEventLoop, Outbox] = WeakKeyDictionary()


class Wire(WebSocketsSansIOProtocol):
    # How the device is told that the server stops.
    parting: Callable[[str], None] | None = None
    # Nothing but short whole messages came so far.
    plain = True

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.queue = Inbox()  # type: ignore[assignment]
        # What was pushed in this turn of the loop.
        self.out: list[bytes] = []
        self.outbox = OUTBOXES.setdefault(self.loop, Outbox())

    def data_received(self, data: bytes) -> None:
        if self.plain and self.handshake_complete and not self.close_sent:
            texts = short_texts(data)
            if texts is not None:
                for text in texts:
                    self.queue.put_nowait({"type": "websocket.receive", "text": text})
                if self.queue.qsize() > READ_AHEAD and not self.read_paused:
                    self.read_paused = True
                    self.transport.pause_reading()
                return
            self.plain = False
        super().data_received(data)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.pings = Bucket(MOST_PINGS, MOST_PINGS)

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self.part()

    def handle_parser_exception(self) -> None:
        self.flush()
        super().handle_parser_exception()
        self.part()

    def part(self) -> None:
        """What the other end does not read of our last words is not kept for it."""
        if not self.disconnected and self.close_timer is None:
            self.close_timer = self.loop.call_later(PARTING_SECONDS, self.transport.abort)

    def handle_ping(self) -> None:
        """Our own pings measure the line; those of the other end are answered while it reads the answers."""
        super().handle_ping()
        if not self.pings.take() or self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.cut()

    def handle_cont(self, event: Frame) -> None:
        """A message may come in pieces, but not in endless empty ones."""
        if len(self.frames) >= MOST_PIECES:
            self.cut()
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """What is no text is closed upon without a page in the log; what comes after a goodbye is dropped."""
        if self.conn.state is not State.OPEN:
            self.frames = []
            return
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(NOT_TEXT)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def run_asgi(self) -> None:
        self.scope["extensions"][EXTENSION] = {"wire": self}
        await super().run_asgi()

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            # Refused with an HTTP answer: that ends the handshake, and is no news for the log.
            self.handshake_complete = True

    async def hear(self) -> str | None:
        got = await self.receive()
        if got["type"] == "websocket.disconnect":
            raise Gone
        text = got.get("text")
        return text if isinstance(text, str) else None

    def push(self, message: bytes) -> bool:
        """Send a message at the end of this turn of the loop. False when the line is gone.

        So the system calls of a turn come one right after the other: the machine need not be woken for each.
        """
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        if not self.out:
            self.outbox.add(self)
        self.out.append(self.outbox.frame(message))
        if len(self.out) >= MOST_HELD:
            self.flush()
        return True

    def flush(self) -> None:
        """Write what was pushed, and give up on a line at whose other end nobody reads."""
        out = self.out
        if not out or self.transport.is_closing():
            return
        self.out = []
        self.transport.write(out[0] if len(out) == 1 else b"".join(out))
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.cut()

    def unread(self) -> int:
        """Bytes that the other end has not taken yet."""
        return sum(map(len, self.out)) + self.transport.get_write_buffer_size()

    def hang_up(self, code: int, reason: str = "") -> None:
        """Close politely: what still comes is read and dropped, so that our last words are not lost on the way."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.flush()
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(PARTING_SECONDS, self.transport.abort)

    def shutdown(self) -> None:
        """uvicorn stops: say so in our own words, then close."""
        if self.parting is not None:
            self.parting("restart")
        super().shutdown()

    def cut(self) -> None:
        """Give up on a line that nobody reads."""
        self.transport.abort()
