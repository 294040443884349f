"""With `--log json` every line is JSON, whoever it comes from; and none tells what an error of ours quotes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from brought.broken import changed
from server import cluster
from server.harness import NO_CLOCK, Host, ServerProcess, eventually, first_legal, logged, play_on
from specimens import TURNS
from tailback import brought
from tailback.server.vitals.beside import Reader, Seen

# Mistakes wherever one can be made, each of which quotes a secret.
CLUMSY = """
import asyncio, logging, os, sys, threading, warnings
from tailback.server.door import routes
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.table import Table
class Odd:
    def __del__(self):
        raise ValueError("hippopotamus")
async def later(*_):
    raise ValueError("hippopotamus")
def at_once(*_):
    raise ValueError("hippopotamus")
async def never():
    pass
def clumsy(route):
    async def handler(call):
        loop = asyncio.get_running_loop()
        loop.create_task(later())
        loop.call_soon(at_once, "hippopotamus")
        loop.run_in_executor(None, at_once)
        future = loop.create_future()
        future.set_exception(ValueError("hippopotamus"))
        del future
        threading.Thread(target=at_once).start()
        warnings.warn("hippopotamus")
        never()
        Odd()
        for name in ("somebody.else", "websockets.server", "asyncpg"):
            logging.getLogger(name).error("hippopotamus %s", "hippopotamus", exc_info=ValueError("hippopotamus"))
        logging.getLogger("tailback.server").error("%d words", "hippopotamus")
        print("hippopotamus", file=sys.stderr, flush=True)
        os.write(2, b"hippo")
        os.write(2, b"potamus \\xff\\n")
        raise ValueError("hippopotamus")
    return route._replace(handler=handler) if route.path.endswith("/again") else route
routes.ROUTES[:] = [clumsy(route) for route in routes.ROUTES]
Table.say = later
choose = BotPool.choose
async def blind(pool, table, game, level, view, asked, *more, **named):
    return await choose(pool, table, game, level, view, {"kind": "hippopotamus"}, *more, **named)
BotPool.choose = blind
"""


def test_whatever_goes_wrong_is_a_line_of_json() -> None:
    async def stumble(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here bot", settings=NO_CLOCK, deal=True)
            assert (await host.ask("POST", "{t}/again", {}, host.tokens[None])).status_code == 500
            async with host.device(0) as device:
                await device.send({"type": "say", "id": "a", "seat": 0, "phrase": "hello"})
                assert device.reader is not None
                await eventually(device.reader.done)
            async with host.device(0) as device:
                # The robot's process dies of what it is asked, each time; the clock's answer is played.
                await play_on(device, (0,), first_legal, moves=3)

    with logged(prelude=CLUMSY) as (running, lines):
        asyncio.run(stumble(running))
        wanted = {"our_mistake", "thread_failed", "error_untold", "python_warns", "error_beside", "lines_beside"}
        asyncio.run(eventually_of(lambda: wanted <= {line["event"] for line in lines()}))
        running.stop()
        told = lines()
    assert all({"time", "level", "event", "message", "params"} <= set(line) for line in told)
    assert "hippo" not in json.dumps(told)
    beside = [error for line in told if line["event"] == "error_beside" for error in line["errors"]]
    # Where it happened in the robot's process is told.
    assert any("bot_worker.py" in place for error in beside for place in error["at"]), beside
    assert not [error for error in beside if not error["kind"].isidentifier()], beside
    places = json.dumps([line.get("errors") for line in told if line["event"] == "our_mistake"])
    assert places.count("ValueError") >= 5
    assert "switchboard.py" in places


async def eventually_of(holds: Callable[[], Any]) -> None:
    await eventually(holds)


TWO = "one = serve.run\nserve.run = lambda setup, listening, workers, ready: one(setup, listening, 2, ready)\n"


def test_several_processes_and_a_game_that_prints(tmp_path: Path) -> None:
    """A game may print what it likes as often as it likes: nothing waits for anybody to read it."""
    loud = ("    def do(self, seat, action):\n", "    def do(self, seat, action):\n        print('hippo ' * 20_000)\n")
    file = changed(tmp_path, loud)

    async def play(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open("lucky_lane", "here bot", settings=NO_CLOCK, deal=True, options={"cars": 40})
            async with host.device(0) as device:
                await play_on(device, (0,), first_legal)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(brought.VARIABLE, str(file))
        with logged(cluster.shared().new_database(), prelude=TWO) as (running, lines):
            asyncio.run(play(running))
            running.stop()
            told = lines()
    assert "hippo" not in json.dumps(told)
    assert sum(line["params"]["lines"] for line in told if line["event"] == "lines_beside") > 0


@contextlib.contextmanager
def reader() -> Iterator[tuple[Reader, list[Any], list[str]]]:
    told: list[Any] = []
    passed: list[str] = []
    yield Reader(lambda errors, lines: told.append((errors, lines)), passed.append), told, passed


ERROR = """Exception in thread Thread-2 (<lambda>):
Traceback (most recent call last):
  File "/srv/a/b.py", line 3, in f
    g(
    ~^
  File "<string>", line 4, in g
KeyError: 'hippopotamus'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/a/b.py", line 5, in h
asyncpg.exceptions.Odd
ValueError: on a line of its own
"""
FATAL = """Fatal Python error: Segmentation fault

Current thread 0x00007f (most recent call first):
  File "/srv/a/b.py", line 7 in k
"""


def test_errors_are_read_out_of_lines() -> None:
    with reader() as (found, told, passed):
        found.take([*ERROR.split("\n"), '{"time": "x", "event": "e"}', '{"time": "half'])
        found.take(FATAL.split("\n"))
    errors = [error for seen, _ in told for error in seen]
    assert errors == [
        Seen("KeyError", [("/srv/a/b.py", 3, "f"), ("<string>", 4, "g")]),
        Seen("Odd", [("/srv/a/b.py", 5, "h")]),
        Seen("Segmentation fault", [("/srv/a/b.py", 7, "k")]),
    ]
    assert passed == ['{"time": "x", "event": "e"}']
    assert sum(lines for _, lines in told) == 2


def test_a_flood_of_lines_is_few_lines() -> None:
    with reader() as (found, told, _):
        for _ in range(1000):
            found.take(["x" * 1000] * 10)
        found.take(["Traceback (most recent call last):", *['  File "x", line 1, in y'] * 10_000, "E"])
    assert len(told) == 2
    assert len(told[-1][0][0].at) < 100
    assert sum(lines for _, lines in told) == 10_000


def test_the_setting_of_the_text_log_is_left_alone() -> None:
    """Whoever looks at a terminal sees what a game prints."""
    with tempfile.TemporaryFile() as errors:
        running = ServerProcess(prelude="import os\nos.write(2, b'printed')", log="text")
        running.errors = errors
        with running:
            pass
        errors.seek(0)
        assert b"printed" in errors.read()
    assert os.environ.get(brought.VARIABLE) is None
