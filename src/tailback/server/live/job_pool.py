"""Long jobs are done in processes of their own, so that no request delays a table, and none of them is trusted.

Short and long ones have a process each: whoever looks at a replay does not wait for a stranger's file, and the long
ones leave the cores to others. Addresses take turns. A process that takes more than a job is given, in time or memory,
is ended; the next job starts another.
"""

from __future__ import annotations

import logging

import msgspec

from tailback.server.live.bot_worker import GENTLY
from tailback.server.live.child import Child, Died, NotStarted
from tailback.server.live.jobs import AnyJob, Order, Outcome, Still, always, too_long
from tailback.server.live.turns import Turns
from tailback.server.truth.refusal import Refused

# Jobs with more rows than this are long ones.
LONG = 5000
# A process counts the time that it works, this the time that passes: it may have to wait for others, or hang.
PATIENCE = 30.0
SLOWER = 5.0
# So many of one address wait for their turn.
QUEUE = 8
ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(Outcome)

log = logging.getLogger("tailback.server")


class Lane:
    """One process, and who is next."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.child = Child("tailback.server.live.job_worker", *words)
        self.turns = Turns(1)
        # It knows a game as it was before.
        self.old = False

    async def do(self, job: AnyJob) -> Outcome:
        if self.old:
            self.child.end()
            self.old = False
        seconds = job.seconds
        question = ENCODER.encode(Order(job, seconds))
        try:
            return DECODER.decode(await self.child.ask(question, PATIENCE + SLOWER * seconds))
        except NotStarted:
            raise Refused("too_busy", 503) from None
        except (TimeoutError, OSError, Died, ValueError, msgspec.DecodeError):
            self.child.end()
            found = too_long()
            found.spent = seconds
            return found


class JobPool:
    """See `Doers`. `words` go to each process."""

    def __init__(self, *words: str) -> None:
        self.short = Lane(words)
        self.long = Lane((*words, GENTLY))
        self.waiting: dict[str, int] = {}

    async def do(self, address: str, job: AnyJob, still: Still = always) -> Outcome:
        waiting = self.waiting.get(address, 0)
        if waiting >= QUEUE:
            raise Refused("too_often", 429)
        self.waiting[address] = waiting + 1
        lane = self.long if job.rows > LONG else self.short
        try:
            async with lane.turns.turn(address, (address,)):
                await still()
                found = await lane.do(job)
        finally:
            self.waiting[address] -= 1
            if not self.waiting[address]:
                del self.waiting[address]
        if found.mistake:
            log.error("a job failed: %s", found.mistake, extra={"event": "job_failed"})
        return found

    def renew(self) -> None:
        """A game has changed: whoever is asked next reads it anew."""
        self.short.old = self.long.old = True

    async def close(self) -> None:
        await self.short.child.close()
        await self.long.child.close()
