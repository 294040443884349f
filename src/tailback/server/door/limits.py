"""How much one address may ask for: enough for any family, too little for a flood."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict

# Addresses remembered at once; the one seen longest ago is forgotten first.
REMEMBERED = 10_000


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


class Bucket:
    """So many at once, so many per minute after that."""

    def __init__(self, burst: float, per_minute: float) -> None:
        self.burst = burst
        self.rate = per_minute / 60
        self.left = burst
        self.then = time.monotonic()

    def fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now

    def take(self, many: int = 1) -> bool:
        self.fill()
        if self.left < many:
            return False
        self.left -= many
        return True

    def give_back(self) -> None:
        self.left = min(self.burst, self.left + 1)


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

    def take(self, address: str) -> bool:
        """One more for this address? Nothing is taken from the common bucket by an address that has had its share."""
        return self.bucket(address).take() and self.everyone.take()

    def give_back(self, address: str) -> None:
        """It turned out not to be one of those that are counted."""
        self.bucket(address).give_back()
        self.everyone.give_back()
