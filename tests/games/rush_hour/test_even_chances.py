"""Rush Hour: the head start of whoever is helped."""

from __future__ import annotations

import pytest

from games.alike import amounts_are_named, head_start_comes_true, head_start_holds, worked_out
from tailback.core.rng import Rng
from tailback.games.rush_hour import GAME
from tailback.texts import LANGUAGES


@pytest.mark.clause("RH-Q40")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_amount(lang: str) -> None:
    amounts_are_named(GAME, "RH-Q40", lang)


@pytest.mark.clause("RH-Q40")
@pytest.mark.parametrize(("players", "cards", "less"), [(2, 10, 12), (3, 10, 11), (4, 10, 10), (5, 10, 9), (4, 5, 5)])
def test_a_round_begins_below_zero(players: int, cards: int, less: int) -> None:
    state = GAME.new(players, 1, {"hand_size": cards, "even_chances": (1,)})
    seats = state.view(None)["seats"]
    begins = [-less if seat == 1 else 0 for seat in range(players)]
    assert [seat["points"] for seat in seats] == [seat["score"] for seat in seats] == begins
    assert state.scores() == begins


@pytest.mark.clause("RH-Q40")
def test_every_round_does() -> None:
    plain = GAME.new(3, 5, {"rounds": 2, "hand_size": 4})
    state = GAME.new(3, 5, {"rounds": 2, "hand_size": 4, "even_chances": (0, 2)})
    rng = Rng(1)
    while (seat := int(plain.waiting())) >= 0:
        legal = plain.legal(seat)
        assert state.legal(seat) == legal
        action = legal[rng.below(len(legal))]
        plain.apply(seat, action)
        state.apply(seat, action)
    less = GAME.head_start(3, state.options)[1]
    assert state.view(None)["rounds"] == [[a - less, b, c - less] for a, b, c in plain.view(None)["rounds"]]
    assert state.scores() == [plain.scores()[0] - 2 * less, plain.scores()[1], plain.scores()[2] - 2 * less]
    assert [seat["taken"] for seat in state.view(0)["seats"]] == [seat["taken"] for seat in plain.view(0)["seats"]]


@pytest.mark.clause("RH-Q40")
@pytest.mark.parametrize("less", [1, 24])
def test_a_round_begins_as_far_below_zero_as_was_named(less: int) -> None:
    state = GAME.new(3, 1, {"hand_size": 5, "even_chances": (1,), "head_start": less})
    assert state.scores() == [0, -less, 0]
    assert GAME.head_start(3, state.options) == ("points", less, 0)


@pytest.mark.clause("RH-Q40")
@pytest.mark.parametrize(
    ("players", "options", "preset"),
    [(2, {}, "first-time"), (4, {}, "first-time"), (2, {"hand_size": 7}, "")],
)
def test_a_head_start_is_right_for_the_set_up_or_there_is_none(
    players: int, options: dict[str, object], preset: str
) -> None:
    head_start_holds(worked_out(GAME.id, players, options, preset))


@pytest.mark.clause("RH-Q40")
def test_other_matches_come_out_as_was_said() -> None:
    head_start_comes_true(GAME, 2, {"hand_size": 7})
