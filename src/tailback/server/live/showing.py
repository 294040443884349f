"""What a table shows to the devices at it: to each what its seats may know, and no more.

A device that was here before gets what it missed, as long as that is at hand; a new one the table as it is.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from typing import Protocol

from tailback.core.contract import Event
from tailback.server import protocol as p
from tailback.server.live.absent import Absent
from tailback.server.live.care import Care
from tailback.server.live.clock import Window, ends_ms, now_ms
from tailback.server.live.drivers import Drivers
from tailback.server.live.presence import Company
from tailback.server.live.surroundings import Surroundings
from tailback.server.protocol.face import Moment, TimeLeft, chairs_face, moment_of, seat_updates, table_face
from tailback.server.truth.ledger import Change, Ledger
from tailback.server.truth.snapshot import Told

# In a game that must be remembered nobody is shown what happened earlier; but whoever sits there and lost the line for
# a moment would have seen this.
REMEMBERED_MS = 20_000


class Shown(Protocol):
    """A table, as far as whoever shows it must know it."""

    id: str
    code: str | None
    ledger: Ledger
    around: Surroundings
    company: Company
    window: Window | None
    absent: Absent
    drivers: Drivers
    care: Care


class Showing:
    def __init__(self, table: Shown, recent: deque[Told]) -> None:
        self.table = table
        # What the last rows told, for devices that missed a few. From here on by the clock that never jumps.
        moved = asyncio.get_running_loop().time() * 1000 - now_ms()
        self.recent = deque((told._replace(at=round(told.at + moved)) for told in recent), recent.maxlen)

    def note(self, change: Change) -> None:
        """A row has just been added up: whoever misses it can be told later."""
        now = round(asyncio.get_running_loop().time() * 1000)
        self.recent.append(Told(self.table.ledger.v, now, change.events))

    def publish(self, change: Change) -> None:
        """Each device gets what its seats may know; devices with the same seats get the same bytes."""
        face = self.face() if change.face else None
        moment = self.moment(change.events).packed()
        made: dict[tuple[int, ...], bytes] = {}

        def for_seats(seats: tuple[int, ...]) -> bytes:
            found = made.get(seats)
            if found is None:
                found = made[seats] = self.update(seats, moment, face, False)
            return found

        company = self.table.company
        for device in list(company.holders):
            device.send(for_seats(device.seats))
        if company.strangers:
            company.strangers.send(for_seats(()))

    def moment(self, events: list[Event]) -> Moment:
        return moment_of(self.table.ledger, events, self.time_left())

    def update(self, seats: tuple[int, ...], moment: Moment, face: p.TableFace | None, missed: bool) -> bytes:
        shown = seat_updates(self.table.ledger, seats, moment)
        return p.encoder.encode(p.Update(self.table.ledger.v, shown, face, missed))

    def time_left(self) -> TimeLeft | None:
        """Milliseconds for the open question, and until it opens; None without a clock."""
        match, window = self.table.ledger.match, self.table.window
        if match is None or window is None or window.n != match.n:
            return None
        return TimeLeft(window.left_ms(), window.opens_ms())

    def face(self) -> p.TableFace:
        table = self.table
        link = table.around.link(f"/t/{table.id}")
        watchers, thinkers = table.company.watchers(), table.drivers.thinkers()
        face = table_face(table.ledger, table.code, link, self.chairs(), watchers, thinkers)
        face.trouble = table.care.face()
        face.ends_ms = ends_ms(table.ledger)
        return face

    def chairs(self) -> list[p.ChairFace]:
        return chairs_face(self.table.ledger.chairs, self.table.company.seats(), self.table.absent.left_ms())

    def missed(self, since: int | None, seats: tuple[int, ...]) -> list[Event]:
        """Everything that happened after row `since`, as long as it is at hand; after that the view must do."""
        if since is None or not self.recent or max(0, since) + 1 < self.recent[0].v:
            return []
        match = self.table.ledger.match
        oldest = -math.inf
        if match is not None and match.game.forgetful and self.table.ledger.phase == "playing":
            if not seats:
                return []
            oldest = asyncio.get_running_loop().time() * 1000 - REMEMBERED_MS
        return [event for told in self.recent if told.v > since and told.at >= oldest for event in told.events]

    def all_of_it(self, seats: tuple[int, ...], missed: list[Event]) -> bytes:
        """The table as it is now, for a device that has not seen it for a while or ever."""
        with self.table.care.guard():
            return self.update(seats, self.moment(missed), self.face(), True)

    def show_all(self) -> None:
        """The same to everybody who is here."""
        company = self.table.company
        for device in list(company.holders):
            device.look(self.table.ledger)
            device.send(self.all_of_it(device.seats, []))
        if company.strangers:
            company.strangers.send(self.all_of_it((), []))

    def tell_presence(self) -> None:
        self.table.company.tell(p.Presence(self.chairs(), self.table.company.watchers()))
