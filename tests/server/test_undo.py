"""Taking back a move over real sockets: everyone agrees, and nobody has learned anything."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.harness import NO_CLOCK, Device, Host, ServerProcess, devices
from server.of_a_game import act
from specimens import RACE


async def ask_back(lines: dict[int, Device], mover: int) -> dict[str, Any]:
    """Play until this seat has taken a step that it may ask to take back, and asks; how things were before the step."""
    while True:
        before = await step_by(lines, mover)
        got = await lines[mover].ask("undo", seat=mover, moves=1)
        if got["type"] == "ack":
            return before
        assert got["key"] == "undo_learned"


async def step_by(lines: dict[int, Device], mover: int) -> dict[str, Any]:
    """Play until this seat has moved and is still the one to move; how things were before it."""
    for _ in range(300):
        line = lines[mover]
        await line.wait(lambda line=line: line.now[mover]["awaited"])
        seat = line.now[mover]["awaited"][0]
        if seat in lines:
            player = lines[seat]
            await line.wait(lambda player=player, line=line: (line.v or 0) >= (player.v or 0))
            await player.wait(lambda player=player, line=line: (player.v or 0) >= (line.v or 0))
            if not player.asked(seat):
                continue
            before = player.now[seat]
            await act(player, seat)
            if seat == mover and player.asked(seat):
                return before
        else:
            v = line.v or 0
            await line.wait(lambda v=v, line=line: (line.v or 0) > v)
    raise AssertionError("nobody ever took a step")


def kinds(line: Device, seat: int | None) -> list[str]:
    return [event["kind"] for event in line.events(seat)]


def same_place(before: dict[str, Any], after: dict[str, Any]) -> bool:
    return bool(before["view"] == after["view"] and before["legal"] == after["legal"])


def test_a_step_is_taken_back_when_everyone_agrees(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(RACE.id, "here here here", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1), host.device(2), host.device()) as lines:
                ann, ben, cem, watcher = lines
                here = await ask_back({0: ann, 1: ben, 2: cem}, 0)
                n = ann.now[0]["n"]
                await watcher.wait(lambda: watcher.face["undo"])
                assert watcher.face["undo"]["seat"] == 0
                assert watcher.face["undo"]["asked"] == [1, 2]
                # Neither a watcher nor the one who asked nor somebody else's seat agrees.
                assert (await watcher.ask("undo_answer", seat=1, yes=True))["key"] == "not_your_seat"
                assert (await ann.ask("undo_answer", seat=0, yes=True))["key"] == "no_undo"
                assert (await ann.ask("undo_answer", seat=1, yes=True))["key"] == "not_your_seat"
                assert (await cem.ask("undo", seat=2))["key"] == "undo_open"
                assert (await ben.ask("undo_answer", seat=1, yes=True))["type"] == "ack"
                await ann.wait(lambda: ann.face["undo"] and ann.face["undo"]["asked"] == [2])
                assert (await cem.ask("undo_answer", seat=2, yes=True))["type"] == "ack"
                await ann.wait(lambda: "table_undone" in kinds(ann, 0))
                assert same_place(here, ann.now[0])
                assert ann.now[0]["n"] > n
                assert ann.face["undo"] is None
                # What was meant for the step that is gone comes too late, and play goes on.
                assert (await ann.answer(0, ann.now[0]["legal"][0], n))["type"] == "late"
                await act(ann, 0)

    asyncio.run(scene())


def test_one_no_is_enough_and_a_move_ends_the_question(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(RACE.id, "here here", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                await ask_back({0: ann, 1: ben}, 0)
                await ben.wait(lambda: ben.face["undo"])
                # Some steps tell nothing; of those that do, everyone hears what would be taken back.
                while not ben.face["undo"]["told"]:
                    assert (await ann.ask("undo_drop", seat=0))["type"] == "ack"
                    await ben.wait(lambda: ben.face["undo"] is None)
                    await ask_back({0: ann, 1: ben}, 0)
                    await ben.wait(lambda: ben.face["undo"])
                here = ann.now[0]
                await ben.ask("undo_answer", seat=1, yes=False)
                await ann.wait(lambda: "table_undo_refused" in kinds(ann, 0))
                assert ann.face["undo"] is None
                assert same_place(here, ann.now[0])
                await ben.wait(lambda: ben.face["undo"] is None)
                assert (await ann.ask("undo", seat=0, moves=1))["type"] == "ack"
                await ben.wait(lambda: ben.face["undo"])
                # Only whoever asked may let it be.
                assert (await ben.ask("undo_drop", seat=1))["key"] == "no_undo"
                assert (await ann.ask("undo_drop", seat=0))["type"] == "ack"
                await ben.wait(lambda: ben.face["undo"] is None)
                assert (await ann.ask("undo", seat=0, moves=1))["type"] == "ack"
                await ann.wait(lambda: ann.face["undo"])
                await act(ann, 0)
                assert ann.face["undo"] is None
                assert (await ben.ask("undo_answer", seat=1, yes=True))["key"] == "no_undo"

    asyncio.run(scene())


def test_bots_and_stand_ins_are_not_asked(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(RACE.id, "here bot here", settings=NO_CLOCK, deal=True)
            await host.ok("PATCH", "{t}/seats/2", {"sitter": "open"})
            async with host.device(0) as ann:
                await ask_back({0: ann}, 0)
                await ann.wait(lambda: "table_undone" in kinds(ann, 0))

    asyncio.run(scene())


def test_everyone_on_one_device_is_asked_by_seat(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(RACE.id, "here here", settings=NO_CLOCK, deal=True)
            async with host.device(0, 1) as tablet:
                await ask_back({0: tablet, 1: tablet}, 1)
                here = tablet.now[1]["n"]
                await tablet.wait(lambda: tablet.face["undo"])
                assert tablet.face["undo"]["asked"] == [0]
                await tablet.ask("undo_answer", seat=0, yes=True)
                await tablet.wait(lambda: "table_undone" in kinds(tablet, 1))
                assert tablet.now[1]["n"] > here

    asyncio.run(scene())


@pytest.mark.parametrize("change", [{"sitter": "open"}, {"sitter": "bot"}])
def test_whoever_leaves_in_the_middle_is_not_waited_for(running: ServerProcess, change: dict[str, str]) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            await host.open(RACE.id, "here here here", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1), host.device(2)) as (ann, ben, cem):
                await ask_back({0: ann, 1: ben, 2: cem}, 0)
                await ben.wait(lambda: ben.face["undo"])
                await ben.ask("undo_answer", seat=1, yes=True)
                await host.ok("PATCH", "{t}/seats/2", change)
                await ann.wait(lambda: "table_undone" in kinds(ann, 0))
                # And when the one who asked leaves, everything stays.
                await ask_back({0: ann, 1: ben}, 0)
                await ben.wait(lambda: ben.face["undo"])
                before = kinds(ben, 1).count("table_undone")
                await host.ok("PATCH", "{t}/seats/0", {"sitter": "bot"})
                await ben.wait(lambda: ben.face["undo"] is None)
                assert kinds(ben, 1).count("table_undone") == before

    asyncio.run(scene())


def test_a_table_that_was_taken_back_is_the_same_after_a_restart() -> None:
    async def scene(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(RACE.id, "here bot", settings=NO_CLOCK, deal=True)
            async with host.device(0) as ann:
                await ask_back({0: ann}, 0)
                key = ann.said("ack")[-1]["id"]
                await ann.wait(lambda: "table_undone" in kinds(ann, 0))
                here, v = ann.now[0], ann.v
            running.kill()
            running.start()
            async with host.device(0) as ann:
                assert (ann.v, ann.now[0]["n"]) == (v, here["n"])
                assert same_place(here, ann.now[0])
                again = await ann.ask("undo", seat=0, moves=1, id=key)
                assert again["again"] is True
                assert ann.v == v

    with ServerProcess() as running:
        asyncio.run(scene(running))
