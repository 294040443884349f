"""The line to a table: one socket, kept open.

It comes back by itself after every break and says what it has already (`since`); a gap in the numbers
is healed by `resync`; a request without an answer is sent again with the same id, so it counts once.
There are no rules of any game here.
"""

from __future__ import annotations

import contextlib
import json
import random
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tailback.client.address import Address, nearby
from tailback.client.web import Declined, Garbled, reason_of, understood

VERSIONS = (1,)
# The server asks for a sign of life every few seconds: after such a silence nobody is there.
SILENCE = 20.0
TICK = 1.0
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
# Whoever was told not to come back soon comes back all the same, ever more slowly.
SLOWEST_PAUSE = 60.0
LONGEST_MESSAGE = 16 * 1024 * 1024
# After so many short connections running that ended in nonsense it is no accident.
MOST_NONSENSE = 3
# What is gone does not come back: nothing else ends a line that once stood.
GONE = frozenset({"no_table", "deleted"})
# Who is told this at the very first try asked for something they cannot have.
NOT_FOR_US = GONE | {"bad_token", "no_watchers", "protocol"}


class Request(NamedTuple):
    """Something we asked for. It stays open until its answer is here."""

    id: str
    kind: str
    fields: dict[str, Any]


class Up(NamedTuple):
    """The line stands: what the server said at the door."""

    welcome: dict[str, Any]


class Down(NamedTuple):
    """The line broke; we keep trying. Said once per break, and once more for each new reason the server gives."""

    reason: str
    why: Declined | None = None


class Reply(NamedTuple):
    """The answer to a request: an `ack`, `late` or `refused`, or the `hints`, `why` or `advice` that was asked for."""

    request: Request
    message: dict[str, Any]


class News(NamedTuple):
    """An `update`, `presence` or `you`, in order and without gaps."""

    message: dict[str, Any]


class Ended(NamedTuple):
    """The table is gone, or was never for us; there is no use in trying again."""

    why: Declined | Garbled


Told = Up | Down | Reply | News | Ended
Tell = Callable[[Told], None]


class Line:
    """A thread of its own. What comes in goes to `tell`; `request` may be called from anywhere."""

    def __init__(self, address: Address, tokens: list[str], tell: Tell, since: int | None = 0) -> None:
        self.address = address
        self.tokens = tokens
        self.tell = tell
        self.v = since
        self.lock = threading.Lock()
        self.pending: dict[str, Request] = {}
        # Requests that the server could not take just now, and when to send them again.
        self.later: dict[str, float] = {}
        self.socket: ClientConnection | None = None
        self.healing = False
        self.broken = False
        # Did the line ever stand? And what the server said about this break.
        self.met = False
        self.said: set[str] = set()
        # Short connections running that ended in nonsense.
        self.nonsense = 0
        self.closed = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def start(self) -> Line:
        self.thread.start()
        return self

    def close(self) -> None:
        """Hang up. The seat stays ours."""
        self.closed.set()
        with self.lock:
            socket = self.socket
        if socket is not None:
            socket.close()
        if self.thread.is_alive() and self.thread is not threading.current_thread():
            self.thread.join(2 * TICK)

    # Asking

    @property
    def idle(self) -> bool:
        """Has everything that we asked for been answered, and the answers told?"""
        with self.lock:
            return not self.pending

    def request(self, kind: str, **fields: Any) -> Request:
        made = Request(secrets.token_urlsafe(9), kind, fields)
        with self.lock:
            self.pending[made.id] = made
        self.send_request(made)
        return made

    def send_request(self, request: Request) -> None:
        self.send({"type": request.kind, "id": request.id, **request.fields})

    def send(self, message: dict[str, Any]) -> None:
        """Now if the line stands; if it breaks meanwhile, what is open is sent again anyway."""
        with self.lock:
            socket = self.socket
        if socket is not None:
            with contextlib.suppress(WebSocketException, OSError):
                socket.send(json.dumps(message))

    # Keeping the line

    def run(self) -> None:
        pause = FIRST_PAUSE
        while not self.closed.is_set():
            began = time.monotonic()
            declined: Declined | None = None
            try:
                reason = self.talk()
            except Declined as why:
                if why.key in (GONE if self.met else NOT_FOR_US):
                    self.end(why)
                    return
                reason, declined = why.key, why
            except Garbled as why:
                self.nonsense = self.nonsense + 1 if self.was_short(began) else 1
                if self.nonsense >= MOST_NONSENSE:
                    self.end(why)
                    return
                reason = why.reason
            except (WebSocketException, OSError, ValueError) as error:
                reason = reason_of(error)
            with self.lock:
                self.socket = None
            if self.closed.is_set():
                return
            self.tell_down(reason, declined)
            longest = LONGEST_PAUSE if declined is None else SLOWEST_PAUSE
            pause = min(2 * pause, longest) if self.was_short(began) else FIRST_PAUSE
            # Not all at the same moment, when a server comes back to a full table.
            self.closed.wait(pause * (0.5 + random.random() / 2))

    def tell_down(self, reason: str, why: Declined | None) -> None:
        news = why is not None and why.key not in self.said
        if self.broken and not news:
            return
        self.broken = True
        if why is not None:
            self.said.add(why.key)
        self.tell(Down(reason, why))

    def was_short(self, began: float) -> bool:
        return time.monotonic() - began <= 2 * LONGEST_PAUSE

    def end(self, why: Declined | Garbled) -> None:
        self.closed.set()
        self.tell(Ended(why))

    def talk(self) -> str:
        """One connection, from hello to its end; why it ended."""
        proxy: Literal[True] | None = None if nearby(self.address.server) else True
        with connect(
            self.address.socket,
            max_size=LONGEST_MESSAGE,
            ping_interval=None,
            compression=None,
            close_timeout=TICK,
            proxy=proxy,
        ) as socket:
            self.check_host(socket)
            hello = {
                "type": "hello",
                "protocol": list(VERSIONS),
                "table": self.address.table,
                "tokens": self.tokens,
                "since": self.v,
            }
            socket.send(json.dumps(hello))
            welcome = self.receive(socket, time.monotonic() + SILENCE)
            with understood():
                self.greeted(welcome, socket)
            heard = time.monotonic()
            while not self.closed.is_set():
                message = self.receive(socket, heard + SILENCE)
                heard = time.monotonic()
                with understood():
                    self.take(message)
        return ""

    def check_host(self, socket: ClientConnection) -> None:
        """Whoever sends us on to another server does not get our tokens there."""
        asked = urlsplit(self.address.server)
        port = asked.port or (443 if asked.scheme == "https" else 80)
        found = urlsplit(f"//{socket.request.headers['Host'] if socket.request else ''}")
        if (found.hostname, found.port or port) != (asked.hostname, port):
            raise OSError(f"-> {found.netloc}")

    def receive(self, socket: ClientConnection, until: float) -> dict[str, Any]:
        """The next message; meanwhile what was put off is sent again."""
        while True:
            try:
                raw = socket.recv(timeout=TICK)
            except TimeoutError:
                if time.monotonic() > until or self.closed.is_set():
                    raise TimeoutError("silence") from None
                self.send_again()
                continue
            with understood():
                return self.read(raw)

    def read(self, raw: str | bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(raw)
        if message["type"] == "bye":
            if message.get("again"):
                raise OSError(str(message["key"]))
            raise Declined(str(message["key"]), dict(message.get("params", {})))
        return message

    def greeted(self, message: dict[str, Any], socket: ClientConnection) -> None:
        if message["type"] != "welcome" or message["protocol"] not in VERSIONS:
            raise Declined("protocol", {"known": ", ".join(str(version) for version in VERSIONS)})
        self.healing = False
        self.broken = False
        self.met = True
        self.said.clear()
        self.tell(Up(message))
        with self.lock:
            self.socket = socket
            waiting = list(self.pending.values())
            self.later.clear()
        for request in waiting:
            self.send_request(request)

    def send_again(self) -> None:
        now = time.monotonic()
        with self.lock:
            due = [self.pending[key] for key, at in self.later.items() if at <= now and key in self.pending]
            for request in due:
                del self.later[request.id]
        for request in due:
            self.send_request(request)

    # What comes in

    def take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "ping":
            self.send({"type": "pong", "t": message["t"]})
        elif kind == "update":
            self.take_update(message)
        elif kind in ("ack", "late", "refused", "hints", "why", "advice"):
            self.take_reply(message)
        elif kind in ("presence", "you", "trouble", "words"):
            self.tell(News(message))

    def take_update(self, message: dict[str, Any]) -> None:
        v = int(message["v"])
        if message["missed"]:
            self.healing = False
        elif self.healing or (self.v is not None and v <= self.v):
            return
        elif self.v is not None and v != self.v + 1:
            self.healing = True
            self.request("resync", since=self.v)
            return
        self.v = v
        self.tell(News(message))

    def take_reply(self, message: dict[str, Any]) -> None:
        key = str(message["id"])
        with self.lock:
            request = self.pending.get(key)
            if request is None:
                return
            if message.get("type") == "refused" and message.get("again"):
                self.later[key] = time.monotonic() + TICK
                return
            # Told before it is done with: whoever finds nothing pending has the answer.
            if request.kind != "resync":
                self.tell(Reply(request, message))
            del self.pending[key]
