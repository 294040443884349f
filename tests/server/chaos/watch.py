"""What is checked while the games go on: the rows against what the phones were told, and that everybody comes back."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter

from server.chaos.books import Away, Books
from server.chaos.rounds import Broken, Round
from server.phone import Proof

# Seconds: between two looks into the store, and until everybody must be back when a storm is over.
EVERY = 3.0
BACK = 30.0


class Watch:
    """One table: its rows as far as they were read, compared with its phones as far as these have come."""

    def __init__(self, one: Round) -> None:
        # The round may have left for another table while we look.
        self.table, self.phones = one.table, one.phones
        self.proof = Proof(one.table)
        self.digests: list[bytes] = []
        # The round and the roll call look at the same table: whoever comes second must not count the same rows again.
        self.looking = asyncio.Lock()

    async def look(self, books: Books) -> list[str]:
        async with self.looking:
            return await self.compared(books)

    async def compared(self, books: Books) -> list[str]:
        phones = self.phones
        # First what was promised, then what is there.
        acknowledged = {phone.name: set(phone.acknowledged) for phone in phones}
        come = min((phone.v or 0 for phone in phones), default=0)
        fresh = await books.rows(self.table, len(self.digests))
        self.proof.add(fresh)
        self.digests += [hashlib.sha256(raw).digest() for raw in fresh]
        found = self.proof.written(acknowledged, phones)
        if come > len(self.digests):
            found.append(f"{self.table}: a phone was shown row {come} of {len(self.digests)}")
        return found + self.proof.compare(phones, min(come, len(self.digests)))

    def changed(self, data: list[bytes]) -> list[str]:
        """What was read while it ran is still there, byte by byte."""
        now = [hashlib.sha256(raw).digest() for raw in data[: len(self.digests)]]
        return [] if now == self.digests else [f"{self.table}: rows that were there are not any more"]


class Watchman:
    def __init__(self, rounds: list[Round], books: Books) -> None:
        self.rounds = rounds
        self.books = books
        self.watches: dict[str, Watch] = {}
        self.counts: Counter[str] = Counter()
        # The longest time that anybody took to come back, in seconds.
        self.slowest = 0.0

    async def stand(self) -> None:
        """Look and look again. Broken at the first thing that must never happen."""
        while True:
            await asyncio.sleep(EVERY)
            for one in list(self.rounds):
                if one.phones:
                    await self.look(self.watches.setdefault(one.table, Watch(one)))

    async def look(self, watch: Watch) -> None:
        try:
            found = await watch.look(self.books)
        except Away:
            self.counts["looks in vain"] += 1
            return
        self.counts["looks"] += 1
        if found:
            raise Broken(*found)

    async def roll_call(self) -> None:
        """Everything is up and the weather is fine: everybody comes back in time, and every table goes on."""
        began = time.monotonic()
        before = {one.number: one.progress for one in self.rounds}
        while True:
            missing = [phone.name for one in self.rounds for phone in one.phones if phone.heard < began]
            stuck = [one for one in self.rounds if one.progress == before.get(one.number)]
            took = time.monotonic() - began
            if not missing and not stuck:
                break
            if took > BACK:
                words = [f"{name}: not back {BACK:g} s after the last trouble" for name in missing]
                words += [
                    f"{one.table or one.number}: does not go on: {[p.situation() for p in one.phones]}" for one in stuck
                ]
                raise Broken(*words)
            await asyncio.sleep(0.05)
        self.slowest = max(self.slowest, took)
        # While there is trouble every look may be in vain; now none is.
        for one in list(self.rounds):
            if one.phones:
                await self.look(self.watches.setdefault(one.table, Watch(one)))
        self.counts["roll calls"] += 1
