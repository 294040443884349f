"""The server of a page, driven as its worker does: requests and lines as texts."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import pytest

from specimens import AGES, TURNS
from tailback import games
from tailback.device.guests import Guest
from tailback.device.house import Device
from tailback.device.thinking import choose
from tailback.server.service.lines import Gone


class Outside:
    """What a worker gives: no storage here, and a second worker that thinks at once."""

    def __init__(self) -> None:
        self.troubles: list[str] = []
        self.thoughts = 0
        self.broken = False

    async def shelf(self, what: str, words: str) -> str:
        return json.dumps({"error": "SecurityError"})

    def trouble(self, key: str) -> None:
        self.troubles.append(key)

    async def think(self, said: str) -> int:
        self.thoughts += 1
        if self.broken:
            raise RuntimeError("the worker died")
        return choose(said)


class Page:
    """A page with one line."""

    def __init__(self, device: Device | Guest) -> None:
        self.device = device
        self.seats: dict[int | None, dict[str, Any]] = {}
        self.face: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.closed: list[int] = []
        self.news = asyncio.Event()

    async def ask(self, method: str, path: str, body: Any = None, tokens: list[str] | None = None) -> tuple[int, Any]:
        bearer = f"Bearer {','.join(tokens)}" if tokens else ""
        said = await self.device.ask(method, path, bearer, "" if body is None else json.dumps(body))
        return said.status, json.loads(said.body) if said.media == "application/json" and said.body else said.body

    def take(self, text: str) -> None:
        message = json.loads(text)
        self.heard.append(message)
        if message["type"] == "update":
            self.face = message["table"] or self.face
            self.seats |= {update["seat"]: update for update in message["seats"]}
        self.news.set()

    async def dial(self, table: str, tokens: list[str]) -> None:
        self.port = self.device.connect(self.take, lambda code, _: self.closed.append(code))
        self.say(type="hello", protocol=[1], table=table, tokens=tokens, since=None)

    def say(self, **message: Any) -> None:
        self.port.said(json.dumps(message))

    async def until(self, fits: Any) -> None:
        async with asyncio.timeout(60):
            while not fits():
                self.news.clear()
                await self.news.wait()


async def opened(outside: Outside, game: str, level: str = "3") -> tuple[Page, list[str], str]:
    device = Device(outside, "https://play.example.org/#")
    await device.start()
    page = Page(device)
    chairs = [{"sitter": "here", "name": "Ann"}, {"sitter": "bot", "level": level}]
    short = {"options": games.load(game).short, "settings": {"pace_ms": 0, "clock": False}}
    status, made = await page.ask("POST", "/api/tables", {"game": game, "chairs": chairs, "deal": True, **short})
    assert status == 201, made
    return page, [held["token"] for held in made["tokens"]], made["table"]["table"]


async def finish(page: Page) -> None:
    """Whoever is asked takes one legal move or another, until the game is over."""

    def ready(n: int) -> bool:
        return page.face.get("phase") == "over" or page.seats[0]["n"] > n

    n = -1
    while page.face.get("phase") != "over":
        await page.until(partial(ready, n))
        n, legal = page.seats[0]["n"], page.seats[0]["legal"]
        if legal:
            page.say(type="answer", id=f"m{n}", seat=0, n=n, action=legal[n % len(legal)])


@pytest.mark.parametrize("game", games.ours())
def test_a_whole_game_in_a_page(game: str) -> None:
    async def main() -> None:
        outside = Outside()
        page, tokens, table = await opened(outside, game)
        await page.dial(table, tokens)
        await page.until(lambda: 0 in page.seats)
        await finish(page)
        assert outside.troubles == ["denied"]
        assert outside.thoughts
        status, replay = await page.ask("GET", f"/api/tables/{table}/games/0/replay?limit=5", tokens=tokens)
        assert (status, len(replay["steps"])) == (200, 5)
        status, text = await page.ask("GET", f"/api/tables/{table}/games/0/export", tokens=tokens)
        status, copy = await page.ask("POST", "/api/import", {"record": text})
        assert (status, copy["link"]) == (201, f"https://play.example.org/#/r/{copy['share']}")
        page.port.left()

    asyncio.run(main())


def test_a_robot_whose_worker_dies_plays_on() -> None:
    async def main() -> None:
        outside = Outside()
        outside.broken = True
        page, tokens, table = await opened(outside, TURNS.id, level="5")
        await page.dial(table, tokens)
        await page.until(lambda: 0 in page.seats)
        await finish(page)
        assert page.device.house.pool.given_up

    asyncio.run(main())


def test_what_is_asked_wrongly_is_refused_in_words() -> None:
    async def main() -> None:
        page, _, table = await opened(Outside(), TURNS.id)
        for method, path, body, status, key in (
            ("GET", "/api/nothing", None, 404, "no_such_page"),
            ("PUT", "/api/games", None, 405, "no_such_method"),
            ("GET", f"/api/tables/{table[:-1]}_", None, 404, "no_table"),
            ("POST", "/api/tables", {"game": TURNS.id, "chairs": 7}, 400, "bad_message"),
            ("DELETE", f"/api/tables/{table}", None, 403, "host_only"),
        ):
            found, problem = await page.ask(method, path, body)
            assert (found, problem["key"]) == (status, key)
        await page.dial(table, ["nonsense"])
        await page.until(lambda: page.heard)
        assert (page.heard[0]["type"], page.heard[0]["key"]) == ("bye", "bad_token")
        await asyncio.sleep(0)
        assert page.closed

    asyncio.run(main())


def test_a_line_that_was_left_hears_nothing_more() -> None:
    async def main() -> None:
        page, tokens, table = await opened(Outside(), TURNS.id)
        await page.dial(table, tokens)
        await page.until(lambda: 0 in page.seats)
        page.port.left()
        assert not page.port.push(b"late")
        with pytest.raises(Gone):
            await page.port.hear()

    asyncio.run(main())


def test_a_page_works_out_head_starts_by_itself() -> None:
    async def scene() -> None:
        device = Device(Outside(), "http://here")
        await device.start()
        page = Page(device)
        asked = {"game": AGES.id, "players": 2, "preset": "full", "options": {"even_chances": [0]}}
        status, found = await page.ask("POST", "/api/check", asked)
        # A page that is too slow says so; there is no third way.
        if status == 200:
            assert found["options"]["head_start"] == found["head_start"]["n"] > 0
            assert found["head_start"]["chance"]["even"] == 0.5
        else:
            assert (status, found["key"]) == (422, "even_too_slow")
        chairs = [{"sitter": "here"}, {"sitter": "bot"}]
        table = {**asked, "chairs": chairs, "deal": True}
        del table["players"]
        opened, made = await page.ask("POST", "/api/tables", table)
        assert opened == (201 if status == 200 else 422)
        if opened == 201:
            assert made["table"]["options"]["head_start"] == found["head_start"]["n"]

    asyncio.run(scene())
