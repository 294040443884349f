"""A sensible driver: completes a wave, and otherwise leaves a lane that nobody can complete with one car."""

from __future__ import annotations

from tailback.core.contract import Decision, View
from tailback.core.rng import Rng


def choose(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    def left(action: int) -> int:
        card = action % 6 + 1
        return int(view["goal"]) - card - (0 if action >= 6 else sum(map(int, view["lane"])))

    return min(legal, key=lambda action: (left(action) != 0, left(action) <= 6, -left(action)))
