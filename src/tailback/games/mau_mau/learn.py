"""Learns what counts how much in a move of Mau-Mau: `python -m tailback.games.mau_mau.learn`.

Positions are taken from matches between sensible players. Every move is tried in the same imagined worlds and played
on by instinct; the weights are the least squares fit to how much oftener it won than the other moves of its position.
They are printed in the form of `weights.py`. The run is the same for the same seed and positions.
"""

from __future__ import annotations

import argparse
import time

from mypy_extensions import i64

from tailback.core.rng import Rng
from tailback.core.search import Search
from tailback.core.vecs import vec
from tailback.games.mau_mau.game import GAME
from tailback.games.mau_mau.instinct import opinion
from tailback.games.mau_mau.play import MauMauState
from tailback.games.mau_mau.weights import MORE

WORLDS = 50
# One position in so many is looked at.
EVERY = 4
# Shares of matches are told in ten-thousandths; a weight is tried by so much, because parts of it are rounded down.
UNIT = 10_000
TRIED = 100_000
# How strongly weights are pulled towards nothing: as by so many moves.
PULL = 3.0
# The opinion of laying the last card, which no weight explains.
CERTAIN = 1_000_000

Row = list[float]


def features(state: MauMauState, seat: int, actions: list[int]) -> list[Row]:
    """How much of each weight is in each action: the opinion when this weight alone counts."""
    kept = state.rules.weights
    found: list[Row] = [[] for _ in actions]
    for k in range(len(MORE)):
        state.rules.weights = vec[i64]([TRIED if k == i else 0 for i in range(len(MORE))])
        for row, action in zip(found, actions, strict=True):
            row.append(opinion(state, seat, action) / TRIED)
    state.rules.weights = kept
    return found


def gains(state: MauMauState, seat: int, actions: list[int], seed: int) -> Row:
    """By how much each action won oftener than the first one, in the same worlds."""
    search = Search(state, seat, 0, Rng(seed), 0)
    search.actions, search.live = actions, [True] * len(actions)
    search.gain, search.square = [0.0] * len(actions), [0.0] * len(actions)
    for _ in range(WORLDS):
        search.try_world(0)
    return [gain / WORLDS for gain in search.gain]


def centred(values: Row) -> Row:
    mean = sum(values) / len(values)
    return [value - mean for value in values]


class Fit:
    """Sums for the least squares, one row per action."""

    def __init__(self) -> None:
        n = len(MORE)
        self.products: list[Row] = [[PULL if i == k else 0.0 for k in range(n)] for i in range(n)]
        self.targets: Row = [0.0] * n
        self.positions = 0

    def add(self, rows: list[Row], gained: Row) -> None:
        columns = [centred(list(column)) for column in zip(*rows, strict=True)]
        wanted = centred(gained)
        used = [i for i, column in enumerate(columns) if any(column)]
        for i in used:
            self.targets[i] += sum(a * b for a, b in zip(columns[i], wanted, strict=True))
            for k in used:
                self.products[i][k] += sum(a * b for a, b in zip(columns[i], columns[k], strict=True))
        self.positions += 1

    def weights(self) -> list[int]:
        return [round(UNIT * value) for value in solved([row[:] for row in self.products], self.targets[:])]


def solved(matrix: list[Row], right: Row) -> Row:
    """The solution of a positive definite system, by elimination."""
    n = len(right)
    for i in range(n):
        for k in range(i + 1, n):
            share = matrix[k][i] / matrix[i][i]
            if share:
                matrix[k] = [a - share * b for a, b in zip(matrix[k], matrix[i], strict=True)]
                right[k] -= share * right[i]
    for i in range(n - 1, -1, -1):
        right[i] = (right[i] - sum(matrix[i][k] * right[k] for k in range(i + 1, n))) / matrix[i][i]
    return right


def learn(players: int, positions: int, seconds: float, seed: int = 1) -> Fit:
    """From so many positions, or as many as there is time for."""
    fit = Fit()
    end = time.monotonic() + seconds
    chance = Rng(seed)
    match = 0
    while fit.positions < positions and time.monotonic() < end:
        match += 1
        state = GAME.new(players, seed * 1_000_000 + match)
        assert isinstance(state, MauMauState)
        while (seat := int(state.waiting())) >= 0 and fit.positions < positions and time.monotonic() < end:
            actions = state.legal(seat)
            if len(actions) > 1 and state.silent < 0 and chance.below(EVERY) == 0:
                # Where a match can be won at once there is nothing to learn.
                if max(opinion(state, seat, action) for action in actions) < CERTAIN:
                    fit.add(features(state, seat, actions), gains(state, seat, actions, int(chance.next())))
            state.apply(seat, state.instinct(seat, chance))
    return fit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--positions", type=int, default=12_000)
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    fit = learn(given.players, given.positions, given.seconds, given.seed)
    print(f"{given.players} players, {fit.positions} positions:", *fit.weights(), sep=", ")


if __name__ == "__main__":
    main()
