"""Windows and countdowns as a device sees them, for the tests of the server and of games that have windows."""

from __future__ import annotations

import time
from itertools import pairwise

from server.chaos.books import books
from server.harness import Device, Host, ServerProcess, devices, play_on, spread
from specimens import TURNS, long_match
from tailback.server.truth import rows as r


async def closes(line: Device, seat: int, n: int) -> float:
    """How long until decision `n` is settled, as this device sees it."""
    start = time.monotonic()
    await line.wait(lambda: line.now[seat]["n"] > n)
    return time.monotonic() - start


async def lasted(running: ServerProcess, table: str, n: int) -> float:
    """How long window `n` was open until its time was over, by the rows: on a busy machine a device hears of both
    late, and not equally late."""
    rows = [r.decode(raw) for raw in await books(str(running.setup["database"])).rows(table, 0)]
    for before, row in pairwise(rows):
        if isinstance(row, r.TimedOut) and row.n == n:
            return (row.at - before.at) / 1000
    raise AssertionError(f"window {n} was not closed by time")


def timed_out(line: Device, seat: int | None) -> list[list[int]]:
    return [event["seats"] for event in line.events(seat) if event["kind"] == "table_time"]


async def stood_in(running: ServerProcess) -> None:
    """Somebody leaves: a countdown, a bot, and back again with all that was played."""
    async with Host(running) as host:
        settings = {"away_seconds": 5, "pace_ms": 0, "clock": False, "stand_in": "random"}
        await host.open(TURNS.id, "here here", options=long_match(TURNS), settings=settings, deal=True)
        async with devices(host.device(0), host.device(1)) as (ann, ben):
            await ann.wait(lambda: ann.face["chairs"][1]["here"])
            assert ann.face["chairs"][1]["away_ms"] is None
            left = ben.v
            await ben.close()
            await ann.wait(lambda: not ann.face["chairs"][1]["here"])
            assert 0 < ann.face["chairs"][1]["away_ms"] <= 5000
            start = time.monotonic()
            await ann.wait(lambda: ann.face["chairs"][1]["stand_in"])
            assert 3 < time.monotonic() - start < 20
            assert {"kind": "table_stand_in", "seat": 1} in ann.events(0)
            await play_on(ann, (0,), spread, moves=4)
            async with host.device(1, since=left) as back:
                kinds = [event["kind"] for event in back.events(1)]
                assert kinds[-1] == "table_back"
                assert "table_stand_in" in kinds
                # The game itself goes on meanwhile, at this seat too.
                assert any(event.get("seat") == 1 for event in back.events(1) if not event["kind"].startswith("table_"))
                assert back.face["chairs"][1]["stand_in"] is False
                await ann.wait(lambda: {"kind": "table_back", "seat": 1} in ann.events(0))
                await ann.wait(lambda: ann.face["chairs"][1]["here"])
