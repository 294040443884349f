"""No secret in any byte that leaves: every route and every message, as everybody, in every state of a table."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import get_args

import pytest

from server.asking import about_a_table, every_route
from server.inside import Inside, indoors, pages
from server.no_secret import Search, search_lines, search_routes
from server.scenes import main_scenes, story
from specimens import TIMED, TURNS
from tailback import games
from tailback.server.truth import rows as r


@pytest.mark.parametrize("game", games.ours())
def test_nothing_that_leaves_holds_a_secret(game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    # What is the same for all games is looked at with one of them.
    scenes = story(game) if game == TURNS.id else main_scenes(game)

    async def work(place: Inside) -> None:
        others = {await place.put_elsewhere(): "the id of another table"}
        routes = [route for route in every_route() if about_a_table(route)]
        answers = heard = 0
        for scene in scenes:
            answers += await search_routes(place, scene, routes, others)
            heard += await search_lines(place, scene)
            Search(scene.hidden([]))(caplog.text.encode(), f"the log in {scene.name!r}")
            caplog.clear()
        assert answers > len(scenes) * len(routes)
        assert heard > len(scenes)

    indoors(work, tmp_path)


def test_nothing_else_that_can_be_asked_holds_a_secret(tmp_path: Path) -> None:
    """Routes and pages that are about no table, while tables of all kinds are awake."""

    async def work(place: Inside) -> None:
        scenes = story(TURNS.id)
        for scene in scenes:
            await place.house.table(await place.put(scene))
        routes = [route for route in every_route() if not about_a_table(route)]
        hidden = {text: what for scene in scenes for text, what in scene.hidden([]).items()}
        await search_routes(place, scenes[0], routes, hidden)
        for page in pages(place.app):
            facts = {**scenes[0].facts(), "table": "nowhere", "share": "nowhere", "name": "openapi.json", "rest": "x"}
            said = await place.ask("GET", page.path_format.format_map(facts))
            Search(hidden)(said.everything, page.path)

    indoors(work, tmp_path)


def test_every_kind_of_row_is_among_the_scenes() -> None:
    """A new kind of row wants its place in the story, where everything is asked after it."""
    kinds = {type(r.decode(raw)) for game in (TURNS, TIMED) for scene in story(game.id) for raw in scene.rows}
    assert {kind.__name__ for kind in set(get_args(r.AnyRow)) - kinds} == set()


def test_the_search_finds_what_is_there() -> None:
    """Else it could never fail."""
    scene = story(TURNS.id)[0]
    hidden = scene.hidden([])
    assert len(hidden) >= 3
    for text in hidden:
        for told in (text, text.upper(), f'{{"a":"{text}"}}'):
            with pytest.raises(AssertionError, match="told"):
                Search(hidden)(told.encode(), "this")
    mine = scene.tokens("all") or []
    assert not set(scene.hidden(mine)) & set(mine)
