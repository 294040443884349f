"""Hostile input: each gets a clear error or a polite close, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from server.attackers import (
    ELSEWHERE,
    clear,
    close_code,
    hello,
    masked,
    raw,
    refusals,
    socket,
    unhindered,
    until_closed,
)
from server.harness import NO_CLOCK, PATIENCE, Host, ServerProcess, play_on, spread
from specimens import SEALED, TURNS
from tailback.server.run.setup import Setup, limits_for
from tailback.server.service.lines import BURST
from tailback.server.truth.seats import CODE_LENGTH, LETTERS

DEEP = 30_000
GARBAGE: list[str | bytes] = [
    "",
    " ",
    "null",
    "[]",
    "{}",
    "garbage",
    '"' + "x" * 1000,
    '{"type":"nothing"}',
    '{"type":7}',
    '{"type":"hello"}',
    '{"type":"hello","protocol":"1","table":"x"}',
    '{"type":"hello","protocol":[1],"table":"x","since":1e400}',
    '{"type":"hello","protocol":[1],"table":"x","more":true}',
    '{"type":"hello","protocol":[1],"table":null}',
    '{"type":"hello","protocol":[1],"table":"\\ud800"}',
    '{"type":"hello","protocol":[1],"table":"x","tokens":' + json.dumps(["x"] * 17) + "}",
    '{"type":"answer","id":"a","seat":99,"n":1,"action":0}',
    '{"type":"answer","id":"","seat":0,"n":1,"action":0}',
    '{"type":"answer","id":"a","seat":0,"n":NaN,"action":0}',
    '{"type":"answer","id":"a","seat":0,"n":Infinity,"action":0}',
    '{"type":"answer","id":"a","seat":0,"n":1,"action":0.5}',
    '{"type":"answer","id":"a","seat":0,"n":1,"action":null}',
    '{"type":"answer","id":"a","seat":0,"n":' + "9" * 4000 + ',"action":0}',
    '{"type":"say","id":"a","seat":0,"phrase":' + "[" * DEEP + "}",
    "[" * DEEP,
    '{"a":' * (DEEP // 4),
    b"\x00\xff\xfe binary",
    b"",
]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the limits of a real one for tables and codes; afterwards its log must hold no mistake of ours."""
    path: Path = tmp_path_factory.mktemp("hostile") / "errors"
    with path.open("wb") as errors:
        process = ServerProcess(messages=1200)
        process.errors = errors
        with process:
            yield process
    log = path.read_text()
    assert "Traceback" not in log, log
    assert "Exception in ASGI" not in log, log


def test_garbage_before_and_after_hello(running: ServerProcess) -> None:
    async def attack() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here bot", settings=NO_CLOCK, deal=True)
            for message in GARBAGE:
                async with socket(running) as line:
                    await line.send(message)
                    async with asyncio.timeout(PATIENCE):
                        said = json.loads(await line.recv())
                    assert said["type"] in ("refused", "bye")
                    assert clear(said["key"]), said
            async with host.device(0) as device:
                for message in GARBAGE[:15]:
                    assert clear((await refusals(device, message))["key"])
                # Still at the table: the line forgives a few.
                assert (await device.ask("say", seat=0, phrase="hello"))["type"] == "ack"
                for message in GARBAGE[15:]:
                    if device.said("bye"):
                        break
                    await refusals(device, message)
                assert device.said("bye")[0]["key"] == "nonsense"
            async with host.device(0) as device:
                for k in range(30):
                    await device.send(hello(host, host.tokens[0]))
                    await device.wait(lambda k=k: device.said("bye") or len(device.said("refused")) > k)
                    if device.said("bye"):
                        break
                assert device.said("refused")[0]["key"] == "hello_twice"
                assert device.said("bye")[0]["key"] == "nonsense"

    asyncio.run(unhindered(running, attack))


def test_frames_that_are_none(running: ServerProcess) -> None:
    """What no browser sends: each closes the line with the code that RFC 6455 has for it."""
    big = b'{"type":"say","id":"a","seat":0,"phrase":"' + b"x" * 70_000
    cases: list[tuple[list[bytes], set[int | None]]] = [
        ([masked(1, big)], {1009}),
        ([masked(1, big[:40_000], False), masked(0, big[40_000:])], {1009}),
        ([masked(1, b"{", False)] + [masked(0, b"", False)] * 5000, {None, 1002, 1008, 1009}),
        ([masked(1, b'{"type":"\xff\xfe"}')], {1007}),
        ([masked(1, b"\xc3\x28", False), masked(0, b"x")], {1007}),
        ([b"\x81\x05hello"], {1002}),
        ([masked(3, b"")], {1002}),
        ([masked(0, b"tail of nothing")], {1002}),
        ([b"\xf1\x80\0\0\0\0"], {1002}),
        ([masked(9, b"x" * 126)], {1002}),
        ([masked(9, b"x")] * 2000, {None}),
        ([masked(8, b"\x00\x01")], {1002}),
        ([b"GET / HTTP/1.1\r\n\r\n"], {1002}),
    ]

    async def attack() -> None:
        for frames, codes in cases:
            async with raw(running) as line:
                await line.upgrade(running.port)
                await line.send(b"".join(frames))
                got = close_code(await line.frames())
                assert got in codes, (frames[0][:40], got)

    asyncio.run(unhindered(running, attack))


def test_one_seat_never_acts_for_another(running: ServerProcess) -> None:
    async def attack() -> None:
        async with Host(running) as host, Host(running) as other:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
            await other.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
            for tokens in (["x"], ["x" * 64], [other.tokens[0]], [other.tokens[None]], [""], ["\u202e"]):
                async with socket(running) as line:
                    await line.send(hello(host, *tokens))
                    said, code = await until_closed(line)
                    assert (said[0]["type"], said[0]["key"], code) == ("bye", "bad_token", 1008)
                asked = await host.ask("POST", "{t}/deal", {}, token=tokens[0] if tokens[0].isascii() else "x")
                assert asked.status_code in (401, 403), asked.text
            async with host.device(0) as device, host.device() as watcher, host.device(None) as owner:
                n, mover = watcher.now[None]["n"], watcher.now[None]["awaited"][0]
                for line in (watcher, owner, device):
                    for seat in {0, 1} - set([0] if line is device else []):
                        got = await line.ask("answer", seat=seat, n=n, action=0)
                        assert (got["type"], got["key"]) == ("refused", "not_your_seat")
                        assert (await line.ask("undo", seat=seat))["key"] == "not_your_seat"
                        assert (await line.ask("say", seat=seat, phrase="hello"))["key"] == "not_your_seat"
                assert (await refusals(device, hello(host)))["key"] == "hello_twice"
                assert watcher.now[None]["n"] == n
                assert watcher.now[None]["awaited"][0] == mover

    asyncio.run(unhindered(running, attack))


def test_old_and_early_and_repeated_messages_change_nothing(running: ServerProcess) -> None:
    async def attack() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as device:
                seat = device.now[0]["awaited"][0]
                n, action = device.now[seat]["n"], device.now[seat]["legal"][0]
                sent = {"seat": seat, "n": n, "action": action}
                first = await device.ask("answer", id="once", **sent)
                assert first["type"] == "ack"
                v = device.v
                for _ in range(3):
                    device.log.clear()
                    again = await device.ask("answer", id="once", **sent)
                    assert (again["type"], again["again"]) == ("ack", True)
                assert (await device.ask("answer", **sent))["type"] == "late"
                for number in (n + 2, 1 << 62, 10**300):
                    assert (await device.ask("answer", seat=seat, n=number, action=action))["key"] == "too_early"
                for number in (-1, 0, -(10**300)):
                    assert (await device.ask("answer", seat=seat, n=number, action=action))["type"] == "late"
                for since in (-5, 10**30, 0):
                    assert (await device.ask("resync", since=since))["type"] == "ack"
                assert device.v == v

    asyncio.run(unhindered(running, attack))


NASTY = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "Robert'); DROP TABLE inputs;--",
    "\u202eevil\u202c",
    "a\u0000b",
    "\x1b[2J\x1b]0;x\x07",
    "two\r\nlines: yes",
    "\u200b\u200d\ufeff",
    "{{7*7}} ${7*7} %s %n",
    "\u0301" * 40,
    "🚗" * 60,
    "../../etc/passwd",
]


def test_names_and_words_are_made_fit_to_be_shown(running: ServerProcess) -> None:
    async def attack() -> None:
        async with Host(running) as host:
            for name in NASTY:
                body = {"game": TURNS.id, "chairs": [{"sitter": "here", "name": name}, {"sitter": "open"}]}
                got = await host.ask("POST", "/api/tables", body)
                if got.status_code == 422:
                    assert clear(got.json()["key"])
                    continue
                assert got.status_code == 201, got.text
                face = got.json()["table"]
                host.table, host.tokens = face["table"], {held["seat"]: held["token"] for held in got.json()["tokens"]}
                shown = face["chairs"][0]["name"]
                assert 0 < len(shown) <= 24
                assert not [sign for sign in shown if unicodedata.category(sign)[0] == "C"]
                word = await host.ask("POST", "{t}/words", {"seat": 0, "word": name}, token=host.tokens[0])
                assert word.status_code in (200, 422), word.text
                sat = await host.ask("POST", "{t}/seats", {"name": "Ben", "colour": name})
                assert (sat.status_code, sat.json()["key"]) == (422, "bad_value")
                page = await host.http.get(f"/t/{host.table}")
                assert page.status_code == 200
                assert "<script" not in page.text
                assert "<img src=x" not in page.text
                for path in ("/api/codes/{}", "/api/tables/{}", "/t/{}", "/r/{}", "/api/games/{}/actions"):
                    lost = await host.http.get(path.format(quote(name, safe="")))
                    assert lost.status_code in (404, 429), (path, name, lost.text)

    asyncio.run(unhindered(running, attack))


def test_names_in_a_file_are_made_fit_to_be_shown(running: ServerProcess) -> None:
    async def attack() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as device:
                await play_on(device, (0, 1), spread)
            text = (await host.ask("GET", "{t}/games/0/export")).text
            nasty = text.replace("names A |", "names E\\u202evil\\u001b[2J<b> |")
            assert nasty != text
            copy = (await host.ok("POST", "/api/import", {"record": nasty}, status=201))["share"]
            replay = (await host.ask("GET", f"/api/tables/{copy}/games/0/replay")).json()
            assert replay["names"] == ["Evil[2J<b>", "B"]
            page = await host.http.get(f"/r/{copy}")
            assert page.status_code == 200
            assert "<b>" not in page.text

    asyncio.run(unhindered(running, attack))


def test_paths_and_heads_and_bodies(running: ServerProcess) -> None:
    def request(line: str, *headers: str, body: bytes = b"", host: str = "127.0.0.1") -> bytes:
        lines = [f"{line} HTTP/1.1", f"Host: {host}", "Connection: close", *headers]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + body

    json_type = "Content-Type: application/json"
    cases: list[tuple[bytes, set[int]]] = [
        *[
            (request(f"GET {path}"), {400, 404})
            for path in (
                "/../../etc/passwd",
                "/docs/../../../etc/passwd",
                "/static/..%2f..%2fapp.py",
                "/static/%2e%2e/app.py",
                "/static//etc/passwd",
                "/docs/..\\..\\x",
                "/t/%00",
                "/api/tables/%ff%fe",
                "//evil.example/",
                "/api/games/",
                "/%0d%0aSet-Cookie:x=1",
            )
        ],
        (request("GET /api/games", "X: " + "y" * 2_000_000), {400, 431}),
        (request("GET /" + "a" * 2_000_000), {400, 414}),
        (request("GET /api/games", *["A: b"] * 300_000), {400, 431}),
        (b"GET /api/games HTTP/1.1\r\n\r\n", {400}),
        (b"GET /api/games HTTP/9.9\r\nHost: x\r\n\r\n", {200, 400, 505}),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", {400}),
        (b"garbage\r\n\r\n", {400}),
        (request("POST /api/tables", json_type, body=b"[" * 60_000), {400}),
        (request("POST /api/tables", json_type, body=b"{" * 70_000), {413}),
        (request("POST /api/tables", json_type, body=b'{"game":TURNS.id,"chairs":[]}'), {400, 422}),
        (request("POST /api/tables", json_type, body=b'{"game":NaN}'), {400}),
        (request("POST /api/tables", json_type, body=b'{"game":"\xff"}'), {400}),
        (request("POST /api/tables", "Content-Type: text/plain", body=b"{}"), {415}),
        (request("POST /api/tables", json_type, "Content-Length: -1"), {400}),
        (request("POST /api/tables", json_type, "Content-Length: 5", "Content-Length: 6"), {400}),
        (request("POST /api/tables", json_type, "Transfer-Encoding: chunked", body=b"zz\r\n"), {400}),
        (request("BREW /api/tables"), {405, 400}),
        (request("TRACE /api/tables"), {405}),
        (request("CONNECT 127.0.0.1:22"), {400, 404, 405}),
        (request("GET /ws"), {404, 426}),
        (request("GET /api/games", "Upgrade: h2c", "Connection: Upgrade"), {200}),
    ]

    async def attack() -> None:
        for sent, statuses in cases:
            async with raw(running) as line:
                await line.send(sent)
                status, headers, body = await line.answer()
                assert status in statuses, (sent[:60], status, body[:200])
                assert headers["x-content-type-options"] == "nosniff"
                assert b"root:" not in body
                if status >= 400 and headers["content-type"] == "application/json":
                    assert clear(json.loads(body)["key"]), body

    asyncio.run(unhindered(running, attack))


# Nothing is forgiven with time: as if a flood came in one moment, however long a busy machine takes over it.
AT_ONCE = """
from types import SimpleNamespace
from tailback.server.live import bucket
bucket.time = SimpleNamespace(monotonic=lambda: 0.0)
"""


def test_a_flood_of_messages_ends_that_line_only() -> None:
    messages = 12_000
    at_once = int(messages * BURST)

    async def attack(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here bot", settings=NO_CLOCK, deal=True)
            async with host.device(0) as device:
                # One after the other: what is sent into a closed line takes the server's last word with it.
                for k in range(at_once):
                    await device.send({"type": "say", "id": f"f{k}", "seat": 0, "phrase": "hello"})
                    await device.wait(
                        lambda k=k: device.said("bye") or f"f{k}" in [m.get("id") for m in device.log[-9:]]
                    )
                    if device.said("bye"):
                        break
                assert device.said("bye")[0]["key"] == "too_often"
                assert k > at_once / 2, "it was not one of the first"
            # Whoever asks and never listens is cut off, too, before much piles up.
            async with raw(running) as deaf:
                await deaf.upgrade(running.port)
                await deaf.send(masked(1, hello(host, host.tokens[0]).encode()))
                flood = b"".join(masked(1, b'{"type":"resync","id":"r%d"}' % k) for k in range(2000))
                await deaf.send(flood)
                got = await deaf.frames()
                assert close_code(got) == 1008
                resyncs = sum(b'"ack"' in data for _, data in got)
                assert 0 < resyncs < at_once

    with ServerProcess(prelude=AT_ONCE, messages=messages) as running:
        asyncio.run(unhindered(running, lambda: attack(running)))


def test_a_flood_of_tables_and_sockets_stays_within_the_limits() -> None:
    """One address gets its share and a clear no; another address is served meanwhile."""

    async def attack(running: ServerProcess) -> None:
        there = httpx.AsyncHTTPTransport(local_address=ELSEWHERE, limits=httpx.Limits(max_connections=50))
        async with httpx.AsyncClient(base_url=running.http, transport=there, timeout=PATIENCE) as http:
            body = {"game": TURNS.id, "chairs": [{"sitter": "here"}, {"sitter": "bot"}]}
            begun = time.monotonic()
            made = await asyncio.gather(*(http.post("/api/tables", json=body) for _ in range(120)))
            statuses = [answer.status_code for answer in made]
            # Thirty, and one more for every two seconds that it took.
            assert 30 <= statuses.count(201) <= 31 + (time.monotonic() - begun) / 2
            assert set(statuses) == {201, 429}
            refused = next(answer for answer in made if answer.status_code == 429)
            assert refused.json()["key"] == "too_often"
            assert "retry-after" in refused.headers
        open_lines: list[Any] = []
        turned_away: list[int] = []
        for _ in range(40):
            line = socket(running)
            try:
                await line.__aenter__()
                open_lines.append(line)
            except InvalidStatus as refused_line:
                turned_away.append(refused_line.response.status_code)
        assert (len(open_lines), turned_away) == (20, [429] * 20)
        for line in open_lines:
            await line.__aexit__(None, None, None)

    with ServerProcess(tables_per_minute=30, lines=20) as running:
        asyncio.run(unhindered(running, lambda: attack(running)))


def test_codes_cannot_be_guessed_in_bulk() -> None:
    """Measured at a real server: of many guesses at once from one address ten are answered."""

    async def guess(running: ServerProcess, address: str, count: int) -> list[int]:
        there = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=60))
        async with httpx.AsyncClient(base_url=running.http, transport=there, timeout=PATIENCE) as http:
            codes = [f"ZZ{LETTERS[k % 20]}{LETTERS[k // 20 % 20]}" for k in range(count)]
            return [got.status_code for got in await asyncio.gather(*(http.get(f"/api/codes/{c}") for c in codes))]

    async def attack(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here open")
            statuses = await guess(running, ELSEWHERE, 150)
            assert statuses.count(429) >= 135
            # Whoever knows the code is not slowed down by those who guess elsewhere, and does not use up guesses.
            for _ in range(30):
                assert (await host.ask("GET", f"/api/codes/{host.code.lower()}")).status_code == 200

    codes = limits_for(Setup("")).codes
    # One address tries less than one code in a hundred in a day; all of the world together less than a third.
    assert codes.per_minute * 60 * 24 < len(LETTERS) ** CODE_LENGTH / 100
    assert sum(codes.take(f"10.0.{k >> 8}.{k & 255}") for k in range(2000)) <= 301
    assert codes.everyone.rate * 3600 * 24 < len(LETTERS) ** CODE_LENGTH / 3

    with ServerProcess() as running:
        asyncio.run(attack(running))


def test_the_door_is_not_blocked_by_those_who_stand_in_it(running: ServerProcess) -> None:
    """Connections that say nothing: one address may have a hundred, the next is told why, others come in."""

    async def attack() -> None:
        standing = []
        turned_away: set[Any] = set()
        for _ in range(130):
            reader, writer = await asyncio.open_connection("127.0.0.1", running.port, local_addr=("127.0.0.11", 0))
            standing.append((reader, writer))
            writer.write(b"GET /api/ga")
        for reader, _ in standing[100:]:
            async with asyncio.timeout(PATIENCE):
                got = await reader.read(65536)
            turned_away.add(got.split(b"\r\n")[0])
        assert turned_away == {b"HTTP/1.1 429 Too Many Requests"}
        for _, writer in standing:
            writer.close()
            await asyncio.gather(writer.wait_closed(), return_exceptions=True)

    asyncio.run(unhindered(running, attack))
