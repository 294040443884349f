"""Players to measure robots by, never offered to anybody: flat Monte Carlo, the search that all games share, and one
who sees every card."""

from __future__ import annotations

from collections.abc import Callable

from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.search import Search
from tailback.robots.levels import LEVELS, RANDOM
from tailback.robots.players import player, steps

FLAT = "flat"
FLAT_RANDOM = "flat-random"
COMMON = "common"
ALL_SEEING = "all-seeing"
YARDSTICKS = (FLAT, FLAT_RANDOM, COMMON, ALL_SEEING)

# Sits at the real table: a robot is handed its view of it, a yardstick what it needs.
Sitter = Callable[[State, int, Rng], int]


class AllSeeing(Search):
    """It looks ahead in the one true world, with every hand and the order of the deck."""

    def world(self) -> State:
        return self.root.clone()


def by_heart(number: int) -> Sitter:
    """Levels 1 to 3 without the way through a view, which takes a hundred times as long as the choice.

    They choose alike in every world that the seat holds possible, so also in the real one.
    """

    def robot(state: State, seat: int, rng: Rng) -> int:
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        return int(state.instinct(seat, rng) if number == 3 else state.slip(seat, number, rng))

    return robot


def sitter(game: Game, kind: str, think: float | None = None) -> Sitter:
    """A player of this kind: a level, `random` or a yardstick, which looks ahead as long as level 5."""
    level = LEVELS.get(kind)
    if level is not None and level.think == 0:
        return by_heart(level.number)
    if level is not None or kind == RANDOM:
        policy = player(game, kind, think)

        def robot(state: State, seat: int, rng: Rng) -> int:
            decision = state.decision()
            assert decision is not None
            return policy(state.view(seat), decision, state.legal(seat), rng)

        return robot
    budget = steps(game, LEVELS["5"], think)
    if kind == FLAT:
        return lambda state, seat, rng: int(Search(state, seat, budget, rng, 0).run())
    if kind == FLAT_RANDOM:
        return lambda state, seat, rng: int(Search(state, seat, budget, rng, 0, True).run())
    if kind == COMMON:
        return lambda state, seat, rng: int(Search(state, seat, budget, rng).run())
    if kind == ALL_SEEING:
        return lambda state, seat, rng: int(AllSeeing(state, seat, budget, rng).run())
    raise ValueError(f"no player is called {kind!r}")
