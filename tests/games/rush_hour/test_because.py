"""Why a robot moved: one true sentence about that very move, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from tailback import games
from tailback.core.contract import State
from tailback.core.notation import seat_of
from tailback.core.rng import Rng
from tailback.games.rush_hour.because import because
from tailback.texts import LANGUAGES, Texts

GAME = games.load("rush_hour")
ALL_FULL = "12 14 16 18 / 20 21 22 23 / 33 34 36 P"


def told(rows: str, plays: str, *choices: str, **options: Any) -> tuple[str, dict[str, Any]]:
    """What seat A says about its last move: the card it shows, or the last of the choices, which is its own."""
    hands = [play.split() for play in plays.split(", ")]
    fields = "; ".join(f"{seat}: {card}" for seat, card in hands)
    state = GAME.position(f"rows: {rows}; {fields}", players=3, options=options)
    state.listen()
    moves = [(seat, f"play {card.lstrip('t')}") for seat, card in hands]
    moves += [(seat, move) for seat, _, move in (choice.partition(" ") for choice in choices)]
    before = state.view(None)
    for seat, move in moves:
        before = state.view(None)
        state.take_events()
        state.apply(seat_of(seat, 3), GAME.parse(move))
    return because(before, [event.seen_by(None) for event in state.take_events()], 0)


@pytest.mark.parametrize(
    ("rows", "card", "key", "facts"),
    [
        ("12 14 / 20 / 33", "17", "close", {"end": "14", "between": 2}),
        ("12 14 / 20 / 33", "t25", "hook", {"end": "20", "row": 2}),
        ("12 14 / 20 / 33 P", "t5", "hook", {"end": "P", "row": 3}),
        ("12 14 / 20 / 33", "A", "special_room", {"room": 3}),
        (ALL_FULL, "T", "special_full", {"points": 4}),
        ("12 _ T+18 21 / 20 / 33", "13", "gap", {"row": 1}),
        ("12 14 16 18 / 20 P / 33", "19", "open", {"row": 2, "end": "P"}),
        ("12 14 16 18 / 24 / 33", "21", "hoped", {"row": 1, "end": "18"}),
        ("12 14 16 18 / 24 / 33", "19", "full", {"row": 1, "points": 4}),
        ("12 14 16 P / 20 / 33", "3", "full", {"row": 1, "points": 5}),
        ("12 14 / 20 / 33 A 34", "3", "low", {"points": 1}),
    ],
)
def test_the_card_that_is_turned_up(rows: str, card: str, key: str, facts: dict[str, Any]) -> None:
    assert told(rows, f"A {card}, B 49") == (key, {"card": card, **facts})


@pytest.mark.parametrize(
    ("rows", "plays", "choices", "key", "facts"),
    [
        ("12 14 16 / 20 / 33", "A A, B 19", ["A row 1"], "made", {"row": 1, "points": 5, "other": 1}),
        ("12 14 16 / 20 / 33", "A A, B 40", ["A row 1"], "fills", {"row": 1}),
        ("12 14 / 20 / 33", "A P, B 40", ["A row 1"], "room", {"row": 1}),
        (ALL_FULL, "A P, B 49", ["A row 2"], "swept_cheapest", {"row": 2, "points": 4}),
        ("12 14 16 18 / 20 / 33", "A P, B 40", ["A row 1"], "swept", {"row": 1, "points": 4}),
        ("12 14 / 20 / 33", "A 3, B 40", ["A take 2"], "low_cheapest", {"row": 2, "points": 1}),
        ("12 14 / 20 / 33", "A 3, B 40", ["A take 1"], "low_other", {"row": 1, "points": 2}),
        ("12 _ T+18 / 10 / 33", "A 17, B 40", ["A gap 1#2"], "gap_taken", {"row": 1}),
        ("12 14 P / 10 / 33", "A t15, B 40", ["A row 1"], "hook", {"row": 1, "end": "P"}),
        ("12 P / 10 / 33", "A 17, B 40", ["A row 1"], "followed", {"row": 1, "end": "P"}),
        ("12 P / 10 / 33", "A 17, B 40", ["A row 2"], "nearest", {"row": 2, "end": "10"}),
    ],
)
def test_the_lane_that_is_chosen(rows: str, plays: str, choices: list[str], key: str, facts: dict[str, Any]) -> None:
    card = plays.split(", ")[0].split()[1]
    assert told(rows, plays, *choices) == (key, {"card": card, **facts})


def test_tow_trucks_say_what_they_load() -> None:
    assert told("12 18 / 20 / 33", "A T, B 40", "A row 1") == ("tow_gap", {"row": 1, "cards": ["18"]})
    facts = {"row": 1, "cards": ["18"], "points": 3}
    assert told("12 14 16 18 / 20 / 33", "A T, B 40", "A row 1") == ("tow_swept", facts)


def test_other_rules_have_other_reasons() -> None:
    assert told("12 14 / 20 / 33", "A 3, B 40", too_low_penalty=False) == ("low_front", {"card": "3"})
    assert told("12 14 / 20 / 33", "A 3, B 40", "A front 2", too_low_penalty=False) == (
        "front",
        {"card": "3", "row": 2},
    )
    long = {"massive_jam": False}
    assert told("12 14 / 20 / 33", "A 17, B 40", **long) == ("behind", {"card": "17", "end": "14"})
    assert told("12 14 / 20 / 33", "A P, B 40", "A row 1", **long) == ("endless", {"card": "P"})
    cheap = told("12+t15 / 20 21 / 33 34", "A 3, B 40", trailer_penalty=1, **long)
    assert cheap == ("low", {"card": "3", "points": 2})


def test_a_card_face_down_tells_nothing() -> None:
    state = GAME.new(3, 4, listen=True)
    before = state.view(None)
    state.take_events()
    state.apply(1, state.legal(1)[0])
    assert because(before, [event.seen_by(None) for event in state.take_events()], 1) == ("chosen", {})


def whole_match(seed: int, options: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Every robot's reason in one match."""
    state: State = GAME.new(4, seed, options, listen=True)
    rng = Rng(seed)
    found = []
    while (seat := state.waiting()) >= 0:
        before = state.view(None)
        state.take_events()
        state.apply(seat, state.slip(seat, 1, rng))
        events = [event.seen_by(None) for event in state.take_events()]
        seats = next((event["seats"] for event in events if event["kind"] == "revealed"), [seat])
        found += [because(before, events, one) for one in seats]
    return found


@pytest.mark.parametrize(
    "options", [{}, {"too_low_penalty": False}, {"massive_jam": False}, {"max_number": 30, "hand_size": 7}]
)
def test_every_move_of_whole_matches_has_a_sentence(options: dict[str, Any]) -> None:
    reasons = [reason for seed in range(3) for reason in whole_match(seed, options)]
    assert len({key for key, _ in reasons}) > 8
    for lang in LANGUAGES:
        texts = Texts(lang, GAME, ["Ann", "Ben", "Cem", "Dana"])
        for key, params in reasons:
            line = texts.say("because." + key, **params)
            assert line.endswith(".")
            assert not set("{}") & set(line)
