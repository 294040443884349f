"""A real server in a process of its own, and clients that speak to it over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import IO, Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

import tailback
from tailback.server.run import serve
from tailback.server.truth.ledger import Ledger

PATIENCE = 30.0
# What a request can come to.
ANSWERS = ("ack", "late", "refused", "hints", "why", "advice")
# Quick bots and no limits that a test would run into; what a test is about it says itself.
QUICK = {"pace_ms": 0}
NO_CLOCK = {**QUICK, "clock": False}
ROOMY = {"tables_per_minute": 100_000, "lines": 10_000, "messages": 1_000_000, "share": 1000.0}

SCRIPT = """
import json, socket, sys
from tailback.server.run import serve
from tailback.server.truth.ledger import Ledger
from tailback.server.run.setup import Setup
listening = socket.socket(fileno=int(sys.argv[1]))
setup = Setup(**json.loads(sys.argv[2]))
exec(sys.argv[3])
sys.exit(serve.run(setup, listening, 1, lambda: print("ready", flush=True)))
"""


class ServerProcess:
    """One server process. It can be killed and started again on the same port and data."""

    def __init__(self, database: str = "", port: int = 0, prelude: str = "", **setup: Any) -> None:
        # Something to be changed inside the server before it starts, such as its clock.
        self.prelude = prelude
        self.folder: tempfile.TemporaryDirectory[str] | None = None
        if not database:
            self.folder = tempfile.TemporaryDirectory()
            database = str(Path(self.folder.name) / "tables.sqlite")
        self.setup = {"database": database, **ROOMY, **setup}
        self.port = port
        # Keeps the port ours while the server is dead: else a connection of some client may be given its number.
        self.place: socket.socket | None = None
        self.process: subprocess.Popen[str] | None = None
        # Where the server's own words to its owner go; None: where ours go.
        self.errors: IO[bytes] | None = None

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def start(self) -> ServerProcess:
        if self.place is None:
            self.place = socket.socket()
            self.place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.place.bind(("127.0.0.1", self.port))
            self.port = self.place.getsockname()[1]
        listening = serve.listen("127.0.0.1", self.port)
        path = os.pathsep.join([str(Path(tailback.__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(listening.fileno()), json.dumps(self.setup), self.prelude],
            pass_fds=[listening.fileno()],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        listening.close()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line == "ready\n", f"the server said {line!r}"
        return self

    def kill(self) -> None:
        """As a power cut would."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        self.end(signal.SIGTERM)
        if self.place is not None:
            self.place.close()
            self.place = None

    def end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    def __enter__(self) -> ServerProcess:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
        if self.folder is not None:
            self.folder.cleanup()


class Host:
    """Somebody with a browser: makes tables over HTTP and keeps the tokens."""

    def __init__(self, running: ServerProcess) -> None:
        self.running = running
        self.http = httpx.AsyncClient(base_url=running.http, timeout=PATIENCE)
        self.table = ""
        self.code = ""
        # By seat; None is the host's own.
        self.tokens: dict[int | None, str] = {}

    async def __aenter__(self) -> Host:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def open(self, game: str, chairs: str = "here here", **more: Any) -> dict[str, Any]:
        """A table with these chairs (`here`, `open`, `bot`), named A, B, C..."""
        asked = [{"sitter": sitter, "name": chr(65 + seat)} for seat, sitter in enumerate(chairs.split())]
        body = {"game": game, "chairs": asked, "settings": QUICK, **more}
        made = await self.ok("POST", "/api/tables", body, status=201)
        self.table = made["table"]["table"]
        self.code = made["table"]["code"]
        self.tokens = {held["seat"]: held["token"] for held in made["tokens"]}
        return dict(made["table"])

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> httpx.Response:
        """Any request; `{t}` in the path is this table."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        path = path.replace("{t}", f"/api/tables/{self.table}")
        if body is None:
            return await self.http.request(method, path, headers=headers)
        return await self.http.request(method, path, json=body, headers=headers)

    async def ok(self, method: str, path: str, body: Any = None, seat: int | None = None, status: int = 200) -> Any:
        """A request that must work, with the token of this seat (None: the host's)."""
        answer = await self.ask(method, path, body, self.tokens.get(seat))
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json()

    async def deal(self) -> dict[str, Any]:
        return dict(await self.ok("POST", "{t}/deal", {}))

    async def sit(self, name: str, **more: Any) -> int:
        got = await self.ok("POST", "{t}/seats", {"name": name, **more}, status=201)
        self.tokens[got["seat"]] = got["token"]
        return int(got["seat"])

    def device(self, *seats: int | None, since: int | None = None, running: ServerProcess | None = None) -> Device:
        """A line for these seats (none: a watcher), not yet open."""
        tokens = [self.tokens[seat] for seat in seats]
        return Device(running or self.running, self.table, tokens, since)


class Device:
    """A line to a table. It collects what comes in and answers pings."""

    ids = itertools.count(1)

    def __init__(self, running: ServerProcess, table: str, tokens: list[str], since: int | None = None) -> None:
        self.running = running
        self.table = table
        self.tokens = tokens
        self.since = since
        self.socket: ClientConnection | None = None
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.log: list[dict[str, Any]] = []
        self.face: dict[str, Any] = {}
        # The newest update of each seat; None is what a watcher sees.
        self.now: dict[int | None, dict[str, Any]] = {}
        self.v: int | None = None
        self.reader: asyncio.Task[None] | None = None
        self.pongs = True

    async def open(self) -> Device:
        self.socket = await connect(self.running.ws, max_size=None, ping_interval=None)
        hello = {"type": "hello", "protocol": [1], "table": self.table, "tokens": self.tokens, "since": self.since}
        await self.send(hello)
        self.reader = asyncio.create_task(self.read())
        return self

    async def close(self) -> None:
        if self.reader is not None:
            self.reader.cancel()
            await asyncio.gather(self.reader, return_exceptions=True)
        if self.socket is not None:
            await self.socket.close()

    async def __aenter__(self) -> Device:
        await self.open()
        await self.wait(lambda: self.v is not None or self.said("bye"))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def read(self) -> None:
        assert self.socket is not None
        async for raw in self.socket:
            message = json.loads(raw)
            if message["type"] == "ping" and self.pongs:
                await self.send({"type": "pong", "t": message["t"]})
            self.note(message)

    def note(self, message: dict[str, Any]) -> None:
        self.log.append(message)
        if message["type"] == "update":
            if not message["missed"] and self.v is not None:
                assert message["v"] == self.v + 1, f"a gap: {self.v} then {message['v']}"
            self.v = message["v"]
            self.face = message["table"] or self.face
            for update in message["seats"]:
                self.now[update["seat"]] = update
        elif message["type"] in ("welcome", "presence"):
            self.face = {**self.face, **(message.get("table") or message)}
        self.inbox.put_nowait(message)

    def said(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.log if message["type"] == kind]

    def events(self, seat: int | None) -> list[dict[str, Any]]:
        """All events this seat was told, in order."""
        found = []
        for message in self.said("update"):
            for update in message["seats"]:
                if update["seat"] == seat:
                    found += update["events"]
        return found

    async def wait(self, until: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Until this holds; it is looked at after every message."""
        async with asyncio.timeout(seconds):
            while not (found := until()):
                await self.inbox.get()
        return found

    async def ask(self, kind: str, seconds: float = PATIENCE, **more: Any) -> dict[str, Any]:
        """Send a request and wait for what it comes to: ack, late, refused, hints, why or advice."""
        key = more.pop("id", None) or f"t{next(self.ids)}"
        before = len(self.log)
        await self.send({"type": kind, "id": key, **more})

        def answer() -> dict[str, Any] | None:
            later = self.log[before:]
            return next((m for m in later if m["type"] in ANSWERS and m["id"] == key), None)

        return dict(await self.wait(answer, seconds))

    async def answer(self, seat: int, action: int | str, n: int | None = None, **more: Any) -> dict[str, Any]:
        number = self.now[seat]["n"] if n is None else n
        return await self.ask("answer", seat=seat, n=number, action=action, **more)

    def asked(self, seat: int) -> bool:
        update = self.now.get(seat)
        return update is not None and seat in update["awaited"]

    @property
    def over(self) -> bool:
        return bool(self.face) and self.face["phase"] == "over"


async def play_on(
    device: Device, seats: tuple[int, ...], choose: Callable[[dict[str, Any]], int], moves: int = 0
) -> int:
    """Answer for these seats until the game is over, or so many answers were given."""
    given = 0
    while not device.over and (not moves or given < moves):
        seat = next((seat for seat in seats if device.asked(seat)), None)
        if seat is None:
            await device.wait(lambda: device.over or any(device.asked(seat) for seat in seats))
            continue
        before = device.now[seat]
        got = await device.answer(seat, choose(before), before["n"])
        if got["type"] == "ack":
            given += 1
            if got["held"]:
                await device.wait(lambda before=before, seat=seat: device.now[seat]["n"] != before["n"])
            else:
                await device.wait(lambda got=got: device.v is not None and device.v >= got["v"])
        else:
            assert got["type"] == "late", got
            await device.wait(lambda before=before, seat=seat: device.now[seat]["n"] != before["n"])
    return given


def first_legal(update: dict[str, Any]) -> int:
    return int(update["legal"][0])


def spread(update: dict[str, Any]) -> int:
    """Some legal action: another one each time, the same in each run, and never in a circle."""
    return int(random.Random(update["v"]).choice(update["legal"]))


async def eventually(holds: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Look again and again; for what sends no message."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := holds():
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("it never happened")


@contextlib.asynccontextmanager
async def devices(*lines: Device) -> AsyncIterator[tuple[Device, ...]]:
    async with contextlib.AsyncExitStack() as stack:
        yield tuple([await stack.enter_async_context(line) for line in lines])


# What the server tells about itself


@contextlib.contextmanager
def logged(database: str = "", **setup: Any) -> Iterator[tuple[ServerProcess, Callable[[], list[dict[str, Any]]]]]:
    """A server that logs JSON, and what it has logged so far."""
    with tempfile.NamedTemporaryFile() as errors:
        running = ServerProcess(database, log="json", **setup)
        running.errors = errors

        def lines() -> list[dict[str, Any]]:
            return [json.loads(line) for line in Path(errors.name).read_text().splitlines()]

        with running:
            yield running, lines


def session_weight(pid: int) -> int | None:
    """By how much the session of a process comes after others; None where the kernel does not weigh it.

    A process that never got a session of its own since the system started has the file, with nothing in it.
    """
    file = Path(f"/proc/{pid}/autogroup")
    words = file.read_text().split() if file.exists() else []
    return int(words[-1]) if words else None


def health(running: ServerProcess) -> tuple[int, dict[str, Any]]:
    got = httpx.get(f"{running.http}/health", timeout=PATIENCE)
    return got.status_code, got.json()


def reasons(running: ServerProcess) -> list[str]:
    status, told = health(running)
    assert (status, told["key"], told["params"]["ready"]) == (503, "not_ready", False)
    assert set(told["params"]) == {"reasons", "server", "tables_awake", "ready", "loop_ms"}
    return list(told["params"]["reasons"])


class Somebody:
    """A device in our own process: what it was sent, and why it was told to leave."""

    def __init__(self, seats: tuple[int, ...], allowance: float = 0.0) -> None:
        self.seats = seats
        self.stranger = not seats
        self.host = False
        self.address = ""
        self.allowance = allowance
        self.got: list[bytes] = []
        self.left: list[str] = []

    def send(self, framed: bytes) -> None:
        self.got.append(framed)

    def look(self, ledger: Ledger) -> None:
        """It keeps its seats."""

    def leave(self, key: str) -> None:
        self.left.append(key)
