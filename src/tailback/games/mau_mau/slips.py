"""How children and careless players of Mau-Mau go wrong: they forget "mau", overlook a card that fits, and grab what
they see first."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.rng import Rng
from tailback.games.mau_mau.instinct import best_move
from tailback.games.mau_mau.material import (
    CATCH,
    LAY_MAU,
    NAME,
    PASS,
    REVERSE,
    SAY_MAU,
    TAKE,
    WILD,
    WILD_LAST,
    WILD_MAU,
    laid_card,
    says_mau,
)
from tailback.games.mau_mau.table import MauMauTable

# In a hundred chances, a child of five and a careless player ...
FORGETS_MAU: Final = (40, 15)
# ... do not notice that somebody forgot "mau", or notice too late that it was themselves ...
OVERLOOKS_SILENCE: Final = (80, 40)
# ... take the cards without looking for a Take 2 in their hand ...
OVERLOOKS_TAKE2: Final = (50, 15)
# ... play what they see first instead of what is best.
GRABS: Final = (80, 35)


def careless_move(table: MauMauTable, seat: i64, n: i64, level: i64, rng: Rng) -> i64:
    """One of the first n actions in `buf`, the legal ones of this seat."""
    buf = table.buf
    if n == 1:
        return buf[0]
    who = 0 if level == 1 else 1
    if table.silent >= 0:
        press: i64 = SAY_MAU if seat == table.silent else CATCH
        if rng.below(100) >= OVERLOOKS_SILENCE[who]:
            return press
        if seat != table.seat:
            return PASS
        n = without(table, n, press)
    grabs = rng.below(100) < GRABS[who]
    if buf[n - 1] == TAKE and rng.below(100) < OVERLOOKS_TAKE2[who]:
        return TAKE
    choice = first_nice(table, n, rng) if grabs else best_move(table, seat, n, rng)
    if says_mau(choice) and rng.below(100) < FORGETS_MAU[who]:
        choice -= LAY_MAU if choice < WILD else WILD_MAU - WILD
    return choice


def without(table: MauMauTable, n: i64, action: i64) -> i64:
    """Take an action out of `buf`; how many are left."""
    kept: i64 = 0
    for i in range(n):
        if table.buf[i] != action:
            table.buf[kept] = table.buf[i]
            kept += 1
    return kept


def first_nice(table: MauMauTable, n: i64, rng: Rng) -> i64:
    """A card with a picture before one with a number, and any card before drawing; the colour does not matter."""
    buf = table.buf
    best: i64 = buf[0]
    most: i64 = -1
    equal: i64 = 0
    for i in range(n):
        action = buf[i]
        nice: i64 = 0
        if action <= WILD_LAST:
            card = laid_card(action)
            nice = 4 if card % 13 >= REVERSE or action >= WILD else 2
            # "Mau" is said with the card or forgotten; which card it is does not hang on it.
            if says_mau(action):
                nice += 1
        elif action >= NAME:
            nice = 1
        if nice > most:
            best, most, equal = action, nice, 1
        elif nice == most:
            equal += 1
            if rng.below(equal) == 0:
                best = action
    return best
