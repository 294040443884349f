"""How careless players act in Pit Stop: the mistakes that children make at the table."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.rng import Rng
from tailback.games.pit_stop.instinct import WON, worth
from tailback.games.pit_stop.legal import list_moves
from tailback.games.pit_stop.material import (
    COLOUR,
    DONE,
    FINE,
    NO_CARD,
    PASS,
    SAY,
    SILENT,
    action_card,
)
from tailback.games.pit_stop.table import FINED, IN_GARAGE, REPLY, SERVICED, TALK, WINDOW, PitStopTable

# How often in a hundred times a player of level 1 and of level 2 ...
MUTE: Final = (40, 10)  # ... forgets to say something,
LATE: Final = (70, 30)  # ... is too late with a New Car,
MEEK: Final = (60, 25)  # ... does not think of answering a Fine, a Service or a swap,
HASTY: Final = (35, 10)  # ... closes a Garage though more Cars could go in,
BLIND: Final = (35, 25)  # ... overlooks a card that could be played.


def slip_of(table: PitStopTable, seat: i64, level: i64, rng: Rng) -> i64:
    """Level 2 takes the best of what it notices; level 1 takes what it likes most."""
    n = list_moves(table, seat)
    if n == 1:
        return table.buf[0]
    phase = table.phase
    plain = table.buf[n - 1]
    if phase == TALK:
        return SILENT if slips(MUTE, level, rng) else SAY + rng.below(8)
    if phase == WINDOW and slips(LATE, level, rng):
        return PASS
    if (phase == SERVICED or phase == FINED or phase == REPLY) and slips(MEEK, level, rng):
        return plain
    if phase == IN_GARAGE and plain == DONE and slips(HASTY, level, rng):
        return DONE
    best = plain
    most: i64 = -WON
    for i in range(n):
        action = table.buf[i]
        # What needs no card is never overlooked.
        if i < n - 1 and slips(BLIND, level, rng):
            continue
        value = liking(action, rng) if level == 1 else worth(table, seat, action)
        if value > most:
            best, most = action, value
    return best


def slips(rates: tuple[int, int], level: i64, rng: Rng) -> bool:
    return rng.below(100) < (rates[0] if level == 1 else rates[1])


def liking(action: i64, rng: Rng) -> i64:
    """High numbers are nice, cards that do something are nicer, and drawing is dull."""
    if action < FINE:
        return action % 11 * 4 + rng.below(20)
    if action < COLOUR and action_card(action) == NO_CARD:
        return -1
    return 20 + rng.below(40)
