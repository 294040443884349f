"""Dealing what is not seen: all deals that agree are equally likely. The games test it on their positions."""

from __future__ import annotations

from mypy_extensions import i64, u8

from tailback.core.rng import Rng
from tailback.core.unseen import Slot, cards_in, deal_unseen
from tailback.core.vecs import vec


def test_much_that_is_known_of_large_hands_still_comes_to_an_end() -> None:
    """Where exact weighing refuses too long, the deal agrees all the same."""
    traits = vec[i64]([1 << (card % 4) for card in range(40)])
    slots = [Slot(0, 10, 0b0001), Slot(1, 10, 0b0010), Slot(2, 10, 0b0100)]
    pool = vec[u8]([1] * 40)
    dealt = deal_unseen(pool, traits, slots, Rng(3), tries=0)
    assert sorted(dealt + cards_in(pool)) == list(range(40))
    for place, card in enumerate(dealt):
        assert traits[card] & slots[place // 10].mask == 0
