"""Pit Stop: imagined worlds have the exact chances of all deals that agree with what a seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

import pytest

from games.pit_stop.test_rules import at, go
from tailback.core.rng import Rng
from tailback.games.pit_stop import GAME
from tailback.games.pit_stop.play import PitStopState

DRAWS = 1500
World = tuple[Any, ...]


def imagined(state: PitStopState, seat: int | None, look: Callable[[PitStopState], World]) -> Counter[World]:
    rng = Rng(11)
    found: Counter[World] = Counter()
    for k in range(DRAWS):
        world = state.imagine(seat, rng)
        assert isinstance(world, PitStopState)
        assert k > 20 or world.view(seat) == state.view(seat)
        found[look(world)] += 1
    return found


def same_chances(exact: Counter[World], drawn: Counter[World]) -> None:
    """Nothing that cannot be, and each world about as often as it should: chi-square with a wide margin."""
    assert set(drawn) <= set(exact)
    total = sum(exact.values())
    chi = sum((drawn[one] - DRAWS * n / total) ** 2 / (DRAWS * n / total) for one, n in exact.items())
    freedom = len(exact) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5, (chi, freedom)


def hands_of(*seats: int) -> Callable[[PitStopState], World]:
    return lambda world: tuple(tuple(sorted(world.view(seat)["hand"])) for seat in seats)


def deals(unseen: str, sizes: list[int], agrees: Callable[[list[tuple[str, ...]]], bool]) -> Counter[World]:
    """All ways to deal these cards into hands of these sizes."""
    found: Counter[World] = Counter()
    for order in permutations(unseen.split(), sum(sizes)):
        rest = iter(order)
        places = [tuple(next(rest) for _ in range(n)) for n in sizes]
        if agrees(places):
            found[tuple(tuple(sorted(place)) for place in places)] += 1
    return found


@pytest.mark.clause("CA-24")
def test_an_open_garage_has_its_exact_chances() -> None:
    """C holds a yellow Car, for all to see: one or two of them, as the deals have it."""
    state = at("A: R1; B: G9; C: GA Y2 Y3; turn: C", players=3, deck="B1 B2 Y5 G4")
    go(state, "C garage yellow")
    exact = deals("G9 Y2 Y3 B1 B2 Y5 G4", [1, 2], lambda hands: any(card[0] == "Y" for card in hands[1]))
    same_chances(exact, imagined(state, 0, hands_of(1, 2)))
    cars: Counter[int] = Counter()
    for (_, garage), n in exact.items():
        cars[sum(card[0] == "Y" for card in garage)] += n
    assert cars[1] > 3 * cars[2]  # if a Car were dealt first and the rest after it, two would come too often


@pytest.mark.clause("CG-23", "CA-8", "CA-48")
def test_whoever_must_draw_for_want_of_a_car_has_none() -> None:
    state = at("A: R-Sv PS; B: B1 Y2; C: G9; opening: yes; dealer: A", players=3, deck="GA R2 Y-Fn G5")
    go(state, "A draw")
    assert state.view(1)["seats"][0]["lacks"] == [{"cards": 2, "none": list("123456789")}]
    exact = deals("R-Sv PS G9 R2 Y-Fn G5", [3, 1], lambda hands: not any(card[1:].isdigit() for card in hands[0][:2]))
    same_chances(exact, imagined(state, 1, hands_of(0, 2)))


@pytest.mark.clause("CA-48", "CA-12")
def test_a_pass_shows_that_nothing_can_be_played() -> None:
    state = go(at("A: G1 Y2; B: B1; C: R1; pile: R5", players=3, deck=""), "A pass")
    assert state.view(1)["seats"][0]["lacks"] == [{"cards": 2, "none": ["R", "5", "PS", "CX", "NC"]}]
    free = go(at("A: G1 Y2; B: B1; C: R1; pile: R5", players=3, deck="", garage_min=0), "A pass")
    assert free.view(1)["seats"][0]["lacks"] == [{"cards": 2, "none": ["R", "5", "PS", "GA", "CX", "NC"]}]


@pytest.mark.clause("CA-48", "CA-17", "CG-71", "CG-73")
def test_conclusions_go_with_the_hands() -> None:
    opened = "A: R-Sv PS CX; B: B1 Y2; C: G9 CX CX; opening: yes; dealer: A"
    state = go(at(opened, players=3, deck="GA R-Fn Y-Fn G5 B8 B9 G3"), "A draw", "B car B1", "B done")
    assert [one["cards"] for one in state.view(1)["seats"][0]["lacks"]] == [3]
    swapped = state.clone()
    assert isinstance(swapped, PitStopState)
    go(swapped, "C swap @A", "A allow")
    assert [len(one["lacks"]) for one in swapped.view(1)["seats"]] == [0, 0, 1]
    go(state, "C draw", "A renew")
    assert [len(one["lacks"]) for one in state.view(1)["seats"]] == [0, 0, 0]


def known_of(knower: int, holder: int) -> Callable[[PitStopState], World]:
    return lambda world: (len(world.view(knower)["known"][holder]),)


@pytest.mark.clause("CG-71", "CA-17")
@pytest.mark.parametrize("seat", [2, None])
def test_others_know_as_many_cards_as_chance_has_it(seat: int | None) -> None:
    """A saw two of B's three cards. B lays one: nobody else can say whether it was one of the two."""
    text = "A: CX R1 R2; B: G9 G8; C: Y1 Y2; D: B1 B2"
    for laid, left in (("R1", 1), ("R7", 2)):
        state = go(at(text, deck="R7 Y5 Y6 Y7 Y8"), "A swap @B", "B allow", "B draw", "C draw", "D draw", "A draw")
        go(state, f"B lay {laid}")
        assert len(state.view(0)["known"][1]) == left
        same_chances(Counter({(1,): 2, (2,): 1}), imagined(state, seat, known_of(0, 1)))


@pytest.mark.clause("CG-71", "CA-17")
def test_what_others_know_of_oneself_is_certain_only_if_one_saw_it_too() -> None:
    state = at("A: CX R1 R2; B: CX G9 G8; C: Y1 Y2 Y3; D: B1 B2", deck="R7 Y5 Y6 Y7 Y8")
    go(state, "A swap @B", "B allow", "B draw")
    assert set(imagined(state, 1, lambda world: tuple(world.view(0)["known"][1]))) == {("R1", "R2")}
    # A's cards, with one that B has drawn, go on to C, who cannot say which of them A knows.
    state = at("A: CX R1 R2; B: G9 G8; C: CX Y2 Y3; D: B1 B2", deck="R7 Y5 Y6 Y7 Y8")
    go(state, "A swap @B", "B allow", "B draw", "C swap @B", "B allow")
    assert state.view(2)["hand"] == ["R1", "R2", "R7"]
    exact: Counter[World] = Counter(combinations(["R1", "R2", "R7"], 2))
    same_chances(exact, imagined(state, 2, lambda world: tuple(world.view(0)["known"][2])))


@pytest.mark.clause("CA-17", "CA-39")
def test_nobody_knows_more_than_play_has_shown() -> None:
    state = go(at("A: CX R1 R2; B: G9 G8; C: Y1 Y2; D: B1 B2", deck="R7 Y5 Y6 Y7"), "A swap @B", "B allow", "B draw")
    rng = Rng(3)
    for _ in range(50):
        world = state.imagine(3, rng)
        assert [world.view(2)["known"][seat] for seat in range(4)] == [[]] * 4
        assert len(world.view(0)["known"][1]) == len(world.view(1)["known"][0]) == 2


@pytest.mark.clause("CA-48", "CA-24")
@pytest.mark.parametrize("then", [[], ["C lay R1"]])
def test_whoever_had_to_pass_could_not_open_a_garage(then: list[str]) -> None:
    """B had nothing to play and nothing to draw: no red card, no 9, no Garage beside a Car; that stays known."""
    state = at("A: B2 G3; B: Y-Fn Y2; C: R1 R2 GA; turn: B; pile: R9", players=3, deck="")
    go(state, "B pass", *then)
    left = ["Y-Fn", "Y2", "R1", "R2", "GA"]
    for card in then:
        left.remove(card.split()[-1])

    def agrees(hands: list[tuple[str, ...]]) -> bool:
        mine = hands[0]
        return not any(card[0] == "R" for card in mine) and not ("GA" in mine and "Y2" in mine)

    exact = deals(" ".join(left), [2, len(left) - 2], agrees)
    same_chances(exact, imagined(state, 0, hands_of(1, 2)))
    again = GAME.recall(state.view(0))
    assert again.view(0) == state.view(0)


@pytest.mark.clause("CA-48")
def test_a_new_card_may_be_a_garage_again() -> None:
    state = at("A: B2 G3; B: Y-Fn Y2; C: R1 R2 GA; turn: B; pile: R9", players=3, deck="")
    go(state, "B pass")
    assert state.view(0)["seats"][1]["no_garage"]
    state.gain(1, 0)
    assert "no_garage" not in state.view(0)["seats"][1]


@pytest.mark.clause("CA-48", "CA-24")
def test_where_all_others_had_to_pass_their_garages_still_lie_somewhere() -> None:
    """B holds nothing but Garages, C Cars only; hardly any deal agrees, and some of the two must have the Garages."""
    cars = [f"{colour}{n}" for colour in "YBG" for n in range(1, 7)]
    state = at(f"A: R1 G7; B: GA GA GA; C: {' '.join(cars)}; turn: B; pile: R9", players=3, deck="")
    go(state, "B pass", "C pass")
    rng = Rng(3)
    for _ in range(10):
        world = state.imagine(0, rng)
        assert world.view(1)["hand"] == ["GA"] * 3
        assert world.view(0) == state.view(0)
