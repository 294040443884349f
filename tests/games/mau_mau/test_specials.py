"""Mau-Mau: what each special card does, and the reshuffle."""

from __future__ import annotations

import pytest

from games.mau_mau.test_rules import at, hand, lays, legal, play, refused, told, turn
from tailback.games.mau_mau import GAME


@pytest.mark.clause("MT-06", "MM-18", "MM-32")
def test_a_special_goes_on_its_colour_or_its_kind() -> None:
    state = at("pile: B-Stop; A: Y-Stop Y-T2 B4 G-Rev")
    assert lays(state, "A") == {"Y-Stop", "B4"}
    play(state, "A lay Y-Stop")
    assert (turn(state), state.view(None)["colour"]) == ("C", "Y")


EFFECTS = [("R-Rev", "C", 0, 5), ("R-T2", "B", 2, 5), ("R-T4", "C", 0, 9), ("R-Stop", "C", 0, 5), ("R9", "B", 0, 5)]


@pytest.mark.clause("MM-19", "MM-20", "MM-3")
@pytest.mark.parametrize(("card", "next_one", "pending", "cards"), EFFECTS)
def test_each_special_acts_on_the_next_player(card: str, next_one: str, pending: int, cards: int) -> None:
    state = play(at(f"A: {card} B2 B3"), f"A lay {card}")
    view = state.view(None)
    assert (turn(state), view["pending"], view["seats"][1]["cards"]) == (next_one, pending, cards)
    assert view["seats"][2]["cards"] == 5


@pytest.mark.clause("MA-14", "MM-19")
def test_a_special_acts_once_and_in_the_direction_after_laying() -> None:
    state = play(at("A: R-Stop B2 B3; B: R1 R2; C: R4 R5 R6"), "A lay R-Stop", "C lay R4")
    assert turn(state) == "A"
    state = play(at("A: R-T4 B2 B3; D: G1; direction: anticlockwise", 4), "A lay R-T4")
    assert [len(hand(state, letter)) for letter in "ABCD"] == [2, 5, 5, 5]
    assert turn(state) == "C"
    assert told(state, "take4") == [{"seat": 3}] * 4


# Reverse


@pytest.mark.clause("MT-07", "MM-21", "MM-22", "MM-23")
def test_reverse_turns_the_order_at_once() -> None:
    state = play(at("B: R-Rev B2 B3; A: R1 R2 R3; D: R4 R5 R6; turn: B", 4), "B lay R-Rev")
    assert not state.view(None)["clockwise"]
    assert turn(state) == "A"
    assert told(state, "reversed") == [{"clockwise": False}]
    play(state, "A lay R1")
    assert turn(state) == "D"


@pytest.mark.clause("MM-24", "MA-18")
def test_it_stays_reversed_until_any_reverse_is_laid() -> None:
    state = at("A: R-Rev G-Rev R1 R2; B: R3 R4 R5 R9; C: R6 R7 Y-Rev B9", 3)
    play(state, "A lay R-Rev", "C lay R6", "B lay R3", "A lay R1", "C lay R7", "B lay R4")
    assert (turn(state), state.view(None)["clockwise"]) == ("A", False)
    state = play(at("pile: R-Rev; direction: anticlockwise; A: G-Rev B1 B2"), "A lay G-Rev")
    assert (turn(state), state.view(None)["clockwise"]) == ("B", True)


@pytest.mark.clause("MT-09", "MA-15")
@pytest.mark.parametrize(("rule", "next_one"), [("literal", "B"), ("extra_turn", "A")])
def test_reverse_with_two_players(rule: str, next_one: str) -> None:
    state = play(at("A: R-Rev B2 B3", 2, reverse_two_players=rule), "A lay R-Rev")
    assert turn(state) == next_one
    assert not state.view(None)["clockwise"]


@pytest.mark.clause("MA-15")
def test_the_extra_turn_is_only_for_two() -> None:
    assert turn(play(at("A: R-Rev B2 B3", 3, reverse_two_players="extra_turn"), "A lay R-Rev")) == "C"


# Take 2


@pytest.mark.clause("MT-11", "MM-25", "MA-10")
def test_take_two_and_lay_nothing() -> None:
    state = play(at("A: R-T2 B2 B3; B: R1 B4; deck: G-T2 Y1 Y2"), "A lay R-T2")
    assert legal(state, "B") == {"take"}
    assert refused(state, "B lay R1") == ("MA-11", "only_take2")
    play(state, "B take")
    assert sorted(hand(state, "B")) == ["B4", "G-T2", "R1", "Y1"]
    assert (state.view(None)["pending"], turn(state)) == (0, "C")
    assert refused(state, "B lay G-T2") == ("", "not_asked")


@pytest.mark.clause("MM-26", "MM-27", "MA-8")
def test_take_twos_of_any_colour_add_up() -> None:
    state = at("A: R-T2 B2 B3; B: Y-T2 B4 B5; C: G-T2 B6 B7; D: B8 B9 G1", 4)
    play(state, "A lay R-T2", "B lay Y-T2")
    assert (state.view(None)["pending"], turn(state), len(hand(state, "B"))) == (4, "C", 2)
    play(state, "C lay G-T2")
    assert (state.view(None)["pending"], turn(state)) == (6, "D")
    assert told(state, "pending")[-1] == {"seat": 3, "n": 6}
    play(state, "D take")
    assert (len(hand(state, "D")), state.view(None)["pending"], turn(state)) == (9, 0, "A")


@pytest.mark.clause("MM-27")
def test_the_sum_has_no_limit() -> None:
    """Cards can come round again, so it may even pass the sixteen of all eight."""
    mine = "R-T2 B-T2 G-T2"
    state = at(f"A: {mine} B2 B4; B: {mine} B3 B5; deck: Y1", 2)
    for n, card in enumerate(mine.split()):
        play(state, f"A lay {card}", f"B lay {card}")
        assert state.view(None)["pending"] == 4 * (n + 1)
    state = at("pile: Y1 R1 R-T2; pending: 16; A: B-T2 B2 B5; B: B3 B4", 2)
    play(state, "A lay B-T2")
    assert state.view(None)["pending"] == 18


@pytest.mark.clause("MT-13", "MA-9")
def test_nobody_must_answer() -> None:
    state = play(at("A: R-T2 B2 B3; B: Y-T2 B4 B5"), "A lay R-T2", "B take")
    assert (len(hand(state, "B")), "Y-T2" in hand(state, "B"), turn(state)) == (5, True, "C")


@pytest.mark.clause("MT-14", "MA-11", "MM-33")
def test_only_a_take_2_answers_a_take_2() -> None:
    state = play(at("A: R-T2 B2 B3; B: R-T4 CC R5 R-Rev R-Stop"), "A lay R-T2")
    assert legal(state, "B") == {"take"}
    for move in ("lay CC green", "lay R-T4", "lay R5", "lay R-Rev", "lay R-Stop"):
        assert refused(state, f"B {move}") == ("MA-11", "only_take2")


@pytest.mark.clause("MA-12")
def test_take_2_and_take_4_are_different_kinds() -> None:
    state = at("pile: R-T2; A: R-T4 B-T4 B-T2 B5")
    assert lays(state, "A") == {"R-T4", "B-T2"}
    play(state, "A lay B-T2")
    assert (state.view(None)["pending"], turn(state)) == (2, "B")
    assert lays(at("pile: R-T4; A: R-T2 B-T2 B-T4 B5"), "A") == {"R-T2", "B-T4"}


@pytest.mark.clause("MA-30", "MM-27", "MA-29")
def test_a_chain_with_an_empty_draw_pile_gives_what_there_is() -> None:
    state = at("pile: R8; deck: ; A: R-T2 B2 B3; B: Y-T2 B4 B5; C: G4 G5")
    play(state, "A lay R-T2", "B lay Y-T2", "C take")
    assert sorted(hand(state, "C")) == ["G4", "G5", "R-T2", "R8"]
    view = state.view(None)
    assert (view["pending"], view["deck"], view["pile"], turn(state)) == (0, 0, ["Y-T2"], "A")


@pytest.mark.clause("MA-16", "MM-25")
def test_with_two_players_the_turn_comes_back_after_taking() -> None:
    state = play(at("A: R-T2 B2 B3; B: R1 B4", 2), "A lay R-T2", "B take")
    assert turn(state) == "A"


# Take 4


@pytest.mark.clause("MT-15", "MM-28", "MM-29", "MM-30", "MA-13")
def test_take_4_cannot_be_answered() -> None:
    state = at("A: R-T4 B2 B3; B: Y-T4 B4 R5; C: G1 R2 Y-T4 B-T2")
    play(state, "A lay R-T4")
    assert len(hand(state, "B")) == 7
    assert turn(state) == "C"
    assert lays(state, "C") == {"R2", "Y-T4"}
    play(state, "C lay Y-T4")
    assert len(hand(state, "A")) == 6
    assert turn(state) == "B"


@pytest.mark.clause("MA-16", "MM-30")
def test_take_4_with_two_players_lets_you_play_again() -> None:
    state = play(at("A: R-T4 B2 R3; B: R1 B4", 2), "A lay R-T4")
    assert (turn(state), len(hand(state, "B"))) == ("A", 6)


# Stop


@pytest.mark.clause("MM-31", "MM-32", "MA-17")
def test_the_stopped_player_is_not_even_asked() -> None:
    state = play(at("A: R-Stop B2 B3; B: Y-Stop B4; C: R1 R2"), "A lay R-Stop")
    assert turn(state) == "C"
    assert legal(state, "B") == set()
    assert refused(state, "B lay Y-Stop") == ("", "not_asked")
    assert told(state, "stopped") == [{"seat": 1}]
    assert len(hand(state, "B")) == 2


@pytest.mark.clause("MT-10", "MA-16")
def test_stop_with_two_players_lets_you_play_again() -> None:
    state = play(at("A: R-Stop B2 B3 R4", 2), "A lay R-Stop")
    assert turn(state) == "A"
    assert lays(state, "A") == {"R4"}


# Colour change


@pytest.mark.clause("MM-33", "MM-34", "MM-35", "MA-19", "MM-5")
@pytest.mark.parametrize("top", ["R8", "B-Stop", "Y-T4", "G-Rev", "R-T2", "CC"])
def test_a_colour_change_goes_on_everything(top: str) -> None:
    state = at(f"pile: {top}; A: CC R3 B5; B: G1 R1 Y2")
    assert {f"lay CC {word}" for word in ("red", "blue", "green", "yellow")} <= legal(state, "A")
    play(state, "A lay CC green")
    assert (state.view(None)["colour"], turn(state)) == ("G", "B")
    assert lays(state, "B") == {"G1"}


@pytest.mark.clause("MA-19")
def test_a_colour_change_is_the_card_of_ones_own_turn() -> None:
    state = at("A: CC R3 B5; B: CC G1 Y2")
    assert refused(state, "B lay CC red") == ("", "not_asked")
    play(state, "A lay CC blue")
    assert refused(state, "A lay B5") == ("", "not_asked")
    stopped = play(at("A: R-Stop B1 B2; B: CC G1"), "A lay R-Stop")
    assert refused(stopped, "B lay CC red") == ("", "not_asked")


@pytest.mark.clause("MA-20")
def test_the_same_colour_may_be_named_again() -> None:
    state = play(at("A: CC B5 G1; B: B8 R2 CC"), "A lay CC red")
    assert lays(state, "B") == {"R2", "CC"}


@pytest.mark.clause("MT-17", "MA-21")
def test_what_fits_on_a_colour_change() -> None:
    state = play(at("A: CC B5 G1; B: R8 G7 Y8 CC G-Stop"), "A lay CC green")
    assert lays(state, "B") == {"G7", "CC", "G-Stop"}
    play(state, "B lay CC yellow")
    assert (state.view(None)["colour"], turn(state)) == ("Y", "C")


@pytest.mark.clause("MT-18", "MA-22", "MM-43")
def test_a_colour_change_may_be_the_last_card() -> None:
    state = at("A: CC; B: R9 B-Rev; C: B1 B2", games=1)
    assert "lay CC" in legal(state, "A")
    assert not any(text.startswith("lay CC ") for text in legal(state, "A"))
    play(state, "A lay CC")
    assert state.scores() == [0, 19, 3]
    assert told(state, "colour") == []


# The draw pile is empty


@pytest.mark.clause("MM-36", "MA-29")
def test_the_pile_below_its_top_becomes_the_draw_pile_when_a_card_is_needed() -> None:
    state = at("pile: Y3 R2 R8; deck: G4; A: B3 B5; B: G1 G2; C: B1 B2")
    play(state, "A draw")
    assert (state.view(None)["deck"], len(state.view(None)["pile"])) == (0, 3)
    assert told(state, "reshuffled") == []
    play(state, "B draw")
    view = state.view(None)
    assert (view["deck"], view["pile"], view["top"], view["colour"]) == (1, ["R8"], "R8", "R")
    assert told(state, "reshuffled") == [{"cards": 2}]
    assert set(hand(state, "B")) - {"G1", "G2"} <= {"Y3", "R2"}


@pytest.mark.clause("MM-36", "MA-29")
def test_the_new_draw_pile_is_shuffled() -> None:
    text = "pile: Y1 Y2 Y3 Y4 Y5 R8; deck: ; A: B3 B5"
    first = set()
    for seed in range(60):
        state = GAME.position(text, 3, seed=seed)
        first |= set(hand(play(state, "A draw"), "A")) - {"B3", "B5"}
    assert first == {"Y1", "Y2", "Y3", "Y4", "Y5"}


@pytest.mark.clause("MA-29", "MM-36")
def test_a_reshuffle_in_the_middle_of_a_draw() -> None:
    state = play(at("deck: Y1; pile: R1 R2 R8; A: R-T4 B2 B3; B: B4 B5"), "A lay R-T4")
    assert sorted(hand(state, "B")) == ["B4", "B5", "R1", "R2", "R8", "Y1"]
    assert (state.view(None)["pile"], state.view(None)["deck"], turn(state)) == (["R-T4"], 0, "C")


@pytest.mark.clause("MA-21", "MA-29")
def test_the_named_colour_survives_a_reshuffle_and_buried_names_are_forgotten() -> None:
    state = at("deck: Y1; pile: CC R1 G5 CC; colour: G; A: B3 B7; B: Y1 R2", play_drawn="draw_until_playable")
    play(state, "A draw")
    view = state.view(None)
    assert (view["pile"], view["top"], view["colour"]) == (["CC"], "CC", "G")
    assert {"Y1"} < set(hand(state, "A")) - {"B3", "B7"} <= {"Y1", "CC", "R1", "G5"}
    fitting = state.view(0)["drawn"]
    assert fitting in ("CC", "G5")
    play(state, "A keep")
    assert lays(state, "B") == set()


@pytest.mark.clause("MA-29", "MA-21", "MA-26")
def test_a_penalty_draw_right_after_a_colour_change_reshuffles_below_it() -> None:
    state = play(at("deck: ; pile: Y1 R8; A: CC B5; B: R1 G1"), "A lay CC green")
    view = state.view(None)
    assert (view["pile"], view["colour"], view["deck"]) == (["CC"], "G", 1)
    assert len(hand(state, "A")) == 2
    assert lays(state, "B") == {"G1"}


@pytest.mark.clause("MT-27", "MA-30")
def test_what_the_supply_cannot_give_lapses() -> None:
    state = play(at("pile: R8; deck: Y1; A: R-T4 B2 B3; B: B4"), "A lay R-T4")
    assert sorted(hand(state, "B")) == ["B4", "R8", "Y1"]
    assert turn(state) == "C"


@pytest.mark.clause("MA-30")
def test_with_an_empty_supply_a_card_that_fits_must_be_laid() -> None:
    for rule in ("strict", "no_match", "free"):
        state = at("pile: R8; deck: ; A: CC B2 B3", draw_rule=rule)
        assert lays(state, "A") == {"CC"}
        assert legal(state, "A") & {"draw", "pass"} == set()
        assert refused(state, "A pass") == ("MA-30", "no_pass")


@pytest.mark.clause("MA-30")
def test_when_all_pass_the_game_ends_without_a_winner() -> None:
    state = at("pile: R8; deck: ; A: B1; B: G2; C: Y3", games=1)
    play(state, "A pass", "B pass")
    assert turn(state) == "C"
    play(state, "C pass")
    assert state.decision() is None
    events = state.take_events()
    assert [event.kind for event in events][-3:] == ["stuck", "game_over", "match_over"]
    assert events[-2].data["winner"] == -1
    assert state.scores() == [1, 2, 3]


@pytest.mark.clause("MA-30")
def test_a_card_that_moves_breaks_the_row_of_passes() -> None:
    state = at("pile: R8; deck: ; A: B1 B2; B: G2 G4; C: R3 Y5 Y6", games=1)
    play(state, "A pass", "B pass", "C lay R3", "A draw")
    assert hand(state, "A") == ["R8", "B1", "B2"]
    play(state, "B pass")
    assert turn(state) == "C"
    play(state, "C pass", "A lay R8", "B draw", "C pass", "A pass")
    assert turn(state) == "B"
    assert lays(state, "B") == {"R3"}


@pytest.mark.clause("MA-30")
def test_taking_nothing_counts_as_a_turn_without_a_card() -> None:
    state = at("pile: R-T2; pending: 2; deck: ; A: B1; B: G2; C: Y3", games=1)
    play(state, "A take")
    assert (turn(state), state.view(None)["pending"]) == ("B", 0)
    play(state, "B pass", "C pass")
    assert state.decision() is None
    assert state.scores() == [1, 2, 3]


@pytest.mark.clause("MA-30", "MA-6")
def test_a_drawn_and_kept_card_is_a_card_that_moved() -> None:
    state = at("pile: R8; deck: Y9; A: B1 B2; B: G2 G3; C: Y3 Y4", play_drawn="yes", games=1)
    play(state, "A draw", "A keep", "B pass", "C pass")
    assert state.decision() is not None
    play(state, "A pass")
    assert state.decision() is None
