"""Mau-Mau: what everybody may conclude from a draw or a pass, and that imagined worlds keep to it exactly."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from games.mau_mau.test_rules import at, play
from tailback.core.contract import State
from tailback.core.rng import Rng

Hands = tuple[tuple[str, ...], ...]
DRAWS = 1500


def lacks(state: State, seat: int) -> list[tuple[int, str]]:
    return [(one["cards"], " ".join(one["none"])) for one in state.view(None)["seats"][seat]["lacks"]]


def matches(card: str, colour: str, kind: str) -> bool:
    return card != "CC" and (card[0] == colour or card[1:].lstrip("-") == kind)


def dealt(state: State, sizes: dict[int, int], agrees: Any, seat: int) -> Counter[Hands]:
    """Every way to deal what this seat does not see, each as often as there are orders of cards for it."""
    box = Counter(state.census())
    box.subtract(Counter(state.view(seat)["hand"] + state.view(seat)["pile"]))
    unseen = sorted(box.elements())
    found: Counter[Hands] = Counter()
    for order in permutations(unseen, sum(sizes.values())):
        rest = iter(order)
        places = {other: [next(rest) for _ in range(n)] for other, n in sizes.items()}
        if agrees(places):
            found[tuple(tuple(sorted(places[other])) for other in sizes)] += 1
    return found


def imagined(state: State, seat: int, others: list[int]) -> Counter[Hands]:
    rng = Rng(11)
    found: Counter[Hands] = Counter()
    for k in range(DRAWS):
        world = state.imagine(seat, rng)
        assert k > 20 or world.view(seat) == state.view(seat)
        found[tuple(tuple(sorted(world.view(other)["hand"])) for other in others)] += 1
    return found


def same_chances(exact: Counter[Hands], drawn: Counter[Hands]) -> None:
    """Nothing that cannot be, and each world about as often as it should: chi-square with a wide margin."""
    assert set(drawn) <= set(exact)
    total = sum(exact.values())
    chi = sum((drawn[one] - DRAWS * n / total) ** 2 / (DRAWS * n / total) for one, n in exact.items())
    freedom = len(exact) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5, (chi, freedom)


@pytest.mark.clause("MA-5", "MM-17")
@pytest.mark.parametrize(("rule", "wild"), [("no_match", ""), ("strict", " CC")])
def test_a_draw_shows_what_the_hand_lacks(rule: str, wild: str) -> None:
    state = play(at("A: B3 G5 G6; B: R1; C: R2", draw_rule=rule), "A draw")
    assert lacks(state, 0) == [(3, "R 8" + wild)]
    assert len(state.view(0)["hand"]) == 4
    assert lacks(play(at("A: B3 G5 G6; B: R1; C: R2", draw_rule="free"), "A draw"), 0) == []


@pytest.mark.clause("MA-30")
def test_a_pass_shows_that_nothing_at_all_fits() -> None:
    state = play(at("A: B3 G5; B: R1; C: R2; deck: ", draw_rule="free"), "A pass")
    assert lacks(state, 0) == [(2, "R 8 CC")]


@pytest.mark.clause("MA-5", "MA-6")
def test_conclusions_follow_the_hand() -> None:
    """A laid card that could not be there then came later; any other may have been an old one."""
    state = play(at("A: B3 G5 G6; B: R1 Y3; C: R2 R3 R4; deck: R7 B9 Y1 Y2 Y5"), "A draw")
    play(state, "B lay R1 mau", "C lay R2", "A lay R7")
    assert lacks(state, 0) == [(3, "R 8")]
    play(state, "B draw", "C lay R3 mau", "A lay B3")
    assert lacks(state, 0) == [(2, "R 8")]
    assert lacks(state, 1) == [(1, "R 7")]


@pytest.mark.clause("MA-5")
def test_a_later_draw_is_about_the_new_cards_too() -> None:
    state = at("A: G5 G6; B: R1 B1; C: B2 B4; deck: Y9 Y7 Y1 Y2 Y5")
    play(state, "A draw", "B lay R1 mau", "C draw", "A draw")
    assert lacks(state, 0) == [(2, "R 1 8"), (3, "R 1")]


@pytest.mark.clause("MA-6")
def test_whoever_draws_on_lacks_it_in_the_new_cards_as_well() -> None:
    state = play(at("A: B3 G5; deck: Y1 Y2 R4 Y3", play_drawn="draw_until_playable"), "A draw")
    assert lacks(state, 0) == [(4, "R 8")]


@pytest.mark.clause("MA-5", "MM-12")
def test_a_new_game_begins_with_nothing_known() -> None:
    state = play(at("A: B3 G5; B: R1; C: R2"), "A draw", "B lay R1")
    assert [lacks(state, seat) for seat in range(3)] == [[], [], []]


@pytest.mark.clause("MA-5", "MM-9")
def test_worlds_after_two_draws_have_their_exact_chances() -> None:
    """B and C drew on different cards: their hands hold none that fitted then, and one card each that may be any."""
    state = at("A: B1 B2; B: G5; C: Y9; deck: R4 B5 G8 CC; turn: B")
    play(state, "B draw", "C draw")

    def agrees(places: dict[int, list[str]]) -> bool:
        return not any(matches(places[other][0], "R", "8") for other in (1, 2))

    same_chances(dealt(state, {1: 2, 2: 2}, agrees, 0), imagined(state, 0, [1, 2]))


@pytest.mark.clause("MA-5", "MA-7", "MM-9")
def test_worlds_after_draws_on_different_colours_have_their_exact_chances() -> None:
    state = at("A: R1 B1 Y2; B: G5; C: G9; deck: Y4 Y8 B5 R7; turn: B")
    play(state, "B draw", "C draw", "A lay R1", "B draw")

    def agrees(places: dict[int, list[str]]) -> bool:
        first, second, _ = places[1]
        return not (
            matches(first, "R", "8")
            or any(matches(card, "R", "1") for card in (first, second))
            or matches(places[2][0], "R", "8")
        )

    same_chances(dealt(state, {1: 3, 2: 2}, agrees, 0), imagined(state, 0, [1, 2]))


@pytest.mark.clause("MA-6", "MM-9")
def test_a_card_drawn_until_it_fitted_has_its_exact_chances() -> None:
    state = at(
        "A: B1 B2; B: G5; C: Y9; deck: Y4 R4 G8 CC; turn: B", play_drawn="draw_until_playable", draw_rule="strict"
    )
    play(state, "B draw")

    def agrees(places: dict[int, list[str]]) -> bool:
        old, over, drawn = places[1]
        fitted = drawn == "CC" or matches(drawn, "R", "8")
        return fitted and not any(card == "CC" or matches(card, "R", "8") for card in (old, over))

    same_chances(dealt(state, {1: 3, 2: 1}, agrees, 0), imagined(state, 0, [1, 2]))
