"""Trafic Turbo: crossing the line, points, the cap, options and longer races."""

from __future__ import annotations

import pytest

from games.trafic_turbo.test_rules import holds, kind, on, play, race, told, written
from tailback.core.errors import BadOption, IllegalMove
from tailback.core.simulate import play_random
from tailback.games.trafic_turbo.game import GAME
from tailback.games.trafic_turbo.play import TraficTurboState


@pytest.mark.clause("TT-2", "TT-65", "TA-57", "TA-58", "T23")
def test_the_first_over_the_line_wins_at_once() -> None:
    state = race("A: 1:34; B: 2:20; C: 0:20; roll: 5")
    events = told(state, "FF")
    assert events[-2:] == ["crossed", "race_over"]
    assert kind(state) == "over"
    assert state.ranking() == [1, 2, 2]  # equal progress shares a place
    assert state.scores() == [36, 20, 20]
    assert state.deck.n == 32
    with pytest.raises(IllegalMove) as caught:
        state.apply(0, 0)
    assert caught.value.key == "match_over"


@pytest.mark.clause("TT-65", "TA-15", "T24")
def test_being_pushed_over_the_line_wins() -> None:
    state = play(race("A: 1:33; B: 1:35; roll: 3"), "FF")
    assert kind(state) == "over"
    assert state.ranking() == [2, 1]
    assert on(state, "A") == "1:34"
    # The front car of a queue ends the race at that instant: those behind it have not moved yet.
    state = play(race("A: 1:33; B: 1:34; C: 1:35; roll: 2"), "F")
    assert kind(state) == "over"
    assert (on(state, "A"), on(state, "B")) == ("1:33", "1:34")
    assert state.ranking() == [3, 2, 1]


@pytest.mark.clause("TA-57", "T26")
def test_a_vehicle_behind_the_line_is_hit() -> None:
    state = play(race("A: 1:35; B: 2:20; T9: 1:0; roll: 3"), "F")
    assert (on(state, "A"), on(state, "T9")) == ("1:35", "1:3")
    assert written(state, "A") == {"place": 0, "skips": 0, "fines": 0, "hits": 1}
    assert kind(state) != "over"


@pytest.mark.clause("TT-65", "TA-58")
def test_a_turbo_a_six_and_a_maneuver_can_win() -> None:
    assert kind(play(race("A: 1:33; B: 2:5; roll: 1; top: turbo 4"), "F", "play", "FF")) == "over"
    assert kind(race("A: 1:31; B: 2:5; roll: 6")) == "over"
    assert kind(play(race("A: 1:35; B: 2:5; hold A: maneuver; roll: 2"), "use", "E")) == "over"


@pytest.mark.clause("TT-66", "TT-67", "TT-68", "TT-69", "TA-59", "TA-61", "T50")
def test_points_for_places_less_fines_and_crashes() -> None:
    state = race("A: 1:33; B: 1:35; C: 0:10; fines: A 1, C 2; hits: B 1; roll: 4", points=True)
    play(state, "FFF")
    assert kind(state) == "over"
    assert [written(state, car)["place"] for car in "ABC"] == [2, 1, 3]
    assert state.scores() == [2, 4, -1]
    assert state.ranking() == [2, 1, 3]


@pytest.mark.clause("TT-67", "TA-59")
def test_two_and_four_players_share_the_points() -> None:
    state = play(race("A: 1:35; B: 2:5; roll: 1", points=True), "F")
    assert state.scores() == [5, 3]
    state = race("A: 1:35; B: 2:5; finished: C D; roll: 1", 4, points=True)
    play(state, "F")
    assert kind(state) == "over"
    assert state.scores() == [1, 0, 5, 3]


@pytest.mark.clause("TA-59", "TA-62")
def test_the_race_goes_on_for_the_others() -> None:
    state = race("A: 1:35; B: 2:5; C: 0:5; hold A: warning; roll: 3; top: skid back", points=True)
    play(state, "no", "F")
    assert state.waiting() == 1  # no card for A
    assert holds(state, "A") is None
    assert state.view(None)["discards"] == ["warning"]
    assert state.view(None)["cars"][0]["lane"] is None
    assert 1 not in [int(piece) for piece in state.grid]
    play(state, "F")
    assert state.waiting() == 2
    while state.waiting() == 2:
        state.apply(2, state.fallback(2))
    assert state.waiting() == 1  # A is left out


@pytest.mark.clause("TA-59", "TA-15")
def test_the_pusher_drives_on() -> None:
    state = race("A: 1:33; B: 1:35; C: 0:10; D: 2:10; roll: 5", points=True)
    play(state, "FF")
    assert written(state, "B")["place"] == 1
    assert on(state, "A") == "1:35"
    assert (kind(state), state.waiting()) == ("step", 0)
    play(state, "F")
    assert written(state, "A")["place"] == 2
    assert state.waiting() == 2


@pytest.mark.clause("TA-60", "TT-69")
def test_which_contacts_cost_a_point() -> None:
    crash = play(race("A: 1:3; B: 2:30; roll: 2", points=True), "F")
    assert crash.scores() == [-1, 0]
    police = play(race("A: 1:8; B: 2:30; police: 1:9; roll: 2", points=True), "F")
    assert police.scores() == [-1, 0]
    pushing = play(race("A: 1:5; B: 1:6; roll: 2", points=True), "FF")
    assert pushing.scores() == [0, 0]
    blocked = play(race("A: 1:9; B: 1:10; roll: 2", points=True), "F")
    assert blocked.scores() == [0, 0]
    skid = play(race("A: 0:3; B: 2:30; roll: 1; top: skid right", points=True), "F")
    assert skid.scores() == [0, 0]


@pytest.mark.clause("TA-61", "TT-68")
def test_every_fine_counts_and_ties_go_to_the_better_place() -> None:
    state = play(race("A: 2:30; B: 1:9; skip: B; roll: 1; top: police 2", points=True), "F", "police 2:9")
    assert state.scores() == [0, -1]
    off_road = play(race("A: 0:4; B: 2:30; roll: 1; top: skid left", points=True), "F")
    assert off_road.scores() == [0, 0]
    tie = play(race("A: 1:35; B: 2:5; hits: A 2; roll: 1", points=True), "F")
    assert tie.scores() == [3, 3]
    assert tie.ranking() == [1, 2]
    # Two that both drove over the line.
    tie = play(race("A: 1:35; C: 0:5; finished: B; hits: B 2; roll: 1", points=True), "F")
    assert tie.scores() == [3, 3, 1]
    assert tie.ranking() == [2, 1, 3]


@pytest.mark.clause("TA-57", "TA-59", "TA-33")
@pytest.mark.parametrize(
    ("given", "moves"),
    [
        ("roll: 1; top: turbo 5", ("F", "play", "FF")),
        ("hold A: turbo 5; roll: 1", ("no", "F", "play", "FF")),
        ("hold A: warning; roll: 5", ("use", "FFF")),
        ("hold A: maneuver; roll: 5", ("use", "FFQ")),
    ],
)
def test_spare_steps_are_lost_with_any_card(given: str, moves: tuple[str, ...]) -> None:
    state = play(race(f"A: 1:33; B: 2:5; C: 0:5; {given}", points=True), *moves)
    assert written(state, "A")["place"] == 1
    assert (kind(state), state.waiting(), holds(state, "A")) == ("step", 1, None)


@pytest.mark.clause("TA-63")
def test_after_sixty_rounds_the_farthest_car_is_best() -> None:
    text = "A: 1:5; B: 1:20; C: 0:20; D: 2:20; turn: D; round: 60; roll: 1; top: skid back"
    state = race(text)
    assert "race_over" in told(state, "F")
    assert kind(state) == "over"
    assert state.scores() == [5, 20, 20, 20]
    assert state.ranking() == [4, 3, 2, 1]  # all else equal: later in the order
    fines = play(race(text + "; fines: D 1; hits: C 1"), "F")
    assert fines.ranking() == [4, 1, 2, 3]


@pytest.mark.clause("TA-63")
@pytest.mark.parametrize("laps", [1, 2, 3])
def test_a_longer_race_has_more_rounds(laps: int) -> None:
    """Sixty for each lap: the last turn of the last round ends it, and no turn before."""
    text = "A: 1:5; B: 1:20; turn: B; roll: 1; top: skid back"
    state = race(f"{text}; round: {60 * laps - 1}", laps=laps)
    assert state.view(None)["last_round"] == 60 * laps
    assert kind(play(state, "F")) == "step"
    assert (state.round, state.waiting()) == (60 * laps, 0)
    assert kind(play(race(f"{text}; round: {60 * laps}", laps=laps), "F")) == "over"
    assert GAME.bound(2, GAME.settle(2, {"laps": laps})) == 2 * (60 * laps * 16 + 1)


@pytest.mark.clause("TA-63", "TA-61")
def test_at_the_cap_cars_on_the_road_get_no_points_for_crossing() -> None:
    text = "A: 1:5; B: 1:20; D: 2:20; turn: D; round: 60; finished: C; roll: 1; top: skid back"
    state = play(race(text, points=True), "F")
    assert kind(state) == "over"
    assert state.scores() == [0, 0, 5, 0]
    assert state.ranking() == [4, 3, 1, 2]


@pytest.mark.clause("TA-63", "TA-7")
def test_forward_is_always_an_answer() -> None:
    state = race("A: 1:10; B: 1:9; T3: 0:10; T5: 2:10; roll: 2")
    assert [GAME.notation(action) for action in state.legal(0)] == ["F"]
    play(state, "F")
    assert on(state, "A") == "1:10"


@pytest.mark.clause("TT-65", "TA-5")
@pytest.mark.parametrize("laps", [2, 3])
def test_longer_races(laps: int) -> None:
    state = play(race("A: 1:35; B: 2:20; roll: 1", laps=laps), "F")
    assert kind(state) == "keep_or_play"
    assert (on(state, "A"), state.p[0]) == ("1:0", 36)
    assert state.view(0)["cars"][0]["to_go"] == 36 * (laps - 1)
    last = 36 * laps - 1
    state = play(race(f"A: 1:35 p {last}; B: 2:20; roll: 1", laps=laps), "F")
    assert kind(state) == "over"
    assert state.scores() == [36 * laps, 20]


@pytest.mark.clause("TT-65", "TT-10")
def test_the_short_eight_is_24_columns() -> None:
    state = play(race("A: 1:22; B: 2:10; roll: 3", circuit="short-eight"), "FF")
    assert kind(state) == "over"
    assert state.scores() == [24, 10]


@pytest.mark.clause("TA-62")
def test_a_lapped_car_is_pushed_like_any_other() -> None:
    state = play(race("A: 1:5 p 41; B: 1:6 p 6; roll: 1", laps=2), "F")
    assert (state.p[0], state.p[1]) == (42, 7)


@pytest.mark.clause("TT-66", "TA-23", "TA-45", "TA-40", "TA-66", "TA-67")
def test_options_and_presets() -> None:
    names = [option.name for option in GAME.options]
    assert sorted(names) == sorted(
        [
            "points",
            "grey_needs_police",
            "stack_skips",
            "turbo_one_step",
            "first_of_two",
            "circuit",
            "laps",
            "even_chances",
            "head_start",
        ]
    )
    assert GAME.settle(3, preset="first-time")["circuit"] == "short-eight"
    assert GAME.settle(3, preset="family") == GAME.settle(3)
    assert GAME.settle(3, preset="full") == {**GAME.settle(3), "points": True, "first_of_two": "as-all"}
    for name, value in (("laps", 4), ("circuit", "figure-nine"), ("maxRounds", 5), ("keptEconomy", "handGate")):
        with pytest.raises(BadOption):
            GAME.settle(3, {name: value})


@pytest.mark.clause("TA-63", "TT-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_races_end(players: int) -> None:
    for options in ({"circuit": "short-eight"}, {"points": True, "laps": 2, "stack_skips": True}):
        settled = GAME.settle(players, options)
        state = GAME.make(players, settled)
        assert isinstance(state, TraficTurboState)
        tally = play_random(state, 5, seed=9)
        assert tally.longest <= GAME.bound(players, settled)


@pytest.mark.clause("TT-2")
def test_the_bot_beats_chance() -> None:
    from tailback.core.rng import Rng

    clever, anything = GAME.bot(), GAME.bot("random")
    won = 0
    for seed in range(12):
        state = GAME.new(2, seed, preset="first-time")
        rng = Rng(seed)
        while (decision := state.decision()) is not None:
            seat = decision.awaited[0]
            player = clever if seat == seed % 2 else anything
            state.apply(seat, player(state.view(seat), decision, state.legal(seat), rng))
        won += state.ranking()[seed % 2] == 1
    assert won >= 10
