"""Robots of Took Over!: what sensible players do, what careless ones overlook, and what looking ahead finds."""

from __future__ import annotations

import pytest

from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.games.took_over import GAME
from tailback.games.took_over.ahead import WEIGHTS, keen, weighed
from tailback.games.took_over.learn import PLAIN, improve, share
from tailback.games.took_over.play import TookOverState
from tailback.games.took_over.table import TookOverTable


def at(position: str, *moves: str) -> State:
    state = GAME.position(position, 3)
    for text in moves:
        state.apply(state.waiting(), GAME.parse(text))
    return state


def chosen(state: State) -> str:
    return GAME.notation(int(state.instinct(state.waiting(), Rng(1))))


def slips(state: State, level: int, times: int = 200) -> list[str]:
    return [GAME.notation(int(state.slip(state.waiting(), level, Rng(k)))) for k in range(times)]


GAP = "row: 15 30; A: 10 20; B: 3 12 13 40; turn: A"


@pytest.mark.parametrize(
    ("position", "moves", "choice"),
    [
        # The gap of two behind the 27, not that of four below the 20; never past a card of its own.
        ("row: 20 27; A: 2 9 15 30 44; turn: A", [], "place 30"),
        ("row: 20 27; A: 2 9 18 33 44; turn: A", [], "place 18"),
        # Numbers that have been played no longer count.
        ("row: 20 27; gone: 16 17 18 19; A: 2 15 29 44; turn: A", [], "place 15"),
        ("row: 20 27; A: 21 24; turn: A", [], "pass"),
        (GAP, ["place 10"], "take 12"),
        (GAP, ["place 10", "take 12"], "take 13"),
        (GAP, ["place 10", "take 12", "take 13"], "done"),
        ("row: 15 30; A: 14 20; B: 3 12; turn: A", ["place 14"], "decline"),
        ("A: 3 24 49; A stack: ; turn: A", [], "open 24"),
    ],
)
def test_instinct(position: str, moves: list[str], choice: str) -> None:
    assert chosen(at(position, *moves)) == choice


def test_careless_players_overlook_chances_to_take_over() -> None:
    window = at(GAP, "place 10")
    child, careless = (slips(window, level).count("decline") for level in (1, 2))
    assert child > careless > 0


def test_a_child_lays_the_card_it_likes() -> None:
    """Past cards of its own, which sensible players never do; careless ones do so less often."""
    laying = at("row: 20 27; A: 2 9 15 30 44; turn: A")
    child, careless = (sum(text not in ("place 15", "place 30") for text in slips(laying, level)) for level in (1, 2))
    assert child > careless > 0
    assert slips(at("row: 20 27; A: 21 24; turn: A"), 1, 5) == ["pass"] * 5


def test_all_chances_together_are_one() -> None:
    won = GAME.position("row: 15 30; A: 10; A stack: ; turn: A", 3)
    won.apply(0, GAME.parse("place 10"))
    assert [won.outlook(seat) for seat in range(3)] == [1.0, 0.0, 0.0]
    shared = GAME.position(
        "row: 1 50; A: 10; A stack: ; B: 20; B stack: ; C: 30 31; C stack: ; turn: A", 3, options={"row_limit": 1}
    )
    for seat in range(3):
        shared.apply(seat, GAME.parse("pass"))
    assert [shared.outlook(seat) for seat in range(3)] == [0.5, 0.5, 0.0]


# Whoever lays the last card of a row leaves the next one to the left neighbour. If Ben lets the 1 be, all have to pass,
# he begins with one of his two cards and is done with the other; if he takes over, Cem begins.
LAST_OF_THE_ROW = (
    "row: 4 50; A: 1 25 35 36; A stack: ; B: 2 28; B stack: ; C: 10 11; C stack: ; turn: A; gone: 40 41 42 43 44 45"
)


def test_looking_ahead_finds_a_win_that_instinct_misses() -> None:
    window = at(LAST_OF_THE_ROW, "place 1")
    assert chosen(window) == "take 2"
    for seed in range(3):
        assert GAME.notation(GAME.ponder(window, 1, 5, 4000, Rng(seed))) == "decline"


def test_looking_ahead_sees_no_hidden_card() -> None:
    state = GAME.new(4, 3)
    rng = Rng(3)
    tried = 0
    while tried < 3:
        seat = int(state.waiting())
        if len(state.legal(seat)) > 1:
            tried += 1
            worlds = [state, *(state.imagine(seat, Rng(k)) for k in range(2))]
            assert len({GAME.ponder(world, seat, 5, 1500, Rng(9)) for world in worlds}) == 1
        state.apply(seat, state.instinct(seat, rng))


def test_keener_rules_of_thumb_are_legal_and_see_no_hidden_card() -> None:
    weights = weighed(WEIGHTS)
    for options in ({}, {"interval": "whole_row", "voluntary_pass": True}, {"hand_size": 3, "row_limit": 3}):
        state = GAME.new(4, 1, options)
        while (seat := int(state.waiting())) >= 0:
            worlds = [state, state.imagine(seat, Rng(1)), state.imagine(seat, Rng(2))]
            choices = {int(keen(world, seat, weights)) for world in worlds if isinstance(world, TookOverTable)}
            assert len(choices) == 1
            state.apply(seat, choices.pop())


# What is learned from play


def test_it_begins_with_instinct() -> None:
    """Alone against three of its own kind, in each seat in turn, a player wins every deal once."""
    state = GAME.new(4, 1)
    assert isinstance(state, TookOverState)
    assert share(state, PLAIN, 40, 1) == 0.25
    assert improve(0) == PLAIN
