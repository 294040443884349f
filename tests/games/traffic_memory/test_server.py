"""Traffic Memory at the server: what is refused, and what cannot be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from server import of_a_game
from server.harness import ServerProcess
from tailback.games.traffic_memory import GAME


@pytest.mark.parametrize(
    ("options", "clause"), [({"lowest": 20, "highest": 20}, "TM-Q15"), ({"age_order": [1]}, "TM-6")]
)
def test_an_impossible_set_up(running: ServerProcess, options: dict[str, Any], clause: str) -> None:
    of_a_game.impossible(running, GAME, 2, options, clause)


def test_a_card_that_was_turned_over_has_been_seen(running: ServerProcess) -> None:
    of_a_game.learned(running, GAME, "flip")
    of_a_game.learned_on_the_books(GAME, "flip")
