"""Why a move of Trafic Turbo is refused: the clause and the text that explain it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.errors import IllegalMove
from tailback.games.trafic_turbo.circuit import FAR
from tailback.games.trafic_turbo.material import (
    ACTIONS,
    AHEAD_LEFT,
    ARROWS,
    CELLS,
    DISCARD,
    DRAW,
    EMPTY,
    LEFT,
    MIRROR,
    NODES,
    PLACE,
    PLAY,
    POLICE_CAR,
    RIGHT,
    SEND_POLICE,
    SEND_VEHICLE,
    STEPS,
    TAKE,
    TAKE_NOTHING,
    USE,
    VEHICLE,
    WIDTH,
    card_name,
    cell_name,
    is_turbo,
    node_name,
)
from tailback.games.trafic_turbo.road import Road
from tailback.games.trafic_turbo.table import (
    CHASING,
    DRAWING,
    KEEPING,
    PLACING,
    SEARCHING,
    SHIFTING,
    STEPPING,
    USING,
    WITH_MANEUVER,
    WITH_TURBO,
    WITH_WARNING,
)

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


class Refusing(Road):
    """The road with its explanations."""

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        if action < 0 or action >= ACTIONS:
            return IllegalMove("", "unknown_move", {"move": str(action)})
        found: IllegalMove | None = None
        if self.phase == STEPPING and action < USE:
            found = self.why_not_step(seat, action)
        elif self.phase == PLACING and PLACE <= action < PLACE + ARROWS:
            found = self.why_not_arrow(seat, action - PLACE)
        elif self.phase == USING and action == USE:
            found = IllegalMove("TA-33", "turbo_later")
        elif self.phase == DRAWING and action == PLAY:
            found = self.why_not_turbo(i64(self.hand[seat]))
        elif self.phase == KEEPING and action == PLAY:
            found = self.why_not_turbo(self.drawn)
        elif self.phase == KEEPING and action == DISCARD:
            found = IllegalMove("TA-31", "must_keep")
        elif self.phase == SHIFTING and action >= SEND_VEHICLE:
            found = self.why_not_vehicle((action - SEND_VEHICLE) // CELLS, (action - SEND_VEHICLE) % CELLS)
        elif self.phase == CHASING and SEND_POLICE <= action < SEND_VEHICLE:
            found = self.why_not_police(action - SEND_POLICE)
        elif self.phase == SEARCHING and TAKE_NOTHING < action < SEND_POLICE:
            found = self.why_not_take(action - TAKE)
        elif action == DRAW and self.phase == KEEPING:
            found = IllegalMove("TA-29", "one_card_only")
        if found is not None:
            return found
        clause, key = NOW[self.phase]
        return IllegalMove(clause, key, {"n": int(self.left if self.phase == STEPPING else self.budget)})

    def why_not_step(self, seat: i64, step: i64) -> IllegalMove:
        told = {"step": STEPS[step]}
        if step >= AHEAD_LEFT:
            if self.mode != WITH_MANEUVER:
                return IllegalMove("TT-22", "no_diagonal", {"step": STEPS[step]})
            if self.beside(i64(self.cell[seat]), LEFT if step == AHEAD_LEFT else RIGHT) < 0:
                return IllegalMove("TA-38", "road_ends", {"step": STEPS[step]})
            return IllegalMove("TA-38", "diagonal_taken", {"step": STEPS[step]})
        if not self.side_free(step):
            if self.mode == WITH_MANEUVER:
                return IllegalMove("TA-39", "no_wiggle", {"step": STEPS[step]})
            if self.side == 0 or self.side == step:
                return IllegalMove("TA-40", "turbo_one_step", {"step": STEPS[step]})
            clause = "TA-41" if self.mode == WITH_TURBO else "TT-25"
            return IllegalMove(clause, "one_side_only", {"step": STEPS[step]})
        at = self.ghost if self.mode == WITH_WARNING else i64(self.cell[seat])
        to = self.beside(at, step)
        if to < 0:
            return IllegalMove("TA-8", "road_ends", {"step": STEPS[step]})
        if self.mode == WITH_WARNING:
            return IllegalMove("TA-37", "police_beside", {"step": STEPS[step]})
        while to >= 0 and i64(self.grid[to]) < VEHICLE:
            to = self.beside(to, step)
        if to < 0:
            return IllegalMove("TA-14", "push_off_road", {"step": STEPS[step]})
        if self.grid[to] == POLICE_CAR:
            return IllegalMove("TA-11", "police_beside", {"step": STEPS[step]})
        return IllegalMove(
            "TA-11", "vehicle_beside", {"step": told["step"], "vehicle": f"T{i64(self.grid[to]) - VEHICLE + 1}"}
        )

    def too_far_ahead(self, seat: i64, arrow: i64) -> bool:
        """Option twoPlayerRear: the first of two players takes an arrow three or more columns back."""
        if not self.rules.two_player_rear or self.players != 2 or seat != self.first:
            return False
        return i64(self.rules.road.arrow[arrow]) % WIDTH > self.rules.columns - 3

    def why_not_arrow(self, seat: i64, arrow: i64) -> IllegalMove:
        if self.grid[i64(self.rules.road.arrow[arrow])] != EMPTY:
            return IllegalMove("TA-3", "arrow_taken", {"arrow": int(arrow) + 1})
        return IllegalMove("TA-3", "rear_arrow", {"arrow": int(arrow) + 1})

    def why_not_turbo(self, card: i64) -> IllegalMove:
        if self.stopped:
            return IllegalMove("TA-27", "stopped")
        assert not is_turbo(card)
        return IllegalMove("TA-32", "not_now", {"card": card_name(card)})

    def why_not_vehicle(self, vehicle: i64, to: i64) -> IllegalMove:
        name = f"T{vehicle + 1}"
        if vehicle >= self.rules.vehicles or to % WIDTH >= self.rules.columns:
            return IllegalMove("TA-4", "not_on_circuit")
        if (self.used >> vehicle) & 1:
            return IllegalMove("TA-55", "moved_before", {"vehicle": name})
        lanes = to // WIDTH - i64(self.rear[vehicle]) // WIDTH
        if lanes > 1 or lanes < -1:
            return IllegalMove("TT-41", "one_lane_change", {"vehicle": name})
        cost = self.traffic_cost(vehicle, to)
        if cost == 0:
            return IllegalMove("TA-54", "must_move", {"vehicle": name})
        if cost > self.budget:
            clause = "TT-40" if cost > self.rules.columns // 2 else "TA-55"
            return IllegalMove(clause, "too_far", {"vehicle": name, "cost": int(cost), "n": int(self.budget)})
        return IllegalMove("TT-42", "way_blocked", {"vehicle": name, "space": cell_name(to)})

    def why_not_police(self, node: i64) -> IllegalMove:
        if (node % WIDTH >= self.rules.columns and node < CELLS) or node >= CELLS + self.rules.road.stations:
            return IllegalMove("TT-50", "no_such_place", {"to": node_name(node)})
        for i in range(i64(self.rules.reach[self.police * FAR + self.budget])):
            if i64(self.rules.near[self.police * NODES + i]) == node:
                if i == 0:
                    return IllegalMove("TA-48", "say_stay")
                return IllegalMove("TA-49", "space_taken", {"to": node_name(node)})
        return IllegalMove("TA-49", "police_too_far", {"to": node_name(node), "n": int(self.budget)})

    def why_not_take(self, card: i64) -> IllegalMove:
        if card == MIRROR:
            return IllegalMove("TA-47", "no_second_mirror")
        return IllegalMove("TT-58", "not_in_pile", {"card": card_name(card)})
