"""Games that are being worked on: whatever is saved shows at their tables at once.

What is saved is tried in another process first. When it is no good, the tables are told what is wrong and go on by
the rules as they were.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

from tailback import brought, games
from tailback.brought.errors import GameError
from tailback.core.game import Game
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.house import House
from tailback.server.live.rehearsals import Rehearsals
from tailback.server.live.table import Table
from tailback.server.truth.refusal import Refused
from tailback.texts import Texts
from tailback.texts.names import printable

# So often the files are looked at, in seconds.
LOOK = 0.25

log = logging.getLogger("tailback.server")

Stamps = dict[str, tuple[int, int]]


def files_of(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
    elif place.is_dir():
        for file in place.rglob("*"):
            if not any(part.startswith((".", "__pycache__")) for part in file.relative_to(place).parts):
                yield file


def stamps(place: Path) -> Stamps:
    """When each file was written the last time, and how long it is."""
    found = {}
    for file in files_of(place):
        try:
            stat = file.stat()
        except OSError:
            # Just being written anew.
            continue
        if not file.is_dir():
            found[str(file)] = (stat.st_mtime_ns, stat.st_size)
    return found


class Watching:
    def __init__(self, house: House, pool: BotPool, trying: Rehearsals, texts: Texts) -> None:
        self.house = house
        self.pool = pool
        self.trying = trying
        self.texts = texts
        self.seen = {place: stamps(place) for place in brought.places.values()}

    async def keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            for place, before in list(self.seen.items()):
                now = await asyncio.to_thread(stamps, place)
                if now != before:
                    self.seen[place] = now
                    try:
                        await self.renew(place)
                    except Exception:
                        # Whatever it was, the next change is looked at.
                        log.exception("a changed game could not be taken in", extra={"event": "game_not_renewed"})

    async def renew(self, place: Path) -> None:
        """Something was saved: try it, then let all its tables go on by it."""
        module = brought.module_of(place)
        old = next((game for game in games.paths().values() if game.home == module), None)
        try:
            await self.trying.path(str(place))
            game = games.bring(place, trial=False)
        except GameError as error:
            self.say(self.texts.say(error.text, **error.params))
            for table in self.tables_of(old):
                table.care.tell(error)
            return
        self.pool.renew()
        if old is not None:
            await self.trying.forget(old.id)
        await self.trying.forget(game.id)
        self.say(self.texts.say("serve.renewed", file=str(place)))
        for table in self.tables_of(game):
            try:
                await table.renew(game.id)
            except Refused as refused:
                # The store is away: whoever wakes the table again finds the new rules.
                log.warning("a table was not renewed: %s", refused, extra={"event": "table_not_renewed"})

    def tables_of(self, game: Game | None) -> list[Table]:
        if game is None:
            return []
        tables = self.house.tables.values()
        return [table for table in tables if (match := table.ledger.match) is not None and match.game.id == game.id]

    def say(self, words: str) -> None:
        """To whoever works on the game, who looks at the terminal."""
        print(printable(words), file=sys.stderr, flush=True)
