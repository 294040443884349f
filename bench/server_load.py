"""A load for our servers from a process of its own: tables of scripted players over real WebSockets.

Every player has a line of its own and moves as soon as it is asked, or when the rate allows. With several
servers the tables are spread over them, or with `--spread` the players of each table. At some tables half of
the seats are robots'. The frames are written and read by hand, so that this process is not what is being
measured. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import itertools
import json
import random
import threading
import time
from collections import deque
from typing import Any

import msgspec

WARM_UP = 3.0


class Seat(msgspec.Struct):
    n: int
    legal: list[int]
    awaited: list[int]
    decision: dict[str, Any] | None


class Update(msgspec.Struct):
    v: int
    seats: list[Seat]


class Other(msgspec.Struct):
    type: str
    t: int = 0
    key: str = ""


UPDATE = b'{"type":"update"'
update_of = msgspec.json.Decoder(Update).decode
other_of = msgspec.json.Decoder(Other).decode
GREETING = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Web:
    """Requests over HTTP, one line for each thread that asks."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.here = threading.local()

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        if not hasattr(self.here, "line"):
            self.here.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        self.here.line.request("POST", path, json.dumps(body), headers)
        answer = self.here.line.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{path}: {answer.status} {text!r}")
        return json.loads(text)


def framed(data: bytes) -> bytes:
    """A masked text frame whose mask is zero, as a client must send it."""
    size = len(data)
    head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + data


class Load:
    """What all tables share: the clock, the rate, and what was measured."""

    def __init__(self, rate: float, ports: list[int], spread: int) -> None:
        self.rate = rate
        self.ports = ports
        # 1: the players of a table sit at different servers, 0: at one.
        self.spread = spread
        self.web = Web(ports[0])
        self.moves = 0
        self.games = 0
        self.refused = 0
        self.counting = False
        self.latencies: list[float] = []
        self.waiting: deque[tuple[Player, bytes]] = deque()
        self.stopped = False

    async def pace(self) -> None:
        """Let so many moves go per second, evenly."""
        due = time.perf_counter()
        while not self.stopped:
            now = time.perf_counter()
            while due <= now and self.waiting:
                due += 1 / self.rate
                player, data = self.waiting.popleft()
                player.move(data)
            if not self.waiting:
                due = max(due, now)
            await asyncio.sleep(max(0.0005, due - time.perf_counter()))


class Table:
    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.number = number
        self.id = ""
        self.host = ""
        self.players: list[Player] = []
        # Row -> when its move was sent, and how many seats have not seen it.
        self.sent: dict[int, list[float]] = {}

    def arrived(self, v: int) -> None:
        found = self.sent.get(v)
        if found is not None:
            found[1] -= 1
            if found[1] == 0:
                del self.sent[v]
                if self.load.counting:
                    self.load.latencies.append(time.perf_counter() - found[0])


class Player(asyncio.Protocol):
    numbers = itertools.count(1)

    def __init__(self, table: Table, seat: int, token: str, host: str) -> None:
        self.table = table
        self.load = table.load
        self.seat = seat
        self.token = token
        self.host = host
        self.buffer = b""
        self.open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self.v = 0
        self.random = random.Random(table.number * 8 + seat)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        transport.write(GREETING.format(host=self.host).encode())

    def data_received(self, data: bytes) -> None:
        data = self.buffer + data
        if not self.open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self.buffer = data
                return
            assert b" 101 " in data[:end], data
            data = data[end + 4 :]
            self.open = True
            tokens = [self.token] if self.token else []
            hello = {"type": "hello", "protocol": [1], "table": self.table.id, "tokens": tokens}
            self.transport.write(framed(json.dumps(hello).encode()))
        at = 0
        while len(data) - at >= 2:
            size, head = data[at + 1], 2
            if size == 126:
                size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 10
            if len(data) - at < head + size:
                break
            if data[at] == 0x81:
                self.message(data[at + head : at + head + size])
            at += head + size
        self.buffer = data[at:]

    def message(self, data: bytes) -> None:
        if data.startswith(UPDATE):
            update = update_of(data)
            self.v = update.v
            self.arrived(update.v)
            if not self.ready.done():
                self.ready.set_result(None)
            if update.seats:
                self.look(update.seats[0])
            return
        message = other_of(data)
        if message.type == "ping":
            self.transport.write(framed(b'{"type":"pong","t":%d}' % message.t))
        elif message.type in ("refused", "bye", "late"):
            self.load.refused += 1
            if message.type == "bye":
                raise SystemExit(f"the server said goodbye: {message.key}")

    def arrived(self, v: int) -> None:
        self.table.arrived(v)

    def look(self, seat: Seat) -> None:
        if self.seat in seat.awaited:
            # Now and then not the first one, so that games differ; the last legal one is drawing.
            action = seat.legal[0] if self.random.random() < 0.8 else seat.legal[-1]
            data = b'{"type":"answer","id":"%d","seat":%d,"n":%d,"action":%d}' % (
                next(self.numbers),
                self.seat,
                seat.n,
                action,
            )
            if self.load.rate:
                self.load.waiting.append((self, data))
            elif not self.load.stopped:
                self.move(data)
        elif seat.decision is None and seat.n and self.seat == 0 and not self.load.stopped:
            self.load.games += self.load.counting
            path = f"/api/tables/{self.table.id}/again"
            asyncio.get_running_loop().run_in_executor(None, self.load.web.post, path, {"deal": True}, self.table.host)

    def move(self, data: bytes) -> None:
        self.table.sent[self.v + 1] = [time.perf_counter(), len(self.table.players)]
        self.load.moves += self.load.counting
        self.transport.write(framed(data))


class Watcher(Player):
    """Looks on, and counts what it sees."""

    seen = 0

    def __init__(self, table: Table) -> None:
        super().__init__(table, -1, "", f"127.0.0.1:{table.load.web.port}")

    def arrived(self, v: int) -> None:
        """The times are those of the players."""

    def look(self, seat: Seat) -> None:
        Watcher.seen += self.load.counting


async def watch(table: Table, many: int) -> float:
    """So many watchers at one table, a few hundred coming at a time; how many seconds until all of them are there?"""
    began = time.perf_counter()
    loop = asyncio.get_running_loop()
    for start in range(0, many, 200):
        coming = [Watcher(table) for _ in range(start, min(start + 200, many))]
        for watcher in coming:
            await loop.create_connection(lambda watcher=watcher: watcher, "127.0.0.1", table.load.web.port)  # type: ignore[misc]
        await asyncio.gather(*(watcher.ready for watcher in coming))
    return time.perf_counter() - began


async def open_table(load: Load, number: int, people: int, robots: int, game: str) -> Table:
    table = Table(load, number)
    chairs = [{"sitter": "here", "name": f"P{seat}"} for seat in range(people)]
    chairs += [{"sitter": "bot", "name": f"R{seat}"} for seat in range(robots)]
    made = load.web.post("/api/tables", {"game": game, "chairs": chairs})
    table.id = made["table"]["table"]
    loop = asyncio.get_running_loop()
    for held in made["tokens"]:
        if held["seat"] is None:
            table.host = held["token"]
            continue
        port = load.ports[(number + held["seat"] * load.spread) % len(load.ports)]
        player = Player(table, held["seat"], held["token"], f"127.0.0.1:{port}")
        table.players.append(player)
        await loop.create_connection(lambda player=player: player, "127.0.0.1", port)  # type: ignore[misc]
    await asyncio.gather(*(player.ready for player in table.players))
    return table


async def main(given: argparse.Namespace) -> dict[str, Any]:
    tables, seconds, rate = given.tables, given.seconds, given.rate
    load = Load(rate, [int(port) for port in given.ports.split(",")], given.spread)
    made = [
        await open_table(load, number, *((2, 2) if number < given.robots else (given.people, 0)), given.game)
        for number in range(tables)
    ]
    gathering = await watch(made[0], given.watchers)
    print("seated", flush=True)
    pacing = asyncio.create_task(load.pace()) if rate else None
    for table in made:
        load.web.post(f"/api/tables/{table.id}/deal", {}, table.host)
        await asyncio.sleep(0)
    await asyncio.sleep(given.warm_up)
    print("start", flush=True)
    load.counting = True
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    load.counting = False
    took = time.perf_counter() - began
    print("stop", flush=True)
    load.stopped = True
    if pacing:
        await pacing
    for table in made:
        for player in table.players:
            player.transport.abort()
    found = sorted(load.latencies)
    return {
        "tables": tables,
        "watchers": given.watchers,
        "gathering": gathering,
        "seen": Watcher.seen,
        "moves": load.moves,
        "seconds": took,
        "games": load.games,
        "refused": load.refused,
        "p50_ms": found[len(found) // 2] * 1000 if found else None,
        "p99_ms": found[int(len(found) * 0.99)] * 1000 if found else None,
        "client_cpu": time.process_time(),
    }


if __name__ == "__main__":
    reader = argparse.ArgumentParser()
    reader.add_argument("--ports", required=True)
    reader.add_argument("--tables", type=int, default=50)
    reader.add_argument("--seconds", type=float, default=10)
    reader.add_argument("--warm-up", type=float, default=WARM_UP, help="seconds of play before it counts")
    reader.add_argument("--rate", type=float, default=0)
    reader.add_argument("--spread", type=int, default=0)
    reader.add_argument("--people", type=int, default=4)
    reader.add_argument("--watchers", type=int, default=0, help="so many look on at the first table")
    reader.add_argument("--robots", type=int, default=0, help="tables where two of four seats are robots'")
    reader.add_argument("--game", required=True)
    given = reader.parse_args()
    import uvloop

    print(json.dumps(uvloop.run(main(given))))
