"""Dealing what a seat does not see, all deals that agree with what it may conclude equally likely.

Places come in slots: so many cards of one hand, none of which has a trait of the mask. Each slot in turn takes cards
that may lie there; a deal that is reached this way more easily than others is refused in that proportion.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from tailback.core.rng import Rng
from tailback.core.vecs import vec

# So many refusals in a row come only with huge hands about which much is known. Then any deal will do that agrees.
TRIES: Final = 500


class Slot:
    """`count` cards of a hand without any trait of `mask`; each with a trait of `must` where that is not 0.

    A place that must be found again is a slot that is `marked`.
    """

    def __init__(self, seat: int, count: int, mask: int, must: int = 0, marked: bool = False) -> None:
        self.seat: i64 = seat
        self.count: i64 = count
        self.mask: i64 = mask
        self.must: i64 = must
        self.marked = marked

    def takes(self, traits: i64) -> bool:
        return traits & self.mask == 0 and (self.must == 0 or traits & self.must != 0)

    def within(self, other: Slot) -> bool:
        """Whatever this slot takes, the other could take too."""
        return self.mask & other.mask == other.mask and (other.must == 0 or self.must == other.must)


def narrow(slot: Slot) -> tuple[bool, int]:
    """Slots that take fewer kinds of cards come first, so that fewer deals are refused."""
    return slot.must == 0, -int(slot.mask).bit_count()


def marked_place(slots: list[Slot]) -> int:
    """Where in a deal the card of the marked slot stands."""
    at: i64 = 0
    for slot in slots:
        if slot.marked:
            break
        at += slot.count
    return int(at)


def deal_unseen(pool: vec[u8], traits: vec[i64], slots: list[Slot], rng: Rng, tries: i64 = TRIES) -> list[int]:
    """A card for every place, slot by slot, out of a pool of so many cards of each type; they leave the pool."""
    most = [int(room(pool, traits, slots, k)) for k in range(len(slots))]
    refused: i64 = 0
    while True:
        left = pool[:]
        dealt = deal(left, traits, slots, most, refused < tries, rng)
        if dealt is not None:
            for card in range(len(pool)):
                pool[card] = left[card]
            return dealt
        refused += 1


def cards_in(pool: vec[u8]) -> list[int]:
    """The cards of a pool, one by one."""
    found: list[int] = []
    for card in range(len(pool)):
        for _k in range(pool[card]):
            found.append(int(card))
    return found


def count(pool: vec[u8], traits: vec[i64], slot: Slot) -> i64:
    """How many cards of the pool the slot would take."""
    found: i64 = 0
    for card in range(len(pool)):
        if pool[card] > 0 and slot.takes(traits[card]):
            found += i64(pool[card])
    return found


def room(pool: vec[u8], traits: vec[i64], slots: list[Slot], k: int) -> i64:
    """The most cards that can be left for this slot when its turn comes."""
    slot = slots[k]
    most = count(pool, traits, slot)
    for before in range(k):
        if slots[before].within(slot):
            most -= slots[before].count
    return most


def deal(
    pool: vec[u8], traits: vec[i64], slots: list[Slot], most: list[int], weigh: bool, rng: Rng
) -> list[int] | None:
    """One attempt; None where it is refused or comes to nothing."""
    dealt: list[int] = []
    for k in range(len(slots)):
        slot = slots[k]
        high: i64 = most[k]
        left = count(pool, traits, slot)
        for _k in range(slot.count):
            if left == 0 or (weigh and left < high and rng.below(high) >= left):
                return None
            card = pick(pool, traits, slot, rng.below(left))
            pool[card] -= 1
            dealt.append(int(card))
            left -= 1
            high -= 1
    return dealt


def pick(pool: vec[u8], traits: vec[i64], slot: Slot, number: i64) -> i64:
    """The card with this number among those that the slot takes."""
    card: i64 = -1
    while number >= 0:
        card += 1
        if pool[card] > 0 and slot.takes(traits[card]):
            number -= i64(pool[card])
    return card
