"""uvicorn's WebSocket with a short cut out: an update is written to the line at once.

A move goes to every device of a table. Passing each message through a task and the ASGI
dictionaries costs more than the rest of the move, so a device writes its frames itself. What is
said at the handshake and what comes in still takes the ordinary way.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from tailback.server.limits import Bucket

EXTENSION = "tailback.wire"
TEXT = 0x81
# A device that lets so many bytes pile up does not read any more.
MOST_UNREAD = 1 << 20
# Pings of the other end in a minute, and pieces of one message.
MOST_PINGS = 120
MOST_PIECES = 100
NOT_TEXT = 1007


def frame(data: bytes) -> bytes:
    """A whole text message as the line carries it (RFC 6455, 5.2; what a server sends is not masked)."""
    size = len(data)
    if size < 126:
        return bytes((TEXT, size)) + data
    if size < 65536:
        return struct.pack("!BBH", TEXT, 126, size) + data
    return struct.pack("!BBQ", TEXT, 127, size) + data


class Wire(WebSocketsSansIOProtocol):
    # How the device is told that the server stops.
    parting: Callable[[str], None] | None = None

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
        """What is no text is closed upon without a page in the log."""
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

    def push(self, framed: bytes) -> bool:
        """Send a framed message now. False when the line is gone or nobody reads at its other end."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(framed)
        return self.transport.get_write_buffer_size() <= MOST_UNREAD

    def hang_up(self, code: int, reason: str = "") -> None:
        """Close politely, without waiting for the other end to agree; one that does not read is cut off later."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        self.transport.close()

    def shutdown(self) -> None:
        """uvicorn stops: say so in our own words, then close."""
        if self.parting is not None:
            self.parting("restart")
        super().shutdown()

    def cut(self) -> None:
        """Give up on a line that nobody reads."""
        self.transport.abort()
