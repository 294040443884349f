"""`make chaos`: games go on while servers and their database are killed at random moments.

Phones play all six games and resume by themselves. At the end every answer that was acknowledged
is in the rows exactly once, nobody missed a row, and everybody's screen is what the rows add up to.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx

from server import cluster
from server.harness import ServerProcess
from server.phone import Phone, Proof
from specimens import OURS, WINDOWS, hurried
from tailback import games
from tailback.core import record
from tailback.server.store import open_store

STORES = ("sqlite", "postgres")
# Short games, so that many come to their end; windows as short as the rules allow.
OPTIONS = {game.id: hurried(game) if game in WINDOWS else game.short for game in OURS}
# Who sits on which phone; "b" is a bot, and a phone without seats watches.
SEATINGS = ((("0", "1"), "b"), (("0", "1", ""), "b"), (("0", "1", "2"), ""), (("01", "2"), "b"), (("0", "1"), ""))
# One table in so many plays by the clock; a short run with fewer does not wait for windows.
CLOCK = 4
TABLES = 8
# Seconds: between two kills, for a request until it must have come through, and for all games to end.
PAUSES = (0.2, 1.5)
PATIENCE = 60.0
# One in so many kills takes the database with it.
DATABASE = 5
FEWEST = 3


class Broken(Exception):
    """Something that must never happen."""


def flat(error: BaseException) -> list[str]:
    """What happened, however deep in groups of tasks."""
    if isinstance(error, BaseExceptionGroup):
        return [said for part in error.exceptions for said in flat(part)]
    return [str(error)]


class Servers:
    """The processes to be killed, and what they keep their tables in."""

    def __init__(self, store: str, chance: random.Random, postgres: cluster.Cluster | None = None) -> None:
        self.chance = chance
        self.counts: Counter[str] = Counter()
        self.own = cluster.Cluster() if store == "postgres" and postgres is None else None
        self.cluster = postgres or self.own
        # Killing takes a while; whoever closes waits for it.
        self.lock = threading.Lock()
        self.closed = False
        database = self.cluster.new_database() if self.cluster else ""
        # A phone that is cut off for a moment is not away yet; a process that is killed soon is.
        setup: dict[str, Any] = {"silence": 2.0, "linger": 1.0}
        self.running = [ServerProcess(database, **setup) for _ in range(3 if self.cluster else 1)]

    @property
    def database(self) -> str:
        return str(self.running[0].setup["database"])

    @property
    def ways(self) -> list[str]:
        return [server.ws for server in self.running]

    @property
    def kills(self) -> int:
        return self.counts.total()

    def start(self) -> None:
        with self.lock:
            for server in self.running:
                server.start()

    def kill_one(self) -> None:
        """Kill and start again; only when everything is up the next one is killed."""
        with self.lock:
            if not self.closed:
                self.kill_any()

    def kill_any(self) -> None:
        if self.cluster is not None and self.kills % DATABASE == 1:
            self.cluster.kill()
            time.sleep(self.chance.uniform(0, 1))
            self.cluster.start()
            self.counts["database kills"] += 1
            return
        server = self.chance.choice(self.running)
        server.kill()
        time.sleep(self.chance.uniform(0, 0.3))
        server.start()
        self.counts["kills"] += 1

    def stop(self) -> None:
        with self.lock:
            self.closed = True
            for server in self.running:
                server.stop()

    def close(self) -> None:
        self.stop()
        for server in self.running:
            if server.folder is not None:
                server.folder.cleanup()
        if self.own is not None:
            self.own.close()


class Round:
    """One table and its phones: game after game until the time is up, then to the end of the last one."""

    def __init__(self, chaos: Chaos, number: int) -> None:
        self.chaos = chaos
        self.chance = random.Random(f"{chaos.seed}.{number}")
        self.number = number
        self.games = games.ids()
        self.phones: list[Phone] = []
        self.table = ""
        self.tokens: dict[int | None, str] = {}
        self.finished = 0

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request to any server, repeated until one answers. All of them carry an id or may be done twice."""
        headers = {"authorization": f"Bearer {self.tokens[None]}"} if self.tokens else {}
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            way = self.chance.choice(self.chaos.servers.running).http
            with contextlib.suppress(httpx.TransportError):
                answer = await self.chaos.http.request(method, way + path, json=body, headers=headers)
                if answer.is_success:
                    return answer.json() if "json" in answer.headers["content-type"] else answer.text
                if answer.status_code not in (429, 503, 507):
                    raise Broken(f"{method} {path}: {answer.status_code} {answer.text}")
            await asyncio.sleep(0.1)
        raise Broken(f"{method} {path}: nobody answered for {PATIENCE:g} seconds")

    def game(self, k: int) -> dict[str, Any]:
        chosen = self.games[(self.number + k) % len(self.games)]
        return {"game": chosen, "options": OPTIONS.get(chosen, {})}

    async def open(self) -> None:
        phones, rest = self.chance.choice(SEATINGS)
        people = sum(len(seats) for seats in phones)
        chairs = [{"sitter": "here", "name": f"P{seat}"} for seat in range(people)]
        chairs += [{"sitter": "bot", "name": "Bot"}] * len(rest)
        settings = {"pace_ms": 0, "clock": self.number % CLOCK == CLOCK - 1}
        made = await self.ask("POST", "/api/tables", {**self.game(0), "chairs": chairs, "settings": settings})
        self.table = made["table"]["table"]
        self.tokens = {held["seat"]: held["token"] for held in made["tokens"]}
        for k, seats in enumerate(phones):
            mine = {int(seat): self.tokens[int(seat)] for seat in seats}
            name = f"t{self.number}p{k}"
            self.phones.append(Phone(name, self.chaos.servers.ways, self.table, mine, self.chance.getrandbits(32)))

    async def play(self) -> None:
        await self.open()
        async with asyncio.TaskGroup() as group:
            living = [group.create_task(phone.live()) for phone in self.phones]
            try:
                await self.game_after_game()
            finally:
                for task in living:
                    task.cancel()

    async def game_after_game(self) -> None:
        path = f"/api/tables/{self.table}"
        k = 0
        await self.ask("POST", f"{path}/deal", {"id": "deal0"})
        while True:
            await self.everyone(k)
            self.finished += 1
            self.chaos.counts["games finished"] += 1
            self.check(await self.ask("GET", f"{path}/games/{k}/export"))
            if self.chaos.over:
                break
            k += 1
            await self.ask("POST", f"{path}/again", {**self.game(k), "id": f"again{k}", "deal": True})

    async def everyone(self, game: int) -> None:
        """Every phone sees the end of this game; while servers still die it may take as long as it likes."""

        def ended(phone: Phone) -> bool:
            return phone.over and phone.face["number"] == game

        for phone in self.phones:
            before = -1
            while not await phone.wait(partial(ended, phone), PATIENCE):
                stuck, before = before == phone.v, phone.v or 0
                if stuck and self.chaos.quiet_for > PATIENCE:
                    raise Broken(f"{phone.name} waits in vain for the end of game {game}: {phone.situation()}")

    def check(self, text: str) -> None:
        played = games.read_record(text)
        differences = record.verify(played)
        if differences or played.deal is None:
            raise Broken(f"{self.table}: the export does not verify: {differences}")


class Chaos:
    def __init__(
        self, store: str, seconds: float, seed: int, tables: int = TABLES, postgres: cluster.Cluster | None = None
    ) -> None:
        self.seconds = seconds
        self.seed = seed
        self.counts: Counter[str] = Counter()
        self.servers = Servers(store, random.Random(seed), postgres)
        self.rounds = [Round(self, number) for number in range(tables)]
        # When the last one was killed.
        self.quiet: float | None = None
        self.violations: list[str] = []

    @property
    def quiet_for(self) -> float:
        return time.monotonic() - self.quiet if self.quiet is not None else 0.0

    @property
    def over(self) -> bool:
        return self.quiet is not None

    async def run(self) -> None:
        try:
            await asyncio.to_thread(self.servers.start)
            print(f"  {len(self.servers.running)} servers are up", flush=True)
            async with httpx.AsyncClient(timeout=20) as self.http:
                try:
                    async with asyncio.TaskGroup() as group:
                        group.create_task(self.kill())
                        for one in self.rounds:
                            group.create_task(one.play())
                except* Broken as broken:
                    self.violations += flat(broken)
            await asyncio.to_thread(self.servers.stop)
            await self.prove()
        finally:
            await asyncio.to_thread(self.servers.close)

    async def kill(self) -> None:
        """For as long as asked, but a few times in any case."""
        chance = random.Random(self.seed + 1)
        end = time.monotonic() + self.seconds
        while time.monotonic() < end or self.servers.kills < FEWEST:
            await asyncio.sleep(chance.uniform(*PAUSES))
            await asyncio.to_thread(self.servers.kill_one)
        self.quiet = time.monotonic()

    async def prove(self) -> None:
        store = open_store(self.servers.database)
        store.listen(lambda table, rows: None, lambda text: None)
        await store.open()
        try:
            for one in self.rounds:
                if one.table:
                    data = await store.rows(one.table)
                    self.counts["rows"] += len(data)
                    self.violations += Proof(one.table, data).violations(one.phones)
        finally:
            await store.close()

    def total(self) -> Counter[str]:
        counts = self.counts + self.servers.counts
        for phone in (phone for one in self.rounds for phone in one.phones):
            counts += phone.counts
            counts["acknowledged"] += len(phone.acknowledged)
        return counts

    def report(self) -> Iterator[str]:
        counts = self.total()
        for part in ("kills", "database kills", "games finished", "resumes", "sent", "sent twice", "resent"):
            yield f"{part:20} {counts[part]:8}"
        for part in ("acknowledged", "again", "held", "late", "asked to try again", "rows"):
            yield f"{part:20} {counts[part]:8}"
        lost = sum("is not there" in violation for violation in self.violations)
        twice = sum("times" in violation for violation in self.violations)
        yield f"{'lost':20} {lost:8}"
        yield f"{'doubled':20} {twice:8}"
        yield f"{'violations':20} {len(self.violations):8}"


def torment(store: str, seconds: float, seed: int) -> bool:
    """Run it and print what came of it. Was everything as it must be?"""
    print(f"chaos for {seconds:g} s on {store}, seed {seed}", flush=True)
    chaos = Chaos(store, seconds, seed)
    try:
        asyncio.run(chaos.run())
    finally:
        for line in chaos.report():
            print(f"  {line}")
        for violation in chaos.violations[:20]:
            print(f"  ! {violation}")
    if chaos.violations:
        print(f"again: make chaos SECONDS={seconds:g} STORE={store} SEED={seed}")
    return not chaos.violations


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    store = sys.argv[2] if len(sys.argv) > 2 else "both"
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else time.time_ns() % 2**32
    if store not in (*STORES, "both"):
        print(f"STORE is one of {', '.join(STORES)}, both")
        return 2
    try:
        fine = [torment(one, seconds, seed) for one in (STORES if store == "both" else (store,))]
    except KeyboardInterrupt:
        print("stopped")
        return 130
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
