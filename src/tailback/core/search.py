"""Search from one seat: which action does best, on average, in the worlds that this seat cannot tell apart?

Every world is tried with every action that is still in question, played on by instinct to the end of the stretch,
with the same chance for all: so the actions are compared with each other and not with the luck of their deals. The
instinct's own choice stands until another one is better beyond doubt. Further decisions of the seat are chosen by
what earlier playouts taught (a tree of information sets, kept flat in one table); the others are a mixture of careful
and careless players, so that the answer does not rest on everybody being sensible.

How long it looks is counted in decisions tried, not in seconds: the same knowledge and chance give the same answer on
every machine.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from mypy_extensions import i64, mypyc_attr

from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.core.vecs import vec

# How often in a hundred decisions a player acts at random; each of the others draws one of these for each world.
MOODS: Final = (0, 0, 0, 10, 30)
# Worlds before an action may be dropped, and how often that is considered.
FIRST_LOOK: Final = 24
EVERY: Final = 8
# An action is dropped when it lies so many standard errors behind; the favourite is left for one so far ahead.
DROPPED: Final = 2.5
BETTER: Final = 1.0
# The table of the tree: room for so many choices, a power of two.
ROOM: Final = 1 << 16
# Own decisions below the first that the tree remembers, and how eagerly it tries what is new.
DEPTH: Final = 3
# Where there are more choices than this, it does not learn which is best.
WIDEST: Final = 24
EAGER: Final = 0.25
# Visits of the favourite before another choice is tried.
TRUST: Final = 4
# A value of 1.
ONE: Final = 1_000_000


@mypyc_attr(allow_interpreted_subclasses=True)
class Search:
    """One question to a search. A subclass may say where worlds come from, or play on in another way."""

    def __init__(self, root: State, seat: i64, steps: i64, rng: Rng, depth: i64 = DEPTH, random: bool = False) -> None:
        self.root: State = root
        self.seat: i64 = seat
        self.left: i64 = steps
        self.rng: Rng = rng
        # Own decisions that are chosen by the tree; 0 is flat search.
        self.depth: i64 = depth
        # Everybody plays on at random instead of by instinct.
        self.random: bool = random
        self.part: i64 = root.stretch()
        self.worlds: i64 = 0
        # Actions in question, and by how much each did better than the favourite: sum and sum of squares.
        self.actions: list[int] = []
        self.live: list[bool] = []
        self.gain: list[float] = []
        self.square: list[float] = []
        self.chance: Rng = Rng(0)
        self.moods: vec[i64] = vec[i64]([0] * int(root.players))
        self.legal: vec[i64] = vec[i64]([0] * len(root.buf))
        # The tree: choices by the hash of what led to them, with visits and values.
        self.keys: vec[i64] = vec[i64]([0] * (ROOM if depth > 0 else 1))
        self.visits: vec[i64] = vec[i64]([0] * (ROOM if depth > 0 else 1))
        self.totals: vec[i64] = vec[i64]([0] * (ROOM if depth > 0 else 1))
        self.filled: i64 = 0
        # The choices that this playout went through.
        self.path: vec[i64] = vec[i64]([0] * (int(depth) + 1))
        self.passed: i64 = 0

    def world(self) -> State:
        """Where the next playouts begin; theirs to change."""
        found = self.root.imagine(int(self.seat), self.rng)
        found.unseal(self.seat)
        return found

    def run(self) -> i64:
        """The action to take."""
        favourite = self.consider()
        count = len(self.actions)
        self.live = [True] * count
        self.gain = [0.0] * count
        self.square = [0.0] * count
        left: i64 = count
        while self.left > 0 and left > 1:
            self.try_world(favourite)
            if self.worlds >= FIRST_LOOK and self.worlds % EVERY == 0:
                left = self.drop(favourite)
        return self.verdict(favourite)

    def consider(self) -> int:
        """Gather the actions in question; the place of the favourite among them."""
        root = self.root
        n = root.moves(self.seat)
        for i in range(n):
            self.actions.append(int(root.buf[i]))
        if n == 1 or self.random:
            return 0
        return self.actions.index(int(root.instinct(self.seat, self.rng)))

    def try_world(self, favourite: int) -> None:
        """All actions in question in one more world."""
        start = self.world()
        rng = self.rng
        self.set_moods()
        a, b, c = rng.next(), rng.next(), rng.next()
        self.chance.restart(a, b, c)
        base = self.sample(start.clone(), self.actions[favourite])
        for i in range(len(self.actions)):
            if i != favourite and self.live[i]:
                self.chance.restart(a, b, c)
                ahead = self.sample(start.clone(), self.actions[i]) - base
                self.gain[i] += ahead
                self.square[i] += ahead * ahead
        self.worlds += 1

    def set_moods(self) -> None:
        """How careless each of the others is in the next world."""
        for other in range(self.root.players):
            self.moods[other] = MOODS[self.rng.below(len(MOODS))]

    def mean(self, i: int) -> float:
        return self.gain[i] / float(self.worlds)

    def error(self, i: int) -> float:
        """The standard error of the mean."""
        n = float(self.worlds)
        spread = max(self.square[i] / n - (self.gain[i] / n) ** 2, 0.25 / n)
        return sqrt(spread / n)

    def drop(self, favourite: int) -> i64:
        """Leave out what can hardly be best; how many are left."""
        best = 0.0
        for i in range(len(self.actions)):
            if self.live[i]:
                best = max(best, self.mean(i))
        left: i64 = 1
        for i in range(len(self.actions)):
            if i != favourite and self.live[i]:
                if self.mean(i) + DROPPED * self.error(i) < best:
                    self.live[i] = False
                else:
                    left += 1
        return left

    def verdict(self, favourite: int) -> i64:
        """The best on average; in doubt the favourite."""
        found, most = favourite, 0.0
        if self.worlds > 1:
            for i in range(len(self.actions)):
                if self.live[i] and self.mean(i) - BETTER * self.error(i) > 0 and self.mean(i) > most:
                    found, most = i, self.mean(i)
        return self.actions[found]

    # Playing on

    def sample(self, state: State, action: i64) -> float:
        """How well it ends in this world when the seat does this now."""
        state.do(self.seat, action)
        self.left -= 1
        self.passed = 0
        self.play_on(state, action)
        value = state.outlook(self.seat)
        for i in range(self.passed):
            slot = self.path[i]
            self.visits[slot] += 1
            self.totals[slot] += i64(int(value * ONE))
        return value

    def play_on(self, state: State, action: i64) -> None:
        """To the end of the stretch."""
        chance = self.chance
        taken: i64 = 0
        trail = mixed(1, action)
        while not self.ended(state):
            who = state.waiting()
            if self.random or (who != self.seat and self.moods[who] > 0 and chance.below(100) < self.moods[who]):
                n = state.moves(who)
                choice = state.buf[chance.below(n)]
            elif who == self.seat and taken < self.depth:
                n = state.moves(who)
                choice = state.buf[0]
                if n > WIDEST:
                    choice = self.own(state)
                elif n > 1:
                    trail = self.information(state, n, trail)
                    choice = self.explore(state, n, trail)
                    trail = mixed(trail, choice)
                    taken += 1
            elif who == self.seat:
                choice = self.own(state)
            else:
                choice = state.instinct(who, chance)
            state.do(who, choice)
            self.left -= 1

    def ended(self, state: State) -> bool:
        """Is this as far as it looks?"""
        return state.waiting() < 0 or state.stretch() != self.part

    def own(self, state: State) -> i64:
        """What the seat does where the tree does not say."""
        return state.instinct(self.seat, self.chance)

    def information(self, state: State, n: i64, trail: i64) -> i64:
        """What sets this decision apart: what the seat did before, and what it may do now."""
        for i in range(n):
            trail = mixed(trail, state.buf[i])
            self.legal[i] = state.buf[i]
        return trail

    def explore(self, state: State, n: i64, trail: i64) -> i64:
        """The favourite at first, then what has done well or was hardly tried."""
        favourite = self.own(state)
        home = self.slot(mixed(trail, favourite))
        if home < 0:
            return favourite
        choice, slot = favourite, home
        seen = self.visits[home]
        if seen >= TRUST:
            usual = float(self.totals[home]) / float(seen * ONE)
            all_seen: i64 = seen
            for i in range(n):
                if self.legal[i] != favourite:
                    other = self.slot(mixed(trail, self.legal[i]))
                    if other < 0:
                        return favourite
                    all_seen += self.visits[other]
            width = EAGER * sqrt(log(float(all_seen)))
            most = usual + width / sqrt(float(seen))
            for i in range(n):
                if self.legal[i] != favourite:
                    other = self.slot(mixed(trail, self.legal[i]))
                    # One visit as good as the favourite's usual is assumed: what is new is not tried in a hurry.
                    tried = self.visits[other] + 1
                    worth = (float(self.totals[other]) / ONE + usual) / float(tried)
                    worth += width / sqrt(float(tried)) - 0.05
                    if worth > most:
                        choice, slot, most = self.legal[i], other, worth
        self.path[self.passed] = slot
        self.passed += 1
        return choice

    def slot(self, key: i64) -> i64:
        """Where this choice is counted; -1 when the table is full."""
        keys = self.keys
        at = key & (ROOM - 1)
        while keys[at] != key:
            if keys[at] == 0:
                if self.filled * 4 > ROOM * 3:
                    return -1
                keys[at] = key
                self.filled += 1
                break
            at = (at + 1) & (ROOM - 1)
        return at


def mixed(a: i64, b: i64) -> i64:
    """One number of 60 bits for two, never 0; no product passes 63 bits, so plain Python gives the same."""
    low: i64 = ((a & 0x3FFFFFFF) ^ (b + 1)) * 0x2C1B3C6D
    high: i64 = ((a >> 30) + (low >> 30)) & 0x3FFFFFFF
    high = high * 0x297A2D39
    return ((low ^ (high >> 17)) & 0x3FFFFFFF) << 30 | (((high >> 7) ^ low) & 0x3FFFFFFF) | 1


def search(root: State, seat: i64, steps: i64, rng: Rng) -> i64:
    """What a search of so many decisions does in this seat. The root is any world that the seat holds possible."""
    return Search(root, seat, steps, rng).run()
