"""Pit Stop: a robot says of its move what everybody could see, and of that very move."""

from __future__ import annotations

from typing import Any

import pytest

from games.pit_stop.test_rules import DECK, at
from tailback.core.contract import State
from tailback.core.notation import seat_of
from tailback.core.rng import Rng
from tailback.games.pit_stop.because import because
from tailback.games.pit_stop.game import GAME
from tailback.games.pit_stop.material import FINE, RENEW, SWAP
from tailback.texts import LANGUAGES, Texts

NAMES = ["Ann", "Ben", "Cem", "Dora"]


def reason(state: State, move: str) -> tuple[str, dict[str, Any]]:
    """Make this move (`A lay R3`) and give its reason."""
    letter, _, text = move.partition(" ")
    seat = seat_of(letter, int(state.players))
    state.listen()
    state.take_events()
    before = state.view(None)
    state.apply(seat, GAME.parse(text))
    return because(before, [event.seen_by(None) for event in state.take_events()], seat)


def told(text: str, *moves: str, players: int = 4, **options: Any) -> str:
    """What is said about the last of these moves."""
    state = at(text, players, "*" if "deck:" in text else DECK, **options)
    for move in moves:
        key, params = reason(state, move)
    return Texts("en", GAME, NAMES).say(f"because.{key}", **params)


HANDS = "B: B1 B2 B3; C: G1 G2 G3; D: Y1 Y2 Y3"
CASES = [
    ("A: R3 B9; pile: R5", ["A lay R3"], "A red 3 goes on a red 5 because the colour is red."),
    ("A: B5 B9; pile: R5", ["A lay B5"], "A blue 5 goes on a red 5 because they match, and now the colour is blue."),
    ("A: B5 B9; B: B1; pile: R5", ["A lay B5"], "Ben has only one card left, so a blue 5 changes red to blue."),
    ("A: R3; pile: R5", ["A lay R3"], "A red 3 was my last card, so I have none left."),
    ("A: NC; pile: R5", ["A new car"], "A New Car was my last card, so I have none left."),
    ("A: CX R1; pile: B5", ["A exchange"], "A Car Exchange may be played on anything, and it leaves me with one card."),
    ("A: CX R1 R2; pile: B5", ["A renew"], "2 new cards may fit better than what I had."),
    ("A: R-Sv B9; pile: R5", ["A lay R-Sv"], "A red Service fits on a red 5 and holds up Ben."),
    ("A: R-Sv B9; B: B1; pile: R5", ["A lay R-Sv"], "Ben has only one card left, so my Service comes just in time."),
    ("A: R-Fn B9; pile: R5", ["A fine R @B"], "My Fine is aimed at Ben and leaves me with one card."),
    ("A: R-Fn B9; B: B1; pile: R5", ["A fine R @B"], "Ben has only one card left, so my Fine goes there."),
    ("A: R-Fn B9; pile: R5", ["A fine R @D"], "I fined Dora because the turn after that is mine again."),
    (
        "A: R-Fn B7 B8 B9; pile: R5",
        ["A fine R @B"],
        "If Ben accepts my Fine, two cards come out of my hand.",
    ),
    ("A: PS B9; pile: R5", ["A paint blue"], "My Paint Shop goes on anything: now it is blue instead of red."),
    ("A: PS B9; pile: R5", ["A paint red"], "My Paint Shop goes on anything, and red stays."),
    (
        "A: GA B9 B8 R1; pile: R5",
        ["A garage blue"],
        "I opened the Garage for blue, where several Cars may go in at once.",
    ),
    (
        "A: GA B9 B8 R1; pile: R5",
        ["A garage blue", "A car B9", "A car B8"],
        "A blue 8 is Car number 2 in this Garage, all in the same turn.",
    ),
    (
        "A: GA B9 R1; pile: R5",
        ["A garage blue", "A car B9", "A done"],
        "With one Car in my Garage I have one card.",
    ),
    ("A: GA B9; pile: R5", ["A garage blue", "A car B9"], "With a blue 9 in the Garage my hand is empty."),
    ("A: R1 B9; pile: R5", ["A draw"], "I played nothing on a red 5 and drew, so now I have 3 cards."),
    (
        "A: R-Sv B9 B8; pile: R5",
        ["A lay R-Sv", "B accept"],
        "I did not answer a red Service with a Service, so I missed a turn.",
    ),
    (
        "A: R-Fn B9; pile: R5",
        ["A fine R @C", "C accept"],
        "I took 2 cards because Ann fined me and I did not answer.",
    ),
    (
        "A: R-Sv B9 B8; B: B-Sv B1; pile: R5",
        ["A lay R-Sv", "B counter B-Sv"],
        "With a blue Service I pass the Service on to Cem instead of missing a turn.",
    ),
    (
        "A: R-Sv B9 B8; B: B-Sv; pile: R5",
        ["A lay R-Sv", "B counter B-Sv"],
        "I answered with a blue Service, and that was my last card.",
    ),
    (
        "A: R-Fn B9; B: B-Fn B1; pile: R5",
        ["A fine R @B", "B counter B-Fn @C"],
        "A blue Fine saves me from 2 cards: now somebody else is fined.",
    ),
    (
        "A: CX R1 R2 R3 R4; pile: B5",
        ["A swap @B"],
        "Ben has 3 cards and I have 4, so a swap helps me.",
    ),
    (
        "A: CX R1 R2 R3; pile: B5",
        ["A swap @B"],
        "Ben has 3 cards, just like me, and I would rather have those.",
    ),
    ("A: CX R1; pile: B5", ["A swap @B"], "I want to swap hands with Ben, though I have only one card."),
    (
        "A: CX R1 R2; pile: B5",
        ["A swap @B", "B allow"],
        "I let Ann swap: now I have 2 cards instead of 3.",
    ),
    (
        "A: CX R1 R2 R3 R4; pile: B5",
        ["A swap @B", "B allow"],
        "I did not stop Ann, so my 3 cards became 4.",
    ),
    (
        "A: CX R1 R2; B: CX B1; pile: B5",
        ["A swap @B", "B counter CX"],
        "Ann wanted my hand for 2 cards, and my Car Exchange stopped that.",
    ),
    ("A: R3; pile: R5", ["A lay R3", "B pass"], "I played no New Car, so I let Ann take place 1."),
    (
        "A: R3; B: NC B1; pile: R5",
        ["A lay R3", "B return"],
        "Ann was about to take place 1, so I played my New Car.",
    ),
    (
        "A: R3; B: NC; pile: R5",
        ["A lay R3", "B return"],
        "My New Car brings Ann back, and it was my last card.",
    ),
    (
        "A: G1 Y2; pile: R5; deck:",
        ["A pass"],
        "None of my cards fits on a red 5, and there is nothing to draw.",
    ),
]


@pytest.mark.parametrize(("text", "moves", "said"), CASES)
def test_a_reason_is_about_that_very_move(text: str, moves: list[str], said: str) -> None:
    given = {part.split(":")[0].strip() for part in text.split(";")}
    rest = [hand for hand in HANDS.split("; ") if hand[0] not in given]
    assert told("; ".join([text, *rest]), *moves) == said


def test_reasons_under_other_rules() -> None:
    two = "A: R-Sv B9; B: B-Sv B1; pile: R5"
    assert told(two, "A lay R-Sv", players=2) == "If Ben misses a turn after my Service, I play again."
    cancel = told(two, "A lay R-Sv", "B counter B-Sv", players=2, service_counter="cancel")
    assert cancel == "With a blue Service I stop the Service, so I do not miss a turn."
    drawn = "A: G1 G2; B: B1; pile: R5; deck: R1 R2 R3"
    right_away = "I drew a red 1, and it could go on a red 5 right away."
    assert told(drawn, "A draw", "A lay R1", players=2, play_drawn="yes") == right_away
    kept = "I did not play the card I drew on a red 5: that makes 3."
    assert told(drawn, "A draw", "A keep", players=2, play_drawn="yes") == kept
    talk = "A: R-Fn G2 G3; B: B1 B2 B3; pile: R5"
    assert told(talk, "A fine R @B", players=2, talk="penalty") == "My Fine hits somebody and leaves me with 2 cards."
    phrase = "“Time to change your oil!” is what I say to a red Fine."
    assert told(talk, "A fine R @B", "A say 2", players=2, talk="penalty") == phrase
    assert told(talk, "A fine R @B", "A silent", players=2, talk="penalty") == "I said nothing about a red Fine."
    first = "A: R1; B: B1; opening: yes; dealer: A; deck: PS R2 R3"
    assert told(first, "A colour red", players=2) == "The first card was a Paint Shop and I dealt, so I chose red."
    garage = "A: R-Sv; B: B-Sv; opening: yes; dealer: A; deck: GA"
    no_car = "I have no Car for the Garage, and there is nothing to draw."
    assert told(garage, "A pass", players=2) == no_car
    draws = "A: R-Sv; B: B1; opening: yes; dealer: A; deck: GA R2"
    assert told(draws, "A draw", players=2) == "The first card, a Garage, asks for a Car, and I had none."


def test_a_move_without_a_word_about_it_still_has_a_reason() -> None:
    state = at("A: R1 R2; B: B1; pile: R5", players=2)
    key, params = because(state.view(None), [], 0)
    assert Texts("en", GAME, NAMES).say(f"because.{key}", **params) == "I answered a red 5 on the pile."


@pytest.mark.parametrize("options", [{}, GAME.lively, {"service_counter": "cancel", "garage_min": 0}])
def test_every_move_of_whole_matches_has_words_in_all_languages(options: dict[str, Any]) -> None:
    voices = [Texts(lang, GAME, NAMES) for lang in LANGUAGES]
    for seed in range(2):
        state = GAME.new(2 + 2 * seed, seed, options)
        rng = Rng(seed)
        for _ in range(300):
            seat = int(state.waiting())
            if seat < 0:
                break
            legal = state.legal(seat)
            odd = [action for action in legal if FINE <= action <= RENEW and (action >= SWAP or rng.below(2))]
            action = odd[rng.below(len(odd))] if odd and rng.below(3) == 0 else int(state.instinct(seat, rng))
            key, params = reason(state, f"{'ABCD'[seat]} {GAME.notation(action)}")
            assert key != "moved"
            for voice in voices:
                words = voice.say(f"because.{key}", **params)
                assert words[0].isupper() or words[0] in "“„”" or words[0].isdigit()
                assert words.endswith((".", "”"))
                assert "{" not in words
