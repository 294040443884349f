"""Rush Hour: options for families and designers, what ends a match, who wins a tie, and legality as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from games.alike import verdict_and_list_agree
from games.rush_hour.test_options import refused
from games.rush_hour.test_rules import GAME, Turn, do, legal, refusal
from tailback.core.errors import BadNotation, IllegalMove
from tailback.core.rng import Rng
from tailback.core.simulate import play_random, playout


def kinds(**options: Any) -> list[int]:
    """How many Ambulances, Police and Tow Trucks are in the deck."""
    cards = GAME.new(2, 1, {"hand_size": 1, **options}).census()
    return [cards.count(name) for name in "APT"]


# Length of a lane


@pytest.mark.clause("RH-17", "RH-27", "RH-35", "RH-50")
@pytest.mark.parametrize("most", [2, 3, 4, 6, 8])
def test_a_lane_is_full_when_the_table_says_so(most: int) -> None:
    cars = ["6", "7", "8", "9", "10", "11", "12", "13"]
    full, room = " ".join(cars[:most]), " ".join(cars[: most - 1])
    assert Turn(f"{room} / 30 / 40", "A 14", max_row=most).rows == f"{room} 14 / 30 / 40"
    turn = Turn(f"{full} / 30 / 40", "A 14", max_row=most)
    assert turn.rows == "14 / 30 / 40"
    assert turn.taken == {"A": f"{full} = {most}"}
    assert Turn(f"{full} / 30 / 40", "A A", "A row 1", max_row=most).rows == "A / 30 / 40"
    towed = Turn(f"{full} / 30 / 40", "A T", "A row 1", max_row=most)
    assert towed.rows == f"T+{cars[most - 1]} / 30 / 40"
    assert Turn(f"{full} / 30 / 40", "A t15", max_row=most).taken == {}
    assert GAME.new(2, 1, {"max_row": most}).view(0)["max_row"] == most
    with pytest.raises(BadNotation):
        GAME.position(f"rows: {full} 14 / 30 / 40; A: 3; B: 4", 2, options={"max_row": most})


# How many special cards


@pytest.mark.clause("G-Q1", "RH-54")
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
@pytest.mark.parametrize(("name", "place"), [("ambulances", 0), ("police", 1), ("tow_trucks", 2)])
def test_how_many_of_a_kind(name: str, place: int, count: int) -> None:
    wanted = [4, 4, 4]
    wanted[place] = count
    assert kinds(**{name: count}) == wanted
    assert kinds(**{name: count}, specials=False) == [0, 0, 0]


@pytest.mark.clause("RH-Q5")
@pytest.mark.parametrize(("top", "each"), [(10, 1), (20, 2), (30, 2), (50, 4)])
def test_fewer_specials_in_a_small_deck(top: int, each: int) -> None:
    assert kinds(max_number=top) == [4, 4, 4]
    assert kinds(max_number=top, scale_specials=True) == [each] * 3
    assert kinds(max_number=top, scale_specials=True, edition="002") == [each] * 3
    assert kinds(max_number=top, scale_specials=True, police=0) == [each, 0, each]


@pytest.mark.clause("RH-Q6", "RH-Q7")
def test_decks_without_specials_can_run_out() -> None:
    none = {"ambulances": 0, "police": 0, "tow_trucks": 0}
    assert refused(5, **none).nearest == {"hand_size": 9}
    assert refused(2, **none, trailers=tuple(range(1, 51))).nearest == {"trailer_mode": "plain"}
    both = refused(2, **none, trailers=tuple(range(1, 51)), start_cards="numbered_cars_only")
    assert both.nearest == {"start_cards": "any_but_trailer", "trailer_mode": "plain"}


# Open rows


@pytest.mark.clause("RH-Q10")
def test_an_open_row_may_free_all() -> None:
    bound = Turn("12 / 20 / 33 P", "A 28").state
    assert legal(bound, "A") == ["row 2", "row 3"]
    assert refusal(bound, "A", "row 1").key == "nearer_row"
    free = Turn("12 / 20 / 33 P", "A 28", open_row_frees_all=True).state
    assert legal(free, "A") == ["row 1", "row 2", "row 3"]
    # The rising order still holds, and without an open row nothing changes.
    assert legal(Turn("12 / 30 / 33 P", "A 28", open_row_frees_all=True).state, "A") == ["row 1", "row 3"]
    assert Turn("12 / 20 / 33", "A 28", open_row_frees_all=True).rows == "12 / 20 28 / 33"


# The end of a match


@pytest.mark.clause("RH-Q34")
@pytest.mark.parametrize(
    ("options", "last"),
    [({}, 1), ({"rounds": 3}, 3), ({"point_limit": 40}, 20), ({"rounds": 1, "point_limit": 40}, 1)],
)
def test_rounds_that_were_asked_for_are_kept(options: dict[str, Any], last: int) -> None:
    assert GAME.new(2, 1, options).view(0)["last_round"] == last
    settled = GAME.settle(2, options)
    match = GAME.make(2, settled)
    tally = play_random(match, 10)
    assert tally.longest <= GAME.bound(2, settled)
    assert len(match.view(None)["rounds"]) == last or "point_limit" in options


@pytest.mark.clause("RH-Q34")
def test_one_round_and_a_point_limit_is_one_round() -> None:
    state = GAME.position("rows: 12 / 20 / 33; A: 40; B: 41", 2, options={"rounds": 1, "point_limit": 40})
    do(state, "A", "play 40")
    do(state, "B", "play 41")
    assert state.decision() is None
    # What an edition or a preset leaves open, the table may still settle.
    assert GAME.settle(2, {"rounds": 1}, "family")["rounds"] == 1


@pytest.mark.clause("RH-Q34")
@pytest.mark.parametrize("text", ["rounds: 1 2 / 3 4", "rounds: 9 2", "rounds: 1 2 / 3"])
def test_no_position_after_the_end(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.position(f"rows: 12 / 20 / 33; A: 3; B: 4; {text}", 2, options={"rounds": 2, "point_limit": 9})
    assert caught.value.key == "bad_field"


@pytest.mark.clause("RH-16", "RH-55", "RH-56", "RH-Q38")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {"massive_jam": False, "too_low_penalty": False}),
        # So few cards that no lane ever fills up.
        (2, {"hand_size": 1, "too_low_penalty": False}),
        (2, {"hand_size": 3, "too_low_penalty": False, "max_row": 7}),
        # Only Trailers: each lane begins open, and two cards cannot close three.
        (2, {"hand_size": 1, "trailers": tuple(range(1, 51))}),
    ],
)
def test_where_nothing_can_cost_it_is_said_and_played(players: int, options: dict[str, Any]) -> None:
    for seed in range(20):
        state = GAME.new(players, seed, options, listen=True)
        assert "nothing_costs" in [event.kind for event in state.take_events()]
        playout(state, Rng(seed))
        assert state.scores() == [0] * players
        assert state.ranking() == [1] * players
    usual = GAME.new(players, 1, listen=True)
    assert "nothing_costs" not in [event.kind for event in usual.take_events()]


@pytest.mark.clause("RH-16", "RH-17")
@pytest.mark.parametrize(("hand", "most"), [(1, 2), (2, 4), (3, 6)])
def test_the_last_card_can_just_be_one_too_many(hand: int, most: int) -> None:
    options = GAME.settle(2, {"hand_size": hand, "max_row": most, "too_low_penalty": False, "rows": 2})
    costs = 0
    for seed in range(20_000):
        match = GAME.make(2, options)
        play_random(match, 1, seed)
        costs = max(match.scores())
        if costs:
            break
    assert costs


@pytest.mark.clause("RH-24", "RH-Q35", "RH-S24")
def test_ties_are_shared_or_go_to_the_fewest_cards() -> None:
    text = "rows: 1 / 20 / 33; A: 40; B: 43; C: 42; A pile: 12 t25 P; B pile: 3 9 17 30 41; C pile: A A T"
    places = {}
    for rule in ("shared", "fewest_cards"):
        state = GAME.position(text, 3, options={"tie_break": rule})
        assert [seat["taken"] for seat in state.view(0)["seats"]] == [3, 5, 3]
        for seat, card in (("A", 40), ("B", 43), ("C", 42)):
            do(state, seat, f"play {card}")
        assert state.decision() is None
        assert state.scores() == [5, 5, 6]
        places[rule] = state.ranking()
    assert places == {"shared": [1, 1, 3], "fewest_cards": [1, 2, 3]}


@pytest.mark.clause("RH-Q35")
def test_cards_of_earlier_rounds_count_for_the_tie() -> None:
    options = {"rounds": 2, "tie_break": "fewest_cards"}
    text = "rows: 1 / 20 / 33; A: 40; B: 41; rounds: 6 6; taken: 5 3; A pile: 2; B pile: 3"
    state = GAME.position(text, 2, options=options)
    do(state, "A", "play 40")
    do(state, "B", "play 41")
    view = state.view(0)
    assert [seat["taken"] for seat in view["seats"]] == [6, 4]
    assert (view["rounds"], state.scores(), state.ranking()) == ([[6, 6], [1, 1]], [7, 7], [2, 1])
    # Not named, each point was a car.
    plain = GAME.position("rows: 1 / 20 / 33; A: 40; B: 41; rounds: 6 2", 2, options=options)
    assert [seat["taken"] for seat in plain.view(0)["seats"]] == [6, 2]


# Positions that can be


@pytest.mark.clause("RH-14", "RH-36", "RH-41", "RH-47")
@pytest.mark.parametrize(
    "row",
    ["33 P 2", "30 P+t5 7", "A A 2", "20 P _ T+7", "30 _ T+P 1", "_ T+P+t5 7", "T 3", "A 12 14", "30 P 10 T+40"],
)
def test_rows_may_fall_behind_a_card_without_a_number(row: str) -> None:
    state = GAME.position(f"rows: {row} / 21 / 34; A: 4; B: 6", 2)
    assert " ".join(state.view(None)["rows"][0]) == row


@pytest.mark.clause("RH-7", "RH-52")
def test_no_hand_is_larger_than_what_is_dealt() -> None:
    assert GAME.position("rows: 12 / 21 / 34; A: 4 8; B: 6 9", 2, options={"hand_size": 2}).legal(0)
    with pytest.raises(BadNotation) as caught:
        GAME.position("rows: 12 / 21 / 34; A: 4 8; B: 6 9", 2, options={"hand_size": 1})
    assert (caught.value.key, caught.value.params) == ("hand_too_big", {"seat": "A", "most": 1})


@pytest.mark.clause("RH-Q36")
def test_rows_may_fall_where_low_cards_go_to_the_front() -> None:
    state = GAME.position("rows: 7 6 42 / 21 / 34; A: 4; B: 8", 2, options={"too_low_penalty": False})
    assert state.view(None)["rows"][0] == ["7", "6", "42"]


# Legality


@pytest.mark.clause("RH-10", "RH-14", "RH-19", "RH-47", "RH-56")
@pytest.mark.parametrize(
    "options", [{}, {"too_low_penalty": False, "rows": 2}, {"open_row_frees_all": True, "police": 4}]
)
def test_the_verdict_and_the_list_agree(options: dict[str, Any]) -> None:
    verdict_and_list_agree(GAME, 12, {"hand_size": 6, **options})


@pytest.mark.clause("RH-10")
@pytest.mark.parametrize("action", [-1, GAME.actions, 10**6])
def test_actions_beyond_the_last(action: int) -> None:
    state = GAME.new(2, 1)
    with pytest.raises(IllegalMove) as caught:
        state.apply(0, action)
    assert caught.value.key == "unknown_move"


@pytest.mark.clause("RH-Q35")
def test_only_the_win_is_settled_by_the_fewest_cards() -> None:
    text = "rows: 1 / 20 / 33; A: 40; B: 43; C: 42; A pile: 3; B pile: 9 t25 P; C pile: 12 17 30 41 44"
    state = GAME.position(text, 3, options={"tie_break": "fewest_cards"})
    for seat, card in (("A", 40), ("B", 43), ("C", 42)):
        do(state, seat, f"play {card}")
    assert (state.scores(), state.ranking()) == ([1, 5, 5], [1, 2, 2])
