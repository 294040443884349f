"""Players made of code: given what a seat may know and what is legal, they choose.

A `Policy` is any function `(view, decision, legal, rng) -> action`. It never sees the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tailback.core.contract import Decision, State, View
from tailback.core.rng import Rng
from tailback.core.simulate import Tally

Policy = Callable[[View, Decision, list[int], Rng], int]


def anything(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """Any legal action, each as likely."""
    return legal[rng.below(len(legal))]


def play_match(state: State, policies: Sequence[Policy], seed: int = 0) -> int:
    """Play a match on to its end, one policy per seat; how many decisions that took. `clone` first to keep what was.

    All policies draw from one generator, seeded with `seed`: the same state, policies and seed give the same match.
    An action that is not legal raises IllegalMove, and the state is as it was before it.
    """
    if len(policies) != state.players:
        raise ValueError(f"{len(policies)} policies for {int(state.players)} seats")
    rng = Rng(seed)
    count = 0
    while True:
        decision = state.decision()
        if decision is None:
            return count
        seat = decision.awaited[0]
        state.apply(seat, policies[seat](state.view(seat), decision, state.legal(seat), rng))
        count += 1


def play_matches(state: State, policies: Sequence[Policy], matches: int, seed: int = 0, rotate: bool = False) -> Tally:
    """Start and play out `state` again and again between these policies; match k starts from seed + k.

    With `rotate` the policies move on by one seat after every match, and the tally counts by policy instead of by
    seat: over a multiple of the number of players nobody has the better seat.
    """
    players = int(state.players)
    tally = Tally(players)
    for k in range(matches):
        first = k % players if rotate else 0
        state.start(seed + k)
        count = play_match(state, [*policies[first:], *policies[:first]], (seed + k) ^ 0x5DEECE66D)
        tally.note(state, count, first)
    return tally
