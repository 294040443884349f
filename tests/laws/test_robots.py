"""Robots know what their seat knows: worlds come from the view alone, and no choice hangs on a hidden card."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from specimens import OURS
from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.laws.each import instincts_see_no_hidden_card, worlds_come_back_from_views
from tailback.laws.walk import DRAWS

SEEDS = range(3)
CASES = [
    pytest.param(game, options, id=f"{game.id}-{name}")
    for game in OURS
    for name, options in (
        ("usual", {}),
        ("lively", game.lively),
        *((f"preset_{name}", bundle) for name, bundle in game.presets.items()),
    )
]


def over_the_wire(view: dict[str, Any]) -> dict[str, Any]:
    """A robot in another process is handed bytes."""
    found: dict[str, Any] = json.loads(json.dumps(view))
    return found


def walk(game: Game, options: dict[str, Any], seed: int, most: int = 400) -> list[State]:
    """Positions of a match between sensible and thoughtless players, one in seven."""
    state = game.new(game.usual if seed else game.fewest, seed, options)
    rng = Rng(seed)
    found = [state.clone()]
    for k in range(most):
        seat = state.waiting()
        if seat < 0:
            break
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))] if rng.below(3) == 0 else state.instinct(seat, rng))
        if k % 7 == 0:
            found.append(state.clone())
    return [*found, state]


@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_world_from_the_view_alone(game: Game, options: dict[str, Any]) -> None:
    for seed in SEEDS:
        for state in walk(game, options, seed):
            for seat in (*range(int(state.players)), None):
                worlds_come_back_from_views(game, state, seat)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_worlds_of_a_recalled_state_are_the_same(game: Game) -> None:
    """From the same chance `imagine` deals the same worlds, whatever lay hidden where it began."""
    for state in walk(game, game.lively, 1)[:12]:
        for seat in range(int(state.players)):
            again = game.recall(over_the_wire(state.view(seat)))
            mine, theirs = Rng(5), Rng(5)
            seen: Counter[str] = Counter()
            recalled: Counter[str] = Counter()
            for _ in range(DRAWS // 40):
                one, other = state.imagine(seat, mine), again.imagine(seat, theirs)
                for who in range(int(state.players)):
                    seen[json.dumps(one.view(who))] += 1
                    recalled[json.dumps(other.view(who))] += 1
            assert seen == recalled


@pytest.mark.parametrize(("game", "options"), CASES)
def test_no_instinct_sees_a_hidden_card(game: Game, options: dict[str, Any]) -> None:
    """Instincts and slips choose alike in every world that the seat holds possible."""
    for state in walk(game, options, 2):
        instincts_see_no_hidden_card(game, state)
