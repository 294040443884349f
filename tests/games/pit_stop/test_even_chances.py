"""Pit Stop: the head start of whoever is helped."""

from __future__ import annotations

import pytest

from games.alike import amounts_are_named, head_start_holds, worked_out
from games.pit_stop.test_rules import at, go, nobody_reacts, sizes
from tailback.core.contract import State
from tailback.core.errors import BadOption
from tailback.games.pit_stop import GAME
from tailback.texts import LANGUAGES


@pytest.mark.clause("CA-52")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_amount(lang: str) -> None:
    for limit in ("points", "rounds"):
        amounts_are_named(GAME, "CA-52", lang, limit=limit)


@pytest.mark.clause("CA-52")
@pytest.mark.parametrize("helped", [(), (0,), (1, 2)])
def test_points_on_top_after_every_round(helped: tuple[int, ...]) -> None:
    state = at("A: R1; B: R2; C: R3 R4", players=3, even_chances=helped)
    nobody_reacts(go(nobody_reacts(go(state, "A lay R1")), "B lay R2"))
    more = GAME.head_start(3, GAME.settle(3))[1]
    line = [points + (more if seat in helped else 0) for seat, points in enumerate((20, 10, 0))]
    assert state.view(None)["rounds"] == [line]
    assert state.scores() == line
    assert sizes(state) == [6, 6, 6], "hands are dealt as always"


@pytest.mark.clause("CA-52")
def test_they_can_end_the_match() -> None:
    state = at("A: R1; B: R2; C: R3 R4; rounds: 0 20 40", players=3, even_chances=(2,))
    nobody_reacts(go(nobody_reacts(go(state, "A lay R1")), "B lay R2"))
    assert state.decision() is None
    assert state.ranking() == [3, 2, 1]


def duel(text: str, **options: object) -> State:
    """Two players, and A is out of cards first."""
    state = at(f"A: R1; B: R2 R3; {text}", players=2, **options)
    return nobody_reacts(go(state, "A lay R1"))


@pytest.mark.clause("CA-52")
@pytest.mark.parametrize(
    ("before", "line"), [("", [0, 10]), ("rounds: 0 10", [0, 10]), ("rounds: 0 10 / 0 10", [20, 10])]
)
def test_with_two_the_first_two_rounds_count_only_for_whoever_is_helped(before: str, line: list[int]) -> None:
    assert GAME.head_start(2, GAME.settle(2)) == ("first_rounds", 10, 2)
    assert duel(before, even_chances=(1,)).view(None)["rounds"][-1] == line


@pytest.mark.clause("CA-52")
@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({}, [20, 0]),
        ({"even_chances": (0,)}, [30, 0]),
        ({"even_chances": (0, 1)}, [30, 10]),
        ({"even_chances": (1,), "limit": "rounds"}, [20, 15]),
        ({"even_chances": (1,), "head_start": 7}, [20, 7]),
    ],
)
def test_else_every_round_counts_for_both(options: dict[str, object], line: list[int]) -> None:
    assert duel("", **options).view(None)["rounds"] == [line]


@pytest.mark.clause("CA-52")
@pytest.mark.parametrize(
    ("before", "line"), [("", [0, 12]), ("rounds: 0 12", [20, 12]), ("rounds: 0 12 / 20 12", [20, 12])]
)
def test_hundreds_of_a_head_start_are_rounds_for_one(before: str, line: list[int]) -> None:
    options = {"even_chances": (1,), "head_start": 112}
    assert GAME.head_start(2, GAME.settle(2, options)) == ("first_rounds", 12, 1)
    assert duel(before, **options).view(None)["rounds"][-1] == line


@pytest.mark.clause("CA-52")
@pytest.mark.parametrize(("players", "options"), [(2, {"limit": "rounds", "rounds": 1}), (3, {})])
def test_where_no_round_can_be_for_one_there_is_no_such_head_start(players: int, options: dict[str, object]) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.settle(players, {**options, "even_chances": (0,), "head_start": 101})
    assert (refused.value.clause, refused.value.nearest) == ("CA-52", {"head_start": 20})


@pytest.mark.clause("CA-52")
@pytest.mark.parametrize(
    ("players", "options", "preset"),
    [
        (2, {"limit": "rounds", "rounds": 1}, ""),
        (4, {"limit": "rounds", "rounds": 1}, ""),
        (2, {"points": 50}, ""),
        (4, {"points": 50}, ""),
    ],
)
def test_a_head_start_is_right_for_the_set_up_or_there_is_none(
    players: int, options: dict[str, object], preset: str
) -> None:
    head_start_holds(worked_out(GAME.id, players, options, preset))


@pytest.mark.clause("CA-52")
def test_one_round_of_two_has_steps_that_are_too_high() -> None:
    """With 19 points the child wins a round in six, with 20 four of seven, with more always."""
    found = worked_out(GAME.id, 2, {"limit": "rounds", "rounds": 1})
    assert (found.amount, found.why) == (0, "even_too_coarse")
    assert found.share > 0.55
