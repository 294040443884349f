"""What is offered makes a difference: each value of each option, and each preset."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from tailback import games
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.options import HELPED
from tailback.core.rng import Rng
from tailback.laws.walk import possible

OURS = games.ours()
SEEDS = 6


def told(game: Game, players: int, options: dict[str, Any], seed: int) -> Iterator[object]:
    """All that happens in a match of chance, and what is asked; a match that does not begin tells nothing."""
    state = game.new(players, seed, options, listen=True)
    rng = Rng(seed)
    # For whoever keeps the time.
    yield state.lasts()
    while (decision := state.decision()) is not None:
        seat = decision.awaited[0]
        legal = state.legal(seat)
        yield decision.data(), legal, [event.full() for event in state.take_events()]
        # Now as a sensible player, so that games come to all their ends; now as chance has it.
        state.apply(seat, state.instinct(seat, rng) if seed % 2 else legal[rng.below(len(legal))])
    yield [event.full() for event in state.take_events()], state.ranking()


def differ(game: Game, one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Does any match go otherwise?"""
    for players in sorted({game.fewest, game.usual, game.most}):
        if possible(game, players, one) != possible(game, players, other):
            return True
        if not possible(game, players, one):
            continue
        for seed in range(SEEDS):
            mine, yours = told(game, players, one, seed), told(game, players, other, seed)
            if any(a != b for a, b in zip(mine, yours, strict=False)):
                return True
    return False


def offers() -> list[tuple[str, str, Any]]:
    """Every value but the default, of every option."""
    return [
        (name, option.name, value)
        for name in OURS
        for option in games.load(name).options
        for value in option.values()
        if value != option.default
    ]


def beside(game: Game, without: str) -> Iterator[dict[str, Any]]:
    """What else may be chosen with it: nothing, a preset, one or two values of other options."""
    yield {}
    yield from game.presets.values()
    values = [(option.name, value) for option in game.options for value in option.values() if value != option.default]
    single = [{name: value} for name, value in values if name != without]
    yield from single
    for one, two in combinations(single, 2):
        if one.keys() != two.keys():
            yield {**one, **two}


@pytest.mark.parametrize(("name", "option", "value"), offers())
def test_each_value_of_each_option_changes_something(name: str, option: str, value: Any) -> None:
    game = games.load(name)
    for others in beside(game, option):
        default = next(one.default for one in game.options if one.name == option)
        if differ(game, {**others, option: default}, {**others, option: value}):
            return
    pytest.fail(f"{option}={value} of {name} does nothing")


@pytest.mark.parametrize("name", OURS)
def test_no_two_presets_are_the_same(name: str) -> None:
    game = games.load(name)
    settled = {preset: game.settle(game.usual, preset=preset) for preset in game.presets}
    for one, two in combinations(settled, 2):
        assert differ(game, settled[one], settled[two]), f"{one} is {two}"


@pytest.mark.parametrize("name", OURS)
def test_what_was_offered_once_is_still_understood(name: str) -> None:
    game = games.load(name)
    for preset, bundle in game.once_presets.items():
        assert preset not in game.presets
        assert game.settle(game.usual, preset=preset) == game.settle(game.usual, bundle)
    for option in game.options:
        for value, today in option.once.items():
            assert value not in option.values()
            assert game.settle(game.usual, {option.name: value}) == game.settle(game.usual, {option.name: today})
    for gone in game.once_options:
        assert game.settle(game.usual, {gone: "merged"}) == game.settle(game.usual)


@pytest.mark.parametrize("name", OURS)
def test_what_is_proposed_instead_of_a_refused_set_up_is_not_refused(name: str) -> None:
    game = games.load(name)
    rng = Rng(4)
    refused = 0
    for _ in range(3000):
        players = game.fewest + int(rng.below(game.most - game.fewest + 1))
        options: dict[str, Any] = {}
        for option in game.options:
            values = option.values()
            if option.kind == HELPED:
                values = [(), (game.most - 1,)]
            options[option.name] = values[int(rng.below(len(values)))] if rng.below(2) else option.default
        if possible(game, players, options):
            continue
        with pytest.raises(BadOption) as caught:
            game.settle(players, options)
        refused += 1
        mended = {**options, **(caught.value.nearest or {})}
        assert possible(game, mended.pop("players", players), mended), f"{players} players, {options}"
    assert refused, "no set-up was refused: nothing was tried"
