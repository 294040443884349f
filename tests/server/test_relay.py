"""The relay for tables without a server: who finds whom, what is passed on, and what those get who mean no good."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.asking import RELAY, every_message, fits, largest, shape, tag
from server.attackers import ELSEWHERE, clear, unhindered
from server.harness import PATIENCE, ServerProcess, eventually
from server.inside import Inside, indoors
from server.permissions import answer
from tailback.server.relay import lines, rooms
from tailback.server.relay import messages as m
from tailback.server.service.call import usual_limits
from tailback.server.truth import seats
from tailback.server.truth.refusal import Refused

KEY = "a-key-that-is-22-signs"
PIECE = "x" * m.LONGEST


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """With the limits of a real one; afterwards its log must hold no mistake of ours."""
    path: Path = tmp_path_factory.mktemp("relay") / "errors"
    with path.open("wb") as errors:
        process = ServerProcess(relay=True, messages=1200)
        process.errors = errors
        with process:
            yield process
    log = path.read_text()
    assert "Traceback" not in log, log


class Page:
    """A page on a line to the relay."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line

    async def say(self, **message: Any) -> None:
        await self.line.send(json.dumps(message))

    async def told(self, kind: str) -> dict[str, Any]:
        """The next message, which is of this kind."""
        async with asyncio.timeout(PATIENCE):
            found = json.loads(await self.line.recv())
        assert found.pop("type") == kind, found
        return dict(found)

    async def bye(self) -> tuple[str, bool]:
        said = await self.told("bye")
        async with asyncio.timeout(PATIENCE):
            await self.line.wait_closed()
        assert clear(said["key"]), said
        return said["key"], said["again"]


@asynccontextmanager
async def page(running: ServerProcess, address: str = "127.0.0.1", **more: Any) -> AsyncIterator[Page]:
    where = f"ws://127.0.0.1:{running.port}{RELAY}"
    local = (address, 0)
    async with connect(where, max_size=None, ping_interval=None, local_addr=local, **more) as line:
        yield Page(line)


@asynccontextmanager
async def host(running: ServerProcess, key: str = "") -> AsyncIterator[tuple[Page, dict[str, Any]]]:
    async with page(running) as made:
        await made.say(type="hold", key=key or seats.new_token())
        yield made, await made.told("held")


@asynccontextmanager
async def guest(running: ServerProcess, room: str, **more: Any) -> AsyncIterator[Page]:
    async with page(running, **more) as made:
        await made.say(type="come", room=room)
        yield made


def test_a_host_and_its_guests_hear_each_other_and_nobody_else(running: ServerProcess) -> None:
    async def main() -> None:
        async with (
            host(running) as (mia, held),
            host(running) as (other, elsewhere),
            guest(running, held["room"]) as ben,
            guest(running, f" {held['code'].lower()} ") as eve,
        ):
            assert held["code"] != elsewhere["code"]
            assert [(await one.told("came"))["room"] for one in (ben, eve)] == [held["room"]] * 2
            numbers = [(await mia.told("came"))["guest"] for _ in range(2)]
            assert numbers == [1, 2]
            await ben.say(type="pass", data="from one")
            assert await mia.told("passed") == {"data": "from one", "guest": 1}
            for number, one in zip(numbers, (ben, eve), strict=True):
                await mia.say(type="pass", guest=number, data=f"to {number}")
                assert await one.told("passed") == {"data": f"to {number}", "guest": 0}
            # Numbers of another room lead nowhere.
            await other.say(type="pass", guest=1, data="not for you")
            await other.say(type="part", guest=1)
            await other.say(type="beat")
            await other.told("beat")
            await ben.say(type="beat")
            await ben.told("beat")
            await ben.line.close()
            assert await mia.told("parted") == {"guest": 1}
            await mia.say(type="part", guest=2)
            assert await eve.bye() == ("relay_left", True)

    asyncio.run(main())


def test_a_host_that_comes_back_finds_its_room(running: ServerProcess) -> None:
    async def main() -> None:
        async with host(running, KEY) as (_, held), guest(running, held["code"]) as ben:
            await ben.told("came")
            async with host(running, KEY) as (again, same):
                # The same page, loaded anew while its old line still stands.
                assert same == held
                assert await ben.bye() == ("relay_away", True)
                async with guest(running, held["room"]) as back:
                    await back.told("came")
                    await again.told("came")
        async with guest(running, held["room"]) as early:
            assert await early.bye() == ("relay_away", True)
        async with host(running, KEY) as (mia, same):
            assert same == held, "its code is kept for a while"
            await mia.say(type="part")
            assert await mia.bye() == ("relay_left", False)
        async with guest(running, held["code"]) as late:
            assert await late.bye() == ("no_code", False)

    asyncio.run(main())


def test_after_a_restart_the_same_key_opens_the_same_room() -> None:
    async def main() -> None:
        with ServerProcess(relay=True) as server:
            async with host(server, KEY) as (mia, held):
                server.stop()
                assert await mia.bye() == ("restart", True)
            server.start()
            async with host(server, KEY) as (mia, same), guest(server, held["room"]) as ben:
                assert same["room"] == held["room"]
                await ben.told("came")
                await mia.told("came")

    asyncio.run(main())


def test_it_is_there_only_where_it_was_asked_for(running: ServerProcess) -> None:
    async def main() -> None:
        with ServerProcess() as without:
            assert httpx.get(f"{without.http}/health/alive").json()["relay"] is False
            with pytest.raises(InvalidStatus) as refused:
                async with page(without):
                    pass
            assert refused.value.response.status_code == 404

    assert httpx.get(f"{running.http}/health/alive").json()["relay"] is True
    asyncio.run(main())


def test_pages_of_other_sites_are_turned_away(running: ServerProcess) -> None:
    async def main() -> None:
        for origin in ("https://evil.example", "null"):
            with pytest.raises(InvalidStatus) as refused:
                async with page(running, origin=origin):
                    pass
            assert refused.value.response.status_code == 403
        async with page(running, origin=running.http) as own:
            await own.say(type="beat")
            assert await own.bye() == ("no_hello", False)

    asyncio.run(main())


def test_what_is_no_message_ends_the_line(running: ServerProcess) -> None:
    """Made from the messages themselves: one that is too large, of the wrong type, too early or too late."""
    kinds = every_message(RELAY)
    facts = {"key": KEY, "room": "?"}

    def said(kind: Any, **more: Any) -> str:
        return json.dumps({"type": tag(kind), **fits(kind, facts), **more})

    early = [said(kind) for kind in kinds if tag(kind) not in ("hold", "come")]
    late = [said(kind) for kind in kinds if tag(kind) in ("hold", "come")]
    wrong: list[str | bytes] = ["", "null", "[]", "{}", "[" * 30_000, b"\x00\xff", '{"type":"nothing"}']
    for kind in kinds:
        wrong.append(said(kind, more=1))
        for field in shape(kind).fields:  # type: ignore[union-attr]
            wrong += [said(kind, **{field.name: value}) for value in (None, [], -1, "\ud800", "x" * (m.LONGEST + 1))]

    async def main() -> None:
        for message in [*early, *wrong]:
            async with page(running) as one:
                await one.line.send(message)
                assert (await one.bye())[0] in ("no_hello", "bad_message", "not_text"), message[:80]
        async with host(running) as (mia, held):
            for message in [*late, *wrong, said(m.Part)]:
                async with guest(running, held["room"]) as eve:
                    await eve.told("came")
                    await eve.line.send(message)
                    assert (await eve.bye())[0] in ("hello_twice", "bad_message", "not_text"), message[:80]
            # The page with the table only heard them come and go.
            for _ in range(2 * len([*late, *wrong, 1])):
                assert json.loads(await mia.line.recv())["type"] in ("came", "parted")

    asyncio.run(unhindered(running, main))


def test_the_largest_of_each_message_is_taken_and_a_larger_frame_is_not(running: ServerProcess) -> None:
    async def main() -> None:
        async with host(running) as (mia, held), guest(running, held["room"]) as ben:
            await ben.told("came")
            number = (await mia.told("came"))["guest"]
            for kind in every_message(RELAY)[2:]:
                message = {**largest(kind, m.LONGEST, {"data": PIECE, "guest": number}), "type": tag(kind)}
                if kind is not m.Part:
                    await mia.line.send(json.dumps(message))
            assert (await ben.told("passed"))["data"] == PIECE
            await ben.say(type="pass", data="x" * 70_000)
            with pytest.raises(ConnectionClosed):
                await ben.line.recv()
            await mia.told("beat")
            assert await mia.told("parted") == {"guest": number}

    asyncio.run(main())


def test_whoever_guesses_codes_is_soon_refused_and_knows_no_room(running: ServerProcess) -> None:
    async def main() -> None:
        async with host(running) as (_, held):
            refusals = []
            for k in range(15):
                async with guest(running, f"AAA{seats.LETTERS[k]}", address=ELSEWHERE) as eve:
                    refusals.append((await eve.bye())[0])
            assert refusals == ["no_code"] * 10 + ["too_often"] * 5
            # What was guessed here cannot be guessed on at the tables of the server: it is one purse.
            transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
            async with httpx.AsyncClient(transport=transport, base_url=running.http) as http:
                assert (await http.get("/api/codes/AAAA")).status_code == 429
            # And neither can the right one be tried: it is as refused as the others.
            async with guest(running, held["code"], address=ELSEWHERE) as eve:
                assert await eve.bye() == ("too_often", True)
            # Whoever was given the link is not hindered by a guesser in the same house.
            async with guest(running, held["room"], address=ELSEWHERE) as ben:
                await ben.told("came")

    asyncio.run(main())


def test_a_flood_is_read_slowly_and_the_others_do_not_notice(running: ServerProcess) -> None:
    async def main() -> None:
        async with host(running) as (mia, held), guest(running, held["room"], address=ELSEWHERE) as eve:
            await eve.told("came")
            await mia.told("came")
            heard = 0

            async def listen() -> None:
                nonlocal heard
                while True:
                    heard += json.loads(await mia.line.recv())["type"] == "passed"

            async def flood() -> None:
                while True:
                    await eve.say(type="pass", data=PIECE)

            work = [asyncio.create_task(listen()), asyncio.create_task(flood())]
            begun = time.monotonic()
            await asyncio.sleep(3)
            for one in work:
                one.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            allowed = 1200 / 20 + 1200 / 60 * (time.monotonic() - begun)
            assert 20 < heard <= allowed + 2
            # The page with the table is still on its line, and another guest comes through at once.
            async with guest(running, held["room"]) as ben:
                await ben.told("came")

    asyncio.run(unhindered(running, main))


def test_bytes_are_counted_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many lines as one may have bring no more than one."""

    async def work(place: Inside) -> None:
        relay = place.app.state.relay
        async with place.line(path=RELAY) as mia, place.line(path=RELAY, address="192.0.2.1") as ben:
            held = await answer(mia, {"type": "hold", "key": KEY})
            await answer(ben, {"type": "come", "room": held["room"]})
            before = [bucket.left for bucket in relay.bytes.all_of("192.0.2.1")]
            ben.say(json.dumps({"type": "pass", "data": PIECE}))
            await mia.wire.until(lambda: PIECE.encode() in mia.heard)
            await asyncio.sleep(0)
            after = [bucket.left for bucket in relay.bytes.all_of("192.0.2.1")]
            assert all(b - a > len(PIECE) - 1000 for a, b in zip(after, before, strict=True))
            # Whoever has none left waits, on each of their lines.
            for bucket_of in relay.bytes.own("192.0.2.1"):
                bucket_of.spend(lines.AT_ONCE + lines.A_MINUTE // 60)
            heard = len(mia.wire.got)
            for _ in range(3):
                ben.say(json.dumps({"type": "pass", "data": "later"}))
            await asyncio.sleep(0.3)
            assert len(mia.wire.got) == heard + 1, "the one that was taken before it was counted"

    indoors(work, tmp_path)


def test_a_page_that_does_not_read_makes_its_guests_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(place: Inside) -> None:
        async with place.line(path=RELAY) as mia, place.line(path=RELAY) as ben:
            held = await answer(mia, {"type": "hold", "key": KEY})
            await answer(ben, {"type": "come", "room": held["room"]})
            waiting = lines.MOST_WAITING + 1
            monkeypatch.setattr(type(mia.wire), "unread", lambda self: waiting)
            heard = len(mia.wire.got)
            for _ in range(5):
                ben.say(json.dumps({"type": "pass", "data": "x"}))
            await asyncio.sleep(0.3)
            assert len(mia.wire.got) == heard + 1
            waiting = 0
            await mia.wire.until(lambda: len(mia.wire.got) == heard + 5)

    indoors(work, tmp_path)


def test_whoever_is_silent_is_gone_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "SILENT_SECONDS", 0.2)
    monkeypatch.setattr(lines, "HELLO_SECONDS", 0.2)

    async def work(place: Inside) -> None:
        async with place.line(path=RELAY) as mia, place.line(path=RELAY) as nobody:
            await answer(mia, {"type": "hold", "key": KEY})
            await mia.wire.until(lambda: b"too_slow" in mia.heard)
            await nobody.wire.until(lambda: b"too_slow" in nobody.heard)

    indoors(work, tmp_path)


class Nobody:
    """A caller of whom only the words count."""

    def __init__(self) -> None:
        self.left = ""

    def tell(self, message: m.FromRelay) -> None:
        """Nobody hears it."""

    def leave(self, key: str, again: bool = False) -> None:
        self.left = key


def test_rooms_and_guests_have_their_number_and_dead_rooms_vanish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "AWAY_SECONDS", 0.05)

    async def main() -> None:
        found = rooms.Rooms(usual_limits())
        hosts = [Nobody() for _ in range(rooms.OF_ONE)]
        made = [found.hold(seats.new_token(), "a", host) for host in hosts]
        with pytest.raises(Refused, match="too_often"):
            found.hold(seats.new_token(), "a", Nobody())
        found.hold(seats.new_token(), "b", Nobody())
        for _ in range(rooms.GUESTS):
            made[0].enter(Nobody())
        with pytest.raises(Refused, match="relay_full"):
            made[0].enter(Nobody())
        made[1].enter(Nobody())
        for room, host in zip(made, hosts, strict=True):
            found.away(room, host)
        assert len(found.by_code) == rooms.OF_ONE + 1
        await eventually(lambda: len(found.by_id) == len(found.by_code) == 1)
        assert (found.space.taken, found.space.of) == (1, {"b": 1})
        found.hold(seats.new_token(), "a", Nobody())

    asyncio.run(main())


def test_codes_get_longer_as_rooms_get_many() -> None:
    """Else guessing would pay where many play; see `seats.longer`."""

    async def main() -> None:
        found = rooms.Rooms(usual_limits(tables=10**6))
        codes = [found.hold(seats.new_token(), str(n), Nobody()).code for n in range(400)]
        assert len(set(codes)) == 400
        short = [code for code in codes if len(code) == seats.CODE_LENGTH]
        assert len(short) == len(seats.LETTERS) ** seats.CODE_LENGTH // seats.RARE

    asyncio.run(main())
