"""Whoever is slow on purpose, or sends what unfolds: each gets little room and little time."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import os
import socket as sockets
import struct
import time
from collections.abc import Iterator

import pytest

from server.attackers import Raw, close_code, hello, masked, raw
from server.harness import NO_CLOCK, Host, ServerProcess, eventually
from server.test_door import memory
from specimens import TURNS

HURRIED = """
from tailback.server.door.doorway import Doorway
Doorway.request_seconds = Doorway.answer_seconds = 1.0
"""
# The system takes nothing off our hands: what nobody reads waits with us.
NARROW = """
import socket
made = Doorway.connection_made
def narrow(doorway, transport):
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    made(doorway, transport)
Doorway.connection_made = narrow
"""
HEAD = b"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
ASK = b"GET /docs/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
# Within so many seconds whoever had one second is gone, on a busy machine too.
SOON = 8.0


@pytest.fixture(scope="module")
def hurried() -> Iterator[ServerProcess]:
    with ServerProcess(prelude=HURRIED + NARROW, silent=2.0) as started:
        yield started


def connections(running: ServerProcess) -> int:
    """How many sockets the server has open."""
    assert running.process is not None
    folder = f"/proc/{running.process.pid}/fd"
    found = 0
    for handle in os.listdir(folder):
        with contextlib.suppress(OSError):
            found += os.readlink(f"{folder}/{handle}").startswith("socket:")
    return found


async def drip(line: Raw, piece: bytes) -> float:
    """A little now and then; how long until nobody listens any more?"""
    began = time.monotonic()
    while time.monotonic() - began < SOON and not line.reader.at_eof():
        await line.send(piece)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.1):
                await line.reader.read(65536)
    return time.monotonic() - began


SLOW = {
    "a body with a length": (HEAD + b"Content-Length: 5000\r\n\r\n", b"x"),
    "a body in pieces": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "a piece that never ends": (HEAD + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n", b"x"),
    "the length of a piece": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;", b"x"),
    "lines behind a body": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: y\r\n"),
    "a head": (HEAD, b"X: y\r\n"),
    "a promised body": (HEAD + b"Expect: 100-continue\r\nContent-Length: 5000\r\n\r\n", b"x"),
    "a second body": (ASK + HEAD + b"Content-Length: 5000\r\n\r\n", b"x"),
    "a second body that never begins": (ASK + HEAD + b"Content-Length: 5000\r\n\r\n", b""),
    "a handshake": (b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n", b"X: y\r\n"),
}


@pytest.mark.parametrize("case", SLOW)
def test_what_comes_by_the_letter_is_not_waited_for(hurried: ServerProcess, case: str) -> None:
    async def attack() -> None:
        first, more = SLOW[case]
        async with raw(hurried) as line:
            await line.send(first)
            assert await drip(line, more) < SOON

    asyncio.run(attack())


async def deaf(running: ServerProcess, stack: contextlib.AsyncExitStack) -> sockets.socket:
    """A connection of somebody who reads nothing."""
    found = sockets.socket()
    stack.callback(found.close)
    found.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    found.setblocking(False)
    await asyncio.get_running_loop().sock_connect(found, ("127.0.0.1", running.port))
    return found


@pytest.mark.parametrize("asked", [ASK, ASK * 20, ASK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")])
def test_answers_that_nobody_takes_are_not_kept(hurried: ServerProcess, asked: bytes) -> None:
    async def attack() -> None:
        async with contextlib.AsyncExitStack() as stack, Host(hurried) as host:
            await host.open(TURNS.id)
            before = connections(hurried)
            for _ in range(20):
                line = await deaf(hurried, stack)
                await asyncio.get_running_loop().sock_sendall(line, asked)
            await eventually(lambda: connections(hurried) >= before + 20, SOON)
            await host.ok("GET", "{t}")
            await eventually(lambda: connections(hurried) <= before, SOON)

    asyncio.run(attack())


def test_who_reads_slowly_but_reads_gets_it_all() -> None:
    """An answer that takes longer than a moment to be taken, by somebody who takes it."""

    async def read() -> None:
        with ServerProcess(prelude=HURRIED.replace("1.0", "10.0") + NARROW) as running:
            async with contextlib.AsyncExitStack() as stack:
                line = await deaf(running, stack)
                loop = asyncio.get_running_loop()
                await loop.sock_sendall(line, ASK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
                got, began = b"", time.monotonic()
                while data := await loop.sock_recv(line, 65536):
                    got += data
                    if time.monotonic() - began < 2:
                        await asyncio.sleep(0.05)
            head, _, body = got.partition(b"\r\n\r\n")
            assert b" 200 " in head.split(b"\r\n")[0]
            assert json.loads(body)["openapi"]

    asyncio.run(read())


def test_a_line_that_is_closed_unread_is_gone_soon(hurried: ServerProcess) -> None:
    """It asks for much, says goodbye and takes nothing: its last words are not kept for it."""

    async def attack() -> None:
        async with contextlib.AsyncExitStack() as stack, Host(hurried) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
            before = connections(hurried)
            loop = asyncio.get_running_loop()
            lines = []
            for _ in range(5):
                line = await deaf(hurried, stack)
                upgrade = ["GET /ws HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade"]
                upgrade += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", "", ""]
                await loop.sock_sendall(line, "\r\n".join(upgrade).encode())
                said = [masked(1, hello(host, host.tokens[0]).encode())]
                said += [masked(1, b'{"type":"resync","id":"r%d"}' % k) for k in range(40)]
                await loop.sock_sendall(line, b"".join(said))
                lines.append(line)
            await eventually(lambda: connections(hurried) >= before + 5, SOON)
            await asyncio.sleep(0.5)
            for line in lines:
                await loop.sock_sendall(line, masked(8, struct.pack("!H", 1000)))
            await eventually(lambda: connections(hurried) <= before, SOON)

    asyncio.run(attack())


def test_an_answer_before_the_question_is_whole_is_the_last_one_of_its_line(running: ServerProcess) -> None:
    """And says so: who shares lines among its questions would send the next one into a line that closes."""

    async def ask(head: bytes, body: bytes) -> bytes:
        async with raw(running) as line:
            await line.send(head + b"Content-Length: %d\r\n\r\n" % 100)
            got = await line.reader.readuntil(b"\r\n\r\n")
            await line.send(body)
            rest = await line.reader.read()
            assert b"HTTP/1.1" not in rest
            return got.lower()

    async def attack() -> None:
        # What is sent is no JSON, and longer than it may be: that much is seen without its body.
        for head in (HEAD.replace(b"application/json", b"text/plain"), HEAD.replace(b"/check", b"/none")):
            assert b"\r\nconnection: close\r\n" in await ask(head, b"x" * 100)

    asyncio.run(attack())


# Frames


LARGE = {
    "a frame of 100 MB": ([b"\x81\xff" + struct.pack("!Q", 100 << 20) + b"\0" * 4, b"x" * 1000], {1009}),
    "a frame of all there is": ([b"\x81\xff" + struct.pack("!Q", (1 << 63) - 1) + b"\0" * 4], {1009}),
    "a frame with too much of a length": ([b"\x81\xff" + b"\xff" * 8 + b"\0" * 4], {1002, 1009}),
    "pieces without end": ([masked(1, b"x", False)] + [masked(0, b"x", False)] * 1000, {None}),
    "empty pieces without end": ([masked(1, b"", False)] + [masked(0, b"", False)] * 1000, {None}),
    "large pieces without end": ([masked(1, b"x", False)] + [masked(0, b"x" * 8000, False)] * 50, {1009}),
    "pings without end": ([masked(9, b"x" * 125)] * 3000, {None}),
    "pongs without end": ([masked(10, b"x" * 125)] * 3000 + [b"\xf1\x80\0\0\0\0"], {1002}),
    "bytes in place of letters": ([masked(2, b"x" * 60_000)] * 40, {None, 1008}),
    "a squeezed frame": ([b"\xc1\x84\0\0\0\0" + b"\xaa\x00\x00\x00"], {1002}),
}


@pytest.mark.parametrize("case", LARGE)
def test_frames_that_are_too_much(running: ServerProcess, case: str) -> None:
    async def attack() -> None:
        frames, codes = LARGE[case]
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
            before = memory(running)
            for greeting in (b"", masked(1, hello(host, host.tokens[0]).encode())):
                async with raw(running) as line:
                    # Whatever a client offers, nothing is squeezed here.
                    offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
                    await line.upgrade(running.port, offer)
                    await line.send(greeting + b"".join(frames))
                    async with asyncio.timeout(20):
                        assert close_code(await line.frames()) in codes
            assert memory(running) - before < 20
            await host.ok("GET", "{t}")

    asyncio.run(attack())


def test_nothing_is_squeezed_on_a_socket(running: ServerProcess) -> None:
    async def ask() -> None:
        async with raw(running) as line:
            lines = ["GET /ws HTTP/1.1", f"Host: 127.0.0.1:{running.port}", "Upgrade: websocket", "Connection: Upgrade"]
            lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13"]
            lines += ["Sec-WebSocket-Extensions: permessage-deflate, x-webkit-deflate-frame", "", ""]
            await line.send("\r\n".join(lines).encode())
            status, headers, _ = await line.answer()
            assert status == 101
            assert "sec-websocket-extensions" not in headers

    asyncio.run(ask())


def test_a_frame_that_comes_by_the_letter_is_not_waited_for(hurried: ServerProcess) -> None:
    """Before the first message, and after it: a line on which nothing whole comes is silent."""

    async def attack() -> None:
        async with Host(hurried) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
            async with raw(hurried) as line:
                await line.upgrade(hurried.port)
                await line.send(masked(1, hello(host, host.tokens[0]).encode()))
                await line.send(b"\x81\xfe\xff\xff\0\0\0\0")
                assert await drip(line, b" ") < SOON

    asyncio.run(attack())


# Bodies


def test_a_squeezed_body_is_not_unfolded(running: ServerProcess) -> None:
    """A hundred megabytes of nothing in a hundred kilobytes, and a right body that is squeezed."""
    body = json.dumps({"game": TURNS.id, "players": 2}).encode()
    bomb = gzip.compress(gzip.compress(b"\0" * (50 << 20)))

    async def attack() -> None:
        before = memory(running)
        async with Host(running) as host:
            for content in (bomb, gzip.compress(body), gzip.compress(b"[" * 50_000_000)[:60_000]):
                for name in ("gzip", "deflate", "br", "gzip, gzip"):
                    headers = {"content-type": "application/json", "content-encoding": name}
                    for path in ("/api/check", "/api/import"):
                        got = await host.http.post(path, content=content, headers=headers)
                        assert got.status_code in (400, 413, 415, 429), got.text
        assert memory(running) - before < 20

    asyncio.run(attack())
