"""Why a robot moved: true, about that very move, and in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tailback.core.rng import Rng
from tailback.games.took_over import GAME
from tailback.games.took_over.because import because
from tailback.texts import LANGUAGES, Texts

NAMES = ["Ann", "Ben", "Cem", "Dan"]


def reason(position: str, *moves: str, options: dict[str, Any] | None = None, players: int = 3) -> tuple[str, str]:
    """The key and the English sentence for the last of these moves."""
    state = GAME.position(position, players, options=options)
    for text in moves[:-1]:
        state.apply(state.waiting(), GAME.parse(text))
    before, seat = state.view(None), state.waiting()
    state.listen()
    state.apply(seat, GAME.parse(moves[-1]))
    key, params = because(before, [event.seen_by(None) for event in state.take_events()], int(seat))
    return key, Texts("en", GAME, NAMES).say(f"because.{key}", **params)


SIXES = "A: 2 10 18 31 36 45; B: 3 12 13 33 40 50; turn: A"


@pytest.mark.parametrize(
    ("position", "moves", "key", "sentence"),
    [
        (f"row: 19 30; {SIXES}", ["place 18"], "tight", "No number fits between my 18 and the 19."),
        (
            "row: 19 30; A: 10; A stack: ; B: 3; turn: A",
            ["place 10"],
            "last",
            "The 10 was my last card!",
        ),
        (
            "row: 19 30; gone: 16 17 18; A: 2 15; B: 3; turn: A",
            ["place 15"],
            "all_seen",
            "Every number between my 15 and the 19 has been played already.",
        ),
        (f"row: 20 30; {SIXES}", ["place 18"], "small_gap", "Only 1 hidden card can fit next to my 18."),
        (
            f"row: 20 30; {SIXES}",
            ["place 10"],
            "dare",
            "9 hidden cards could fit next to my 10, but I take the risk.",
        ),
        (
            "row: 20 30; A: 1 25; B: 3; turn: A",
            ["place 1"],
            "closes",
            "Past my 1 nothing fits any more, so that end is closed.",
        ),
        (
            f"row: 15 30; {SIXES}",
            ["place 10", "take 12"],
            "take",
            "My 12 fits between 10 and 15, so Ann has to stop.",
        ),
        (
            "row: 15 30; A: 10 20; A stack: ; B: 3 12 25; turn: A",
            ["place 10", "take 12"],
            "stop",
            "Ann had only 1 card left, so I took over with the 12.",
        ),
        (
            f"row: 15 30; {SIXES}",
            ["place 10", "take 12", "take 13"],
            "more",
            "The 13 fits between 10 and 15 too, so I am rid of it.",
        ),
        (
            f"row: 15 30; {SIXES}",
            ["place 10", "take 12", "done"],
            "done",
            "That is enough between 10 and 15. Now it is my turn.",
        ),
        (f"row: 19 30; {SIXES}", ["place 18", "decline"], "nothing_fits", "No hidden card fits between 18 and 19."),
        (
            "row: 4 49; gone: 1 2; A: 3 25; B: 20 28; turn: A; C: 6",
            ["place 3", "decline"],
            "nothing_fits",
            "No hidden card fits between 3 and 4.",
        ),
        (
            "row: 4 50; A: 1 25; B: 2 28; turn: A; C: 6",
            ["place 1", "decline"],
            "next_row",
            "I leave 1 to 4: the ends are closed, the next row is mine.",
        ),
        (
            f"row: 15 30; {SIXES}",
            ["place 10", "decline"],
            "let_be",
            "I leave the gap between 10 and 15 alone.",
        ),
        (
            "A: 20 30; A stack: ; B: 3; turn: A",
            ["open 30"],
            "open",
            "I begin with the 30: 29 hidden cards lower, 20 higher.",
        ),
        (
            "row: 15 30; A: 20 25; B: 3; turn: A",
            ["pass"],
            "pass",
            "None of my cards is lower than 15 or higher than 30.",
        ),
    ],
)
def test_the_reason_names_what_everybody_sees(position: str, moves: list[str], key: str, sentence: str) -> None:
    assert reason(position, *moves) == (key, sentence)


def test_a_neighbour_who_passed_has_nothing_outside() -> None:
    """Ben passed at 15 to 30 without drawing, so none of his cards fits beyond."""
    state = "row: 15 30; A: 5 20; A stack: ; B: 17 22; B stack: ; C: 18 33; C stack: ; turn: B"
    key, sentence = reason(state, "pass", "place 33", "decline", "pass", "place 5")
    assert key == "taker_passed"
    assert sentence == "Ben had to pass, so none of those cards fit beside my 5."


@pytest.mark.clause("TO-Q23")
def test_the_last_card_of_a_game_is_the_reason_whoever_wins_the_match() -> None:
    for rounds in ("", "; rounds: 0 9 9 / 0 9 9"):
        position = f"row: 15 30; A: 20; A stack: ; B: 35; B stack: ; C: 40; C stack: ; turn: B{rounds}"
        assert reason(position, "place 35", options={"each_begins": 1}) == ("last", "The 35 was my last card!")


def test_house_rules_change_what_is_true() -> None:
    lenient = {"voluntary_pass": True}
    assert reason("row: 15 30; A: 2 25; B: 3; turn: A", "pass", options=lenient) == (
        "pass_freely",
        "I play nothing below 15 or above 30 this time.",
    )
    # With the whole row as the gap, a card next to the end is not safe.
    whole = {"interval": "whole_row"}
    assert reason("row: 15 30; A: 2 14; B: 3; turn: A", "place 14", options=whole)[0] == "dare"
    # Who begins the next row is not sure.
    assert reason("row: 4 50; A: 1 25; B: 2 28; turn: A; C: 6", "place 1", "decline", options={"row_limit": 1})[0] == (
        "let_be"
    )


@pytest.mark.parametrize("options", [{}, GAME.lively, {"interval": "whole_row", "voluntary_pass": True}])
def test_every_move_has_a_reason_in_every_language(options: dict[str, Any]) -> None:
    for seed in range(3):
        state = GAME.new(4, seed, options)
        state.listen()
        rng = Rng(seed)
        while (seat := int(state.waiting())) >= 0:
            before = state.view(None)
            state.take_events()
            state.apply(seat, state.slip(seat, 1, rng))
            key, params = because(before, [event.seen_by(None) for event in state.take_events()], seat)
            for lang in LANGUAGES:
                said = Texts(lang, GAME, NAMES).say(f"because.{key}", **params)
                assert re.fullmatch(r"[^{}|]+[.!]", said), said
