"""Mau-Mau: cards, set-up and the plain turn. The other files of this name hold specials, mau and the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tailback.core.contract import ALL, State
from tailback.core.deck import Deck
from tailback.core.errors import BadOption, IllegalMove
from tailback.core.notation import seat_letter, seat_of
from tailback.core.rng import Rng
from tailback.core.snapshot import dump
from tailback.games.mau_mau import GAME
from tailback.games.mau_mau.material import CATCH, DRAW, LAY_MAU, PASS, SAY_MAU, WILD, card_of

DECK = "deck: Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y9 B1 B2"


def at(text: str, players: int = 3, **options: Any) -> State:
    """A position on a red 8 with a known deck, unless the text says otherwise."""
    known = text if "deck:" in text else f"{text}; {DECK}"
    state = GAME.position(known, players, options=options)
    state.listen()
    return state


def play(state: State, *moves: str) -> State:
    """Moves such as `A lay R3 mau`."""
    for move in moves:
        letter, _, action = move.partition(" ")
        state.apply(seat_of(letter, int(state.players)), GAME.parse(action))
    return state


def legal(state: State, letter: str) -> set[str]:
    return {GAME.notation(action) for action in state.legal(seat_of(letter, int(state.players)))}


def lays(state: State, letter: str) -> set[str]:
    """The cards that may be laid."""
    return {text.split()[1] for text in legal(state, letter) if text.startswith("lay ")}


def hand(state: State, letter: str) -> list[str]:
    cards: list[str] = state.view(seat_of(letter, int(state.players)))["hand"]
    return cards


def turn(state: State) -> str:
    """The letters the table waits for."""
    decision = state.decision()
    return "".join(seat_letter(seat) for seat in decision.seats) if decision else ""


def refused(state: State, move: str) -> tuple[str, str]:
    """Clause and key of a refusal that changes nothing."""
    before = dump(state)
    with pytest.raises(IllegalMove) as caught:
        play(state, move)
    assert dump(state) == before
    assert caught.value.key in str(caught.value)
    return caught.value.clause, caught.value.key


def told(state: State, kind: str) -> list[dict[str, Any]]:
    """The events of this kind since the last look, as everybody sees them."""
    return [event.data for event in state.take_events() if event.kind == kind]


def stacked(players: int, top: str, seed: int = 1, **options: Any) -> State:
    """A match whose first deal comes from a deck in this order, padded with green ones."""
    state = GAME.make(players, GAME.settle(players, options))
    deck = Deck([], 110)
    deck.stack([card_of(name) for name in [*top.split(), *["G1"] * 60]])
    state.rules.deck = deck  # type: ignore[attr-defined]
    state.listen()
    state.start(seed)
    return state


# The cards


@pytest.mark.clause("MM-1", "MM-2", "MM-3", "MM-4", "MM-5")
def test_the_deck() -> None:
    cards = Counter(GAME.new(4, 1).census())
    assert sum(cards.values()) == 110
    for colour in "RBGY":
        assert all(cards[f"{colour}{n}"] == 2 for n in range(1, 10))
        assert all(cards[f"{colour}-{kind}"] == 2 for kind in ("Rev", "T2", "T4", "Stop"))
    assert cards["CC"] == 6
    numbers = sum(n for name, n in cards.items() if name[1:].isdigit())
    assert (numbers, 110 - numbers) == (72, 38)
    assert len(cards) == 4 * 13 + 1


@pytest.mark.clause("MA-31", "MM-43")
def test_all_cards_together_count_740() -> None:
    half = " ".join(
        f"{colour}{n}" for colour in "RBGY" for n in range(1, 10) for _ in range(2) if (colour, n) != ("R", 8)
    )
    specials = " ".join(f"{c}-{k}" for c in "RBGY" for k in ("Rev", "T2", "T4", "Stop") for _ in range(2)) + " CC" * 6
    state = at(f"A: R8; B: {half}; C: {specials}", games=1)
    play(state, "A lay R8")
    assert state.scores() == [0, 8 * 45 - 2 * 8, 380]
    assert sum(state.scores()) + 2 * 8 == 740


@pytest.mark.clause("MA-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_players(players: int) -> None:
    view = GAME.new(players, 3).view(None)
    assert [seat["cards"] for seat in view["seats"]] == [5] * players
    assert view["deck"] == 110 - 5 * players - 1


@pytest.mark.clause("MA-1")
@pytest.mark.parametrize(("players", "near"), [(1, 2), (0, 2), (7, 6), (10, 6)])
def test_other_numbers_of_players_are_refused(players: int, near: int) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(players, 1)
    assert (caught.value.clause, caught.value.key, caught.value.nearest) == ("MA-1", "bad_players", {"players": near})


# Preparation


@pytest.mark.clause("MM-6", "MA-32")
@pytest.mark.parametrize("games", [1, 3, 5, 20])
def test_the_number_of_games_is_agreed_before(games: int) -> None:
    state = GAME.new(2, 8, {"games": games})
    rng = Rng(4)
    state.listen()
    dealers = [state.view(None)["dealer"]]
    while (seat := state.waiting()) >= 0:
        options = state.legal(seat)
        state.apply(seat, options[rng.below(len(options))])
        dealers += [event["dealer"] for event in told(state, "dealt")]
    view = state.view(None)
    assert len(view["rounds"]) == view["game"] == view["games"] == games
    assert [seat["score"] for seat in view["seats"]] == [sum(line[k] for line in view["rounds"]) for k in (0, 1)]
    assert dealers == [(dealers[0] + k) % 2 for k in range(games)]


@pytest.mark.clause("MA-32")
@pytest.mark.parametrize("games", [0, 21, -3, "many", 2.5, True, None])
def test_a_bad_number_of_games_is_refused(games: Any) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(4, 1, {"games": games})
    assert (caught.value.clause, caught.value.key) == ("MA-32", "bad_value")
    assert caught.value.params["allowed"] == "1-20"


@pytest.mark.clause("MA-32", "MM-6")
def test_three_games_unless_agreed_otherwise() -> None:
    assert GAME.new(4, 1).view(None)["games"] == 3
    assert GAME.new(4, 1, preset="first-time").view(None)["games"] == 1


@pytest.mark.clause("MA-4", "MA-5", "MA-6", "MA-15", "MA-23", "MA-25")
@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("opening_card", "MA-4"),
        ("draw_rule", "MA-5"),
        ("play_drawn", "MA-6"),
        ("reverse_two_players", "MA-15"),
        ("final_penalty", "MA-23"),
        ("mau_mode", "MA-25"),
    ],
)
def test_bad_options_name_their_clause(name: str, clause: str) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(4, 1, {name: "sideways"})
    assert (caught.value.clause, caught.value.key) == (clause, "bad_value")


@pytest.mark.clause("MM-7", "MM-44")
def test_points_go_into_the_table_and_the_next_game_begins() -> None:
    state = play(at("A: R3; B: R4; C: R9 CC"), "A lay R3")
    view = state.view(None)
    assert view["rounds"] == [[0, 4, 19]]
    assert view["hands"] == [[], ["R4"], ["R9", "CC"]]
    assert view["game"] == 2
    assert [seat["cards"] for seat in view["seats"]] == [5, 5, 5]
    assert state.decision() is not None


@pytest.mark.clause("MM-8", "MA-2")
def test_five_each_one_at_a_time_from_the_dealers_left() -> None:
    order = "R1 R2 R3 B1 B2 B3 G2 G3 G4 Y1 Y2 Y3 R4 R5 R6 B7"
    state = stacked(3, order)
    dealer = state.view(None)["dealer"]
    names = order.split()
    for k in range(3):
        assert sorted(state.view((dealer + 1 + k) % 3)["hand"]) == sorted(names[k:15:3])
    assert state.view(None)["top"] == "B7"


@pytest.mark.clause("MA-2")
def test_chance_picks_the_first_dealer_and_the_seed_repeats_it() -> None:
    dealers = [GAME.new(4, seed).view(None)["dealer"] for seed in range(200)]
    assert set(dealers) == {0, 1, 2, 3}
    assert min(Counter(dealers).values()) > 25
    assert dealers == [GAME.new(4, seed).view(None)["dealer"] for seed in range(200)]


@pytest.mark.clause("MM-9")
def test_hands_are_secret() -> None:
    one = at("A: R3 B5 G1; B: R1 G2 Y7; C: CC Y8 B3")
    two = at("A: R3 B5 G1; B: Y-T4 B9 B8; C: G7 G8 G9")
    for seat in (0, None):
        assert one.view(seat) == two.view(seat)
    assert "hand" not in one.view(None)
    assert one.view(1)["hand"] == ["R1", "G2", "Y7"]
    assert one.legal(0) == two.legal(0)


@pytest.mark.clause("MM-8", "MM-9", "MM-11")
def test_the_deal_is_told_to_all_and_each_hand_to_its_owner() -> None:
    state = GAME.make(3, GAME.settle(3, {"opening_card": "inert"}))
    state.listen()
    state.start(4)
    events = state.take_events()
    dealer = state.view(None)["dealer"]
    assert events[0].seen_by(None) == {"kind": "dealt", "dealer": dealer, "cards": 5, "game": 1}
    for seat, event in enumerate(events[1:4]):
        assert event.seen_by(seat) == {"kind": "hand", "seat": seat, "cards": state.view(seat)["hand"]}
        assert event.seen_by((seat + 1) % 3) == event.seen_by(None) == {"kind": "hand", "seat": seat}
    assert events[-1].seen_by(None) == {"kind": "opened", "card": state.view(None)["top"]}


@pytest.mark.clause("MM-9")
def test_a_drawn_card_is_seen_only_by_its_owner() -> None:
    state = play(at("A: B3 G5; B: R1 R2; C: Y1 Y2", play_drawn="yes"), "A draw")
    event = next(event for event in state.take_events() if event.kind == "drew")
    assert event.seen_by(0) == {"kind": "drew", "seat": 0, "card": "Y1"}
    assert event.seen_by(1) == event.seen_by(None) == {"kind": "drew", "seat": 0}
    assert event.full()["card"] == "Y1"
    assert state.view(0)["drawn"] == "Y1"
    assert "drawn" not in state.view(1)
    assert "drawn" not in state.view(None)


@pytest.mark.clause("MM-9")
def test_an_imagined_world_keeps_what_the_seat_knows_and_deals_the_rest_anew() -> None:
    state = GAME.new(3, 5)
    rng = Rng(9)
    worlds = [state.imagine(1, rng) for _ in range(60)]
    assert all(world.view(1) == state.view(1) for world in worlds)
    assert len({tuple(world.view(0)["hand"]) for world in worlds}) > 50
    assert all(Counter(world.census()) == Counter(state.census()) for world in worlds)


@pytest.mark.clause("MA-6", "MM-9")
@pytest.mark.parametrize(("rule", "fitting"), [("yes", False), ("draw_until_playable", True)])
def test_the_others_imagine_a_drawn_card_that_could_be(rule: str, fitting: bool) -> None:
    """Whoever draws until one fits holds one that fits; whoever draws one card may hold anything."""
    state = play(at("A: B3 G5; B: R1 R2; C: G7 G9; deck: B7 R2 Y4 Y5 Y6 Y7 B4 B5 B6", play_drawn=rule), "A draw")
    rng = Rng(2)
    offers = []
    for seat in (1, None):
        for _ in range(40):
            world = state.imagine(seat, rng)
            assert world.view(seat) == state.view(seat)
            assert Counter(world.census()) == Counter(state.census())
            assert world.view(0)["drawn"] in world.view(0)["hand"]
            offers.append(len(world.legal(0)) > 1)
    assert all(offers) if fitting else len(set(offers)) == 2


@pytest.mark.clause("MM-10", "MM-11", "MA-4")
def test_the_rest_is_the_draw_pile_and_its_top_card_opens() -> None:
    for seed in range(60):
        view = GAME.new(4, seed).view(None)
        assert view["deck"] == 110 - 20 - 1
        assert view["pile"] == [view["top"]]
        assert view["top"][1:].isdigit()
        assert view["colour"] == view["top"][0]


@pytest.mark.clause("MT-01", "MA-3", "MA-4")
def test_specials_go_back_until_a_number_shows() -> None:
    state = at(f"dealer: A; opening: yes; deck: CC R-T4 B6 {'G1 ' * 10}")
    view = state.view(None)
    assert (view["pile"], view["deck"], view["returned"]) == (["B6"], 12, ["CC", "R-T4"])
    assert turn(state) == "B"
    assert view["clockwise"]
    assert Counter(state.census())["CC"] == Counter(hand(state, "A") + hand(state, "B") + hand(state, "C"))["CC"] + 1


@pytest.mark.clause("MA-4")
def test_a_special_that_goes_back_is_not_put_on_top() -> None:
    drawn = set()
    for seed in range(40):
        state = GAME.position(
            "A: R1 R2; B: R3 R4; C: R5 R6; opening: yes; deck: CC B6 G1 G2 G3",
            3,
            seed=seed,
            options={"draw_rule": "free"},
        )
        play(state, "B draw")
        drawn |= set(hand(state, "B")) - {"R3", "R4"}
    assert drawn == {"G1"}, "the cards that a position stacks stay on top of what goes back"
    first = []
    for seed in range(300):
        state = GAME.make(3, GAME.settle(3, {}))
        state.listen()
        state.start(seed)
        first += told(state, "returned")
    assert {event["card"] for event in first} >= {"CC", "R-T2", "B-Stop"}


@pytest.mark.clause("MA-4")
def test_with_no_number_to_turn_up_the_last_special_opens() -> None:
    view = at("dealer: A; opening: yes; deck: CC R-T4").view(None)
    assert (view["pile"], view["deck"], view["returned"]) == (["R-T4"], 1, ["CC"])


@pytest.mark.clause("MA-4")
@pytest.mark.parametrize("card", ["G-Rev", "G-T2", "G-T4", "G-Stop"])
def test_an_inert_special_lies_as_colour_and_kind(card: str) -> None:
    state = at(f"B: {card} Y4 R1; dealer: A; opening: yes; deck: {card} Y1 Y2 Y3 Y4 Y5", opening_card="inert")
    view = state.view(None)
    assert (view["top"], view["colour"], view["pending"], view["clockwise"]) == (card, "G", 0, True)
    assert turn(state) == "B"
    assert lays(state, "B") == {card}
    assert [seat["cards"] for seat in view["seats"]] == [5, 3, 5]


@pytest.mark.clause("MA-4")
def test_an_inert_opening_still_puts_a_colour_change_back() -> None:
    state = at("dealer: A; opening: yes; deck: CC G-Stop Y1", opening_card="inert")
    assert (state.view(None)["top"], state.view(None)["deck"]) == ("G-Stop", 2)


OPENINGS = [
    ("G4", "B", True),
    ("G-Rev", "C", False),
    ("G-Stop", "C", True),
    ("G-T2", "B", True),
    ("G-T4", "C", True),
]


@pytest.mark.clause("MA-4")
@pytest.mark.parametrize(("card", "first", "clockwise"), OPENINGS)
def test_the_first_card_acts_as_if_the_dealer_had_laid_it(card: str, first: str, clockwise: bool) -> None:
    state = at(
        f"A: R1; B: R2 Y-T2; C: R3; dealer: A; opening: yes; deck: {card} Y1 Y2 Y3 Y4 Y5", opening_card="as_dealer"
    )
    view = state.view(None)
    assert (turn(state), view["clockwise"]) == (first, clockwise)
    assert [seat["cards"] for seat in view["seats"]] == [1, 6 if card == "G-T4" else 2, 1]
    assert view["pending"] == (2 if card == "G-T2" else 0)
    if card == "G-T2":
        assert state.decision().kind == "take2"  # type: ignore[union-attr]
        assert legal(state, "B") == {"lay Y-T2", "lay Y-T2 mau", "take"}


@pytest.mark.clause("MA-4")
def test_the_dealer_names_the_colour_of_a_first_colour_change() -> None:
    state = at("A: G1 G2 R3; B: Y2 G7; dealer: A; opening: yes; deck: CC Y1 Y2", opening_card="as_dealer")
    decision = state.decision()
    assert decision is not None
    assert (decision.kind, decision.seats, decision.gate) == ("name_colour", (0,), ALL)
    assert legal(state, "A") == {"colour red", "colour blue", "colour green", "colour yellow"}
    assert state.view(None)["colour"] is None
    assert refused(state, "A draw") == ("MA-4", "name_a_colour")
    assert refused(state, "B draw") == ("", "not_asked")
    play(state, "A colour green")
    assert turn(state) == "B"
    assert lays(state, "B") == {"G7"}
    assert told(state, "colour") == [{"seat": 0, "colour": "G"}]


@pytest.mark.clause("MA-4", "MA-15")
@pytest.mark.parametrize(("rule", "first"), [("literal", "B"), ("extra_turn", "A")])
def test_a_first_reverse_with_two_players(rule: str, first: str) -> None:
    text = "dealer: A; opening: yes; deck: G-Rev Y1 Y2"
    assert turn(at(text, 2, opening_card="as_dealer", reverse_two_players=rule)) == first


@pytest.mark.clause("MA-4", "MA-16")
def test_a_first_stop_with_two_players_lets_the_dealer_begin() -> None:
    assert turn(at("dealer: A; opening: yes; deck: G-Stop Y1", 2, opening_card="as_dealer")) == "A"


@pytest.mark.clause("MM-12", "MA-3")
def test_the_deal_moves_left_and_every_game_starts_clockwise() -> None:
    state = play(at("A: R-Rev; B: R1; C: R2; dealer: A; direction: anticlockwise"), "A lay R-Rev")
    view = state.view(None)
    assert (view["dealer"], view["clockwise"], turn(state)) == (1, True, "C")
    state = play(at("A: R5; B: R1; C: R2; dealer: C; direction: anticlockwise"), "A lay R5")
    assert (state.view(None)["dealer"], state.view(None)["clockwise"], turn(state)) == (0, True, "B")


# The plain turn


@pytest.mark.clause("MM-13", "MM-14", "MM-41")
def test_the_first_without_cards_wins_at_once() -> None:
    state = play(at("A: R3; B: R4 G1; C: G9", games=1), "A lay R3")
    assert state.decision() is None
    assert state.waiting() == -1
    assert state.scores() == [0, 5, 9]
    assert state.ranking() == [1, 2, 3]
    assert refused(state, "B lay R4") == ("", "match_over")
    assert all(state.legal(seat) == [] for seat in range(3))
    assert state.view(None)["turn"] is None
    assert state.imagine(1, Rng(3)).view(None) == state.view(None)


@pytest.mark.clause("MT-02", "MM-15", "MM-18")
def test_same_colour_or_same_number() -> None:
    state = at("A: R3 G8 B5 Y-Stop R-Stop CC")
    assert lays(state, "A") == {"R3", "G8", "R-Stop", "CC"}
    play(state, "A lay G8")
    assert (state.view(None)["colour"], turn(state)) == ("G", "B")


@pytest.mark.clause("MM-16")
def test_on_a_red_8() -> None:
    reds = {f"R{n}" for n in range(1, 10)}
    eights = {"B8", "G8", "Y8"}
    others = {"B1", "G2", "Y3", "B9", "G7"}
    assert lays(at(f"A: {' '.join(sorted(reds | eights | others))}"), "A") == reds | eights


@pytest.mark.clause("MT-03", "MM-17", "MA-6")
def test_nothing_fits_draw_one_and_the_turn_is_over() -> None:
    state = at("A: B3 G5 Y2; deck: R1 Y1")
    assert legal(state, "A") == {"draw"}
    play(state, "A draw")
    assert sorted(hand(state, "A")) == ["B3", "G5", "R1", "Y2"]
    assert turn(state) == "B"
    assert refused(state, "A lay R1") == ("", "not_asked")


@pytest.mark.clause("MT-04", "MA-5")
def test_a_card_that_fits_must_be_laid() -> None:
    assert refused(at("A: R3 B5"), "A draw") == ("MA-5", "card_fits")
    assert refused(at("A: R3 B5", draw_rule="strict"), "A draw") == ("MA-5", "card_fits")
    state = play(at("A: R3 B5", draw_rule="free"), "A draw")
    assert len(hand(state, "A")) == 3


@pytest.mark.clause("MT-05", "MA-5")
def test_a_colour_change_may_be_saved() -> None:
    assert {"draw", "lay CC green"} <= legal(at("A: CC B5"), "A")
    assert {"draw", "lay CC green"} <= legal(at("A: CC B5", draw_rule="free"), "A")
    strict = at("A: CC B5", draw_rule="strict")
    assert "draw" not in legal(strict, "A")
    assert lays(strict, "A") == {"CC"}
    assert refused(strict, "A draw") == ("MA-5", "card_fits")


@pytest.mark.clause("MA-5", "MM-18")
def test_a_lone_fitting_special_is_forced() -> None:
    state = at("A: R-Stop B5 G3")
    assert legal(state, "A") == {"lay R-Stop"}


@pytest.mark.clause("MA-7")
def test_what_fits() -> None:
    assert lays(at("pile: B-Stop; A: B4 B9 Y4 G-Rev B-T4"), "A") == {"B4", "B9", "B-T4"}
    assert lays(at("pile: B-T2; A: R-T2 R-T4 B-Stop B1 R1"), "A") == {"R-T2", "B-Stop", "B1"}
    assert lays(at("pile: B4; A: R4 B-Rev R-Rev CC Y5"), "A") == {"R4", "B-Rev", "CC"}


@pytest.mark.clause("MA-7")
def test_one_card_per_turn() -> None:
    state = play(at("A: R3 R4 R5 B1"), "A lay R3")
    assert refused(state, "A lay R4") == ("", "not_asked")


@pytest.mark.clause("MA-6")
def test_the_drawn_card_may_be_laid_or_kept() -> None:
    for choice, cards, top in (("A keep", 4, "R8"), ("A lay R1", 3, "R1")):
        state = play(at("A: B3 G5 Y2; deck: R1 Y1", play_drawn="yes"), "A draw")
        assert state.decision().kind == "drawn"  # type: ignore[union-attr]
        assert legal(state, "A") == {"lay R1", "keep"}
        play(state, choice)
        assert (len(hand(state, "A")), state.view(None)["top"], turn(state)) == (cards, top, "B")


@pytest.mark.clause("MA-6")
def test_only_the_drawn_card_and_only_if_it_fits() -> None:
    state = play(at("A: R3 B5 G2; deck: R1 Y1", play_drawn="yes", draw_rule="free"), "A draw")
    assert refused(state, "A lay R3") == ("MA-6", "only_drawn_card")
    assert refused(state, "A draw") == ("MA-6", "one_card_only")
    assert refused(state, "A lay G9") == ("MM-15", "not_in_hand")
    state = play(at("A: B3 G5; deck: Y1 Y2", play_drawn="yes"), "A draw")
    assert legal(state, "A") == {"keep"}
    assert refused(state, "A lay Y1") == ("MM-15", "does_not_fit")
    play(state, "A keep")
    assert told(state, "kept") == [{"seat": 0}]


@pytest.mark.clause("MA-6", "MA-24")
def test_a_drawn_card_laid_as_second_to_last_needs_mau() -> None:
    state = play(at("A: B3; deck: R1 Y1", play_drawn="yes"), "A draw")
    assert legal(state, "A") == {"lay R1", "lay R1 mau", "keep"}
    play(state, "A lay R1")
    assert hand(state, "A") == ["B3", "Y1"]


@pytest.mark.clause("MA-6")
def test_a_drawn_special_works_when_laid() -> None:
    state = play(at("A: B3 G5; B: B1 B2; deck: R-Stop Y1", play_drawn="yes"), "A draw", "A lay R-Stop")
    assert turn(state) == "C"
    state = play(at("A: B3 G5; deck: CC Y1", play_drawn="yes"), "A draw")
    play(state, "A lay CC green")
    assert (state.view(None)["colour"], turn(state)) == ("G", "B")


@pytest.mark.clause("MA-6")
def test_draw_until_one_fits() -> None:
    state = play(at("A: B3 G5; deck: Y1 Y2 G7 R4 Y3", play_drawn="draw_until_playable"), "A draw")
    assert hand(state, "A") == ["R4", "B3", "G5", "G7", "Y1", "Y2"]
    assert legal(state, "A") == {"lay R4", "keep"}
    assert state.view(0)["deck"] == 1
    play(state, "A keep")
    assert turn(state) == "B"


@pytest.mark.clause("MA-6", "MA-5")
def test_drawing_whenever_you_like_and_drawing_on_do_not_go_together() -> None:
    """The number of cards drawn would tell everybody whether one in the hand fits."""
    with pytest.raises(BadOption) as refused:
        at("A: R3 B3 G5", play_drawn="draw_until_playable", draw_rule="free")
    assert (refused.value.clause, refused.value.key) == ("MA-6", "free_draw_is_one")
    assert refused.value.nearest == {"play_drawn": "yes"}
    state = play(at("A: R3 B3 G5; deck: Y1 R4", play_drawn="yes", draw_rule="free"), "A draw")
    assert legal(state, "A") == {"keep"}


@pytest.mark.clause("MA-6", "MA-5")
def test_a_saved_colour_change_does_not_shorten_the_draw() -> None:
    """Else the number of cards drawn would tell everybody that one is held."""
    state = play(at("A: CC B3 G5; deck: Y1 Y2 R4 Y3", play_drawn="draw_until_playable"), "A draw")
    assert state.view(0)["drawn"] == "R4"
    assert len(hand(state, "A")) == 6


@pytest.mark.clause("MA-6", "MA-29", "MA-30")
def test_draw_until_the_supply_is_empty() -> None:
    state = at("A: B3 G5; B: Y2 Y7; pile: Y4 G6 R8; deck: Y1 Y2", play_drawn="draw_until_playable")
    play(state, "A draw")
    assert sorted(hand(state, "A")) == ["B3", "G5", "G6", "Y1", "Y2", "Y4"]
    assert (state.view(0)["deck"], state.view(0)["pile"]) == (0, ["R8"])
    assert legal(state, "A") == {"keep"}
    play(state, "A keep")
    assert legal(state, "B") == {"pass"}


REFUSALS = [
    ("A: B3 B4", "A lay R3", "MM-15", "not_in_hand"),
    ("A: B3 R4", "A lay B3", "MM-15", "does_not_fit"),
    ("A: B-Stop R4", "A lay B-Stop", "MM-18", "does_not_fit"),
    ("A: B-Rev R4", "A lay B-Rev", "MM-18", "does_not_fit"),
    ("A: B9 R4", "A lay B9", "MM-15", "does_not_fit"),
    ("A: B8 R4; pile: CC; colour: R", "A lay B8", "MA-21", "does_not_fit"),
    ("A: CC R4 R5", "A lay CC", "MM-33", "colour_needed"),
    ("A: CC", "A lay CC blue", "MA-22", "no_colour_needed"),
    ("A: R3 B5 B6", "A lay R3 mau", "MA-27", "mau_not_due"),
    ("A: CC B5 B6", "A lay CC blue mau", "MA-27", "mau_not_due"),
    ("A: R3 B5", "A take", "MM-25", "nothing_pending"),
    ("A: R3 B5", "A pass", "MA-30", "no_pass"),
    ("A: R3 B5", "A keep", "MA-6", "nothing_drawn"),
    ("A: R3 B5", "A no mau", "MA-25", "nobody_silent"),
    ("A: R3 B5", "A mau", "MA-25", "nobody_silent"),
    ("A: R3 B5", "A colour red", "MA-4", "colour_only_with_card"),
    ("A: R3 B5; pile: R-T2; pending: 2", "A draw", "MM-25", "take_or_answer"),
    ("A: R3 B5; pile: R-T2; pending: 2", "A lay R3", "MA-11", "only_take2"),
    ("A: CC B5; pile: R-T2; pending: 2", "A lay CC green", "MA-11", "only_take2"),
    ("A: B1 B2; pile: R8; deck: ", "A draw", "MA-30", "nothing_to_draw"),
    ("A: R3 B5; turn: B", "A lay R3", "", "not_asked"),
]


@pytest.mark.clause("MM-15", "MM-18", "MM-25", "MM-33", "MA-6", "MA-11", "MA-21", "MA-22", "MA-25", "MA-27", "MA-30")
@pytest.mark.parametrize(("text", "move", "clause", "key"), REFUSALS)
def test_refusals_name_the_rule(text: str, move: str, clause: str, key: str) -> None:
    assert refused(at(text), move) == (clause, key)


@pytest.mark.clause("MM-15")
def test_moves_and_seats_that_do_not_exist() -> None:
    state = at("A: R3 B5")
    for seat, action, key in (
        (0, 123, "unknown_move"),
        (0, -1, "unknown_move"),
        (3, 2, "no_such_seat"),
        (-1, 2, "no_such_seat"),
    ):
        with pytest.raises(IllegalMove) as caught:
            state.apply(seat, action)
        assert caught.value.key == key


@pytest.mark.clause("MM-15", "MM-17", "MA-25")
@pytest.mark.parametrize("mode", ["declare", "auto", "catch"])
@pytest.mark.parametrize(
    ("drawn", "draw"),
    [
        (a, b)
        for a in ("no", "yes", "draw_until_playable")
        for b in ("strict", "no_match", "free")
        if (a[0], b[0]) != ("d", "f")
    ],
)
def test_a_move_is_allowed_exactly_if_it_is_listed(mode: str, drawn: str, draw: str) -> None:
    rng = Rng(7)
    options = {"mau_mode": mode, "play_drawn": drawn, "draw_rule": draw, "opening_card": "as_dealer", "games": 1}
    for players in (2, 3):
        state = GAME.new(players, 11 * players, options)
        for _ in range(150):
            seat = state.waiting()
            if seat < 0:
                break
            choices = state.legal(seat)
            for action in {rng.below(125) - 1, rng.below(125) - 1, *range(LAY_MAU, LAY_MAU + 52, 9), *range(WILD, 124)}:
                assert state.allows(seat, action) == (action in choices), action
            other = (seat + 1) % players
            assert all(
                state.allows(other, a) == (a in state.legal(other)) for a in (3, WILD, DRAW, PASS, CATCH, SAY_MAU)
            )
            state.apply(seat, choices[rng.below(len(choices))])


# Time-outs


@pytest.mark.clause("MA-34")
@pytest.mark.parametrize(
    ("text", "options", "move"),
    [
        ("A: B3 G5", {}, "draw"),
        ("A: B3 CC", {}, "draw"),
        ("A: R3 B5", {"draw_rule": "free"}, "draw"),
        ("A: B-T2 B5; pile: R-T2; pending: 4", {}, "take"),
        ("A: R3 R5 G8", {}, "lay R3"),
        ("A: CC B5 B6 G1", {"draw_rule": "strict"}, "lay CC blue"),
        ("A: CC G5 B6 G1; pile: CC; colour: Y; deck: ", {}, "lay CC green"),
        ("A: CC; deck: ; pile: R8", {}, "lay CC"),
        ("A: B1 G2; deck: ; pile: R8", {}, "pass"),
        ("A: Y1 Y2 R3; opening: yes; dealer: A; deck: CC B1", {"opening_card": "as_dealer"}, "colour yellow"),
    ],
)
def test_a_time_out_draws_or_takes_else_lays_the_first_card(text: str, options: dict[str, Any], move: str) -> None:
    state = at(text, **options)
    assert GAME.notation(state.fallback(0)) == move
    assert state.fallback(1) == -1


@pytest.mark.clause("MA-34")
def test_a_time_out_facing_four_takes_four() -> None:
    state = at("A: Y-T2 B5; B: G1 G2; pile: R-T2; pending: 4")
    state.apply(0, state.fallback(0))
    assert len(hand(state, "A")) == 6
    assert (turn(state), state.view(None)["pending"]) == ("B", 0)


@pytest.mark.clause("MA-34", "MA-6")
def test_a_time_out_keeps_a_drawn_card() -> None:
    state = play(at("A: B3 G5; deck: R1 Y1", play_drawn="yes"), "A draw")
    assert GAME.notation(state.fallback(0)) == "keep"


@pytest.mark.clause("MA-34", "MA-25")
def test_a_time_out_lets_a_silent_player_go() -> None:
    state = play(at("A: R3 B5; B: R4 R5; C: G1 G2", mau_mode="catch"), "A lay R3")
    assert [GAME.notation(state.fallback(seat)) for seat in range(3)] == ["pass", "lay R4", "pass"]
