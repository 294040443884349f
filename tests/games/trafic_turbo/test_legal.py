"""Trafic Turbo: one verdict on every action, the same that `legal` lists."""

from __future__ import annotations

from typing import Any

import pytest

from tailback.core.contract import LEGAL, NOT_ASKED, REASONS
from tailback.core.rng import Rng
from tailback.games.trafic_turbo import legal, refusals
from tailback.games.trafic_turbo.game import GAME
from tailback.games.trafic_turbo.material import ACTIONS
from tailback.games.trafic_turbo.table import KINDS


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"circuit": "short-eight", "laps": 2}),
        (3, {"turbo_one_step": True, "stack_skips": True}),
        (4, {"points": True, "grey_needs_police": True}),
    ],
)
def test_the_verdict_agrees_with_the_list(players: int, options: dict[str, Any]) -> None:
    """For every seat and every action, in every phase of a turn."""
    rng = Rng(players)
    asked: dict[str, int] = {}
    for seed in range(9):
        state = GAME.new(players, seed, options)
        while (decision := state.decision()) is not None:
            seat = decision.awaited[0]
            listed = state.legal(seat)
            # Steps are asked for most often by far; the rare questions are looked at nearly every time.
            if rng.below(1 + asked.get(decision.kind, 0)) < 3:
                asked[decision.kind] = asked.get(decision.kind, 0) + 1
                for other in range(players):
                    verdicts = [state.verdict(other, action) for action in range(-1, ACTIONS + 1)]
                    if other == seat:
                        found = [action - 1 for action, verdict in enumerate(verdicts) if verdict == LEGAL]
                        assert found == sorted(listed)
                        assert NOT_ASKED not in verdicts
                    else:
                        assert set(verdicts) == {NOT_ASKED}
            state.apply(seat, listed[rng.below(len(listed))])
        assert {state.verdict(seat, 0) for seat in range(players)} == {NOT_ASKED}
    assert set(asked) == set(KINDS[1:])


def test_every_reason_has_a_number_and_a_text_of_its_own() -> None:
    """All but the action of another kind, whose text depends on the phase."""
    assert len(refusals.NOW) == len(KINDS)
    assert sorted([*refusals.TOLD, legal.OTHER_KIND]) == list(range(REASONS, legal.NOT_IN_PILE + 1))
