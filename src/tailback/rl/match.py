"""One match as the environments need it: rows of numbers and masks as NumPy arrays, actions, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tailback import games
from tailback.core.contract import State
from tailback.core.errors import IllegalMove
from tailback.core.game import Game
from tailback.core.observe import payoffs
from tailback.texts import Texts

Observation = dict[str, NDArray[Any]]
Illegal = Literal["clock", "error"]

# Made once: NumPy takes its time to find out what a name of them means.
INT16, INT8, UINT8 = np.dtype(np.int16), np.dtype(np.int8), np.dtype(np.uint8)

MODES = ["ansi", "rgb_array", "human"]
# What an environment does with an illegal action.
ILLEGAL: tuple[Illegal, ...] = ("clock", "error")


class Match:
    """A match of a game with this set-up, started again and again."""

    def __init__(
        self,
        game: Game | str,
        players: int,
        preset: str,
        options: Mapping[str, Any],
        illegal: Illegal,
        render_mode: str | None,
    ) -> None:
        self.game = games.load(game) if isinstance(game, str) else game
        self.players = players or self.game.usual
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode must be one of {', '.join(MODES)}, not {render_mode}")
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal must be one of {', '.join(ILLEGAL)}, not {illegal}")
        self.illegal = illegal
        self.render_mode = render_mode
        self.state: State = self.game.make(self.players, self.game.settle(self.players, options, preset))
        self.chance = np.random.default_rng()
        parts = self.game.row(self.players)
        self.look = self.game.look(self.players)
        high = np.concatenate([np.full(part.size, part.high, np.int16) for part in parts])
        self.actions: spaces.Space[Any] = spaces.Discrete(self.game.actions)
        self.observations: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8),
            }
        )

    def start(self, seed: int | None) -> int:
        """A new match: from this seed, or from the next one of its own; gives the seed, which names the match."""
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        else:
            seed = int(self.chance.integers(1 << 62))
        self.state.start(seed)
        return seed

    def observation(self, seat: int) -> Observation:
        """What the seat knows, and what it may do now: nothing where it is not asked."""
        state, look = self.state, self.look
        return {
            "observation": np.array(look.row(state, seat), INT16),
            "action_mask": np.array(look.mask(state, seat), UINT8).view(INT8),
        }

    def act(self, seat: int, action: int) -> dict[str, Any]:
        """Carry an action out; gives what there is to say about it.

        For an illegal one the clock plays, as it does for people who let their time run out; or it is an error.
        """
        state = self.state
        if state.allows(seat, action):
            state.do(seat, action)
            return {}
        why = state.refusal(seat, action)
        if self.illegal == "error":
            raise IllegalMove(why.clause, why.key, {**why.params, "action": action})
        state.do(seat, state.fallback(seat))
        return {"illegal": why.key, "clause": why.clause}

    def payoffs(self) -> list[float]:
        return payoffs(self.state)

    def render(self, seat: int | None = None) -> str | NDArray[np.uint8] | None:
        """The match as this seat (None: a spectator) sees it."""
        if self.render_mode == "rgb_array":
            from tailback.rl.picture import picture

            return picture(self.game, self.state.view(seat))
        if self.render_mode is None:
            return None
        names = [f"player_{who}" for who in range(self.players)]
        lines = "\n".join(self.game.lines(self.state.view(seat), Texts("en", self.game, names)))
        if self.render_mode == "ansi":
            return lines
        print(lines)
        return None
