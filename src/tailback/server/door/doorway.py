"""How requests come in: uvicorn's HTTP with a watch at the door.

uvicorn itself waits for ever for somebody who sends one letter an hour, and takes any number of
connections from one address. Here a request has to arrive within a while, its answer has to be
taken, and one address has so many connections at a time. Whoever is turned away is told why, in
the form of every other refusal. Sockets leave this room when they are upgraded.
"""

from __future__ import annotations

import asyncio
import ipaddress
from contextlib import suppress
from functools import lru_cache
from http import HTTPStatus
from typing import Any, ClassVar

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from tailback.server import protocol as p
from tailback.server.door.heads import Connection
from tailback.server.live.addresses import group
from tailback.server.vitals.figures import FIGURES

# For the whole request with its body, and for the answer to be taken.
REQUEST_SECONDS = 20.0
ANSWER_SECONDS = 120.0
# For somebody who was turned away to read why; closing at once would throw it away with what they still send.
PARTING_SECONDS = 2.0
# Bytes of the lines before a body.
LONGEST_HEAD = 64 * 1024
# Open at the same time, for one address. A browser opens six.
MOST_OPEN = 100
# Where a reverse proxy of this machine stands: it speaks for many, and is believed whom it speaks for.
# FORWARDED_ALLOW_IPS names others.
PROXIES = ("127.0.0.1", "::1")
HEADERS = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]


@lru_cache(maxsize=1000)
def speaks_for_many(proxies: str, peer: str) -> bool:
    """Is this one of the proxies? Read as uvicorn reads it: addresses and networks with commas, or * for everyone.

    >>> [speaks_for_many("127.0.0.1,10.0.0.0/24", peer) for peer in ("127.0.0.1", "10.0.0.7", "10.0.1.7", "unix")]
    [True, True, False, False]
    """
    for word in proxies.split(","):
        with suppress(ValueError):
            if word.strip() == "*" or ipaddress.ip_address(peer) in ipaddress.ip_network(word.strip()):
                return True
    return False


class Doorway(H11Protocol):
    # How many connections each address has open now.
    open: ClassVar[dict[str, int]] = {}

    request_seconds = REQUEST_SECONDS
    answer_seconds = ANSWER_SECONDS
    address = ""
    watch: asyncio.TimerHandle | None = None
    # Runs while an answer that is given still waits to be taken.
    taking: asyncio.TimerHandle | None = None
    turned_away = False
    # Whether `watch` waits for the request, or for its answer to be taken.
    asking = True

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn: Connection = Connection(LONGEST_HEAD)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        most = self.limit_concurrency
        # Counted here, where the refusal can be said in our own words.
        self.limit_concurrency = None
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        self.address = "" if speaks_for_many(str(self.config.forwarded_allow_ips), peer) else group(peer)
        if self.address:
            self.open[self.address] = self.open.get(self.address, 0) + 1
        if self.address and self.open[self.address] > MOST_OPEN:
            self.turn_away(429, "too_often")
        elif most is not None and len(self.connections) > most:
            self.turn_away(503, "too_busy")
        else:
            self.wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_watch()
        if self.taking is not None:
            self.taking.cancel()
        self.leave()
        super().connection_lost(exc)

    def leave(self) -> None:
        if self.address:
            self.open[self.address] -= 1
            if not self.open[self.address]:
                del self.open[self.address]
            self.address = ""

    def data_received(self, data: bytes) -> None:
        if self.turned_away or self.transport.is_closing():
            return
        super().data_received(data)
        if self.turned_away:
            return
        if self.transport.get_protocol() is not self:
            self.stop_watch()
            self.leave()
        elif self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            if self.watch is None:
                self.wait_for_request()
        elif self.asking and not self.transport.is_closing():
            self.start_watch(False, self.answer_seconds)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if event.method != b"GET" or event.http_version != b"1.1":
            # Whoever stands between may not take this for the beginning of a socket.
            self.turn_away(400, "two_readings")
            return
        super().handle_websocket_upgrade(event)
        wire = self.transport.get_protocol()
        if not getattr(wire, "handshake_initiated", True):
            # A body, or a head that is too long for a socket: nobody would ever answer, nor count the connection.
            self.connections.discard(wire)
            self.connections.add(self)
            self.transport.set_protocol(self)
            self.turn_away(400, "bad_message", reason="no handshake")

    def on_response_complete(self) -> None:
        if self.taking is None and self.transport.get_write_buffer_size():
            self.taking = self.loop.call_later(self.answer_seconds, self.not_taken)
        if self.conn.parting and not self.transport.is_closing():
            # It was refused before its body was here: what still comes is not wanted.
            self.part()
            return
        self.stop_watch()
        super().on_response_complete()
        if self.watch is None and self.cycle is not None and not self.cycle.response_complete:
            # The next request was here already, with its body or not.
            if self.conn.their_state is h11.SEND_BODY:
                self.wait_for_request()
            else:
                self.start_watch(False, self.answer_seconds)

    def wait_for_request(self) -> None:
        self.start_watch(True, self.request_seconds)

    def start_watch(self, asking: bool, seconds: float) -> None:
        self.stop_watch()
        self.asking = asking
        self.watch = self.loop.call_later(seconds, self.too_slow)

    def stop_watch(self) -> None:
        if self.watch is not None:
            self.watch.cancel()
            self.watch = None
        self.asking = True

    def too_slow(self) -> None:
        self.watch = None
        if self.turned_away:
            self.transport.abort()
        elif self.asking and (self.cycle is None or self.cycle.response_complete):
            self.turn_away(408, "too_slow")
        else:
            self.transport.abort()

    def not_taken(self) -> None:
        """The whole answer was given a while ago. What nobody reads is not kept for ever."""
        self.taking = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        if self.conn.unclear:
            self.turn_away(400, "two_readings")
        else:
            self.turn_away(400, "bad_message", reason=msg)

    def turn_away(self, status: int, key: str, **params: str) -> None:
        """Say why, and close."""
        if self.turned_away or self.transport.is_closing():
            return
        FIGURES.refused(key)
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.turned_away = True
            self.transport.close()
            return
        body = msgspec.json.encode(p.Problem(key, params=dict(params)))
        told = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
            *HEADERS,
        ]
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()]
        lines += [name + b": " + value for name, value in told]
        self.transport.write(b"\r\n".join([*lines, b"", body]))
        self.part()

    def part(self) -> None:
        """Nothing more is said. What still comes is thrown away, for a moment, so that our last word is not lost."""
        self.turned_away = True
        if self.cycle is not None and not self.cycle.response_complete:
            # Whoever works on the question that was on its way has nobody to answer any more.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.flow.resume_reading()
        self.transport.write_eof()
        self.start_watch(True, PARTING_SECONDS)
