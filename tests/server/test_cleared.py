"""A table that its store has lost, as when somebody clears the data of their browser: all are told, on any turn."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from server.harness import NO_CLOCK, Host, ServerProcess, devices
from server.of_a_game import act
from specimens import TURNS
from tailback.server.truth import rows as r


def clear(running: ServerProcess) -> None:
    """All that is kept, behind the back of the server."""
    with closing(sqlite3.connect(running.setup["database"], timeout=10)) as db:
        for name in ("inputs", "snapshots", "tables"):
            db.execute(f"DELETE FROM {name}")
        db.commit()


@pytest.mark.parametrize("turn", ["a person's", "a robot's"])
def test_everybody_is_told_on_anybodys_turn(turn: str) -> None:
    async def scene(running: ServerProcess) -> None:
        async with Host(running) as host:
            pace = {"pace_ms": 400 if turn == "a robot's" else r.BOUNDS["pace_ms"][0]}
            await host.open(TURNS.id, "here bot", settings={**NO_CLOCK, **pace}, deal=True)
            async with devices(host.device(0), host.device()) as (ann, watcher):
                await ann.wait(lambda: ann.asked(0))
                if turn == "a robot's":
                    while ann.asked(0):
                        await act(ann, 0)
                    clear(running)
                else:
                    clear(running)
                    now = ann.now[0]
                    # Nothing else is answered: the line ends with the reason.
                    await ann.send({"type": "answer", "id": "x", "seat": 0, "n": now["n"], "action": now["legal"][0]})
                for line in (ann, watcher):
                    await line.wait(lambda line=line: line.said("bye"))
                    assert line.said("bye")[-1]["key"] == "no_table"

    with ServerProcess() as running:
        asyncio.run(scene(running))
