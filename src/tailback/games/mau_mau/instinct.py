"""How a sensible player of Mau-Mau decides: by the worth of each move, from what its seat knows.

A move is worth what it does to the own hand (few colours, few points, something to follow with), to whoever it hits
and to whoever is next. The weights are ten-thousandths of a match won, roughly. They come from self-play: in 7000
positions of matches between two and four, every move was tried in 50 imagined worlds and played on by an earlier form
of these rules; the weights are the least squares fit to how much oftener each move won than the others.
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

# Drawing instead of laying, and every card to take.
DRAWING: Final = -626
TAKING: Final = -269
# Every point that leaves the hand: less from a big hand, more when somebody is nearly out.
POINT: Final = 16
POINT_BIG: Final = -11
POINT_LATE: Final = 14
BIG: Final = 6
# Each colour in the hand that is left, each card in it of the colour just laid, having any at all, each of its kind.
COLOUR: Final = -179
SAME_COLOUR: Final = 25
FOLLOW_UP: Final = 158
SAME_KIND: Final = -37
# The same when two or three cards are left.
COLOUR_FEW: Final = -129
SAME_COLOUR_TWO: Final = 119
FOLLOW_UP_FEW: Final = 219
SAME_KIND_FEW: Final = -131
# The last card goes on this one by its colour, or as a colour change on everything.
LAST_COLOUR: Final = 914
LAST_WILD: Final = 371
# A colour change goes on everything: it is worth most as one of the last cards, unless others are nearly out.
WILD_LAID: Final = -344
WILD_FEW: Final = -353
WILD_LATE: Final = 273
# The other specials are worth something in the hand, too; a second Take 2 may go.
REVERSE_LAID: Final = -33
STOP_LAID: Final = -73
TAKE2_LAID: Final = -115
TAKE2_SECOND: Final = 131
# Whoever is hit holds one card or three; or the own last card comes next.
HIT_ONE: Final = 375
HIT_THREE: Final = 117
HIT_LAST: Final = 546
# The turn comes back at once.
AGAIN: Final = 47
# Whoever is next holds one card or two.
NEXT_ONE: Final = -26
NEXT_TWO: Final = -83
# Everybody knows that cards of the next hand are not of this colour: all of them, times the part that they are.
NEXT_LACKS: Final = 167
NEXT_LACKS_FEW: Final = 198
NEXT_LACKS_ALL: Final = 208


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


def worth(table: MauMauTable, seat: i64, action: i64, size: i64, held: i64, late: bool) -> i64:
    if action >= NAME:
        colour = action - NAME
        return kept(table, seat, size, held, colour, -1) + left_to(table, table.after(1), colour)
    if action == DRAW or action == KEEP or action == PASS:
        return DRAWING
    if action == TAKE:
        return TAKING * table.pending
    if size == 1:
        return 1_000_000
    if action < WILD:
        return plain(table, seat, laid_card(action), size, held, late)
    colour = (action - WILD) % 4
    value: i64 = WILD_LAID
    if size < 5:
        value += WILD_FEW
    if late:
        value += WILD_LATE
    return value + kept(table, seat, size - 1, held, colour, -1) + left_to(table, table.after(1), colour)


def plain(table: MauMauTable, seat: i64, card: i64, size: i64, held: i64, late: bool) -> i64:
    """A coloured card."""
    colour = card // 13
    kind = card % 13
    point: i64 = POINT
    if size >= BIG:
        point += POINT_BIG
    if late:
        point += POINT_LATE
    value = kept(table, seat, size - 1, held - (1 << (8 * colour)), colour, kind)
    if kind < REVERSE:
        return value + point * (kind + 1) + left_to(table, table.after(1), colour)
    value += 10 * point
    players = table.players
    if kind == REVERSE:
        if players == 2 and table.rules.extra_turn:
            return value + REVERSE_LAID + AGAIN
        return value + REVERSE_LAID + left_to(table, (seat - table.step + players) % players, colour)
    cards = i64(table.hand[table.after(1) * STRIDE + SIZE])
    value += HIT_ONE if cards == 1 else HIT_THREE if cards == 3 else 0
    if size == 2:
        value += HIT_LAST
    if kind == TAKE2:
        value += TAKE2_LAID
        return value + TAKE2_SECOND if kinds_held(table, seat, TAKE2) > 1 else value
    if kind != TAKE4:
        value += STOP_LAID
    return value + (AGAIN if players == 2 else left_to(table, table.after(2), colour))


def kept(table: MauMauTable, seat: i64, size: i64, held: i64, colour: i64, kind: i64) -> i64:
    """The hand that is left, of this size and with these colours, after a card of this colour and kind."""
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
        last: i64 = LAST_COLOUR if same > 0 else LAST_WILD if colours == 0 else 0
        return last + COLOUR_FEW * colours
    alike: i64 = kinds_held(table, seat, kind) - 1 if kind >= 0 else 0
    if size > 3:
        value = COLOUR * colours + SAME_COLOUR * same + SAME_KIND * alike
        return value + FOLLOW_UP if same > 0 else value
    value = COLOUR_FEW * colours + SAME_KIND_FEW * alike
    if size == 2:
        value += SAME_COLOUR_TWO * same
    return value + FOLLOW_UP_FEW if same > 0 else value


def left_to(table: MauMauTable, heir: i64, colour: i64) -> i64:
    """The turn goes to this seat, with this colour."""
    cards = i64(table.hand[heir * STRIDE + SIZE])
    value: i64 = NEXT_ONE if cards == 1 else NEXT_TWO if cards == 2 else 0
    lacking = known_lack(table, heir, cards, colour)
    if lacking == 0:
        return value
    if cards > 3:
        return value + NEXT_LACKS * lacking // cards
    value += NEXT_LACKS_FEW * lacking // cards
    return value + NEXT_LACKS_ALL if lacking == cards else value


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
        for _ in range(13):
            count += i64(hand[at])
            at += 1
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
