"""Where the pieces of Trafic Turbo can go now, and by which steps: the spaces a client lights up."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tailback.games.trafic_turbo.material import (
    ANSWERS,
    ARROWS,
    CELLS,
    NO,
    PLACE,
    PLAY,
    SEND_POLICE,
    SEND_VEHICLE,
    STAY,
    USE,
    WIDTH,
    node_name,
)
from tailback.games.trafic_turbo.play import TraficTurboState
from tailback.games.trafic_turbo.table import (
    CHASING,
    CROSSED,
    DRAWING,
    KEEPING,
    PLACING,
    SHEET,
    SHIFTING,
    STEPPING,
    USING,
    WITH_WARNING,
)

WAYS: Final = ("ahead", "left", "right", "ahead_left", "ahead_right")
# Of the events on the way, those a driver wants to know before.
TAGS: Final = {"hit": "bump", "pushed": "push", "hit_police": "police", "blocked": "blocked"}
# Nobody needs more: a move has at most five steps, and equal positions count once.
MOST_WORLDS: Final = 400


def foresee(state: TraficTurboState, seat: int) -> list[dict[str, Any]]:
    """Nothing here draws a card or rolls: a hint ends where chance begins."""
    legal = state.legal(seat)
    if not legal:
        return []
    if state.phase == STEPPING:
        return single_steps(state, seat) + drives(state, seat, [])
    if state.phase == SHIFTING:
        return [vehicle_hint(state, action) for action in legal]
    if state.phase == CHASING:
        return [police_hint(state, seat, action) for action in legal]
    if state.phase == PLACING:
        return [arrow_hint(state, action) for action in legal]
    found: list[dict[str, Any]] = []
    if state.phase == USING or state.phase == DRAWING or state.phase == KEEPING:
        for action in legal:
            if action == USE or action == NO or action == PLAY:
                found += drives_after(state, seat, action)
    return found


def space(cell: i64) -> list[int]:
    return [int(cell // WIDTH), int(cell % WIDTH)]


# The own car


class Way:
    """A world on the way, and how the car came there."""

    def __init__(self, world: TraficTurboState, actions: list[int], path: list[list[int]], tags: list[str]) -> None:
        self.world = world
        self.actions = actions
        self.path = path
        self.tags = tags
        self.over = False

    def price(self) -> tuple[int, int, list[int]]:
        """The fewer surprises the better, then the fewer changes of lane."""
        return len(self.tags), sum([1 for action in self.actions if 0 < action < USE]), self.actions

    def data(self, kind: str) -> dict[str, Any]:
        return {"kind": kind, "end": self.path[-1], "actions": self.actions, "path": self.path, "tags": self.tags}


def where(world: TraficTurboState, seat: i64) -> i64:
    """The space that the car has reached; with Warning its ghost may be ahead of it."""
    return world.ghost if world.mode == WITH_WARNING else i64(world.cell[seat])


def step_on(way: Way, seat: i64, action: int) -> Way:
    """One more step, without what comes after the move: the card is drawn by chance."""
    world = way.world.twin()
    world.listen()
    goes_on = world.take_step(seat, action)
    tags = way.tags[:]
    for event in world.take_events():
        tag = TAGS.get(event.kind, "")
        if event.kind == "crossed":
            tag = "finish" if event.data["seat"] == seat else "rival_finish"
        if tag and tag not in tags:
            tags.append(tag)
    world.events = None
    world.left -= 1
    found = Way(world, way.actions + [action], way.path + [space(where(world, seat))], tags)
    over = world.sheet[seat * SHEET + CROSSED] > 0 or world.waiting() < 0
    found.over = over or not goes_on or world.left <= 0
    if found.over and not over:
        finish_move(found, seat)
    return found


def finish_move(way: Way, seat: i64) -> None:
    """The car stands where it stands: behind its ghost perhaps, and perhaps on grey. TT-32, TA-36"""
    way.path[-1] = space(i64(way.world.cell[seat]))
    way.world.check_grey(seat)
    if way.world.stopped:
        way.tags.append("fine")


def likeness(way: Way) -> tuple[int, ...]:
    """Ways that agree in this can go on in the same manner."""
    world = way.world
    cars = [int(world.cell[seat]) for seat in range(world.players)]
    return (*cars, int(world.left), int(world.side), int(world.sidesteps), int(world.ghost), int(world.crossed))


def drives(state: TraficTurboState, seat: int, before: list[int]) -> list[dict[str, Any]]:
    """Every space where the move can end, each by its best way. `before` led to the first step."""
    start = state.twin()
    ends: dict[tuple[int, int], Way] = {}
    ahead = [Way(start, before, [], [])]
    worlds = 0
    while ahead and worlds < MOST_WORLDS:
        best: dict[tuple[int, ...], Way] = {}
        for way in ahead:
            for action in way.world.legal(seat):
                found = step_on(way, seat, action)
                worlds += 1
                if found.over:
                    keep_end(ends, found)
                    continue
                like = likeness(found)
                if like not in best or found.price() < best[like].price():
                    best[like] = found
        ahead = list(best.values())
    return [way.data("drive") for way in ends.values()]


def keep_end(ends: dict[tuple[int, int], Way], way: Way) -> None:
    end = (way.path[-1][0], way.path[-1][1])
    if end not in ends or way.price() < ends[end].price():
        ends[end] = way


def drives_after(state: TraficTurboState, seat: int, action: int) -> list[dict[str, Any]]:
    """A question before the move: where would this answer let the car go?"""
    world = state.twin()
    world.do(seat, action)
    found = drives(world, seat, [action])
    for data in found:
        data["with"] = ANSWERS[action - USE]
    return found


def single_steps(state: TraficTurboState, seat: int) -> list[dict[str, Any]]:
    """What each way to steer means here; `toward` is the space it points to, also when the car cannot go there."""
    found: list[dict[str, Any]] = []
    at = where(state, seat)
    start = Way(state, [], [], [])
    for action in state.legal(seat):
        data = step_on(start, seat, action).data("step")
        to = at
        if action > 0:
            to = at - WIDTH if action % 2 == 1 else at + WIDTH
        if action == 0 or action > 2:
            to = i64(state.rules.ahead[to])
        data["way"] = WAYS[action]
        data["toward"] = space(to)
        found.append(data)
    return found


# The other pieces


def vehicle_hint(state: TraficTurboState, action: int) -> dict[str, Any]:
    """`covers` are the spaces it stands on then, `n` what it uses of the card. TA-55"""
    vehicle = (action - SEND_VEHICLE) // CELLS
    to = (action - SEND_VEHICLE) % CELLS
    front = state.front_of(vehicle, to)
    covers = [space(to)] if front == to else [space(to), space(front)]
    return {
        "kind": "vehicle",
        "vehicle": f"T{vehicle + 1}",
        "end": space(to),
        "actions": [action],
        "path": [space(to)],
        "tags": [],
        "covers": covers,
        "n": int(state.traffic_cost(vehicle, to)),
    }


def police_hint(state: TraficTurboState, seat: int, action: int) -> dict[str, Any]:
    """`fines` are the seats it would catch; `station` where it is in the end, if at one."""
    world = state.twin()
    node = state.police if action == STAY else i64(action - SEND_POLICE)
    fined: list[int] = []
    tags: list[str] = ["stay"] if action == STAY else []
    if action != STAY:
        world.listen()
        world.send_police(seat, node)
        fined = [int(event.data["seat"]) for event in world.take_events() if event.kind == "police_fine"]
    if fined:
        tags.append("fine")
    if world.police >= CELLS:
        tags.append("station")
    end = space(node) if node < CELLS else None
    return {
        "kind": "police",
        "end": end,
        "actions": [action],
        "path": [end] if end is not None else [],
        "tags": tags,
        "fines": sorted(fined),
        "station": node_name(world.police) if world.police >= CELLS else None,
    }


def arrow_hint(state: TraficTurboState, action: int) -> dict[str, Any]:
    arrow = action - PLACE
    assert 0 <= arrow < ARROWS
    to = space(i64(state.rules.road.arrow[arrow]))
    return {"kind": "arrow", "end": to, "actions": [action], "path": [to], "tags": [], "arrow": arrow + 1}
