"""What every answer carries, whom the server believes, and that a browser has nothing to complain about."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.attackers import ELSEWHERE, NO_CLOCK, raw
from server.harness import PATIENCE, Host, ServerProcess
from specimens import TURNS
from tailback.server.door.doorway import MOST_OPEN, PROXIES, REQUEST_SECONDS, Doorway
from tailback.server.door.sockets import allowed_origin
from tailback.server.live.addresses import group
from tailback.server.run import process, serve
from tailback.server.run.app import make_app
from tailback.server.run.setup import Setup, limits_for
from tailback.server.service import limits, lines, switchboard
from tailback.server.service.call import LONGEST_FILE
from tailback.server.service.limits import Limit
from tailback.server.truth import desk, seats
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import KEYS_KEPT, Ledger
from tailback.server.truth.refusal import Refused

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
WRITING = ("POST", "PUT", "PATCH", "DELETE")


def strict(headers: httpx.Headers | dict[str, str]) -> None:
    policy = headers["content-security-policy"]
    assert policy.startswith(("default-src 'self'", "default-src 'none'"))
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "cache-control" in headers
    # Useless or harmful over plain http at a home address.
    assert "strict-transport-security" not in headers
    assert "cross-origin-opener-policy" not in headers
    assert "set-cookie" not in headers
    assert "server" not in headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/docs", 200),
        ("GET", "/docs/openapi.json", 200),
        ("GET", "/static/pages.css", 200),
        ("GET", "/api/games", 200),
        ("HEAD", "/api/games", 200),
        ("HEAD", "/", 200),
        ("GET", "/api/health", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("GET", "/api/tables/nowhere", 404),
        ("GET", "/t/nowhere", 404),
        ("GET", "/static/nowhere", 404),
        ("GET", "/api/games/", 404),
        ("OPTIONS", "/api/tables", 405),
        ("PUT", "/api/games", 405),
        ("DELETE", "/", 405),
        ("POST", "/api/tables", 415),
        ("GET", "/ws", 404),
    ],
)
def test_every_answer_is_strict(running: ServerProcess, method: str, path: str, status: int) -> None:
    got = httpx.request(method, running.http + path, timeout=PATIENCE)
    assert got.status_code == status
    strict(got.headers)
    if method == "HEAD":
        assert got.content == b""
    elif status >= 400:
        page = got.headers["content-type"].startswith("text/html")
        assert page or set(got.json()) >= {"key", "params"}
    if status == 405:
        assert got.headers["allow"]
    assert "access-control-allow-origin" not in got.headers


def test_a_mistake_of_ours_is_answered_strictly_and_tells_nothing() -> None:
    """A broken handler: no header is missing, and nothing of the reason is told."""
    app = make_app(Setup(":memory:"))

    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError("the cards of Ann: R3 B5")

    app.router.routes[:] = []
    app.router.default = broken

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://home") as http:
            return await http.get("/api/games")

    got = asyncio.run(ask())
    assert (got.status_code, got.json()["key"]) == (500, "our_mistake")
    assert "Ann" not in got.text
    strict(got.headers)


def test_a_refusal_before_http_is_understood_is_strict(running: ServerProcess) -> None:
    async def ask() -> tuple[int, dict[str, str], bytes]:
        async with raw(running) as line:
            await line.send(b"garbage\r\n\r\n")
            return await line.answer()

    status, headers, body = asyncio.run(ask())
    assert (status, json.loads(body)["key"]) == (400, "bad_message")
    strict(headers)


def test_a_forged_host_gets_nowhere(running: ServerProcess) -> None:
    """Not into the policy, not into a redirect, and into no page as markup."""
    for host in ('evil"; script-src *', "evil.example'", "evil <b>", "<i>evil</i>"):
        got = httpx.get(running.http + "/", headers={"host": host}, timeout=PATIENCE)
        assert "evil" not in got.headers.get("content-security-policy", "")
        assert "evil" not in got.headers.get("location", "")
        assert host not in got.text


# Origins


@pytest.mark.parametrize(
    ("origin", "host", "base", "good"),
    [
        ("http://192.168.1.5:8377", "192.168.1.5:8377", "", True),
        ("http://[fd00::2]:8377", "[fd00::2]:8377", "", True),
        ("http://laptop:8377", "laptop:8377", "", True),
        ("http://laptop.local:8377", "LAPTOP.local:8377", "", True),
        ("http://localhost:8377", "localhost:8377", "", True),
        ("https://play.example.org", "127.0.0.1:8377", "https://play.example.org", True),
        ("https://play.example.org", "play.example.org", "https://play.example.org/table", True),
        ("http://evil.example", "192.168.1.5:8377", "", False),
        ("http://192.168.1.5", "192.168.1.5:8377", "", False),
        ("http://192.168.1.6:8377", "192.168.1.5:8377", "", False),
        # A name of the wide world that leads here all of a sudden: DNS rebinding.
        ("http://evil.example:8377", "evil.example:8377", "", False),
        ("http://evil.example:8377", "evil.example:8377", "https://play.example.org", False),
        ("http://local.evil.example", "local.evil.example", "", False),
        ("http://192.168.1.5.evil.example", "192.168.1.5.evil.example", "", False),
        ("null", "192.168.1.5:8377", "", False),
        ("null", "null", "", False),
        ("", "", "", False),
        ("http://[", "[", "", False),
        ("file://", "", "", False),
    ],
)
def test_which_pages_may_ask(origin: str, host: str, base: str, good: bool) -> None:
    assert allowed_origin(origin, host, base) is good


def test_a_page_of_another_site_changes_nothing_and_opens_no_socket(running: ServerProcess) -> None:
    async def attack() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here bot", settings=NO_CLOCK)
            path = f"/api/tables/{host.table}"
            for origin in ("http://evil.example", "null", running.http.replace("127", "128")):
                for method in WRITING:
                    got = await host.http.request(
                        method,
                        path if method == "DELETE" else f"{path}/seats",
                        headers={"origin": origin, "authorization": f"Bearer {host.tokens[None]}"},
                    )
                    assert got.status_code in (403, 405)
                    assert got.json()["key"] in ("foreign_origin", "no_such_method")
                    strict(got.headers)
                with pytest.raises(InvalidStatus) as refused:
                    await connect(running.ws, origin=origin)  # type: ignore[arg-type]
                answer = refused.value.response
                assert answer.status_code == 403
                assert json.loads(answer.body or b"{}")["key"] == "foreign_origin"
                strict({name.lower(): value for name, value in answer.headers.raw_items()})
            got = await host.http.get(path, headers={"origin": "http://evil.example"})
            assert "access-control-allow-origin" not in got.headers
            async with connect(running.ws, origin=running.http):  # type: ignore[arg-type]
                pass

    asyncio.run(attack())


# Reverse proxies


def test_only_a_proxy_on_this_machine_is_believed() -> None:
    """A forged X-Forwarded-For from elsewhere is ignored: all its guesses are counted as one address's."""
    config = process.config_for(make_app(Setup(":memory:")))
    assert config.proxy_headers
    assert config.forwarded_allow_ips == ",".join(PROXIES) == "127.0.0.1,::1"

    def guesses(running: ServerProcess, address: str) -> int:
        there = httpx.HTTPTransport(local_address=address)
        with httpx.Client(base_url=running.http, transport=there, timeout=PATIENCE) as http:
            answers = [
                http.get("/api/codes/ZZZZ", headers={"x-forwarded-for": f"203.0.113.{k}"}).status_code
                for k in range(30)
            ]
        return answers.count(404)

    with ServerProcess() as running:
        assert guesses(running, ELSEWHERE) <= 11
        assert guesses(running, "127.0.0.1") == 30
        got = httpx.get(running.http, headers={"x-forwarded-proto": "https"}, timeout=PATIENCE)
        assert "max-age" in got.headers["strict-transport-security"]


# Time and room


@contextlib.asynccontextmanager
async def in_this_process(address: str, doorway: type[Doorway]) -> AsyncIterator[int]:
    """A server at this address whose requests come in through this doorway; yields its port."""
    listening = serve.listen(address, 0)
    with tempfile.TemporaryDirectory() as folder:
        config = process.config_for(make_app(Setup(str(Path(folder) / "tables.sqlite"))))
        config.http = doorway
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            await task


class Hurried(Doorway):
    request_seconds = 0.5
    answer_seconds = 0.5


def test_slow_requests_are_not_waited_for() -> None:
    """Letters that dribble in, in the head or in the body, end with 408 or a close; a quick one is served meanwhile."""
    head = b"GET /api/games HTTP/1.1\r\nHost: x\r\nX: "
    body = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"

    async def dribble(port: int, first: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(first)
        got = b""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    writer.write(b"x")
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(0.02):
                            got += (data := await reader.read(65536))
                            if not data:
                                return got
        except ConnectionError:
            return got
        finally:
            writer.close()
            await asyncio.gather(writer.wait_closed(), return_exceptions=True)

    async def attack() -> list[bytes]:
        async with in_this_process("127.0.0.1", Hurried) as port:
            slow = [asyncio.create_task(dribble(port, first)) for first in (b"", head, body)]
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
                assert (await http.get("/api/games")).status_code == 200
            return await asyncio.gather(*slow)

    nothing, in_head, _ = asyncio.run(attack())
    for got in (nothing, in_head):
        assert got.startswith(b"HTTP/1.1 408 "), got
        assert b"too_slow" in got


def test_what_is_remembered_about_strangers_is_bounded() -> None:
    limit = Limit(1, 1)
    for k in range(limits.REMEMBERED + 500):
        limit.take(f"10.{k >> 16}.{k >> 8 & 255}.{k & 255}")
    assert len(limit.buckets) == limits.REMEMBERED
    ledger = Ledger("x")
    for k in range(KEYS_KEPT + 100):
        ledger.apply(r.Said(at=1, key=f"0.{k}", seat=0, phrase="hello"))
    assert len(ledger.keys) == KEYS_KEPT
    assert Doorway.open == {}


def test_a_whole_network_of_addresses_is_one_household() -> None:
    codes = limits_for(Setup("")).codes
    taken = [codes.take(group(f"2001:db8:0:1::{k:x}")) for k in range(50)]
    assert taken.count(True) == 10
    assert codes.take(group("2001:db8:0:2::1"))


def test_a_table_cannot_be_talked_full() -> None:
    """Talk ends long before games do, and both end before a table gets slow to wake."""
    ledger = Ledger("x")
    ledger.v = desk.TALKED_OUT - 1
    assert desk.say(ledger, 1, 0, "hello")
    ledger.v = desk.TALKED_OUT
    with pytest.raises(Refused) as refused:
        desk.say(ledger, 1, 0, "hello")
    assert refused.value.key == "table_worn"
    assert desk.TALKED_OUT < desk.MOST_ROWS


# A real browser


def chromium() -> str:
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    assert found, "this test wants a Chromium: Debian's package chromium"
    return found


def test_a_browser_at_a_home_address_has_nothing_to_complain_about() -> None:
    """Over plain http, not on loopback where the machine has another address: an empty console, no request outside."""
    assert complaints(browse("data:text/html,<title>Tailback</title><script>console.log('hear, hear')</script>"))
    address = serve.home_address() or "127.0.0.1"

    async def look() -> None:
        async with in_this_process(address, Doorway) as port:
            for path in ("/", "/docs", "/t/nowhere"):
                log = await asyncio.to_thread(browse, f"http://{address}:{port}{path}")
                assert complaints(log) == [], path

    asyncio.run(look())


def complaints(log: str) -> list[str]:
    return [line for line in log.splitlines() if "CONSOLE" in line]


def browse(url: str) -> str:
    """What Chromium writes to its console while it loads this page. It can reach nobody but us."""
    flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    flags += " --disable-component-update --disable-sync --enable-logging=stderr --v=0 --virtual-time-budget=3000"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        done = subprocess.run(
            [chromium(), *flags.split(), f"--user-data-dir={profile}", "--dump-dom", url],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
    assert re.search(r"<title>[^<]*Tailback", done.stdout), done.stdout[:500]
    for outside in re.findall(r"""(?:src|href)=["'](https?:)?//[^"']*""", done.stdout):
        raise AssertionError(f"the page points outside: {outside}")
    return done.stderr


# The words


def test_the_numbers_in_the_guide_are_those_of_the_code() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "security.md").read_text(encoding="utf-8")
    allowed = limits_for(Setup(""))
    for what, limit in (
        ("Tables opened", allowed.tables),
        ("Wrong codes", allowed.codes),
        ("Seats taken", allowed.joins),
        ("Files imported", allowed.files),
        ("Replays and exports read", allowed.replays),
        ("Requests that write", allowed.writes),
        ("Tables woken", allowed.wakes),
        ("Sockets opened", allowed.calls),
    ):
        assert f"| {what} | {limit.burst} | {limit.per_minute} a minute |" in guide
    assert f"| Sockets open | {allowed.lines} |" in guide
    assert f"| Bodies on their way | {allowed.bodies.each >> 20} MiB |" in guide
    assert f"all addresses together have {allowed.bodies.total >> 20} MiB" in guide
    assert f"| HTTP connections open | {MOST_OPEN} |" in guide
    assert f"| Messages on one socket | {allowed.messages * lines.BURST:.0f} | {allowed.messages} a minute |" in guide
    assert f"at most {process.LONGEST_MESSAGE >> 10} KiB, a file {LONGEST_FILE >> 20} MiB" in guide
    work = allowed.work.limit
    assert f"| Time on the processor | {work.burst:.0f} s | {work.per_minute:.0f} s a minute |" in guide
    hello = switchboard.HELLO_SECONDS
    assert f"arrive within {REQUEST_SECONDS:.0f} seconds and a first message within {hello:.0f}" in guide
    assert f"{desk.MOST_ROWS:,} rows, of which talk can fill {desk.TALKED_OUT:,}" in guide
    assert f"There are {len(seats.LETTERS) ** seats.CODE_LENGTH:,} four-letter codes" in guide


def test_the_versions_in_the_guide_are_those_that_are_pinned() -> None:
    root = Path(__file__).parents[2]
    pinned = dict(re.findall(r"^([\w-]+)==([\w.]+)", (root / "requirements" / "run.txt").read_text(), re.MULTILINE))
    listed = re.findall(r"^\| (\w+) \| ([\d.]+) \|", (root / "docs" / "security.md").read_text(), re.MULTILINE)
    assert len(listed) >= 7
    for name, version in listed:
        assert pinned[name] == version
