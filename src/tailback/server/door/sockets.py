"""One WebSocket per device: it says hello with its tokens, then plays its seats or watches."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from functools import lru_cache
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

import tailback
from tailback.core.errors import BadNotation
from tailback.server import protocol as p
from tailback.server.door.limits import Limits, group
from tailback.server.door.wire import EXTENSION, Wire, frame
from tailback.server.live.bucket import Bucket
from tailback.server.live.clock import now_ms
from tailback.server.live.house import House
from tailback.server.live.table import Table
from tailback.server.truth import desk, reasons, seats
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused, TooLate
from tailback.server.vitals.figures import FIGURES

HELLO_SECONDS = 10.0
# A ping now and then measures the line; one that stays without an answer for so long is dead.
SILENT_SECONDS = 16.0
PINGS = 3
PING_GROUPS = 100
# An allowance that changed by so much is told to the other processes.
NOTABLE = 0.02
# This part of the messages of a minute may come at once.
BURST = 1 / 20
# Answers that make no sense before we hang up.
PATIENCE = 20
# Worth sending again with the same id; where servers are brought up to date in turn, the next one may know the table.
PASSING = frozenset({"store_away", "store_full", "newer_table"})
# What writes a row.
Request = p.Answer | p.Say | p.AskUndo | p.AnswerUndo | p.DropUndo
# What takes long counts as so many messages more.
DEAR: dict[type, int] = {p.AskUndo: 9, p.AskAdvice: 9, p.Resync: 4, p.AskHints: 3, p.AskWhy: 3}
# Endings of names in home networks; no site out there has one.
HOME_NAMES = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")


class Line:
    """A device's socket."""

    def __init__(self, wire: Wire, messages: int, silent: float = SILENT_SECONDS, address: str = "") -> None:
        self.wire = wire
        self.address = address
        self.silent = silent
        self.hashes: list[str] = []
        self.seats: tuple[int, ...] = ()
        self.host = False
        self.allowance = 0.0
        self.heard = time.monotonic()
        self.pinged: dict[int, float] = {}
        self.trips: list[float] = []
        self.bucket = Bucket(messages * BURST, messages)
        self.nonsense = 0
        self.ready = False
        # Welcome was said.
        self.greeted = False
        # A request is being carried out: what comes after it waits unread.
        self.busy = False

    def send(self, message: bytes) -> None:
        """Now, or never: whoever does not read is cut off and comes back for the whole table."""
        if self.ready and not self.wire.push(frame(message)):
            self.ready = False
            self.wire.cut()

    def tell(self, message: p.FromServer) -> None:
        self.send(p.encoder.encode(message))

    def look(self, ledger: Ledger) -> None:
        before = (self.seats, self.host)
        self.take(ledger)
        if self.ready and before != (self.seats, self.host):
            self.tell(p.You(list(self.seats), self.host))

    def take(self, ledger: Ledger) -> None:
        """The seats that the tokens of this device are good for."""
        self.seats = tuple(
            seat
            for seat, chair in enumerate(ledger.chairs)
            if sum(seats.same(chair.token, mine) for mine in self.hashes)
        )
        self.host = sum(seats.same(ledger.host, mine) for mine in self.hashes) > 0

    def leave(self, key: str) -> None:
        self.tell(p.Bye(key, again=key == "restart"))
        self.ready = False
        self.wire.hang_up(p.CLOSE_RESTART if key == "restart" else p.CLOSE_POLICY)

    @property
    def stranger(self) -> bool:
        return not self.hashes

    # How long the line is

    def ping(self) -> None:
        now = time.monotonic()
        if not self.greeted or self.busy:
            return
        if now - self.heard > self.silent:
            self.wire.cut()
            return
        stamp = int(now * 1000)
        self.pinged = {t: then for t, then in self.pinged.items() if now - then < self.silent}
        self.pinged[stamp] = now
        self.tell(p.Ping(stamp))

    def pong(self, stamp: int) -> None:
        """Only a ping that is under way counts, and the quickest of the last few: nobody gains by answering late."""
        then = self.pinged.pop(stamp, None)
        if then is not None:
            self.trips = [*self.trips[-4:], time.monotonic() - then]
            self.allowance = min(self.trips)


def from_elsewhere(asked: HTTPConnection, base: str) -> bool:
    """A page of another site may neither open a socket nor make tables here. Programs send no origin."""
    origin = asked.headers.get("origin")
    return origin is not None and not allowed_origin(origin, asked.headers.get("host", ""), base)


def allowed_origin(origin: str, host: str, base: str) -> bool:
    """The page comes from here: from the public address, or from the host it asks, when that is one of ours."""
    try:
        there = urlsplit(origin).netloc.lower()
        if there and there == urlsplit(base).netloc.lower():
            return True
        return bool(there) and there == host.lower() and ours(urlsplit(origin).hostname or "")
    except ValueError:
        return False


def ours(name: str) -> bool:
    """An address, or a name that only a home network gives: no site out there can have it.

    A name of the wide world that suddenly leads to this machine may be a trick to get past the
    browser (DNS rebinding); whoever is known by such a name says so with --public-url.
    """
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return "." not in name or name.endswith(HOME_NAMES)


@lru_cache(maxsize=256)
def known_by(host: str, base: str) -> bool:
    """Is this `Host` one of ours: an address, a name of the home network, or that of the public address?

    >>> asked = ("GAMES.example.org:443", "10.0.0.1:80", "[::1]", "evil.org")
    >>> [known_by(host, "https://games.example.org") for host in asked]
    [True, True, True, False]
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        public = (urlsplit(base).hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        return False
    # Only very old programs name no host; browsers always do.
    return not host or (name != "" and (name in (public, urlsplit(base).hostname) or ours(name)))


async def turn_away(socket: WebSocket, key: str, status: int) -> None:
    """Before there is a socket, a refusal looks as it does over HTTP."""
    FIGURES.refused(key)
    body = msgspec.json.encode(p.Problem(key))
    await socket.send_denial_response(Response(body, status, media_type="application/json"))


class Switchboard:
    """All lines of this process."""

    def __init__(self, house: House, limits: Limits, silent: float = SILENT_SECONDS) -> None:
        self.house = house
        self.limits = limits
        self.silent = silent
        self.lines: set[Line] = set()
        self.per_address: dict[str, int] = {}

    async def keep_pinging(self) -> None:
        """Each line in its turn, spread over the time: thousands of answers at once would hold up every move."""
        period = self.silent / PINGS
        while True:
            lines = list(self.lines)
            groups = max(1, min(len(lines), PING_GROUPS))
            for k in range(groups):
                await asyncio.sleep(period / groups)
                for line in lines[k::groups]:
                    if line.ready:
                        line.ping()

    async def connect(self, socket: WebSocket) -> None:
        address = group(socket.client.host) if socket.client else ""
        if from_elsewhere(socket, self.house.base):
            await turn_away(socket, "foreign_origin", 403)
            return
        if self.per_address.get(address, 0) >= self.limits.lines or not self.limits.calls.take(address):
            await turn_away(socket, "too_often", 429)
            return
        line = Line(socket.scope["extensions"][EXTENSION]["wire"], self.limits.messages, self.silent, address)
        # Counted before anything is waited for, so that a crowd cannot slip in at once.
        self.per_address[address] = self.per_address.get(address, 0) + 1
        try:
            await socket.accept()
            line.ready = True
            line.wire.parting = line.leave
            self.lines.add(line)
            # In a task of its own, so that a message does not pass through every layer of the application.
            await asyncio.create_task(self.serve(line))
        except WebSocketDisconnect:
            pass
        finally:
            line.wire.parting = None
            line.ready = False
            self.lines.discard(line)
            self.per_address[address] -= 1
            if not self.per_address[address]:
                del self.per_address[address]

    async def serve(self, line: Line) -> None:
        try:
            table = await self.greet(line)
        except Refused as refused:
            self.end(line, refused)
            return
        try:
            line.ping()
            await self.listen(line, table)
        finally:
            table.exit(line)

    def end(self, line: Line, refused: Refused) -> None:
        """Say why, and close politely. Whoever was not let in for now may come back; a flood had better not."""
        FIGURES.refused(refused.key)
        again = refused.key in PASSING or (refused.status == 429 and not line.greeted)
        line.tell(p.Bye(refused.key, refused.params, again))
        if line.ready:
            line.ready = False
            line.wire.hang_up(p.CLOSE_RESTART if again else p.CLOSE_POLICY, refused.key)

    async def greet(self, line: Line) -> Table:
        """The first message names the table and whom the device stands for."""
        try:
            # Only what the device does counts: a store that is away keeps everybody waiting.
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await self.read(line)
        except TimeoutError:
            raise Refused("no_hello", 408) from None
        if not isinstance(hello, p.Hello):
            raise Refused("no_hello", 400)
        common = [version for version in hello.protocol if version in p.VERSIONS]
        if not common:
            raise Refused("protocol", 400, params={"known": ", ".join(str(v) for v in p.VERSIONS)})
        line.hashes = [seats.hashed(token) for token in hello.tokens]
        while True:
            if hello.table not in self.house.tables and not self.limits.wakes.take(line.address):
                raise Refused("too_often", 429)
            table = await self.house.table(hello.table)
            self.let_in(line, table.ledger)
            for seat in line.seats:
                await self.come_back(table, seat)
            if not table.closed:
                break
            # It fell asleep meanwhile.
        # Nothing is awaited from here on: the device misses no row, and no change of chairs.
        self.let_in(line, table.ledger)
        events = table.missed(hello.since, line.seats)
        line.greeted = True

        def welcome() -> None:
            line.tell(p.Welcome(max(common), table.face(), list(line.seats), line.host, tailback.__version__))
            line.send(table.all_of_it(line.seats, events))

        table.enter(line, welcome)
        return table

    async def come_back(self, table: Table, seat: int) -> None:
        """The bot gets up; when that cannot be written now, it does so later."""
        try:
            await table.come_back(seat)
        except Refused as refused:
            if refused.key not in PASSING:
                raise

    def let_in(self, line: Line, ledger: Ledger) -> None:
        """Whom does this device stand for? Whoever brings a token that fits nothing stays outside."""
        line.take(ledger)
        if line.hashes and not line.seats and not line.host:
            raise Refused("bad_token", 401)
        if not line.hashes and not ledger.settings.watchers:
            raise Refused("no_watchers", 403)

    async def read(self, line: Line) -> p.FromDevice:
        """The next message. What cannot be read is refused; whoever goes on like that is hung up on."""
        while True:
            got = await line.wire.receive()
            if got["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(got.get("code", 1005))
            line.heard = time.monotonic()
            if not line.bucket.take():
                raise Refused("too_often", 429)
            try:
                text = got.get("text")
                if not isinstance(text, str):
                    raise Refused("not_text", 400)
                message: p.FromDevice = p.device_decoder.decode(text)
                return message
            except (msgspec.DecodeError, RecursionError) as error:
                self.scold(line, Refused("bad_message", 400, params={"reason": str(error)[:200]}))
            except Refused as refused:
                self.scold(line, refused)

    def scold(self, line: Line, refused: Refused) -> None:
        FIGURES.refused(refused.key)
        line.nonsense += 1
        if line.nonsense > PATIENCE:
            raise Refused("nonsense", 400)
        line.tell(p.No("", refused.key, params=refused.params))

    async def listen(self, line: Line, table: Table) -> None:
        while True:
            try:
                message = await self.read(line)
                if isinstance(message, p.Hello):
                    self.scold(line, Refused("hello_twice", 400))
                    continue
                if not line.bucket.take(DEAR.get(type(message), 0)):
                    raise Refused("too_often", 429)
            except Refused as refused:
                self.end(line, refused)
                return
            if isinstance(message, p.DevicePong):
                self.measure(line, table, message.t)
            elif isinstance(message, p.DevicePing):
                line.tell(p.Pong(message.t))
            else:
                line.busy = True
                line.wire.hold()
                try:
                    await self.obey(line, table, message)
                finally:
                    line.wire.release()
                line.busy = False
                line.heard = time.monotonic()

    def measure(self, line: Line, table: Table, stamp: int) -> None:
        before = line.allowance
        line.pong(stamp)
        if table.company.elsewhere and abs(line.allowance - before) > NOTABLE:
            table.announce()

    async def obey(
        self, line: Line, table: Table, message: Request | p.AskHints | p.AskWhy | p.AskAdvice | p.Resync
    ) -> None:
        """Carry out a request and answer it, whatever comes of it."""
        try:
            if isinstance(message, p.Resync):
                line.send(table.all_of_it(line.seats, table.missed(message.since, line.seats)))
                line.tell(p.Ack(message.id, table.ledger.v))
                return
            if isinstance(message, p.AskWhy):
                found = reasons.reason(table.ledger, message.seat, message.n)
                line.tell(p.Why(message.id, found.seat, found.n, found.key, found.params))
                return
            if message.seat not in line.seats:
                raise Refused("not_your_seat", 403, params={"seat": message.seat})
            if isinstance(message, p.AskHints):
                hints = desk.hints(table.ledger, message.seat, message.n)
                line.tell(p.Hints(message.id, message.seat, message.n, hints))
                return
            if isinstance(message, p.AskAdvice):
                # It may take a while, and the person may want to move all the same.
                table.around.chores.spawn(self.advise(line, table, message))
                return
            done, held = await self.carry_out(line, table, message)
            line.tell(p.Ack(message.id, table.ledger.v, held, not done and not held))
        except Refused as refused:
            self.refuse(line, message.id, refused)

    async def advise(self, line: Line, table: Table, message: p.AskAdvice) -> None:
        try:
            action, level = await table.advise(line, message.seat, message.n, message.level)
            line.tell(p.Advice(message.id, message.seat, message.n, action, level))
        except Refused as refused:
            self.refuse(line, message.id, refused)

    def refuse(self, line: Line, request: str, refused: Refused) -> None:
        FIGURES.refused(refused.key)
        if isinstance(refused, TooLate):
            line.tell(p.Late(request, refused.params["n"]))
            return
        again = refused.key in PASSING
        line.tell(p.No(request, refused.key, refused.clause, refused.params, refused.legal, again))

    async def carry_out(self, line: Line, table: Table, message: Request) -> tuple[bool, bool]:
        """(done now, held until the window closes); neither: it was done before."""
        seat = message.seat
        # The same id from two seats is two requests.
        key = f"{seat}.{message.id}"
        if table.ledger.seen(key):
            return False, False
        if isinstance(message, p.Answer):
            action = message.action
            if isinstance(action, str):
                action = self.parse(table, seat, action)
            return await table.answer(line, seat, message.n, action, key)
        if isinstance(message, p.Say):
            return await table.say(line, seat, message.phrase, key), False
        if isinstance(message, p.AskUndo):
            moves = message.moves
            ask = table.by(line, seat, lambda ledger: desk.undo(ledger, now_ms(), seat, moves, key))
        elif isinstance(message, p.DropUndo):
            ask = table.by(line, seat, lambda ledger: desk.drop_undo(ledger, now_ms(), seat, key))
        else:
            yes = message.yes
            ask = table.by(line, seat, lambda ledger: desk.answer_undo(ledger, now_ms(), seat, yes, key))
        return await table.write(ask, key), False

    def parse(self, table: Table, seat: int, text: str) -> int:
        match = desk.playing(table.ledger)
        try:
            return match.game.parse(text)
        except BadNotation as bad:
            assert match.state is not None
            raise Refused(bad.key, 422, params=bad.params, legal=match.state.legal(seat)) from None
