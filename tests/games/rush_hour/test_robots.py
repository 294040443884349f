"""Robots at Rush Hour: sensible ones do the sensible thing, careless ones make the mistakes they are named for."""

from __future__ import annotations

from collections import Counter

import pytest

from tailback import games
from tailback.core.contract import State
from tailback.core.notation import seat_of
from tailback.core.rng import Rng

GAME = games.load("rush_hour")


def place(text: str, *moves: str, players: int = 3) -> State:
    """A position after some moves such as `A play 17`."""
    state = GAME.position(text, players=players)
    for move in moves:
        seat, _, action = move.partition(" ")
        state.apply(seat_of(seat, players), GAME.parse(action))
    return state


def instincts(state: State, seat: int = 0) -> set[str]:
    return {GAME.notation(state.instinct(seat, Rng(k))) for k in range(20)}


@pytest.mark.parametrize(
    ("position", "card"),
    [
        # Directly behind an end with room, rather than where others may slip in before.
        ("rows: 12 14 / 20 / 33 34 36; A: 21 46; B: 1 2; C: 3 4", "21"),
        # Not into a full lane while something else fits.
        ("rows: 12 14 16 18 / 20 / 33; A: 19 22; B: 1 2; C: 3 4", "22"),
        # A trailer finds room even in a full lane.
        ("rows: 8 9 11 14 / 30 31 32 34 / 40 41 42 43; A: 6 t15 44; B: 1 2; C: 3 4", "15"),
        # A gap is safe.
        ("rows: 12 _ T+18 21 / 20 22 23 24 / 33 34 36 37; A: 14 26; B: 1 2; C: 3 4", "14"),
        # A police car rather than a lane of expensive cars.
        ("rows: 12 P A 14 / 20 / 33; A: 16 P; B: 1 2; C: 3 4", "P"),
        # Too low when a single car lies there costs less than a full lane.
        ("rows: 12 14 16 18 / 20 21 22 23 / 33; A: 6 24; B: 48 49; C: 46 47", "6"),
    ],
)
def test_the_sensible_card(position: str, card: str) -> None:
    assert instincts(place(position)) == {f"play {card}"}


@pytest.mark.parametrize(
    ("position", "moves", "lane"),
    [
        # Too low: the cheapest lane.
        ("rows: 12 14 / 20 P 22 / 33; A: 3; B: 40; C: 41", ["A play 3", "B play 40", "C play 41"], "take 3"),
        # An ambulance fills the lane that somebody must join in this very turn.
        ("rows: 12 14 16 / 20 / 33; A: A; B: 18; C: 41", ["A play A", "B play 18", "C play 41"], "row 1"),
        # A police car never sweeps up a lane while another has room.
        ("rows: 12 14 16 18 / 20 / 33; A: P; B: 40; C: 41", ["A play P", "B play 40", "C play 41"], "row 2 row 3"),
        # A tow truck, too.
        ("rows: 12 14 16 18 / 20 21 22 23 / 33; A: T; B: 40; C: 41", ["A play T", "B play 40", "C play 41"], "row 3"),
        # A gap rather than a full lane.
        ("rows: 12 _ T+18 / 10 11 13 14 / 33; A: 17; B: 40; C: 41", ["A play 17", "B play 40", "C play 41"], "gap 1#2"),
    ],
)
def test_the_sensible_lane(position: str, moves: list[str], lane: str) -> None:
    found = instincts(place(position, *moves))
    assert found
    assert all(one in lane for one in found)


def picks(state: State, level: int) -> Counter[str]:
    return Counter(GAME.notation(state.slip(0, level, Rng(k))) for k in range(200))


def test_a_child_loves_blue_lights_and_any_card() -> None:
    state = place("rows: 12 14 / 20 / 33; A: 13 21 A; B: 1 2; C: 3 4")
    assert instincts(state) == {"play 21"}
    child = picks(state, 1)
    assert child["play A"] > 40
    assert child["play 13"] > 20
    assert picks(state, 2)["play A"] == 0


def test_a_careless_player_forgets_that_others_drive_too() -> None:
    """Each card would cost nothing if nobody else played; but many may come before the 29, and none before the 34."""
    state = place("rows: 12 13 14 / 30 31 33 / 40 41 42; A: 29 34; B: 17 18; C: 19 22")
    assert instincts(state) == {"play 34"}
    careless = picks(state, 2)
    assert 20 < careless["play 29"] < 100


def test_careless_players_take_the_cheapest_lane_and_children_any() -> None:
    state = place("rows: 12 14 / 20 P 22 / 33; A: 3; B: 40; C: 41", "A play 3", "B play 40", "C play 41")
    assert picks(state, 2) == {"take 3": 200}
    assert set(picks(state, 1)) == {"take 1", "take 2", "take 3"}


def test_an_imagined_world_lets_the_others_pick_again() -> None:
    state = place("rows: 12 14 / 20 / 33; A: 13 21; B: 40 41; C: 3 4", "B play 40")
    world = state.imagine(0, Rng(1))
    world.unseal(0)
    asked = world.decision()
    assert asked is not None
    assert asked.awaited == (0, 1, 2)
    own = state.imagine(1, Rng(1))
    own.unseal(1)
    asked = own.decision()
    assert asked is not None
    assert asked.awaited == (0, 2)


def test_the_outlook_between_rounds() -> None:
    deal = "rows: 12 14 / 20 / 33; A: 13 21; B: 40 41; C: 3 4"

    def outlooks(played: str, **options: int) -> list[float]:
        state = GAME.position(f"{deal}; rounds: {played}", players=3, options=options)
        return [state.outlook(seat) for seat in range(3)]

    close = outlooks("3 9 9", rounds=2)
    assert sum(close) == pytest.approx(1)
    assert close[0] > 0.5
    assert close[1] == close[2]
    early = outlooks("3 9 9", rounds=9)
    assert close[1] < early[1] < early[0] < close[0]
    # Near the limit this round is likely to be the last.
    assert outlooks("3 9 9", point_limit=12)[0] == close[0]


def test_the_outlook_at_the_end_is_the_result() -> None:
    state = place("rows: 12 14 / 20 / 33; A: 3; B: 21; C: 34", "A play 3", "B play 21", "C play 34", "A take 1")
    assert [state.outlook(seat) for seat in range(3)] == [0.0, 0.5, 0.5]


def ponders(state: State, seat: int = 0, steps: int = 1500) -> str:
    return GAME.notation(GAME.ponder(state, seat, 5, steps, Rng(3)))


def test_looking_ahead_finds_a_win_that_instinct_misses() -> None:
    """After the 26 lane 3 is full, and the 28 would sweep it up; after the 28 there is another place for the 26."""
    state = place("rows: 8 11 20 / T 2 / 18 21 23+t25; A: 26 28; B: t15 A", players=2)
    assert instincts(state) == {"play 26"}
    assert ponders(state) == "play 28"


def test_looking_ahead_hangs_on_nothing_hidden() -> None:
    state = GAME.new(3, 5, {"hand_size": 4})
    for seat in (0, 1, 2, 0, 1):
        if state.waiting() >= 0:
            state.apply(state.waiting(), state.legal(state.waiting())[seat % len(state.legal(state.waiting()))])
    seat = state.waiting()
    worlds = [state, *(state.imagine(seat, Rng(k)) for k in range(2))]
    assert len({ponders(world, seat, 500) for world in worlds}) == 1
