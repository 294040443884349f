"""What shedding games share: a face-down deck, a face-up pile, drawing from the one, rebuilt out of the other, and
what everybody may conclude about the hands from what their owners could not do."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.contract import State
from tailback.core.deck import Deck
from tailback.core.unseen import Slot
from tailback.core.vecs import vec

# A conclusion about a hand is `free << TRAITS | mask`: at most `free` of its cards have a trait in the mask. Traits are
# bits, such as a colour or a kind. Later conclusions allow fewer. A hand has room for DEPTH: then the weakest gives way
# to the next.
TRAITS: Final = 20
MASK: Final = (1 << TRAITS) - 1
ONE: Final = 1 << TRAITS
DEPTH: Final = 5


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
        if players == 0 or box is None:
            return
        self.deck: Deck = Deck(box)
        # The top card is the last of the first `pile_n`.
        self.pile: vec[u8] = vec[u8]([0] * len(box))
        self.pile_n: i64 = 0
        self.rounds: tuple[tuple[int, ...], ...] = ()
        # DEPTH conclusions for each hand, the oldest first and 0 where there are no more; empty until there is one.
        self.lacks: vec[i64] = vec[i64]([])

    def copy_shedding(self, twin: SheddingTable) -> None:
        self.copy_base(twin)
        twin.deck = self.deck.clone()
        twin.pile = self.pile[:]
        twin.pile_n = self.pile_n
        twin.rounds = self.rounds
        twin.lacks = self.lacks[:]

    # What a game must say.

    def gain(self, seat: i64, card: i64) -> None:
        """Put a card into a hand."""
        raise NotImplementedError

    def card_text(self, card: i64) -> str:
        raise NotImplementedError

    def hand_size(self, seat: i64) -> i64:
        """How many cards a hand has."""
        raise NotImplementedError

    def trait_names(self, mask: i64) -> list[str]:
        """The traits in a mask, as views name them."""
        raise NotImplementedError

    def rebuilt(self) -> None:
        """The pile under its top card has just become the deck."""

    # What they share.

    def scores(self) -> list[int]:
        totals = [0] * int(self.players)
        for line in self.rounds:
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

    # Conclusions about the hands

    def nothing_concluded(self) -> None:
        if len(self.lacks) > 0:
            self.lacks = vec[i64]([])

    def has_none(self, seat: i64, mask: i64) -> None:
        """Everybody has just seen that no card of this hand has a trait in the mask."""
        if len(self.lacks) == 0:
            self.lacks = vec[i64]([0] * int(self.players * DEPTH))
        end = seat * DEPTH
        for i in range(end, end + DEPTH):
            fact = self.lacks[i]
            if fact == 0:
                break
            self.lacks[i] = 0
            if fact & MASK & ~mask or fact < ONE:  # else the new one says all of it, and of more cards
                self.lacks[end] = fact | mask
                end += 1
        first = seat * DEPTH
        if end > first and self.lacks[end - 1] < ONE:
            return  # about the very same cards
        if end == first + DEPTH:
            end -= 1
            for i in range(first, end):
                self.lacks[i] = self.lacks[i + 1]
        self.lacks[end] = mask

    def one_more(self, seat: i64) -> None:
        """A card came into this hand that may be any; call it only where there are conclusions."""
        i = seat * DEPTH
        end = i + DEPTH
        while i < end and self.lacks[i] != 0:
            self.lacks[i] += ONE
            i += 1

    def one_less(self, seat: i64, traits: i64) -> None:
        """A card with these traits has left this hand; 0 where nobody could see which.

        If it has a trait in the mask, it is one of those that came later. If not, it may be an old one.
        """
        first = seat * DEPTH
        size = self.hand_size(seat)
        kept = first
        before: i64 = -1
        for i in range(first, first + DEPTH):
            fact = self.lacks[i]
            if fact == 0:
                break
            if fact & MASK & traits:
                fact -= ONE
            self.lacks[i] = 0
            free = fact >> TRAITS
            if free < size and free != before:
                self.lacks[kept] = fact
                kept += 1
                before = free

    def forget_hand(self, seat: i64) -> None:
        """The whole hand is another one now."""
        if len(self.lacks) > 0:
            for i in range(seat * DEPTH, (seat + 1) * DEPTH):
                self.lacks[i] = 0

    def lacks_swapped(self, a: i64, b: i64) -> None:
        """Two hands have changed places."""
        if len(self.lacks) > 0:
            for i in range(DEPTH):
                kept = self.lacks[a * DEPTH + i]
                self.lacks[a * DEPTH + i] = self.lacks[b * DEPTH + i]
                self.lacks[b * DEPTH + i] = kept

    def lacks_view(self, seat: i64) -> list[dict[str, Any]]:
        """`cards` cards of this hand are `none` of these, for all to see."""
        found: list[dict[str, Any]] = []
        if len(self.lacks) > 0:
            for i in range(seat * DEPTH, (seat + 1) * DEPTH):
                fact = self.lacks[i]
                if fact == 0:
                    break
                cards = int(self.hand_size(seat) - (fact >> TRAITS))
                found.append({"cards": cards, "none": self.trait_names(fact & MASK)})
        return found

    def slots(self, seat: i64, count: i64, known: list[int]) -> list[Slot]:
        """Where the cards of a hand that are not seen may come from: `count` of them beside cards of these traits."""
        found: list[Slot] = []
        left = count
        if len(self.lacks) > 0:
            for i in range(seat * DEPTH, (seat + 1) * DEPTH):
                fact = self.lacks[i]
                if fact == 0:
                    break
                free = fact >> TRAITS
                for traits in known:
                    if fact & MASK & i64(traits):
                        free -= 1
                if free < left:
                    found.append(Slot(int(seat), int(left - free), int(fact & MASK)))
                    left = free
        if left > 0:
            found.append(Slot(int(seat), int(left), 0))
        return found
