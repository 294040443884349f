"""How a sensible driver plays Trafic Turbo, from what everybody at the table sees and the own card.

Values are hundredths of a column, as in `drive`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.contract import LEGAL
from tailback.games.trafic_turbo.drive import (
    COLUMN,
    FINE,
    NEVER,
    POINT,
    best_step,
    bits_of,
    drive_worth,
    reach,
    stand_worth,
    survey,
)
from tailback.games.trafic_turbo.legal import judge_arrow, lane_moves, traffic_moves
from tailback.games.trafic_turbo.material import (
    ARROWS,
    CELLS,
    DISCARD,
    DRAW,
    EMPTY,
    FACES,
    KEEP,
    LEFT,
    MANEUVER,
    MIRROR,
    NO,
    NO_CARD,
    NODES,
    PLACE,
    PLAY,
    POLICE,
    RIGHT,
    SEND_POLICE,
    SEND_VEHICLE,
    SKID_LEFT,
    STAY,
    TAKE,
    TAKE_NOTHING,
    TURBO,
    USE,
    VEHICLE,
    WARNING,
    WIDTH,
    is_turbo,
    number_on,
)
from tailback.games.trafic_turbo.road import Road
from tailback.games.trafic_turbo.table import (
    CHASING,
    CROSSED,
    DIE,
    DRAWING,
    KEEPING,
    NO_SIDE,
    SEARCHING,
    SHEET,
    SHIFTING,
    SKIPS,
    STEPPING,
    USING,
    WITH_MANEUVER,
    WITH_TURBO,
    WITH_WARNING,
)

# A kept card is used when it gains so much; a kept Turbo besides for each of its spaces, as it costs the draw.
USE_WARNING: Final = 60
USE_MANEUVER: Final = 60
PLAY_TURBO: Final = 30
EACH_SPACE: Final = 65
# What cards are worth lying in front of a player: a Turbo so much and more for each of its spaces.
KEPT_WARNING: Final = 150
KEPT_MANEUVER: Final = 120
KEPT_TURBO: Final = 60
KEPT_SPACE: Final = 60
# A Traffic card out of the pile.
TAKEN_TRAFFIC: Final = 50
# A fine for a rival, and more for each column that this car leads.
CATCH: Final = 200
CATCH_LEAD: Final = 10
LEAST_CATCH: Final = 10
# Free road, in percent: the own one, that of a rival level with the rest, and more for each column that it leads.
OWN_ROAD: Final = 150
RIVALS_ROAD: Final = 50
LEADERS_ROAD: Final = 10
LEAST_ROAD: Final = 20
# The Police in the way holds up a car that finds no way round, and stays there; in percent of the road it takes.
BLOCK: Final = 120
# A grey space that the first roll may end on.
GREY_AHEAD: Final = 17


def sensible(road: Road, seat: i64) -> i64:
    """What a sensible driver does now."""
    phase = road.phase
    survey(road)
    if phase == STEPPING:
        return best_step(road, seat)
    if phase == SHIFTING:
        return best_vehicle(road, seat)
    if phase == CHASING:
        best_patrol(road, seat, road.budget)
        return road.best
    if phase == USING:
        return use_or_not(road, seat)
    if phase == DRAWING:
        return draw_or_play(road, seat)
    if phase == KEEPING:
        return keep_or_play(road, seat)
    if phase == SEARCHING:
        return best_of_pile(road, seat)
    return best_arrow(road, seat)


# The start


def best_arrow(road: Road, seat: i64) -> i64:
    """Far ahead, with a free road that is not grey."""
    best: i64 = -1
    most: i64 = NEVER
    for arrow in range(ARROWS):
        if judge_arrow(road, seat, arrow) != LEGAL:
            continue
        at = i64(road.rules.road.arrow[arrow])
        worth = at % WIDTH * COLUMN + reach(road, at, -1)
        to = at
        for _k in range(5):
            to = i64(road.rules.ahead[to])
            if road.rules.grey[to] > 0:
                worth -= GREY_AHEAD
        if worth > most:
            best, most = arrow, worth
    return PLACE + best


# Cards


def use_or_not(road: Road, seat: i64) -> i64:
    """A kept Warning or Maneuver goes where it gains enough to be worth a card and the draw."""
    card = i64(road.hand[seat])
    if card != WARNING and card != MANEUVER:
        return NO
    plain = drive_worth(road, seat, road.roll, DIE, NO_SIDE)
    if card == WARNING:
        gain = drive_worth(road, seat, road.roll, WITH_WARNING, NO_SIDE) - plain - USE_WARNING
    else:
        gain = drive_worth(road, seat, road.roll, WITH_MANEUVER, NO_SIDE) - plain - USE_MANEUVER
    return USE if gain > 0 else NO


def turbo_gain(road: Road, seat: i64, card: i64) -> i64:
    """What a Turbo played now is worth."""
    begin = road.begin
    road.begin = i64(road.cell[seat])
    gain = drive_worth(road, seat, number_on(card), WITH_TURBO, road.side) - stand_worth(road, seat)
    road.begin = begin
    return gain


def draw_or_play(road: Road, seat: i64) -> i64:
    """A kept Turbo is played when nearly all of it is gained: it costs the draw."""
    card = i64(road.hand[seat])
    if road.stopped or not is_turbo(card):
        return DRAW
    return PLAY if turbo_gain(road, seat, card) >= number_on(card) * EACH_SPACE + PLAY_TURBO else DRAW


def kept_worth(card: i64) -> i64:
    if card == NO_CARD:
        return 0
    if card == WARNING:
        return KEPT_WARNING
    if card == MANEUVER:
        return KEPT_MANEUVER
    return KEPT_TURBO + number_on(card) * KEPT_SPACE


def keep_or_play(road: Road, seat: i64) -> i64:
    """A Turbo is played where that gains more than having it, and rather than throwing one away for nothing."""
    card = road.drawn
    held = kept_worth(i64(road.hand[seat]))
    kept = kept_worth(card)
    if is_turbo(card) and not road.stopped and turbo_gain(road, seat, card) >= max(kept - held, 0):
        return PLAY
    return KEEP if kept > held else DISCARD


def taken_worth(road: Road, seat: i64, card: i64) -> i64:
    """What a card out of the pile is worth: done now, or kept in place of the one in hand."""
    if card < TURBO:
        return TAKEN_TRAFFIC
    if POLICE <= card < SKID_LEFT:
        return best_patrol(road, seat, number_on(card))
    if card < WARNING and not is_turbo(card):
        return NEVER
    worth = kept_worth(card) - kept_worth(i64(road.hand[seat]))
    if is_turbo(card) and not road.stopped:
        worth = max(worth, turbo_gain(road, seat, card))
    return worth


def best_of_pile(road: Road, seat: i64) -> i64:
    """With Mirror: what gains most now."""
    best: i64 = TAKE_NOTHING
    most: i64 = 0
    seen = road.faces_in_pile()
    for card in range(FACES):
        if (seen >> card) & 1 and card != MIRROR:
            worth = taken_worth(road, seat, card)
            if worth > most:
                best, most = TAKE + card, worth
    return best


# Rivals


def weigh_up(road: Road, seat: i64) -> None:
    """Note the best rival, and by how many columns each leads everybody else or is behind the best of them."""
    road.chief = -1
    first: i64 = NEVER
    second: i64 = NEVER
    for other in range(road.players):
        if road.sheet[other * SHEET + CROSSED] == 0:
            p = road.p[other]
            if other != seat and (road.chief < 0 or p > road.p[road.chief]):
                road.chief = other
            if p > first:
                first, second = p, first
            elif p > second:
                second = p
    for other in range(road.players):
        p = road.p[other]
        road.leads[other] = p - (second if p == first else first)


# The Police


def catch_worth(road: Road, seat: i64, cell: i64) -> i64:
    """What it is worth to the seat that the car on this cell, if there is one, gets a fine."""
    if cell < 0:
        return 0
    what = i64(road.grid[cell])
    if what == EMPTY or what >= VEHICLE:
        return 0
    other = what - 1
    if other == seat:
        return -FINE - (POINT if road.rules.points else 0)
    worth: i64 = POINT // 3 if road.rules.points else 0
    if road.sheet[other * SHEET + SKIPS] > 0 and not road.rules.stack_skips:
        return worth
    return worth + max(LEAST_CATCH, CATCH + CATCH_LEAD * road.leads[other])


def patrol_worth(road: Road, seat: i64, node: i64) -> i64:
    return (
        catch_worth(road, seat, i64(road.rules.ahead[node]))
        + catch_worth(road, seat, i64(road.rules.behind[node]))
        + catch_worth(road, seat, road.beside(node, LEFT))
        + catch_worth(road, seat, road.beside(node, RIGHT))
    )


def best_patrol(road: Road, seat: i64, budget: i64) -> i64:
    """Fine whoever leads, never oneself; else stand in the way. The action is left in `best`, its worth returned."""
    weigh_up(road, seat)
    rules = road.rules
    best: i64 = STAY
    most: i64 = 0
    row = road.police * NODES
    for other in range(road.players):
        if other == seat or road.sheet[other * SHEET + CROSSED] > 0:
            continue
        at = i64(road.cell[other])
        for way in range(5):
            node = i64(rules.behind[at])
            if way < 2:
                node = road.beside(at, way + 1)
            elif way > 2:
                # The last one is two spaces ahead: there it catches nobody and stays in the way.
                node = i64(rules.ahead[at]) if way == 3 else i64(rules.ahead[i64(rules.ahead[at])])
            if node < 0 or i64(rules.far[row + node]) > budget or road.grid[node] != EMPTY:
                continue
            worth = patrol_worth(road, seat, node)
            if way == 4 and worth == 0:
                worth = block_worth(road, seat, node)
            if worth > most:
                best, most = SEND_POLICE + node, worth
    road.best = best
    return most


def block_worth(road: Road, seat: i64, node: i64) -> i64:
    """What the Police is worth on this space as an obstacle."""
    who: i64 = 0
    for other in range(road.players):
        if road.sheet[other * SHEET + CROSSED] == 0 and ahead_of(road, node, i64(road.cell[other])) <= 6:
            who |= 1 << other
    before = free_road(road, seat, who)
    bit = road.rules.bits[node]
    road.lanes[node // WIDTH] |= bit
    worth = (free_road(road, seat, who) - before) * BLOCK // 100
    road.lanes[node // WIDTH] &= ~bit
    return worth


# Traffic


def ahead_of(road: Road, cell: i64, at: i64) -> i64:
    """How many columns the cell lies ahead of this one."""
    found = cell % WIDTH - at % WIDTH
    return found if found >= 0 else found + road.rules.columns


def free_road(road: Road, seat: i64, who: i64) -> i64:
    """Own free road minus that of the rivals, of these cars, one bit each."""
    worth: i64 = 0
    for other in range(road.players):
        if (who >> other) & 1 == 0:
            continue
        free = reach(road, i64(road.cell[other]), -1)
        if other == seat:
            worth += free * OWN_ROAD // 100
        else:
            worth -= free * max(LEAST_ROAD, RIVALS_ROAD + LEADERS_ROAD * road.leads[other]) // 100
    return worth


def concerned(road: Road, seat: i64, at: i64) -> i64:
    """Of the own car and the best rival, one bit each, whom a vehicle here stands before, or may when it has moved."""
    who: i64 = 0
    for other in range(road.players):
        if other == seat or other == road.chief:
            gap = ahead_of(road, at, i64(road.cell[other]))
            if gap <= 6 or gap + road.budget >= road.rules.columns:
                who |= 1 << other
    return who


def best_vehicle(road: Road, seat: i64) -> i64:
    """Free the own road and fill that of the rivals; where nothing of that is to be had, one long move."""
    weigh_up(road, seat)
    best: i64 = -1
    most: i64 = NEVER
    buf = road.buf
    lanes = road.lanes
    for vehicle in range(road.rules.vehicles):
        if (road.used >> vehicle) & 1:
            continue
        at = i64(road.rear[vehicle])
        who = concerned(road, seat, at)
        run = road.free_run(vehicle)
        if who == 0 and run <= most:
            continue
        to = at
        n: i64 = 0
        for _k in range(run):
            to = i64(road.rules.ahead[to])
            buf[n] = SEND_VEHICLE + vehicle * CELLS + to
            n += 1
        if who == 0:
            if n > 0:
                best, most = buf[n - 1], run
            continue
        if at >= WIDTH:
            n = lane_moves(road, n, vehicle, at - WIDTH, run)
        if at < CELLS - WIDTH:
            n = lane_moves(road, n, vehicle, at + WIDTH, run)
        before = free_road(road, seat, who)
        here = bits_of(road, vehicle, at)
        lanes[at // WIDTH] &= ~here
        for i in range(n):
            to = (buf[i] - SEND_VEHICLE) % CELLS
            bits = bits_of(road, vehicle, to)
            lanes[to // WIDTH] |= bits
            worth = free_road(road, seat, who) - before + road.traffic_cost(vehicle, to)
            lanes[to // WIDTH] &= ~bits
            if worth > most:
                best, most = buf[i], worth
        lanes[at // WIDTH] |= here
    if best < 0:  # only changes of lane are left, far from everybody
        traffic_moves(road)
        best = buf[0]
    return best


# One action among many


def first_sight(road: Road, seat: i64, action: i64) -> i64:
    """About what a move of the traffic or of the Police, or a card out of the pile, is worth."""
    survey(road)
    weigh_up(road, seat)
    if action >= SEND_VEHICLE:
        return shift_worth(road, seat, (action - SEND_VEHICLE) // CELLS, (action - SEND_VEHICLE) % CELLS)
    if action >= SEND_POLICE:
        node = action - SEND_POLICE
        worth = patrol_worth(road, seat, node) if node < CELLS else 0
        return block_worth(road, seat, node) if worth == 0 and node < CELLS else worth
    return taken_worth(road, seat, action - TAKE) if action >= TAKE else 0


def shift_worth(road: Road, seat: i64, vehicle: i64, to: i64) -> i64:
    at = i64(road.rear[vehicle])
    who = concerned(road, seat, at)
    before = free_road(road, seat, who)
    road.lanes[at // WIDTH] &= ~bits_of(road, vehicle, at)
    road.lanes[to // WIDTH] |= bits_of(road, vehicle, to)
    return free_road(road, seat, who) - before + road.traffic_cost(vehicle, to)
