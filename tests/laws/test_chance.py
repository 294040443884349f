"""Long seeds in every game, and a law about chance that can be broken."""

from __future__ import annotations

from collections import Counter

import pytest

from laws.test_laws import FEW
from specimens import OURS
from tailback import games
from tailback.core.rng import Rng
from tailback.core.simulate import play_random
from tailback.laws.broken import LawBroken
from tailback.laws.each import chance_is_its_own
from tailback.laws.walk import LONG, Walk, setups, some_way_in


@pytest.mark.parametrize("name", games.ids())
def test_matches_from_long_seeds_keep_the_laws(name: str) -> None:
    """The chance is keyed from the first card to the last."""
    game = games.load(name)
    choices = setups(name, game.usual)
    for k in range(1 if FEW else 5):
        walk = Walk(name, game.usual, choices[k % len(choices)], LONG + k)
        walk.run()
        assert walk.state.rng.key == (LONG + k).to_bytes(32, "little")


@pytest.mark.parametrize("name", games.ours())
def test_long_seeds_deal_differently(name: str) -> None:
    game = games.load(name)
    state = game.make(game.usual, game.settle(game.usual, game.short))
    sums = {play_random(state, 1, LONG + k).checksum for k in range(8)}
    assert len(sums) == 8
    assert play_random(state, 8, LONG).checksum == play_random(state, 8, LONG).checksum


@pytest.mark.parametrize("kind", [0, LONG], ids=["short", "long"])
@pytest.mark.parametrize("name", games.ids())
def test_what_the_clock_plays_tells_nothing_of_the_numbers_to_come(name: str, kind: int) -> None:
    """It may be drawn, but then beside the generator: the next deal comes from the same one."""
    told: Counter[int] = Counter()
    choices = 0
    for seed in range(120):
        state = games.load(name).new(3, seed + kind)
        while len(legal := state.legal(state.waiting())) == 1:
            state.apply(state.waiting(), legal[0])
        choices += 1
        played = legal.index(state.fallback(state.waiting()))
        ahead = state.rng.clone()
        told.update(word for word in range(100) if ahead.below(len(legal)) == played)
    # With two to choose from, chance alone agrees half of the time; a number that was used agrees nearly always.
    assert max(told.values()) < choices * 0.8


@pytest.mark.parametrize("kind", [0, LONG], ids=["short", "long"])
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_a_world_that_keeps_the_real_chance_is_found(game: games.Game, kind: int) -> None:
    state = some_way_in(game.id, 3, 4 + kind)
    chance_is_its_own(state, state.imagine(0, Rng(1)))
    with pytest.raises(LawBroken, match=r"chance\.next"):
        chance_is_its_own(state, state.clone())
    hoarder = state.imagine(0, Rng(1))
    hoarder.rng = state.rng.clone()
    for _ in range(5):
        state.rng.next()
    if kind:  # the numbers differ by now, but the key would give them all
        with pytest.raises(LawBroken, match=r"chance\.held"):
            chance_is_its_own(state, hoarder)
