"""No request holds the loop: the CPU time of every single callback is measured while nasty things are asked."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn
from hypothesis import HealthCheck, given, settings, target
from hypothesis import strategies as st
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.asking import Facts, every_message, every_route, fits, largest, requests, tag
from server.harness import PATIENCE, QUICK, ROOMY, spread
from server.in_memory import MemoryStore
from server.inside import LAB_KEY, STAND_IN, pages, plenty
from server.scenes import Scene
from server.test_snapshots import busy_table
from specimens import TURNS, length_option
from tailback import games
from tailback.core import record
from tailback.core.record import Record
from tailback.server.lab import bench
from tailback.server.live.house import House
from tailback.server.run import process, serve
from tailback.server.run.app import make_app
from tailback.server.run.setup import Setup, limits_for
from tailback.server.service.route import Route
from tailback.server.truth import rows as r
from tailback.server.truth import seats

MOST_MS = 50
JSON = {"content-type": "application/json"}


class Holds(AssertionError):
    """Something held the loop."""


def each_time(test: Callable[..., None]) -> Callable[..., None]:
    """What holds the loop does so each time; a machine with much else to do is slow now and then."""

    @functools.wraps(test)
    def run(*given: Any, **named: Any) -> None:
        for _ in range(2):
            with contextlib.suppress(Holds):
                return test(*given, **named)
        return test(*given, **named)

    return run


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
        if self.worst >= MOST_MS:
            raise Holds(f"{what} held the loop for {self.worst:.0f} ms: {self.what[:300]}")


class Running:
    """A server in a thread of this process, with a client and a table."""

    def __init__(self, meter: Meter, port: int, app: Starlette, loop: asyncio.AbstractEventLoop) -> None:
        self.meter = meter
        self.app = app
        self.house: House = app.state.house
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


@contextlib.contextmanager
def served() -> Iterator[Running]:
    """A server with the routes that stand in the lists now."""
    meter = Meter()
    listening = serve.listen("127.0.0.1", 0)
    ready = threading.Event()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        lab = {"lab": seats.hashed(LAB_KEY), "studies": str(Path(folder) / "studies")}
        setup = Setup(str(Path(folder) / "tables.sqlite"), **ROOMY, **lab)  # type: ignore[arg-type]
        # What is asked for is measured here, not how often.
        patch.setattr("tailback.server.run.app.limits_for", lambda _: plenty(limits_for(setup)))
        patch.setattr("tailback.server.run.app.open_store", lambda _: MemoryStore())
        patch.setattr(bench, "COMMAND", STAND_IN)
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
        found = Running(meter, listening.getsockname()[1], app, loop)
        try:
            yield found
        finally:
            found.http.close()
            uvicorn.Server.handle_exit(server, 15, None)
            thread.join(PATIENCE)


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with served() as found:
        yield found


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


@each_time
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
        "/?plain",
        "/api/codes/" + "Z" * 5000,
        "/api/games?" + "&".join(f"{k}=1" for k in range(5000)),
        "/nowhere/" + "%2e" * 5000,
        *(f"/api/lessons/{game}" for game in games.ours()),
        *(f"/api/games/{game}/actions" for game in games.ours()),
    ],
)
@each_time
def test_what_anybody_may_ask(running: Running, path: str) -> None:
    running.ask("GET", path)


@each_time
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


# Every route and every message


@functools.cache
def much() -> Scene:
    """A table that has seen much: four thousand rows with hundreds of undos."""
    book = busy_table(TURNS.id, 4000)
    plain = ["host", *(f"token{seat}" for seat in range(len(book.ledger.chairs)))]
    return Scene("a table that has seen much", TURNS.id, book.rows, {seats.hashed(one): one for one in plain})


def begun(running: Running, scene: Scene) -> str:
    """It is awake, and has seen the first tenth of it; whoever knows the rest may bring it."""
    table = seats.new_id()

    async def work() -> None:
        await running.house.store.create(table, scene.rows[: len(scene.rows) // 10], 1)
        await running.house.table(table)

    asyncio.run_coroutine_threadsafe(work(), running.loop).result(PATIENCE)
    return table


def bodies(running: Running, route: Route, path: str, facts: Facts, headers: dict[str, str]) -> Iterator[bytes]:
    """What is right, and the largest that is taken: by its type, and of signs that fit no type."""
    yield json.dumps(fits(route.body, facts)).encode()
    # The limit says so itself.
    told = running.http.request(route.method, path, content=b" " * (1 << 23), headers=headers)
    most = told.json()["params"]["most"] if told.status_code == 413 else 1 << 16
    for known in (facts, {}):
        room = most - 200
        while len(raw := msgspec.json.encode(largest(route.body, room, known))) > most and room > 1000:
            room = room * 9 // 10
        yield raw[:most]
    for piece in (b"[", b'{"a":', b'{"a":' + b'{"x":1,' * 8000):
        yield (piece * (most // len(piece)))[:most]


def hold(running: Running, routes: Iterable[Route], scene: Scene) -> None:
    """No request about a table that has seen much holds the loop, however large it is and however often it comes."""
    table = begun(running, scene)
    for route in sorted(routes, key=lambda route: route.method == "DELETE"):
        tokens = [LAB_KEY] if route.who == "lab" else [*(scene.tokens("all") or [])] * 5
        headers = {**JSON, "authorization": f"Bearer {','.join(tokens[:16])}"}
        code = running.http.get(f"/api/tables/{table}").json().get("code") or "none"
        facts = {**scene.facts(), "table": table, "code": code, "share": table, "study": "0123456789abcdef"}
        for asked in requests(route, facts):
            every = bodies(running, route, asked.path, facts, headers) if route.body is not None else iter((b"",))
            # The ordinary one twice: the second comes when the first has done its work.
            for body in [first := next(every), first, *every]:
                running.ask(route.method, asked.path, content=body, headers=headers)
                # What it set going goes on behind its answer.
                running.ask("GET", f"/api/tables/{table}")


@each_time
def test_no_route_holds_the_loop(running: Running) -> None:
    hold(running, every_route(), much())


@each_time
def test_no_page_holds_the_loop(running: Running) -> None:
    table = begun(running, much())
    facts = {**much().facts(), "table": table, "share": table, "name": "openapi.json", "rest": "x"}
    for page in pages(running.app):
        running.ask("GET", page.path_format.format_map(facts))


@each_time
def test_no_message_holds_the_loop(running: Running) -> None:
    scene = much()
    work = running.house.create([r.decode(raw) for raw in scene.rows])
    table = asyncio.run_coroutine_threadsafe(work, running.loop).result(PATIENCE)
    tokens = scene.tokens("all") or []
    # `since` is chosen by whoever asks: all of it, and just what is still told.
    ways: list[Facts] = [{}, *({"since": since} for since in (0, len(scene.rows) - 200)), {"seat": 1}]
    for kind in every_message():
        for facts in ({**scene.facts(), "table": table, "tokens": tokens, **more} for more in ways):
            good = {"type": tag(kind), **fits(kind, facts), **{k: v for k, v in facts.items() if k in optional(kind)}}
            for message in (good, largest(kind, 60_000, {}), largest(kind, 60_000, facts)):
                say(running, table, tokens, kind, message)


def optional(kind: type[msgspec.Struct]) -> set[str]:
    return {"since"} & set(kind.__struct_fields__)


def say(running: Running, table: str, tokens: list[str], kind: type[msgspec.Struct], message: dict[str, Any]) -> None:
    """Said twice on one line; a ping behind it shows that all of it was heard."""
    with connect(running.ws, max_size=None) as line, running.meter.single(f"{tag(kind)} {str(message)[:60]}"):
        hello = {"type": "hello", "protocol": [1], "table": table, "tokens": tokens, "since": 0}
        for said in (hello, message, message, {"type": "ping", "t": 7}):
            line.send(json.dumps(said))
        with contextlib.suppress(ConnectionClosed):
            while json.loads(line.recv(PATIENCE)) != {"type": "pong", "t": 7}:
                pass


SIGNS = st.sampled_from(["x", "\x7f", "\\u0001", "[", "🚗", "\n", "|", '"', "{", "  told x=1\n", "# x\n", "A x\n"])


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    where=st.sampled_from(["record", "head", "events", "game", "name", "options", "query", "token"]),
    sign=SIGNS,
    times=st.integers(1, 300_000),
)
@each_time
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
