"""What would happen if: hints over the socket."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.harness import NO_CLOCK, Device, Host, ServerProcess, devices
from specimens import SEALED
from tailback import games


def test_hints_come_with_the_question(running: ServerProcess) -> None:
    async def play() -> None:
        async with Host(running) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0), host.device(1)) as (ann, ben):
                n = ann.now[0]["n"]
                said = await ann.ask("hints", seat=0, n=n)
                assert (said["type"], said["seat"], said["n"]) == ("hints", 0, n)
                assert [hint["action"] for hint in said["hints"]] == ann.now[0]["legal"]
                assert all(hint["fits"] for hint in said["hints"])
                refused = await ann.ask("hints", seat=1, n=n)
                assert (refused["type"], refused["key"]) == ("refused", "not_your_seat")
                early = await ann.ask("hints", seat=0, n=n + 1)
                assert (early["type"], early["key"]) == ("refused", "too_early")
                before = ann.now[0]["v"]
                await ann.answer(0, ann.now[0]["legal"][0])
                await ben.answer(1, ben.now[1]["legal"][0])
                await ann.wait(lambda: ann.now[0]["n"] > n)
                late = await ann.ask("hints", seat=0, n=n)
                assert (late["type"], late["n"]) == ("late", ann.now[0]["n"])
                # Asking wrote nothing: only the two answers are rows.
                assert ann.now[0]["v"] == before + 2

    asyncio.run(play())


@pytest.mark.parametrize("game", games.ids())
def test_every_game_answers(running: ServerProcess, game: str) -> None:
    async def play() -> None:
        async with Host(running) as host:
            await host.open(game, "here here", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0, 1)) as (ann,):
                asked: list[int] = ann.now[0]["awaited"]
                n = ann.now[0]["n"]
                told: dict[int, Any] = {seat: await ann.ask("hints", seat=seat, n=n) for seat in (0, 1)}
                for seat, said in told.items():
                    assert said["type"] == "hints"
                    if seat not in asked:
                        assert said["hints"] == []
                if hasattr(games.load(game).part("shapes"), "Hint"):
                    assert told[asked[0]]["hints"]

    asyncio.run(play())


def answers(device: Device, request: str) -> list[dict[str, Any]]:
    return [said for said in device.log if str(said.get("id", "")).startswith(request)]


def test_hints_are_dear() -> None:
    """Whoever asks without end is hung up on much sooner than one who only talks."""

    async def flood(running: ServerProcess, kind: str, **more: Any) -> int:
        async with Host(running) as host:
            await host.open(SEALED.id, "here here", settings=NO_CLOCK, deal=True)
            async with devices(host.device(0)) as (ann,):
                # One after the other: what is sent into a closed line takes the server's last word with it.
                for k in range(200):
                    await ann.send({"type": kind, "id": f"{kind}{k}", "seat": 0, **more})
                    await ann.wait(lambda k=k: ann.said("bye") or answers(ann, f"{kind}{k}"))
                    if ann.said("bye"):
                        break
                assert ann.said("bye")
                return len(answers(ann, kind))

    with ServerProcess(messages=1200) as running:
        dear = asyncio.run(flood(running, "hints", n=1))
        assert 0 < dear * 2 < asyncio.run(flood(running, "say", phrase="<b>"))
