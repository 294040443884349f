"""Trafic Turbo: the seven kinds of cards, the pile, and keeping secrets."""

from __future__ import annotations

import pytest

from games.trafic_turbo.test_rules import holds, kind, legal, on, play, race, refused, told, written
from tailback.core.rng import Rng
from tailback.games.trafic_turbo.circuit import circuit
from tailback.games.trafic_turbo.game import GAME
from tailback.games.trafic_turbo.lines import table
from tailback.games.trafic_turbo.material import CELLS, MIRROR, VEHICLE, WIDTH, card_of, cell_name, node_name
from tailback.games.trafic_turbo.play import TraficTurboState
from tailback.texts import Texts

# Drawing and keeping


@pytest.mark.clause("TT-34", "TA-29")
def test_one_card_is_drawn_and_cannot_be_declined() -> None:
    state = race("A: 1:5; B: 2:30; roll: 1; top: skid left")
    events = told(state, "F")
    assert "drew" in events
    assert state.deck.n == 31
    state = play(race("A: 1:5; B: 2:30; hold A: warning; roll: 1"), "no", "F")
    assert legal(state) == ["draw"]
    assert refused(state, "keep") == ("TA-29", "now_draw")


@pytest.mark.clause("TT-35", "TT-38", "TT-43", "TT-48", "TT-57")
@pytest.mark.parametrize(
    ("card", "asked"),
    [
        ("traffic 7", "traffic"),
        ("police 3", "police"),
        ("mirror", "mirror"),
        ("skid back", "step"),
        ("turbo 2", "keep_or_play"),
        ("warning", "keep_or_play"),
        ("maneuver", "keep_or_play"),
    ],
)
def test_what_happens_at_once_and_what_may_wait(card: str, asked: str) -> None:
    state = play(race(f"A: 1:5; B: 2:30; roll: 1; top: {card}"), "F")
    assert kind(state) == asked
    if asked == "keep_or_play":
        assert state.waiting() == 0
        assert state.view(0)["drawn"] == card
    elif card == "mirror":
        assert state.view(None)["mirror"] is True
    else:
        assert state.view(None)["discards"] == [card]


@pytest.mark.clause("TT-36", "TA-30")
def test_one_card_per_turn_the_kept_one_or_a_new_one() -> None:
    state = play(race("A: 1:5; B: 2:30; hold A: maneuver; roll: 1; top: skid left"), "no", "F", "draw")
    assert on(state, "A") == "0:6"
    assert holds(state, "A") == "maneuver"
    state = play(race("A: 1:5; B: 2:30; hold A: maneuver; roll: 1"), "use", "F")
    assert holds(state, "A") is None
    assert state.waiting() == 1
    assert state.deck.n == 31


@pytest.mark.clause("TT-37", "TA-31")
def test_only_one_card_is_kept() -> None:
    text = "A: 1:5; B: 2:30; hold A: maneuver; roll: 1; top: warning"
    state = play(race(text), "no", "F", "draw")
    assert legal(state) == ["keep", "discard"]
    assert refused(state, "draw") == ("TA-29", "one_card_only")
    kept = play(state.clone(), "keep")
    assert (holds(kept, "A"), kept.view(None)["discards"]) == ("warning", ["maneuver"])
    thrown = play(state.clone(), "discard")
    assert (holds(thrown, "A"), thrown.view(None)["discards"]) == ("maneuver", ["warning"])
    state = play(race("A: 1:5; B: 2:30; roll: 1; top: warning"), "F")
    assert legal(state) == ["keep"]
    assert refused(state, "discard") == ("TA-31", "must_keep")
    assert refused(state, "F") == ("TA-31", "now_keep")


@pytest.mark.clause("TA-31")
def test_a_held_turbo_waits_when_a_card_was_drawn() -> None:
    state = play(race("A: 1:5; B: 2:30; hold A: turbo 5; roll: 1; top: turbo 2"), "no", "F", "draw")
    play(state, "play")
    assert state.view(0)["left"] == 2
    assert holds(state, "A") == "turbo 5"


@pytest.mark.clause("TA-32")
def test_the_card_is_announced_after_the_roll() -> None:
    state = race("A: 1:5; B: 2:30; hold A: warning; roll: 3")
    assert kind(state) == "use_card"
    assert state.view(0)["roll"] == 3
    assert legal(state) == ["no", "use"]
    assert refused(state, "F") == ("TA-32", "now_use")
    play(state, "use")
    assert state.view(None)["discards"] == ["warning"]
    state = play(race("A: 1:5; B: 2:30; hold A: warning; roll: 3"), "no", "FFF")
    assert refused(state, "play") == ("TA-32", "not_now")


@pytest.mark.clause("TA-33", "T34")
def test_a_kept_turbo_replaces_the_draw() -> None:
    state = race("A: 1:26; B: 2:5; hold A: turbo 4; roll: 2")
    assert refused(state, "use") == ("TA-33", "turbo_later")
    play(state, "no", "FF")
    assert legal(state) == ["draw", "play"]
    play(state, "play", "FFFF")
    assert on(state, "A") == "1:32"
    assert holds(state, "A") is None
    assert state.deck.n == 31
    assert state.waiting() == 1


@pytest.mark.clause("TA-35")
def test_the_discards_become_the_pile() -> None:
    state = play(race("A: 1:5; B: 2:30; hold B: warning; roll: 1, 1; pile: skid back"), "F")
    assert state.deck.n == 0
    assert state.discard_n == 31
    events = told(state, "no", "F", "draw")
    assert "renewed" in events
    assert state.deck.n + state.discard_n + int(state.drawn != 255) + int(state.aside) == 31


@pytest.mark.clause("TA-35")
def test_with_nothing_left_the_draw_is_lost() -> None:
    state = race("A: 1:5; B: 2:30; roll: 1; pile: skid back")
    state.discard_n = 0
    state.deck.n = 0
    play(state, "F")
    assert state.waiting() == 1


# Traffic


@pytest.mark.clause("TT-39", "TA-54", "T38")
def test_the_number_is_shared_out_and_used_up() -> None:
    state = play(race("A: 2:0; B: 1:30; roll: 1; top: traffic 7"), "F")
    play(state, "traffic T1 1:9")
    assert kind(state) == "traffic"
    assert refused(state, "stay") == ("TA-54", "now_traffic")
    assert refused(state, "traffic T1 1:10") == ("TA-55", "moved_before")
    play(state, "traffic T2 2:8")
    assert (on(state, "T1"), on(state, "T2")) == ("1:9", "2:8")
    assert state.waiting() == 1
    state = play(race("A: 2:0; B: 1:30; roll: 1; top: traffic 7; T4: 1:14"), "F", "traffic T1 1:11")
    assert state.waiting() == 1


@pytest.mark.clause("TT-40", "TT-41", "TT-42", "TA-55")
def test_what_a_vehicle_may_do() -> None:
    state = play(race("A: 2:0; B: 1:6; roll: 1; top: traffic 3"), "F")
    assert "traffic T1 0:6" in legal(state)  # two on, one over
    assert refused(state, "traffic T1 0:7") == ("TA-55", "too_far")
    assert refused(state, "traffic T1 1:3") == ("TT-40", "too_far")
    assert refused(state, "traffic T1 1:4") == ("TA-54", "must_move")
    assert refused(state, "traffic T1 1:6") == ("TT-42", "way_blocked")
    assert refused(state, "traffic T1 1:7") == ("TT-42", "way_blocked")
    assert refused(state, "traffic T2 0:7") == ("TT-41", "one_lane_change")
    assert "traffic T1 0:4" in legal(state)  # only the lane, for one
    assert "traffic T1 2:6" not in legal(state)  # T2 stands there


@pytest.mark.clause("TT-41", "TA-55")
def test_a_lane_change_may_come_at_any_point() -> None:
    """T1 is blocked at 1:6, so a way to 0:7 must leave the lane before: 0:5 and 0:6 must be free then."""
    state = play(race("A: 2:0; B: 1:6; roll: 1; top: traffic 4"), "F")
    assert "traffic T1 0:7" in legal(state)
    state = play(race("A: 2:0; B: 1:6; C: 0:6; roll: 1; top: traffic 4"), "F")
    assert "traffic T1 0:5" in legal(state)
    assert refused(state, "traffic T1 0:7") == ("TT-42", "way_blocked")
    state = play(race("A: 2:0; B: 1:20; C: 0:5; roll: 1; top: traffic 4"), "F")
    assert "traffic T1 0:7" in legal(state)  # past C in the own lane, then over


@pytest.mark.clause("TA-56", "T40")
def test_the_truck_changes_lane_with_both_spaces() -> None:
    state = play(race("A: 2:30; B: 1:5; T6: 1:19; roll: 1; top: traffic 3"), "F")
    assert refused(state, "traffic T7 1:18") == ("TT-42", "way_blocked")
    play(state, "traffic T7 1:20")
    assert on(state, "T7") == "1:20"
    assert state.grid[WIDTH + 20] == state.grid[WIDTH + 21] != 0
    assert state.grid[2 * WIDTH + 18] == state.grid[2 * WIDTH + 19] == 0
    assert state.waiting() == 1


@pytest.mark.clause("TA-54")
def test_what_no_vehicle_can_use_is_lost() -> None:
    """Six vehicles took one each; the seventh space has nobody left to use it. A boxed-in vehicle cannot help."""
    state = play(race("A: 2:0; B: 1:20; roll: 1; top: traffic 7", circuit="short-eight"), "F")
    for move in ("T1 1:5", "T2 2:7", "T3 0:9", "T4 1:12", "T5 0:16"):
        play(state, f"traffic {move}")
        assert kind(state) == "traffic"
    boxed = state.clone()
    play(state, "traffic T6 1:19")
    assert state.waiting() == 1
    for cell in (WIDTH + 19, 18, 2 * WIDTH + 18):
        boxed.grid[cell] = 15
    assert boxed.traffic_stuck()


@pytest.mark.clause("TA-4", "TT-9")
def test_short_eight_has_six_vehicles() -> None:
    state = play(race("A: 2:0; B: 1:20; roll: 1; top: traffic 3", circuit="short-eight"), "F")
    assert refused(state, "traffic T7 1:9") == ("TA-4", "not_on_circuit")
    assert refused(state, "traffic T1 1:30") == ("TA-4", "not_on_circuit")


# Skid


@pytest.mark.clause("TT-44", "TT-45", "TA-43", "T35")
def test_slipping_off_the_road() -> None:
    state = play(race("A: 0:4; B: 2:30; roll: 1; top: skid left"), "F")
    assert on(state, "A") == "0:5"
    assert written(state, "A") == {"place": 0, "skips": 1, "fines": 0, "hits": 0}


@pytest.mark.clause("TT-44", "TA-5", "TA-25", "T37")
def test_slipping_onto_grey_and_back_over_the_line() -> None:
    # A space that the die move left is grey again for the Skid.
    state = play(race("A: 0:17; B: 2:30; roll: 1; top: skid back"), "F")
    assert (on(state, "A"), written(state, "A")["fines"]) == ("0:17", 1)
    state = play(race("A: 1:14; B: 2:30; roll: 1; top: skid left"), "F")
    assert on(state, "A") == "0:15"
    assert written(state, "A")["fines"] == 1
    state = play(race("A: 1:35 p -1; B: 2:30; roll: 1; top: skid back"), "F")
    assert on(state, "A") == "1:35"
    assert state.p[0] == -1
    assert kind(state) == "step"


@pytest.mark.clause("TA-44")
def test_slipping_towards_something() -> None:
    state = play(race("A: 0:3; B: 2:30; roll: 1; top: skid right"), "F")
    assert on(state, "A") == "0:4"  # T1 stands beside: nothing happens
    assert written(state, "A")["skips"] == 0
    state = play(race("A: 0:9; B: 1:10; roll: 1; top: skid right"), "F")
    assert (on(state, "A"), on(state, "B")) == ("1:10", "2:10")
    state = play(race("A: 0:9; B: 1:10; C: 2:10; roll: 1; top: skid right"), "F")
    assert (on(state, "A"), on(state, "B")) == ("0:10", "1:10")
    state = race("A: 1:9; B: 1:8; roll: 5")
    state.skid(0, card_of("skid back"))  # B is right behind: no room
    assert (on(state, "A"), on(state, "B")) == ("1:9", "1:8")
    assert written(state, "A") == {"place": 0, "skips": 0, "fines": 0, "hits": 0}


@pytest.mark.clause("TA-45", "T46")
def test_lost_turns_do_not_add_up() -> None:
    text = "A: 2:30; B: 1:9; skip: B; fines: B 1; roll: 1; top: police 2"
    state = race(text)
    state.listen()
    play(state, "F", "police 2:9")
    assert written(state, "B")["fines"] == 2
    assert written(state, "B")["skips"] == 0  # one skip, taken at once
    assert state.waiting() == 0
    state = race(text, stack_skips=True)
    play(state, "F", "police 2:9")
    assert written(state, "B")["skips"] == 1  # another one to come
    assert state.waiting() == 0


# Warning and Maneuver


@pytest.mark.clause("TT-46", "TT-60")
@pytest.mark.parametrize("card", ["warning", "maneuver"])
def test_warning_and_maneuver_must_be_kept(card: str) -> None:
    state = play(race(f"A: 1:5; B: 2:30; roll: 1; top: {card}"), "F")
    assert refused(state, "play") == ("TA-32", "not_now")
    assert holds(play(state, "keep"), "A") == card


@pytest.mark.clause("TT-47", "TA-37", "T27")
def test_driving_through_everything() -> None:
    state = play(race("A: 1:3; B: 1:5; hold A: warning; roll: 3"), "use", "FFF")
    assert (on(state, "A"), on(state, "T1"), on(state, "B")) == ("1:6", "1:4", "1:5")
    assert state.p[0] == 6
    assert written(state, "A")["hits"] == 0
    assert holds(state, "A") is None
    assert state.deck.n == 31
    assert state.waiting() == 1


@pytest.mark.clause("TA-36", "T28")
def test_falling_back_to_the_last_free_space() -> None:
    state = play(race("A: 1:3; B: 1:5; hold A: warning; roll: 2"), "use", "FF")
    assert on(state, "A") == "1:3"
    assert state.p[0] == 3
    state = play(race("A: 1:3; B: 1:5; hold A: warning; roll: 2"), "use", "FL")
    assert on(state, "A") == "0:4"
    assert state.p[0] == 4


@pytest.mark.clause("TA-37", "TA-60")
def test_the_police_stops_a_warning() -> None:
    text = "A: 1:3; B: 2:30; police: {}; hold A: warning; roll: 3"
    state = play(race(text.format("1:5")), "use", "FF")
    assert on(state, "A") == "1:3"
    assert written(state, "A") == {"place": 0, "skips": 0, "fines": 0, "hits": 1}
    state = play(race(text.format("0:4")), "use", "F")
    assert refused(state, "L") == ("TA-37", "police_beside")
    play(state, "R")
    assert refused(state, "L") == ("TT-25", "one_side_only")
    state = play(race("A: 0:3; B: 2:30; hold A: warning; roll: 3"), "use", "F")
    assert refused(state, "L") == ("TA-8", "road_ends")


@pytest.mark.clause("TA-37", "TA-57")
def test_a_warning_crosses_the_line_over_a_taken_space() -> None:
    state = play(race("A: 1:35; B: 2:30; T9: 1:0; hold A: warning; roll: 2"), "use", "F")
    assert kind(state) == "over"
    assert state.ranking() == [1, 2]
    assert state.scores()[0] == 36


@pytest.mark.clause("TT-61", "TA-38", "T30")
def test_cutting_across() -> None:
    state = play(race("A: 1:10; B: 2:30; hold A: maneuver; roll: 3"), "use")
    assert legal(state) == ["F", "L", "R", "Q", "E"]
    play(state, "QEF")
    assert on(state, "A") == "1:13"
    assert state.p[0] == 13
    assert holds(state, "A") is None
    assert state.deck.n == 31


@pytest.mark.clause("TA-38")
def test_a_diagonal_needs_an_empty_space() -> None:
    state = play(race("A: 1:10; B: 0:11; hold A: maneuver; roll: 3"), "use")
    assert refused(state, "Q") == ("TA-38", "diagonal_taken")
    assert on(play(state, "E"), "A") == "2:11"
    assert refused(state, "E") == ("TA-38", "road_ends")
    state = play(race("A: 1:10; B: 0:10; hold A: maneuver; roll: 3"), "use", "Q")
    assert on(state, "A") == "0:11"  # between B beside and T4 ahead
    state = play(race("A: 1:9; B: 1:10; T4: 1:20; hold A: maneuver; roll: 3"), "use", "FF")
    assert on(state, "B") == "1:12"  # straight on pushes as always


@pytest.mark.clause("TT-61", "TA-39")
def test_weaving_but_not_on_the_spot() -> None:
    state = play(race("A: 1:6; B: 2:30; T2: 2:20; hold A: maneuver; roll: 4"), "use", "L")
    assert refused(state, "R") == ("TA-39", "no_wiggle")
    play(state, "FRF")
    assert on(state, "A") == "1:8"
    # A step across frees the side as a step forward does.
    state = play(race("A: 2:30; B: 2:10; hold A: maneuver; roll: 3"), "use", "LQR")
    assert on(state, "A") == "1:31"
    state = play(race("A: 0:30; B: 2:10; hold A: maneuver; roll: 3"), "use", "REL")
    assert on(state, "A") == "1:31"


# Turbo


@pytest.mark.clause("TT-62", "TT-63", "TA-40", "TA-41", "T32")
def test_a_turbo_steps_to_the_side_of_the_turn() -> None:
    state = play(race("A: 0:19; B: 2:5; roll: 2; top: turbo 3"), "RF", "play")
    assert refused(state, "L") == ("TA-41", "one_side_only")
    play(state, "FRF")
    assert on(state, "A") == "2:22"
    assert state.waiting() == 1


@pytest.mark.clause("TT-64", "TA-40", "T32")
def test_several_side_steps_or_one() -> None:
    text = "A: 0:30; B: 2:5; roll: 1; top: turbo 3"
    state = play(race(text), "F", "play", "RRF")
    assert on(state, "A") == "2:32"
    state = play(race(text, turbo_one_step=True), "F", "play", "R")
    assert refused(state, "R") == ("TA-40", "turbo_one_step")
    play(state, "FF")
    assert on(state, "A") == "1:33"


@pytest.mark.clause("TA-40", "TA-9")
def test_the_single_step_is_counted_for_the_turbo_alone() -> None:
    state = play(race("A: 0:30; B: 2:5; roll: 1; top: turbo 3", turbo_one_step=True), "R", "play")
    assert legal(state) == ["F", "R"]
    assert on(play(state, "RFF"), "A") == "2:32"


@pytest.mark.clause("TA-42", "TT-64", "T33")
def test_a_turbo_hits_and_is_fined() -> None:
    state = play(race("A: 1:22; B: 2:5; roll: 1; top: turbo 3"), "F", "play", "FF")
    assert (on(state, "A"), on(state, "T9")) == ("1:24", "1:27")
    assert written(state, "A")["hits"] == 1
    state = play(race("A: 0:12; B: 2:5; roll: 1; top: turbo 2"), "F", "play", "FF")
    assert on(state, "A") == "0:15"
    assert written(state, "A")["fines"] == 1


@pytest.mark.clause("TA-42", "TA-60")
def test_a_turbo_pushes_and_stops_at_the_police() -> None:
    state = play(race("A: 1:26; B: 1:28; roll: 1; top: turbo 3"), "F", "play", "FFF")
    assert (on(state, "A"), on(state, "B")) == ("1:30", "1:31")
    assert written(state, "A")["hits"] == 0
    state = play(race("A: 1:26; B: 2:5; police: 1:29; roll: 1; top: turbo 3"), "F", "play", "FF")
    assert (on(state, "A"), written(state, "A")["hits"]) == ("1:28", 1)
    assert state.waiting() == 1


@pytest.mark.clause("TA-38", "TA-60", "TT-28")
def test_going_straight_with_a_maneuver_hits_as_usual() -> None:
    state = play(race("A: 1:9; B: 2:30; hold A: maneuver; roll: 3"), "use", "FF")
    assert (on(state, "A"), on(state, "T4")) == ("1:10", "1:13")
    assert written(state, "A")["hits"] == 1
    assert state.waiting() == 1


@pytest.mark.clause("TA-25", "TA-36")
def test_a_warning_can_end_on_grey() -> None:
    state = play(race("A: 0:13; B: 0:14; hold A: warning; roll: 2"), "use", "FF")
    assert (on(state, "A"), on(state, "B")) == ("0:15", "0:14")
    assert (written(state, "A")["fines"], written(state, "A")["skips"]) == (1, 1)
    # Falling back onto a grey space is coming to rest on it.
    state = play(race("A: 0:13; B: 0:17; hold A: warning; roll: 4"), "use", "FFFF")
    assert (on(state, "A"), written(state, "A")["fines"]) == ("0:16", 1)


@pytest.mark.clause("TT-62")
def test_a_turbo_may_be_kept() -> None:
    state = play(race("A: 1:22; B: 2:5; roll: 1; top: turbo 3"), "F")
    assert legal(state) == ["play", "keep"]
    assert holds(play(state, "keep"), "A") == "turbo 3"


# Police


@pytest.mark.clause("TT-50", "TT-54", "TT-55", "TA-49", "T41")
def test_the_police_fines_and_goes_home() -> None:
    state = play(race("A: 2:30; B: 1:9; roll: 1; top: police 2"), "F")
    state.listen()
    play(state, "police 2:9")
    assert written(state, "B")["fines"] == 1
    assert node_name(state.police) == "S2"
    assert [event.kind for event in state.take_events()][:4] == [
        "police_moved",
        "police_fine",
        "police_home",
        "skipped",
    ]


@pytest.mark.clause("TA-50", "TA-51", "T42")
def test_everyone_beside_it_is_fined() -> None:
    state = play(race("A: 2:30; B: 1:9; C: 2:10; D: 1:8; roll: 1; top: police 2"), "F", "police 2:9")
    assert [written(state, car)["fines"] for car in "ABCD"] == [0, 1, 1, 0]


@pytest.mark.clause("TT-54", "TA-50")
@pytest.mark.parametrize(
    ("space", "caught"),
    [("1:31", 1), ("1:29", 1), ("0:30", 1), ("2:30", 1), ("0:31", 0), ("2:31", 0), ("2:29", 0), ("1:32", 0)],
)
def test_four_spaces_are_beside_it(space: str, caught: int) -> None:
    state = play(race(f"A: 2:20; B: {space}; police: 1:28; roll: 1; top: police 2"), "F", "police 1:30")
    assert written(state, "B")["fines"] == caught
    assert node_name(state.police) == ("S4" if caught else "1:30")


@pytest.mark.clause("TT-56", "TA-20")
def test_it_blocks_where_it_stays_and_not_where_it_was() -> None:
    state = play(race("A: 2:20; B: 1:27; police: 1:28; roll: 1, 3; top: police 2"), "F", "police 1:30")
    play(state, "FFF")
    assert (on(state, "B"), written(state, "B")["hits"]) == ("1:29", 1)


@pytest.mark.clause("TT-49", "TT-51", "TT-53", "TT-56", "TA-49", "T43")
def test_how_far_the_police_gets() -> None:
    state = play(race("A: 2:30; B: 1:12; C: 2:10; roll: 1; top: police 4"), "F")
    assert refused(state, "police 2:12") == ("TA-49", "police_too_far")
    assert refused(state, "police 2:10") == ("TA-49", "space_taken")
    assert refused(state, "police S1") == ("TA-48", "say_stay")
    assert refused(state, "F") == ("TT-49", "now_police")
    state = play(race("A: 2:30; B: 1:12; roll: 1; top: police 4"), "F", "police 2:11")
    assert node_name(state.police) == "2:11"
    assert written(state, "B")["fines"] == 0


@pytest.mark.clause("TT-52", "TT-53")
def test_it_drives_against_and_through_the_traffic() -> None:
    state = play(race("A: 2:30; B: 1:20; police: 1:5; roll: 1; top: police 2"), "F")
    assert "police 1:3" in legal(state)  # back, through T1
    assert "police 1:4" not in legal(state)
    play(state, "police 1:3")
    assert node_name(state.police) == "1:3"


@pytest.mark.clause("TT-51", "TT-50")
def test_corners_cost_two_and_stations_one() -> None:
    state = play(race("A: 2:30; B: 0:20; police: 1:7; roll: 1; top: police 2"), "F")
    assert "police 0:6" in legal(state)
    assert refused(state, "police S3") == ("TA-49", "police_too_far")
    assert "police S2" in legal(state)  # 2:7, then in
    short = play(race("A: 2:0; B: 1:20; roll: 1; top: police 2", circuit="short-eight"), "F")
    assert refused(short, "police S3") == ("TT-50", "no_such_place")
    assert refused(short, "police 1:30") == ("TT-50", "no_such_place")
    assert "police S2" in legal(short)


@pytest.mark.clause("TA-48")
def test_staying_fines_nobody() -> None:
    state = play(race("A: 2:30; B: 1:10; police: 1:9; roll: 1; top: police 2"), "F")
    stayed = play(state.clone(), "stay")
    assert written(stayed, "B")["fines"] == 0
    assert node_name(stayed.police) == "1:9"
    assert written(play(state, "police 2:10"), "B")["fines"] == 1


@pytest.mark.clause("TA-51", "T46")
def test_whoever_plays_the_card_can_be_fined_too() -> None:
    state = play(race("A: 1:8; B: 2:30; roll: 1; top: police 2"), "F", "police 2:9")
    assert on(state, "A") == "1:9"
    assert written(state, "A") == {"place": 0, "skips": 1, "fines": 1, "hits": 0}


@pytest.mark.clause("TA-52")
def test_only_the_stop_counts() -> None:
    state = play(race("A: 2:30; B: 0:1; roll: 1; top: police 3"), "F", "police S2")
    assert written(state, "B")["fines"] == 0  # left S1 past B
    assert node_name(state.police) == "S2"
    for space in ("2:7", "2:8", "2:9"):
        state = play(race(f"A: 2:30; B: {space}; roll: 1; top: police 3"), "F", "police S2")
        assert written(state, "B")["fines"] == 0  # drove in beside B
    state = play(race("A: 2:5; B: 0:20; T2: 2:30; police: 2:8; roll: 2"), "FF")
    assert on(state, "A") == "2:7"
    assert written(state, "A")["fines"] == 1  # for the grey space, not for the Police
    state = play(race("A: 1:6; B: 0:20; police: 1:9; roll: 2"), "FF")
    assert written(state, "A")["fines"] == 0


@pytest.mark.clause("TA-53", "TT-55")
def test_the_nearest_station() -> None:
    nearest = circuit("triple-loop").nearest
    assert node_name(int(nearest[1 * WIDTH + 12])) == "S3"  # S2 and S3 are five away each
    assert node_name(int(nearest[1 * WIDTH + 11])) == "S2"
    assert node_name(int(nearest[0 * WIDTH + 35])) == "S1"
    state = play(race("A: 2:30; B: 1:13; police: 1:10; roll: 1; top: police 2; T4: 1:20"), "F", "police 1:12")
    assert node_name(state.police) == "S3"


# Mirror


@pytest.mark.clause("TT-58", "TT-59", "TA-47", "T47")
def test_taking_a_card_out_of_the_pile() -> None:
    state = play(race("A: 1:21; B: 2:5; roll: 1; pile: mirror, turbo 5, police 3, mirror"), "F")
    assert state.view(0)["search"] == {"turbo 5": 1, "police 3": 1, "mirror": 1}
    assert "search" not in state.view(1)
    assert legal(state) == ["take nothing", "take turbo 5", "take police 3"]
    assert refused(state, "take mirror") == ("TA-47", "no_second_mirror")
    assert refused(state, "take turbo 2") == ("TT-58", "not_in_pile")
    assert refused(state, "draw") == ("TT-58", "now_mirror")
    play(state, "take turbo 5", "play", "LFFFF")
    assert on(state, "A") == "0:26"
    left = sorted(int(state.deck.cards[i]) for i in range(state.deck.n))
    assert left == sorted([card_of("police 3"), MIRROR])
    assert state.view(None)["discards"][-2:] == ["mirror", "turbo 5"]


@pytest.mark.clause("TA-47")
def test_the_pile_is_shuffled_only_if_a_card_was_taken() -> None:
    text = "A: 1:21; B: 2:5; roll: 1; pile: mirror, skid left, skid right, skid back, police 2, traffic 3"
    state = play(race(text), "F", "take nothing")
    assert state.deck.fixed == 5
    assert state.view(None)["discards"][-1] == "mirror"
    firsts = set()
    for seed in range(40):
        taken = play(race(text), "F", "take police 2", "stay")
        assert taken.deck.fixed == 0
        firsts.add(int(taken.deck.draw(Rng(seed))))
    assert len(firsts) > 1


@pytest.mark.clause("TA-47", "TT-59")
def test_mirror_renews_an_empty_pile_first_and_is_not_in_it() -> None:
    state = play(race("A: 1:21; B: 2:5; roll: 1; pile: mirror"), "F")
    assert state.deck.n == 31
    assert state.view(0)["search"]["mirror"] == 2
    play(state, "take warning")
    assert kind(state) == "keep_or_play"
    assert holds(play(state, "keep"), "A") == "warning"
    for card, asked in (("traffic 3", "traffic"), ("police 2", "police")):
        state = play(race("A: 1:21; B: 2:5; roll: 1; top: mirror"), "F", f"take {card}")
        assert kind(state) == asked
    state = play(race("A: 1:21; B: 2:5; roll: 1; top: mirror"), "F", "take skid right")
    assert on(state, "A") == "2:22"


# Secrets


@pytest.mark.clause("TA-34")
def test_every_holder_is_asked_the_same() -> None:
    for card in ("turbo 3", "warning", "maneuver"):
        state = race(f"A: 1:5; B: 2:30; hold A: {card}; roll: 1")
        assert kind(state) == "use_card"
        play(state, "no", "F")
        assert kind(state) == "draw_or_play"
        view = state.view(1)
        assert "hand" in view
        assert view["hand"] == []
        assert view["cars"][0]["holds"] is True
        assert view["known"] == {}
        assert card not in str(view).replace("'known': {}", "")
    assert state.view(0)["hand"] == ["maneuver"]


@pytest.mark.clause("TA-34")
def test_others_do_not_hear_what_is_kept() -> None:
    stories = []
    for card in ("turbo 3", "warning", "maneuver"):
        state = race(f"A: 1:5; B: 2:30; roll: 1; top: {card}")
        state.listen()
        play(state, "F", "keep")
        events = state.take_events()
        stories.append([event.seen_by(1) for event in events])
        assert any(event.seen_by(0).get("card") == card for event in events)
    assert stories[0] == stories[1] == stories[2]


@pytest.mark.clause("TA-34")
def test_a_taken_card_stays_secret_too() -> None:
    stories = []
    for card in ("turbo 3", "warning", "maneuver"):
        state = race("A: 1:5; B: 2:30; roll: 1; top: mirror")
        state.listen()
        play(state, "F", f"take {card}", "keep")
        stories.append([event.seen_by(1) for event in state.take_events()])
    assert stories[0] == stories[1] == stories[2]


def worlds(state: TraficTurboState, seat: int | None, tries: int = 150) -> set[tuple[int, ...]]:
    rng = Rng(5)
    found = set()
    for _ in range(tries):
        world = state.imagine(seat, rng)
        assert isinstance(world, TraficTurboState)
        assert world.view(seat) == state.view(seat)
        found.add(tuple(int(card) for card in world.hand))
    return found


@pytest.mark.clause("TA-34")
def test_the_table_in_words_keeps_the_secret() -> None:
    texts = Texts("en", GAME, ["Ann", "Ben"])
    state = race("A: 1:5; B: 2:30; police: 1:8; hold A: maneuver; roll: 3")
    mine = table(state.view(0), texts)
    assert "Ann: middle lane, space 1:5, 31 spaces to go, keeps a card, it is their turn." in mine
    assert "Ahead of Ann, middle lane: free, free, Police, free, free and T4." in mine
    assert "Ahead of Ann, right lane: free (beside), T2, grey, grey, grey, free and free." in mine
    assert mine[-1] == "Your kept card: Maneuver."
    for other in (1, None):
        lines = table(state.view(other), texts)
        assert lines == mine[:-1]


@pytest.mark.clause("TA-34", "TA-47")
def test_who_saw_the_pile_knows_the_only_kept_card() -> None:
    state = race("A: 1:5; B: 2:30; hold B: maneuver; roll: 1; top: mirror")
    assert state.view(0)["known"] == {}
    assert len(worlds(state, 0)) == 6  # four Turbos, Warning, Maneuver
    play(state, "F")
    assert state.view(0)["known"] == {"1": "maneuver"}
    assert len(worlds(state, 0)) == 1
    assert len(worlds(state, None)) == 6
    play(state, "take nothing")
    assert state.view(0)["known"] == {"1": "maneuver"}
    play(state, "use", "F")
    assert state.view(0)["known"] == {}


@pytest.mark.clause("TA-34", "TA-47")
def test_two_kept_cards_are_known_as_a_pair() -> None:
    state = race("A: 1:5; B: 2:30; C: 0:12; hold B: maneuver; hold C: turbo 5; roll: 1; top: mirror")
    play(state, "F", "take nothing")
    assert state.view(0)["known"] == {}
    pair = {card_of("maneuver"), card_of("turbo 5")}
    assert {frozenset(world[1:]) for world in worlds(state, 0)} == {frozenset(pair)}
    assert len(worlds(state, 0)) == 2
    play(state, "use", "F")  # B shows the Maneuver: so C has the Turbo
    assert state.view(0)["known"] == {"2": "turbo 5"}
    assert state.view(1)["known"] == {}


@pytest.mark.clause("TA-34", "TA-35")
def test_everyone_learns_from_a_new_pile() -> None:
    state = play(race("A: 1:5; B: 2:30; hold B: warning; roll: 1, 1; pile: skid back"), "F")
    assert state.view(0)["known"] == {"1": "warning"}  # nothing else is unseen
    play(state, "no", "F", "draw")
    assert state.view(0)["known"].get("1", "warning") == "warning"
    assert state.marks[0 * 2 + 1] > 0
    assert state.marks[2 * 2 + 1] > 0


@pytest.mark.clause("TA-34", "TA-31")
def test_a_new_card_is_unknown_again() -> None:
    state = race("A: 1:5; B: 2:30; hold B: maneuver; roll: 1; top: mirror, warning")
    play(state, "F", "take nothing")
    play(state, "no", "F", "draw", "keep")
    assert state.view(0)["known"] == {}
    assert len(worlds(state, 0)) > 1


@pytest.mark.clause("TA-34")
def test_time_outs_give_nothing_away() -> None:
    """place: first arrow; step: forward; phase 2: draw; Police stays; Mirror takes nothing; a full hand stays."""
    cases = [
        ("A: 1:5; B: 2:30; roll: 2", (), "F"),
        ("A: 1:5; B: 2:30; hold A: warning; roll: 2", (), "no"),
        ("A: 1:5; B: 2:30; hold A: turbo 3; roll: 1", ("no", "F"), "draw"),
        ("A: 1:5; B: 2:30; roll: 1; top: turbo 3", ("F",), "keep"),
        ("A: 1:5; B: 2:30; hold A: turbo 2; roll: 1; top: turbo 3", ("no", "F", "draw"), "discard"),
        ("A: 1:5; B: 2:30; roll: 1; top: police 3", ("F",), "stay"),
        ("A: 1:5; B: 2:30; roll: 1; top: mirror", ("F",), "take nothing"),
        ("A: 1:5; B: 2:30; roll: 1; top: traffic 3", ("F",), "traffic T1 1:5"),
    ]
    for text, moves, answer in cases:
        state = play(race(text), *moves)
        assert GAME.notation(state.fallback(0)) == answer
    fresh = GAME.new(2, 1)
    assert GAME.notation(fresh.fallback(fresh.waiting())) == "place 1"
    assert CELLS == 108


# Against a slow and simple second opinion


def crowded(seed: int, card: str) -> TraficTurboState:
    """A road with vehicles strewn about, A about to use this card."""
    rng = Rng(seed)
    state = race(f"A: 1:5; B: 2:30; C: 0:12; D: 1:20; roll: 1; top: {card}; police: 2:11")
    play(state, "F")
    for vehicle in range(10):
        to = rng.below(CELLS)
        front = int(state.rules.ahead[to])
        if state.grid[to] == 0 and (state.rules.length[vehicle] == 1 or state.grid[front] == 0):
            state.put_vehicle(vehicle, to)
    return state


def ends_of(state: TraficTurboState, vehicle: int) -> set[str]:
    """Every end of a vehicle by trying each single space: forward, or once to the side."""
    long = state.rules.length[vehicle] == 2
    start = int(state.rear[vehicle])
    body = VEHICLE + vehicle

    def fits(cell: int) -> bool:
        cells = [cell, int(state.rules.ahead[cell])] if long else [cell]
        return all(int(state.grid[one]) in (0, body) for one in cells)

    reached = {(start, False)}
    found = set()
    for _ in range(state.budget):
        onward = set()
        for cell, changed in reached:
            steps = [(int(state.rules.ahead[cell]), changed)]
            if not changed:
                steps += [(cell + by, True) for by in (-WIDTH, WIDTH) if 0 <= cell + by < CELLS]
            onward |= {step for step in steps if fits(step[0])}
        reached = onward
        found |= {f"traffic T{vehicle + 1} {cell_name(cell)}" for cell, _ in reached}
    return found


@pytest.mark.clause("TT-40", "TT-41", "TT-42", "TA-54", "TA-55", "TA-56")
def test_traffic_agrees_with_trying_every_space() -> None:
    for seed in range(25):
        state = crowded(seed, "traffic 7")
        offered = legal(state)
        assert len(offered) == len(set(offered))
        assert set(offered) == set().union(*(ends_of(state, vehicle) for vehicle in range(10)))


@pytest.mark.clause("TT-49", "TT-50", "TT-51", "TT-52", "TT-53", "TA-49")
def test_police_agrees_with_walking_every_way() -> None:
    for seed, card in enumerate(("police 2", "police 3", "police 4", "police 5")):
        state = crowded(seed, card)
        stations = [[(lane, col + k) for k in range(3)] for lane, col in ((0, 0), (2, 7), (0, 15), (2, 25))]
        reached: set[tuple[int, int]] = {(2, 11)}
        for _ in range(state.budget):
            onward = set(reached)
            for lane, col in reached:
                if lane < 0:  # in station number col
                    onward |= {(-1, other) for other in range(4)} | set(stations[col])
                    continue
                onward |= {(lane, (col + 1) % 36), (lane, (col - 1) % 36)}
                onward |= {(to, col) for to in (lane - 1, lane + 1) if 0 <= to < 3}
                onward |= {(-1, number) for number, grey in enumerate(stations) if (lane, col) in grey}
            reached = onward
        names = {f"police S{col + 1}" for lane, col in reached if lane < 0}
        names |= {f"police {lane}:{col}" for lane, col in reached if lane >= 0 and state.grid[lane * WIDTH + col] == 0}
        assert set(legal(state)) == names | {"stay"}
