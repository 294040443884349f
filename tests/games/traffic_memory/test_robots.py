"""Robots of Traffic-Memory: what they remember, what they make of it, and the mistakes that are their own."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from games.traffic_memory.test_rules import GAME, do
from tailback.core.contract import State
from tailback.core.rng import Rng


def at(position: str, players: int = 2, **options: Any) -> State:
    return GAME.position(position, players, options=options)


def instinct(state: State, seed: int = 1) -> str:
    return GAME.notation(state.instinct(state.waiting(), Rng(seed)))


def slips(state: State, level: int, draws: int = 60) -> Counter[str]:
    return Counter(GAME.notation(state.slip(state.waiting(), level, Rng(seed))) for seed in range(draws))


# Memory


def known(state: State, level: int, seat: int = 0) -> set[int]:
    """The places whose cards a seat with the memory of this level still knows."""
    table: Any = state
    module = GAME.part("table")
    seen = [int(place) - 1 for place in state.view(seat)["seen"]]
    return {place for place in seen if table.recalls(seat, place, module.memory_of(level))}


def test_what_is_forgotten_does_not_come_back() -> None:
    """Turn by turn a level knows only what it knew before, and what was just open."""
    for level in (1, 2, 3, 4):
        state, rng = GAME.new(3, 7 + level), Rng(level)
        before: set[int] = set()
        while state.waiting() >= 0:
            opened = {place - 1 for place in state.view(None)["opened"]}
            seat, action = state.waiting(), state.instinct(state.waiting(), rng)
            state.apply(seat, action)
            now = known(state, level, 1)
            assert now <= before | opened | {action}
            before = now


def test_a_better_level_remembers_more() -> None:
    """At the same tables; the best forgets nothing, the least knows at most seven cards."""
    kept: Counter[int] = Counter()
    seen = 0
    for seed in range(12):
        state, rng = GAME.new(4, seed), Rng(seed)
        for _ in range(30):
            state.apply(state.waiting(), state.slip(state.waiting(), 1, rng))
        seen += len(state.view(0)["seen"])
        for level in range(1, 6):
            kept[level] += len(known(state, level))
        assert len(known(state, 1)) <= 7
    assert kept[1] < kept[2] < kept[3] < kept[4] < kept[5] == seen
    assert kept[3] > seen * 0.4


def test_people_at_a_table_forget_different_cards() -> None:
    state, rng = GAME.new(4, 3), Rng(3)
    for _ in range(36):
        state.apply(state.waiting(), state.slip(state.waiting(), 1, rng))
    assert len({frozenset(known(state, 3, seat)) for seat in range(4)}) > 2


@pytest.mark.parametrize("options", [{}, {"highest": 14, "jokers": 8}])
def test_a_robot_in_another_process_forgets_the_same(options: dict[str, Any]) -> None:
    state, rng = GAME.new(3, 2, options), Rng(2)
    while (seat := state.waiting()) >= 0:
        again = GAME.recall(json.loads(json.dumps(state.view(seat))))
        assert [known(again, level, seat) for level in range(1, 6)] == [known(state, k, seat) for k in range(1, 6)]
        assert again.instinct(seat, Rng(1)) == state.instinct(seat, Rng(1))
        state.apply(seat, state.slip(seat, 2, rng))


# Instinct


@pytest.mark.clause("TM-13", "TM-Q18")
@pytest.mark.parametrize(
    ("position", "options", "moves"),
    [
        # The longest run that it knows, from its lowest number on, without a pause.
        ("cards: 9 30 10 1 5 4 3; seen: 1 3 5 6 7", {}, ["flip 7", "flip 6", "flip 5"]),
        # Neighbours on both sides.
        ("cards: 9 30 10 1 8 20; seen: 1 5; open: 3", {}, ["flip 1", "flip 5"]),
        # A joker between two numbers; and it is a card more at the end of a run.
        ("cards: 21 S 23 40 1; seen: 1 2 3", {}, ["flip 1", "flip 2", "flip 3"]),
        ("cards: 3 S 4 40 1; seen: 1 2 3", {}, ["flip 1", "flip 3", "flip 2"]),
        # The card that is missing between two.
        ("cards: 21 23 22 40 1; seen: 3; open: 1 2", {"late_bridge": True}, ["flip 3"]),
        # A joker that keeps its number: nothing fits in between any more.
        ("cards: 9 S 11 10 12 40; seen: 4 5; open: 1 2 3", {"joker_sticky": True}, ["flip 5", "stop"]),
    ],
)
def test_it_takes_what_it_remembers(position: str, options: dict[str, Any], moves: list[str]) -> None:
    for seed in range(3):
        state = at(position, **options)
        for move in moves:
            assert instinct(state, seed) == move
            do(state, move)


def test_a_new_card_rather_than_one_that_was_open() -> None:
    state = at("cards: 9 30 20 1 44 45; seen: 1 2 3 4")
    assert {instinct(state, seed) for seed in range(20)} == {"flip 5", "flip 6"}


def test_it_stops_when_a_new_card_would_hardly_fit() -> None:
    far = "cards: 9 10 8 20 22 24 26 28 30 32 34 36 38 40 42 44; open: 1 2"
    assert instinct(at(far)) == "stop"
    assert instinct(at("cards: 9 10 8 11 20 30; open: 1 2")) in ("flip 3", "flip 4", "flip 5", "flip 6")
    assert instinct(at("cards: 9 10 20 30 40; open: 1 2")) == "stop"


def test_where_nothing_can_fit_it_shows_nothing_new() -> None:
    """The second card, and the one that has to be opened."""
    assert instinct(at("cards: 9 20 30 31 40; seen: 2; open: 1")) == "flip 2"
    assert instinct(at("cards: 9 10 11 20 30 31 40; seen: 4; open: 1 2 3", may_stop=False)) == "flip 4"


def test_one_number_and_a_joker_are_not_left_at_that() -> None:
    assert instinct(at("cards: 9 S 11 20 21 40; open: 1 2")) in ("flip 3", "flip 4", "flip 5", "flip 6")


# Slips


def test_a_child_counts_upwards_only() -> None:
    state = at("cards: 9 30 10 8 44 45; seen: 4 1; open: 3")
    assert "flip 1" not in slips(state, 1)
    assert slips(at("cards: 9 30 10 8 44 45; seen: 4 3; open: 1"), 1) == {"flip 3": 60}


def test_a_child_opens_what_it_has_seen_and_forgotten_and_wants_one_more() -> None:
    state = at("cards: 9 30 20 1 44 47 3 12 15 45; seen: 1 2 3 4 5 6 7 8 9")
    assert {"flip 1", "flip 2"} <= set(slips(state, 1))
    more = slips(at("cards: 9 10 20 30 40; open: 1 2"), 1)
    assert 10 < more["stop"] < 40


def test_whoever_is_careless_overlooks_some() -> None:
    found = slips(at("cards: 9 30 10 1 44; seen: 1 3"), 2, 200)
    assert 120 < found["flip 1"] < 200


def test_a_child_begins_with_what_goes_together_now_and_then() -> None:
    found = slips(at("cards: 9 30 10 1 44; seen: 1 3"), 1, 200)
    assert 60 < found["flip 1"] < 140


# Looking ahead


def ponder(state: State, level: int = 5, steps: int = 4_000) -> str:
    return GAME.notation(GAME.ponder(state, int(state.waiting()), level, steps, Rng(2)))


def test_the_master_takes_the_run_that_wins() -> None:
    """Two runs of three are known. The only new card is the 12: it goes with one of them and decides the match."""
    state = at("cards: 1 2 3 9 10 11 12; A: 20 21; B: 30 31; seen: 1 2 3 4 5 6")
    assert instinct(state) == "flip 1"
    assert ponder(state) == "flip 4"


def test_the_master_forgets_nothing_and_the_thoughtful_one_a_little() -> None:
    """Two neighbours lay open long ago, and 22 other cards since: 5 finds them always, 4 at some tables."""
    others = [str(number) for number in range(1, 44, 2)]
    found: Counter[int] = Counter()
    for first in range(1, 21):
        cards = " ".join([*others[: first - 1], "46", "47", *others[first - 1 :]])
        later = [str(place) for place in range(1, 25) if place not in (first, first + 1)]
        state = at(f"cards: {cards} 49; seen: {first} {first + 1} {' '.join(later)}")
        for level in (4, 5):
            found[level] += ponder(state, level, 100) == f"flip {first}"
    assert found[5] == 20
    assert 4 < found[4] < 20


def test_pondering_hangs_on_nothing_hidden() -> None:
    state, rng = GAME.new(3, 5, {"highest": 14, "jokers": 2}), Rng(5)
    for _ in range(14):
        state.apply(state.waiting(), state.instinct(state.waiting(), rng))
    seat = int(state.waiting())
    for level in (4, 5):
        worlds = [state, *(state.imagine(seat, Rng(k)) for k in range(3))]
        assert len({GAME.ponder(world, seat, level, 300, Rng(9)) for world in worlds}) == 1


@pytest.mark.parametrize("options", [{"highest": 12}, {"highest": 14, "jokers": 4, "may_stop": False}])
def test_a_table_of_masters_comes_to_an_end(options: dict[str, Any]) -> None:
    state = GAME.new(3, 4, options)
    for _ in range(120):
        if state.waiting() < 0:
            break
        action = GAME.ponder(state, int(state.waiting()), 5, 60, Rng(1))
        state.apply(state.waiting(), action)
    assert state.waiting() < 0
