"""Lines that are slow, dead or flapping, devices that sleep, second tabs, clocks that jump, servers that stop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import tailback
from server.harness import NO_CLOCK, PATIENCE, Device, Host, ServerProcess, devices, eventually, play_on, spread
from server.phone import Phone, Proof
from specimens import SEALED, TURNS, WINDOW, hurried
from tailback.server.store import open_store
from tailback.server.truth import rows as r

# Long after everybody at the table is gone.
FAR_FUTURE = 4_102_444_800_000


async def stored(running: ServerProcess, table: str) -> list[bytes]:
    """The rows of a server that is stopped."""
    store = open_store(str(running.setup["database"]))
    await store.open()
    try:
        return await store.rows(table)
    finally:
        await store.close()


def chair(line: Device, seat: int) -> dict[str, Any]:
    return dict(line.face["chairs"][seat])


# Lines

# So many times the whole story is far more than the server keeps for one device, and not yet a flood.
STORIES = 6000


def test_who_never_reads_is_cut_off_and_nobody_else_notices() -> None:
    async def play() -> None:
        with ServerProcess() as running:
            async with Host(running) as host:
                await host.open(SEALED.id, "here here", settings=NO_CLOCK)
                await host.deal()
                async with devices(host.device(0), host.device(1)) as (ann, ben):
                    dealt = ann.v or 0
                    async with asyncio.TaskGroup() as group:
                        group.create_task(never_read(running, host.table, dealt))
                        await asyncio.gather(play_on(ann, (0,), spread), play_on(ben, (1,), spread))
                    async with devices(host.device()) as (back,):
                        # Nobody else watches any more. (Comings and goings of watchers are told together.)
                        await back.wait(lambda: back.face["watchers"] == 1)
                        assert back.v == ann.v
                        assert back.over

    asyncio.run(play())


async def never_read(running: ServerProcess, table: str, dealt: int) -> None:
    """Ask for the whole story since the deal again and again, and listen to none of it."""
    plug = socket.socket()
    # Little fits into the line, so the server soon has to keep it.
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plug.setblocking(False)
    await asyncio.get_running_loop().sock_connect(plug, ("127.0.0.1", running.port))
    deaf = connect(running.ws, sock=plug, max_queue=1, ping_interval=None, compression=None)
    async with asyncio.timeout(PATIENCE), deaf as line:
        await line.send(f'{{"type": "hello", "protocol": [1], "table": "{table}"}}')
        with contextlib.suppress(ConnectionClosed):
            for k in range(STORIES):
                await line.send(f'{{"type": "resync", "id": "r{k}", "since": {dealt}}}')
            # It is alive and says so; it only does not listen.
            while True:
                await line.send('{"type": "pong", "t": 0}')
                await asyncio.sleep(0.05)


def test_a_line_that_went_dead_is_shown_as_away_and_comes_back() -> None:
    async def play() -> None:
        with ServerProcess(silent=0.6) as running:
            async with Host(running) as host:
                await host.open(SEALED.id, "here here", settings=NO_CLOCK)
                await host.deal()
                async with devices(host.device(1)) as (ben,):
                    dead = host.device(0)
                    # It is there, but says nothing any more; nobody closed the line.
                    dead.pongs = False
                    async with devices(dead):
                        assert chair(ben, 0)["here"] or await ben.wait(lambda: chair(ben, 0)["here"])
                        await ben.wait(lambda: not chair(ben, 0)["here"])
                        assert chair(ben, 0)["away_ms"] > 0
                    async with devices(host.device(0, since=dead.v)) as (ann,):
                        await ben.wait(lambda: chair(ben, 0)["here"])
                        assert (await ann.answer(0, spread(ann.now[0])))["type"] == "ack"
                assert not ben.said("bye")

    asyncio.run(play())


@pytest.mark.parametrize("linger", [0.0, 20.0])
def test_flapping_lines_lose_nothing(linger: float) -> None:
    """Also when the table falls asleep each time its last device is gone."""

    async def play() -> None:
        with ServerProcess(linger=linger) as running:
            async with Host(running) as host:
                await host.open(TURNS.id, "here here bot", options=TURNS.short, settings=NO_CLOCK)
                await host.deal()
                phones = [Phone(f"p{k}", [running.ws], host.table, {k: host.tokens[k]}, k) for k in range(2)]
                for phone in phones:
                    phone.whims = 1.0
                await live(phones, lambda phone: phone.over)
                await asyncio.gather(*(hang_up_early(running, k) for k in range(20)))
                assert (await host.ok("GET", "/api/health"))["tables_awake"] <= 1
            running.stop()
            assert Proof(host.table, await stored(running, host.table)).violations(phones) == []
            # How often a line breaks hangs on how long the match is, and nobody chooses the deal.
            assert sum(phone.counts["resumes"] for phone in phones) > 1

    asyncio.run(play())


async def live(phones: list[Phone], until: Any, meanwhile: Any = None) -> None:
    """Let the phones play until each of them is there."""
    async with asyncio.TaskGroup() as group:
        living = [group.create_task(phone.live()) for phone in phones]
        if meanwhile is not None:
            await meanwhile
        for phone in phones:
            assert await phone.wait(lambda phone=phone: until(phone), PATIENCE), (phone.name, phone.v, phone.now)
        for task in living:
            task.cancel()


async def hang_up_early(running: ServerProcess, k: int) -> None:
    """In the middle of the handshake, before hello, or right after it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
    upgrade = (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    writer.write(upgrade[: 10 + (k * 23) % len(upgrade)] if k % 2 else upgrade)
    await writer.drain()
    if k % 4 == 0:
        await reader.readuntil(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()


SLEEPER = """
import asyncio, json, sys
from server.phone import Phone
async def main():
    way, table, token = sys.argv[1:]
    phone = Phone("sleeper", [way], table, {0: token}, 1)
    phone.whims = 0
    task = asyncio.create_task(phone.live())
    await phone.wait(lambda: phone.acknowledged, 60)
    print("playing", flush=True)
    await phone.wait(lambda: phone.over, 60)
    print(json.dumps([phone.over, phone.counts["resumes"], sorted(phone.acknowledged), phone.violations]), flush=True)
    task.cancel()
asyncio.run(main())
"""


def test_a_phone_that_sleeps_is_away_and_goes_on_when_it_wakes() -> None:
    async def play() -> None:
        with ServerProcess(silent=0.6) as running:
            async with Host(running) as host:
                await host.open(SEALED.id, "here here", settings=NO_CLOCK)
                await host.deal()
                async with devices(host.device(1)) as (ben,):
                    with phone_process(running.ws, host.table, host.tokens[0]) as phone:
                        assert phone.stdout is not None
                        assert await asyncio.to_thread(phone.stdout.readline) == "playing\n"
                        phone.send_signal(signal.SIGSTOP)
                        try:
                            await ben.wait(lambda: not chair(ben, 0)["here"])
                        finally:
                            phone.send_signal(signal.SIGCONT)
                        await play_on(ben, (1,), spread)
                        over, resumes, acknowledged, violations = json.loads(await asyncio.to_thread(phone.stdout.read))
                assert over
                assert resumes >= 1
                assert violations == []
            running.stop()
            keys = [r.decode(raw).key for raw in await stored(running, host.table)]
            assert all(keys.count(key) == 1 for key in acknowledged)

    asyncio.run(play())


def phone_process(*arguments: str) -> subprocess.Popen[str]:
    parts = [str(Path(tailback.__file__).parent.parent), str(Path(__file__).parent.parent)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(parts)}
    command = [sys.executable, "-c", SLEEPER, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def test_two_tabs_with_the_same_seat() -> None:
    """Both get everything and both may act; the same answer from both counts once."""

    async def play() -> None:
        with ServerProcess() as running:
            async with Host(running) as host:
                await host.open(TURNS.id, "here here", options=TURNS.short, settings=NO_CLOCK)
                await host.deal()
                async with devices(host.device(0), host.device(1)) as (one, ben):
                    async with devices(host.device(0)) as (two,):
                        for ids in (("same", "same"), ("one", "two")):
                            while not one.asked(0):
                                await play_on(ben, (1,), spread, 1)
                                await one.wait(lambda: one.v == ben.v)
                            await two.wait(lambda: two.v == one.v)
                            n, action = one.now[0]["n"], spread(one.now[0])
                            lines = zip((one, two), ids, strict=True)
                            got = await asyncio.gather(*(line.answer(0, action, n, id=key) for line, key in lines))
                            told = [(answer["type"], answer.get("again", False)) for answer in got]
                            second = ("ack", True) if ids[0] == ids[1] else ("late", False)
                            assert sorted(told) == [("ack", False), second]
                            for line in (one, two, ben):
                                await line.wait(lambda line=line, n=n: line.now[next(iter(line.now))]["n"] > n)
                        assert one.v == two.v
                        assert one.events(0)[-2:] == two.events(0)[-2:]
                        assert chair(ben, 0)["here"]
                        presences = len(ben.said("presence"))
                    await ben.wait(lambda: len(ben.said("presence")) > presences)
                    assert chair(ben, 0)["here"]

    asyncio.run(play())


def test_an_answer_that_ended_the_game_may_be_sent_again() -> None:
    """Its acknowledgement was lost with the line; whoever asks again is told that it is done."""

    async def play() -> None:
        with ServerProcess() as running:
            async with Host(running) as host:
                await host.open(SEALED.id, "here here", settings=NO_CLOCK)
                await host.deal()
                async with devices(host.device(0, 1)) as (ann,):
                    last: dict[str, Any] = {}
                    while not ann.over:
                        seat = next(seat for seat in (0, 1) if ann.asked(seat))
                        last = {"id": f"a{ann.v}", "seat": seat, "n": ann.now[seat]["n"]}
                        last["action"] = spread(ann.now[seat])
                        got = await ann.ask("answer", **last)
                        await ann.wait(lambda got=got: (ann.v or 0) >= got["v"])
                running.kill()
                running.start()
                async with devices(host.device(0, 1)) as (ann,):
                    got = await ann.ask("answer", **last)
                    assert (got["type"], got["again"]) == ("ack", True)

    asyncio.run(play())


# Clocks

JUMPS = """
import itertools, time
real, jumps = time.time_ns, itertools.cycle((0, 86_400, -86_400, 31_536_000))
time.time_ns = lambda: real() + next(jumps) * 10**9
"""


def test_a_clock_that_jumps_changes_no_window_and_no_order() -> None:
    """Windows go by a clock that never jumps; the time of day is only written down."""

    async def play() -> None:
        with ServerProcess(prelude=JUMPS) as running:
            async with Host(running) as host:
                settings = {"pace_ms": 0}
                await host.open(WINDOW.id, "here here", options=hurried(WINDOW), settings=settings)
                await host.deal()
                async with devices(host.device(0, 1)) as (ann,):
                    await one_window(ann)
                    since = ann.v
                running.end(signal.SIGTERM)
                store = open_store(str(running.setup["database"]))
                await store.open()
                data = await store.rows(host.table)
                await store.append(host.table, len(data), r.encode(r.Said(at=FAR_FUTURE, seat=0, phrase="hello")))
                await store.touch(host.table, FAR_FUTURE)
                await store.close()
                assert len({r.decode(raw).at // 86_400_000 for raw in data}) > 1
                running.start()
                async with devices(host.device(0, 1, since=since)) as (ann,):
                    assert [event["kind"] for event in ann.events(0)] == ["table_said"]
                    assert (await host.ok("GET", f"/api/codes/{host.code}"))["table"] == host.table
                    await one_window(ann)

    asyncio.run(play())


async def one_window(line: Device) -> None:
    """Play until the clock is running, and see it run out after its time, not sooner."""
    while line.now[0]["decision"]["seconds"] is None:
        seat = next(seat for seat in (0, 1) if line.asked(seat))
        got = await line.answer(seat, spread(line.now[seat]))
        await line.wait(lambda got=got: (line.v or 0) >= got["v"])
    before = sum(event["kind"] == "table_time" for event in line.events(0))
    left = line.now[0]["decision"]["ms"]
    began = time.monotonic()
    await line.wait(lambda: sum(event["kind"] == "table_time" for event in line.events(0)) > before)
    assert 0 < left <= 1000
    assert time.monotonic() - began > left / 1000 - 0.2


# Stopping and sleeping


def test_a_server_that_stops_says_goodbye_and_its_devices_resume() -> None:
    async def play() -> None:
        with ServerProcess() as running:
            async with Host(running) as host:
                await host.open(TURNS.id, "here here bot", options=TURNS.short, settings=NO_CLOCK)
                await host.deal()
                async with devices(host.device()) as (watcher,):
                    await asyncio.to_thread(running.end, signal.SIGTERM)
                    await watcher.wait(lambda: watcher.said("bye"))
                    assert watcher.said("bye")[0] == {"type": "bye", "key": "restart", "params": {}, "again": True}
                    assert watcher.socket is not None
                    await watcher.socket.wait_closed()
                    assert watcher.socket.close_code == 1012
                running.start()
                phones = [Phone(f"p{k}", [running.ws], host.table, {k: host.tokens[k]}, k) for k in range(2)]
                await live(phones, lambda phone: phone.over, restarts(running, phones))
            running.stop()
            assert Proof(host.table, await stored(running, host.table)).violations(phones) == []

    asyncio.run(play())


async def restarts(running: ServerProcess, phones: list[Phone]) -> None:
    for wanted in (3, 6):
        await eventually(lambda wanted=wanted: all(len(phone.acknowledged) >= wanted or phone.over for phone in phones))
        await asyncio.to_thread(running.end, signal.SIGTERM)
        await asyncio.to_thread(running.start)


def test_a_table_sleeps_when_nobody_is_there_and_wakes_as_it_was() -> None:
    async def play() -> None:
        with ServerProcess(linger=0.1) as running:
            async with Host(running) as host:
                await host.open(SEALED.id, "here here", settings=NO_CLOCK)
                await host.deal()
                async with devices(host.device(0, 1)) as (ann,):
                    await play_on(ann, (0, 1), spread, 8)
                    before = ann.now[0]
                async with asyncio.timeout(PATIENCE):
                    while (await host.ok("GET", "/api/health"))["tables_awake"]:
                        await asyncio.sleep(0.05)
                began = time.perf_counter()
                async with devices(host.device(0, 1)) as (ann,):
                    print(f"awake after {(time.perf_counter() - began) * 1000:.1f} ms")
                    assert ann.now[0]["view"] == before["view"]
                    assert ann.now[0]["n"] == before["n"]
                    await play_on(ann, (0, 1), spread)

    asyncio.run(play())
