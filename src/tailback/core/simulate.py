"""Many matches inside the core, at random or by instinct: no Python object is made per decision."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from tailback.core.contract import State
from tailback.core.rng import Rng


class Tally:
    """What a batch of matches came to, by seat (or by policy, where the seats change hands).

    `wins` counts matches won alone, `ties` those in which the first place was shared; in `shares` a shared win
    counts for its part, so that all shares together are the number of matches. `checksum` covers every action of
    every match.
    """

    def __init__(self, players: int = 0) -> None:
        self.matches: int = 0
        self.decisions: int = 0
        self.longest: int = 0
        self.checksum: int = 0
        self.wins: list[int] = [0] * players
        self.ties: list[int] = [0] * players
        self.shares: list[float] = [0.0] * players

    def __repr__(self) -> str:
        won = f"wins {self.wins}" + (f", ties {self.ties}" if any(self.ties) else "")
        return f"<Tally: {self.matches} matches, {self.decisions} decisions, {won}>"

    def __reduce__(self) -> Any:
        return tally_of, (self.matches, self.decisions, self.longest, self.checksum, self.wins, self.ties, self.shares)

    def note(self, state: State, decisions: int, first: int = 0) -> None:
        """A finished match whose seat 0 counts under number `first`, seat 1 under the next one, and so on round."""
        self.matches += 1
        self.decisions += decisions
        self.longest = max(self.longest, decisions)
        places = state.ranking()
        winners = places.count(1)
        for seat in range(len(places)):
            if places[seat] == 1:
                who = (seat + first) % len(places)
                self.shares[who] += 1 / winners
                if winners == 1:
                    self.wins[who] += 1
                else:
                    self.ties[who] += 1


def tally_of(
    matches: int,
    decisions: int,
    longest: int,
    checksum: int,
    wins: list[int],
    ties: list[int],
    shares: list[float],
) -> Tally:
    tally = Tally()
    tally.matches, tally.decisions, tally.longest, tally.checksum = matches, decisions, longest, checksum
    tally.wins, tally.ties, tally.shares = wins, ties, shares
    return tally


def play_random(state: State, matches: i64, seed: int = 0) -> Tally:
    """Start and play out `state` again and again with uniformly random legal actions.

    Match k starts from seed + k, so any of them can be replayed alone.
    """
    tally = Tally(int(state.players))
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
        tally.note(state, int(count))
    tally.checksum = int(check)
    return tally


def play_instinct(state: State, matches: i64, seed: int = 0) -> Tally:
    """The same with what a sensible player does: every seat follows its `instinct`."""
    tally = Tally(int(state.players))
    check: i64 = 0
    for k in range(matches):
        state.start(seed + int(k))
        rng = Rng((seed + int(k)) ^ 0x5DEECE66D)
        count: i64 = 0
        while True:
            seat = state.waiting()
            if seat < 0:
                break
            action = state.instinct(seat, rng)
            state.do(seat, action)
            check = (check * 31 + action * 8 + seat) & 0xFFFFFFFFFFFF
            count += 1
        tally.note(state, int(count))
    tally.checksum = int(check)
    return tally


def playout(state: State, rng: Rng) -> None:
    """Play this match to its end with random actions (for Monte Carlo: `clone` first)."""
    while True:
        seat = state.waiting()
        if seat < 0:
            return
        n = state.moves(seat)
        state.do(seat, state.buf[rng.below(n)])
