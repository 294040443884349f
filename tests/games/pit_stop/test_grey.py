"""Pit Stop: Paint Shop, Garage, New Car, Car Exchange, talking, and what the seats know of each other."""

from __future__ import annotations

from typing import Any

import pytest

from games.pit_stop.test_rules import (
    DECK,
    GAME,
    asked,
    at,
    cards,
    go,
    hand,
    legal,
    nobody_reacts,
    plays,
    refused,
    rounds,
    sizes,
)
from tailback.core.contract import FIRST
from tailback.core.rng import Rng
from tailback.games.pit_stop.material import TYPES
from tailback.games.pit_stop.play import PitStopState
from tailback.games.pit_stop.table import ROW

# Paint Shop


@pytest.mark.clause("CT-14", "CG-56", "CG-58")
def test_paint_shop() -> None:
    state = at("A: PS B1 B2; B: R5 G-Sv B9 GA G-Fn CX G2")
    go(state, "A paint green")
    assert state.view(None)["colour"] == "G"
    assert plays(state, "B") == {"G-Sv", "GA", "G-Fn", "CX", "G2"}
    assert refused(state, "B lay R5") == ("CG-58", "does_not_fit")


@pytest.mark.clause("CA-22")
def test_any_colour_also_with_the_last_card() -> None:
    state = at("A: PS; B: G1 R1")
    assert legal(state, "A") == {"paint red", "paint blue", "paint green", "paint yellow", "draw"}
    nobody_reacts(go(state, "A paint green"))
    assert state.view(None)["places"] == [0]
    assert plays(state, "B") == {"G1"}
    assert plays(go(at("A: PS B1; B: R1 B2"), "A paint red"), "B") == {"R1"}


@pytest.mark.clause("CG-57", "CG-60", "CG-30")
def test_grey_cards_go_on_everything_else() -> None:
    for top in ("R5", "R-Sv", "R-Fn", "PS", "GA"):
        state = at(f"A: PS GA G1; pile: {top}")
        assert plays(state, "A") >= {"PS", "GA"}


# Garage


@pytest.mark.clause("CT-15", "CG-59", "CG-61", "CA-23")
def test_garage() -> None:
    state = at("A: GA G1 G7 G3 R2; B: G4 B3 R1 R5")
    go(state, "A garage green")
    assert asked(state) == ("garage", "A")
    assert legal(state, "A") == {"car G1", "car G3", "car G7"}
    assert refused(state, "A done") == ("CA-24", "garage_needs_car")
    go(state, "A car G1", "A car G7", "A car G3", "A done")
    assert hand(state, "A") == ["R2"]
    assert state.view(None)["top"] == "G3"
    assert state.view(None)["pile"] == ["R5", "GA", "G1", "G7", "G3"]
    assert plays(state, "B") == {"G4", "B3"}


@pytest.mark.clause("CT-16", "CG-61")
def test_only_cars_of_one_colour() -> None:
    state = go(at("A: GA G1 B7 G-Sv"), "A garage green", "A car G1")
    assert refused(state, "A car B7") == ("CG-61", "garage_colour")
    assert refused(state, "A car G-Sv") == ("CG-61", "only_cars")
    assert refused(state, "A car G2") == ("CG-61", "not_in_hand")
    assert refused(state, "A draw") == ("CG-61", "garage_open")
    assert legal(state, "A") == {"done"}
    # The question stays the same for a hand without more Cars, so nobody learns that there is none.
    assert asked(state) == ("garage", "A")


@pytest.mark.clause("CT-17", "CA-24")
def test_garage_without_cars() -> None:
    state = at("A: GA; B: Y4 R5 PS")
    assert legal(state, "A") == {"draw"}
    assert refused(state, "A garage yellow") == ("CA-24", "no_car_of_colour")
    state = at("A: GA R1; B: Y4 R5 PS")
    assert legal(state, "A") == {"garage red", "lay R1", "draw"}
    state = at("A: GA; B: Y4 R5 PS", garage_min=0)
    go(state, "A garage yellow")
    assert legal(state, "A") == {"done"}
    nobody_reacts(go(state, "A done"))
    assert state.view(None)["places"] == [0]
    assert plays(state, "B") == {"Y4", "PS"}


@pytest.mark.clause("CA-25", "CG-59")
def test_finishing_with_a_garage() -> None:
    state = go(at("A: GA G1 G7; B: B7 B1"), "A garage green", "A car G1", "A car G7")
    assert asked(state) == ("garage", "A")  # one play, settled at its end
    go(state, "A done")
    assert asked(state) == ("new_car", "BCD")
    nobody_reacts(state)
    assert state.view(None)["places"] == [0]
    assert plays(state, "B") == {"B7"}


# New Car


@pytest.mark.clause("CT-18", "CG-62", "CG-63", "CG-64", "CG-66", "CA-31")
def test_bringing_a_player_back() -> None:
    state = at("A: R2; B: R4 B1; C: NC B3", deck="Y1 Y2 Y3")
    go(state, "A lay R2")
    assert state.view(None)["seats"][0]["place"] == 1
    go(state, "C return")
    assert hand(state, "A") == cards("Y1 Y2")
    view = state.view(None)
    assert view["seats"][2]["front"] == ["NC"]
    assert view["places"] == []
    assert view["top"] == "R2"
    assert asked(state) == ("turn", "B")
    assert plays(state, "B") == {"R4"}


@pytest.mark.clause("CT-18", "CG-65", "CA-27")
def test_too_late() -> None:
    state = at("A: R2; B: R4 B1; C: NC B3", deck="Y1 Y2 Y3")
    go(state, "A lay R2")
    assert refused(state, "B lay R4") == ("CA-27", "window_open")  # the next player is locked
    go(state, "B pass", "C pass")
    assert asked(state) == ("new_car", "D")
    assert refused(state, "C return") == ("", "not_asked")
    go(state, "D pass", "B lay R4")
    assert refused(state, "C return") == ("CG-65", "return_too_late")
    assert state.view(None)["places"] == [0]


@pytest.mark.clause("CA-26", "CA-27", "CA-28")
def test_everybody_is_asked() -> None:
    state = go(at("A: R2; B: R4; C: NC B3; D: B1"), "A lay R2")
    decision = state.decision()
    assert decision is not None
    assert (decision.kind, decision.seats, decision.gate) == ("new_car", (1, 2, 3), FIRST)
    assert (decision.seconds, decision.hold) == (5.0, True)
    assert legal(state, "B") == {"pass"}
    assert legal(state, "C") == {"return", "pass"}
    assert refused(state, "B return") == ("CG-64", "not_in_hand")
    state = go(at("A: R2; B: R4; C: NC B3; D: B1", window_seconds=9), "A lay R2")
    decision = state.decision()
    assert decision is not None
    assert decision.seconds == 9.0


@pytest.mark.clause("CA-26")
@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("A: R2", ["A lay R2"]),
        ("A: NC", ["A new car"]),
        ("A: CX", ["A exchange"]),
        ("A: GA R2", ["A garage red", "A car R2", "A done"]),
        ("D: R-Sv B1; A: B-Sv; turn: D", ["D lay R-Sv", "A counter B-Sv"]),
        ("D: R-Fn B1; A: B-Fn; turn: D", ["D fine R @A", "A counter B-Fn @B"]),
        ("D: CX B1; A: CX; turn: D", ["D swap @A", "A counter CX"]),
    ],
)
def test_any_emptied_hand_opens_the_window(text: str, moves: list[str]) -> None:
    state = go(at(text), *moves)
    assert asked(state) == ("new_car", "BCD")


@pytest.mark.clause("CA-26")
def test_no_window_when_both_new_cars_lie_open() -> None:
    state = go(at("A: R2; B: R4; C: B3; D: B1; front: NC@B NC@C"), "A lay R2")
    assert asked(state) == ("turn", "B")
    assert asked(go(at("A: NC; B: R4; front: NC@B"), "A new car")) == ("turn", "B")
    assert asked(go(at("A: R2; B: R4; front: NC@B"), "A lay R2"))[0] == "new_car"
    assert rounds(go(at("A: R2; B: R4; front: NC NC", players=2), "A lay R2")) == [[20, 0]]


@pytest.mark.clause("CA-28")
def test_the_next_player_may_react_and_still_plays() -> None:
    state = go(at("A: R2; B: NC R4"), "A lay R2", "B return")
    assert sizes(state)[:2] == [2, 1]
    assert asked(state) == ("turn", "B")
    state = go(at("A: R-Fn; B: NC B4 B5"), "A fine R @B", "B return")
    assert asked(state) == ("fine", "B")
    state = go(at("A: R-Sv; B: NC B4 B5"), "A lay R-Sv", "B return")
    assert asked(state) == ("service", "B")
    assert asked(go(state, "B accept")) == ("turn", "C")


@pytest.mark.clause("CT-20", "CA-29")
def test_the_first_press_counts() -> None:
    state = go(at("A: R2; B: NC B1; D: NC B7"), "A lay R2", "B return")
    assert refused(state, "D return") == ("", "not_asked")
    assert hand(state, "B") == ["B1"]
    assert hand(state, "D") == cards("B7 NC")
    assert asked(state) == ("turn", "B")
    state = go(at("A: R2; B: NC B1; D: NC B7"), "A lay R2", "D return")  # whoever is first, not who sits first
    assert hand(state, "B") == cards("B1 NC")


@pytest.mark.clause("CA-27", "CA-29")
def test_asked_one_after_the_other() -> None:
    state = at("C: R2; A: NC B1; B: NC B7; D: B2; turn: C", new_car_window="poll")
    go(state, "C lay R2")
    decision = state.decision()
    assert decision is not None
    assert (decision.seats, decision.seconds, decision.hold) == ((3,), None, False)
    assert refused(state, "A return") == ("", "not_asked")
    go(state, "D pass")
    assert asked(state) == ("new_car", "A")
    go(state, "A pass")
    assert asked(state) == ("new_car", "B")
    go(state, "B return")
    assert hand(state, "A") == cards("B1 NC")
    assert asked(state) == ("turn", "D")


@pytest.mark.clause("CT-21", "CA-32")
def test_new_car_with_two_players() -> None:
    state = go(at("A: R2; B: NC G4", players=2), "A lay R2", "B return")
    assert sizes(state) == [2, 1]
    assert asked(state) == ("turn", "B")
    state = go(at("A: R2; B: NC G4", players=2), "A lay R2", "B pass")
    assert rounds(state) == [[20, 0]]
    state = go(at("A: R2; B: NC", players=2), "A lay R2", "B return")
    assert asked(state) == ("new_car", "A")
    go(state, "A pass")
    assert rounds(state) == [[0, 20]]


@pytest.mark.clause("CA-30", "CA-31", "CA-26")
def test_nested_windows() -> None:
    state = go(at("A: R2; B: NC; C: R7 B1; D: NC B7"), "A lay R2", "B return")
    assert state.view(None)["places"] == [1]  # B has the place that A lost
    assert asked(state) == ("new_car", "CDA")
    go(state, "C pass", "D return")
    assert state.view(None)["places"] == []
    assert sizes(state) == [2, 2, 2, 1]
    assert asked(state) == ("turn", "B")  # who is next never changed
    # Nobody reacts the second time: B is out, so C is next.
    state = nobody_reacts(go(at("A: R2; B: NC; C: R7 B1; D: NC B7"), "A lay R2", "B return"))
    assert state.view(None)["places"] == [1]
    assert asked(state) == ("turn", "C")


@pytest.mark.clause("CA-30")
def test_two_last_new_cars_in_a_row() -> None:
    state = go(at("A: R2; B: NC; C: NC; D: B7"), "A lay R2", "B return", "C return")
    # A and B are back, C is out; both New Cars lie open, so nobody is asked again.
    assert state.view(None)["places"] == [2]
    assert sizes(state) == [2, 2, 0, 1]
    assert asked(state) == ("turn", "B")


@pytest.mark.clause("CA-30", "CA-20")
def test_a_new_car_does_not_dodge_a_fine() -> None:
    state = at("A: R-Fn; B: NC; C: R1 R2; D: B1")
    go(state, "A fine R @B", "B return")
    assert asked(state) == ("fine", "B")
    assert state.view(None)["places"] == []
    assert legal(state, "B") == {"accept"}
    go(state, "B accept")
    assert sizes(state) == [1, 2, 2, 1]
    assert state.view(None)["deck"] == 7
    assert asked(state) == ("turn", "C")


@pytest.mark.clause("CA-30", "CA-34")
def test_a_fine_that_brings_nothing_finishes() -> None:
    """The supply is one card: A comes back with it, so nothing is left for B's empty hand."""
    state = at("A: R-Fn; B: NC; C: R1 R2; D: B1", deck="")
    go(state, "A fine R @B", "B return")
    assert hand(state, "A") == ["R5"]
    go(state, "B accept")
    assert state.view(None)["places"] == [1]
    assert asked(state) == ("new_car", "CDA")
    assert asked(nobody_reacts(state)) == ("turn", "C")


@pytest.mark.clause("CA-30", "CA-47")
def test_a_service_is_used_up_by_a_finished_target() -> None:
    state = go(at("A: R-Sv; B: NC; C: B-Sv R1; D: B1"), "A lay R-Sv", "B return")
    assert asked(state) == ("new_car", "CDA")
    nobody_reacts(state)
    assert state.view(None)["places"] == [1]
    assert asked(state) == ("turn", "C")
    assert state.view(None)["pending"] is None
    # Brought back in the inner window, the target still has the Service to answer.
    state = go(at("A: R-Sv; B: NC; C: NC R1; D: B1"), "A lay R-Sv", "B return", "C return")
    assert asked(state) == ("service", "B")


@pytest.mark.clause("CA-30", "CA-15", "CG-54")
def test_a_fine_chain_through_a_returned_player() -> None:
    state = at("A: R-Fn; B: B-Fn; C: NC G1 G2; D: NC Y9")
    go(state, "A fine R @B", "C return")  # A is back with two cards
    go(state, "B counter B-Fn @A", "D return")  # and so is B
    assert asked(state) == ("fine", "A")
    assert state.view(None)["pending"]["chain"] == [0, 1]
    go(state, "A accept")
    # Two from the deck for the own Fine; B held two cards: one from the hand, one from the deck.
    assert sizes(state) == [6, 1, 2, 1]
    assert asked(state) == ("turn", "B")


@pytest.mark.clause("CA-18", "CA-20", "CG-54")
def test_hands_that_change_while_a_chain_grows() -> None:
    """A fines B, B answers with the last card and is brought back, A answers with the last card and is not."""
    state = at("A: R-Fn G-Fn; B: B-Fn; C: NC G1 G2", players=3)
    go(state, "A fine R @B", "B counter B-Fn @A", "C return", "A counter G-Fn @B")
    assert asked(nobody_reacts(state)) == ("fine", "B")
    assert state.view(None)["pending"]["chain"] == [0, 1, 0]
    go(state, "B accept")
    assert sizes(state) == [0, 8, 2]  # A's hand is empty by now: all six come from the deck
    assert state.view(None)["deck"] == 2
    assert asked(state) == ("turn", "C")


@pytest.mark.clause("CA-31")
def test_a_returned_player_earns_a_later_place() -> None:
    state = at("A: R2; B: R4; C: NC B3; D: B1", deck="Y1 Y2 Y3")
    go(state, "A lay R2", "C return", "B lay R4")
    nobody_reacts(state)
    assert state.view(None)["places"] == [1]
    # An earlier finisher can never come back: the window is for the latest one only.
    state = go(at("A: R2; B: R4; C: NC B3; D: B1", deck="Y1 Y2 Y3"), "A lay R2")
    nobody_reacts(state)
    go(state, "B lay R4", "C return")
    assert state.view(None)["places"] == [0]
    assert sizes(state)[:2] == [0, 2]


@pytest.mark.clause("CT-22", "CG-67", "CA-33", "CG-63")
def test_new_car_without_effect() -> None:
    state = go(at("A: NC B1; B: R1 B2"), "A new car")
    view = state.view(None)
    assert view["top"] == "R5"
    assert view["seats"][0]["front"] == ["NC"]
    assert plays(state, "B") == {"R1"}
    state = nobody_reacts(go(at("A: NC; B: R1 B2"), "A new car"))
    assert state.view(None)["places"] == [0]


@pytest.mark.clause("CA-34")
def test_return_with_a_short_supply() -> None:
    state = go(at("A: R2; C: NC B3", deck=""), "A lay R2", "C return")
    assert hand(state, "A") == ["R5"]
    state = go(at("A: NC; C: NC B3", deck=""), "A new car")
    assert asked(state) == ("new_car", "BCD")
    assert legal(state, "C") == {"pass"}
    assert refused(state, "C return") == ("CA-34", "nothing_to_return_with")


# Car Exchange


@pytest.mark.clause("CT-25", "CG-68", "CG-69", "CG-71")
def test_swap() -> None:
    state = go(at("A: CX R1 R2 R3; B: B1 B2; C: G9"), "A swap @C")
    assert asked(state) == ("exchange_reply", "C")
    assert legal(state, "C") == {"allow"}
    assert refused(state, "C counter CX") == ("CG-72", "not_in_hand")
    assert refused(state, "C draw") == ("CA-37", "answer_exchange")
    go(state, "C allow")
    assert hand(state, "A") == ["G9"]
    assert hand(state, "C") == cards("R1 R2 R3")
    view = state.view(None)
    assert view["top"] == "R5"
    assert view["seats"][0]["front"] == ["CX"]
    assert asked(state) == ("turn", "B")


@pytest.mark.clause("CT-25", "CG-72", "CA-37")
def test_swap_countered() -> None:
    state = go(at("A: CX R1 R2 R3; B: B1 B2; C: CX G9"), "A swap @C", "C counter CX")
    assert hand(state, "A") == cards("R1 R2 R3")
    assert hand(state, "C") == ["G9"]
    assert [one["front"] for one in state.view(None)["seats"]] == [["CX"], [], ["CX"], []]
    assert asked(state) == ("turn", "B")
    # The opponent loses no turn.
    assert asked(go(state, "B draw")) == ("turn", "C")


@pytest.mark.clause("CT-26", "CA-36", "CG-74")
def test_exchange_as_last_card() -> None:
    state = at("A: CX; B: R1 B1")
    assert legal(state, "A") == {"exchange", "draw"}
    assert refused(state, "A swap @B") == ("CA-36", "last_exchange")
    assert refused(state, "A renew") == ("CA-36", "last_exchange")
    nobody_reacts(go(state, "A exchange"))
    assert state.view(None)["places"] == [0]
    assert plays(state, "B") == {"R1"}


@pytest.mark.clause("CT-26", "CA-37")
def test_counter_as_last_card() -> None:
    state = go(at("A: CX R1 R2 R3; B: B1; C: CX"), "A swap @C", "C counter CX")
    assert asked(state) == ("new_car", "DAB")
    nobody_reacts(state)
    assert state.view(None)["places"] == [2]
    assert asked(state) == ("turn", "B")
    # The next player counters with the last card: the one after goes on.
    state = go(at("A: CX R1 R2; B: CX; C: B2"), "A swap @B", "B counter CX")
    assert asked(nobody_reacts(state)) == ("turn", "C")


@pytest.mark.clause("CA-37")
def test_the_reply_is_asked_while_it_can_matter() -> None:
    state = go(at("A: CX R1; C: G9 G8; front: CX@B CX@B"), "A swap @C")
    assert asked(state) == ("exchange_reply", "C")
    state = go(at("A: CX R1; C: G9 G8; front: CX@B CX@B CX@D"), "A swap @C")
    assert asked(state) == ("turn", "B")  # all four lie open: swapped at once
    assert hand(state, "A") == cards("G8 G9")
    assert hand(state, "C") == ["R1"]


@pytest.mark.clause("CA-35", "CG-71")
def test_swap_only_with_players_still_in() -> None:
    state = at("A: CX R1; places: C")
    assert {move for move in legal(state, "A") if move.startswith("swap")} == {"swap @B", "swap @D"}
    assert refused(state, "A swap @C") == ("CA-35", "player_is_out")
    assert refused(state, "A swap @A") == ("CG-71", "not_with_yourself")


@pytest.mark.clause("CA-38")
def test_the_use_is_announced_with_the_card() -> None:
    state = go(at("A: CX R1 R2 R3; C: CX G9"), "A swap @C")
    assert refused(state, "A renew") == ("", "not_asked")
    go(state, "C counter CX")
    assert refused(state, "A renew") == ("", "not_asked")


@pytest.mark.clause("CG-73", "CA-39")
def test_renewal() -> None:
    state = at("A: CX R1 R2 R3; B: B3; pile: G1 B5", deck="Y1 Y2 Y3 Y4")
    go(state, "A renew")
    assert hand(state, "A") == cards("Y1 Y2 Y3")
    assert state.view(0)["pile"] == ["R1", "R2", "R3", "G1", "B5"]
    for seat in (None, 1, 2, 3):
        assert state.view(seat)["pile"] == ["?", "?", "?", "G1", "B5"]
    assert state.view(0)["buried"] == cards("R1 R2 R3")
    assert state.view(1)["buried"] == []
    assert asked(state) == ("turn", "B")


@pytest.mark.clause("CA-39")
def test_two_buried_hands() -> None:
    state = at("A: CX R1 R2 R3; B: CX B1 B2; C: G1; pile: B5", players=3, deck="*")
    go(state, "A renew", "B renew")
    assert state.view(0)["pile"] == ["?", "?", "R1", "R2", "R3", "B5"]  # the later hand lies lower
    assert state.view(1)["pile"] == ["B1", "B2", "?", "?", "?", "B5"]
    assert state.view(0)["buried"] == cards("R1 R2 R3")
    assert state.view(1)["buried"] == cards("B1 B2")
    assert state.view(2)["pile"] == state.view(None)["pile"] == ["?"] * 5 + ["B5"]


@pytest.mark.clause("CG-73", "CA-39", "CG-32")
def test_renewal_with_a_short_deck() -> None:
    seen = set()
    for seed in range(40):
        state = go(at("A: CX R1 R2 R3; pile: G1 G2 B5", deck="Y9", seed=seed), "A renew")
        new = hand(state, "A")
        assert "Y9" in new
        assert len(new) == 3
        seen |= set(new)
        assert state.view(None)["deck"] == 3
        assert state.view(None)["pile"] == ["B5"]
        assert state.view(0)["buried"] == []  # shuffled: nobody knows where they are
    assert seen == {"Y9", "R1", "R2", "R3", "G1", "G2"}


@pytest.mark.clause("CG-74", "CA-40", "CG-70")
def test_exchange_without_effect() -> None:
    state = go(at("A: CX B1; B: R1 B2"), "A exchange")
    assert hand(state, "A") == ["B1"]
    assert asked(state) == ("turn", "B")
    assert plays(state, "B") == {"R1"}
    assert refused(go(at("A: R-Sv B1; B: CX B2"), "A lay R-Sv"), "B exchange") == ("CA-11", "only_service")


@pytest.mark.clause("CA-41", "CG-63", "CG-69")
def test_open_cards_stay_out_for_the_round() -> None:
    state = at("A: B1; B: R1; pile: G1 G2 R5; front: NC CX CX@B", players=2, deck="")
    go(state, "A draw")
    assert state.census().count("NC") == 1
    assert "NC" not in state.view(None)["pile"]
    assert [one["front"] for one in state.view(None)["seats"]] == [["NC", "CX"], ["CX"]]
    nobody_reacts(go(state, "B lay R1"))
    assert len(state.census()) == 110
    assert (state.census().count("NC"), state.census().count("CX")) == (2, 4)
    assert [one["front"] for one in state.view(None)["seats"]] == [[], []]


# Talking


@pytest.mark.clause("CT-29", "CA-51", "CG-33", "CG-34")
def test_silence_costs_a_card() -> None:
    state = go(at("A: R2 B1; B: R1", deck="Y9 Y1", talk="penalty"), "A lay R2")
    assert asked(state) == ("say", "A")
    decision = state.decision()
    assert decision is not None
    assert decision.seconds == 6.0
    assert legal(state, "A") == {"silent", *(f"say {n}" for n in range(1, 9))}
    assert refused(state, "A draw") == ("CG-33", "say_first")
    go(state, "A silent")
    assert hand(state, "A") == cards("B1 Y9")
    state = go(at("A: R2; B: R1", deck="Y9 Y1", talk="penalty"), "A lay R2", "A silent")
    assert hand(state, "A") == ["Y9"]
    assert state.view(None)["places"] == []
    assert asked(state) == ("turn", "B")


@pytest.mark.clause("CG-33", "CG-35", "CG-36", "CA-51")
def test_talking_is_optional() -> None:
    state = go(at("A: R2 B1; B: R1", talk="penalty"), "A lay R2", "A say 3")
    assert hand(state, "A") == ["B1"]
    assert asked(state) == ("turn", "B")
    state = go(at("A: R2 B1; B: R1", talk="reminder"), "A lay R2", "A silent")
    assert hand(state, "A") == ["B1"]
    assert asked(go(at("A: R2 B1; B: R1"), "A lay R2")) == ("turn", "B")


@pytest.mark.clause("CA-51")
def test_what_needs_words() -> None:
    options: dict[str, Any] = {"talk": "penalty"}
    assert asked(at("opening: yes", deck="R1 R2", **options)) == ("turn", "B")
    assert asked(go(at("A: R2 B1", **options), "A draw")) == ("turn", "B")
    state = go(at("A: GA R1 R2 B1; B: B3", **options), "A garage red", "A car R1", "A car R2")
    assert asked(state) == ("garage", "A")
    assert asked(go(state, "A done")) == ("say", "A")
    state = go(at("A: R-Sv B1; B: B-Sv B2", **options), "A lay R-Sv", "A say 1")
    assert asked(go(state, "B counter B-Sv")) == ("say", "B")
    assert asked(go(at("A: NC B1", **options), "A new car")) == ("say", "A")
    assert asked(go(at("A: CX B1", **options), "A exchange")) == ("say", "A")
    # The turned-up Garage needs no words, the Cars that the dealer lays do.
    state = at("A: R3 B1; opening: yes", deck="GA R1", **options)
    assert asked(go(state, "A car R3", "A done")) == ("say", "A")
    assert asked(go(state, "A silent")) == ("turn", "B")
    assert hand(state, "A") == cards("B1 R1")
    state = go(at("A: R-Sv B1; B: B3 B2", **options), "A lay R-Sv", "A say 8", "B accept")
    assert asked(state) == ("turn", "C")


@pytest.mark.clause("CA-51", "CG-47")
def test_silence_comes_before_the_fine_is_counted() -> None:
    state = at("A: R-Fn G1 G2; B: B3", talk="penalty")
    go(state, "A fine R @B", "A silent", "B accept")
    assert sizes(state)[:2] == [1, 3]  # three cards in A's hand by then, so both came from there


@pytest.mark.clause("CA-51", "CA-37")
def test_words_come_before_the_reply() -> None:
    state = at("A: CX R1; C: G9", deck="Y9", talk="penalty")
    go(state, "A swap @C")
    assert asked(state) == ("say", "A")
    assert state.view(None)["exchange"] == {"seat": 0, "target": 2}
    go(state, "A silent")
    assert asked(state) == ("exchange_reply", "C")
    go(state, "C allow")
    assert hand(state, "C") == cards("R1 Y9")
    state = go(at("A: CX R1; C: CX", talk="penalty"), "A swap @C", "A say 1", "C counter CX", "C silent")
    assert sizes(state)[2] == 1
    assert state.view(None)["places"] == []


@pytest.mark.clause("CA-51", "CA-39")
def test_words_come_before_the_renewal() -> None:
    state = go(at("A: CX R1", deck="Y9 Y8 Y7", talk="penalty"), "A renew", "A silent")
    assert state.view(0)["buried"] == cards("R1 Y9")
    assert hand(state, "A") == cards("Y7 Y8")


@pytest.mark.clause("CA-51", "CA-30")
def test_a_silent_reactor_is_not_finished() -> None:
    state = at("A: R2; B: NC; C: R7 B1", deck="Y1 Y2 Y3 Y4", talk="penalty")
    go(state, "A lay R2", "A say 1", "B return")
    assert hand(state, "A") == cards("Y1 Y2")
    assert asked(state) == ("say", "B")
    go(state, "B silent")
    assert hand(state, "B") == ["Y3"]
    assert asked(state) == ("turn", "B")


@pytest.mark.clause("CA-51", "CA-30", "CG-50")
def test_a_silent_reactor_may_answer_a_fine_with_the_card_for_silence() -> None:
    state = at("A: R-Fn; B: NC; C: R1 R2; D: B1", deck="Y1 Y2 B-Fn Y3", talk="penalty")
    go(state, "A fine R @B", "A say 1", "B return")
    assert state.view(None)["pending"]["target"] == 1  # also while B looks for words
    go(state, "B silent")
    assert legal(state, "B") == {"counter B-Fn @A", "counter B-Fn @C", "counter B-Fn @D", "accept"}


@pytest.mark.clause("CA-51", "CA-48")
def test_silence_with_nothing_to_draw() -> None:
    state = at("A: NC; B: B1", deck="", talk="penalty")
    go(state, "A new car", "A silent")
    assert state.view(None)["places"] == [0]


# What the seats know of each other


@pytest.mark.clause("CA-17")
def test_giver_and_receiver_know_the_cards_of_a_fine() -> None:
    state = at("A: R-Fn G1 G2 G3; B: B3; C: B4; D: B5")
    go(state, "A fine R @B", "B accept")
    given = sorted(set(hand(state, "B")) - {"B3"})
    assert state.view(0)["known"] == [[], given, [], []]
    for seat in (1, 2, 3):
        assert state.view(seat)["known"] == [[], [], [], []]
    assert "known" not in state.view(None)


@pytest.mark.clause("CG-71")
def test_after_a_swap_both_know_the_other_hand() -> None:
    state = go(at("A: CX R1 R2 PS; B: B1; C: G9 G9"), "A swap @C", "C allow")
    assert state.view(0)["known"] == [[], [], ["R1", "R2", "PS"], []]
    assert state.view(2)["known"] == [["G9", "G9"], [], [], []]
    assert state.view(1)["known"] == [[], [], [], []]
    # A card that is laid is no longer there; a drawn one is not known.
    go(state, "B draw", "C lay R1", "D draw", "A draw", "B draw", "C draw")
    assert state.view(0)["known"][2] == ["R2", "PS"]


@pytest.mark.clause("CG-71", "CA-17")
def test_knowledge_travels_with_the_hand() -> None:
    state = at("A: R-Fn G1 G2 G3; B: B3; C: CX R1 R2; D: B5", deck="*")
    go(state, "A fine R @B", "B accept", "C swap @B", "B allow")
    known = state.view(0)["known"]
    assert known[1] == []
    assert len(known[2]) == 2  # the cards A gave to B are with C now
    assert set(known[2]) <= set(hand(state, "C"))


@pytest.mark.clause("CA-17")
def test_what_may_have_left_is_not_known_any_more() -> None:
    state = go(at("A: CX R1 R1 G4; C: G9 G8 R-Fn; B: B1; D: R7 R8"), "A swap @C", "C allow")
    assert state.view(2)["known"][0] == ["R-Fn", "G8", "G9"]
    go(state, "B draw", "C lay R1", "D lay R7", "A fine R @D", "D accept")
    # One of A's two cards went to D, and C cannot tell which one.
    assert state.view(2)["known"][0] == []
    # A knows D's new card, if it came from A's own hand.
    assert len(state.view(0)["known"][3]) == 1


@pytest.mark.clause("CA-39")
def test_a_buried_hand_is_forgotten_by_the_others() -> None:
    state = go(at("A: CX CX R1 R2; C: G9 G8", deck="*"), "A swap @C", "C allow", "B draw")
    assert state.view(0)["known"][2] == ["R1", "R2", "CX"]
    go(state, "C renew")
    assert state.view(0)["known"][2] == []
    assert state.view(2)["buried"] == ["R1", "R2"]


@pytest.mark.clause("CA-17", "CA-39", "CA-50")
@pytest.mark.parametrize(
    ("text", "moves", "kind", "seen"),
    [
        ("A: B1", ["A draw"], "drew", "A"),
        ("A: R-Fn B1; B: B2", ["A fine R @B", "B accept"], "fine_deck", "B"),
        ("A: R-Fn B1 B3 B4; B: B2", ["A fine R @B", "B accept"], "fine_hand", "AB"),
        ("A: R1; B: NC B2", ["A lay R1", "B return"], "return_card", "A"),
        ("A: CX R1; C: G9", ["A swap @C", "C allow"], "swapped", "AC"),
        ("A: CX R1", ["A renew"], "renew_card", "A"),
        ("A: GA R1 R2", ["A garage red"], "colour", "ABCD"),
    ],
)
def test_who_is_told_which_card(text: str, moves: list[str], kind: str, seen: str) -> None:
    state = at(text)
    state.listen()
    go(state, *moves)
    told = [event for event in state.take_events() if event.kind == kind]
    assert told
    for event in told:
        secret = [seat for seat in range(4) if {"card", "hand", "colour"} & event.seen_by(seat).keys()]
        assert secret == ["ABCD".index(letter) for letter in seen]
        assert len(seen) == 4 or event.seen_by(None) == {"kind": kind, **event.data}
        assert len(seen) == 4 or not {"card", "hand", "other"} & event.data.keys()


@pytest.mark.clause("CG-18")
def test_everybody_is_told_the_own_hand_only() -> None:
    state = GAME.make(3, GAME.settle(3))
    state.listen()
    state.start(1)
    told = [event for event in state.take_events() if event.kind == "hand"]
    assert [[seat for seat in range(3) if "cards" in event.seen_by(seat)] for event in told] == [[0], [1], [2]]
    assert all("cards" not in event.seen_by(None) for event in told)


@pytest.mark.clause("CA-9", "CA-39")
def test_imagined_worlds_deal_drawn_and_buried_cards_anew() -> None:
    state = go(at("A: CX R1 R2; B: G1", deck="*", play_drawn="yes"), "A renew", "B draw")
    rng = Rng(3)
    drawn, buried = set(), set()
    for _ in range(40):
        world = state.imagine(2, rng)
        assert sorted(world.census()) == sorted(state.census())
        assert world.view(1)["drawn"] in world.view(1)["hand"]
        drawn.add(world.view(1)["drawn"])
        buried.add(tuple(world.view(0)["buried"]))
    assert len(drawn) > 8
    assert len(buried) > 20


def check_knowledge(state: PitStopState) -> None:
    """Every count in `known` is at most what the hand really holds."""
    players = int(state.players)
    for i, both in enumerate(state.known):
        if both:
            holder = i // ROW % players
            at_card = holder * TYPES + i % ROW * 2
            assert both & 15 <= state.hand[at_card]
            assert both >> 4 <= state.hand[at_card + 1]


@pytest.mark.clause("CA-17", "CA-39", "CG-71")
def test_nobody_ever_knows_something_wrong() -> None:
    """In random matches and in every imagined world, known cards are really there."""
    learned = 0
    for seed in range(8):
        state = GAME.new(2 + seed % 4, seed, {"limit": "rounds", "rounds": 2, "talk": ["off", "penalty"][seed % 2]})
        assert isinstance(state, PitStopState)
        rng = Rng(seed)
        while (seat := state.waiting()) >= 0:
            check_knowledge(state)
            choices = state.legal(seat)
            state.apply(seat, choices[rng.below(len(choices))])
            if rng.below(12) == 0:
                viewer = rng.below(state.players)
                world = state.imagine(viewer, rng)
                assert isinstance(world, PitStopState)
                check_knowledge(world)
                assert world.view(viewer) == state.view(viewer)
                learned += len(world.known) > 0
    assert learned > 20


@pytest.mark.clause("CA-17", "CA-24")
def test_imagined_worlds_keep_what_is_certain() -> None:
    state = go(at("A: CX R1 R2; B: G9 G8; C: GA Y2 Y3; D: B1 B2", deck="*"), "A swap @B", "B allow", "B draw")
    go(state, "C garage yellow")
    rng = Rng(5)
    others = set()
    for _ in range(60):
        world = state.imagine(0, rng)
        assert {"R1", "R2"} <= set(world.view(1)["hand"])
        assert any(card[0] == "Y" and card[1:].isdigit() for card in world.view(2)["hand"])
        assert world.legal(2)
        others.add(tuple(world.view(3)["hand"]))
    assert len(others) > 20
    seen = {state.imagine(None, rng).view(1)["hand"][0] for _ in range(60)}
    assert len(seen) > 5  # a spectator knows none of it


@pytest.mark.clause("CA-26", "CA-37", "CA-9")
@pytest.mark.parametrize(
    ("text", "moves", "options"),
    [
        ("A: R2; B: {} B1", ["A lay R2"], {}),
        ("A: R2; B: {} B1", ["A lay R2"], {"new_car_window": "poll"}),
        ("A: CX R2; B: {} B1", ["A swap @B"], {}),
        ("A: R-Fn R2; B: {} B1", ["A fine R @B"], {}),
        ("A: R-Sv R2; B: {} B1", ["A lay R-Sv"], {}),
    ],
)
def test_a_question_tells_nothing(text: str, moves: list[str], options: dict[str, Any]) -> None:
    """Whatever B holds, the others see the same decision and the same table."""
    told = set()
    for card in ("NC", "CX", "B-Fn", "B-Sv", "Y9"):
        state = go(at(text.format(card) + "; C: G1; D: G2", deck=DECK, **options), *moves)
        decision = state.decision()
        assert decision is not None
        told.add(repr((decision.data(), state.view(None), state.view(3), state.legal(3))))
    assert len(told) == 1
