"""Three server processes on one PostgreSQL: a table is the same wherever one looks at it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from server import cluster
from server.harness import NO_CLOCK, Device, Host, ServerProcess, Somebody, devices, eventually, play_on, spread
from specimens import SEALED, TURNS, WINDOW, hurried
from tailback import games
from tailback.core import record
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.house import House
from tailback.server.store import open_store
from tailback.server.store.postgres import PostgresStore
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused

# A process that is silent for so long is gone.
SILENCE = 1.5


class Three:
    """The servers, and a look at what they have written."""

    def __init__(self) -> None:
        self.url = cluster.shared().new_database()
        self.servers = [ServerProcess(self.url, silence=SILENCE) for _ in range(3)]

    async def rows(self, table: str) -> list[r.AnyRow]:
        store = open_store(self.url)
        store.listen(lambda table, rows: None, lambda text: None)
        await store.open()
        try:
            return [r.decode(raw) for raw in await store.rows(table)]
        finally:
            await store.close()


@pytest.fixture(scope="module")
def three() -> Iterator[Three]:
    found = Three()
    try:
        for one in found.servers:
            one.start()
        yield found
    finally:
        for one in found.servers:
            one.stop()


def ledger_of(table: str, rows: list[r.AnyRow]) -> Ledger:
    ledger = Ledger(table)
    for row in rows:
        ledger.apply(row)
    return ledger


def once_each(rows: list[r.AnyRow]) -> None:
    """No request was carried out twice, and nobody answered a question twice."""
    assert max(Counter(row.key for row in rows if row.key).values()) == 1
    moves = [(row.n, row.seat) for row in rows if isinstance(row, r.Moved)]
    assert len(moves) == len(set(moves))


def same_story(*lines: Device) -> None:
    """All public events in the same order, up to the same row."""
    assert len({line.v for line in lines}) == 1
    stories = []
    for line in lines:
        seat = next(iter(line.now))
        stories.append([event["kind"] for event in line.events(seat)])
    shortest = min(len(story) for story in stories)
    assert shortest > 0
    assert len({tuple(story[-shortest:]) for story in stories}) == 1


def test_two_devices_on_different_processes_play_a_game_and_a_third_one_watches(three: Three) -> None:
    async def play() -> None:
        a, b, c = three.servers
        async with Host(a) as host:
            await host.open(TURNS.id, "here here", options=TURNS.short, settings=NO_CLOCK)
            await host.deal()
            lines = host.device(0), host.device(1, running=b), host.device(running=c)
            async with devices(*lines) as (ann, ben, watcher):
                await asyncio.gather(play_on(ann, (0,), spread), play_on(ben, (1,), spread))
                await watcher.wait(lambda: watcher.over)
                rows = await three.rows(host.table)
                for line in lines:
                    await line.wait(lambda line=line: line.v == len(rows))
                same_story(*lines)
                once_each(rows)
                match = ledger_of(host.table, rows).match
                assert match is not None
                assert match.state is not None
                assert watcher.now[None]["view"] == match.state.view(None)
                assert ben.now[1]["view"] == match.state.view(1)

    asyncio.run(play())


def test_simultaneous_answers_from_three_processes_never_collide(three: Three) -> None:
    async def play() -> None:
        async with Host(three.servers[0]) as host:
            await host.open(SEALED.id, "here here here", settings=NO_CLOCK)
            await host.deal()
            lines = [host.device(seat, running=running) for seat, running in enumerate(three.servers)]
            async with devices(*lines):
                given = await asyncio.gather(*(play_on(line, (seat,), spread) for seat, line in enumerate(lines)))
                assert min(given) > 5
                for line in lines:
                    assert not line.said("refused")
                    assert not line.said("late")
                once_each(await three.rows(host.table))
            text = (await host.ask("GET", "{t}/games/0/export")).text
            assert record.verify(games.read_record(text)) == []

    asyncio.run(play())


def test_a_window_closes_once_though_three_processes_watch_its_time(three: Three) -> None:
    async def play() -> None:
        async with Host(three.servers[1]) as host:
            settings = {"pace_ms": 0}
            await host.open(WINDOW.id, "here here here", options=hurried(WINDOW), settings=settings)
            await host.deal()
            lines = [host.device(seat, running=running) for seat, running in enumerate(three.servers)]
            async with devices(*lines):
                await asyncio.gather(*(until_two_windows(line, seat) for seat, line in enumerate(lines)))
                v = max(line.v or 0 for line in lines)
                for line in lines:
                    await line.wait(lambda line=line: (line.v or 0) >= v)
            rows = await three.rows(host.table)
            closed = [row.n for row in rows if isinstance(row, r.TimedOut)]
            assert len(closed) >= 2
            assert len(closed) == len(set(closed))

    asyncio.run(play())


async def until_two_windows(line: Device, seat: int) -> None:
    """Play on, but let every window pass, until two were closed by the clock."""

    def closed() -> int:
        return sum(event["kind"] == "table_time" for event in line.events(seat))

    def mine() -> bool:
        question = line.now[seat]["decision"]
        return line.asked(seat) and question is not None and question["seconds"] is None

    while closed() < 2:
        await line.wait(lambda: closed() >= 2 or mine())
        if closed() < 2:
            got = await line.answer(seat, spread(line.now[seat]))
            assert got["type"] == "ack", got
            await line.wait(lambda got=got: (line.v or 0) >= got["v"])


@pytest.mark.parametrize("game", [TURNS.id, SEALED.id])
def test_bots_move_once_though_three_processes_have_their_table_awake(three: Three, game: str) -> None:
    async def play() -> None:
        a, b, c = three.servers
        async with Host(a) as host:
            options = games.load(game).short
            await host.open(game, "here bot bot bot", options=options, settings=NO_CLOCK)
            lines = [host.device(running=a), host.device(0, running=b), host.device(running=c)]
            async with devices(*lines) as (_, ann, _):
                await host.deal()
                await play_on(ann, (0,), spread)
                rows = await three.rows(host.table)
                for line in lines:
                    await line.wait(lambda line=line: line.v == len(rows))
                same_story(*lines)
                once_each(rows)
                assert any(isinstance(row, r.Moved) and row.bot for row in rows)

    asyncio.run(play())


def test_whoever_comes_back_to_another_process_gets_what_was_missed(three: Three) -> None:
    async def play() -> None:
        a, b, c = three.servers
        phrases = ["hello", "good_luck", "thanks", "oh_no"]
        async with Host(a) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK)
            await host.deal()
            async with devices(host.device(1, running=b)) as (ben,):
                async with devices(host.device(0)) as (ann,):
                    since = ann.v
                for phrase in phrases:
                    assert (await ben.ask("say", seat=1, phrase=phrase))["type"] == "ack"
                for running in (c, a):
                    async with devices(host.device(0, since=since, running=running)) as (ann,):
                        assert ann.said("update")[0]["missed"]
                        assert [event["phrase"] for event in ann.events(0)] == phrases
                        assert ann.v == ben.v

    asyncio.run(play())


def test_the_people_of_a_killed_process_are_away_then_come_back_elsewhere(three: Three) -> None:
    async def play() -> None:
        a, b, c = three.servers
        settings = {**NO_CLOCK, "away_seconds": 5}
        async with Host(b) as host:
            await host.open(TURNS.id, "here here", options=TURNS.short, settings=settings)
            await host.deal()
            async with devices(host.device(1), host.device(running=c)) as (ben, watcher):
                ann = host.device(0, running=a)
                async with devices(ann):
                    await ben.wait(lambda: ben.face["chairs"][0]["here"])
                    await watcher.wait(lambda: watcher.face["chairs"][0]["here"])
                    # Somebody must be asked who is still there: the one who is killed has moved before.
                    if ann.asked(0):
                        await ann.answer(0, spread(ann.now[0]))
                    a.kill()
                    try:
                        await ben.wait(lambda: not ben.face["chairs"][0]["here"])
                        assert ben.face["chairs"][0]["away_ms"] > 0
                        await watcher.wait(lambda: not watcher.face["chairs"][0]["here"])
                        await ben.wait(lambda: ben.face["chairs"][0]["stand_in"])
                        since = ann.v
                    finally:
                        a.start()
                async with devices(host.device(0, since=since, running=c)) as (ann,):
                    assert [e["kind"] for e in ann.events(0)].count("table_stand_in") == 1
                    await ben.wait(lambda: ben.face["chairs"][0]["here"] and not ben.face["chairs"][0]["stand_in"])
                    await asyncio.gather(play_on(ann, (0,), spread), play_on(ben, (1,), spread))
            rows = await three.rows(host.table)
            once_each(rows)
            assert sum(isinstance(row, r.StoodIn) for row in rows) == 1
            assert sum(isinstance(row, r.Back) for row in rows) == 1

    asyncio.run(play())


def test_a_code_is_good_on_every_process_and_so_is_the_seat_taken_with_it(three: Three) -> None:
    async def play() -> None:
        a, b, c = three.servers
        async with Host(a) as host, Host(b) as guest:
            await host.open(SEALED.id, "here open", settings=NO_CLOCK)
            async with devices(host.device(0), host.device(0, running=c)) as (ann, _):
                # All processes have the table awake; the new seat must be known at once where nobody rang yet.
                found = await guest.ok("GET", f"/api/codes/{host.code}")
                guest.table = found["table"]
                seat = await guest.sit("Ben")
                async with devices(guest.device(seat, running=c)) as (ben,):
                    assert ben.said("welcome")[0]["seats"] == [seat]
                    await ann.wait(lambda: ann.face["chairs"][seat]["here"])
                    await ann.wait(lambda: "table_sat" in [event["kind"] for event in ann.events(0)])
                    # Dealt at the third, at once, with a token from the second.
                    host.tokens[seat] = guest.tokens[seat]
                    async with Host(c) as other:
                        other.table, other.tokens = host.table, host.tokens
                        await other.ok("POST", "{t}/deal", {}, seat=seat)
                    for line, mine in ((ann, 0), (ben, seat)):
                        await line.wait(lambda line=line, mine=mine: line.asked(mine))

    asyncio.run(play())


def test_a_table_deleted_on_one_process_is_gone_on_all(three: Three) -> None:
    async def play() -> None:
        a, b, c = three.servers
        async with Host(a) as host, Host(c) as other:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK)
            async with devices(host.device(0), host.device(1, running=b)) as lines:
                other.table, other.tokens = host.table, host.tokens
                answer = await other.ask("DELETE", "{t}", token=host.tokens[None])
                assert answer.status_code == 204
                for line in lines:
                    await line.wait(lambda line=line: line.said("bye"))
                    assert line.said("bye")[0]["key"] == "deleted"
            for seen in (host, other):
                assert (await seen.ask("GET", "{t}")).status_code == 404

    asyncio.run(play())


def test_a_process_that_lost_its_bell_catches_up(three: Three) -> None:
    async def play() -> None:
        a, b, _ = three.servers
        deaf = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND query ~ '^(LISTEN|SELECT 1$)'"""
        async with Host(a) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK)
            await host.deal()
            async with devices(host.device(0), host.device(1, running=b)) as (ann, ben):
                assert int(cluster.shared().sql(three.url, deaf)) >= 3
                await asyncio.gather(ann.answer(0, spread(ann.now[0])), ben.answer(1, spread(ben.now[1])))
                said = await ben.ask("say", seat=1, phrase="hello")
                assert said["type"] == "ack"
                for line in (ann, ben):
                    await line.wait(lambda line=line: (line.v or 0) >= said["v"])
                # Who is where is known again, too.
                async with devices(host.device(running=three.servers[2])):
                    await ann.wait(lambda: ann.face["watchers"] == 1)
                await ann.wait(lambda: ann.face["watchers"] == 0)

    asyncio.run(play())


def test_a_process_that_stood_still_is_known_again_afterwards(three: Three) -> None:
    """It is taken for dead meanwhile, and takes the others for dead; then everyone sees everyone."""

    async def play() -> None:
        a, b, _ = three.servers
        assert b.process is not None
        async with Host(a) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK)
            async with devices(host.device(0), host.device(1, running=b)) as (ann, ben):
                await ann.wait(lambda: ann.face["chairs"][1]["here"])
                os.kill(b.process.pid, signal.SIGSTOP)
                try:
                    await ann.wait(lambda: not ann.face["chairs"][1]["here"])
                finally:
                    os.kill(b.process.pid, signal.SIGCONT)
                await ann.wait(lambda: ann.face["chairs"][1]["here"])
                await ben.wait(lambda: ben.face["chairs"][0]["here"])

    asyncio.run(play())


async def a_table(three: Three) -> str:
    async with Host(three.servers[0]) as host:
        await host.open(SEALED.id, "here here", settings=NO_CLOCK)
        return host.table


def test_presence_and_allowance_travel_and_lost_words_are_asked_for_again(three: Three) -> None:
    async def talk() -> None:
        table = await a_table(three)
        houses = [House(PostgresStore(three.url), BotPool(1), silence=SILENCE) for _ in range(2)]
        for house in houses:
            await house.start()
        try:
            here, there = [await house.table(table) for house in houses]
            far = Somebody((1,), 0.15)
            here.enter(Somebody((0,), 0.0), lambda: None)
            there.enter(far, lambda: None)
            await eventually(lambda: here.company.seats() == there.company.seats() == {0, 1})
            assert here.grace((1,)) == 0.15
            assert here.leads is not there.leads
            far.allowance = 0.25
            there.announce()
            await eventually(lambda: here.grace((0, 1)) == 0.25)
            # Nobody heard that it left.
            there.company.holders.clear()
            assert here.company.seats() == {0, 1}
            await eventually(lambda: here.company.seats() == {0})
            assert here.leads
        finally:
            for house in houses:
                await house.stop()

    asyncio.run(talk())


def test_rows_of_a_newer_server_send_devices_there(three: Three) -> None:
    """While servers are brought up to date one after the other, an old one may meet what it cannot read."""

    async def talk() -> None:
        table = await a_table(three)
        house = House(PostgresStore(three.url), BotPool(1), silence=SILENCE)
        newer = PostgresStore(three.url)
        await house.start()
        await newer.open()
        try:
            here = await house.table(table)
            ann = Somebody((0,), 0.0)
            here.enter(ann, lambda: None)
            await newer.append(table, here.ledger.v, b'{"kind": "from_the_future", "at": 1}')
            await eventually(lambda: here.closed)
            assert ann.left == ["restart"]
            with pytest.raises(Refused) as refused:
                await house.table(table)
            assert (refused.value.key, refused.value.status) == ("newer_table", 409)
        finally:
            await newer.close()
            await house.stop()

    asyncio.run(talk())


def test_a_device_is_never_sent_back_in_time(three: Three) -> None:
    """It has seen a row at one process before the bell rang at the next one it turns to."""

    async def play() -> None:
        a, b, _ = three.servers
        async with Host(a) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK)
            await host.deal()
            async with devices(host.device(1, running=b)):
                for k in range(5):
                    async with devices(host.device(0)) as (ann,):
                        said: dict[str, Any] = await ann.ask("say", seat=0, phrase="hello")
                    async with devices(host.device(0, since=said["v"], running=b)) as (ann,):
                        assert ann.said("update")[0]["v"] >= said["v"], k

    asyncio.run(play())
