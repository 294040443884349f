"""Mau-Mau: a robot says why it made its move, from what everybody saw."""

from __future__ import annotations

from typing import Any

import pytest

from games.mau_mau.test_rules import at
from tailback import games
from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.games.mau_mau.because import because
from tailback.texts import LANGUAGES, Texts

GAME = games.load("mau_mau")
NAMES = ["Ann", "Ben", "Cem", "Dia", "Eva", "Flo"]


def reason(state: State, seat: int, action: int) -> tuple[str, dict[str, Any]]:
    """Why this seat did this, as a spectator hears it."""
    state.listen()
    state.take_events()
    before = state.view(None)
    state.apply(seat, action)
    return because(before, [event.seen_by(None) for event in state.take_events()], seat)


def why(state: State, move: str) -> str:
    """The sentence after a move such as `A lay R8`."""
    letter, _, text = move.partition(" ")
    key, params = reason(state, "ABCDEF".index(letter), GAME.parse(text))
    return Texts("en", GAME, NAMES).say(f"because.{key}", **params)


ONLY_ONE = "Ben had only one card left, so I played a red "
SAID = [
    ("A: R3; B: B1 B2; C: G1", {}, "A lay R3", "My last card, a red 3, goes on a red 8."),
    (
        "A: R3 R4; B: B1 B2 B3; C: G1 G2 G3",
        {},
        "A lay R3 mau",
        "A red 3 goes on a red 8, and now I have only one card left.",
    ),
    ("A: R3 R4; B: B1 B2 B3; C: G1 G2 G3", {}, "A lay R3", "I played a red 3 and forgot to say “mau”."),
    ("A: R-T4 R4 B5; B: B1; C: G1 G2 G3", {}, "A lay R-T4", ONLY_ONE + "Take 4."),
    ("A: R-Stop R4 B5; B: B1; C: G1 G2 G3", {}, "A lay R-Stop", ONLY_ONE + "Stop."),
    ("A: R-T2 R4 B5; B: B1; C: G1 G2 G3", {}, "A lay R-T2", ONLY_ONE + "Take 2."),
    ("A: R-T4 R4 B5; B: B1 B2 B3; C: G1", {}, "A lay R-T4", "With a red Take 4 I made Ben take 4 cards."),
    (
        "A: R-Stop R4 B5; B: B1 B2 B3; C: G1",
        {},
        "A lay R-Stop",
        "With a red Stop I made Ben miss a turn, with 3 cards in hand.",
    ),
    ("A: R-T2 R4 B5; B: B1 B2 B3; C: G1", {}, "A lay R-T2", "Ben had 3 cards. Now it is two more, or another Take 2."),
    (
        "A: B-T2 R4 B5; B: B1 B2 B3; C: G1; pile: R-T2; pending: 2",
        {},
        "A lay B-T2",
        "2 cards waited for me. Now Ben must take 4 or answer.",
    ),
    ("A: R4 B5; B: B1; C: G1; pile: R-T2; pending: 2", {}, "A take", "2 cards waited for me, and I played no Take 2."),
    (
        "A: R-Rev R4 B5; B: B1; C: G1 G2 G3",
        {},
        "A lay R-Rev",
        "Ben was next with only one card, so I played a red Reverse.",
    ),
    ("A: R-Rev R4 B5; B: B1 B2 B3; C: G1", {}, "A lay R-Rev", "I turned the play round: now Cem is next and not Ben."),
    (
        "A: R-Rev R4 B5; B: B1 B2 B3",
        {"players": 2, "reverse_two_players": "extra_turn"},
        "A lay R-Rev",
        "With a red Reverse it is my turn again.",
    ),
    (
        "A: R-Rev R4 B5; B: B1 B2 B3",
        {"players": 2},
        "A lay R-Rev",
        "I played a red Reverse: it has the same colour as a red 8.",
    ),
    ("A: CC R4 B5; B: B1 B2 B3; C: G1", {}, "A lay CC green", "Cem had only one card, so I changed red to green."),
    ("A: CC R4 B5; B: B1 B2 B3; C: G1 G2 G3", {}, "A lay CC green", "I changed the colour from red to green."),
    (
        "A: CC R4 B5; B: B1 B2 B3; C: G1 G2 G3",
        {},
        "A lay CC red",
        "My Colour Change went on a red 8, and I chose red again.",
    ),
    ("A: R9 R4 B5; B: B1; C: G1 G2 G3", {}, "A lay R9", "Ben had only one card, so I got rid of 9 points: red 9."),
    ("A: R2 R4 B5; B: B1; C: G1 G2 G3", {}, "A lay R2", "I played a red 2: it has the same colour as a red 8."),
    ("A: B8 R4 B5; B: B1 B2 B3; C: G1 G2 G3", {}, "A lay B8", "A blue 8 goes on a red 8, and now the colour is blue."),
    (
        "A: B2 R4 B5; B: B1 B2 B3; C: G1 G2 G3; pile: CC; colour: B",
        {},
        "A lay B2",
        "The chosen colour was blue, so I played a blue 2.",
    ),
    ("A: B2 G4; B: B1 B2 B3; C: G1 G2 G3", {}, "A draw", "None of my coloured cards goes on a red 8, so I drew."),
    (
        "A: B2 G4; B: B1 B2 B3; C: G1 G2 G3; pile: CC; colour: R",
        {},
        "A draw",
        "The colour was red and I have none, so I drew.",
    ),
    (
        "A: R2 G4; B: B1 B2 B3; C: G1 G2 G3",
        {"draw_rule": "free"},
        "A draw",
        "I played nothing on a red 8 and drew instead.",
    ),
    ("A: B2 G4; B: R1; deck:", {}, "A pass", "None of my cards goes on a red 8, and there is nothing to draw."),
]


@pytest.mark.parametrize(("text", "options", "move", "sentence"), SAID, ids=lambda value: str(value)[:40])
def test_the_sentence_of_a_move(text: str, options: dict[str, Any], move: str, sentence: str) -> None:
    assert why(at(text, **options), move) == sentence


def test_a_card_just_drawn() -> None:
    text = "A: B2 G4 G5; B: B1 B2 B3; C: G1 G2 G3; deck: R1 R2"
    state = at(text, play_drawn="yes")
    state.apply(0, GAME.parse("draw"))
    assert why(state.clone(), "A lay R1") == "I had just drawn a red 1, and it goes on a red 8."
    assert why(state, "A keep") == "I kept the card I drew and played nothing on a red 8."


def test_what_everybody_saw_about_the_next_hand() -> None:
    state = at("A: CC R4 B5; B: B1 G2; turn: B; pile: Y5; deck:", players=2)
    state.apply(1, GAME.parse("pass"))
    assert why(state.clone(), "A lay CC yellow") == "Everybody saw that Ben has no yellow, so I chose it."
    assert why(state, "A lay CC green") == "Ben had only 2 cards, so I changed yellow to green."


def test_a_forgotten_mau() -> None:
    def silent() -> State:
        state = at("A: R3 R4; B: B1 B2 B3; C: G1 G2 G3", mau_mode="catch")
        state.apply(0, GAME.parse("lay R3"))
        return state

    assert why(silent(), "A mau") == "I had only one card left on a red 3 and said “mau” just in time."
    assert why(silent(), "A pass") == "I have only one card left on a red 3 and did not say “mau”."
    assert why(silent(), "C no mau") == "Ann had only one card left and did not say “mau”."
    assert why(silent(), "C pass") == "Ann did not say “mau”, but I said nothing."


def test_the_dealer_names_a_colour() -> None:
    state = at("opening: yes; dealer: B; deck: CC R1 R2", opening_card="as_dealer")
    assert why(state, "B colour green") == "The first card was a Colour Change, and I chose green."


@pytest.mark.parametrize("options", [{}, GAME.lively, {"draw_rule": "free", "opening_card": "as_dealer"}], ids=str)
def test_every_move_has_a_sentence_in_every_language(options: dict[str, Any]) -> None:
    speakers = [Texts(lang, GAME, NAMES) for lang in LANGUAGES]
    for seed in range(3):
        state, rng = GAME.new(3 + seed, seed, options), Rng(seed)
        while (seat := int(state.waiting())) >= 0:
            key, params = reason(state, seat, int(state.slip(seat, 1 + seed % 2, rng)))
            for texts in speakers:
                said = texts.say(f"because.{key}", **params)
                assert said.endswith(".")
                assert not set("{}|") & set(said)
