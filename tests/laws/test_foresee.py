"""Hints say only what a seat may know, and what they say comes true."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import Any

import pytest

from laws.walk import knowledge_is_enough, plain_bytes, setups
from tailback import games
from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.snapshot import dump
from tailback.texts import Texts

MOVES = 120
# What a driver hears of the own car on the way, and where the next thing begins.
DRIVEN = ("stepped", "glided")
CHANCE = ("drew", "drew_secret", "rolled", "skipped")


def some_states(game: Game, players: int, options: dict[str, Any], seed: int, moves: int = MOVES) -> list[State]:
    """The positions of a random match, one after the other."""
    state = game.new(players, seed, options)
    rng = Rng(seed)
    found = []
    for _ in range(moves):
        seat = state.waiting()
        if seat < 0:
            break
        found.append(state.clone())
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
    return found


@pytest.mark.parametrize("name", games.ids())
def test_hints_tell_nothing_a_seat_may_not_know(name: str) -> None:
    """Law 4 for hints: the same in every world that the seat cannot tell apart; and nothing is changed by asking."""
    game = games.load(name)
    rng = Rng(5)
    for seed in range(3):
        for state in some_states(game, 3, {}, seed):
            before = dump(state)
            for seat in range(3):
                hints = game.foresee(state, seat)
                json.dumps(hints)
                assert not hints or state.legal(seat)
                world = knowledge_is_enough(state, seat, rng)
                assert plain_bytes(game.foresee(world, seat)) == plain_bytes(hints)
            assert dump(state) == before


# Rush Hour

SEEN = {
    "end": ("placed", "police"),
    "gap": ("gap_filled",),
    "hook": ("hooked",),
    "jam": ("jam",),
    "front": ("front", "ambulance"),
    "take": ("too_low",),
    "tow": ("towed",),
}


def check_fit(state: State, seat: int, card: str, fit: dict[str, Any]) -> None:
    """Carry it out: the right thing happens in the right lane, at the price that was said."""
    twin = alone(state)
    before = twin.view(seat)
    twin.listen()
    twin.apply(seat, fit["action"])
    told = twin.take_events()
    assert fit["row"] in [event.data["row"] for event in told if event.kind in SEEN[fit["how"]]]
    after = twin.view(seat)
    if not {event.kind for event in told} & {"revealed", "round_over"}:  # the next turn has not begun by itself
        assert after["seats"][seat]["points"] - before["seats"][seat]["points"] == fit["takes"]
        assert card in after["rows"][fit["row"] - 1][fit["spot"] - 1].split("+")


def alone(state: State) -> Any:
    """The same turn as if no other card came after this one."""
    twin: Any = state.clone()
    twin.queue_n = min(twin.queue_n, twin.at + 1)
    return twin


@pytest.mark.parametrize("options", setups("rush_hour", 3), ids=str)
def test_a_card_goes_where_the_hint_says(options: dict[str, Any]) -> None:
    game = games.load("rush_hour")
    texts = Texts("en", games.load("rush_hour"), ["P0", "P1", "P2"])
    ways: Counter[str] = Counter()
    for seed in range(4):
        for state in some_states(game, 3, {**options, "rounds": 3}, seed):
            decision = state.decision()
            assert decision is not None
            for seat in decision.seats:
                for hint in game.foresee(state, seat):
                    ways.update(fit["how"] for fit in hint["fits"])
                    for row in hint["rows"]:
                        assert texts.say(f"refusals.{row['key']}", **row["params"])
                        assert row["clause"]
                    if decision.kind == "choose_card":
                        check_pick(game, state, seat, hint)
                    else:
                        check_lanes(state, seat, hint)
    assert ways["end"]
    if options == {}:
        assert set(ways) == set(SEEN)


def check_pick(game: Game, state: State, seat: int, hint: dict[str, Any]) -> None:
    """The same card, shown first: it may go exactly where the hint says."""
    assert hint["action"] in state.legal(seat)
    assert game.describe(hint["action"])[1]["card"] == hint["card"].lstrip("t")
    lanes = {fit["row"] for fit in hint["fits"] if fit["how"] != "take"}
    assert lanes.isdisjoint(row["row"] for row in hint["rows"])
    assert lanes | {row["row"] for row in hint["rows"]} == set(range(1, len(state.view(seat)["rows"]) + 1))
    twin = state.clone()
    twin.listen()
    decision = twin.decision()
    assert decision is not None
    for other in decision.awaited:
        twin.apply(other, hint["action"] if other == seat else twin.legal(other)[-1])
    if seat not in decision.awaited:
        return
    told = twin.take_events()
    shown = next(event.data for event in told if event.kind == "revealed")
    if shown["seats"][0] != seat:
        return
    asked = twin.decision()
    if len(hint["fits"]) > 1:
        assert asked is not None
        assert twin.legal(seat) == [fit["action"] for fit in hint["fits"]]
    else:
        (fit,) = hint["fits"]
        first = next(event for event in told if event.kind in SEEN[fit["how"]])
        assert first.data["row"] == fit["row"]
        assert first.data.get("points", 0) == fit["takes"]


def check_lanes(state: State, seat: int, hint: dict[str, Any]) -> None:
    assert [fit["action"] for fit in hint["fits"]] == state.legal(seat)
    for fit in hint["fits"]:
        check_fit(state, seat, hint["card"], fit)


def test_gaps_hooks_and_tow_trucks_are_foreseen() -> None:
    game = games.load("rush_hour")
    state = game.position("rows: 10 _ T+20 / 4 6 7 8 / 40; A: 12 t25 9 3 A; B: 1 2", 2, preset="full", seed=1)
    found = {hint["card"]: hint for hint in game.foresee(state, 0)}
    assert [(fit["row"], fit["spot"], fit["how"], fit["takes"]) for fit in found["12"]["fits"]] == [
        (2, 1, "jam", 4),
        (1, 2, "gap", 0),
    ]
    assert found["12"]["takes"] is None
    assert [(fit["row"], fit["spot"], fit["how"]) for fit in found["t25"]["fits"]] == [(1, 3, "hook")]
    assert (found["9"]["takes"], found["3"]["takes"], found["A"]["takes"]) == (4, 1, None)
    assert [fit["how"] for fit in found["3"]["fits"]] == ["take"] * 3
    assert [fit["how"] for fit in found["A"]["fits"]] == ["front", "jam", "front"]
    assert [(row["row"], row["key"]) for row in found["9"]["rows"]] == [(1, "end_is_higher"), (3, "end_is_higher")]
    assert found["t25"]["rows"][0] == {
        "row": 2,
        "key": "nearer_row",
        "clause": "RH-15",
        "params": {"card": "t25", "row": 1, "end": 20},
    }


# Trafic Turbo


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


@pytest.mark.parametrize("options", setups("trafic_turbo", 3), ids=str)
def test_a_car_comes_where_the_hint_says(options: dict[str, Any]) -> None:
    game = games.load("trafic_turbo")
    kinds: Counter[str] = Counter()
    tags: Counter[str] = Counter()
    for seed in range(6):
        for state in some_states(game, 3, options, seed):
            seat = int(state.waiting())
            hints = game.foresee(state, seat)
            for hint in hints:
                kinds[hint["kind"]] += 1
                tags.update(hint["tags"])
                assert hint["actions"][0] in state.legal(seat)
                if hint["kind"] == "drive":
                    follow(state, seat, hint)
                elif hint["kind"] == "step":
                    check_step(game, state, seat, hint)
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


def check_step(game: Game, state: State, seat: int, hint: dict[str, Any]) -> None:
    words = {"F": "ahead", "L": "left", "R": "right", "Q": "ahead_left", "E": "ahead_right"}
    assert hint["way"] == words[game.notation(hint["actions"][0])]
    if not {"bump", "police", "blocked", "rival_finish"} & set(hint["tags"]) and state.view(seat)["mode"] != "warning":
        assert hint["toward"] == hint["end"]


def test_the_best_way_is_the_quiet_one() -> None:
    """Straight on pushes B; beside it the same column is reached without touching anybody."""
    game = games.load("trafic_turbo")
    state = game.position("A: 1:5; B: 1:7; turn: A; roll: 3", 2, options={"circuit": "triple-loop"})
    found = {tuple(hint["end"]): hint for hint in game.foresee(state, 0) if hint["kind"] == "drive"}
    assert [game.notation(action) for action in found[(1, 8)]["actions"]] == ["F", "F", "F"]
    assert found[(1, 8)]["tags"] == ["push"]
    assert [game.notation(action) for action in found[(0, 7)]["actions"]] == ["F", "L", "F"]
    assert (found[(0, 7)]["path"], found[(0, 7)]["tags"]) == ([[1, 6], [0, 6], [0, 7]], [])


def test_the_police_says_whom_it_would_catch() -> None:
    game = games.load("trafic_turbo")
    state = game.position(
        "A: 1:6; B: 1:12; police: 1:9; top: police 5; turn: A; roll: 1", 2, options={"circuit": "triple-loop"}
    )
    state.apply(0, game.parse("F"))
    found = {game.notation(hint["actions"][0]): hint for hint in game.foresee(state, 0)}
    beside = found["police 1:13"]
    assert (beside["end"], beside["fines"], beside["tags"]) == ([1, 13], [1], ["fine", "station"])
    assert (found["police 0:7"]["fines"], found["police S2"]["end"]) == ([0], None)
    assert (found["police S2"]["tags"], found["police S2"]["station"]) == (["station"], "S2")
    assert (found["stay"]["tags"], found["stay"]["end"]) == (["stay"], [1, 9])


def test_hints_are_quick() -> None:
    """A tap must not wait for them."""
    game = games.load("trafic_turbo")
    took = []
    for seed in range(6):
        for state in some_states(game, 4, {}, seed):
            before = time.perf_counter()
            game.foresee(state, int(state.waiting()))
            took.append(time.perf_counter() - before)
    assert sorted(took)[len(took) // 2] < 0.02
