"""Mau-Mau: the head start of whoever is helped."""

from __future__ import annotations

import pytest

from games.alike import amounts_are_named, head_start_comes_true, head_start_holds, worked_out
from games.mau_mau.test_rules import at, play
from tailback.games.mau_mau import GAME
from tailback.texts import LANGUAGES


@pytest.mark.clause("MA-35")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_amount(lang: str) -> None:
    amounts_are_named(GAME, "MA-35", lang)


@pytest.mark.clause("MA-35")
@pytest.mark.parametrize(("players", "off"), [(2, 25), (3, 12), (4, 7), (5, 6), (6, 5)])
def test_points_of_every_game_are_taken_off(players: int, off: int) -> None:
    last = players - 1
    others = "; ".join(f"{letter}: CC" for letter in "BCDEF"[: last - 1])
    text = f"A: R3; {others + '; ' if others else ''}{'ABCDEF'[last]}: G4 R-T2"
    state = GAME.position(text, players, options={"games": 2, "even_chances": (last,)})
    play(state, "A lay R3")
    assert state.view(None)["rounds"] == [[0] + [10] * (last - 1) + [14 - off]]
    assert state.view(None)["seats"][last]["score"] == 14 - off
    assert [seat["cards"] for seat in state.view(None)["seats"]] == [5] * players, "hands are dealt as always"


@pytest.mark.clause("MA-35")
def test_fewer_than_none_wins() -> None:
    state = play(at("A: R3; B: R1; C: G4", games=1, even_chances=(1,)), "A lay R3")
    assert state.scores() == [0, -11, 4]
    assert state.ranking() == [2, 1, 3]


@pytest.mark.clause("MA-35")
@pytest.mark.parametrize("off", [1, 9, 25])
def test_so_many_are_taken_off_as_were_named(off: int) -> None:
    state = play(at("A: R3; B: R1; C: G4", games=1, even_chances=(1,), head_start=off), "A lay R3")
    assert state.scores() == [0, 1 - off, 4]


@pytest.mark.clause("MA-35")
@pytest.mark.parametrize(
    ("players", "options", "preset"),
    [(2, {"games": 10}, ""), (4, {"games": 10}, "")],
)
def test_a_head_start_is_right_for_the_set_up_or_there_is_none(
    players: int, options: dict[str, object], preset: str
) -> None:
    head_start_holds(worked_out(GAME.id, players, options, preset))


@pytest.mark.clause("MA-35")
def test_other_matches_come_out_as_was_said() -> None:
    head_start_comes_true(GAME, 2, {"games": 10})
