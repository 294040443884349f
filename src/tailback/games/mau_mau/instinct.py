"""How a sensible player of Mau-Mau decides: by the worth of each move, from what its seat knows.

A move is worth what it does to the own hand (few and cheap cards that go well on one another), to whoever it hits and
to whoever is next. The weights are hundredths of whatever; only their proportion counts. They were found by climbing:
change a few, play some ten thousand matches of four and of two against the old ones, keep what wins more.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.rng import Rng
from tailback.core.shedding import TRAITS, WIDTH
from tailback.games.mau_mau.material import (
    CATCH,
    CC,
    DRAW,
    KEEP,
    LAY_MAU,
    NAME,
    PASS,
    REVERSE,
    SAY_MAU,
    TAKE,
    TAKE2,
    TAKE4,
    WILD,
    WILD_MAU,
    laid_card,
)
from tailback.games.mau_mau.table import SIZE, STRIDE, MauMauTable

# Laying any card rather than drawing; every point that leaves the hand, and more when somebody is nearly out.
LAYING: Final = 950
POINT: Final = 60
POINT_LATE: Final = 0
# Every card left of the new colour or kind: it goes on this one.
SAME_COLOUR: Final = 200
SAME_KIND: Final = 100
SAME_COLOUR_FEW: Final = 200
SAME_KIND_FEW: Final = 50
# Every other colour of the hand that is left, and every card left of the old colour.
COLOURS_LEFT: Final = 0
OLD_COLOUR: Final = 0
# The last card left goes on this one by its colour, by its kind, or as a colour change on everything.
LAST_COLOUR: Final = 200
LAST_KIND: Final = 180
LAST_WILD: Final = 400
# What each special is worth in the hand: to keep it costs nothing yet.
KEEP_REVERSE: Final = 0
KEEP_TAKE2: Final = 50
KEEP_TAKE4: Final = 0
KEEP_STOP: Final = 0
KEEP_WILD: Final = 1250
KEEP_WILD_TWO: Final = 500
KEEP_WILD_THREE: Final = 500
KEEP_WILD_LATE: Final = 0
# Whoever is hit holds one card, two, three: every hit, and so much more for taking four or two.
HIT_ONE: Final = 1100
HIT_TWO: Final = 1100
HIT_THREE: Final = 100
HIT_FOUR_CARDS: Final = 100
HIT_TWO_CARDS: Final = 100
# Whoever is next without being hit holds one card, two, three; half of it where no card is known to fit.
NEXT_ONE: Final = -600
NEXT_TWO: Final = -430
NEXT_THREE: Final = 0
# Nobody knows whether the next one has the colour; or everybody knows that hardly any card can be of it.
NEXT_LACKS: Final = 20
NEXT_LACKS_FEW: Final = 180
# The colour changes when somebody is nearly out, who may be waiting for the old one.
OTHER_COLOUR: Final = 500
# The turn comes back at once.
AGAIN: Final = 500
# Every card to take.
TAKEN: Final = 600
# So few cards are nearly none.
FEW: Final = 2


def best_move(table: MauMauTable, seat: i64, n: i64, rng: Rng) -> i64:
    """The best of the first n actions in `buf`, the legal ones of this seat; chance settles ties."""
    buf = table.buf
    if n == 1:
        return buf[0]
    best: i64 = buf[0]
    top: i64 = -1_000_000_000
    equal: i64 = 1
    silent = table.silent >= 0
    size = i64(table.hand[seat * STRIDE + SIZE])
    mau = size == 2 and not table.rules.auto_mau
    late = nearly_out(table, seat)
    for i in range(n):
        action = buf[i]
        if silent and (action == CATCH or action == SAY_MAU):
            return action
        # A forgotten "mau" costs a card.
        if mau and (action < LAY_MAU or WILD <= action < WILD_MAU):
            continue
        value = worth(table, seat, action, size, late)
        if value > top:
            best, top, equal = action, value, 1
        elif value == top:
            equal += 1
            if rng.below(equal) == 0:
                best = action
    return best


def worth(table: MauMauTable, seat: i64, action: i64, size: i64, late: bool) -> i64:
    if action >= NAME:
        return named(table, seat, action - NAME, table.after(1))
    if action == DRAW or action == KEEP or action == PASS:
        return 0
    if action == TAKE:
        return -TAKEN * table.pending
    if size == 1:
        return 1_000_000
    if action < WILD:
        return plain(table, seat, laid_card(action), size, late)
    return wild(table, seat, (action - WILD) % 4, size, late)


def plain(table: MauMauTable, seat: i64, card: i64, size: i64, late: bool) -> i64:
    """A coloured card."""
    base = seat * STRIDE
    hand = table.hand
    colour = card // 13
    kind = card % 13
    points: i64 = kind + 1 if kind < REVERSE else 10
    value: i64 = LAYING + POINT * points
    if late:
        value += POINT_LATE * points
    same: i64 = -1
    for other in range(colour * 13, colour * 13 + 13):
        same += i64(hand[base + other])
    alike: i64 = i64(hand[base + kind]) + i64(hand[base + kind + 13])
    alike += i64(hand[base + kind + 26]) + i64(hand[base + kind + 39]) - 1
    if size > 4:
        value += SAME_COLOUR * same + SAME_KIND * alike
    else:
        value += SAME_COLOUR_FEW * same + SAME_KIND_FEW * alike
    if colour != table.colour:
        value += OLD_COLOUR * table.colour_count(seat, table.colour)
    if same == 0:
        value += COLOURS_LEFT
    if size == 2:
        if same > 0:
            value += LAST_COLOUR
        elif alike > 0:
            value += LAST_KIND
        elif hand[base + CC] > 0:
            value += LAST_WILD
    if kind < REVERSE:
        return value + left_to(table, table.after(1), colour)
    players = table.players
    if kind == REVERSE:
        value -= KEEP_REVERSE
        if players == 2 and table.rules.extra_turn:
            return value + AGAIN
        return value + left_to(table, (seat - table.step + players) % players, colour)
    victim = table.after(1)
    cards = i64(hand[victim * STRIDE + SIZE])
    value += HIT_ONE if cards == 1 else HIT_TWO if cards == 2 else HIT_THREE if cards == 3 else 0
    if kind == TAKE2:
        return value - KEEP_TAKE2 + HIT_TWO_CARDS
    value += HIT_FOUR_CARDS - KEEP_TAKE4 if kind == TAKE4 else -KEEP_STOP
    if players == 2:
        return value + AGAIN
    return value + left_to(table, table.after(2), colour)


def wild(table: MauMauTable, seat: i64, colour: i64, size: i64, late: bool) -> i64:
    """A colour change goes on everything, so it is worth most as one of the last cards."""
    value: i64 = LAYING + 10 * POINT - KEEP_WILD
    if late:
        value += 10 * POINT_LATE + KEEP_WILD_LATE
        if colour != table.colour:
            value += OTHER_COLOUR
    if size == 2:
        value += KEEP_WILD_TWO
    elif size == 3:
        value += KEEP_WILD_THREE
    return value + named(table, seat, colour, table.after(1))


def named(table: MauMauTable, seat: i64, colour: i64, heir: i64) -> i64:
    """This colour for whoever is next."""
    return SAME_COLOUR * table.colour_count(seat, colour) + left_to(table, heir, colour)


def left_to(table: MauMauTable, heir: i64, colour: i64) -> i64:
    """The turn goes to this seat, with this colour."""
    cards = i64(table.hand[heir * STRIDE + SIZE])
    lacking = known_lack(table, heir, colour)
    if cards > 3:
        return NEXT_LACKS * lacking
    value: i64 = NEXT_ONE if cards == 1 else NEXT_TWO if cards == 2 else NEXT_THREE
    return value + NEXT_LACKS_FEW * lacking


def known_lack(table: MauMauTable, seat: i64, colour: i64) -> i64:
    """So many cards of this hand are known not to have the colour."""
    lacks = table.lacks
    at = seat * WIDTH
    got = lacks[at]
    size = i64(table.hand[seat * STRIDE + SIZE])
    most: i64 = 0
    for i in range(at + 1, at + WIDTH):
        fact = lacks[i]
        if fact == 0:
            break
        if (fact >> colour) & 1 == 1:
            lacking = size - (got - (fact >> TRAITS))
            if lacking > most:
                most = lacking
    return most


def nearly_out(table: MauMauTable, seat: i64) -> bool:
    """Does somebody else hold hardly any cards?"""
    for other in range(table.players):
        if other != seat and i64(table.hand[other * STRIDE + SIZE]) <= FEW:
            return True
    return False
