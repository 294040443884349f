"""Somebody who guesses codes: how long until a stranger finds a table, ways round the limit, what can be done there."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from server.attackers import socket
from server.harness import NO_CLOCK, PATIENCE, Device, Host, ServerProcess, Somebody, devices
from specimens import SEALED, TURNS
from tailback.client.address import CODE
from tailback.server.live import bucket, house
from tailback.server.live.addresses import group
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.clock import now_ms
from tailback.server.live.house import DAY_MS, House
from tailback.server.run.setup import Setup, limits_for
from tailback.server.service.limits import REMEMBERED, Limit
from tailback.server.store.sqlite import SqliteStore
from tailback.server.truth import rows as r
from tailback.server.truth import seats

DAY = 24 * 60
BOTNET = 10_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Time that passes when the test says so."""
    standing = SimpleNamespace(now=0.0)
    monkeypatch.setattr(bucket, "time", SimpleNamespace(monotonic=lambda: standing.now))
    return standing


def guesses(limit: Limit, clock: SimpleNamespace, addresses: list[str], minutes: int) -> int:
    """How many guesses are answered when all of them try all the time. Each is asked until it is refused."""
    answered, fresh = 0, itertools.cycle(addresses)
    for _ in range(minutes):
        refused = 0
        # Whoever is refused makes place for the next; when a hundred are, nobody gets more now.
        while refused < min(len(addresses), 100):
            refused = 0 if limit.take(next(fresh)) else refused + 1
            answered += not refused
        clock.now += 60.0
    return answered


def hit(tables: int) -> float:
    """The chance that one guess finds a table, where so many were opened one after the other: of the length that is
    the most worthwhile."""
    given = [0] * len(seats.CODE_LENGTHS)
    for used in range(tables):
        given[seats.longer(used)] += 1
    sizes = [len(seats.LETTERS) ** (length - k) for k, length in enumerate(seats.CODE_LENGTHS)]
    return max(many / size for many, size in zip(given, sizes, strict=True))


def some(addresses: int) -> list[str]:
    return [f"10.{k >> 16}.{k >> 8 & 255}.{k & 255}" for k in range(addresses)]


@pytest.mark.parametrize(
    ("addresses", "tables", "hours"),
    [(1, 10, 260), (1, 10_000, 16), (30, 10, 8), (30, 10_000, 0.35), (BOTNET, 10, 8), (BOTNET, 10_000, 0.35)],
)
def test_how_long_until_a_stranger_finds_a_table(
    clock: SimpleNamespace, addresses: int, tables: int, hours: float
) -> None:
    """On average; these figures stand in docs/security.md. Only a botnet is quick, and where it is joining by code is
    refused to everyone."""
    codes = limits_for(Setup("")).codes
    minutes = round(hours * 60)
    expected = guesses(codes, clock, some(addresses), minutes) * hit(tables)
    assert 0.8 < expected < 1.25


def test_however_many_tables_there_are_one_address_finds_less_than_two_a_day(clock: SimpleNamespace) -> None:
    tried = guesses(limits_for(Setup("")).codes, clock, some(1), DAY)
    assert tried <= 10 + DAY
    for tables in (10, 160, 1_000, 10_000, 60_000):
        assert tried * hit(tables) < 2


def test_what_is_guessed_with_luck_and_without(clock: SimpleNamespace) -> None:
    """The same, tried out: codes as they are drawn, guesses as a stranger would make them."""
    chance = random.Random(5)
    drawn = {seats.new_code(seats.longer(used)) for used in range(3_000)}
    allowed = guesses(limits_for(Setup("")).codes, clock, some(1), DAY)
    found = 0
    for _ in range(20):
        for _ in range(allowed):
            found += "".join(chance.choice(seats.LETTERS) for _ in range(4)) in drawn
    assert found < 2 * 20


def test_a_network_of_many_households_counts_as_a_few(clock: SimpleNamespace) -> None:
    """Whoever rents a /48 of IPv6 has 65,536 households, more than are remembered at once; the rest of the world goes
    on joining."""
    limits = limits_for(Setup(""))
    for limit in (limits.codes, limits.tables):
        households = [group(f"2001:db8:7:{k:x}::1") for k in range(REMEMBERED + 2_000)]
        assert len(set(households)) == len(households)
        first = sum(limit.take(household) for household in households)
        assert first == 4 * limit.burst
        # Forgetting a household gives it a full bucket again; its network still knows.
        assert sum(limit.take(household) for household in households) == 0
        assert limit.take("192.0.2.7")
        assert limit.take(group("2001:db8:8:1::1"))


def test_processes_of_one_server_allow_together_what_one_does(clock: SimpleNamespace) -> None:
    one, crew = limits_for(Setup("")).codes, [limits_for(Setup("", place=k, crew=4)).codes for k in range(4)]
    most = guesses(one, clock, some(1), DAY)
    assert sum(guesses(each, clock, some(1), DAY // 4) * 4 for each in crew) <= 1.1 * most
    assert sum(each.everyone.rate for each in crew) == pytest.approx(one.everyone.rate)


def test_workers_know_how_many_they_are() -> None:
    """Told to each by its parent; see `Crew.start`."""
    source = Path(sys.modules["tailback.server.run.setup"].__file__ or "").with_name("workers.py").read_text()
    assert "crew=self.size" in source


def test_one_text_is_one_guess() -> None:
    """No way of writing asks for more than one code, and letters that look alike are no other codes."""
    for sign in map(chr, range(sys.maxunicode)):
        tidy = seats.tidy_code(f"ABC{sign}")
        assert tidy == "" or (len(tidy) == 4 and tidy.startswith("ABC")), hex(ord(sign))
    assert seats.tidy_code("ABCD,ABCE") == seats.tidy_code("ABCD ABCE") == ""
    for longer in range(len(seats.CODE_LENGTHS)):
        code = seats.new_code(longer)
        assert CODE.fullmatch(code)
        assert seats.tidy_code(f" {code.lower()[:2]}-{code[2:]}") == code


FORWARDED = [
    {"x-forwarded-for": "192.0.2.{n}"},
    {"x-forwarded-for": "192.0.2.{n}, 127.0.0.1"},
    {"forwarded": "for=192.0.2.{n}"},
    {"x-real-ip": "192.0.2.{n}"},
    {"x-forwarded-for": "::ffff:192.0.2.{n}"},
    {"cf-connecting-ip": "192.0.2.{n}", "x-forwarded-for": "2001:db8:{n}::1"},
]


def test_no_way_round_the_limit() -> None:
    """Invented addresses, other methods and spellings, sockets, seats, pages: all of it is one address that has had
    its guesses, or leads to no table at all."""

    async def attack(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here open")
            there = httpx.AsyncHTTPTransport(local_address="127.0.0.13")
            async with httpx.AsyncClient(base_url=running.http, transport=there, timeout=PATIENCE) as http:
                for k in range(12):
                    await http.get(f"/api/codes/ZZZ{seats.LETTERS[k]}")
                for headers in FORWARDED:
                    for n in range(3):
                        sent = {name: value.format(n=n) for name, value in headers.items()}
                        assert (await http.get("/api/codes/ZZZZ", headers=sent)).status_code == 429, headers
                for path in (f"/api/codes/{host.code}?x=1", "/api/codes/zz-zz", "/api/codes/Z%5AZZ"):
                    assert (await http.get(path)).status_code == 429
                    assert (await http.head(path)).status_code == 429
                # A code is no address of a table: not in a path, not on a socket, not for a seat.
                for path in ("/api/tables/{c}", "/api/codes//{c}", "/api/codes/{c}/", "/API/codes/{c}"):
                    assert (await http.get(path.format(c=host.code))).status_code == 404
                sat = await http.post(f"/api/tables/{host.code}/seats", json={"name": "Eve"})
                assert (sat.status_code, sat.json()["key"]) == (404, "no_table")
                # A page may hold a code; whether there is such a table it does not say.
                for path in ("/t/{c}", "/join?code={c}", "/r/{c}"):
                    right, wrong = [(await http.get(path.format(c=c))).content for c in (host.code, "ZZZZ")]
                    assert right == wrong
            async with socket(running) as line:
                await line.send(f'{{"type":"hello","protocol":[1],"table":"{host.code}"}}')
                assert '"no_table"' in await line.recv(decode=True)

    with ServerProcess() as running:
        asyncio.run(attack(running))


def test_what_a_stranger_with_a_code_can_do_and_what_not() -> None:
    """As much as anybody who was given the link: watch, and take what is free. The host gets rid of them."""

    async def attack(running: ServerProcess) -> None:
        async with Host(running) as host, Host(running) as eve:
            await host.open(SEALED.id, "here open open", settings=NO_CLOCK)
            eve.table = (await eve.ask("GET", f"/api/codes/{host.code}")).json()["table"]
            for name in ("Eve", "Mallory"):
                await eve.sit(name)
            assert (await eve.ask("POST", "{t}/seats", {"name": "Eve"})).status_code == 409
            # With every free chair taken she can deal, as every player can; no more than that.
            refused = [
                await eve.ask("DELETE", "{t}", None, eve.tokens[1]),
                await eve.ask("PUT", "{t}/seats", {"order": [1, 2]}, eve.tokens[1]),
                await eve.ask("PUT", "{t}/settings", {}, eve.tokens[1]),
                await eve.ask("PATCH", "{t}/seats/0", {"name": "Mallory"}, eve.tokens[1]),
                await eve.ask("POST", "{t}/seats/0/offer", {}, eve.tokens[1]),
                await eve.ask("POST", "{t}/words", {"seat": 0, "word": "mine"}, eve.tokens[1]),
            ]
            assert {got.status_code for got in refused} == {403}
            # The host sends her away by chairs or by the number of chairs; after that her tokens open nothing.
            for seat in (1, 2):
                await host.ok("PATCH", f"{{t}}/seats/{seat}", {"sitter": "bot"})
            assert (await eve.ask("POST", "{t}/deal", {}, eve.tokens[1])).status_code == 401
            assert (await eve.ask("POST", "{t}/seats", {"name": "Eve"})).status_code == 409
            await host.deal()
            async with devices(host.device(0), Device(running, host.table, [])) as (ann, watcher):
                await watcher.wait(lambda: watcher.now)
                assert ann.now[0]["view"] != watcher.now[None]["view"]

    with ServerProcess() as running:
        asyncio.run(attack(running))


# Clocks that jump


def test_a_jump_of_a_year_takes_no_code_from_those_who_sit_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is freed or given to a new table, the store is told of everybody who is here."""
    monkeypatch.setattr(seats, "LETTERS", "AB")
    monkeypatch.setattr(seats, "CODE_LENGTHS", (4,))
    monkeypatch.setattr(house, "CODE_TRIES", 200)

    async def play() -> None:
        here = House(SqliteStore(str(tmp_path / "tables.sqlite")), BotPool(1))
        await here.start()
        try:
            chairs = [r.Chair("A", "red", "person")]
            tables = [await here.open_table(list(chairs), r.Settings(), "host", []) for _ in range(16)]
            used = [table for k, table in enumerate(tables) if k % 2]
            for table in used:
                table.enter(Somebody((0,)), lambda: None)
            codes = [table.code for table in used]
            began = now_ms()
            for jump in (365 * DAY_MS, -365 * DAY_MS, 3 * 365 * DAY_MS):
                monkeypatch.setattr(house, "now_ms", lambda jump=jump: began + jump)
                # As many new tables as there are codes: half of those are free by now.
                for _ in range(8):
                    await here.open_table(list(chairs), r.Settings(), "host", [])
                await here.take_codes_back()
                assert [(await here.store.entry(table.id)).code for table in used] == codes  # type: ignore[union-attr]
        finally:
            await here.stop()

    asyncio.run(play())


def test_limits_know_no_time_of_day() -> None:
    """Whatever the time of day does, a minute of a limit or of a window stays one."""
    root = Path(sys.modules["tailback"].__file__ or "").parent
    allowed = {
        "server/door/telling.py": "since when it runs",
        "server/live/clock.py": "what is written down",
        "server/run/doctor.py": "the times of tables",
        "server/vitals/logs.py": "the time of a line",
    }
    found = set()
    for part in ("server", "device"):
        for folder, _, names in os.walk(root / part):
            for name in names:
                file = Path(folder) / name
                if name.endswith(".py") and re.search(r"time\.time\b|time_ns\(|datetime", file.read_text()):
                    found.add(str(file.relative_to(root)))
    assert found == set(allowed)


def test_a_new_table_in_a_crowd_gets_a_longer_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        store = SqliteStore(str(tmp_path / "tables.sqlite"))
        here = House(store, BotPool(1))
        await here.start()
        try:
            chairs: list[Any] = [r.Chair("A", "red", "person")]
            assert len((await here.open_table(chairs, r.Settings(), "host", [])).code or "") == 4
            assert await store.codes() == 1
            for many, length in ((200, 5), (1_000, 7), (5_000, 9)):

                async def codes(many: int = many) -> int:
                    return many

                monkeypatch.setattr(store, "codes", codes)
                here.fresh = house.RECOUNT
                assert len((await here.open_table(chairs, r.Settings(), "host", [])).code or "") == length
        finally:
            await here.stop()

    asyncio.run(play())
