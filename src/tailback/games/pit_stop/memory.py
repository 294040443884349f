"""Who has seen which cards of whom. A Fine shows its cards to giver and receiver, a swap shows both hands.

`known` holds, for each viewer and holder, how many cards of each type the viewer is certain the holder has.
It only ever says too little: as soon as a card may have left unseen, it is no longer counted.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.shedding import SheddingTable
from tailback.core.vecs import vec
from tailback.games.pit_stop.material import ACTIONS, FULL_DECK, TYPES

# Two counts share a byte.
ROW: Final = TYPES // 2


class PitStopMemory(SheddingTable):
    """The hands, and what the seats know of each other's."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, ACTIONS, FULL_DECK)
        if players == 0:
            return
        self.hand: vec[u8] = vec[u8]([0] * int(players * TYPES))
        self.size: vec[u8] = vec[u8]([0] * int(players))
        # Empty until there is something to know in this round.
        self.known: vec[u8] = vec[u8]([])

    def knows(self, viewer: i64, holder: i64, card: i64) -> i64:
        """How many such cards `viewer` is certain that `holder` has."""
        if len(self.known) == 0:
            return 0
        both = i64(self.known[(viewer * self.players + holder) * ROW + (card >> 1)])
        return both >> 4 if card & 1 else both & 15

    def remember(self) -> None:
        """Make room for knowledge."""
        if len(self.known) == 0:
            self.known = vec[u8]([0] * int(self.players * self.players * ROW))

    def learn(self, viewer: i64, holder: i64, card: i64) -> None:
        i = (viewer * self.players + holder) * ROW + (card >> 1)
        self.known[i] = u8(i64(self.known[i]) + (16 if card & 1 else 1))

    def unlearn(self, viewer: i64, holder: i64, card: i64) -> None:
        """One such card is gone from that hand."""
        if self.knows(viewer, holder, card) > 0:
            i = (viewer * self.players + holder) * ROW + (card >> 1)
            self.known[i] = u8(i64(self.known[i]) - (16 if card & 1 else 1))

    def shown(self, holder: i64, card: i64) -> None:
        """A card leaves a hand before everybody's eyes."""
        if len(self.known) > 0:
            for viewer in range(self.players):
                self.unlearn(viewer, holder, card)

    def moved_unseen(self, giver: i64, receiver: i64, card: i64) -> None:
        """A card goes from hand to hand; the two see it, for the others it may have been any card. CA-17"""
        self.remember()
        for viewer in range(self.players):
            if viewer == giver:
                self.learn(giver, receiver, card)
            elif viewer == receiver:
                self.unlearn(receiver, giver, card)
            else:
                base = (viewer * self.players + giver) * ROW
                for i in range(base, base + ROW):
                    both = i64(self.known[i])
                    if both & 15:
                        both -= 1
                    if both >> 4:
                        both -= 16
                    self.known[i] = u8(both)

    def hands_swapped(self, a: i64, b: i64) -> None:
        """Two hands have just changed places: both know each other's, the rest follow what they knew. CG-71"""
        self.remember()
        for viewer in range(self.players):
            one = (viewer * self.players + a) * ROW
            two = (viewer * self.players + b) * ROW
            for i in range(ROW):
                if viewer == a:
                    self.known[two + i] = self.packed(b, i)
                elif viewer == b:
                    self.known[one + i] = self.packed(a, i)
                else:
                    kept = self.known[one + i]
                    self.known[one + i] = self.known[two + i]
                    self.known[two + i] = kept

    def packed(self, holder: i64, i: i64) -> u8:
        """The counts of two neighbouring types in a hand, as `known` holds them."""
        at = holder * TYPES + 2 * i
        return u8(i64(self.hand[at]) + 16 * i64(self.hand[at + 1]))

    def hand_gone(self, holder: i64) -> None:
        """A whole hand leaves face down."""
        if len(self.known) > 0:
            for viewer in range(self.players):
                base = (viewer * self.players + holder) * ROW
                for i in range(base, base + ROW):
                    self.known[i] = 0
