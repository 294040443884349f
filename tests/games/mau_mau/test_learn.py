"""What counts in a move is learned from play."""

from __future__ import annotations

import pytest

from tailback.games.mau_mau.learn import learn
from tailback.games.mau_mau.weights import DRAWING, MORE


@pytest.mark.parametrize("players", [2, 4])
def test_it_learns_to_lay_rather_than_to_draw(players: int) -> None:
    found = learn(players, 20, 600).weights()
    assert len(found) == len(MORE)
    assert found[DRAWING] < 0
    assert learn(players, 20, 600).weights() == found
