"""The line on which a page of the lab sees its studies grow.

Whoever reads slowly misses lines in between and always gets the newest one; whoever comes back gets it at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tailback.server.door.sockets import Sockets
from tailback.server.lab.messages import Beat, Bye, Follow, Hello, Line, Studies, encoder, heard
from tailback.server.lab.orders import can_search
from tailback.server.lab.room import Room
from tailback.server.lab.shelf import Mark, Shelf
from tailback.server.truth.refusal import Refused

# For the first message, in seconds.
HELLO_SECONDS = 10.0
# How often the shelf is looked at, and after how many looks without news a word shows that the line is there.
LOOK = 0.25
QUIET_LOOKS = 40
NOT_WELCOME = 1008


class Lines:
    def __init__(self, room: Room, sockets: Sockets) -> None:
        self.room = room
        self.sockets = sockets

    async def connect(self, socket: WebSocket) -> None:
        async with self.sockets.admitted(socket) as address:
            if address is None:
                return
            with contextlib.suppress(WebSocketDisconnect):
                await socket.accept()
                await self.attend(socket, address)

    async def attend(self, socket: WebSocket, address: str) -> None:
        try:
            hello = understood(await asyncio.wait_for(socket.receive_text(), HELLO_SECONDS))
            self.room.let_in(hello.token if isinstance(hello, Hello) else "", address)
        except (Refused, TimeoutError, KeyError) as error:
            await part(socket, error.key if isinstance(error, Refused) else "no_hello")
            return
        assert isinstance(hello, Hello)
        page = Page(socket, self.room.shelf, hello.follow)
        showing = asyncio.create_task(page.keep_showing())
        listening = asyncio.create_task(page.keep_listening())
        try:
            await asyncio.wait((showing, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (showing, listening):
                task.cancel()
            ended = await asyncio.gather(showing, listening, return_exceptions=True)
        for why in ended:
            if isinstance(why, Refused):
                await part(socket, why.key)
            elif isinstance(why, Exception) and not isinstance(why, (WebSocketDisconnect, KeyError)):
                raise why


class Page:
    """One page of the lab that is open."""

    def __init__(self, socket: WebSocket, shelf: Shelf, follow: list[str]) -> None:
        self.socket = socket
        self.shelf = shelf
        self.follow = follow
        self.listed = b""
        # What of each study it has seen.
        self.seen: dict[str, Mark | None] = {}

    async def keep_listening(self) -> None:
        while True:
            message = understood(await self.socket.receive_text())
            if isinstance(message, Follow):
                self.follow = message.studies
                # Whoever looks at a study anew wants to see it at once.
                self.seen = {}

    async def keep_showing(self) -> None:
        quiet = 0
        while True:
            news = await asyncio.to_thread(self.news)
            quiet = 0 if news else quiet + 1
            if quiet >= QUIET_LOOKS:
                news, quiet = [encoder.encode(Beat())], 0
            for message in news:
                # It waits until the line has room: what is new meanwhile comes in one piece.
                await self.socket.send_text(message.decode())
            await asyncio.sleep(LOOK)

    def news(self) -> list[bytes]:
        found = []
        listed = encoder.encode(Studies(*self.shelf.all(), can_search()))
        if listed != self.listed:
            self.listed = listed
            found.append(listed)
        for study in self.follow:
            mark = self.shelf.line_mark(study)
            if mark is not None and mark != self.seen.get(study):
                self.seen[study] = mark
                if line := self.shelf.line(study):
                    found.append(encoder.encode(Line(study, msgspec.Raw(line))))
        return found


def understood(text: str) -> Any:
    try:
        return heard.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        raise Refused("bad_message", 400) from None


async def part(socket: WebSocket, key: str) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(encoder.encode(Bye(key)).decode())
        await socket.close(NOT_WELCOME)
