"""Pit Stop: cards, set-up, turns, Service, Fine, options and positions, and what the clock plays."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tailback.core.errors import BadNotation, BadOption, IllegalMove
from tailback.core.notation import seat_letter, seat_of
from tailback.core.rng import Rng
from tailback.games.pit_stop import GAME
from tailback.games.pit_stop.play import PitStopState

DECK = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 B1 B2"


def at(text: str, players: int = 4, deck: str = DECK, seed: int = 1, **options: Any) -> PitStopState:
    """A position with the usual deck of the scenarios; `deck="*"` leaves the rest of the box as deck."""
    tail = "" if deck == "*" else f"; deck: {deck}"
    state = GAME.position(text + tail, players, seed, options)
    assert isinstance(state, PitStopState)
    return state


def go(state: PitStopState, *moves: str) -> PitStopState:
    """Moves such as `A lay R5`."""
    for move in moves:
        letter, _, text = move.partition(" ")
        state.apply(seat_of(letter, int(state.players)), GAME.parse(text))
    return state


def nobody_reacts(state: PitStopState) -> PitStopState:
    """Let every open New Car window close unused."""
    while (decision := state.decision()) is not None and decision.kind == "new_car":
        state.apply(decision.seats[0], GAME.parse("pass"))
    return state


def hand(state: PitStopState, letter: str) -> list[str]:
    return sorted(state.view(seat_of(letter, int(state.players)))["hand"])


def cards(text: str) -> list[str]:
    return sorted(text.split())


def sizes(state: PitStopState) -> list[int]:
    return [one["cards"] for one in state.view(None)["seats"]]


def legal(state: PitStopState, letter: str) -> set[str]:
    return {GAME.notation(action) for action in state.legal(seat_of(letter, int(state.players)))}


def plays(state: PitStopState, letter: str) -> set[str]:
    """The cards a seat can play on its turn, as in the scenarios."""
    found = set()
    for text in legal(state, letter):
        word, _, rest = text.partition(" ")
        if word == "lay":
            found.add(rest)
        elif word == "fine":
            found.add(f"{rest[0]}-Fn")
        elif word in ("paint", "garage", "swap", "renew", "exchange", "new"):
            found.add({"paint": "PS", "garage": "GA", "new": "NC"}.get(word, "CX"))
    return found


def asked(state: PitStopState) -> tuple[str, str]:
    """Kind of the open decision and the seats it asks."""
    decision = state.decision()
    assert decision is not None
    return decision.kind, "".join(seat_letter(seat) for seat in decision.seats)


def refused(state: PitStopState, move: str) -> tuple[str, str]:
    letter, _, text = move.partition(" ")
    with pytest.raises(IllegalMove) as caught:
        state.apply(seat_of(letter, int(state.players)), GAME.parse(text))
    return caught.value.clause, caught.value.key


def rounds(state: PitStopState) -> list[list[int]]:
    """The points of the rounds that are over."""
    return [list(line) for line in state.view(None)["rounds"]]


# The cards


@pytest.mark.clause("CG-1", "CG-37")
def test_the_box() -> None:
    box = Counter(GAME.new(4, 1).census())
    assert sum(box.values()) == 110
    assert (box["PS"], box["GA"], box["CX"], box["NC"]) == (8, 8, 4, 2)
    for colour in "RBGY":
        assert all(box[f"{colour}{number}"] == 2 for number in range(1, 10))
        assert box[f"{colour}-Sv"] == box[f"{colour}-Fn"] == 2


@pytest.mark.clause("CG-2", "CG-3", "CG-4", "CG-5", "CG-6", "CG-7", "CG-8", "CG-29", "CG-38", "CG-41", "CG-44")
@pytest.mark.parametrize(
    ("top", "fitting"),
    [
        ("R5", "R2 R-Sv R-Fn B5 PS GA CX NC"),
        ("R-Sv", "R2 R-Sv R-Fn B-Sv PS GA CX NC"),
        ("R-Fn", "R2 R-Sv R-Fn B-Fn PS GA CX NC"),
    ],
)
def test_what_goes_on_what(top: str, fitting: str) -> None:
    state = at(f"A: R2 R-Sv R-Fn B5 B6 B-Sv B-Fn PS GA CX NC; pile: {top}")
    assert plays(state, "A") == set(fitting.split())


@pytest.mark.clause("CT-01", "CA-12", "CG-27", "CG-30")
def test_colour_value_or_grey() -> None:
    state = at("A: R2 B5 G7 PS R-Fn G-Sv")
    assert plays(state, "A") == {"R2", "B5", "PS", "R-Fn"}
    assert refused(state, "A lay G7") == ("CG-38", "does_not_fit")
    assert refused(state, "A lay G-Sv") == ("CG-41", "does_not_fit")
    state = at("A: R2 B5 G7 G-Fn PS; pile: R5 PS; colour: G")
    assert plays(state, "A") == {"G7", "G-Fn", "PS"}
    assert refused(state, "A lay B5") == ("CG-58", "does_not_fit")
    assert refused(at("A: G-Fn"), "A fine G @B") == ("CG-44", "does_not_fit")


# Set-up


@pytest.mark.clause("CG-18", "CG-19", "CG-20", "CA-1")
def test_six_cards_each_for_two_to_eight() -> None:
    for players in range(2, 9):
        state = GAME.new(players, 3, {"opening": "cars_only"})
        view = state.view(None)
        assert [one["cards"] for one in view["seats"]] == [6] * players
        assert view["deck"] == 110 - 6 * players - 1
        assert len(view["pile"]) == 1
    for players in (1, 9):
        with pytest.raises(BadOption) as caught:
            GAME.new(players, 1)
        assert caught.value.nearest == {"players": min(max(players, 2), 8)}
        assert caught.value.clause == "CA-1"


@pytest.mark.clause("CG-17")
def test_the_seed_is_the_shuffle() -> None:
    hands = [GAME.new(4, seed).view(0)["hand"] for seed in range(30)]
    assert hands == [GAME.new(4, seed).view(0)["hand"] for seed in range(30)]
    assert len({tuple(cards) for cards in hands}) == 30


@pytest.mark.clause("CA-2")
def test_dealers_take_turns() -> None:
    assert {GAME.new(4, seed).view(None)["dealer"] for seed in range(60)} == {0, 1, 2, 3}
    state = at("A: R1; B: B1 B2; dealer: A", players=2, opening="cars_only")
    nobody_reacts(go(state, "A lay R1"))
    assert state.view(None)["dealer"] == 1
    assert asked(state) == ("turn", "A")


@pytest.mark.clause("CG-21", "CA-3")
def test_some_cards_never_open() -> None:
    state = at("opening: yes", deck="NC CX R1 R1")
    view = state.view(None)
    assert (view["top"], view["deck"]) == ("R1", 3)
    assert asked(state) == ("turn", "B")
    for seed in range(300):
        assert GAME.new(2, seed).view(None)["top"] not in ("NC", "CX")


@pytest.mark.clause("CA-4", "CG-22")
def test_an_opening_car_just_lies_there() -> None:
    state = at("opening: yes; dealer: C; D: G1 B7 R2", deck="G7 R1")
    assert asked(state) == ("turn", "D")
    assert plays(state, "D") == {"G1", "B7"}
    for seed in range(100):
        assert GAME.new(3, seed, {"opening": "cars_only"}).view(None)["top"][-1] in "123456789"


OPENING = "A: G1 G2 G3 G4 G5 G6; B: B1 B2 B3 B4 B5 B6; C: Y1 Y2 Y3 Y4 Y5 Y6; opening: yes"


@pytest.mark.clause("CT-28", "CA-5", "CG-22")
def test_an_opening_service() -> None:
    state = at(OPENING, players=3, deck="R-Sv R1")
    assert asked(state) == ("service", "B")
    assert asked(go(state, "B accept")) == ("turn", "C")
    state = at(OPENING.replace("B1", "B-Sv"), players=3, deck="R-Sv R1")
    assert asked(go(state, "B counter B-Sv")) == ("service", "C")


@pytest.mark.clause("CT-28", "CA-6", "CG-22")
def test_an_opening_fine() -> None:
    state = at(OPENING, players=3, deck="R-Fn R1 R2")
    assert asked(state) == ("fine", "B")
    assert state.view(None)["pending"]["chain"] == [0]
    go(state, "B accept")
    assert sizes(state) == [4, 8, 6]
    assert state.view(None)["deck"] == 2
    assert asked(state) == ("turn", "C")
    state = at(OPENING.replace("B1", "B-Fn"), players=3, deck="R-Fn R1 R2")
    assert asked(go(state, "B counter B-Fn @A")) == ("fine", "A")
    # The dealer's own link costs cards from the deck, B's link cards from B.
    assert sizes(go(state, "A accept")) == [10, 3, 6]


@pytest.mark.clause("CT-28", "CA-7")
def test_an_opening_paint_shop() -> None:
    state = at(OPENING, players=3, deck="PS R1 R2")
    assert asked(state) == ("open_colour", "A")
    assert state.view(None)["colour"] is None
    assert refused(state, "A draw") == ("CA-7", "name_a_colour")
    go(state, "A colour yellow")
    assert asked(state) == ("turn", "B")
    assert legal(state, "B") == {"draw"}
    assert plays(go(state, "B draw"), "C") == {"Y1", "Y2", "Y3", "Y4", "Y5", "Y6"}


@pytest.mark.clause("CT-28", "CA-8", "CG-23")
def test_an_opening_garage() -> None:
    text = OPENING.replace("A: G1 G2 G3 G4 G5 G6", "A: R3 R8 B2 PS CX G-Fn")
    state = at(text, players=3, deck="GA R1 R2")
    assert asked(state) == ("open_garage", "A")
    assert legal(state, "A") == {"car R3", "car R8", "car B2"}
    assert refused(state, "A draw") == ("CA-8", "car_first")
    assert refused(state, "A done") == ("CA-8", "car_first")
    assert refused(state, "A car G-Fn") == ("CG-61", "only_cars")
    go(state, "A car R8")
    assert asked(state) == ("garage", "A")
    assert legal(state, "A") == {"car R3", "done"}  # the first Car fixed the colour
    assert refused(state, "A car B2") == ("CG-61", "garage_colour")
    go(state, "A car R3", "A done")
    assert asked(state) == ("turn", "B")
    assert plays(state, "B") == {"B3"}


@pytest.mark.clause("CT-28", "CG-23", "CA-8")
def test_the_duty_moves_on() -> None:
    text = OPENING.replace("A: G1 G2 G3 G4 G5 G6", "A: PS GA CX G-Fn R-Sv NC")
    state = at(text, players=3, deck="GA R1 R2")
    assert legal(state, "A") == {"draw"}
    go(state, "A draw")
    assert "R1" in hand(state, "A")
    assert asked(state) == ("open_garage", "B")
    assert refused(state, "B draw") == ("CA-8", "car_first")
    go(state, "B car B4", "B car B1", "B done")
    assert state.view(None)["top"] == "B1"
    assert asked(state) == ("turn", "C")


@pytest.mark.clause("CA-8", "CA-25", "CA-26")
def test_the_opening_garage_can_finish_a_player() -> None:
    state = at("A: G1 G2; B: G4 B7; opening: yes", deck="GA R1 R2")
    go(state, "A car G2", "A car G1", "A done")
    assert asked(state) == ("new_car", "BCD")
    nobody_reacts(state)
    assert state.view(None)["places"] == [0]
    assert plays(state, "B") == {"G4"}
    # The duty moved on: play continues on the left of whoever laid the Cars.
    state = at("A: PS; B: G4; opening: yes", deck="GA R1 R2")
    go(state, "A draw", "B car G4", "B done")
    assert asked(state) == ("new_car", "CDA")
    assert asked(nobody_reacts(state)) == ("turn", "C")


@pytest.mark.clause("CA-8", "CA-48")
def test_an_opening_garage_nobody_can_use() -> None:
    state = at("A: PS; B: PS PS; C: R-Sv R-Fn; opening: yes", players=3, deck="GA R1")
    go(state, "A draw")  # the last card of the deck, and it has to wait
    assert legal(state, "B") == {"pass"}
    go(state, "B pass", "C pass")
    assert legal(state, "A") == {"car R1"}
    state = at("A: PS; B: PS PS; C: R-Sv R-Fn R-Fn; opening: yes", players=3, deck="GA")
    go(state, "A pass", "B pass")
    assert asked(state) == ("open_garage", "C")
    go(state, "C pass")
    assert rounds(state) == [[20, 10, 0]]


@pytest.mark.clause("CT-28", "CA-3")
def test_an_opening_new_car_goes_back() -> None:
    state = at(OPENING, players=3, deck="NC R1")
    assert state.view(None)["top"] == "R1"
    assert state.view(None)["deck"] == 1
    assert asked(state) == ("turn", "B")


# Turns


@pytest.mark.clause("CG-24", "CG-25", "CG-28", "CG-39")
def test_clockwise_one_card_each() -> None:
    state = at("A: R2 R3 R4; B: R6 B1; C: R7 B2; D: R8 B3")
    assert refused(state, "A car R3") == ("CG-39", "cars_need_garage")
    go(state, "A lay R2")
    assert refused(state, "A lay R3") == ("", "not_asked")
    go(state, "B lay R6", "C lay R7", "D lay R8")
    assert asked(state) == ("turn", "A")


@pytest.mark.clause("CG-9", "CG-26", "CG-31", "CA-9", "CT-02")
def test_drawing_is_a_turn() -> None:
    state = at("A: R2 B5", deck="R9 Y1")
    assert legal(state, "A") == {"lay R2", "lay B5", "draw"}
    go(state, "A draw")
    assert hand(state, "A") == cards("R2 B5 R9")
    assert asked(state) == ("turn", "B")
    assert refused(state, "A lay R9") == ("", "not_asked")


@pytest.mark.clause("CA-9")
@pytest.mark.parametrize(
    ("card", "moves"),
    [
        ("R9", {"lay R9"}),
        ("G9", set()),
        ("PS", {f"paint {colour}" for colour in ("red", "blue", "green", "yellow")}),
        ("R-Fn", {"fine R @B", "fine R @C", "fine R @D"}),
        ("GA", {"garage red", "garage blue"}),
        ("CX", {"swap @B", "swap @C", "swap @D", "renew", "exchange"}),
        ("NC", {"new car"}),
    ],
)
def test_the_drawn_card_may_be_played(card: str, moves: set[str]) -> None:
    state = at("A: R2 B5", deck=f"{card} Y1", play_drawn="yes")
    go(state, "A draw")
    assert asked(state) == ("drawn", "A")  # asked whatever it is: nobody learns from it
    assert legal(state, "A") == {*moves, "keep"}
    assert refused(state, "A lay R2") == ("CA-9", "only_drawn_card")
    assert refused(state, "A draw") == ("CA-9", "only_drawn_card")
    assert state.view(0)["drawn"] == card
    assert "drawn" not in state.view(1)
    assert asked(go(state, "A keep")) == ("turn", "B")


@pytest.mark.clause("CA-9", "CA-12")
@pytest.mark.parametrize("top", ["PS", "GA"])
def test_a_grey_top_card_has_no_number(top: str) -> None:
    for card in ("R1", "R2", "R3", "R4"):
        state = at(f"A: R7; pile: R5 {top}; colour: G", deck=f"{card} Y1", play_drawn="yes")
        assert legal(go(state, "A draw"), "A") == {"keep"}
        assert refused(state, f"A lay {card}") == ("CG-58", "does_not_fit")
    state = at(f"A: R7; pile: R5 {top}; colour: G", deck="G1 Y1", play_drawn="yes")
    assert legal(go(state, "A draw"), "A") == {"lay G1", "keep"}


@pytest.mark.clause("CA-9", "CG-45")
def test_playing_the_drawn_card() -> None:
    state = at("A: R2 B5; B: B1", deck="R-Fn Y1 Y2", play_drawn="yes")
    assert asked(go(state, "A draw", "A fine R @B")) == ("fine", "B")
    state = at("A: R2 R3", deck="GA Y1 Y2", play_drawn="yes")
    go(state, "A draw", "A garage red", "A car R3", "A done")
    assert hand(state, "A") == ["R2"]
    assert "drawn" not in state.view(0)


@pytest.mark.clause("CG-32", "CA-48")
def test_the_pile_becomes_the_deck() -> None:
    state = at("A: B1; pile: G1 G2 G3 R5", deck="")
    state.listen()
    go(state, "A draw")
    assert [event.kind for event in state.take_events()] == ["reshuffled", "drew"]
    view = state.view(None)
    assert (view["deck"], view["pile"], sizes(state)[0]) == (2, ["R5"], 2)
    # Not before a card is needed.
    assert at("A: B1; pile: G1 G2 G3 R5", deck="Y1").view(None)["deck"] == 1
    assert go(at("A: B1; pile: G1 R5", deck="Y1"), "A draw").view(None)["deck"] == 0


@pytest.mark.clause("CG-32")
def test_a_chosen_colour_survives_the_reshuffle() -> None:
    state = at("A: PS B1; B: G2 R2; pile: G1 R5", deck="")
    go(state, "A paint green")
    assert plays(state, "B") == {"G2"}
    go(state, "B draw")
    assert state.view(None)["colour"] == "G"


# Penalties and Service


@pytest.mark.clause("CT-03", "CG-40", "CA-10")
def test_service_misses_a_turn() -> None:
    state = at("A: R-Sv G1; B: G4 PS; C: R1 B-Sv NC B9")
    go(state, "A lay R-Sv")
    assert asked(state) == ("service", "B")
    go(state, "B accept")
    assert hand(state, "B") == cards("G4 PS")
    assert asked(state) == ("turn", "C")
    assert plays(state, "C") == {"R1", "B-Sv", "NC"}


@pytest.mark.clause("CT-04", "CA-13", "CG-42")
def test_service_is_passed_on() -> None:
    state = at("A: R-Sv G1; B: Y-Sv PS; C: R1 R2; D: Y3 B5 G1")
    go(state, "A lay R-Sv", "B counter Y-Sv")
    assert asked(state) == ("service", "C")
    go(state, "C accept")
    assert asked(state) == ("turn", "D")
    assert plays(state, "D") == {"Y3"}


@pytest.mark.clause("CT-05", "CA-11", "CG-30", "CG-57", "CG-60", "CG-67", "CG-70")
def test_only_the_same_kind_answers() -> None:
    state = go(at("A: R-Sv G1; B: R-Fn PS GA CX NC R7"), "A lay R-Sv")
    assert legal(state, "B") == {"accept"}
    for move in ("fine R @C", "paint red", "garage red", "exchange", "swap @C", "renew", "new car", "lay R7", "draw"):
        assert refused(state, f"B {move}") == ("CA-11", "only_service")
    assert refused(state, "B counter Y-Sv") == ("CG-42", "not_in_hand")
    state = go(at("A: R-Fn G1; B: R-Sv PS GA CX NC R5 G-Fn"), "A fine R @B")
    assert legal(state, "B") == {"counter G-Fn @A", "counter G-Fn @C", "counter G-Fn @D", "accept"}
    for move in ("lay R-Sv", "counter R-Sv", "paint red", "garage red", "exchange", "new car", "lay R5", "draw"):
        assert refused(state, f"B {move}") == ("CA-11", "only_fine")
    assert refused(state, "B counter Y-Fn @A") == ("CG-50", "not_in_hand")


@pytest.mark.clause("CT-06", "CA-13")
def test_service_with_two_players() -> None:
    state = at("A: R-Sv G1 G2; B: G4 B2", players=2)
    assert asked(go(state, "A lay R-Sv", "B accept")) == ("turn", "A")
    state = at("A: R-Sv G1 G2; B: Y-Sv B2", players=2)
    go(state, "A lay R-Sv", "B counter Y-Sv")
    assert asked(state) == ("service", "A")
    assert asked(go(state, "A accept")) == ("turn", "B")


@pytest.mark.clause("CA-13")
def test_service_cancelled() -> None:
    state = at("A: R-Sv G1; B: Y-Sv PS; C: Y1 R2", service_counter="cancel")
    go(state, "A lay R-Sv", "B counter Y-Sv")
    assert asked(state) == ("turn", "C")
    assert plays(state, "C") == {"Y1"}
    state = at("A: R-Sv G1; B: Y-Sv PS", players=2, service_counter="cancel")
    assert asked(go(state, "A lay R-Sv", "B counter Y-Sv")) == ("turn", "A")
    state = at("A: R-Sv G1; B: Y-Sv; C: Y1", players=3, service_counter="cancel")
    go(state, "A lay R-Sv", "B counter Y-Sv")
    assert asked(state) == ("new_car", "CA")
    assert asked(nobody_reacts(state)) == ("turn", "C")


@pytest.mark.clause("CA-10", "CG-57", "CT-12")
def test_a_paid_penalty_is_an_ordinary_card() -> None:
    state = at("A: PS B-Fn R2 Y7; C: B1 B2; pile: R-Fn")
    assert plays(state, "A") == {"PS", "B-Fn", "R2"}
    assert refused(state, "A accept") == ("CA-10", "nothing_pending")
    assert refused(state, "A counter B-Fn @C") == ("CA-10", "nothing_pending")
    go(state, "A fine B @C")
    assert state.view(None)["pending"] == {"kind": "fine", "target": 2, "chain": [0], "cards": 2}
    # Nothing of a Fine that was paid is left for the next one.
    state = go(at("A: R-Fn G1; B: B1; C: Y-Fn Y9"), "A fine R @B", "B accept", "C fine Y @A")
    assert state.view(None)["pending"] == {"kind": "fine", "target": 0, "chain": [2], "cards": 2}


# Fine


@pytest.mark.clause("CT-07", "CG-43", "CG-45", "CG-46", "CG-47", "CG-55", "CA-14", "CA-16")
def test_fine_from_a_big_hand() -> None:
    state = at("A: R-Fn G1 G2 G3; B: B1 B2; C: B3 B4")
    go(state, "A fine R @C")
    assert asked(state) == ("fine", "C")
    go(state, "C accept")
    assert sizes(state)[:3] == [1, 2, 4]
    assert sorted(hand(state, "A") + hand(state, "C")) == cards("B3 B4 G1 G2 G3")
    assert state.view(None)["deck"] == 10
    assert asked(state) == ("turn", "D")


@pytest.mark.clause("CA-16", "CG-46")
def test_everybody_between_misses() -> None:
    state = at("A: R-Fn G1; D: B1 B2")
    assert asked(go(state, "A fine R @D", "D accept")) == ("turn", "A")


@pytest.mark.clause("CT-08", "CG-48", "CG-49")
def test_fine_from_a_small_hand() -> None:
    state = go(at("A: R-Fn G1 G2; B: B3 B4"), "A fine R @B", "B accept")
    assert sizes(state)[:2] == [1, 4]
    assert state.view(None)["deck"] == 9
    assert asked(state) == ("turn", "C")
    state = go(at("A: R-Fn G1; B: B3 B4"), "A fine R @B", "B accept")
    assert hand(state, "A") == ["G1"]
    assert sizes(state)[1] == 4
    assert state.view(None)["deck"] == 8
    assert asked(state) == ("turn", "C")


@pytest.mark.clause("CG-50", "CG-51", "CG-52", "CG-53", "CA-19")
def test_fines_add_up() -> None:
    state = at("A: R-Fn G1 G2 G3 G4; B: B-Fn B3 B4; C: Y-Fn Y9; D: R1")
    go(state, "A fine R @B", "B counter B-Fn @C", "C counter Y-Fn @D")
    assert state.view(None)["pending"] == {"kind": "fine", "target": 3, "chain": [0, 1, 2], "cards": 6}
    state.listen()
    go(state, "D accept")
    sources = [event.data.get("giver", "deck") for event in state.take_events() if event.kind.startswith("fine_")]
    assert sources == [0, 0, 1, "deck", "deck", "deck"]  # Fine by Fine, hand before deck
    # Two from A, one from B and one from the deck, two from the deck for C.
    assert sizes(state) == [2, 1, 1, 7]
    assert state.view(None)["deck"] == 7
    assert state.view(None)["top"] == "Y-Fn"
    assert asked(state) == ("turn", "A")


@pytest.mark.clause("CG-50", "CG-27")
def test_the_latest_fine_is_the_top_card() -> None:
    state = at("A: R-Fn G1; B: B-Fn B3 B4; D: R1 B9 Y-Fn")
    go(state, "A fine R @B", "B counter B-Fn @C", "C accept")
    assert plays(state, "D") == {"B9", "Y-Fn"}


@pytest.mark.clause("CT-11", "CG-54", "CA-18")
def test_own_fines_come_from_the_deck() -> None:
    state = at("A: R-Fn G-Fn G1 G2 G3 G4; B: B-Fn B1 B2 B3", players=3)
    go(state, "A fine R @B", "B counter B-Fn @A", "A counter G-Fn @B", "B accept")
    assert sizes(state)[:2] == [1, 9]
    assert state.view(None)["deck"] == 7
    assert asked(state) == ("turn", "C")


@pytest.mark.clause("CA-15")
def test_who_can_be_fined() -> None:
    state = at("A: R-Fn R-Fn G1; B: B1; D: B2; places: C")
    assert legal(state, "A") == {"fine R @B", "fine R @D", "draw"}
    assert refused(state, "A fine R @A") == ("CA-15", "not_yourself")
    assert refused(state, "A fine R @C") == ("CA-15", "player_is_out")
    assert refused(state, "A fine R @H") == ("CA-15", "player_is_out")
    assert refused(state, "A lay R-Fn") == ("CG-45", "fine_needs_player")
    state = go(at("A: R-Fn G1; B: B-Fn B1"), "A fine R @B")
    assert refused(state, "B counter B-Fn @B") == ("CA-15", "not_yourself")
    assert asked(go(state, "B counter B-Fn @A")) == ("fine", "A")


@pytest.mark.clause("CA-14")
def test_option_fine_only_the_next() -> None:
    state = at("A: R-Fn G1; C: B-Fn B2; D: R1; places: B", fine_target="next")
    assert legal(state, "A") == {"fine R @C", "draw"}
    assert refused(state, "A fine R @D") == ("CA-14", "next_player_only")
    go(state, "A fine R @C")
    assert legal(state, "C") == {"counter B-Fn @D", "accept"}
    assert refused(state, "C counter B-Fn @A") == ("CA-14", "next_player_only")


@pytest.mark.clause("CA-17")
def test_fine_cards_are_drawn_blind() -> None:
    taken = set()
    for seed in range(60):
        state = go(at("A: R-Fn G1 G2 G3; B: B3", seed=seed), "A fine R @B")
        state.listen()
        go(state, "B accept")
        taken |= set(hand(state, "B")) - {"B3"}
        told = [event for event in state.take_events() if event.kind == "fine_hand"]
        assert len(told) == 2
        for event in told:
            assert "card" in event.seen_by(0)
            assert "card" in event.seen_by(1)
            assert "card" not in event.seen_by(2)
            assert "card" not in event.seen_by(None)
    assert taken == {"G1", "G2", "G3"}
    # Every card is as likely as any other, two alike twice as likely.
    first = go(at("A: R-Fn G1 G1 G2 G3; B: B3"), "A fine R @B")
    kept: Counter[str] = Counter()
    for seed in range(600):
        state = first.clone()
        state.rng = Rng(seed)
        kept.update(hand(go(state, "B accept"), "A"))
    assert kept["G1"] == pytest.approx(600, abs=45)
    assert kept["G2"] == pytest.approx(300, abs=45)
    assert kept["G3"] == pytest.approx(300, abs=45)


@pytest.mark.clause("CA-20")
def test_a_fine_as_last_card() -> None:
    state = at("A: R-Fn; B: B3 B4; C: B5 B6; D: B7")
    go(state, "A fine R @C")
    assert asked(state) == ("new_car", "BCD")
    assert state.view(None)["pending"] == {"kind": "fine", "target": 2, "chain": [0], "cards": 2}
    nobody_reacts(state)
    assert asked(state) == ("fine", "C")
    go(state, "C accept")
    assert sizes(state) == [0, 2, 4, 1]
    assert state.view(None)["deck"] == 8
    assert asked(state) == ("turn", "D")


@pytest.mark.clause("CA-20", "CA-18")
def test_back_before_the_fine_is_drawn() -> None:
    state = at("A: R-Fn; B: NC B4; C: B5 B6; D: B7")
    go(state, "A fine R @C", "B return", "C accept")
    assert sizes(state) == [1, 1, 4, 1]  # one from A's two new cards, one from the deck
    assert state.view(None)["deck"] == 7


@pytest.mark.clause("CA-20")
def test_a_last_fine_that_ends_the_round() -> None:
    state = go(at("A: R-Fn; B: B3 B4", players=2), "A fine R @B")
    state.listen()
    nobody_reacts(state)
    assert rounds(state) == [[20, 0]]
    over = next(event for event in state.take_events() if event.kind == "round_over")
    assert over.data["hands"] == [[], ["B3", "B4"]]


@pytest.mark.clause("CA-21")
def test_a_fine_drawn_as_penalty_waits() -> None:
    state = go(at("A: R-Fn G1; B: B3", deck="B-Fn B-Fn Y1"), "A fine R @B", "B accept")
    assert hand(state, "B") == cards("B3 B-Fn B-Fn")
    assert asked(state) == ("turn", "C")


# Options, presets, notation and positions


@pytest.mark.clause("CA-4", "CA-14", "CA-46")
def test_presets() -> None:
    first = GAME.settle(4, preset="first-time")
    assert (first["limit"], first["rounds"], first["opening"], first["fine_target"]) == (
        "rounds",
        2,
        "cars_only",
        "next",
    )
    full = GAME.settle(4, preset="full")
    assert full == {option.name: option.default for option in GAME.options}
    assert (full["points"], full["garage_min"], full["window_seconds"]) == (50, 1, 5)
    with pytest.raises(BadOption):
        GAME.settle(4, {"tie": "extraRound"})


NEARLY_ALL = " ".join(
    [f"{colour}{kind}" for colour in "BGY" for kind in (*range(1, 10), "-Sv", "-Fn")] * 2 + ["PS"] * 8 + ["GA"] * 8
)


@pytest.mark.clause("CG-27")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("A: R1; pile: NC", "bad_field"),
        ("A: R1; pile: R5; opening: yes", "bad_field"),
        ("A: R1; opening: maybe", "bad_field"),
        ("A: R1; pile: R5; colour: G", "bad_field"),
        ("A: R1 R1 R1", "too_many_cards"),
        ("A: X9", "unknown_card"),
        ("A: R1; B:", "empty_hand"),
        ("A: R1; places: A", "bad_field"),
        ("B: R1; places: B", "bad_field"),
        ("A: R1; places: B C D", "bad_field"),
        ("A: R1; places: H", "no_such_seat"),
        ("A: R1; rounds: 1 2", "bad_field"),
        ("A: R1; rounds: 50 0 0 0", "bad_field"),
        ("A: R1; pending: service B", "bad_field"),
        ("A: R1; pile: R-Fn; pending: fine B B", "bad_field"),
        ("A: R1; front: R5", "bad_field"),
        ("A: R1; moon: full", "unknown_field"),
        ("opening: yes; deck:", "bad_field"),
        ("opening: yes; deck: NC CX", "bad_field"),
        ("opening: yes; places: A; turn: B; deck: GA R1", "bad_field"),
        ("A: R1; rounds: 0 0 0 12345", "bad_field"),
        ("A: R1; pile: R-Fn; pending: fine B A A", "bad_field"),
        (f"A: {NEARLY_ALL} R1 R1 R2 R2 R3 R3 R4 R4 R6 R6", "bad_field"),
        ("A: R1; deck: " + "R1 " * 111, "bad_field"),
    ],
)
def test_bad_positions(text: str, key: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.position(text)
    assert caught.value.key == key


@pytest.mark.clause("CA-10")
def test_positions_with_a_pending_penalty() -> None:
    state = at("A: R1; B: B1; pile: R-Fn; pending: fine A A B")  # A fined B, and B answered
    assert asked(state) == ("fine", "A")
    state = at("A: R1; B: B-Sv; pile: R-Sv; pending: service B; front: NC CX@C")
    assert asked(state) == ("service", "B")
    assert [one["front"] for one in state.view(None)["seats"]] == [["NC"], [], ["CX"], []]
    state = at("A: G1 G2 G3; B: B1; pile: R-Fn; pending: fine B A")
    assert sizes(go(state, "B accept"))[:2] == [1, 3]


@pytest.mark.clause("CG-27", "CG-39", "CG-61", "CG-65", "CG-72", "CG-58", "CA-9", "CA-48", "CA-51")
@pytest.mark.parametrize(
    ("move", "clause", "key"),
    [
        ("lay R7", "CG-27", "not_in_hand"),
        ("paint red", "CG-27", "not_in_hand"),
        ("fine R @B", "CG-27", "not_in_hand"),
        ("car R2", "CG-39", "cars_need_garage"),
        ("done", "CG-61", "no_garage"),
        ("return", "CG-65", "return_too_late"),
        ("allow", "CG-72", "no_exchange"),
        ("counter CX", "CG-72", "no_exchange"),
        ("colour red", "CG-58", "colour_only_with_card"),
        ("keep", "CA-9", "nothing_drawn"),
        ("pass", "CA-48", "no_pass"),
        ("silent", "CA-51", "nothing_to_say"),
        ("say 1", "CA-51", "nothing_to_say"),
    ],
)
def test_refusals_on_a_free_turn(move: str, clause: str, key: str) -> None:
    assert refused(at("A: R2 B5"), f"A {move}") == (clause, key)


@pytest.mark.clause("CG-27")
def test_refusals_outside_the_game() -> None:
    state = at("A: R2 B5")
    with pytest.raises(BadNotation):
        GAME.parse("lay R10")
    for seat, action, key in (
        (9, 0, "no_such_seat"),
        (0, 500, "unknown_move"),
        (0, -1, "unknown_move"),
        (1, 0, "not_asked"),
    ):
        with pytest.raises(IllegalMove) as caught:
            state.apply(seat, action)
        assert caught.value.key == key


# Time-outs


@pytest.mark.clause("CG-31", "CA-48", "CA-7", "CA-8", "CA-24", "CA-51")
@pytest.mark.parametrize(
    ("text", "deck", "options", "moves", "clock"),
    [
        ("A: R2 B5", DECK, {}, (), "A draw"),
        ("A: B1; B: G1", "", {}, (), "A pass"),
        ("A: R1 B1; B: G1", "", {}, (), "A lay R1"),
        ("A: PS B1 B2; B: G1", "", {}, (), "A paint blue"),
        ("A: PS B1 G1; B: G1", "", {}, (), "A paint blue"),
        ("A: GA B1 G1 G2 Y-Sv Y-Sv Y-Fn; B: G1", "", {}, (), "A garage green"),
        ("A: PS; B: R1; opening: yes", "GA", {}, (), "A pass"),
        ("A: B1 B2 G1; opening: yes", "PS R1", {}, (), "A colour blue"),
        ("A: Y2 B1 B2; opening: yes", "GA R1", {}, (), "A car B1"),
        ("A: PS; opening: yes", "GA R1", {}, (), "A draw"),
        ("A: GA B1 B2", DECK, {}, ("A garage blue",), "A car B1"),
        ("A: GA B1 B2", DECK, {}, ("A garage blue", "A car B1"), "A done"),
        ("A: R-Sv B1; B: B-Sv", DECK, {}, ("A lay R-Sv",), "B accept"),
        ("A: R-Fn B1; B: B-Fn", DECK, {}, ("A fine R @B",), "B accept"),
        ("A: CX B1; B: CX", DECK, {}, ("A swap @B",), "B allow"),
        ("A: R1; B: NC B1", DECK, {}, ("A lay R1",), "B pass"),
        ("A: R1 R2", "R3 R4", {"play_drawn": "yes"}, ("A draw",), "A keep"),
        ("A: R1 R2", DECK, {"talk": "penalty"}, ("A lay R1",), "A silent"),
    ],
)
def test_what_the_clock_plays(
    text: str, deck: str, options: dict[str, Any], moves: tuple[str, ...], clock: str
) -> None:
    state = go(at(text, deck=deck, **options), *moves)
    letter, _, move = clock.partition(" ")
    seat = seat_of(letter, 4)
    assert GAME.notation(state.fallback(seat)) == move
    go(state, clock)
