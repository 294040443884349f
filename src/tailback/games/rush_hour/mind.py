"""The road of Rush Hour in short, as a player has it in mind: what a card is likely to cost there.

Costs are in thousandths of a point. The constants were found by letting players with slightly other ones play
thousands of matches against each other and keeping what won.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from tailback.core.bits import bit, count
from tailback.core.vecs import vec
from tailback.games.rush_hour.material import AMBULANCE, EACH, KINDS, POLICE, TOP

POINT: Final = 1000
NEVER: Final = 1_000_000
# Chances are in steps of a thirty-second.
FINE: Final = 32
# How likely another player comes in between, for each number in question and anyhow; see `join_cost`.
EACH_COMES: Final = 25
SOMEBODY_COMES: Final = 71
# Of a thousand numbers that could follow a card without a number, so many do.
FOLLOW: Final = 193
# What is added to a lane before it is swept up, for each vehicle.
ADDED: Final = 638
IN_GAP: Final = 50
# Too low: the share of the cheapest lane, and how much others who are lower still take off it.
LOWEST: Final = 810
RELIEF: Final = 300
# An Ambulance, a Police and a Tow Truck are worth keeping for a bad moment; a Trailer, too.
SPECIAL: Final = (388, 543, 600)
TRAILER: Final = -497
# What a number may cost later, between these: the lowest and the highest are best lost early.
LATER: Final = ((1, 301), (8, 0), (17, 0), (30, -255), (42, -222), (50, 321))
LATER_TURNS: Final = 9


def likelihoods() -> list[int]:
    """Thousandths that of some players (up to 4) just so many come (up to 4), where each does with p / FINE."""
    found: list[int] = []
    for others in range(5):
        for come in range(5):
            ways = 1
            for i in range(come):
                ways = ways * (others - i) // (i + 1)
            for p in range(FINE + 1):
                likely = 1000 * ways * p**come * (FINE - p) ** max(0, others - come) // FINE ** max(others, come)
                found.append(likely if come <= others else 0)
    return found


def later(card: int) -> int:
    """On the line through the points of LATER."""
    for k in range(1, len(LATER)):
        (low, before), (high, after) = LATER[k - 1], LATER[k]
        if card <= high:
            return (before * (high - card) + after * (card - low)) // (high - low)
    return 0


class Mind:
    """Scratch, shared by clones: filled by whoever thinks, meaningless afterwards."""

    def __init__(self, rows: i64, full: i64, too_low: bool, points: vec[u8], hook: vec[u8]) -> None:
        self.rows: i64 = rows
        self.full: i64 = full
        self.too_low: bool = too_low
        self.worth: vec[u8] = points
        self.hook: vec[u8] = hook
        # Of each lane: the number at its end (0: open), spots and points.
        self.ends: vec[i64] = vec[i64]([0] * 3)
        self.spots: vec[i64] = vec[i64]([0] * 3)
        self.points: vec[i64] = vec[i64]([0] * 3)
        # The same of each lane as it was before cards were moved about.
        self.kept: vec[i64] = vec[i64]([0] * 9)
        # Gaps take numbers between these.
        self.lows: vec[i64] = vec[i64]([0] * EACH)
        self.highs: vec[i64] = vec[i64]([0] * EACH)
        self.gaps: i64 = 0
        # What lies on the road: cards as bits, and how many.
        self.seen: i64 = 0
        self.out: i64 = 0
        # Numbers that were not seen yet, as bits; how many cards that are in all; how many others show one.
        self.unseen: i64 = 0
        self.left: i64 = 1
        self.others: i64 = 0
        self.likely: vec[i64] = vec[i64](likelihoods())
        values = [0] * KINDS
        for card in range(1, TOP + 1):
            values[card] = later(card) + (TRAILER if hook[card] else 0)
        self.later: vec[i64] = vec[i64](values)

    # What a card is likely to cost

    def regret(self, card: i64, n: i64) -> i64:
        """Showing this card now rather than later, with so many in the hand."""
        cost = self.card_cost(card)
        return cost - self.later[card] * (n + 2) // LATER_TURNS if card <= TOP else cost

    def card_cost(self, card: i64) -> i64:
        if card > TOP:
            return self.special_cost(card)
        near: i64 = 0
        row: i64 = -1
        best: i64 = NEVER
        ends = self.ends
        for r in range(self.rows):
            end = ends[r]
            if end == 0:
                lower = count(self.unseen & (bit(card) - 1))
                best = min(best, self.join_cost(r, card, lower * FOLLOW // 1000))
            elif near < end < card:
                near = end
                row = r
        if row >= 0:
            between = count(self.unseen & (bit(card) - bit(near + 1)))
            best = min(best, self.join_cost(row, card, between))
        for i in range(self.gaps):
            if self.lows[i] < card < self.highs[i]:
                best = min(best, IN_GAP)
        return best if best < NEVER else self.low_cost(card)

    def join_cost(self, row: i64, card: i64, between: i64) -> i64:
        """At the end of this lane, where so many unseen numbers would come before it.

        It is swept up if just as many come as there is room for: one more, and somebody else has swept it up before.
        """
        free = self.full - self.spots[row]
        if free > self.others or self.hook[card] != 0:
            return 0
        come = (between * EACH_COMES + SOMEBODY_COMES) // (self.left + between * 10 // 32)
        risk = self.likely[(self.others * 5 + free) * (FINE + 1) + min(come, FINE)]
        return risk * (self.points[row] * POINT + free * ADDED) // 1000

    def low_cost(self, card: i64) -> i64:
        """Fits nowhere: the cheapest lane, unless somebody lower comes first."""
        if not self.too_low:
            return POINT // 2
        least = self.points[0]
        for r in range(1, self.rows):
            least = min(least, self.points[r])
        lower = count(self.unseen & (bit(card) - 1))
        return least * max(0, LOWEST - RELIEF * lower // self.left * self.others)

    def special_cost(self, card: i64) -> i64:
        """Free while a lane has room."""
        least: i64 = NEVER
        for r in range(self.rows):
            if self.spots[r] < self.full:
                return SPECIAL[int(card - AMBULANCE)]
            least = min(least, self.points[r] * POINT)
        return least

    # Moving cards about in mind

    def keep(self) -> None:
        """The lanes are to come `back` as they are now."""
        kept = self.kept
        for r in range(self.rows):
            kept[3 * r] = self.ends[r]
            kept[3 * r + 1] = self.spots[r]
            kept[3 * r + 2] = self.points[r]

    def back(self) -> None:
        kept = self.kept
        for r in range(self.rows):
            self.ends[r] = kept[3 * r]
            self.spots[r] = kept[3 * r + 1]
            self.points[r] = kept[3 * r + 2]

    # All of these say how many points are taken

    def sweep(self, row: i64, end: i64, worth: i64, load: i64) -> i64:
        """The lane begins anew; a load stays on the road."""
        taken = self.points[row] - load
        self.spots[row] = 1
        self.points[row] = worth + load
        self.ends[row] = end
        return taken

    def join(self, card: i64, row: i64) -> i64:
        """A number at the end of this lane."""
        worth = i64(self.worth[card])
        if self.hook[card] == 0:
            if self.spots[row] >= self.full:
                return self.sweep(row, card, worth, 0)
            self.spots[row] += 1
        self.points[row] += worth
        self.ends[row] = card
        return 0

    def drive(self, card: i64, row: i64) -> i64:
        """An Ambulance, a Police, or a Tow Truck that leaves its lane as it was but for the length."""
        if self.spots[row] >= self.full:
            return self.sweep(row, 0, 2, 0)
        self.spots[row] += 1
        self.points[row] += 2
        if card == POLICE:
            self.ends[row] = 0
        return 0

    def follow(self, card: i64) -> i64:
        """A number of another player, who goes where it costs nothing, or least."""
        near: i64 = 0
        row: i64 = -1
        spare: i64 = -1
        for r in range(self.rows):
            end = self.ends[r]
            if end == 0:
                spare = r
            elif near < end < card:
                near = end
                row = r
        if row < 0 or (spare >= 0 and self.spots[row] >= self.full):
            row = spare if spare >= 0 else row
        if row < 0 or self.spots[row] >= self.full:
            for i in range(self.gaps):
                if self.lows[i] < card < self.highs[i]:
                    return 0
        if row >= 0:
            return self.join(card, row)
        if not self.too_low:
            return 0
        row = 0
        for r in range(1, self.rows):
            if self.points[r] < self.points[row]:
                row = r
        return self.sweep(row, card, i64(self.worth[card]), 0)
