"""The deck: drawing shuffles, stacked cards keep their order, nothing is lost."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mypy_extensions import u8

from tailback.core.deck import Deck
from tailback.core.rng import Rng
from tailback.core.vecs import vec


def rest(deck: Deck) -> list[int]:
    return sorted(int(deck.cards[i]) for i in range(deck.n))


def test_every_order_comes_up_as_often() -> None:
    orders = Counter()
    rng = Rng(5)
    for _ in range(6000):
        deck = Deck([1, 2, 3])
        orders[tuple(deck.draw(rng) for _ in range(3))] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 880
    assert max(orders.values()) < 1120


def test_stacked_cards_come_first_in_their_order() -> None:
    deck = Deck([9, 9, 9], room=6)
    deck.stack([1, 2, 3])
    rng = Rng(1)
    assert [deck.draw(rng) for _ in range(6)] == [1, 2, 3, 9, 9, 9]
    assert deck.n == 0


def test_what_is_added_goes_below_the_stack() -> None:
    deck = Deck([9], room=8)
    deck.stack([1, 2])
    deck.add(7)
    assert deck.n == 4
    rng = Rng(3)
    assert [deck.draw(rng), deck.draw(rng)] == [1, 2]
    assert sorted([deck.draw(rng), deck.draw(rng)]) == [7, 9]


def test_what_is_added_can_come_up_at_any_time() -> None:
    places = Counter()
    rng = Rng(11)
    for _ in range(2000):
        deck = Deck([0, 0, 0], room=4)
        deck.add(7)
        places[[deck.draw(rng) for _ in range(4)].index(7)] += 1
    assert min(places[k] for k in range(4)) > 400


def test_take_and_count() -> None:
    deck = Deck([4, 5, 4], room=6)
    deck.stack([5, 6])
    assert (deck.count(4), deck.count(5), deck.count(1)) == (2, 2, 0)
    assert deck.take(6)
    assert (deck.n, deck.fixed) == (4, 1)
    assert not deck.take(6)
    assert deck.take(4)
    assert deck.fixed == 1
    assert deck.draw(Rng(1)) == 5
    assert rest(deck) == [4, 5]


def test_a_deck_is_refilled_with_these_cards_and_no_others() -> None:
    deck = Deck([7, 7, 7, 7, 7])
    deck.draw(Rng(1))
    deck.stack([3])
    deck.refill(vec[u8]([0, 2, 0, 1]))
    assert (rest(deck), deck.fixed) == ([1, 1, 3], 0)
    # Nothing remains of the cards before: states are compared as a whole.
    assert list(deck.cards) == [1, 1, 3, 0, 0]
    assert sorted(deck.draw(Rng(5)) for _ in range(3)) == [1, 1, 3]


def test_a_clone_is_its_own_deck() -> None:
    deck = Deck([1, 2, 3], room=5)
    deck.stack([8])
    twin = deck.clone()
    twin.draw(Rng(1))
    twin.add(9)
    assert (rest(deck), deck.fixed) == ([1, 2, 3, 8], 1)
    deck.copy_from(twin)
    twin.draw(Rng(2))
    assert (rest(deck), deck.fixed, deck.n) == ([1, 2, 3, 9], 0, 4)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["draw", "add", "take", "stack"]), st.integers(0, 9)), max_size=40))
def test_nothing_is_lost(steps: list[tuple[str, int]]) -> None:
    """Against a plain bag of cards; the order of the stack is kept beside it."""
    deck = Deck([0, 1, 2, 3], room=60)
    bag = Counter([0, 1, 2, 3])
    rng = Rng(8)
    for step, card in steps:
        if step == "draw" and deck.n:
            bag[deck.draw(rng)] -= 1
        elif step == "add":
            deck.add(card)
            bag[card] += 1
        elif step == "take":
            assert deck.take(card) == (bag[card] > 0)
            bag[card] -= bag[card] > 0
        elif step == "stack":
            deck.stack([card])
            bag[card] += 1
        assert rest(deck) == sorted(bag.elements())
        assert 0 <= deck.fixed <= deck.n


def test_an_empty_deck_gives_nothing() -> None:
    deck = Deck([4])
    assert deck.draw(Rng(1)) == 4
    with pytest.raises(IndexError):
        deck.draw(Rng(1))
    assert deck.n == 0
