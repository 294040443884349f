"""A row of numbers as a list."""

from __future__ import annotations

from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.observe import Look, width


def row_of(game: Game, state: State, seat: int) -> list[int]:
    return list(Look(width(game.row(int(state.players))), 0).row(state, seat))
