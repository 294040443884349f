"""Text for moves, seats and fields of positions, in any game; and games by their names."""

from __future__ import annotations

import pytest

from specimens import OURS, id_of
from tailback import games
from tailback.core.errors import BadNotation, BadOption
from tailback.core.game import Game
from tailback.core.notation import seat_letter, seat_of, tidy
from tailback.core.position import read_fields


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_every_move_has_one_name_whatever_its_case_and_blanks(game: Game) -> None:
    names = [game.notation(action) for action in range(game.actions)]
    assert len({tidy(name) for name in names}) == game.actions
    for action, name in enumerate(names):
        assert game.parse(f"  {name.upper().replace(' ', '   ')} ") == action


@pytest.mark.parametrize("game", OURS, ids=id_of)
@pytest.mark.parametrize("text", ["", "fly", "draw 99", "ä", "1;2"])
def test_other_moves_are_unknown(game: Game, text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        game.parse(text)
    assert (caught.value.key, caught.value.params) == ("unknown_move", {"move": text})


def test_fields() -> None:
    text = """
    # a remark; with more to say: a lot
    A: R3 B5; pile : R8;; # B: R4; C: R5
    deck:
    """
    assert read_fields(text) == {"A": "R3 B5", "pile": "R8", "deck": ""}


@pytest.mark.parametrize(("text", "key"), [("A R3", "bad_field"), ("A: R3; A: R4", "field_twice")])
def test_broken_fields(text: str, key: str) -> None:
    with pytest.raises(BadNotation, match=key):
        read_fields(text)


def test_seats_are_letters() -> None:
    assert [seat_of(seat_letter(seat), 6) for seat in range(6)] == list(range(6))
    assert seat_of(" b ", 2) == 1
    for letter in ("C", "", "AB", "1", "?"):
        with pytest.raises(BadNotation, match="no_such_seat"):
            seat_of(letter, 2)


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_games_are_found_by_name(game: Game) -> None:
    assert games.load(f" {game.id.replace('_', '-').upper()} ") is game
    with pytest.raises(BadOption) as caught:
        games.load("poker")
    assert caught.value.key == "unknown_game"
