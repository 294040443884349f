"""Whole games of all six, by mixed clients, over real sockets."""

from __future__ import annotations

import asyncio

import pytest

from server.harness import NO_CLOCK, Host, ServerProcess, devices, play_on, spread
from tailback import games
from tailback.core import record

# One round is enough; windows with a clock are tested by themselves.


@pytest.mark.parametrize("game_id", games.ids())
def test_a_whole_game_by_two_people_on_two_devices_and_a_bot(game_id: str) -> None:
    asyncio.run(whole_game(game_id))


async def whole_game(game_id: str) -> None:
    with ServerProcess() as running:
        async with Host(running) as host:
            await host.open(game_id, "here open bot", options=games.load(game_id).short, settings=NO_CLOCK)
            await host.sit("Ben")
            await host.deal()
            async with devices(host.device(0), host.device(1), host.device()) as (ann, ben, watcher):
                await asyncio.gather(play_on(ann, (0,), spread), play_on(ben, (1,), spread))
                await watcher.wait(lambda: watcher.over)
                assert watcher.face["past"][0]["places"] == ann.face["past"][0]["places"]
            text = (await host.ask("GET", "{t}/games/0/export")).text
            assert record.verify(games.read_record(text)) == []
            assert games.read_record(text).deal is not None
