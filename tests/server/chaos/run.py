"""The run: two lanes of trouble in storms, roll calls between them, and the proof at the end."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence

import httpx

from server import cluster
from server.chaos.books import Away, books
from server.chaos.faults import LANES, LENGTHS, Fault, fitting
from server.chaos.rounds import PATIENCE, Broken, Round
from server.chaos.servers import Servers
from server.chaos.watch import Watchman
from server.phone import Phone, Proof

STORES = ("sqlite", "postgres")
TABLES = 8
# Seconds: between two troubles, and a storm until everybody is called.
PAUSES = (0.1, 1.0)
STORM = (15.0, 30.0)
# And between two tables that are carried along.
CARRIED = 7.0


def flat(error: BaseException) -> list[str]:
    """What happened, however deep in groups of tasks."""
    if isinstance(error, BaseExceptionGroup):
        return [said for part in error.exceptions for said in flat(part)]
    return [str(said) for said in error.args]


class Chaos:
    """Storms until so many seconds are over and so many were killed; or each trouble of a `plan` once, shortly."""

    def __init__(
        self,
        store: str,
        seconds: float,
        seed: int,
        kills: int = 0,
        tables: int = TABLES,
        postgres: cluster.Cluster | None = None,
        plan: Sequence[str] = (),
    ) -> None:
        self.store = store
        self.seconds = seconds
        self.kills = kills
        self.seed = seed
        self.plan = plan
        self.counts: Counter[str] = Counter()
        self.servers = Servers(store, seed, postgres)
        self.rounds = [Round(self, number) for number in range(tables)]
        self.watchman = Watchman(self.rounds, books(self.servers.database))
        # When a table was carried along last.
        self.carried = time.monotonic()
        # When the last trouble was over.
        self.quiet: float | None = None
        self.violations: list[str] = []
        self.proofs: dict[str, Proof] = {}

    @property
    def quiet_for(self) -> float:
        return time.monotonic() - self.quiet if self.quiet is not None else 0.0

    @property
    def over(self) -> bool:
        return self.quiet is not None

    def may_carry(self) -> bool:
        """A table is carried along now and then: whoever brings many is held up by the limits for strangers."""
        now = time.monotonic()
        if now < self.carried + CARRIED:
            return False
        self.carried = now
        return True

    async def run(self) -> None:
        try:
            await asyncio.to_thread(self.servers.start)
            print(f"  {len(self.servers.running)} servers are up", flush=True)
            async with httpx.AsyncClient(timeout=6) as self.http:
                try:
                    async with asyncio.TaskGroup() as group:
                        group.create_task(self.torment())
                        watch = group.create_task(self.watchman.stand())
                        playing = [group.create_task(one.play()) for one in self.rounds]
                        await asyncio.wait(playing)
                        watch.cancel()
                except* Broken as broken:
                    self.violations += flat(broken)
            await asyncio.to_thread(self.servers.stop)
            await self.prove()
            self.violations += [f"a server said: {text}" for text in self.servers.tracebacks()[:5]]
        finally:
            await asyncio.to_thread(self.servers.close)

    async def torment(self) -> None:
        if self.plan:
            await self.follow_plan()
        else:
            await self.storm_after_storm()
        self.quiet = time.monotonic()

    async def follow_plan(self) -> None:
        faults = {fault.name: fault for lane in LANES for fault in fitting(lane, self.store)}
        chance = random.Random(self.seed)
        for name in self.plan:
            await asyncio.sleep(0.2)
            await self.suffer(faults[name], chance, LENGTHS[0])
        await self.watchman.roll_call()

    async def storm_after_storm(self) -> None:
        end = time.monotonic() + self.seconds
        chance = random.Random(self.seed)
        lanes = [random.Random(f"{self.seed}.{k}") for k in range(len(LANES))]
        while time.monotonic() < end or self.servers.kills < self.kills:
            until = time.monotonic() + chance.uniform(*STORM)
            if not self.kills:
                until = min(until, end)
            async with asyncio.TaskGroup() as group:
                for faults, lane in zip(LANES, lanes, strict=True):
                    group.create_task(self.lane(fitting(faults, self.store), lane, until))
            await self.watchman.roll_call()
            print(f"  {self.servers.kills} kills, {self.total()['acknowledged']} acknowledged", flush=True)

    async def lane(self, faults: list[Fault], chance: random.Random, until: float) -> None:
        """One trouble after the other, until the storm is over."""
        while time.monotonic() < until:
            await asyncio.sleep(chance.uniform(*PAUSES))
            fault = chance.choices(faults, [fault.weight for fault in faults])[0]
            await self.suffer(fault, chance, chance.choice(LENGTHS))

    async def suffer(self, fault: Fault, chance: random.Random, seconds: float) -> None:
        await asyncio.to_thread(self.servers.suffer, fault.name, lambda: fault.act(self.servers, chance, seconds))

    async def prove(self) -> None:
        """All rows once more from the start, beside everything that the phones saw."""
        for one in self.rounds:
            if one.table:
                self.prove_one(one, await self.read(one.table))

    def prove_one(self, one: Round, data: list[bytes]) -> None:
        self.counts["rows"] += len(data)
        self.proofs[one.table] = Proof(one.table, data)
        self.violations += self.proofs[one.table].violations(one.phones)
        self.counts += self.proofs[one.table].counts
        if one.table in self.watchman.watches:
            self.violations += self.watchman.watches.pop(one.table).changed(data)

    async def put_away(self, one: Round) -> None:
        """Its table is proved, and counts as long as the run lasts."""
        self.prove_one(one, await self.settled(one))
        if self.violations:
            raise Broken(*self.violations)
        self.counts += self.played(one.rise())
        self.counts["tables put away"] += 1

    async def settled(self, one: Round) -> list[bytes]:
        """All its rows, as soon as all its phones have them."""
        while True:
            data = await self.read(one.table)
            if all(phone.v == len(data) for phone in one.phones):
                return data
            if self.quiet_for > PATIENCE:
                raise Broken(f"{one.table}: not everybody has its {len(data)} rows")
            await asyncio.sleep(0.1)

    async def read(self, table: str) -> list[bytes]:
        """All its rows, as soon as the store can be read."""
        while True:
            with contextlib.suppress(Away):
                return await self.watchman.books.rows(table, 0)
            await asyncio.sleep(0.1)

    def total(self) -> Counter[str]:
        counts = self.counts + self.servers.counts + self.watchman.counts
        return counts + self.played([phone for one in self.rounds for phone in one.phones])

    @staticmethod
    def played(phones: list[Phone]) -> Counter[str]:
        counts: Counter[str] = Counter()
        for phone in phones:
            counts += phone.counts
            counts["acknowledged"] += len(phone.acknowledged)
        return counts

    def report(self) -> Iterator[str]:
        counts = self.total()
        for lane in LANES:
            for fault in fitting(lane, self.store):
                yield f"{fault.name:24} {counts[fault.name]:8}"
        for part in (
            "starts in vain",
            "games finished",
            "carried along",
            "tables put away",
            "resumes",
            "changes of server",
        ):
            yield f"{part:24} {counts[part]:8}"
        for part in ("sent away", "sent"):
            yield f"{part:24} {counts[part]:8}"
        for part in ("sent twice", "resent", "acknowledged", "again", "held", "late", "asked to try again", "rows"):
            yield f"{part:24} {counts[part]:8}"
        for part in ("breaks not told in full", "looks", "looks in vain", "roll calls"):
            yield f"{part:24} {counts[part]:8}"
        yield f"{'slowest back, s':24} {self.watchman.slowest:8.1f}"
        lost = sum("is not there" in violation for violation in self.violations)
        twice = sum("times" in violation for violation in self.violations)
        yield f"{'lost':24} {lost:8}"
        yield f"{'doubled':24} {twice:8}"
        yield f"{'violations':24} {len(self.violations):8}"
