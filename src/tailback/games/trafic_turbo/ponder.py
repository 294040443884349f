"""A driver who looks ahead: a search that plays on for a few rounds only and then judges how the cars stand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.core.search import EVERY, FIRST_LOOK, Search, mixed
from tailback.games.trafic_turbo.instinct import first_sight
from tailback.games.trafic_turbo.play import TraficTurboState

# Rounds until the cars are judged: with one or two, a search of the same length won more races than with four or to the
# end, whose luck hides what an action does. And actions that are looked at more closely.
ROUNDS: Final = 2
WIDEST: Final = 10


class Lookout(Search):
    """Every turn of a world has its own dice and cards, whatever was done before: so actions differ in themselves."""

    def __init__(self, root: State, seat: i64, steps: i64, rng: Rng) -> None:
        super().__init__(root, seat, steps, rng)
        assert isinstance(root, TraficTurboState)
        self.race: TraficTurboState = root
        # A race for points is played to its end: places and fines are not to be judged on the way.
        self.until: i64 = root.rules.last_round + 1 if root.rules.points else root.round + ROUNDS
        self.place: i64 = root.rank_in_order(seat)
        self.luck: i64 = 0

    def world(self) -> State:
        self.luck = self.rng.next()
        return Search.world(self)

    def run(self) -> i64:
        """As any search, but where there are very many actions only those that look best are in question."""
        root = self.race
        n = root.moves(self.seat)
        for i in range(n):
            self.actions.append(int(root.buf[i]))
        if n == 1:
            return self.actions[0]
        usual = int(root.instinct(self.seat, self.rng))
        if n > WIDEST:
            self.narrow(usual)
        favourite = self.actions.index(usual)
        self.live = [True] * len(self.actions)
        self.gain = [0.0] * len(self.actions)
        self.square = [0.0] * len(self.actions)
        left: i64 = len(self.actions)
        while self.left > 0 and left > 1:
            self.try_world(favourite)
            if self.worlds >= FIRST_LOOK and self.worlds % EVERY == 0:
                left = self.drop(favourite)
        return self.verdict(favourite)

    def narrow(self, usual: int) -> None:
        ranked: list[tuple[int, int]] = []
        for action in self.actions:
            ranked.append((-int(first_sight(self.race, self.seat, action)), action))
        ranked.sort()
        best = [action for _, action in ranked[:WIDEST]]
        if usual not in best:
            best.append(usual)
        self.actions = best

    def play_on(self, state: State, action: i64) -> None:
        """To the same turn some rounds later, or to the end."""
        assert isinstance(state, TraficTurboState)
        chance = self.chance
        taken: i64 = 0
        trail = mixed(1, action)
        turn: i64 = -1
        while state.waiting() >= 0:
            who = state.seat
            now = state.round * 8 + who
            if now != turn:
                if state.round > self.until or (state.round == self.until and state.rank_in_order(who) >= self.place):
                    return
                turn = now
                fresh = mixed(self.luck, now)
                state.rng.restart(fresh & 0xFFFFFFFF, fresh >> 32, self.luck)
            if who != self.seat and self.moods[who] > 0 and chance.below(100) < self.moods[who]:
                n = state.moves(who)
                choice = state.buf[chance.below(n)]
            elif who == self.seat and taken < self.depth:
                n = state.moves(who)
                choice = state.buf[0]
                if n > WIDEST:
                    choice = state.instinct(who, chance)
                elif n > 1:
                    trail = self.information(state, n, trail)
                    choice = self.explore(state, n, trail)
                    trail = mixed(trail, choice)
                    taken += 1
            else:
                choice = state.instinct(who, chance)
            state.do(who, choice)
            self.left -= 1


def ponder(root: State, seat: i64, steps: i64, rng: Rng) -> i64:
    """What a driver who tries so many decisions does in this seat."""
    return Lookout(root, seat, steps, rng).run()
