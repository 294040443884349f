"""Trafic Turbo at the server: its boards, what is refused, and what cannot be taken back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server import of_a_game
from server.harness import Host, ServerProcess
from tailback.games.trafic_turbo import GAME


@pytest.mark.parametrize(
    ("options", "clause"), [({"laps": 9}, "TT-65"), ({"circuit": "moon", "points": "maybe"}, None)]
)
def test_an_impossible_set_up(running: ServerProcess, options: dict[str, Any], clause: str | None) -> None:
    of_a_game.impossible(running, GAME, 2, options, clause)


def test_a_card_of_the_pile_has_been_seen(running: ServerProcess) -> None:
    of_a_game.learned(running, GAME, "draw")
    of_a_game.learned_on_the_books(GAME, "draw")


def test_every_circuit_is_drawn_as_it_is_driven(running: ServerProcess) -> None:
    async def scene() -> None:
        async with Host(running) as host:
            circuits = next(option for option in GAME.options if option.name == "circuit").choices
            for circuit in circuits:
                board = await host.ok("GET", f"/api/boards/{circuit}")
                state = GAME.new(2, 1, {"circuit": circuit})
                told = state.view(None)["board"]
                columns = told["columns"]
                assert (board["id"], board["columns"], len(board["cells"])) == (circuit, columns, columns)
                assert board["arrows"] == told["arrows"]
                grey = [(station["id"], station["grey"]) for station in board["stations"]]
                assert grey == [(station["id"], station["grey"]) for station in told["stations"]]

    asyncio.run(scene())
