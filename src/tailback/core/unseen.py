"""Dealing what a seat does not see, all deals that agree with what it may conclude equally likely.

Places come in slots: so many cards of one hand, none of which has a trait of the mask. Each slot in turn takes cards
that may lie there; a deal that is reached this way more easily than others is refused in that proportion.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.rng import Rng

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


def deal_unseen(pool: list[int], traits: list[int], slots: list[Slot], rng: Rng, tries: i64 = TRIES) -> list[int]:
    """A card of the pool for every place, slot by slot; they leave the pool."""
    most = [room(pool, traits, slots, k) for k in range(len(slots))]
    refused: i64 = 0
    while True:
        left = list(pool)
        dealt = deal(left, traits, slots, most, refused < tries, rng)
        if dealt is not None:
            pool[:] = left
            return dealt
        refused += 1


def room(pool: list[int], traits: list[int], slots: list[Slot], k: int) -> int:
    """The most cards that can be left for this slot when its turn comes."""
    slot = slots[k]
    most = count(pool, traits, slot)
    for before in range(k):
        if slots[before].within(slot):
            most -= slots[before].count
    return int(most)


def count(pool: list[int], traits: list[int], slot: Slot) -> i64:
    """How many cards the slot would take."""
    if slot.mask == 0 and slot.must == 0:
        return len(pool)
    found: i64 = 0
    for card in pool:
        if slot.takes(traits[card]):
            found += 1
    return found


def deal(
    pool: list[int], traits: list[int], slots: list[Slot], most: list[int], weigh: bool, rng: Rng
) -> list[int] | None:
    """One attempt; None where it is refused or comes to nothing."""
    dealt: list[int] = []
    for k in range(len(slots)):
        slot = slots[k]
        high: i64 = most[k]
        left = count(pool, traits, slot)
        for _ in range(slot.count):
            if left == 0 or (weigh and left < high and rng.below(high) >= left):
                return None
            dealt.append(take(pool, traits, slot, rng.below(left)))
            left -= 1
            high -= 1
    return dealt


def take(pool: list[int], traits: list[int], slot: Slot, pick: i64) -> int:
    """The card number `pick` of those that the slot takes."""
    at: i64 = pick
    if slot.mask != 0 or slot.must != 0:
        at = -1
        while pick >= 0:
            at += 1
            if slot.takes(traits[pool[at]]):
                pick -= 1
    card = pool[at]
    pool[at] = pool[-1]
    pool.pop()
    return card
