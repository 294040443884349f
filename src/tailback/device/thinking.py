"""Robots of a device think in a second worker, one after the other, so that no table waits for them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from tailback.core.rng import SEED_BITS
from tailback.robots.levels import USUAL, today
from tailback.server.live.bot_worker import Thought
from tailback.server.live.thinkers import NoThought

# How long the best level looks ahead, in seconds: a phone stays cool, and nobody waits.
THINK = 0.3

# Asked with a thought as JSON; answers with the number of an action. It fails when the worker dies or takes too long.
Think = Callable[[str], Awaitable[int]]


class SecondWorker:
    """See `Thinkers`."""

    def __init__(self, think: Think) -> None:
        self.think = think
        self.given_up = 0
        self.asked = 0

    @property
    def thinking(self) -> int:
        return min(self.asked, 1)

    @property
    def waiting(self) -> int:
        return self.asked - self.thinking

    async def choose(
        self,
        table: str,
        game: str,
        level: str,
        view: dict[str, Any],
        decision: dict[str, Any],
        legal: list[int],
        longest: float | None = None,
        within: float | None = None,
        whose: tuple[str, ...] = (),
    ) -> int:
        """See `Thinkers`."""
        seconds = THINK if longest is None else min(THINK, longest)
        thought = Thought(game, level, view, decision, legal, secrets.randbits(SEED_BITS), seconds)
        try:
            return await self.ask(thought, within)
        except NoThought:
            self.given_up += 1
            if today(level) == USUAL:
                raise
        return await self.ask(msgspec.structs.replace(thought, level=USUAL), None)

    async def ask(self, thought: Thought, within: float | None) -> int:
        self.asked += 1
        try:
            async with asyncio.timeout(within):
                action = int(await self.think(msgspec.json.encode(thought).decode()))
        except TimeoutError:
            raise NoThought("slow") from None
        except Exception as error:
            # The other worker died; whatever it was, this seat plays on.
            raise NoThought("died") from error
        finally:
            self.asked -= 1
        if action not in thought.legal:
            raise NoThought("illegal")
        return action

    async def close(self) -> None:
        """The page ends its workers."""


def choose(said: str) -> int:
    """What the second worker does with a thought."""
    from tailback.server.live import bot_worker

    return bot_worker.choose(msgspec.json.decode(said, type=Thought))
