"""Games without a table of their own are sent with all that is needed to draw them; the others cost nothing more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from server.harness import NO_CLOCK, Host, ServerProcess, devices, first_legal, play_on, spread
from specimens import OURS
from tailback import games

GUEST = "green_wave"
# So many rows of a game are still at hand when the next one has begun.
LAST = 60


def test_a_guest_brings_its_spread_and_ours_do_not(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            listed = (await host.ok("GET", "/api/games"))["games"]
            others = [game_id for game_id in games.ids() if game_id not in games.ours()]
            assert GUEST in others
            assert [game["id"] for game in listed if game["general"]] == others
            assert (await host.ok("GET", f"/api/games/{GUEST}/actions"))[0]["touches"] == [{"card": "1"}]
            for game_id in games.ours():
                assert not any("touches" in one for one in await host.ok("GET", f"/api/games/{game_id}/actions"))
            await host.open(GUEST, settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device()) as (ann, watcher):
                game = games.load(GUEST)
                for line, seat in ((ann, 0), (watcher, None)):
                    view = line.now[seat]["view"]
                    assert view.pop("spread") == game.spread(view)
            await host.open(games.ours()[0], settings=NO_CLOCK, deal=True)
            async with devices(host.device(0)) as (ann,):
                assert "spread" not in ann.now[0]["view"]

    asyncio.run(scene())


@pytest.fixture(scope="module")
def everything() -> Iterator[ServerProcess]:
    with ServerProcess(general=True) as started:
        yield started


@pytest.mark.parametrize("game_id", games.ours())
def test_a_server_may_draw_everything_so(everything: ServerProcess, game_id: str) -> None:
    """Each seat gets the spread of its own view, and sees cards go where they went."""

    async def scene() -> None:
        async with Host(everything) as host:
            game = games.load(game_id)
            assert all(one["general"] for one in (await host.ok("GET", "/api/games"))["games"])
            assert await host.ok("GET", f"/api/games/{game_id}/faces") == game.faces()
            await host.open(game_id, settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1), host.device()) as (ann, ben, watcher):
                both = asyncio.gather(play_on(ann, (0,), first_legal), play_on(ben, (1,), first_legal))
                await watcher.wait(lambda: len(watcher.said("update")) > 12 or watcher.over)
                both.cancel()
                await asyncio.gather(both, return_exceptions=True)
                for line, seat in ((ann, 0), (ben, 1), (watcher, None)):
                    view = line.now[seat]["view"]
                    assert view.pop("spread") == game.spread(view)
                told = [event for said in ann.said("update") for one in said["seats"] for event in one["events"]]
                assert any("moves" in event for event in told)
                for event in told:
                    assert event.pop("moves", []) == game.moves(event)

    asyncio.run(scene())


def test_whoever_comes_back_to_another_game_is_told_the_rest_of_the_one_before(everything: ServerProcess) -> None:
    """The game of now is never asked what moved in events of another: it need not know them."""

    async def scene() -> None:
        async with Host(everything) as host:
            # Where remembering is the game, nobody who comes back is told much.
            for before, now in pairwise([game for game in OURS if not game.forgetful]):
                await host.open(before.id, settings=NO_CLOCK, options=before.short, deal=True)
                async with devices(host.device(0, 1)) as (both,):
                    await play_on(both, (0, 1), spread)
                    end = both.v
                    told = both.events(0)[-LAST:]
                await host.ok("POST", "{t}/again", {"game": now.id, "deal": True})
                async with devices(host.device(0, since=end - LAST)) as (back,):
                    assert back.face["game"] == now.id
                    found = back.events(0)
                prepared = max(k for k, event in enumerate(found) if event["kind"] == "table_prepared")
                assert any("moves" in event for event in told), "else nothing is shown here"
                assert [without_moves(event) for event in told] == found[prepared - len(told) : prepared]
                for event in found[prepared:]:
                    assert event.get("moves", []) == now.moves(without_moves(event))

    asyncio.run(scene())


def without_moves(event: dict[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in event.items() if name != "moves"}
