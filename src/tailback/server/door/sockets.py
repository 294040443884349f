"""Where sockets come in: from which pages, under which names, and how many from one address."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from tailback.server import protocol as p
from tailback.server.door.wire import EXTENSION, Wire
from tailback.server.live.addresses import group
from tailback.server.service.limits import Limits
from tailback.server.service.lines import Line
from tailback.server.service.switchboard import Switchboard
from tailback.server.vitals.figures import FIGURES

# Endings of names in home networks; no site out there has one.
HOME_NAMES = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")


def from_elsewhere(asked: HTTPConnection, base: str) -> bool:
    """A page of another site may neither open a socket nor make tables here. Programs send no origin."""
    origin = asked.headers.get("origin")
    return origin is not None and not allowed_origin(origin, asked.headers.get("host", ""), base)


def allowed_origin(origin: str, host: str, base: str) -> bool:
    """The page comes from here: from the public address, or from the host it asks, when that is one of ours."""
    try:
        there = urlsplit(origin).netloc.lower()
        if there and there == urlsplit(base).netloc.lower():
            return True
        return bool(there) and there == host.lower() and ours(urlsplit(origin).hostname or "")
    except ValueError:
        return False


def ours(name: str) -> bool:
    """An address, or a name that only a home network gives: no site out there can have it.

    A name of the wide world that suddenly leads to this machine may be a trick to get past the
    browser (DNS rebinding); whoever is known by such a name says so with --public-url.
    """
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return "." not in name or name.endswith(HOME_NAMES)


@lru_cache(maxsize=256)
def known_by(host: str, base: str) -> bool:
    """Is this `Host` one of ours: an address, a name of the home network, or that of the public address?

    >>> asked = ("GAMES.example.org:443", "10.0.0.1:80", "[::1]", "evil.org")
    >>> [known_by(host, "https://games.example.org") for host in asked]
    [True, True, True, False]
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        public = (urlsplit(base).hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        return False
    # Only very old programs name no host; browsers always do.
    return not host or (name != "" and (name in (public, urlsplit(base).hostname) or ours(name)))


async def turn_away(socket: WebSocket, key: str, status: int) -> None:
    """Before there is a socket, a refusal looks as it does over HTTP."""
    FIGURES.refused(key)
    body = msgspec.json.encode(p.Problem(key))
    await socket.send_denial_response(Response(body, status, media_type="application/json"))


class Sockets:
    """All sockets of this process."""

    def __init__(self, board: Switchboard, limits: Limits) -> None:
        self.board = board
        self.limits = limits
        self.per_address: dict[str, int] = {}

    async def connect(self, socket: WebSocket) -> None:
        async with self.admitted(socket) as address:
            if address is None:
                return
            wire: Wire = socket.scope["extensions"][EXTENSION]["wire"]
            line = Line(wire, self.limits.messages, self.board.silent, address)
            try:
                await socket.accept()
                wire.parting = line.leave
                # In a task of its own, so that a message does not pass through every layer of the application.
                await asyncio.create_task(self.board.attend(line))
            except WebSocketDisconnect:
                pass
            finally:
                wire.parting = None

    @asynccontextmanager
    async def admitted(self, socket: WebSocket) -> AsyncIterator[str | None]:
        """The address that a socket comes from, counted while we are in here; None for one that was turned away."""
        address = group(socket.client.host) if socket.client else ""
        if from_elsewhere(socket, self.board.house.base):
            await turn_away(socket, "foreign_origin", 403)
            yield None
            return
        if self.per_address.get(address, 0) >= self.limits.lines or not self.limits.calls.take(address):
            await turn_away(socket, "too_often", 429)
            yield None
            return
        # Counted before anything is waited for, so that a crowd cannot slip in at once.
        self.per_address[address] = self.per_address.get(address, 0) + 1
        try:
            yield address
        finally:
            self.per_address[address] -= 1
            if not self.per_address[address]:
                del self.per_address[address]
