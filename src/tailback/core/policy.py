"""Players made of code: given what a seat may know and what is legal, they choose.

A `Policy` is any function `(view, decision, legal, rng) -> action`. It never sees the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tailback.core.contract import Decision, State, View
from tailback.core.rng import Rng

Policy = Callable[[View, Decision, list[int], Rng], int]

LEVELS: tuple[str, ...] = ("random", "simple")


def anything(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """Any legal action, each as likely."""
    return legal[rng.below(len(legal))]


def play_match(state: State, policies: Sequence[Policy], seed: int = 0) -> State:
    """Play a match on to its end, one policy per seat, and give it back; `clone` first to keep what was.

    All policies draw from one generator, seeded with `seed`: the same state, policies and seed give the same match.
    An action that is not legal raises IllegalMove, and the state is as it was before it.
    """
    if len(policies) != state.players:
        raise ValueError(f"{len(policies)} policies for {int(state.players)} seats")
    rng = Rng(seed)
    while True:
        decision = state.decision()
        if decision is None:
            return state
        seat = decision.awaited[0]
        state.apply(seat, policies[seat](state.view(seat), decision, state.legal(seat), rng))


def named(policy: Any) -> str:
    """What to call a policy in a list or a record."""
    return str(getattr(policy, "__name__", type(policy).__name__))
