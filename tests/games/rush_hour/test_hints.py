"""Hints in Rush Hour: a card goes where they say, at the price they say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tailback.core.contract import State
from tailback.games.rush_hour import GAME
from tailback.laws.walk import setups, some_states
from tailback.texts import Texts

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


@pytest.mark.parametrize("options", setups(GAME.id, 3), ids=str)
def test_a_card_goes_where_the_hint_says(options: dict[str, Any]) -> None:
    texts = Texts("en", GAME, ["P0", "P1", "P2"])
    ways: Counter[str] = Counter()
    for seed in range(2):
        for state in some_states(GAME, 3, {**options, "rounds": 3}, seed):
            decision = state.decision()
            assert decision is not None
            for seat in decision.seats:
                for hint in GAME.foresee(state, seat):
                    ways.update(fit["how"] for fit in hint["fits"])
                    for row in hint["rows"]:
                        assert texts.say(f"refusals.{row['key']}", **row["params"])
                        assert row["clause"]
                    if decision.kind == "choose_card":
                        check_pick(state, seat, hint)
                    else:
                        check_lanes(state, seat, hint)
    assert ways["end"]
    if options == {}:
        assert set(ways) == set(SEEN)


def check_pick(state: State, seat: int, hint: dict[str, Any]) -> None:
    """The same card, shown first: it may go exactly where the hint says."""
    assert hint["action"] in state.legal(seat)
    assert GAME.describe(hint["action"])[1]["card"] == hint["card"].lstrip("t")
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
    state = GAME.position("rows: 10 _ T+20 / 4 6 7 8 / 40; A: 12 t25 9 3 A; B: 1 2", 2, preset="full", seed=1)
    found = {hint["card"]: hint for hint in GAME.foresee(state, 0)}
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
