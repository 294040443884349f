"""How a table moved until November 2026: two routes that broke both great promises at once, because no test knew them.
They are kept to show that each checker that is made from the lists would have found them. Only tests put them there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from tailback.core.errors import BadOption
from tailback.server import protocol as p
from tailback.server.door import routes as door
from tailback.server.live.clock import now_ms
from tailback.server.live.house import House
from tailback.server.live.storing import storing
from tailback.server.service.call import LONGEST_FILE, Call
from tailback.server.service.route import Route, listing
from tailback.server.store import Conflict
from tailback.server.truth import desk, seats
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.match import Broken
from tailback.server.truth.refusal import Refused
from tailback.texts.names import tidy_name


class Along(msgspec.Struct, forbid_unknown_fields=True):
    """A whole table as it is kept, to go on with elsewhere. It tells everything, also what is hidden."""

    table: Annotated[str, Meta(max_length=22)]
    rows: list[str]


ROUTES: list[Route] = []
route = listing(ROUTES)


@contextlib.contextmanager
def in_the_lists() -> Iterator[list[Route]]:
    """As if they were in the product; whatever goes over the lists goes over them, too."""
    before = list(door.ROUTES)
    door.ROUTES[:] = [one for one in before if (one.method, one.path) not in {(o.method, o.path) for o in ROUTES}]
    door.ROUTES.extend(ROUTES)
    try:
        yield ROUTES
    finally:
        door.ROUTES[:] = before


def check_taker(ledger: Ledger, held: frozenset[int]) -> None:
    people = {seat for seat, chair in enumerate(ledger.chairs) if chair.sitter == "person" or chair.stand_in}
    if ledger.imported is not None or not people <= held:
        raise Refused("others_sit", 403)


def check_rows(table: str, data: list[bytes]) -> None:
    if not seats.is_id(table) or not data:
        raise Refused("bad_table", 422)
    ledger = Ledger(table)
    try:
        for n, raw in enumerate(data):
            row = r.decode(raw)
            if isinstance(row, r.Imported) or isinstance(row, r.Opened) is (n > 0):
                raise Refused("bad_table", 422)
            if isinstance(row, r.Opened | r.Settled):
                desk.check_settings(row.settings)
            ledger.apply(row)
            for seat, chair in enumerate(ledger.chairs):
                if tidy_name(chair.name) != chair.name or chair.colour not in seats.COLOURS:
                    raise Refused("bad_table", 422, params={"seat": seat})
    except BadOption as bad:
        raise Refused(bad.key, 422, bad.clause, bad.params) from None
    except Broken as broken:
        raise Refused(broken.key, 422, params=broken.params) from None
    except msgspec.DecodeError:
        raise Refused("newer_table", 422) from None
    except Refused:
        raise
    except Exception:
        raise Refused("bad_table", 422) from None


async def catch_up(house: House, table_id: str) -> None:
    """As a table then read on when it was rung: whatever there is, in one go."""
    table = house.tables[table_id]
    async with table.line_up.turn():
        for raw in await house.store.rows(table_id, table.ledger.v):
            table.take(r.decode(raw))


async def bring(house: House, table_id: str, data: list[bytes]) -> None:
    """Rows are added to a table that is awake, and it catches up with all of them at once."""
    with storing():
        try:
            here = await house.store.rows(table_id)
            if not here:
                await house.store.create(table_id, data, now_ms())
                return
            if here[: len(data)] == data[: len(here)]:
                for n in range(len(here), len(data)):
                    await house.store.append(table_id, n, data[n])
                if table_id in house.tables:
                    await catch_up(house, table_id)
                return
        except Conflict:
            pass
    raise Refused("table_differs", 409)


@route("GET", "/api/tables/{table}/along", Along, who="whole")
async def take_along(call: Call) -> Along:
    """The whole table, to go on with it elsewhere. Only where the asker holds the seat of every person at it."""
    table = await call.table()
    check_taker(table.ledger, call.host(table.ledger).seats)
    return Along(table.id, [row.decode() for row in await call.house.rows(table.id)])


@route("POST", "/api/along", p.Found, Along, 201, who="anyone", refuses=(409, 422, 429, 503, 507))
async def bring_along(call: Call) -> p.Found:
    """Go on here with a table from elsewhere, under its own id; whoever held its tokens there holds them here."""
    asked = await call.body(Along, LONGEST_FILE)
    data = [row.encode() for row in asked.rows]
    await asyncio.to_thread(check_rows, asked.table, data)
    await bring(call.house, asked.table, data)
    return p.Found(asked.table, call.house.link(f"/t/{asked.table}"))
