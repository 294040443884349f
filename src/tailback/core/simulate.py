"""Many random matches inside the core: no Python object is made per decision."""

from __future__ import annotations

from mypy_extensions import i64

from tailback.core.contract import State
from tailback.core.rng import Rng


class Tally:
    """What a batch of random matches came to. `checksum` covers every action of every match."""

    def __init__(self) -> None:
        self.matches: int = 0
        self.decisions: int = 0
        self.longest: int = 0
        self.checksum: int = 0
        self.wins: list[int] = []


def play_random(state: State, matches: i64, seed: int = 0) -> Tally:
    """Start and play out `state` again and again with uniformly random legal actions.

    Match k starts from seed + k, so any of them can be replayed alone.
    """
    tally = Tally()
    wins: list[int] = [0] * int(state.players)
    total: i64 = 0
    longest: i64 = 0
    check: i64 = 0
    for k in range(matches):
        state.start(seed + int(k))
        rng = Rng((seed + int(k)) ^ 0x5DEECE66D)
        count: i64 = 0
        while True:
            seat = state.waiting()
            if seat < 0:
                break
            n = state.moves(seat)
            action = state.buf[rng.below(n)]
            state.do(seat, action)
            check = (check * 31 + action * 8 + seat) & 0xFFFFFFFFFFFF
            count += 1
        total += count
        if count > longest:
            longest = count
        places = state.ranking()
        for who in range(len(places)):
            if places[who] == 1:
                wins[who] += 1
    tally.matches = int(matches)
    tally.decisions = int(total)
    tally.longest = int(longest)
    tally.checksum = int(check)
    tally.wins = wins
    return tally


def playout(state: State, rng: Rng) -> None:
    """Play this match to its end with random actions (for Monte Carlo: `clone` first)."""
    while True:
        seat = state.waiting()
        if seat < 0:
            return
        n = state.moves(seat)
        state.do(seat, state.buf[rng.below(n)])
