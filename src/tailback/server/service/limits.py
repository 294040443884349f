"""How much one address may ask for: enough for any family, too little for a flood."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from typing import NamedTuple

from tailback.server.live.bucket import Bucket

# Addresses remembered at once; the one seen longest ago is forgotten first.
REMEMBERED = 10_000
# On one socket, in a minute, unless the server is told otherwise.
MESSAGES = 1200


def group(address: str) -> str:
    """Whom an address stands for: behind IPv6 one household has a whole network of them.

    >>> group("192.0.2.7"), group("2001:db8:1:2:3:4:5:6"), group("::ffff:192.0.2.7"), group("testclient")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7', 'testclient')
    """
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64))


class Limit:
    """A bucket for each address and one for all together (`total` times as large)."""

    def __init__(self, burst: float, per_minute: float, total: float = 20) -> None:
        self.burst = burst
        self.per_minute = per_minute
        self.everyone = Bucket(burst * total, per_minute * total)
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, address: str) -> Bucket:
        found = self.buckets.get(address)
        if found is None:
            found = self.buckets[address] = Bucket(self.burst, self.per_minute)
            if len(self.buckets) > REMEMBERED:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(address)
        return found

    def take(self, address: str, many: int = 1) -> bool:
        """One more for this address? Nothing is taken from the common bucket by an address that has had its share."""
        return self.bucket(address).take(many) and self.everyone.take(many)

    def give_back(self, address: str) -> None:
        """It turned out not to be one of those that are counted."""
        self.bucket(address).give_back()
        self.everyone.give_back()


class Room:
    """How much may lie here at the same time: of one address, and in all."""

    def __init__(self, each: int, total: int) -> None:
        self.each = each
        self.total = total
        self.taken = 0
        self.of: dict[str, int] = {}

    def refuses(self, address: str, many: int) -> str:
        """Why there is no room for so much more: "each", "total", or "" when there is."""
        if self.of.get(address, 0) + many > self.each:
            return "each"
        return "total" if self.taken + many > self.total else ""

    def take(self, address: str, many: int) -> None:
        self.taken += many
        self.of[address] = self.of.get(address, 0) + many

    def give_back(self, address: str, many: int) -> None:
        self.taken -= many
        self.of[address] -= many
        if not self.of[address]:
            del self.of[address]


class Limits(NamedTuple):
    """What one address may do."""

    tables: Limit
    codes: Limit
    files: Limit
    joins: Limit
    # Reading a game from its first row on.
    replays: Limit
    # Everything that may change something, whatever comes of it.
    writes: Limit
    # Asking for a table that has to be fetched from the store.
    wakes: Limit
    # Bodies of requests that are still on their way, in bytes.
    bodies: Room
    # Sockets: opened in a while, and open at the same time.
    calls: Limit
    lines: int
    # On one socket, in a minute.
    messages: int
