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
from tailback.core.record import RecordError
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.clock import now_ms
from tailback.server.live.presence import Elsewhere
from tailback.server.live.table import Table
from tailback.server.store import Conflict, Store, StoreError, StoreFull
from tailback.server.truth import rows as r
from tailback.server.truth import seats
from tailback.server.truth.desk import Refused
from tailback.server.truth.ledger import Broken, Ledger, add_up

log = logging.getLogger("tailback.server")

# A table without devices stays awake so long: a reload finds it as it was.
LINGER = 20.0
# Whoever woke it must get to use it.
SHORTEST = 0.1
# A code may be given to another table when nobody was at its own for so long.
CODE_DAYS = 30
DAY_MS = 24 * 3600 * 1000
# So often the store is told of tables that somebody sits at.
TOUCH = 12 * 3600.0
# A process that was not heard for so long is gone. It beats this part of the time, and every few beats it asks again.
SILENCE = 7.0
BEAT = 0.3
CHECK = 5
CODE_TRIES = 50


class Gossip(msgspec.Struct, omit_defaults=True):
    """What processes tell each other. Without a table: I am alive. `ask`: who is at this table with you?

    `whom` is the only process that is asked, and must answer; without a table: who is at any of yours?
    """

    node: str
    table: str = ""
    ask: bool = False
    whom: str = ""
    gone: bool = False
    here: Elsewhere | None = None


def events_of(table_id: str, data: list[bytes], since: int) -> list[Event]:
    """The events of these rows after the first `since`."""
    ledger = Ledger(table_id)
    events: list[Event] = []
    for raw in data:
        change = ledger.apply(r.decode(raw))
        if ledger.v > since:
            events += change.events
    return events


class House:
    def __init__(
        self, store: Store, pool: BotPool, base: str = "", linger: float = LINGER, silence: float = SILENCE
    ) -> None:
        self.store = store
        self.pool = pool
        self.base = base.rstrip("/")
        self.linger = max(linger, SHORTEST)
        self.silence = silence
        self.node = seats.new_token()
        self.numbers = itertools.count(1)
        self.tables: dict[str, Table] = {}
        self.waking: dict[str, asyncio.Task[Table]] = {}
        self.nodes: dict[str, float] = {}
        self.tasks: set[asyncio.Task[Any]] = set()

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
        self.spawn(self.keep_touching())
        if self.store.shared:
            self.spawn(self.keep_beating())

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
            self.may_sleep(found)
            if self.store.shared:
                await found.refresh()
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
        self.may_sleep(table)
        if self.store.shared:
            # What was written since we read, and before the bell of this table could ring here.
            await table.refresh()
            self.announce(table, ask=True)
        return table

    async def ledger(self, table_id: str) -> Ledger:
        try:
            data = await self.store.rows(table_id)
        except StoreError:
            raise Refused("store_away", 503) from None
        if not data:
            raise Refused("no_table", 404)
        try:
            return add_up(table_id, data)
        except Broken as broken:
            raise Refused(broken.key, 409, params=broken.params) from None
        except BadOption as bad:
            raise Refused(bad.key, 409, bad.clause, bad.params) from None
        except RecordError as bad:
            raise Refused(bad.key, 409, params={**bad.params, "line": bad.line}) from None
        except msgspec.DecodeError:
            raise Refused("newer_table", 409) from None

    async def code_for(self, table_id: str) -> str | None:
        """The code of a table that wakes up; a new one when another table has got its old one."""
        now = now_ms()
        entry = await self.store.entry(table_id)
        if entry is None:
            raise Refused("no_table", 404)
        # Whoever only looks at a table can do so on a full disk.
        with contextlib.suppress(StoreFull):
            await self.store.touch(table_id, now)
            for _ in range(0 if entry.code else CODE_TRIES):
                code = seats.new_code()
                if await self.store.claim(table_id, code, now, now - CODE_DAYS * DAY_MS):
                    return code
        return entry.code

    async def keep_touching(self) -> None:
        """A table keeps its code for as long as somebody is there, also when it never sleeps."""
        while True:
            await asyncio.sleep(TOUCH)
            for table in [table for table in self.tables.values() if table.devices]:
                with contextlib.suppress(StoreError):
                    await self.store.touch(table.id, now_ms())

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
        return await asyncio.to_thread(events_of, table_id, data[:upto], since)

    async def delete(self, table: Table) -> None:
        try:
            await self.store.delete(table.id)
        except StoreError:
            raise Refused("store_away", 503) from None
        self.clear_away(table)

    def clear_away(self, table: Table) -> None:
        """The table is no more."""
        for device in list(table.devices):
            device.leave("deleted")
        self.let_go(table)

    def let_go(self, table: Table) -> None:
        table.close()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]

    def may_sleep(self, table: Table) -> None:
        """From now on, if nobody comes."""
        table.bedtime = asyncio.get_running_loop().time() + self.linger
        if table.sleeper is None:
            table.sleeper = asyncio.get_running_loop().call_at(table.bedtime, self.sleep, table)

    def sleep(self, table: Table) -> None:
        """Everything about a table is in the store, so it can be let go at any moment."""
        table.sleeper = None
        if table.devices or table.closed:
            return
        loop = asyncio.get_running_loop()
        if table.lock.locked() or loop.time() < table.bedtime:
            table.sleeper = loop.call_at(max(table.bedtime, loop.time() + 0.1), self.sleep, table)
        else:
            self.let_go(table)

    # Other processes

    def rung(self, table_id: str, rows: int) -> None:
        """Another process wrote (no rows: it deleted the table); without a table: we may have missed that it did."""
        if table_id:
            table = self.tables.get(table_id)
            if table is not None:
                self.spawn(self.look_again(table, rows) if rows else self.look_for(table))
            return
        for table in list(self.tables.values()):
            self.spawn(self.look_again(table, table.ledger.v + 1))
            self.spawn(self.look_for(table))
            self.announce(table, ask=True)

    async def look_again(self, table: Table, rows: int) -> None:
        try:
            await table.look_again(rows)
        except Refused:
            table.doubt()

    async def look_for(self, table: Table) -> None:
        """Is it still there?"""
        with contextlib.suppress(StoreError):
            if await self.store.entry(table.id) is None and not table.closed:
                self.clear_away(table)

    def announce(self, table: Table, ask: bool = False, whom: str = "") -> None:
        """Tell the other processes who is at this table here."""
        if not self.store.shared:
            return
        lines: dict[int, float] = {}
        for device in table.devices:
            for seat in device.seats:
                lines[seat] = max(device.allowance, lines.get(seat, 0.0))
        here = Elsewhere(lines, sum(1 for device in table.devices if not device.seats))
        self.spawn(self.shout(Gossip(self.node, table.id, ask=ask, whom=whom, here=here)))

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
        if gossip.node not in self.nodes:
            # New, or it was silent for long: whom has it got?
            self.spawn(self.shout(Gossip(self.node, ask=True, whom=gossip.node)))
        self.nodes[gossip.node] = asyncio.get_running_loop().time()
        table = self.tables.get(gossip.table)
        if table is not None and gossip.here is not None:
            table.heard(gossip.node, gossip.here)
        if gossip.ask and gossip.whom in ("", self.node):
            self.tell(gossip)

    def tell(self, gossip: Gossip) -> None:
        """Another process asked who is here."""
        table = self.tables.get(gossip.table)
        if not gossip.table:
            for found in self.tables.values():
                if found.devices:
                    self.announce(found)
        elif table is not None and table.devices:
            self.announce(table)
        elif gossip.whom:
            self.spawn(self.shout(Gossip(self.node, gossip.table, here=Elsewhere({}, 0))))

    def forget(self, node: str) -> None:
        self.nodes.pop(node, None)
        for table in list(self.tables.values()):
            table.heard(node, None)

    async def keep_beating(self) -> None:
        loop = asyncio.get_running_loop()
        for beat in itertools.count(1):
            await self.shout(Gossip(self.node))
            await asyncio.sleep(self.silence * BEAT)
            for node, seen in list(self.nodes.items()):
                if loop.time() - seen > self.silence:
                    self.forget(node)
            if beat % CHECK == 0:
                self.check_others()

    def check_others(self) -> None:
        """A word that was lost must not stay lost: ask those who we think are at our tables."""
        for table in list(self.tables.values()):
            for node in list(table.elsewhere) if table.devices else ():
                self.announce(table, ask=True, whom=node)
