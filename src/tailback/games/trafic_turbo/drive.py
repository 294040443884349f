"""What a move along the road is worth to a driver, in hundredths of a column.

No piece is moved to try a step: the way is walked in thought, with the cars that would be pushed along before it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.contract import LEGAL
from tailback.core.vecs import vec
from tailback.games.trafic_turbo.legal import judge_cut, judge_side
from tailback.games.trafic_turbo.material import (
    AHEAD_LEFT,
    AHEAD_RIGHT,
    CELLS,
    EMPTY,
    FORWARD,
    LANES,
    LEFT,
    NODES,
    POLICE_CAR,
    RIGHT,
    VEHICLE,
    WIDTH,
)
from tailback.games.trafic_turbo.road import Road
from tailback.games.trafic_turbo.table import NO_SIDE, WITH_MANEUVER, WITH_TURBO, WITH_WARNING

COLUMN: Final = 100
HOME: Final = 1_000_000
RIVAL_HOME: Final = 500_000
NEVER: Final = -1_000_000_000
# A fine costs a turn, and where points are counted this more, as does running into something.
FINE: Final = 350
POINT: Final = 250
# Stopping short of something in the way, and each space that a rival is pushed ahead.
CRASH: Final = 20
PUSH: Final = 50
# How much of what the next roll is likely to bring counts already, in percent: until then the road changes.
REACH: Final = 65
# No place is worth more than this beyond its column.
MOST_REACH: Final = 350 * 65 // 100
# From the outer lanes a Skid may lead off the road; each Police card that reaches the place is a danger.
EDGE: Final = 10
DANGER: Final = 20


# How far the next roll goes on average, in hundredths of a column, by the free spaces ahead (0 to 6) and the farthest
# column that a change of lane opens (-1 to 5; each change costs a step). A 6 goes straight on.
def mean_reach() -> list[int]:
    found: list[int] = []
    for run in range(7):
        for far in range(-1, 6):
            total = min(6, run)
            for roll in range(1, 6):
                total += max(min(roll, run), min(roll - 1, far))
            found.append(total * 100 // 6)
    return found


MEAN_REACH: Final = vec[i64](mean_reach())


def free_run(window: int) -> int:
    """How many of six columns are free before the first that is taken."""
    run = 0
    while run < 6 and not window >> run & 1:
        run += 1
    return run


def opened(window: int, run: int) -> int:
    """How many of six columns in the next lane can be had by changing within `run`, to the farthest one."""
    far = 0
    free = False
    for column in range(6):
        free = not window >> column & 1 and (free or column <= run)
        if free:
            far = column + 1
    return far


RUN: Final = vec[i64]([free_run(window) for window in range(64)])
OPENED: Final = vec[i64]([opened(window, run) for window in range(64) for run in range(7)])
# Police cards of the deck (one 2, two 3, a 4 and a 5) that go so far.
PATROLS: Final = vec[i64]([5, 5, 5, 4, 2, 1] + [0] * NODES)


def best_step(road: Road, seat: i64) -> i64:
    """The first step of the best way to use up the steps; straight on where nothing else is better."""
    mode = road.mode
    left = road.left
    if mode == WITH_WARNING:
        return best_glide(road, seat)
    at = i64(road.cell[seat])
    p = road.p[seat]
    best: i64 = FORWARD
    most = forward(road, seat, at, at, p, left, road.side, road.sidesteps, mode)
    if mode != WITH_MANEUVER and most >= (p + left - 1) * COLUMN + MOST_REACH:
        return FORWARD
    for step in range(LEFT, RIGHT + 1):
        if judge_side(road, seat, step) == LEGAL:
            to = road.beside(at, step)
            worth = onward(road, seat, to, p, left - 1, step, road.sidesteps + 1, mode)
            if worth > most:
                best, most = step, worth
    if mode == WITH_MANEUVER:
        for step in range(AHEAD_LEFT, AHEAD_RIGHT + 1):
            if judge_cut(road, seat, step) == LEGAL:
                to = i64(road.rules.ahead[road.beside(at, step - 2)])
                worth = onward(road, seat, to, p + 1, left - 1, NO_SIDE, 0, mode)
                if worth > most:
                    best, most = step, worth
    return best


def drive_worth(road: Road, seat: i64, left: i64, mode: i64, side: i64) -> i64:
    """The worth of the best move of so many steps from where the car stands."""
    at = i64(road.cell[seat])
    if mode == WITH_WARNING:
        return glide(road, seat, at, road.p[seat], at, road.p[seat], left, side)
    return onward(road, seat, at, road.p[seat], left, side, 0, mode)


def onward(road: Road, seat: i64, at: i64, p: i64, left: i64, side: i64, sidesteps: i64, mode: i64) -> i64:
    """The worth of the best way on from here, with nobody pushed ahead."""
    if p >= road.rules.goal:
        return HOME
    if left == 0:
        return rest(road, seat, at, p, -1)
    best = forward(road, seat, at, at, p, left, side, sidesteps, mode)
    return sideways(road, seat, at, p, left, side, sidesteps, mode, best)


def sideways(road: Road, seat: i64, at: i64, p: i64, left: i64, side: i64, sidesteps: i64, mode: i64, best: i64) -> i64:
    """The better of this and of all ways that go to a side now."""
    if best >= (p + left - 1) * COLUMN + MOST_REACH and mode != WITH_MANEUVER:
        return best
    grid = road.grid
    if mode == WITH_MANEUVER:
        for cut in range(LEFT, RIGHT + 1):
            to = road.beside(at, cut)
            if to >= 0:
                to = i64(road.rules.ahead[to])
                if grid[to] == EMPTY:
                    best = max(best, onward(road, seat, to, p + 1, left - 1, NO_SIDE, 0, mode))
        if left > 1:
            return best
    elif mode == WITH_TURBO and sidesteps > 0 and road.rules.turbo_one_step:
        return best
    if side != RIGHT and at >= WIDTH:
        to = at - WIDTH
        what = i64(grid[to])
        if what == EMPTY or (what < VEHICLE and to >= WIDTH and grid[to - WIDTH] == EMPTY):
            best = max(best, onward(road, seat, to, p, left - 1, LEFT, sidesteps + 1, mode))
    if side != LEFT and at < CELLS - WIDTH:
        to = at + WIDTH
        what = i64(grid[to])
        if what == EMPTY or (what < VEHICLE and to < CELLS - WIDTH and grid[to + WIDTH] == EMPTY):
            best = max(best, onward(road, seat, to, p, left - 1, RIGHT, sidesteps + 1, mode))
    return best


def forward(road: Road, seat: i64, at: i64, nose: i64, p: i64, left: i64, side: i64, sidesteps: i64, mode: i64) -> i64:
    """The worth of driving on; `nose` is the front of the row that is pushed, or the car itself."""
    grid = road.grid
    ahead = road.rules.ahead
    front = i64(ahead[nose])
    what = i64(grid[front])
    while EMPTY < what < VEHICLE:
        nose = front
        front = i64(ahead[front])
        what = i64(grid[front])
    if what != EMPTY:
        if nose != at:
            return rest(road, seat, at, p, 0)
        crash = CRASH + (POINT if road.rules.points else 0)
        if what == POLICE_CAR:
            return rest(road, seat, at, p, 0) - crash
        return rest(road, seat, at, p, given_way(road, what - VEHICLE, left)) - crash
    cost: i64 = 0
    if nose != at:
        pushed = (nose % WIDTH - at % WIDTH + road.rules.columns) % road.rules.columns
        cost = pushed * PUSH
        if p + pushed + 1 >= road.rules.goal:
            cost += RIVAL_HOME
    nose = front
    p += 1
    if p >= road.rules.goal:
        return HOME - cost
    at = i64(ahead[at])
    left -= 1
    if left == 0:
        return rest(road, seat, at, p, -1) - cost
    if mode == WITH_MANEUVER:
        side = NO_SIDE
    best = forward(road, seat, at, nose, p, left, side, sidesteps, mode)
    return sideways(road, seat, at, p, left, side, sidesteps, mode, best) - cost


def given_way(road: Road, vehicle: i64, left: i64) -> i64:
    """How many spaces a vehicle that is hit drives on."""
    front = i64(road.rules.ahead[road.front_of(vehicle, i64(road.rear[vehicle]))])
    spaces: i64 = 0
    while spaces < left and road.grid[front] == EMPTY:
        spaces += 1
        front = i64(road.rules.ahead[front])
    return spaces


def best_glide(road: Road, seat: i64) -> i64:
    """With Warning: through everything but the Police."""
    best: i64 = -1
    most: i64 = NEVER
    for step in range(FORWARD, RIGHT + 1):
        if step != FORWARD and judge_side(road, seat, step) != LEGAL:
            continue
        worth = glide_step(
            road, seat, road.ghost, road.ghost_p, i64(road.cell[seat]), road.p[seat], road.left, road.side, step
        )
        if worth > most:
            best, most = step, worth
    return best


def glide(road: Road, seat: i64, ghost: i64, ghost_p: i64, at: i64, p: i64, left: i64, side: i64) -> i64:
    """The worth of the best way on from where the ghost is; the car waits at the last free space."""
    if ghost_p >= road.rules.goal:
        return HOME
    if left == 0:
        return rest(road, seat, at, p, -1)
    best = glide_step(road, seat, ghost, ghost_p, at, p, left, side, FORWARD)
    for step in range(LEFT, RIGHT + 1):
        if side == NO_SIDE or side == step:
            to = road.beside(ghost, step)
            if to >= 0 and road.grid[to] != POLICE_CAR:
                best = max(best, glide_step(road, seat, ghost, ghost_p, at, p, left, side, step))
    return best


def glide_step(
    road: Road, seat: i64, ghost: i64, ghost_p: i64, at: i64, p: i64, left: i64, side: i64, step: i64
) -> i64:
    if step == FORWARD:
        to = i64(road.rules.ahead[ghost])
        if road.grid[to] == POLICE_CAR:
            return rest(road, seat, at, p, -1) - CRASH - (POINT if road.rules.points else 0)
        ghost_p += 1
    else:
        to = road.beside(ghost, step)
        side = step
    if road.grid[to] == EMPTY:
        at, p = to, ghost_p
    return glide(road, seat, to, ghost_p, at, p, left - 1, side)


# Where a move ends


def rest(road: Road, seat: i64, at: i64, p: i64, run: i64) -> i64:
    """How good it is to stand here after a move; `run` are the free spaces ahead where a vehicle was hit."""
    rules = road.rules
    worth = p * COLUMN + reach(road, at, run) * REACH // 100
    station = i64(rules.grey[at])
    if station > 0 and at != road.begin and (not rules.grey_needs_police or road.police == CELLS + station - 1):
        worth -= FINE + (POINT if rules.points else 0)
    if at < WIDTH or at >= CELLS - WIDTH:
        worth -= EDGE
    return worth - PATROLS[i64(rules.far[road.police * NODES + at])] * DANGER


def survey(road: Road) -> None:
    """Note where vehicles and the Police stand, one bit for each column of a lane, some way past the line again."""
    rear = road.rear
    left: i64 = 0
    middle: i64 = 0
    right: i64 = 0
    for vehicle in range(road.rules.vehicles):
        at = i64(rear[vehicle])
        bits = bits_of(road, vehicle, at)
        if at < WIDTH:
            left |= bits
        elif at < 2 * WIDTH:
            middle |= bits
        else:
            right |= bits
    lanes = road.lanes
    lanes[0], lanes[1], lanes[2] = left, middle, right
    if road.police < CELLS:
        lanes[road.police // WIDTH] |= road.rules.bits[road.police]


def bits_of(road: Road, vehicle: i64, rear: i64) -> i64:
    """The columns that this vehicle covers when its rear stands there."""
    found = road.rules.bits[rear]
    if road.rules.length[vehicle] == 2:
        found |= road.rules.bits[i64(road.rules.ahead[rear])]
    return found


def reach(road: Road, at: i64, run: i64) -> i64:
    """How far the next roll goes from here on average; cars are no obstacle, for they drive on or are pushed."""
    lanes = road.lanes
    lane = at // WIDTH
    column = at - lane * WIDTH
    if run < 0:
        run = RUN[(lanes[lane] >> (column + 1)) & 63]
    elif run > 6:
        run = 6
    far: i64 = 0
    if lane > 0:
        far = OPENED[((lanes[lane - 1] >> column) & 63) * 7 + run]
    if lane < LANES - 1:
        far = max(far, OPENED[((lanes[lane + 1] >> column) & 63) * 7 + run])
    return MEAN_REACH[run * 7 + far]


def stand_worth(road: Road, seat: i64) -> i64:
    """The worth of staying where the car is."""
    at = i64(road.cell[seat])
    worth = road.p[seat] * COLUMN + reach(road, at, -1) * REACH // 100
    if at < WIDTH or at >= CELLS - WIDTH:
        worth -= EDGE
    return worth - PATROLS[i64(road.rules.far[road.police * NODES + at])] * DANGER
