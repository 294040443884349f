"""Pit Stop: the verdict and the list say the same, of every action and every seat."""

from __future__ import annotations

from typing import Any

import pytest

from tailback.core.contract import LEGAL
from tailback.core.rng import Rng
from tailback.games.pit_stop import GAME

OPTIONS: list[dict[str, Any]] = [
    {},
    {"talk": "penalty", "play_drawn": "yes", "new_car_window": "poll"},
    {"fine_target": "next", "garage_min": 0, "service_counter": "cancel"},
]


@pytest.mark.clause("CG-26", "CG-27")
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [2, 5])
def test_an_action_is_legal_exactly_if_it_is_listed(options: dict[str, Any], players: int) -> None:
    rng = Rng(players)
    kinds = set()
    for seed in range(3):
        state = GAME.new(players, seed, {**options, "limit": "rounds", "rounds": 1})
        while (seat := state.waiting()) >= 0:
            decision = state.decision()
            assert decision is not None
            if decision.kind not in kinds or rng.below(12) == 0:
                kinds.add(decision.kind)
                for asked in range(players):
                    listed = state.legal(asked)
                    found = [action for action in range(-1, GAME.actions + 1) if state.verdict(asked, action) == LEGAL]
                    assert found == sorted(listed)
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
    assert len(kinds) >= 6


@pytest.mark.clause("CA-8", "CA-48", "CA-24")
@pytest.mark.parametrize(
    ("text", "deck"),
    [
        ("A: G1 R-Sv; B: B1; opening: yes; dealer: A", "GA R1"),
        ("A: PS R-Sv; B: B1; opening: yes; dealer: A", "GA R1"),
        ("A: PS R-Sv; B: B1; opening: yes; dealer: A", "GA"),
        ("A: GA G-Sv; B: B1; pile: R5", ""),
        ("A: GA G1; B: B1; pile: R5", ""),
        ("A: CX; B: B1; pile: R5", "R1"),
    ],
)
def test_also_in_rare_positions(text: str, deck: str) -> None:
    state = GAME.position(f"{text}; deck: {deck}", 2)
    for seat in range(2):
        listed = state.legal(seat)
        assert [action for action in range(-1, GAME.actions + 1) if state.allows(seat, action)] == sorted(listed)
    assert state.legal(state.waiting())
