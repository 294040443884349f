"""uvicorn's WebSocket with a short cut out: an update is written to the line at once.

A move goes to every device of a table. Passing each message through a task and the ASGI
dictionaries costs more than the rest of the move, so a device writes its frames itself. What is
said at the handshake and what comes in still takes the ordinary way.
"""

from __future__ import annotations

import struct

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "tailback.wire"
TEXT = 0x81
# A device that lets so many bytes pile up does not read any more.
MOST_UNREAD = 1 << 20


def frame(data: bytes) -> bytes:
    """A whole text message as the line carries it (RFC 6455, 5.2; what a server sends is not masked)."""
    size = len(data)
    if size < 126:
        return bytes((TEXT, size)) + data
    if size < 65536:
        return struct.pack("!BBH", TEXT, 126, size) + data
    return struct.pack("!BBQ", TEXT, 127, size) + data


class Wire(WebSocketsSansIOProtocol):
    async def run_asgi(self) -> None:
        self.scope["extensions"][EXTENSION] = {"wire": self}
        await super().run_asgi()

    def push(self, framed: bytes) -> bool:
        """Send a framed message now. False when the line is gone or nobody reads at its other end."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(framed)
        return self.transport.get_write_buffer_size() <= MOST_UNREAD

    def hang_up(self, code: int) -> None:
        """Close politely, without waiting for the other end to agree."""
        if not self.close_sent and not self.disconnected:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
            self.transport.close()

    def cut(self) -> None:
        """Give up on a line that nobody reads."""
        self.transport.abort()
