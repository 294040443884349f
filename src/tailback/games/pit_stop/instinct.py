"""How a sensible player acts in Pit Stop: rules of thumb in numbers, where a card in the hand counts about 100."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.rng import Rng
from tailback.games.pit_stop.legal import list_moves
from tailback.games.pit_stop.material import (
    ACCEPT,
    ALLOW,
    CAR,
    CAR_EXCHANGE,
    COLOUR,
    COUNTER_EXCHANGE,
    COUNTER_FINE,
    COUNTER_SERVICE,
    DRAW,
    EXCHANGE,
    FINE,
    FINE_KIND,
    GARAGE,
    GARAGE_CARD,
    NEW_CAR,
    NEW_CAR_CARD,
    PAINT,
    PAINT_SHOP,
    RENEW,
    RETURN,
    SAY,
    SERVICE_KIND,
    SWAP,
    TYPES,
    action_card,
)
from tailback.games.pit_stop.table import IN_GARAGE, TALK, PitStopTable

# A card less in the hand counts 100; the others were found by play against itself.
SHED: Final = 100
FOLLOW_COLOUR: Final = -5
FOLLOW_KIND: Final = 3
LONE: Final = 47
SURE: Final = 88
PS_KEPT: Final = 103
PS_LATE: Final = 34
GA_KEPT: Final = 104
GA_LATE: Final = 51
CX_KEPT: Final = 150
CX_LATE: Final = 65
NC_KEPT: Final = 144
NC_LATE: Final = 41
GREY_SECOND: Final = 46
DRAW_W: Final = -2
SV_W: Final = 20
SV_NEAR: Final = 141
SV_RISK: Final = -10
SV_AGAIN: Final = 57
SV_COUNTER: Final = 1
FN_KEPT: Final = 4
FN_RISK: Final = 0
GIVEN: Final = 75
SKIPPED: Final = 8
AGAIN: Final = 67
SKIP_NEAR: Final = 44
FN_COUNTER: Final = 60
CHAINED: Final = 13
NEAR1: Final = 122
NEAR2: Final = 16
NEAR3: Final = -12
SWAP_W: Final = 60
SWAP_COST: Final = 39
SWAP_NEAR: Final = 106
RENEW_CARD: Final = 10
RENEW_GREY: Final = 60
RENEW_COLOUR: Final = 5
RENEW_FINE: Final = 20
RETURN_W: Final = 131
RETURN_LATER: Final = 15
COUNTER_CX: Final = -16
ALLOW_W: Final = 45
ACCEPT_W: Final = -91
GA_CAR: Final = 22
GA_ONE: Final = -2
PS_COLOUR: Final = 10
AGAIN_GREY: Final = 10

WON: Final = 100_000


def sensible(table: PitStopTable, seat: i64, rng: Rng) -> i64:
    """The action that looks best; chance settles ties."""
    n = list_moves(table, seat)
    best = table.buf[0]
    if n == 1:
        return best
    if table.phase == TALK:
        return SAY + rng.below(8)
    most: i64 = -WON
    ties: i64 = 0
    for i in range(n):
        action = table.buf[i]
        value = worth(table, seat, action)
        if value > most:
            best, most, ties = action, value, 1
        elif value == most:
            ties += 1
            if rng.below(ties) == 0:
                best = action
    return best


def worth(table: PitStopTable, seat: i64, action: i64) -> i64:
    if action < CAR:
        card = action
        value = SHED + coloured(table, seat, card)
        if card % 11 == SERVICE_KIND:
            value += service(table, seat)
        return value
    if action < FINE:
        return in_garage(table, seat, action - CAR)
    if action < COUNTER_SERVICE:
        return fine(table, seat, action)
    if action < PAINT:
        return SHED + coloured(table, seat, action_card(action)) + SV_COUNTER + service(table, seat)
    if action < GARAGE:
        return paint(table, seat, action - PAINT)
    if action < SWAP:
        return garage(table, seat, action - GARAGE)
    if action < RENEW:
        return swap(table, seat, action - SWAP)
    if action == RENEW:
        return renew(table, seat)
    if action == EXCHANGE:
        return SHED - kept(table, seat, CAR_EXCHANGE) + sure(table, seat, CAR_EXCHANGE)
    if action == NEW_CAR:
        return SHED - kept(table, seat, NEW_CAR_CARD) + sure(table, seat, NEW_CAR_CARD)
    if action == COUNTER_EXCHANGE:
        return SHED + COUNTER_CX
    if action == ALLOW:
        return ALLOW_W * (i64(table.size[seat]) - i64(table.size[table.trader]))
    if action == RETURN:
        return back(table, seat)
    if action == DRAW:
        return DRAW_W
    if action == ACCEPT:
        return ACCEPT_W
    if action >= COLOUR:
        return table.colour_count(seat, action - COLOUR)
    return 0


def coloured(table: PitStopTable, seat: i64, card: i64) -> i64:
    """What becomes of the rest of the hand when this card lies on top."""
    size = i64(table.size[seat])
    if size == 1:
        return WON
    colour = card // 11
    kind = card % 11
    of_colour = table.colour_count(seat, colour) - 1
    value = FOLLOW_COLOUR * of_colour + FOLLOW_KIND * (of_kind(table, seat, kind) - 1)
    if of_colour == 0:
        value += LONE
    return value + sure(table, seat, card)


def of_kind(table: PitStopTable, seat: i64, kind: i64) -> i64:
    at = seat * TYPES + kind
    hand = table.hand
    return i64(hand[at]) + i64(hand[at + 11]) + i64(hand[at + 22]) + i64(hand[at + 33])


def greys(table: PitStopTable, seat: i64) -> i64:
    at = seat * TYPES + PAINT_SHOP
    hand = table.hand
    return i64(hand[at]) + i64(hand[at + 1]) + i64(hand[at + 2]) + i64(hand[at + 3])


def sure(table: PitStopTable, seat: i64, card: i64) -> i64:
    """Is the hand won with this card? Or can what is left go in one turn, whatever lies on the pile?"""
    rest = i64(table.size[seat]) - 1
    if rest == 0:
        return WON
    garages = i64(table.hand[seat * TYPES + GARAGE_CARD]) - (1 if card == GARAGE_CARD else 0)
    if garages == 0:
        if rest > 1:
            return 0
        return SURE if greys(table, seat) - (1 if card >= PAINT_SHOP else 0) == 1 else 0
    if garages > 1 or rest == 1:
        return 0
    for colour in range(4):
        cars = cars_held(table, seat, colour)
        if card // 11 == colour and card % 11 < SERVICE_KIND:
            cars -= 1
        if cars > 0:
            return SURE if cars == rest - 1 else 0
    return 0


def kept(table: PitStopTable, seat: i64, card: i64) -> i64:
    """What a grey card is worth in the hand."""
    late = i64(table.size[seat]) <= 3
    value: i64 = 0
    if card == PAINT_SHOP:
        value = PS_LATE if late else PS_KEPT
    elif card == GARAGE_CARD:
        value = GA_LATE if late else GA_KEPT
    elif card == CAR_EXCHANGE:
        value = CX_LATE if late else CX_KEPT
    else:
        value = NC_LATE if late else NC_KEPT
    # A second one does as well.
    if greys(table, seat) > 1:
        value -= GREY_SECOND
    return value


def near(table: PitStopTable, other: i64) -> i64:
    """How pressing it is to hold this player up."""
    size = i64(table.size[other])
    if size > 3:
        return 0
    return NEAR1 if size <= 1 else NEAR2 if size == 2 else NEAR3


def service(table: PitStopTable, seat: i64) -> i64:
    target = table.after(seat)
    value = SV_W + near(table, target) * SV_NEAR // 100 - SV_RISK * i64(table.size[target])
    if table.after(target) == seat:
        value += SV_AGAIN
        if greys(table, seat) > 0:
            value += AGAIN_GREY
    return value


def fine(table: PitStopTable, seat: i64, action: i64) -> i64:
    """Gives away cards, hits somebody, and makes everybody up to there miss a turn."""
    target = (action - FINE) % 8
    rest = i64(table.size[seat]) - 1
    given: i64 = 2 if rest > 2 else 1 if rest == 2 else 0
    value = SHED + coloured(table, seat, action_card(action)) + GIVEN * given - FN_KEPT
    value += near(table, target) - FN_RISK * i64(table.size[target])
    skipped: i64 = 0
    other = table.after(seat)
    while other != target:
        skipped += 1
        value += near(table, other) * SKIP_NEAR // 100
        other = table.after(other)
    value += SKIPPED * skipped
    if table.after(target) == seat:
        value += AGAIN
        if greys(table, seat) > 0:
            value += AGAIN_GREY
    if action >= COUNTER_FINE:
        value += FN_COUNTER * len(table.chain)
    if target in table.chain:
        value -= CHAINED
    return value


def paint(table: PitStopTable, seat: i64, colour: i64) -> i64:
    value = SHED - kept(table, seat, PAINT_SHOP) + sure(table, seat, PAINT_SHOP)
    return value + PS_COLOUR * table.colour_count(seat, colour)


def cars_held(table: PitStopTable, seat: i64, colour: i64) -> i64:
    at = seat * TYPES + colour * 11
    return table.colour_count(seat, colour) - i64(table.hand[at + SERVICE_KIND]) - i64(table.hand[at + FINE_KIND])


def garage(table: PitStopTable, seat: i64, colour: i64) -> i64:
    cars = cars_held(table, seat, colour)
    rest = i64(table.size[seat]) - 1 - cars
    if rest == 0:
        return WON
    value = SHED + GA_CAR * cars - kept(table, seat, GARAGE_CARD)
    if rest == 1:
        value += GA_ONE
        if greys(table, seat) == 2 and table.hand[seat * TYPES + GARAGE_CARD] == 1:
            value += SURE
    return value + FOLLOW_COLOUR * (table.colour_count(seat, colour) - cars)


def in_garage(table: PitStopTable, seat: i64, card: i64) -> i64:
    """All of them, the one that the rest of the hand follows best on top: so the worst one first."""
    value: i64 = 1000 - 10 * (of_kind(table, seat, card % 11) - i64(table.hand[seat * TYPES + card]))
    if table.phase != IN_GARAGE:
        value += 100 * cars_held(table, seat, card // 11)
    return value


def swap(table: PitStopTable, seat: i64, target: i64) -> i64:
    theirs = i64(table.size[target])
    value = SWAP_W * (i64(table.size[seat]) - 1 - theirs) - SWAP_COST
    return value + near(table, target) * SWAP_NEAR // 100


def renew(table: PitStopTable, seat: i64) -> i64:
    """A card less, as without its use, and new cards for the rest: better than those that nothing speaks for."""
    value = SHED - kept(table, seat, CAR_EXCHANGE) + RENEW_CARD * (i64(table.size[seat]) - 1)
    value -= RENEW_GREY * (greys(table, seat) - 1)
    at = seat * TYPES + FINE_KIND
    for colour in range(i64(4)):
        held = table.colour_count(seat, colour)
        if held > 1:
            value -= RENEW_COLOUR * (held - 1)
        value -= RENEW_FINE * i64(table.hand[at])
        at += 11
    return value


def back(table: PitStopTable, seat: i64) -> i64:
    """Bringing somebody back costs no turn and sheds a card."""
    if table.size[seat] == 1 or table.count_in() == 1:
        return WON
    value = RETURN_W
    if table.placed > 1:
        value += RETURN_LATER
    return value
