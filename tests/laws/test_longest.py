"""Every match ends within the bound of its game, whatever those who play it choose."""

from __future__ import annotations

import os

import pytest

from tailback import games
from tailback.laws import longest
from tailback.laws.walk import setups, tables

# On the plain sources everything takes fifty times as long, so there is less of everything.
FEW = int(os.environ.get("TAILBACK_LAW_MATCHES", "200")) <= 10
TRIES = 6 if FEW else 40
POLICIES = [longest.times_out, longest.takes_first, longest.takes_last]


@pytest.mark.parametrize(("name", "players"), tables())
def test_nobody_can_hold_a_match_up_for_ever(name: str, players: int) -> None:
    """Time-outs alone, the same habits for ever, and a search for the habits that last longest."""
    game = games.load(name)
    choices = setups(name, players)
    for k, options in enumerate(choices[: len(game.presets)] if FEW else choices):
        for policy in POLICIES:
            longest.length(game, players, options, k, policy)
        longest.longest(game, players, options, k, 2)
    longest.longest(game, players, dict(game.short), 1, TRIES)
