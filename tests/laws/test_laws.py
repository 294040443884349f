"""The laws of the contract, over every game, preset, option value and number of players."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tailback import games
from tailback.core.simulate import play_random
from tailback.laws.each import moves_can_be_written, moves_have_words
from tailback.laws.spreads import faces_are_in_order
from tailback.laws.walk import Walk, possible, setups, tables
from tailback.texts import LANGUAGES, Texts

MATCHES = int(os.environ.get("TAILBACK_LAW_MATCHES", "200"))
NAMES = games.ids()
# On the plain sources everything takes fifty times as long, so there is less of everything.
FEW = MATCHES <= 10
EXAMPLES = 2 if FEW else 15


@pytest.mark.parametrize(("name", "players"), tables())
def test_many_random_matches(name: str, players: int) -> None:
    """Laws 1 to 8 at every step; each match takes the next of the set-ups. Large tables take longer, so fewer."""
    choices = setups(name, players)
    stories = 0
    for k in range(MATCHES * 4 // max(players, 4)):
        walk = Walk(name, players, choices[k % len(choices)], seed=k)
        walk.run()
        stories += walk.stories
    assert stories > 0, "no step was ever compared as a story: the law would say nothing"


@pytest.mark.parametrize(("name", "players"), tables())
def test_every_observer_at_every_step(name: str, players: int) -> None:
    """What a seat or the spectator may know, for all of them at every step; one short match of each preset."""
    presets = setups(name, players)[: 1 if FEW else len(games.load(name).presets)]
    for k, options in enumerate(presets):
        Walk(name, players, options, seed=1000 + k).run(thorough=True)


@pytest.mark.parametrize("name", NAMES)
def test_whole_matches(name: str) -> None:
    """Every preset at its full length, with the fewest, the usual and the most players."""
    game = games.load(name)
    for players in sorted({game.fewest, game.usual, game.most}) if not FEW else [game.usual]:
        for k, preset in enumerate(list(game.presets.values())[: 1 if FEW else None]):
            if possible(game, players, preset):
                Walk(name, players, preset, seed=2000 + k).run()


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_options_any_choices(name: str, data: st.DataObject) -> None:
    """Hypothesis picks players, options, seed and the first moves, and shrinks what breaks a law."""
    game = games.load(name)
    players = data.draw(st.integers(game.fewest, game.most), label="players")
    options = dict(game.short) if game.short and data.draw(st.booleans(), label="short") else {}
    for option in game.options:
        if data.draw(st.booleans(), label=f"set {option.name}"):
            options[option.name] = data.draw(st.sampled_from(option.values()), label=option.name)
    if not possible(game, players, options):
        return
    moves = iter(data.draw(st.lists(st.integers(0, 63), max_size=40), label="moves"))
    walk = Walk(name, players, options, data.draw(st.integers(0, 2**96 - 1), label="seed"))
    walk.run(pick=lambda n: move % n if (move := next(moves, -1)) >= 0 else walk.rng.below(n))


@pytest.mark.parametrize(("name", "players"), tables())
def test_mass_play_ends_within_the_bound(name: str, players: int) -> None:
    """Law 8 over many more matches than can be checked step by step."""
    game = games.load(name)
    for preset in game.presets.values():
        if possible(game, players, preset):
            options = game.settle(players, preset)
            tally = play_random(game.make(players, options), MATCHES, seed=5_000)
            assert tally.matches == MATCHES
            assert tally.longest <= game.bound(players, options)


@pytest.mark.parametrize("name", NAMES)
def test_notation_round_trips(name: str) -> None:
    """Law 7 for actions: every one has its own text, and words in the catalogue."""
    game = games.load(name)
    moves_can_be_written(game)
    for lang in LANGUAGES:
        texts = Texts(lang, game, [f"P{seat}" for seat in range(game.most)])
        moves_have_words(game, texts, range(game.actions))
        faces_are_in_order(game, texts)
