"""The rooms of the relay: who is in them, and how many there may be. All of it is forgotten with the process."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import itertools
from typing import Protocol

from tailback.server.relay import messages as m
from tailback.server.service.limits import Limits
from tailback.server.service.limits import Room as Space
from tailback.server.truth import seats
from tailback.server.truth.refusal import Refused

# Rooms of one address, and of all together; guests in one.
OF_ONE, IN_ALL = 10, 2000
GUESTS = 12
# So long a room keeps its code while its page is away, in seconds.
AWAY_SECONDS = 300.0
CODE_TRIES = 20


class Caller(Protocol):
    """Somebody on a line."""

    def tell(self, message: m.FromRelay) -> None: ...

    def leave(self, key: str, again: bool = False) -> None:
        """Say why, and hang up."""


class Room:
    """One page with a table, and those who came to it."""

    def __init__(self, id: str, code: str, address: str) -> None:
        self.id = id
        self.code = code
        # Who pays for it.
        self.address = address
        self.host: Caller | None = None
        self.guests: dict[int, Caller] = {}
        self.numbers = itertools.count(1)
        self.end: asyncio.TimerHandle | None = None

    def take(self, host: Caller) -> None:
        """Its page is here, perhaps once more: whoever spoke to the page before has to come again."""
        if self.end is not None:
            self.end.cancel()
            self.end = None
        before, self.host = self.host, host
        if before is not None:
            before.leave("relay_left")
        self.empty("relay_away", again=True)

    def enter(self, guest: Caller) -> int:
        if self.host is None:
            raise Refused("relay_away", 404)
        if len(self.guests) >= GUESTS:
            raise Refused("relay_full", 409)
        number = next(self.numbers)
        self.guests[number] = guest
        guest.tell(m.Came(0, self.id))
        self.host.tell(m.Came(number, self.id))
        return number

    def exit(self, number: int) -> None:
        if self.guests.pop(number, None) is not None and self.host is not None:
            self.host.tell(m.Parted(number))

    def send_away(self, number: int) -> None:
        guest = self.guests.pop(number, None)
        if guest is not None:
            guest.leave("relay_left", again=True)

    def empty(self, key: str, again: bool) -> None:
        guests, self.guests = self.guests, {}
        for guest in guests.values():
            guest.leave(key, again)


def id_of(key: str) -> str:
    """Whoever has the key has the room, also after a restart: nothing of it has to be kept.

    >>> seats.is_id(id_of("x" * 22))
    True
    """
    return base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest()[:16]).decode().rstrip("=")


class Rooms:
    """All of them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.space = Space(OF_ONE, IN_ALL)
        self.by_id: dict[str, Room] = {}
        self.by_code: dict[str, Room] = {}

    def hold(self, key: str, address: str, host: Caller) -> Room:
        """The room of this key, which is made when there is none."""
        room = self.by_id.get(id_of(key))
        if room is None:
            room = self.make(id_of(key), address)
        room.take(host)
        return room

    def make(self, id: str, address: str) -> Room:
        if not self.limits.tables.take(address):
            raise Refused("too_often", 429)
        if full := self.space.refuses(address, 1):
            raise Refused("too_often", 429) if full == "each" else Refused("too_busy", 503)
        room = Room(id, self.new_code(), address)
        self.space.take(address, 1)
        self.by_id[room.id] = self.by_code[room.code] = room
        return room

    def new_code(self) -> str:
        for longer in range(seats.longer(len(self.by_code)), len(seats.CODE_LENGTHS)):
            for _ in range(CODE_TRIES):
                code = seats.new_code(longer)
                if code not in self.by_code:
                    return code
        raise Refused("too_busy", 503)

    def find(self, name: str, address: str) -> Room:
        """By its id, which nobody guesses, or by its code: a wrong one is paid for as any guess is."""
        if seats.is_id(name):
            room = self.by_id.get(name)
            if room is None:
                raise Refused("relay_away", 404)
            return room
        if not self.limits.codes.take(address):
            raise Refused("too_often", 429)
        room = self.by_code.get(seats.tidy_code(name))
        if room is None:
            raise Refused("no_code", 404)
        self.limits.codes.give_back(address)
        return room

    def away(self, room: Room, host: Caller) -> None:
        """The page of this line is gone. It may come back, and finds its room as it was, without guests."""
        if room.host is not host:
            return
        room.host = None
        room.empty("relay_away", again=True)
        if self.by_id.get(room.id) is room:
            room.end = asyncio.get_running_loop().call_later(AWAY_SECONDS, self.close, room)

    def close(self, room: Room) -> None:
        if self.by_id.get(room.id) is not room:
            return
        del self.by_id[room.id], self.by_code[room.code]
        self.space.give_back(room.address, 1)
        room.empty("relay_left", again=False)
