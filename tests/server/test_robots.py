"""Robots that think: fair between tables, never in the way of a quick answer, and never the end of a game."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from server.books import Book
from server.harness import (
    NO_CLOCK,
    PATIENCE,
    Device,
    Host,
    ServerProcess,
    Somebody,
    devices,
    eventually,
    play_on,
    session_weight,
    spread,
)
from server.test_outages import workers
from specimens import OURS, SEALED, TURNS, id_of
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.robots.levels import LEVELS, OFFERED, USUAL
from tailback.server.live import bot_pool
from tailback.server.live.bot_pool import LEAST, BotPool
from tailback.server.live.bot_worker import GENTLY, NICE, Thought
from tailback.server.live.chores import Chores
from tailback.server.live.crowd import Crowd
from tailback.server.live.drivers import ANSWERS, Drivers
from tailback.server.live.house import House
from tailback.server.live.presence import Company
from tailback.server.live.thinkers import NoThought
from tailback.server.live.turns import Turns
from tailback.server.store.sqlite import SqliteStore
from tailback.server.truth import desk
from tailback.server.truth import rows as r

BEST = OFFERED[-1]


# Whose turn it is


def test_turns_go_round_the_tables() -> None:
    async def scene() -> list[str]:
        turns, order = Turns(1), []

        async def think(table: str) -> None:
            async with turns.turn(table):
                order.append(table)
                await asyncio.sleep(0)

        await asyncio.gather(*(think(table) for table in ("a", "a", "a", "a", "b", "b", "c")))
        assert (turns.busy, turns.waiting) == (0, 0)
        return order

    # The first was alone when it came; from then on each table in its turn.
    assert asyncio.run(scene()) == ["a", "a", "b", "c", "a", "b", "a"]


@pytest.mark.parametrize("called", [False, True])
def test_whoever_goes_while_waiting_keeps_nobody_from_a_turn(called: bool) -> None:
    async def scene() -> None:
        turns, done = Turns(1), []

        async def think(table: str) -> None:
            async with turns.turn(table):
                done.append(table)

        async with turns.turn("a"):
            leaving = asyncio.create_task(think("b"))
            staying = asyncio.create_task(think("c"))
            await asyncio.sleep(0)
            if not called:
                leaving.cancel()
                await asyncio.sleep(0)
        # It may just have been called when it goes.
        leaving.cancel()
        await asyncio.wait({leaving, staying})
        assert done == ["c"]
        assert (turns.busy, turns.waiting) == (0, 0)

    asyncio.run(scene())


# The pool, with thoughts that last as long as the test wants


class Thinker:
    """What all workers do here: those who look ahead wait until they are told to go on."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.looking: list[Thought] = []
        self.decided: list[Thought] = []
        self.dies = False

    async def ask(self, worker: bot_pool.Worker, thought: Thought, limit: float) -> int:
        if not worker.gently:
            self.decided.append(thought)
            return thought.legal[0]
        self.looking.append(thought)
        if self.dies:
            raise NoThought("died")
        await self.go_on.wait()
        return thought.legal[-1]


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    found = Thinker()
    monkeypatch.setattr(bot_pool.Worker, "think", lambda worker, thought, limit: found.ask(worker, thought, limit))
    return found


def choose(pool: BotPool, table: str, level: str, **more: Any) -> asyncio.Task[int]:
    return asyncio.create_task(pool.choose(table, TURNS.id, level, {}, {}, [1, 2], **more))


def test_whoever_decides_at_once_never_waits_for_those_who_look_ahead(thinker: Thinker) -> None:
    async def scene() -> None:
        pool = BotPool(most=1, searchers=1)
        slow = [choose(pool, table, BEST) for table in "abcdefgh"]
        await asyncio.sleep(0)
        assert await asyncio.gather(*(choose(pool, "z", level) for level in ("1", "2", "3", "random"))) == [1] * 4
        assert len(thinker.looking) == 1
        assert not any(thought.done() for thought in slow)
        thinker.go_on.set()
        assert await asyncio.gather(*slow) == [2] * 8
        assert pool.waiting == pool.given_up == 0

    asyncio.run(scene())


def test_the_more_wait_the_less_far_each_looks(thinker: Thinker) -> None:
    async def scene() -> None:
        pool = BotPool(searchers=2, think=4.0)
        thoughts = [choose(pool, str(table), BEST) for table in range(100)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        thinker.go_on.set()
        await asyncio.gather(*thoughts)
        looked = [thought.think for thought in thinker.looking]
        # The last ones have nobody behind them.
        assert looked[-1] == 4.0
        assert looked[2:] == sorted(looked[2:])
        assert looked[2] == max(4.0 * LEAST, 4.0 / (1 + 97 / 2))
        assert min(looked) >= 4.0 * LEAST

    asyncio.run(scene())


def test_a_thought_that_comes_too_late_is_replaced_by_instinct(thinker: Thinker) -> None:
    async def scene() -> None:
        pool = BotPool(searchers=1, limit=60.0)
        begun = choose(pool, "a", BEST, longest=0.25, within=0.01)
        waiting = choose(pool, "b", BEST, within=0.01)
        assert await asyncio.gather(begun, waiting) == [1, 1]
        assert [thought.level for thought in thinker.decided] == [USUAL, USUAL]
        assert [thought.think for thought in thinker.looking] == [0.25]
        assert pool.given_up == 2
        # What had begun ends by itself, and only then the next one begins.
        later = choose(pool, "c", BEST)
        await asyncio.sleep(0.01)
        assert len(thinker.looking) == 1
        thinker.go_on.set()
        assert await later == 2
        assert not pool.left

    asyncio.run(scene())


def test_a_thinker_that_dies_is_replaced_by_instinct(thinker: Thinker) -> None:
    thinker.dies = True
    assert asyncio.run(BotPool().choose("a", TURNS.id, BEST, {}, {}, [1, 2])) == 1
    assert (len(thinker.looking), len(thinker.decided)) == (1, 1)


def test_who_has_many_tables_keeps_nobody_waiting_who_has_one(thinker: Thinker) -> None:
    """One device watches 200 tables with eight robots of the best level; somebody else has one. Of turns and of time to
    look ahead that one gets as much as if the others were a single one."""

    async def scene() -> None:
        pool = BotPool(searchers=2, think=4.0)
        troll = [choose(pool, f"t{table}", BEST, whose=("192.0.2.66",)) for table in range(200) for _ in range(8)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        # Who sits at one table with the troll waits for those who have none but this one.
        ann = choose(pool, "ann", BEST, whose=("192.0.2.66", "192.0.2.7"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert (pool.waiting, pool.deep.turns.waiting_of("192.0.2.7")) == (1599, 1)
        thinker.go_on.set()
        await ann
        looked = [thought.think for thought in thinker.looking]
        # Two were under way, and one more address waited.
        assert max(looked[2:5]) >= 4.0 / 2
        await asyncio.gather(*troll)
        assert pool.waiting == pool.deep.turns.busy == 0

    asyncio.run(scene())


def test_turns_go_round_the_addresses_and_then_round_their_tables() -> None:
    async def scene() -> list[str]:
        turns, order = Turns(1), []

        async def think(table: str) -> None:
            async with turns.turn(table, (table[0],)):
                order.append(table)
                await asyncio.sleep(0)

        async with turns.turn("first"):
            waiting = [asyncio.create_task(think(table)) for table in ("a1", "a1", "a2", "a3", "b1", "b1", "c1")]
            gone = asyncio.create_task(think("d1"))
            await asyncio.sleep(0)
            gone.cancel()
        await asyncio.gather(*waiting, gone, return_exceptions=True)
        assert (turns.busy, turns.waiting, turns.queues) == (0, 0, {})
        return order

    assert asyncio.run(scene()) == ["a1", "b1", "c1", "a2", "b1", "a3", "a1"]


def test_who_gives_up_as_a_turn_ends_takes_it_along_to_nobody() -> None:
    """Told to go at the very moment when it would have been called: the turn is not lost."""

    async def scene() -> None:
        turns = Turns(1)
        end = asyncio.Event()

        async def think(until: asyncio.Event | None = None) -> None:
            async with turns.turn("table"):
                if until is not None:
                    await until.wait()

        first, second, third = [asyncio.create_task(think(end if k == 0 else None)) for k in range(3)]
        await asyncio.sleep(0)
        end.set()
        # Cancelled before the first one gets to run, which then passes its turn on.
        second.cancel()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(first, second, third, return_exceptions=True)
        assert second.cancelled()
        assert third.done()
        assert third.exception() is None
        assert (turns.busy, turns.queues) == (0, {})

    asyncio.run(scene())


# What can be told by a clock


class Uneven:
    """A pool that takes as long as it is told to, in turn."""

    def __init__(self) -> None:
        self.takes: list[float] = []
        self.asked = 0

    async def choose(self, *given: Any, whose: tuple[str, ...] = ()) -> int:
        seconds, within = self.takes[self.asked % len(self.takes)], given[7]
        self.asked += 1
        if within is not None and seconds > within:
            await asyncio.sleep(max(0.0, within))
            raise NoThought("slow")
        await asyncio.sleep(seconds)
        legal: list[int] = given[5]
        return legal[0]


class Hurried(asyncio.SelectorEventLoop):
    """When all wait for a time, it has come: what is measured hangs on nothing else that the machine does."""

    now = 1000.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self.now = max(self.now, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


async def moments(game: Game, chairs: str, takes: list[float], **settings: Any) -> list[tuple[int, float]]:
    """How many were asked, and how long it took until a robot of the best level answered."""
    book = Book(game.id, chairs, game.short)
    book.add(r.Settled(at=1, settings=r.Settings(**settings)))
    book.deal()
    match = desk.current(book.ledger)
    pool = Uneven()
    pool.takes = takes
    loop, found = asyncio.get_running_loop(), []
    table: Any = SimpleNamespace(
        ledger=book.ledger, around=SimpleNamespace(pool=pool), told_at=0.0, company=Company(Crowd(Chores(), bytes))
    )
    for _ in range(8):
        if match.decision is None:
            break
        asked = len(match.decision.seats)
        for _ in takes:
            begun = loop.time()
            await Drivers(table).thought(match, match.decision.awaited[0], BEST)
            found.append((asked, loop.time() - begun))
        seat = match.decision.awaited[0]
        book.move(seat, book.chance.choice(desk.current(book.ledger).state.legal(seat)))  # type: ignore[union-attr]
    return found


@pytest.mark.parametrize("game", [SEALED, TURNS], ids=id_of)
def test_when_a_robot_answers_hangs_on_its_pace(game: Game) -> None:
    """However long the thought takes for what the robot holds, up to its pace where it is asked alone; and where
    several are asked, even when it takes longer."""
    pace = 0.1
    takes = [0.0, 0.3 * pace, 0.7 * pace]
    with asyncio.Runner(loop_factory=Hurried) as runner:
        for asked, took in runner.run(moments(game, "bot bot", takes, pace_ms=100, clock=False)):
            assert took == pytest.approx(pace), asked
        if game is SEALED:
            endless = [0.0, (ANSWERS + 0.1) * pace, 0.5]
            for asked, took in runner.run(moments(game, "bot bot", endless, pace_ms=100, clock=False)):
                if asked > 1:
                    assert took == pytest.approx(pace)


# What is handed over


class Handed:
    """A pool that only notes what it is given."""

    def __init__(self) -> None:
        self.given: list[bytes] = []

    async def choose(self, *given: Any, whose: tuple[str, ...] = ()) -> int:
        # All but when it must be there, which comes from the clock.
        self.given.append(bot_pool.ENCODER.encode(given[:-1]))
        legal: list[int] = given[5]
        return legal[0]


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_a_thinker_is_handed_the_same_whatever_its_seat_cannot_know(game: Game) -> None:
    """The bytes for one seat, in the real match and in worlds that the seat holds possible."""

    async def scene() -> None:
        book = Book(game.id, "bot bot bot", game.lively)
        book.add(r.Settled(at=1, settings=r.Settings(pace_ms=1, clock=False)))
        book.deal()
        match = desk.current(book.ledger)
        for _ in range(12):
            assert match.decision is not None
            assert match.state is not None
            seat, real = match.decision.awaited[-1], match.state
            pool = Handed()
            around = SimpleNamespace(pool=pool)
            company = Company(Crowd(Chores(), bytes))
            table: Any = SimpleNamespace(ledger=book.ledger, around=around, told_at=0.0, company=company)
            for world in (real, *(real.imagine(seat, Rng(seed)) for seed in range(4))):
                match.state, match.decision = world, world.decision()
                await Drivers(table).thought(match, seat, BEST)
            assert len(set(pool.given)) == 1
            match.state, match.decision = real, real.decision()
            book.move(seat, book.chance.choice(real.legal(seat)))
            if match.decision is None:
                break
        assert match.steps

    asyncio.run(scene())


# Real ones


def commands(running: ServerProcess) -> dict[int, bytes]:
    return {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in workers(running)}


@asynccontextmanager
async def stopped_search(running: ServerProcess, game: str, **settings: Any) -> AsyncIterator[tuple[Host, Device, int]]:
    """A table whose best robot is asked while the process that looks ahead for it stands still."""
    async with Host(running) as host:
        await host.open(game, "here bot", options=TURNS.short if game == TURNS.id else {}, settings=settings)
        await host.ok("PATCH", "{t}/seats/1", {"sitter": "bot", "level": BEST})
        await host.deal()
        async with devices(host.device(0)) as (ann,):

            def searcher() -> int | None:
                return next((pid for pid, words in commands(running).items() if GENTLY.encode() in words), None)

            while (worker := searcher()) is None:
                await play_on(ann, (0,), spread, 1)
                await ann.wait(lambda: ann.asked(0) or ann.over or searcher() is not None)
            # As low as it goes: these tests may have a low priority themselves.
            low = min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICE)
            await eventually(lambda: os.getpriority(os.PRIO_PROCESS, worker) == low)
            await eventually(lambda: session_weight(worker) in (None, NICE))
            os.kill(worker, signal.SIGSTOP)
            yield host, ann, worker


async def until_it_thinks(ann: Device) -> None:
    """Our moves, until the robot is asked something that it thinks about for a while."""

    def thinks() -> bool:
        return any(told["n"] == ann.now[0]["n"] for told in ann.said("thinking"))

    while not thinks():
        await ann.wait(lambda: ann.asked(0) or thinks())
        if ann.asked(0):
            n = ann.now[0]["n"]
            await ann.answer(0, spread(ann.now[0]))
            await ann.wait(lambda n=n: ann.now[0]["n"] != n or ann.over)
            assert not ann.over


def test_a_killed_thinker_is_seen_to_think_and_the_game_goes_on_by_instinct() -> None:
    async def play() -> None:
        with ServerProcess(bot_limit=600.0, think=0.01) as running:
            async with stopped_search(running, TURNS.id, **NO_CLOCK) as (host, ann, worker):
                await until_it_thinks(ann)
                told = ann.said("thinking")[-1]
                assert told == {"type": "thinking", "n": ann.now[0]["n"], "seats": [1]}
                # Whoever comes now sees it, too.
                async with host.device() as watcher:
                    assert watcher.face["thinking"] == [1]
                    os.kill(worker, signal.SIGKILL)
                    await watcher.wait(lambda: watcher.now[None]["n"] > told["n"])
                await eventually(lambda: worker not in workers(running))
                await play_on(ann, (0,), spread, 2)

    asyncio.run(play())


def test_where_all_choose_at_once_nobody_sees_who_thinks() -> None:
    """Though its thinker stands still, the robot answers by instinct when its pace says, and nothing is told of it."""

    async def play() -> None:
        with ServerProcess(bot_limit=6.0, think=0.01) as running:
            async with stopped_search(running, SEALED.id, clock=False, pace_ms=200) as (_, ann, worker):
                asked = {}
                # The first question may have been answered before its thinker was stopped.
                while sum(len(seats) > 1 for seats in asked.values()) < 2:
                    await ann.wait(lambda: ann.asked(0))
                    n = ann.now[0]["n"]
                    asked[n] = ann.now[0]["decision"]["seats"]
                    await ann.answer(0, spread(ann.now[0]))
                    await ann.wait(lambda n=n: ann.now[0]["n"] > n)
                assert not [told for told in ann.said("thinking") if len(asked.get(told["n"], ())) > 1]
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)

    asyncio.run(play())


class Loud(SqliteStore):
    """A store that says it has other processes round it, and keeps what they would be told."""

    shared = True

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.said: list[str] = []

    async def shout(self, text: str) -> None:
        self.said.append(text)


def test_other_processes_show_it_too(tmp_path: Path) -> None:
    """What one process says of a robot that thinks is shown by another, once, and only while it is asked."""

    async def scene() -> None:
        store = Loud(tmp_path / "tables.sqlite")
        house = House(store, BotPool(1))
        await house.start()
        chairs = [r.Chair("A", "red", "person"), r.Chair("B", "blue", "person")]
        table = await house.open_table(chairs, r.Settings(), "host", [desk.prepare(1, TURNS.id, 2, "", {}, None)])
        await table.write(lambda ledger: desk.deal(ledger, 2))
        ann = Somebody((0,))
        table.enter(ann, lambda: None)
        assert table.ledger.match is not None
        n = table.ledger.match.n
        store.said.clear()
        table.drivers.show_thinking(1, n)
        await eventually(lambda: [text for text in store.said if "thinking" in text])
        (told,) = [text for text in store.said if "thinking" in text]
        table.drivers.signs.clear()
        for text in (told, told.replace(f"[{n},", f"[{n + 1},")):
            store.said.clear()
            ann.got.clear()
            house.overheard(text.replace(house.node.id, "another"))
            await asyncio.sleep(0)
            assert [b'"thinking"' in message for message in ann.got] == [True] * (text == told)
            assert table.showing.face().thinking == [1]
            assert not [text for text in store.said if "thinking" in text]
        await house.stop()

    asyncio.run(scene())


def test_a_level_is_as_quick_as_it_says() -> None:
    """The weaker the later: a small child gets its chance against those."""
    quick = [level.react for level in LEVELS.values()]
    assert quick == sorted(quick, reverse=True)
