"""How a child and a careless player act in Rush Hour."""

from __future__ import annotations

from mypy_extensions import i64

from tailback.core.rng import Rng
from tailback.games.rush_hour.instinct import RushHourInstinct
from tailback.games.rush_hour.material import HAND, PLAY, TOP
from tailback.games.rush_hour.mind import NEVER
from tailback.games.rush_hour.table import SELECT


class RushHourSlips(RushHourInstinct):
    """Sensible players who overlook things."""

    def slip(self, seat: i64, level: i64, rng: Rng) -> i64:
        """A child plays what it likes best, or any card; both often see only how the lanes lie now."""
        mood = rng.below(100)
        if self.phase != SELECT:
            if level == 1 and mood < 50:
                n = self.moves(seat)
                return self.buf[rng.below(n)]
            return self.cheapest_row(seat, rng) if mood < 75 else self.instinct(seat, rng)
        if level == 1:
            if mood < 40:
                n = self.moves(seat)
                return self.buf[rng.below(n)]
            if mood < 60:
                return self.favourite(seat, rng)
            return self.glance(seat, rng)
        return self.glance(seat, rng) if mood < 60 else self.instinct(seat, rng)

    def favourite(self, seat: i64, rng: Rng) -> i64:
        """Blue lights and tow trucks come first."""
        n = self.hand_count(seat)
        card = i64(self.hand[seat * HAND + n - 1])
        return PLAY + card - 1 if card > TOP else self.glance(seat, rng)

    def glance(self, seat: i64, rng: Rng) -> i64:
        """A card that costs least as the lanes lie, as if nobody else played."""
        mind = self.rules.mind
        self.survey(mind)
        n = self.recollect(mind, seat)
        mind.unseen = 0
        best: i64 = 0
        least: i64 = NEVER
        ties: i64 = 0
        for i in range(seat * HAND, seat * HAND + n):
            card = i64(self.hand[i])
            cost = mind.card_cost(card)
            if cost < least:
                best, least, ties = card, cost, 1
            elif cost == least:
                ties += 1
                if rng.below(ties) == 0:
                    best = card
        return PLAY + best - 1

    def cheapest_row(self, seat: i64, rng: Rng) -> i64:
        """The fewest points at once, whatever comes after."""
        mind = self.rules.mind
        n = self.moves(seat)
        best = self.buf[0]
        least: i64 = NEVER
        ties: i64 = 0
        for i in range(n):
            action = self.buf[i]
            self.survey(mind)
            cost = self.lay(mind, action)
            if cost < least:
                best, least, ties = action, cost, 1
            elif cost == least:
                ties += 1
                if rng.below(ties) == 0:
                    best = action
        return best
