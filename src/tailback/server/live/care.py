"""A table whose game comes from elsewhere: what is wrong with the game is told, and the table stays where it was.

Before a row is stored, another process tries what it leads to (`rehearsals.py`). What that process did without harm is
then done here, with a limit all the same: a game may do something else each time.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Protocol

from tailback import games
from tailback.brought.errors import GameError, explained
from tailback.brought.limits import limited
from tailback.core.errors import Explained
from tailback.server import protocol as p
from tailback.server.live.clock import now_ms
from tailback.server.live.presence import Company
from tailback.server.live.surroundings import Surroundings
from tailback.server.store import Conflict
from tailback.server.truth import desk
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused
from tailback.server.truth.snapshot import add_up

# What was tried before takes no longer than that here, in seconds.
HERE = 3.0

log = logging.getLogger("tailback.server")


def broken(error: GameError) -> Refused:
    """The same as a refusal: whoever asked learns what is wrong with the game."""
    return Refused(error.key, 409, params=error.shown)


class Cared(Protocol):
    """A table, as far as its care must know it."""

    id: str
    ledger: Ledger
    around: Surroundings
    company: Company

    @property
    def is_closed(self) -> bool: ...

    async def keep_row(self, row: r.AnyRow) -> None: ...

    async def catch_up(self) -> int: ...

    def take(self, row: r.AnyRow) -> None: ...


class Care:
    def __init__(self, table: Cared) -> None:
        self.table = table
        # What is wrong with the game, and whether the table stands still because of it.
        self.error: GameError | None = None
        self.stopped = False

    @property
    def needed(self) -> bool:
        match = self.table.ledger.match
        return match is not None and not games.is_ours(match.game)

    def face(self) -> p.TroubleFace | None:
        return p.TroubleFace(self.error.key, self.error.shown, self.stopped) if self.error is not None else None

    def tell(self, error: GameError | None, stopped: bool = False) -> None:
        """Everybody at the table learns what is wrong; None: nothing any more."""
        if (self.error and self.error.data(), self.stopped) == (error and error.data(), stopped):
            return
        self.error, self.stopped = error, stopped
        if error is not None:
            game = self.table.ledger.match.game.id if self.table.ledger.match else ""
            log.warning("the game %s: %s", game, error, extra={"event": "game_broken", "params": error.data()})
        self.table.company.tell(p.Trouble(self.face()))

    @contextlib.contextmanager
    def guard(self) -> Iterator[None]:
        """Whatever goes wrong in a game from elsewhere is a refusal that says so. Nothing is awaited in here."""
        match = self.table.ledger.match
        if match is None or games.is_ours(match.game):
            yield
            return
        home = match.game.home
        try:
            with limited(home, HERE):
                yield
        except GameError as error:
            self.tell(error, stopped=True)
            raise broken(error) from None
        except Explained:
            raise
        except Exception as error:
            found = explained(error, home)
            self.tell(found, stopped=True)
            raise broken(found) from None

    async def rehearse_clock(self) -> None:
        """Is it safe to work out what the clock answers?"""
        if self.needed and self.table.around.trying is not None:
            try:
                await self.table.around.trying.clock(self.table.id, self.table.ledger.match)
            except GameError as error:
                self.tell(error, stopped=True)
                raise broken(error) from None

    async def rehearse(self, row: r.AnyRow) -> None:
        """Is it safe to write this row? Refused where the game breaks with it; the table stays as it is."""
        if not self.needed or self.table.around.trying is None:
            return
        match, chairs = self.table.ledger.match, len(self.table.ledger.chairs)
        try:
            await self.table.around.trying.row(self.table.id, match, row, chairs)
        except GameError as error:
            self.tell(error, stopped=True)
            raise broken(error) from None
        if isinstance(row, r.Moved | r.TimedOut | r.TimeUp | r.Dealt):
            self.tell(None)

    async def renew(self, game_id: str, rows: list[bytes]) -> bool:
        """The rules have changed: the same moves again, as far as they are still allowed. The caller holds the lock.

        True when the table is another one now, and nobody has been shown it.
        """
        table, match = self.table, self.table.ledger.match
        if table.is_closed or match is None or match.game.id != game_id:
            return False
        try:
            if table.around.trying is not None:
                await table.around.trying.rows(table.id, game_id, rows)
            with limited(games.load(game_id).home, HERE + len(rows) / 1000):
                ledger = add_up(table.id, rows)
        except Explained as error:
            # The old rules go on.
            self.tell(error if isinstance(error, GameError) else GameError(error.key, **error.params))
            return False
        except Exception as error:
            self.tell(explained(error, match.game.home))
            return False
        table.ledger = ledger
        self.tell(None)
        table.company.tell(p.Words(game_id))
        row = desk.mend(ledger, now_ms(), match)
        while row is not None:
            row.key = table.around.node.new_key()
            try:
                await table.keep_row(row)
            except Conflict:
                await table.catch_up()
                row = desk.mend(table.ledger, now_ms(), match)
                continue
            table.take(row)
            return False
        return True
