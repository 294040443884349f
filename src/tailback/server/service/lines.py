"""One line per device: what it stands for, how long its way is, and how it is told things."""

from __future__ import annotations

import time
from typing import Protocol

from tailback.server import protocol as p
from tailback.server.live.bucket import Bucket
from tailback.server.truth import seats
from tailback.server.truth.ledger import Ledger

# A ping now and then measures the line; one that stays without an answer for so long is dead.
SILENT_SECONDS = 16.0
# This part of the messages of a minute may come at once.
BURST = 1 / 20


class Gone(Exception):
    """The device hung up."""


class Carrier(Protocol):
    """What brings messages to one device and back: a socket, or a port between a page and its worker."""

    async def hear(self) -> str | None:
        """The next message; None for one that is no text. `Gone` when there is none any more."""

    def push(self, message: bytes) -> bool:
        """Send it, at the latest when this turn of the loop ends. False when the device is gone or does not read."""

    def hang_up(self, code: int, reason: str = "") -> None:
        """Close politely: what was said before still arrives."""

    def cut(self) -> None:
        """Close at once."""


class Line:
    """A device at its end of a carrier."""

    def __init__(self, wire: Carrier, messages: int, silent: float = SILENT_SECONDS, address: str = "") -> None:
        self.wire = wire
        self.address = address
        self.silent = silent
        self.hashes: list[str] = []
        self.seats: tuple[int, ...] = ()
        self.host = False
        self.allowance = 0.0
        self.heard = time.monotonic()
        self.pinged: dict[int, float] = {}
        self.trips: list[float] = []
        self.bucket = Bucket(messages * BURST, messages)
        self.nonsense = 0
        self.ready = False
        # Welcome was said.
        self.greeted = False
        # A request is being carried out: what comes after it waits unread.
        self.busy = False

    def send(self, message: bytes) -> None:
        """Now, or never: whoever does not read is cut off and comes back for the whole table."""
        if self.ready and not self.wire.push(message):
            self.ready = False
            self.wire.cut()

    def tell(self, message: p.FromServer) -> None:
        self.send(p.encoder.encode(message))

    def look(self, ledger: Ledger) -> None:
        before = (self.seats, self.host)
        self.take(ledger)
        if self.ready and before != (self.seats, self.host):
            self.tell(p.You(list(self.seats), self.host))

    def take(self, ledger: Ledger) -> None:
        """The seats that the tokens of this device are good for."""
        self.seats = tuple(
            seat
            for seat, chair in enumerate(ledger.chairs)
            if sum(seats.same(chair.token, mine) for mine in self.hashes)
        )
        self.host = sum(seats.same(ledger.host, mine) for mine in self.hashes) > 0

    def leave(self, key: str) -> None:
        self.tell(p.Bye(key, again=key == "restart"))
        self.ready = False
        self.wire.hang_up(p.CLOSE_RESTART if key == "restart" else p.CLOSE_POLICY)

    @property
    def stranger(self) -> bool:
        return not self.hashes

    # How long the line is

    def ping(self) -> None:
        now = time.monotonic()
        if not self.greeted or self.busy:
            return
        if now - self.heard > self.silent:
            self.wire.cut()
            return
        stamp = int(now * 1000)
        self.pinged = {t: then for t, then in self.pinged.items() if now - then < self.silent}
        self.pinged[stamp] = now
        self.tell(p.Ping(stamp))

    def pong(self, stamp: int) -> None:
        """Only a ping that is under way counts, and the quickest of the last few: nobody gains by answering late."""
        then = self.pinged.pop(stamp, None)
        if then is not None:
            self.trips = [*self.trips[-4:], time.monotonic() - then]
            self.allowance = min(self.trips)
