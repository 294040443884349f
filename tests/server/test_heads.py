"""Requests that two programs could read in two ways: refused, and nothing behind them is read on that connection."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re

import pytest

from server.attackers import Raw, clear, raw
from server.harness import ServerProcess, logged
from tailback.server.door.heads import Strict, TwoReadings

BODY = b'{"game":"none","players":2}'
POST = b"POST /api/check HTTP/1.1\r\n"
HOST = b"Host: 127.0.0.1\r\nContent-Type: application/json\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CHUNKED = b"Transfer-Encoding: chunked\r\n"
PIECES = b"%x\r\n%s\r\n" % (len(BODY), BODY)
LAST = b"0\r\n\r\n"
# What a stranger would slip in.
NEXT = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
SOCKET = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    + b"A" * 22
    + b"==\r\n"
)

TWO_READINGS = {
    "a length and pieces": POST + HOST + LENGTH + CHUNKED + b"\r\n" + PIECES + LAST,
    "pieces and a length": POST + HOST + CHUNKED + LENGTH + b"\r\n" + PIECES + LAST,
    "two lengths": POST + HOST + LENGTH + b"Content-Length: 3\r\n\r\n" + BODY,
    "the same length twice": POST + HOST + LENGTH + LENGTH + b"\r\n" + BODY,
    "two lengths in one": POST + HOST + LENGTH.replace(b"\r", b", 27\r") + b"\r\n" + BODY,
    "pieces twice": POST + HOST + CHUNKED + CHUNKED + b"\r\n" + PIECES + LAST,
    "pieces and something else": POST + HOST + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + PIECES + LAST,
    "something like pieces": POST + HOST + b"Transfer-Encoding: xchunked\r\n\r\n" + PIECES + LAST,
    "pieces before there were any": POST.replace(b"1.1", b"1.0") + HOST + CHUNKED + b"\r\n" + PIECES + LAST,
    "another version": POST.replace(b"1.1", b"1.2") + HOST + LENGTH + b"\r\n" + BODY,
    "a signed length": POST + HOST + LENGTH.replace(b": ", b": +") + b"\r\n" + BODY,
    "lines without returns": (POST + HOST + LENGTH + b"\r\n").replace(b"\r\n", b"\n") + BODY,
    "one line without a return": POST + HOST + LENGTH.replace(b"\r\n", b"\n") + b"\r\n" + BODY,
    "a blank line without returns": POST + HOST + LENGTH[:-2] + b"\n\n" + BODY,
    "a return alone": POST + HOST + LENGTH + b"X: a\rContent-Length: 3\r\n\r\n" + BODY,
    "a line that goes on": POST + HOST + LENGTH + b"X: a\r\n b\r\n\r\n" + BODY,
    "a first line that goes on": POST + b" X: a\r\n" + HOST + LENGTH + b"\r\n" + BODY,
    "space before the colon": POST + HOST + LENGTH.replace(b":", b" :") + b"\r\n" + BODY,
    "no name": POST + HOST + LENGTH + b": x\r\n\r\n" + BODY,
    "no colon": POST + HOST + LENGTH + b"x\r\n\r\n" + BODY,
    "a zero": POST + HOST + LENGTH + b"X: a\0b\r\n\r\n" + BODY,
    "a zero in a name": POST + HOST + LENGTH + b"X\0: ab\r\n\r\n" + BODY,
    "a bell": POST + HOST + LENGTH + b"X: a\x07b\r\n\r\n" + BODY,
    "two hosts": POST + HOST + LENGTH + b"Host: 127.0.0.1\r\n\r\n" + BODY,
    "a tab in the first line": POST.replace(b" ", b"\t") + HOST + LENGTH + b"\r\n" + BODY,
    "two spaces in the first line": POST.replace(b" ", b"  ") + HOST + LENGTH + b"\r\n" + BODY,
    "a blank line first": b"\r\n" + POST + HOST + LENGTH + b"\r\n" + BODY,
    "a length that is no number": POST + HOST + CHUNKED + b"\r\n0x" + PIECES + LAST,
    "a length that is no number, where no body is looked at": b"GET /api/games HTTP/1.1\r\n"
    + HOST
    + CHUNKED
    + b"\r\n0x"
    + PIECES
    + LAST,
    "a length with a space": POST + HOST + CHUNKED + b"\r\n" + PIECES.replace(b"\r", b" \r", 1) + LAST,
    "a return beside a length": POST + HOST + CHUNKED + b"\r\n" + PIECES.replace(b"\r", b";a\rb\r", 1) + LAST,
    "a length that ends early": POST + HOST + CHUNKED + b"\r\n" + PIECES.replace(b"\r", b"", 1) + LAST,
    "an endless length": POST + HOST + CHUNKED + b"\r\n" + b"0" * 17 + PIECES + LAST,
    "a piece that is longer": POST + HOST + CHUNKED + b"\r\n" + PIECES[:-2] + b"xx" + LAST,
    "more lines without returns": POST + HOST + CHUNKED + b"\r\n" + PIECES + b"0\r\nX: y\n\r\n",
    "a socket with a body": b"GET /ws HTTP/1.1\r\n" + HOST + SOCKET + b"Content-Length: 5\r\n\r\nGET /",
    "a socket with pieces": b"GET /ws HTTP/1.1\r\n" + HOST + SOCKET + CHUNKED + b"\r\n" + LAST,
    "a socket that is posted": b"POST /ws HTTP/1.1\r\n" + HOST + SOCKET + b"\r\n",
    "a socket of old": b"GET /ws HTTP/1.0\r\n" + HOST + SOCKET + b"\r\n",
    "a socket with a long way": b"GET /ws?" + b"x" * 9000 + b" HTTP/1.1\r\n" + HOST + SOCKET + b"\r\n",
    "a socket with many fields": b"GET /ws HTTP/1.1\r\n" + HOST + SOCKET + b"X: y\r\n" * 200 + b"\r\n",
}


async def bit_by_bit(line: Raw, data: bytes) -> None:
    for k in range(len(data)):
        await line.send(data[k : k + 1])
        await asyncio.sleep(0)


@pytest.mark.parametrize("case", TWO_READINGS)
def test_what_can_be_read_in_two_ways_is_not_read(running: ServerProcess, case: str) -> None:
    async def attack() -> None:
        for whole in (True, False):
            async with raw(running) as line:
                if whole or len(TWO_READINGS[case]) > 1000:
                    await line.send(TWO_READINGS[case] + NEXT)
                else:
                    await bit_by_bit(line, TWO_READINGS[case] + NEXT)
                async with asyncio.timeout(10):
                    got = await line.rest()
            assert re.findall(rb"HTTP/1.1 (\d+)", got) == [b"400"], got
            head, _, body = got.partition(b"\r\n\r\n")
            assert b"connection: close" in head.lower()
            assert clear(json.loads(body)["key"])

    asyncio.run(attack())


def test_nothing_of_it_is_written_into_the_log() -> None:
    """Where a body goes wrong its request is being worked on already; there is nobody to answer any more."""
    with logged() as (running, lines):

        async def attack() -> None:
            for case in TWO_READINGS.values():
                async with raw(running) as line:
                    await line.send(case)
                    await line.rest()

        asyncio.run(attack())
        assert not [line for line in lines() if line.get("errors")]


GOOD = {
    "a length": POST + HOST + LENGTH + b"\r\n" + BODY,
    "pieces": POST + HOST + CHUNKED + b"\r\n" + PIECES + LAST,
    "many pieces": POST + HOST + CHUNKED + b"\r\n" + b"".join(b"1;a=b\r\n%c\r\n" % sign for sign in BODY) + LAST,
    "pieces and more lines": POST + HOST + CHUNKED + b"\r\n" + PIECES + b"0\r\nX: y\r\n\r\n",
    "what proxies add": POST
    + b"X-Forwarded-For: 10.0.0.1\r\nVia: 1.1 x\r\nX:\r\nY: \t a\tb  \r\n"
    + HOST
    + LENGTH
    + b"\r\n"
    + BODY,
    "letters of other languages": POST + HOST + "X: Käse\r\n".encode() + LENGTH + b"\r\n" + BODY,
    "a promise": POST + HOST + LENGTH + b"Expect: 100-continue\r\n\r\n" + BODY,
}


def test_what_proxies_send_goes_on_working(running: ServerProcess) -> None:
    """One connection, kept: each way of sending a body after the other, at once and bit by bit."""

    async def ask() -> None:
        async with raw(running) as line:
            sent = b"".join(GOOD.values())
            await line.send(sent)
            await bit_by_bit(line, sent)
            await line.send(NEXT)
            got = await line.rest()
        statuses = [status for status in re.findall(rb"HTTP/1.1 (\d+)", got) if status != b"100"]
        assert statuses == [b"422"] * 2 * len(GOOD) + [b"200"]

    asyncio.run(ask())


def test_old_programs_are_answered(running: ServerProcess) -> None:
    async def ask() -> None:
        async with raw(running) as line:
            await line.send(b"GET /api/health HTTP/1.0\r\n\r\n")
            assert (await line.rest()).startswith(b"HTTP/1.1 200")

    asyncio.run(ask())


def test_a_head_may_come_in_any_two_halves() -> None:
    head = b"GET /a HTTP/1.1\r\nHost: x\r\nX: y\r\n\r\n"
    for cut in range(len(head)):
        found = Strict(lambda: True)
        found += head[:cut]
        assert found.maybe_extract_lines() is None
        found += head[cut:]
        assert found.maybe_extract_lines() == [b"GET /a HTTP/1.1", b"Host: x", b"X: y"]
    for bad in (b"\nX", b"\rX", b"\r\n X", b"\r\n\tX", b"\r\r\n"):
        head = b"GET /a HTTP/1.1\r\nHost: x" + bad + b": y\r\n\r\n"
        for cut in range(len(head)):
            found = Strict(lambda: True)
            found += head[:cut]
            with contextlib.suppress(TwoReadings):
                assert found.maybe_extract_lines() is None
                found += head[cut:]
                pytest.fail(f"{found.maybe_extract_lines()}")
