"""A guest over WebRTC who means harm, and words from a page that a host could have written: it stays at its table, and
everybody else plays on."""

from __future__ import annotations

import asyncio
import json
import random
from functools import partial
from urllib.parse import quote

import pytest

from device.test_guests import Friend, at_a_device, opened
from device.test_house import Page
from specimens import TURNS
from tailback.device.guests import LINES, OPEN
from tailback.device.house import Device
from tailback.server.service.routes import ROUTES

# Ways of writing a path that some servers take for another one.
ODD = [
    "/api/tables/{mine}/../{other}",
    "/api/tables/{mine}/%2e%2e/{other}",
    "/api/tables/{mine}%2f..%2f{other}",
    "/api/tables//{other}",
    "//api/tables/{other}",
    "/api//tables/{other}",
    "/api/tables/{other}/",
    "/api/tables/{other}?table={mine}",
    "/api/tables/{other}?/api/tables/{mine}",
    "/api/tables/{other};{mine}",
    "/api/tables/{mine}\x00{other}",
    "/api/tables/{mine}%00",
    "/api/tables/{mine}#/{other}",
    "/api/tables/{mine}/seats/../settings",
    "/api/tables/{mine}/seats/%2e%2e",
    "/api/tables/%ff",
    "/api/tables/{wide}",
    "http://example.org/api/tables/{other}",
    "/api/tables/{mine}/along",
    "/api/along",
    "/api/tables/{mine}/games/0/share",
    "/api/codes/{code}",
    "",
    "/",
    "?",
    "/api/tables/{mine}/games/0/replay/../export",
    "/api/tables/{mine}\n",
]
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "get", "", "GET /", "OPTIONS"]


async def rows(device: Device, table: str) -> list[bytes]:
    return await device.house.store.rows(table)


def test_no_spelling_leads_to_another_table_or_to_a_route_of_the_host() -> None:
    async def work(device: Device) -> None:
        mine, tokens = await opened(device, "here", "open")
        other, others = await opened(device, "here", "open")
        code = (await device.house.table(other)).code
        before = [await rows(device, table) for table in (mine, other)]
        for path in ODD:
            wide = "".join(chr(ord(sign) + 0xFEE0) for sign in other)
            spelt = path.format(mine=mine, other=other, code=code, wide=wide)
            for method in METHODS:
                # A fresh guest each time: what it may ask shall not be used up. It even knows every token.
                friend = Friend(device.guest(mine))
                status, got = await friend.ask(method, spelt, {}, [*tokens, *others])
                assert status >= 400, (method, spelt, got)
                assert other not in json.dumps(got), (method, spelt)
        assert [await rows(device, table) for table in (mine, other)] == before

        # The other way round: its own table, however it is spelt, is its own table and no other.
        friend = Friend(device.guest(mine))
        for spelt in (mine, quote(mine, safe=""), "%" + f"{ord(mine[0]):02x}" + mine[1:]):
            assert (await friend.ask("GET", f"/api/tables/{spelt}"))[1]["table"] == mine

    at_a_device(work)


def test_what_a_guest_says_at_random_is_answered_and_breaks_nothing() -> None:
    """Whatever the method, path, tokens and body are, there is an answer and no exception."""

    async def work(device: Device) -> None:
        mine, tokens = await opened(device, "here", "open")
        chance = random.Random(7)
        parts = [
            "api",
            "tables",
            mine,
            "seats",
            "games",
            "0",
            "1",
            "-1",
            "9" * 30,
            "٣",
            "replay",
            "export",
            "words",
            "%",
        ]
        bodies = [
            "",
            "{}",
            "[]",
            "null",
            '{"seat":1e99}',
            '{"seat":1,"word":"x"}',
            "\ud800",
            "{" * 9000,
            "\0",
        ]
        bearers = ["", "Bearer ", f"Bearer {tokens[0]}", "Bearer " + "x," * 40, "Basic \ud800", "Bearer \u0660"]
        friend = device.guest(mine)
        for _ in range(3000):
            friend = device.guest(mine) if chance.random() < 0.05 else friend
            path = "/" + "/".join(chance.choice(parts) for _ in range(chance.randrange(1, 7)))
            if chance.random() < 0.6:
                method, shape = chance.choice(sorted(OPEN))
                path = shape.format(table=mine, seat=chance.choice(parts), number=chance.choice(parts))
            else:
                method = chance.choice(METHODS)
            path += chance.choice(["", "", "?seat=0&since=x", "?seat=" + "9" * 12, "?limit=-1", "?%ff=%00"])
            said = await friend.ask(method, path, chance.choice(bearers), chance.choice(bodies))
            assert 200 <= said.status < 500, (method, path, said)
        # On a line, too.
        for words in ("\ud800", '"\ud800"', '{"type":"hello","protocol":[1],"table":"\ud800"}', "\0", ""):
            line = Friend(device.guest(mine))
            line.port = line.device.connect(line.take, lambda code, _, line=line: line.closed.append(code))
            line.port.said(words)
            await line.until(lambda line=line: line.heard or line.closed)
            line.port.left()

    at_a_device(work)


def test_a_crowd_of_requests_and_lines_leaves_the_page_its_turn() -> None:
    """Thousands at once: sixty are answered, the rest are told no, and the host's own move waits for none of them."""

    async def work(device: Device) -> None:
        mine, tokens = await opened(device, "here", "here", "open")
        host, guest = Page(device), device.guest(mine)
        await host.dial(mine, tokens)
        await Friend(device.guest(mine)).sit(mine, "Bea")
        long = json.dumps({"name": "x" * 1_000_000})
        ask = partial(guest.ask, "POST", f"/api/tables/{mine}/seats", "", long)
        asked = [asyncio.ensure_future(ask()) for _ in range(2000)]
        closed: list[int] = []
        ports = [guest.connect(lambda text: None, lambda code, why: closed.append(code)) for _ in range(1000)]
        assert len(closed) == len(ports) - LINES
        assert len(guest.ports) == LINES
        assert (await host.ask("POST", f"/api/tables/{mine}/deal", {}, tokens))[0] == 200
        statuses = [said.status for said in await asyncio.gather(*asked)]
        assert statuses.count(413) <= 61
        assert set(statuses) == {413, 429}
        guest.gone()
        assert device.guests.limits.bodies.taken == 0
        await asyncio.sleep(0)
        assert len(device.guests.board.lines) <= LINES + 1

    at_a_device(work)


def test_a_guest_takes_what_is_free_and_no_seat_of_anybody() -> None:
    """All free chairs, if it likes; not the chair of the host's child, nor when it is offered to somebody else, nor by
    any claim that it thinks up. The host frees what it took."""

    async def work(device: Device) -> None:
        mine, tokens = await opened(device, "here", "here", "open", "open")
        host, eve = Page(device), Friend(device.guest(mine))
        # The child's chair is to go to another device; a free chair is free until somebody sits there.
        status, offer = await host.ask("POST", f"/api/tables/{mine}/seats/1/offer", {}, tokens)
        assert status == 201
        for asked in ({"seat": 0}, {"seat": 1}, {"seat": 1, "claim": "x"}, {"seat": 2, "claim": "x"}, {"seat": 9}):
            status, problem = await eve.ask("POST", f"/api/tables/{mine}/seats", {"name": "Eve", **asked})
            assert status in (400, 403, 409), (asked, problem)
        held = await eve.sit(mine, "Eve")
        assert (await eve.ask("POST", f"/api/tables/{mine}/seats", {"name": "Eve 2"}))[0] == 201
        for seat in (0, 1, 3):
            for change in ({"name": "Mallory"}, {"sitter": "open"}, {"sitter": "bot"}):
                status, problem = await eve.ask("PATCH", f"/api/tables/{mine}/seats/{seat}", change, [held])
                assert (status, problem["key"]) == (403, "not_your_seat")
            status, problem = await eve.ask("POST", f"/api/tables/{mine}/words", {"seat": seat, "word": "w"}, [held])
            assert (status, problem["key"]) == (403, "not_your_seat")
        # The friend for whom it was kept comes after all.
        friend = Friend(device.guest(mine))
        status, seated = await friend.ask("POST", f"/api/tables/{mine}/seats", {"name": "Ben", "claim": offer["claim"]})
        assert (status, seated["seat"]) == (201, 1)
        assert (await host.ask("PATCH", f"/api/tables/{mine}/seats/2", {"sitter": "open"}, tokens[:1]))[0] == 200
        assert (await eve.ask("POST", f"/api/tables/{mine}/deal", {}, [held]))[0] == 401

    at_a_device(work)


def test_every_route_is_either_open_to_guests_or_named_here() -> None:
    """A new route must be thought about: what a guest may ask is no more than what strangers may at a server."""
    closed = {
        "GET /api/games",
        "GET /api/games/{game}/actions",
        "GET /api/games/{game}/faces",
        "GET /api/lessons/{game}",
        "GET /api/boards/{board}",
        "GET /api/texts/{language}/{catalogue}",
        "POST /api/check",
        "POST /api/tables",
        "GET /api/codes/{code}",
        "DELETE /api/tables/{table}",
        "POST /api/tables/{table}/seats/{seat}/offer",
        "PUT /api/tables/{table}/seats",
        "PUT /api/tables/{table}/settings",
        "POST /api/tables/{table}/games/{number}/share",
        "GET /api/tables/{table}/along",
        "POST /api/tables/{table}/along",
        "POST /api/along",
        "POST /api/import",
    }
    every = {f"{route.method} {route.path}" for route in ROUTES}
    assert every - {f"{method} {path}" for method, path in OPEN} <= closed


@pytest.mark.parametrize("game", [TURNS.id])
def test_a_guest_sees_what_a_seat_sees(game: str) -> None:
    """On its line and in its answers there is no card of another seat, nor a secret on which something hangs."""

    async def work(device: Device) -> None:
        mine, tokens = await opened(device, "here", "open")
        friend, host = Friend(device.guest(mine)), Page(device)
        held = await friend.sit(mine, "Ben")
        await host.dial(mine, tokens)
        await friend.dial(mine, [held])
        secret = (await device.house.table(mine)).ledger.match
        assert secret is not None
        assert (await friend.ask("POST", f"/api/tables/{mine}/deal", {}, [held]))[0] == 200
        await friend.until(lambda: 1 in friend.seats)
        await host.until(lambda: 0 in host.seats and 1 not in host.seats)
        said = json.dumps(friend.heard)
        assert secret.secret not in said
        for path in ("", "/games/0/replay", "/games/0/replay?seat=0", "/games/0/export", "/games/0/replay?seat=1"):
            status, got = await friend.ask("GET", f"/api/tables/{mine}{path}", None, [held])
            assert secret.secret not in json.dumps(got)
            assert status == (403 if path.endswith("seat=0") else 409 if path.endswith("export") else 200), path

    at_a_device(work)
