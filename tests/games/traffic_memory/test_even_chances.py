"""Traffic-Memory: the head start of whoever is helped."""

from __future__ import annotations

import pytest

from games.alike import amounts_are_named, head_start_holds, worked_out
from tailback.core.errors import BadOption
from tailback.games.traffic_memory import GAME
from tailback.texts import LANGUAGES


@pytest.mark.clause("TM-Q19")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_amount(lang: str) -> None:
    amounts_are_named(GAME, "TM-Q19", lang)


@pytest.mark.clause("TM-Q19")
@pytest.mark.parametrize(
    ("players", "highest", "ahead"),
    [(2, 30, 18), (3, 30, 10), (4, 30, 7), (5, 30, 6), (2, 12, 6), (4, 12, 2), (4, 50, 12)],
)
def test_some_cards_ahead(players: int, highest: int, ahead: int) -> None:
    state = GAME.new(players, 1, {"highest": highest, "even_chances": (1,)})
    seats = state.view(None)["seats"]
    assert [seat["score"] for seat in seats] == [ahead if seat == 1 else 0 for seat in range(players)]
    assert [seat["cards"] for seat in seats] == [0] * players
    assert state.scores() == [seat["score"] for seat in seats]
    assert len(state.census()) == highest


@pytest.mark.clause("TM-Q19")
def test_they_count_at_the_end() -> None:
    state = GAME.position("cards: 1 2 9 14", 2, options={"even_chances": (1,), "highest": 12})
    for move in ("flip 1", "flip 2", "stop"):
        state.apply(0, GAME.parse(move))
    assert state.decision() is None
    assert state.scores() == [2, 6]
    assert state.ranking() == [2, 1]
    assert state.view(None)["rounds"] == [[2, 6]]


@pytest.mark.clause("TM-Q19")
def test_as_many_ahead_as_were_named() -> None:
    assert GAME.new(3, 1, {"even_chances": (1,), "head_start": 4}).scores() == [0, 4, 0]


@pytest.mark.clause("TM-Q19")
def test_nobody_is_more_cards_ahead_than_lie_there() -> None:
    with pytest.raises(BadOption) as refused:
        GAME.new(2, 1, {"highest": 12, "even_chances": (1,), "head_start": 13})
    assert (refused.value.key, refused.value.nearest) == ("bad_head_start", {"head_start": 12})


@pytest.mark.clause("TM-Q19")
@pytest.mark.parametrize(
    ("players", "options", "preset"),
    [(2, {}, "first-time"), (3, {}, "family")],
)
def test_a_head_start_is_right_for_the_set_up_or_there_is_none(
    players: int, options: dict[str, object], preset: str
) -> None:
    head_start_holds(worked_out(GAME.id, players, options, preset))
