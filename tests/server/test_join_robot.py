"""`tailback join LINK --robot ./policy.py`: a policy of one's own takes a seat as a person would."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from server.harness import NO_CLOCK, Host, ServerProcess, play_on, spread
from server.people import STANDING, Person
from server.test_undo import ask_back, kinds
from specimens import RACE, SEALED, TURNS, WINDOW, hurried
from tailback import games
from tailback.core import record
from tailback.texts import LANGUAGES, Texts

# It notes what it is given, one line for each question.
CAREFUL = """
import json, pathlib

def policy(view, decision, legal, rng):
    asked = {"view": view, "hold": decision.hold, "awaited": decision.awaited, "legal": legal}
    with pathlib.Path(__file__).with_suffix(".log").open("a") as notes:
        notes.write(json.dumps(asked) + "\\n")
    return legal[rng.below(len(legal))]

def raises(view, decision, legal, rng):
    return helper(view)

def helper(view):
    return view["no such thing"]

def wrong(view, decision, legal, rng):
    return 10_000

def silent(view, decision, legal, rng):
    legal.clear()

def slow(view, decision, legal, rng):
    import time
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        pass
    return legal[0]

SECONDS = 4.0
"""
WRONG_LINE = next(n for n, line in enumerate(CAREFUL.splitlines(), 1) if "no such thing" in line)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "careful.py"
    made.write_text(CAREFUL, encoding="utf-8")
    return made


def link(host: Host) -> str:
    return f"{host.running.http}/t/{host.table}"


def interrupt(robot: Person) -> None:
    assert robot.process is not None
    robot.process.send_signal(signal.SIGINT)


async def chair(host: Host, seat: int) -> dict[str, Any]:
    return dict((await host.ask("GET", "{t}")).json()["chairs"][seat])


async def exported(host: Host, number: int = 0) -> record.Record:
    return games.read_record((await host.ask("GET", f"{{t}}/games/{number}/export")).text)


@pytest.mark.parametrize("game_id", games.ids())
def test_a_policy_from_a_file_plays_whole_games(
    game_id: str, running: ServerProcess, file: Path, tmp_path: Path
) -> None:
    """Against a robot of the server and one of ours that joined as well; then once more, and Ctrl-C ends it."""
    lang = LANGUAGES[games.ids().index(game_id) % 3]

    async def evening() -> None:
        async with Host(running) as host:
            await host.open(game_id, "open open bot", options=games.load(game_id).short, settings=NO_CLOCK)
            assert (await chair(host, 2))["level"] == "3"
            async with Person(tmp_path / "a", link(host), "--robot", str(file), lang=lang) as robot:
                await robot.wait("A careful")
                async with Person(
                    tmp_path / "b", host.code, "--server", running.http, "--robot", "3", "--name", "Ben", lang=lang
                ) as other:
                    await other.wait("B Ben")
                    await host.deal()
                    for number in range(2):
                        await robot.wait(STANDING[lang])
                        await other.wait(STANDING[lang])
                        await robot.wait(Texts(lang).say("join.fair"))
                        if number == 0:
                            await host.ok("POST", "{t}/again", {"deal": True})
                    interrupt(robot)
                    interrupt(other)
                    assert [await robot.end(), await other.end()] == [0, 0]
            played = [await exported(host, number) for number in range(2)]
            assert [record.verify(one) for one in played] == [[], []]
            told = [json.loads(line) for line in file.with_suffix(".log").read_text().splitlines()]
            moves = sum(step.seat == 0 for one in played for step in one.steps)
            # Where the first answer settles a question for all, some of its answers come too late.
            assert len(told) >= moves > 0
            assert all(one["view"]["seat"] == 0 and 0 in one["awaited"] and one["legal"] for one in told)
            assert Texts(lang).say("join.robot_plays", robot=str(file)) in robot.seen

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("raises", ["careful.py", f"line {WRONG_LINE}:", "KeyError", "no such thing"]),
        ("wrong", ["10000", "legal"]),
        ("silent", ["None", "legal"]),
    ],
)
def test_a_policy_that_fails_says_where_and_its_seat_is_kept(
    function: str, said: list[str], running: ServerProcess, file: Path, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "open here", options=TURNS.short, settings=NO_CLOCK)
            async with Person(tmp_path, link(host), "--robot", f"{file}:{function}") as robot, host.device(1) as ben:
                await robot.wait(f"A {function}")
                await host.deal()
                while not robot.reader or not robot.reader.done():
                    if ben.asked(1):
                        await play_on(ben, (1,), spread, 1)
                    await asyncio.sleep(0.02)
                assert await robot.end() == 2
                for words in (f"{file}:{function}", *said):
                    assert words in robot.seen
                assert "Garbled" not in robot.seen
            # The same line, with the mistake mended, goes on in the same seat of the same game.
            assert f"tailback join {link(host)} --seat A --robot {file}:{function}" in robot.seen
            file.write_text(CAREFUL.replace(f"def {function}(", "def old(").replace("def policy(", f"def {function}("))
            async with (
                Person(tmp_path, link(host), "--seat", "A", "--robot", f"{file}:{function}") as robot,
                host.device(1) as ben,
            ):
                await robot.wait("Seat A is still yours")
                await asyncio.gather(robot.wait(STANDING["en"]), play_on(ben, (1,), spread))
                interrupt(robot)
                assert await robot.end() == 0
            assert record.verify(await exported(host)) == []

    asyncio.run(evening())


@pytest.mark.parametrize(
    "robot", ["nobody.py", "careful.py:nobody", "no_bots.at_all", "genius", "broken.py", "early.py"]
)
def test_one_that_is_not_there_takes_no_seat(robot: str, running: ServerProcess, file: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def policy(\n")
    (tmp_path / "early.py").write_text("import os\nos.environ['NO SUCH NAME']\n")
    word = str(tmp_path / robot) if ".py" in robot else robot

    async def evening() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "open here")
            async with Person(tmp_path, link(host), "--robot", word) as person:
                assert await person.end() == 2
                assert word in person.seen
                if robot == "early.py":
                    assert "early.py:2: KeyError" in person.seen
            assert (await chair(host, 0))["sitter"] == "open"

    asyncio.run(evening())


def test_watching_needs_no_robot(running: ServerProcess, file: Path, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "open here")
            async with Person(tmp_path, link(host), "--watch", "--robot", str(file)) as person:
                assert await person.end() == 2
                assert "--robot" in person.seen

    asyncio.run(evening())


def test_it_never_takes_the_seat_of_whoever_starts_it(running: ServerProcess, file: Path, tmp_path: Path) -> None:
    """One account, one file of tokens: a person, their robot, and the same robot a second time."""

    async def evening() -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "open open open")
            async with (
                Person(tmp_path, link(host), "--name", "Ann") as ann,
            ):
                await ann.wait("You are in seat A as Ann.")
                async with Person(tmp_path, link(host), "--robot", str(file)) as first:
                    await first.wait("You are in seat B as careful.")
                    await first.wait("B careful")
                    async with Person(tmp_path, link(host), "--robot", str(file)) as second:
                        await second.wait("You are in seat C as careful 2.")
                assert await ann.end() == 0
            async with Person(tmp_path, link(host), "--robot", str(file)) as again:
                await again.wait("Seat B is still yours, careful.")

    asyncio.run(evening())


def test_a_long_thought_does_not_break_the_line(file: Path, tmp_path: Path) -> None:
    async def evening() -> None:
        with ServerProcess(silence=2.0) as running:
            async with Host(running) as host:
                await host.open(TURNS.id, "open here", options=TURNS.short, settings=NO_CLOCK)
                async with (
                    Person(tmp_path, link(host), "--robot", f"{file}:slow") as robot,
                    host.device(1) as ben,
                ):
                    await robot.wait("A slow")
                    await ben.wait(lambda: ben.face["chairs"][0]["here"])
                    start = len(ben.log)
                    await host.deal()
                    await ben.wait(lambda: ben.now[1]["awaited"])
                    while ben.now[1]["awaited"] != [0]:
                        await play_on(ben, (1,), spread, 1)
                    began, n = time.monotonic(), ben.now[1]["n"]
                    await ben.wait(lambda: ben.now[1]["n"] > n)
                    assert time.monotonic() - began > 3
                    faces = [message.get("table") or message for message in ben.log[start:]]
                    assert all(face["chairs"][0]["here"] for face in faces if "chairs" in face)
                    assert Texts("en").say("join.lost") not in robot.seen

    asyncio.run(evening())


def test_windows_with_a_clock_are_answered_in_time(running: ServerProcess, file: Path, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(WINDOW.id, "open here", options=hurried(WINDOW), settings={"pace_ms": 100})
            async with Person(tmp_path, link(host), "--robot", str(file), "--brief") as robot, host.device(1) as ben:
                await robot.wait("A careful")
                await host.deal()
                async with asyncio.timeout(60):
                    await play_on(ben, (1,), spread, 25)
                assert Texts("en").say("join.late") not in robot.seen
            seen = [update for message in ben.said("update") for update in message["seats"] if update["decision"]]
            windows = {one["n"] for one in seen if one["decision"]["hold"] and 0 in one["decision"]["seats"]}
            told = [json.loads(line) for line in file.with_suffix(".log").read_text().splitlines()]
            # Letting one pass is noted until its time is over: it is asked once, not again and again.
            assert len(windows) - 1 <= sum(one["hold"] for one in told) <= len(windows) + 1
            assert len(windows) > 1

    asyncio.run(evening())


def test_the_server_dies_and_comes_back_in_the_middle(file: Path, tmp_path: Path) -> None:
    async def evening() -> None:
        with ServerProcess() as running:
            async with Host(running) as host:
                await host.open(SEALED.id, "open here", options=SEALED.short, settings=NO_CLOCK)
                async with Person(tmp_path, link(host), "--robot", str(file)) as robot:
                    await robot.wait("A careful")
                    await host.deal()
                    async with host.device(1) as ben:
                        await play_on(ben, (1,), spread, 2)
                    running.kill()
                    await robot.wait(Texts("en").say("join.lost"))
                    running.start()
                    await robot.wait(Texts("en").say("join.back"))
                    async with host.device(1) as ben:
                        await asyncio.gather(robot.wait(STANDING["en"]), play_on(ben, (1,), spread))
                    interrupt(robot)
                    assert await robot.end() == 0
                assert record.verify(await exported(host)) == []

    asyncio.run(evening())


def test_it_agrees_when_somebody_wants_to_take_a_move_back(running: ServerProcess, file: Path, tmp_path: Path) -> None:
    async def evening() -> None:
        async with Host(running) as host:
            await host.open(RACE.id, "here open", settings=NO_CLOCK)
            async with Person(tmp_path, link(host), "--robot", str(file)) as robot, host.device(0) as ann:
                await robot.wait("B careful")
                await host.deal()
                await ask_back({0: ann}, 0)
                await ann.wait(lambda: "table_undone" in kinds(ann, 0))

    asyncio.run(evening())
