"""Time at a table: how a window counts, and people who are away. Real windows are shown by the games that have them."""

from __future__ import annotations

import asyncio

from server.harness import Host, ServerProcess, spread
from server.timing import stood_in
from specimens import TURNS, dealt_by, long_match
from tailback.server.live.clock import Window


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
