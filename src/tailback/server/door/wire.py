"""uvicorn's WebSocket with two short cuts, because a move goes to every device of a table.

Out: a device writes its frames to the line itself, instead of passing each through a task and the
ASGI dictionaries. In: a message that arrives in one piece, as nearly all do, is taken out of its
frame right here. Everything else (the handshake, control frames, messages in pieces) takes the
ordinary way, and a line on which such a thing came keeps to it.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

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
# A device that lets so many bytes pile up does not read any more.
MOST_UNREAD = 1 << 20
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
        return struct.pack("!BBH", TEXT, 126, size) + data
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


class Wire(WebSocketsSansIOProtocol):
    # How the device is told that the server stops.
    parting: Callable[[str], None] | None = None
    # Nothing but short whole messages came so far.
    plain = True
    # What waits to be written together.
    held: list[bytes] | None = None

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
        """Send a message now. False when the line is gone or nobody reads at its other end."""
        return self.write(frame(message))

    def write(self, framed: bytes) -> bool:
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        if self.held is not None:
            self.held.append(framed)
            return True
        self.transport.write(framed)
        return self.transport.get_write_buffer_size() <= MOST_UNREAD

    def hold(self) -> None:
        """From now on collect what is pushed: a move and its answer go out in one piece."""
        self.held = []

    def release(self) -> None:
        held, self.held = self.held, None
        if held and not self.write(b"".join(held)):
            self.cut()

    def hang_up(self, code: int, reason: str = "") -> None:
        """Close politely: what still comes is read and dropped, so that our last words are not lost on the way."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.release()
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
