"""Whoever plays alone against robots need not wait for them; at a table of several nobody is hurried."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from server.books import Book
from server.harness import NO_CLOCK, Device, Host, ServerProcess, devices
from server.of_a_game import act
from specimens import OURS, TURNS
from tailback.core.game import Game
from tailback.server.live.drivers import Drivers
from tailback.server.truth import desk
from tailback.server.truth import rows as r

# Without anybody hurrying a robot takes longer for one answer than a test waits for anything.
SLOW = {**NO_CLOCK, "pace_ms": r.BOUNDS["pace_ms"][1]}


async def until_asked(line: Device) -> None:
    """Hurry, and wait until a person is asked or the game is over; how it goes on by itself is nobody's business."""
    if not line.asked(0) and not line.over:
        assert (await line.ask("hurry", seat=0))["type"] == "ack"
        await line.wait(lambda: line.asked(0) or line.over)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_robots_answer_at_once_until_the_only_person_is_asked(running: ServerProcess, game: Game) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(game.id, "here bot bot", options=game.short, settings=SLOW, deal=True)
            async with devices(host.device(0)) as (ann,):
                for _ in range(3):
                    await until_asked(ann)
                    if ann.over:
                        break
                    await act(ann, 0)
                # It is over with the question: whoever does not hurry again sees robots take their time.
                await until_asked(ann)

    asyncio.run(scene())


def test_nobody_hurries_past_other_people(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(OURS[0].id, "here here bot", settings=SLOW, deal=True)
            async with devices(host.device(0, 1), host.device()) as (ann, watcher):
                while ann.asked(0) or ann.asked(1):
                    await act(ann, 0 if ann.asked(0) else 1)
                # Only the robot is asked now.
                before = ann.now[0]["n"]
                assert (await ann.ask("hurry", seat=0))["type"] == "ack"
                assert (await watcher.ask("hurry", seat=0))["key"] == "not_your_seat"
                # Another exchange on the same line: whatever the hurry would have done has been done by now.
                for _ in range(20):
                    await ann.ask("resync", since=ann.v)
                assert ann.now[0]["n"] == before

    asyncio.run(scene())


def test_whoever_sits_down_meanwhile_is_not_hurried_past_anything() -> None:
    book = Book(TURNS.id, "person bot bot")
    book.deal()
    match = desk.playing(book.ledger)
    while match.decision is not None and 0 in match.decision.awaited:
        book.move()
    drivers = Drivers(SimpleNamespace(ledger=book.ledger))  # type: ignore[arg-type]
    drivers.hurry()
    assert drivers.hurried
    robot = next(seat for seat in (1, 2) if match.decision is not None and seat not in match.decision.awaited)
    book.ledger.apply(r.Freed(at=3, seat=robot))
    drivers.look_round()
    assert drivers.hurried, "an empty seat waits for nobody"
    book.ledger.apply(r.Seated(at=3, seat=robot, name="Dan"))
    drivers.look_round()
    assert not drivers.hurried
