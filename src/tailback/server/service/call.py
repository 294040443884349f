"""A request as a handler sees it: its body in the right type, and whom its tokens stand for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from tailback.robots.levelling import Levelled
from tailback.server.live.evens import settled
from tailback.server.live.house import House
from tailback.server.live.jobs import AnyJob
from tailback.server.live.purse import Metered
from tailback.server.live.table import Table
from tailback.server.service.limits import MESSAGES, SAVED, SHARE, Limit, Limits, Room, Work
from tailback.server.service.route import Handler
from tailback.server.truth import seats
from tailback.server.truth.desk import Ask, Uneven
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused
from tailback.server.truth.rows import AnyRow

T = TypeVar("T")

LONGEST_BODY = 64 * 1024
# The longest record, and room for the signs that JSON writes as two.
LONGEST_FILE = 3 * 1024 * 1024
# The start of a body is not counted: an ordinary request needs no more, and is not refused for the big ones of others.
UNCOUNTED = 4 * 1024
# Longer bodies are not taken apart on the loop.
LONG = 128 * 1024
MOST_TOKENS = 16
# Of one address: tables opened in a minute, and devices at the same time.
TABLES = 30
LINES = 200


def usual_limits(
    tables: int = TABLES, lines: int = LINES, messages: int = MESSAGES, crew: int = 1, share: float = SHARE
) -> Limits:
    """What strangers may do: enough for a school, too little for a flood. `crew`: so many processes count guesses, and
    together they allow no more than one would."""
    return Limits(
        tables=Limit(tables, tables),
        # Ten slips at once, then one a minute: trying out one code in a hundred takes an address a day.
        codes=Limit(max(10 // crew, 3), 1 / crew if crew > 1 else 1, total=30),
        files=Limit(10, 10),
        joins=Limit(60, 60),
        replays=Limit(60, 120),
        work=Work(share, SAVED),
        # Joining, dealing and settling are a few requests for each table that is opened; moves come over sockets.
        writes=Limit(20 * tables, 20 * tables),
        # After a restart every device of a school comes back at once, and asks a second time when its line breaks.
        wakes=Limit(3 * lines, 3 * lines),
        bodies=Room(2 * LONGEST_FILE, 8 * LONGEST_FILE),
        calls=Limit(3 * lines, 3 * lines),
        lines=lines,
        messages=messages,
    )


class Holder(NamedTuple):
    """Whom the tokens of a request stand for."""

    host: bool
    seats: frozenset[int]


class Asked(NamedTuple):
    """A request, whatever carried it. Names of headers are in small letters."""

    # Whom it comes from, as far as the limits know people apart.
    address: str
    # What stands in the places of the path, and behind its question mark.
    words: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Callable[[], AsyncIterator[bytes]]


class Call:
    def __init__(self, house: House, limits: Limits, asked: Asked) -> None:
        self.house = house
        self.limits = limits
        self.asked = asked
        # Bytes of its body that are counted, until it is answered.
        self.held = 0

    @property
    def address(self) -> str:
        return self.asked.address

    def word(self, name: str) -> str:
        return self.asked.words[name]

    def number(self, name: str, default: int | None = None) -> int | None:
        """A number from the path or the query."""
        text = self.asked.words.get(name, self.asked.query.get(name, ""))
        if text == "":
            return default
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise Refused("whole_number", 422, params={"option": name, "value": text[:24]})
        return int(text)

    async def body(self, kind: type[T], most: int = LONGEST_BODY) -> T:
        """The body as this message, or a refusal that says where it is wrong."""
        media = self.asked.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media != "application/json":
            raise Refused("not_json", 415)
        # What is too long is refused before any of it is read. h11 has seen to it that this is a number.
        self.make_room(int(self.asked.headers.get("content-length", "0")), most)
        raw = bytearray()
        async for chunk in self.asked.body():
            self.hold(self.make_room(len(raw) + len(chunk), most))
            raw += chunk
        whole = bytes(raw) or b"{}"
        found: T = await asyncio.to_thread(decoded, whole, kind) if len(whole) > LONG else decoded(whole, kind)
        return found

    def make_room(self, size: int, most: int) -> int:
        """How much of a body of this size is still to be counted; refused when there is no room for it."""
        if size > most:
            raise Refused("too_big", 413, params={"most": most})
        more = max(0, size - UNCOUNTED) - self.held
        full = self.limits.bodies.refuses(self.address, more) if more > 0 else ""
        if full:
            raise Refused("too_often", 429) if full == "each" else Refused("too_busy", 503)
        return more

    def hold(self, more: int) -> None:
        if more > 0:
            self.limits.bodies.take(self.address, more)
            self.held += more

    def done(self) -> None:
        """It was answered: nothing of its body is kept any longer."""
        if self.held:
            self.limits.bodies.give_back(self.address, self.held)
            self.held = 0

    async def table(self, name: str = "table") -> Table:
        """The table that the path names."""
        found = self.word(name)
        if found not in self.house.tables and seats.is_id(found):
            self.limit(self.limits.wakes)
        return await self.house.table(found)

    def holder(self, ledger: Ledger) -> Holder:
        """The host, the seats, or nobody. A token that fits nothing is refused, not ignored."""
        header = self.asked.headers.get("authorization", "")
        scheme, _, given = header.partition(" ")
        if not header:
            return Holder(False, frozenset())
        tokens = [token.strip() for token in given.split(",") if token.strip()]
        if scheme.lower() != "bearer" or not tokens or len(tokens) > MOST_TOKENS:
            raise Refused("bad_token", 401)
        return holder_of(ledger, tokens)

    def host(self, ledger: Ledger) -> Holder:
        holder = self.holder(ledger)
        if not holder.host:
            raise Refused("host_only", 403)
        return holder

    def seated(self, ledger: Ledger) -> Holder:
        """Somebody who belongs to this table."""
        holder = self.holder(ledger)
        if not holder.host and not holder.seats:
            raise Refused("seat_needed", 403)
        return holder

    def owner(self, ledger: Ledger, seat: int) -> Holder:
        """The host, or whoever sits there."""
        holder = self.holder(ledger)
        if not holder.host and seat not in holder.seats:
            raise Refused("not_your_seat", 403, params={"seat": seat})
        return holder

    def sitter(self, ledger: Ledger, seat: int) -> Holder:
        """Whoever sits there, and nobody else."""
        holder = self.holder(ledger)
        if seat not in holder.seats:
            raise Refused("not_your_seat", 403, params={"seat": seat})
        return holder

    async def write(self, table: Table, may: Callable[[Ledger], Holder], ask: Ask, key: str = "") -> None:
        """Write what is asked for by somebody who may. Looked at again when the turn has come: a seat may be lost, and
        be somebody else's, while its request waits in line."""
        may(table.ledger)

        def asked(ledger: Ledger) -> AnyRow | None:
            may(ledger)
            return ask(ledger)

        await table.write(asked, key)

    def limit(self, limit: Limit, many: int = 1) -> None:
        if not limit.take(self.address, many):
            raise Refused("too_often", 429)

    async def answered(self, handler: Handler) -> Any:
        """What the handler answers. The time it takes is its address's."""
        self.has_time()
        return await Metered(handler(self), self.spend)

    async def do(self, job: AnyJob) -> bytes:
        """What comes of long work, as JSON, or the refusal raised."""
        found = await self.house.jobs.do(self.address, job, self.still)
        self.spend(found.spent)
        return found.given()

    async def level(self, setup: Uneven | None) -> Levelled | None:
        """How large a head start must be in this set-up, or the refusal raised; None where none is wanted."""
        if setup is None:
            return None
        return settled(setup, await self.house.evens.find(setup, self.do))

    async def still(self) -> None:
        """Others of this address were before it, and it may have waited for long."""
        if await self.gone():
            raise Refused("too_busy", 503)
        self.has_time()

    def has_time(self) -> None:
        """Refused to whoever has used up their time on the processor."""
        if self.limits.work.owed(self.address):
            raise Refused("too_often", 429)

    async def gone(self) -> bool:
        """Does nobody wait for the answer any more?"""
        return False

    def spend(self, seconds: float) -> None:
        self.limits.work.spend(self.address, seconds)


def holder_of(ledger: Ledger, tokens: list[str]) -> Holder:
    """Every token is compared with every chair, so the time tells nothing."""
    host = False
    found: set[int] = set()
    for token in tokens:
        mine = seats.hashed(token)
        fits = seats.same(ledger.host, mine)
        host = host or fits
        for seat, chair in enumerate(ledger.chairs):
            if seats.same(chair.token, mine):
                found.add(seat)
                fits = True
        if not fits:
            raise Refused("bad_token", 401)
    return Holder(host, frozenset(found))


def decoded(raw: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("bad_message", 400, params={"reason": str(error)[:200]}) from None
