"""`--watch`: whatever happens to the files of a game, the other tables go on as before, and so does its own by the old
rules. Its author is no enemy; mistakes are enough."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from brought.broken import changed
from server import cluster
from server.harness import Device, first_legal, play_on
from server.test_brought import DEEP, broken_at, drive, scene, serving, table_of, trouble, troubles
from specimens import TURNS, long_match
from tailback.server.live.bot_pool import BotPool
from tailback.server.run.watching import MOST_FILES, stamps

LONG = long_match(TURNS)
Spoil = Callable[[Path], None]


def written(more: str) -> Spoil:
    """The game with this in its first lines."""

    def spoil(file: Path) -> None:
        changed(file.parent, ("FULL = 0\n", f"FULL = 0\n{more}\n"), name=file.name)

    return spoil


def huge(file: Path) -> None:
    with file.open("r+b") as out:
        out.truncate(500 << 20)


def of_zeros(file: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


def pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def many(file: Path) -> None:
    file.unlink()
    file.mkdir()
    for k in range(10_000):
        (file / f"part{k}.py").touch()


# What is done to the file, and the key of what is said.
SPOILT: dict[str, tuple[Spoil, str]] = {
    "500 MB": (huge, "game_syntax"),
    "a link to /dev/zero": (of_zeros, "game_syntax"),
    "a pipe that nobody writes to": (pipe, "game_slow"),
    "gone": (Path.unlink, "game_missing"),
    "a folder with 10,000 files": (many, "game_none"),
    "an endless import": (written("while True: pass"), "game_slow"),
    "an import that Python cannot interrupt": (written("sum(range(10 ** 13))"), "game_slow"),
    "the end of the process": (written("import os; os._exit(0)"), "game_ended"),
    # Not as long as it may take: by then a disk would be full.
    "endless words": (written("while True: print('x' * 10_000)"), "game_raises"),
    "an answer of its own": (written("print('{}', flush=True); import sys; sys.exit()"), "game_raises game_exits"),
}


def whole_again(file: Path) -> None:
    """Saved once more, as it was and with something new to see."""
    if file.is_dir() and not file.is_symlink():
        for part in file.iterdir():
            part.unlink()
        file.rmdir()
    file.unlink(missing_ok=True)
    changed(file.parent, ('return {"left": self.left, "turn"', 'return {"new": 5, "left": self.left, "turn"'))


async def moves_meanwhile(good: Device, work: asyncio.Task[None]) -> list[float]:
    """How long each move at another table takes until the work is done, in seconds."""
    took = []
    while not work.done() and not good.over:
        begun = time.monotonic()
        if await play_on(good, (0, 1), first_legal, moves=1):
            took.append(time.monotonic() - begun)
        await asyncio.sleep(0.02)
    await work
    return sorted(took)


@pytest.mark.parametrize("name", SPOILT)
@scene
async def test_a_spoilt_file_stops_nobody(tmp_path: Path, name: str) -> None:
    spoil, keys = SPOILT[name]
    file = changed(tmp_path)
    with serving(file, watch=True) as running:
        async with (
            table_of(running, "lucky_lane") as bad,
            table_of(running, TURNS.id, options=LONG) as good,
        ):
            await drive(bad, 3)

            async def spoilt() -> None:
                await asyncio.to_thread(spoil, file)
                told = await bad.wait(lambda: trouble(bad))
                assert told["key"] in keys.split(), told
                assert not told["stopped"]
                # By the old rules it goes on.
                assert (await drive(bad, 2))["type"] == "ack"
                await bad.wait(lambda: bad.now[0]["view"]["left"] == 7)
                await asyncio.to_thread(whole_again, file)
                await bad.wait(lambda: bad.now[0]["view"].get("new") == 5)
                assert trouble(bad) is None

            took = await moves_meanwhile(good, asyncio.create_task(spoilt()))
            assert took[len(took) * 99 // 100] < 1.0, took[-5:]


@scene
async def test_a_file_that_never_rests_is_taken_in_when_it_does(tmp_path: Path) -> None:
    """Written every 10 ms: nothing is tried meanwhile, and robots of other games are left alone."""
    file = changed(tmp_path)
    with serving(file, watch=True) as running:
        async with (
            table_of(running, "lucky_lane") as device,
            table_of(running, TURNS.id, options=LONG) as good,
        ):
            await drive(device, 3)

            async def write_on() -> None:
                end = time.monotonic() + 4
                while time.monotonic() < end:
                    changed(tmp_path, broken_at(3, "while True: pass"))
                    await asyncio.sleep(0.01)
                # Some pause is as long as a look; then it may be tried. Never more often than it rests.
                assert len(troubles(device)) + len(device.said("words")) <= 2
                whole_again(file)
                await device.wait(lambda: device.now[0]["view"].get("new") == 5)

            took = await moves_meanwhile(good, asyncio.create_task(write_on()))
            assert took[len(took) * 99 // 100] < 1.0, took[-5:]


def test_looking_at_a_great_folder_takes_little(tmp_path: Path) -> None:
    for k in range(3 * MOST_FILES):
        folder = tmp_path / f"part{k // 1000}"
        folder.mkdir(exist_ok=True)
        (folder / f"{k}.py").touch()
    (tmp_path / "game.py").touch()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "x.py").touch()
    found = stamps(tmp_path)
    assert len(found) == MOST_FILES
    # What lies on top is always among them.
    assert str(tmp_path / "game.py") in found
    assert not [file for file in found if ".hidden" in file]


BROKEN_OTHERS = {
    "an endless import": "while True: pass",
    "the end of the process": "import os; os._exit(0)",
}


@pytest.mark.parametrize("name", BROKEN_OTHERS)
@scene
async def test_a_broken_game_is_no_trouble_to_another_one(tmp_path: Path, name: str) -> None:
    """Two games were named. One of them can no longer be read, and the processes of the other begin only now."""
    bad = changed(tmp_path, ('self.id = "lucky_lane"', 'self.id = "a_lane"'), name="a.py")
    file = changed(tmp_path, name="b.py")
    with serving(bad, file) as running:
        with bad.open("a") as out:
            out.write(BROKEN_OTHERS[name])
        begun = time.monotonic()
        async with table_of(running, "lucky_lane", "here bot") as device:
            await device.wait(lambda: device.asked(0))
            assert (await drive(device, 3))["type"] == "ack"
            # A robot of the game as it is thinks; nobody plays for it what a clock would.
            await device.wait(lambda: device.asked(0) and device.now[0]["view"]["left"] < 9)
            assert not troubles(device)
        assert time.monotonic() - begun < 6


@scene
async def test_words_of_a_game_stop_no_server_process(tmp_path: Path) -> None:
    """A rule that prints much does so in the server, too. Of a process that has a parent nobody reads a word: once its
    pipe was full, it would wait for ever."""
    much = "        print('x' * 20_000, flush=True)\n"
    file = changed(tmp_path, (DEEP, f"{much}{DEEP}"), name="loud.py")
    two = "once = serve.run; serve.run = lambda setup, there, _, ready: once(setup, there, 2, ready)"
    with serving(file, database=cluster.shared().new_database(), prelude=two) as running:
        async with table_of(running, "lucky_lane", "here bot", options={"cars": 40}) as device:
            await play_on(device, (0,), first_legal)
            assert device.over
            assert not troubles(device)


def test_robots_of_other_games_think_on() -> None:
    pool = BotPool(2)
    with pool.quick.worker() as one, pool.quick.worker() as other:
        one.known, other.known = {"lucky_lane"}, {TURNS.id}
    pool.renew("lucky_lane")
    assert [worker.old for worker in pool.workers] == [True, False]
