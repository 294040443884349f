"""The bot in the docs plays whole games: against a bot of the server and a person."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from server.harness import NO_CLOCK, PATIENCE, Host, ServerProcess, play_on, spread
from specimens import SEALED, TURNS
from tailback import games
from tailback.core import record

DOCS = Path(__file__).resolve().parents[2] / "docs"


SIMPLE, SEARCH = 0, 1


def example(which: int = SIMPLE) -> str:
    found = re.findall(r"```python\n(.*?)```", (DOCS / "bot.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 2
    return str(found[which])


def lines_of(which: int) -> int:
    return len([line for line in example(which).splitlines() if line.strip()])


def test_it_is_short_and_stands_alone() -> None:
    assert lines_of(SIMPLE) <= 50
    assert "import tailback" not in example()
    assert "from tailback" not in example()


def test_the_one_that_looks_ahead_is_short_and_cannot_peek() -> None:
    assert lines_of(SEARCH) <= 60
    assert "tailback.server" not in example(SEARCH)


@pytest.mark.parametrize("game_id", [TURNS.id, SEALED.id])
def test_it_plays_a_whole_game(game_id: str, tmp_path: Path) -> None:
    asyncio.run(whole_game(game_id, tmp_path))


def test_the_one_that_looks_ahead_plays_a_whole_game(tmp_path: Path) -> None:
    asyncio.run(whole_game(SEALED.id, tmp_path, which=SEARCH))


def test_it_comes_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    asyncio.run(whole_game(TURNS.id, tmp_path, killed=True))


async def whole_game(game_id: str, folder: Path, killed: bool = False, which: int = SIMPLE) -> None:
    with ServerProcess() as running:
        async with Host(running) as host:
            options = games.load(game_id).short
            await host.open(game_id, "open here bot", options=options, settings=NO_CLOCK)
            robo = await started(running, host, folder, which)
            try:
                async with host.device(1) as ben:
                    await ben.wait(lambda: ben.face["chairs"][0]["here"])
                    assert ben.face["chairs"][0]["name"] == ("Robo", "Seeker")[which]
                    await host.deal()
                    await play_on(ben, (1,), spread, 2 if killed else 0)
                if killed:
                    running.kill()
                    running.start()
                    async with host.device(1) as ben:
                        await play_on(ben, (1,), spread)
                async with asyncio.timeout(PATIENCE):
                    out, err = await robo.communicate()
                assert (robo.returncode, out, err) == (0, b"", b"")
            finally:
                if robo.returncode is None:
                    robo.kill()
                    await robo.wait()
            found = games.read_record((await host.ask("GET", "{t}/games/0/export")).text)
            assert record.verify(found) == []
            assert any(step.seat == 0 for step in found.steps)


async def started(running: ServerProcess, host: Host, folder: Path, which: int = SIMPLE) -> asyncio.subprocess.Process:
    """The simple one without our sources on its path: it must not need them."""
    script = folder / "bot.py"
    script.write_text(example(which), encoding="utf-8")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH" or which == SEARCH}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        str(script),
        f"{running.http}/t/{host.table}",
        *(["0.02"] if which == SEARCH else []),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=env,
    )
