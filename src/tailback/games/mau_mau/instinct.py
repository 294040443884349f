"""How a sensible player of Mau-Mau decides: by the worth of each move, from what its seat knows.

A move is worth what it does to the own hand (few colours, few points, something to follow with), to whoever it hits
and to whoever is next.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.rng import Rng
from tailback.core.shedding import TRAITS, WIDTH
from tailback.games.mau_mau.material import (
    CATCH,
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
from tailback.games.mau_mau.weights import (
    AGAIN,
    COLOUR,
    COLOUR_FEW,
    DRAWING,
    FOLLOW_UP,
    FOLLOW_UP_FEW,
    HIT_LAST,
    HIT_ONE,
    HIT_THREE,
    LAST_COLOUR,
    LAST_WILD,
    NEXT_LACKS,
    NEXT_LACKS_ALL,
    NEXT_LACKS_FEW,
    NEXT_ONE,
    NEXT_TWO,
    POINT,
    POINT_BIG,
    POINT_LATE,
    REVERSE_LAID,
    SAME_COLOUR,
    SAME_COLOUR_TWO,
    SAME_KIND,
    SAME_KIND_FEW,
    STOP_LAID,
    TAKE2_LAID,
    TAKE2_SECOND,
    TAKING,
    WILD_FEW,
    WILD_LAID,
    WILD_LATE,
)

# From so many cards on a hand is big.
BIG: Final = 6


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
    held = colours_held(table, seat)
    for i in range(n):
        action = buf[i]
        if silent and (action == CATCH or action == SAY_MAU):
            return action
        # A forgotten "mau" costs a card.
        if mau and (action < LAY_MAU or WILD <= action < WILD_MAU):
            continue
        value = worth(table, seat, action, size, held, late)
        if value > top:
            best, top, equal = action, value, 1
        elif value == top:
            equal += 1
            if rng.below(equal) == 0:
                best = action
    return best


def opinion(table: MauMauTable, seat: i64, action: i64) -> i64:
    """What one legal action is worth, in ten-thousandths of a match won against the other ones."""
    size = i64(table.hand[seat * STRIDE + SIZE])
    value = worth(table, seat, action, size, colours_held(table, seat), nearly_out(table, seat))
    if size == 2 and not table.rules.auto_mau and (action < LAY_MAU or WILD <= action < WILD_MAU):
        value += table.rules.weights[DRAWING]  # for the card that a forgotten "mau" costs
    return value


def worth(table: MauMauTable, seat: i64, action: i64, size: i64, held: i64, late: bool) -> i64:
    w = table.rules.weights
    if action >= NAME:
        colour = action - NAME
        return kept(table, seat, size, held, colour, -1) + left_to(table, table.after(1), colour)
    if action == DRAW or action == KEEP or action == PASS:
        return w[DRAWING]
    if action == TAKE:
        return w[TAKING] * table.pending
    if size == 1:
        return 1_000_000
    if action < WILD:
        return plain(table, seat, laid_card(action), size, held, late)
    colour = (action - WILD) % 4
    value: i64 = w[WILD_LAID]
    if size < 5:
        value += w[WILD_FEW]
    if late:
        value += w[WILD_LATE]
    return value + kept(table, seat, size - 1, held, colour, -1) + left_to(table, table.after(1), colour)


def plain(table: MauMauTable, seat: i64, card: i64, size: i64, held: i64, late: bool) -> i64:
    """A coloured card."""
    w = table.rules.weights
    colour = card // 13
    kind = card % 13
    point: i64 = w[POINT]
    if size >= BIG:
        point += w[POINT_BIG]
    if late:
        point += w[POINT_LATE]
    value = kept(table, seat, size - 1, held - (1 << (8 * colour)), colour, kind)
    if kind < REVERSE:
        return value + point * (kind + 1) + left_to(table, table.after(1), colour)
    value += 10 * point
    players = table.players
    if kind == REVERSE:
        if players == 2 and table.rules.extra_turn:
            return value + w[REVERSE_LAID] + w[AGAIN]
        return value + w[REVERSE_LAID] + left_to(table, (seat - table.step + players) % players, colour)
    cards = i64(table.hand[table.after(1) * STRIDE + SIZE])
    value += w[HIT_ONE] if cards == 1 else w[HIT_THREE] if cards == 3 else 0
    if size == 2:
        value += w[HIT_LAST]
    if kind == TAKE2:
        value += w[TAKE2_LAID]
        return value + w[TAKE2_SECOND] if kinds_held(table, seat, TAKE2) > 1 else value
    if kind != TAKE4:
        value += w[STOP_LAID]
    return value + (w[AGAIN] if players == 2 else left_to(table, table.after(2), colour))


def kept(table: MauMauTable, seat: i64, size: i64, held: i64, colour: i64, kind: i64) -> i64:
    """The hand that is left, of this size and with these colours, after a card of this colour and kind."""
    w = table.rules.weights
    same = (held >> (8 * colour)) & 0xFF
    colours: i64 = 0
    if held & 0xFF:
        colours += 1
    if held & 0xFF00:
        colours += 1
    if held & 0xFF0000:
        colours += 1
    if held & 0xFF000000:
        colours += 1
    if size == 1:
        last: i64 = w[LAST_COLOUR] if same > 0 else w[LAST_WILD] if colours == 0 else 0
        return last + w[COLOUR_FEW] * colours
    alike: i64 = kinds_held(table, seat, kind) - 1 if kind >= 0 else 0
    if size > 3:
        value = w[COLOUR] * colours + w[SAME_COLOUR] * same + w[SAME_KIND] * alike
        return value + w[FOLLOW_UP] if same > 0 else value
    value = w[COLOUR_FEW] * colours + w[SAME_KIND_FEW] * alike
    if size == 2:
        value += w[SAME_COLOUR_TWO] * same
    return value + w[FOLLOW_UP_FEW] if same > 0 else value


def left_to(table: MauMauTable, heir: i64, colour: i64) -> i64:
    """The turn goes to this seat, with this colour."""
    w = table.rules.weights
    cards = i64(table.hand[heir * STRIDE + SIZE])
    value: i64 = w[NEXT_ONE] if cards == 1 else w[NEXT_TWO] if cards == 2 else 0
    lacking = known_lack(table, heir, cards, colour)
    if lacking == 0:
        return value
    if cards > 3:
        return value + w[NEXT_LACKS] * lacking // cards
    value += w[NEXT_LACKS_FEW] * lacking // cards
    return value + w[NEXT_LACKS_ALL] if lacking == cards else value


def known_lack(table: MauMauTable, seat: i64, size: i64, colour: i64) -> i64:
    """So many cards of this hand are known not to have the colour."""
    lacks = table.lacks
    at = seat * WIDTH
    got = lacks[at]
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


def colours_held(table: MauMauTable, seat: i64) -> i64:
    """How many cards of each colour a hand has, eight bits each."""
    hand = table.hand
    at = seat * STRIDE
    found: i64 = 0
    for colour in range(4):
        count: i64 = 0
        for i in range(at, at + 13):
            count += i64(hand[i])
        at += 13
        found |= count << (8 * colour)
    return found


def kinds_held(table: MauMauTable, seat: i64, kind: i64) -> i64:
    """How many cards of this kind a hand has, of any colour."""
    hand = table.hand
    at = seat * STRIDE + kind
    return i64(hand[at]) + i64(hand[at + 13]) + i64(hand[at + 26]) + i64(hand[at + 39])


def nearly_out(table: MauMauTable, seat: i64) -> bool:
    """Does somebody else hold at most two cards?"""
    for other in range(table.players):
        if other != seat and table.hand[other * STRIDE + SIZE] <= 2:
            return True
    return False
