"""Who is at a table: devices here, and devices at other processes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from tailback.server import protocol as p
from tailback.server.live.crowd import Crowd
from tailback.server.truth.ledger import Ledger


class Device(Protocol):
    """A line to a device that sits at this table or watches it."""

    seats: tuple[int, ...]
    host: bool
    # Where it is, as far as the limits tell people apart.
    address: str
    # The most its line may add to a window, in seconds.
    allowance: float

    @property
    def stranger(self) -> bool:
        """It brought no token, so it can only ever watch."""

    def send(self, message: bytes) -> None: ...

    def look(self, ledger: Ledger) -> None:
        """Chairs have changed hands: which seats does this device still hold?"""

    def leave(self, key: str) -> None:
        """Say why, and close the line."""


class Elsewhere(msgspec.Struct):
    """Who is at this table on another server process."""

    seats: dict[int, float]
    watchers: int


class Company:
    """Who is at a table: the devices here, and what other processes say of theirs.

    Strangers are kept apart: there may be thousands of them, and whoever asks who sits where need not look at them.
    """

    def __init__(self, strangers: Crowd) -> None:
        self.holders: dict[Device, None] = {}
        self.strangers = strangers
        self.elsewhere: dict[str, Elsewhere] = {}

    def __len__(self) -> int:
        """The devices here."""
        return len(self.holders) + len(self.strangers)

    def add(self, device: Device) -> None:
        if device.stranger:
            self.strangers.add(device)
        else:
            self.holders[device] = None

    def remove(self, device: Device) -> bool:
        """Was it here?"""
        if device in self.holders:
            del self.holders[device]
            return True
        return self.strangers.remove(device)

    def tell(self, news: p.Presence | p.Thinking | p.Trouble | p.Words) -> None:
        """The same to everybody here."""
        message = p.encoder.encode(news)
        for device in list(self.holders):
            device.send(message)
        self.strangers.send(message)

    def dismiss(self, key: str) -> None:
        """Everybody must go, and is told why."""
        for device in [*self.holders, *self.strangers]:
            device.leave(key)

    def seats(self) -> set[int]:
        """The seats with a device, anywhere."""
        found = self.seats_here()
        for others in self.elsewhere.values():
            found |= set(others.seats)
        return found

    def seats_here(self) -> set[int]:
        return {seat for device in self.holders for seat in device.seats}

    def addresses(self) -> tuple[str, ...]:
        """Of those who sit here; where nobody does, of one who watches."""
        found = {device.address for device in self.holders if device.seats}
        if not found:
            found = {device.address for device in (*self.holders, *self.strangers.first())}
        return tuple(found)

    def watchers(self) -> int:
        return self.watchers_here() + sum(others.watchers for others in self.elsewhere.values())

    def watchers_here(self) -> int:
        return len(self.strangers) + sum(1 for device in self.holders if not device.seats)

    def allowance(self, seats: Iterable[int]) -> float:
        """The most that the line of anybody at these seats may add to a window."""
        asked = set(seats)
        lines = [device.allowance for device in self.holders if asked & set(device.seats)]
        lines += [line for others in self.elsewhere.values() for seat, line in others.seats.items() if seat in asked]
        return max(lines, default=0.0)

    def told(self) -> Elsewhere:
        """What other processes are told of the devices here."""
        lines: dict[int, float] = {}
        for device in self.holders:
            for seat in device.seats:
                lines[seat] = max(device.allowance, lines.get(seat, 0.0))
        return Elsewhere(lines, self.watchers_here())

    def heard(self, node: str, here: Elsewhere | None) -> bool:
        """Another process says who is there (None: it is gone). Has anybody come or gone?"""
        if here is None or not (here.seats or here.watchers):
            return self.elsewhere.pop(node, None) is not None
        before = self.elsewhere.get(node)
        self.elsewhere[node] = here
        return before is None or before.seats.keys() != here.seats.keys() or before.watchers != here.watchers
