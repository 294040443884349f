"""Pit Stop: places and points, rounds that break off, hand sizes, and the end of a match."""

from __future__ import annotations

import pytest

from games.pit_stop.test_rules import GAME, asked, at, cards, go, hand, legal, nobody_reacts, refused, rounds
from tailback.core.contract import CLOCK, RING, State
from tailback.core.errors import BadOption, IllegalMove
from tailback.core.rng import Rng
from tailback.core.snapshot import dump

# The end of a round


@pytest.mark.clause("CG-10", "CG-11", "CG-12", "CA-42", "CG-14", "CG-15", "CT-30", "CA-43")
def test_places_of_five() -> None:
    state = at("A: R1; B: R2; C: R3; D: R4; E: R6 R7", players=5)
    for letter, card in zip("ABCD", ("R1", "R2", "R3", "R4"), strict=True):
        assert rounds(state) == []
        nobody_reacts(go(state, f"{letter} lay {card}"))
    assert rounds(state) == [[20, 10, 5, 1, 0]]


@pytest.mark.clause("CA-43", "CT-30")
@pytest.mark.parametrize(("players", "points"), [(2, [20, 0]), (3, [20, 10, 0]), (6, [20, 10, 5, 1, 1, 0])])
def test_the_last_gets_nothing(players: int, points: list[int]) -> None:
    letters = "ABCDEF"[:players]
    hands = "; ".join(f"{letter}: R{k + 1}" for k, letter in enumerate(letters))
    state = at(hands, players=players)
    for k, letter in enumerate(letters[:-1]):
        nobody_reacts(go(state, f"{letter} lay R{k + 1}"))
    assert rounds(state) == [points]


@pytest.mark.clause("CG-13", "CA-44", "CT-30")
def test_the_highest_total_wins() -> None:
    state = at("A: R1; B: R2; C: R3 R4; rounds: 45 40 0; turn: B", players=3)
    nobody_reacts(go(state, "B lay R2"))
    assert state.decision() is not None  # 60 points are certain, but the round goes on
    nobody_reacts(go(state, "C draw", "A lay R1"))
    assert state.decision() is None
    assert state.scores() == [55, 60, 0]
    assert state.ranking() == [2, 1, 3]
    assert state.legal(0) == []
    assert refused(state, "A draw") == ("", "match_over")


@pytest.mark.clause("CA-45", "CT-30")
def test_ties_win_together() -> None:
    state = at("A: R1; B: R2; C: R3 R4; rounds: 40 30 0; turn: B", players=3)
    nobody_reacts(go(state, "B lay R2"))
    nobody_reacts(go(state, "C draw", "A lay R1"))
    assert state.scores() == [50, 50, 0]
    assert state.ranking() == [1, 1, 3]


@pytest.mark.clause("CG-16", "CA-46")
def test_limits() -> None:
    state = at("A: R1; B: R2 R3; rounds: 40 0", players=2, points=75)
    nobody_reacts(go(state, "A lay R1"))
    assert state.decision() is not None
    state = at("A: R1; B: R2 R3; rounds: 40 0", players=2, limit="rounds", rounds=2)
    nobody_reacts(go(state, "A lay R1"))
    assert state.decision() is None
    assert state.scores() == [60, 0]
    state = at("A: R1; B: R2 R3", players=2, limit="rounds", rounds=3)
    nobody_reacts(go(state, "A lay R1"))
    assert (state.view(None)["round"], state.view(None)["last_round"]) == (2, 3)
    state = at("A: R1; B: R2 R3; rounds: 40 0", players=2, limit="rounds", rounds=3)
    nobody_reacts(go(state, "A lay R1"))
    assert state.decision() is not None  # 60 points end nothing when rounds are counted
    for name, value, clause in (("points", 60, "CG-16"), ("rounds", 21, "CA-46"), ("minutes", 4, "CA-53")):
        with pytest.raises(BadOption) as caught:
            GAME.settle(4, {name: value})
        assert caught.value.clause == clause


@pytest.mark.clause("CA-46")
def test_a_match_by_points_stops_somewhere() -> None:
    """Nobody ever plays a card: every round is a tie without points."""
    state = at("A: B1; B: G1; C: Y1; pile: R5", players=3, deck="")
    state.rounds = ((0, 0, 0),) * 11
    go(state, "A pass", "B pass", "C pass")
    assert state.decision() is not None
    while (seat := state.waiting()) >= 0:
        state.apply(seat, state.fallback(seat))
    assert len(rounds(state)) == 13
    assert GAME.bound(3, GAME.settle(3)) == 13 * 2000


@pytest.mark.clause("CA-47")
def test_a_last_card_still_works() -> None:
    state = nobody_reacts(go(at("A: R-Sv; B: B1; C: B2"), "A lay R-Sv"))
    assert asked(state) == ("service", "B")
    state = nobody_reacts(go(at("A: R1; C: B2; D: R2; places: B"), "A lay R1"))
    assert asked(state) == ("turn", "C")


@pytest.mark.clause("CA-48", "CT-30")
def test_the_rest_lapses() -> None:
    state = go(at("A: R-Fn G1; B: B1", deck=""), "A fine R @B", "B accept")
    assert hand(state, "B") == cards("B1 R5")
    assert asked(state) == ("turn", "C")


@pytest.mark.clause("CA-48", "CT-30")
def test_everybody_passes() -> None:
    state = at("A: B1; B: G1; C: Y1", players=3, deck="")
    assert legal(state, "A") == {"pass"}
    assert refused(state, "A draw") == ("CA-48", "nothing_to_draw")
    go(state, "A pass", "B pass")
    assert rounds(state) == []
    go(state, "C pass")
    assert rounds(state) == [[0, 0, 0]]  # all three share the lowest points


@pytest.mark.clause("CA-48")
def test_ranked_by_fewest_cards() -> None:
    state = at("A: B1 B2; B: G1; C: Y1 Y2; D: Y3 Y4 Y6; places: E", players=5, deck="")
    go(state, "A pass", "B pass", "C pass", "D pass")
    # E is first, B second, A and C share fourth place, D has most cards.
    assert rounds(state) == [[1, 10, 1, 0, 20]]


@pytest.mark.clause("CA-48")
def test_without_supply_whoever_can_play_must() -> None:
    state = at("A: R1 B1; B: G1; C: Y1", players=3, deck="")
    assert legal(state, "A") == {"lay R1"}
    assert refused(state, "A pass") == ("CA-48", "no_pass")
    state = at("A: B1; B: G1; C: R1 R3", players=3, deck="")
    go(state, "A pass", "B pass", "C lay R1")
    # A card was laid: there is a supply again and the passes start anew.
    assert legal(state, "A") == {"draw", "lay B1"}
    assert state.view(None)["passes"] == 0


@pytest.mark.clause("CA-49")
def test_endless_drawing_ends() -> None:
    state = at("A: B1 B2; B: G1", players=2, deck="*")
    for _ in range(20):
        assert rounds(state) == []
        go(state, "A draw", "B draw")
    assert rounds(state) == [[0, 20]]


@pytest.mark.clause("CA-49", "CA-9")
def test_laps_are_counted_by_who_is_still_in() -> None:
    state = at("A: B1 B2; B: G1; places: C", players=3, deck="*", play_drawn="yes")
    for _ in range(20):
        assert rounds(state) == []
        go(state, "A draw", "A keep", "B draw", "B keep")  # drawing and keeping is one turn
    assert rounds(state) == [[0, 10, 20]]


@pytest.mark.clause("CA-49")
@pytest.mark.parametrize("card", ["new car", "exchange"])
def test_cards_beside_the_pile_count_as_played(card: str) -> None:
    state = at("A: NC CX B1 B2; B: G1", players=2, deck="*")
    for _ in range(19):
        go(state, "A draw", "B draw")
    go(state, f"A {card}", "B draw", "A draw", "B draw")
    assert rounds(state) == []
    assert state.view(None)["idle"] == 3


@pytest.mark.clause("CA-48")
def test_a_round_of_two_thousand_steps_ends() -> None:
    state = at("A: R1 B2; B: G1 G2 G3; C: Y1", players=3, deck="*")
    state.steps = 1998
    go(state, "A draw")
    assert rounds(state) == []
    go(state, "B draw")
    assert rounds(state) == [[10, 0, 20]]
    assert state.steps == 0
    # Also in the middle of something: A has a place, the question about it stays open.
    state = at("A: R2; B: B1 B2; C: B3", players=3)
    state.steps = 1999
    assert rounds(go(state, "A lay R2")) == [[20, 0, 10]]
    state = at("A: R2; B: NC; C: B3", players=3)
    state.steps = 1998
    assert rounds(go(state, "A lay R2", "B return")) == [[0, 20, 10]]
    # A round that ends with its last step has really ended.
    state = at("A: R2; B: B1", players=2)
    state.steps = 1998
    assert rounds(go(state, "A lay R2", "B pass")) == [[20, 0]]
    assert GAME.bound(3, GAME.settle(3, {"limit": "rounds", "rounds": 4})) == 8000


@pytest.mark.clause("CA-50")
def test_hand_sizes_are_public() -> None:
    state = at("A: R-Fn B1; B: R1 R2; C: G1; D: Y1 Y2 Y3")
    for seat in (None, 0, 3):
        assert [one["cards"] for one in state.view(seat)["seats"]] == [2, 2, 1, 3]


@pytest.mark.clause("CA-44")
def test_whole_matches_end_as_they_should() -> None:
    for seed in range(6):
        state = GAME.new(2 + seed % 3, seed)
        rng = Rng(seed)
        while (seat := state.waiting()) >= 0:
            choices = state.legal(seat)
            state.apply(seat, choices[rng.below(len(choices))])
        assert max(state.scores()) >= 50
        assert all(sorted(line, reverse=True)[0] <= 20 for line in state.view(None)["rounds"])


# The time


def timed(text: str, **options: object) -> State:
    return at(text, limit="minutes", minutes=5, **options)


@pytest.mark.clause("CG-16", "CA-46", "CA-53")
def test_the_round_is_played_to_its_end_when_the_time_is_up() -> None:
    state = timed("A: R1; B: R2; C: R3 R4; rounds: 20 10 0; turn: B", players=3)
    assert state.lasts() == 300
    assert (state.view(None)["minutes"], state.view(None)["last_round"]) == (5, None)
    before = state.decision()
    assert before is not None
    state.listen()
    state.apply(CLOCK, RING)
    told = [event.full() for event in state.take_events()]
    assert told == [{"kind": "time_up", "round": 2}]
    after = state.decision()
    assert after is not None
    assert after.data() == before.data()
    assert (state.lasts(), state.view(None)["last_round"]) == (0, 2)
    nobody_reacts(go(state, "B lay R2"))
    nobody_reacts(go(state, "C draw", "A lay R1"))
    assert state.decision() is None
    assert rounds(state) == [[20, 10, 0], [10, 20, 0]]
    assert state.ranking() == [1, 1, 3]


@pytest.mark.clause("CA-46")
def test_before_the_time_is_up_no_number_of_points_ends_it() -> None:
    state = timed("A: R1; B: R2 R3; rounds: 200 0", players=2)
    nobody_reacts(go(state, "A lay R1"))
    assert state.decision() is not None
    state.apply(CLOCK, RING)  # the round that has just been dealt is the last one
    assert state.view(0)["last_round"] == 3


@pytest.mark.clause("CA-53")
def test_nobody_but_the_clock_says_so_and_only_once() -> None:
    state = timed("A: R1; B: R2; C: R3 R4", players=3)
    for seat in range(3):
        assert not any(GAME.notation(action).startswith("time") for action in state.legal(seat))
        assert not state.allows(seat, GAME.actions)
    for action in (0, 1, GAME.actions):
        with pytest.raises(IllegalMove):
            state.apply(CLOCK, action)
    with pytest.raises(IllegalMove):
        state.allows(CLOCK, RING)
    state.apply(CLOCK, RING)
    for other in (state, at("A: R1; B: R2; C: R3 R4", players=3)):
        before = dump(other)
        with pytest.raises(IllegalMove) as caught:
            other.apply(CLOCK, RING)
        assert caught.value.key == "no_clock"
        assert dump(other) == before


@pytest.mark.clause("CA-53")
def test_a_match_by_time_stops_somewhere() -> None:
    """Nobody looks at a clock: in the lab, and where programs learn."""
    options = GAME.settle(2, {"limit": "minutes"})
    assert GAME.bound(2, options) == 50 * 2000
    state = GAME.new(2, 3, options)
    while (seat := state.waiting()) >= 0:
        state.apply(seat, state.instinct(seat, Rng(1)))
    assert len(rounds(state)) == 50


@pytest.mark.clause("CA-46")
def test_everybody_who_looks_knows_that_the_time_is_up() -> None:
    """In every world that a seat imagines, in one out of its view, and in a copy."""
    state = timed("A: R1 G1; B: R2 G2; C: R3 R4", players=3)
    state.apply(CLOCK, RING)
    for world in (state.clone(), state.imagine(1, Rng(2)), GAME.recall(state.view(1)), GAME.recall(state.view(None))):
        assert world.view(None)["last_round"] == 1
        assert world.lasts() == 0
        assert world.outlook(0) > 0
