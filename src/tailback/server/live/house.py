"""All tables of one server process: opening them, waking them, letting them sleep.

Where several processes share a store they tell each other who sits where (`announce`): not stored,
repeated now and then, forgotten when a process falls silent.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools

import msgspec

from tailback import games
from tailback.brought.errors import GameError
from tailback.core.errors import BadOption, RecordError
from tailback.server.live.chores import Chores
from tailback.server.live.clock import now_ms
from tailback.server.live.evens import Evens
from tailback.server.live.jobs import AtOnce, Doers
from tailback.server.live.node import Gossip, Node
from tailback.server.live.presence import Elsewhere
from tailback.server.live.purse import FREE, Purse
from tailback.server.live.storing import store_away, storing
from tailback.server.live.surroundings import Surroundings
from tailback.server.live.table import Table
from tailback.server.live.thinkers import Thinkers
from tailback.server.live.trying import Trying
from tailback.server.store import Conflict, Opening, Store, StoreError, StoreFull
from tailback.server.truth import desk, seats
from tailback.server.truth import rows as r
from tailback.server.truth.match import Broken
from tailback.server.truth.refusal import Refused
from tailback.server.truth.snapshot import RECENT, Woken, wake

# A table without devices stays awake so long: a reload finds it as it was.
LINGER = 20.0
# Whoever woke it must get to use it.
SHORTEST = 0.1
# A code may be given to another table when nobody was at its own for so long.
CODE_DAYS = 30
# And after so many when nothing ever happened at it: it was only opened.
UNUSED_DAYS = 1
DAY_MS = 24 * 3600 * 1000
# So often the store is told of tables that somebody sits at.
TOUCH = 12 * 3600.0
# And first when the server has started and its tables have come back.
SETTLED = 60.0
# A process that was not heard for so long is gone. It beats this part of the time, and every few beats it asks again.
SILENCE = 7.0
BEAT = 0.3
CHECK = 5
# So many codes of one length are tried before a longer one is: by then at least half of them are taken.
CODE_TRIES = 6
# After so many new codes those that are given out are counted again: other processes give out some, too.
RECOUNT = 100
# So many bytes of a table are added up at once: it takes about a millisecond.
SHORT = 4096


async def off_the_loop(table_id: str, kept: Opening) -> Woken | None:
    """Adding up what is long takes its time; the other tables go on meanwhile."""
    if len(kept.snapshot or b"") + sum(map(len, kept.rows)) <= SHORT:
        return wake(table_id, kept.snapshot, kept.rows, kept.n)
    return await asyncio.to_thread(wake, table_id, kept.snapshot, kept.rows, kept.n)


def foreign_game(kept: Opening) -> str:
    """A game from elsewhere that this table has played; empty where there is none. What is kept of it besides the rows
    may come from other rules than today's."""
    data = (kept.snapshot or b"", *kept.rows)
    names = (name for name in games.ids() if name not in games.ours())
    return next((name for name in names if any(f'"game":"{name}"'.encode() in part for part in data)), "")


class House:
    def __init__(
        self,
        store: Store,
        pool: Thinkers,
        base: str = "",
        linger: float = LINGER,
        silence: float = SILENCE,
        trying: Trying | None = None,
        jobs: Doers | None = None,
        purse: Purse = FREE,
    ) -> None:
        self.store = store
        self.pool = pool
        self.base = base.rstrip("/")
        self.silence = silence
        self.chores = Chores()
        self.node = Node(store, self.chores)
        self.trying = trying
        self.jobs = jobs or AtOnce()
        self.evens = Evens()
        self.around = Surroundings(store, pool, self.chores, self.node, self.base, max(linger, SHORTEST), trying, purse)
        self.tables: dict[str, Table] = {}
        self.waking: dict[str, asyncio.Task[Table]] = {}
        # The other processes, and when each was heard last.
        self.nodes: dict[str, float] = {}
        # How many codes were given out when they were counted, and how many from here since then.
        self.codes, self.fresh = 0, RECOUNT
        # When the store was told last of those who sit somewhere, by the time of day.
        self.touched = now_ms()

    def link(self, path: str) -> str:
        return self.around.link(path)

    async def start(self) -> None:
        self.store.listen(self.rung, self.overheard)
        await self.store.open()
        self.chores.spawn(self.keep_touching())
        if self.store.shared:
            self.chores.spawn(self.keep_beating())

    async def stop(self) -> None:
        """Polite: devices are told to come back, then everything is closed. Nothing needs saving."""
        for table in list(self.tables.values()):
            table.company.dismiss("restart")
            table.close()
        await self.chores.stop()
        if self.store.shared:
            await self.node.shout(Gossip(self.node.id, gone=True))
        await self.pool.close()
        if self.trying is not None:
            await self.trying.close()
        await self.jobs.close()
        await self.store.close()

    # Tables

    async def open_table(self, chairs: list[r.Chair], settings: r.Settings, host: str, more: list[r.AnyRow]) -> Table:
        """A new table with its first rows, a code of its own, awake."""
        opened = r.Opened(at=now_ms(), host=seats.hashed(host), settings=settings, chairs=chairs)
        return await self.table(await self.create([opened, *more]))

    async def create(self, first: list[r.AnyRow]) -> str:
        """The id of a new table with these rows."""
        return await self.keep([r.encode(row) for row in first])

    async def keep(self, data: list[bytes], n: int = 0, snapshot: str = "") -> str:
        """The id of a new table with these rows, and what the first `n` of them add up to, where that is known."""
        table_id = seats.new_id()
        try:
            with storing():
                await self.store.create(table_id, data, now_ms())
        except Conflict:
            raise store_away() from None
        if n:
            with contextlib.suppress(StoreError):
                await self.store.keep(table_id, n, snapshot.encode())
        return table_id

    async def table(self, table_id: str) -> Table:
        """The table with this id, awake. Everyone who asks meanwhile waits for the same waking."""
        found = self.tables.get(table_id)
        if found is not None:
            found.may_sleep()
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
        woken = await self.read(table_id)
        code = None if woken.ledger.imported else await self.code_for(table_id)
        table = Table(self, self.around, woken.ledger, woken.recent, code)
        if woken.keep is not None:
            self.chores.spawn(table.put_down(*woken.keep))
        self.tables[table_id] = table
        table.may_sleep()
        if woken.ledger.match is not None and woken.ledger.match.stale:
            # The rules have changed while it slept: it goes on where they still allow it.
            await table.write(lambda ledger: desk.mend(ledger, now_ms()))
        if self.store.shared:
            # What was written since we read, and before the bell of this table could ring here.
            await table.refresh()
            table.announce(ask=True)
        return table

    async def rows(self, table_id: str) -> list[bytes]:
        """All that ever happened at a table, as it is stored."""
        with storing():
            return await self.store.rows(table_id)

    async def read(self, table_id: str) -> Woken:
        """A table as its rows add up to it, whoever writes to it meanwhile."""
        with storing():
            kept = await self.store.opening(table_id, RECENT)
        if not kept.rows:
            raise Refused("no_table", 404)
        try:
            if foreign := foreign_game(kept):
                kept = Opening(0, None, await self.rows(table_id))
                if self.trying is not None:
                    await self.trying.rows(table_id, foreign, kept.rows)
            woken = await off_the_loop(table_id, kept)
            if woken is None:
                # A snapshot that is of no use here: the rows are all that counts.
                woken = await off_the_loop(table_id, Opening(0, None, await self.rows(table_id)))
            assert woken is not None
            return woken
        except Broken as broken:
            raise Refused(broken.key, 409, params=broken.params) from None
        except GameError as error:
            raise Refused(error.key, 409, params=error.shown) from None
        except BadOption as bad:
            raise Refused(bad.key, 409, bad.clause, bad.params) from None
        except RecordError as bad:
            raise Refused(bad.key, 409, params={**bad.params, "line": bad.line}) from None
        except msgspec.DecodeError:
            raise Refused("newer_table", 409) from None

    async def code_for(self, table_id: str) -> str | None:
        """The code of a table that wakes up; a new one when another table has got its old one."""
        now = now_ms()
        with storing():
            entry = await self.store.entry(table_id)
            if entry is None:
                raise Refused("no_table", 404)
            # Whoever only looks at a table can do so on a full disk.
            with contextlib.suppress(StoreFull):
                await self.store.touch(table_id, now)
                if not entry.code:
                    return await self.new_code(table_id, now)
        return entry.code

    async def new_code(self, table_id: str, now: int) -> str | None:
        """A code that nobody has; a longer one where those are hard to find."""
        if now - self.touched > 2 * TOUCH * 1000:
            # The time of day has jumped: nobody who sits at a table shall lose its code to a new one.
            await self.touch_all()
        if self.fresh >= RECOUNT:
            self.codes, self.fresh = await self.store.codes(), 0
        self.fresh += 1
        for longer in range(seats.longer(self.codes + self.fresh), len(seats.CODE_LENGTHS)):
            for _ in range(CODE_TRIES):
                code = seats.new_code(longer)
                if await self.store.claim(table_id, code, now, now - CODE_DAYS * DAY_MS):
                    return code
        return None

    async def keep_touching(self) -> None:
        """A table keeps its code while somebody is there, also when it never sleeps; idle ones give theirs back."""
        await asyncio.sleep(min(TOUCH, SETTLED))
        while True:
            # First those in use: then the clock may even have jumped.
            await self.touch_all()
            with contextlib.suppress(StoreError):
                await self.take_codes_back()
            await asyncio.sleep(TOUCH)

    async def touch_all(self) -> None:
        self.touched = now_ms()
        for table in [table for table in self.tables.values() if table.company]:
            with contextlib.suppress(StoreError):
                await self.store.touch(table.id, self.touched)

    async def take_codes_back(self) -> None:
        """From tables that nobody was at for long. Should somebody come back, there is a new one."""
        now = now_ms()
        while await self.store.release(now - CODE_DAYS * DAY_MS, now - UNUSED_DAYS * DAY_MS):
            await asyncio.sleep(0)

    async def find(self, code: str) -> str:
        tidy = seats.tidy_code(code)
        with storing():
            found = await self.store.find(tidy) if tidy else None
        if found is None:
            raise Refused("no_code", 404)
        return found

    async def delete(self, table: Table) -> None:
        with storing():
            await self.store.delete(table.id)
        table.clear_away()

    def forget_table(self, table: Table) -> None:
        if self.tables.get(table.id) is table:
            del self.tables[table.id]

    # Other processes

    def rung(self, table_id: str, rows: int) -> None:
        """Another process wrote (no rows: it deleted the table); without a table: we may have missed that it did."""
        if table_id:
            table = self.tables.get(table_id)
            if table is not None and rows:
                table.ring()
            elif table is not None:
                self.chores.spawn(self.look_for(table))
            return
        for table in list(self.tables.values()):
            table.ring()
            self.chores.spawn(self.look_for(table))
            table.announce(ask=True)

    async def look_for(self, table: Table) -> None:
        """Is it still there?"""
        with contextlib.suppress(StoreError):
            if await self.store.entry(table.id) is None and not table.closed:
                table.clear_away()

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
            self.chores.spawn(self.node.shout(Gossip(self.node.id, ask=True, whom=gossip.node)))
        self.nodes[gossip.node] = asyncio.get_running_loop().time()
        table = self.tables.get(gossip.table)
        if table is not None and gossip.here is not None:
            table.heard(gossip.node, gossip.here)
        if table is not None and gossip.thinking is not None:
            n, seat = gossip.thinking
            table.drivers.show_thinking(seat, n, spread=False)
        if gossip.ask and gossip.whom in ("", self.node.id):
            self.tell(gossip)

    def tell(self, gossip: Gossip) -> None:
        """Another process asked who is here."""
        table = self.tables.get(gossip.table)
        if not gossip.table:
            for found in self.tables.values():
                if found.company:
                    found.announce()
        elif table is not None and table.company:
            table.announce()
        elif gossip.whom:
            self.chores.spawn(self.node.shout(Gossip(self.node.id, gossip.table, here=Elsewhere({}, 0))))

    def forget(self, node: str) -> None:
        self.nodes.pop(node, None)
        for table in list(self.tables.values()):
            table.heard(node, None)

    async def keep_beating(self) -> None:
        loop = asyncio.get_running_loop()
        for beat in itertools.count(1):
            await self.node.shout(Gossip(self.node.id))
            await asyncio.sleep(self.silence * BEAT)
            for node, seen in list(self.nodes.items()):
                if loop.time() - seen > self.silence:
                    self.forget(node)
            if beat % CHECK == 0:
                self.check_others()

    def check_others(self) -> None:
        """A word that was lost must not stay lost: ask those who we think are at our tables."""
        for table in list(self.tables.values()):
            for node in list(table.company.elsewhere) if table.company else ():
                table.announce(ask=True, whom=node)
