"""What is legal in Rush Hour, and why the rest is not."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.contract import LEGAL, NOT_ASKED, REASONS
from tailback.core.errors import IllegalMove
from tailback.games.rush_hour.material import (
    ACTIONS,
    AMBULANCE,
    FRONT,
    GAP,
    HAND,
    NEW,
    PLAY,
    POLICE,
    ROOM,
    ROW,
    TAKE,
    TOP,
)
from tailback.games.rush_hour.table import GAPS, OVER, PLACE, SELECT, TO_FRONT, TOO_LOW, RushHourTable

# Verdicts.
UNKNOWN: Final = REASONS
NOT_IN_HAND: Final = 3
PICK_A_CARD: Final = 4
ALREADY_SHOWN: Final = 5
NO_SUCH_ROW: Final = 6
GAP_NEEDS_NUMBER: Final = 7
NAME_A_ROW: Final = 8
END_IS_HIGHER: Final = 9
NEARER_ROW: Final = 10
NO_GAP_THERE: Final = 11
GAP_WANTS_HIGHER: Final = 12
GAP_WANTS_LOWER: Final = 13
SAME_HOOK: Final = 14
FITS: Final = 15
NOTHING_TO_TAKE: Final = 16
FITS_WITHOUT_FRONT: Final = 17
MUST_TAKE: Final = 18
FRONT_IS_LOWER: Final = 19


class RushHourLegality(RushHourTable):
    """The table that knows what may be done at it."""

    def verdict(self, seat: i64, action: i64) -> i64:
        if self.phase == SELECT:
            if (self.asked >> seat) & 1 == 0:
                return NOT_ASKED
        elif self.phase == OVER or i64(self.queue[self.at]) != seat:
            return NOT_ASKED
        if action < 0 or action >= ACTIONS:
            return UNKNOWN
        if self.phase == SELECT:
            return self.card_verdict(seat, action)
        if action < ROW:  # RH-11
            return ALREADY_SHOWN
        row = self.row_of(action)
        if row >= self.rules.rows:  # RH-53
            return NO_SUCH_ROW
        card = self.card_at(self.at)
        if card > TOP:
            return special_verdict(action)
        if action >= GAP:
            return self.gap_verdict(card, row, self.entry_of(row, (action - GAP) % ROOM))
        if action >= FRONT:
            return self.front_verdict(card, row)
        if action >= TAKE:
            return self.take_verdict()
        return self.end_verdict(card, row, self.nearest(card))

    def card_verdict(self, seat: i64, action: i64) -> i64:
        """Any card of the own hand; also again, until the last player is ready. RH-10, RH-Q39"""
        if action >= ROW:
            return PICK_A_CARD
        base = seat * HAND
        for i in range(base, base + HAND):
            if i64(self.hand[i]) == action - PLAY + 1:
                return LEGAL
        return NOT_IN_HAND

    def end_verdict(self, number: i64, row: i64, nearest: i64) -> i64:
        """May a numbered card join the end of this row? `nearest` as the function of this name says. RH-14, RH-15"""
        end = self.end(row)
        if end == 0 or row == nearest:  # RH-25, RH-36, RH-37, RH-41, RH-42, RH-Q10, RH-Q11
            return LEGAL
        if end > number:
            return END_IS_HIGHER
        return LEGAL if self.rules.open_row_frees and self.some_row_is_open() else NEARER_ROW  # RH-Q10

    def gap_verdict(self, number: i64, row: i64, entry: i64) -> i64:
        """May a numbered card use the gap at this entry of the flat row? RH-47, RH-Q12, RH-Q28, RH-Q29"""
        if entry < 0 or i64(self.road[row * ROOM + entry]) != NEW:
            return NO_GAP_THERE
        if self.below_gap(row, entry) > number:
            return GAP_WANTS_HIGHER
        above = self.above_gap(row, entry)
        if above != 0 and above < number:
            return GAP_WANTS_LOWER
        # Neighbouring gaps hook a Trailer to the same car: only the first of them is offered. RH-Q17
        if self.rules.hook[number] and entry > 0 and i64(self.road[row * ROOM + entry - 1]) == NEW:
            if self.car_before(row, entry) >= 0:
                return SAME_HOOK
        return LEGAL

    def take_verdict(self) -> i64:
        """Any row may be taken, but only with a card that is too low. RH-19, RH-Q13"""
        if self.phase == TOO_LOW:
            return LEGAL
        return NOTHING_TO_TAKE if self.phase == TO_FRONT else FITS

    def front_verdict(self, number: i64, row: i64) -> i64:
        """No penalty for low cards: rows that begin higher, or any if none does. RH-56, RH-Q36"""
        if self.phase != TO_FRONT:
            return MUST_TAKE if self.phase == TOO_LOW else FITS_WITHOUT_FRONT
        if self.first_number(row, 0) > number:
            return LEGAL
        for other in range(self.rules.rows):
            if self.first_number(other, 0) > number:
                return FRONT_IS_LOWER
        return LEGAL

    # Lists, on the same predicates

    def moves(self, seat: i64) -> i64:
        if self.phase == SELECT:
            return self.hand_moves(seat)
        if self.phase == OVER or i64(self.queue[self.at]) != seat:
            return 0
        if self.phase == PLACE:
            return self.placements(self.card_at(self.at))
        if self.phase == TO_FRONT:
            return self.fronts(self.card_at(self.at))
        # A special goes to any row, and any row may be taken. RH-19, RH-34, RH-40, RH-44, RH-Q13
        first: i64 = TAKE if self.phase == TOO_LOW else ROW
        for row in range(self.rules.rows):
            self.buf[row] = first + row
        return self.rules.rows

    def hand_moves(self, seat: i64) -> i64:
        """Each card of the hand once. RH-10, RH-Q39"""
        if (self.asked >> seat) & 1 == 0:
            return 0
        n: i64 = 0
        before: i64 = 0
        base = seat * HAND
        for i in range(base, base + HAND):
            card = i64(self.hand[i])
            if card == 0:
                break
            if card != before:
                self.buf[n] = PLAY + card - 1
                n += 1
                before = card
        return n

    def placements(self, number: i64) -> i64:
        """Where a numbered card may go; none means too low."""
        nearest = self.nearest(number)
        n: i64 = 0
        for row in range(self.rules.rows):
            if self.end_verdict(number, row, nearest) == LEGAL:
                self.buf[n] = ROW + row
                n += 1
        for row in range(self.rules.rows):
            if self.lane[GAPS + row] != 0:
                n = self.gap_moves(row, number, n)
        return n

    def gap_moves(self, row: i64, number: i64, n: i64) -> i64:
        """The gaps that a number fits, added to what is listed."""
        spot: i64 = -1
        for i in range(i64(self.lane[row])):
            entry = i64(self.road[row * ROOM + i])
            if entry >= NEW:
                spot += 1
            if entry == NEW and self.gap_verdict(number, row, i) == LEGAL:
                self.buf[n] = GAP + row * ROOM + spot
                n += 1
        return n

    def fronts(self, number: i64) -> i64:
        """The rows in front of which a low card may go; the phase says that it is one."""
        n: i64 = 0
        for row in range(self.rules.rows):
            if self.front_verdict(number, row) == LEGAL:
                self.buf[n] = FRONT + row
                n += 1
        return n

    # Reading the road for them

    def nearest(self, number: i64) -> i64:
        """The row with the highest end below this number; -1 if there is none. RH-15, RH-Q8"""
        near: i64 = 0
        found: i64 = -1
        for row in range(self.rules.rows):
            end = self.end(row)
            if near < end < number:
                near = end
                found = row
        return found

    def some_row_is_open(self) -> bool:
        for row in range(self.rules.rows):
            if self.end(row) == 0:
                return True
        return False

    def car_before(self, row: i64, entry: i64) -> i64:
        """The entry before this one that is no gap; -1 if there is none."""
        before = entry - 1
        while before >= 0 and i64(self.road[row * ROOM + before]) == NEW:
            before -= 1
        return before

    # Refusals

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        if verdict == UNKNOWN:
            return IllegalMove("", "unknown_move", {"move": str(int(action))})
        if verdict == NOT_IN_HAND:
            return IllegalMove("RH-10", "not_in_hand", {"card": self.rules.name(action - PLAY + 1)})
        if verdict == PICK_A_CARD:
            return IllegalMove("RH-10", "pick_a_card")
        card = self.card_at(self.at)
        if verdict == ALREADY_SHOWN:
            return IllegalMove("RH-11", "already_shown", {"card": self.rules.name(card)})
        row = self.row_of(action)
        if verdict == NO_SUCH_ROW:
            return IllegalMove("RH-53", "no_such_row", {"row": int(row) + 1, "rows": int(self.rules.rows)})
        if action >= GAP:
            return self.why_gap(card, row, (action - GAP) % ROOM, verdict)
        return self.why_row(card, row, verdict)

    def why_row(self, card: i64, row: i64, verdict: i64) -> IllegalMove:
        """Against a lane that a card would join, take or lead."""
        name = self.rules.name(card)
        if verdict == NAME_A_ROW:
            clause = "RH-34" if card == AMBULANCE else "RH-40" if card == POLICE else "RH-44"
            return IllegalMove(clause, "name_a_row", {"card": name})
        if verdict == END_IS_HIGHER:
            end = self.end(row)
            return IllegalMove("RH-14", "end_is_higher", {"card": name, "row": int(row) + 1, "end": int(end)})
        if verdict == NEARER_ROW:
            near = self.nearest(card)
            params = {"card": name, "row": int(near) + 1, "end": int(self.end(near))}
            return IllegalMove("RH-15", "nearer_row", params)
        if verdict == FRONT_IS_LOWER:
            first = self.first_number(row, 0)
            return IllegalMove("RH-Q36", "front_is_lower", {"card": name, "row": int(row) + 1, "first": int(first)})
        if verdict == NOTHING_TO_TAKE:
            return IllegalMove("RH-56", "nothing_to_take", {"card": name})
        if verdict == MUST_TAKE:
            return IllegalMove("RH-19", "must_take", {"card": name})
        return IllegalMove("RH-19" if verdict == FITS else "RH-56", "not_too_low", {"card": name})

    def why_gap(self, card: i64, row: i64, spot: i64, verdict: i64) -> IllegalMove:
        name = self.rules.name(card)
        if verdict == GAP_NEEDS_NUMBER:
            return IllegalMove("RH-Q29", "gap_needs_number", {"card": name})
        if verdict == NO_GAP_THERE:
            return IllegalMove("RH-47", "no_gap_there", {"row": int(row) + 1, "spot": int(spot) + 1})
        entry = self.entry_of(row, spot)
        if verdict == GAP_WANTS_HIGHER:
            low = self.below_gap(row, entry)
            return IllegalMove("RH-Q28", "gap_wants_higher", {"card": name, "low": int(low)})
        if verdict == GAP_WANTS_LOWER:
            high = self.above_gap(row, entry)
            return IllegalMove("RH-Q28", "gap_wants_lower", {"card": name, "high": int(high)})
        return IllegalMove("RH-Q17", "same_hook", {"card": name, "row": int(row) + 1})


def special_verdict(action: i64) -> i64:
    """A card without a number goes to any row, never into a gap. RH-34, RH-40, RH-44, RH-Q29"""
    if action >= GAP:
        return GAP_NEEDS_NUMBER
    return LEGAL if action < TAKE else NAME_A_ROW
