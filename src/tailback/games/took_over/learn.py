"""Finds weights for `ahead`: `python -m tailback.games.took_over.learn [STEPS]`.

Variations play many matches, and what wins more is gone towards.
"""

from __future__ import annotations

import sys
from typing import Final

from tailback.core.rng import Rng
from tailback.games.took_over.ahead import keen, weighed
from tailback.games.took_over.game import GAME
from tailback.games.took_over.play import TookOverState

# Where to begin: always take over, never lock out an own card.
PLAIN: Final = (100, *(0,) * 11, -400, *(0,) * 11)
# How far each weight is moved at first, and how many pairs of variations are tried at each step.
REACH: Final = (
    *(100, 60, 60, 15, 60, 20, 60, 15, 100, 15, 100, 100),
    *(300, 60, 200, 200, 500, 60, 500, 500, 500, 100, 200, 500),
)
PAIRS: Final = 6
MATCHES: Final = 4000
# How often in a hundred decisions the others make a mistake, in one match in four.
MISTAKES: Final = 15


def share(state: TookOverState, weights: tuple[int, ...], matches: int, seed: int, mistakes: int = 0) -> float:
    """What part of so many matches `keen` wins with these weights alone against instinct, in each seat in turn."""
    weighty = weighed(weights)
    players = int(state.players)
    won = 0
    for k in range(matches):
        state.start(seed + k // players)
        hero = k % players
        rng = Rng(seed + k)
        while (who := int(state.waiting())) >= 0:
            if who == hero:
                action = keen(state, who, weighty)
            elif mistakes > 0 and rng.below(100) < mistakes:
                n = state.moves(who)
                action = state.buf[rng.below(n)]
            else:
                action = state.instinct(who, rng)
            state.do(who, action)
        if state.winner == hero:
            won += 1
    return won / matches


def fitness(state: TookOverState, weights: tuple[int, ...], seed: int) -> float:
    quarter = MATCHES // 4
    return 0.75 * share(state, weights, 3 * quarter, seed) + 0.25 * share(state, weights, quarter, seed, MISTAKES)


def moved(weights: tuple[int, ...], by: list[float], width: float) -> tuple[int, ...]:
    return tuple(weight + round(width * reach * step) for weight, reach, step in zip(weights, REACH, by, strict=True))


def improve(steps: int, begin: tuple[int, ...] = PLAIN, seed: int = 1) -> tuple[int, ...]:
    """Better weights than those to begin with, after so many steps (each takes some seconds)."""
    state = GAME.new(4, seed)
    assert isinstance(state, TookOverState)
    rng = Rng(seed)
    found, width = begin, 1.0
    for _ in range(steps):
        deals = int(rng.below(1_000_000)) * 1000
        tried: list[tuple[float, list[float]]] = []
        for _ in range(PAIRS):
            way = [float(rng.below(2001)) / 600.0 - 5.0 / 3.0 if rng.below(10) < 4 else 0.0 for _ in REACH]
            for step in (way, [-one for one in way]):
                tried.append((fitness(state, moved(found, step, width), deals), step))
        middle = sum(worth for worth, _ in tried) / len(tried)
        spread = max(worth for worth, _ in tried) - min(worth for worth, _ in tried) + 1e-9
        uphill = [
            3 * sum((worth - middle) / spread * step[i] for worth, step in tried) / len(tried)
            for i in range(len(REACH))
        ]
        there = moved(found, uphill, width)
        if fitness(state, there, deals) > fitness(state, found, deals):
            found = there
        width = max(0.15, width * 0.985)
    return found


if __name__ == "__main__":
    print(improve(int(sys.argv[1]) if len(sys.argv) > 1 else 125))
