"""Two processes at one table, with writes, reads, answers and doorbells in every order that can happen.

Each call to the store is two moments: when it takes effect there, and when its answer arrives here, if
ever. Bells ring at any time after the write, in any order, or are lost with the line, after which the
store says that some may be. All orders are tried, one after the other; two that lead to the same
situation go on as one. However it went: in the end both tables know every row, and none is there twice.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import pytest

from server.books import Book
from specimens import SEALED
from tailback.server.live import table as tables
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.house import House
from tailback.server.live.table import Table
from tailback.server.store import Conflict, StoreAway
from tailback.server.truth import desk
from tailback.server.truth import rows as r
from tailback.server.truth.refusal import Refused
from tailback.server.truth.snapshot import wake

BEGUN = Book(SEALED.id).rows


class Bounds(NamedTuple):
    """How much happens in one run: rows that each process writes, lines that are lost, answers that never come."""

    writes: int
    lost: int
    failed: int


class Step(NamedTuple):
    """What happens next, and to which process, call or bell."""

    what: str
    which: int


class Call:
    """Something asked of the store: `work` is done there once, then its answer may come."""

    def __init__(self, asked_by: str, work: Any) -> None:
        self.asked_by = asked_by
        self.work = work
        self.done = False
        self.outcome: Any = None
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def take_effect(self) -> None:
        if not self.done:
            self.done = True
            try:
                self.outcome = self.work()
            except Conflict as conflict:
                self.outcome = conflict

    def arrive(self) -> None:
        self.take_effect()
        if self.answer.done():
            return
        if isinstance(self.outcome, Conflict):
            self.answer.set_exception(self.outcome)
        else:
            self.answer.set_result(self.outcome)


class LateStore:
    """One process's view of a store that several share."""

    shared = True

    def __init__(self, number: int, rows: list[bytes], bells: list[Any]) -> None:
        self.number = number
        self.data = rows
        self.bells = bells
        self.calls: list[Call] = []

    async def call(self, what: str, work: Any) -> Any:
        asked = Call(f"{what} {self.number}", work)
        self.calls.append(asked)
        return await asked.answer

    async def append(self, table: str, n: int, row: bytes) -> None:
        def work() -> None:
            if n != len(self.data):
                raise Conflict
            self.data.append(row)
            self.bells.append((self, n + 1))

        await self.call("append", work)

    async def rows(self, table: str, since: int = 0) -> list[bytes]:
        found: list[bytes] = await self.call("rows", lambda: self.data[since:])
        return found

    async def entry(self, table: str) -> object:
        return table

    async def shout(self, text: str) -> None:
        """Who sits where does not matter here."""


class Run:
    """One order of things."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.rows = list(BEGUN)
        self.bells: list[tuple[LateStore, int]] = []
        self.stores = [LateStore(k, self.rows, self.bells) for k in range(2)]
        self.asked: list[tuple[str, asyncio.Task[bool]]] = []
        self.writers: list[int] = []
        self.lost = self.failed = 0
        self.loop.run_until_complete(self.begin())

    async def begin(self) -> None:
        self.houses, self.tables = [], []
        for store in self.stores:
            house = House(store, BotPool(1))  # type: ignore[arg-type]
            woken = wake("t", None, self.rows, 0)
            assert woken is not None
            table = house.tables["t"] = Table(house, house.around, woken.ledger, woken.recent, None)
            self.houses.append(house)
            self.tables.append(table)

    def pending(self) -> list[Call]:
        return [call for store in self.stores for call in store.calls if not call.answer.done()]

    def next_steps(self, bounds: Bounds) -> list[Step]:
        found = [Step("write", who) for who in (0, 1) if self.writers.count(who) < bounds.writes]
        for which, call in enumerate(self.pending()):
            found += [Step("take_effect", which)] if not call.done else []
            found += [Step("arrive", which)]
            found += [Step("give_up", which)] if self.failed < bounds.failed else []
        found += [Step("ring", which) for which in range(len(self.bells))]
        return found + ([Step("lose_the_line", 0)] if self.lost < bounds.lost else [])

    def take(self, step: Step) -> None:
        async def settled() -> None:
            getattr(self, step.what)(step.which)
            for _ in range(8):
                await asyncio.sleep(0)

        self.loop.run_until_complete(settled())

    def situation(self) -> object:
        """All that decides how it can go on."""
        return (
            len(self.rows),
            self.writers,
            self.lost,
            self.failed,
            [(table.ledger.v, table.behind, table.follower is not None) for table in self.tables],
            [(call.asked_by, call.done, str(call.outcome)) for call in self.pending()],
            [(self.stores.index(store), rows) for store, rows in self.bells],
            [task.done() for _, task in self.asked],
        )

    # The steps

    def write(self, who: int) -> None:
        key = f"0.{len(self.asked)}"
        work = self.tables[who].write(lambda ledger: desk.say(ledger, 1, 0, "hello", key), key)
        self.asked.append((key, asyncio.get_running_loop().create_task(work)))
        self.writers.append(who)

    def take_effect(self, which: int) -> None:
        self.pending()[which].take_effect()

    def arrive(self, which: int) -> None:
        self.pending()[which].arrive()

    def give_up(self, which: int) -> None:
        """The database goes away, before or after it did what it was asked."""
        self.failed += 1
        self.pending()[which].answer.set_exception(StoreAway("away", where=""))

    def ring(self, which: int) -> None:
        writer, rows = self.bells.pop(which)
        for store, house in zip(self.stores, self.houses, strict=True):
            if store is not writer:
                house.rung("t", rows)

    def lose_the_line(self, who: int) -> None:
        """All bells for this process are lost; then the store says so."""
        self.lost += 1
        self.bells[:] = [bell for bell in self.bells if bell[0] is self.stores[who]]
        self.houses[who].rung("", 0)

    # The end

    def wrong(self) -> str:
        """Let everything come to its end; what is not as it must be then?"""
        while self.pending() or self.bells:
            self.take(Step("arrive", 0) if self.pending() else Step("ring", 0))
        written = [key for key in (r.decode(raw).key for raw in self.rows) if key]
        if len(written) != len(set(written)):
            return "a row was written twice"
        for key, task in self.asked:
            if not task.done():
                return "somebody waits for ever"
            error = task.exception()
            if error is None and key not in written:
                return "what was acknowledged is not there"
            if error is not None and not isinstance(error, Refused):
                return repr(error)
        for table in self.tables:
            if table.behind or list(table.ledger.keys) != written:
                return f"a table has {table.ledger.v} of {len(self.rows)} rows"
        return ""

    def close(self) -> None:
        async def end() -> None:
            for table in self.tables:
                table.close()
            for _, task in self.asked:
                task.cancel()
            await asyncio.gather(*(task for _, task in self.asked), return_exceptions=True)
            for house in self.houses:
                await house.chores.stop()

        self.loop.run_until_complete(end())
        self.loop.close()


def try_all_orders(bounds: Bounds) -> tuple[int, list[tuple[str, list[Step]]]]:
    """How many situations there were, and the ways that led to a wrong end."""
    situations: set[str] = set()
    wrong: list[tuple[str, list[Step]]] = []
    todo: list[list[Step]] = [[]]
    while todo:
        way = todo.pop()
        run = Run()
        try:
            for step in way:
                run.take(step)
            known = repr(run.situation())
            if known not in situations:
                situations.add(known)
                todo += [[*way, step] for step in run.next_steps(bounds)]
                if what := run.wrong():
                    wrong.append((what, way))
        finally:
            run.close()
    return len(situations), wrong


# The whole of it, Bounds(1, 1, 1), has 2,254 situations and takes half a minute.
@pytest.mark.parametrize("bounds", [Bounds(1, 1, 0), Bounds(1, 0, 1)])
def test_both_tables_know_every_row_in_the_end(bounds: Bounds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "RETRY", 0.0)
    situations, wrong = try_all_orders(bounds)
    assert wrong == []
    assert situations > 300
