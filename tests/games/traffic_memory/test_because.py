"""What a robot says about its move in Traffic-Memory: true, about that very card, and silent about where others lie."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.traffic_memory.test_rules import GAME
from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.games.traffic_memory.because import because
from tailback.texts import LANGUAGES, Texts


def moved(state: State, action: int) -> tuple[str, dict[str, Any]]:
    """Why the seat whose turn it is did this."""
    before, seat = state.view(None), state.waiting()
    state.listen()
    state.take_events()
    state.apply(seat, action)
    return because(before, [event.seen_by(None) for event in state.take_events()], int(seat))


def said(position: str, move: str, **options: Any) -> tuple[str, str]:
    key, told = moved(GAME.position(position, 2, options=options), GAME.parse(move))
    return key, Texts("en", GAME, ["Ann", "Ben"]).say(f"because.{key}", **told)


SENTENCES = [
    (
        "cards: 9 30 10 1 44; seen: 1 3",
        "flip 1",
        "first_known",
        "The 9 was face up before, and so was a card that fits",
    ),
    ("cards: 9 30 10 1 44; seen: 1 4", "flip 1", "first_again", "Card 1 was face up before: a 9. I took another look."),
    ("cards: 9 30 10 1 44; seen: 1", "flip 2", "first_new", "Nobody had seen card 2 yet, so I tried it: a 30."),
    ("cards: 9 30 10 1 44; open: 1; seen: 3", "flip 3", "fit_known", "The 10 was face up before, and it goes with 9."),
    ("cards: 9 30 10 1 8; open: 1", "flip 3", "fit_new", "2 of 4 cards face down would fit 9; I found the 10."),
    ("cards: 9 30 10 1 8; open: 1", "flip 4", "miss_new", "2 of 4 cards face down would fit 9, but not the 1."),
    ("cards: 9 30 31 1; open: 1", "flip 4", "miss_none", "No card face down goes with 9, so any would do: a 1."),
    ("cards: 9 30 10 1; open: 1; seen: 4", "flip 4", "miss_known", "The 1 was face up before, so I showed nobody"),
    ("cards: 9 10 30 1 2; open: 1 2", "flip 3", "kept", "I had 9 and 10 for sure and tried one more: the 30"),
    ("cards: 9 10 11; open: 1 2", "flip 3", "last", "Only one card was left face down: an 11."),
    ("cards: 9 10 11 1 2; open: 1 2", "stop", "stop", "Of 3 cards face down one would fit 9 and 10, so I stopped."),
    ("cards: 9 10 11; open: 1 2", "stop", "stop_last", "I am happy with 9 and 10."),
    ("cards: 9 S 11 30 31; open: 1 2", "stop", "stop_back", "Of 3 cards face down one would save 9 and ambulance"),
]


@pytest.mark.parametrize(("position", "move", "key", "words"), SENTENCES, ids=[one[2] for one in SENTENCES])
def test_a_sentence_for_every_reason(position: str, move: str, key: str, words: str) -> None:
    assert said(position, move)[0] == key
    assert said(position, move)[1].startswith(words)


def test_who_has_to_go_on_says_so() -> None:
    key, words = said("cards: 9 10 11 1 2 30; open: 1 2 3", "flip 4", may_stop=False)
    assert (key, words) == ("must", "After 9, 10 and 11 I had to turn over one more: a 1.")


def test_a_joker_that_keeps_its_number_leaves_no_room_inside() -> None:
    position = "cards: 9 S 11 10 12 30 31; open: 1 2 3"
    assert "2 of 4" in said(position, "flip 5")[1]
    assert "One of 4" in said(position, "flip 5", joker_sticky=True)[1]


OPTIONS: list[dict[str, Any]] = [
    {"highest": 12},
    {"highest": 14, "jokers": 4, "late_bridge": True, "joker_sticky": True},
    {"highest": 12, "jokers": 2, "may_stop": False},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_every_move_of_a_match_has_its_sentence(options: dict[str, Any]) -> None:
    told = [Texts(lang, GAME, ["Ann", "Ben", "Cem"]) for lang in LANGUAGES]
    for seed in range(4):
        state, rng = GAME.new(3, seed, options), Rng(seed)
        while (seat := state.waiting()) >= 0:
            level = (seed + seat) % 3 + 1
            action = state.slip(seat, level, rng) if level < 3 else state.instinct(seat, rng)
            table, seen = state.view(None)["table"], state.view(None)["seen"]
            key, params = moved(state, action)
            # Only cards that lie open are named: the one just opened, and those opened before it.
            opened = [card for card in table if card not in ("?", None)]
            assert sorted(params["cards"]) == sorted(opened)
            if key.endswith(("known", "again")):
                assert seen[str(action + 1)] == params["card"]
            for texts in told:
                words = texts.say(f"because.{key}", **params)
                assert re.search(r"\d|ambul|polic|Kranken|Streifen|poliisi", words)
                assert not re.search(r"[{}|]", words)
