"""A scripted player that never gives up: it resumes by itself whatever happens to its line or its server.

It keeps what it saw, so that afterwards `Proof` can compare it with the rows in the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tailback import games
from tailback.core.contract import Decision, Event
from tailback.core.rng import Rng
from tailback.robots.levels import OFFERED
from tailback.server.protocol import general
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger

# Seconds: the first pause before it tries again, the longest, and how long it waits for any sign of the server.
SOON, LATER, DEAF = 0.03, 0.5, 20.0
# Reasons to be sent away that a bad line alone explains; all others would be a mistake of the server.
LINE_TROUBLE = frozenset({"no_hello"})
# Every so many rows what is on the screen is kept for the comparison.
SAMPLE = 7


def digest(said: Any) -> str:
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def screen(update: dict[str, Any]) -> str:
    """What a seat sees and may do."""
    return digest([update["n"], update["view"], update["legal"], update["awaited"]])


class Told(NamedTuple):
    """What a seat was told when it came to row `v`, from the row it was at before."""

    v: int
    missed: bool
    events: list[str]


class Phone:
    """One device with its seats (none: it watches). `ways` are the sockets of all servers it may turn to."""

    def __init__(self, name: str, ways: list[str], table: str, tokens: dict[int, str], seed: int) -> None:
        self.name = name
        self.ways = ways
        # More about how it connects, such as a TLS context.
        self.manner: dict[str, Any] = {}
        self.table = table
        self.tokens = tokens
        self.random = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.violations: list[str] = []
        self.v: int | None = None
        self.first: int | None = None
        self.now: dict[int | None, dict[str, Any]] = {}
        self.face: dict[str, Any] = {}
        # Sent and not answered, by id; the keys of what was acknowledged or came too late; decisions answered, by seat.
        self.open: dict[str, dict[str, Any]] = {}
        self.acknowledged: set[str] = set()
        self.too_late: set[str] = set()
        self.answered: dict[int, int] = {}
        # What was on the screen at some rows, and what each seat was told with each update.
        self.seen: list[tuple[int, int | None, str]] = []
        self.told: dict[int | None, list[Told]] = {}
        self.level = self.random.choice(OFFERED[:3])
        # How often it hangs up and sends things twice of its own accord.
        self.whims = 0.02
        self.changed = asyncio.Event()
        self.line: ClientConnection | None = None
        self.deaf = DEAF
        # The server it spoke to last, and when it heard anything last.
        self.way = ""
        self.heard = 0.0

    @property
    def seats(self) -> tuple[int | None, ...]:
        return tuple(self.tokens) or (None,)

    @property
    def over(self) -> bool:
        return bool(self.face) and self.face["phase"] == "over"

    async def live(self) -> None:
        """Play until cancelled."""
        pause = SOON
        met = False
        while True:
            before = self.counts["messages"]
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self.talk()
            if self.counts["messages"] > before:
                met, pause = True, SOON
            self.counts["resumes"] += met
            await asyncio.sleep(pause * self.random.uniform(0.5, 1.5))
            pause = min(LATER, pause * 2)

    async def talk(self) -> None:
        """One connection, until it breaks."""
        way = self.random.choice(self.ways)
        async with connect(
            way,
            max_size=None,
            ping_interval=None,
            compression=None,
            open_timeout=self.deaf,
            # Who is deaf does not hear goodbyes either.
            close_timeout=1,
            **self.manner,
        ) as line:
            hello = {"type": "hello", "protocol": [1], "table": self.table, "tokens": list(self.tokens.values())}
            await line.send(json.dumps({**hello, "since": self.v}))
            self.line = line
            try:
                while True:
                    async with asyncio.timeout(self.deaf):
                        message = json.loads(await line.recv())
                    self.note_heard(way)
                    await self.react(line, message)
                    self.changed.set()
                    if message["type"] == "bye" or self.random.random() < self.whims / 4:
                        return
            finally:
                self.line = None

    def note_heard(self, way: str) -> None:
        self.counts["messages"] += 1
        self.counts["changes of server"] += self.way not in ("", way)
        self.way, self.heard = way, time.monotonic()

    async def react(self, line: ClientConnection, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "update":
            self.look(message)
            if message["missed"]:
                for said in list(self.open.values()):
                    self.counts["resent"] += 1
                    await line.send(json.dumps(said))
            await self.play(line)
        elif kind == "presence":
            self.face = {**self.face, "chairs": message["chairs"], "watchers": message["watchers"]}
        elif kind == "ping":
            await line.send(json.dumps({"type": "pong", "t": message["t"]}))
        elif kind in ("ack", "late", "refused"):
            await self.settle(line, message)
        elif kind == "bye" and not message["again"]:
            # It comes back all the same, as every client of ours does.
            self.counts["sent away"] += 1
            if message["key"] not in LINE_TROUBLE:
                self.violations.append(f"{self.name}: was sent away: {message}")

    def look(self, update: dict[str, Any]) -> None:
        v = update["v"]
        before = self.v
        if self.v is None:
            self.first = v
        elif v < self.v or (not update["missed"] and v != self.v + 1):
            self.violations.append(f"{self.name}: row {v} came after row {self.v}")
        self.v = v
        self.face = update["table"] or self.face
        for seen in update["seats"]:
            seat = seen["seat"]
            if before is not None:
                events = [digest(event) for event in seen["events"]]
                self.told.setdefault(seat, []).append(Told(v, update["missed"], events))
            if seen["view"] is not None:
                self.now[seat] = seen
                if update["missed"] or not seen["awaited"] or v % SAMPLE == 0:
                    self.seen.append((v, seat, screen(seen)))

    async def play(self, line: ClientConnection) -> None:
        """Answer for every seat that is asked and has not answered."""
        if not self.face or self.face["phase"] != "playing":
            return
        for seat in self.tokens:
            asked = self.now.get(seat)
            if asked is None or seat not in asked["awaited"] or self.answered.get(seat, -1) >= asked["n"]:
                continue
            self.answered[seat] = asked["n"]
            self.counts["sent"] += 1
            key = f"{self.name}.{self.counts['sent']}"
            said = {"type": "answer", "id": key, "seat": seat, "n": asked["n"], "action": self.choose(asked)}
            self.open[key] = said
            await line.send(json.dumps(said))
            if self.random.random() < self.whims:
                self.counts["sent twice"] += 1
                await line.send(json.dumps(said))

    def choose(self, asked: dict[str, Any]) -> int:
        q = asked["decision"]
        decision = Decision(q["kind"], tuple(q["seats"]), q["gate"], q["seconds"], q["hold"], tuple(asked["awaited"]))
        policy = games.load(self.face["game"]).bot(self.level)
        return int(policy(asked["view"], decision, asked["legal"], Rng(self.random.getrandbits(64))))

    async def settle(self, line: ClientConnection, message: dict[str, Any]) -> None:
        said = self.open.get(message["id"])
        kind = message["type"]
        if kind == "refused" and message["again"]:
            self.counts["asked to try again"] += 1
            if said is not None:
                await asyncio.sleep(SOON)
                await line.send(json.dumps(said))
            return
        if kind == "ack" and not message["held"] and said is not None:
            self.acknowledged.add(f"{said['seat']}.{said['id']}")
        if kind == "late" and said is not None:
            self.too_late.add(f"{said['seat']}.{said['id']}")
        if kind == "refused" and said is not None:
            self.violations.append(f"{self.name}: {said} was refused: {message}")
        if said is not None:
            self.counts["held" if message.get("held") else kind] += 1
            self.counts["again"] += bool(message.get("again"))
        self.open.pop(message["id"], None)

    def situation(self) -> dict[str, Any]:
        """Where it stands, for a report."""
        asked = {seat: [seen["n"], seen["decision"], seen["awaited"]] for seat, seen in self.now.items()}
        chairs = [[c["sitter"], c["here"], c["stand_in"]] for c in self.face.get("chairs", [])]
        return {
            "line": self.line is not None,
            "row": self.v,
            "game": self.face.get("game"),
            "phase": self.face.get("phase"),
            "chairs": chairs,
            "asked": asked,
            "answered": self.answered,
            "open": list(self.open.values()),
        }

    async def wait(self, until: Callable[[], Any], seconds: float) -> bool:
        """Has this come true in time? It is looked at after every message."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not until():
                    self.changed.clear()
                    await self.changed.wait()
        return bool(until())


class Proof:
    """The rows of one table, added up again beside what its phones saw; also while they go on playing."""

    def __init__(self, table: str, data: Sequence[bytes] = ()) -> None:
        self.table = table
        self.rows: list[r.Row] = []
        self.keys: Counter[str] = Counter()
        self.ledger = Ledger(table)
        # How much of each phone is compared: pictures by name, what it was told by name and seat.
        self.compared: Counter[str] = Counter()
        self.heard: Counter[tuple[str, int | None]] = Counter()
        # What a seat has still to be told: the events since its last update, with the number of the game.
        self.due: dict[tuple[str, int | None], list[tuple[int, Event]]] = {}
        self.counts: Counter[str] = Counter()
        self.add(data)

    def add(self, data: Sequence[bytes]) -> None:
        for raw in data:
            row = r.decode(raw)
            self.rows.append(row)
            if row.key:
                self.keys[row.key] += 1

    def violations(self, phones: list[Phone]) -> list[str]:
        """At the end, when every phone has everything."""
        found = self.written({phone.name: phone.acknowledged for phone in phones}, phones)
        for phone in phones:
            if phone.v != len(self.rows):
                found.append(f"{phone.name}: is at row {phone.v} of {len(self.rows)}")
        return found + self.compare(phones, len(self.rows))

    def written(self, acknowledged: dict[str, set[str]], phones: list[Phone]) -> list[str]:
        """What was acknowledged before the rows were read is in them, once."""
        found = [violation for phone in phones for violation in phone.violations]
        found += [f"{self.table}: {key} was written {count} times" for key, count in self.keys.items() if count > 1]
        for name, keys in acknowledged.items():
            found += [f"{name}: {key} was acknowledged and is not there" for key in sorted(keys - self.keys.keys())]
        for phone in phones:
            late = phone.too_late & self.keys.keys()
            found += [f"{phone.name}: {key} counted though it came too late" for key in late]
        return found

    def compare(self, phones: list[Phone], upto: int) -> list[str]:
        """Screens and events, row by row from the same rows, as far as every phone has come."""
        wanted: dict[int, list[tuple[Phone, int | None, str]]] = {}
        for phone in phones:
            while self.compared[phone.name] < len(phone.seen):
                v, seat, picture = phone.seen[self.compared[phone.name]]
                if v > upto:
                    break
                self.compared[phone.name] += 1
                wanted.setdefault(v, []).append((phone, seat, picture))
        found = self.look(wanted) + self.hear(phones)
        while self.ledger.v < min(upto, len(self.rows)):
            change = self.ledger.apply(self.rows[self.ledger.v])
            for phone in phones:
                if phone.first is not None and self.ledger.v > phone.first:
                    for seat in phone.seats:
                        due = self.due.setdefault((phone.name, seat), [])
                        due += [(self.ledger.games_played, event) for event in change.events]
            found += self.look(wanted) + self.hear(phones)
        return found

    def look(self, wanted: dict[int, list[tuple[Phone, int | None, str]]]) -> list[str]:
        v = self.ledger.v
        return [
            f"{phone.name}: seat {seat} saw something else at row {v}"
            for phone, seat, picture in wanted.pop(v, ())
            if screen(self.picture(self.ledger, seat)) != picture
        ]

    def hear(self, phones: list[Phone]) -> list[str]:
        """What was told with the updates to this row."""
        found = []
        for phone in phones:
            for seat in phone.seats:
                told = phone.told.get(seat, [])
                while (k := self.heard[phone.name, seat]) < len(told) and told[k].v == self.ledger.v:
                    self.heard[phone.name, seat] += 1
                    if not self.fits(told[k], self.expected(seat, self.due.pop((phone.name, seat), []))):
                        found.append(f"{phone.name}: seat {seat} was not told what led to row {self.ledger.v}")
        return found

    def expected(self, seat: int | None, due: list[tuple[int, Event]]) -> list[str]:
        """As this seat is told it. Where things go is said on the table of the same game only."""
        match = self.ledger.match
        here = self.ledger.games_played
        return [
            digest(general.seen(match.game, event, seat) if match and number == here else event.seen_by(seat))
            for number, event in due
        ]

    def fits(self, told: Told, due: list[str]) -> bool:
        """All of it, once and in order. After a break perhaps nothing; and a part where remembering is the game."""
        if told.events == due:
            return True
        self.counts["breaks not told in full"] += 1
        if not told.missed:
            return False
        match = self.ledger.match
        if match is not None and match.game.forgetful:
            rest = iter(due)
            return all(event in rest for event in told.events)
        return not told.events

    def picture(self, ledger: Ledger, seat: int | None) -> dict[str, Any]:
        match = ledger.match
        assert match is not None
        assert match.state is not None
        return {
            "n": match.n,
            "view": json.loads(json.dumps(general.with_spread(match.game, match.state.view(seat)))),
            "legal": [int(action) for action in match.state.legal(seat)] if seat is not None else [],
            "awaited": list(match.decision.awaited) if match.decision else [],
        }
