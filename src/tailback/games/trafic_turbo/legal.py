"""What is legal in Trafic Turbo: one verdict on every action, and the lists that are built on the same questions.

Everything here only looks at the road; `refusals` puts a verdict into words.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.contract import LEGAL, NOT_ASKED
from tailback.games.trafic_turbo.circuit import FAR
from tailback.games.trafic_turbo.material import (
    ACTIONS,
    AHEAD_LEFT,
    AHEAD_RIGHT,
    ARROWS,
    CELLS,
    DISCARD,
    DRAW,
    EMPTY,
    FACES,
    FORWARD,
    KEEP,
    LEFT,
    MANEUVER,
    MIRROR,
    NO,
    NO_CARD,
    NODES,
    PLACE,
    PLAY,
    POLICE_CAR,
    RIGHT,
    SEND_POLICE,
    SEND_VEHICLE,
    STAY,
    TAKE,
    TAKE_NOTHING,
    USE,
    WARNING,
    WIDTH,
    is_turbo,
)
from tailback.games.trafic_turbo.road import Road
from tailback.games.trafic_turbo.table import (
    CHASING,
    DRAWING,
    KEEPING,
    NO_SIDE,
    OVER,
    SEARCHING,
    SHIFTING,
    STEPPING,
    USING,
    WITH_MANEUVER,
    WITH_TURBO,
    WITH_WARNING,
)

# Why not, counted from `REASONS` of the contract on; each has its line in `refusals`.
UNKNOWN: Final = 2
OTHER_KIND: Final = 3
ARROW_TAKEN: Final = 4
REAR_ARROW: Final = 5
TURBO_LATER: Final = 6
NO_DIAGONAL: Final = 7
CUT_OFF_ROAD: Final = 8
DIAGONAL_TAKEN: Final = 9
NO_WIGGLE: Final = 10
OTHER_SIDE: Final = 11
OTHER_SIDE_TURBO: Final = 12
TURBO_ONE_STEP: Final = 13
ROAD_ENDS: Final = 14
GHOST_AT_POLICE: Final = 15
POLICE_BESIDE: Final = 16
VEHICLE_BESIDE: Final = 17
PUSH_OFF_ROAD: Final = 18
STOPPED: Final = 19
NOT_NOW: Final = 20
MUST_KEEP: Final = 21
ONE_CARD_ONLY: Final = 22
NOT_ON_CIRCUIT: Final = 23
MOVED_BEFORE: Final = 24
ONE_LANE_CHANGE: Final = 25
MUST_MOVE: Final = 26
TOO_FAR: Final = 27
NEVER_BACK: Final = 28
WAY_BLOCKED: Final = 29
NO_SUCH_PLACE: Final = 30
SAY_STAY: Final = 31
SPACE_TAKEN: Final = 32
POLICE_TOO_FAR: Final = 33
NO_SECOND_MIRROR: Final = 34
NOT_IN_PILE: Final = 35


def judge(road: Road, seat: i64, action: i64) -> i64:
    """May this seat do this now, and if not, why not?"""
    phase = road.phase
    if phase == OVER or seat != road.seat:
        return NOT_ASKED
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    if phase == STEPPING:
        return judge_step(road, seat, action) if action < USE else OTHER_KIND
    if phase == SHIFTING:
        if action < SEND_VEHICLE:
            return OTHER_KIND
        return judge_vehicle(road, (action - SEND_VEHICLE) // CELLS, (action - SEND_VEHICLE) % CELLS)
    if phase == CHASING:
        if action == STAY:  # TA-48
            return LEGAL
        return judge_police(road, action - SEND_POLICE) if SEND_POLICE <= action < SEND_VEHICLE else OTHER_KIND
    if phase == KEEPING:
        return judge_drawn(road, seat, action)
    if phase == USING:
        return judge_use(road, seat, action)
    if phase == DRAWING:
        return judge_draw(road, seat, action)
    if phase == SEARCHING:
        return judge_search(road, action)
    return judge_arrow(road, seat, action - PLACE) if PLACE <= action < PLACE + ARROWS else OTHER_KIND


def list_moves(road: Road, seat: i64) -> i64:
    """Write what is legal into `buf` of the road; return how many."""
    phase = road.phase
    n: i64 = 0
    if phase == OVER or seat != road.seat:
        return n
    if phase == STEPPING:
        return step_moves(road, seat)
    if phase == SHIFTING:
        return traffic_moves(road)
    if phase == CHASING:
        return police_moves(road)
    if phase == KEEPING:
        n = offer(road, 0, PLAY, judge_drawn(road, seat, PLAY))
        n = offer(road, n, KEEP, judge_drawn(road, seat, KEEP))
        return offer(road, n, DISCARD, judge_drawn(road, seat, DISCARD))
    if phase == USING:
        n = offer(road, 0, NO, judge_use(road, seat, NO))
        return offer(road, n, USE, judge_use(road, seat, USE))
    if phase == DRAWING:
        n = offer(road, 0, DRAW, judge_draw(road, seat, DRAW))
        return offer(road, n, PLAY, judge_draw(road, seat, PLAY))
    if phase == SEARCHING:
        return mirror_moves(road)
    n = 0
    for arrow in range(ARROWS):
        n = offer(road, n, PLACE + arrow, judge_arrow(road, seat, arrow))
    return n


def offer(road: Road, n: i64, action: i64, verdict: i64) -> i64:
    """One more in the list, if it is legal."""
    if verdict != LEGAL:
        return n
    road.buf[n] = action
    return n + 1


# The start


def judge_arrow(road: Road, seat: i64, arrow: i64) -> i64:
    """Any free arrow; option: the first of two starts behind. TT-19, TA-3, TA-66"""
    if road.grid[i64(road.rules.road.arrow[arrow])] != EMPTY:
        return ARROW_TAKEN
    return REAR_ARROW if too_far_ahead(road, seat, arrow) else LEGAL


def too_far_ahead(road: Road, seat: i64, arrow: i64) -> bool:
    """Option: the first of two players takes an arrow three or more columns back. TA-66"""
    if not road.rules.rear_arrows or seat != road.first:
        return False
    return i64(road.rules.road.arrow[arrow]) % WIDTH > road.rules.columns - 3


# Steps


def judge_step(road: Road, seat: i64, step: i64) -> i64:
    """Forward always is an answer: it moves, pushes or ends the move. TA-7, TA-10, TA-63"""
    if step == FORWARD:
        return LEGAL
    if step == LEFT or step == RIGHT:
        return judge_side(road, seat, step)
    return judge_cut(road, seat, step)


def judge_cut(road: Road, seat: i64, step: i64) -> i64:
    """Across a corner only with Maneuver, and onto an empty space. TT-22, TT-61, TA-38"""
    if road.mode != WITH_MANEUVER:
        return NO_DIAGONAL
    to = road.beside(i64(road.cell[seat]), LEFT if step == AHEAD_LEFT else RIGHT)
    if to < 0:
        return CUT_OFF_ROAD
    return LEGAL if road.grid[i64(road.rules.ahead[to])] == EMPTY else DIAGONAL_TAKEN


def judge_side(road: Road, seat: i64, side: i64) -> i64:
    """One side only: in the turn, or in the column with Maneuver. TT-25, TT-61, TA-8, TA-9, TA-39..TA-41"""
    if road.side != NO_SIDE and road.side != side:
        if road.mode == WITH_MANEUVER:
            return NO_WIGGLE
        return OTHER_SIDE_TURBO if road.mode == WITH_TURBO else OTHER_SIDE
    if road.mode == WITH_TURBO and road.rules.turbo_one_step and road.sidesteps > 0:
        return TURBO_ONE_STEP
    if road.mode == WITH_WARNING:  # through everything but the Police. TT-47, TA-37
        to = road.beside(road.ghost, side)
        if to < 0:
            return ROAD_ENDS
        return GHOST_AT_POLICE if road.grid[to] == POLICE_CAR else LEGAL
    at = i64(road.cell[seat])
    end = road.row_end(at, side)
    if end < 0:  # TA-14
        return ROAD_ENDS if road.beside(at, side) < 0 else PUSH_OFF_ROAD
    if road.grid[end] == EMPTY:  # TT-31
        return LEGAL
    return POLICE_BESIDE if road.grid[end] == POLICE_CAR else VEHICLE_BESIDE  # TA-11


def step_moves(road: Road, seat: i64) -> i64:
    n = offer(road, 0, FORWARD, judge_step(road, seat, FORWARD))
    n = offer(road, n, LEFT, judge_side(road, seat, LEFT))
    n = offer(road, n, RIGHT, judge_side(road, seat, RIGHT))
    if road.mode != WITH_MANEUVER:
        return n
    n = offer(road, n, AHEAD_LEFT, judge_cut(road, seat, AHEAD_LEFT))
    return offer(road, n, AHEAD_RIGHT, judge_cut(road, seat, AHEAD_RIGHT))


# Cards


def judge_use(road: Road, seat: i64, action: i64) -> i64:
    """Every holder is asked, so the question tells nothing. TA-32, TA-34"""
    if action == NO:
        return LEGAL
    if action != USE:
        return OTHER_KIND
    card = i64(road.hand[seat])
    return LEGAL if card == WARNING or card == MANEUVER else TURBO_LATER  # TA-33


def judge_draw(road: Road, seat: i64, action: i64) -> i64:
    """A new card, or in its place the kept Turbo. TA-29, TA-30"""
    if action == DRAW:
        return LEGAL
    return judge_turbo(road, i64(road.hand[seat])) if action == PLAY else OTHER_KIND


def judge_turbo(road: Road, card: i64) -> i64:
    """May this card, kept or just drawn, be played after the die move? TT-36, TT-62, TA-27, TA-33"""
    if road.stopped:
        return STOPPED
    return LEGAL if is_turbo(card) else NOT_NOW


def judge_drawn(road: Road, seat: i64, action: i64) -> i64:
    """Play a Turbo, keep the card, or with one in hand already give up either. TT-37, TT-62, TA-31"""
    if action == KEEP:
        return LEGAL
    if action == PLAY:
        return judge_turbo(road, road.drawn)
    if action == DISCARD:
        return MUST_KEEP if road.hand[seat] == NO_CARD else LEGAL
    return ONE_CARD_ONLY if action == DRAW else OTHER_KIND  # TA-29


def judge_search(road: Road, action: i64) -> i64:
    """Any card of the pile but another Mirror, or none. TT-58, TA-47"""
    if action == TAKE_NOTHING:
        return LEGAL
    if action < TAKE or action >= TAKE + FACES:
        return OTHER_KIND
    card = action - TAKE
    if card == MIRROR:
        return NO_SECOND_MIRROR
    return LEGAL if (road.faces_in_pile() >> card) & 1 else NOT_IN_PILE


def mirror_moves(road: Road) -> i64:
    road.buf[0] = TAKE_NOTHING
    n: i64 = 1
    seen = road.faces_in_pile()
    for card in range(FACES):
        if card != MIRROR and (seen >> card) & 1:
            road.buf[n] = TAKE + card
            n += 1
    return n


# Traffic


def judge_vehicle(road: Road, vehicle: i64, to: i64) -> i64:
    """A vehicle not yet moved, and an end that it can reach and pay for. TT-39..TT-42, TA-54..TA-56"""
    if vehicle >= road.rules.vehicles or to % WIDTH >= road.rules.columns:
        return NOT_ON_CIRCUIT
    if (road.used >> vehicle) & 1:
        return MOVED_BEFORE
    at = i64(road.rear[vehicle])
    lanes = to // WIDTH - at // WIDTH
    if lanes > 1 or lanes < -1:
        return ONE_LANE_CHANGE
    cost = road.traffic_cost(vehicle, to)
    if cost == 0:
        return MUST_MOVE
    if cost > road.budget:
        return NEVER_BACK if cost > road.rules.columns // 2 else TOO_FAR
    run = road.free_run(vehicle)
    if lanes == 0:
        return LEGAL if cost <= run else WAY_BLOCKED
    if cost - 1 < road.lane_run(vehicle, at + lanes * WIDTH, run) and road.fits(vehicle, to):
        return LEGAL
    return WAY_BLOCKED


def traffic_moves(road: Road) -> i64:
    n: i64 = 0
    for vehicle in range(road.rules.vehicles):
        if (road.used >> vehicle) & 1:
            continue
        at = i64(road.rear[vehicle])
        to = at
        run = road.free_run(vehicle)
        for _k in range(run):
            to = i64(road.rules.ahead[to])
            road.buf[n] = SEND_VEHICLE + vehicle * CELLS + to
            n += 1
        if at >= WIDTH:
            n = lane_moves(road, n, vehicle, at - WIDTH, run)
        if at < CELLS - WIDTH:
            n = lane_moves(road, n, vehicle, at + WIDTH, run)
    return n


def lane_moves(road: Road, n: i64, vehicle: i64, beside: i64, run: i64) -> i64:
    to = beside
    for columns in range(road.lane_run(vehicle, beside, run)):
        if columns >= run or road.fits(vehicle, to):  # past `run` it does: that is how far `lane_run` counts
            road.buf[n] = SEND_VEHICLE + vehicle * CELLS + to
            n += 1
        to = i64(road.rules.ahead[to])
    return n


# Police


def judge_police(road: Road, node: i64) -> i64:
    """Any station or empty space within reach. TT-49..TT-53, TA-48, TA-49"""
    if (node % WIDTH >= road.rules.columns and node < CELLS) or node >= CELLS + road.rules.road.stations:
        return NO_SUCH_PLACE
    if node == road.police:
        return SAY_STAY
    base = road.police * NODES
    for i in range(i64(road.rules.reach[road.police * FAR + road.budget])):
        if i64(road.rules.near[base + i]) == node:
            return LEGAL if road.can_park(node) else SPACE_TAKEN
    return POLICE_TOO_FAR


def police_moves(road: Road) -> i64:
    road.buf[0] = STAY
    n: i64 = 1
    base = road.police * NODES
    for i in range(1, i64(road.rules.reach[road.police * FAR + road.budget])):
        node = i64(road.rules.near[base + i])
        if road.can_park(node):
            road.buf[n] = SEND_POLICE + node
            n += 1
    return n
