"""Imagined worlds in Trafic Turbo reach everything that is possible."""

from __future__ import annotations

from collections import Counter

from tailback.core.rng import Rng
from tailback.games.trafic_turbo import GAME
from tailback.laws.walk import DRAWS


def test_any_keepable_card_can_be_the_kept_one() -> None:
    state = GAME.position("A: 1:3; B: 1:6; C: 0:20; hold B: warning; hold C: turbo 4; turn: A; roll: 2", 3)
    kept: Counter[str] = Counter()
    rng = Rng(9)
    for _ in range(DRAWS):
        kept.update(state.imagine(0, rng).view(1)["hand"])
    assert {card.split(" ")[0] for card in kept} == {"warning", "maneuver", "turbo"}
    assert sum(kept.values()) == DRAWS
