"""Whoever tries what a game of others does, somewhere that no table waits for."""

from __future__ import annotations

from typing import Protocol

from tailback.server.truth import rows as r
from tailback.server.truth.match import Match


class Trying(Protocol):
    async def row(self, table: str, match: Match | None, row: r.AnyRow, players: int) -> None:
        """Nothing, where this row may be written and applied; or GameError. Our own games need not be asked."""

    async def clock(self, table: str, match: Match | None) -> None:
        """The same of what a clock answers for everybody who is asked now."""

    async def rows(self, table: str, game: str, rows: list[bytes]) -> None:
        """The same of all rows of a table."""

    async def close(self) -> None: ...
