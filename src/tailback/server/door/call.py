"""An HTTP request as a handler sees it: its body in the right type, and whom its tokens stand for."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from tailback.server.door.limits import Limit, Limits, group
from tailback.server.live.house import House
from tailback.server.live.table import Table
from tailback.server.truth import seats
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused

T = TypeVar("T")

LONGEST_BODY = 64 * 1024
LONGEST_FILE = 5 * 1024 * 1024
MOST_TOKENS = 16


class Holder(NamedTuple):
    """Whom the tokens of a request stand for."""

    host: bool
    seats: frozenset[int]


class Call:
    def __init__(self, house: House, limits: Limits, request: Request) -> None:
        self.house = house
        self.limits = limits
        self.request = request

    @property
    def address(self) -> str:
        return group(self.request.client.host) if self.request.client else ""

    def word(self, name: str) -> str:
        return str(self.request.path_params[name])

    def number(self, name: str, default: int | None = None) -> int | None:
        """A number from the path or the query."""
        found = self.request.path_params.get(name, self.request.query_params.get(name))
        if found is None or found == "":
            return default
        text = str(found)
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise Refused("whole_number", 422, params={"option": name, "value": text[:24]})
        return int(text)

    async def body(self, kind: type[T], most: int = LONGEST_BODY) -> T:
        """The body as this message, or a refusal that says where it is wrong."""
        media = self.request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media != "application/json":
            raise Refused("not_json", 415)
        raw = bytearray()
        try:
            async for chunk in self.request.stream():
                raw += chunk
                if len(raw) > most:
                    raise Refused("too_big", 413, params={"most": most})
        except ClientDisconnect:
            raise Refused("bad_message", 400, params={"reason": "disconnected"}) from None
        found: T = decoded(bytes(raw) or b"{}", kind)
        return found

    async def table(self) -> Table:
        return await self.house.table(self.word("table"))

    def holder(self, ledger: Ledger) -> Holder:
        """The host, the seats, or nobody. A token that fits nothing is refused, not ignored."""
        header = self.request.headers.get("authorization", "")
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

    def limit(self, limit: Limit) -> None:
        if not limit.take(self.address):
            raise Refused("too_often", 429)


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
