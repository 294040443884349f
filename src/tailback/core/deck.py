"""A face-down deck that is shuffled as it is drawn.

Picking a random card at each draw gives the same chances as shuffling first, costs
nothing for cards that nobody draws, and leaves no hidden order to keep. Cards that a
test or a position stacks on top (`fixed`) are drawn in their order.
"""

from __future__ import annotations

from mypy_extensions import i64, u8

from tailback.core.rng import Rng
from tailback.core.vecs import vec


class Deck:
    """
    >>> deck = Deck([3, 1, 2])
    >>> sorted(deck.draw(Rng(7)) for _ in range(3))
    [1, 2, 3]
    """

    def __init__(self, cards: list[int] | None = None, room: int = 0) -> None:
        if cards is None:  # the blank that `clone` fills
            return
        self.n: i64 = len(cards)
        self.fixed: i64 = 0
        # The top is at the end; `room` leaves space for cards added later.
        self.cards: vec[u8] = vec[u8](cards + [0] * max(0, room - len(cards)))

    def draw(self, rng: Rng) -> i64:
        """Take the top card."""
        if self.n == 0:
            raise IndexError("the deck is empty")
        self.n -= 1
        if self.fixed > 0:
            self.fixed -= 1
            return i64(self.cards[self.n])
        cards = self.cards
        i = rng.below(self.n + 1)
        card = i64(cards[i])
        cards[i] = cards[self.n]
        return card

    def add(self, card: i64) -> None:
        """Put a card back at a random place below what is stacked on top."""
        place = self.n - self.fixed
        i = self.n
        while i > place:
            self.cards[i] = self.cards[i - 1]
            i -= 1
        self.cards[place] = u8(card)
        self.n += 1

    def take(self, card: i64) -> bool:
        """Remove one such card, wherever it lies; False if there is none."""
        for i in range(self.n):
            if i64(self.cards[i]) == card:
                if i >= self.n - self.fixed:
                    self.fixed -= 1
                self.n -= 1
                for k in range(i, self.n):
                    self.cards[k] = self.cards[k + 1]
                return True
        return False

    def stack(self, cards: list[int]) -> None:
        """Put these on top, the first one uppermost."""
        for card in reversed(cards):
            self.cards[self.n] = u8(card)
            self.n += 1
            self.fixed += 1

    def refill(self, pool: vec[u8]) -> None:
        """These cards and no others: so many of each type."""
        n: i64 = 0
        for card in range(len(pool)):
            for _k in range(pool[card]):
                self.cards[n] = u8(card)
                n += 1
        self.n = n
        self.fixed = 0
        for i in range(n, len(self.cards)):
            self.cards[i] = 0

    def count(self, card: i64) -> i64:
        found: i64 = 0
        for i in range(self.n):
            if i64(self.cards[i]) == card:
                found += 1
        return found

    def clone(self) -> Deck:
        twin = Deck()
        twin.n = self.n
        twin.fixed = self.fixed
        twin.cards = self.cards[:]
        return twin

    def copy_from(self, other: Deck) -> None:
        """Become equal to another deck."""
        self.n = other.n
        self.fixed = other.fixed
        self.cards = other.cards[:]
