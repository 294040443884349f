"""Hints say only what a seat may know. That what they say comes true is shown by the games that give some."""

from __future__ import annotations

import pytest

from tailback import games
from tailback.core.rng import Rng
from tailback.core.snapshot import dump
from tailback.laws.each import hints_tell_no_more
from tailback.laws.walk import some_states


@pytest.mark.parametrize("name", games.ids())
def test_hints_tell_nothing_a_seat_may_not_know(name: str) -> None:
    """Law 4 for hints: the same in every world that the seat cannot tell apart; and nothing is changed by asking."""
    game = games.load(name)
    rng = Rng(5)
    for seed in range(3):
        for state in some_states(game, 3, {}, seed):
            before = dump(state)
            for seat in range(3):
                hints_tell_no_more(game, state, seat, rng)
            assert dump(state) == before
