"""Took Over! at the server: the window in which others may take over, its clock, and what is refused."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest

from server import of_a_game
from server.harness import NO_CLOCK, Device, Host, ServerProcess, devices
from server.timing import closes, lasted, stood_in, timed_out
from tailback.games.took_over import GAME

TAKEN = GAME.parse("take 1")
DECLINE = GAME.parse("decline")


async def two_sit_down(host: Host, seconds: int, **settings: Any) -> None:
    """Ann places first, Ben is asked whether he takes over."""
    options = {"place_interval": seconds, "age_order": [0, 1]}
    await host.open(GAME.id, "here here", options=options, settings={"pace_ms": 0, **settings}, deal=True)


def gaps(update: dict[str, Any]) -> list[tuple[int, int]]:
    """(cards in between, action) for each card that can be placed, narrow first."""
    row = update["view"]["row"]
    cards = [(action, action + 1) for action in update["legal"] if action < 50]
    return sorted((min(row) - card if card < min(row) else card - max(row), action) for action, card in cards)


async def open_window(ann: Device, ben: Device, wide: bool = True) -> int:
    """Ann places a card; the number of the window that Ben is asked in."""
    choices = gaps(ann.now[0])
    before = ann.now[0]["n"]
    await ann.answer(0, choices[-1 if wide else 0][1])
    await ben.wait(lambda: ben.now[1]["n"] > before)
    assert ben.now[1]["decision"]["kind"] == "take_over"
    return int(ben.now[1]["n"])


def test_a_window_is_as_long_whether_or_not_anybody_can_react(running: ServerProcess) -> None:
    async def one(wide: bool) -> tuple[bool, float]:
        async with Host(running) as host:
            await two_sit_down(host, 1)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                n = await open_window(ann, ben, wide)
                asked = ben.now[1]["decision"]
                assert (asked["hold"], asked["seconds"], asked["gate"]) == (True, 1.0, "first")
                assert 500 < asked["ms"] <= 1000
                can = len(ben.now[1]["legal"]) > 1
                # Ann sees the same question, and cannot see what Ben could do.
                await ann.wait(lambda: ann.now[0]["n"] == n)
                assert {**ann.now[0]["decision"], "ms": 0} == {**asked, "ms": 0}
                await closes(ann, 0, n)
                assert timed_out(ann, 0) == [[1]]
                return can, await lasted(running, host.table, n)

    async def scene() -> None:
        able: list[float] = []
        unable: list[float] = []
        # What Ben holds is chance: on until both were seen.
        for _ in range(20):
            for can, length in await asyncio.gather(*(one(wide) for wide in [True, False] * 5)):
                (able if can else unable).append(length)
            if able and unable:
                break
        assert min(able + unable) > 0.7
        assert abs(min(able) - min(unable)) < 0.3

    asyncio.run(scene())


def test_nobody_waits_for_a_robot_that_lets_it_be(running: ServerProcess) -> None:
    """Its time is the same whatever it holds, so nothing is told when the gap closes with its answer."""

    async def lets_go(host: Host) -> bool:
        """A game until the robot lets a gap be; not every game comes to that."""
        options = {"place_interval": 10, "age_order": [0, 1]}
        await host.open(GAME.id, "here bot", options=options, settings={"pace_ms": 100}, deal=True)
        async with devices(host.device(0)) as (ann,):
            while True:
                await ann.wait(lambda: ann.over or ann.now[0]["awaited"] == [0])
                if ann.over:
                    return False
                asked, before = ann.now[0]["decision"]["kind"], ann.now[0]["n"]
                action = DECLINE if asked == "take_over" else min(ann.now[0]["legal"])
                began = asyncio.get_running_loop().time()
                await ann.answer(0, action)
                await ann.wait(lambda before=before: ann.over or ann.now[0]["n"] > before)
                if asked == "take_over":
                    # The only person here tells it to nobody.
                    assert asyncio.get_running_loop().time() - began < 5
                if not ann.over and ann.now[0]["decision"]["kind"] == "take_over" and ann.now[0]["awaited"] == [1]:
                    assert await closes(ann, 0, ann.now[0]["n"]) < 5
                    if {"kind": "let_go", "seat": 1} in ann.events(0):
                        # It is no question of time, so nobody hears of it.
                        assert not timed_out(ann, 0)
                        return True

    async def scene() -> None:
        async with Host(running) as host:
            for _ in range(10):
                if await lets_go(host):
                    return
            raise AssertionError("the robot took over every time")

    asyncio.run(scene())


def test_a_pass_is_held_and_tells_nobody_anything(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await two_sit_down(host, 1)
            async with devices(host.device(0), host.device(1), host.device()) as (ann, ben, watcher):
                n = await open_window(ann, ben)
                await ann.wait(lambda: ann.now[0]["n"] == n)
                before = (ann.v, len(ann.log))
                for _ in range(2):
                    got = await ben.answer(1, DECLINE, n)
                    assert (got["type"], got["held"], got["again"]) == ("ack", True, False)
                    assert got["v"] == before[0]
                await closes(ann, 0, n)
                # One row for everybody at the end of the window, whoever had passed.
                assert [m["type"] for m in ann.log[before[1] :] if m["type"] not in ("ping", "presence")] == ["update"]
                assert ann.v == (before[0] or 0) + 1
                await watcher.wait(lambda: timed_out(watcher, None))
                assert (await ben.answer(1, DECLINE, n))["type"] == "late"

    asyncio.run(scene())


def test_a_real_reaction_counts_at_once_and_after_a_pass_too(running: ServerProcess) -> None:
    async def scene() -> None:
        for passes in (False, True):
            for _ in range(20):
                async with Host(running) as host:
                    await two_sit_down(host, 10)
                    async with devices(host.device(0), host.device(1)) as (ann, ben):
                        n = await open_window(ann, ben)
                        take = ben.now[1]["legal"][0]
                        if take == DECLINE:
                            continue
                        void = await ben.answer(1, take, n + 1)
                        assert void["key"] == "too_early"
                        if passes:
                            assert (await ben.answer(1, DECLINE, n))["held"] is True
                        got = await ben.answer(1, take, n)
                        assert (got["type"], got["held"]) == ("ack", False)
                        length = await closes(ann, 0, n)
                        assert length < 8
                        assert ann.now[0]["decision"]["kind"] == "take_more"
                        assert ann.now[0]["decision"]["ms"] is None
                        assert timed_out(ann, 0) == []
                        break
            else:
                raise AssertionError("nobody could ever take over")

    asyncio.run(scene())


def test_presses_before_the_window_are_void_and_cost_nothing(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await two_sit_down(host, 1)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                n, v = ben.now[1]["n"], ben.v
                for number in (n, n + 1, n + 2):
                    got = await ben.answer(1, TAKEN, number)
                    assert (got["type"], got["key"]) == ("refused", "not_asked" if number == n else "too_early")
                assert ben.v == v
                window = await open_window(ann, ben)
                assert window == n + 1
                assert timed_out(ben, 1) == []
                assert (await ben.answer(1, DECLINE, window))["held"] is True

    asyncio.run(scene())


async def three_windows(running: ServerProcess, pong: float | None, **settings: Any) -> float:
    """The shortest of a few windows for somebody whose pongs take so long; None: they never come."""
    async with Host(running) as host:
        await two_sit_down(host, 1, **settings)
        ben = host.device(1)
        ben.pongs = False
        async with devices(host.device(0), ben) as (ann, _):
            ping = (await ben.wait(lambda: ben.said("ping")))[0]
            if pong is not None:
                await asyncio.sleep(pong)
                # An answer to a ping that was never sent measures nothing.
                await ben.send({"type": "pong", "t": 1})
                await ben.send({"type": "pong", "t": ping["t"]})
                await ben.send({"type": "ping", "t": 7})
                await ben.wait(lambda: ben.said("pong"))
            found = []
            while len(found) < 3 and ann.asked(0) and gaps(ann.now[0]):
                n = await open_window(ann, ben)
                await ann.wait(lambda n=n: ann.now[0]["n"] == n)
                await closes(ann, 0, n)
                found.append(await lasted(running, host.table, n))
            assert found
            return min(found)


def test_a_slow_line_gets_a_little_more_time_and_never_more_than_allowed(running: ServerProcess) -> None:
    async def scene() -> None:
        # A busy machine makes any of them look longer, none of them shorter: the shortest seen counts.
        shortest = [math.inf] * 4
        for _ in range(4):
            seen = await asyncio.gather(
                three_windows(running, 2.0),
                three_windows(running, 0.0),
                three_windows(running, None),
                three_windows(running, 2.0, allowance_ms=0),
            )
            shortest = list(map(min, shortest, seen))
            slow, *others = shortest
            if max(others) < slow - 0.1:
                break
        assert 0.8 < min(others) <= max(others) < slow - 0.1
        assert 1.1 < slow < 2.2

    asyncio.run(scene())


def test_without_a_clock_everyone_is_waited_for(running: ServerProcess) -> None:
    async def clocked() -> None:
        async with Host(running) as host:
            await two_sit_down(host, 1)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                await closes(ann, 0, await open_window(ann, ben))

    async def scene() -> None:
        async with Host(running) as host:
            await two_sit_down(host, 1, clock=False)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                n = await open_window(ann, ben)
                assert ben.now[1]["decision"]["ms"] is None
                # A window with a clock opens and closes meanwhile.
                await clocked()
                assert ben.now[1]["n"] == n
                got = await ben.answer(1, DECLINE, n)
                assert (got["type"], got["held"]) == ("ack", False)
                await closes(ann, 0, n)
                assert timed_out(ann, 0) == []

    asyncio.run(scene())


def test_the_clock_can_be_stopped_and_started_in_the_middle_of_a_window(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await two_sit_down(host, 1, clock=False)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                n = await open_window(ann, ben)
                await host.ok("PUT", "{t}/settings", {"pace_ms": 0})
                await ben.wait(lambda: ben.now[1]["decision"]["ms"] is not None)
                await closes(ann, 0, n)
                assert timed_out(ann, 0) == [[1]]
            await two_sit_down(host, 10)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                n = await open_window(ann, ben)
                assert ben.now[1]["decision"]["ms"] is not None
                await host.ok("PUT", "{t}/settings", {"pace_ms": 0, "clock": False})
                await ben.wait(lambda: ben.now[1]["decision"]["ms"] is None)
                assert (await ben.answer(1, DECLINE, n))["held"] is False
                assert await closes(ann, 0, n) < 8

    asyncio.run(scene())


async def nobody_there(running: ServerProcess, done: asyncio.Event) -> None:
    """Everybody has left: no countdown runs and no window, also while somebody watches."""
    async with Host(running) as host:
        await two_sit_down(host, 1, away_seconds=5)
        async with host.device() as watcher:
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                await open_window(ann, ben)
                v = ben.v
            await watcher.wait(lambda: not any(chair["here"] for chair in watcher.face["chairs"]))
            assert [chair["away_ms"] for chair in watcher.face["chairs"]] == [-1, -1]
            await done.wait()
            assert watcher.v == v
            assert not any(chair["stand_in"] for chair in watcher.face["chairs"])
            # Back again: the window opens once more, in full.
            async with host.device(1) as ben:
                asked = ben.now[1]
                assert asked["decision"]["ms"] > 500
                await closes(ben, 1, asked["n"])


def test_a_window_waits_while_everybody_is_away(running: ServerProcess) -> None:
    async def scene() -> None:
        done = asyncio.Event()
        waiting = asyncio.gather(nobody_there(running, done))
        # Long enough for somebody else, at another table, to be away, replaced and back.
        await stood_in(running)
        done.set()
        await waiting

    asyncio.run(scene())


def test_a_refused_card_comes_with_its_clause(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(GAME.id, "here here", options={"age_order": [0, 1]}, settings=NO_CLOCK, deal=True)
            async with host.device(0) as ann:
                legal, v = ann.now[0]["legal"], ann.v
                wrong = next(card for card in range(1, 51) if card - 1 not in legal)
                refused = await ann.answer(0, f"place {wrong}")
                assert refused["clause"] in ("TO-11", "TO-14")
                assert refused["key"] in ("not_in_hand", "not_outside")
                assert refused["params"]["card"] == wrong
                assert refused["legal"] == legal
                assert ann.v == v

    asyncio.run(scene())


@pytest.mark.parametrize(("options", "clause"), [({"age_order": [1, 1, 0]}, "TO-8"), ({"place_interval": 0}, "TO-13")])
def test_an_impossible_set_up(running: ServerProcess, options: dict[str, Any], clause: str) -> None:
    of_a_game.impossible(running, GAME, 3, options, clause)


def test_a_hand_that_was_filled_up_cannot_be_given_back(running: ServerProcess) -> None:
    of_a_game.learned(running, GAME, "done", rather="take")
    of_a_game.learned_on_the_books(GAME, "done")
