"""A network of our own with bad weather: every way leads through a port here to the real one.

`Network` runs in a thread of its own. Each `Way` can be made slow or mute for some of its connections, be cut so that
both ends notice at once, or be torn in the middle of whatever passes next.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct
import threading
from collections.abc import Coroutine
from typing import Any, NamedTuple

PIECE = 16 * 1024
# Closing with this says "reset" to the other side instead of a goodbye.
ABRUPT = struct.pack("ii", 1, 0)


class Weather(NamedTuple):
    """What befalls the connections of a way; `share` of them have it, the others notice nothing."""

    # Seconds that each piece waits, and up to so many more; bytes per second (0: any number).
    delay: float = 0.0
    jitter: float = 0.0
    rate: float = 0.0
    # Nothing passes, and nobody is told.
    mute: bool = False
    share: float = 1.0


FINE = Weather()


class Wire:
    """One connection and its two directions."""

    def __init__(self, way: Way, ill: bool) -> None:
        self.way = way
        self.ill = ill
        self.torn = False
        self.writers: list[asyncio.StreamWriter] = []

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(PIECE):
                await self.weather(len(data))
                if self.torn:
                    writer.write(data[: len(data) // 2])
                    self.reset()
                    return
                writer.write(data)
                await writer.drain()
            await self.weather(0)
        except OSError:
            self.reset()
        finally:
            writer.close()

    async def weather(self, size: int) -> None:
        while self.ill and self.way.weather.mute:
            await self.way.changed.wait()
        now = self.way.weather
        if self.ill and (now.delay or now.jitter or now.rate):
            slow = size / now.rate if now.rate else 0.0
            await asyncio.sleep(now.delay + self.way.chance.uniform(0, now.jitter) + slow)

    def reset(self) -> None:
        """Both sides learn at once, and not politely."""
        for writer in self.writers:
            with contextlib.suppress(OSError):
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABRUPT)
            writer.transport.abort()


class Way:
    """From a port of ours to another one. Its methods may be called from any thread."""

    def __init__(self, network: Network, target: int, seed: str) -> None:
        self.network = network
        self.target = target
        self.chance = random.Random(seed)
        self.weather = FINE
        self.changed = asyncio.Event()
        self.wires: set[Wire] = set()
        self.server: asyncio.Server | None = None
        self.port = 0

    async def open(self) -> None:
        self.server = await asyncio.start_server(self.meet, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wire = Wire(self, self.chance.random() < self.weather.share)
        wire.writers.append(writer)
        self.wires.add(wire)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
            wire.writers.append(back)
            await asyncio.gather(wire.carry(reader, back), wire.carry(there, writer))
        except OSError:
            wire.reset()
        finally:
            self.wires.discard(wire)

    def set(self, weather: Weather) -> None:
        self.network.soon(self._set(weather))

    async def _set(self, weather: Weather) -> None:
        self.weather = weather
        for wire in self.wires:
            wire.ill = self.chance.random() < weather.share
        # Whoever waits looks again.
        self.changed.set()
        self.changed = asyncio.Event()

    def cut(self, share: float = 1.0) -> None:
        self.network.soon(self._cut(share))

    async def _cut(self, share: float) -> None:
        for wire in list(self.wires):
            if self.chance.random() < share:
                wire.reset()

    def tear(self, share: float = 1.0) -> None:
        """The next piece of each of these connections arrives half, and that was the last of it."""
        self.network.soon(self._tear(share))

    async def _tear(self, share: float) -> None:
        for wire in self.wires:
            wire.torn = self.chance.random() < share

    def bury(self) -> None:
        """The connections that were ill are dead: nothing of what they held back arrives any more."""
        self.network.soon(self._bury())

    async def _bury(self) -> None:
        for wire in list(self.wires):
            if wire.ill:
                wire.reset()


class Network:
    """A loop in a thread of its own: what is frozen elsewhere does not freeze the wires."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.ways: list[Way] = []

    def way(self, target: int, seed: str) -> Way:
        way = Way(self, target, seed)
        self.soon(way.open())
        self.ways.append(way)
        return way

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this in our thread, and wait until it is done."""
        asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    def close(self) -> None:
        self.soon(self._close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    async def _close(self) -> None:
        for way in self.ways:
            assert way.server is not None
            way.server.close()
            await way._cut(1.0)
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def __enter__(self) -> Network:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
