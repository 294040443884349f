"""Pit Stop for a set time: who says that it is up, at the desk, at a server and at one keyboard. CA-46, CA-53"""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import pytest

from server.books import Book, refused
from server.chaos.books import books
from server.harness import Device, Host, ServerProcess, devices, play_on, spread
from server.test_along import judged
from server.test_ledger import picture
from tailback import games
from tailback.core import record
from tailback.games.pit_stop import GAME
from tailback.laws.walk import Walk
from tailback.server.protocol import replays
from tailback.server.truth import along, desk, snapshot
from tailback.server.truth import rows as r
from tailback.terminal import saves
from terminal.run import Desk

OPTIONS = {"limit": "minutes", "minutes": 5}
MINUTES = 5 * 60_000
# A server whose clock shows as many seconds more as stand in a file; it looks at it often.
HURRIED = """
import time
from pathlib import Path
from tailback.server.live import clock
real = time.time_ns
time.time_ns = lambda: real() + 1_000_000_000 * int(Path({file!r}).read_text())
clock.LOOKS = 0.1
"""


@pytest.fixture
def desk_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("players", [GAME.fewest, GAME.usual])
@pytest.mark.clause("CA-46", "CA-53")
def test_the_laws_hold_whenever_it_rings(players: int) -> None:
    walk = Walk(GAME, players, {"limit": "minutes", "talk": "penalty"}, players)
    walk.run()
    assert walk.kinds["time_up"] == 1
    assert walk.kinds["match_over"] == 1


# At the desk


def a_book(**more: Any) -> Book:
    book = Book(GAME.id, "person person bot", {**OPTIONS, **more})
    book.deal()
    for _ in range(10):
        book.move()
    return book


@pytest.mark.clause("CA-46", "CA-53")
def test_the_desk_looks_at_the_time_since_the_deal() -> None:
    book = a_book()
    assert desk.time_up(book.ledger, 2 + MINUTES - 1) is None
    n, asked = book.n, desk.playing(book.ledger).decision
    row = desk.time_up(book.ledger, 2 + MINUTES)
    assert book.add(row) == ["time_up"]
    # Whoever is asked still is, by the same number.
    assert book.n == n
    assert asked is not None
    assert desk.playing(book.ledger).decision.data() == asked.data()  # type: ignore[union-attr]
    assert desk.time_up(book.ledger, 10 * MINUTES) is None
    assert desk.playing(book.ledger).undo_limit(0) == 11
    book.play_out()
    assert len(book.ledger.match.state.view(None)["rounds"]) == 1  # type: ignore[union-attr]
    assert desk.time_up(book.ledger, 10 * MINUTES) is None


@pytest.mark.clause("CA-46", "CA-53")
def test_no_clock_runs_where_nobody_chose_one() -> None:
    book = Book(GAME.id, "person person", dict(GAME.short))
    assert desk.time_up(book.ledger, 10**15) is None
    book.deal()
    assert book.ledger.ends_at is None
    assert desk.time_up(book.ledger, 10**15) is None


@pytest.mark.clause("CA-46", "CA-53")
def test_rows_snapshot_and_record_say_the_same() -> None:
    """What was stored is played again without any clock."""
    book = a_book()
    assert book.ledger.ends_at == 2 + MINUTES
    kept = snapshot.recover("t", snapshot.keep(book.ledger))
    assert kept is not None
    assert kept.ends_at == 2 + MINUTES
    book.add(desk.time_up(book.ledger, 2 + MINUTES))
    book.move()
    again = snapshot.add_up("t", book.rows)
    kept = snapshot.recover("t", snapshot.keep(book.ledger))
    assert kept is not None
    assert picture(again) == picture(book.ledger) == picture(kept)
    book.play_out()
    match = desk.current(book.ledger)
    text = record.write(replays.as_record(match))
    assert text.count(f"\n{record.RANG}\n  time_up round=1\n") == 1
    found = replays.read(text)
    assert record.write(found) == text
    shown = replays.replay("t", found, 0, None, seat=None, since=0, limit=10_000, views=False)
    clock = [step for step in shown.steps if step.events and step.events[0]["kind"] == "time_up"]
    assert [(step.seat, step.move) for step in clock] == [(None, "")]


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        # Nobody moves it to where no clock runs, nor rings it twice, nor after the end.
        ("option limit minutes", "option limit rounds", "illegal_move"),
        ("  time_up round=1\n", "  time_up round=1\n* time\n", "illegal_move"),
        ("* time\n", "* times\n", "bad_move"),
    ],
)
@pytest.mark.clause("CA-46", "CA-53")
def test_a_file_cannot_ring_where_the_rules_do_not(before: str, after: str, key: str) -> None:
    book = a_book()
    book.add(desk.time_up(book.ledger, 2 + MINUTES))
    book.play_out()
    text = record.write(replays.as_record(desk.current(book.ledger)))
    end = re.search(r"end (\d+)\n", text)
    assert end is not None
    longer = text.count(before) == 1 and after.count("\n") == 2
    changed = text.replace(before, after).replace(end[0], f"end {int(end[1]) + longer}\n")
    refused(key, replays.read, changed)


# A table that is taken along


def brought(book: Book, at: int) -> Any:
    return along.judge(list(along.packed(book.rows)), at, "", [""] * 8, "")


@pytest.mark.clause("CA-46", "CA-53")
def test_the_clock_goes_along() -> None:
    book = a_book()
    there = snapshot.add_up("t", brought(book, 60_000).rows)
    assert there.ends_at == 2 + MINUTES
    book.add(desk.time_up(book.ledger, 2 + MINUTES))
    there = snapshot.add_up("t", brought(book, 10**9).rows)
    assert there.ends_at is None


@pytest.mark.clause("CA-46", "CA-53")
def test_whoever_brings_a_table_cannot_ring_before_its_own_time() -> None:
    for early in (3, MINUTES):
        book = a_book()
        book.rows.append(r.encode(r.TimeUp(at=early)))
        refused("bad_table", brought, book, 10**9)
    twice = a_book()
    twice.add(desk.time_up(twice.ledger, 2 + MINUTES))
    twice.rows.append(r.encode(r.TimeUp(at=10 * MINUTES)))
    refused("bad_table", brought, twice, 10**9)
    # Nor can they put it off: what was left out is made up for at once.
    late = a_book()
    there = snapshot.add_up("t", brought(late, 10**9).rows)
    assert desk.time_up(there, 10**9) is not None


@pytest.mark.clause("CA-46", "CA-53")
def test_a_clock_that_was_fast_takes_nothing_away_and_adds_nothing() -> None:
    """It showed an hour more than ours: a match that is nearly over here is nearly over there."""
    book = Book(GAME.id, "person person bot", OPTIONS)
    hour = 3_600_000
    book.add(desk.deal(book.ledger, hour + 1000))
    there = snapshot.add_up("t", brought(book, 2000).rows)
    assert there.ends_at == 2000 + MINUTES
    book.add(desk.time_up(book.ledger, hour + 1000 + MINUTES))
    assert snapshot.add_up("t", brought(book, MINUTES + 5000).rows).ends_at is None


@pytest.mark.clause("CA-46", "CA-53")
def test_nobody_moves_for_the_clock() -> None:
    book = a_book()
    book.rows.append(r.encode(r.Moved(at=10**6, seat=-1, n=book.n, action=0)))
    with pytest.raises(Exception, match="bad_table"):
        judged(book.rows)


# At a server


async def rang(running: ServerProcess, table: str) -> int:
    rows = [r.decode(raw) for raw in await books(str(running.setup["database"])).rows(table, 0)]
    return sum(isinstance(row, r.TimeUp) for row in rows)


def time_up(line: Device, seat: int | None) -> list[int]:
    return [event["round"] for event in line.events(seat) if event["kind"] == "time_up"]


@pytest.mark.clause("CA-46", "CA-53")
def test_the_time_of_a_table(tmp_path: Path) -> None:
    """The clock of the server is put forward; it is killed, and its clock goes on meanwhile."""
    later = tmp_path / "seconds"

    def put(seconds: int) -> None:
        """In one go: the server looks at it all the time."""
        (tmp_path / "next").write_text(str(seconds))
        (tmp_path / "next").replace(later)

    put(0)

    async def evening(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(GAME.id, "here here", options=OPTIONS, settings={"clock": False}, deal=True)
            async with devices(host.device(0), host.device(1), host.device()) as (ann, ben, watcher):
                for line in (ann, ben, watcher):
                    assert 290_000 < line.face["ends_ms"] <= MINUTES
                asked = ann.now[0]["n"]
                # Nobody can do for the clock what it does.
                for more in ({"seat": -1, "action": 0}, {"seat": 0, "action": -1}, {"seat": -1, "action": "* time"}):
                    async with host.device(0) as rogue:
                        await rogue.send({"type": "answer", "id": "x", "n": asked, **more})
                        await rogue.wait(lambda rogue=rogue: rogue.said("refused") or rogue.said("bye"))
                put(290)
                await asyncio.sleep(0.5)
                assert not time_up(ann, 0)
                put(301)
                for line, seat in ((ann, 0), (ben, 1), (watcher, None)):
                    await line.wait(lambda line=line, seat=seat: time_up(line, seat))
                    # What everybody sees was stored before.
                    assert await rang(running, host.table) == 1
                    assert (time_up(line, seat), line.face["ends_ms"]) == ([1], None)
                    assert line.now[seat]["view"]["last_round"] == 1
                    assert line.now[seat]["n"] == asked
                both = host.device(0, 1)
                async with both:
                    await play_on(both, (0, 1), spread)
                    assert len(both.now[0]["view"]["rounds"]) == 1

    async def through_a_power_cut(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(GAME.id, "here here", options=OPTIONS, settings={"clock": False}, deal=True)
            async with host.device(0) as ann:
                left = ann.face["ends_ms"]
            running.kill()
            put(int(later.read_text()) + 200)
            running.start()
            async with host.device(0) as ann:
                assert left - 230_000 < ann.face["ends_ms"] <= left - 200_000
            running.kill()
            put(int(later.read_text()) + 200)
            running.start()
            async with host.device(0, 1) as both:
                await both.wait(lambda: both.face["ends_ms"] is None)
                running.kill()
                assert await rang(running, host.table) == 1
            running.start()
            async with host.device(0) as ann:
                assert ann.now[0]["view"]["last_round"] == 1
                assert await rang(running, host.table) == 1

    with ServerProcess(prelude=HURRIED.format(file=str(later))) as running:
        asyncio.run(evening(running))
        asyncio.run(through_a_power_cut(running))


# At one keyboard


class Later:
    """The clock of the terminal, put forward by each look at it."""

    def __init__(self, step: float) -> None:
        self.now = 1_000_000.0
        self.step = step

    def time(self) -> float:
        self.now += self.step
        return self.now

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)


PLAY = ("play", "pit_stop", "--players", "2", "--seed", "4", "--limit", "minutes", "--minutes", "5", "--plain")


@pytest.mark.clause("CA-46", "CA-53")
def test_the_clock_of_the_terminal(desk_here: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tailback.terminal.play.time", Later(4))
    shown = desk_here(*PLAY, typed="time\n" + "#1\n" * 400)
    assert shown.code == 0, shown.err
    assert "5 minutes are left." in shown.out
    told = [int(n) if n.isdigit() else 1 for n in re.findall(r"(\d+|One) minutes? (?:is|are) left", shown.out)]
    assert {1, 2, 5} <= set(told)
    assert shown.out.count("The time is up. Round ") == 1
    assert "the last one" in shown.out
    (path,) = desk_here.saves()
    kept = saves.read(path)
    assert kept.over
    assert record.verify(kept) == []
    assert path.read_text().count(f"\n{record.RANG}\n") == 1
    assert desk_here("verify", str(path)).code == 0
    replayed = desk_here("replay", str(path)).out
    assert replayed.count("The time is up. Round ") == 1


@pytest.mark.clause("CA-46", "CA-53")
def test_the_clock_goes_on_while_nobody_plays(desk_here: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Later(0)
    monkeypatch.setattr("tailback.terminal.play.time", clock)
    desk_here(*PLAY, typed="#1\nquit\n")
    (path,) = desk_here.saves()
    assert "\ndealt 1000000000\n" in path.read_text()
    clock.now += 120
    assert "3 minutes are left." in desk_here("continue", str(path), "--plain", typed="time\nquit\n").out
    clock.now += 180
    shown = desk_here("continue", str(path), "--plain", "--brief", typed="time\nquit\n").out
    assert "Time is up. This is the last round." in shown
    assert "No clock is running for this game." in shown
    assert games.read_record(path.read_text()).dealt == 1_000_000_000
