"""Looking ahead in Mau-Mau: the search of the core, which begins with an opinion instead of none."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.rng import Rng
from tailback.core.search import Search
from tailback.games.mau_mau.instinct import opinion
from tailback.games.mau_mau.play import MauMauState

# How far the truth usually lies from the opinion, as a share of matches won: in 5000 positions the moves differed by
# 0.05 (standard deviation, the noise of the playouts taken off), and the opinion explains a third of its square.
DOUBT: Final = 0.035


class Lookahead(Search):
    """Instinct puts a number on every move, in shares of matches won. Playouts are evidence for or against it."""

    def __init__(self, root: MauMauState, seat: i64, steps: i64, rng: Rng) -> None:
        super().__init__(root, seat, steps, rng)
        self.table: MauMauState = root

    def verdict(self, favourite: int) -> i64:
        """The best when opinion and evidence are weighed by how sure they are."""
        if self.worlds < 2:
            return self.actions[favourite]
        if self.table.silent >= 0:
            # Of speaking up instinct has no opinion: it just does.
            return super().verdict(favourite)
        found, most = favourite, 0.0
        usual = self.expected(favourite)
        for i in range(len(self.actions)):
            if i != favourite and self.live[i]:
                error = self.error(i)
                trust = DOUBT * DOUBT / (DOUBT * DOUBT + error * error)
                ahead = trust * self.mean(i) + (1.0 - trust) * (self.expected(i) - usual)
                if ahead > most:
                    found, most = i, ahead
        return self.actions[found]

    def expected(self, i: int) -> float:
        """What instinct thinks of an action, as a share of matches won."""
        return float(opinion(self.table, self.seat, self.actions[i])) / 10_000.0
