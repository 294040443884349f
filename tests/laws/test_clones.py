"""No game clones far slower than the others: search lives on clones, and a slip in an `__init__` is easily made."""

from __future__ import annotations

import statistics
import time

import pytest

from tailback import games
from tailback.core.contract import State
from tailback.core.rng import Rng

# A clone copies hands, piles and boards of different size; one that builds something first is slower by far more.
FACTOR = 4
ROUNDS = 7
CLONES = 60


def midway(name: str) -> State:
    """A match of the usual size, some steps in."""
    game = games.load(name)
    state = game.new(game.usual, 3)
    rng = Rng(3)
    for _ in range(12):
        seat = state.waiting()
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
    return state


def cost(state: State) -> float:
    """Seconds for some clones, in the best of several rounds, so that a busy machine does not matter."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(CLONES):
            state.clone()
        best = min(best, time.process_time() - start)
    return best


def slow(costs: dict[str, float]) -> list[str]:
    usual = statistics.median(costs.values())
    return [name for name, seconds in costs.items() if seconds > FACTOR * usual]


def test_all_games_clone_about_as_quickly() -> None:
    costs = {name: cost(midway(name)) for name in games.ours()}
    assert slow(costs) == [], costs


class BuildsFirst:
    """A state whose clone first sets up a whole match, as a blank does that forgets to return early."""

    def __init__(self, state: State, name: str) -> None:
        self.state = state
        self.game = games.load(name)

    def clone(self) -> State:
        self.game.make(int(self.state.players), self.state.options).start(1)
        return self.state.clone()


@pytest.mark.parametrize("name", games.ours())
def test_a_clone_that_builds_something_is_found(name: str) -> None:
    costs = {other: cost(midway(other)) for other in games.ours()}
    costs[name] = cost(BuildsFirst(midway(name), name))  # type: ignore[arg-type]
    assert name in slow(costs), costs
