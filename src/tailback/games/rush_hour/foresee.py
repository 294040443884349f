"""Where a card of Rush Hour would go on the road as it lies now, and why the other lanes refuse it."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.games.rush_hour.material import AMBULANCE, FRONT, GAP, NEW, PLAY, POLICE, ROOM, ROW, TAKE, TOP
from tailback.games.rush_hour.play import RushHourState
from tailback.games.rush_hour.table import SELECT, SPOTS, TO_FRONT

SWEEPS: Final = ("jam", "take")


def foresee(state: RushHourState, seat: int) -> list[dict[str, Any]]:
    """One hint per card in hand; where a lane is asked for, one for the card in question."""
    legal = state.legal(seat)
    if not legal:
        return []
    if state.phase != SELECT:
        return [hint(state, state.card_at(state.at), None)]
    return [hint(state, action - PLAY + 1, action) for action in legal]


def hint(state: RushHourState, card: i64, action: int | None) -> dict[str, Any]:
    """`takes` is the least that the card costs, None when it can go somewhere without sweeping up a lane."""
    world = with_card(state, card)
    ways = ways_of(world, card)
    fits = [fit(world, card, way) for way in ways]
    free = [found for found in fits if found["how"] not in SWEEPS]
    return {
        "action": action,
        "card": world.rules.name(card),
        "fits": fits,
        "takes": None if free else min([int(world.cost(way)) for way in ways]),
        "rows": refusals(world, card, ways),
    }


def with_card(state: RushHourState, card: i64) -> RushHourState:
    """The road as it is, with this card to be carried out next."""
    world = state.clone()
    assert isinstance(world, RushHourState)
    world.at = 0
    world.queue[world.players] = u8(card)
    return world


def ways_of(world: RushHourState, card: i64) -> list[int]:
    """The lane actions of a card: those that fit, or those of a card that is too low. RH-14..RH-19, RH-56"""
    if card > TOP:
        return [int(ROW + row) for row in range(world.rules.rows)]
    n = world.placements(card)
    if n == 0 and world.rules.too_low_penalty:
        return [int(TAKE + row) for row in range(world.rules.rows)]
    if n == 0:
        world.phase = TO_FRONT
        n = world.fronts(card)
    return [int(world.buf[i]) for i in range(n)]


def fit(world: RushHourState, card: i64, way: int) -> dict[str, Any]:
    """Lanes and spots are counted from 1, from the front."""
    row = world.row_of(way)
    how, spot = landing(world, card, way, row)
    return {"action": way, "row": int(row) + 1, "spot": int(spot), "how": how, "takes": int(world.cost(way))}


def landing(world: RushHourState, card: i64, way: int, row: i64) -> tuple[str, i64]:
    """How the card comes to lie, and the spot it stands on then."""
    spots = i64(world.lane[SPOTS + row])
    if way >= GAP:
        return gap_landing(world, card, row, (way - GAP) % ROOM)
    if TAKE <= way < FRONT:
        return "take", 1
    if way < TAKE and world.rules.hook[card]:
        return "hook", spots
    if world.is_full(row):
        return "jam", 1
    if way >= FRONT or card == AMBULANCE:
        return "front", 1
    if card > POLICE:
        return "tow", spots + 1
    return "end", spots + 1


def gap_landing(world: RushHourState, card: i64, row: i64, spot: i64) -> tuple[str, i64]:
    """A Trailer hooks to the car before the gap, if there is one. RH-Q17"""
    if world.rules.hook[card]:
        before = spot - 1
        while before >= 0:
            if i64(world.road[row * ROOM + world.entry_of(row, before)]) != NEW:
                return "hook", before + 1
            before -= 1
    return "gap", spot + 1


def refusals(world: RushHourState, card: i64, ways: list[int]) -> list[dict[str, Any]]:
    """The lanes where this card may not be laid, and the rule that says so."""
    open_rows = [int(world.row_of(way)) for way in ways if not TAKE <= way < FRONT]
    nearest = world.nearest(card)
    found: list[dict[str, Any]] = []
    for row in range(world.rules.rows):
        if int(row) not in open_rows:
            front = world.phase == TO_FRONT
            verdict = world.front_verdict(card, row) if front else world.end_verdict(card, row, nearest)
            why = world.why_row(card, row, verdict)
            found.append({"row": int(row) + 1, "key": why.key, "clause": why.clause, "params": why.params})
    return found
