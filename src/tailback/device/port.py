"""A line between a page and its worker, in the shape of every other line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tailback.server.service.lines import Gone

# A line that has said so much that nobody has read yet is cut: nothing may pile up without end.
MOST_UNREAD = 500


def is_whole(text: str) -> bool:
    """A page may send half a letter, which can be written nowhere.

    >>> is_whole("Käse 🚗"), is_whole("\\ud83d")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Port:
    """See `Carrier`. `send` gives the page a message, `close` a code and why the line ends.
    What the page says may be `longest` letters long."""

    def __init__(
        self, send: Callable[[str], object], close: Callable[[int, str], object], longest: int | None = None
    ) -> None:
        self.send = send
        self.close = close
        self.longest = longest
        self.heard: asyncio.Queue[str | None] = asyncio.Queue()
        self.open = True

    def said(self, message: str) -> None:
        """The page says something."""
        too_long = self.longest is not None and len(message) > self.longest
        if self.heard.qsize() >= MOST_UNREAD or too_long or not is_whole(message):
            self.cut()
        elif self.open:
            self.heard.put_nowait(message)

    def left(self) -> None:
        """The page has hung up."""
        self.open = False
        self.heard.put_nowait(None)

    async def hear(self) -> str | None:
        message = await self.heard.get()
        if message is None:
            raise Gone
        return message

    def push(self, message: bytes) -> bool:
        if not self.open:
            return False
        self.send(message.decode())
        return True

    def hang_up(self, code: int, reason: str = "") -> None:
        if self.open:
            self.open = False
            self.close(code, reason)
            self.heard.put_nowait(None)

    def cut(self) -> None:
        self.hang_up(1006)
