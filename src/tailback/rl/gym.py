"""Gymnasium: one agent against robots.

    import gymnasium
    import tailback.rl.gym  # not needed where the package is installed

    env = gymnasium.make("tailback/GreenWave-v0", players=4, opponents=3, preset="full")
    envs = gymnasium.make_vec("tailback/GreenWave-v0", num_envs=4096)

`opponents` is the level of the robots, 1 to 5, or 0 for random play: one for all or a list, in the order in which they
sit after the agent. `seat` is the agent's; with None it takes another one in each match. Many environments at once
(`make_vec`) are one batch of the compiled core, with opponents up to level 3 and no loop in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tailback.batch import ASKED, Batch
from tailback.core.game import Game
from tailback.core.policy import Policy
from tailback.core.rng import Rng
from tailback.core.simulate import APART, BY_INSTINCT, choice
from tailback.rl.match import MODES, Illegal, Match, Observation
from tailback.rl.registry import register

STRONGEST = 5
DRAWN: dict[str, Any] = {"render_modes": MODES, "render_fps": 1}
UNSEEN: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}


def levels(opponents: int | Sequence[int], players: int, strongest: int) -> list[int]:
    """A level for everybody else."""
    found = [opponents] * (players - 1) if isinstance(opponents, int) else list(opponents)
    if len(found) != players - 1 or not all(0 <= level <= strongest for level in found):
        raise ValueError(
            f"opponents: a level from 0 to {strongest} for each of the {players - 1} others, not {opponents}"
        )
    return found


def checked(seat: int | None, players: int) -> int | None:
    if seat is not None and not 0 <= seat < players:
        raise ValueError(f"seat must be 0 to {players - 1}, or None for another one in each match, not {seat}")
    return seat


class AgainstRobots(gymnasium.Env[Observation, int]):
    """A match in which one seat is the agent's. The reward comes at its end: 1 for winning alone, all together 0."""

    metadata = DRAWN

    def __init__(
        self,
        game: Game | str,
        players: int = 0,
        opponents: int | Sequence[int] = 3,
        seat: int | None = 0,
        preset: str = "",
        illegal: Illegal = "clock",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.match = Match(game, players, preset, options, illegal, render_mode)
        self.render_mode = render_mode
        self.observation_space = self.match.observations
        self.action_space = self.match.actions
        self.fixed = checked(seat, self.match.players)
        self.levels = levels(opponents, self.match.players, STRONGEST)
        self.thinkers: dict[int, Policy] = {
            level: self.match.game.bot(str(level)) for level in set(self.levels) if level > BY_INSTINCT
        }
        self.seat = 0
        self.rng = Rng(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            named = self.match.start(seed)
            self.rng = Rng(named ^ APART)
            self.seat = named % self.match.players if self.fixed is None else self.fixed
            # A match that ends before the agent is asked is none.
            if self.move_on():
                return self.match.observation(self.seat), {"seed": named, "seat": self.seat}
            seed = None

    def move_on(self) -> bool:
        """The robots play until the agent is asked; False when the match is over."""
        match, state = self.match, self.match.state
        while True:
            asked = state.waiting()
            if asked < 0:
                return False
            if asked == self.seat:
                return True
            level = self.levels[(asked - self.seat) % match.players - 1]
            if level <= BY_INSTINCT:
                action = choice(state, asked, level, self.rng)
            else:
                decision = state.decision()
                assert decision is not None
                action = self.thinkers[level](state.view(asked), decision, state.legal(asked), self.rng)
            state.do(asked, action)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.match.state.waiting() < 0:
            raise ValueError("the match is over: call reset")
        info = self.match.act(self.seat, int(action))
        over = not self.move_on()
        reward = self.match.payoffs()[self.seat] if over else 0.0
        return self.match.observation(self.seat), reward, over, False, info

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.match.render(self.seat)


class ManyAgainstRobots(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Thousands of such matches at once, inside the compiled core.

    A match that ends begins anew in the same step: the observation is already of the next one, the reward and the end
    are of the last. What the agent saw at the very end is not kept, since nothing can follow from it.
    """

    metadata = UNSEEN

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        players: int = 0,
        opponents: int | Sequence[int] = 3,
        seat: int | None = None,
        preset: str = "",
        illegal: Illegal = "clock",
        threads: int = 1,
        **options: Any,
    ) -> None:
        one = Match(game, players, preset, options, illegal, None)
        self.fixed = checked(seat, one.players)
        others = levels(opponents, one.players, BY_INSTINCT)
        self.num_envs = num_envs
        minds = [ASKED, *others]
        if self.fixed:
            minds = minds[-self.fixed :] + minds[: -self.fixed]
        self.how: dict[str, Any] = {
            "game": one.game,
            "players": one.players,
            "matches": num_envs,
            "preset": preset,
            "options": options,
            "minds": minds,
            "turning": seat is None,
            "lenient": illegal == "clock",
            "threads": threads,
        }
        self.single_observation_space = one.observations
        self.single_action_space = one.actions
        self.observation_space = batch_space(one.observations, num_envs)
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, one.game.actions))
        self.batch = Batch(**self.how)
        self.seats = np.zeros(num_envs, np.uint8)
        self.payoffs = np.zeros((num_envs, one.players))
        self.ends = np.zeros(num_envs, np.bool_)
        self.places = np.arange(num_envs)

    def memory(self) -> Observation:
        rows = np.empty((self.num_envs, self.batch.width), np.int16)
        return {"observation": rows, "action_mask": np.empty((self.num_envs, self.batch.actions), np.int8)}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if isinstance(seed, list):
            raise ValueError("one seed for all: match k of the batch starts from seed + k")
        super().reset(seed=seed)
        start = seed if seed is not None else int(self.np_random.integers(1 << 62))
        self.batch = Batch(**self.how, seed=start)
        seen = self.memory()
        self.batch.look(seen["observation"], seen["action_mask"], self.seats)
        return seen, {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        seen = self.memory()
        before = self.seats.copy()
        chosen = np.ascontiguousarray(actions)
        self.batch.step(chosen, seen["observation"], seen["action_mask"], self.seats, self.payoffs, self.ends)
        rewards = self.payoffs[self.places, before]
        return seen, rewards, self.ends.copy(), np.zeros(self.num_envs, np.bool_), {}


register()
