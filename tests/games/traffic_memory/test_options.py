"""Traffic-Memory: editions, set-ups that cannot be, time-outs, positions and what people read."""

from __future__ import annotations

from typing import Any

import pytest

from games.alike import refused_options, verdict_and_list_agree
from games.traffic_memory.test_rules import GAME, Turn, do, kind, lay, legal, pile, refusal
from tailback.core.errors import BadNotation, BadOption
from tailback.core.rng import Rng
from tailback.core.simulate import play_random
from tailback.core.snapshot import dump
from tailback.games.traffic_memory.lines import table as lines
from tailback.texts import Texts


def refused(players: int, **options: Any) -> BadOption:
    return refused_options(GAME, players, options)


# Editions and presets


@pytest.mark.clause("D-14", "TM-10", "TM-Q2", "TM-S06")
def test_the_english_sheet_makes_you_go_on() -> None:
    assert Turn("9 10 stop", edition="000").taken == "9 10"
    turn = Turn("9 10 11", edition="000")
    assert not turn.over
    assert kind(turn.state) == "must_go_on"
    assert not turn.may_stop
    error = refusal(turn.state, "stop")
    assert (error.clause, error.key) == ("TM-10", "must_go_on")
    assert Turn("9 10 11 22", edition="000").taken == "9 10 11"
    for edition in ("merged", "002"):
        assert Turn("9 10 11", edition=edition).may_stop


@pytest.mark.clause("D-14")
def test_an_option_wins_over_its_edition() -> None:
    assert GAME.settle(2, {"edition": "000"})["may_stop"] is False
    assert GAME.settle(2, {"edition": "000", "may_stop": True})["may_stop"] is True
    assert GAME.settle(2, preset="000")["may_stop"] is False
    assert GAME.settle(2, {"may_stop": False})["edition"] == "merged"
    assert not Turn("9 10 11", may_stop=False).may_stop


@pytest.mark.clause("TM-2", "TM-18", "TM-Q15")
def test_presets() -> None:
    places = {name: len(GAME.new(2, 1, preset=name).view(0)["table"]) for name in GAME.presets}
    assert places == {"first-time": 12, "family": 30, "full": 58, "000": 30}


# Set-ups that cannot be


@pytest.mark.clause("TM-Q15")
@pytest.mark.parametrize(("lowest", "highest"), [(1, 4), (47, 50), (26, 50), (10, 13)])
def test_four_numbers_are_enough(lowest: int, highest: int) -> None:
    state = GAME.new(2, 1, {"lowest": lowest, "highest": highest})
    assert len(state.census()) == highest - lowest + 1


@pytest.mark.clause("TM-Q15")
@pytest.mark.parametrize(("lowest", "highest"), [(28, 30), (40, 12), (47, 49), (2, 4)])
def test_fewer_numbers_are_refused(lowest: int, highest: int) -> None:
    error = refused(2, lowest=lowest, highest=highest)
    assert (error.clause, error.key) == ("TM-Q15", "range_too_small")
    assert error.nearest == {"lowest": lowest, "highest": lowest + 3}
    assert Texts("en", GAME).say("refusals.range_too_small", **error.params)


@pytest.mark.clause("TM-2", "TM-Q12", "TM-Q15")
@pytest.mark.parametrize(
    "options", [{"lowest": 0}, {"lowest": 48}, {"highest": 51}, {"highest": 3}, {"jokers": 9}, {"jokers": -2}]
)
def test_numbers_outside_the_box(options: dict[str, int]) -> None:
    assert refused(2, **options).key == "bad_value"


@pytest.mark.clause("TM-6")
@pytest.mark.parametrize("ages", [(0,), (0, 1, 2, 3), (1, 2, 3), (0, 2)])
def test_an_order_of_age_names_every_seat(ages: tuple[int, ...]) -> None:
    error = refused(3, age_order=ages)
    assert (error.clause, error.key, error.nearest) == ("TM-6", "bad_age_order", {"age_order": ()})
    assert Texts("en", GAME).say("refusals.bad_age_order", **error.params)


@pytest.mark.clause("TM-24")
@pytest.mark.parametrize(("players", "near"), [(1, 2), (6, 5)])
def test_too_few_or_too_many_players(players: int, near: int) -> None:
    error = refused(players)
    assert (error.key, error.nearest) == ("bad_players", {"players": near})


# Time-outs, notation, positions


@pytest.mark.clause("TM-7", "TM-Q2")
def test_time_outs() -> None:
    state = lay("9 10 11 44 45")
    before = dump(state)
    assert GAME.notation(state.fallback(0)) in legal(state)
    assert state.fallback(1) == -1
    assert dump(state) == before
    do(state, "flip 1", "flip 2")
    assert GAME.notation(state.fallback(0)) == "stop"
    state = lay("9 10 11 12 44 45", edition="000")
    do(state, "flip 1", "flip 2", "flip 3")
    assert GAME.notation(state.fallback(0)) in ("flip 4", "flip 5", "flip 6")


@pytest.mark.clause("TM-7")
def test_a_table_of_sleepers_comes_to_an_end() -> None:
    places = set()
    state = GAME.new(2, 8, {"highest": 12})
    for _ in range(3_000):
        if state.waiting() < 0:
            break
        action = state.fallback(state.waiting())
        places.add(action)
        state.apply(state.waiting(), action)
    assert state.waiting() == -1
    assert len(places) > 8


@pytest.mark.clause("TM-7")
def test_notation() -> None:
    assert GAME.parse(" FLIP  7 ") == 6
    assert GAME.parse("stop") == 58
    for text in ("flip 0", "flip 59", "flip", "flip seven", "take 3", ""):
        with pytest.raises(BadNotation):
            GAME.parse(text)
    assert GAME.describe(6) == ("flip", {"place": 7})
    assert GAME.describe(58) == ("stop", {})


@pytest.mark.clause("TM-4", "TM-Q16")
def test_positions() -> None:
    state = GAME.position("cards: 9 _ 10 30 A P; A: 1 2; B: 40; seen: 4; open: 1 3; turn: B", players=2)
    view = state.view(0)
    assert view["table"] == ["9", None, "10", "?", "?", "?"]
    assert (view["turn"], view["opened"], view["seen"]) == (1, [1, 3], {"4": "30"})
    assert view["left"] == ["9", "10", "30", "A", "P"]
    assert pile(state, 0) == "1 2"
    assert pile(state, 1) == "40"
    assert kind(state) == "go_on"
    assert len(state.census()) == 8
    assert GAME.position("turn: B", players=2, seed=4).view(0)["table"] == ["?"] * 30


@pytest.mark.clause("TM-4")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("cards: 9 9", "card_twice"),
        ("cards: 9 10; A: 9", "card_twice"),
        ("cards: A A A A A", "card_twice"),
        ("A: 9", "card_twice"),
        ("cards: 9 51", "unknown_card"),
        ("cards: 0", "unknown_card"),
        ("cards: T 9 10", "unknown_card"),
        ("cards: 9 10; seen: 3", "bad_field"),
        ("cards: 9 _ 10; open: 2", "bad_field"),
        ("cards: 9 10 11; open: 1 1", "bad_field"),
        ("cards: 9 10 11; seen: x", "bad_field"),
        ("cards: 9 10 11; seen: 0", "bad_field"),
        ("cards: 9 10 11; seen: 99999999999999999999", "bad_field"),
        ("cards: 9 10 11; open: 18446744073709551617", "bad_field"),
        ("cards: 9 10 11; open: ²", "bad_field"),
        ("cards: ² 9 10", "unknown_card"),
        ("cards: 9 10; A: 99999999999999999999", "unknown_card"),
        ("cards: " + "_ " * 59, "bad_field"),
        ("cards: 9 10; turn: D", "no_such_seat"),
        ("cards: 9 10; deck: 3", "unknown_field"),
        ("cards 9 10", "bad_field"),
        ("cards: 9 10 11; open: 1 ٢", "bad_field"),
        ("cards: 9 10 11; seen: 1 1", "bad_field"),
        ("cards: 9 20 21; open: 1 2", "bad_field"),
        ("cards: 9 20 21; open: 1 2 3", "bad_field"),
        ("cards: 9 10; open: 1 2", "bad_field"),
        ("cards: 9 20; open: 1", "bad_field"),
        ("A: 31", "bad_field"),
    ],
)
def test_broken_positions(text: str, key: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.position(text, players=3)
    assert caught.value.key == key
    assert Texts("en", GAME).say(f"refusals.{key}", **caught.value.params)


# What people and bots get


@pytest.mark.clause("TM-13")
def test_the_terminal_does_not_remember_for_you() -> None:
    texts = Texts("en", GAME, ["Ann", "Ben"])
    state = GAME.position("cards: 9 _ 30 10 A 44 45; A: 1; seen: 3; open: 1", players=2)
    shown = lines(state.view(0), texts)
    assert "Row 1: 1 face up: 9, 2 empty and 3 face down." in shown
    assert "Row 2: 4 face down, 5 face down and 6 face down." in shown
    assert "Row 3: 7 face down." in shown
    assert "Face up now: 9." in shown
    assert "30" not in " ".join(shown)
    over = lay("4 9 20", players=2)
    assert "Row 1: 1 left: 4 and 2 left: 9." in lines(over.view(0), texts)


@pytest.mark.clause("TM-7", "TM-10", "TM-Q2", "TM-Q16")
@pytest.mark.parametrize("options", [{}, {"jokers": -1, "late_bridge": True}, {"may_stop": False, "jokers": 4}])
def test_the_verdict_and_the_list_agree(options: dict[str, Any]) -> None:
    verdict_and_list_agree(GAME, 8, {"highest": 12, **options})


@pytest.mark.clause("TM-16")
def test_the_one_round_is_told_at_the_end() -> None:
    state = GAME.position("cards: 9 10 20; A: 1; B: 2 3; turn: B", players=2)
    assert state.view(0)["rounds"] == []
    for move in ("flip 1", "flip 2", "stop"):
        state.apply(1, GAME.parse(move))
    assert state.decision() is None
    assert state.view(None)["rounds"] == [[1, 4]] == [state.scores()]


@pytest.mark.clause("TM-1")
def test_the_bot_beats_chance() -> None:
    choose, anything = GAME.bot(), GAME.bot("random")
    won = 0
    for seed in range(10):
        state = GAME.new(3, seed, {"jokers": -1, "highest": 20})
        rng = Rng(seed)
        while (seat := state.waiting()) >= 0:
            decision = state.decision()
            assert decision is not None
            policy = choose if seat == seed % 3 else anything
            state.apply(seat, policy(state.view(seat), decision, state.legal(seat), rng))
        won += state.ranking()[seed % 3] == 1
    assert won >= 8


@pytest.mark.clause("TM-15")
@pytest.mark.parametrize("options", [{}, {"jokers": -1}, {"edition": "000", "jokers": 8, "late_bridge": True}])
def test_random_matches_end(options: dict[str, Any]) -> None:
    settled = GAME.settle(4, {"highest": 16, **options})
    tally = play_random(GAME.make(4, settled), 20)
    assert tally.longest <= GAME.bound(4, settled)
