"""Took Over!: the deal, placing, taking over, passing and the end. Scenarios as in the rules, stacks top first."""

from __future__ import annotations

from typing import Any

import pytest

from tailback import games
from tailback.core.contract import FIRST, State
from tailback.core.errors import IllegalMove
from tailback.core.notation import seat_letter

GAME = games.load("took_over")


def lay(text: str, players: int = 3, **options: Any) -> State:
    return GAME.position(text, players=players, options=options)


def do(state: State, *moves: str) -> None:
    """Moves such as `A place 11`: the seat must be the one that is asked."""
    for move in moves:
        seat, _, rest = move.partition(" ")
        assert on_turn(state) == seat, f"{move}, but {on_turn(state)} is asked"
        state.apply(state.waiting(), GAME.parse(rest))


def on_turn(state: State) -> str:
    return seat_letter(state.waiting()) if state.waiting() >= 0 else "-"


def legal(state: State) -> str:
    return ", ".join(GAME.notation(action) for action in state.legal(state.waiting()))


def kind(state: State) -> str:
    decision = state.decision()
    return decision.kind if decision else "over"


def row(state: State) -> str:
    return " ".join(str(card) for card in state.view(None)["row"])


def hand(state: State, seat: str) -> str:
    return " ".join(str(card) for card in state.view("ABCDE".index(seat))["hand"])


def stack(state: State, seat: str) -> int:
    found: int = state.view(None)["seats"]["ABCDE".index(seat)]["stack"]
    return found


def passes(state: State) -> int:
    found: int = state.view(None)["passes"]
    return found


def winner(state: State) -> str:
    found = state.view(None)["winner"]
    return "-" if found is None else seat_letter(found)


def refusal(state: State, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        state.apply(state.waiting(), GAME.parse(move))
    return caught.value


# The deal


@pytest.mark.clause("TO-3", "TO-4", "TO-5", "TO-6", "TO-25", "TO-Q20", "TO-S01")
@pytest.mark.parametrize(
    ("players", "each", "left", "under"), [(2, 25, 0, 19), (3, 16, 2, 10), (4, 12, 2, 6), (5, 10, 0, 4)]
)
def test_the_deal(players: int, each: int, left: int, under: int) -> None:
    state = GAME.make(players, GAME.settle(players))
    state.listen()
    state.start(7)
    events = state.take_events()
    assert events[0].full() == {"kind": "dealt", "cards": each, "left": left}
    assert [event.kind for event in events[1:]] == ["drew"] * players + ["opened"]
    view = state.view(None)
    # The first player has already turned up the top card of the stack.
    assert [one["stack"] for one in view["seats"]] == [under - 1] + [under] * (players - 1)
    assert [one["hand"] for one in view["seats"]] == [6] * players
    assert view["left_out"] == left
    assert len(view["row"]) == 1
    # Numbers only, each once.
    assert sorted(int(card) for card in state.census()) == list(range(1, 51))
    assert (GAME.fewest, GAME.most, GAME.age) == (2, 5, 7)


@pytest.mark.clause("TO-6")
def test_a_hand_is_only_for_its_owner() -> None:
    state = GAME.make(3, GAME.settle(3))
    state.listen()
    state.start(7)
    drew = [event for event in state.take_events() if event.kind == "drew"]
    for event in drew:
        seat = event.data["seat"]
        assert sorted(event.seen_by(seat)["cards"]) == state.view(seat)["hand"]
        assert event.seen_by((seat + 1) % 3) == event.seen_by(None) == {"kind": "drew", "seat": seat, "n": 6}
    assert "hand" not in state.view(None)
    assert "hands" not in state.view(1)


@pytest.mark.clause("TO-8", "TO-10")
def test_the_youngest_opens() -> None:
    assert on_turn(GAME.new(3, 1)) == "A"
    state = GAME.new(3, 1, {"age_order": (1, 2, 0)})
    assert on_turn(state) == "B"
    assert [one["stack"] for one in state.view(None)["seats"]] == [10, 9, 10]


@pytest.mark.clause("TO-8", "TO-21")
def test_play_goes_clockwise() -> None:
    state = lay("row: 1 50", 4)
    do(state, "A pass", "B pass", "C pass")
    assert on_turn(state) == "D"


# Placing


@pytest.mark.clause("TO-9", "TO-10", "TO-17", "TO-18", "TO-20", "TO-Q2", "TO-S02")
def test_opening_placing_and_taking_over() -> None:
    state = lay("A: 3 11 22 30 41 48; A stack: 15 2 9; B: 6 13 19 27 36 50; B stack: 1 8")
    assert row(state) == "15"
    assert kind(state) == "place"
    assert hand(state, "A") == "3 11 22 30 41 48"
    assert stack(state, "A") == 2
    do(state, "A place 11")
    assert kind(state) == "take_over"
    assert state.view(None)["window"] == [11, 15]
    assert on_turn(state) == "B"
    assert legal(state) == "take 13, decline"
    do(state, "B take 13", "B done")
    assert row(state) == "11 13 15"
    assert hand(state, "A") == "2 3 22 30 41 48"
    assert hand(state, "B") == "1 6 19 27 36 50"
    assert on_turn(state) == "B"
    assert kind(state) == "place"


@pytest.mark.clause("TO-11", "TO-Q16", "TO-S03")
def test_every_card_fits_beside_the_first() -> None:
    state = lay("A: 3 11 22 30 41 48; A stack: 15 2")
    assert legal(state) == ", ".join(f"place {card}" for card in (3, 11, 22, 30, 41, 48))
    do(state, "A place 22")
    assert row(state) == "15 22"


@pytest.mark.clause("TO-7", "TO-11", "TO-12", "TO-14")
def test_the_row_grows_at_its_ends() -> None:
    state = lay("row: 7 12; A: 5 9 19 30; B: 40 41; B stack: 42")
    assert legal(state) == "place 5, place 19, place 30"
    do(state, "A place 19", "B decline", "A place 5", "B decline")
    assert row(state) == "5 7 12 19"
    assert on_turn(state) == "A"
    assert legal(state) == "place 30"
    error = refusal(state, "place 9")
    assert (error.clause, error.key, error.params) == ("TO-14", "not_outside", {"card": 9, "low": 5, "high": 19})
    error = refusal(state, "place 2")
    assert (error.clause, error.key, error.params) == ("TO-11", "not_in_hand", {"card": 2})


@pytest.mark.clause("TO-14")
def test_the_ends_themselves() -> None:
    assert legal(lay("row: 7 12; A: 6 8 11 13")) == "place 6, place 13"
    assert legal(lay("row: 7; A: 6 8")) == "place 6, place 8"


# Taking over


@pytest.mark.clause("TO-17", "TO-Q5", "TO-Q8", "TO-S04")
def test_several_cards_at_once() -> None:
    state = lay("row: 15; A: 11 22; B: 12 13 14 27; B stack: 1 2 3 4 5 6")
    do(state, "A place 11")
    assert legal(state) == "take 12, take 13, take 14, decline"
    do(state, "B take 12")
    assert kind(state) == "take_more"
    # Nobody draws before the last card lies.
    assert hand(state, "B") == "13 14 27"
    assert legal(state) == "take 13, take 14, done"
    do(state, "B take 14", "B done")
    assert row(state) == "11 12 14 15"
    assert hand(state, "B") == "1 2 3 4 13 27"


@pytest.mark.clause("TO-Q5")
def test_asked_for_more_even_when_nothing_fits() -> None:
    state = lay("row: 15; A: 11 22; B: 13 27")
    do(state, "A place 11", "B take 13")
    assert kind(state) == "take_more"
    assert legal(state) == "done"
    assert refusal(state, "decline").key == "more_or_done"
    error = refusal(state, "take 27")
    assert (error.clause, error.key) == ("TO-16", "not_between")


@pytest.mark.clause("TO-9", "TO-12", "TO-Q4", "TO-S06")
def test_only_the_left_neighbour() -> None:
    state = lay("row: 15; A: 11 20 30; B: 40 41; C: 13 14")
    do(state, "A place 11")
    assert on_turn(state) == "B"
    assert state.legal(2) == []
    with pytest.raises(IllegalMove) as caught:
        state.apply(2, GAME.parse("take 13"))
    assert caught.value.key == "not_asked"
    assert legal(state) == "decline"
    do(state, "B decline")
    assert on_turn(state) == "A"
    assert kind(state) == "place"


@pytest.mark.clause("TO-Q3", "TO-S07")
def test_only_the_newest_gap() -> None:
    state = lay("row: 15; A: 11 40 41; B: 13 20")
    do(state, "A place 11", "B decline", "A place 40")
    assert state.view(None)["window"] == [15, 40]
    assert legal(state) == "take 20, decline"


@pytest.mark.clause("TO-19", "TO-Q7", "TO-Q19", "D-21", "TO-S08")
def test_a_take_over_cannot_be_answered_at_once() -> None:
    state = lay("row: 15; A: 11 40; B: 13 50; B stack: 6 7 8 9 10 16; C: 12 14")
    do(state, "A place 11", "B take 13", "B done")
    assert row(state) == "11 13 15"
    assert (on_turn(state), kind(state)) == ("B", "place")
    assert hand(state, "B") == "6 7 8 9 10 50"
    do(state, "B place 10")
    assert (on_turn(state), kind(state)) == ("C", "take_over")
    assert legal(state) == "decline"


@pytest.mark.clause("TO-15", "TO-16", "TO-18", "TO-19")
def test_the_taker_goes_on_and_the_other_stops() -> None:
    state = lay("row: 10 40; A: 3 30 50; A stack: 1 9; B: 2 44 45; B stack: 7; C: 4 5; C stack: 6 8")
    do(state, "A place 50")
    assert legal(state) == "take 44, take 45, decline"
    do(state, "B take 44", "B done")
    # All refill, as far as their stacks go; the turn is B's, and C may take over from B.
    assert hand(state, "A") == "1 3 9 30"
    assert hand(state, "B") == "2 7 45"
    assert hand(state, "C") == "4 5 6 8"
    do(state, "B place 2")
    assert (on_turn(state), state.view(None)["window"]) == ("C", [2, 10])
    assert legal(state) == "take 4, take 5, take 6, take 8, decline"
    do(state, "C decline")
    assert on_turn(state) == "B"


@pytest.mark.clause("TO-16", "TO-Q1", "D-18")
def test_the_gap_beside_the_new_card() -> None:
    text = "row: 15 30; A: 11 40 48; B: 13 20 35"
    state = lay(text)
    do(state, "A place 11")
    assert legal(state) == "take 13, decline"
    state = lay(text)
    do(state, "A place 40")
    assert legal(state) == "take 35, decline"
    state = lay(text, interval="whole_row")
    do(state, "A place 11")
    assert legal(state) == "take 13, take 20, decline"
    state = lay(text, interval="whole_row")
    do(state, "A place 40")
    assert legal(state) == "take 20, take 35, decline"
    do(state, "B take 20", "B take 35", "B done")
    assert row(state) == "15 20 30 35 40"


@pytest.mark.clause("TO-Q19", "TO-S21")
def test_nothing_fits_between_neighbours() -> None:
    state = lay("row: 15; A: 14 30; B: 12 13")
    do(state, "A place 14")
    assert legal(state) == "decline"


@pytest.mark.clause("TO-Q6")
def test_nobody_has_to_take_over() -> None:
    state = lay("row: 15; A: 11 30 31; B: 13 50; B stack: 1")
    do(state, "A place 11", "B decline")
    assert hand(state, "B") == "13 50"
    assert stack(state, "B") == 1
    assert on_turn(state) == "A"


@pytest.mark.clause("TO-Q18")
def test_a_wrong_card_costs_nothing() -> None:
    state = lay("row: 15; A: 11 30; B: 13 16")
    do(state, "A place 11")
    error = refusal(state, "take 16")
    assert (error.clause, error.key, error.params) == ("TO-16", "not_between", {"card": 16, "above": 11, "below": 15})
    assert hand(state, "B") == "13 16"
    assert legal(state) == "take 13, decline"


@pytest.mark.clause("TO-Q2")
def test_no_window_after_an_opening_a_take_over_or_a_pass() -> None:
    state = lay("A stack: 15 2; A: 3 20; B: 1 40; B stack: 5 6; C: 16 17; C stack: 7")
    assert kind(state) == "place"
    do(state, "A place 20")
    assert state.view(None)["window"] == [15, 20]
    do(state, "B decline")
    assert state.view(None)["window"] is None
    state = lay("row: 10 40; A: 20; B: 5 21")
    do(state, "A pass")
    assert (on_turn(state), kind(state)) == ("B", "place")
    state = lay("row: 15; A: 11 40; B: 13 50")
    do(state, "A place 11", "B take 13", "B done")
    assert (on_turn(state), kind(state)) == ("B", "place")


@pytest.mark.clause("TO-13", "TO-Q17", "TO-S24")
def test_the_question_tells_nothing() -> None:
    with_card, without = (lay(f"row: 15; A: 11 30; B: {cards}; C: 1 2") for cards in ("13 40", "40 41"))
    for state in (with_card, without):
        do(state, "A place 11")
    assert legal(without) == "decline"
    one, other = with_card.decision(), without.decision()
    assert one is not None
    assert other is not None
    assert one.data() == other.data()
    assert (one.gate, one.seconds, one.hold, one.seats) == (FIRST, 3.0, True, (1,))


@pytest.mark.clause("TO-Q17")
def test_the_last_window_comes_before_the_turn_ends() -> None:
    state = lay("row: 10 40; A: 8; A stack: 30 31; B: 9 20; B stack: 21")
    do(state, "A place 8")
    assert kind(state) == "take_over"
    do(state, "B take 9", "B done")
    assert on_turn(state) == "B"
    assert hand(state, "A") == "30 31"


# Passing, empty hands, new rows


@pytest.mark.clause("TO-21", "TO-Q8", "D-19", "TO-S10")
def test_a_pass_refills_and_passes_on() -> None:
    state = lay("row: 10 40; A: 20 25; A stack: 9 44 45 46 47 48; B: 21 22; B stack: 23")
    assert legal(state) == "pass"
    do(state, "A pass")
    assert hand(state, "A") == "9 20 25 44 45 46"
    assert stack(state, "A") == 2
    # Only the player who passed draws.
    assert hand(state, "B") == "21 22"
    assert passes(state) == 1
    assert on_turn(state) == "B"
    assert state.legal(0) == []


@pytest.mark.clause("TO-Q8")
def test_a_short_stack_gives_what_it_has() -> None:
    state = lay("row: 10 40; A: 20 21 22; A stack: 30")
    do(state, "A pass")
    assert hand(state, "A") == "20 21 22 30"


@pytest.mark.clause("TO-Q9", "TO-S11")
def test_no_pass_while_a_card_fits() -> None:
    state = lay("row: 10 40; B: 5 28; turn: B")
    assert legal(state) == "place 5"
    error = refusal(state, "pass")
    assert (error.clause, error.key) == ("TO-Q9", "card_fits")
    state = lay("row: 10 40; B: 5 28; turn: B", voluntary_pass=True)
    assert legal(state) == "place 5, pass"
    do(state, "B pass")
    assert passes(state) == 1


@pytest.mark.clause("TO-22", "TO-Q12", "TO-Q13", "TO-S12")
def test_an_emptied_hand() -> None:
    state = lay("row: 10 40; A: 8; A stack: 30 31 32 33 34 35 36; B: 20 21")
    do(state, "A place 8", "B decline")
    assert hand(state, "A") == "30 31 32 33 34 35"
    assert on_turn(state) == "B"
    assert kind(state) == "place"
    assert passes(state) == 0
    assert winner(state) == "-"


@pytest.mark.clause("TO-23", "TO-Q10", "TO-S14")
def test_a_pass_after_a_card_does_not_count() -> None:
    state = lay(
        "row: 10 40; A: 9 20; A stack: 25 26 27 28 4; B: 21 22; B stack: 30 31 32 33; C: 23 24; C stack: 34 35 36 37"
    )
    do(state, "A place 9", "B decline", "A pass")
    assert passes(state) == 0
    assert hand(state, "A") == "4 20 25 26 27 28"
    do(state, "B pass", "C pass")
    assert passes(state) == 2
    assert on_turn(state) == "A"
    assert legal(state) == "place 4"


@pytest.mark.clause("TO-23", "TO-24", "TO-Q10", "TO-Q11", "TO-Q12", "D-20", "TO-S15")
def test_all_pass_and_the_next_in_turn_opens() -> None:
    state = lay("row: 10 40; A: 8; A stack: 30 31 32 33 34 35; B: 20 21; B stack: 24; C: 22 23; C stack: 25")
    do(state, "A place 8", "B decline", "B pass", "C pass")
    assert passes(state) == 2
    assert on_turn(state) == "A"
    state.listen()
    do(state, "A pass")
    assert [event.kind for event in state.take_events()] == ["passed", "row_gone"]
    assert state.view(None)["gone"] == [8, 10, 40]
    assert passes(state) == 0
    # Both of B's cards and the one from the stack are in hand: B has no stack to open from.
    assert (on_turn(state), kind(state)) == ("B", "open")
    assert legal(state) == "open 20, open 21, open 24"


@pytest.mark.clause("TO-10", "TO-24", "TO-Q11", "TO-S22")
def test_a_row_that_nobody_can_add_to() -> None:
    state = lay("row: 1 50", 2)
    assert legal(state) == "pass"
    do(state, "A pass")
    assert legal(state) == "pass"
    before = stack(state, "A")
    do(state, "B pass")
    assert on_turn(state) == "A"
    assert kind(state) == "place"
    assert state.view(None)["gone"] == [1, 50]
    assert len(state.view(None)["row"]) == 1
    assert stack(state, "A") == before - 1


@pytest.mark.clause("TO-Q10")
def test_any_card_starts_the_count_anew() -> None:
    state = lay("row: 10 40; A: 20; B: 5 21; C: 7 22; turn: B; counter: 2")
    do(state, "B place 5")
    assert passes(state) == 0
    do(state, "C take 7", "C done")
    assert passes(state) == 0
    # A take-over is a card too, so the taker's own pass does not count.
    state = lay("row: 10 40; A: 5 20; A stack: 21; B: 7 22; B stack: 23 24; C: 25; C stack: 26")
    do(state, "A place 5", "B take 7", "B done", "B pass")
    assert passes(state) == 0
    assert on_turn(state) == "C"


@pytest.mark.clause("TO-Q20")
def test_rows_put_away_stay_public_and_away() -> None:
    state = lay("row: 1 50; gone: 7 8", 2)
    do(state, "A pass", "B pass")
    for seat in (None, 0, 1):
        assert state.view(seat)["gone"] == [1, 7, 8, 50]
    assert len(state.census()) == 50


# The end


@pytest.mark.clause("TO-1", "TO-2", "TO-Q15", "TO-S17")
def test_opening_from_the_hand() -> None:
    state = lay("A: 20 31; A stack:; B: 25 26; C: 1 2")
    assert (on_turn(state), kind(state)) == ("A", "open")
    assert legal(state) == "open 20, open 31"
    do(state, "A open 20")
    # One card bounds nothing: no window.
    assert (on_turn(state), kind(state), row(state)) == ("A", "place", "20")
    do(state, "A place 31")
    assert kind(state) == "over"
    assert winner(state) == "A"
    assert state.scores()[0] == 0
    assert state.ranking()[0] == 1


@pytest.mark.clause("TO-Q14", "TO-Q15", "TO-S18")
def test_the_opening_card_may_be_the_last() -> None:
    state = lay("A: 20; A stack:")
    do(state, "A open 20")
    assert winner(state) == "A"
    assert winner(lay("A:; A stack: 20")) == "A"


@pytest.mark.clause("TO-2", "TO-Q14", "TO-S19")
def test_the_last_card_wins_at_once() -> None:
    state = lay("row: 10 40; A: 8; A stack:; B: 9")
    state.listen()
    do(state, "A place 8")
    assert kind(state) == "over"
    assert winner(state) == "A"
    assert [event.kind for event in state.take_events()] == ["placed", "match_over"]
    assert state.legal(1) == []
    with pytest.raises(IllegalMove) as caught:
        state.apply(1, GAME.parse("take 9"))
    assert caught.value.key == "match_over"


@pytest.mark.clause("TO-Q14")
def test_a_take_over_may_be_the_last_card() -> None:
    state = lay("row: 15; A: 11 30; B: 13; B stack:")
    do(state, "A place 11", "B take 13")
    assert winner(state) == "B"
    state = lay("row: 15; A: 11 30; B: 12 13; B stack:")
    do(state, "A place 11", "B take 13")
    assert kind(state) == "take_more"
    do(state, "B take 12")
    assert winner(state) == "B"


@pytest.mark.clause("TO-2", "TO-Q13", "D-17")
def test_what_has_to_be_empty() -> None:
    text = "row: 10 40; A: 8; A stack: 30 31 32 33 34 35 36; B: 9; B stack:; C: 1 2; C stack: 3"
    state = lay(text)
    do(state, "A place 8")
    assert kind(state) == "take_over"
    state = lay(text, win_on="hand")
    do(state, "A place 8")
    assert winner(state) == "A"
    # The winner has the most cards left and is first all the same.
    assert state.scores() == [7, 1, 3]
    assert state.ranking() == [1, 2, 3]


@pytest.mark.clause("TO-Q21")
def test_places_by_cards_left() -> None:
    state = lay("row: 10 40; A: 8 20; A stack: 1 2; B: 9 21 22 23; B stack:; C: 24 25 26 27 28 29; C stack: 30")
    # Stopped early: 4, 4 and 7 cards left.
    assert state.scores() == [4, 4, 7]
    assert state.ranking() == [1, 1, 3]
    state = lay("row: 10 40; A: 8; A stack: 1 2; B: 9; B stack: 3; C: 24; C stack: 25", win_on="hand")
    do(state, "A place 8")
    assert state.ranking() == [1, 2, 2]
