"""Rush Hour: Trailer, Ambulance, Police and Tow Truck."""

from __future__ import annotations

import pytest

from games.rush_hour.test_rules import GAME, Turn, asked, do, legal, refusal, rows_of

# Trailer


@pytest.mark.clause("RH-25", "RH-26", "RH-27", "RH-28", "RH-Q15", "D-23", "RH-S04")
def test_trailer_on_a_full_row() -> None:
    assert Turn("9 12 14 16 / 30 / 40", "A t25").rows == "9 12 14 16+t25 / 30 / 40"
    turn = Turn("9 12 14 16 / 30 / 40", "A t25, B 26")
    assert turn.order == "A B"
    assert turn.rows == "26 / 30 / 40"
    assert turn.taken == {"B": "9 12 14 16 t25 = 6"}


@pytest.mark.clause("RH-29", "RH-30", "RH-Q16", "RH-S05")
def test_trailer_covers_a_police_car() -> None:
    assert Turn("30 P / 20 / 41", "A t5").rows == "30 P+t5 / 20 / 41"
    turn = Turn("30 P+t5 / 20 / 41", "A 4, B 7", "A take 2")
    assert turn.order == "A B"
    assert turn.legal == {"A": ["take 1", "take 2", "take 3"]}
    assert turn.rows == "30 P+t5 7 / 4 / 41"
    assert turn.taken == {"A": "20 = 1"}
    # The covered Police still costs its points.
    assert Turn("30 P+t5 / 20 / 41", "A 4", "A take 1").taken == {"A": "30 P t5 = 5"}


@pytest.mark.clause("RH-29", "RH-30")
@pytest.mark.parametrize("under", ["12", "12+t15", "A", "P", "P+P", "T", "T+18", "T+P"])
def test_trailer_hangs_on_anything(under: str) -> None:
    turn = Turn(f"{under} / 40 / 41", "A t25")
    assert turn.rows == f"{under}+t25 / 40 / 41"
    hooked = turn.events[-3]
    assert (hooked["kind"], hooked["card"], hooked["on"]) == ("hooked", "t25", under.split("+")[-1])
    # Its number is the end now.
    assert asked(Turn(f"{under}+t25 / 40 / 41", "A 24").state) == "take_row"


@pytest.mark.clause("RH-25", "RH-Q15")
def test_the_number_decides_where_a_trailer_goes() -> None:
    assert Turn("12 / 20 / 33", "A t25").rows == "12 / 20+t25 / 33"
    turn = Turn("12 / 20 / P", "A t25", "A row 3")
    assert turn.legal == {"A": ["row 2", "row 3"]}
    assert turn.rows == "12 / 20 / P+t25"


@pytest.mark.clause("RH-Q14", "RH-S07")
def test_trailer_too_low_begins_a_row() -> None:
    turn = Turn("12 / 20 / 33", "A t5, B 7", "A take 1")
    assert turn.order == "A B"
    assert turn.legal == {"A": ["take 1", "take 2", "take 3"]}
    assert turn.rows == "t5 7 / 20 / 33"
    assert turn.taken == {"A": "12 = 1"}


@pytest.mark.clause("RH-Q17", "RH-S21")
def test_trailer_at_a_gap_hooks_to_the_car_before_it() -> None:
    assert Turn("12 _ T+18 / 20 / 33", "A t15").rows == "12+t15 _ T+18 / 20 / 33"
    turn = Turn("12+t15 _ T+18 / 20 / 33", "B 17, C 14", "C take 2", "B gap 1#2")
    assert turn.order == "C B"
    assert turn.legal == {"C": ["take 1", "take 2", "take 3"], "B": ["row 2", "gap 1#2"]}
    assert turn.rows == "12+t15 17 T+18 / 14 / 33"
    assert turn.taken == {"C": "20 = 1"}


@pytest.mark.clause("RH-Q17")
def test_gaps_side_by_side_are_one_place_for_a_trailer() -> None:
    assert Turn("12 _ _ T+T+18 / 20 / 33", "A t15").rows == "12+t15 _ _ T+T+18 / 20 / 33"
    # With a choice besides, the second gap is refused.
    turn = Turn("12 _ _ T+T+18 / P / 33", "A t15")
    assert legal(turn.state, "A") == ["row 2", "gap 1#2"]
    refused = refusal(turn.state, "A", "gap 1#3")
    assert (refused.clause, refused.key) == ("RH-Q17", "same_hook")
    # With no car before them the Trailer fills one, and these are two places.
    turn = Turn("_ _ T+T+18 / 20 / 33", "A t15", "A gap 1#2")
    assert turn.legal == {"A": ["gap 1#1", "gap 1#2"]}
    assert turn.rows == "_ t15 T+T+18 / 20 / 33"
    # For a car they are two places, too.
    turn = Turn("12 _ _ T+T+18 / 20 / 33", "A 16", "A gap 1#2")
    assert turn.legal == {"A": ["gap 1#2", "gap 1#3"]}


# Ambulance


@pytest.mark.clause("RH-31", "RH-34", "RH-Q22", "RH-Q23", "RH-Q24", "D-8", "RH-S08")
def test_ambulance_pushes_cars_and_gaps() -> None:
    turn = Turn("12 19 / _ T+9 14 / 33", "A A, B A, C 21", "A row 1", "B row 2")
    assert turn.order == "A B C"
    assert turn.legal == {"A": ["row 1", "row 2", "row 3"], "B": ["row 1", "row 2", "row 3"]}
    assert turn.rows == "A 12 19 21 / A _ T+9 14 / 33"
    assert turn.taken == {}
    turn = Turn("A 12 19 21 / A _ T+9 14 / 33", "D A, E 2", "D row 2")
    assert turn.order == "D E"
    assert turn.rows == "A 12 19 21 / A 2 / 33"
    assert turn.taken == {"D": "A T 9 14 = 6"}


@pytest.mark.clause("RH-35", "RH-36", "RH-37", "RH-Q21", "RH-S09")
def test_ambulance_on_a_full_row() -> None:
    turn = Turn("12 14 16 18 / 20 / 33", "A A, B 27", "A row 1", "B row 2")
    assert turn.order == "A B"
    assert turn.legal["B"] == ["row 1", "row 2"]
    assert turn.rows == "A / 20 27 / 33"
    assert turn.taken == {"A": "12 14 16 18 = 4"}
    turn = Turn("A / 20 27 / 33", "C A, B 2", "C row 1")
    assert turn.order == "C B"
    assert turn.rows == "A A 2 / 20 27 / 33"
    assert turn.taken == {}


@pytest.mark.clause("RH-32", "RH-Q21")
def test_ambulances_of_one_turn_lie_on_each_other() -> None:
    turn = Turn("12 / 20 / 33", "A A, B A, C A, D A", "A row 1", "B row 1", "C row 2", "D row 1")
    assert turn.rows == "A+A+A 12 / A 20 / 33"
    turn = Turn("9 P / 20 / 33", "A P, B A", "B row 1", "A row 1")
    assert turn.rows == "A 9 P P / 20 / 33"


@pytest.mark.clause("RH-33", "RH-Q18", "RH-Q19", "D-7")
@pytest.mark.parametrize("edition", ["merged", "002", "000"])
def test_two_ambulances_make_a_row_too_long(edition: str) -> None:
    turn = Turn("12 14 16 18 / 20 / 33", "A A, C A", "A row 1", "C row 1", edition=edition)
    assert turn.rows == "A+A / 20 / 33"
    assert turn.taken == {"C": "12 14 16 18 = 4"}
    # Whoever is older, wherever they sit.
    turn = Turn("12 14 16 18 / 20 / 33", "A A, C A", "C row 1", "A row 1", extra="ages: E D C B A", edition=edition)
    assert turn.taken == {"A": "12 14 16 18 = 4"}


@pytest.mark.clause("RH-Q18", "RH-Q19")
def test_jams_wait_until_all_have_named_a_row() -> None:
    state = GAME.position("rows: 12 14 16 18 / 20 / 33; A: A; B: A", players=2)
    do(state, "A", "play A")
    do(state, "B", "play A")
    do(state, "A", "row 1")
    assert rows_of(state) == "12 14 16 18 / 20 / 33"
    assert [one["row"] for one in state.view(1)["revealed"]] == [1, None]
    do(state, "B", "row 2")
    assert rows_of(state) == "A / A 20 / 33"


@pytest.mark.clause("RH-Q22")
def test_an_ambulance_in_front_leaves_the_end() -> None:
    assert asked(Turn("A 9 / 20 / 33", "A 8").state) == "take_row"
    assert Turn("A 9 / 20 / 33", "A 10").rows == "A 9 10 / 20 / 33"
    assert Turn("P / 20 / 33", "A A, B 1", "A row 1").rows == "A P 1 / 20 / 33"


@pytest.mark.clause("RH-35", "RH-Q23")
def test_ambulance_counts_after_it_came_in() -> None:
    turn = Turn("12 14 16 / 20 / 33", "A A, B 17", "A row 1")
    assert turn.taken == {"B": "A 12 14 16 = 5"}
    full = "1 2 3 4 / 6 7 8 9 / 10 11 12 13"
    turn = Turn(full, "A A", "A row 3")
    assert turn.legal == {"A": ["row 1", "row 2", "row 3"]}
    assert turn.rows == "1 2 3 4 / 6 7 8 9 / A"


@pytest.mark.clause("RH-34", "RH-40", "RH-44", "RH-Q24", "RH-Q29")
@pytest.mark.parametrize(("card", "clause"), [("A", "RH-34"), ("P", "RH-40"), ("T", "RH-44")])
def test_specials_only_name_a_row(card: str, clause: str) -> None:
    state = Turn("12 _ T+18 / 20 / 33", f"A {card}").state
    refused = refusal(state, "A", "gap 1#2")
    assert (refused.clause, refused.key) == ("RH-Q29", "gap_needs_number")
    for move in ("take 1", "front 1"):
        refused = refusal(state, "A", move)
        assert (refused.clause, refused.key) == (clause, "name_a_row")


# Police


@pytest.mark.clause("RH-38", "RH-40", "RH-41", "RH-S11")
def test_escort_serves_one_card() -> None:
    turn = Turn("12 19 / 20 / 33", "A P, B 2, C 30", "A row 3")
    assert turn.order == "A B C"
    assert turn.rows == "12 19 / 20 30 / 33 P 2"
    assert turn.taken == {}


@pytest.mark.clause("RH-42", "RH-Q10", "RH-S12")
def test_open_full_row_is_a_choice() -> None:
    turn = Turn("12 / 20 / 33 34 36 P", "A 28, B 40", "A row 2", "B row 3")
    assert turn.order == "A B"
    assert turn.legal == {"A": ["row 2", "row 3"], "B": ["row 2", "row 3"]}
    assert turn.rows == "12 / 20 28 / 40"
    assert turn.taken == {"B": "33 34 36 P = 5"}


@pytest.mark.clause("RH-39", "RH-Q20", "RH-Q25", "RH-S13")
def test_two_police_on_a_full_row() -> None:
    turn = Turn("12 14 16 18 / 20 21 22 23 / 33 34 36 37", "A P, C P, B 1", "A row 3", "C row 3")
    assert turn.order == "A C B"
    assert turn.legal["A"] == ["row 1", "row 2", "row 3"]
    assert turn.rows == "12 14 16 18 / 20 21 22 23 / P+P 1"
    assert turn.taken == {"C": "33 34 36 37 = 4"}


@pytest.mark.clause("RH-39", "RH-Q21")
def test_police_of_one_turn_and_of_two() -> None:
    assert Turn("9 / 20 / 33", "A P, B P", "A row 1", "B row 1").rows == "9 P+P / 20 / 33"
    assert Turn("9 P / 20 / 33", "A P", "A row 1").rows == "9 P P / 20 / 33"


@pytest.mark.clause("RH-Q25")
def test_police_as_fifth() -> None:
    turn = Turn("12 14 16 18 / 20 / 33", "A P, B 3", "A row 1")
    assert turn.rows == "P 3 / 20 / 33"
    assert turn.taken == {"A": "12 14 16 18 = 4"}


# Tow Truck


@pytest.mark.clause("RH-43", "RH-44", "RH-45", "RH-Q12", "RH-Q17", "RH-Q26", "RH-S15")
def test_tow_truck_acts_last() -> None:
    turn = Turn("12 / 20 / 33", "A 11, B T", "A take 3", "B row 1")
    assert turn.order == "A B"
    assert turn.legal == {"A": ["take 1", "take 2", "take 3"], "B": ["row 1", "row 2", "row 3"]}
    assert turn.rows == "_ T+12 / 20 / 11"
    assert turn.taken == {"A": "33 = 1"}
    for card in ("t5", "6"):
        turn = Turn("_ T+12 / 20 / 11", f"A {card}")
        assert turn.rows == f"{card} T+12 / 20 / 11"
        assert turn.taken == {}


@pytest.mark.clause("RH-46", "RH-47", "RH-Q30", "RH-Q31", "RH-Q32", "RH-S16")
def test_tow_truck_as_fourth() -> None:
    turn = Turn("12 14 18 / 20 / 33", "A T", "A row 1")
    assert turn.rows == "12 14 _ T+18 / 20 / 33"
    assert turn.taken == {}
    turn = Turn("12 14 _ T+18 / 20 / 33", "C 16, B 19")
    assert turn.order == "C B"
    assert turn.rows == "19 / 20 / 33"
    assert turn.taken == {"B": "12 14 16 T 18 = 6"}
    assert Turn("12 14 _ T+18 / 20 / 33", "C 16").rows == "12 14 16 T+18 / 20 / 33"


@pytest.mark.clause("RH-48", "RH-Q28", "RH-Q30", "D-9", "RH-S17")
@pytest.mark.parametrize("edition", ["merged", "002", "000"])
def test_an_unused_gap_counts(edition: str) -> None:
    turn = Turn("12 _ T+18 21 / 20 / 33", "A 27", edition=edition)
    assert turn.rows == "27 / 20 / 33"
    assert turn.taken == {"A": "12 T 18 21 = 5"}


@pytest.mark.clause("RH-50", "RH-Q31", "RH-Q32", "D-10", "RH-S18")
def test_tow_truck_as_fifth() -> None:
    turn = Turn("12 14 16 18 / 20 21 22 P / 33", "A T, B T", "A row 1", "B row 2")
    assert turn.order == "A B"
    assert turn.rows == "T+18 / T+P / 33"
    assert turn.taken == {"A": "12 14 16 = 3", "B": "20 21 22 = 3"}
    turn = Turn("T+18 / T+P / 33", "A 19, B 1")
    assert turn.order == "B A"
    assert turn.rows == "T+18 19 / T+P 1 / 33"
    assert turn.taken == {}


@pytest.mark.clause("RH-Q31", "RH-42")
def test_a_towed_police_car_leaves_a_choice_while_it_is_the_end() -> None:
    turn = Turn("T+18 / T+P / 33", "A 19", "A row 1")
    assert turn.legal == {"A": ["row 1", "row 2"]}


@pytest.mark.clause("RH-Q32")
def test_fifth_tow_truck_with_only_gaps_before_it() -> None:
    turn = Turn("_ _ _ T+T+T+9 / 20 / 33", "A T", "A row 1")
    assert turn.rows == "T+T+T+T+9 / 20 / 33"
    assert turn.taken == {}
    assert not any(event["kind"] == "jam" for event in turn.events)
    turn = Turn("12 _ _ T+T+18 / 20 / 33", "A T", "A row 1")
    assert turn.taken == {"A": "12 = 1"}


@pytest.mark.clause("RH-49", "RH-Q26", "RH-Q27")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("12", "_ T+12"),
        ("A", "_ T+A"),
        ("A 9", "A _ T+9"),
        ("12 18", "12 _ T+18"),
        ("12+t15", "_ T+12+t15"),
        ("9 P+P", "9 _ T+P+P"),
        ("A+A", "_ T+A+A"),
        ("_ T+9", "_ _ T+T+9"),
        ("T", "_ T+T"),
        ("12 T+20+t25", "12 _ T+T+20+t25"),
    ],
)
def test_what_a_tow_truck_loads(before: str, after: str) -> None:
    turn = Turn(f"{before} / 40 / 41", "A T", "A row 1")
    assert turn.rows == f"{after} / 40 / 41"
    assert turn.taken == {}


@pytest.mark.clause("RH-Q33", "RH-49")
def test_two_tow_trucks_drive_one_after_the_other() -> None:
    turn = Turn("9 / 20 / 33", "B T, A T", "A row 1", "B row 1")
    assert turn.order == "A B"
    assert turn.rows == "_ _ T+T+9 / 20 / 33"


@pytest.mark.clause("RH-Q33", "RH-50", "RH-Q32")
def test_two_tow_trucks_meet_a_full_row() -> None:
    """The first takes the rest as fifth; for the second it is a row of one."""
    turn = Turn("9 12 P+P 18+t25 / 20 / 33", "A T, B T", "A row 1", "B row 1")
    assert turn.rows == "_ T+T+18+t25 / 20 / 33"
    assert turn.taken == {"A": "9 12 P P = 6"}
    # In a row of three the first makes it full, the second takes what is left beside the load.
    turn = Turn("9 12 14 / 20 / 33", "A T, B T", "A row 1", "B row 1")
    assert turn.rows == "T+T+14 / 20 / 33"
    assert turn.taken == {"B": "9 12 = 2"}


@pytest.mark.clause("RH-49", "RH-Q26", "RH-Q31", "RH-Q28")
def test_a_stack_of_ambulances_is_towed_and_stays_open() -> None:
    turn = Turn("A+A / 20 / 33", "A T", "A row 1")
    assert turn.rows == "_ T+A+A / 20 / 33"
    # Open at its end, and the gap before it has no bound.
    state = Turn("_ T+A+A / 20 / 33", "A 44").state
    assert legal(state, "A") == ["row 1", "row 3", "gap 1#1"]
    # A Trailer covers the stack and bounds the gap.
    turn = Turn("_ T+A+A / 20 / 33", "A t5", "A row 1")
    assert turn.rows == "_ T+A+A+t5 / 20 / 33"
    assert legal(Turn("_ T+A+A+t5 / 20 / 33 P", "A 4").state, "A") == ["row 3", "gap 1#1"]
    assert legal(Turn("_ T+A+A+t5 / 20 / 33 P", "A 6").state, "A") == ["row 1", "row 3"]


@pytest.mark.clause("RH-47", "RH-Q28", "D-9")
@pytest.mark.parametrize(
    ("row", "gap", "low", "high"),
    [
        ("12 _ T+20+t25", 2, 13, 19),
        ("20 P _ T+7", 3, 1, 6),
        ("A _ T+7", 2, 1, 6),
        ("30 _ T+P", 2, 31, 44),
        ("_ T+A", 1, 1, 44),
        ("_ T+12", 1, 1, 11),
        ("_ 16 T+T+18", 1, 1, 15),
        ("12+t15 _ T+18", 2, 16, 17),
    ],
)
@pytest.mark.parametrize("edition", ["merged", "000"])
def test_bounds_of_a_gap(row: str, gap: int, low: int, high: int, edition: str) -> None:
    """Both neighbours bound it; a side without a number does not."""
    move = f"gap 1#{gap}"
    used = {int(card.strip("t")) for card in row.replace("+", " ").split() if card.strip("t").isdigit()}
    for number in range(1, 45):
        name = f"t{number}" if number % 10 == 5 else str(number)
        if number in used:
            continue
        # The Police of row 3 keeps a second choice open, so that every card is asked.
        state = Turn(f"{row} / 48 / 49 P", f"A {name}", edition=edition).state
        offered = legal(state, "A") if asked(state) == "place" else []
        assert (move in offered) == (low <= number <= high), number
        if number < low:
            assert not offered or refusal(state, "A", move).key == "gap_wants_higher"
        elif number > high:
            refused = refusal(state, "A", move) if offered else None
            assert refused is None or (refused.clause, refused.key) == ("RH-Q28", "gap_wants_lower")


@pytest.mark.clause("RH-Q28")
def test_gaps_side_by_side_look_past_each_other() -> None:
    turn = Turn("_ _ T+T+18 / 20 / 33", "A 16", "A gap 1#2")
    assert turn.legal == {"A": ["gap 1#1", "gap 1#2"]}
    assert turn.rows == "_ 16 T+T+18 / 20 / 33"
    assert asked(Turn("_ 16 T+T+18 / 20 / 33", "A 17").state) == "take_row"
    assert Turn("_ 16 T+T+18 / 20 / 33", "A 14").rows == "14 16 T+T+18 / 20 / 33"
    # Both bounds lie beyond the other gap.
    assert Turn("_ _ T+T+18 / 20 / 33", "A 30").rows == "_ _ T+T+18 / 20 30 / 33"
    assert asked(Turn("12 _ _ T+T+18 / 20 / 33", "A 10").state) == "take_row"
    assert legal(Turn("12 _ _ T+T+18 / 20 / 33", "A 14").state, "A") == ["gap 1#2", "gap 1#3"]
    assert Turn("12 _ _ T+T+18 / 20 / 33", "A t15").rows == "12+t15 _ _ T+T+18 / 20 / 33"
    # With nothing to hang on, a Trailer fills the one or the other.
    assert legal(Turn("_ _ T+T+18 / 20 / 33", "A t15").state, "A") == ["gap 1#1", "gap 1#2"]


@pytest.mark.clause("RH-Q12", "RH-Q29")
def test_a_gap_is_a_choice_unless_it_is_the_only_place() -> None:
    assert Turn("_ T+12 / 20 / 33", "A 6").rows == "6 T+12 / 20 / 33"
    assert Turn("12 _ T+18 / 20 / 33", "A 17").rows == "12 17 T+18 / 20 / 33"
    turn = Turn("12 _ T+18 / 10 / 33", "A 17", "A row 2")
    assert turn.legal == {"A": ["row 2", "gap 1#2"]}
    assert turn.rows == "12 _ T+18 / 10 17 / 33"


@pytest.mark.clause("RH-47", "RH-Q29")
def test_a_gap_opens_with_the_next_turn() -> None:
    """The Tow Truck drives last, so a number of the same turn finds no gap."""
    turn = Turn("12 18 / 20 / 33", "A 17, B T", "A take 2", "B row 1")
    assert turn.rows == "12 _ T+18 / 17 / 33"


@pytest.mark.clause("RH-47", "RH-Q29", "RH-Q33")
def test_gaps_of_two_tow_trucks_are_filled_one_by_one() -> None:
    """One match all the way: the gaps come from the Tow Trucks themselves."""
    state = GAME.position("rows: 18 / 20 / 33; A: T 16 9; B: T 40 14", players=2)
    for seat, move in (("A", "play T"), ("B", "play T"), ("A", "row 1"), ("B", "row 1")):
        do(state, seat, move)
    assert rows_of(state) == "_ _ T+T+18 / 20 / 33"
    for seat, move in (("A", "play 16"), ("B", "play 40")):
        do(state, seat, move)
    assert legal(state, "A") == ["gap 1#1", "gap 1#2"]
    do(state, "A", "gap 1#2")
    # The last cards play themselves: 9 takes the other gap, then 14 is too low for everything.
    assert rows_of(state) == "9 16 T+T+18 / 20 / 33 40"
    assert (asked(state), legal(state, "B")) == ("take_row", ["take 1", "take 2", "take 3"])


@pytest.mark.clause("RH-48", "RH-Q30")
def test_filling_a_gap_in_a_full_row_is_free() -> None:
    turn = Turn("12 _ T+18 21 / 20 / 33", "A 14")
    assert turn.rows == "12 14 T+18 21 / 20 / 33"
    assert turn.taken == {}
