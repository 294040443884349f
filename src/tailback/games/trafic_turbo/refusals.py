"""Why a move of Trafic Turbo is refused: the clause and the text behind a verdict."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tailback.core.errors import IllegalMove
from tailback.games.trafic_turbo.legal import (
    ARROW_TAKEN,
    CUT_OFF_ROAD,
    DIAGONAL_TAKEN,
    GHOST_AT_POLICE,
    MOVED_BEFORE,
    MUST_KEEP,
    MUST_MOVE,
    NEVER_BACK,
    NO_DIAGONAL,
    NO_SECOND_MIRROR,
    NO_SUCH_PLACE,
    NO_WIGGLE,
    NOT_IN_PILE,
    NOT_NOW,
    NOT_ON_CIRCUIT,
    ONE_CARD_ONLY,
    ONE_LANE_CHANGE,
    OTHER_KIND,
    OTHER_SIDE,
    OTHER_SIDE_TURBO,
    POLICE_BESIDE,
    POLICE_TOO_FAR,
    PUSH_OFF_ROAD,
    REAR_ARROW,
    ROAD_ENDS,
    SAY_STAY,
    SPACE_TAKEN,
    STOPPED,
    TOO_FAR,
    TURBO_LATER,
    TURBO_ONE_STEP,
    UNKNOWN,
    VEHICLE_BESIDE,
    WAY_BLOCKED,
)
from tailback.games.trafic_turbo.material import (
    CELLS,
    PLACE,
    PLAY,
    SEND_POLICE,
    SEND_VEHICLE,
    STEPS,
    TAKE,
    TAKE_NOTHING,
    USE,
    VEHICLE,
    card_name,
    cell_name,
    node_name,
)
from tailback.games.trafic_turbo.road import Road
from tailback.games.trafic_turbo.table import KEEPING, STEPPING

# What an action of the wrong kind is answered with, by phase.
NOW: Final = (
    ("", ""),
    ("TT-19", "now_place"),
    ("TA-32", "now_use"),
    ("TA-7", "now_step"),
    ("TA-29", "now_draw"),
    ("TA-31", "now_keep"),
    ("TA-54", "now_traffic"),
    ("TT-49", "now_police"),
    ("TT-58", "now_mirror"),
)

# What every other verdict says.
TOLD: Final[dict[int, tuple[str, str]]] = {
    UNKNOWN: ("", "unknown_move"),
    ARROW_TAKEN: ("TA-3", "arrow_taken"),
    REAR_ARROW: ("TA-66", "rear_arrow"),
    TURBO_LATER: ("TA-33", "turbo_later"),
    NO_DIAGONAL: ("TT-22", "no_diagonal"),
    CUT_OFF_ROAD: ("TA-38", "road_ends"),
    DIAGONAL_TAKEN: ("TA-38", "diagonal_taken"),
    NO_WIGGLE: ("TA-39", "no_wiggle"),
    OTHER_SIDE: ("TT-25", "one_side_only"),
    OTHER_SIDE_TURBO: ("TA-41", "one_side_only"),
    TURBO_ONE_STEP: ("TA-40", "turbo_one_step"),
    ROAD_ENDS: ("TA-8", "road_ends"),
    GHOST_AT_POLICE: ("TA-37", "police_beside"),
    POLICE_BESIDE: ("TA-11", "police_beside"),
    VEHICLE_BESIDE: ("TA-11", "vehicle_beside"),
    PUSH_OFF_ROAD: ("TA-14", "push_off_road"),
    STOPPED: ("TA-27", "stopped"),
    NOT_NOW: ("TA-32", "not_now"),
    MUST_KEEP: ("TA-31", "must_keep"),
    ONE_CARD_ONLY: ("TA-29", "one_card_only"),
    NOT_ON_CIRCUIT: ("TA-4", "not_on_circuit"),
    MOVED_BEFORE: ("TA-55", "moved_before"),
    ONE_LANE_CHANGE: ("TT-41", "one_lane_change"),
    MUST_MOVE: ("TA-54", "must_move"),
    TOO_FAR: ("TA-55", "too_far"),
    NEVER_BACK: ("TT-40", "too_far"),
    WAY_BLOCKED: ("TT-42", "way_blocked"),
    NO_SUCH_PLACE: ("TT-50", "no_such_place"),
    SAY_STAY: ("TA-48", "say_stay"),
    SPACE_TAKEN: ("TA-49", "space_taken"),
    POLICE_TOO_FAR: ("TA-49", "police_too_far"),
    NO_SECOND_MIRROR: ("TA-47", "no_second_mirror"),
    NOT_IN_PILE: ("TT-58", "not_in_pile"),
}


def explain(road: Road, seat: i64, action: i64, verdict: i64) -> IllegalMove:
    if verdict == OTHER_KIND:
        clause, key = NOW[road.phase]
        return IllegalMove(clause, key, {"n": int(road.left if road.phase == STEPPING else road.budget)})
    clause, key = TOLD[int(verdict)]
    params = {"move": str(int(action))} if verdict == UNKNOWN else mentioned(road, seat, action)
    if verdict == VEHICLE_BESIDE:
        end = road.row_end(i64(road.cell[seat]), action)
        params["vehicle"] = f"T{i64(road.grid[end]) - VEHICLE + 1}"
    return IllegalMove(clause, key, params)


def mentioned(road: Road, seat: i64, action: i64) -> dict[str, Any]:
    """What a text may say of the action that is refused."""
    if action >= SEND_VEHICLE:
        vehicle = (action - SEND_VEHICLE) // CELLS
        to = (action - SEND_VEHICLE) % CELLS
        found: dict[str, Any] = {"vehicle": f"T{vehicle + 1}", "space": cell_name(to), "n": int(road.budget)}
        if vehicle < road.rules.vehicles:
            found["cost"] = int(road.traffic_cost(vehicle, to))
        return found
    if action >= SEND_POLICE:
        return {"to": node_name(action - SEND_POLICE), "n": int(road.budget)}
    if action >= TAKE:
        return {"card": card_name(action - TAKE)}
    if PLACE <= action < TAKE_NOTHING:
        return {"arrow": int(action - PLACE) + 1}
    if action == PLAY:
        return {"card": card_name(road.drawn if road.phase == KEEPING else i64(road.hand[seat]))}
    return {"step": STEPS[action]} if action < USE else {}
