"""Who may do what: every route of the list and every message of a line, as everybody, in every state of a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.asking import about_a_table, every_route, request
from server.inside import AFAR, Inside, indoors, pages
from server.permissions import (
    Held,
    ask_and_lose_the_seat,
    ask_as_everybody,
    ask_as_guests,
    facts_of,
    say_as_everybody,
    say_in_the_lab,
    say_on_the_relay,
)
from server.scenes import main_scenes, story
from specimens import TURNS
from tailback.server.service.who import PEOPLE, WHO


def test_every_route_as_everybody(tmp_path: Path) -> None:
    async def work(place: Inside) -> None:
        held = Held()
        await place.put_elsewhere()
        some = [route for route in every_route() if about_a_table(route)]
        # What does not depend on the table is asked once.
        await ask_as_everybody(place, story(TURNS.id)[0], [route for route in every_route() if route not in some], held)
        for scene in story(TURNS.id):
            await ask_as_everybody(place, scene, some, held)
        held.check()

    indoors(work, tmp_path)


def test_whoever_loses_the_seat_while_a_request_waits_is_not_let_in(tmp_path: Path) -> None:
    """Between the question and its turn somebody else may have sat down there, and it would be about their seat."""

    async def work(place: Inside) -> None:
        writing = [route for route in every_route() if route.writes and about_a_table(route) and WHO[route.who].token]
        asked = 0
        for scene in main_scenes(TURNS.id):
            for route in writing:
                if scene.lets_in(WHO[route.who], "seat") and scene.tokens("seat"):
                    asked += await ask_and_lose_the_seat(place, scene, route)
        assert asked > len(writing)

    indoors(work, tmp_path)


def test_every_message_as_everybody(tmp_path: Path) -> None:
    async def work(place: Inside) -> None:
        held = Held()
        await place.put_elsewhere()
        for scene in story(TURNS.id):
            await say_as_everybody(place, scene, held)
            # Some things only one seat can do just then.
            for seat in scene.people if held.unmet else ():
                await say_as_everybody(place, scene.about(seat), held)
        held.check()
        for scene in main_scenes(TURNS.id):
            await say_as_everybody(place, scene, held, guests=True)
        await say_in_the_lab(place, story(TURNS.id)[0])
        await say_on_the_relay(place)

    indoors(work, tmp_path)


def test_every_route_as_a_guest_of_a_page(tmp_path: Path) -> None:
    async def work(place: Inside) -> None:
        await place.put_elsewhere()
        carried = [route for route in every_route() if route.handler.__module__.startswith("tailback.server.service")]
        for scene in main_scenes(TURNS.id):
            await ask_as_guests(place, scene, carried)

    indoors(work, tmp_path)


def test_what_is_for_the_own_network_is_for_nobody_else(tmp_path: Path) -> None:
    async def work(place: Inside) -> None:
        near = [route for route in every_route() if route.who == "near"]
        assert near
        for route in near:
            assert (await place.make(request(route, {}))).status == 200
            assert (await place.make(request(route, {}), address=AFAR)).status == 403

    indoors(work, tmp_path)


def test_pages_are_the_same_for_everybody(tmp_path: Path) -> None:
    """They know no token: whoever brings one sees nothing else."""

    async def work(place: Inside) -> None:
        scene = main_scenes(TURNS.id)[0]
        table = await place.put(scene)
        facts = await facts_of(place, scene, table, [])
        for page in pages(place.app):
            path = page.path_format.format_map(facts)
            said = [await place.ask("GET", path, scene.tokens(person) or None) for person in PEOPLE]
            assert len({one.everything for one in said}) == 1, path
            assert said[0].status < 500

    indoors(work, tmp_path)


def test_a_word_that_lets_in_fewer_is_held(tmp_path: Path) -> None:
    """Else the tests above could never fail: the host's routes, as if they were for nobody but the lab."""

    async def work(place: Inside) -> None:
        await place.put_elsewhere()
        route = next(route for route in every_route() if route.who == "host")._replace(who="lab")
        with pytest.raises(AssertionError, match="was let in"):
            await ask_as_everybody(place, story(TURNS.id)[0], [route], Held())
        route = next(route for route in every_route() if route.who == "host")._replace(who="anyone")
        with pytest.raises(AssertionError, match="was not let in"):
            await ask_as_everybody(place, story(TURNS.id)[0], [route], Held())

    indoors(work, tmp_path)
