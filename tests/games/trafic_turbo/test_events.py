"""Trafic Turbo: what happens is told, once, and also when nothing comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from games.trafic_turbo.test_rules import play, race
from tailback.games.trafic_turbo.play import TraficTurboState


def heard(state: TraficTurboState, *moves: str) -> list[dict[str, Any]]:
    """The events of these moves, up to the roll of whoever comes next."""
    state.listen()
    play(state, *moves)
    found: list[dict[str, Any]] = []
    for event in state.take_events():
        if event.kind == "rolled":
            break
        found.append(event.full())
    return found


@pytest.mark.clause("TA-36")
def test_the_car_falls_back_behind_its_ghost() -> None:
    events = heard(race("A: 1:3; B: 1:5; hold A: warning; roll: 2"), "use", "FF")
    assert events[-1] == {"kind": "fell_back", "seat": 0, "space": "1:3"}
    ended_free = heard(race("A: 1:3; B: 1:5; hold A: warning; roll: 2"), "use", "FL")
    assert [event["kind"] for event in ended_free] == ["used", "glided", "glided"]


@pytest.mark.clause("TA-36", "TA-37")
def test_the_car_falls_back_when_the_police_stops_its_ghost() -> None:
    events = heard(race("A: 1:3; B: 2:30; police: 1:5; hold A: warning; roll: 3"), "use", "FF")
    assert [event["kind"] for event in events] == ["used", "glided", "hit_police", "fell_back"]


@pytest.mark.clause("TA-36", "TT-32")
def test_a_fine_is_told_where_the_car_rests() -> None:
    """T3 stands on 0:18, so the car stays on the grey space before it."""
    events = heard(race("A: 0:14; B: 2:30; T3: 0:18; hold A: warning; roll: 4"), "use", "FFFF")
    assert [event["kind"] for event in events[-2:]] == ["fell_back", "grey_fine"]
    assert {event["space"] for event in events[-2:]} == {"0:17"}


@pytest.mark.clause("TT-44", "TA-44")
def test_a_skid_is_told_once() -> None:
    events = heard(race("A: 1:9; B: 2:30; roll: 1; top: skid left"), "F")
    assert [(event["kind"], event.get("space")) for event in events] == [
        ("stepped", "1:10"),
        ("drew", None),
        ("skidded", "0:10"),
    ]
    pushing = heard(race("A: 0:9; B: 1:10; roll: 1; top: skid right"), "F")
    assert [(event["kind"], event.get("seat")) for event in pushing[2:]] == [("pushed", 1), ("skidded", 0)]


@pytest.mark.clause("TT-31")
def test_a_side_step_is_told_after_whom_it_pushes() -> None:
    events = heard(race("A: 0:10; B: 1:10; roll: 2"), "R")
    assert [(event["kind"], event["seat"], event["space"]) for event in events] == [
        ("pushed", 1, "2:10"),
        ("stepped", 0, "1:10"),
    ]


@pytest.mark.clause("TT-56")
def test_a_police_that_catches_nobody_says_so() -> None:
    state = play(race("A: 2:20; B: 1:12; police: 1:28; roll: 1; top: police 2"), "F")
    assert heard(state, "police 1:30") == [
        {"kind": "police_moved", "seat": 0, "to": "1:30"},
        {"kind": "police_waits", "to": "1:30"},
    ]


@pytest.mark.clause("TA-52")
def test_a_police_in_a_station_says_so() -> None:
    state = play(race("A: 2:20; B: 2:25; police: 2:27; roll: 1; top: police 2"), "F")
    assert heard(state, "police S4") == [
        {"kind": "police_moved", "seat": 0, "to": "S4"},
        {"kind": "police_parked", "to": "S4"},
    ]


@pytest.mark.clause("TT-23", "TA-21")
def test_a_six_says_why_nobody_is_asked() -> None:
    state = race("A: 2:20; B: 1:12; roll: 1, 6; top: skid back")
    state.listen()
    play(state, "F")
    kinds = [event.kind for event in state.take_events()]
    six = kinds.index("straight_on")
    assert kinds[six - 1] == "rolled"
    assert kinds[six + 1 : six + 4] == ["stepped"] * 3
    assert kinds.count("straight_on") == 1  # the rolls of 1 before and after it are driven by their players


@pytest.mark.clause("TA-54")
def test_what_is_lost_of_a_traffic_card_is_told() -> None:
    state = play(race("A: 2:0; B: 1:20; roll: 1; top: traffic 7", circuit="short-eight"), "F")
    for move in ("T1 1:5", "T2 2:7", "T3 0:9", "T4 1:12", "T5 0:16"):
        play(state, f"traffic {move}")
    assert [event["kind"] for event in heard(state, "traffic T6 1:19")] == ["vehicle_moved", "traffic_stuck"]
    used_up = play(race("A: 2:0; B: 1:20; roll: 1; top: traffic 3", circuit="short-eight"), "F")
    assert [event["kind"] for event in heard(used_up, "traffic T1 1:7")] == ["vehicle_moved"]


@pytest.mark.clause("TA-35")
def test_a_draw_without_a_card_is_told() -> None:
    state = race("A: 1:5; B: 2:30; roll: 1; pile: skid back")
    state.discard_n = 0
    state.deck.n = 0
    assert [event["kind"] for event in heard(state, "F")] == ["stepped", "no_card"]
