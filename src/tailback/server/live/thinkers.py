"""Whoever thinks for the bots, somewhere that no table waits for."""

from __future__ import annotations

from typing import Any, Protocol

from tailback.brought.errors import GameError


class NoThought(Exception):
    """The bot gave no answer: too slow, or whoever thought for it died. `broken`: its game is at fault, and how."""

    def __init__(self, why: str = "", broken: GameError | None = None) -> None:
        super().__init__(why)
        self.broken = broken


class Thinkers(Protocol):
    # How many thoughts gave no answer so far.
    given_up: int

    @property
    def thinking(self) -> int:
        """How many think now."""

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""

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
        """What a bot of this level would do, or NoThought.

        Where it must not take long, it looks ahead for `longest` seconds at most and is given up after `within`.
        `whose`: the addresses of those who sit at the table; where many wait, each address gets its turn.
        """

    async def close(self) -> None: ...
