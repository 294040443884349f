"""Why a robot moved as it did: told from what everybody could see when its move became known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tailback.core.contract import ALL, State
from tailback.core.game import Game

# The position after so many moves of a match; it listens, and its events are dropped.
Position = Callable[[int], State]
Steps = list[tuple[int, int]]


def known_with(position: Position, steps: Steps, step: int) -> int:
    """The move with which this one became known: what several choose face down is turned up with the last of them.

    -1: it still lies face down.
    """
    asked = position(step).decision()
    if asked is None or asked.gate != ALL or len(asked.seats) < 2:
        return step
    owed = set(asked.awaited)
    for later in range(step, len(steps)):
        owed.discard(steps[later][0])
        if not owed:
            return later
    return -1


def because(game: Game, position: Position, steps: Steps, told: int, seat: int) -> tuple[str, dict[str, Any]] | None:
    """The key of a sentence of the game (section `because`) and what it mentions, about a move of this seat; None
    where a game does not explain its robots.

    `told` is the move with which it became known. The game is given a spectator's view and a spectator's events, so
    that nothing secret can get into the sentence.
    """
    told_by = getattr(game.part("because"), "because", None)
    if told_by is None:
        return None
    state = position(told)
    before = state.view(None)
    seat_then, action = steps[told]
    state.apply(seat_then, action)
    events = [event.seen_by(None) for event in state.take_events()]
    found: tuple[str, dict[str, Any]] = told_by(before, events, seat)
    return found
