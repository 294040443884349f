"""Requests and lines of a page as the house takes them: texts in, texts out."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote

import msgspec

from tailback.device.port import is_whole
from tailback.server import protocol as p
from tailback.server.live.house import House
from tailback.server.service.call import Asked, Call
from tailback.server.service.limits import Limits
from tailback.server.service.lines import Line
from tailback.server.service.route import JSON, Answer, Route
from tailback.server.service.routes import ROUTES
from tailback.server.service.switchboard import Switchboard
from tailback.server.truth.refusal import Refused

# A line ends with a code and why.
Close = Callable[[int, str], object]
Tasks = set[asyncio.Task[None]]


class Wanted(NamedTuple):
    """A request as it comes from a page."""

    method: str
    path: str
    authorization: str
    body: str


class Said(NamedTuple):
    """An answer as the page gets it."""

    status: int
    media: str
    body: str


def pattern(route: Route) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(route.path)))


PATHS = [(route, pattern(route)) for route in ROUTES]


def refusal(refused: Refused) -> Said:
    told = p.Problem(refused.key, refused.clause, refused.params, refused.nearest, refused.legal)
    return Said(refused.status, JSON, msgspec.json.encode(told).decode())


def called(house: House, limits: Limits, wanted: Wanted, address: str = "") -> tuple[Route, Call]:
    """The route that answers a request, and the request as its handler wants it."""
    if not all(map(is_whole, wanted)):
        raise Refused("bad_message", 400, params={"reason": "half a letter"})
    path, _, query = wanted.path.partition("?")
    found = [(route, match) for route, shape in PATHS if (match := shape.fullmatch(path))]
    if not found:
        raise Refused("no_such_page", 404)
    for route, match in found:
        if route.method == wanted.method:
            words = {name: unquote(word) for name, word in match.groupdict().items()}
            headers = {"content-type": JSON}
            if wanted.authorization:
                headers["authorization"] = wanted.authorization

            async def pieces() -> AsyncIterator[bytes]:
                yield wanted.body.encode()

            return route, Call(house, limits, Asked(address, words, dict(parse_qsl(query)), headers, pieces))
    raise Refused("no_such_method", 405)


async def answered(route: Route, call: Call) -> Said:
    try:
        found = await call.answered(route.handler)
    finally:
        call.done()
    if isinstance(found, Answer):
        return Said(200, found.media, found.body.decode())
    return Said(route.status, JSON, "" if found is None else msgspec.json.encode(found).decode())


def hold(tasks: Tasks, work: Coroutine[None, None, None]) -> None:
    """Begin with it; a task that nobody holds may vanish."""
    task = asyncio.get_running_loop().create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def attend(board: Switchboard, line: Line) -> None:
    try:
        await board.attend(line)
    finally:
        line.wire.hang_up(p.CLOSE_POLICY)
