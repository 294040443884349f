"""Games that are being worked on: whatever is saved shows at their tables at once.

What is saved is tried in another process first. When it is no good, the tables are told what is wrong and go on by
the rules as they were.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tailback import brought, games
from tailback.brought.errors import GameError
from tailback.core.game import Game
from tailback.server.live.bot_pool import BotPool
from tailback.server.live.house import House
from tailback.server.live.job_pool import JobPool
from tailback.server.live.rehearsals import Rehearsals
from tailback.server.live.table import Table
from tailback.server.truth.refusal import Refused
from tailback.texts import Texts
from tailback.texts.names import printable

# So often the files are looked at, in seconds.
LOOK = 0.25
# Looking takes no more than this part of the time, and no more files than these are looked at: somebody may have named
# a folder with a whole disk in it. Those further up come first.
PART = 0.1
MOST_FILES = 1_000

log = logging.getLogger("tailback.server")

Stamps = dict[str, tuple[int, int]]


def files_of(place: Path) -> Iterator[Path]:
    if not place.is_dir():
        # It may be gone, or something that is no file.
        yield place
        return
    for folder, folders, names in os.walk(place):
        folders[:] = [name for name in folders if not is_hidden(name)]
        yield from (Path(folder, name) for name in names if not is_hidden(name))


def is_hidden(name: str) -> bool:
    return name.startswith((".", "__pycache__"))


def stamps(place: Path) -> Stamps:
    """When each file was written the last time, and how long it is."""
    found = {}
    for file in islice(files_of(place), MOST_FILES):
        try:
            stat = file.stat()
        except OSError:
            # Just being written anew.
            continue
        found[str(file)] = (stat.st_mtime_ns, stat.st_size)
    return found


class Watching:
    def __init__(self, house: House, pool: BotPool, trying: Rehearsals, jobs: JobPool, texts: Texts) -> None:
        self.house = house
        self.pool = pool
        self.jobs = jobs
        self.trying = trying
        self.texts = texts
        self.seen = {place: stamps(place) for place in brought.places.values()}
        # What was taken in last, or found to be no good.
        self.known = dict(self.seen)

    async def keep_looking(self) -> None:
        pause = LOOK
        while True:
            await asyncio.sleep(pause)
            begun = time.monotonic()
            changed = [place for place in self.known if await self.is_new(place)]
            pause = max(LOOK, (time.monotonic() - begun) / PART)
            for place in changed:
                self.known[place] = self.seen[place]
                try:
                    await self.renew(place)
                except Refused:
                    # There was no room to try it: next time, then.
                    self.known[place] = {}
                except Exception:
                    # Whatever it was, the next change is looked at.
                    log.exception("a changed game could not be taken in", extra={"event": "game_not_renewed"})

    async def is_new(self, place: Path) -> bool:
        """Was something saved, and is it done? What is still being written, or never rests, is no game yet."""
        before, now = self.seen[place], await asyncio.to_thread(stamps, place)
        self.seen[place] = now
        return before == now != self.known[place]

    async def renew(self, place: Path) -> None:
        """Something was saved: try it, then let all its tables go on by it."""
        module = brought.module_of(place)
        old = next((game for game in games.paths().values() if game.home == module), None)
        try:
            await self.trying.path(str(place))
            if await asyncio.to_thread(stamps, place) != self.known[place]:
                # What was tried is not what is there now; it is looked at again once it rests.
                return
            game = games.bring(place, trial=False)
        except GameError as error:
            self.say(self.texts.say(error.text, **error.params))
            for table in self.tables_of(old):
                table.care.tell(error)
            return
        self.pool.renew(game.id, old.id if old is not None else game.id)
        self.jobs.renew()
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
