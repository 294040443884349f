"""Time at a table: how a window counts, and people who are away. Real windows are shown by the games that have them."""

from __future__ import annotations

import asyncio

import pytest

from server.harness import Host, ServerProcess, spread
from server.timing import stood_in
from specimens import TURNS, dealt_by, long_match
from tailback import games
from tailback.core.contract import Event
from tailback.server.live.clock import Window
from tailback.server.live.telling import seconds_of


def test_too_late_is_counted_from_the_end_of_the_window_and_the_line() -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        window = Window(1, 0.0, 60.0, 0.3, lambda n: None)
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


async def bots_wait(running: ServerProcess, done: asyncio.Event) -> None:
    """Bots do not play on before a watcher while their only person is away."""
    async with Host(running) as host:
        settings = {"pace_ms": 1500, "clock": False}
        options = {**long_match(TURNS), **dealt_by(TURNS, 2)}
        await host.open(TURNS.id, "here bot", options=options, settings=settings, deal=True)
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
        other = asyncio.gather(bots_wait(running, done))
        await stood_in(running)
        done.set()
        await other

    asyncio.run(scene())


def test_a_shorter_countdown_begins_at_once(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings={"away_seconds": 3600, "pace_ms": 0}, deal=True)
            async with host.device(0) as ann:
                await ann.wait(lambda: ann.face["chairs"][1]["away_ms"])
                assert ann.face["chairs"][1]["away_ms"] > 3_000_000
                await host.ok("PUT", "{t}/settings", {"away_seconds": 60, "pace_ms": 0})
                await ann.wait(lambda: ann.face["settings"]["away_seconds"] == 60)
                assert ann.face["chairs"][1]["away_ms"] <= 60_000

    asyncio.run(scene())


def test_the_others_need_not_wait_for_somebody_who_is_away(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            settings = {"away_seconds": 3600, "pace_ms": 0}
            await host.open(TURNS.id, "here here", settings=settings, deal=True)
            path = "{t}/seats/1/stand-in"
            # Nobody is there who would wait.
            assert (await host.ask("POST", path, token=host.tokens[0])).json()["key"] == "not_away"
            async with host.device(0) as ann:
                async with host.device(1) as ben:
                    await ann.wait(lambda: ann.face["chairs"][1]["here"])
                    # However slow somebody is, they are here.
                    slow = await host.ask("POST", path, token=host.tokens[0])
                    assert (slow.status_code, slow.json()["key"]) == (409, "not_away")
                    since = ben.v
                await ann.wait(lambda: ann.face["chairs"][1]["away_ms"])
                await host.ok("POST", path, seat=0)
                await ann.wait(lambda: ann.face["chairs"][1]["stand_in"])
                # A second tap is none.
                await host.ok("POST", path, seat=0)
                async with host.device(1, since=since) as ben:
                    await ann.wait(lambda: not ann.face["chairs"][1]["stand_in"])
                    assert [event["kind"] for event in ben.events(1)].count("table_stand_in") == 1

    asyncio.run(scene())


def test_a_window_opens_when_the_screens_have_shown_what_led_to_it() -> None:
    async def look() -> None:
        loop = asyncio.get_running_loop()
        window = Window(1, loop.time() + 2.0, 5.0, 0.3, lambda n: None)
        try:
            assert 1_900 < window.opens_ms() <= 2_000
            assert 6_900 < window.left_ms() <= 7_000
            window.opens = loop.time() - 1.0
            assert window.opens_ms() == 0
        finally:
            window.close()

    asyncio.run(look())


@pytest.mark.parametrize("game", games.ours())
def test_the_screens_have_their_time_and_no_hidden_card_changes_it(game: str) -> None:
    rules = games.load(game)
    state = rules.new(2, 5, {}, listen=True)
    events = state.take_events()
    for _ in range(40):
        decision = state.decision()
        if decision is None:
            break
        state.apply(decision.awaited[0], state.legal(decision.awaited[0])[0])
        events += state.take_events()
    usual = seconds_of(rules, events, 700)
    assert usual > 5
    assert seconds_of(rules, events, 5000) == usual
    assert seconds_of(rules, events, 350) == pytest.approx(usual / 2)
    assert seconds_of(rules, events, 0) == 0
    for event in events:
        event.data, event.secret = {}, {}
    assert seconds_of(rules, events, 700) == usual


def test_nobody_holds_up_the_game_by_talking() -> None:
    rules = games.load(games.ours()[0])
    assert seconds_of(rules, [Event("table_said", {"seat": 0, "phrase": "hello"})], 700) == 0
    assert seconds_of(rules, [Event("something_new", {})], 700) > 0
