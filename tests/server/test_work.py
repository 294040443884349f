"""Time on the processor is charged to whoever asks for it: who has used up theirs waits, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.routing import WebSocketRoute

from server.asking import SPOKEN, every_route, path_of
from server.books import Book
from server.harness import NO_CLOCK, PATIENCE, Host, ServerProcess, eventually, logged, play_on, spread
from server.inside import Inside, Wire, indoors, pages, socket_scope
from server.scenes import main_scenes
from specimens import TURNS, WINDOW, long_match
from tailback.robots.levels import OFFERED, USUAL
from tailback.server import protocol as p
from tailback.server.live import child, jobs
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.child import Child, Died
from tailback.server.live.chores import Chores
from tailback.server.live.job_pool import QUEUE, JobPool
from tailback.server.live.purse import Metered, Nobodys
from tailback.server.live.turns import Turns
from tailback.server.run import app
from tailback.server.service.call import usual_limits
from tailback.server.service.limits import A_TURN, SAVED, WIDE, Work
from tailback.server.service.lines import Line
from tailback.server.service.switchboard import Switchboard
from tailback.server.truth.refusal import Refused

WORKERS = sorted(path.stem for path in Path(child.__file__).parent.glob("*_worker.py"))


@pytest.mark.parametrize("worker", WORKERS)
def test_a_worker_whose_server_was_killed_while_it_asked_ends_without_a_word(worker: str) -> None:
    """Seen when servers were killed by the hundred: half of a question, and a traceback of each worker in the log."""
    command = [sys.executable, "-m", f"{child.__package__}.{worker}"]
    ended = subprocess.run(command, input=b'{"half of a', capture_output=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_whoever_used_up_their_time_owes_some_and_has_paid_after_a_while() -> None:
    work = Work(0.5, 2.0)
    work.spend("a", 1.9)
    assert work.owed("a") == 0
    work.spend("a", 1.1)
    assert 1.8 < work.owed("a") <= 2.0, "a second too much, half a second for each second that passes"
    assert work.owed("b") == 0
    work.limit.bucket("a").then -= 3.0
    assert work.owed("a") == 0


def test_the_households_of_one_network_pay_together() -> None:
    """Whoever asks for a network of IPv6 gets one, with room for 65,536 households."""
    work = Work(0.5, 2.0)
    for household in range(2 * WIDE):
        work.spend(f"2001:db8:1:{household:x}::", 1.5)
    assert work.owed("2001:db8:1:ffff::") == pytest.approx(2.0, abs=0.1), "four seconds too much, two each second"
    assert work.owed("2001:db8:2::") == 0, "another network"
    assert work.owed("192.0.2.1") == 0


def test_only_the_time_of_this_very_work_counts() -> None:
    spent: list[float] = []

    async def dear() -> str:
        burn(0.02)
        await asyncio.sleep(0.05)
        burn(0.02)
        return "done"

    async def other() -> None:
        for _ in range(10):
            burn(0.005)
            await asyncio.sleep(0)

    async def main() -> str:
        beside = asyncio.create_task(other())
        answer = await Metered(dear(), spent.append)
        await beside
        return answer

    assert asyncio.run(main()) == "done"
    assert 0.039 < spent[0] < 0.085


@pytest.mark.parametrize("error", [ValueError, Refused, asyncio.CancelledError])
def test_what_fails_or_is_cancelled_costs_what_it_did(error: type[BaseException]) -> None:
    spent: list[float] = []

    async def fails() -> None:
        try:
            await asyncio.sleep(0 if error is not asyncio.CancelledError else 60)
        finally:
            burn(0.01)
        raise error("x")

    async def main() -> None:
        task = asyncio.ensure_future(asyncio.gather(Metered(fails(), spent.append)))
        await asyncio.sleep(0.01)
        if error is asyncio.CancelledError:
            task.cancel()
        with pytest.raises(error):
            await task

    asyncio.run(main())
    assert spent[0] > 0.009


# Of everything a little at a time


def test_of_each_address_a_few_things_are_begun_in_a_turn_of_the_loop() -> None:
    """Whoever asks for a thousand things at the same moment does not hold the loop with them."""

    async def main() -> None:
        work, begun = Work(1, 1), []

        async def ask(address: str, dear: bool = False) -> None:
            await work.turn(address, dear)
            begun.append(address)

        asked = [asyncio.create_task(ask("a")) for _ in range(20)]
        # All households of a network are one.
        asked += [asyncio.create_task(ask(f"2001:db8:1:{household:x}::", dear=True)) for household in range(3)]
        asked.append(asyncio.create_task(ask("b")))
        await asyncio.sleep(0)
        assert begun == [*["a"] * A_TURN, "2001:db8:1:0::", "b"]
        asked[A_TURN].cancel()
        for _ in range(4):
            before = len(begun)
            await asyncio.sleep(0)
            assert len(begun) - before <= A_TURN + 1
        await asyncio.gather(*asked, return_exceptions=True)
        assert (begun.count("a"), len(begun)) == (19, 23)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not work.begun

    asyncio.run(main())


def test_jobs_and_thoughts_go_round_the_networks() -> None:
    """Else whoever has a network stands in line once for each of its households."""

    async def main() -> None:
        turns, order = Turns(1), []

        async def do(address: str) -> None:
            async with turns.turn(address, (address,)):
                order.append(address)
                await asyncio.sleep(0)

        households = [f"2001:db8:1:{household:x}::" for household in range(5)]
        await asyncio.gather(*map(do, [*households, "192.0.2.1"]))
        assert order.index("192.0.2.1") == 2

    asyncio.run(main())


def test_everything_that_is_asked_is_paid_and_refused_to_whoever_owes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every route, every page and file, what is nowhere, and every socket: made from the application itself."""
    monkeypatch.setattr(app, "PAUSE", 0.001)

    async def work(place: Inside) -> None:
        purse = Work(1.0, SAVED)
        place.app.state.limits.work.limit = purse.limit
        table = await place.put(main_scenes(TURNS.id)[0])
        facts = {**main_scenes(TURNS.id)[0].facts(), "table": table, "share": table, "code": "none", "name": "x"}
        facts |= {"rest": "x", "study": "0" * 16}
        asked = [(route.method, path_of(route, facts)) for route in every_route()]
        asked += [("GET", page.path_format.format_map(facts)) for page in pages(place.app)]
        for number, (method, path) in enumerate([*asked, ("GET", "/nowhere"), ("PUT", "/nowhere/at/all")]):
            address = f"192.0.2.{number}"
            before = purse.limit.bucket(address).left
            await place.ask(method, path, address=address)
            assert purse.limit.bucket(address).left <= before - app.FEES["http"], f"{method} {path} is free"
            purse.spend(address, 1000)
            assert (await place.ask(method, path, address=address)).status == 429, f"{method} {path} for who owes"
        for path in SPOKEN:
            purse.spend("192.0.2.250", 1000)
            assert await refused_socket(place, path, "192.0.2.250") == 429

    indoors(work, tmp_path)


async def refused_socket(place: Inside, path: str, address: str) -> int:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    await place.app(socket_scope(path, address, Wire()), receive, send)
    return int(sent[0]["status"])


def test_a_socket_that_waits_when_the_server_is_ended_is_no_mistake(tmp_path: Path) -> None:
    """Seen when servers were ended by the hundred: a traceback for each device whose table was being woken."""

    async def work(place: Inside) -> None:
        paths = [route.path for route in place.app.routes if isinstance(route, WebSocketRoute)]
        assert len(paths) > 1
        for k, path in enumerate(paths):
            told: asyncio.Queue[Any] = asyncio.Queue()
            told.put_nowait({"type": "websocket.connect"})

            async def send(message: Any) -> None:
                pass

            attending = asyncio.create_task(place.app(socket_scope(path, f"1.2.3.{k}", Wire()), told.get, send))
            await asyncio.sleep(0.05)
            attending.cancel()
            await attending

    indoors(work, tmp_path)


def test_what_goes_on_beside_a_line_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(jobs.AtOnce):
        async def do(self, address: str, job: jobs.AnyJob, still: jobs.Still = jobs.always) -> jobs.Outcome:
            burn(0.02)
            raise Refused("no_robot_move", 404)

    async def main() -> None:
        book = Book(TURNS.id)
        book.deal()
        board = Switchboard(SimpleNamespace(jobs=Slow()), usual_limits())  # type: ignore[arg-type]
        line = Line(SimpleNamespace(push=lambda _: True), 100, address="a")  # type: ignore[arg-type]
        around = SimpleNamespace(chores=Chores())
        await board.obey(line, SimpleNamespace(ledger=book.ledger, around=around), p.AskWhy("id"))  # type: ignore[arg-type]
        await asyncio.gather(*around.chores.tasks)
        assert board.limits.work.limit.bucket("a").left < SAVED - 0.015

    asyncio.run(main())


def test_a_robots_thought_is_paid_by_those_at_its_table() -> None:
    """In another process, by instinct. Whoever looks ahead leaves the cores to others, and takes turns."""
    spent: dict[str, float] = {}

    class Noting(Nobodys):
        def spend(self, address: str, seconds: float) -> None:
            spent[address] = spent.get(address, 0.0) + seconds

    async def main() -> None:
        book = Book(TURNS.id)
        book.deal()
        match = book.ledger.match
        assert match is not None
        assert match.state is not None
        assert match.decision is not None
        seat = match.decision.awaited[0]
        asked = (match.state.view(seat), match.decision.data(), match.state.legal(seat))
        pool = BotPool(1, purse=Noting())
        try:
            await pool.choose("t", TURNS.id, USUAL, *asked, whose=("a", "b"))
            assert spent["a"] == spent["b"] > 0
            spent.clear()
            await pool.choose("t", TURNS.id, OFFERED[-1], *asked, longest=0.01, whose=("a", "b"))
            assert not spent
        finally:
            await pool.close()

    asyncio.run(main())


def test_one_address_neither_fills_the_queue_nor_goes_before_others() -> None:
    async def main() -> None:
        pool = JobPool()
        lobby = jobs.Rows.of(Book(TURNS.id).rows)
        try:
            await pool.do("b", jobs.Pack(lobby))
            many = [asyncio.create_task(pool.do("a", jobs.Pack(lobby))) for _ in range(QUEUE)]
            await asyncio.sleep(0)
            with pytest.raises(Refused) as caught:
                await pool.do("a", jobs.Pack(lobby))
            assert caught.value.status == 429
            other = await pool.do("b", jobs.Pack(lobby))
            assert other.given()
            assert sum(task.done() for task in many) <= 3, "addresses take turns"
            assert all(found.given() for found in await asyncio.gather(*many))
            assert pool.waiting == {}
        finally:
            await pool.close()

    asyncio.run(main())


def test_a_job_that_kills_its_process_is_refused_and_the_next_one_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        pool = JobPool()
        lobby = jobs.Rows.of(Book(TURNS.id).rows)
        try:
            await pool.do("a", jobs.Pack(lobby))
            child = pool.short.child
            assert child.process is not None
            child.process.kill()
            await child.process.wait()
            assert (await pool.do("a", jobs.Pack(lobby))).given()
        finally:
            await pool.close()

    asyncio.run(main())


def test_without_room_for_a_process_it_is_said_to_be_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        pool = JobPool()
        lobby = jobs.Rows.of(Book(TURNS.id).rows)
        try:
            with monkeypatch.context() as full:
                full.setattr(sys, "executable", "/nowhere/python")
                with pytest.raises(Refused) as caught:
                    await pool.do("a", jobs.Pack(lobby))
            assert (caught.value.key, caught.value.status) == ("too_busy", 503)
            assert (await pool.do("a", jobs.Pack(lobby))).given()
        finally:
            await pool.close()

    asyncio.run(main())


def test_half_an_answer_is_never_taken_for_the_next_one() -> None:
    """Whoever is cancelled leaves an answer on its way: nobody else gets it."""

    async def main() -> None:
        pool = JobPool()
        short, long = (jobs.Rows.of(Book(game).rows) for game in (TURNS.id, WINDOW.id))
        try:
            mine = (await pool.do("a", jobs.Pack(short))).value
            child = pool.short.child.process
            left = asyncio.create_task(pool.do("a", jobs.Pack(long)))
            while not pool.short.turns.busy:
                await asyncio.sleep(0)
            left.cancel()
            await asyncio.gather(left, return_exceptions=True)
            assert (await pool.do("a", jobs.Pack(short))).value == mine
            assert pool.short.child.process is not child
        finally:
            await pool.close()

    asyncio.run(main())


def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
    async def main() -> None:
        pool = JobPool()
        lobby = jobs.Rows.of(Book(TURNS.id).rows)
        begun: list[str] = []

        async def gone() -> None:
            begun.append("asked")
            raise Refused("too_busy", 503)

        try:
            with pytest.raises(Refused) as caught:
                await pool.do("a", jobs.Pack(lobby), gone)
            assert (caught.value.status, begun) == (503, ["asked"])
            assert pool.short.child.process is None
            assert (await pool.do("a", jobs.Pack(lobby))).given()
        finally:
            await pool.close()

    asyncio.run(main())


def test_whoever_still_stands_in_line_when_all_is_closed_starts_no_process() -> None:
    """It would be nobody's, and outlive the server."""

    async def main() -> None:
        pool = JobPool()
        lobby = jobs.Rows.of(Book(TURNS.id).rows)
        await pool.do("a", jobs.Pack(lobby))
        waiting = [asyncio.create_task(pool.do("a", jobs.Pack(lobby))) for _ in range(3)]
        await asyncio.sleep(0)
        await pool.close()
        # The first has its turn already, and perhaps its answer.
        for found in (await asyncio.gather(*waiting))[1:]:
            assert found.refused is not None
        assert pool.short.child.process is None

    asyncio.run(main())


def test_a_process_that_is_just_being_started_when_all_is_closed_ends_too() -> None:
    async def main() -> None:
        child = Child("tailback.server.live.job_worker")
        asked = asyncio.create_task(child.ask(b"{}", PATIENCE))
        for _ in range(3):
            await asyncio.sleep(0)
        await child.close()
        with pytest.raises(Died):
            await asked
        assert child.process is None

    asyncio.run(main())


ENDLESS = """
import asyncio
from tailback.server.live.job_pool import Lane
async def do(lane, job):
    await asyncio.sleep(99)
Lane.do = do
"""


def test_a_server_that_ends_tells_those_who_wait_for_long_work() -> None:
    """It does so in words, and writes no mistake into its log."""
    with logged(prelude=ENDLESS) as (running, lines):

        async def main() -> None:
            async with Host(running) as host:
                await host.open(TURNS.id, "here here", options=TURNS.short, settings=NO_CLOCK, deal=True)
                asked = asyncio.create_task(host.ask("GET", "{t}/games/0/replay"))
                await asyncio.sleep(0.3)
                await asyncio.to_thread(running.end, signal.SIGTERM)
                with contextlib.suppress(httpx.TransportError):
                    assert (await asked).status_code == 503

        asyncio.run(main())
        assert not [line for line in lines() if line.get("errors")], lines()


# Long work costs nearly all that an address has saved up.
DEAR = """
from tailback.server.live.job_pool import Lane
from tailback.server.service.limits import SAVED
plain = Lane.do
async def do(lane, job):
    found = await plain(lane, job)
    found.spent = 0.9 * SAVED
    return found
Lane.do = do
"""


def test_what_was_asked_for_all_at_once_is_paid_one_after_the_other() -> None:
    """Else whoever asks for eight things at the same moment gets eight, whatever the first of them cost."""
    with ServerProcess(prelude=DEAR, share=0.001) as running:
        asyncio.run(at_once(running))


async def at_once(running: ServerProcess) -> None:
    from_one = {"x-forwarded-for": "192.0.2.1"}
    async with Host(running) as host:
        await host.open(TURNS.id, "here here", options=TURNS.short, settings=NO_CLOCK, deal=True)
        path = f"/api/tables/{host.table}/games/0/replay"
        asked = [host.http.get(path, headers=from_one) for _ in range(QUEUE)]
        keys = sorted(answer.json().get("key", "") for answer in await asyncio.gather(*asked))
        assert keys == ["", "", *["too_often"] * (QUEUE - 2)]
        assert (await host.http.get("/api/games", headers=from_one)).status_code == 429
        assert (await host.http.get(path)).status_code == 200, "somebody else"
        async with host.device(0, 1) as device:
            await play_on(device, (0, 1), spread, 5)


@pytest.mark.parametrize("why", ["owes", "gone"])
def test_a_reason_is_not_looked_for_when_its_asker_owes_or_has_gone(why: str) -> None:
    """Many may be asked for at the same moment, on many lines."""
    asked: list[jobs.AnyJob] = []

    class Doer(jobs.AtOnce):
        async def do(self, address: str, job: jobs.AnyJob, still: jobs.Still = jobs.always) -> jobs.Outcome:
            await still()
            asked.append(job)
            return await super().do(address, job, still)

    async def main() -> None:
        book = Book(TURNS.id)
        book.deal()
        board = Switchboard(SimpleNamespace(jobs=Doer()), usual_limits())  # type: ignore[arg-type]
        line = Line(SimpleNamespace(push=lambda _: True), 100, address="a")  # type: ignore[arg-type]
        table = SimpleNamespace(ledger=book.ledger)
        for ready, left, many in ((True, True, 1), (why != "gone", why != "owes", 1)):
            line.ready = ready
            if not left:
                board.limits.work.spend("a", 2 * SAVED)
            await board.explain(line, table, p.AskWhy("id"))  # type: ignore[arg-type]
            assert len(asked) == many

    asyncio.run(main())


# Each message that is measured costs the same, however quick the machine is; and so much is paid in a second.
MEASURED, SHARE = 0.02, 1.0
EQUALLY_DEAR = f"""
from tailback.server.service import call
from tailback.server.service.limits import Work
call.SAVED = 0.0
spend = Work.spend
Work.spend = lambda work, address, seconds: spend(work, address, {MEASURED} if seconds else 0.0)
"""


def test_a_line_that_asks_for_much_waits_and_the_others_go_on() -> None:
    """As fast as it can be asked: the line slows down, it is not cut."""
    with ServerProcess(prelude=EQUALLY_DEAR, share=SHARE) as running:
        asyncio.run(slows(running))


async def slows(running: ServerProcess) -> None:
    async with Host(running) as host:
        await host.open(TURNS.id, "here here", options=TURNS.short, settings=NO_CLOCK, deal=True)
        async with host.device(0, 1) as device:
            began = time.monotonic()
            for k in range(30):
                await device.send({"type": "resync", "id": f"r{k}", "since": 0})
            await eventually(lambda: len(device.said("ack")) == 30, 60)
            assert time.monotonic() - began > 25 * MEASURED / SHARE
            assert not device.said("bye")


def test_robots_play_in_the_time_of_whoever_is_there() -> None:
    """A table of robots without any pace: it is as dear as the same moves by people."""
    with ServerProcess(prelude=EQUALLY_DEAR, share=SHARE) as running:
        asyncio.run(watched(running, 30))


async def watched(running: ServerProcess, rows: int) -> None:
    async with Host(running) as host:
        began = time.monotonic()
        await host.open(TURNS.id, "bot bot", options=long_match(TURNS), deal=True)
        async with host.device(None) as device:
            await device.wait(lambda: device.v > rows, 90)
            assert time.monotonic() - began > 0.8 * rows * MEASURED / SHARE
