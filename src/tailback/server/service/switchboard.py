"""What devices say on their lines: hello with their tokens, then they play their seats or watch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Coroutine
from random import randrange
from typing import Any

import msgspec

import tailback
from tailback.core.errors import BadNotation
from tailback.server import protocol as p
from tailback.server.live import jobs
from tailback.server.live.clock import now_ms
from tailback.server.live.house import House
from tailback.server.live.purse import Metered
from tailback.server.live.table import Table
from tailback.server.service.limits import Limits
from tailback.server.service.lines import SILENT_SECONDS, Gone, Line
from tailback.server.truth import desk, reasons, seats
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import PASSING, Refused, TooLate
from tailback.server.vitals.figures import FIGURES

HELLO_SECONDS = 10.0
PINGS = 3
PING_GROUPS = 100
# An allowance that changed by so much is told to the other processes.
NOTABLE = 0.02
# Answers that make no sense before we hang up.
PATIENCE = 20
# What writes a row.
Request = p.Answer | p.Say | p.AskUndo | p.AnswerUndo | p.DropUndo
# What takes long counts as so many messages more.
DEAR: dict[type, int] = {p.AskUndo: 9, p.AskAdvice: 9, p.Resync: 4, p.AskHints: 3, p.AskWhy: 3}
# Of the others one in so many is measured.
SAMPLE = 8


class Switchboard:
    """All lines of this process."""

    def __init__(self, house: House, limits: Limits, silent: float = SILENT_SECONDS) -> None:
        self.house = house
        self.limits = limits
        self.silent = silent
        self.lines: set[Line] = set()

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

    async def attend(self, line: Line) -> None:
        """A line from its first message to its last."""
        line.ready = True
        self.lines.add(line)
        try:
            await self.serve(line)
        except Gone:
            pass
        finally:
            line.ready = False
            self.lines.discard(line)

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
        await self.limits.work.turn(line.address)
        line.hashes = [seats.hashed(token) for token in hello.tokens]
        while True:
            table = await self.find(line, hello.table)
            self.let_in(line, table.ledger)
            for seat in line.seats:
                await self.come_back(table, seat)
            if not table.closed:
                break
            # It fell asleep meanwhile.
        # Nothing is awaited from here on: the device misses no row, and no change of chairs.
        self.let_in(line, table.ledger)
        events = table.showing.missed(hello.since, line.seats)
        line.greeted = True

        def welcome() -> None:
            line.tell(p.Welcome(max(common), table.showing.face(), list(line.seats), line.host, tailback.__version__))
            line.send(table.showing.all_of_it(line.seats, events))

        table.enter(line, welcome)
        return table

    async def find(self, line: Line, table: str) -> Table:
        """The table that a device names."""
        if table not in self.house.tables and not self.limits.wakes.take(line.address):
            raise Refused("too_often", 429)
        return await self.house.table(table)

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
            text = await line.wire.hear()
            line.heard = time.monotonic()
            if not line.bucket.take():
                raise Refused("too_often", 429)
            try:
                if text is None:
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
                dear = DEAR.get(type(message))
                if dear and not line.bucket.take(dear):
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
                await self.limits.work.turn(line.address, bool(dear))
                await self.charged(line, message, self.obey(line, table, message))
                if owed := self.limits.work.owed(line.address):
                    # Whoever has used up their time waits; nobody else does.
                    await asyncio.sleep(owed)
                line.busy = False
                line.heard = time.monotonic()

    def charged(self, line: Line, message: p.FromDevice, work: Coroutine[Any, Any, None]) -> Awaitable[None]:
        """The time of this request is its address's. To look at the clock costs as much as a part of a move: of what is
        cheap one in a few is measured, nobody knows which, and counts for all of them."""
        counts = 1 if type(message) in DEAR else SAMPLE * (randrange(SAMPLE) == 0)
        if not counts:
            return work
        return Metered(work, lambda seconds: self.limits.work.spend(line.address, counts * seconds))

    def measure(self, line: Line, table: Table, stamp: int) -> None:
        before = line.allowance
        line.pong(stamp)
        if table.company.elsewhere and abs(line.allowance - before) > NOTABLE:
            table.announce()

    async def obey(
        self, line: Line, table: Table, message: Request | p.Hurry | p.AskHints | p.AskWhy | p.AskAdvice | p.Resync
    ) -> None:
        """Carry out a request and answer it, whatever comes of it."""
        try:
            if isinstance(message, p.Resync):
                line.send(table.showing.all_of_it(line.seats, table.showing.missed(message.since, line.seats)))
                line.tell(p.Ack(message.id, table.ledger.v))
                return
            if isinstance(message, p.AskWhy):
                # It may take a while, and the person may want to move all the same.
                table.around.chores.spawn(self.pay(line, self.explain(line, table, message)))
                return
            if message.seat not in line.seats:
                raise Refused("not_your_seat", 403, params={"seat": message.seat})
            if isinstance(message, p.Hurry):
                table.hurry(message.seat)
                line.tell(p.Ack(message.id, table.ledger.v))
                return
            if isinstance(message, p.AskHints):
                with table.care.guard():
                    hints = desk.hints(table.ledger, message.seat, message.n)
                line.tell(p.Hints(message.id, message.seat, message.n, hints))
                return
            if isinstance(message, p.AskAdvice):
                table.around.chores.spawn(self.pay(line, self.advise(line, table, message)))
                return
            done, held = await self.carry_out(line, table, message)
            line.tell(p.Ack(message.id, table.ledger.v, held, not done and not held))
        except Refused as refused:
            self.refuse(line, message.id, refused)

    async def pay(self, line: Line, work: Coroutine[None, None, None]) -> None:
        """What goes on beside the line is its address's as well."""
        await Metered(work, lambda seconds: self.limits.work.spend(line.address, seconds))

    async def explain(self, line: Line, table: Table, message: p.AskWhy) -> None:
        async def still() -> None:
            if not line.ready or self.limits.work.owed(line.address):
                raise Refused("too_often", 429)

        try:
            work = jobs.Explain.of(table.ledger, message.seat, message.n)
            outcome = await self.house.jobs.do(line.address, work, still)
            self.limits.work.spend(line.address, outcome.spent)
            found = msgspec.json.decode(outcome.given(), type=reasons.Reason)
            line.tell(p.Why(message.id, found.seat, found.n, found.key, found.params))
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
                with table.care.guard():
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
