"""No request holds the loop: the CPU time of every single callback is measured while nasty things are asked."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings, target
from hypothesis import strategies as st
from websockets.sync.client import connect

from server.harness import PATIENCE, QUICK, ROOMY, spread
from server.test_snapshots import busy_table
from specimens import TURNS, length_option
from tailback import games
from tailback.core import record
from tailback.core.record import Record
from tailback.server.live.house import House
from tailback.server.reference import schemas
from tailback.server.run import process, serve
from tailback.server.run.app import make_app
from tailback.server.run.setup import Setup, limits_for
from tailback.server.truth import rows as r

MOST_MS = 50
JSON = {"content-type": "application/json"}


class Meter:
    """The longest time on the CPU that one callback of the server's loop took."""

    def __init__(self) -> None:
        self.thread = 0
        self.worst = 0.0
        self.what = ""

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        run = asyncio.events.Handle._run

        def measured(handle: asyncio.Handle) -> None:
            if threading.get_ident() != self.thread:
                run(handle)
                return
            before = time.thread_time()
            run(handle)
            took = (time.thread_time() - before) * 1000
            if took > self.worst:
                self.worst, self.what = took, repr(handle)

        patch.setattr(asyncio.events.Handle, "_run", measured)

    @contextlib.contextmanager
    def single(self, what: str) -> Iterator[None]:
        self.worst, self.what = 0.0, ""
        yield
        assert self.worst < MOST_MS, f"{what} held the loop for {self.worst:.0f} ms: {self.what[:300]}"


class Running:
    """A server in a thread of this process, with a client and a table."""

    def __init__(self, meter: Meter, port: int, house: House, loop: asyncio.AbstractEventLoop) -> None:
        self.meter = meter
        self.house = house
        self.loop = loop
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self.ws = f"ws://127.0.0.1:{port}/ws"
        chairs = [{"sitter": "here", "name": name} for name in "AB"]
        body = {"game": TURNS.id, "chairs": chairs, "settings": {**QUICK, "clock": False}, "deal": True}
        made = self.http.post("/api/tables", json=body).json()
        self.table = made["table"]["table"]
        self.tokens = {held["seat"]: held["token"] for held in made["tokens"]}

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        with self.meter.single(f"{method} {path[:60]}"):
            got = self.http.request(method, path, **more)
        assert got.status_code < 500, got.text[:200]
        return got


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    meter = Meter()
    listening = serve.listen("127.0.0.1", 0)
    ready = threading.Event()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        setup = Setup(str(Path(folder) / "tables.sqlite"), **ROOMY)  # type: ignore[arg-type]
        # What is asked for is measured here, not how often.
        roomy = limits_for(setup)._replace(files=limits_for(setup).tables, replays=limits_for(setup).tables)
        patch.setattr("tailback.server.run.app.limits_for", lambda _: roomy)
        app = make_app(setup)
        config = process.config_for(app)
        # Python's own loop: its callbacks can be watched.
        config.loop = "asyncio"
        server = process.Server(config, ready.set)

        loop = asyncio.new_event_loop()

        def run() -> None:
            meter.thread = threading.get_ident()
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(server.serve(sockets=[listening]))

        thread = threading.Thread(target=run)
        meter.watch(patch)
        thread.start()
        assert ready.wait(PATIENCE)
        found = Running(meter, listening.getsockname()[1], app.state.house, loop)
        yield found
        found.http.close()
        uvicorn.Server.handle_exit(server, 15, None)
        thread.join(PATIENCE)


@functools.cache
def long_game() -> str:
    """A game of a few thousand moves as a file."""
    length = length_option(TURNS)
    option = next(option for option in TURNS.options if option.name == length)
    found = Record(TURNS, TURNS.most, TURNS.settle(TURNS.most, {length: option.high}), 5)
    state = found.begin()
    found.setup = [event.full() for event in state.take_events()]
    while (asked := state.decision()) is not None:
        seat = asked.seats[0]
        state_legal = state.legal(seat)
        action = spread({"v": len(found.steps), "legal": state_legal})
        state.apply(seat, action)
        found.add(seat, action, state.take_events())
        assert len(found.steps) < 50_000
    found.finish(state)
    return record.write(found)


def test_the_meter_sees_what_holds_the_loop(running: Running) -> None:
    """Else it could never fail."""
    server = running.meter.thread

    async def slow() -> None:
        end = time.thread_time() + 0.08
        while time.thread_time() < end:
            pass

    def hold() -> None:
        running.meter.thread = threading.get_ident()
        asyncio.run(slow())
        running.meter.thread = server

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    assert running.meter.worst > MOST_MS


def test_games_from_files(running: Running) -> None:
    """The longest that are taken, and the longest that are not."""
    made = running.ask("POST", "/api/import", json={"record": long_game()})
    assert made.status_code == 201, made.text
    path = f"/api/tables/{made.json()['share']}"
    for end in ("", "/games/0/replay", "/games/0/replay?since=1000&limit=200&seat=0", "/games/0/export"):
        assert running.ask("GET", path + end).status_code == 200
    first, _, rest = long_game().partition("\n")
    for text in (
        long_game().replace("moves\n", "moves\n" + "  told x=[1,2,3]\n" * 100_000),
        f"{first}\n" + "# x\n" * 400_000 + rest,
        "\n" * 1_999_999,
        f"{first}\n# " + "\x7f" * 300_000 + f"\n{rest}",
        "tailback 1\n" + "\\u0001" * 300_000,
    ):
        assert running.ask("POST", "/api/import", json={"record": text}).status_code in (400, 413, 422)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?plain",
        "/docs",
        "/docs/openapi.json",
        "/api/games",
        *(f"/api/lessons/{game}" for game in games.ours()),
        *(f"/api/games/{game}/actions" for game in games.ours()),
        "/api/texts/fi/web",
        "/api/texts/de/app",
        "/api/codes/" + "Z" * 5000,
        "/api/games?" + "&".join(f"{k}=1" for k in range(5000)),
        "/nowhere/" + "%2e" * 5000,
    ],
)
def test_what_anybody_may_ask(running: Running, path: str) -> None:
    running.ask("GET", path)


def test_strange_heads(running: Running) -> None:
    for headers in (
        {"accept-language": ",".join(["x;q=0.5"] * 5000)},
        {"accept-encoding": ",".join(["gzip;q=0"] * 5000)},
        {"if-none-match": ",".join(['"x"'] * 5000)},
        {"authorization": "Bearer " + ",".join(["x" * 60] * 16)},
        {"authorization": "Bearer " + "," * 40_000},
        {"host": "x" * 30_000},
        {"host": ".".join(["x"] * 10_000)},
        {f"x-{k}": "1" for k in range(90)},
    ):
        for path in ("/", f"/api/tables/{running.table}/games/0/replay"):
            running.ask("GET", path, headers=headers)


def test_a_table(running: Running) -> None:
    table = f"/api/tables/{running.table}"
    for end in ("", "/qr.svg", "/games/0/replay", "/games/0/export"):
        running.ask("GET", table + end)
    mine = {"authorization": "Bearer " + ",".join([running.tokens[None], *[running.tokens[0]] * 15])}
    added = [{"sitter": "bot", "name": "x" * 200}] * 8
    for method, end, body in (
        ("PUT", "/seats", {"order": [1, 0], "added": added}),
        ("PUT", "/settings", {"pace_ms": 0, "clock": False}),
        ("PATCH", "/seats/0", {"name": "\u0301" * 200}),
        ("POST", "/words", {"seat": 0, "word": "🚗" * 200}),
        ("POST", "/deal", {"id": "x" * 40}),
    ):
        running.ask(method, table + end, json=body, headers=mine)
    for raw in (
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b'{"options":{' + b'"x":1,' * 8000,
        b'"' + b"\\u0001" * 10_000 + b'"',
    ):
        running.ask("POST", "/api/check", content=raw, headers=JSON)


def test_a_device(running: Running) -> None:
    with connect(running.ws, max_size=None) as line, running.meter.single("a device"):
        tokens = [running.tokens[0], running.tokens[1]]
        line.send(json.dumps({"type": "hello", "protocol": [1], "table": running.table, "tokens": tokens, "since": 0}))
        seen = 0
        for message in (
            {"type": "resync", "id": "a", "since": 0},
            {"type": "hints", "id": "b", "seat": 0, "n": 1},
            {"type": "say", "id": "c", "seat": 0, "phrase": "x" * 60_000},
        ):
            line.send(json.dumps(message))
        while seen < 3:
            seen += json.loads(line.recv(PATIENCE))["type"] in ("ack", "hints", "refused", "late")


def test_a_table_that_has_seen_much(running: Running) -> None:
    """Four thousand rows with hundreds of undos: it is woken, looked at from the first row on, and gone back at."""
    book = busy_table(TURNS.id, 4000)
    rows = [r.decode(raw) for raw in book.rows]
    work = running.house.create(rows)
    table = asyncio.run_coroutine_threadsafe(work, running.loop).result(PATIENCE)
    for _ in range(2):
        running.ask("GET", f"/api/tables/{table}")
    with connect(running.ws, max_size=None) as line, running.meter.single("a long table"):
        hello = {"type": "hello", "protocol": [1], "table": table, "tokens": ["token0", "token1"], "since": 0}
        line.send(json.dumps(hello))
        for k, message in enumerate(
            [
                *[{"type": "resync", "since": since} for since in (0, 3000, 3800, 3999)],
                {"type": "undo", "seat": 0},
                {"type": "undo", "seat": 1},
                {"type": "hints", "seat": 0, "n": 1},
            ]
        ):
            line.send(json.dumps({**message, "id": f"{k}"}))
            while json.loads(line.recv(PATIENCE))["type"] not in ("ack", "hints", "refused", "late"):
                pass


SIGNS = st.sampled_from(["x", "\x7f", "\\u0001", "[", "🚗", "\n", "|", '"', "{", "  told x=1\n", "# x\n", "A x\n"])


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    where=st.sampled_from(["record", "head", "events", "game", "name", "options", "query", "token"]),
    sign=SIGNS,
    times=st.integers(1, 300_000),
)
def test_searching_for_what_holds_it(running: Running, where: str, sign: str, times: int) -> None:
    """Hypothesis goes where the loop is held longest."""
    text = sign * times
    short = text[:15_000]
    if where in ("record", "head", "events"):
        first, _, rest = long_game().partition("\n")
        whole = {
            "record": text,
            "head": f"{first}\n{text}{rest}",
            "events": long_game().replace("moves\n", f"moves\n{text}"),
        }
        running.ask("POST", "/api/import", json={"record": whole[where]})
    elif where == "query":
        running.ask("GET", f"/api/tables/{running.table}/games/0/replay", params={"since": short[:4000]})
    elif where == "token":
        # What may stand in a header: no line breaks, no control signs, no space at its end.
        token = short.encode("ascii", "replace").replace(b"\n", b",").replace(b"\x7f", b"?").strip()
        running.ask(
            "GET", f"/api/tables/{running.table}/games/0/replay", headers={b"authorization": b"Bearer " + token}
        )
    else:
        chair = {"sitter": "here", "name": short if where == "name" else "A"}
        options = {short[:100]: short} if where == "options" else {}
        body = {"game": short if where == "game" else TURNS.id, "chairs": [chair] * 2, "options": options}
        running.ask("POST", "/api/tables", json=body)
    target(running.meter.worst, label="ms on the loop")


schema = schemathesis.openapi.from_dict(schemas.openapi())


@schema.parametrize()
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
def test_every_route(case: schemathesis.Case, running: Running) -> None:
    """What the reference allows and what it does not, about a table that exists."""
    if "table" in case.path_parameters and case.method != "DELETE":
        case.path_parameters["table"] = running.table
        case.headers["Authorization"] = f"Bearer {running.tokens[None]}"
    with running.meter.single(f"{case.method} {case.path}"):
        case.call(base_url=str(running.http.base_url))
    target(running.meter.worst, label="ms on the loop")
