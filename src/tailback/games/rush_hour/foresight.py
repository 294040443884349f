"""Search for Rush Hour: worlds are weighed by what the others have shown so far.

Whoever still holds a card did not want to show it in any turn of this round. A card that looked better than those
shown is therefore hardly in that hand. How far that holds depends on the player: whether a sensible one or anybody
would have shown such cards is judged turn by turn, and playouts let each player be as careless as that.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64, u8

from tailback.core.bits import bit
from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.core.search import Search
from tailback.core.vecs import vec
from tailback.games.rush_hour.material import HAND, KINDS, NEW, TOP
from tailback.games.rush_hour.play import RushHourState
from tailback.games.rush_hour.table import GAPS

# How often in a hundred decisions a player acts at random, and how likely that is before anything was shown.
CARELESS: Final = (0, 10, 30, 100)
AT_FIRST: Final = (0.5, 0.2, 0.2, 0.1)
# Even who is sensible may see it differently; and where two cards are so near, in thousandths of a point, it is open.
OTHERWISE: Final = 0.1
NEAR: Final = 150.0
# A single odd card condemns nobody.
MERCY: Final = 0.02
# How often each unseen card changes places, on average: before the first world, and between two.
FIRST_SWAPS: Final = 12
SWAPS: Final = 2
WORD: Final = 4294967296.0


class Foresight(Search):
    """One question of a seat. Any world will do as root; only what the seat knows of it is used."""

    def __init__(self, root: RushHourState, seat: i64, steps: i64, rng: Rng) -> None:
        super().__init__(root, seat, steps, rng)
        self.table: RushHourState = root
        players = int(root.players)
        # How likely each seat holds each card, apart from how many there are; last of all the cards put away.
        self.weight: list[float] = [1.0] * ((players + 1) * KINDS)
        # How likely each seat is how careless.
        self.temper: list[float] = []
        for _k in range(players):
            self.temper.extend(AT_FIRST)
        self.study()
        # The unseen cards, and who has each; `players` for those put away.
        self.cards: list[int] = []
        self.owners: list[int] = []
        self.lay_out()
        self.swap(FIRST_SWAPS)

    # What the round has told so far

    def study(self) -> None:
        """Go through the turns of the round once more."""
        root = self.table
        rules = root.rules
        ghost = root.clone()
        assert isinstance(ghost, RushHourState)
        left = rules.count[:]
        at: i64 = 0
        size = rules.hand_size
        while at < root.log_n:
            for row in range(rules.rows):
                n = i64(root.log[at])
                lay_lane(ghost, row, root.log, at + 1, n)
                if size == rules.hand_size:
                    strike_out(left, root.log, at + 1, n)
                at += n + 1
            self.study_turn(ghost, left, at, size)
            strike_out(left, root.log, at, root.players)
            at += root.players
            size -= 1

    def study_turn(self, ghost: RushHourState, left: vec[u8], at: i64, size: i64) -> None:
        """The cards that were shown in one turn, against those that might have been."""
        mind = ghost.rules.mind
        log = self.table.log
        ghost.survey(mind)
        mind.others = -1
        for other in range(ghost.players):
            if log[at + other] != 0:
                mind.others += 1
        mind.unseen = 0
        unseen: i64 = 0
        for card in range(1, KINDS):
            if left[card] != 0:
                unseen += i64(left[card])
                if card <= TOP:
                    mind.unseen |= bit(card)
        mind.left = max(1, unseen - size)
        regrets: list[float] = [0.0] * KINDS
        for card in range(1, KINDS):
            if left[card] != 0:
                regrets[card] = float(mind.regret(card, size))
        for other in range(ghost.players):
            if other != self.seat and log[at + other] != 0:
                self.judge(int(other), int(log[at + other]), regrets, left, unseen, size)

    def judge(self, other: int, shown: int, regrets: list[float], left: vec[u8], unseen: i64, size: i64) -> None:
        """What a card tells of its player, and of the cards that this player keeps."""
        better: i64 = 0
        for card in range(1, KINDS):
            if left[card] != 0 and regrets[card] < regrets[shown]:
                better += i64(left[card])
        # The best of a hand is rarely one that most of the unseen cards would beat.
        sensible = float(size) * (1.0 - float(better) / float(unseen)) ** float(size - 1)
        total = 0.0
        for k in range(len(CARELESS)):
            rate = float(CARELESS[k]) / 100.0
            self.temper[other * len(CARELESS) + k] *= (1.0 - rate) * sensible + rate + MERCY
            total += self.temper[other * len(CARELESS) + k]
        open_minded = OTHERWISE
        for k in range(len(CARELESS)):
            self.temper[other * len(CARELESS) + k] /= total
            open_minded += self.temper[other * len(CARELESS) + k] * float(CARELESS[k]) / 100.0
        open_minded = min(1.0, open_minded)
        for card in range(1, KINDS):
            if left[card] != 0:
                ahead = min(30.0, (regrets[shown] - regrets[card]) / NEAR)
                self.weight[other * KINDS + card] *= open_minded + (1.0 - open_minded) / (1.0 + exp(ahead))

    # Worlds

    def lay_out(self) -> None:
        """Some deal to begin with."""
        players = int(self.table.players)
        deal = self.table.imagine(int(self.seat), self.rng)
        assert isinstance(deal, RushHourState)
        for other in range(players):
            if other != self.seat:
                for i in range(deal.hand_count(other)):
                    self.cards.append(int(deal.hand[other * HAND + int(i)]))
                    self.owners.append(other)
        left = deal.away()
        for card in range(KINDS):
            for _k in range(i64(left[card])):
                self.cards.append(int(card))
                self.owners.append(players)

    def swap(self, times: i64) -> None:
        """Cards change places, so that in the long run every deal comes up as often as it is likely."""
        n: i64 = len(self.cards)
        cards = self.cards
        owners = self.owners
        weight = self.weight
        rng = self.rng
        for _k in range(n * times):
            i, k = rng.below(n), rng.below(n)
            one, other = owners[i], owners[k]
            if one == other:
                continue
            mine, theirs = cards[i], cards[k]
            now = weight[one * KINDS + mine] * weight[other * KINDS + theirs]
            then = weight[one * KINDS + theirs] * weight[other * KINDS + mine]
            if then >= now or float(rng.next()) * now < then * WORD:
                cards[i], cards[k] = theirs, mine

    def world(self) -> State:
        self.swap(SWAPS)
        found = self.table.clone()
        assert isinstance(found, RushHourState)
        found.rng = self.rng.branch()
        found.unseal(self.seat)
        for other in range(found.players):
            if other != self.seat:
                for i in range(HAND):
                    found.hand[other * HAND + i] = 0
        for k in range(len(self.cards)):
            if self.owners[k] < found.players:
                found.gain(self.owners[k], self.cards[k])
        # A last card is picked by itself.
        for other in range(found.players):
            if other != self.seat and found.chosen[other] != 0:
                found.chosen[other] = found.hand[other * HAND]
        return found

    def set_moods(self) -> None:
        for other in range(self.root.players):
            x = float(self.rng.next()) / WORD
            k = 0
            while k < len(CARELESS) - 1 and x >= self.temper[int(other) * len(CARELESS) + k]:
                x -= self.temper[int(other) * len(CARELESS) + k]
                k += 1
            self.moods[other] = CARELESS[k]


def lay_lane(ghost: RushHourState, row: i64, log: vec[u8], start: i64, n: i64) -> None:
    """A lane as it once lay."""
    ghost.clear_row(row)
    for i in range(start, start + n):
        entry = i64(log[i])
        ghost.add_entry(row, entry)
        if entry == NEW:
            ghost.lane[GAPS + row] += 1


def strike_out(left: vec[u8], log: vec[u8], start: i64, n: i64) -> None:
    """These cards have been seen now."""
    for i in range(start, start + n):
        card = i64(log[i]) & (NEW - 1)
        if card != 0:
            left[card] -= 1
