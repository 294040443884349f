"""Dealing what is not seen: all deals that agree are equally likely. The games test it on their positions."""

from __future__ import annotations

from collections import Counter

from mypy_extensions import i64, u8

from tailback.core.rng import Rng
from tailback.core.unseen import Slot, deal_unseen, narrow_first
from tailback.core.vecs import vec


def test_much_that_is_known_of_large_hands_still_comes_to_an_end() -> None:
    """Where exact weighing refuses too long, the deal agrees all the same."""
    traits = vec[i64]([1 << (card % 4) for card in range(40)])
    slots = [Slot(0, 10, 0b0001), Slot(1, 10, 0b0010), Slot(2, 10, 0b0100)]
    pool = vec[u8]([1] * 40)
    dealt = deal_unseen(pool, traits, slots, Rng(3), tries=0)
    assert sorted([*dealt, *(card for card in range(40) if pool[card])]) == list(range(40))
    for place, card in enumerate(dealt):
        assert traits[card] & slots[place // 10].mask == 0


def test_slots_that_take_fewer_kinds_come_first_and_others_keep_their_order() -> None:
    given = [Slot(0, 1, 0), Slot(1, 1, 0b1), Slot(2, 1, 0), Slot(3, 1, 0b111), Slot(4, 1, 0, 0b10), Slot(5, 1, 0b10)]
    slots = list(given)
    narrow_first(slots)
    assert [int(slot.seat) for slot in slots] == [4, 3, 1, 5, 0, 2]


def test_every_deal_is_as_likely() -> None:
    """One place takes even cards, one odd ones and one any."""
    traits = vec[i64]([0b01, 0b10, 0b01, 0b10])
    slots = [Slot(0, 1, 0b10), Slot(1, 1, 0), Slot(2, 1, 0, 0b10)]
    narrow_first(slots)
    rng = Rng(11)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        dealt = deal_unseen(vec[u8]([1, 1, 1, 1]), traits, slots, rng)
        found[tuple(int(dealt[at]) for at in range(3))] += 1
    # Two cards for each of the closed places, and any of the other two for the open one.
    assert len(found) == 8
    assert 650 < min(found.values()) <= max(found.values()) < 850
