"""How a sensible player of Took Over! acts, and how a careless one: from the own hand and the cards that lie open."""

from __future__ import annotations

from mypy_extensions import i64

from tailback.core.bits import bit, count
from tailback.core.rng import Rng
from tailback.games.took_over.material import CARDS, DECLINE, DONE, OPEN, PASS, PLACE, TAKE
from tailback.games.took_over.table import ALL_CARDS, MORE, OPENING, PLACING, TookOverTable


def sensible(table: TookOverTable, seat: i64) -> i64:
    """Every card that can go should go; which one first is the question."""
    if table.phase == PLACING:
        return safest_end(table, seat)
    start = seat * table.rules.share
    end = start + table.hand_n(seat)
    hand = table.hand
    if table.phase == OPENING:
        return OPEN + i64(hand[(start + end) // 2]) - 1  # from the middle both sides are near
    above, below = table.above, table.below
    for i in range(start, end):
        card = i64(hand[i])
        if above < card < below:
            return TAKE + card - 1
    return DONE if table.phase == MORE else DECLINE


def safest_end(table: TookOverTable, seat: i64) -> i64:
    """The nearest card on either side: the one behind which fewer unseen cards fit into the gap."""
    start = seat * table.rules.share
    end = start + table.hand_n(seat)
    hand = table.hand
    low, high = table.low, table.high
    left: i64 = 0
    right: i64 = CARDS + 1
    known = table.row | table.gone
    for i in range(start, end):
        card = i64(hand[i])
        known |= bit(card)
        if card < low:
            left = card
        elif card > high and right > CARDS:
            right = card
    if left == 0:
        return PASS if right > CARDS else PLACE + right - 1
    if right > CARDS:
        return PLACE + left - 1
    unseen = ALL_CARDS & ~known
    if count(unseen & (bit(right) - bit(high + 1))) < count(unseen & (bit(low) - bit(left + 1))):
        return PLACE + right - 1
    return PLACE + left - 1


def careless(table: TookOverTable, seat: i64, level: i64, rng: Rng) -> i64:
    """A child of five (level 1) overlooks chances and lays whatever card it likes; level 2 does so less often.

    Neither counts what may lie in a gap: a near card is a good card, on whichever side.
    """
    start = seat * table.rules.share
    held = table.hand_n(seat)
    hand = table.hand
    if table.phase == OPENING:
        return OPEN + i64(hand[start + rng.below(held)]) - 1
    if table.phase != PLACING:
        if rng.below(100) < (30 if level == 1 else 12):
            return DONE if table.phase == MORE else DECLINE
        return sensible(table, seat)
    low, high = table.low, table.high
    below: i64 = 0
    above: i64 = 0
    for i in range(start, start + held):
        card = i64(hand[i])
        if card < low:
            below += 1
        elif card > high:
            above += 1
    if below + above == 0:
        return PASS
    lot = rng.below(100)
    if lot < (50 if level == 1 else 15):
        at = rng.below(below + above)  # the favourite card
        return PLACE + i64(hand[start + (at if at < below else held - 1 - (at - below))]) - 1
    if level == 2 and lot < 65:
        return sensible(table, seat)
    if below > 0 and (above == 0 or rng.below(2) == 0):
        return PLACE + i64(hand[start + below - 1]) - 1
    return PLACE + i64(hand[start + held - above]) - 1
