"""How much one address may ask for: enough for any family, too little for a flood."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import NamedTuple

from tailback.server.live.addresses import network
from tailback.server.live.bucket import Bucket

# Addresses remembered at once; the one seen longest ago is forgotten first.
REMEMBERED = 10_000
# A network of IPv6 has room for 65,536 households, and whoever asks for one gets it: all of it counts as so many
# addresses.
WIDE = 4
# On one socket, in a minute, unless the server is told otherwise.
MESSAGES = 1200
# The share of a core that one address may use, unless the server is told otherwise, and for how many seconds of work it
# may save that up: a class of thirty needs a hundredth of a core, one long replay a second.
SHARE = 0.25
SAVED = 10.0
# So many things of one address are begun in one turn of the loop.
A_TURN = 4


class Limit:
    """A bucket for each address, one for each network, and one for all together (`total` times as large)."""

    def __init__(self, burst: float, per_minute: float, total: float = 20) -> None:
        self.burst = burst
        self.per_minute = per_minute
        self.everyone = Bucket(burst * total, per_minute * total)
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, address: str, size: float = 1) -> Bucket:
        found = self.buckets.get(address)
        if found is None:
            found = self.buckets[address] = Bucket(self.burst * size, self.per_minute * size)
            if len(self.buckets) > REMEMBERED:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(address)
        return found

    def take(self, address: str, many: int = 1) -> bool:
        """One more for this address? Nothing is taken from the common bucket by an address that has had its share."""
        return all(bucket.take(many) for bucket in self.all_of(address))

    def all_of(self, address: str) -> list[Bucket]:
        """The buckets that count for this address, the smallest first."""
        return [*self.own(address), self.everyone]

    def own(self, address: str) -> list[Bucket]:
        """Those of its household and of its network."""
        wide = network(address)
        return [self.bucket(address), self.bucket(wide, WIDE)] if wide else [self.bucket(address)]

    def give_back(self, address: str) -> None:
        """It turned out not to be one of those that are counted."""
        for bucket in self.all_of(address):
            bucket.give_back()


class Begun:
    """What one address may still begin in this turn of the loop, and who waits for the next one, at which price."""

    def __init__(self) -> None:
        self.left = A_TURN
        self.waiting: deque[tuple[asyncio.Future[None], int]] = deque()


class Work:
    """Time on the processor: of one address this share of a core, saved up for so many seconds of work at once.

    It is taken as it was measured, so whoever asks for much at once owes some, and waits; the others do not notice.
    """

    def __init__(self, share: float, saved: float) -> None:
        self.limit = Limit(saved, 60 * share)
        # By address or network, as long as it has begun something in this turn of the loop.
        self.begun: dict[str, Begun] = {}

    async def turn(self, address: str, dear: bool = False) -> None:
        """Of each address a few things are begun in a turn of the loop, or one dear one: whoever asks for a thousand
        at once keeps somebody who asks for one waiting no longer than those few take."""
        whose = network(address) or address
        found = self.begun.get(whose)
        loop = asyncio.get_running_loop()
        if found is None:
            found = self.begun[whose] = Begun()
            loop.call_soon(self.next_turn, whose)
        price = A_TURN if dear else 1
        if found.left > 0 and not found.waiting:
            found.left -= price
            return
        called: asyncio.Future[None] = loop.create_future()
        found.waiting.append((called, price))
        await called

    def next_turn(self, whose: str) -> None:
        found = self.begun[whose]
        if not found.waiting:
            del self.begun[whose]
            return
        found.left = A_TURN
        while found.waiting and found.left > 0:
            called, price = found.waiting.popleft()
            if not called.done():
                called.set_result(None)
                found.left -= price
        asyncio.get_running_loop().call_soon(self.next_turn, whose)

    def spend(self, address: str, seconds: float) -> None:
        for bucket in self.limit.own(address):
            bucket.spend(seconds)

    def owed(self, address: str) -> float:
        """For so many seconds this address has to wait."""
        return max(bucket.owed for bucket in self.limit.own(address))


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
    # Time on the processor, as it is measured.
    work: Work
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
