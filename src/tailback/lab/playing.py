"""Plays a range of a study's matches, into columns: one entry per match in each.

Whether a match is watched or not, and with how many others it is played in one go, changes nothing in it: match k is
dealt from seed + k, and its players draw from a generator of its own.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.core.simulate import APART, Rows, choice, play_rows
from tailback.lab.setups import Setup, budget, mind_of, minds
from tailback.lab.watching import Watch, closely, followed
from tailback.robots.levels import LEVELS
from tailback.robots.players import player, thinking

Columns = dict[str, "array[int]"]
# What a column holds, in bytes and sign: as `array` writes them.
SET, COUNT, LARGE, SIGNED = "B", "H", "I", "i"
MOST_COUNTED = 65535

# Sits at the real table: acts in this seat by this chance.
Sitter = Callable[[State, int, Rng], int]


class Range(msgspec.Struct, frozen=True):
    """Matches first, first + 1, ... of one arm of a study, all watched alike."""

    arm: int
    first: int
    count: int


def ranges(setup: Setup, arm: int, first: int, last: int) -> list[Range]:
    """The work from match `first` up to `last`, in pieces of well under a second where robots decide at once."""
    found: list[Range] = []
    while first < last:
        if first < setup.follow:
            size, end = 1 if setup.slow else 5, setup.follow
        elif setup.watched is None or first < setup.watched:
            size, end = 1 if setup.slow else 100, setup.watched or last
        else:
            size, end = 2000, last
        count = min(size, end - first, last - first)
        found.append(Range(arm, first, count))
        first += count
    return found


def play(setup: Setup, first: int, count: int) -> Columns:
    """These matches. The range lies within those that are followed, or watched, or neither."""
    state = setup.rules.make(setup.players, setup.rules.settle(setup.players, setup.options))
    if setup.watched is None or first < setup.watched:
        return watched(setup, state, first, count)
    return in_columns(
        play_rows(state, minds(setup), count, setup.seed + first, first if setup.rotate else -1), setup.players
    )


def in_columns(rows: Rows, players: int) -> Columns:
    found = {
        "winners": column(SET, rows.winners),
        "early": column(SET, rows.early),
        "decisions": column(LARGE, rows.decisions),
    }
    scores = column(SIGNED, rows.scores)
    for seat in range(players):
        found[f"score:{seat}"] = scores[seat * rows.matches : (seat + 1) * rows.matches]
    return found


def column(kind: str, numbers: Any) -> array[int]:
    """The numbers of a block of the core; where there are no blocks, a list stands in."""
    try:
        block = memoryview(numbers)
    except TypeError:
        return array(kind, numbers)
    found = array(kind)
    found.frombytes(block.cast("B"))
    return found


def lowest_first(column: array[int]) -> bytes:
    """The bytes of a column, in this order on every machine."""
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return column.tobytes()


def watched(setup: Setup, state: State, first: int, count: int) -> Columns:
    rows = Rows(setup.players, count)
    close: list[Watch] = []
    follows: list[list[list[int]]] = []
    at_table = sitters(setup)
    for k in range(first, first + count):
        turn = k % setup.players if setup.rotate else 0
        sits = [at_table[(seat - turn) % setup.players] for seat in range(setup.players)]
        seed = setup.seed + k
        seen = closely(setup.rules, state, seed, sits, Rng(seed ^ APART))
        rows.note_watched(state, len(seen.moves), seen.order)
        close.append(seen)
        if k < setup.follow:
            everyone = minds(setup)
            inside = [everyone[(seat - turn) % setup.players] for seat in range(setup.players)]
            follows.append(followed(state, seed, seen.moves, inside))
    found = in_columns(rows, setup.players)
    for name in ("turns", "choices", "offered", "tenths", "wait", "wait_decisions"):
        found[name] = array(LARGE, [getattr(seen, name) for seen in close])
    for rule in close[0].rules:
        found[f"rule:{rule}"] = array(COUNT, [min(seen.rules[rule], MOST_COUNTED) for seen in close])
    for moment in range(len(follows[0]) if follows else 0):
        for seat in range(setup.players):
            found[f"chance:{moment}:{seat}"] = array(COUNT, [match[moment][seat] for match in follows])
    return found


@lru_cache(maxsize=8)
def sitters_of(text: bytes) -> tuple[Sitter, ...]:
    setup = msgspec.json.decode(text, type=Setup)
    return tuple(sitter(setup, robot) for robot in setup.robots)


def sitters(setup: Setup) -> tuple[Sitter, ...]:
    """One player per seat, made once for all matches of a set-up."""
    return sitters_of(msgspec.json.encode(setup))


def sitter(setup: Setup, robot: str) -> Sitter:
    mind = mind_of(robot, setup.rules)
    if mind is not None:
        return lambda state, seat, rng: int(choice(state, seat, mind, rng))
    game = setup.rules
    policy = thinking(game, LEVELS[robot], budget(setup, robot)) if robot in LEVELS else player(game, robot)

    def act(state: State, seat: int, rng: Rng) -> int:
        decision = state.decision()
        assert decision is not None
        return policy(state.view(seat), decision, state.legal(seat), rng)

    return act
