"""Our games as contenders, and what one of their states weighs."""

from __future__ import annotations

import tracemalloc
from itertools import repeat
from typing import Any

from bench.measure import Contender, dice
from tailback import games
from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.simulate import play_instinct, play_random

PRESET = "full"
PLAYERS = 4


def seats(game: Game) -> int:
    return max(game.fewest, min(game.most, PLAYERS))


def fresh(game: Game) -> State:
    """A state of the full game for four players, not yet started."""
    players = seats(game)
    return game.make(players, game.settle(players, {}, PRESET))


def inside(game: Game) -> Contender:
    state = fresh(game)
    return Contender(f"{game.id} inside", lambda n: play_random(state, n, 1).decisions)


def instinct(game: Game) -> Contender:
    """The same with everybody playing sensibly."""
    state = fresh(game)
    return Contender(f"{game.id} instinct", lambda n: play_instinct(state, n, 1).decisions)


def step(game: Game) -> Contender:
    """Whole matches driven from Python: per decision one `legal`, one `apply`, and who is asked."""
    state = fresh(game)

    def batch(n: int) -> int:
        draw = dice()
        start, waiting, legal, apply = state.start, state.waiting, state.legal, state.apply
        count = 0
        for seed in range(n):
            start(seed)
            while (seat := waiting()) >= 0:
                actions = legal(seat)
                apply(seat, actions[draw() % len(actions)])
                count += 1
        return count

    return Contender(f"{game.id} step", batch)


def walk(game: Game, seed: int) -> list[State]:
    """Clones from a random match, spread from its start to its end."""
    state = fresh(game)
    state.start(seed)
    draw = dice()
    path: list[State] = []
    stride, count = 1, 0
    while (seat := state.waiting()) >= 0:
        if count >= stride * len(path):
            path.append(state.clone())
            if len(path) == 32:
                path = path[::2]
                stride *= 2
        actions = state.legal(seat)
        state.apply(seat, actions[draw() % len(actions)])
        count += 1
        if count > game.bound(seats(game), state.options):
            raise RuntimeError(f"{game.id}: a random match outran its bound of {count - 1} decisions")
    return path


def clone(game: Game) -> Contender:
    path = walk(game, 3)

    def batch(n: int) -> int:
        for state in path:
            twin = state.clone
            for _ in repeat(None, n):
                twin()
        return n * len(path)

    return Contender(f"{game.id} clone", batch)


def traced(make: Any, count: int) -> float:
    """Bytes that Python's allocators hand out for one such object, everything it owns included."""
    kept: list[Any] = [None] * count
    make()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for i in range(count):
        kept[i] = make()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / count


def weight(game: Game) -> tuple[int, int]:
    """Bytes of the heaviest state of three random matches: what a clone owns alone, and with what clones share."""
    own = max(traced(state.clone, 50) for seed in range(3) for state in walk(game, seed))

    def first() -> State:
        state = fresh(game)
        state.start(1)
        return state

    return round(own), round(max(own, traced(first, 50)))


def found(names: list[str]) -> list[Game]:
    return [games.load(name) for name in names or games.ids()]
