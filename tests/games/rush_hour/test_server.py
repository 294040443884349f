"""Rush Hour at the server: sealed cards, what a television shows, hints, and what is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server import of_a_game
from server.harness import NO_CLOCK, Host, ServerProcess, devices, play_on, spread
from tailback.games.rush_hour import GAME


def test_a_television_shows_the_table_and_no_hand(running: ServerProcess) -> None:
    """The host's own line without a seat sees what a watcher sees, also where nobody else may watch."""

    async def scene() -> None:
        async with Host(running) as host:
            no_strangers = {**NO_CLOCK, "watchers": False}
            await host.open(GAME.id, "here here", options={"hand_size": 2}, settings=no_strangers)
            async with devices(host.device(None), host.device(0), host.device(1)) as (television, ann, ben):
                welcome = television.said("welcome")[0]
                assert (welcome["seats"], welcome["host"]) == ([], True)
                await host.deal()
                await television.wait(lambda: television.now)
                await asyncio.gather(play_on(ann, (0,), spread), play_on(ben, (1,), spread))
                await television.wait(lambda: television.over)
                assert list(television.now) == [None]
                seen = [update for message in television.said("update") for update in message["seats"]]
                assert {update["seat"] for update in seen} == {None}
                assert all("hand" not in update["view"] and update["legal"] == [] for update in seen)
                told = [event for update in seen for event in update["events"]]
                assert {"hand", "revealed", "match_over"} <= {event["kind"] for event in told}
                assert all("cards" not in event for event in told if event["kind"] == "hand")

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("players", "options", "clause"),
    [
        (4, {"max_number": 10, "hand_size": 10}, "RH-Q6"),
        (2, {"trailer_mode": "special", "specials": False}, "RH-Q4"),
        (3, {"age_order": [0, 1]}, "G-Q3"),
        (8, {"max_number": 10, "rows": 7}, None),
    ],
)
def test_an_impossible_set_up(
    running: ServerProcess, players: int, options: dict[str, Any], clause: str | None
) -> None:
    of_a_game.impossible(running, GAME, players, options, clause)


def test_the_manual_shows_a_hint_as_it_is() -> None:
    state = GAME.position("rows: 7 9 / 20; A: 12; B: 1", 2, preset="first-time")
    (hint,) = (shown for shown in of_a_game.shown_in_the_manual() if "fits" in shown)
    assert GAME.foresee(state, 0) == [hint]
