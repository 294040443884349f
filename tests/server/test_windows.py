"""Time at a table: windows, allowances, tables without a clock, and people who are away."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from server.harness import Device, Host, ServerProcess, devices, play_on, spread
from tailback import games
from tailback.server.live.clock import Window

TAKEN = games.load("took_over").parse("take 1")
DECLINE = games.load("took_over").parse("decline")


async def took_over(host: Host, seconds: int, **settings: Any) -> None:
    """Ann places first, Ben is asked whether he takes over."""
    options = {"placeInterval": seconds, "ageOrder": [0, 1]}
    await host.open("took_over", "here here", options=options, settings={"pace_ms": 0, **settings}, deal=True)


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


async def closes(line: Device, seat: int, n: int) -> float:
    """How long until decision `n` is settled, as this device sees it."""
    start = time.monotonic()
    await line.wait(lambda: line.now[seat]["n"] > n)
    return time.monotonic() - start


def timed_out(line: Device, seat: int | None) -> list[list[int]]:
    return [event["seats"] for event in line.events(seat) if event["kind"] == "table_time"]


def test_a_window_is_as_long_whether_or_not_anybody_can_react(running: ServerProcess) -> None:
    async def one(wide: bool) -> tuple[bool, float]:
        async with Host(running) as host:
            await took_over(host, 1)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                n = await open_window(ann, ben, wide)
                asked = ben.now[1]["decision"]
                assert (asked["hold"], asked["seconds"], asked["gate"]) == (True, 1.0, "first")
                assert 500 < asked["ms"] <= 1000
                can = len(ben.now[1]["legal"]) > 1
                # Ann sees the same question, and cannot see what Ben could do.
                await ann.wait(lambda: ann.now[0]["n"] == n)
                assert {**ann.now[0]["decision"], "ms": 0} == {**asked, "ms": 0}
                length = await closes(ann, 0, n)
                assert timed_out(ann, 0) == [[1]]
                return can, length

    async def scene() -> None:
        found = await asyncio.gather(*(one(wide) for wide in [True, False] * 5))
        able = [length for can, length in found if can]
        unable = [length for can, length in found if not can]
        assert able
        assert unable
        assert min(able + unable) > 0.7
        assert abs(min(able) - min(unable)) < 0.3

    asyncio.run(scene())


def test_a_pass_is_held_and_tells_nobody_anything(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await took_over(host, 1)
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
                    await took_over(host, 10)
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
            await took_over(host, 1)
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
        await took_over(host, 1, **settings)
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
                found.append(await closes(ann, 0, n))
            assert found
            return min(found)


def test_a_slow_line_gets_a_little_more_time_and_never_more_than_allowed(running: ServerProcess) -> None:
    async def scene() -> None:
        quick, silent, slow, forbidden = await asyncio.gather(
            three_windows(running, 0.0),
            three_windows(running, None),
            three_windows(running, 2.0),
            three_windows(running, 2.0, allowance_ms=0),
        )
        for length in (quick, silent, forbidden):
            assert 0.8 < length < slow - 0.1
        assert 1.1 < slow < 2.2

    asyncio.run(scene())


def test_too_late_is_counted_from_the_end_of_the_window_and_the_line() -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        window = Window(1, 60.0, 0.3, lambda n: None)
        try:
            assert not window.too_late(0.0)
            assert 59_000 < window.left_ms() <= 60_000
            window.deadline = loop.time() - 0.2
            assert window.too_late(0.0)
            assert window.too_late(0.1)
            assert not window.too_late(20.0)
            assert window.left_ms() == 0
        finally:
            window.close()

    asyncio.run(scene())


def test_without_a_clock_everyone_is_waited_for(running: ServerProcess) -> None:
    async def clocked() -> None:
        async with Host(running) as host:
            await took_over(host, 1)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                await closes(ann, 0, await open_window(ann, ben))

    async def scene() -> None:
        async with Host(running) as host:
            await took_over(host, 1, clock=False)
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
            await took_over(host, 1, clock=False)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                n = await open_window(ann, ben)
                await host.ok("PUT", "{t}/settings", {"pace_ms": 0})
                await ben.wait(lambda: ben.now[1]["decision"]["ms"] is not None)
                await closes(ann, 0, n)
                assert timed_out(ann, 0) == [[1]]
            await took_over(host, 10)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                n = await open_window(ann, ben)
                assert ben.now[1]["decision"]["ms"] is not None
                await host.ok("PUT", "{t}/settings", {"pace_ms": 0, "clock": False})
                await ben.wait(lambda: ben.now[1]["decision"]["ms"] is None)
                assert (await ben.answer(1, DECLINE, n))["held"] is False
                assert await closes(ann, 0, n) < 8

    asyncio.run(scene())


# Pit Stop


async def until(line: Device, kind: str) -> dict[str, Any]:
    """Both seats of a Pit Stop are played on this device until this is asked: cards go down as fast as they can."""
    game = games.load("pit_stop")
    for _ in range(2000):
        seat = line.now[0]["awaited"][0]
        update = line.now[seat]
        if update["decision"]["kind"] == kind:
            return dict(update)
        words = {game.notation(action): action for action in update["legal"]}
        avoid = ("draw", "pass", "accept", "silent", "done", "exchange", "swap", "renew")
        lays = [word for word in words if not word.startswith(avoid)]
        v = line.v
        got = await line.answer(seat, words[(lays or list(words))[0]], update["n"])
        assert got["type"] == "ack", got
        if got["held"]:
            await closes(line, seat, update["n"])
        else:
            await line.wait(lambda v=v: (line.v or 0) > (v or 0))
    raise AssertionError(f"never asked for {kind}")


def test_words_that_the_rules_ask_for_are_said_as_phrases(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            options = {"talk": "penalty", "limit": "rounds", "rounds": 1}
            await host.open("pit_stop", "here here", options=options, deal=True)
            async with host.device(0, 1) as tablet:
                asked = await until(tablet, "say")
                seat = asked["seat"]
                assert (asked["decision"]["seconds"], asked["decision"]["hold"]) == (6.0, False)
                # Whoever is not asked only talks.
                assert (await tablet.ask("say", seat=1 - seat, phrase="say2"))["type"] == "ack"
                assert tablet.now[seat]["n"] == asked["n"]
                assert (await tablet.ask("say", seat=seat, phrase="hello"))["type"] == "ack"
                assert tablet.now[seat]["n"] == asked["n"]
                got = await tablet.ask("say", seat=seat, phrase="say8")
                assert got["type"] == "ack"
                await tablet.wait(lambda: {"kind": "said", "seat": seat, "phrase": "say8"} in tablet.events(seat))
                assert tablet.now[seat]["n"] > asked["n"]
                # Silence costs a card when the time is over.
                asked = await until(tablet, "say")
                seat = asked["seat"]
                await closes(tablet, seat, asked["n"])
                kinds = [event["kind"] for event in tablet.now[seat]["events"]]
                assert kinds[:2] == ["table_time", "silent"]
                assert "silence_card" in kinds
                late = await tablet.answer(seat, "say 1", asked["n"])
                assert late["type"] == "late"

    asyncio.run(scene())


def test_the_new_car_window_of_pit_stop(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            # Enough rounds: in some of them both New Cars lie on the table before anybody is done.
            options = {"windowSeconds": 3, "limit": "rounds", "rounds": 10}
            await host.open("pit_stop", "here here here", options=options, settings={"pace_ms": 0}, deal=True)
            async with host.device(0, 1, 2) as tablet:
                asked = await until(tablet, "new_car")
                first, second = asked["awaited"]
                assert (asked["decision"]["seconds"], asked["decision"]["hold"]) == (3.0, True)
                v = tablet.v
                assert (await tablet.answer(second, "pass", asked["n"]))["held"] is True
                assert (tablet.v, tablet.now[first]["awaited"]) == (v, [first, second])
                length = await closes(tablet, first, asked["n"])
                assert length > 2
                events = tablet.now[first]["events"]
                assert events[0] == {"kind": "table_time", "seats": [first, second]}
                assert [event["seat"] for event in events if event["kind"] == "let_go"] == [first, second]

    asyncio.run(scene())


def test_catching_a_silent_player_has_no_clock(running: ServerProcess) -> None:
    async def scene() -> None:
        game = games.load("mau_mau")
        async with Host(running) as host:
            options = {"mauMode": "catch", "games": 20}
            await host.open("mau_mau", "here here here", options=options, deal=True)
            async with host.device(0, 1, 2) as tablet:
                while tablet.now[0]["decision"]["kind"] != "catch":
                    seat = tablet.now[0]["awaited"][0]
                    words = [game.notation(action) for action in tablet.now[seat]["legal"]]
                    silent = [word for word in words if word.startswith("lay") and "mau" not in word]
                    v = tablet.v or 0
                    await tablet.answer(seat, (silent or words)[0])
                    await tablet.wait(lambda v=v: (tablet.v or 0) > v)
                asked = tablet.now[0]
                assert (asked["decision"]["gate"], asked["decision"]["seconds"], asked["decision"]["ms"]) == (
                    "first",
                    None,
                    None,
                )
                n = asked["n"]
                catchers = [s for s in asked["awaited"] if game.parse("no mau") in tablet.now[s]["legal"]]
                # The first press counts; the other one, with the same number, is late and not an error.
                got = [await tablet.answer(seat, "no mau", n) for seat in catchers[:2]]
                assert [answer["type"] for answer in got] == ["ack", "late"][: len(got)]
                assert timed_out(tablet, 0) == []

    asyncio.run(scene())


# Away


async def stood_in(running: ServerProcess) -> None:
    """Somebody leaves: a countdown, a bot, and back again with all that was played."""
    async with Host(running) as host:
        settings = {"away_seconds": 5, "pace_ms": 0, "clock": False, "stand_in": "random"}
        await host.open("mau_mau", "here here", options={"games": 20}, settings=settings, deal=True)
        async with devices(host.device(0), host.device(1)) as (ann, ben):
            await ann.wait(lambda: ann.face["chairs"][1]["here"])
            assert ann.face["chairs"][1]["away_ms"] is None
            left = ben.v
            await ben.close()
            await ann.wait(lambda: not ann.face["chairs"][1]["here"])
            assert 0 < ann.face["chairs"][1]["away_ms"] <= 5000
            start = time.monotonic()
            await ann.wait(lambda: ann.face["chairs"][1]["stand_in"])
            assert 3 < time.monotonic() - start < 20
            assert {"kind": "table_stand_in", "seat": 1} in ann.events(0)
            await play_on(ann, (0,), spread, moves=4)
            async with host.device(1, since=left) as back:
                kinds = [event["kind"] for event in back.events(1)]
                assert kinds[-1] == "table_back"
                assert "table_stand_in" in kinds
                assert any(event.get("seat") == 1 for event in back.events(1) if event["kind"] in ("laid", "drew"))
                assert back.face["chairs"][1]["stand_in"] is False
                await ann.wait(lambda: {"kind": "table_back", "seat": 1} in ann.events(0))
                await ann.wait(lambda: ann.face["chairs"][1]["here"])


async def nobody_there(running: ServerProcess, done: asyncio.Event) -> None:
    """Everybody has left: no countdown runs and no window, also while somebody watches."""
    async with Host(running) as host:
        await took_over(host, 1, away_seconds=5)
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


async def bots_wait(running: ServerProcess, done: asyncio.Event) -> None:
    """Bots do not play on before a watcher while their only person is away."""
    async with Host(running) as host:
        settings = {"pace_ms": 1500, "clock": False}
        await host.open("mau_mau", "here bot", options={"games": 20, "firstDealer": 2}, settings=settings, deal=True)
        async with host.device() as watcher:
            async with host.device(0) as ann:
                while watcher.now[None]["awaited"] != [1]:
                    await ann.wait(lambda: ann.asked(0))
                    v = ann.v or 0
                    await ann.answer(0, spread(ann.now[0]))
                    await watcher.wait(lambda v=v: (watcher.v or 0) > v)
            v = watcher.v or 0
            await done.wait()
            assert watcher.v == v
            async with host.device(0):
                await watcher.wait(lambda: (watcher.v or 0) > v)


def test_people_who_are_away(running: ServerProcess) -> None:
    async def scene() -> None:
        done = asyncio.Event()
        others = asyncio.gather(nobody_there(running, done), bots_wait(running, done))
        await stood_in(running)
        done.set()
        await others

    asyncio.run(scene())


def test_a_shorter_countdown_begins_at_once(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open("mau_mau", "here here", settings={"away_seconds": 3600, "pace_ms": 0}, deal=True)
            async with host.device(0) as ann:
                await ann.wait(lambda: ann.face["chairs"][1]["away_ms"])
                assert ann.face["chairs"][1]["away_ms"] > 3_000_000
                await host.ok("PUT", "{t}/settings", {"away_seconds": 60, "pace_ms": 0})
                await ann.wait(lambda: ann.face["settings"]["away_seconds"] == 60)
                assert ann.face["chairs"][1]["away_ms"] <= 60_000

    asyncio.run(scene())
