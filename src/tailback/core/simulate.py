"""Many matches inside the core, at random, by instinct or with slips: no Python object is made per decision."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i32, i64, u8

from tailback.core.bits import bit
from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.core.vecs import vec

# How a seat plays: at random, or as the level of this number does, 1 to 3.
AT_RANDOM: Final = 0
BY_INSTINCT: Final = 3
# What every match draws from besides its deal.
APART: Final = 0x5DEECE66D


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
        rng = Rng((seed + int(k)) ^ APART)
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
        rng = Rng((seed + int(k)) ^ APART)
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


class Rows:
    """Matches by column, one entry for each: its winners as a set of bits, the same by who was asked first, second and
    so on, the decisions it took. `scores` has one entry per seat and match, seat after seat."""

    def __init__(self, players: i64 = 0, matches: i64 = 0) -> None:
        self.matches: i64 = matches
        self.noted: i64 = 0
        self.winners: vec[u8] = vec[u8]([0] * int(matches))
        self.early: vec[u8] = vec[u8]([0] * int(matches))
        self.decisions: vec[i32] = vec[i32]([0] * int(matches))
        self.scores: vec[i32] = vec[i32]([0] * int(players * matches))

    def note(self, state: State, decisions: i64, asked: vec[i64]) -> None:
        """A finished match; `asked` are its seats in the order in which they were first asked."""
        places = state.ranking()
        scores = state.scores()
        winners: i64 = 0
        early: i64 = 0
        at: i64 = self.noted
        for turn in range(len(asked)):
            seat = asked[turn]
            if places[seat] == 1:
                winners |= bit(seat)
                early |= bit(turn)
            score: i64 = scores[seat]
            self.scores[seat * self.matches + at] = i32(score)
        self.winners[at] = u8(winners)
        self.early[at] = u8(early)
        self.decisions[at] = i32(decisions)
        self.noted = at + 1

    def note_watched(self, state: State, decisions: i64, asked: list[int]) -> None:
        """The same, of a match that plain Python has played."""
        self.note(state, decisions, vec[i64](asked))


def choice(state: State, seat: i64, mind: i64, rng: Rng) -> i64:
    """What a seat with this mind does now."""
    if mind == BY_INSTINCT:
        return state.instinct(seat, rng)
    if mind == AT_RANDOM:
        n = state.moves(seat)
        return state.buf[rng.below(n)]
    return state.slip(seat, mind, rng)


def play_rows(state: State, minds: list[int], matches: i64, seed: int = 0, turn: int = -1) -> Rows:
    """Start and play out `state` again and again, each seat with a mind of its own; match k starts from seed + k.

    With `turn` the minds move on: those of match k sit (turn + k) seats farther. All at random or all by instinct,
    these are the matches of `play_random` and `play_instinct`.
    """
    players: i64 = state.players
    rows = Rows(players, matches)
    sits = vec[i64]([0] * int(players))
    order = vec[i64]([0] * int(players))
    for k in range(matches):
        shift: i64 = 0 if turn < 0 else (turn + int(k)) % int(players)
        for seat in range(players):
            sits[(seat + shift) % players] = minds[int(seat)]
        state.start(seed + int(k))
        rng = Rng((seed + int(k)) ^ APART)
        seen: i64 = 0
        known: i64 = 0
        count: i64 = 0
        while True:
            asked = state.waiting()
            if asked < 0:
                break
            if known < players and not seen & bit(asked):
                seen |= bit(asked)
                order[known] = asked
                known += 1
            state.do(asked, choice(state, asked, sits[asked], rng))
            count += 1
        for late in range(players):
            if not seen & bit(late):
                order[known] = late
                known += 1
        rows.note(state, count, order)
    return rows


def play_on(state: State, minds: vec[i64], rng: Rng) -> None:
    """Play this match to its end, each seat with its mind."""
    while True:
        seat = state.waiting()
        if seat < 0:
            return
        state.do(seat, choice(state, seat, minds[seat], rng))


def chances(state: State, minds: list[int], playouts: i64, whole: i64, rng: Rng) -> list[int]:
    """Each seat's chance to win from here, in parts of `whole`, as somebody judges it who sees no hand and no pile.

    It is played on so often, with other hidden cards each time.
    """
    sits = vec[i64](minds)
    won = vec[i64]([0] * len(minds))
    for _k in range(playouts):
        world = state.imagine(None, rng)
        play_on(world, sits, rng)
        places = world.ranking()
        part: i64 = whole // places.count(1)
        for seat in range(len(minds)):
            if places[seat] == 1:
                won[seat] += part
    return [int(parts // playouts) for parts in won]
