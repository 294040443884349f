"""One table and its phones: game after game."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx

from server.phone import Phone
from specimens import OURS, WINDOWS, hurried
from tailback import games
from tailback.core import record

if TYPE_CHECKING:
    from server.chaos.run import Chaos

# Short games, so that many come to their end; windows as short as the rules allow.
OPTIONS = {game.id: hurried(game) if game in WINDOWS else game.short for game in OURS}
# Who sits on which phone; "b" is a bot, and a phone without seats watches.
SEATINGS = ((("0", "1"), "b"), (("0", "1", ""), "b"), (("0", "1", "2"), ""), (("01", "2"), "b"), (("0", "1"), ""))
# One table in so many plays by the clock; a short run with fewer does not wait for windows.
CLOCK = 4
# Seconds for a request until it must have come through, and for all games to end.
PATIENCE = 60.0
# A table with so many rows is put away for a new one, as a family would: what is done with all rows of a table
# (carrying it along, the proof) would else take the longer, the longer a run lasts.
LONG = 2000
# A phone that has heard nothing for so many seconds tries another line.
DEAF = 5.0


class Broken(Exception):
    """Something that must never happen."""


class Round:
    """One table and its phones, now and then another one: game after game until the time is up, then to the end of the
    last one."""

    def __init__(self, chaos: Chaos, number: int) -> None:
        self.chaos = chaos
        self.chance = random.Random(f"{chaos.seed}.{number}")
        self.number = number
        self.games = games.ids()
        self.phones: list[Phone] = []
        self.table = ""
        self.tokens: dict[int | None, str] = {}
        self.finished = 0
        # Tables that were put away.
        self.tables = 0
        # A copy of the table is played elsewhere, and this one waits for it.
        self.elsewhere: Carried | None = None

    @property
    def long(self) -> bool:
        """So much was played at this table that the next game is for another one."""
        return max((phone.v or 0 for phone in self.phones), default=0) > LONG

    @property
    def progress(self) -> tuple[int, ...]:
        """It changes as long as the table goes on."""
        here = (self.finished, max((phone.v or 0 for phone in self.phones), default=-1))
        return (*here, *self.elsewhere.progress) if self.elsewhere else here

    async def ask(self, method: str, path: str, body: Any = None, everybody: bool = False) -> Any:
        """A request to any server, repeated until one answers. All of them carry an id or may be done twice."""
        tokens = list(self.tokens.values()) if everybody else [self.tokens[None]] if self.tokens else []
        headers = {"authorization": f"Bearer {','.join(tokens)}"} if tokens else {}
        end = time.monotonic() + PATIENCE
        # As long as troubles go on, so may the attempts.
        while time.monotonic() < end or not self.chaos.over:
            way = self.chance.choice(self.chaos.servers.running).http
            with contextlib.suppress(httpx.TransportError):
                answer = await self.chaos.http.request(method, way + path, json=body, headers=headers)
                if answer.is_success:
                    return answer.json() if "json" in answer.headers["content-type"] else answer.text
                if answer.status_code not in (429, 503, 507):
                    raise Broken(f"{method} {path}: {answer.status_code} {answer.text}")
            await asyncio.sleep(0.1)
        raise Broken(f"{method} {path}: nobody answered for {PATIENCE:g} seconds")

    def game(self, k: int) -> dict[str, Any]:
        chosen = self.games[(self.number + k) % len(self.games)]
        return {"game": chosen, "options": OPTIONS.get(chosen, {})}

    async def open(self) -> None:
        phones, rest = self.chance.choice(SEATINGS)
        people = sum(len(seats) for seats in phones)
        chairs = [{"sitter": "here", "name": f"P{seat}"} for seat in range(people)]
        chairs += [{"sitter": "bot", "name": "Bot"}] * len(rest)
        settings = {"pace_ms": 0, "clock": self.number % CLOCK == CLOCK - 1}
        made = await self.ask("POST", "/api/tables", {**self.game(0), "chairs": chairs, "settings": settings})
        self.sit_down(made, [[int(seat) for seat in seats] for seats in phones])

    def sit_down(self, made: dict[str, Any], phones: list[list[int]]) -> None:
        """A phone for each of these seats, at the table that was made."""
        self.table = made["table"]["table"]
        self.tokens = {held["seat"]: held["token"] for held in made["tokens"]}
        for k, seats in enumerate(phones):
            mine = {seat: self.tokens[seat] for seat in seats}
            name = f"t{self.number}.{self.tables}p{k}"
            phone = Phone(name, self.chaos.servers.ways, self.table, mine, self.chance.getrandbits(32))
            phone.deaf = DEAF
            self.phones.append(phone)

    async def play(self) -> None:
        await self.play_at_one_table()
        while not self.chaos.over:
            await self.play_at_one_table()

    async def play_at_one_table(self) -> None:
        await self.open()
        async with asyncio.TaskGroup() as group:
            living = [group.create_task(phone.live()) for phone in self.phones]
            try:
                await self.game_after_game()
                await self.leave()
            finally:
                for task in living:
                    task.cancel()

    async def leave(self) -> None:
        """The last table is proved when its servers have stopped."""
        if not self.chaos.over:
            await self.chaos.put_away(self)

    def rise(self) -> list[Phone]:
        """Nobody sits at the table any more; whoever sat there."""
        phones, self.phones, self.tokens, self.table = self.phones, [], {}, ""
        self.tables += 1
        return phones

    async def game_after_game(self) -> None:
        path = f"/api/tables/{self.table}"
        k = 0
        await self.ask("POST", f"{path}/deal", {"id": "deal0"})
        while True:
            if k and self.chaos.may_carry():
                # Perhaps in the middle of the game, perhaps after its end.
                await asyncio.sleep(self.chance.uniform(0, 1))
                self.elsewhere = Carried(self)
                await self.elsewhere.play()
                self.elsewhere = None
            await self.everyone(k)
            self.finished += 1
            self.chaos.counts["games finished"] += 1
            self.check(await self.ask("GET", f"{path}/games/{k}/export"))
            if self.chaos.over or self.long:
                break
            k += 1
            await self.ask("POST", f"{path}/again", {**self.game(k), "id": f"again{k}", "deal": True})

    async def everyone(self, game: int) -> None:
        """Every phone sees the end of this game; while servers still die it may take as long as it likes."""

        def ended(phone: Phone) -> bool:
            return phone.over and phone.face["number"] == game

        for phone in self.phones:
            before = -1
            while not await phone.wait(partial(ended, phone), PATIENCE):
                stuck, before = before == phone.v, phone.v or 0
                if stuck and self.chaos.quiet_for > PATIENCE:
                    raise Broken(f"{phone.name} waits in vain for the end of game {game}: {phone.situation()}")

    def check(self, text: str) -> None:
        played = games.read_record(text)
        differences = record.verify(played)
        if differences or played.deal is None:
            raise Broken(f"{self.table}: the export does not verify: {differences}")


class Carried(Round):
    """The same table, carried along to a place of its own: the game goes on there, and here as well.

    It has its own phones, and all that is proved of a table is proved of it.
    """

    numbers = itertools.count(1000)

    def __init__(self, home: Round) -> None:
        super().__init__(home.chaos, next(self.numbers))
        self.home = home
        self.came: dict[str, Any] = {}

    async def play(self) -> None:
        try:
            await self.play_at_one_table()
            self.chaos.counts["carried along"] += 1
        finally:
            # The roll call waits for nobody who has gone.
            if self in self.chaos.rounds:
                self.chaos.rounds.remove(self)

    async def leave(self) -> None:
        self.chaos.prove_one(self, await self.chaos.settled(self))

    async def open(self) -> None:
        home = self.home
        rows = await home.ask("POST", f"/api/tables/{home.table}/along", everybody=True)
        made = await self.ask("POST", "/api/along", rows)
        # As it was when it came: its phones play on before anybody asks again.
        self.came = made["table"]
        people = [held["seat"] for held in made["tokens"] if held["seat"] is not None]
        self.sit_down(made, [[seat] for seat in people])
        self.chaos.rounds.append(self)

    async def game_after_game(self) -> None:
        path = f"/api/tables/{self.table}"
        number = self.came["number"]
        if self.came["phase"] == "over":
            number += 1
            await self.ask("POST", f"{path}/again", {**self.game(number), "id": "again", "deal": True})
        await self.everyone(number)
        self.finished += 1
        for game in {0, number - 1, number}:
            text = await self.ask("GET", f"{path}/games/{game}/export")
            self.check(text)
            if game < number:
                before = await self.home.ask("GET", f"/api/tables/{self.home.table}/games/{game}/export")
                if text.replace("\nmoved\n", "\n") != before.replace("\nmoved\n", "\n"):
                    raise Broken(f"{self.table}: game {game} is another one than at {self.home.table}")
