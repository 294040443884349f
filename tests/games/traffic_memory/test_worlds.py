"""Imagined worlds in Traffic Memory reach everything that is possible."""

from __future__ import annotations

from collections import Counter

from tailback.core.rng import Rng
from tailback.games.traffic_memory import GAME
from tailback.laws.walk import DRAWS, some_way_in


def test_any_unseen_face_can_be_at_any_closed_place() -> None:
    state = some_way_in(GAME.id, 6)
    place = next(
        k for k, face in enumerate(state.view(0)["table"]) if face == "?" and str(k + 1) not in state.view(0)["seen"]
    )
    flip = GAME.parse(f"flip {place + 1}")
    found: Counter[str] = Counter()
    rng = Rng(9)
    for _ in range(DRAWS):
        world = state.imagine(0, rng)
        assert world.view(0)["seen"] == state.view(0)["seen"]
        world.listen()
        world.apply(world.waiting(), flip)
        found[next(str(event.data["card"]) for event in world.take_events() if "card" in event.data)] += 1
    unseen = set(state.view(0)["left"]) - set(state.view(0)["seen"].values())
    assert set(found) == unseen
