"""Weights are found by playing against instinct."""

from __future__ import annotations

from tailback.games.took_over import GAME
from tailback.games.took_over.learn import PLAIN, improve, share
from tailback.games.took_over.play import TookOverState


def test_it_begins_with_instinct() -> None:
    """Alone against three of its own kind, in each seat in turn, a player wins every deal once."""
    state = GAME.new(4, 1)
    assert isinstance(state, TookOverState)
    assert share(state, PLAIN, 40, 1) == 0.25
    assert improve(0) == PLAIN
