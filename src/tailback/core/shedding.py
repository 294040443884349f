"""What shedding games share: a face-down deck, a face-up pile, drawing from the one, rebuilt out of the other, and
what everybody may conclude about the hands from what their owners could not do."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i16, i64, u8

from tailback.core.bits import bit
from tailback.core.contract import State
from tailback.core.deck import Deck
from tailback.core.observe import write_set
from tailback.core.unseen import Slot
from tailback.core.vecs import vec

# A conclusion about a hand is `since << TRAITS | mask`: of its cards, only later ones have a trait in the mask.
# Traits are bits, such as a colour or a kind. `since` counts the cards that had come by then, and those with a trait in
# the mask that have left again; so what the hand has got in all, less `since`, is how many such cards it has at most.
# A hand has room for DEPTH conclusions behind the number of cards it got: the oldest and weakest gives way to the next.
TRAITS: Final = 20
MASK: Final = 0xFFFFF
ONE: Final = 0x100000
DEPTH: Final = 4
WIDTH: Final = 5


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
        # For each hand the number of cards it got, then conclusions, the oldest first and 0 where there are no more.
        self.lacks: vec[i64] = vec[i64]([0] * int(players * WIDTH))

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
        lacks = self.lacks
        for i in range(self.players * WIDTH):
            lacks[i] = 0

    def has_none(self, seat: i64, mask: i64) -> None:
        """Everybody has just seen that no card of this hand has a trait in the mask."""
        lacks = self.lacks
        first = seat * WIDTH + 1
        got = lacks[first - 1]
        before = self.hand_size(seat)
        end = first
        for i in range(first, first + DEPTH):
            fact = lacks[i]
            if fact == 0:
                break
            lacks[i] = 0
            free = got - (fact >> TRAITS)
            # Else it says nothing that an older one does not say, or the new one says all of it and of more cards.
            if free < before:
                before = free
                if free == 0 or fact & MASK & ~mask != 0:
                    lacks[end] = fact | mask
                    end += 1
        if before == 0:
            return
        if end == first + DEPTH:
            end -= 1
            for i in range(first, end):
                lacks[i] = lacks[i + 1]
        lacks[end] = got << TRAITS | mask

    def one_more(self, seat: i64) -> None:
        """A card came into this hand that may be any."""
        self.lacks[seat * WIDTH] += 1

    def one_less(self, seat: i64, traits: i64) -> None:
        """A card with these traits has left this hand for all to see.

        If it has a trait in the mask, it is one of those that came later. If not, or if nobody saw it, it may
        be an old one.
        """
        lacks = self.lacks
        i = seat * WIDTH + 1
        end = i + DEPTH
        while i < end:
            fact = lacks[i]
            if fact == 0:
                break
            if fact & MASK & traits != 0:
                lacks[i] = fact + ONE
            i += 1

    def forget_hand(self, seat: i64) -> None:
        """The whole hand is another one now."""
        for i in range(seat * WIDTH, (seat + 1) * WIDTH):
            self.lacks[i] = 0

    def lacks_swapped(self, a: i64, b: i64) -> None:
        """Two hands have changed places."""
        for i in range(WIDTH):
            kept = self.lacks[a * WIDTH + i]
            self.lacks[a * WIDTH + i] = self.lacks[b * WIDTH + i]
            self.lacks[b * WIDTH + i] = kept

    def conclusions(self, seat: i64) -> list[tuple[int, int]]:
        """At most so many cards of this hand have a trait in the mask; the oldest first, if it still says something."""
        found: list[tuple[int, int]] = []
        before = self.hand_size(seat)
        for i in range(seat * WIDTH + 1, (seat + 1) * WIDTH):
            fact = self.lacks[i]
            if fact == 0:
                break
            free = self.lacks[seat * WIDTH] - (fact >> TRAITS)
            if free < before:
                found.append((int(free), int(fact & MASK)))
                before = free
        return found

    def lacks_view(self, seat: i64) -> list[dict[str, Any]]:
        """`cards` cards of this hand are `none` of these, for all to see."""
        size = int(self.hand_size(seat))
        return [{"cards": size - free, "none": self.trait_names(mask)} for free, mask in self.conclusions(seat)]

    def slots(self, seat: i64, count: i64, known: list[int]) -> list[Slot]:
        """Where the cards of a hand that are not seen may come from: `count` of them beside cards of these traits."""
        found: list[Slot] = []
        left = int(count)
        for free, mask in self.conclusions(seat):
            for traits in known:
                if mask & traits:
                    free -= 1
            if free < left:
                found.append(Slot(int(seat), left - free, mask))
                left = free
        if left > 0:
            found.append(Slot(int(seat), left, 0))
        return found


def write_lacks(lacks: vec[i64], seat: i64, size: i64, out: vec[i16], at: i64, traits: i64) -> None:
    """For each of so many traits: how many of the `size` cards of this hand cannot have it, by these conclusions."""
    first = seat * WIDTH
    if lacks[first + 1] == 0:
        return
    asked = bit(traits) - 1
    before = size
    # Each conclusion holds for more cards than the one before, and for some of its traits: it is written as far as the
    # next one does not say more.
    mask: i64 = 0
    for i in range(first + 1, first + WIDTH):
        fact = lacks[i]
        if fact == 0:
            break
        free = lacks[first] - (fact >> TRAITS)
        if free < before:
            write_set(mask & ~fact, size - before, out, at)
            mask = fact & asked
            before = free
    write_set(mask, size - before, out, at)
