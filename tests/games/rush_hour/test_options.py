"""Rush Hour: easier rules, editions, set-ups that cannot be dealt, time-outs, positions and what people read."""

from __future__ import annotations

from typing import Any

import pytest

from games.alike import refused_options
from games.rush_hour.test_rules import GAME, Turn, asked, do, legal, refusal, rows_of
from tailback.core.errors import BadNotation, BadOption
from tailback.core.policy import anything
from tailback.core.rng import Rng
from tailback.core.simulate import play_random
from tailback.core.snapshot import dump
from tailback.games.rush_hour.lines import table
from tailback.texts import Texts


def refused(players: int, **options: Any) -> BadOption:
    return refused_options(GAME, players, options)


def size(**options: Any) -> int:
    return len(GAME.new(2, 1, {"hand_size": 1, **options}).census())


# Easier rules


@pytest.mark.clause("RH-51", "RH-Q5", "D-11")
@pytest.mark.parametrize(("top", "inclusive", "below"), [(10, 22, 21), (20, 32, 31), (30, 42, 41), (50, 62, 62)])
def test_highest_number(top: int, inclusive: int, below: int) -> None:
    assert size(max_number=top) == inclusive
    assert size(max_number=top, edition="000") == inclusive
    assert size(max_number=top, edition="002") == below
    numbers = [card for card in GAME.new(2, 1, {"max_number": top, "hand_size": 1}).census() if card not in "APT"]
    assert max(int(card.lstrip("t")) for card in numbers) == top


@pytest.mark.clause("RH-52")
def test_hand_size() -> None:
    for cards in (1, 5, 10):
        view = GAME.new(5, 1, {"hand_size": cards}).view(0)
        assert len(view["hand"]) == cards
        assert view["unused"] == 62 - 3 - 5 * cards


@pytest.mark.clause("RH-53")
def test_two_rows() -> None:
    state = GAME.new(3, 1, {"rows": 2})
    assert len(state.view(None)["rows"]) == 2
    state = GAME.position("rows: 12 / 20; A: P; B: 3", players=2, options={"rows": 2})
    do(state, "A", "play P")
    do(state, "B", "play 3")
    assert legal(state, "A") == ["row 1", "row 2"]
    error = refusal(state, "A", "row 3")
    assert (error.clause, error.key, error.params) == ("RH-53", "no_such_row", {"row": 3, "rows": 2})


@pytest.mark.clause("RH-54", "RH-Q4")
def test_no_special_cards() -> None:
    cards = GAME.new(2, 1, {"specials": False}).census()
    assert sorted(cards, key=int) == [str(n) for n in range(1, 51)]
    assert size(specials=False, trailer_mode="removed") == 45


@pytest.mark.clause("RH-Q4", "RH-26")
def test_plain_trailers_are_cars() -> None:
    turn = Turn("9 12 14 16 / 30 / 40", "A 25", players=2, specials=False)
    assert turn.rows == "25 / 30 / 40"
    assert turn.taken == {"A": "9 12 14 16 = 4"}
    turn = Turn("9 12 14 25 / 30 / 40", "A 26", trailer_mode="plain")
    assert turn.taken == {"A": "9 12 14 25 = 4"}
    error = refused(2, specials=False, trailer_mode="special")
    assert (error.clause, error.key, error.nearest) == ("RH-Q4", "trailers_need_specials", {"trailer_mode": "plain"})


@pytest.mark.clause("RH-55", "RH-Q37", "RH-S22")
def test_no_massive_jam() -> None:
    turn = Turn("12 14 16 18 / 20 21 22 23 / 33 34 36 37", "A A, B 24, C T", "A row 1", "C row 3", massive_jam=False)
    assert turn.order == "A B C"
    assert turn.rows == "A 12 14 16 18 / 20 21 22 23 24 / 33 34 36 _ T+37"
    assert turn.taken == {}


@pytest.mark.clause("RH-55", "RH-Q37")
def test_long_rows() -> None:
    long = "1 2 3 4 6 7 8 9 10 11 12 13 14 16"
    assert Turn(f"{long} / 40 / 41", "A P", "A row 1", massive_jam=False).rows == f"{long} P / 40 / 41"
    turn = Turn("1 2 3 _ T+6 7 8 9 / 40 / 41", "A 4", massive_jam=False)
    assert turn.rows == "1 2 3 4 T+6 7 8 9 / 40 / 41"
    # A low card still costs a row.
    assert asked(Turn("12 / 20 / 33", "A 3", massive_jam=False).state) == "take_row"
    assert GAME.new(2, 1, {"massive_jam": False}).view(0)["max_row"] is None


@pytest.mark.clause("RH-56", "RH-Q36")
def test_low_cards_cost_nothing() -> None:
    turn = Turn("12 14 16 / 20 / 33", "A 3", "A front 1", too_low_penalty=False)
    assert turn.kinds == {"A": "front_row"}
    assert turn.legal == {"A": ["front 1", "front 2", "front 3"]}
    assert turn.rows == "3 12 14 16 / 20 / 33"
    assert turn.taken == {}
    # A Trailer lies there as a car does; a full row is taken as with an Ambulance.
    assert Turn("12 / 20 / 33", "A t5", "A front 2", too_low_penalty=False).rows == "12 / t5 20 / 33"
    turn = Turn("12 14 16 18 / 20 / 33", "A 3", "A front 1", too_low_penalty=False)
    assert turn.rows == "3 / 20 / 33"
    assert turn.taken == {"A": "12 14 16 18 = 4"}


@pytest.mark.clause("RH-Q36")
def test_the_front_rises_where_it_can() -> None:
    turn = Turn("3 40 / 6 41 / 20 42", "A 7", too_low_penalty=False)
    assert turn.rows == "3 40 / 6 41 / 7 20 42"
    state = Turn("3 40 / 16 41 / 20 42", "A 7", too_low_penalty=False).state
    assert legal(state, "A") == ["front 2", "front 3"]
    error = refusal(state, "A", "front 1")
    assert (error.clause, error.key, error.params) == ("RH-Q36", "front_is_lower", {"card": "7", "row": 1, "first": 3})
    assert refusal(state, "A", "take 1").clause == "RH-56"
    assert refusal(state, "A", "row 1").clause == "RH-14"
    # None begins higher: any row.
    turn = Turn("3 40 / 4 41 / 6 42", "A 7", "A front 3", too_low_penalty=False)
    assert turn.legal == {"A": ["front 1", "front 2", "front 3"]}
    assert turn.rows == "3 40 / 4 41 / 7 6 42"


@pytest.mark.clause("RH-57", "RH-Q38", "D-12")
def test_easier_rules_are_independent() -> None:
    easier: list[dict[str, Any]] = [
        {"max_number": 30},
        {"hand_size": 5},
        {"rows": 2},
        {"specials": False},
        {"massive_jam": False},
        {"too_low_penalty": False},
    ]
    for one in easier:
        for two in easier:
            options = {**one, **two}
            if options == {"massive_jam": False, "too_low_penalty": False}:
                continue  # nothing could cost anything
            tally = play_random(GAME.make(2, GAME.settle(2, options)), 3)
            assert tally.longest <= GAME.bound(2, GAME.settle(2, options))
    assert GAME.settle(3, {"max_number": 30})["hand_size"] == 10


@pytest.mark.clause("RH-57")
@pytest.mark.parametrize("preset", list(GAME.presets))
def test_presets_suit_every_table(preset: str) -> None:
    for players in range(2, 6):
        options = GAME.settle(players, None, preset)
        tally = play_random(GAME.make(players, options), 5)
        assert 0 < tally.longest <= GAME.bound(players, options)
        # Also below the cap of the other edition.
        GAME.settle(players, {"edition": "002"}, preset)


@pytest.mark.clause("D-11")
def test_an_option_wins_over_its_edition() -> None:
    assert GAME.settle(2, {"edition": "002", "max_number": 30})["max_number"] == 30
    assert GAME.settle(2, {"edition": "merged"}, "002")["edition"] == "merged"
    assert GAME.settle(2, None, "000")["edition"] == "merged"


# What cannot be


@pytest.mark.clause("RH-Q6")
@pytest.mark.parametrize(
    ("options", "largest"),
    [
        ({}, (10, 10, 10, 10)),
        ({"specials": False}, (10, 10, 10, 9)),
        ({"specials": False, "trailer_mode": "removed"}, (10, 10, 10, 8)),
        ({"max_number": 30}, (10, 10, 9, 7)),
        ({"max_number": 30, "rows": 2}, (10, 10, 10, 8)),
        ({"max_number": 20, "specials": False}, (8, 5, 4, 3)),
        ({"max_number": 20, "specials": False, "trailer_mode": "removed", "rows": 2}, (8, 5, 4, 3)),
        ({"max_number": 10}, (9, 6, 4, 3)),
        ({"max_number": 10, "rows": 2}, (10, 6, 5, 4)),
        ({"max_number": 10, "specials": False}, (3, 2, 1, 1)),
        ({"max_number": 10, "specials": False, "rows": 2}, (4, 2, 2, 1)),
        ({"max_number": 30, "edition": "002"}, (10, 10, 9, 7)),
        ({"max_number": 20, "edition": "002"}, (10, 9, 7, 5)),
        ({"max_number": 10, "edition": "002", "rows": 2}, (9, 6, 4, 3)),
    ],
)
def test_largest_hands(options: dict[str, Any], largest: tuple[int, ...]) -> None:
    for players, hand in zip(range(2, 6), largest, strict=True):
        GAME.settle(players, {**options, "hand_size": hand})
        if hand < 10:
            error = refused(players, **options, hand_size=hand + 1)
            assert (error.clause, error.key, error.nearest) == ("RH-Q6", "not_enough_cards", {"hand_size": hand})


@pytest.mark.clause("RH-Q6")
def test_not_enough_cards() -> None:
    error = refused(5, max_number=20, specials=False, hand_size=5)
    assert error.nearest == {"hand_size": 3}
    assert error.params == {"players": 5, "hand": 5, "rows": 3, "needed": 28, "cards": 20}
    # Too few even for one card each: fewer players; then other Trailers.
    few = {"max_number": 10, "specials": False, "trailer_mode": "removed", "hand_size": 1}
    assert refused(5, **few, trailers=(1, 2, 3)).nearest == {"hand_size": 1, "players": 4}
    assert refused(5, **few, trailers=tuple(range(1, 11))).nearest == {"trailer_mode": "auto"}
    assert refused(5, **{**few, "hand_size": 9}, trailers=tuple(range(1, 11))).nearest == {
        "trailer_mode": "auto",
        "hand_size": 1,
    }


@pytest.mark.clause("RH-Q7")
def test_start_cards_that_do_not_exist() -> None:
    error = refused(2, trailers=tuple(range(1, 51)), start_cards="numbered_cars_only")
    assert (error.clause, error.key, error.nearest) == ("RH-Q7", "no_start_cards", {"start_cards": "any_but_trailer"})
    # With nothing but Trailers the lanes open with specials.
    state = GAME.new(5, 3, {"trailers": tuple(range(1, 51))})
    assert all(row[0] in "APT" for row in state.view(None)["rows"])


@pytest.mark.clause("G-Q3")
@pytest.mark.parametrize("order", [(0, 1), (0, 1, 3), (1, 2), (0, 1, 2, 3)])
def test_bad_age_orders(order: tuple[int, ...]) -> None:
    error = refused(3, age_order=order)
    assert (error.clause, error.key, error.nearest) == ("G-Q3", "bad_age_order", {"age_order": ()})


@pytest.mark.clause("G-2", "RH-3")
@pytest.mark.parametrize(("players", "nearest"), [(1, 2), (6, 5), (0, 2)])
def test_bad_player_counts(players: int, nearest: int) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.settle(players)
    assert (caught.value.clause, caught.value.nearest) == ("RH-3", {"players": nearest})


@pytest.mark.clause("RH-51", "RH-52", "RH-53", "RH-54", "RH-55", "RH-56", "G-Q2", "RH-Q3", "RH-Q4", "RH-Q7", "RH-Q34")
@pytest.mark.parametrize(
    ("name", "value", "clause"),
    [
        ("max_number", 40, "RH-51"),
        ("hand_size", 11, "RH-52"),
        ("hand_size", 0, "RH-52"),
        ("rows", 4, "RH-53"),
        ("specials", "maybe", "RH-54"),
        ("massive_jam", 1, "RH-55"),
        ("too_low_penalty", None, "RH-56"),
        ("trailers", (0, 5), "G-Q2"),
        ("trailers", (51,), "G-Q2"),
        ("trailers", (5, 5), "G-Q2"),
        ("trailer_penalty", 3, "RH-Q3"),
        ("trailer_mode", "both", "RH-Q4"),
        ("start_cards", "any", "RH-Q7"),
        ("rounds", 21, "RH-Q34"),
        ("point_limit", -1, "RH-Q34"),
        ("edition", "003", "D-11"),
    ],
)
def test_bad_values(name: str, value: Any, clause: str) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.settle(3, {name: value})
    assert (caught.value.clause, caught.value.key) == (clause, "bad_value")


@pytest.mark.clause("RH-4", "RH-48", "RH-28", "G-Q1")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("A: 3", "bad_field"),
        ("rows: 12 / 20", "rows_wanted"),
        ("rows: 12 / 20 / 33 / 40", "rows_wanted"),
        ("rows: 12 / / 33", "rows_wanted"),
        ("rows: 12 / 20 / 12", "no_such_card_left"),
        ("rows: 12 / 20 / 33; A: 20", "no_such_card_left"),
        ("rows: 12 / 20 / 33; A: P P P; B: P P", "no_such_card_left"),
        ("rows: 12 / 20 / 51", "unknown_card"),
        ("rows: 12 / 20 / 15", "unknown_card"),
        ("rows: 12 / 20 / t14", "unknown_card"),
        ("rows: 12 / 20 / X", "unknown_card"),
        ("rows: 1 2 3 4 6 / 20 / 33", "row_too_long"),
        ("rows: 12 _ / 20 / 33", "gap_at_end"),
        ("rows: 12 _ 18 / 20 / 33", "gap_needs_tow"),
        ("rows: _ _ T+18 / 20 / 33", "gap_needs_tow"),
        ("rows: 12+18 / 20 / 33", "bad_stack"),
        ("rows: 18+t15 / 20 / 33", "bad_stack"),
        ("rows: A+P / 20 / 33", "bad_stack"),
        ("rows: 12+T / 20 / 33", "bad_stack"),
        ("rows: 12 / 20 / 33; A: 1 2 3 4 6 7 8 9 10 11 13", "hand_too_big"),
        ("rows: 12 / 20 / 33; ages: A B", "bad_ages"),
        ("rows: 12 / 20 / 33; ages: A B B", "bad_ages"),
        ("rows: 12 / 20 / 33; ages: A B X", "no_such_seat"),
        ("rows: 12 / 20 / 33; table: 1 2 3", "unknown_field"),
        ("rows: 12 / 20 / 33; rounds: 1 2", "bad_field"),
        ("rows: 12 / 20 / 33; rounds: 1 2 ²", "bad_field"),
        ("rows: 12 / 20 / 33; rounds: 1 2 --5", "bad_field"),
        ("rows: 12 / 20 / 33; rounds: 1 2 3", "bad_field"),
        ("rows: 12 / 20 / 33; taken: 1 0 0", "bad_field"),
        ("rows: 12 / 20 / 33; taken: 0 0", "bad_field"),
        ("deck: 12 20 33; rows: 12 / 20 / 33", "unknown_field"),
        ("deck: 12 20 33; A: 5", "unknown_field"),
        ("deck: 12 20 12", "no_such_card_left"),
        ("rows: 18 12 / 20 / 33", "row_goes_down"),
        ("rows: 12 _ T+18 14 / 20 / 33", "row_goes_down"),
        ("rows: 12 14 T+9 / 20 / 33", "row_goes_down"),
        ("rows: 12 P 14 13 / 20 / 33", "row_goes_down"),
        ("rows: 12 / 20 / 33; D: 3", "unknown_field"),
        ("rows: 12 / 20 / 33; rows: 1", "field_twice"),
        ("nonsense", "bad_field"),
    ],
)
def test_broken_positions(text: str, key: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.position(text, players=3)
    assert caught.value.key == key
    assert Texts("en", GAME).say(f"refusals.{key}", **caught.value.params)


@pytest.mark.clause("RH-14", "RH-34", "RH-47")
@pytest.mark.parametrize(
    "text", ["", "play", "play 0", "play 51", "play t15", "row 4", "row", "gap 1", "gap 4#1", "take 0"]
)
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(text)


# Time-outs


@pytest.mark.clause("RH-10")
def test_time_out_picks_a_random_card() -> None:
    state = GAME.new(4, 21)
    before = dump(state)
    picks = {GAME.new(2, seed).fallback(0) for seed in range(30)}
    assert len(picks) > 5
    assert state.fallback(2) in state.legal(2)
    assert dump(state) == before
    state.apply(2, state.legal(2)[0])
    assert state.fallback(2) == state.legal(2)[0]


@pytest.mark.clause("RH-19", "RH-34", "RH-44", "RH-Q29")
@pytest.mark.parametrize(
    ("rows", "card", "move"),
    [
        ("12 14 / 20 21 / 33", "3", "take 3"),
        ("12 14 / 20 / 33", "3", "take 2"),
        ("12+t15 / 20 21 / 33 34 36", "3", "take 2"),
        ("12 14 16 18 / 20 21 22 23 / 33 34 36 P", "A", "row 1"),
        ("12 14 16 18 / 20 21 22 23 / 33 P", "A", "row 3"),
        ("12 P 16 18 / 20 21 22 P / 33 34 36 A", "T", "row 2"),
        ("12 14 16 P / 20 / 33", "28", "row 2"),
        ("12 _ T+18 / 10 / 33", "17", "gap 1#2"),
        ("12 _ T+18 21 / 10 / 33", "17", "gap 1#2"),
        ("12 14 16 P / 24 / 33", "t25", "row 1"),
    ],
)
def test_time_out_takes_the_cheapest_row(rows: str, card: str, move: str) -> None:
    state = Turn(rows, f"A {card}").state
    assert GAME.notation(state.fallback(0)) == move


@pytest.mark.clause("RH-56", "RH-Q36")
@pytest.mark.parametrize(("rows", "move"), [("12 14 / 20 / 33", "front 1"), ("12 14 16 18 / 20 / 33", "front 2")])
def test_time_out_without_the_penalty_for_low_cards(rows: str, move: str) -> None:
    state = Turn(rows, "A 2", too_low_penalty=False).state
    assert GAME.notation(state.fallback(0)) == move


# What others use


@pytest.mark.clause("RH-Q39")
def test_imagined_hands_reach_every_card() -> None:
    state = GAME.position("rows: 12 / 20 / 33; A: 3 11; B: 7 44; B pile: 9", players=2, options={"max_number": 50})
    do(state, "B", "play 44")
    seen: set[str] = set()
    sealed: set[str] = set()
    rng = Rng(5)
    for _ in range(1500):
        world = state.imagine(0, rng)
        assert world.view(0) == state.view(0)
        hand = world.view(1)["hand"]
        assert world.view(1)["chosen"] in hand
        seen |= set(hand)
        sealed.add(world.view(1)["chosen"])
    known = {"3", "11", "12", "20", "33", "9"}
    assert seen == set(state.census()) - known
    assert sealed == seen


@pytest.mark.clause("RH-2")
def test_the_bot_beats_chance() -> None:
    bot = GAME.bot()
    rng = Rng(8)
    won = 0.0
    for seed in range(40):
        state = GAME.new(4, seed)
        mine = seed % 4
        while (seat := state.waiting()) >= 0:
            decision = state.decision()
            assert decision is not None
            policy = bot if seat == mine else anything
            state.apply(seat, policy(state.view(seat), decision, state.legal(seat), rng))
        places = state.ranking()
        won += places[mine] == 1
    assert won >= 20


@pytest.mark.clause("RH-Q39", "RH-45", "RH-55")
def test_the_table_reads_as_lines() -> None:
    texts = Texts("en", GAME, ["Ann", "Ben", "Cem"])
    position = "rows: 12 _ T+18 / 20+t25 P / A; A: 9 26; B: T 17; C: P P; B pile: 30 A"
    state = GAME.position(position, players=3, options={"point_limit": 40})
    do(state, "A", "play 9")
    lines = table(state.view(0), texts)
    assert "Lane 1: 12, gap and tow truck carrying 18 (3 of 4 places)." in lines
    assert "Lane 2: 20 with trailer 25 and police car (2 of 4 places)." in lines
    assert "Lane 3: ambulance (1 of 4 places)." in lines
    assert "Ann is ready: 2 cards in hand, 0 points." in lines
    assert "Ben's penalty pile this round: 30 and ambulance." in lines
    assert lines[-2:] == ["Your cards: 9 and 26.", "You have picked this card: 9. You may still change it."]
    assert not any("17" in line for line in lines)
    do(state, "B", "play T")
    do(state, "C", "play P")
    lines = table(state.view(None), texts)
    assert "Cem is choosing a lane: 1 card in hand, 0 points." in lines
    assert "Cards still to come: Cem's police car, Ann's 9 and Ben's tow truck." in lines
    free = GAME.position("rows: 12 / 20 / 33; A: 9 26; B: 1 2; C: 3 4", players=3, options={"massive_jam": False})
    assert "Lane 1: 12 (1 place)." in table(free.view(0), texts)


@pytest.mark.clause("RH-24", "RH-Q34")
def test_a_finished_match_reads_as_lines() -> None:
    texts = Texts("en", GAME, ["Ann", "Ben"])
    state = GAME.position("rows: 12 / 20 / 33; A: 40; B: 1; rounds: 4 6", players=2, options={"rounds": 2})
    do(state, "A", "play 40")
    do(state, "B", "play 1")
    do(state, "B", "take 1")
    lines = table(state.view(None), texts)
    assert lines[0] == "The match is over. Rounds played: 2."
    assert "Round 1: Ann 4, Ben 6." in lines
    assert "Round 2: Ann 0, Ben 1." in lines
    assert rows_of(state) == "1 / 20 / 33 40"
