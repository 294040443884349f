"""The no-leak law for all that is asked over HTTP: about two tables that somebody cannot tell apart, every route of the
list answers the same bytes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.asking import about_a_table, every_route
from server.scenes import Scene, main_scenes
from server.twin_tables import course, deals, permuted, twin_places
from specimens import TURNS
from tailback import games
from tailback.server.service.who import PEOPLE, Person

STEPS = 10
# Who knows no more than the viewer does.
WITHOUT_A_SEAT: tuple[Person, ...] = ("watcher", "host", "elsewhere", "nonsense", "lab")


def lobbies(game: str) -> list[Scene]:
    return [scene for scene in main_scenes(game) if scene.phase == "lobby"]


def test_nobody_learns_anything_of_a_secret_or_of_words_before_the_deal(tmp_path: Path) -> None:
    async def main() -> None:
        routes = [route for route in every_route() if about_a_table(route)]
        async with twin_places(tmp_path) as twins:
            for scene in lobbies(TURNS.id):
                await twins.compare((scene, permuted(scene)), routes, PEOPLE)
            for scene in lobbies(TURNS.id):
                await twins.say((scene, permuted(scene)), PEOPLE)
            assert twins.compared > len(routes) * len(lobbies(TURNS.id))

    asyncio.run(main())


@pytest.mark.parametrize("game", games.ours())
@pytest.mark.parametrize("viewer", [0, None], ids=["seat", "none"])
def test_nobody_learns_anything_of_the_cards_of_others(tmp_path: Path, game: str, viewer: int | None) -> None:
    pair = deals(game, viewer)
    if pair is None:
        assert viewer is not None, "two deals that look the same from outside are found"
        pytest.skip("two such hands are not found by trying; what is said on lines is compared without deals")

    async def main() -> None:
        reading = [route for route in every_route() if about_a_table(route) and not route.writes]
        async with twin_places(tmp_path) as twins:
            for real, other in course(pair, viewer, STEPS):
                people: tuple[Person, ...] = WITHOUT_A_SEAT if viewer is None else ("seat",)
                both = (real, other) if viewer is None else (real.about(viewer), other.about(viewer))
                await twins.compare(both, reading, people)
            assert twins.compared > len(reading)

    asyncio.run(main())


def test_some_games_with_hands_are_among_them() -> None:
    """Else nothing would be compared that a seat may know and others may not."""
    assert any(
        deals(game.id, 0) is not None and bool(game.new(game.usual, 0).own(0)) for game in map(games.load, games.ours())
    )
