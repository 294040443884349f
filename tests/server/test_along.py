"""A table goes along: from one server to another and back, in the middle of a game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from server.harness import NO_CLOCK, Host, ServerProcess, play_on, spread
from specimens import TURNS


@pytest.fixture
def places() -> Iterator[tuple[ServerProcess, ServerProcess]]:
    with ServerProcess() as home, ServerProcess() as away:
        yield home, away


def there(host: Host, running: ServerProcess) -> Host:
    """The same person at another server."""
    other = Host(running)
    other.table, other.tokens = host.table, host.tokens
    return other


async def taken(host: Host, seats: tuple[int, ...] = (0, 1)) -> dict[str, Any]:
    tokens = ",".join(host.tokens[seat] for seat in (None, *seats))
    answer = await host.ask("GET", "{t}/along", token=tokens)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def begun(host: Host, chairs: str = "here here") -> None:
    await host.open(TURNS.id, chairs, options=TURNS.short, settings=NO_CLOCK, deal=True)


def test_a_game_goes_on_elsewhere_and_comes_back(places: tuple[ServerProcess, ServerProcess]) -> None:
    async def main() -> None:
        async with Host(places[0]) as home:
            await begun(home)
            async with there(home, places[1]) as away:
                answer = await away.ask("POST", "/api/along", await taken(home))
                assert (answer.status_code, answer.json()["table"]) == (201, home.table)
                async with home.device(0, 1) as here, away.device(0, 1) as phone:
                    assert phone.now[0]["view"] == here.now[0]["view"]
                    assert phone.face["code"], "whoever comes later can join"
                    await play_on(phone, (0, 1), spread)
                    assert here.face["phase"] == "playing"
                    # Back at home, where the table is awake: it is told what happened.
                    assert (await home.ask("POST", "/api/along", await taken(away))).status_code == 201
                    await here.wait(lambda: here.face["phase"] == "over")
                    assert here.now[0]["view"] == phone.now[0]["view"]
                # What is older than the table here changes nothing.
                rows = (await taken(away))["rows"]
                answer = await home.ask("POST", "/api/along", {"table": home.table, "rows": rows[:5]})
                assert answer.status_code == 201
                assert (await taken(home))["rows"] == rows

    asyncio.run(main())


def test_what_went_on_in_two_ways_stays_two(places: tuple[ServerProcess, ServerProcess]) -> None:
    async def main() -> None:
        async with Host(places[0]) as home:
            await begun(home)
            before = await taken(home)
            async with there(home, places[1]) as away:
                assert (await away.ask("POST", "/api/along", before)).status_code == 201
                for place in (home, away):
                    async with place.device(0, 1) as phone:
                        await play_on(phone, (0, 1), spread)
                mine = await taken(home)
                answer = await home.ask("POST", "/api/along", await taken(away))
                assert (answer.status_code, answer.json()["key"]) == (409, "table_differs")
                assert await taken(home) == mine

    asyncio.run(main())


def test_nobody_takes_along_the_cards_of_others(places: tuple[ServerProcess, ServerProcess]) -> None:
    async def main() -> None:
        async with Host(places[0]) as home:
            await begun(home, "here here bot")
            host_token, first = home.tokens[None], home.tokens[0]
            for token, status, key in (
                ("", 403, "host_only"),
                (first, 403, "host_only"),
                (host_token, 403, "others_sit"),
                (f"{host_token},{first}", 403, "others_sit"),
                ("nonsense", 401, "bad_token"),
            ):
                answer = await home.ask("GET", "{t}/along", token=token)
                assert (answer.status_code, answer.json()["key"]) == (status, key)
            await home.ok("PATCH", "{t}/seats/1", {"sitter": "bot"}, seat=None)
            assert await taken(home, (0,))

    asyncio.run(main())


def test_what_does_not_add_up_is_refused(places: tuple[ServerProcess, ServerProcess]) -> None:
    async def main() -> None:
        async with Host(places[0]) as home, there(home, places[1]) as away:
            await begun(home)
            away.table = home.table
            whole = (await taken(home))["rows"]
            opened = json.loads(whole[0])
            loud = {**opened, "settings": {**opened["settings"], "pace_ms": -1}}
            long_name = {**opened, "chairs": [{**opened["chairs"][0], "name": "x" * 9999}, opened["chairs"][1]]}
            far = json.dumps({"kind": "moved", "seat": 77, "n": 0, "action": 3})
            bad = [
                [],
                whole[1:],
                [whole[0], *whole],
                [json.dumps(loud), *whole[1:]],
                [json.dumps(long_name), *whole[1:]],
                [*whole, far],
                [*whole[:2], '{"kind": "imported", "record": "x"}'],
            ]
            for rows in bad:
                answer = await away.ask("POST", "/api/along", {"table": home.table, "rows": rows})
                assert answer.status_code == 422, (rows[-1:], answer.text)
            for table in ("", "x" * 23, "../../../etc/passwd../"):
                answer = await away.ask("POST", "/api/along", {"table": table, "rows": whole})
                assert answer.status_code in (400, 422), answer.text
            assert (await away.ask("GET", "{t}")).status_code == 404

    asyncio.run(main())
