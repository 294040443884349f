"""How long a match can be made to last: by those who never let it end, and by a search for the longest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.laws.each import ends_within

# What somebody does who is asked: the state, the seat and what is legal.
Policy = Callable[[State, int, list[int]], int]


def times_out(state: State, seat: int, legal: list[int]) -> int:
    """Everybody has gone away."""
    return int(state.fallback(seat))


def takes_first(state: State, seat: int, legal: list[int]) -> int:
    return legal[0]


def takes_last(state: State, seat: int, legal: list[int]) -> int:
    return legal[-1]


def stubborn(order: list[int]) -> Policy:
    """Always the same of two actions, whatever happened: so some never say what is due, or turn the same two cards."""
    rank = [0] * len(order)
    for place, action in enumerate(order):
        rank[action] = place

    def choose(state: State, seat: int, legal: list[int]) -> int:
        return min(legal, key=rank.__getitem__)

    return choose


def length(game: Game, players: int, options: dict[str, Any], seed: int, policy: Policy) -> int:
    """How many decisions this match has; LawBroken where there are more than the game says."""
    state = game.new(players, seed, options)
    most = game.bound(players, state.options)
    steps = 0
    while (seat := int(state.waiting())) >= 0:
        state.apply(seat, policy(state, seat, state.legal(seat)))
        steps += 1
        ends_within(steps, most)
    return steps


def longest(game: Game, players: int, options: dict[str, Any], seed: int, tries: int) -> int:
    """The longest match that a search for the most stubborn policy finds in so many tries.

    It begins with any order of the actions, then moves one after the other to the front or the back, and keeps what
    does not make the match shorter.
    """
    rng = Rng(seed)
    order = list(range(game.actions))
    for i in range(len(order) - 1, 0, -1):
        other = int(rng.below(i + 1))
        order[i], order[other] = order[other], order[i]
    best = 0
    for _ in range(tries):
        tried = list(order)
        for _k in range(1 + int(rng.below(4))):
            action = tried.pop(int(rng.below(len(tried))))
            tried.insert(0 if rng.below(2) else len(tried), action)
        found = length(game, players, options, seed, stubborn(tried))
        if found >= best:
            best, order = found, tried
    return best
