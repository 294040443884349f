"""PettingZoo: every game as an environment for several agents.

    from tailback.rl import zoo

    env = zoo.env(game_id, players=4, preset="full")   # and its options by their names
    env = zoo.green_wave_v0.env(players=4)             # a game as PettingZoo names its own
    env = zoo.parallel_env(game_id)                    # where all choose at once

An agent is asked when the table waits for its seat. Its observation is the row of numbers that its game lists
(`game.row(players)`, docs/observations.md) and a mask of legal actions; the reward comes at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.wrappers.order_enforcing import AECOrderEnforcingIterable

from tailback import games
from tailback.core.contract import ALL
from tailback.core.game import SECRET_CHOICE, Game
from tailback.rl.match import MODES, Illegal, Match, Observation

# No more turns of each agent than this, where nobody says how many.
MAX_CYCLES = 100_000
# Kinds of numbers that are known to be whole without a look at their space.
WHOLE = {int, np.int64}


class Seats(EzPickle):
    """What both kinds of environment share: a match, and an agent for each of its seats."""

    at_once = False

    def __init__(
        self,
        game: Game | str,
        players: int = 0,
        preset: str = "",
        illegal: Illegal = "clock",
        max_cycles: int = MAX_CYCLES,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, players, preset, illegal, max_cycles, render_mode, **options)
        self.match = Match(game, players, preset, options, illegal, render_mode)
        if self.at_once and self.match.game.genre != SECRET_CHOICE:
            raise ValueError(f"{self.match.game.id} is played in turns: use zoo.env")
        self.metadata = facts(self.match.game)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.agents: list[str] = []
        self.possible_agents = [f"player_{seat}" for seat in range(self.match.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # Each agent has spaces of its own, so that each can be seeded alone.
        self.of_actions = {agent: spaces.Discrete(self.match.game.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.match.observations

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.of_actions[agent]

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.match.render()

    def close(self) -> None:
        pass


class InTurns(Seats, AECEnv[str, Observation, int]):
    """One agent after the other, in the order in which the table waits for them."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.match.start(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.left = self.max_cycles * len(self.agents)
        self.agent_selection = self.possible_agents[self.match.state.waiting()]

    def observe(self, agent: str) -> Observation:
        return self.match.observation(self.seats[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act")
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = self.match.act(self.seats[agent], int(action))
        self.left -= 1
        waiting = self.match.state.waiting()
        if waiting >= 0 and self.left > 0:
            self.agent_selection = self.possible_agents[waiting]
        else:
            self.end(over=waiting < 0)

    def end(self, over: bool) -> None:
        """The match is over, or has lasted as long as it may."""
        if over:
            self.rewards = dict(zip(self.agents, self.match.payoffs(), strict=True))
            self._accumulate_rewards()
        ended = self.terminations if over else self.truncations
        for agent in self.agents:
            ended[agent] = True
        self._deads_step_first()


class AtOnce(Seats, ParallelEnv[str, Observation, int]):
    """All agents act in each step. The mask of one that is not asked is empty, and whatever it does is ignored."""

    at_once = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.match.start(seed)
        self.agents = self.possible_agents[:]
        self.left = self.max_cycles
        return self.look(), {agent: {} for agent in self.agents}

    def look(self) -> dict[str, Observation]:
        return {agent: self.match.observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        asked = self.match.state.decision()
        if asked is None or not self.agents:
            raise ValueError("the match is over: call reset")
        assert asked.gate == ALL or len(asked.awaited) == 1, "whoever is first counts: that is not at once"
        agents = self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for seat in asked.awaited:
            agent = self.possible_agents[seat]
            infos[agent] = self.match.act(seat, int(actions[agent]))
        self.left -= 1
        over = self.match.state.waiting() < 0
        late = not over and self.left <= 0
        if over or late:
            self.agents = []
        worth = self.match.payoffs() if over else [0.0] * len(agents)
        return (
            self.look(),
            dict(zip(agents, worth, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, late),
            infos,
        )


def facts(game: Game) -> dict[str, Any]:
    return {
        "name": f"{game.id}_v{game.row_version}",
        "render_modes": MODES,
        "render_fps": 1,
        "is_parallelizable": game.genre == SECRET_CHOICE,
    }


raw_env = InTurns
parallel_env = AtOnce


class Checked(wrappers.OrderEnforcingWrapper[str, Observation, int]):
    """PettingZoo's own two checks, that calls come in order and actions are in their space, in one wrapper.

    What a loop over agents calls goes straight to the match when all is well; PettingZoo's wrappers look up every
    attribute through each of them, which takes three times as long as everything else. Whatever is not well goes their
    way.
    """

    env: InTurns

    def last(self, observe: bool = True) -> Any:
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def step(self, action: int | None) -> None:
        env = self.env
        if self._has_reset and env.agents:
            agent = env.agent_selection
            if action is None:
                inside = env.terminations[agent] or env.truncations[agent]
            elif type(action) in WHOLE:
                inside = 0 <= action < env.match.game.actions
            else:
                inside = env.of_actions[agent].contains(action)
            assert inside, "action is not in action space"
            self._has_updated = True
            env.step(action)
        else:
            super().step(action)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        checked = super().agent_iter(max_iter)
        return Agents(self, max_iter) if self._has_reset else checked


class Agents(AECOrderEnforcingIterable[str, Observation, int]):
    """The agents in their order, until none is left; each has to act before the next is asked."""

    env: Checked

    def __iter__(self) -> Any:
        checked, inner = self.env, self.env.env
        for _ in range(self.max_iter):
            if not inner.agents:
                return
            assert checked._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
            checked._has_updated = False
            yield inner.agent_selection


def env(game: Game | str, **how: Any) -> AECEnv[str, Observation, int]:
    """The environment of a game with PettingZoo's own checks around it."""
    return Checked(InTurns(game, **how))


class Named:
    """The three ways to a game, as PettingZoo's own modules have them."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def env(self, **how: Any) -> AECEnv[str, Observation, int]:
        return env(self.game, **how)

    def raw_env(self, **how: Any) -> InTurns:
        return InTurns(self.game, **how)

    def parallel_env(self, **how: Any) -> AtOnce:
        return AtOnce(self.game, **how)


def __getattr__(name: str) -> Named:
    """`green_wave_v0` and all others."""
    game_id, _, version = name.rpartition("_v")
    if game_id in games.ids():
        game = games.load(game_id)
        if version == str(game.row_version):
            return Named(game)
        raise AttributeError(f"{game_id} is at version {game.row_version}: {game_id}_v{game.row_version}")
    raise AttributeError(name)
