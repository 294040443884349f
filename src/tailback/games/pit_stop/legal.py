"""What is legal in Pit Stop: the verdict on an action, and the list of what a seat may do."""

from __future__ import annotations

from mypy_extensions import i64

from tailback.core.contract import LEGAL, NOT_ASKED
from tailback.games.pit_stop.material import (
    ACCEPT,
    ACTIONS,
    ALLOW,
    CAR,
    CAR_EXCHANGE,
    COLOUR,
    COUNTER_EXCHANGE,
    COUNTER_FINE,
    COUNTER_SERVICE,
    DONE,
    DRAW,
    EXCHANGE,
    FINE,
    FINE_KIND,
    GARAGE,
    GARAGE_CARD,
    KEEP,
    LAY,
    NEW_CAR,
    NEW_CAR_CARD,
    NO_CARD,
    PAINT,
    PAINT_SHOP,
    PASS,
    RENEW,
    RETURN,
    SAY,
    SERVICE_KIND,
    SILENT,
    SWAP,
    TYPES,
    action_card,
)
from tailback.games.pit_stop.refusals import (
    ANSWER_EXCHANGE,
    CAR_FIRST,
    CARS_NEED_GARAGE,
    COLOUR_FIRST,
    COLOUR_ONLY_WITH_CARD,
    DOES_NOT_FIT,
    FINE_NEEDS_PLAYER,
    GARAGE_COLOUR,
    GARAGE_NEEDS_CAR,
    GARAGE_OPEN,
    HAS_NO_CAR,
    HAS_NO_EXCHANGE,
    HAS_NO_FINE,
    HAS_NO_NEW_CAR,
    HAS_NO_SERVICE,
    LAST_EXCHANGE,
    NEXT_PLAYER_ONLY,
    NO_CAR_OF_COLOUR,
    NO_EXCHANGE,
    NO_GARAGE,
    NO_PASS,
    NOT_IN_HAND,
    NOT_WITH_YOURSELF,
    NOT_YOURSELF,
    NOTHING_DRAWN,
    NOTHING_PENDING,
    NOTHING_TO_DRAW,
    NOTHING_TO_RETURN_WITH,
    NOTHING_TO_SAY,
    ONLY_CARS,
    ONLY_DRAWN_CARD,
    ONLY_FINE,
    ONLY_SERVICE,
    PLAYER_IS_OUT,
    RETURN_TOO_LATE,
    SAY_FIRST,
    SWAP_PLAYER_IS_OUT,
    UNKNOWN,
    WINDOW_OPEN,
)
from tailback.games.pit_stop.table import (
    DRAWN,
    FINED,
    IN_GARAGE,
    OPEN_COLOUR,
    OPEN_GARAGE,
    OVER,
    REPLY,
    SERVICED,
    TALK,
    TURN,
    WINDOW,
    PitStopTable,
)

# The verdict


def verdict_on(table: PitStopTable, seat: i64, action: i64) -> i64:
    phase = table.phase
    if phase == WINDOW:
        return window_verdict(table, seat, action)
    if phase == OVER or seat != table.seat:
        return NOT_ASKED
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    if phase == TURN:
        return turn_verdict(table, seat, action)
    if phase == DRAWN:  # CA-9
        if action == KEEP:
            return LEGAL
        card = action_card(action)
        return ONLY_DRAWN_CARD if card == NO_CARD or card != table.drawn else turn_verdict(table, seat, action)
    if phase == TALK:  # CG-33
        return LEGAL if SILENT <= action < COLOUR else SAY_FIRST
    if phase == IN_GARAGE or phase == OPEN_GARAGE:
        return garage_verdict(table, seat, action)
    if phase == SERVICED:  # CG-42, CA-11
        if COUNTER_SERVICE <= action < PAINT:
            return LEGAL if holds(table, seat, action_card(action)) else HAS_NO_SERVICE
        return LEGAL if action == ACCEPT else ONLY_SERVICE
    if phase == FINED:  # CG-50, CA-11
        if COUNTER_FINE <= action < COUNTER_SERVICE:
            return aim_verdict(table, seat, action) if holds(table, seat, action_card(action)) else HAS_NO_FINE
        return LEGAL if action == ACCEPT else ONLY_FINE
    if phase == REPLY:  # CG-72, CA-37
        if action == COUNTER_EXCHANGE:
            return LEGAL if holds(table, seat, CAR_EXCHANGE) else HAS_NO_EXCHANGE
        return LEGAL if action == ALLOW else ANSWER_EXCHANGE
    return LEGAL if action >= COLOUR else COLOUR_FIRST  # CA-7


def holds(table: PitStopTable, seat: i64, card: i64) -> bool:
    return table.hand[seat * TYPES + card] > 0


def watches(table: PitStopTable, seat: i64) -> bool:
    """Is this seat asked about a return? CA-27, CA-28, CA-29"""
    return (table.watch >> seat) & 1 == 1 and (not table.rules.poll or seat == table.first_watcher())


def window_verdict(table: PitStopTable, seat: i64, action: i64) -> i64:
    if not watches(table, seat):
        return NOT_ASKED
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    if action == PASS:
        return LEGAL
    return return_verdict(table, seat) if action == RETURN else WINDOW_OPEN


def return_verdict(table: PitStopTable, seat: i64) -> i64:
    """CG-64, CA-34"""
    if not holds(table, seat, NEW_CAR_CARD):
        return HAS_NO_NEW_CAR
    return LEGAL if table.supply() > 0 else NOTHING_TO_RETURN_WITH


def garage_verdict(table: PitStopTable, seat: i64, action: i64) -> i64:
    """CG-23, CG-61, CA-8, CA-24, CA-48"""
    opening = table.phase == OPEN_GARAGE
    if CAR <= action < FINE:
        card = action - CAR
        if card % 11 >= SERVICE_KIND:
            return ONLY_CARS
        if not opening and card // 11 != table.colour:
            return GARAGE_COLOUR
        return LEGAL if holds(table, seat, card) else HAS_NO_CAR
    if action == DONE:
        return CAR_FIRST if opening else LEGAL if may_close(table) else GARAGE_NEEDS_CAR
    if opening and (action == DRAW or action == PASS) and action == without_car(table) and cars(table, seat) == 0:
        return LEGAL
    return CAR_FIRST if opening and action == DRAW else GARAGE_OPEN


def may_close(table: PitStopTable) -> bool:
    """CA-24"""
    return table.garage_n >= table.rules.garage_min


def without_car(table: PitStopTable) -> i64:
    """What the duty to begin with a Car asks of a player who has none. CG-23, CA-8, CA-48"""
    return DRAW if table.supply() > 0 else PASS


def turn_verdict(table: PitStopTable, seat: i64, action: i64) -> i64:
    """Nothing is pending. CG-26, CG-27"""
    card = action_card(action)
    if card == NO_CARD:
        return plain_verdict(table, seat, action)
    if action == RETURN:
        return RETURN_TOO_LATE
    if COUNTER_FINE <= action < PAINT:
        return NOTHING_PENDING
    if action == COUNTER_EXCHANGE:
        return NO_EXCHANGE
    if CAR <= action < FINE:
        return CARS_NEED_GARAGE
    if not holds(table, seat, card):
        return NOT_IN_HAND
    if not table.fits(card):
        return DOES_NOT_FIT
    if action < CAR:
        return FINE_NEEDS_PLAYER if card % 11 == FINE_KIND else LEGAL
    if action < COUNTER_FINE:
        return aim_verdict(table, seat, action)
    if card == GARAGE_CARD:
        return LEGAL if may_open(table, seat, action - GARAGE) else NO_CAR_OF_COLOUR
    return exchange_verdict(table, seat, action) if SWAP <= action <= RENEW else LEGAL


def plain_verdict(table: PitStopTable, seat: i64, action: i64) -> i64:
    """An action without a card."""
    if action == DRAW:
        return LEGAL if table.supply() > 0 else NOTHING_TO_DRAW
    if action == PASS:  # CA-48
        return LEGAL if table.supply() == 0 and plays(table, seat) == 0 else NO_PASS
    if action == ACCEPT:
        return NOTHING_PENDING
    if action == ALLOW:
        return NO_EXCHANGE
    if action == KEEP:
        return NOTHING_DRAWN
    if action == DONE:
        return NO_GARAGE
    return COLOUR_ONLY_WITH_CARD if action >= COLOUR else NOTHING_TO_SAY


def may_open(table: PitStopTable, seat: i64, colour: i64) -> bool:
    """A Garage wants a Car of its colour. CG-61, CA-24"""
    return table.rules.garage_min == 0 or table.has_car(seat, colour)


def exchange_verdict(table: PitStopTable, seat: i64, action: i64) -> i64:
    """Swapping or renewing a hand. CG-71, CA-35, CA-36"""
    if table.size[seat] == 1:
        return LAST_EXCHANGE
    if action == RENEW:
        return LEGAL
    target = action - SWAP
    if target == seat:
        return NOT_WITH_YOURSELF
    return LEGAL if target < table.players and table.still_in(target) else SWAP_PLAYER_IS_OUT


def aim_verdict(table: PitStopTable, seat: i64, action: i64) -> i64:
    """Whom a Fine may hit. CG-45, CA-14, CA-15"""
    target = (action - FINE) % 8
    if target == seat:
        return NOT_YOURSELF
    if target >= table.players or not table.still_in(target):
        return PLAYER_IS_OUT
    return LEGAL if not table.rules.fine_next or target == table.after(seat) else NEXT_PLAYER_ONLY


# The list


def list_moves(table: PitStopTable, seat: i64) -> i64:
    phase = table.phase
    n: i64 = 0
    if phase == WINDOW:
        if not watches(table, seat):
            return 0
        if return_verdict(table, seat) == LEGAL:
            n = only(table, RETURN)
        return last(table, n, PASS)
    if phase == OVER or seat != table.seat:
        return 0
    if phase == TURN:
        return turn_moves(table, seat)
    if phase == IN_GARAGE:
        n = cars_of(table, seat, table.colour, 0)
        return last(table, n, DONE) if may_close(table) else n
    if phase == SERVICED:
        return counters(table, seat, SERVICE_KIND)
    if phase == FINED:
        return counters(table, seat, FINE_KIND)
    if phase == DRAWN:  # asked whatever was drawn, so that the question tells nothing: CA-9
        if table.fits(table.drawn):
            n = offer(table, 0, seat, table.drawn)
        return last(table, n, KEEP)
    if phase == OPEN_GARAGE:
        n = cars(table, seat)
        return n if n > 0 else only(table, without_car(table))
    if phase == REPLY:
        if holds(table, seat, CAR_EXCHANGE):
            n = only(table, COUNTER_EXCHANGE)
        return last(table, n, ALLOW)
    if phase == TALK:
        for i in range(8):
            table.buf[i] = SAY + i
        return last(table, 8, SILENT)
    for colour in range(4):
        table.buf[colour] = COLOUR + colour
    return 4


def only(table: PitStopTable, action: i64) -> i64:
    table.buf[0] = action
    return 1


def last(table: PitStopTable, n: i64, action: i64) -> i64:
    """The harmless answer stands last wherever there is one."""
    table.buf[n] = action
    return n + 1


def turn_moves(table: PitStopTable, seat: i64) -> i64:
    """Everything that fits, and drawing. CG-26, CG-29..CG-31, CA-9, CA-12"""
    n = plays(table, seat)
    if table.supply() > 0:
        return last(table, n, DRAW)
    return n if n > 0 else only(table, PASS)


def plays(table: PitStopTable, seat: i64) -> i64:
    """Write the ways to play the cards of this hand that `fits` allows, found quicker than by asking for each."""
    n: i64 = 0
    base = seat * TYPES
    hand = table.hand
    buf = table.buf
    first = table.colour * 11
    for card in range(first, first + FINE_KIND):
        # Written in any case, since no processor can guess which cards are held: the next one overwrites it.
        buf[n] = LAY + card
        if hand[base + card] > 0:
            n += 1
    if hand[base + first + FINE_KIND] > 0:
        n = offer(table, n, seat, first + FINE_KIND)
    top = table.top()
    if top < PAINT_SHOP:
        card = top % 11
        for colour in range(4):
            if colour != table.colour and hand[base + card] > 0:
                n = offer(table, n, seat, card)
            card += 11
    for card in range(PAINT_SHOP, TYPES):
        if hand[base + card] > 0:
            n = offer(table, n, seat, card)
    return n


def offer(table: PitStopTable, n: i64, seat: i64, card: i64) -> i64:
    """Write the ways to play this card on one's own turn."""
    if card < PAINT_SHOP:
        if card % 11 == FINE_KIND:
            return aim(table, n, FINE + card // 11 * 8, seat)
        table.buf[n] = LAY + card
        return n + 1
    if card == PAINT_SHOP:  # CG-58, CA-22
        for colour in range(4):
            table.buf[n + colour] = PAINT + colour
        return n + 4
    if card == GARAGE_CARD:
        for colour in range(4):
            if may_open(table, seat, colour):
                table.buf[n] = GARAGE + colour
                n += 1
        return n
    if card == NEW_CAR_CARD:  # CG-67, CA-33
        table.buf[n] = NEW_CAR
        return n + 1
    if exchange_verdict(table, seat, RENEW) == LEGAL:
        n = last(table, others(table, n, SWAP, seat), RENEW)
    table.buf[n] = EXCHANGE  # CG-74, CA-40
    return n + 1


def aim(table: PitStopTable, n: i64, first: i64, seat: i64) -> i64:
    """The players this one may fine; `aim_verdict` says the same of each."""
    return last(table, n, first + table.after(seat)) if table.rules.fine_next else others(table, n, first, seat)


def others(table: PitStopTable, n: i64, first: i64, seat: i64) -> i64:
    """One action for every other player who is still in."""
    for other in range(table.players):
        if table.still_in(other) and other != seat:
            table.buf[n] = first + other
            n += 1
    return n


def counters(table: PitStopTable, seat: i64, kind: i64) -> i64:
    """A Service or a Fine against its own kind, or accepting."""
    n: i64 = 0
    for colour in range(4):
        if holds(table, seat, colour * 11 + kind):
            if kind == FINE_KIND:
                n = aim(table, n, COUNTER_FINE + colour * 8, seat)
            else:
                n = last(table, n, COUNTER_SERVICE + colour)
    return last(table, n, ACCEPT)


def cars(table: PitStopTable, seat: i64) -> i64:
    """Write every Car of this hand."""
    n: i64 = 0
    for colour in range(4):
        n = cars_of(table, seat, colour, n)
    return n


def cars_of(table: PitStopTable, seat: i64, colour: i64, n: i64) -> i64:
    for card in range(colour * 11, colour * 11 + SERVICE_KIND):
        if table.hand[seat * TYPES + card] > 0:
            table.buf[n] = CAR + card
            n += 1
    return n


def must_pass(table: PitStopTable, seat: i64) -> bool:
    """On one's turn nobody passes who could do anything else, so passing tells it. CA-8, CA-48"""
    if table.phase != TURN and table.phase != OPEN_GARAGE:
        return False
    return list_moves(table, seat) == 1 and table.buf[0] == PASS


# Time-outs


def timed_out(table: PitStopTable, seat: i64) -> i64:
    """Draw, accept, allow, pass, keep, stay silent; else the first card there is, in the commonest colour."""
    n = list_moves(table, seat)
    if n == 0:
        return -1
    if table.phase == OPEN_COLOUR:
        return commonest(table, seat, COLOUR)
    first = table.buf[0]
    final = table.buf[n - 1]
    # The harmless answer stands last wherever there is one.
    if final >= DRAW or final == ALLOW:
        return final
    if PAINT <= first < SWAP:
        return commonest(table, seat, PAINT if first < GARAGE else GARAGE)
    return first


def commonest(table: PitStopTable, seat: i64, first: i64) -> i64:
    """Of four actions, one for each colour: the legal one in the colour this seat has most cards of."""
    best = first
    most: i64 = -1
    for colour in range(4):
        count = table.colour_count(seat, colour)
        if count > most and verdict_on(table, seat, first + colour) == LEGAL:
            best = first + colour
            most = count
    return best
