"""Mau-Mau: what sensible, careless and thoughtful players do."""

from __future__ import annotations

from collections import Counter

import pytest

from games.mau_mau.test_rules import at
from tailback import games
from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.games.mau_mau.learn import learn
from tailback.games.mau_mau.weights import DRAWING, MORE

GAME = games.load("mau_mau")


def choice(state: State, seat: int = 0, chance: int = 1) -> str:
    return GAME.notation(state.instinct(seat, Rng(chance)))


def slips(state: State, level: int, seat: int = 0) -> Counter[str]:
    rng = Rng(level)
    return Counter(GAME.notation(state.slip(seat, level, rng)) for _ in range(200))


SENSIBLE = [
    ("the last card goes at once", "A: R3; B: R1; C: R2", "lay R3"),
    ("mau is said", "A: R3 R4; B: B1 B2 B3; C: R1 R2 R5", "lay R4 mau"),
    ("the colour change is the last card", "A: R3 CC; B: B1 B2 B3; C: R1 R2 R5", "lay R3 mau"),
    ("whoever is about to win is hit", "A: R3 R-T4 R5 R6; B: B1; C: R1 R2 R5", "lay R-T4"),
    ("and stopped", "A: R3 R-Stop R5 R6; B: B1; C: R1 R2 R5", "lay R-Stop"),
    ("a Take 2 is passed on", "A: R3 B-T2 R5; B: B1 B2 B3; C: R1; pile: R-T2; pending: 2", "lay B-T2"),
    ("dear cards first", "A: R2 R9 R4 R5; B: B1 B2; C: R1 R4", "lay R9"),
    ("the colour of most cards", "A: CC B3 B4 B6 R5; B: G1 B2 B3 B4; C: R1 R2 R5; pile: Y9", "lay CC blue"),
]


@pytest.mark.parametrize(("text", "move"), [case[1:] for case in SENSIBLE], ids=[case[0] for case in SENSIBLE])
def test_what_is_sensible(text: str, move: str) -> None:
    state = at(text)
    found = {choice(state, chance=chance) for chance in range(5)}
    assert found == {move}


def test_a_forgotten_mau_is_noticed() -> None:
    state = at("A: R3 R4; B: B1 B2 B3; C: G1 G2 G3", mau_mode="catch")
    state.apply(0, GAME.parse("lay R3"))
    assert [choice(state, seat) for seat in range(3)] == ["mau", "no mau", "no mau"]


def test_the_dealer_names_the_colour_of_most_cards() -> None:
    state = at("opening: yes; dealer: B; B: G1 G2 R3; deck: CC R1 R2", opening_card="as_dealer")
    assert choice(state, 1) == "colour green"


def test_a_free_draw_is_not_taken() -> None:
    assert choice(at("A: R3 B4 G5; B: B1 B2 B3; C: G1 G2 G3", draw_rule="free")) == "lay R3"


def test_the_careless_forget_mau_and_children_more_often() -> None:
    state = at("A: R3 G4; B: B1 B2 B3; C: R1 R2 R5")
    child, careless = slips(state, 1)["lay R3"], slips(state, 2)["lay R3"]
    assert 60 < child < 100
    assert 10 < careless < 50


def test_the_careless_overlook_a_forgotten_mau() -> None:
    state = at("A: R3 R4; B: B1 B2 B3; C: G1 G2 G3", mau_mode="catch")
    state.apply(0, GAME.parse("lay R3"))
    assert slips(state, 1, 2)["pass"] > slips(state, 2, 2)["pass"] > 50
    # Whoever is on turn plays on without a word.
    assert slips(state, 1, 1)["no mau"] < 80


def test_the_careless_take_cards_though_they_could_answer() -> None:
    state = at("A: R3 B-T2 R5; B: B1 B2 B3; C: R1; pile: R-T2; pending: 2")
    assert slips(state, 1)["take"] > slips(state, 2)["take"] > 10


def test_children_grab_a_picture() -> None:
    state = at("A: R1 R9 R-Stop B5; B: B1 B2 B3 B4; C: R1 R2 R5 R7")
    assert slips(state, 1)["lay R-Stop"] > 150


@pytest.mark.parametrize("rounds", ["0 12 18", "0 12 18 / 21 0 17"])
def test_the_outlooks_of_all_make_one(rounds: str) -> None:
    state = at(f"A: R3; B: B1; C: G1; rounds: {rounds}")
    outlooks = [state.outlook(seat) for seat in range(3)]
    assert abs(sum(outlooks) - 1) < 1e-9
    best = min(range(3), key=lambda seat: state.scores()[seat])
    assert outlooks[best] == max(outlooks) > 0.4
    state.apply(0, GAME.parse("lay R3"))
    if state.waiting() < 0:
        assert [state.outlook(seat) for seat in range(3)] == [1 if place == 1 else 0 for place in state.ranking()]


def test_thinking_ahead_finds_a_win_that_instinct_misses() -> None:
    """With two Stops that go on one another Ann needs only one more turn; instinct would rather save the wild card."""
    state = at("A: CC B-Stop G-Stop G9; B: B1 G2", players=2, games=1)
    assert choice(state) == "draw"
    assert GAME.notation(GAME.ponder(state, 0, 5, 15_000, Rng(1))) == "lay CC blue"


def test_the_same_knowledge_and_chance_give_the_same_choice() -> None:
    state = GAME.new(3, 5)
    worlds = [state, state.imagine(int(state.waiting()), Rng(1)), state.imagine(int(state.waiting()), Rng(2))]
    assert len({GAME.ponder(world, int(world.waiting()), 4, 3000, Rng(7)) for world in worlds}) == 1


@pytest.mark.parametrize(("players", "seed", "moves"), [(2, 3, 71), (5, 0, 59)])
def test_what_everybody_concludes_later_is_in_the_view(players: int, seed: int, moves: int) -> None:
    """A recalled match goes on concluding like the real one: what says nothing new took no room in either."""
    real, rng = GAME.new(players, seed, {"games": 1, "play_drawn": "yes"}), Rng(seed)
    for _ in range(moves):
        legal = real.legal(int(real.waiting()))
        real.apply(int(real.waiting()), legal[rng.below(len(legal))])
    worlds = [world.imagine(0, Rng(3)) for world in (real, GAME.recall(real.view(0)))]
    chance = Rng(moves)
    for _ in range(8):
        seat = int(worlds[0].waiting())
        legal = worlds[0].legal(seat)
        action = legal[chance.below(len(legal))]
        for world in worlds:
            world.apply(seat, action)
        assert worlds[0].view(None) == worlds[1].view(None)


# What is learned from play


@pytest.mark.parametrize("players", [2, 4])
def test_it_learns_to_lay_rather_than_to_draw(players: int) -> None:
    found = learn(players, 20, 600).weights()
    assert len(found) == len(MORE)
    assert found[DRAWING] < 0
    assert learn(players, 20, 600).weights() == found
