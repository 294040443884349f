"""Devices that reach the page of another one: what they may, and that it is no more than at a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from device.test_house import Outside, Page
from specimens import TURNS
from tailback import games
from tailback.device.guests import LINES, LONGEST_MESSAGE, OPEN, Guest
from tailback.device.house import Device
from tailback.device.port import MOST_UNREAD
from tailback.server.service.routes import ROUTES

WORDS = {"seat": 1, "number": 0, "code": "AAAA", "game": TURNS.id, "language": "en", "catalogue": "app", "board": "x"}


class Friend(Page):
    """A page at the other end of a channel."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self.guest = guest

    async def sit(self, table: str, name: str) -> str:
        status, seated = await self.ask("POST", f"/api/tables/{table}/seats", {"name": name})
        assert status == 201, seated
        token: str = seated["token"]
        return token


async def opened(device: Device, *sitters: str) -> tuple[str, list[str]]:
    """A table of this page: its id, and the tokens of the host and of the seats here."""
    chairs = [{"sitter": sitter} for sitter in sitters]
    short = {"options": games.load(TURNS.id).short, "settings": {"pace_ms": 0, "clock": False}}
    status, made = await Page(device).ask("POST", "/api/tables", {"game": TURNS.id, "chairs": chairs, **short})
    assert status == 201, made
    return made["table"]["table"], [held["token"] for held in made["tokens"]]


def is_here(page: Page, seat: int) -> bool:
    """As this page was told last."""
    told = [message["chairs"] for message in page.heard if message["type"] == "presence"]
    return bool(told and told[-1][seat]["here"])


def at_a_device(work: Callable[[Device], Awaitable[None]]) -> None:
    async def main() -> None:
        device = Device(Outside(), "https://play.example.org/#")
        await device.start()
        await work(device)

    asyncio.run(main())


def test_a_guest_sits_down_plays_goes_away_and_comes_back_to_its_seat() -> None:
    async def work(device: Device) -> None:
        table, tokens = await opened(device, "here", "open")
        host, friend = Page(device), Friend(device.guest(table))
        await host.dial(table, tokens)
        token = await friend.sit(table, "Ben")
        await friend.dial(table, [token])
        assert (await friend.ask("POST", f"/api/tables/{table}/deal", {}, [token]))[0] == 200
        await friend.until(lambda: 1 in friend.seats)
        await host.until(lambda: is_here(host, 1))
        # What it gets is its own seat, and the line is measured as at a server.
        assert list(friend.seats) == [1]
        assert any(message["type"] == "ping" for message in friend.heard)

        friend.guest.gone()
        await host.until(lambda: not is_here(host, 1))
        again = Friend(device.guest(table))
        await again.dial(table, [token])
        await again.until(lambda: 1 in again.seats)
        seat = next(seat for page in (host, again) for seat in page.seats.values() if seat["legal"])
        asked = again if seat["seat"] == 1 else host
        asked.say(type="answer", id="m", seat=seat["seat"], n=seat["n"], action=seat["legal"][0])
        await asked.until(lambda: any(message["type"] == "ack" for message in asked.heard))

    at_a_device(work)


def test_a_guest_is_refused_all_that_does_not_concern_its_table() -> None:
    async def work(device: Device) -> None:
        table, tokens = await opened(device, "here", "open")
        other, others = await opened(device, "here", "bot")
        friend = Friend(device.guest(table))
        # Even whoever knows the tokens of the host does here what guests do.
        for route in ROUTES:
            path = route.path.format_map(WORDS | {"table": table})
            if (route.method, route.path) not in OPEN:
                status, problem = await friend.ask(route.method, path, {}, tokens)
                assert (status, problem["key"]) == (404, "no_such_page"), route
        for held in (None, others):
            status, problem = await friend.ask("GET", f"/api/tables/{other}", None, held)
            assert (status, problem["key"]) == (404, "no_table")
        await friend.dial(other, others)
        await friend.until(lambda: friend.heard)
        assert (friend.heard[0]["type"], friend.heard[0]["key"]) == ("bye", "no_table")

    at_a_device(work)


def test_what_guests_may_ask_is_no_route_of_the_host() -> None:
    offered = {(route.method, route.path): route.who for route in ROUTES}
    assert {offered[wanted] for wanted in OPEN} <= {"anyone", "own", "seat", "owner", "sitter"}


def test_a_guest_that_floods_is_stopped_and_the_page_is_not() -> None:
    async def work(device: Device) -> None:
        table, _ = await opened(device, "here", "open")
        friend, calm = Friend(device.guest(table)), Friend(device.guest(table))
        answers = [(await friend.ask("GET", f"/api/tables/{table}"))[0] for _ in range(200)]
        assert (answers[0], answers[-1]) == (200, 429)
        assert (await calm.ask("GET", f"/api/tables/{table}"))[0] == 200
        assert (await calm.ask("POST", f"/api/tables/{table}/seats", {"name": "x" * 70_000}))[0] == 413

        # On its line, too: too much at once, too long, and too many lines.
        await friend.dial(table, [])
        await friend.until(lambda: any(message["type"] == "welcome" for message in friend.heard))
        for t in range(100):
            friend.say(type="ping", t=t)
        await friend.until(lambda: friend.heard[-1]["type"] == "bye")
        assert friend.heard[-1]["key"] == "too_often"
        for flood in (["x" * (LONGEST_MESSAGE + 1)], ["{}"] * (MOST_UNREAD + 1)):
            closed: list[int] = []
            port = calm.guest.connect(lambda text: None, lambda code, why, closed=closed: closed.append(code))
            for said in flood:
                port.said(said)
            assert closed == [1006]
        refused: list[str] = []
        for _ in range(LINES + 1):
            calm.guest.connect(lambda text: None, lambda code, why: refused.append(why))
        assert refused == ["too_often"]
        calm.guest.gone()

    at_a_device(work)


def test_whatever_a_guest_says_is_answered_or_ends_its_line() -> None:
    """Half a letter, numbers without end, brackets without end, thousands of words: no mistake of ours, and at once."""

    async def work(device: Device) -> None:
        table, _ = await opened(device, "here", "open")
        guest = device.guest(table)
        here = f"/api/tables/{table}"
        for method, path, authorization, body in (
            ("\ud800", "/x", "", ""),
            ("GET", "/api/tables/\ud800", "", ""),
            ("GET", here, "\ud800", ""),
            ("POST", f"{here}/seats", "", '{"name":"\ud800"}'),
            ("GET", f"{here}/games/0/replay?seat=\ud800", "", ""),
            ("GET", f"{here}/games/0/replay?seat=%ed%a0%80", "", ""),
            ("GET", f"{here}/games/{'9' * 5000}/replay", "", ""),
            ("GET", f"{here}/games/0/replay?since={'9' * 5000}", "", ""),
            ("POST", f"{here}/seats", "", "[" * 60_000),
            ("POST", f"{here}/seats", "", "no JSON"),
        ):
            said = await guest.ask(method, path, authorization, body)
            assert 400 <= said.status < 500, (path, said)
        for path, authorization in ((f"{here}?{'&'.join(['a=b'] * 20_000)}", ""), (here, "Bearer " + "," * 60_000)):
            assert (await guest.ask("GET", path, authorization, "")).status == 200
        for message in ("\ud800", '{"type":"hello","protocol":[1],"table":"\ud800","tokens":[]}'):
            closed: list[int] = []
            port = guest.connect(lambda text: None, lambda code, why, closed=closed: closed.append(code))
            port.said(message)
            assert closed == [1006]
        assert not guest.ports

    at_a_device(work)


def test_a_guest_may_come_and_go_as_often_as_it_likes() -> None:
    """A line that the other page has left is none: once the fifth was refused."""

    async def work(device: Device) -> None:
        table, _ = await opened(device, "here", "open")
        guest = device.guest(table)
        ended: list[str] = []
        for _ in range(3 * LINES):
            guest.connect(lambda text: None, lambda code, why: ended.append(why)).left()
        await asyncio.sleep(0)
        assert ended == []
        assert len(guest.ports) <= 1
        await asyncio.sleep(0.05)
        assert not guest.guests.tasks

    at_a_device(work)


def test_a_mistake_of_ours_ends_the_line() -> None:
    async def work(device: Device) -> None:
        table, _ = await opened(device, "here", "open")
        guest = device.guest(table)
        closed: list[int] = []

        async def mistake(line: object) -> None:
            raise ValueError

        guest.guests.board.attend = mistake  # type: ignore[method-assign]
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        guest.connect(lambda text: None, lambda code, why: closed.append(code))
        while guest.guests.tasks:
            await asyncio.sleep(0)
        assert len(closed) == 1
        assert not guest.ports

    at_a_device(work)
