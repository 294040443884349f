"""Matches between players of different kinds: seats rotated, deals paired, on all cores, the same every time."""

from __future__ import annotations

import math
import multiprocessing
import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tailback import games
from tailback.core.game import Game
from tailback.core.options import HELPED
from tailback.core.rng import Rng
from tailback.robots.yardsticks import sitter

ALONE = "alone"
MIXED = "mixed"
# Deals that one process plays in one go.
CHUNK = 4
# 95 of 100 such intervals hold the true share.
WIDTH = 1.96


class Duel(NamedTuple):
    """One kind of player against another: alone against all the others, or every second seat each.

    Foes of several kinds are joined by `+` (`1+2+random`); they take the seats in turn.
    """

    game: str
    players: int
    hero: str
    foe: str
    form: str = ALONE
    think: float | None = None
    options: tuple[tuple[str, Any], ...] = ()
    # The heroes get the head start that the game has for weak players.
    helped: bool = False

    @property
    def rotations(self) -> int:
        """Every deal is played so often, until the heroes sat in every seat."""
        return self.players if self.form == ALONE else 2

    @property
    def heroes(self) -> int:
        return 1 if self.form == ALONE else self.players // 2

    @property
    def even(self) -> float:
        """The share of the heroes if there were no difference."""
        return self.heroes / self.players

    def sits(self, turn: int, seat: int) -> bool:
        """Is this the seat of a hero?"""
        return seat == turn if self.form == ALONE else seat % 2 == turn

    def settings(self, game: Game, turn: int) -> dict[str, Any]:
        """The options of the match, with the heroes in these seats."""
        found = dict(self.options)
        option = game.option_of(HELPED) if self.helped else None
        if option is not None:
            found[option.name] = tuple(seat for seat in range(self.players) if self.sits(turn, seat))
        return found


class Share(NamedTuple):
    """How much of the wins the heroes took, a shared win in parts, with its 95 % interval."""

    matches: int
    share: float
    low: float
    high: float


def play_deal(duel: Duel, deal: int) -> list[float]:
    """One deal with the heroes in every seat in turn: the part of the win that they took each time."""
    game = games.load(duel.game)
    hero = sitter(game, duel.hero, duel.think)
    foes = [sitter(game, kind, duel.think) for kind in duel.foe.split("+")]
    found = []
    for turn in range(duel.rotations):
        sits = [hero if duel.sits(turn, seat) else foes[seat % len(foes)] for seat in range(duel.players)]
        state = game.new(duel.players, deal, duel.settings(game, turn))
        chances = [Rng(deal << 8 | seat) for seat in range(duel.players)]
        while (seat := int(state.waiting())) >= 0:
            state.apply(seat, sits[seat](state, seat, chances[seat]))
        winners = [seat for seat, place in enumerate(state.ranking()) if place == 1]
        found.append(sum(duel.sits(turn, seat) for seat in winners) / len(winners))
    return found


def play_chunk(task: tuple[Duel, range]) -> list[list[float]]:
    duel, deals = task
    return [play_deal(duel, deal) for deal in deals]


def summed(deals: list[list[float]]) -> Share:
    """Matches of one deal go together: the interval comes from the differences between deals."""
    means = [sum(deal) / len(deal) for deal in deals]
    n = len(means)
    mean = sum(means) / n
    spread = sum((value - mean) ** 2 for value in means) / max(1, n - 1)
    # Even where all deals ended alike, nothing is certain: one deal more might have gone the other way.
    error = math.sqrt(max(spread, mean * (1 - mean) / n, 0.25 / n / n) / n)
    matches = sum(len(deal) for deal in deals)
    return Share(matches, mean, max(0.0, mean - WIDTH * error), min(1.0, mean + WIDTH * error))


def measure(
    duels: list[tuple[Duel, int]], jobs: int = 0, seed: int = 1, tell: Callable[[int, int], None] | None = None
) -> Iterator[tuple[Duel, Share]]:
    """Each duel with at least so many matches, one after the other, in as many processes as there are cores.

    `tell` hears after each chunk how many deals of how many are done.
    """
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs or os.cpu_count() or 1) as pool:
        for duel, matches in duels:
            count = -(-matches // duel.rotations)
            tasks = [(duel, range(seed + k, seed + min(k + CHUNK, count))) for k in range(0, count, CHUNK)]
            played: list[list[float]] = []
            for part in pool.imap(play_chunk, tasks):
                played += part
                if tell is not None:
                    tell(len(played), count)
            yield duel, summed(played)
