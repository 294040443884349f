"""All tables of one server process: opening them, waking them, letting them sleep.

Where several processes share a store they tell each other who sits where (`announce`): not stored,
repeated now and then, forgotten when a process falls silent.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Coroutine
from typing import Any

import msgspec

from tailback.core.contract import Event
from tailback.core.options import BadOption
from tailback.server import rows as r
from tailback.server import seats
from tailback.server.bot_pool import BotPool
from tailback.server.desk import Refused
from tailback.server.ledger import Broken, Ledger, add_up
from tailback.server.store import Conflict, Store, StoreError, StoreFull
from tailback.server.table import Elsewhere, Table, now_ms

log = logging.getLogger("tailback.server")

# A table without devices stays awake so long: a reload finds it as it was.
LINGER = 20.0
# A code may be given to another table when nobody was at its own for so long.
CODE_DAYS = 30
DAY_MS = 24 * 3600 * 1000
HEARTBEAT = 2.0
SILENCE = 7.0
CODE_TRIES = 50


class Gossip(msgspec.Struct, omit_defaults=True):
    """What processes tell each other. Without a table: I am alive. `ask`: who is at this table with you?"""

    node: str
    table: str = ""
    ask: bool = False
    gone: bool = False
    here: Elsewhere | None = None


class House:
    def __init__(self, store: Store, pool: BotPool, base: str = "", linger: float = LINGER) -> None:
        self.store = store
        self.pool = pool
        self.base = base.rstrip("/")
        self.linger = linger
        self.node = seats.new_token()
        self.numbers = itertools.count(1)
        self.tables: dict[str, Table] = {}
        self.waking: dict[str, asyncio.Task[Table]] = {}
        self.nodes: dict[str, float] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.beat: asyncio.Task[None] | None = None

    def count(self) -> int:
        return next(self.numbers)

    def link(self, path: str) -> str:
        return self.base + path

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Work that goes on by itself; should it fail, the log says so."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)
        return task

    def done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task failed", exc_info=error)

    async def start(self) -> None:
        self.store.listen(self.rung, self.overheard)
        await self.store.open()
        if self.store.shared:
            self.beat = self.spawn(self.keep_beating())

    async def stop(self) -> None:
        """Polite: devices are told to come back, then everything is closed. Nothing needs saving."""
        for table in list(self.tables.values()):
            for device in list(table.devices):
                device.leave("restart")
            table.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.store.shared:
            await self.shout(Gossip(self.node, gone=True))
        await self.pool.close()
        await self.store.close()

    # Tables

    async def open_table(self, chairs: list[r.Chair], settings: r.Settings, host: str, more: list[r.AnyRow]) -> Table:
        """A new table with its first rows, a code of its own, awake."""
        opened = r.Opened(at=now_ms(), host=seats.hashed(host), settings=settings, chairs=chairs)
        return await self.table(await self.create([opened, *more]))

    async def create(self, first: list[r.AnyRow]) -> str:
        """The id of a new table with these rows."""
        table_id = seats.new_id()
        try:
            await self.store.create(table_id, [r.encode(row) for row in first], now_ms())
        except StoreFull:
            raise Refused("store_full", 507) from None
        except (StoreError, Conflict):
            raise Refused("store_away", 503) from None
        return table_id

    async def table(self, table_id: str) -> Table:
        """The table with this id, awake. Everyone who asks meanwhile waits for the same waking."""
        found = self.tables.get(table_id)
        if found is not None:
            return found
        if not seats.is_id(table_id):
            raise Refused("no_table", 404)
        waking = self.waking.get(table_id)
        if waking is None:
            waking = asyncio.get_running_loop().create_task(self.wake(table_id))
            self.waking[table_id] = waking
            waking.add_done_callback(lambda _: self.waking.pop(table_id, None))
        return await asyncio.shield(waking)

    async def wake(self, table_id: str) -> Table:
        ledger = await self.ledger(table_id)
        try:
            code = None if ledger.imported else await self.code_for(table_id)
        except StoreError:
            raise Refused("store_away", 503) from None
        table = Table(self, ledger, code)
        self.tables[table_id] = table
        if self.store.shared:
            async with table.lock:
                await table.catch_up()
            self.announce(table, ask=True)
        self.may_sleep(table)
        return table

    async def ledger(self, table_id: str, upto: int | None = None) -> Ledger:
        try:
            data = await self.store.rows(table_id)
        except StoreError:
            raise Refused("store_away", 503) from None
        if not data:
            raise Refused("no_table", 404)
        try:
            return add_up(table_id, data[:upto])
        except Broken as broken:
            raise Refused(broken.key, 409, params=broken.params) from None
        except BadOption as bad:
            raise Refused(bad.key, 409, bad.clause, bad.params) from None

    async def code_for(self, table_id: str) -> str | None:
        """The code of a table that wakes up; a new one when another table has got its old one."""
        now = now_ms()
        entry = await self.store.entry(table_id)
        await self.store.touch(table_id, now)
        if entry is not None and entry.code:
            return entry.code
        for _ in range(CODE_TRIES):
            code = seats.new_code()
            if await self.store.claim(table_id, code, now, now - CODE_DAYS * DAY_MS):
                return code
        return None

    async def find(self, code: str) -> str:
        tidy = seats.tidy_code(code)
        try:
            found = await self.store.find(tidy) if tidy else None
        except StoreError:
            raise Refused("store_away", 503) from None
        if found is None:
            raise Refused("no_code", 404)
        return found

    async def events_since(self, table_id: str, since: int, upto: int) -> list[Event]:
        """What happened in these rows, added up anew: for a device that was away for long."""
        try:
            data = await self.store.rows(table_id)
        except StoreError:
            raise Refused("store_away", 503) from None
        ledger = Ledger(table_id)
        events: list[Event] = []
        for raw in data[:upto]:
            change = ledger.apply(r.decode(raw))
            if ledger.v > since:
                events += change.events
        return events

    async def delete(self, table: Table) -> None:
        try:
            await self.store.delete(table.id)
        except StoreError:
            raise Refused("store_away", 503) from None
        for device in list(table.devices):
            device.leave("deleted")
        table.close()
        self.tables.pop(table.id, None)

    def may_sleep(self, table: Table) -> None:
        asyncio.get_running_loop().call_later(self.linger, self.sleep, table)

    def sleep(self, table: Table) -> None:
        """Everything about a table is in the store, so it can be let go at any moment."""
        if not table.devices and not table.lock.locked() and not table.closed:
            table.close()
            self.tables.pop(table.id, None)

    # Other processes

    def rung(self, table_id: str, rows: int) -> None:
        """Another process wrote; or (without a table) we may have missed that it did."""
        for table in [self.tables.get(table_id)] if table_id else list(self.tables.values()):
            if table is not None:
                self.spawn(self.look_again(table, rows if table_id else table.ledger.v + 1))

    async def look_again(self, table: Table, rows: int) -> None:
        try:
            await table.look_again(rows)
        except Refused:
            table.unsure = True

    def announce(self, table: Table, ask: bool = False) -> None:
        """Tell the other processes who is at this table here."""
        if not self.store.shared:
            return
        lines: dict[int, float] = {}
        for device in table.devices:
            for seat in device.seats:
                lines[seat] = max(device.allowance, lines.get(seat, 0.0))
        here = Elsewhere(lines, sum(1 for device in table.devices if not device.seats))
        self.spawn(self.shout(Gossip(self.node, table.id, ask=ask, here=here)))

    async def shout(self, gossip: Gossip) -> None:
        """Lost when the store is away; it is repeated soon enough."""
        with contextlib.suppress(StoreError):
            await self.store.shout(msgspec.json.encode(gossip).decode())

    def overheard(self, text: str) -> None:
        try:
            gossip = msgspec.json.decode(text, type=Gossip)
        except msgspec.DecodeError:
            return
        if gossip.gone:
            self.forget(gossip.node)
            return
        self.nodes[gossip.node] = asyncio.get_running_loop().time()
        table = self.tables.get(gossip.table)
        if table is not None:
            if gossip.here is not None:
                table.heard(gossip.node, gossip.here)
            if gossip.ask and table.devices:
                self.announce(table)

    def forget(self, node: str) -> None:
        self.nodes.pop(node, None)
        for table in list(self.tables.values()):
            table.heard(node, None)

    async def keep_beating(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self.shout(Gossip(self.node))
            await asyncio.sleep(HEARTBEAT)
            for node, seen in list(self.nodes.items()):
                if loop.time() - seen > SILENCE:
                    self.forget(node)
