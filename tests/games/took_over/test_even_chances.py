"""Took Over!: the head start of whoever is helped."""

from __future__ import annotations

import pytest

from games.alike import amounts_are_named, head_start_comes_true, head_start_holds, worked_out
from tailback.core.rng import Rng
from tailback.games.took_over import GAME
from tailback.texts import LANGUAGES


@pytest.mark.clause("TO-Q22")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_amount(lang: str) -> None:
    amounts_are_named(GAME, "TO-Q22", lang)


@pytest.mark.clause("TO-Q22")
@pytest.mark.parametrize(("players", "share", "fewer"), [(2, 25, 11), (3, 16, 6), (4, 12, 4), (5, 10, 4)])
def test_a_smaller_stack(players: int, share: int, fewer: int) -> None:
    state = GAME.new(players, 3, {"even_chances": (1,), "age_order": tuple(range(players))}, listen=True)
    view = state.view(1)
    # The first seat has opened the row with a card of its stack.
    assert [seat["score"] for seat in view["seats"]] == [share - 1, share - fewer] + [share] * (players - 2)
    assert [seat["hand"] for seat in view["seats"]] == [6] * players
    assert view["left_out"] == 50 - players * share + fewer
    told = state.take_events()[0].seen_by(None)
    assert told["stacks"] == [share - (fewer if seat == 1 else 0) for seat in range(players)]
    assert len(set(state.census())) == 50


@pytest.mark.clause("TO-Q22")
def test_a_stack_that_is_smaller_than_the_hand() -> None:
    state = GAME.new(5, 3, {"even_chances": (1,), "hand_size": 10, "age_order": tuple(range(5))})
    assert [state.view(1)["seats"][1][where] for where in ("hand", "stack")] == [6, 0]
    state = GAME.position("row: 20", 5, options={"even_chances": (1,), "hand_size": 10})
    assert [state.view(1)["seats"][1][where] for where in ("hand", "stack")] == [6, 0]
    assert [state.view(1)["seats"][2][where] for where in ("hand", "stack")] == [10, 0]


@pytest.mark.clause("TO-Q22")
@pytest.mark.parametrize(("size", "small"), [(3, 1), (6, 2), (10, 4)])
def test_where_the_hand_decides_it_is_smaller(size: int, small: int) -> None:
    options = {"even_chances": (1,), "win_on": "hand", "hand_size": size, "age_order": (0, 1, 2)}
    view = GAME.new(3, 3, options).view(1)
    assert [seat["hand"] for seat in view["seats"]] == [size, small, size]
    assert [seat["score"] for seat in view["seats"]] == [15, 16, 16]
    assert GAME.head_start(3, GAME.settle(3, options)) == ("hand", small, 0)


@pytest.mark.clause("TO-Q22")
def test_a_small_hand_is_filled_up_to_no_more() -> None:
    state = GAME.position("row: 20; A: 25; B: 30; C: 31; A stack: 1 2 3; turn: A", 3, 1, {"win_on": "hand"})
    helped = GAME.position(
        "row: 20; A: 21 25; B: 30; C: 31; A stack: 1 2 3 4 5 6; turn: A", 3, 1, {"win_on": "hand", "even_chances": (0,)}
    )
    assert state.view(0)["hand"] == [25]
    helped.apply(0, GAME.parse("place 25"))
    helped.apply(1, GAME.parse("decline"))
    helped.apply(0, GAME.parse("pass"))
    assert helped.view(0)["hand"] == [1, 21], "a pass fills it up to two"


@pytest.mark.clause("TO-Q22")
@pytest.mark.parametrize("options", [{}, {"win_on": "hand", "hand_size": 3}, {"win_on": "hand", "hand_size": 10}])
def test_a_head_start_of_so_many_cards(options: dict[str, object]) -> None:
    """Also where the hand alone decides: there is no better measure of it."""
    given = {**options, "even_chances": (1,), "head_start": 7, "age_order": (0, 1, 2)}
    state = GAME.new(3, 3, given)
    hand = state.options["hand_size"]
    seats = state.view(None)["seats"]
    assert [seat["score"] for seat in seats] == [15, 16 - 7, 16]
    assert seats[1]["hand"] == min(hand, 16 - 7)
    assert GAME.head_start(3, state.options) == ("cards", 7, 0)


@pytest.mark.clause("TO-Q22")
def test_in_a_match_of_several_games_it_is_shared_out() -> None:
    state = GAME.new(2, 3, {"even_chances": (0,), "head_start": 5, "each_begins": 1, "age_order": (1, 0)})
    assert GAME.head_start(2, state.options) == ("over_games", 5, 2)
    begun = [state.view(None)["seats"][0]["score"]]
    rng = Rng(2)
    while (seat := int(state.waiting())) >= 0:
        played = len(state.view(None)["rounds"])
        state.apply(seat, state.instinct(seat, rng))
        if played < len(state.view(None)["rounds"]) < 2:
            view = state.view(None)
            begun.append(view["seats"][0]["hand"] + view["seats"][0]["stack"] + len(view["row"]))
    assert begun[0] == 25 - 3
    assert begun[1] == 25 - 2, "the first game has one more where they do not come out even"


@pytest.mark.clause("TO-Q22")
@pytest.mark.parametrize(
    ("players", "options", "preset"),
    [
        (2, {"win_on": "hand", "hand_size": 3}, ""),
        (2, {"win_on": "hand", "hand_size": 10}, ""),
        (4, {"win_on": "hand", "hand_size": 10}, ""),
        (4, {}, ""),
        (3, {}, "family"),
    ],
)
def test_a_head_start_is_right_for_the_set_up_or_there_is_none(
    players: int, options: dict[str, object], preset: str
) -> None:
    head_start_holds(worked_out(GAME.id, players, options, preset))


@pytest.mark.clause("TO-Q22")
def test_other_matches_come_out_as_was_said() -> None:
    head_start_comes_true(GAME, 4, {"win_on": "hand", "hand_size": 10})
