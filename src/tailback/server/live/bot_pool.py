"""Bots think in processes of their own, so that no thought delays a table.

There are two lanes. Whoever answers by instinct never waits for those who look ahead: they have workers of their own,
with a low priority, no more than there are cores, and take turns by table. When many want to look ahead, each looks
less far. A thought that takes too long is killed; its seat then plays by instinct, and only where that fails, too,
what the clock would play.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import Iterator
from typing import Any

import msgspec

from tailback import brought, games
from tailback.brought.errors import GameError, from_data
from tailback.core.rng import SEED_BITS
from tailback.robots.levels import LEVELS, OFFERED, USUAL, today
from tailback.server.live.bot_worker import GENTLY, Thought
from tailback.server.live.child import Child, Died, NotStarted
from tailback.server.live.purse import FREE, Purse, paid_by
from tailback.server.live.thinkers import NoThought
from tailback.server.live.turns import Turns

# Seconds until a thought is given up, and how many times as long as planned one that looks ahead may take besides.
LIMIT = 10.0
SLOWER = 3.0
MOST = 8
# How long the best level looks ahead, in seconds.
THINK = LEVELS[OFFERED[-1]].think
# However many wait, nobody looks less far than this part of it.
LEAST = 1 / 20
ENCODER = msgspec.json.Encoder()


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def looks_ahead(level: str) -> bool:
    found = LEVELS.get(today(level))
    return found is not None and found.think > 0


class Worker(Child):
    """One process."""

    def __init__(self, gently: bool = False) -> None:
        super().__init__("tailback.server.live.bot_worker", *([GENTLY] if gently else []))
        self.gently = gently
        self.busy = False
        # It knows a game as it was before.
        self.old = False
        # The games it was asked about.
        self.known: set[str] = set()
        # Seconds on the processor, of its last answer.
        self.spent = 0.0

    async def think(self, thought: Thought, limit: float) -> int:
        self.known.add(thought.game)
        try:
            if self.old:
                self.end()
                self.old = False
            line = await self.ask(ENCODER.encode(thought), limit)
            if line.startswith(b"{"):
                raise NoThought("game", from_data(msgspec.json.decode(line)))
            action, microseconds = map(int, line.split())
            self.spent = microseconds / 1e6
            return action
        except TimeoutError:
            self.end()
            raise NoThought("slow", slow(thought, limit)) from None
        except (ValueError, OSError, Died, NotStarted):
            self.end()
            raise NoThought("died") from None


class Lane:
    """Workers for one kind of thoughts, started as they are needed."""

    def __init__(self, most: int, gently: bool = False) -> None:
        self.turns = Turns(most)
        self.gently = gently
        self.workers: list[Worker] = []

    @contextlib.contextmanager
    def worker(self) -> Iterator[Worker]:
        """One that has nothing to do; whoever has a turn finds one."""
        found = next((worker for worker in self.workers if not worker.busy), None)
        if found is None:
            found = Worker(self.gently)
            self.workers.append(found)
        found.busy = True
        try:
            yield found
        finally:
            found.busy = False


class BotPool:
    """All workers of one server process. `think`: how long the best level looks ahead, in seconds."""

    def __init__(
        self,
        most: int = MOST,
        limit: float = LIMIT,
        think: float = THINK,
        searchers: int = 0,
        purse: Purse = FREE,
    ) -> None:
        self.limit = limit
        # Who looks ahead is nobody's charge: that leaves the cores to others, and takes turns.
        self.purse = purse
        self.seconds = think
        self.quick = Lane(most)
        self.deep = Lane(min(most, searchers or cores()), gently=True)
        # How many thoughts gave no answer so far.
        self.given_up = 0
        # Thoughts under way that came too late.
        self.left: set[asyncio.Future[int]] = set()

    @property
    def workers(self) -> list[Worker]:
        return [*self.quick.workers, *self.deep.workers]

    @property
    def thinking(self) -> int:
        return sum(worker.busy for worker in self.workers)

    @property
    def waiting(self) -> int:
        return self.quick.turns.waiting + self.deep.turns.waiting

    async def choose(
        self,
        table: str,
        game: str,
        level: str,
        view: dict[str, Any],
        decision: dict[str, Any],
        legal: list[int],
        longest: float | None = None,
        within: float | None = None,
        whose: tuple[str, ...] = (),
    ) -> int:
        """See `Thinkers`."""
        home = games.load(game).home
        thought = Thought(game, level, view, decision, legal, secrets.randbits(SEED_BITS), home=home)
        try:
            if looks_ahead(level):
                return await self.look_ahead(table, thought, longest, within, whose)
            return await self.decide(table, thought, whose)
        except NoThought as none:
            self.given_up += 1
            if today(level) == USUAL or none.broken is not None:
                raise
        # Another process tries it by instinct.
        return await self.decide(table, msgspec.structs.replace(thought, level=USUAL), whose)

    async def decide(self, table: str, thought: Thought, whose: tuple[str, ...]) -> int:
        """At once. A process that died is no fault of the bot: another one is asked, once."""
        async with self.quick.turns.turn(table, whose):
            with self.quick.worker() as worker:
                try:
                    action = await worker.think(thought, self.limit)
                except NoThought as none:
                    if none.args[0] != "died":
                        raise
                    action = await worker.think(thought, self.limit)
                paid_by(self.purse, whose)(worker.spent)
        return allowed(thought, action)

    async def look_ahead(
        self, table: str, thought: Thought, longest: float | None, within: float | None, whose: tuple[str, ...]
    ) -> int:
        """As soon as it is this table's turn. What nobody waits for any longer ends by itself, once it has begun: a new
        process would take longer than the rest of the thought."""
        begun = asyncio.Event()
        search = asyncio.ensure_future(self.search(table, thought, longest, begun, whose))
        try:
            await asyncio.wait({search}, timeout=self.limit if within is None else within)
            if within is None and begun.is_set():
                # It waited for its turn; from there on it has its own time.
                await asyncio.wait({search})
        except asyncio.CancelledError:
            search.cancel()
            raise
        if search.done():
            return search.result()
        if begun.is_set():
            self.left.add(search)
            search.add_done_callback(self.dropped)
        else:
            search.cancel()
        raise NoThought("slow")

    async def search(
        self, table: str, thought: Thought, longest: float | None, begun: asyncio.Event, whose: tuple[str, ...]
    ) -> int:
        """The more others wait, the less far it looks."""
        async with self.deep.turns.turn(table, whose):
            begun.set()
            seconds = self.seconds if longest is None else min(self.seconds, longest)
            thought.think = seconds * self.share(whose)
            with self.deep.worker() as worker:
                return allowed(thought, await worker.think(thought, self.limit + SLOWER * thought.think))

    def dropped(self, search: asyncio.Future[int]) -> None:
        """A thought is over that nobody waited for."""
        self.left.discard(search)
        if not search.cancelled():
            search.exception()

    def share(self, whose: tuple[str, ...] = ()) -> float:
        """The part of its time that a thought gets while so many others wait. Thoughts of one address count as one for
        all the others."""
        turns = self.deep.turns
        return max(LEAST, 1 / (1 + turns.ahead(whose) / turns.most))

    def renew(self, *changed: str) -> None:
        """Games have changed: whoever was asked about them reads them anew. The robots of other games think on."""
        for worker in self.workers:
            worker.old = worker.old or not worker.known.isdisjoint(changed)

    async def close(self) -> None:
        for worker in self.workers:
            await worker.close()


def slow(thought: Thought, limit: float) -> GameError | None:
    """A robot of another's game that thinks without end, in a way that Python cannot interrupt."""
    game = games.load(thought.game)
    if games.is_ours(game):
        return None
    return GameError("game_slow", str(brought.place_of(game.home) or game.home), 0, seconds=round(limit, 1))


def allowed(thought: Thought, action: int) -> int:
    if action not in thought.legal:
        raise NoThought("illegal")
    return action
