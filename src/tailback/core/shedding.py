"""What shedding games share: a face-down deck, a face-up pile, and drawing from the one, rebuilt out of the other."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64, u8

from tailback.core.contract import State
from tailback.core.deck import Deck
from tailback.core.vecs import vec


class SheddingTable(State):
    """Deck, pile and the points of the rounds played. The hands belong to the game."""

    def __init__(
        self,
        players: i64 = 0,
        options: dict[str, Any] | None = None,
        moves_max: i64 = 8,
        box: list[int] | None = None,
    ) -> None:
        super().__init__(players, options, moves_max)
        if box is None:
            return
        self.deck: Deck = Deck(box)
        # The top card is the last of the first `pile_n`.
        self.pile: vec[u8] = vec[u8]([0] * len(box))
        self.pile_n: i64 = 0
        self.table: tuple[tuple[int, ...], ...] = ()

    def copy_shedding(self, twin: SheddingTable) -> None:
        self.copy_base(twin)
        twin.deck = self.deck.clone()
        twin.pile = self.pile[:]
        twin.pile_n = self.pile_n
        twin.table = self.table

    # What a game must say.

    def gain(self, seat: i64, card: i64) -> None:
        """Put a card into a hand."""
        raise NotImplementedError

    def card_text(self, card: i64) -> str:
        raise NotImplementedError

    def rebuilt(self) -> None:
        """The pile under its top card has just become the deck."""

    # What they share.

    def scores(self) -> list[int]:
        totals = [0] * int(self.players)
        for line in self.table:
            for seat in range(len(line)):
                totals[seat] += line[seat]
        return totals

    def top(self) -> i64:
        return i64(self.pile[self.pile_n - 1])

    def put(self, card: i64) -> None:
        self.pile[self.pile_n] = u8(card)
        self.pile_n += 1

    def supply(self) -> i64:
        """Cards that can still be drawn, after a reshuffle if need be."""
        return self.deck.n + self.pile_n - 1

    def draw_card(self, seat: i64, reason: str) -> i64:
        """One card from the deck, which is rebuilt when it is needed and not before. MM-36, MA-29, CG-32, CA-48"""
        if self.deck.n == 0:
            for i in range(self.pile_n - 1):
                self.deck.add(i64(self.pile[i]))
            self.pile[0] = self.pile[self.pile_n - 1]
            self.pile_n = 1
            self.rebuilt()
            if self.events is not None:
                self.tell("reshuffled", {"cards": int(self.deck.n)})
        card = self.deck.draw(self.rng)
        self.gain(seat, card)
        if self.events is not None:
            self.tell(reason, {"seat": int(seat)}, {"card": self.card_text(card)}, (int(seat),))
        return card

    def give(self, seat: i64, count: i64, reason: str) -> i64:
        """Make a seat take cards; what the supply cannot give lapses. MA-26, MA-30, CA-48"""
        given: i64 = 0
        while given < count and self.supply() > 0:
            self.draw_card(seat, reason)
            given += 1
        return given
