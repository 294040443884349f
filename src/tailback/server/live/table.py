"""A table that somebody sits at: the one place where its rows are written, in this process.

Requests come in, rows go to the store, and only what is stored is shown. Where several processes
serve one table, the store tells who was first; the others read on and look at their request again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec

from tailback.core.errors import BadOption
from tailback.server.live.absent import Absent
from tailback.server.live.bucket import Bucket
from tailback.server.live.care import Care
from tailback.server.live.clock import Alarm, Window, is_pass, now_ms
from tailback.server.live.crowd import Crowd
from tailback.server.live.drivers import Drivers
from tailback.server.live.line_up import LineUp
from tailback.server.live.presence import Company, Device, Elsewhere
from tailback.server.live.showing import Showing
from tailback.server.live.storing import store_away
from tailback.server.live.surroundings import Surroundings
from tailback.server.live.telling import seconds_of
from tailback.server.live.thinkers import NoThought
from tailback.server.store import Conflict, StoreError, StoreFull
from tailback.server.truth import desk, snapshot
from tailback.server.truth import rows as r
from tailback.server.truth.desk import Ask
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.match import Broken, Match
from tailback.server.truth.refusal import PASSING, Refused, TooLate
from tailback.server.truth.snapshot import EVERY, Told

# Watchers come and go: the others are told how many there are now and then, and a large crowd less often.
COUNT_SECONDS = 0.25
COUNTED_PER_SECOND = 2000
RETRY = 1.0
# So many seconds rows of others are taken without a pause.
AT_A_TIME = 0.005
# This part of its time a screen takes for what its person hurries over, and so many seconds at most.
HURRIED, HURRIED_SECONDS = 0.35, 6.0
# So long a process that does not lead waits for the one that does.
PATIENCE = 2.0

# Phrases of one seat: a few at once, then one every other second.
SAID_AT_ONCE, SAID_PER_MINUTE = 6, 30
# Hints for one seat: it costs a core as much as a bot's own move.
HINTS_AT_ONCE, HINTS_PER_MINUTE = 4, 12

log = logging.getLogger("tailback.server")

UNGUARDED = contextlib.nullcontext()


class Keeper(Protocol):
    """Whoever keeps the tables of this process."""

    async def table(self, table_id: str) -> Table:
        """The table with this id, awake."""

    def forget_table(self, table: Table) -> None:
        """It is asleep or no more: whoever asks for it next gets another."""


class Table:
    def __init__(
        self, keeper: Keeper, around: Surroundings, ledger: Ledger, recent: deque[Told], code: str | None
    ) -> None:
        self.keeper = keeper
        self.around = around
        self.ledger = ledger
        self.id = ledger.table
        self.code = code
        self.line_up = LineUp()
        self.company = Company(Crowd(around.chores, lambda: self.showing.all_of_it((), [])))
        self.counting: asyncio.TimerHandle | None = None
        self.window: Window | None = None
        self.alarm = Alarm(self, self.match_time_is_up)
        self.ringing: asyncio.Task[None] | None = None
        # By then the screens have shown all that happened, on the clock of the event loop.
        self.told_at = 0.0
        self.absent = Absent(self)
        self.drivers = Drivers(self)
        self.care = Care(self)
        self.showing: Showing = Showing(self, recent)
        # How much each seat has talked of late.
        self.chatter: dict[int, Bucket] = {}
        # And how often it has asked what a bot would do.
        self.curious: dict[int, Bucket] = {}
        # There may be rows that we have not read: another process wrote, or a write of ours is in doubt.
        self.behind = False
        self.follower: asyncio.Task[None] | None = None
        # In the middle of many rows: what they lead to one after the other concerns no robot.
        self.reading = False
        # It falls asleep then, if nobody is here.
        self.bedtime = 0.0
        self.sleeper: asyncio.TimerHandle | None = None
        self.closed = False

    # Writing

    async def write(self, ask: Ask, key: str = "") -> bool:
        """Turn a request into a row, store it, then show it. False when there was nothing (more) to do.

        Refused when it cannot be done, also when the store cannot take it: then nothing changed.
        """
        done = await self.put(ask, key)
        # Lines write when the turn of the loop ends: the devices shall not be told later than whoever asked.
        await asyncio.sleep(0)
        return done

    async def put(self, ask: Ask, key: str) -> bool:
        """The same, for whoever is told on a line as well, behind the row."""
        async with self.line_up.turn():
            while not self.closed:
                if self.behind:
                    await self.catch_up()
                    if self.closed:
                        break
                if self.ledger.seen(key):
                    return False
                if self.ledger.v >= desk.MOST_ROWS:
                    raise Refused("table_worn")
                try:
                    with self.guard():
                        row = ask(self.ledger)
                except TooLate:
                    raise
                except Refused:
                    # Perhaps only because another process wrote and its bell has not rung yet.
                    if not self.around.store.shared or not await self.catch_up():
                        raise
                    continue
                if row is None:
                    return False
                row.key = row.key or key or self.around.node.new_key()
                if self.care.needed:
                    await self.care.rehearse(row)
                try:
                    await self.keep_row(row)
                except Conflict:
                    if not await self.catch_up():
                        self.lost()
                        raise Refused("no_table", 404) from None
                    continue
                self.take_safely(row)
                if self.ledger.v % EVERY == 0 and snapshot.lasting(self.ledger):
                    self.around.chores.spawn(self.put_down(self.ledger.v, snapshot.keep(self.ledger)))
                return True
        # It fell asleep, or is no more; whoever wakes it is told of the row.
        return await (await self.keeper.table(self.id)).put(ask, key)

    async def keep_row(self, row: r.AnyRow) -> None:
        """Write it as the next row; when the outcome is not known, find out before anything else is written."""
        with self.line_up.storing():
            try:
                await self.around.store.append(self.id, self.ledger.v, r.encode(row))
            except (Conflict, StoreFull):
                raise
            except BaseException:
                # Whoever asked may never ask again, but the others must see it if it was written.
                self.ring()
                raise

    async def put_down(self, n: int, kept: bytes) -> None:
        """A snapshot for the next waking; lost when the store is away, and not missed."""
        with contextlib.suppress(StoreError):
            await self.around.store.keep(self.id, n, kept)

    # Following

    def ring(self) -> None:
        """There may be more in the store than we know: read on until there is not."""
        self.behind = True
        if self.follower is None:
            self.follower = self.around.chores.spawn(self.follow())

    async def follow(self) -> None:
        try:
            while self.behind and not self.closed:
                try:
                    async with self.line_up.turn():
                        if self.behind:
                            await self.catch_up()
                except Refused:
                    await asyncio.sleep(RETRY)
        finally:
            self.follower = None

    async def refresh(self) -> None:
        """Read what other processes wrote: for somebody who may have seen more of the table there."""
        async with self.line_up.turn():
            await self.catch_up()

    async def catch_up(self) -> int:
        """Read what others wrote; how many rows? The caller holds the turn.

        Of many rows a few are taken at a time: between them the other tables go on, and whoever is here sees this one
        as it stood after each row. A table that is closed meanwhile takes no more.
        """
        # Whoever rings from here on may mean a row that this look does not see.
        self.behind = False
        loop = asyncio.get_running_loop()
        try:
            with self.line_up.storing():
                data = await self.around.store.rows(self.id, self.ledger.v)
            self.reading, since = True, loop.time()
            for raw in data:
                if self.closed:
                    break
                self.take_safely(r.decode(raw))
                if loop.time() - since > AT_A_TIME:
                    await asyncio.sleep(0)
                    since = loop.time()
        except (Broken, BadOption, msgspec.DecodeError):
            # Written by a newer server: its own devices may go on there, ours must turn to it.
            log.exception("a table cannot be added up here", extra={"event": "table_unreadable"})
            self.company.dismiss("restart")
            self.let_go()
            raise store_away() from None
        except BaseException:
            # Whoever asked may never ask again, but the others must see the rest.
            self.ring()
            raise
        finally:
            self.reading = False
        if data and not self.closed:
            self.drive()
        return len(data)

    def guard(self) -> contextlib.AbstractContextManager[None]:
        """Our own games need none, and nearly all moves are theirs."""
        match = self.ledger.match
        return UNGUARDED if match is None or match.ours else self.care.guard()

    def take_safely(self, row: r.AnyRow) -> None:
        """The same; a game that now does something else than when it was tried has left the table half done."""
        try:
            with self.guard():
                self.take(row)
        except Refused:
            self.company.dismiss("restart")
            self.let_go()
            raise

    def take(self, row: r.AnyRow) -> None:
        """A row that is stored: add it up and show it."""
        before = self.ledger.match.n if self.ledger.match else 0
        settings = self.ledger.settings
        change = self.ledger.apply(row)
        self.showing.note(change)
        match = self.ledger.match
        if match is not None and change.events:
            self.tell_for(seconds_of(match.game, change.events, self.ledger.settings.pace_ms))
        if match is None or match.n != before:
            self.drivers.look_round()
            self.set_clock()
        if change.face:
            self.drivers.look_round()
            for device in list(self.company.holders):
                device.look(self.ledger)
            if self.ledger.settings != settings:
                self.run_anew(settings)
            self.send_strangers_away()
            self.absent.look_round()
            self.see_to_clock()
        if self.company:
            self.showing.publish(change)
        self.drive()

    def tell_for(self, seconds: float) -> None:
        """The screens have so much more to show; one that is hurried over it shows what it must."""
        now = asyncio.get_running_loop().time()
        if self.drivers.hurried:
            self.told_at = min(max(self.told_at, now) + HURRIED * seconds, now + HURRIED_SECONDS)
        else:
            self.told_at = max(self.told_at, now) + seconds

    def hurry(self, seat: int) -> None:
        """Whoever plays alone against robots need not wait for them; others are not hurried past anything. Where
        another process plays the robots, they go on as usual."""
        if self.ledger.persons() == [seat]:
            self.drivers.hurry()

    def drive(self) -> None:
        """The robots think about the newest question only."""
        if not self.reading:
            self.drivers.drive()

    def run_anew(self, before: r.Settings) -> None:
        """The host runs the table another way from now on, also the question that is open."""
        if self.ledger.settings.away_seconds != before.away_seconds:
            self.absent.stop()
        if self.ledger.settings.clock != before.clock:
            self.drivers.thinking.clear()
            self.set_clock()

    def send_strangers_away(self) -> None:
        """Where nobody may watch, whoever has lost the last seat must go."""
        if not self.ledger.settings.watchers:
            for holder in list(self.company.holders):
                if not holder.seats and not holder.host:
                    holder.leave("no_watchers")
            for stranger in self.company.strangers:
                stranger.leave("no_watchers")

    # A game that changes

    @property
    def is_closed(self) -> bool:
        return self.closed

    async def renew(self, game_id: str) -> None:
        """The rules of this game have changed."""
        async with self.line_up.turn():
            with self.line_up.storing():
                rows = await self.around.store.rows(self.id)
            if await self.care.renew(game_id, rows):
                self.showing.show_all()

    # Who is here

    async def come_back(self, seat: int) -> None:
        """A person is here again: the bot that stood in gets up."""
        await self.write(lambda ledger: desk.back(ledger, now_ms(), seat))

    def enter(self, device: Device, welcome: Callable[[], None]) -> None:
        """From here on the device gets every row; `welcome` sends it those before, at the same moment."""
        self.company.add(device)
        self.absent.look_round()
        self.see_to_clock()
        try:
            welcome()
        except BaseException:
            # A mistake about one device must not break the table for the others.
            self.exit(device)
            raise
        self.came_or_went(device)

    def exit(self, device: Device) -> None:
        if self.company.remove(device):
            self.came_or_went(device)
            if not self.company:
                self.may_sleep()

    def came_or_went(self, device: Device) -> None:
        """One watcher more or less is told later, with others; who wakes the table or leaves it empty counts."""
        if not device.stranger or len(self.company) <= 1:
            self.presence_changed()
        elif self.counting is None:
            pause = max(COUNT_SECONDS, len(self.company) / COUNTED_PER_SECOND)
            self.counting = asyncio.get_running_loop().call_later(pause, self.presence_changed)

    def heard(self, node: str, here: Elsewhere | None) -> None:
        """Another process says who is at this table there; None: it is gone."""
        if self.company.heard(node, here):
            self.presence_changed(spread=False)

    @property
    def awake(self) -> bool:
        return bool(self.company or self.company.elsewhere) and not self.closed

    @property
    def running(self) -> bool:
        """A game goes on while one of its people is here; one that only bots play, while anybody looks on."""
        people = self.ledger.persons()
        return self.awake and (not people or not self.company.seats().isdisjoint(people))

    @property
    def leads(self) -> bool:
        """One process plays the bots and the clock; should two think they do, the store sees to it."""
        if not self.company:
            return False
        return all(self.around.node.id < node for node in self.company.elsewhere)

    def presence_changed(self, spread: bool = True) -> None:
        if self.counting is not None:
            self.counting.cancel()
            self.counting = None
        if spread:
            self.announce()
        if self.closed:
            return
        self.absent.look_round()
        self.showing.tell_presence()
        self.see_to_clock()
        self.drive()

    def announce(self, ask: bool = False, whom: str = "") -> None:
        """Tell the other processes who is here."""
        if self.around.store.shared:
            self.around.node.announce(self.id, self.company.told(), ask, whom)

    def see_to_clock(self) -> None:
        """A window runs while one of the people is here, wherever: each process must be able to close it."""
        if not self.running:
            self.alarm.close()
            if self.window is not None:
                self.window.close()
                self.window = None
            return
        self.alarm.look()
        if self.ledger.match is not None and (self.window is None or self.window.n != self.ledger.match.n):
            self.set_clock()

    async def keep_trying(self, ask: Ask, clock: bool = False) -> None:
        """For what the table itself does, also when its clock runs out: it waits for a store that is away, as everyone
        does."""
        while not self.closed:
            try:
                if clock:
                    await self.care.rehearse_clock()
                await self.write(ask)
                return
            except Refused as refused:
                if refused.key not in PASSING:
                    return
                await asyncio.sleep(RETRY)

    # The clock

    def set_clock(self) -> None:
        """Time for the question that has just been opened, where there is any."""
        if self.window is not None:
            self.window.close()
            self.window = None
        match = self.ledger.match
        if match is None or match.decision is None or match.decision.seconds is None or not self.running:
            return
        if self.ledger.settings.clock:
            grace = self.grace(match.decision.seats)
            self.window = Window(match.n, self.told_at, match.decision.seconds, grace, self.time_is_up)

    def grace(self, seats: tuple[int, ...]) -> float:
        """The longest allowance among the devices that are asked; it hangs on lines, never on cards."""
        most = self.ledger.settings.allowance_ms / 1000
        return min(most, self.company.allowance(seats))

    def time_is_up(self, n: int) -> None:
        """Whoever leads closes the window; should that process have died, another one does a little later."""
        loop = asyncio.get_running_loop()
        window = self.window
        if window is None or window.n != n:
            return
        if not self.leads and loop.time() < window.deadline + PATIENCE:
            window.handle = loop.call_later(RETRY, self.time_is_up, n)
            return
        self.around.chores.spawn(self.keep_trying(lambda ledger: desk.time_out(ledger, now_ms(), n), clock=True))

    def match_time_is_up(self, over: float) -> None:
        """The same for the time of the whole match, which has been over for so many seconds."""
        if (self.leads or over >= PATIENCE) and (self.ringing is None or self.ringing.done()):
            self.ringing = self.around.chores.spawn(self.keep_trying(lambda ledger: desk.time_up(ledger, now_ms())))

    # Answers

    async def answer(self, device: Device, seat: int, n: int, action: int, key: str) -> tuple[bool, bool]:
        """An answer from a device: (done now, held until the window closes)."""
        match = self.ledger.match
        if match is not None and match.n == n and not self.ledger.seen(key):
            self.in_time(device, n)
            with self.guard():
                passes = self.lets_pass(match, seat, action)
            if passes:
                await self.drivers.let_pass(match, seat, (match.number, n))
                return False, True
        ask = self.by(device, seat, lambda ledger: desk.answer(ledger, now_ms(), seat, n, action, key))
        return await self.put(ask, key), False

    def by(self, device: Device, seat: int, ask: Ask) -> Ask:
        """A request of this device, which may lose the seat while the request waits in line."""

        def asked(ledger: Ledger) -> r.AnyRow | None:
            if seat not in device.seats:
                raise Refused("not_your_seat", 403, params={"seat": seat})
            return ask(ledger)

        return asked

    def lets_pass(self, match: Match, seat: int, action: int) -> bool:
        """With the clock on, a window stays as long for those who pass as for those who think."""
        asked, state = match.decision, match.state
        if asked is None or state is None or asked.seconds is None or not self.ledger.settings.clock:
            return False
        return seat in asked.awaited and is_pass(asked, action, int(state.fallback(seat)))

    def in_time(self, device: Device, n: int) -> None:
        """Too late for this device, when it has used up the time of the window and what its line is allowed."""
        window = self.window
        allowance = min(device.allowance, self.ledger.settings.allowance_ms / 1000)
        if window is not None and window.n == n and window.too_late(allowance):
            raise TooLate(n)

    async def say(self, device: Device, seat: int, phrase: str, key: str) -> bool:
        """A phrase: what the rules ask to be said is an answer, anything else is said now and then."""
        n = desk.speaks(self.ledger, seat, phrase)
        if n is not None:
            self.in_time(device, n)
        elif not self.chatter.setdefault(seat, Bucket(SAID_AT_ONCE, SAID_PER_MINUTE)).take():
            raise Refused("too_often", 429)
        return await self.put(self.by(device, seat, lambda ledger: desk.say(ledger, now_ms(), seat, phrase, key)), key)

    async def advise(self, device: Device, seat: int, n: int, level: str) -> tuple[int, str]:
        """What a bot would do for this seat, knowing what the seat knows, and how good a bot it was."""
        match, state, wanted = desk.advised(self.ledger, seat, n, level)
        if not self.curious.setdefault(seat, Bucket(HINTS_AT_ONCE, HINTS_PER_MINUTE)).take():
            raise Refused("too_often", 429)
        assert match.decision is not None
        with self.care.guard():
            view, asked, legal = state.view(seat), match.decision.data(), state.legal(seat)
        try:
            action = await self.around.pool.choose(
                self.id, match.game.id, wanted, view, asked, legal, whose=(device.address,)
            )
        except NoThought as none:
            if none.broken is not None:
                self.care.tell(none.broken)
            raise Refused("no_idea", 503) from None
        if seat not in device.seats:
            raise Refused("not_your_seat", 403, params={"seat": seat})
        # Whoever has answered meanwhile needs it no more.
        desk.open_question(self.ledger, n)
        return action, wanted

    # Going to sleep

    def may_sleep(self) -> None:
        """From now on, if nobody comes."""
        loop = asyncio.get_running_loop()
        self.bedtime = loop.time() + self.around.linger
        if self.sleeper is None:
            self.sleeper = loop.call_at(self.bedtime, self.sleep)

    def sleep(self) -> None:
        """Everything about a table is in the store, so it can be let go at any moment."""
        self.sleeper = None
        if self.company or self.closed:
            return
        loop = asyncio.get_running_loop()
        if self.line_up.busy or loop.time() < self.bedtime:
            self.sleeper = loop.call_at(max(self.bedtime, loop.time() + 0.1), self.sleep)
        else:
            self.let_go()

    def let_go(self) -> None:
        self.close()
        self.keeper.forget_table(self)

    def lost(self) -> None:
        """The store has it no more, and nobody said so: everybody is told, whether it was them who wanted something."""
        self.company.dismiss("no_table")
        self.let_go()

    def clear_away(self) -> None:
        """The table is no more."""
        self.company.dismiss("deleted")
        self.let_go()

    def close(self) -> None:
        """Nobody is here: the table sleeps in the store."""
        self.closed = True
        if self.window is not None:
            self.window.close()
        self.alarm.close()
        self.absent.stop()
        for handle in (self.sleeper, self.counting):
            if handle is not None:
                handle.cancel()
