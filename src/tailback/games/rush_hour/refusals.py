"""Why Rush Hour refuses an action: the clause and the words for it."""

from __future__ import annotations

from mypy_extensions import i64

from tailback.core.errors import IllegalMove
from tailback.games.rush_hour.material import ACTIONS, AMBULANCE, FRONT, GAP, NEW, PLAY, POLICE, ROOM, ROW, TAKE, TOP
from tailback.games.rush_hour.table import SELECT, TO_FRONT, TOO_LOW, RushHourTable


class RushHourRefusals(RushHourTable):
    """The table that can explain itself."""

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        if action < 0 or action >= ACTIONS:
            return IllegalMove("", "unknown_move", {"move": str(int(action))})
        if action < ROW:
            card = action - PLAY + 1
            if self.phase == SELECT:
                return IllegalMove("RH-10", "not_in_hand", {"card": self.rules.name(card)})
            return IllegalMove("RH-11", "already_shown", {"card": self.rules.name(self.card_at(self.at))})
        if self.phase == SELECT:
            return IllegalMove("RH-10", "pick_a_card")
        row = (action - GAP) // ROOM if action >= GAP else (action - ROW) % 3
        if row >= self.rules.rows:
            return IllegalMove("RH-53", "no_such_row", {"row": int(row) + 1, "rows": int(self.rules.rows)})
        card = self.card_at(self.at)
        if card > TOP:
            return self.why_special(card, action)
        if action >= GAP:
            return self.why_gap(card, row, (action - GAP) % ROOM)
        if action >= FRONT:
            return self.why_front(card, row)
        if action >= TAKE:
            if self.phase == TO_FRONT:
                return IllegalMove("RH-56", "nothing_to_take", {"card": self.rules.name(card)})
            return IllegalMove("RH-19", "not_too_low", {"card": self.rules.name(card)})
        return self.why_end(card, row)

    def why_special(self, card: i64, action: i64) -> IllegalMove:
        params = {"card": self.rules.name(card)}
        if action >= GAP:
            return IllegalMove("RH-Q29", "gap_needs_number", params)
        clause = "RH-34" if card == AMBULANCE else "RH-40" if card == POLICE else "RH-44"
        return IllegalMove(clause, "name_a_row", params)

    def why_end(self, card: i64, row: i64) -> IllegalMove:
        """Only a higher end or a nearer row can be in the way."""
        end = self.end(row)
        name = self.rules.name(card)
        if end > card:
            return IllegalMove("RH-14", "end_is_higher", {"card": name, "row": int(row) + 1, "end": int(end)})
        near: i64 = 0
        nearest: i64 = 0
        for other in range(self.rules.rows):
            if near < self.end(other) < card:
                near = self.end(other)
                nearest = other
        return IllegalMove("RH-15", "nearer_row", {"card": name, "row": int(nearest) + 1, "end": int(near)})

    def why_gap(self, card: i64, row: i64, spot: i64) -> IllegalMove:
        entry = self.entry_of(row, spot)
        name = self.rules.name(card)
        if entry < 0 or i64(self.road[row * ROOM + entry]) != NEW:
            return IllegalMove("RH-47", "no_gap_there", {"row": int(row) + 1, "spot": int(spot) + 1})
        low = self.below_gap(row, entry)
        high = self.above_gap(row, entry)
        if low >= card:
            return IllegalMove("RH-Q28", "gap_wants_higher", {"card": name, "low": int(low)})
        if high != 0 and high <= card:
            return IllegalMove("RH-Q28", "gap_wants_lower", {"card": name, "high": int(high)})
        return IllegalMove("RH-Q17", "same_hook", {"card": name, "row": int(row) + 1})

    def why_front(self, card: i64, row: i64) -> IllegalMove:
        name = self.rules.name(card)
        if self.phase == TO_FRONT:
            first = self.first_number(row, 0)
            return IllegalMove("RH-Q36", "front_is_lower", {"card": name, "row": int(row) + 1, "first": int(first)})
        if self.phase == TOO_LOW:
            return IllegalMove("RH-19", "must_take", {"card": name})
        return IllegalMove("RH-56", "not_too_low", {"card": name})
