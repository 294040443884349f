"""Any number of people may watch a table: nobody who plays there notices, and nobody is told of the past."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from server import twins
from server.harness import NO_CLOCK, PATIENCE, Host, ServerProcess, Somebody, devices, eventually, play_on, spread
from server.test_outages import hello, table_at
from specimens import FORGETFUL
from tailback.server.live import table as tables
from tailback.server.live.chores import Chores
from tailback.server.live.crowd import MOST_WAITING, PART, Crowd
from tailback.server.live.showing import REMEMBERED_MS
from tailback.server.service import switchboard
from tailback.server.store import Opening

MANY = 2 * PART + 7


def last(somebody: Somebody) -> dict[str, Any]:
    return dict(json.loads(somebody.got[-1])) if somebody.got else {}


async def calm(crowd: Crowd) -> None:
    while crowd.busy:
        await asyncio.sleep(0)


def test_a_crowd_is_told_everything_in_order_a_part_at_a_time() -> None:
    async def play() -> None:
        crowd = Crowd(Chores(), lambda: b"whole")
        watchers = [Somebody(()) for _ in range(MANY)]
        for watcher in watchers:
            crowd.add(watcher)
        crowd.send(b"1")
        crowd.send(b"2")
        assert not any(watcher.got for watcher in watchers)
        await asyncio.sleep(0)
        assert sum(len(watcher.got) for watcher in watchers) == PART
        # Whoever comes now was shown the first two on arrival; whoever goes is told no more.
        late = Somebody(())
        crowd.add(late)
        crowd.remove(watchers[-1])
        crowd.send(b"3")
        await calm(crowd)
        assert watchers.pop().got == []
        assert all(watcher.got == [b"1", b"2", b"3"] for watcher in watchers)
        assert late.got == [b"3"]
        # A few are told at once.
        for watcher in watchers[PART - 1 :]:
            crowd.remove(watcher)
        crowd.send(b"4")
        assert late.got == [b"3", b"4"]

    asyncio.run(play())


def test_a_crowd_that_is_far_behind_is_shown_the_table_as_it_is() -> None:
    async def play() -> None:
        crowd = Crowd(Chores(), lambda: b"whole")
        watchers = [Somebody(()) for _ in range(MANY)]
        for watcher in watchers:
            crowd.add(watcher)
        for k in range(MOST_WAITING + 3):
            crowd.send(b"%d" % k)
        await calm(crowd)
        assert all(watcher.got == [b"whole", *(b"%d" % (MOST_WAITING + k) for k in (1, 2))] for watcher in watchers)

    asyncio.run(play())


def test_a_thousand_watchers_cost_each_other_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them was told of each: with every one the next one cost more."""
    monkeypatch.setattr(tables, "COUNT_SECONDS", 0.01)

    async def play() -> None:
        async with table_at(tmp_path) as (table, _):
            ann = Somebody((0,))
            table.enter(ann, lambda: None)
            watchers = [Somebody(()) for _ in range(1000)]
            for watcher in watchers:
                table.enter(watcher, lambda: None)
            told = len(ann.got) + sum(len(watcher.got) for watcher in watchers)
            assert told < 10
            await eventually(lambda: all(last(one).get("watchers") == 1000 for one in [ann, *watchers]))
            # A move reaches all of them, and is put into bytes once.
            await table.write(hello)
            await eventually(lambda: all(last(watcher)["type"] == "update" for watcher in watchers))
            assert len({id(watcher.got[-1]) for watcher in watchers}) == 1
            for watcher in watchers:
                table.exit(watcher)
            await eventually(lambda: last(ann).get("watchers") == 0)
            assert len(table.company) == 1

    asyncio.run(play())


def test_who_comes_to_a_game_of_memory_is_not_shown_what_was_open_before() -> None:
    async def play() -> None:
        with ServerProcess() as running:
            async with Host(running) as host:
                await host.open(FORGETFUL.id, "here here", settings=NO_CLOCK)
                await host.deal()
                async with devices(host.device(0, 1)) as (both,):
                    before = both.v
                    await play_on(both, (0, 1), spread, moves=8)
                    shown = [event["kind"] for event in both.events(0)]
                    async with devices(host.device(since=0), host.device(0, since=before)) as (watcher, ann):
                        assert watcher.events(None) == []
                        got = await watcher.ask("resync", since=0)
                        assert got["type"] == "ack"
                        assert watcher.events(None) == []
                        # Whoever plays and lost the line for a moment gets what that moment brought.
                        assert [event["kind"] for event in ann.events(0)] == shown[-len(ann.events(0)) :]
                        assert len(ann.events(0)) >= 8
                        await play_on(both, (0, 1), spread, moves=1)
                        await watcher.wait(lambda: watcher.v == both.v)
                        assert watcher.events(None)

    asyncio.run(play())


def test_what_was_open_long_ago_is_told_to_no_player_either(tmp_path: Path) -> None:
    async def play() -> None:
        async with twins.twins(tmp_path, FORGETFUL.id, "person person", None) as pair:
            table = pair.real.table
            assert table.showing.missed(0, (0,))
            await pair.pass_time(REMEMBERED_MS / 1000 + 1)
            assert table.showing.missed(0, (0,)) == []
            assert table.showing.missed(0, ()) == []
            table.ledger.phase = "over"
            assert table.showing.missed(0, ())

    twins.run(play)


# Saying hello


class Hanging(twins.Overheard):
    """A store that does not answer for a while when a table is to be woken."""

    away = True

    async def opening(self, table: str, recent: int) -> Opening:
        while self.away:
            await asyncio.sleep(1)
        return await super().opening(table, recent)


def test_nobody_is_sent_away_because_the_store_hangs(tmp_path: Path) -> None:
    async def play() -> None:
        async with twins.twins(tmp_path, FORGETFUL.id, "person person", None) as pair:
            side = pair.real
            side.table.let_go()
            side.store.__class__ = Hanging
            assert isinstance(side.store, Hanging)
            phones = [twins.Phone(side, [twins.token(0)]) for _ in range(5)]
            for _ in range(40):
                await step(1)
            assert [phone.got for phone in phones] == [[]] * 5
            side.store.away = False
            while not all(phone.got for phone in phones):
                await step(0.1)
            for phone in phones:
                assert b'"welcome"' in phone.got[0][1]
            await asyncio.gather(*(phone.leave() for phone in phones))

    twins.run(play)


def test_a_device_that_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with twins.twins(tmp_path, FORGETFUL.id, "person person", None) as pair:
            phone = twins.Phone(pair.real, [])
            await heard(phone)
            silent = twins.Phone.__new__(twins.Phone)
            silent.send = lambda message: None  # type: ignore[method-assign]
            silent.__init__(pair.real, [])  # type: ignore[misc]
            for _ in range(int(switchboard.HELLO_SECONDS) + 2):
                await step(1)
            await heard(silent)
            assert b'"bye"' in silent.got[0][1]
            assert b'"no_hello"' in silent.got[0][1]
            assert b'"welcome"' in phone.got[0][1]
            await phone.leave()
            await silent.leave()

    twins.run(play)


async def heard(phone: twins.Phone) -> None:
    """Whatever threads have to do first: it takes as long as it takes."""
    end = time.monotonic() + PATIENCE
    while not phone.got:
        assert time.monotonic() < end, "nothing was said"
        await step(0)


async def step(seconds: float) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, twins.StandingClock)
    loop.now += seconds
    await loop.run_in_executor(None, lambda: None)
    for _ in range(8):
        await asyncio.sleep(0)
