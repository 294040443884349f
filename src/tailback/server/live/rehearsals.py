"""Games of others are tried in a process of their own before a table here does the same.

A rule that never ends, takes all memory or raises an error stops that process and nothing else; the table is told
what is wrong and stays where it was. Each game has its own process, so that one does not wait for another.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import Path

import msgspec

from tailback import brought, games
from tailback.brought.errors import GameError, from_data, is_of
from tailback.core import fair
from tailback.core.contract import CLOCK, RING
from tailback.core.errors import Explained
from tailback.server.live.child import Child, Died, NotStarted
from tailback.server.live.rehearsal_worker import HARD, Found, Trial
from tailback.server.truth import rows as r
from tailback.server.truth.match import Match
from tailback.server.truth.refusal import Refused

# So much later than it ends itself a process is ended from here, in seconds: it may have to start first, on a machine
# that has much to do.
PATIENCE = 30.0
ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(Found)
PLACE = re.compile(r'File "(.+)", line (\d+)')


class Closed(Exception):
    """The game has changed while it was tried: it must be tried again."""


class Room:
    """The process in which one game is tried."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.lock = asyncio.Lock()
        self.child = Child("tailback.server.live.rehearsal_worker", keep_words=True)
        self.closed = False

    async def ask(self, trial: Trial) -> None:
        """Nothing, where all is well; or GameError. Refused where it cannot be tried: the game is not to blame."""
        async with self.lock:
            try:
                # A game at a path is read there for the first time, and alone.
                without = brought.VARIABLE if trial.path else ""
                line = await self.child.ask(ENCODER.encode(trial), HARD * trial.seconds + PATIENCE, without)
                found = DECODER.decode(line)
            except NotStarted:
                raise Refused("too_busy", 503) from None
            except (TimeoutError, OSError, Died, msgspec.DecodeError):
                if self.closed:
                    raise Closed from None
                raise self.ended(trial) from None
        if found.broken is not None:
            raise from_data(found.broken)

    def ended(self, trial: Trial) -> GameError:
        """It hung, or the game ended it: Python's last words say where."""
        home = brought.module_of(Path(trial.path)) if trial.path else home_of(trial.game)
        words = self.child.end()
        place = Path(trial.path) if trial.path else brought.place_of(home)
        lines = [(file, int(line)) for file, line in PLACE.findall(words) if is_of(file, place, home)]
        file, line = lines[0] if lines else (str(place or home), 0)
        if "Timeout" in words:
            return GameError("game_slow", file, line, seconds=round(HARD * trial.seconds, 1))
        return GameError("game_ended", file, line)

    async def close(self) -> None:
        self.closed = True
        await self.child.close()


def trial_of(table: str, match: Match) -> Trial:
    """The match as it stands."""
    return Trial(
        match.game.id,
        table=table,
        players=len(match.names),
        seed=str(match.seed),
        options=match.options,
        steps=match.steps,
        home=match.game.home,
    )


def home_of(game: str) -> str:
    try:
        return games.load(game).home
    except Explained:
        return game


class Rehearsals:
    """All of this server process."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}

    def room(self, game: str) -> Room:
        return self.rooms.setdefault(game, Room(game))

    async def row(self, table: str, match: Match | None, row: r.AnyRow, players: int) -> None:
        """May this row be written? Our own games need not be asked."""
        if match is None or games.is_ours(match.game):
            return
        trial = trial_of(table, match)
        if isinstance(row, r.Moved):
            trial.more = [(row.seat, row.action)]
        elif isinstance(row, r.TimedOut):
            trial.more = row.moves
        elif isinstance(row, r.TimeUp):
            trial.more = [(CLOCK, RING)]
        elif isinstance(row, r.Dealt):
            trial.players, trial.options, trial.steps = players, row.options, []
            trial.seed = str(fair.seed(match.secret, [match.words.get(seat, "") for seat in range(players)]))
        else:
            return
        await self.ask(trial)

    async def clock(self, table: str, match: Match | None) -> None:
        """May the clock answer for those who are asked?"""
        if match is not None and match.state is not None and not games.is_ours(match.game):
            trial = trial_of(table, match)
            trial.clock = True
            await self.ask(trial)

    async def ask(self, trial: Trial) -> None:
        while True:
            with contextlib.suppress(Closed):
                await self.room(trial.game).ask(trial)
                return

    async def rows(self, table: str, game: str, rows: list[bytes]) -> None:
        """Can all of this be added up?"""
        await self.ask(Trial(game, table=table, rows=[row.decode() for row in rows], home=home_of(game)))

    async def path(self, path: str) -> None:
        """Is the game at this path one that can be played? In a process that knows nothing of it yet."""
        room = Room("")
        try:
            await room.ask(Trial(path=path))
        finally:
            await room.close()

    async def forget(self, game: str) -> None:
        """Its files have changed: whoever tries it next reads them anew."""
        room = self.rooms.pop(game, None)
        if room is not None:
            await room.close()

    async def close(self) -> None:
        for game in list(self.rooms):
            await self.forget(game)
