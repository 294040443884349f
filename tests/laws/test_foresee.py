"""Hints say only what a seat may know. That what they say comes true is shown by the games that give some."""

from __future__ import annotations

import json

import pytest

from laws.walk import knowledge_is_enough, plain_bytes, some_states
from tailback import games
from tailback.core.rng import Rng
from tailback.core.snapshot import dump


@pytest.mark.parametrize("name", games.ids())
def test_hints_tell_nothing_a_seat_may_not_know(name: str) -> None:
    """Law 4 for hints: the same in every world that the seat cannot tell apart; and nothing is changed by asking."""
    game = games.load(name)
    rng = Rng(5)
    for seed in range(3):
        for state in some_states(game, 3, {}, seed):
            before = dump(state)
            for seat in range(3):
                hints = game.foresee(state, seat)
                json.dumps(hints)
                assert not hints or state.legal(seat)
                world = knowledge_is_enough(state, seat, rng)
                assert plain_bytes(game.foresee(world, seat)) == plain_bytes(hints)
            assert dump(state) == before
