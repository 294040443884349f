"""Dealing what a seat does not see, all deals that agree with what it may conclude equally likely.

Places come in slots: so many cards of one hand, none of which has a trait of the mask. Each slot in turn takes cards
that may lie there; a deal that is reached this way more easily than others is refused in that proportion.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from tailback.core import bits
from tailback.core.rng import Rng
from tailback.core.vecs import vec

# So many refusals in a row come only with huge hands about which much is known. Then any deal will do that agrees.
TRIES: Final = 500
# More than a card can have.
MOST_TRAITS: Final = 64


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

    def open(self) -> bool:
        """Does it take any card?"""
        return self.mask == 0 and self.must == 0

    def within(self, other: Slot) -> bool:
        """Whatever this slot takes, the other could take too."""
        return self.mask & other.mask == other.mask and (other.must == 0 or self.must == other.must)


def fits(traits: i64, mask: i64, must: i64) -> bool:
    """May a card with these traits lie in a slot with this `mask` and `must`?"""
    return traits & mask == 0 and (must == 0 or traits & must != 0)


def width(slot: Slot) -> i64:
    """The more kinds of cards a slot takes, the larger."""
    return (0 if slot.must != 0 else MOST_TRAITS) - bits.count(slot.mask)


def narrow_first(slots: list[Slot]) -> None:
    """Slots that take fewer kinds of cards come first, so that fewer deals are refused."""
    for k in range(1, len(slots)):
        slot = slots[k]
        wide = width(slot)
        at = k
        while at > 0 and width(slots[at - 1]) > wide:
            slots[at] = slots[at - 1]
            at -= 1
        slots[at] = slot


def marked_place(slots: list[Slot]) -> i64:
    """Where in a deal the card of the marked slot stands."""
    at: i64 = 0
    for slot in slots:
        if slot.marked:
            break
        at += slot.count
    return at


def places(slots: list[Slot]) -> vec[u8]:
    """Room for a card in every place, slot by slot."""
    found: i64 = 0
    for slot in slots:
        found += slot.count
    return vec[u8]([0] * int(found))


def deal_unseen(pool: vec[u8], traits: vec[i64], slots: list[Slot], rng: Rng, tries: i64 = TRIES) -> vec[u8]:
    """A card for every place, slot by slot, out of a pool of so many cards of each type; they leave the pool."""
    most = rooms(pool, traits, slots)
    dealt = places(slots)
    refused: i64 = 0
    while True:
        left = pool[:]
        if deal(left, traits, slots, most, refused < tries, rng, dealt):
            for card in range(len(pool)):
                pool[card] = left[card]
            return dealt
        refused += 1


def count(pool: vec[u8], traits: vec[i64], slot: Slot) -> i64:
    """How many cards of the pool the slot would take."""
    mask = slot.mask
    must = slot.must
    found: i64 = 0
    for card in range(len(pool)):
        if fits(traits[card], mask, must):
            found += i64(pool[card])
    return found


def size(pool: vec[u8]) -> i64:
    found: i64 = 0
    for card in range(len(pool)):
        found += i64(pool[card])
    return found


def rooms(pool: vec[u8], traits: vec[i64], slots: list[Slot]) -> vec[i64]:
    """The most cards that can be left for each slot when its turn comes."""
    found = vec[i64]([0] * len(slots))
    every = size(pool)
    for k in range(len(slots)):
        slot = slots[k]
        most = every if slot.open() else count(pool, traits, slot)
        for before in range(k):
            if slots[before].within(slot):
                most -= slots[before].count
        found[k] = most
    return found


def deal(
    pool: vec[u8], traits: vec[i64], slots: list[Slot], most: vec[i64], weigh: bool, rng: Rng, dealt: vec[u8]
) -> bool:
    """One attempt, into `dealt`; False where it is refused or comes to nothing."""
    at: i64 = 0
    every = size(pool)
    for k in range(len(slots)):
        slot = slots[k]
        high: i64 = most[k]
        left = every - at if slot.open() else count(pool, traits, slot)
        for _k in range(slot.count):
            if left == 0 or (weigh and left < high and rng.below(high) >= left):
                return False
            card = pick(pool, traits, slot, rng.below(left))
            pool[card] -= 1
            dealt[at] = u8(card)
            at += 1
            left -= 1
            high -= 1
    return True


def pick(pool: vec[u8], traits: vec[i64], slot: Slot, number: i64) -> i64:
    """The card with this number among those that the slot takes."""
    card: i64 = -1
    if slot.open():
        while number >= 0:
            card += 1
            number -= i64(pool[card])
        return card
    mask = slot.mask
    must = slot.must
    while number >= 0:
        card += 1
        if fits(traits[card], mask, must):
            number -= i64(pool[card])
    return card
