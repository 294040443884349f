"""Dealing what is not seen: all deals that agree are equally likely. The games test it on their positions."""

from __future__ import annotations

from tailback.core.rng import Rng
from tailback.core.unseen import Slot, deal_unseen


def test_much_that_is_known_of_large_hands_still_comes_to_an_end() -> None:
    """Where exact weighing refuses too long, the deal agrees all the same."""
    traits = [1 << (card % 4) for card in range(40)]
    slots = [Slot(0, 10, 0b0001), Slot(1, 10, 0b0010), Slot(2, 10, 0b0100)]
    dealt = deal_unseen(list(range(40)), traits, slots, Rng(3), tries=0)
    assert len(set(dealt)) == 30
    for place, card in enumerate(dealt):
        assert traits[card] & slots[place // 10].mask == 0
