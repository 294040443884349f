"""Took Over!: what is done about whoever begins being ahead, and the short deal."""

from __future__ import annotations

from typing import Any

import pytest

from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.games.took_over import GAME
from tailback.games.took_over.material import LATER


def played(players: int, seed: int, options: dict[str, Any], preset: str = "") -> State:
    """A match of sensible players, with all that was told."""
    state = GAME.new(players, seed, options, preset=preset, listen=True)
    rng = Rng(seed)
    while (seat := state.waiting()) >= 0:
        state.apply(seat, state.instinct(seat, rng))
    return state


def wins(players: int, options: dict[str, Any], matches: int) -> list[float]:
    found = [0.0] * players
    for seed in range(matches):
        places = played(players, seed, options).ranking()
        for seat in range(players):
            found[seat] += (places[seat] == 1) / places.count(1) / matches
    return found


@pytest.mark.clause("TO-Q23")
@pytest.mark.parametrize(("players", "times"), [(2, 1), (3, 2), (5, 1)])
def test_everybody_begins_as_often(players: int, times: int) -> None:
    ages = tuple((seat + 1) % players for seat in range(players))
    state = played(players, 7, {"each_begins": times, "age_order": ages})
    told = [event for event in state.take_events() if event.kind in ("dealt", "opened", "game_over", "match_over")]
    begun = [told[n + 1].data["seat"] for n, event in enumerate(told) if event.kind == "dealt"]
    assert begun == [(ages[0] + n) % players for n in range(players * times)]
    over = [event.data for event in told if event.kind == "game_over"]
    assert [one["game"] for one in over] == list(range(1, players * times + 1))
    view = state.view(None)
    assert view["rounds"] == [one["points"] for one in over]
    for one in over:
        assert [seat for seat, points in enumerate(one["points"]) if points == 0] == one["winners"]
    sums = [sum(column) for column in zip(*view["rounds"], strict=True)]
    assert state.scores() == sums == [seat["points"] for seat in view["seats"]] == over[-1]["totals"]
    assert (view["game"], view["games"], view["turn"]) == (players * times, players * times, None)
    best = [seat for seat, points in enumerate(sums) if points == min(sums)]
    assert [seat for seat, place in enumerate(state.ranking()) if place == 1] == best == told[-1].data["winners"]


@pytest.mark.clause("TO-Q23")
def test_equal_points_share_the_win() -> None:
    text = "row: 10 20; A: 30; B: 40; A stack: ; B stack: ; turn: A; rounds: {} 0"
    for before, winner in ((0, 0), (1, None), (5, 1)):
        state = GAME.position(text.format(before), 2, 1, {"each_begins": 1})
        state.apply(0, GAME.parse("place 30"))
        view = state.view(None)
        assert (view["rounds"], view["winner"]) == ([[before, 0], [0, 1]], winner)
        assert state.ranking() == {0: [1, 2], None: [1, 1], 1: [2, 1]}[winner]


@pytest.mark.clause("TO-Q23")
def test_an_empty_hand_that_wins_costs_nothing_in_a_match() -> None:
    text = "row: 10 20; A: 30; B: 40; A stack: 1 2; B stack: 3; turn: A"
    state = GAME.position(text, 2, 1, {"each_begins": 1, "win_on": "hand"})
    state.apply(0, GAME.parse("place 30"))
    assert state.view(None)["rounds"] == [[0, 2]]
    assert state.view(None)["game"] == 2


@pytest.mark.clause("TO-Q23")
def test_one_game_is_as_it_was() -> None:
    state = played(3, 5, {})
    kinds = [event.kind for event in state.take_events()]
    assert kinds.count("dealt") == 1
    assert "game_over" not in kinds
    assert state.view(None)["rounds"] == [state.scores()]


@pytest.mark.clause("TO-Q23")
def test_the_family_plays_until_everybody_has_begun() -> None:
    assert [GAME.new(n, 1, preset="family").view(None)["games"] for n in (2, 3, 4, 5)] == [2, 3, 4, 5]
    assert GAME.new(4, 1, preset="full").view(None)["games"] == 1


@pytest.mark.clause("TO-Q24")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_those_who_come_later_leave_out_cards(players: int) -> None:
    ages = tuple((seat + 1) % players for seat in range(players))
    options = {"fewer_later": True, "age_order": ages, "each_begins": 1}
    events = played(players, 3, options).take_events()
    share = 50 // players
    for game, told in enumerate(event.data for event in events if event.kind == "dealt"):
        beginner = (ages[0] + game) % players
        assert [told["stacks"][(beginner + k) % players] for k in range(players)] == [share - n for n in LATER[players]]
        assert told["left"] == 50 - sum(told["stacks"])


@pytest.mark.clause("TO-Q23", "TO-Q21")
def test_those_who_win_a_game_together_get_no_points() -> None:
    text = "row: 20 30; A: 25 26; B: 23 24; C: 21 22 29; A stack: ; B stack: ; C stack: ; counter: 2; turn: A"
    state = GAME.position(text, 3, 1, {"each_begins": 1, "row_limit": 1})
    state.listen()
    state.apply(0, GAME.parse("pass"))
    told = next(event.data for event in state.take_events() if event.kind == "game_over")
    assert (told["winners"], told["points"]) == ([0, 1], [0, 0, 3])
    assert state.view(None)["rounds"] == [[0, 0, 3]]


@pytest.mark.clause("TO-Q24")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_chances_within_one_game_are_more_alike(players: int) -> None:
    def uneven(options: dict[str, Any]) -> float:
        return max(abs(share - 1 / players) for share in wins(players, options, 300))

    usual, mended = uneven({}), uneven({"fewer_later": True})
    assert mended < 0.75 * usual


@pytest.mark.clause("TO-Q25")
@pytest.mark.parametrize(("players", "cards", "each"), [(2, 6, 6), (4, 8, 8), (5, 10, 10), (4, 0, 12)])
def test_fewer_cards_for_everybody(players: int, cards: int, each: int) -> None:
    state = GAME.new(players, 3, {"cards": cards}, listen=True)
    told = state.take_events()[0].seen_by(None)
    assert (told["cards"], told["left"]) == (each, 50 - players * each)
    # Where there is a stack, its top has begun the row.
    assert sum(seat["score"] for seat in state.view(None)["seats"]) == players * each - (each > 6)
    assert len(set(state.census())) == 50
    usual, short = (GAME.head_start(players, GAME.settle(players, {"cards": n}))[1] for n in (0, cards))
    assert short == usual * each // (50 // players)


@pytest.mark.clause("TO-Q25")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_time_is_truly_short(players: int) -> None:
    def decisions(preset: str) -> int:
        return sum(sum(1 for event in played(players, seed, {}, preset).take_events()) for seed in range(30))

    assert decisions("first-time") < 0.75 * decisions("full")
