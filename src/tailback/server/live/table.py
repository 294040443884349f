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
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from tailback.core.contract import Event
from tailback.core.options import BadOption
from tailback.server import protocol as p
from tailback.server.door.limits import Bucket
from tailback.server.door.wire import frame
from tailback.server.live.clock import Window, is_pass, now_ms
from tailback.server.live.drivers import Drivers
from tailback.server.live.face import chairs_face, question_face, table_face
from tailback.server.live.presence import Away, Device, Elsewhere
from tailback.server.store import Conflict, StoreError, StoreFull
from tailback.server.truth import desk
from tailback.server.truth import rows as r
from tailback.server.truth.desk import Refused, TooLate
from tailback.server.truth.ledger import Broken, Change, Ledger, Match

if TYPE_CHECKING:
    from tailback.server.live.house import House

# Rows whose events are kept at hand for devices that missed a few; older ones are read again.
RECENT = 64
# A table that is this long takes half a second to wake: nobody plays so much, so nobody may write more.
MOST_ROWS = 200_000
RETRY = 1.0
# So long a process that does not lead waits for the one that does.
PATIENCE = 2.0

# Phrases of one seat: a few at once, then one every other second.
SAID_AT_ONCE, SAID_PER_MINUTE = 6, 30

log = logging.getLogger("tailback.server")

Ask = Callable[[Ledger], r.AnyRow | None]


class Table:
    def __init__(self, house: House, ledger: Ledger, code: str | None) -> None:
        self.house = house
        self.ledger = ledger
        self.id = ledger.table
        self.code = code
        self.lock = asyncio.Lock()
        self.devices: list[Device] = []
        self.elsewhere: dict[str, Elsewhere] = {}
        self.recent: deque[tuple[int, list[Event]]] = deque(maxlen=RECENT)
        self.window: Window | None = None
        self.away: dict[int, Away] = {}
        self.drivers = Drivers(self)
        # How much each seat has talked of late.
        self.chatter: dict[int, Bucket] = {}
        # A write whose outcome is not known: read before the next one.
        self.unsure = False
        # When the store was found away the last time.
        self.failed = -1.0
        # The house lets it go then, if nobody is here.
        self.bedtime = 0.0
        self.sleeper: asyncio.TimerHandle | None = None
        self.closed = False

    # Writing

    async def write(self, ask: Ask, key: str = "") -> bool:
        """Turn a request into a row, store it, then show it. False when there was nothing (more) to do.

        Refused when it cannot be done, also when the store cannot take it: then nothing changed.
        """
        asked = asyncio.get_running_loop().time()
        async with self.lock:
            if self.failed >= asked:
                # Whoever was first in line waited for all.
                raise Refused("store_away", 503)
            while not self.closed:
                if self.unsure:
                    await self.catch_up()
                if self.ledger.seen(key):
                    return False
                if self.ledger.v >= MOST_ROWS:
                    raise Refused("table_worn")
                try:
                    row = ask(self.ledger)
                except TooLate:
                    raise
                except Refused:
                    # Perhaps only because another process wrote and its bell has not rung yet.
                    if not self.house.store.shared or not await self.catch_up():
                        raise
                    continue
                if row is None:
                    return False
                row.key = row.key or key or f"{self.house.node}.{self.house.count()}"
                try:
                    await self.house.store.append(self.id, self.ledger.v, r.encode(row))
                except Conflict:
                    if not await self.catch_up():
                        raise Refused("no_table", 404) from None
                    continue
                except StoreFull:
                    raise Refused("store_full", 507) from None
                except StoreError:
                    self.doubt()
                    raise Refused("store_away", 503) from None
                except BaseException:
                    self.doubt()
                    raise
                self.take(row)
                return True
        # It fell asleep, or is no more; whoever wakes it is told of the row.
        return await (await self.house.table(self.id)).write(ask, key)

    async def catch_up(self) -> int:
        """Read what others wrote; how many rows? The caller holds the lock."""
        try:
            data = await self.house.store.rows(self.id, self.ledger.v)
        except StoreError:
            self.failed = asyncio.get_running_loop().time()
            raise Refused("store_away", 503) from None
        self.unsure = False
        try:
            for raw in data:
                self.take(r.decode(raw))
        except (Broken, BadOption, msgspec.DecodeError):
            # Written by a newer server: its own devices may go on there, ours must turn to it.
            log.exception("table %s cannot be added up here", self.id)
            for device in list(self.devices):
                device.leave("restart")
            self.house.let_go(self)
            raise Refused("store_away", 503) from None
        return len(data)

    def doubt(self) -> None:
        """Was it written? Whoever asked may never ask again, but the others must see it if it was."""
        self.failed = asyncio.get_running_loop().time()
        if not self.unsure:
            self.unsure = True
            self.house.spawn(self.make_sure())

    async def make_sure(self) -> None:
        while self.unsure and not self.closed:
            await asyncio.sleep(RETRY)
            async with self.lock:
                with contextlib.suppress(Refused):
                    if self.unsure:
                        await self.catch_up()

    async def refresh(self) -> None:
        """Read what other processes wrote: for somebody who may have seen more of the table there."""
        async with self.lock:
            await self.catch_up()

    async def look_again(self, rows: int) -> None:
        """The doorbell: another process wrote."""
        if self.ledger.v < rows and not self.closed:
            async with self.lock:
                if self.ledger.v < rows:
                    await self.catch_up()

    def take(self, row: r.AnyRow) -> None:
        """A row that is stored: add it up and show it."""
        before = self.ledger.match.n if self.ledger.match else 0
        settings = self.ledger.settings
        change = self.ledger.apply(row)
        self.recent.append((self.ledger.v, change.events))
        match = self.ledger.match
        if match is None or match.n != before:
            self.set_clock()
        if change.face:
            for device in list(self.devices):
                device.look(self.ledger)
            if self.ledger.settings != settings:
                self.run_anew(settings)
            self.send_strangers_away()
            self.look_round()
            self.see_to_clock()
        if self.devices:
            self.publish(change)
        self.drivers.drive()

    def run_anew(self, before: r.Settings) -> None:
        """The host runs the table another way from now on, also the question that is open."""
        if self.ledger.settings.away_seconds != before.away_seconds:
            for away in self.away.values():
                away.handle.cancel()
            self.away.clear()
        if self.ledger.settings.clock != before.clock:
            self.drivers.thinking.clear()
            self.set_clock()

    def send_strangers_away(self) -> None:
        """Where nobody may watch, whoever has lost the last seat must go."""
        if not self.ledger.settings.watchers:
            for device in list(self.devices):
                if not device.seats and not device.host:
                    device.leave("no_watchers")

    # Showing

    def publish(self, change: Change) -> None:
        """Each device gets what its seats may know; devices with the same seats get the same bytes."""
        face = self.face() if change.face else None
        made: dict[tuple[int, ...], bytes] = {}
        for device in list(self.devices):
            framed = made.get(device.seats)
            if framed is None:
                framed = frame(self.update(device.seats, change.events, face, False))
                made[device.seats] = framed
            device.send(framed)

    def update(self, seats: tuple[int, ...], events: list[Event], face: p.TableFace | None, missed: bool) -> bytes:
        ledger = self.ledger
        match = ledger.match
        shown: list[p.SeatUpdate] = []
        if match is not None and match.state is not None:
            state = match.state
            question = self.question(match)
            awaited = list(match.decision.awaited) if match.decision else []
            for seat in seats or (None,):
                player = match.seat_of(seat)
                shown.append(
                    p.SeatUpdate(
                        seat,
                        ledger.v,
                        match.n,
                        [event.seen_by(player) for event in events],
                        state.view(player),
                        question,
                        state.legal(player) if player is not None else [],
                        awaited,
                    )
                )
        elif events:
            # Between two games; what a seat has missed may still be about the one before.
            for seat in seats or (None,):
                told = [event.seen_by(seat) for event in events]
                shown.append(p.SeatUpdate(seat, ledger.v, 0, told, None, None, [], []))
        return p.encoder.encode(p.Update(ledger.v, shown, face, missed))

    def question(self, match: Match) -> p.Question | None:
        asked = match.decision
        if asked is None:
            return None
        window = self.window if self.window is not None and self.window.n == match.n else None
        ms = window.left_ms() if window else None
        return question_face(asked, ms)

    def face(self) -> p.TableFace:
        return table_face(self)

    async def missed(self, since: int | None) -> list[Event]:
        """Everything that happened after row `since`, up to the row that is the last one on return."""
        events: list[Event] = []
        v = self.ledger.v if since is None else max(0, since)
        while v < self.ledger.v:
            if self.recent and self.recent[0][0] <= v + 1:
                events += [event for row, told in self.recent if row > v for event in told]
                v = self.ledger.v
            else:
                upto = self.ledger.v
                events += await self.house.events_since(self.id, v, upto)
                v = upto
        return events

    def all_of_it(self, seats: tuple[int, ...], missed: list[Event]) -> bytes:
        """The table as it is now, for a device that has not seen it for a while or ever."""
        return frame(self.update(seats, missed, self.face(), True))

    def tell_presence(self) -> None:
        chairs = chairs_face(self)
        framed = frame(p.encoder.encode(p.Presence(chairs, self.watchers())))
        for device in list(self.devices):
            device.send(framed)

    # Who is here

    async def come_back(self, seat: int) -> None:
        """A person is here again: the bot that stood in gets up."""
        await self.write(lambda ledger: desk.back(ledger, now_ms(), seat))

    def enter(self, device: Device, welcome: Callable[[], None]) -> None:
        """From here on the device gets every row; `welcome` sends it those before, at the same moment."""
        self.devices.append(device)
        self.look_round()
        self.see_to_clock()
        try:
            welcome()
        except BaseException:
            # A mistake about one device must not break the table for the others.
            self.exit(device)
            raise
        self.presence_changed()

    def exit(self, device: Device) -> None:
        if device in self.devices:
            self.devices.remove(device)
            self.presence_changed()
            if not self.devices:
                self.house.may_sleep(self)

    def heard(self, node: str, here: Elsewhere | None) -> None:
        """Another process says who is at this table there; None: it is gone."""
        if here is None or not (here.seats or here.watchers):
            gone = self.elsewhere.pop(node, None)
            if gone is None:
                return
        else:
            before = self.elsewhere.get(node)
            self.elsewhere[node] = here
            if before is not None and before.seats.keys() == here.seats.keys() and before.watchers == here.watchers:
                return
        self.presence_changed(spread=False)

    def here(self) -> set[int]:
        """The seats with a device, anywhere."""
        found = {seat for device in self.devices for seat in device.seats}
        for others in self.elsewhere.values():
            found |= set(others.seats)
        return found

    def watchers(self) -> int:
        mine = sum(1 for device in self.devices if not device.seats)
        return mine + sum(others.watchers for others in self.elsewhere.values())

    @property
    def awake(self) -> bool:
        return bool(self.devices or self.elsewhere) and not self.closed

    @property
    def running(self) -> bool:
        """A game goes on while one of its people is here; one that only bots play, while anybody looks on."""
        people = {seat for seat, chair in enumerate(self.ledger.chairs) if chair.sitter == "person"}
        return self.awake and (not people or not people.isdisjoint(self.here()))

    @property
    def leads(self) -> bool:
        """One process plays the bots and the clock; should two think they do, the store sees to it."""
        if not self.devices:
            return False
        return all(self.house.node < node for node in self.elsewhere)

    def presence_changed(self, spread: bool = True) -> None:
        if spread:
            self.house.announce(self)
        if self.closed:
            return
        self.look_round()
        self.tell_presence()
        self.see_to_clock()
        self.drivers.drive()

    def see_to_clock(self) -> None:
        """A window runs while one of the people is here, wherever: each process must be able to close it."""
        if not self.running:
            if self.window is not None:
                self.window.close()
                self.window = None
        elif self.ledger.match is not None and (self.window is None or self.window.n != self.ledger.match.n):
            self.set_clock()

    def look_round(self) -> None:
        """Start or stop the countdown of everybody who is away. It runs only while a person waits."""
        here = self.here()
        people = self.ledger.people()
        waiting = self.ledger.phase == "playing" and any(seat in here for seat in people)
        loop = asyncio.get_running_loop()
        seconds = self.ledger.settings.away_seconds
        for seat in range(len(self.ledger.chairs)):
            counts = waiting and seat in people and seat not in here
            if counts and seat not in self.away:
                handle = loop.call_later(seconds, self.send_bot, seat)
                self.away[seat] = Away(loop.time() + seconds, handle)
            elif not counts and seat in self.away:
                self.away.pop(seat).handle.cancel()
        for seat in [seat for seat in self.away if seat >= len(self.ledger.chairs)]:
            self.away.pop(seat).handle.cancel()
        for seat in {seat for device in self.devices for seat in device.seats}:
            if self.ledger.chairs[seat].stand_in:
                # The bot sat down while its person was coming in by another door.
                self.house.spawn(self.keep_trying(partial(desk.back, at=now_ms(), seat=seat)))

    def send_bot(self, seat: int) -> None:
        """Somebody stayed away too long."""
        self.away.pop(seat, None)

        def ask(ledger: Ledger) -> r.AnyRow | None:
            return None if seat in self.here() else desk.stand_in(ledger, now_ms(), seat)

        self.house.spawn(self.keep_trying(ask))

    async def keep_trying(self, ask: Ask) -> None:
        """For what the table itself does: it waits for a store that is away, as everyone does."""
        while not self.closed:
            try:
                await self.write(ask)
                return
            except Refused as refused:
                if refused.key not in ("store_away", "store_full"):
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
            self.window = Window(match.n, match.decision.seconds, self.grace(match.decision.seats), self.time_is_up)

    def grace(self, seats: tuple[int, ...]) -> float:
        """The longest allowance among the devices that are asked; it hangs on lines, never on cards."""
        most = self.ledger.settings.allowance_ms / 1000
        lines = [device.allowance for device in self.devices if set(device.seats) & set(seats)]
        lines += [line for others in self.elsewhere.values() for seat, line in others.seats.items() if seat in seats]
        return min(most, max(lines, default=0.0))

    def time_is_up(self, n: int) -> None:
        """Whoever leads closes the window; should that process have died, another one does a little later."""
        loop = asyncio.get_running_loop()
        window = self.window
        if window is None or window.n != n:
            return
        if not self.leads and loop.time() < window.deadline + PATIENCE:
            window.handle = loop.call_later(RETRY, self.time_is_up, n)
            return
        self.house.spawn(self.keep_trying(lambda ledger: desk.time_out(ledger, now_ms(), n)))

    # Answers

    async def answer(self, device: Device, seat: int, n: int, action: int, key: str) -> tuple[bool, bool]:
        """An answer from a device: (done now, held until the window closes)."""
        match = self.ledger.match
        if match is not None and match.n == n and not self.ledger.seen(key):
            self.in_time(device, n)
            if self.lets_pass(match, seat, action):
                return False, True
        ask = self.by(device, seat, lambda ledger: desk.answer(ledger, now_ms(), seat, n, action, key))
        return await self.write(ask, key), False

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
        return await self.write(
            self.by(device, seat, lambda ledger: desk.say(ledger, now_ms(), seat, phrase, key)), key
        )

    def close(self) -> None:
        """Nobody is here: the table sleeps in the store."""
        self.closed = True
        if self.window is not None:
            self.window.close()
        for away in self.away.values():
            away.handle.cancel()
        if self.sleeper is not None:
            self.sleeper.cancel()
