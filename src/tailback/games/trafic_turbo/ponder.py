"""A driver who looks ahead: a search that plays on for a few rounds only and then judges how the cars stand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.core.search import Search, mixed
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
        # The turn that is being played.
        self.turn: i64 = -1

    def world(self) -> State:
        self.luck = self.rng.next()
        return Search.world(self)

    def consider(self) -> int:
        """Where there are very many actions, only those that look best are in question."""
        favourite = super().consider()
        if len(self.actions) <= WIDEST:
            return favourite
        usual = self.actions[favourite]
        self.narrow(usual)
        return self.actions.index(usual)

    def narrow(self, usual: int) -> None:
        ranked: list[tuple[int, int]] = []
        for action in self.actions:
            ranked.append((-int(first_sight(self.race, self.seat, action)), action))
        ranked.sort()
        best = [action for _, action in ranked[:WIDEST]]
        if usual not in best:
            best.append(usual)
        self.actions = best

    def ended(self, state: State) -> bool:
        """At the same turn some rounds later, or at the end. A turn that begins gets its luck."""
        assert isinstance(state, TraficTurboState)
        if state.waiting() < 0:
            return True
        who = state.seat
        now = state.round * 8 + who
        if now != self.turn:
            if state.round > self.until or (state.round == self.until and state.rank_in_order(who) >= self.place):
                return True
            self.turn = now
            fresh = mixed(self.luck, now)
            state.rng.restart(fresh & 0xFFFFFFFF, fresh >> 32, self.luck)
        return False

    def play_on(self, state: State, action: i64) -> None:
        self.turn = -1
        super().play_on(state, action)


def ponder(root: State, seat: i64, steps: i64, rng: Rng) -> i64:
    """What a driver who tries so many decisions does in this seat."""
    return Lookout(root, seat, steps, rng).run()
