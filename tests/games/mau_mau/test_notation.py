"""Text for Mau-Mau's moves and positions, and what is stored: what reads well is understood, the rest is refused."""

from __future__ import annotations

import pytest

from tailback import games
from tailback.core.errors import BadNotation, BadOption
from tailback.core.notation import tidy
from tailback.core.record import Record, verify, write
from tailback.core.snapshot import dump
from tailback.games.mau_mau import GAME
from tailback.games.mau_mau.material import TYPES, card_name, card_of


def test_case_and_blanks_do_not_matter() -> None:
    assert tidy("  Lay \t CC   GREEN ") == "lay cc green"
    assert GAME.parse("LAY   r-t2 MAU") == GAME.parse("lay R-T2 mau")


@pytest.mark.parametrize(
    "text", ["", "lay", "lay R0", "lay R8 green", "lay CC pink", "draw 2", "R8", "lay R8;draw", "ä"]
)
def test_other_moves_are_unknown(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse(text)
    assert (caught.value.key, caught.value.params) == ("unknown_move", {"move": text})
    assert "unknown_move" in str(caught.value)


def test_every_card_has_one_name() -> None:
    names = [card_name(card) for card in range(TYPES)]
    assert len(set(names)) == TYPES
    assert [card_of(name.lower()) for name in names] == list(range(TYPES))
    with pytest.raises(BadNotation, match="unknown_card"):
        card_of("R10")


def test_a_position_says_how_many_play() -> None:
    assert GAME.position("players: 2; A: R3 R4").players == 2
    assert GAME.position("A: R3 R4").players == GAME.usual
    assert GAME.position("players: 2", players=3).players == 3
    with pytest.raises(BadOption, match="bad_players"):
        GAME.position("players: 9")


BROKEN = [
    ("players: two", "bad_field"),
    ("A: R3 R3 R3", "too_many_cards"),
    ("A: R8 R8", "too_many_cards"),
    ("A: R10", "unknown_card"),
    ("A:", "empty_hand"),
    ("pile:", "bad_field"),
    ("pile: Q7", "unknown_card"),
    ("deck: R1 X", "unknown_card"),
    (f"deck: {'R1 ' * 111}", "bad_field"),
    ("turn: E", "no_such_seat"),
    ("dealer: 7", "no_such_seat"),
    ("colour: B", "bad_field"),
    ("pile: CC; colour: pink", "bad_field"),
    ("pile: CC; colour:", "bad_field"),
    ("direction: left", "bad_field"),
    ("pending: 2", "bad_field"),
    ("pile: CC; pending: 2", "bad_field"),
    ("pile: R-T2; pending: 3", "bad_field"),
    ("pile: R-T2; pending: -2", "bad_field"),
    ("pile: R-T2; pending: much", "bad_field"),
    (f"pile: R-T2; pending: {'8' * 5000}", "bad_field"),
    ("rounds: 1 2 3", "bad_field"),
    ("rounds: 1 2 3 x", "bad_field"),
    ("rounds: 1 2 3 4 / 1 2 3 4 / 1 2 3 4", "bad_field"),
    (f"rounds: {'9' * 5000} 1 2 3", "bad_field"),
    ("opening: perhaps", "bad_field"),
    ("opening: yes; pile: R8", "bad_field"),
    ("opening: yes; deck:", "bad_field"),
    ("E: R3", "unknown_field"),
    ("weather: rain", "unknown_field"),
]


@pytest.mark.parametrize(("text", "key"), BROKEN, ids=[text[:30] for text, _ in BROKEN])
def test_broken_positions_are_refused(text: str, key: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.position(text, 0 if "players" in text else 4)
    assert caught.value.key == key


def test_a_position_as_it_was_written() -> None:
    state = GAME.position(
        """
        A: R3 CC
        B: G1
        pile: B1 CC
        colour: y
        turn: B
        direction: anticlockwise
        dealer: C
        rounds: 1 2 3 / 4 5 6
        deck: R1 R2
        """,
        3,
    )
    view = state.view(0)
    assert view["hand"] == ["R3", "CC"]
    assert (view["pile"], view["colour"], view["turn"], view["clockwise"]) == (["B1", "CC"], "Y", 1, False)
    assert (view["dealer"], view["rounds"], view["deck"], view["game"]) == (2, [[1, 2, 3], [4, 5, 6]], 2, 3)
    assert [seat["cards"] for seat in view["seats"]] == [2, 1, 5]


def test_a_position_comes_back_from_a_record() -> None:
    record = Record(GAME, 2, GAME.settle(2), 3, position="A: R3 B5\npile: R8; B: G1 G2")
    state = record.begin()
    record.setup = [event.full() for event in state.take_events()]
    for _ in range(2):
        seat = state.waiting()
        action = state.legal(seat)[0]
        state.apply(seat, action)
        record.add(seat, action, state.take_events())
    assert record.position == "A: R3 B5; pile: R8; B: G1 G2"
    again = games.read_record(write(record))
    assert again.position == record.position
    assert verify(again) == []
    assert again.begin().view(0)["hand"] == ["R3", "B5"]


def test_what_a_stored_match_holds() -> None:
    assert {"rng", "deck", "hand", "pile", "rounds", "silent", "watch", "shown"} <= set(dump(GAME.new(3, 1)))
