"""Mau-Mau: saying "mau", being caught, the end of a game and of the match."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.mau_mau.test_rules import at, hand, legal, play, refused, told, turn
from tailback import games
from tailback.core.contract import FIRST, State
from tailback.core.record import verify
from tailback.core.record_reader import read
from tailback.core.rng import Rng
from tailback.games.mau_mau import GAME
from tailback.games.mau_mau.material import MOST_DECISIONS, says_mau

# Saying mau


@pytest.mark.clause("MT-19", "MM-37", "MA-24")
def test_mau_with_the_second_to_last_card() -> None:
    state = play(at("A: R3 B5"), "A lay R3 mau")
    assert hand(state, "A") == ["B5"]
    assert turn(state) == "B"


@pytest.mark.clause("MM-38")
def test_everybody_hears_it() -> None:
    state = play(at("A: R3 B5"), "A lay R3 mau")
    event = next(event for event in state.take_events() if event.kind == "mau")
    assert event.seen_by(None) == event.seen_by(2) == {"kind": "mau", "seat": 0}
    assert state.view(2)["seats"][0]["cards"] == 1


@pytest.mark.clause("MT-20", "MM-39", "MA-26")
def test_forgetting_it_costs_one_card() -> None:
    state = play(at("A: R3 B5; deck: G9 Y1 Y2"), "A lay R3")
    assert hand(state, "A") == ["B5", "G9"]
    assert turn(state) == "B"
    events = [event.kind for event in state.take_events()]
    assert events == ["laid", "mau_forgotten", "mau_penalty"]


@pytest.mark.clause("MA-24", "MA-26")
def test_it_is_due_again_each_time() -> None:
    state = at("A: R3 B5; B: R1 R9 G2; deck: R6 Y1", 2)
    play(state, "A lay R3", "B lay R1")
    assert hand(state, "A") == ["R6", "B5"]
    assert legal(state, "A") == {"lay R6", "lay R6 mau"}


@pytest.mark.clause("MT-21", "MA-25")
def test_the_penalty_comes_before_the_effect() -> None:
    state = play(at("A: R-T4 B5; B: R1 B2; deck: Y1 G1 G2 G3 G4 G5"), "A lay R-T4")
    assert hand(state, "A") == ["B5", "Y1"]
    assert hand(state, "B") == ["R1", "B2", "G1", "G2", "G3", "G4"]
    assert turn(state) == "C"


@pytest.mark.clause("MA-26", "MA-30")
def test_the_penalty_takes_the_only_card_left() -> None:
    state = play(at("A: R3 B5; B: B1 B2; deck: ; pile: R8"), "A lay R3")
    assert hand(state, "A") == ["R8", "B5"]
    assert legal(state, "B") == {"pass"}


@pytest.mark.clause("MA-27", "MA-24")
def test_mau_at_the_wrong_moment_is_no_move_and_costs_nothing() -> None:
    state = at("A: R3 B5 G1")
    assert refused(state, "A lay R3 mau") == ("MA-27", "mau_not_due")
    assert refused(at("A: R3"), "A lay R3 mau") == ("MA-27", "mau_not_due")
    assert refused(at("A: CC R3 B5"), "A lay CC red mau") == ("MA-27", "mau_not_due")
    assert hand(state, "A") == ["R3", "B5", "G1"]
    play(state, "A lay R3")
    assert len(hand(state, "A")) == 2


@pytest.mark.clause("MA-25", "MM-37")
def test_the_program_may_say_it() -> None:
    state = at("A: R3 B5", mau_mode="auto")
    assert legal(state, "A") == {"lay R3"}
    assert refused(state, "A lay R3 mau") == ("MA-25", "mau_is_automatic")
    play(state, "A lay R3")
    assert hand(state, "A") == ["B5"]
    assert told(state, "mau") == [{"seat": 0}]
    wild = play(at("A: CC B5", mau_mode="auto"), "A lay CC blue")
    assert hand(wild, "A") == ["B5"]


@pytest.mark.clause("MM-37", "MA-22")
def test_a_colour_change_as_second_to_last_card() -> None:
    state = play(at("A: CC B5"), "A lay CC blue mau")
    assert (hand(state, "A"), state.view(None)["colour"]) == (["B5"], "B")


# Catching


def silent(text: str = "A: R3 B5; B: R4 R5 G9; C: G1 G2 G3", players: int = 3, move: str = "A lay R3") -> State:
    """Somebody has just laid the second-to-last card without a word."""
    return play(at(text, players, mau_mode="catch"), move)


@pytest.mark.clause("MA-25")
def test_the_window_asks_everybody_the_silent_player_first_and_the_one_on_turn_last() -> None:
    state = silent()
    decision = state.decision()
    assert decision is not None
    assert (decision.kind, decision.gate) == ("catch", FIRST)
    assert decision.seats == decision.awaited == (0, 2, 1)
    assert state.waiting() == 0
    assert hand(state, "A") == ["B5"]
    assert state.view(None)["silent"] == 0
    assert legal(state, "A") == {"mau", "pass"}
    assert legal(state, "C") == {"no mau", "pass"}
    assert legal(state, "B") == {"lay R4", "lay R5", "no mau"}


@pytest.mark.clause("MA-25")
@pytest.mark.parametrize(("direction", "order"), [("clockwise", "ACDB"), ("anticlockwise", "ACBD")])
def test_the_order_follows_the_direction(direction: str, order: str) -> None:
    state = silent(f"A: R3 B5; direction: {direction}", 4)
    assert turn(state) == order


@pytest.mark.clause("MA-25", "MM-37")
def test_no_window_after_mau() -> None:
    state = silent(move="A lay R3 mau")
    assert turn(state) == "B"
    assert state.view(None)["silent"] is None


@pytest.mark.clause("MA-25", "MA-26", "MM-39")
def test_caught() -> None:
    state = play(silent(), "C no mau")
    assert hand(state, "A") == ["B5", "Y1"]
    assert turn(state) == "B"
    assert told(state, "caught") == [{"seat": 0, "by": 2}]
    assert refused(state, "A mau") == ("", "not_asked")
    assert refused(state, "B no mau") == ("MA-25", "nobody_silent")
    assert legal(state, "B") == {"lay R4", "lay R5"}


@pytest.mark.clause("MA-25")
def test_the_player_on_turn_may_catch_and_then_plays() -> None:
    state = play(silent(), "B no mau")
    assert len(hand(state, "A")) == 2
    play(state, "B lay R4")
    assert turn(state) == "C"


@pytest.mark.clause("MA-25")
def test_the_silent_player_may_still_say_it() -> None:
    state = play(silent(), "A mau")
    assert hand(state, "A") == ["B5"]
    assert told(state, "mau") == [{"seat": 0}]
    assert refused(state, "C no mau") == ("", "not_asked")
    assert turn(state) == "B"


@pytest.mark.clause("MA-25")
@pytest.mark.parametrize("move", ["B lay R4", "B lay R5"])
def test_the_next_action_closes_the_window(move: str) -> None:
    state = play(silent(), move)
    assert hand(state, "A") == ["B5"]
    assert turn(state) == "C"
    assert state.view(None)["silent"] is None
    assert refused(state, "C no mau") == ("MA-25", "nobody_silent")


@pytest.mark.clause("MA-25")
def test_drawing_and_taking_close_it_too() -> None:
    state = play(silent("A: R3 B5; B: G4 G5; C: G1 G2"), "B draw")
    assert turn(state) == "C"
    state = silent("A: R-T2 B5; B: G4 G5; C: G1 G2", move="A lay R-T2")
    assert legal(state, "B") == {"take", "no mau"}
    play(state, "B take")
    assert (turn(state), hand(state, "A")) == ("C", ["B5"])


@pytest.mark.clause("MA-25")
def test_letting_it_go_is_final_for_that_player_only() -> None:
    state = play(silent(), "C pass")
    assert turn(state) == "AB"
    assert refused(state, "C no mau") == ("", "not_asked")
    assert told(state, "let_go") == [{"seat": 2}]
    play(state, "A pass")
    decision = state.decision()
    assert decision is not None
    assert (decision.kind, decision.seats) == ("catch", (1,))
    play(state, "B no mau")
    assert len(hand(state, "A")) == 2


@pytest.mark.clause("MA-25")
def test_who_is_not_on_turn_can_only_speak_about_the_mau() -> None:
    state = silent()
    assert refused(state, "C lay G1") == ("MA-25", "only_mau_now")
    assert refused(state, "C mau") == ("MA-25", "only_mau_now")
    assert refused(state, "A no mau") == ("MA-25", "only_mau_now")
    assert refused(state, "B mau") == ("MA-25", "not_your_mau")


@pytest.mark.clause("MA-25")
def test_when_catching_the_effect_comes_first() -> None:
    state = silent("A: R-T4 B5; B: R1 B2; C: R2 G2; deck: G1 G2 G3 G4 Y1 G5", move="A lay R-T4")
    assert hand(state, "B") == ["R1", "B2", "G1", "G2", "G3", "G4"]
    assert turn(state) == "ABC"
    play(state, "B no mau")
    assert hand(state, "A") == ["B5", "Y1"]
    assert turn(state) == "C"


@pytest.mark.clause("MA-25", "MA-26", "MA-30")
def test_being_caught_with_nothing_to_draw_costs_nothing() -> None:
    state = silent("A: R-T4 B5; B: R1 B2; C: B3 G2; deck: ; pile: R8", move="A lay R-T4")
    assert hand(state, "B") == ["R1", "R8", "B2"]
    assert legal(state, "C") == {"pass", "no mau"}
    play(state, "C no mau")
    assert hand(state, "A") == ["B5"]
    assert legal(state, "C") == {"pass"}
    play(state, "C pass")
    assert turn(state) == "A"


@pytest.mark.clause("MA-25", "MA-30")
def test_passing_a_turn_closes_the_window_too() -> None:
    state = silent("A: R-T4 B5; B: R1 B2; C: B3 G2; deck: ; pile: R8", move="A lay R-T4")
    play(state, "C pass")
    assert turn(state) == "A"
    assert state.view(None)["silent"] is None


@pytest.mark.clause("MA-25", "MA-16")
def test_two_players_and_the_silent_one_is_on_turn_again() -> None:
    state = silent("A: R-Stop R5; B: G1 G2", 2, "A lay R-Stop")
    assert turn(state) == "BA"
    assert legal(state, "B") == {"no mau", "pass"}
    assert legal(state, "A") == {"lay R5", "mau"}
    assert refused(state, "A no mau") == ("MA-25", "not_yourself")
    caught = play(state.clone(), "B no mau")
    assert len(hand(caught, "A")) == 2
    assert turn(caught) == "A"
    rescued = play(state.clone(), "A mau")
    assert legal(rescued, "A") == {"lay R5"}
    assert turn(rescued) == "A"
    won = play(state.clone(), "A lay R5")
    assert won.view(None)["rounds"] == [[0, 3]]


@pytest.mark.clause("MA-25")
def test_two_players_in_the_usual_case() -> None:
    state = silent("A: R3 R5; B: R1 R2 G4", 2)
    assert turn(state) == "AB"
    assert legal(state, "B") == {"lay R1", "lay R2", "no mau"}
    play(state, "B lay R1")
    assert legal(state, "A") == {"lay R5"}


@pytest.mark.clause("MA-25")
def test_one_window_may_follow_another() -> None:
    state = silent("A: R3 B5; B: R4 G5; C: R1 G2")
    play(state, "B lay R4")
    assert (turn(state), state.view(None)["silent"]) == ("BAC", 1)
    play(state, "A no mau", "C lay R1")
    assert (turn(state), state.view(None)["silent"]) == ("CBA", 2)
    assert [len(hand(state, letter)) for letter in "ABC"] == [1, 2, 1]


@pytest.mark.clause("MA-25", "MM-9")
def test_the_window_tells_nothing_about_hands() -> None:
    rng = Rng(3)
    state = silent()
    for seat in (0, 1, 2, None):
        world = state.imagine(seat, rng)
        assert world.view(seat) == state.view(seat)
        assert world.decision().data() == state.decision().data()  # type: ignore[union-attr]


# The end of a game


@pytest.mark.clause("MM-40", "MA-28")
def test_the_program_says_mau_mau() -> None:
    for mode in ("declare", "auto", "catch"):
        state = at("A: R3; B: B1", 2, mau_mode=mode, games=1)
        assert legal(state, "A") == {"lay R3"}
        play(state, "A lay R3")
        assert told(state, "mau_mau") == [{"seat": 0}]
        assert state.scores() == [0, 1]


@pytest.mark.clause("MT-25", "MM-41", "MM-42", "MM-43", "MA-31")
def test_counting() -> None:
    state = at("A: R8; B: R9 G4 CC Y-T4; C: B1; D: G-Rev B-Stop Y7", 4, games=1)
    play(state, "A lay R8")
    assert state.scores() == [0, 33, 1, 27]
    over = next(event for event in state.take_events() if event.kind == "game_over")
    assert over.data["winner"] == 0
    assert over.data["hands"][1] == ["R9", "G4", "Y-T4", "CC"]


@pytest.mark.clause("MT-23", "MA-23")
@pytest.mark.parametrize(("rule", "scores"), [("none", [0, 29, 1]), ("draw", [0, 32, 1])])
def test_take_2_as_the_last_card(rule: str, scores: list[int]) -> None:
    state = at("A: R-T2; B: B9 R-Stop CC; C: B1; deck: Y1 Y2", final_penalty=rule, games=1)
    play(state, "A lay R-T2")
    assert state.scores() == scores
    assert state.view(None)["pending"] == 0


@pytest.mark.clause("MT-24", "MM-14", "MA-23")
def test_an_answer_with_the_last_card_wins_and_drops_the_sum() -> None:
    state = play(at("A: R-T2 B2 B3; B: Y-T2; C: G4 G5", games=1), "A lay R-T2", "B lay Y-T2")
    assert state.scores() == [5, 0, 9]
    assert state.view(None)["pending"] == 0


@pytest.mark.clause("MA-23", "MM-27")
def test_the_final_penalty_is_the_whole_chain_and_cannot_be_answered() -> None:
    state = at("A: R-T2 B2 B3; B: Y-T2; C: G4 G-T2; deck: Y1 Y2 Y3 Y4 Y5", final_penalty="draw", games=1)
    play(state, "A lay R-T2", "B lay Y-T2")
    assert state.decision() is None
    assert state.scores() == [5, 0, 14 + 1 + 2 + 3 + 4]


@pytest.mark.clause("MA-23")
def test_the_final_penalty_of_take_4_follows_the_direction() -> None:
    text = "A: R-T4; B: B1; C: B2; direction: anticlockwise; deck: Y1 Y2 Y3 Y4 Y5"
    assert play(at(text, final_penalty="draw", games=1), "A lay R-T4").scores() == [0, 1, 12]
    assert play(at(text, games=1), "A lay R-T4").scores() == [0, 1, 2]


@pytest.mark.clause("MA-23", "MA-30")
def test_the_final_penalty_lapses_where_the_supply_ends() -> None:
    state = at("A: R-T4; B: B1; pile: R8; deck: Y9", 2, final_penalty="draw", games=1)
    assert play(state, "A lay R-T4").scores() == [0, 1 + 9 + 8]


@pytest.mark.clause("MA-23")
@pytest.mark.parametrize("card", ["R-Stop", "R-Rev", "R5", "CC"])
def test_other_last_cards_make_nobody_draw(card: str) -> None:
    state = at(f"A: {card}; B: B1; C: B2", final_penalty="draw", games=1)
    assert play(state, f"A lay {card}").scores() == [0, 1, 2]


@pytest.mark.clause("MM-44", "MM-12")
def test_a_new_game_is_dealt_from_all_the_cards() -> None:
    state = GAME.new(3, 21)
    rng = Rng(1)
    while not state.view(None)["rounds"]:
        seat = state.waiting()
        choices = state.legal(seat)
        state.apply(seat, choices[rng.below(len(choices))])
    view = state.view(None)
    assert (view["deck"], len(view["pile"]), view["pending"]) == (110 - 15 - 1, 1, 0)
    assert sorted(state.census()) == sorted(GAME.new(3, 1).census())


# The whole match


@pytest.mark.clause("MT-30", "MM-12", "MM-45", "MM-46", "MA-33")
def test_the_smallest_sum_wins_and_may_be_shared() -> None:
    state = at("A: B5 G9; B: CC R-T2 R-Stop; C: R3; turn: C; dealer: C; rounds: 0 12 18 / 21 0 17")
    play(state, "C lay R3")
    assert state.view(None)["rounds"] == [[0, 12, 18], [21, 0, 17], [14, 30, 0]]
    assert state.scores() == [35, 42, 35]
    assert state.ranking() == [1, 3, 1]
    over = next(event for event in state.take_events() if event.kind == "match_over")
    assert over.data == {"scores": [35, 42, 35], "places": [1, 3, 1]}


@pytest.mark.clause("MT-30", "MM-12", "MA-3")
def test_dealers_and_starters_of_three_games() -> None:
    state = at("A: R1; B: R2; C: R3; turn: B; dealer: A")
    play(state, "B lay R2")
    assert (state.view(None)["dealer"], turn(state)) == (1, "C")
    finish(state)
    assert (state.view(None)["dealer"], turn(state)) == (2, "A")


def finish(state: State) -> None:
    """Play at random until the next game begins."""
    rng = Rng(6)
    games = len(state.view(None)["rounds"])
    while len(state.view(None)["rounds"]) == games:
        seat = state.waiting()
        choices = state.legal(seat)
        state.apply(seat, choices[rng.below(len(choices))])


@pytest.mark.clause("MA-33")
def test_all_may_win_together() -> None:
    state = at("pile: R8; deck: ; A: B2; B: G2; C: Y2", games=1)
    play(state, "A pass", "B pass", "C pass")
    assert state.ranking() == [1, 1, 1]


def quiet(state: State, seat: int) -> int:
    """Anything but "mau"."""
    return next(action for action in state.legal(seat) if not says_mau(action))


@pytest.mark.clause("MA-36")
def test_a_game_in_which_nobody_says_mau_ends_all_the_same() -> None:
    """Without the guard nobody ever gets below two cards."""
    state = GAME.new(3, 5, {"games": 1}, listen=True)
    steps = 0
    while (seat := state.waiting()) >= 0 and steps <= MOST_DECISIONS:
        state.apply(seat, quiet(state, seat))
        steps += 1
    assert (state.decision(), steps) == (None, MOST_DECISIONS)
    events = state.take_events()
    assert [event.kind for event in events][-3:] == ["too_long", "game_over", "match_over"]
    assert events[-2].data["winner"] == -1
    assert min(state.scores()) > 0, "everybody counts what is left"


@pytest.mark.clause("MA-36")
def test_the_next_game_counts_its_own_decisions() -> None:
    state = GAME.new(2, 5, {"games": 2})
    for _ in range(MOST_DECISIONS):
        state.apply(state.waiting(), state.fallback(state.waiting()))
    view = state.view(0)
    assert (view["game"], view["made"]) == (2, 0)
    state.apply(state.waiting(), state.fallback(state.waiting()))
    assert state.view(0)["made"] == GAME.recall(state.view(0)).view(0)["made"] == 1


@pytest.mark.clause("MA-36")
def test_a_match_of_the_rules_before_is_read_and_goes_the_same_way() -> None:
    path = Path(__file__).parent / "golden" / "joint-winners.txt"
    text = path.read_text(encoding="utf-8").replace(f"game mau_mau {GAME.rules_version}\n", "game mau_mau 1\n")
    assert verify(read(text, games.load)) == []
