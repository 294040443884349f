"""A watch round the store: it measures it, and knows whether it answers.

Trouble is said once when it begins and once when it is over, however many requests fail meanwhile.
While there is some, the watch tries the store by itself: a server that nobody may reach because it
is not ready finds out that it is.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, cast

from tailback.server.store import Store, StoreError
from tailback.server.vitals.figures import FIGURES
from tailback.texts import Texts

log = logging.getLogger("tailback.server")

# Seconds between two tries while there is trouble, and how long it must have been quiet to be over: a disk that is
# all but full takes one row and refuses the next.
TRY = 1.0
CALM = 2.0
# This does not heal by itself, but much may still be read: that must not be taken for health.
LASTING = {"damaged", "not_a_store", "gone", "newer"}
LONG_CALM = 600.0
# What the store says of itself when it is ours to end, or ours to wait: no trouble.
FINE = {"closed"}
ADVICE = {
    "full": "Make room on the disk; nothing is lost, and play goes on by itself.",
    "away": "Start the database, or mend the way to it; play goes on by itself.",
    "newer": "Start the newer server here as well.",
    **dict.fromkeys(
        ("damaged", "not_a_store", "gone"),
        "Stop the server, put what is left of the file aside and bring back a backup with tailback restore.",
    ),
}
USUAL_ADVICE = "tailback doctor looks at it more closely."
WRITES = {"create", "keep", "claim", "release", "touch", "delete"}


class StoreWatch:
    """What is known about the store of this process."""

    def __init__(self) -> None:
        # What is wrong, and since when nothing was.
        self.trouble: StoreError | None = None
        self.failed = 0.0
        # Whether it is the writes that fail, so that reading proves nothing.
        self.writing = False
        self.keeper: asyncio.Task[None] | None = None
        self.looked = -CALM
        self.probe: Callable[[bool], Awaitable[None]] | None = None

    def failure(self, error: StoreError, writing: bool) -> None:
        FIGURES.store_errors[error.key] += 1
        if error.key in FINE:
            return
        self.failed = monotonic()
        self.writing = self.writing or writing
        if self.trouble is None:
            self.begin(error)
        elif error.key in LASTING and self.trouble.key not in LASTING:
            # Worse than it looked at first.
            self.begin(error)

    def begin(self, error: StoreError) -> None:
        self.trouble = error
        log.error(
            "the store cannot serve, and tables cannot be used until it can: %s %s",
            in_words(error),
            ADVICE.get(error.key, USUAL_ADVICE),
            extra={"event": f"store_{error.key}", "params": shown(error)},
        )
        if self.keeper is None:
            self.keeper = asyncio.get_running_loop().create_task(self.keep_trying())

    async def keep_trying(self) -> None:
        try:
            while self.trouble is not None:
                await asyncio.sleep(TRY)
                await self.try_once()
        finally:
            self.keeper = None

    async def try_once(self) -> None:
        assert self.probe is not None
        assert self.trouble is not None
        try:
            await self.probe(self.writing)
        except StoreError:
            # The probe was watched like every other question.
            return
        calm = LONG_CALM if self.trouble.key in LASTING else CALM
        if monotonic() - self.failed >= calm:
            log.warning("the store answers again", extra={"event": "store_back", "params": {"was": self.trouble.key}})
            self.trouble = None
            self.writing = False

    async def look(self) -> StoreError | None:
        """What is wrong now. Asked often, the store is asked once in a while."""
        if self.trouble is None and self.probe is not None and monotonic() - self.looked >= TRY:
            self.looked = monotonic()
            try:
                await self.probe(False)
            except StoreError as error:
                return error
        return self.trouble

    def stop(self) -> None:
        if self.keeper is not None:
            self.keeper.cancel()


def in_words(error: StoreError) -> str:
    return Texts("en").say(error.text, **shown(error))


def shown(error: StoreError) -> dict[str, Any]:
    """Where and why, for the owner. Of a database's own words only the first line: further ones may quote a row."""
    return {name: str(value).partition("\n")[0] for name, value in error.params.items()}


class Watched:
    """A store with a watch round it. Whatever is asked of the store passes through here."""

    def __init__(self, store: Store, watch: StoreWatch) -> None:
        self.inner = store
        self.watch = watch
        self.shared = store.shared
        # Waking a table and following it: what a player waits for.
        self.rows = self.timed(store.rows)
        self.opening = self.timed(store.opening)
        watch.probe = self.probe

    def __getattr__(self, name: str) -> Any:
        """Every other question: passed on, and its failures are noticed. Looked up once, then kept."""
        found = getattr(self.inner, name)
        if inspect.iscoroutinefunction(found):
            found = self.noticed(found, name in WRITES)
            setattr(self, name, found)
        return found

    def noticed(self, ask: Callable[..., Awaitable[Any]], writing: bool) -> Callable[..., Awaitable[Any]]:
        async def asked(*args: Any, **more: Any) -> Any:
            try:
                return await ask(*args, **more)
            except StoreError as error:
                self.watch.failure(error, writing)
                raise

        return asked

    async def open(self) -> None:
        """What is wrong before anything runs is told by whoever starts the server."""
        await self.inner.open()

    async def close(self) -> None:
        self.watch.stop()
        await self.inner.close()

    async def probe(self, write: bool = False) -> None:
        try:
            await self.inner.probe(write)
        except StoreError as error:
            self.watch.failure(error, write)
            raise

    async def append(self, table: str, n: int, row: bytes) -> None:
        start = monotonic()
        FIGURES.writing += 1
        try:
            await self.inner.append(table, n, row)
            FIGURES.rows += 1
        except StoreError as error:
            self.watch.failure(error, True)
            raise
        finally:
            FIGURES.writing -= 1
            FIGURES.appends.add(monotonic() - start)

    def timed(self, ask: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        noticed = self.noticed(ask, writing=False)

        async def asked(*args: Any, **more: Any) -> Any:
            start = monotonic()
            try:
                return await noticed(*args, **more)
            finally:
                FIGURES.reads.add(monotonic() - start)

        return asked


def watched(store: Store, watch: StoreWatch) -> Store:
    return cast(Store, Watched(store, watch))
