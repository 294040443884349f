"""Rows that another process wrote: many of them at once, and a store that does not say them."""

from __future__ import annotations

import asyncio
import functools
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from server import cluster
from server.harness import NO_CLOCK, Host, ServerProcess, Somebody, eventually
from server.test_loop import Meter, each_time
from server.test_snapshots import busy_table
from specimens import TURNS
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.house import House
from tailback.server.live.table import Table
from tailback.server.store import Entry, Opening, StoreAway
from tailback.server.truth import desk
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused
from tailback.server.truth.snapshot import wake

MANY = 4000
# As the table stood when this process woke it.
KNOWN = 3


@functools.cache
def written() -> list[bytes]:
    return busy_table(TURNS.id, MANY).rows


class Others:
    """A store in which others write; `away`: it keeps everybody waiting for so long and then does not answer."""

    shared = True

    def __init__(self, rows: list[bytes]) -> None:
        self.data = rows
        self.away = 0.0

    async def answers(self) -> None:
        await asyncio.sleep(self.away)
        if self.away:
            raise StoreAway("away", where="")

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        await self.answers()
        return self.data[since:]

    async def opening(self, table: str, recent: int) -> Opening:
        return Opening(0, None, list(self.data))

    async def append(self, table: str, n: int, row: bytes) -> None:
        await self.answers()
        assert n == len(self.data)
        self.data.append(row)

    async def keep(self, table: str, n: int, snapshot: bytes) -> None:
        """It may be lost."""

    async def entry(self, table: str) -> Entry:
        return Entry(table, "ABCD", 0, 0, len(self.data))

    async def touch(self, table: str, now: int) -> None:
        """Nobody gives codes away here."""

    async def shout(self, text: str) -> None:
        """Who sits where does not matter here."""


def reading_on(scene: Callable[[Table, Others], Awaitable[None]], rows: list[bytes]) -> None:
    """A table of which only the first rows are known."""

    async def play() -> None:
        store = Others(list(rows))
        house = House(store, BotPool(1))  # type: ignore[arg-type]
        woken = wake("t" * 22, None, rows[:KNOWN], 0)
        assert woken is not None
        table = house.tables["t" * 22] = Table(house, house.around, woken.ledger, woken.recent, None)
        try:
            await scene(table, store)
        finally:
            for other in house.tables.values():
                other.close()
            await house.chores.stop()

    asyncio.run(play())


def hello(ledger: Ledger) -> r.AnyRow | None:
    return desk.say(ledger, 1, 0, "hello", "")


@each_time
def test_many_rows_do_not_hold_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    meter = Meter()
    driven: list[int] = []
    seen: list[int] = []

    async def scene(table: Table, _: Others) -> None:
        meter.thread = threading.get_ident()
        table.enter(Somebody((0, 1)), lambda: None)
        monkeypatch.setattr(table.drivers, "drive", lambda: driven.append(table.ledger.v))

        async def look() -> None:
            while table.ledger.v < MANY:
                seen.append(table.ledger.v)
                # Somebody goes and comes meanwhile.
                table.presence_changed()
                await asyncio.sleep(0)

        looking = asyncio.create_task(look())
        await asyncio.sleep(0)
        with meter.single("reading on"):
            table.ring()
            # It was asked of the table as it stood in the end, not on the way there.
            assert await table.write(hello)
        await looking
        assert table.ledger.v == MANY + 1

    written()
    meter.watch(monkeypatch)
    reading_on(scene, written())
    assert len(seen) > 20, "others had their turn in between"
    # Before it began, then at its end: no robot thinks about what is long settled.
    assert [v for v in driven if KNOWN < v < MANY] == []
    assert MANY in driven


def test_a_table_that_is_closed_while_it_reads_on_takes_no_more() -> None:
    async def scene(table: Table, store: Others) -> None:
        asked = asyncio.create_task(table.refresh())
        waiting = asyncio.create_task(table.write(hello))
        while table.ledger.v == KNOWN:
            await asyncio.sleep(0)
        table.let_go()
        await asked
        v = table.ledger.v
        assert KNOWN < v < MANY
        # Whoever waited is served by the table that is woken next.
        assert await waiting
        assert len(store.data) == MANY + 1
        assert table.ledger.v == v

    reading_on(scene, written())


def test_who_asked_may_go_and_the_table_reads_on() -> None:
    async def scene(table: Table, _: Others) -> None:
        asked = asyncio.create_task(table.refresh())
        while table.ledger.v == KNOWN:
            await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert table.ledger.v < MANY
        await eventually(lambda: table.ledger.v == MANY and not table.behind)
        # Nothing is wrong with the store.
        assert await table.write(hello)

    reading_on(scene, written())


def test_who_stands_in_line_before_a_store_that_is_away_is_told_with_the_first() -> None:
    async def scene(table: Table, store: Others) -> None:
        store.away = 0.3
        asked: list[Awaitable[Any]] = []
        for _ in range(10):
            asked += [table.refresh(), table.write(hello), table.renew("none")]
        began = time.monotonic()
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert {str(outcome) for outcome in outcomes} == {"store_away"}
        assert time.monotonic() - began < 1
        # Whoever comes later asks the store anew.
        store.away = 0.0
        await table.refresh()
        assert table.ledger.v == 40

    reading_on(scene, written()[:40])


def test_everybody_at_a_table_is_told_at_once_that_the_database_stands_still() -> None:
    """Its connections are open and nothing comes: once the devices were told one after another, 5 seconds each."""

    async def play() -> None:
        with ServerProcess(cluster.shared().new_database()) as running:
            async with Host(running) as host:
                await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
                async with host.device(0, 1):
                    with cluster.shared().frozen():
                        began = time.monotonic()
                        asked = [host.ask("GET", "{t}", token=host.tokens[0]) for _ in range(6)]
                        answers = await asyncio.gather(*asked)
                        took = time.monotonic() - began
                assert {(answer.status_code, answer.json()["key"]) for answer in answers} == {(503, "store_away")}
                assert took < 9

    asyncio.run(play())


def test_a_refusal_of_the_store_is_one_of_ours() -> None:
    async def scene(table: Table, store: Others) -> None:
        store.away = 0.01
        with pytest.raises(Refused, match="store_away"):
            await table.refresh()
        assert not table.line_up.busy

    reading_on(scene, written()[:10])
