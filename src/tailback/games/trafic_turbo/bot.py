"""A sensible Trafic Turbo driver: far along a free road, off the grey, and the Police after the leader."""

from __future__ import annotations

from collections.abc import Callable

from tailback.core.contract import Decision, View
from tailback.core.rng import Rng
from tailback.games.trafic_turbo.game import GAME
from tailback.games.trafic_turbo.legal import step_moves
from tailback.games.trafic_turbo.material import (
    CELLS,
    DISCARD,
    DRAW,
    EMPTY,
    KEEP,
    LEFT,
    NO,
    PLACE,
    PLAY,
    POLICE,
    POLICE_CAR,
    RIGHT,
    SEND_POLICE,
    SEND_VEHICLE,
    SKID_LEFT,
    STAY,
    STEPS,
    TAKE,
    TAKE_NOTHING,
    TURBO,
    USE,
    VEHICLE,
    WARNING,
    WIDTH,
    card_of,
    is_turbo,
    number_on,
)
from tailback.games.trafic_turbo.play import TraficTurboState
from tailback.games.trafic_turbo.table import (
    CROSSED,
    DIE,
    FINES,
    HITS,
    MODES,
    OVER,
    SHEET,
    SKIPS,
    STEPPING,
    WITH_MANEUVER,
    WITH_TURBO,
    WITH_WARNING,
)

# What things are worth, in spaces driven.
FREE_SPACE = 0.25
FINE = 4.0
CRASH = 1.5
PUSH = 0.6
HOME = 1000.0
RIVAL_HOME = 800.0
WORTH_A_CARD = 0.4
WORTH_A_TURBO = 0.8
LOOK = 4


def choose(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """One answer; the road is rebuilt from the view, so moves are tried with the rules themselves."""
    if len(legal) == 1:
        return legal[0]
    road = rebuild(view)
    seat = int(view["seat"])
    if decision.kind == "step":
        return best_step(road, seat)[1]
    if decision.kind == "use_card":
        return answer_use(view, road, seat, legal)
    if decision.kind == "draw_or_play":
        return PLAY if PLAY in legal and turbo_pays(road, seat, card_of(view["hand"][0])) else DRAW
    if decision.kind == "keep_or_play":
        return keep_or_play(view, road, seat, legal)
    if decision.kind == "traffic":
        return best_of(legal, lambda action: jam(road, seat, action))
    if decision.kind == "police":
        return best_of(legal, lambda action: chase(road, seat, action))
    if decision.kind == "mirror":
        return best_of(legal, wanted)
    return best_of(legal, lambda action: int(road.rules.road.arrow[action - PLACE]) % WIDTH)


def best_of(legal: list[int], worth: Callable[[int], float]) -> int:
    """The first of the best."""
    return max(legal, key=worth)


# The road as the seat sees it


def cell_at(name: str) -> int:
    lane, _, col = name.partition(":")
    return int(lane) * WIDTH + int(col)


def rebuild(view: View) -> TraficTurboState:
    """A state with everything that stands on the road; what is hidden stays at its start and is not asked."""
    road = GAME.make(len(view["cars"]), view["options"])
    assert isinstance(road, TraficTurboState)
    for cell in range(CELLS):
        road.grid[cell] = EMPTY
    for number, one in enumerate(view["vehicles"]):
        rear = one["lane"] * WIDTH + one["col"]
        road.rear[number] = rear
        road.grid[rear] = VEHICLE + number
        if one["len"] == 2:
            road.grid[int(road.rules.ahead[rear])] = VEHICLE + number
    if ":" in view["police"]:
        road.police = cell_at(view["police"])
        road.grid[road.police] = POLICE_CAR
    else:
        road.police = CELLS + int(view["police"][1:]) - 1
    road.first = view["order"][0]
    road.placed = road.players
    for one in view["cars"]:
        seat = one["seat"]
        road.p[seat] = one["p"]
        road.sheet[seat * SHEET + CROSSED] = one["place"] or 0
        road.crossed += one["place"] is not None
        road.sheet[seat * SHEET + SKIPS] = one["skips"]
        road.sheet[seat * SHEET + FINES] = one["fines"]
        road.sheet[seat * SHEET + HITS] = one["hits"]
        if one["lane"] is not None:
            road.cell[seat] = one["lane"] * WIDTH + one["col"]
            road.grid[int(road.cell[seat])] = seat + 1
    road.phase = STEPPING
    road.seat = view["turn"]
    road.left = view["left"]
    road.side = 0 if view["side"] is None else STEPS.index(view["side"])
    road.sidesteps = view["sidesteps"]
    road.mode = DIE if view["mode"] is None else MODES.index(view["mode"])
    road.begin = cell_at(view["begin"]) if view["begin"] else int(road.cell[road.seat])
    road.budget = view["budget"]
    if view["ghost"] is not None:
        road.ghost = view["ghost"]["lane"] * WIDTH + view["ghost"]["col"]
        road.ghost_p = view["ghost"]["p"]
    return road


# Driving


def best_step(road: TraficTurboState, seat: int) -> tuple[float, int]:
    """The worth of the best way to use up the steps, and its first step."""
    best = (0.0, -1)
    for k in range(step_moves(road, seat)):
        step_moves(road, seat)
        step = int(road.buf[k])
        after = road.twin()
        goes_on = after.take_step(seat, step)
        home = after.phase == OVER or after.sheet[seat * SHEET + CROSSED] > 0
        after.left -= 1
        if goes_on and not home and after.left > 0:
            value = best_step(after, seat)[0] - pushing(road, after, seat)
        else:
            value = rest(after, seat) - pushing(road, after, seat)
            if road.rules.points:
                value -= CRASH * (int(after.sheet[seat * SHEET + HITS]) - int(road.sheet[seat * SHEET + HITS]))
        if best[1] < 0 or value > best[0]:
            best = (value, step)
    return best


def rest(road: TraficTurboState, seat: int) -> float:
    """How good it is that the move ends here."""
    if road.sheet[seat * SHEET + CROSSED] > 0 and road.p[seat] >= road.rules.goal:
        return HOME
    value = float(road.p[seat])
    if road.phase == OVER:
        return value
    fines = int(road.sheet[seat * SHEET + FINES])
    road.check_grey(seat)
    value -= FINE * (int(road.sheet[seat * SHEET + FINES]) - fines)
    return value + FREE_SPACE * free_ahead(road, seat)


def pushing(before: TraficTurboState, after: TraficTurboState, seat: int) -> float:
    """What a step gives away to rivals."""
    cost = 0.0
    for other in range(before.players):
        if other != seat:
            cost += PUSH * int(after.p[other] - before.p[other])
            if before.p[other] < before.rules.goal <= after.p[other]:
                cost += RIVAL_HOME
    return cost


def free_ahead(road: TraficTurboState, seat: int, most: int = LOOK) -> int:
    cell = int(road.rules.ahead[int(road.cell[seat])])
    found = 0
    while found < most and road.grid[cell] == EMPTY:
        found += 1
        cell = int(road.rules.ahead[cell])
    return found


# Cards


def answer_use(view: View, road: TraficTurboState, seat: int, legal: list[int]) -> int:
    if USE not in legal:
        return NO
    road.left = view["roll"]
    plain = best_step(road, seat)[0]
    road.mode = WITH_WARNING if card_of(view["hand"][0]) == WARNING else WITH_MANEUVER
    road.ghost = int(road.cell[seat])
    road.ghost_p = road.p[seat]
    return USE if best_step(road, seat)[0] >= plain + WORTH_A_CARD else NO


def turbo_pays(road: TraficTurboState, seat: int, card: int) -> bool:
    """A Turbo is played when nearly all of it is gained."""
    road.mode = WITH_TURBO
    road.left = number_on(card)
    road.sidesteps = 0
    road.begin = int(road.cell[seat])
    now = float(road.p[seat]) + FREE_SPACE * free_ahead(road, seat)
    return best_step(road, seat)[0] - now >= WORTH_A_TURBO * int(number_on(card))


def keep_or_play(view: View, road: TraficTurboState, seat: int, legal: list[int]) -> int:
    drawn = card_of(view["drawn"])
    if PLAY in legal and turbo_pays(road, seat, drawn):
        return PLAY
    if DISCARD in legal and kept_worth(card_of(view["hand"][0])) >= kept_worth(drawn):
        return DISCARD
    return KEEP


def kept_worth(card: int) -> int:
    if is_turbo(card):
        return number_on(card)
    return 2 if card == WARNING else 1


def wanted(action: int) -> float:
    """With Mirror: the highest Turbo, else the Police, else something to keep."""
    if action == TAKE_NOTHING:
        return 0.0
    card = action - TAKE
    if is_turbo(card):
        return 100.0 + card
    if POLICE <= card < SKID_LEFT:
        return 50.0 + card
    if card < TURBO:
        return 10.0 + card
    return 30.0 if card >= WARNING else -1.0


def jam(road: TraficTurboState, seat: int, action: int) -> float:
    """Own free road minus that of the rivals once this vehicle has moved."""
    vehicle, to = divmod(action - SEND_VEHICLE, CELLS)
    before = int(road.rear[vehicle])
    road.put_vehicle(vehicle, to)
    value = 0.0
    for other in range(road.players):
        if road.sheet[other * SHEET + CROSSED] == 0:
            room = free_ahead(road, other, 6)
            value += 1.5 * room if other == seat else -room / (road.players - 1)
    road.put_vehicle(vehicle, before)
    return value


def chase(road: TraficTurboState, seat: int, action: int) -> float:
    """Fine the leading rival, never oneself."""
    if action == STAY or action - SEND_POLICE >= CELLS:
        return 0.0
    cell = action - SEND_POLICE
    value = 0.0
    beside = (
        int(road.rules.ahead[cell]),
        int(road.rules.behind[cell]),
        road.beside(cell, LEFT),
        road.beside(cell, RIGHT),
    )
    for near in beside:
        if near < 0 or not 0 < road.grid[near] < VEHICLE:
            continue
        other = int(road.grid[near]) - 1
        if other == seat:
            return -HOME
        value += 20.0 + int(road.p[other])
        if road.sheet[other * SHEET + SKIPS] > 0 and not road.rules.stack_skips:
            value -= 15.0 + int(road.p[other])
    return value
