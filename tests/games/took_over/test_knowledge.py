"""Took Over!: what a pass proves of a hand, in the view and in imagined worlds; counted out on small positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import pytest

from games.took_over.test_rules import GAME, do, hand, lay
from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.games.took_over.lines import table as lines
from tailback.games.took_over.play import TookOverState
from tailback.texts import Texts

DRAWS = 6000
Hands = tuple[tuple[int, ...], ...]


def proven(state: State, letter: str) -> list[tuple[int, int, int]]:
    found = state.view(None)["seats"]["ABCDE".index(letter)]["proven"]
    return [(one["cards"], one["above"], one["below"]) for one in found]


def all_but(*kept: int) -> str:
    """Discarded rows that leave only these cards in play."""
    return " ".join(str(card) for card in range(1, 51) if card not in kept)


def imagined(state: State, seat: int | None, others: Sequence[int]) -> Counter[Hands]:
    rng = Rng(11)
    found: Counter[Hands] = Counter()
    for _ in range(DRAWS):
        world = state.imagine(seat, rng)
        found[tuple(tuple(world.view(other)["hand"]) for other in others)] += 1
    return found


def counted(unseen: Sequence[int], sizes: Sequence[int], fits: Callable[[Sequence[int]], bool]) -> dict[Hands, float]:
    """How likely each combination of hands is, when each way to lay the unseen cards into their slots is as likely."""
    ways: Counter[Hands] = Counter()
    for order in permutations(unseen, sum(sizes)):
        if fits(order):
            rest = list(order)
            hands = []
            for size in sizes:
                hands.append(tuple(sorted(rest[:size])))
                del rest[:size]
            ways[tuple(hands)] += 1
    return {hands: count / ways.total() for hands, count in ways.items()}


def agree(found: Counter[Hands], expected: dict[Hands, float]) -> None:
    """Nothing impossible, and each share within five standard deviations."""
    assert set(found) <= set(expected)
    for hands, share in expected.items():
        room = 5 * (share * (1 - share) / DRAWS) ** 0.5 + 1 / DRAWS
        assert abs(found[hands] / DRAWS - share) < room, (hands, found[hands] / DRAWS, share)


@pytest.mark.clause("TO-21", "TO-Q9")
def test_a_pass_with_an_empty_stack() -> None:
    unseen = (5, 12, 20, 28, 33, 45)
    text = f"row: 10 40; A: 20 33; A stack:; B: 3; B stack: 4; turn: A; gone: {all_but(10, 40, 3, 4, *unseen)}"
    state = lay(text, 2)
    assert proven(state, "A") == []
    do(state, "A pass")
    assert proven(state, "A") == [(2, 10, 40)]
    # B sees its 3; the 4 of its own stack can as well be in the hand of A, but does not fit there.
    free = (4, *unseen)
    expected = counted(free, (2,), lambda slots: all(10 < card < 40 for card in slots))
    assert len(expected) == 6
    agree(imagined(state, 1, (0,)), expected)


@pytest.mark.clause("TO-21", "TO-Q8")
def test_cards_drawn_after_a_pass_are_free() -> None:
    """Two old cards lie inside, the one drawn may be any: hands with more inside are more likely."""
    unseen = (5, 12, 20, 28, 45)
    text = f"row: 10 40; A: 12 20; A stack: 45; B: 3; B stack: 5; gone: {all_but(10, 40, 3, *unseen)}"
    state = lay(text, 2)
    do(state, "A pass")
    assert hand(state, "A") == "12 20 45"
    assert proven(state, "A") == [(2, 10, 40)]
    expected = counted(unseen, (3,), lambda slots: all(10 < card < 40 for card in slots[:2]))
    assert expected[((12, 20, 28),)] == pytest.approx(1 / 3)
    agree(imagined(state, 1, (0,)), expected)


@pytest.mark.clause("TO-21", "TO-23")
def test_two_passes_in_one_row() -> None:
    """The second pass is about a wider row; what the first one proved stays."""
    unseen = (5, 12, 20, 28, 36, 45, 47)
    text = f"row: 15 30; A: 20; A stack: 36; B: 40 3; B stack: 5; gone: {all_but(15, 30, 40, 3, *unseen)}"
    state = lay(text, 2)
    do(state, "A pass", "B place 40", "A decline", "B place 3", "A decline")
    assert hand(state, "B") == "5"
    assert proven(state, "A") == [(1, 15, 30)]
    do(state, "A pass")
    assert proven(state, "A") == [(1, 15, 30), (2, 3, 40)]
    world = (12, 20, 28, 36, 45, 47)
    expected = counted(world, (2,), lambda slots: 15 < slots[0] < 30 and 3 < slots[1] < 40)
    agree(imagined(state, 1, (0,)), expected)


@pytest.mark.clause("TO-21")
def test_a_card_laid_later_weakens_the_proof_it_may_come_from() -> None:
    text = "row: 15 30; A: 20 22; A stack: 36 45; B: 40 3; B stack: 5; C: 1; C stack: 2"
    state = lay(text)
    do(state, "A pass")
    assert proven(state, "A") == [(2, 15, 30)]
    outside = state.clone()
    outside.disprove(0, 36)  # type: ignore[attr-defined]
    assert proven(outside, "A") == [(2, 15, 30)]
    inside = state.clone()
    inside.disprove(0, 22)  # type: ignore[attr-defined]
    assert proven(inside, "A") == [(1, 15, 30)]


@pytest.mark.clause("TO-21", "TO-24")
def test_proofs_outlive_their_row() -> None:
    text = "row: 10 40; A: 20 25; A stack:; B: 21 30; B stack: 15 16; gone: 1 50"
    state = lay(text, 2)
    do(state, "A pass", "B pass")
    assert proven(state, "A") == [(2, 10, 40)]
    # B has drawn 15 and 16: two of the four are proven.
    assert proven(state, "B") == [(2, 10, 40)]
    do(state, "A open 20")
    assert proven(state, "A") == [(1, 10, 40)]
    do(state, "A place 25")
    assert proven(state, "A") == []


@pytest.mark.clause("TO-Q9")
def test_a_pass_at_will_proves_nothing() -> None:
    state = lay("row: 10 40; A: 5 20; A stack: 9", voluntary_pass=True)
    do(state, "A pass")
    assert proven(state, "A") == []
    assert 5 in state.view(0)["hand"]


@pytest.mark.clause("TO-21", "TO-Q20")
@pytest.mark.parametrize(
    "pairs", [((10, 30), (20, 40)), ((10, 30), (10, 30)), ((12, 20), (10, 40)), ((10, 25), (24, 40))]
)
def test_proofs_of_several_hands(pairs: tuple[tuple[int, int], tuple[int, int]]) -> None:
    """Pairs of two hands may be equal, lie within each other or only overlap."""
    unseen = (11, 14, 22, 24, 28, 36, 45)
    text = (
        f"row: 1 50; A: 2; A stack: 3; B: 14; B stack: 45; C: 22; C stack: 28 36; gone: {all_but(1, 50, 2, 3, *unseen)}"
    )
    state = lay(text)
    assert isinstance(state, TookOverState)
    for seat, (above, below) in enumerate(pairs, 1):
        state.count[2 * 3 + seat] = state.note(seat, 0, above, below, 1)
    free = (3, *unseen)

    def fits(slots: Sequence[int]) -> bool:
        return all(low < card < high for card, (low, high) in zip(slots, pairs, strict=True))

    agree(imagined(state, 0, (1, 2)), counted(free, (1, 1), fits))


@pytest.mark.clause("TO-21", "TO-Q20")
@pytest.mark.parametrize("options", [{}, {"hand_size": 3}, {"interval": "whole_row", "hand_size": 10}])
def test_proofs_are_true_and_worlds_keep_them(options: dict[str, Any]) -> None:
    told = 0
    for seed in range(6):
        players = 2 + seed % 4
        state = GAME.new(players, seed, options)
        rng = Rng(seed)
        while (seat := state.waiting()) >= 0:
            for viewer in (None, seat):
                world = state.imagine(viewer, rng)
                for shown in (state, world):
                    for other in range(players):
                        mine = shown.view(other)["hand"]
                        for one in shown.view(None)["seats"][other]["proven"]:
                            told += 1
                            inside = [card for card in mine if one["above"] < card < one["below"]]
                            assert len(inside) >= one["cards"]
            moves = state.legal(seat)
            state.apply(seat, moves[rng.below(len(moves))])
    assert told > 500


@pytest.mark.clause("TO-21")
def test_the_table_says_what_is_proven() -> None:
    texts = Texts("en", GAME, ["Ann", "Ben"])
    state = lay("row: 10 40; A: 20 25; A stack: 9; B: 5 6; B stack: 7", 2)
    do(state, "A pass")
    line = "Ann had to pass: at least 2 of the cards in hand are higher than 10 and lower than 40."
    assert line in lines(state.view(1), texts)
    # Ann knows her own cards.
    assert line not in lines(state.view(0), texts)


@pytest.mark.clause("TO-21")
def test_many_large_hands_that_passed_can_be_imagined() -> None:
    """Where hardly any deal at random fits, one is still found, and worlds differ."""
    rng = Rng(9)
    worlds = set()
    for seed in range(6):
        state = GAME.new(5, seed, {"hand_size": 10})
        while (seat := state.waiting()) >= 0:
            for observer in (None, int(seat)):
                world = state.imagine(observer, rng)
                assert world.view(observer) == state.view(observer)
                worlds.add(tuple(tuple(world.view(other)["hand"]) for other in range(5)))
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
    assert len(worlds) > 500
