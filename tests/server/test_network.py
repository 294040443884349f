"""The bad wires of the chaos run do what they say."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest

from server.network import FINE, Network, Way, Weather

LONG = b"x" * 1000
# Long enough for anything that is not held back.
SOON = 0.2


class Call(NamedTuple):
    """A connection through a way to somebody who says everything back."""

    way: Way
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    # What arrived at the other end.
    arrived: bytearray

    async def echo(self, data: bytes = LONG) -> bytes:
        self.writer.write(data)
        return await self.reader.readexactly(len(data))

    async def silent(self) -> bool:
        try:
            async with asyncio.timeout(SOON):
                await self.reader.read(1)
        except TimeoutError:
            return True
        return False


@contextlib.asynccontextmanager
async def calling() -> AsyncIterator[Call]:
    arrived = bytearray()

    async def parrot(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                arrived.extend(data)
                writer.write(data)
        writer.close()

    server = await asyncio.start_server(parrot, "127.0.0.1", 0)
    with Network() as network:
        way = network.way(server.sockets[0].getsockname()[1], "seed")
        reader, writer = await asyncio.open_connection("127.0.0.1", way.port)
        call = Call(way, reader, writer, arrived)
        assert await call.echo() == LONG
        try:
            yield call
        finally:
            writer.close()
            server.close()


def test_what_is_held_back_arrives_when_the_weather_is_fine_again() -> None:
    async def run() -> None:
        async with calling() as call:
            call.way.set(Weather(mute=True))
            call.writer.write(LONG)
            assert await call.silent()
            assert len(call.arrived) == len(LONG)
            call.way.set(FINE)
            assert await call.reader.readexactly(len(LONG)) == LONG

    asyncio.run(run())


def test_a_dead_line_says_nothing_until_it_is_found_dead() -> None:
    async def run() -> None:
        async with calling() as call:
            call.way.set(Weather(mute=True))
            call.writer.write(LONG)
            assert await call.silent()
            call.way.bury()
            call.way.set(FINE)
            with pytest.raises(ConnectionResetError):
                await call.reader.read(1)
            assert len(call.arrived) == len(LONG)

    asyncio.run(run())


def test_a_cut_is_noticed_at_once_and_a_tear_in_the_middle_of_what_passes() -> None:
    async def run() -> None:
        async with calling() as call:
            call.way.cut()
            with pytest.raises(ConnectionResetError):
                await call.reader.read(1)
        async with calling() as call:
            call.way.tear()
            call.writer.write(LONG)
            with pytest.raises(ConnectionResetError):
                await call.reader.readexactly(len(LONG))
            assert len(LONG) <= len(call.arrived) <= len(LONG) + len(LONG) // 2

    asyncio.run(run())


def test_a_slow_way_loses_nothing_and_a_share_is_spared() -> None:
    async def run() -> None:
        async with calling() as call:
            call.way.set(Weather(delay=0.01, jitter=0.01, rate=100_000))
            assert await call.echo() == LONG
            call.way.set(Weather(mute=True, share=0.0))
            assert await call.echo() == LONG

    asyncio.run(run())
