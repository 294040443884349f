"""What the worker of a page calls: requests as they would come over HTTP, and lines as they would over a socket."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote

import msgspec

from tailback.device.port import Port
from tailback.device.shelf import Shelf
from tailback.device.store import DeviceStore
from tailback.device.thinking import SecondWorker
from tailback.server import protocol as p
from tailback.server.live.house import House
from tailback.server.service.call import Asked, Call
from tailback.server.service.limits import Limit, Limits, Room
from tailback.server.service.lines import Line
from tailback.server.service.route import JSON, Answer, Route
from tailback.server.service.routes import ROUTES
from tailback.server.service.switchboard import Switchboard
from tailback.server.truth.refusal import Refused

# Nobody but this page asks here: it may ask as much as it likes.
PLENTY = 10**9


class Said(NamedTuple):
    """An answer as the page gets it."""

    status: int
    media: str
    body: str


def plenty() -> Limits:
    """All limits, none of which is ever reached."""
    limit = Limit(PLENTY, PLENTY)
    return Limits(
        tables=limit,
        codes=limit,
        files=limit,
        joins=limit,
        replays=limit,
        writes=limit,
        wakes=limit,
        bodies=Room(PLENTY, PLENTY),
        calls=limit,
        lines=PLENTY,
        messages=PLENTY,
    )


def pattern(route: Route) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(route.path)))


PATHS = [(route, pattern(route)) for route in ROUTES]


class Device:
    """The house of one page. `outside` is what the worker gives it; see `web/src/device/worker.ts`."""

    def __init__(self, outside: Any, base: str) -> None:
        self.shelf = Shelf(outside.shelf)
        store = DeviceStore(self.shelf, outside.trouble)
        self.house = House(store, SecondWorker(outside.think), base)
        self.limits = plenty()
        self.board = Switchboard(self.house, self.limits)
        # Lines that are open; a task that nobody holds may vanish.
        self.lines: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self.house.start()

    def news(self, said: str) -> None:
        """Another tab did something."""
        self.shelf.hear(said)

    def connect(self, send: Callable[[str], object], close: Callable[[int, str], object]) -> Port:
        """A new line. It is never pinged: it cannot be slow, nor die without the page."""
        port = Port(send, close)
        task = asyncio.get_running_loop().create_task(self.attend(port))
        self.lines.add(task)
        task.add_done_callback(self.lines.discard)
        return port

    async def attend(self, port: Port) -> None:
        await self.board.attend(Line(port, self.limits.messages))
        port.hang_up(p.CLOSE_POLICY)

    async def ask(self, method: str, address: str, authorization: str, body: str) -> Said:
        """One request."""
        try:
            route, call = self.called(method, address, authorization, body)
            found = await route.handler(call)
        except Refused as refused:
            told = p.Problem(refused.key, refused.clause, refused.params, refused.nearest, refused.legal)
            return Said(refused.status, JSON, msgspec.json.encode(told).decode())
        if isinstance(found, Answer):
            return Said(200, found.media, found.body.decode())
        return Said(route.status, JSON, "" if found is None else msgspec.json.encode(found).decode())

    def called(self, method: str, address: str, authorization: str, body: str) -> tuple[Route, Call]:
        path, _, query = address.partition("?")
        found = [(route, match) for route, shape in PATHS if (match := shape.fullmatch(path))]
        if not found:
            raise Refused("no_such_page", 404)
        for route, match in found:
            if route.method == method:
                words = {name: unquote(word) for name, word in match.groupdict().items()}
                headers = {"content-type": JSON}
                if authorization:
                    headers["authorization"] = authorization

                async def pieces() -> AsyncIterator[bytes]:
                    yield body.encode()

                asked = Asked("", words, dict(parse_qsl(query)), headers, pieces)
                return route, Call(self.house, self.limits, asked)
        raise Refused("no_such_method", 405)
