"""No game clones far slower than the others: search lives on clones, and a slip in an `__init__` is easily made."""

from __future__ import annotations

import statistics
import time
from typing import Protocol

import pytest

from tailback import games
from tailback.core.contract import State
from tailback.core.rng import Rng

# A clone copies hands, piles and boards of different size; one that builds something first is slower by far more.
FACTOR = 3
ROUNDS = 9
CLONES = 200


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


class Clones(Protocol):
    def clone(self) -> State: ...


def costs(states: dict[str, Clones]) -> dict[str, float]:
    """Seconds for some clones of each, in the best of several rounds in turn: a busy minute strikes all of them."""
    best = dict.fromkeys(states, float("inf"))
    for _ in range(ROUNDS):
        for name, state in states.items():
            start = time.process_time()
            for _ in range(CLONES):
                state.clone()
            best[name] = min(best[name], time.process_time() - start)
    return best


def slow(seconds: dict[str, float]) -> list[str]:
    usual = statistics.median(seconds.values())
    return [name for name, spent in seconds.items() if spent > FACTOR * usual]


def test_all_games_clone_about_as_quickly() -> None:
    found = costs({name: midway(name) for name in games.ours()})
    assert slow(found) == [], found


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
    states: dict[str, Clones] = {other: midway(other) for other in games.ours()}
    states[name] = BuildsFirst(midway(name), name)
    found = costs(states)
    assert name in slow(found), found
