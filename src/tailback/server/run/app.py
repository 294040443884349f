"""The application: routes, the socket, headers, and what starts and stops with the server."""

from __future__ import annotations

import asyncio
import gc
import gzip
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tailback import games
from tailback.brought.errors import blamed
from tailback.server import protocol as p
from tailback.server.door import browser, pages, routes
from tailback.server.door.call import RequestCall
from tailback.server.door.doorway import MOST_OPEN
from tailback.server.door.sockets import Sockets, from_elsewhere, known_by, turn_away
from tailback.server.door.telling import Vitals
from tailback.server.lab import routes as lab_routes
from tailback.server.lab.lines import Lines
from tailback.server.lab.room import Room
from tailback.server.live.addresses import group
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.house import House
from tailback.server.live.job_pool import JobPool
from tailback.server.live.purse import Metered
from tailback.server.live.rehearsals import Rehearsals
from tailback.server.protocol import general
from tailback.server.reference import docs
from tailback.server.relay.lines import Relay
from tailback.server.run.setup import Setup, limits_for
from tailback.server.run.watching import Watching
from tailback.server.service.limits import Work
from tailback.server.service.route import Answer
from tailback.server.service.route import Route as Handled
from tailback.server.service.routes import KEPT
from tailback.server.service.switchboard import Switchboard
from tailback.server.store import open_store
from tailback.server.truth.refusal import Refused
from tailback.server.vitals.figures import FIGURES
from tailback.server.vitals.pulse import Pulse
from tailback.server.vitals.watch import StoreWatch, watched
from tailback.texts import Texts

log = logging.getLogger("tailback.server")

# Looking through all live tables for cycles takes a tenth of a second when there are a thousand: so
# that does not happen in the middle of play, but now and then.
GC_THRESHOLDS = (20_000, 50, 1000)
SWEEP_SECONDS = 1800.0
# Seconds on the processor that are not measured: to read a request and to write its answer, to open a socket.
FEES = {"http": 0.0001, "websocket": 0.0005}
# Whoever has used up their time is refused when they have none after so many looks, with so many seconds between them.
LOOKS, PAUSE = 4, 0.25


def problem(refused: Refused) -> Response:
    FIGURES.refused(refused.key)
    said = p.Problem(refused.key, refused.clause, refused.params, refused.nearest, refused.legal)
    headers = {"Retry-After": "6"} if refused.status in (429, 503) else None
    return Response(msgspec.json.encode(said), refused.status, headers, "application/json")


Endpoint = Callable[[Request], Awaitable[Response]]


def make_app(setup: Setup) -> Starlette:
    if setup.general:
        general.draw_everything()
    limits = limits_for(setup)
    pool = BotPool(setup.bot_workers, setup.bot_limit, setup.think, setup.searchers, limits.work)
    vitals = Vitals(StoreWatch(), Pulse(), setup.metrics, setup.place)
    store = watched(open_store(setup.database), vitals.store)
    trying = Rehearsals()
    jobs = JobPool(*(["general"] if setup.general else []))
    house = House(store, pool, setup.public_url, setup.linger, setup.silence, trying, jobs, limits.work)
    board = Switchboard(house, limits, setup.silent)
    sockets = Sockets(board, limits)
    lab = Room(setup.lab, setup.studies, setup.terminal_studies, limits)
    lab_lines = Lines(lab, sockets)
    relay = Relay(setup.relay, limits, sockets)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.start()
        # Whatever is wrong with a game of others is found before somebody asks for it.
        games.every()
        # What is here now stays, and messages come and go without cycles.
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        working = (board.keep_pinging(), sweep(), vitals.pulse.keep_beating())
        chores = [asyncio.create_task(work) for work in working]
        if setup.watch:
            chores.append(asyncio.create_task(Watching(house, pool, trying, jobs, Texts(setup.lang)).keep_looking()))
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await lab.bench.close()
            await house.stop()

    def endpoint(route: Handled) -> Endpoint:
        async def answer(request: Request) -> Response:
            call = RequestCall(house, limits, request)
            try:
                if request.method not in ("GET", "HEAD"):
                    if from_elsewhere(request, house.base):
                        raise Refused("foreign_origin", 403)
                    call.limit(limits.writes)
                found = await route.handler(call)
            except Refused as refused:
                return problem(refused)
            except asyncio.CancelledError:
                # The server is being ended, and has waited for its requests as long as it does.
                return problem(Refused("too_busy", 503))
            except Exception as error:
                # A mistake in a game of others is named; ours are not for everybody.
                wrong = blamed(error)
                if wrong is None:
                    raise
                return problem(Refused(wrong.key, 500, params=wrong.params))
            finally:
                call.done()
            if isinstance(found, Response):
                return found
            if isinstance(found, Answer):
                return written(found, request)
            if found is None:
                return Response(status_code=route.status)
            return Response(msgspec.json.encode(found), route.status, media_type="application/json")

        return answer

    paths: dict[str, dict[str, Endpoint]] = {}
    for route in [*routes.ROUTES, *lab_routes.ROUTES]:
        paths.setdefault(route.path, {})[route.method] = endpoint(route)
    listed: list[Any] = [Route(path, by_method(found), methods=list(found)) for path, found in paths.items()]
    client, here = browser.find(), browser.find_here()
    listed += [
        WebSocketRoute("/ws", until_the_end(sockets.connect)),
        WebSocketRoute("/ws/lab", until_the_end(lab_lines.connect)),
        WebSocketRoute("/ws/relay", until_the_end(relay.connect)),
        *pages.routes(client, here),
        *docs.ROUTES,
    ]
    app = Starlette(routes=listed, lifespan=lifespan, exception_handlers={HTTPException: not_found, Exception: broken})
    # A path is what it is; no redirect to wherever the Host header says.
    app.router.redirect_slashes = False
    app.add_middleware(Names, base=house.base)
    app.add_middleware(Charged, work=limits.work)
    app.add_middleware(Headers)
    app.state.house = house
    app.state.vitals = vitals
    app.state.limits = limits
    app.state.lab = lab
    app.state.relay = relay
    app.state.client = client
    app.state.here = here
    return app


def written(found: Answer, request: Request) -> Response:
    """As it is; what is asked for again and again goes out packed where the asker takes it so."""
    headers = dict(found.headers)
    if not found.lasting:
        return Response(found.body, headers=headers, media_type=found.media)
    headers["vary"] = "accept-encoding"
    if "gzip" in browser.accepted(request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
        return Response(packed(found.body), headers=headers, media_type=found.media)
    return Response(found.body, headers=headers, media_type=found.media)


@lru_cache(maxsize=KEPT)
def packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


async def sweep() -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        gc.collect()


def by_method(found: dict[str, Endpoint]) -> Endpoint:
    """One path, several methods: a wrong one is told all that there are."""

    async def answer(request: Request) -> Response:
        return await found["GET" if request.method == "HEAD" else request.method](request)

    return answer


async def not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and (page := pages.lost(request)) is not None:
        return page
    key = {404: "no_such_page", 405: "no_such_method"}.get(error.status_code, "bad_message")
    answer = problem(Refused(key, error.status_code))
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


async def broken(request: Request, error: Exception) -> Response:
    """Our mistake: the log has it, the client learns nothing from it. This answer passes no middleware."""
    answer = problem(Refused("our_mistake", 500))
    for name, value in headers_for(request.headers.get("host", ""), request.url.scheme):
        answer.headers[name.decode()] = value.decode()
    return answer


def until_the_end(connect: Callable[[WebSocket], Awaitable[None]]) -> Callable[[WebSocket], Awaitable[None]]:
    """As with a request: when the server is being ended it has waited as long as it does, and that is no mistake."""

    async def attend(socket: WebSocket) -> None:
        with suppress(asyncio.CancelledError):
            await connect(socket)

    return attend


class Names:
    """Whoever asks by a name that is not ours is not answered: a stranger may have given it to this machine."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self.app = app
        self.base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or known_by(host_of(scope), self.base):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await turn_away(WebSocket(scope, receive, send), "foreign_host", 421)
        else:
            await problem(Refused("foreign_host", 421))(scope, receive, send)


class Charged:
    """Every request and every socket is paid by its address with the time that it takes, whatever it is about. Whoever
    has none left waits for it; who asks for more all the same is refused, and not at once: else to be refused would
    cost us more than to ask costs them."""

    def __init__(self, app: ASGIApp, work: Work) -> None:
        self.app = app
        self.work = work
        # How many requests of an address wait.
        self.waiting: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in FEES:
            await self.app(scope, receive, send)
            return
        address = group(scope["client"][0]) if scope["client"] else ""
        if await self.has_time(address):
            fee = FEES[scope["type"]]
            await Metered(self.app(scope, receive, send), lambda seconds: self.work.spend(address, fee + seconds))
        elif scope["type"] == "websocket":
            await turn_away(WebSocket(scope, receive, send), "too_often", 429)
        else:
            await problem(Refused("too_often", 429))(scope, receive, send)

    async def has_time(self, address: str) -> bool:
        """Now, or soon again."""
        await self.work.turn(address)
        if not self.work.owed(address):
            return True
        if self.waiting[address] >= MOST_OPEN:
            # Behind a proxy may be very many.
            return False
        self.waiting[address] += 1
        try:
            for _ in range(LOOKS):
                await asyncio.sleep(PAUSE)
                await self.work.turn(address)
                if not self.work.owed(address):
                    return True
            return False
        finally:
            self.waiting[address] -= 1
            if not self.waiting[address]:
                del self.waiting[address]


def host_of(scope: Scope) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")


class Headers:
    """Security headers that also work over plain http at a home address."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host = host_of(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                had = {name.lower() for name, _ in message["headers"]}
                for name, value in headers_for(host, scope["scheme"]):
                    if name not in had:
                        message["headers"].append((name, value))
            await send(message)

        await self.app(scope, receive, with_headers)


def headers_for(host: str, scheme: str) -> list[tuple[bytes, bytes]]:
    plain = host.replace(":", "").replace(".", "").replace("-", "").replace("[", "").replace("]", "")
    # Some browsers do not count a socket to the same host as 'self'.
    sockets = f" ws://{host} wss://{host}" if host and plain.isascii() and plain.isalnum() else ""
    policy = (
        f"default-src 'self'; connect-src 'self'{sockets}; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    found = [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        # A link to a table is an invitation: it must not travel on.
        (b"referrer-policy", b"no-referrer"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"cache-control", b"no-store"),
    ]
    if scheme == "https":
        found.append((b"cross-origin-opener-policy", b"same-origin"))
        found.append((b"strict-transport-security", b"max-age=31536000"))
    return found
