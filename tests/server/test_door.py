"""What a stranger at the door can cost us: files, unfinished bodies, pictures, floods, and names that are not ours."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.attackers import raw
from server.harness import PATIENCE, Host, ServerProcess, play_on, spread
from specimens import TURNS
from tailback import games
from tailback.core import record
from tailback.core.errors import RecordError
from tailback.core.record import Record
from tailback.core.record_reader import CHANGES, LONGEST_HEAD, PER_MOVE
from tailback.server.door.sockets import known_by
from tailback.server.protocol import replays
from tailback.server.run.setup import Setup, limits_for
from tailback.server.service.call import LONGEST_FILE
from tailback.server.service.limits import Limit, Room
from tailback.server.service.routes import price
from tailback.server.truth.refusal import Refused

GAMES = Path(__file__).parents[1] / "games"
HEAD = (
    "POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    "X-Forwarded-For: {address}\r\n{length}\r\n\r\n"
)


@pytest.fixture
def running() -> Iterator[ServerProcess]:
    with ServerProcess() as started:
        yield started


def played(seed: int = 7) -> Record:
    """A finished game, by the first thing that comes to mind."""
    found = Record(TURNS, TURNS.fewest, TURNS.settle(TURNS.fewest, TURNS.short), seed)
    state = found.begin()
    found.setup = [event.full() for event in state.take_events()]
    while (asked := state.decision()) is not None:
        seat = asked.seats[0]
        action = spread({"v": len(found.steps), "legal": state.legal(seat)})
        state.apply(seat, action)
        found.add(seat, action, state.take_events())
    found.finish(state)
    return found


# Files


def with_lines(text: str, *lines: str) -> str:
    first, _, rest = text.partition("\n")
    return "\n".join([first, *lines, rest])


def test_remarks_that_grow_when_they_are_written_are_refused(running: ServerProcess) -> None:
    """3.8 MB of signs that each are written as six once became a row of 27 MB that stopped every table."""
    text = record.write(played())
    for remarks in (["# " + "\x7f" * 32_000] * 120, ["# " + "\x7f" * 600], ["# x"] * 60):
        answer = httpx.post(f"{running.http}/api/import", json={"record": with_lines(text, *remarks)}, timeout=PATIENCE)
        assert answer.status_code in (400, 413, 422), answer.text
    small = with_lines(text, "# from grandma", "# " + "\x7f" * 50)
    made = httpx.post(f"{running.http}/api/import", json={"record": small}, timeout=PATIENCE)
    assert made.status_code == 201
    kept = httpx.get(f"{running.http}/api/tables/{made.json()['share']}/games/0/export", timeout=PATIENCE)
    # Nobody is shown a stranger's remarks, so none are kept.
    assert kept.text == text


@pytest.mark.parametrize("sign", [r"\ud800", r"\udfff", r"\U0000dc00"])
@pytest.mark.parametrize("where", ["names", "position", "#", "words"])
def test_half_a_letter_is_refused_wherever_it_stands(where: str, sign: str) -> None:
    text = record.write(played())
    if where == "names":
        text = re.sub("^names .*$", lambda _: f"names A | {sign}", text, flags=re.M)
    elif where == "#":
        text = with_lines(text, f"# {sign}")
    else:
        line = (
            f"position {sign}"
            if where == "position"
            else "\n".join([f"fingerprint {'0' * 64}", f"secret {'0' * 64}", f"words {sign} | "])
        )
        text = text.replace("\nmoves\n", f"\n{line}\nmoves\n")
    with pytest.raises(Refused) as refused:
        replays.taken_in(text)
    assert (refused.value.status, refused.value.key) == (422, "bad_escape")


def test_half_a_letter_in_a_body_is_a_clear_refusal(running: ServerProcess) -> None:
    record_of = r'{"record":"tailback 1\n# \\ud800"}'
    for path, body in (
        ("/api/import", r'{"record":"\ud800"}'),
        ("/api/import", record_of),
        ("/api/check", r'{"game":"\ud800","players":2}'),
        ("/api/tables", r'{"game":"x","chairs":[{"sitter":"here","name":"\udc00 "}]}'),
    ):
        answer = httpx.post(running.http + path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422), (body, answer.text)


@pytest.mark.parametrize("game", games.ours())
def test_lengths_leave_room_for_real_games(game: str) -> None:
    """Names as long as they get: every golden game that ended is taken in, with room to spare."""
    taken = 0
    for path in sorted((GAMES / game / "golden").glob("*.txt")):
        found = games.read_record(path.read_text(encoding="utf-8"))
        if not found.over:
            continue
        found.names, found.notes = ["🚗" * 24] * found.players, []
        text = record.write(found)
        assert replays.taken_in(text) == text
        assert len(text) < LONGEST_HEAD / 4 + PER_MOVE * len(found.steps)
        taken += 1
    assert taken


def test_a_record_is_as_long_as_its_game() -> None:
    found = played()
    text = record.write(found)
    padded = text.replace("moves\n", "moves\n" + "  told x=1\n" * 10_000)
    with pytest.raises(RecordError, match="too_big"):
        games.read_record(padded)
    bound = CHANGES * TURNS.bound(found.players, found.options)
    move = record.write_step(found, record.Step(0, found.steps[0].action, []))
    with pytest.raises(RecordError, match="too_many_moves"):
        games.read_record(text.replace("scores ", move * min(bound + 1, 200_000) + "scores ", 1))


def test_what_cannot_be_read_again_is_not_stored() -> None:
    found = played()
    found.names[0] = "x" * 500
    with pytest.raises(Refused) as refused:
        replays.copy_of(found)
    assert refused.value.status == 422


# Bodies


def memory(running: ServerProcess) -> int:
    assert running.process is not None
    status = Path(f"/proc/{running.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) >> 10  # type: ignore[index]


def test_unfinished_bodies_take_little_room(running: ServerProcess) -> None:
    """190 bodies of 5 MB, of which the last letter never comes, from as many addresses: once a gigabyte."""
    piece = b"x" * 65536

    async def pour(k: int, size: int, chunked: bool, lines: contextlib.AsyncExitStack) -> bytes:
        line = await lines.enter_async_context(raw(running, "127.0.0.1"))
        length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {size}"
        await line.send(HEAD.format(address=f"203.0.113.{k}", length=length).encode())
        for _ in range(size // len(piece)):
            data = b"10000\r\n" + piece + b"\r\n" if chunked else piece
            try:
                async with asyncio.timeout(1):
                    await line.send(data)
            except TimeoutError:
                break
            if line.reader._buffer or line.reader.at_eof():  # type: ignore[attr-defined]
                break
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                return await line.rest()
        return b""

    async def attack() -> list[bytes]:
        async with contextlib.AsyncExitStack() as lines, Host(running) as host:
            await host.open(TURNS.id, "here here", deal=True)
            cases = [(k, (5 << 20, LONGEST_FILE - 1)[k % 2], k % 3 == 0) for k in range(190)]
            got = await asyncio.gather(*(pour(*case, lines) for case in cases))
            # Somebody else is answered meanwhile, also with a body of their own.
            await host.ok("PUT", "{t}/settings", {"pace_ms": 0})
            assert (await host.http.post("/api/check", json={"game": TURNS.id, "players": 2})).status_code == 200
            assert memory(running) - before < 80
            return got

    before = memory(running)
    refused = [answer for answer in asyncio.run(attack()) if answer]
    keys = {json.loads(answer.partition(b"\r\n\r\n")[2])["key"] for answer in refused}
    assert keys == {"too_big", "too_busy"}


def test_an_address_that_has_had_its_share_is_not_read_at_all(running: ServerProcess) -> None:
    async def attack() -> None:
        async with httpx.AsyncClient(base_url=running.http, timeout=PATIENCE) as http:
            for _ in range(10):
                assert (await http.post("/api/import", json={"record": ""})).status_code == 422
        async with raw(running, "127.0.0.1") as line:
            await line.send(HEAD.format(address="127.0.0.1", length="Content-Length: 1000000").encode())
            status, _, body = await line.answer()
            assert (status, json.loads(body)["key"]) == (429, "too_often")
            # And whatever it goes on sending is not listened to.
            assert await line.rest() == b""

    asyncio.run(attack())


def test_room_is_given_back() -> None:
    room = Room(10, 25)
    assert [room.refuses("a", 10), room.refuses("a", 11)] == ["", "each"]
    for address in "abc":
        room.take(address, 8)
    assert [room.refuses("a", 3), room.refuses("a", 2), room.refuses("d", 1)] == ["each", "total", ""]
    for address in "abc":
        room.give_back(address, 8)
    assert (room.taken, room.of) == (0, {})


# Budgets


def test_a_picture_is_made_once_and_not_sent_twice(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id)
            first = await host.ask("GET", "{t}/qr.svg")
            again = await host.http.get(first.url, headers={"if-none-match": first.headers["etag"]})
            assert (first.status_code, again.status_code, again.content) == (200, 304, b"")

    asyncio.run(scene())


def test_writing_has_a_budget() -> None:
    """Whatever comes of it: also those that are refused cost something."""
    ways = [("POST", "/deal"), ("PUT", "/settings"), ("PATCH", "/seats/0"), ("DELETE", "")]
    with ServerProcess(tables_per_minute=1) as running, httpx.Client(base_url=running.http, timeout=PATIENCE) as http:
        found = [http.request(method, f"/api/tables/none{end}").status_code for method, end in ways * 10]
        assert 429 not in found[:20]
        assert set(found[-12:]) == {429}
        assert http.get("/api/games").status_code == 200


def test_waking_tables_has_a_budget_everywhere() -> None:
    async def attack(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", deal=True)
            async with host.device(0, 1) as device:
                for path in ("/api/tables/", "/t/"):
                    # Ids that there might be.
                    others = [f"{path}{k:02d}{host.table[2:]}" for k in range(30)]
                    found = [(await host.ask("GET", other)).status_code for other in others]
                    assert found[-1] == 429
                async with connect(running.ws) as line:
                    other = "99" + host.table[2:]
                    await line.send(json.dumps({"type": "hello", "protocol": [1], "table": other, "tokens": []}))
                    said = json.loads(await line.recv())
                    assert (said["type"], said["key"]) == ("bye", "too_often")
                # Whoever is at a table that is awake pays nothing.
                for _ in range(30):
                    await host.ok("GET", "{t}")
                await play_on(device, (0, 1), spread, moves=2)

    with ServerProcess(lines=4) as running:
        asyncio.run(attack(running))


# Names


@pytest.mark.parametrize(
    ("host", "base", "good"),
    [
        ("127.0.0.1:8377", "", True),
        ("[::1]:8377", "", True),
        ("[fe80::1]", "", True),
        ("localhost:8377", "", True),
        ("laptop", "", True),
        ("Laptop.LOCAL:8377", "", True),
        ("", "", True),
        ("games.example.org", "https://games.example.org", True),
        ("GAMES.example.org.:443", "https://games.example.org/", True),
        ("xn--mller-kva.example", "https://müller.example", True),
        ("10.0.0.5:8377", "https://games.example.org", True),
        ("games.example.org", "", False),
        ("evil.example:8377", "https://games.example.org", False),
        ("games.example.org.evil.example", "https://games.example.org", False),
        ("127.0.0.1.evil.example", "", False),
        ("local.evil.example", "", False),
        ("[", "", False),
        (":8377", "", False),
    ],
)
def test_which_names_are_ours(host: str, base: str, good: bool) -> None:
    assert known_by(host, base) is good


def test_a_foreign_name_gets_no_answer() -> None:
    with ServerProcess(public_url="https://games.example.org") as running:
        asked = (("GET", "/"), ("HEAD", "/"), ("GET", "/api/games"), ("POST", "/api/tables"), ("GET", "/docs"))
        for method, path in asked:
            got = httpx.request(method, running.http + path, headers={"host": "evil.example"}, timeout=PATIENCE)
            assert got.status_code == 421, path
            assert got.headers["x-frame-options"] == "DENY"
            if method != "HEAD":
                assert got.json()["key"] == "foreign_host"
        for name in ("games.example.org", "localhost", f"127.0.0.1:{running.port}"):
            assert httpx.get(running.http + "/api/health", headers={"host": name}).status_code == 200

        async def open_socket(name: str) -> None:
            async with connect(f"ws://{name}:{running.port}/ws", host="127.0.0.1", port=running.port):
                pass

        with pytest.raises(InvalidStatus) as refused:
            asyncio.run(open_socket("evil.example"))
        assert refused.value.response.status_code == 421
        assert json.loads(refused.value.response.body or b"{}")["key"] == "foreign_host"
        asyncio.run(open_socket("games.example.org"))


def test_who_cannot_pay_loses_nothing() -> None:
    """Whoever asks again and again for something dear would else never have enough for it."""
    limit = Limit(5, 0)
    assert limit.take("a", 3)
    for _ in range(10):
        assert not limit.take("a", 3)
    assert limit.take("a", 2)
    assert price(0) == price(1999) == 1
    assert price(4000) == 3
    assert price(10**9) == price(10**6) < limits_for(Setup("")).replays.burst
