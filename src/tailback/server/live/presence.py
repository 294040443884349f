"""Who can be at a table: devices here, devices at other processes, and those who are away."""

from __future__ import annotations

import asyncio
from typing import Protocol

import msgspec

from tailback.server.truth.ledger import Ledger


class Device(Protocol):
    """A line to a device that sits at this table or watches it."""

    seats: tuple[int, ...]
    host: bool
    # The most its line may add to a window, in seconds.
    allowance: float

    def send(self, framed: bytes) -> None: ...

    def look(self, ledger: Ledger) -> None:
        """Chairs have changed hands: which seats does this device still hold?"""

    def leave(self, key: str) -> None:
        """Say why, and close the line."""


class Elsewhere(msgspec.Struct):
    """Who is at this table on another server process."""

    seats: dict[int, float]
    watchers: int


class Away:
    """Somebody is not here. `handle` counts down to the bot, while anybody waits."""

    def __init__(self, deadline: float, handle: asyncio.TimerHandle) -> None:
        self.deadline = deadline
        self.handle = handle
