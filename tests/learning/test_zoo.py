"""PettingZoo's own tests, for every game."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils import wrappers

from memory import kept
from specimens import SEALED, TURNS
from tailback import games
from tailback.core.errors import BadOption, IllegalMove
from tailback.core.rng import Rng
from tailback.rl import zoo

PARALLEL = SEALED.id
SMOOTH = 3
CHOICE = next(option for option in TURNS.options if option.choices)
OTHER = next(choice for choice in CHOICE.choices if choice != CHOICE.default)


@pytest.fixture(autouse=True)
def _warnings_are_faults() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # An agent that nobody asks has an empty mask; masks stand in a dictionary, as in PettingZoo's own card games.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        yield


@pytest.mark.parametrize("game_id", games.ids())
def test_the_environment_keeps_its_contract(game_id: str) -> None:
    game = games.load(game_id)
    api_test(zoo.env(game_id, **game.short), num_cycles=300)
    seed_test(lambda: zoo.env(game_id, **game.short), num_cycles=100)


def without_luck(env: Any) -> Any:
    """Always the same deal and actions: one in which nobody is asked alone in between, so that all act as often."""
    env.unwrapped.match.chance = np.random.default_rng(SMOOTH)
    for agent in env.possible_agents:
        env.action_space(agent).seed(SMOOTH)
    return env


def test_all_at_once() -> None:
    parallel_api_test(zoo.parallel_env(PARALLEL), num_cycles=200)
    parallel_seed_test(lambda: zoo.parallel_env(PARALLEL), num_cycles=50)
    max_cycles_test(
        SimpleNamespace(
            env=lambda **how: without_luck(zoo.env(PARALLEL, players=3, **how)),
            parallel_env=lambda **how: without_luck(zoo.parallel_env(PARALLEL, players=3, **how)),
        )
    )
    with pytest.raises(ValueError, match="in turns"):
        zoo.parallel_env(TURNS.id)


@pytest.mark.parametrize("game_id", games.ours())
def test_rendering(game_id: str) -> None:
    render_test(lambda **how: zoo.env(game_id, **how))


def played(env: Any, rng: Rng) -> dict[str, float]:
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(
            None if ended or cut else int(np.flatnonzero(seen["action_mask"])[rng.below(seen["action_mask"].sum())])
        )
    return total


@pytest.mark.parametrize("game_id", games.ours())
def test_rewards_are_those_of_the_ranking(game_id: str) -> None:
    game = games.load(game_id)
    env = zoo.raw_env(game_id, **game.short)
    env.reset(seed=5)
    total = played(env, Rng(1))
    places = env.match.state.ranking()
    assert abs(sum(total.values())) < 1e-9
    best = max(total.values())
    assert [reward == best for reward in total.values()] == [place == 1 for place in places]


def test_a_seed_names_the_match() -> None:
    env = zoo.raw_env(TURNS, players=3)
    env.reset(seed=11)
    assert env.match.state.view(None) == TURNS.new(3, 11).view(None)
    env.reset()
    first = env.match.state.view(0)
    env.reset(seed=11)
    env.reset()
    assert env.match.state.view(0) == first


def test_options_are_keywords_and_bad_ones_are_named() -> None:
    assert zoo.raw_env(TURNS.id, players=2, **{CHOICE.name: OTHER}).match.state.options[CHOICE.name] == OTHER
    for how, error in (
        ({"players": 9}, BadOption),
        ({"preset": "grandpa"}, BadOption),
        ({CHOICE.name: "never"}, BadOption),
        ({"nonsense": 1}, BadOption),
        ({"render_mode": "smell"}, ValueError),
        ({"illegal": "fine"}, ValueError),
    ):
        with pytest.raises(error):
            zoo.raw_env(TURNS.id, **how)
    with pytest.raises(AttributeError, match=f"{TURNS.id}_v0"):
        getattr(zoo, f"{TURNS.id}_v7")
    with pytest.raises(AttributeError):
        zoo.nobody_v0  # noqa: B018
    assert getattr(zoo, f"{TURNS.id}_v0").env().metadata["name"] == f"{TURNS.id}_v0"


def test_an_illegal_action_is_played_by_the_clock_or_refused() -> None:
    env = zoo.raw_env(TURNS.id)
    env.reset(seed=1)
    agent = env.agent_selection
    bad = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    fallback = env.match.state.fallback(env.seats[agent])
    twin = env.match.state.clone()
    twin.apply(env.seats[agent], fallback)
    env.step(bad)
    assert env.infos[agent]["illegal"]
    assert env.match.state.view(None) == twin.view(None)
    env = zoo.raw_env(TURNS.id, illegal="error")
    env.reset(seed=1)
    before = env.match.state.view(None)
    with pytest.raises(IllegalMove):
        env.step(bad)
    assert env.match.state.view(None) == before


def test_it_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(zoo.raw_env(TURNS, players=3, **{CHOICE.name: OTHER})))
    assert (env.match.players, env.match.state.options[CHOICE.name]) == (3, OTHER)


def faults(env: Any) -> list[tuple[type[BaseException] | None, str]]:
    """What comes of everything that a loop over agents can do wrong."""
    found: list[tuple[type[BaseException] | None, str]] = []

    def tried(act: Callable[[], Any]) -> None:
        try:
            act()
        except (Exception, SystemExit) as error:
            found.append((type(error), str(error)))
        else:
            found.append((None, ""))

    actions = int(env.action_space("player_0").n)
    tried(lambda: env.agents)
    tried(env.last)
    tried(lambda: env.step(0))
    tried(lambda: list(env.agent_iter()))
    env.reset(seed=1)
    tried(lambda: list(env.agent_iter()))
    env.reset(seed=1)
    for bad in (None, -1, actions, np.int64(actions), np.int64(-1), np.uint8(255), 0.5, "0", np.zeros(2, np.int64)):
        tried(lambda bad=bad: env.step(bad))
    tried(lambda: list(zip(range(3), env.agent_iter(1), strict=False)))
    env.reset(seed=1)
    for _agent in env.agent_iter():
        seen, _reward, over, late, _info = env.last()
        env.step(None if over or late else np.flatnonzero(seen["action_mask"])[0])
        if over or late:
            tried(lambda: env.step(0))
    tried(lambda: env.step(None))
    return found


def test_its_checks_are_those_of_pettingzoo(caplog: pytest.LogCaptureFixture) -> None:
    how = {"players": 2, **TURNS.short}
    theirs = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(zoo.raw_env(TURNS, **how)))
    expected, said = faults(theirs), caplog.messages[:]
    caplog.clear()
    assert faults(zoo.env(TURNS, **how)) == expected
    assert {kind for kind, _ in expected} >= {AttributeError, AssertionError, ValueError}
    assert caplog.messages == said
    assert said


def test_nothing_is_kept_of_what_was_seen() -> None:
    """Rows were never freed: an hour of training took gigabytes."""
    env = zoo.raw_env(TURNS)
    env.reset(seed=1)
    agent = env.agent_selection
    assert kept(lambda: [env.observe(agent) for _ in range(1000)]) < 1_000
