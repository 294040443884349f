"""Law 4, the other half: over many draws `imagine` reaches every world the seat holds possible."""

from __future__ import annotations

from collections import Counter

import pytest

from tailback import games
from tailback.core.contract import State
from tailback.core.rng import Rng

DRAWS = 400


def some_way_in(name: str, steps: int, seed: int = 4) -> State:
    state = games.load(name).new(3, seed)
    rng = Rng(seed)
    for _ in range(steps):
        legal = state.legal(state.waiting())
        state.apply(state.waiting(), legal[rng.below(len(legal))])
    return state


@pytest.mark.parametrize("name", ["mau_mau", "pit_stop", "rush_hour", "took_over"])
@pytest.mark.parametrize("seat", [0, None])
def test_any_hidden_card_can_be_anywhere(name: str, seat: int | None) -> None:
    """Each card in another hand can as well be in any other hidden hand."""
    state = some_way_in(name, 6)
    others = [other for other in range(3) if other != seat]
    hidden = {card for other in others for card in state.view(other)["hand"]}
    reached: dict[int, Counter[str]] = {other: Counter() for other in others}
    rng = Rng(9)
    for _ in range(DRAWS):
        world = state.imagine(seat, rng)
        for other in others:
            reached[other].update(world.view(other)["hand"])
    for other in others:
        assert hidden <= set(reached[other]), f"never in hand {other}: {hidden - set(reached[other])}"
        assert set(reached[other]) - hidden, "cards of the deck never come up"


def test_any_unseen_face_can_be_at_any_closed_place() -> None:
    state = some_way_in("traffic_memory", 6)
    game = games.load("traffic_memory")
    place = next(
        k for k, face in enumerate(state.view(0)["table"]) if face == "?" and str(k + 1) not in state.view(0)["seen"]
    )
    flip = game.parse(f"flip {place + 1}")
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


def test_any_keepable_card_can_be_the_kept_one() -> None:
    game = games.load("trafic_turbo")
    state = game.position("A: 1:3; B: 1:6; C: 0:20; hold B: warning; hold C: turbo 4; turn: A; roll: 2", 3)
    kept: Counter[str] = Counter()
    rng = Rng(9)
    for _ in range(DRAWS):
        kept.update(state.imagine(0, rng).view(1)["hand"])
    assert {card.split(" ")[0] for card in kept} == {"warning", "maneuver", "turbo"}
    assert sum(kept.values()) == DRAWS


@pytest.mark.parametrize("name", games.ids())
def test_the_seat_keeps_its_own_cards(name: str) -> None:
    state = some_way_in(name, 8)
    rng = Rng(2)
    for seat in range(3):
        world = state.imagine(seat, rng)
        assert world.view(seat) == state.view(seat)
