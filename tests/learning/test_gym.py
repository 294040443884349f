"""Gymnasium's own tests, for every game; and a batch that plays the same matches."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from specimens import TURNS
from tailback import games
from tailback.core.errors import BadOption
from tailback.rl import gym
from tailback.rl.registry import name_of

CHOICE = next(option for option in TURNS.options if option.choices)
IDS = [name_of(games.load(game_id)) for game_id in games.ids()]


@pytest.mark.parametrize("name", IDS)
def test_the_environment_keeps_its_contract(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(name, opponents=1)
        check_env(env.unwrapped, skip_render_check=True)


def masked(rng: np.random.Generator, masks: Any) -> Any:
    """A random legal action for each mask."""
    return np.argmax((1 - rng.random(masks.shape)) * masks, axis=-1)


@pytest.mark.parametrize("opponents", [1, 3])
@pytest.mark.parametrize("game_id", games.ours())
def test_many_play_what_one_plays(game_id: str, opponents: int) -> None:
    """Match k of a batch is the match that one environment plays from the same seed, whatever the robots' luck."""
    game = games.load(game_id)
    name = name_of(game)
    how = {**game.short, "players": game.most, "opponents": opponents}
    many = gymnasium.make_vec(name, num_envs=5, vectorization_mode="vector_entry_point", **how)
    seen, _ = many.reset(seed=9)
    assert many.observation_space.contains(seen)
    ones = [gymnasium.make(name, seat=None, **how).unwrapped for _ in range(5)]
    for k, one in enumerate(ones):
        alone, info = one.reset(seed=9 + k)
        assert info["seat"] == many.unwrapped.seats[k]
        assert np.array_equal(alone["observation"], seen["observation"][k])
    rng = np.random.default_rng(2)
    playing = set(range(5))
    ends = 0
    for _ in range(400):
        actions = masked(rng, seen["action_mask"])
        seen, rewards, ended, cut, _ = many.step(actions)
        for k in sorted(playing):
            alone, reward, over, _, _ = ones[k].step(int(actions[k]))
            assert (reward, over) == (rewards[k], ended[k])
            if over:
                playing.remove(k)
            else:
                assert np.array_equal(alone["observation"], seen["observation"][k])
                assert np.array_equal(alone["action_mask"], seen["action_mask"][k])
        assert many.observation_space.contains(seen)
        assert not cut.any()
        assert (rewards[~ended] == 0).all()
        assert (np.abs(rewards[ended]) <= 1).all()
        ends += int(ended.sum())
    assert ends > 0
    assert not playing


def test_rewards_say_who_wins() -> None:
    """Against random play a robot's choices win clearly more often than not."""
    env = gymnasium.make(name_of(TURNS), players=2, opponents=0, **TURNS.short).unwrapped
    total = 0.0
    for seed in range(60):
        env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            _, reward, over, _, _ = env.step(int(env.match.state.instinct(env.seat, env.rng)))
        places = env.match.state.ranking()
        assert reward == (0.0 if places == [1, 1] else 1.0 if places[env.seat] == 1 else -1.0)
        total += reward
    assert total > 10


def test_every_strength_can_sit_there() -> None:
    env = gymnasium.make(name_of(TURNS), players=4, opponents=[0, 4, 5], **TURNS.short).unwrapped
    seen, _ = env.reset(seed=1)
    over, rng = False, np.random.default_rng(1)
    while not over:
        seen, _, over, _, _ = env.step(int(masked(rng, seen["action_mask"])))
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)


def test_what_is_wrong_is_named() -> None:
    for how, error in (
        ({"opponents": 6}, ValueError),
        ({"opponents": [1]}, ValueError),
        ({"seat": 4}, ValueError),
        ({CHOICE.name: "never"}, BadOption),
    ):
        with pytest.raises(error):
            gym.AgainstRobots(TURNS.id, players=4, **how)
    with pytest.raises(ValueError, match="0 to 3"):
        gym.ManyAgainstRobots(TURNS.id, num_envs=2, opponents=4)
    many = gym.ManyAgainstRobots(TURNS.id, num_envs=2)
    with pytest.raises(ValueError, match="one seed"):
        many.reset(seed=[1, 2])
    many.reset(seed=1)
    with pytest.raises(ValueError, match="2 matches"):
        many.step(np.zeros(3, np.int64))
