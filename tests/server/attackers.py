"""What attackers use: raw lines, frames made by hand, addresses of their own, and a game that must go on."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import resources
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.harness import NO_CLOCK, PATIENCE, Device, Host, ServerProcess, devices, play_on, spread
from specimens import SEALED

REFUSALS = json.loads(resources.files("tailback.texts").joinpath("en", "app.json").read_text())["refusals"]
# All of 127.0.0.0/8 is this machine, so an attacker can have an address of its own.
ELSEWHERE = "127.0.0.9"


def clear(key: str) -> bool:
    """A refusal is clear when the texts explain it."""
    return key in REFUSALS


async def unhindered(running: ServerProcess, attack: Callable[[], Awaitable[None]]) -> int:
    """Attack while other people play on the same server: game after game ends, and nobody there notices a thing."""
    attacking = asyncio.create_task(attack())  # type: ignore[arg-type]
    ended = 0
    try:
        while not ended or not attacking.done():
            await whole_game(running)
            ended += 1
    finally:
        await attacking
    async with httpx.AsyncClient(base_url=running.http, timeout=PATIENCE) as http:
        assert (await http.get("/api/health")).status_code == 200
    return ended


async def whole_game(running: ServerProcess) -> None:
    async with Host(running) as host:
        await host.open(SEALED.id, "here here", settings=NO_CLOCK, deal=True)
        async with devices(host.device(0), host.device(1)) as (ann, ben):
            await asyncio.gather(play_on(ann, (0,), spread), play_on(ben, (1,), spread))
            for line in (ann, ben):
                await line.wait(lambda line=line: line.over)
                assert not line.said("bye") + line.said("refused")


class Kept(asyncio.StreamReader):
    """What came is still read when the line breaks behind it: a server that hangs up on a flood has not read it all,
    so the system breaks the line as soon as its last words are out."""

    def set_exception(self, exc: Exception) -> None:
        self.feed_eof()


class Raw:
    """A plain connection on which anything can be written."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        with contextlib.suppress(ConnectionError):
            await self.writer.drain()

    async def rest(self) -> bytes:
        """Everything until the other end closes."""
        got = b""
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE):
                while data := await self.reader.read(65536):
                    got += data
        return got

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        """One HTTP answer: status, headers, body."""
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readuntil(b"\r\n\r\n")
            first, *lines = head.decode("latin-1").split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
            body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        return int(first.split()[1]), headers, body

    async def upgrade(self, port: int, *more: str) -> None:
        """Open a socket by hand."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *more]
        await self.send("\r\n".join([*lines, "", ""]).encode())
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head, head

    async def frames(self) -> list[tuple[int, bytes]]:
        """All frames until the other end closes: opcode and payload."""
        data, found = await self.rest(), []
        while len(data) >= 2:
            size, at = data[1] & 0x7F, 2
            if size == 126:
                size, at = struct.unpack_from("!H", data, 2)[0], 4
            elif size == 127:
                size, at = struct.unpack_from("!Q", data, 2)[0], 10
            found.append((data[0] & 0x0F, data[at : at + size]))
            data = data[at + size :]
        return found


@contextlib.asynccontextmanager
async def raw(running: ServerProcess, address: str = ELSEWHERE) -> AsyncIterator[Raw]:
    loop = asyncio.get_running_loop()
    reader = Kept(loop=loop)
    protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
    transport, _ = await loop.create_connection(lambda: protocol, "127.0.0.1", running.port, local_addr=(address, 0))
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def masked(opcode: int, data: bytes, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    head = bytes([(0x80 if fin else 0) | opcode])
    size = len(data)
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65536:
        head += struct.pack("!BH", 0x80 | 126, size)
    else:
        head += struct.pack("!BQ", 0x80 | 127, size)
    # A mask of zeros changes nothing.
    return head + b"\0\0\0\0" + data


def close_code(frames: list[tuple[int, bytes]]) -> int | None:
    return next((struct.unpack_from("!H", data)[0] for opcode, data in frames if opcode == 8 and len(data) >= 2), None)


@contextlib.asynccontextmanager
async def socket(running: ServerProcess, **more: Any) -> AsyncIterator[ClientConnection]:
    async with connect(running.ws, ping_interval=None, max_size=None, local_addr=(ELSEWHERE, 0), **more) as line:
        yield line


async def until_closed(line: ClientConnection) -> tuple[list[dict[str, Any]], int | None]:
    """What the server still says, and how it closes."""
    got = []
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                got.append(json.loads(await line.recv()))
    except ConnectionClosed as closed:
        return got, closed.rcvd.code if closed.rcvd else None


def hello(host: Host, *tokens: str) -> str:
    return json.dumps({"type": "hello", "protocol": [1], "table": host.table, "tokens": list(tokens)})


async def refusals(device: Device, message: str | bytes) -> dict[str, Any]:
    """Send anything; the refusal or the goodbye that comes of it."""
    before = len(device.said("refused")) + len(device.said("bye"))
    await device.send(message)
    await device.wait(lambda: len(device.said("refused")) + len(device.said("bye")) > before)
    return [m for m in device.log if m["type"] in ("refused", "bye")][-1]
