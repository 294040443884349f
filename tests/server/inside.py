"""The whole application in this process, asked without a network: every byte that would leave, and quickly."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import gzip
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.routing import Route as Page

from server.asking import LAB, PLAY, Request, every_route, fits, tag
from server.in_memory import MemoryStore
from server.scenes import ELSEWHERE, Scene
from tailback.device.guests import Guest, Guests
from tailback.server.door.wire import EXTENSION
from tailback.server.lab import bench
from tailback.server.live.clock import now_ms
from tailback.server.live.house import House
from tailback.server.run import app as applications
from tailback.server.run.setup import Setup, limits_for
from tailback.server.service.limits import Limits
from tailback.server.service.lines import Gone
from tailback.server.truth import rows as r
from tailback.server.truth import seats

T = TypeVar("T")
PLENTY = 10**9
LAB_KEY = "the-key-of-this-lab"
STAND_IN = (sys.executable, str(Path(__file__).with_name("lab_stand_in.py")))
NEAR, AFAR = "127.0.0.1", "9.9.9.9"
SECONDS = 30.0


def plenty(limits: Limits) -> Limits:
    """The same limits, none of which is ever reached: here it is about what is answered, not how often."""

    def more(limit: Any) -> Any:
        return PLENTY if isinstance(limit, int) else type(limit)(PLENTY, PLENTY)

    return limits._replace(**{name: more(limit) for name, limit in limits._asdict().items()})


class Said(NamedTuple):
    """One answer, as it would go out."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def everything(self) -> bytes:
        """All of it, unpacked where it was packed."""
        packed = (b"content-encoding", b"gzip") in self.headers
        head = b"\n".join(name + b": " + value for name, value in self.headers)
        return head + b"\n\n" + (gzip.decompress(self.body) if packed else self.body)

    @property
    def key(self) -> str:
        with contextlib.suppress(ValueError):
            told = json.loads(self.body)
            return str(told.get("key", "")) if isinstance(told, dict) else ""
        return ""


class Wire:
    """A line that ends here."""

    parting: Any = None

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.news = asyncio.Event()
        self.sent: asyncio.Queue[str | None] = asyncio.Queue()
        self.open = True

    def push(self, message: bytes) -> bool:
        # A ping carries the time of day and nothing else.
        if b'"type":"ping"' not in message[:24]:
            self.got.append(message)
            self.news.set()
        return True

    async def hear(self) -> str | None:
        said = await self.sent.get()
        if said is None:
            raise Gone
        return said

    def hang_up(self, code: int, reason: str = "") -> None:
        self.open = False
        self.news.set()
        self.sent.put_nowait(None)

    def cut(self) -> None:
        self.hang_up(1006)

    def unread(self) -> int:
        """Whatever is said is taken at once."""
        return 0

    def hold(self) -> None:
        """Nothing is read ahead here."""

    def release(self) -> None:
        """Nor was anything held."""

    async def until(self, fits: Callable[[], Any]) -> None:
        async with asyncio.timeout(SECONDS):
            while self.open and not fits():
                self.news.clear()
                await self.news.wait()


class Talk:
    """A device on a line: what it says, and all that it is told."""

    def __init__(self, say: Callable[[str], object], wire: Wire) -> None:
        self.say = say
        self.wire = wire
        self.numbers = 0

    @property
    def heard(self) -> bytes:
        return b"\n".join(self.wire.got)

    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(raw) for raw in self.wire.got]

    async def hello(self, table: str, tokens: list[str]) -> bool:
        """Were we let in?"""
        self.say(json.dumps({"type": "hello", "protocol": [1], "table": table, "tokens": tokens, "since": 0}))
        await self.wire.until(lambda: any(b'"type":"update"' in raw[:20] for raw in self.wire.got))
        return self.wire.open

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """What comes of it: the answer with the same id, else the pong that was asked for behind it."""
        self.numbers += 1
        before = len(self.wire.got)
        mine = f"q{self.numbers}"
        said = {**message, "id": mine} if "id" in message else message
        self.say(json.dumps(said))
        self.say(json.dumps({"type": "ping", "t": 10**6 + self.numbers}))
        key = f'"id":"{mine}"'.encode() if "id" in message else f'"t":{10**6 + self.numbers}}}'.encode()
        await self.wire.until(lambda: any(key in raw for raw in self.wire.got[before:]))
        later = self.wire.got[before:]
        return dict(json.loads(next((raw for raw in later if key in raw), later[-1] if later else b"{}")))


class Inside:
    def __init__(self, app: Starlette) -> None:
        self.app = app
        self.house: House = app.state.house
        self.guests = Guests(self.house)
        self.guests.limits = plenty(self.guests.limits)
        self.tasks: set[asyncio.Task[None]] = set()
        self.study = ""

    # Tables

    async def put(self, scene: Scene, table: str = "") -> str:
        """A table that stands where this scene does; its id."""
        table = table or seats.new_id()
        await self.house.store.create(table, scene.rows, now_ms())
        return table

    async def rows(self, table: str) -> list[bytes]:
        return await self.house.store.rows(table)

    async def code(self, table: str) -> str:
        return (await self.house.table(table)).code or "none"

    async def put_elsewhere(self) -> str:
        """Another table, with somebody at it."""
        chair = r.Chair("Nobody", seats.COLOURS[0], "person", token=seats.hashed(ELSEWHERE))
        return await self.house.create([r.Opened(at=1, host=seats.hashed("of-the-other-host"), chairs=[chair])])

    # Requests

    async def ask(
        self,
        method: str,
        path: str,
        tokens: list[str] | None = None,
        body: Any = None,
        address: str = NEAR,
        **more: str,
    ) -> Said:
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        headers = {"host": "127.0.0.1", "content-length": str(len(raw)), **more}
        if body is not None:
            headers.setdefault("content-type", "application/json")
        if tokens:
            headers["authorization"] = f"Bearer {','.join(tokens)}"
        where, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(where),
            "raw_path": where.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": (address, 1),
            "server": ("127.0.0.1", 1),
        }
        # As large as a server reads at once.
        pieces = [raw[at : at + 65536] for at in range(0, len(raw), 65536)] or [b""]
        coming = iter([(piece, n + 1 < len(pieces)) for n, piece in enumerate(pieces)])
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            found = next(coming, None)
            if found is None:
                await asyncio.Event().wait()
                raise AssertionError
            return {"type": "http.request", "body": found[0], "more_body": found[1]}

        async def send(message: Any) -> None:
            sent.append(message)

        try:
            await self.app(scope, receive, send)
        except Exception:
            # A mistake of ours is answered, and goes on to whoever runs the application.
            if not sent:
                raise
        return Said(sent[0]["status"], list(sent[0]["headers"]), b"".join(one.get("body", b"") for one in sent[1:]))

    async def make(self, asked: Request, tokens: list[str] | None = None, address: str = NEAR) -> Said:
        return await self.ask(asked.route.method, asked.path, tokens, asked.body, address)

    # Lines

    @contextlib.asynccontextmanager
    async def line(self, address: str = NEAR, path: str = PLAY) -> AsyncIterator[Talk]:
        """A socket at `/ws`, or at another one whose lines are of the same kind."""
        wire = Wire()
        arrived = iter([{"type": "websocket.connect"}])

        async def receive() -> Any:
            return next(arrived)

        async def send(message: Any) -> None:
            assert message["type"] == "websocket.accept", message

        work = asyncio.create_task(self.app(socket_scope(path, address, wire), receive, send))
        try:
            yield Talk(wire.sent.put_nowait, wire)
        finally:
            wire.sent.put_nowait(None)
            await work

    @contextlib.asynccontextmanager
    async def guest_line(self, guest: Guest) -> AsyncIterator[Talk]:
        """The same as a device has it that reached the page of another one."""
        wire = Wire()
        port = guest.connect(lambda text: wire.push(text.encode()), lambda code, why: wire.hang_up(code, why))
        try:
            yield Talk(port.said, wire)
        finally:
            port.left()

    @contextlib.asynccontextmanager
    async def lab_line(self, address: str = NEAR) -> AsyncIterator[Talk]:
        """A socket at `/ws/lab`."""
        wire = Wire()
        connected = False

        async def receive() -> Any:
            nonlocal connected
            if not connected:
                connected = True
                return {"type": "websocket.connect"}
            said = await wire.sent.get()
            return (
                {"type": "websocket.disconnect", "code": 1000}
                if said is None
                else {"type": "websocket.receive", "text": said}
            )

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                wire.push(message["text"].encode())
            elif message["type"] == "websocket.close":
                wire.hang_up(message["code"])

        work = asyncio.create_task(self.app(socket_scope(LAB, address, wire), receive, send))
        try:
            yield Talk(wire.sent.put_nowait, wire)
        finally:
            wire.sent.put_nowait(None)
            await work


def socket_scope(path: str, address: str, wire: Wire) -> dict[str, Any]:
    return {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "scheme": "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"127.0.0.1")],
        "client": (address, 1),
        "server": ("127.0.0.1", 1),
        "subprotocols": [],
        "extensions": {EXTENSION: {"wire": wire}, "websocket.http.response": {}},
    }


@contextlib.asynccontextmanager
async def inside(folder: Path, **more: Any) -> AsyncIterator[Inside]:
    """The application with a lab, started."""
    lab = {"lab": seats.hashed(LAB_KEY), "studies": str(folder / "studies")}
    setup = Setup(**{"database": str(folder / "tables.sqlite"), "bot_workers": 1, "relay": True, **lab, **more})
    thresholds = gc.get_threshold()
    with (
        patch.object(applications, "limits_for", lambda asked: plenty(limits_for(asked))),
        patch.object(applications, "open_store", lambda where: MemoryStore()),
        patch.object(bench, "COMMAND", STAND_IN),
    ):
        app = applications.make_app(setup)
        try:
            async with app.router.lifespan_context(app):
                yield Inside(app)
        finally:
            gc.set_threshold(*thresholds)
            gc.unfreeze()


def indoors(work: Callable[[Inside], Awaitable[T]], folder: Path, **more: Any) -> T:
    async def main() -> T:
        async with inside(folder, **more) as place:
            return await work(place)

    return asyncio.run(main())


def pages(app: Starlette) -> Iterator[Page]:
    """What people open and what is in no list of routes: pages and files, which only read."""
    listed = {route.path for route in every_route()}
    for found in app.routes:
        if isinstance(found, Page) and found.path not in listed:
            yield found


def message_of(kind: type, facts: Any) -> dict[str, Any]:
    return {"type": tag(kind), **fits(kind, facts)}
