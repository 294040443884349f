"""How far a player may go back: only as long as nobody learned anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tailback.core.contract import State
from tailback.core.errors import IllegalMove
from tailback.core.rng import Rng

# Worlds in which an undo is tried: a player who could have learned something learns it in one of them.
WORLDS = 16
# The most moves that one undo takes back: each of them is tried in all those worlds.
FARTHEST = 24

Steps = Sequence[tuple[int, int]]


def limit(steps: Steps, seat: int, real: State, seed: int, position: Callable[[int], State]) -> int:
    """The fewest moves this seat can go back to: since then it alone has moved and nobody learned anything.

    `real` is where `steps` led to, `position` gives the state after so many of them. Its own cards a player
    showed of its own will. But where chance came in, or where the same moves would have shown it something
    else in another world, the moves stand.
    """
    end = len(steps)
    first = end
    while first > max(0, end - FARTHEST) and steps[first - 1][0] == seat:
        first -= 1
    if first == end:
        return end
    state = position(first)
    for moves in range(first, end):
        if moves > first:
            state.apply(*steps[moves - 1])
        if taught_nothing(steps, state, moves, real, seed):
            return moves
    return end


def taught_nothing(steps: Steps, before: State, moves: int, real: State, seed: int) -> bool:
    seat = steps[moves][0]
    if not before.rng.same(real.rng):
        return False
    seen = real.view(seat)
    rng = Rng(seed ^ 0x5DEECE66D)
    for _ in range(WORLDS):
        world = before.imagine(seat, rng)
        try:
            for mover, action in steps[moves:]:
                world.apply(mover, action)
        except IllegalMove:
            return False
        if world.view(seat) != seen:
            return False
    return True
