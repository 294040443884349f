"""Trafic Turbo: the head start of whoever is helped."""

from __future__ import annotations

import pytest

from games.alike import amounts_are_named, head_start_holds, worked_out
from tailback.core.contract import State
from tailback.games.trafic_turbo import GAME
from tailback.games.trafic_turbo.circuit import circuit
from tailback.games.trafic_turbo.material import EMPTY, WIDTH
from tailback.texts import LANGUAGES


@pytest.mark.clause("TA-67")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_amount(lang: str) -> None:
    amounts_are_named(GAME, "TA-67", lang)


def placed(players: int, seed: int, arrow: int = 1, **options: object) -> State:
    """Everybody on the grid: the helped one from this arrow, the others from the first that is free."""
    state = GAME.new(players, seed, options, listen=True)
    while (decision := state.decision()) is not None and decision.kind == "place":
        seat = decision.seats[0]
        wanted = GAME.parse(f"place {arrow}")
        legal = state.legal(seat)
        helped = seat in state.options["even_chances"]
        state.apply(seat, wanted if helped and wanted in legal else next(one for one in legal if one != wanted))
    return state


@pytest.mark.clause("TA-67")
@pytest.mark.parametrize("arrow", range(1, 6))
@pytest.mark.parametrize(("players", "laps", "ahead"), [(2, 1, 15), (3, 1, 18), (4, 1, 19), (4, 2, 38), (4, 3, 57)])
def test_the_car_starts_ahead_of_its_arrow(players: int, laps: int, ahead: int, arrow: int) -> None:
    road = circuit("triple-loop")
    from_arrow = int(road.arrow[arrow - 1])
    for seed in range(4):
        state = placed(players, seed, arrow, laps=laps, even_chances=(1,))
        told = next(one.data for one in state.take_events() if one.kind == "placed" and one.data["seat"] == 1)
        lane, column = (int(part) for part in told["space"].split(":"))
        cell = lane * WIDTH + column
        assert int(road.grid[cell]) == EMPTY, "no vehicle is pushed"
        assert int(road.grey[cell]) == 0
        behind = (from_arrow % WIDTH + ahead - column) % int(road.columns)
        assert behind <= 2, "straight on, or a little behind where all lanes are taken"


@pytest.mark.clause("TA-67")
def test_where_the_space_is_taken_another_lane_is_near() -> None:
    spaces = set()
    for arrow in range(1, 6):
        for seed in range(6):
            state = placed(4, seed, arrow, even_chances=(0, 1, 2, 3))
            cars = [one.data for one in state.take_events() if one.kind == "placed"]
            assert len({car["space"] for car in cars}) == 4, "no two cars on one space"
            spaces |= {car["space"] for car in cars}
    assert len({space.split(":")[0] for space in spaces}) > 1


@pytest.mark.clause("TA-67")
def test_it_counts_as_driven() -> None:
    state = GAME.new(2, 1, {"even_chances": (0, 1), "first_of_two": "as-all"})
    seat = int(state.waiting())
    state.apply(seat, state.legal(seat)[0])
    car = state.view(None)["cars"][seat]
    assert car["p"] + car["to_go"] == 36
    assert 15 - 6 <= car["p"] <= 15 - 1
    assert state.scores()[seat] == car["p"]


@pytest.mark.clause("TA-67")
@pytest.mark.parametrize("ahead", [1, 20, 35])
def test_as_far_ahead_as_was_named(ahead: int) -> None:
    state = GAME.new(2, 1, {"even_chances": (0, 1), "head_start": ahead, "first_of_two": "as-all"})
    seat = int(state.waiting())
    state.apply(seat, state.legal(seat)[0])
    assert ahead - 8 <= state.view(None)["cars"][seat]["p"] <= ahead - 1


@pytest.mark.clause("TA-67")
@pytest.mark.parametrize(
    ("players", "options", "preset"),
    [(2, {"circuit": "short-eight"}, ""), (4, {"circuit": "short-eight"}, ""), (2, {}, "")],
)
def test_a_head_start_is_right_for_the_set_up_or_there_is_none(
    players: int, options: dict[str, object], preset: str
) -> None:
    head_start_holds(worked_out(GAME.id, players, options, preset))
