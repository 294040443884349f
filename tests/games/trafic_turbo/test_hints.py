"""Hints in Trafic Turbo: a car comes where they say, and meets whom they name."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import pytest

from tailback.core.contract import State
from tailback.games.trafic_turbo import GAME
from tailback.laws.walk import setups, some_states

# What a driver hears of the own car on the way, and where the next thing begins.
DRIVEN = ("stepped", "glided")
CHANCE = ("drew", "drew_secret", "rolled", "skipped")


def follow(state: State, seat: int, hint: dict[str, Any]) -> None:
    """Every step is legal, leads to the next space of the path, and the car ends where it was said to."""
    twin = state.clone()
    twin.listen()
    cars = twin.view(seat)["cars"]
    at = [cars[seat]["lane"], cars[seat]["col"]]
    kinds: list[str] = []
    steps = hint["actions"][-len(hint["path"]) :]
    for action in hint["actions"][: -len(steps)]:
        twin.apply(seat, action)
    twin.take_events()
    for action, space in zip(steps, hint["path"], strict=True):
        assert twin.waiting() == seat
        twin.apply(seat, action)
        for event in twin.take_events():
            if event.kind in CHANCE:
                break
            kinds.append(event.kind if event.data.get("seat") == seat or event.kind != "crossed" else "rival")
            if event.kind in DRIVEN and event.data["seat"] == seat:
                at = [int(part) for part in event.data["space"].split(":")]
        if "glided" not in kinds:
            assert at == space
    assert hint["end"] == hint["path"][-1]
    tags = {"hit": "bump", "pushed": "push", "hit_police": "police", "blocked": "blocked", "grey_fine": "fine"}
    expected = {tags[kind] for kind in kinds if kind in tags}
    expected |= {"finish"} if "crossed" in kinds else set()
    expected |= {"rival_finish"} if "rival" in kinds else set()
    assert set(hint["tags"]) == expected


def ends_of(state: State, seat: int) -> set[tuple[int, ...]]:
    """Every space where some way of stepping ends, tried out without any cleverness."""
    found: set[tuple[int, ...]] = set()
    open_ways = [state.clone()]
    while open_ways:
        world: Any = open_ways.pop()
        for action in world.legal(seat):
            twin = world.clone()
            goes_on = twin.take_step(seat, action)
            twin.left -= 1
            if twin.waiting() < 0 or twin.view(seat)["cars"][seat]["place"]:
                cell = twin.ghost if twin.view(seat)["mode"] == "warning" else twin.cell[seat]
                found.add((int(cell) // 36, int(cell) % 36))
            elif goes_on and twin.left > 0:
                open_ways.append(twin)
            else:
                found.add((int(twin.cell[seat]) // 36, int(twin.cell[seat]) % 36))
    return found


@pytest.mark.parametrize("options", setups(GAME.id, 3), ids=str)
def test_a_car_comes_where_the_hint_says(options: dict[str, Any]) -> None:
    kinds: Counter[str] = Counter()
    tags: Counter[str] = Counter()
    for seed in range(6):
        for state in some_states(GAME, 3, options, seed):
            seat = int(state.waiting())
            hints = GAME.foresee(state, seat)
            for hint in hints:
                kinds[hint["kind"]] += 1
                tags.update(hint["tags"])
                assert hint["actions"][0] in state.legal(seat)
                if hint["kind"] == "drive":
                    follow(state, seat, hint)
                elif hint["kind"] == "step":
                    check_step(state, seat, hint)
                else:
                    assert len(hint["actions"]) == 1
            if any(hint["kind"] == "step" for hint in hints):
                drives = [tuple(hint["end"]) for hint in hints if hint["kind"] == "drive"]
                assert len(set(drives)) == len(drives)
                assert set(drives) == ends_of(state, seat)
            elif hints and hints[0]["kind"] != "drive":
                assert [hint["actions"][0] for hint in hints] == state.legal(seat)
    assert {"step", "drive", "vehicle", "police", "arrow"} <= set(kinds)
    assert {"bump", "fine"} <= set(tags)


def check_step(state: State, seat: int, hint: dict[str, Any]) -> None:
    words = {"F": "ahead", "L": "left", "R": "right", "Q": "ahead_left", "E": "ahead_right"}
    assert hint["way"] == words[GAME.notation(hint["actions"][0])]
    if not {"bump", "police", "blocked", "rival_finish"} & set(hint["tags"]) and state.view(seat)["mode"] != "warning":
        assert hint["toward"] == hint["end"]


def test_the_best_way_is_the_quiet_one() -> None:
    """Straight on pushes B; beside it the same column is reached without touching anybody."""
    state = GAME.position("A: 1:5; B: 1:7; turn: A; roll: 3", 2, options={"circuit": "triple-loop"})
    found = {tuple(hint["end"]): hint for hint in GAME.foresee(state, 0) if hint["kind"] == "drive"}
    assert [GAME.notation(action) for action in found[(1, 8)]["actions"]] == ["F", "F", "F"]
    assert found[(1, 8)]["tags"] == ["push"]
    assert [GAME.notation(action) for action in found[(0, 7)]["actions"]] == ["F", "L", "F"]
    assert (found[(0, 7)]["path"], found[(0, 7)]["tags"]) == ([[1, 6], [0, 6], [0, 7]], [])


def test_the_police_says_whom_it_would_catch() -> None:
    state = GAME.position(
        "A: 1:6; B: 1:12; police: 1:9; top: police 5; turn: A; roll: 1", 2, options={"circuit": "triple-loop"}
    )
    state.apply(0, GAME.parse("F"))
    found = {GAME.notation(hint["actions"][0]): hint for hint in GAME.foresee(state, 0)}
    beside = found["police 1:13"]
    assert (beside["end"], beside["fines"], beside["tags"]) == ([1, 13], [1], ["fine", "station"])
    assert (found["police 0:7"]["fines"], found["police S2"]["end"]) == ([0], None)
    assert (found["police S2"]["tags"], found["police S2"]["station"]) == (["station"], "S2")
    assert (found["stay"]["tags"], found["stay"]["end"]) == (["stay"], [1, 9])


def test_hints_are_quick() -> None:
    """A tap must not wait for them."""
    took = []
    for seed in range(6):
        for state in some_states(GAME, 4, {}, seed):
            before = time.perf_counter()
            GAME.foresee(state, int(state.waiting()))
            took.append(time.perf_counter() - before)
    assert sorted(took)[len(took) // 2] < 0.02
