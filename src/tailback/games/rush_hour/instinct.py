"""How a sensible player of Rush Hour acts: shows the card that is likely to cost least, then takes the best lane.

Nothing is read that the seat does not know: the road, the piles, the cards shown in this turn and the own hand.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.bits import bit
from tailback.core.rng import Rng
from tailback.games.rush_hour.legality import RushHourLegality
from tailback.games.rush_hour.material import EACH, FRONT, GAP, HAND, NEW, PLAY, ROOM, TAKE, TOP, TOW
from tailback.games.rush_hour.mind import NEVER, POINT, Mind
from tailback.games.rush_hour.table import GAPS, SELECT, SPOTS

# What a point that another player takes is worth, and how much the next choice of a card counts.
THEIRS: Final = 442
NEXT: Final = 300
# A point that lies in a full lane, and in one with a single free spot, is trouble for others first.
IN_FULL: Final = 100
IN_TIGHT: Final = 50
# All of this together hardly ever makes up for so much.
FAR: Final = 2000


class RushHourInstinct(RushHourLegality):
    """The table with players who know what is good for them."""

    def instinct(self, seat: i64, rng: Rng) -> i64:
        if self.phase == SELECT:
            return self.sensible_card(seat, rng)
        n = self.moves(seat)
        return self.buf[0] if n == 1 else self.sensible_row(seat, n, rng)

    # Reading the road

    def survey(self, mind: Mind) -> None:
        """The lanes in short, and which cards lie there."""
        seen: i64 = 0
        out: i64 = 0
        road = self.road
        lane = self.lane
        worth = mind.worth
        mind.gaps = 0
        for row in range(mind.rows):
            base = row * ROOM
            n = i64(lane[row])
            points: i64 = 0
            card: i64 = 0
            for i in range(base, base + n):
                card = i64(road[i]) & (NEW - 1)
                points += i64(worth[card])
                seen |= bit(card)
            out += n - i64(lane[GAPS + row])
            mind.ends[row] = card if card <= TOP else 0
            mind.spots[row] = i64(lane[SPOTS + row])
            mind.points[row] = points
            if lane[GAPS + row] != 0:
                self.survey_gaps(mind, row)
        mind.seen = seen
        mind.out = out

    def survey_gaps(self, mind: Mind, row: i64) -> None:
        for i in range(i64(self.lane[row])):
            if i64(self.road[row * ROOM + i]) == NEW and mind.gaps < EACH:
                above = self.above_gap(row, i)
                mind.lows[mind.gaps] = self.below_gap(row, i)
                mind.highs[mind.gaps] = above if above != 0 else TOP + 1
                mind.gaps += 1

    def recollect(self, mind: Mind, seat: i64) -> i64:
        """What this seat has not seen yet, after a survey; returns the size of its hand."""
        seen = mind.seen
        out = mind.out
        pile = self.pile
        for i in range(self.pile_n):
            card = i64(pile[i])
            if card < NEW:
                seen |= bit(card)
                out += 1
        for k in range(self.done, self.queue_n):
            seen |= bit(self.card_at(k))
            out += 1
        hand = self.hand
        base = seat * HAND
        n: i64 = 0
        while n < HAND and hand[base + n] != 0:
            seen |= bit(i64(hand[base + n]))
            n += 1
        others: i64 = 0
        for other in range(self.players):
            if other != seat and hand[other * HAND] != 0:
                others += 1
        mind.unseen = self.rules.numbers & ~seen
        mind.left = max(1, self.rules.total - out - n)
        mind.others = others
        return n

    # Which card to show

    def sensible_card(self, seat: i64, rng: Rng) -> i64:
        mind = self.rules.mind
        self.survey(mind)
        n = self.recollect(mind, seat)
        hand = self.hand
        best: i64 = 0
        least: i64 = NEVER
        ties: i64 = 0
        before: i64 = 0
        for i in range(seat * HAND, seat * HAND + n):
            card = i64(hand[i])
            if card == before:
                continue
            before = card
            cost = mind.regret(card, n)
            if cost < least:
                best, least, ties = card, cost, 1
            elif cost == least:
                ties += 1
                if rng.below(ties) == 0:
                    best = card
        return PLAY + best - 1

    # Where to put it

    def sensible_row(self, seat: i64, n: i64, rng: Rng) -> i64:
        mind = self.rules.mind
        self.survey(mind)
        self.recollect(mind, seat)
        mind.keep()
        best = self.buf[0]
        least: i64 = NEVER
        ties: i64 = 0
        for i in range(n):
            action = self.buf[i]
            cost = self.row_cost(mind, seat, action, least)
            if cost < least:
                best, least, ties = action, cost, 1
            elif cost == least:
                ties += 1
                if rng.below(ties) == 0:
                    best = action
        return best

    def row_cost(self, mind: Mind, seat: i64, action: i64, least: i64) -> i64:
        """The rest of this turn as it will come, then how the road suits the own hand.

        What is far behind the least so far is not looked at so closely.
        """
        mind.back()
        cost = self.lay(mind, action) * POINT
        for k in range(self.at + 1, self.queue_n):
            card = self.card_at(k)
            if card <= TOP:
                cost -= mind.follow(card) * THEIRS
        if cost > least + FAR:
            return cost
        own: i64 = 0
        n: i64 = 0
        hand = self.hand
        base = seat * HAND
        while n < HAND and hand[base + n] != 0:
            card = i64(hand[base + n])
            if card <= TOP:
                own += mind.card_cost(card)
            n += 1
        if n > 0:
            cost += own * NEXT // (1000 * n)
        for row in range(mind.rows):
            free = mind.full - mind.spots[row]
            if free <= 0:
                cost -= IN_FULL * mind.points[row]
            elif free == 1:
                cost -= IN_TIGHT * mind.points[row]
        return cost

    def lay(self, mind: Mind, action: i64) -> i64:
        """Carry out the choice of a row in mind; the points that it takes at once."""
        card = self.card_at(self.at)
        row = self.row_of(action)
        worth = i64(mind.worth[card])
        if action >= GAP:
            mind.points[row] += worth
            return 0
        full = mind.spots[row] >= mind.full
        if action >= TAKE:
            if full or action < FRONT:
                return mind.sweep(row, card, worth, 0)
            mind.spots[row] += 1
            mind.points[row] += worth
            return 0
        if card <= TOP:
            return mind.join(card, row)
        if card == TOW:
            return mind.sweep(row, mind.ends[row], worth, self.load(mind, row)) if full else mind.drive(card, row)
        # Those who named a row before drive at the same time; on the same one they make one stack.
        for k in range(self.done, self.at):
            named = i64(self.queue[2 * self.players + k])
            if named != row:
                mind.drive(card, named)
        return mind.drive(card, row)

    def load(self, mind: Mind, row: i64) -> i64:
        """The points of the last stack."""
        points: i64 = 0
        i = row * ROOM + i64(self.lane[row]) - 1
        while True:
            entry = i64(self.road[i])
            points += i64(mind.worth[entry & (NEW - 1)])
            if entry >= NEW:
                return points
            i -= 1
