"""Traffic-Memory: the layout, a turn, jokers and the end. Scenarios name cards in the order they are opened."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tailback import games
from tailback.core.contract import State
from tailback.core.errors import IllegalMove
from tailback.core.rng import Rng
from tailback.games.traffic_memory.material import BARREN

GAME = games.load("traffic_memory")

# Lies on the table beside the cards of a scenario, so that the game goes on after the turn.
REST = "44 45"


def lay(cards: str, players: int = 3, **options: Any) -> State:
    return GAME.position(f"cards: {cards}", players=players, options=options)


def do(state: State, *moves: str) -> None:
    for move in moves:
        state.apply(state.waiting(), GAME.parse(move))


def legal(state: State) -> list[str]:
    return [GAME.notation(action) for action in state.legal(state.waiting())]


def kind(state: State) -> str:
    decision = state.decision()
    return decision.kind if decision else "over"


def refusal(state: State, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        state.apply(state.waiting(), GAME.parse(move))
    return caught.value


def pile(state: State, seat: int = 0) -> str:
    return " ".join(state.view(None)["seats"][seat]["pile"])


def table(state: State) -> str:
    return " ".join("_" if card is None else card for card in state.view(None)["table"])


class Turn:
    """Seat A opens these cards one after the other, and stops if there is a `stop` at the end."""

    def __init__(self, cards: str, rest: str = REST, players: int = 3, **options: Any) -> None:
        names = cards.split()
        stops = names[-1] == "stop"
        if stops:
            names.pop()
        self.state = lay(" ".join([*names, rest]), players, **options)
        self.state.listen()
        for place in range(1, len(names) + 1):
            assert self.state.waiting() == 0, f"the turn is over before {names[place - 1]}"
            do(self.state, f"flip {place}")
        self.may_stop = self.state.waiting() == 0 and "stop" in legal(self.state)
        if stops:
            do(self.state, "stop")
        self.over = self.state.waiting() != 0
        self.taken = pile(self.state)
        self.table = table(self.state)
        self.events = [event.full() for event in self.state.take_events()]


# Getting ready


@pytest.mark.clause("TM-2", "TM-3", "TM-4", "TM-Q15", "TM-Q16")
@pytest.mark.parametrize(
    ("lowest", "highest", "columns"), [(1, 12, 4), (1, 20, 5), (1, 30, 6), (26, 50, 5), (1, 50, 8), (7, 10, 2)]
)
def test_the_numbers_lie_face_down(lowest: int, highest: int, columns: int) -> None:
    state = GAME.new(2, 3, {"lowest": lowest, "highest": highest})
    view = state.view(0)
    assert view["table"] == ["?"] * (highest - lowest + 1)
    assert view["columns"] == columns
    assert sorted(int(card) for card in state.census()) == list(range(lowest, highest + 1))
    assert view["seen"] == {}
    assert "rest" not in view


@pytest.mark.clause("TM-4", "TM-17")
def test_the_layout_is_told_without_its_faces() -> None:
    state = GAME.make(2, GAME.settle(2, {"highest": 12, "jokers": 3}))
    state.listen()
    state.start(5)
    assert [event.full() for event in state.take_events()] == [
        {"kind": "laid_out", "cards": 15, "columns": 4, "jokers": 3}
    ]


@pytest.mark.clause("TM-4")
def test_the_layout_is_shuffled() -> None:
    layouts = set()
    for seed in range(20):
        state = GAME.new(2, seed, {"highest": 12})
        do(state, "flip 1")
        layouts.add(table(state))
    assert len(layouts) > 5


@pytest.mark.clause("TM-24")
def test_two_to_five_play() -> None:
    assert (GAME.fewest, GAME.most, GAME.age) == (2, 5, 5)
    for players in range(2, 6):
        assert len(GAME.new(players, 1).view(None)["seats"]) == players


@pytest.mark.clause("TM-5", "TM-6")
def test_the_youngest_begins_and_turns_go_round() -> None:
    assert GAME.new(3, 1).waiting() == 0
    state = GAME.new(3, 1, {"age_order": (2, 0, 1)})
    assert state.waiting() == 2
    state = lay("1 9 4 7 20 21", age_order=(2, 0, 1))
    do(state, "flip 1", "flip 2")
    assert state.waiting() == 1
    do(state, "flip 1", "flip 2")
    assert state.waiting() == 2
    do(state, "flip 1", "flip 2")
    assert state.waiting() == 0


# A turn without jokers


@pytest.mark.clause("TM-7", "TM-Q18", "D-13")
def test_two_cards_one_after_the_other() -> None:
    state = lay("9 30 10 44 45")
    assert kind(state) == "first_card"
    assert legal(state) == ["flip 1", "flip 2", "flip 3", "flip 4", "flip 5"]
    do(state, "flip 1")
    assert table(state) == "9 ? ? ? ?"
    assert kind(state) == "second_card"
    assert state.waiting() == 0
    # The second is chosen with the first in sight, among all that still lie face down.
    assert legal(state) == ["flip 2", "flip 3", "flip 4", "flip 5"]
    do(state, "flip 3")
    assert table(state) == "9 ? 10 ? ?"


@pytest.mark.clause("TM-7")
def test_no_stopping_before_two_cards() -> None:
    state = lay("9 10 44 45")
    for _ in range(2):
        refused = refusal(state, "stop")
        assert (refused.clause, refused.key) == ("TM-7", "open_two_first")
        do(state, "flip 1" if kind(state) == "first_card" else "flip 2")
    assert "stop" in legal(state)


@pytest.mark.clause("TM-8", "TM-S01")
def test_no_neighbours_go_back() -> None:
    state = GAME.position("cards: 10 22 " + " ".join(str(n) for n in range(1, 31) if n not in (10, 22)), players=3)
    do(state, "flip 1", "flip 2")
    assert set(table(state).split()) == {"?"}
    assert state.waiting() == 1
    assert pile(state) == ""
    assert state.view(2)["seen"] == {"1": "10", "2": "22"}


@pytest.mark.clause("TM-9", "TM-Q2", "TM-S06")
def test_neighbours_allow_a_third_card_or_a_stop() -> None:
    turn = Turn("9 10")
    assert not turn.over
    assert turn.may_stop
    assert kind(turn.state) == "go_on"
    turn = Turn("9 10 stop")
    assert turn.taken == "9 10"
    assert turn.table == "_ _ ? ?"
    assert turn.state.waiting() == 1


@pytest.mark.clause("TM-10", "TM-11", "TM-12", "TM-14", "TM-S02")
def test_going_on_until_a_misfit() -> None:
    turn = Turn("9 10 11 22")
    assert turn.over
    assert turn.taken == "9 10 11"
    assert turn.table == "_ _ _ ? ? ?"
    assert turn.state.view(1)["seen"] == {"4": "22"}
    kinds = [event["kind"] for event in turn.events]
    assert kinds == ["opened"] * 4 + ["turned_back", "taken"]
    assert turn.events[4]["cards"] == ["22"]
    assert turn.events[4]["spots"] == [4]
    assert turn.events[5]["cards"] == ["9", "10", "11"]


@pytest.mark.clause("TM-10")
def test_a_fourth_and_a_fifth_card() -> None:
    assert Turn("9 10 11 12 8 stop").taken == "8 9 10 11 12"


@pytest.mark.clause("TM-Q1", "TM-S03")
def test_either_end_fits() -> None:
    assert Turn("10 9 11 stop").taken == "9 10 11"
    assert Turn("9 10 8 stop").taken == "8 9 10"
    # One further away does not, and the numbers do not begin again after 50.
    assert Turn("9 10 12").taken == "9 10"
    assert Turn("49 50 1").taken == "49 50"
    assert Turn("50 1").taken == ""
    assert Turn("50 1").over


@pytest.mark.clause("TM-Q3", "TM-S05")
def test_a_misfit_as_third_card() -> None:
    turn = Turn("9 10 22")
    assert turn.taken == "9 10"
    assert turn.table == "_ _ ? ? ?"
    assert turn.over


@pytest.mark.clause("TM-13")
def test_everybody_sees_the_open_cards() -> None:
    state = lay("9 10 30 44 45")
    state.listen()
    do(state, "flip 1", "flip 2")
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert view["table"] == ["9", "10", "?", "?", "?"]
        assert view["opened"] == [1, 2]
    assert all(event.seen_by(None) == event.full() for event in state.take_events())
    do(state, "flip 3")
    # What lay open once may be remembered by everyone; a card nobody saw is nobody's knowledge.
    for seat in (None, 0, 1, 2):
        assert state.view(seat)["seen"] == {"3": "30"}


@pytest.mark.clause("TM-13")
def test_unseen_faces_may_be_anything() -> None:
    state = lay("9 30 5 6 7 44")
    do(state, "flip 1", "flip 2")
    rng = Rng(1)
    found = set()
    for _ in range(60):
        world = state.imagine(1, rng)
        assert world.view(1) == state.view(1)
        do(world, "flip 1", "flip 3")
        found.add(table(world).split()[2] if kind(world) == "go_on" else world.view(1)["seen"]["3"])
        do(world, *(["stop"] if kind(world) == "go_on" else []))
    assert found == {"5", "6", "7", "44"}


@pytest.mark.clause("TM-Q16")
def test_holes_stay() -> None:
    turn = Turn("9 10 stop", rest="1 44 45")
    assert turn.table == "_ _ ? ? ?"
    refused = refusal(turn.state, "flip 2")
    assert (refused.clause, refused.key, refused.params) == ("TM-Q16", "place_empty", {"place": 2})
    do(turn.state, "flip 5")
    assert turn.state.view(None)["table"][4] == "45"
    assert turn.state.view(None)["columns"] == 3


@pytest.mark.clause("TM-4", "TM-7")
def test_places_that_cannot_be_opened() -> None:
    state = lay("9 10 44 45")
    refused = refusal(state, "flip 5")
    assert (refused.clause, refused.key, refused.params) == ("TM-4", "no_such_place", {"place": 5, "places": 4})
    do(state, "flip 1")
    refused = refusal(state, "flip 1")
    assert (refused.clause, refused.key, refused.params) == ("TM-7", "already_open", {"place": 1})


@pytest.mark.clause("TM-5")
def test_only_the_player_on_turn_may_open() -> None:
    state = lay("9 10 44 45")
    with pytest.raises(IllegalMove) as caught:
        state.apply(1, GAME.parse("flip 1"))
    assert caught.value.key == "not_asked"
    assert state.legal(1) == []
    assert {state.refusal(0, action).key for action in (-1, 99)} == {"unknown_move"}


@pytest.mark.clause("TM-Q4", "TM-S23")
def test_no_other_turn_after_a_success() -> None:
    assert Turn("9 10 stop").state.waiting() == 1
    state = lay("9 10 30 1 44 45", extra_turn=True)
    do(state, "flip 1", "flip 2", "stop")
    assert state.waiting() == 0
    do(state, "flip 3", "flip 4")
    assert state.waiting() == 1


@pytest.mark.clause("TM-Q2")
def test_the_last_card_of_the_table_ends_the_turn() -> None:
    for options in ({}, {"edition": "000"}):
        state = lay("9 10 11 12", **options)
        do(state, "flip 1", "flip 2", "flip 3", "flip 4")
        assert kind(state) == "over"
        assert state.scores() == [4, 0, 0]


# Jokers


@pytest.mark.clause("TM-20", "TM-21", "TM-23", "D-15", "TM-S07")
def test_a_joker_between_two_numbers() -> None:
    turn = Turn("21 S 23 stop")
    assert turn.taken == "21 23 A"
    assert turn.state.scores()[0] == 3
    assert Turn("21 P 23 stop").taken == "21 23 P"


@pytest.mark.clause("TM-22", "TM-23")
def test_a_joker_at_either_end() -> None:
    assert Turn("3 4 S stop").taken == "3 4 A"
    assert Turn("3 4 S 2 stop").taken == "2 3 4 A"
    assert Turn("3 4 S 6 stop").taken == "3 4 6 A"
    assert Turn("3 4 S 7").taken == "3 4 A"


@pytest.mark.clause("TM-22", "TM-S08")
def test_a_long_run_with_a_joker() -> None:
    turn = Turn("3 4 S 6 2 17")
    assert turn.taken == "2 3 4 6 A"
    assert turn.table == "_ _ _ _ _ ? ? ?"


@pytest.mark.clause("TM-Q7", "TM-S10", "TM-S11")
def test_a_joker_first() -> None:
    assert Turn("S 7 9 stop").taken == "7 9 A"
    turn = Turn("S 7 12")
    assert turn.over
    assert turn.taken == ""
    assert turn.table == "? ? ? ? ?"
    assert turn.state.view(0)["seen"] == {"1": "A", "2": "7", "3": "12"}


@pytest.mark.clause("TM-Q6", "TM-S12")
def test_a_joker_and_one_number_are_not_enough() -> None:
    turn = Turn("21 S")
    assert kind(turn.state) == "go_on"
    assert turn.may_stop
    turn = Turn("21 S stop")
    assert turn.over
    assert turn.taken == ""
    assert turn.table == "? ? ? ?"


@pytest.mark.clause("TM-20", "TM-Q5", "D-15")
def test_taken_cards_count_not_opened_ones() -> None:
    turn = Turn("21 S 40")
    assert turn.over
    assert turn.taken == ""
    assert turn.table == "? ? ? ? ?"
    assert [event["kind"] for event in turn.events][3:] == ["turned_back"]


@pytest.mark.clause("TM-Q8", "TM-S14")
def test_a_joker_changes_its_number() -> None:
    turn = Turn("9 S 11 10 14")
    assert turn.taken == "9 10 11 A"
    assert turn.table == "_ _ _ _ ? ? ?"
    turn = Turn("9 S 11 10", joker_sticky=True)
    assert turn.over
    assert turn.taken == "9 11 A"
    assert turn.table == "_ _ _ ? ? ?"


@pytest.mark.clause("TM-Q8")
def test_a_sticky_joker_is_free_until_it_is_needed() -> None:
    assert Turn("3 4 S 5 6 stop", joker_sticky=True).taken == "3 4 5 6 A"
    assert Turn("3 4 S 6 2 stop", joker_sticky=True).taken == "2 3 4 6 A"
    assert Turn("3 4 S 6 5", joker_sticky=True).taken == "3 4 6 A"
    # Without a joker in the hole nothing is fixed.
    assert Turn("21 23 22 stop", joker_sticky=True, late_bridge=True).taken == "21 22 23"


@pytest.mark.clause("TM-Q9")
def test_several_jokers() -> None:
    assert Turn("S S 30 33 stop").taken == "30 33 A A"
    assert Turn("S S S stop").taken == "A A A"
    assert Turn("S P stop").taken == ""
    assert Turn("S S 30 34").taken == "30 A A"


@pytest.mark.clause("TM-Q10", "TM-S16")
def test_a_joker_may_be_a_number_that_is_not_there() -> None:
    assert Turn("49 50 S stop").taken == "49 50 A"
    state = GAME.position("cards: 5 S 7 44 45; B: 6", players=2)
    do(state, "flip 1", "flip 2", "flip 3", "stop")
    assert pile(state) == "5 7 A"


@pytest.mark.clause("TM-20", "TM-S17")
def test_a_joker_between_neighbours() -> None:
    turn = Turn("7 S 8 20")
    assert turn.taken == "7 8 A"
    assert turn.table == "_ _ _ ? ? ?"
    turn = Turn("7 S 10")
    assert turn.over
    assert turn.taken == ""


@pytest.mark.clause("TM-Q11", "TM-S15", "D-15")
def test_a_hole_between_the_first_two() -> None:
    turn = Turn("21 23", rest="S 40 44 45")
    assert turn.over
    assert turn.table == "? ? ? ? ? ?"
    assert Turn("21 23 S stop", late_bridge=True).taken == "21 23 A"
    turn = Turn("21 23 40", late_bridge=True)
    assert turn.over
    assert turn.taken == ""
    assert turn.table == "? ? ? ? ?"


@pytest.mark.clause("TM-Q11")
def test_the_late_bridge_in_detail() -> None:
    turn = Turn("21 23", late_bridge=True)
    assert kind(turn.state) == "bridge"
    assert turn.may_stop
    do(turn.state, "stop")
    assert table(turn.state) == "? ? ? ?"
    assert turn.state.waiting() == 1
    # The missing number itself will do; a number at the outside will not.
    assert Turn("23 21 22 20 stop", late_bridge=True).taken == "20 21 22 23"
    assert Turn("21 23 24", late_bridge=True).taken == ""
    assert Turn("21 24", late_bridge=True).over
    # With the English sheet three cards that fit mean going on.
    turn = Turn("21 23 S", late_bridge=True, edition="000")
    assert not turn.may_stop


@pytest.mark.clause("TM-17", "TM-18", "TM-19", "TM-Q12", "D-16", "TM-S25")
@pytest.mark.parametrize(
    ("lowest", "highest", "jokers"),
    [(1, 12, 2), (26, 50, 4), (1, 30, 5), (1, 50, 8), (1, 10, 2), (1, 20, 3), (1, 40, 6), (1, 4, 1)],
)
def test_jokers_in_proportion(lowest: int, highest: int, jokers: int) -> None:
    state = GAME.new(2, 1, {"lowest": lowest, "highest": highest, "jokers": -1})
    assert state.view(0)["jokers"] == jokers
    specials = [card for card in state.census() if not card.isdigit()]
    assert specials.count("A") == (jokers + 1) // 2
    assert specials.count("P") == jokers // 2
    assert len(state.view(0)["table"]) == highest - lowest + 1 + jokers


@pytest.mark.clause("TM-3", "TM-17", "TM-Q12")
def test_jokers_are_a_variant() -> None:
    assert GAME.new(2, 1).view(0)["jokers"] == 0
    assert GAME.new(2, 1, {"jokers": 3}).view(0)["jokers"] == 3
    assert GAME.new(2, 1, {"jokers": 8, "highest": 12}).view(0)["jokers"] == 8


# The end


@pytest.mark.clause("TM-15", "TM-Q13", "TM-S19")
def test_no_sequence_left_is_the_end() -> None:
    assert kind(lay("4 9 20")) == "over"
    assert kind(lay("4 9 10")) == "first_card"
    assert kind(lay("10 4 9")) == "first_card"
    assert kind(lay("4")) == "over"
    assert kind(lay("49 50")) == "first_card"


@pytest.mark.clause("TM-Q13", "TM-S21")
@pytest.mark.parametrize(
    ("cards", "goes_on"),
    [
        ("4 7 S", False),
        ("4 6 S", True),
        ("4 S S", True),
        ("S S", False),
        ("S S S", True),
        ("4 40 S S", True),
        ("4 S", False),
        ("1 3 S", True),
        ("48 50 S", True),
        ("4 6", False),
    ],
)
def test_the_end_with_jokers(cards: str, goes_on: bool) -> None:
    state = lay(cards)
    assert (kind(state) != "over") == goes_on
    # Whatever goes on can really be won, and whatever is over cannot.
    assert winnable(cards.split()) == goes_on


def winnable(cards: list[str]) -> bool:
    """Try every order of opening."""
    for count in (2, 3):
        for order in permutations(cards, count):
            numbers = [int(card) for card in order if card != "S"]
            jokers = count - len(numbers)
            run = not numbers or max(numbers) - min(numbers) + 1 - len(numbers) <= jokers
            if run and (jokers == 0 or count >= 3):
                return True
    return False


@pytest.mark.clause("TM-15", "TM-Q13")
def test_the_end_is_looked_for_after_every_turn() -> None:
    state = lay("9 10 20 30")
    state.listen()
    do(state, "flip 1", "flip 2", "stop")
    assert kind(state) == "over"
    assert state.waiting() == -1
    assert state.legal(0) == []
    # Nobody gets what is left, but all may look at it now.
    assert state.scores() == [2, 0, 0]
    assert state.view(1)["rest"] == {"3": "20", "4": "30"}
    last = state.take_events()[-1]
    assert (last.kind, last.data["rest"]) == ("match_over", ["20", "30"])
    with pytest.raises(IllegalMove) as caught:
        state.apply(0, GAME.parse("flip 3"))
    assert caught.value.key == "match_over"


@pytest.mark.clause("TM-1", "TM-11", "TM-16")
def test_most_cards_win() -> None:
    state = GAME.position("cards: 20 21 22; A: 1 2; B: 3 4 5 6; C: 8 9; turn: C")
    assert state.scores() == [2, 4, 2]
    do(state, "flip 1", "flip 2", "flip 3")
    assert kind(state) == "over"
    assert state.scores() == [2, 4, 5]
    assert state.ranking() == [3, 2, 1]


@pytest.mark.clause("TM-Q14", "TM-S24")
def test_a_tie_is_shared() -> None:
    state = GAME.position("cards: 11 12; A: 1 2 3 4 5 6; B: 7 8 9 10; turn: B", players=2)
    do(state, "flip 1", "flip 2")
    assert state.scores() == [6, 6]
    assert state.ranking() == [1, 1]


@pytest.mark.clause("TM-Q17")
def test_a_joker_counts_as_one_card() -> None:
    state = lay("21 S 23")
    do(state, "flip 1", "flip 2", "flip 3")
    assert state.scores() == [3, 0, 0]


@pytest.mark.clause("TM-Q20")
def test_the_same_two_cards_for_ever_end_the_match() -> None:
    state = GAME.position("cards: 1 9 2 17 3", players=2)
    state.listen()
    turns = 0
    while state.waiting() >= 0 and turns <= BARREN:
        do(state, "flip 1", "flip 2")
        turns += 1
    assert turns == BARREN
    assert state.scores() == [0, 0]
    told = {event.kind: event.data for event in state.take_events()}
    assert told["too_long"] == {"turns": BARREN}
    assert told["match_over"]["rest"] == ["1", "9", "2", "17", "3"]


@pytest.mark.clause("TM-Q20")
def test_whoever_takes_a_card_begins_the_count_anew() -> None:
    state = GAME.position("cards: 1 9 2 17 3 30 31", players=2)
    for _ in range(BARREN - 1):
        do(state, "flip 1", "flip 2")
    assert state.view(0)["barren"] == GAME.recall(state.view(0)).view(0)["barren"] == BARREN - 1
    do(state, "flip 6", "flip 7", "stop")
    assert state.view(0)["barren"] == 0
    do(state, "flip 1", "flip 2")
    assert state.view(0)["barren"] == 1


@pytest.mark.clause("TM-21", "TM-Q11")
def test_the_printed_example_of_the_english_sheet() -> None:
    """21, 23 and a special card as 22, in this order."""
    state = lay("21 23 S 40 41", jokers=-1, edition="000")
    do(state, "flip 1", "flip 2")
    assert kind(state) == "bridge"
    do(state, "flip 3", "flip 4")
    assert state.scores()[0] == 3
    # Without jokers the first sentence holds: no neighbours, and the turn is over.
    plain = lay("21 23 22 40 41", edition="000")
    do(plain, "flip 1", "flip 2")
    assert plain.waiting() == 1


@pytest.mark.clause("TM-20", "TM-Q5")
def test_three_turned_over_may_be_enough_for_a_joker() -> None:
    for enough, won in ((False, 0), (True, 2)):
        state = lay("21 S 40 44 45", jokers=-1, opened_is_enough=enough)
        do(state, "flip 1", "flip 2", "flip 3")
        assert state.scores()[0] == won
    # Two cards turned over are not three.
    two = lay("21 S 40 44 45", jokers=-1, opened_is_enough=True)
    do(two, "flip 1", "flip 2", "stop")
    assert two.scores()[0] == 0
    # A joker and any two cards can still be taken from; a joker and one card cannot.
    assert lay("4 S 9", jokers=-1, opened_is_enough=True).waiting() >= 0
    assert lay("4 S", jokers=-1, opened_is_enough=True).waiting() == -1
