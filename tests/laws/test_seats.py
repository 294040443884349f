"""A seat that is not there is refused in the same way by everything that takes one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tailback import games
from tailback.core.contract import State
from tailback.core.errors import IllegalMove
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.snapshot import dump

ASKS: dict[str, Callable[[Game, State, int], Any]] = {
    "view": lambda game, state, seat: state.view(seat),
    "imagine": lambda game, state, seat: state.imagine(seat, Rng(1)),
    "legal": lambda game, state, seat: state.legal(seat),
    "allows": lambda game, state, seat: state.allows(seat, 0),
    "apply": lambda game, state, seat: state.apply(seat, 0),
    "fallback": lambda game, state, seat: state.fallback(seat),
    "refusal": lambda game, state, seat: state.refusal(seat, 0),
    "foresee": lambda game, state, seat: game.foresee(state, seat),
}


@pytest.mark.parametrize("name", games.ids())
@pytest.mark.parametrize("ask", ASKS)
def test_a_wrong_seat_is_refused(name: str, ask: str) -> None:
    game = games.load(name)
    state = game.new(game.usual, 5)
    before = dump(state)
    for seat in (-1, game.usual, 99):
        with pytest.raises(IllegalMove) as caught:
            ASKS[ask](game, state, seat)
        assert (caught.value.key, caught.value.params) == ("no_such_seat", {"seat": seat})
    assert dump(state) == before
