"""A table that moves, as it was: each checker that is made from the lists would have found it (`old_along.py`)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from server import old_along
from server.inside import Inside, indoors
from server.nearly import fuzz_routes
from server.no_secret import search_routes
from server.permissions import Held, ask_as_everybody
from server.scenes import Scene, story
from server.test_loop import hold, much, served
from server.twin_tables import permuted, twin_places
from specimens import TURNS
from tailback.server.service.route import Route
from tailback.server.service.who import PEOPLE
from tailback.server.truth import rows as r


@pytest.fixture
def old() -> Iterator[list[Route]]:
    with old_along.in_the_lists() as routes:
        yield routes


def scene(fits: str) -> Scene:
    return next(one for one in story(TURNS.id) if fits in one.name)


def test_the_table_of_permissions(old: list[Route], tmp_path: Path) -> None:
    """The host gets a game whole at which a friend sat until a robot took the place."""

    async def work(place: Inside) -> None:
        await place.put_elsewhere()
        await ask_as_everybody(place, scene("playing, dealt"), old, Held())
        with pytest.raises(AssertionError, match=r"along as all in 'playing, .* was let in: 200"):
            await ask_as_everybody(place, scene("playing, botted"), old, Held())

    indoors(work, tmp_path)


@pytest.mark.parametrize("state", ["lobby, worded", "playing, botted"])
def test_the_search_for_secrets(old: list[Route], tmp_path: Path, state: str) -> None:
    async def work(place: Inside) -> None:
        with pytest.raises(AssertionError, match=r"along as all in .* told the secret of game 0"):
            await search_routes(place, scene(state), old, {})

    indoors(work, tmp_path)


def test_the_twins(old: list[Route], tmp_path: Path) -> None:
    async def main() -> None:
        lobby = scene("lobby, worded")
        async with twin_places(tmp_path) as twins:
            with pytest.raises(AssertionError, match=r"along as all .* tells the twins apart"):
                await twins.compare((lobby, permuted(lobby)), old, PEOPLE)

    asyncio.run(main())


# It goes on behind the answer, while something else is asked.
HELD = r"(POST /api/along|GET /api/tables/\S+) held the loop"


def test_the_loop(old: list[Route]) -> None:
    """The rest of a long table is brought to where it is awake: undos, each of which plays the game again."""
    undos = [r.encode(r.Undo(at=1, seat=0, moves=0))] * 4000
    undone = Scene("undone", much().game.id, [*much().rows, *undos], much().known)
    with served() as running, pytest.raises(AssertionError, match=HELD):
        hold(running, [route for route in old if route.writes], undone)


def test_the_fuzzer(old: list[Route], tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Rows that no desk has written are taken in, and whoever looks at the table finds a mistake of ours."""

    async def work(place: Inside) -> None:
        with pytest.raises(AssertionError, match="POST /api/along with"):
            await fuzz_routes(place, story(TURNS.id), [old[-1]], 120, caplog)

    indoors(work, tmp_path)
