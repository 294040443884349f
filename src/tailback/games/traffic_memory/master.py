"""Looking ahead in Traffic-Memory: forgetting nothing, and knowing that the others do forget.

All cards that nobody has seen are alike, so there is little to choose from: a known card that helps, a new one, one
that tells the others nothing, or to stop. Each is played on in many worlds in which the seat itself knows all that was
open and the others remember more or less of it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from tailback.core.bits import bit
from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.core.search import Search
from tailback.games.traffic_memory.instinct import choose, last_seen
from tailback.games.traffic_memory.material import JOKER, STOP
from tailback.games.traffic_memory.table import CLOSED, FIRST_CARD, PERFECT, SEEN, MemoryTable, memory_of

# How well each of the others remembers in a world: one of these, drawn for each.
OTHERS: Final = (2, 3, 3, 4)


class Foresight(Search):
    """A search whose worlds have a memory for each player."""

    def __init__(self, root: MemoryTable, seat: i64, steps: i64, rng: Rng) -> None:
        super().__init__(root, seat, steps, rng, 0)
        self.table: MemoryTable = root

    def world(self) -> State:
        found = super().world()
        assert isinstance(found, MemoryTable)
        rng = self.rng
        found.salt = rng.next()
        for other in range(found.players):
            found.minds[other] = u8(PERFECT if other == self.seat else OTHERS[rng.below(len(OTHERS))])
        for place in range(found.places):
            if i64(found.mark[place]) == SEEN:
                found.impress(place)
        return found

    def consider(self) -> int:
        table = self.table
        self.actions = [int(choose(table, self.seat, PERFECT, self.rng))]
        if table.phase == FIRST_CARD:
            self.add_runs()
        else:
            for place in range(table.places):
                if i64(table.mark[place]) == CLOSED:
                    self.add(place)
                    break
            self.add(STOP if table.may_stop() else last_seen(table))
        return 0

    def add_runs(self) -> None:
        """The first card of each run that is known. Where there is none, a new card is all there is to try."""
        table = self.table
        known: i64 = 0
        for place in range(table.places):
            if i64(table.mark[place]) == SEEN and i64(table.face[place]) < JOKER:
                known |= bit(i64(table.face[place]))
        starts = known & (known >> 1) & ~(known << 1)
        for place in range(table.places):
            if i64(table.mark[place]) == SEEN and i64(table.face[place]) < JOKER:
                if starts & bit(i64(table.face[place])) != 0:
                    self.add(place)

    def add(self, action: i64) -> None:
        """One more action, unless it is as good as one that is considered already."""
        if action < 0:
            return
        for other in self.actions:
            if other == action:
                return
            if action < STOP and other < STOP:
                if i64(self.table.mark[action]) == CLOSED and i64(self.table.mark[other]) == CLOSED:
                    return
        self.actions.append(int(action))


def ponder(root: State, seat: i64, level: i64, steps: i64, rng: Rng) -> i64:
    """What a player does who looks ahead and remembers as much as this level."""
    assert isinstance(root, MemoryTable)
    table = root.clone()
    assert isinstance(table, MemoryTable)
    memory = memory_of(level)
    for place in range(table.places):
        # What is forgotten is to this player as if it had never been open.
        if i64(table.mark[place]) == SEEN and not table.recalls(seat, place, memory):
            table.mark[place] = u8(CLOSED)
    return Foresight(table, seat, steps, rng).run()
