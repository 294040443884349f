"""Running the server: a place for the data, a socket to be reached at, and play until told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from pathlib import Path

from tailback.core.errors import Explained
from tailback.reasons import reason
from tailback.server.door import browser
from tailback.server.run.process import run_here
from tailback.server.run.setup import Setup
from tailback.server.run.workers import run_workers
from tailback.server.store import open_store

PORT = 8377
FILE = "tables.sqlite"
# EADDRINUSE on macOS, Linux and Windows.
PORT_BUSY = (48, 98, 10048)


class CannotServe(Explained):
    """Why the server does not start."""

    section = "serve"


def database_in(folder: Path) -> str:
    """The file of the tables in this folder, which is made when it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise CannotServe("data_is_file", folder=str(folder)) from None
    except OSError as error:
        raise CannotServe("no_folder", folder=str(folder), reason=reason(error)) from None
    return str(folder / FILE)


def listen(host: str, port: int) -> socket.socket:
    """The socket on which the server is reached."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    # Start again at once after a stop. On Windows the same word would let two servers have one port.
    again = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    found.setsockopt(socket.SOL_SOCKET, again, 1)
    try:
        found.bind((host, port))
    # A host that cannot even be looked up is a TypeError.
    except (OSError, OverflowError, UnicodeError, TypeError) as error:
        found.close()
        key = "port_busy" if getattr(error, "errno", 0) in PORT_BUSY else "no_port"
        raise CannotServe(key, host=host, port=port, reason=reason(error)) from None
    found.listen(2048)
    found.set_inheritable(True)
    return found


def home_address() -> str:
    """The address of this machine in the home network; empty when it has none. Nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # A datagram socket only looks up the way; 192.0.2.0/24 belongs to nobody.
        probe.connect(("192.0.2.1", 9))
        found = str(probe.getsockname()[0])
        return "" if found.startswith("127.") else found
    return ""


def has_screens() -> bool:
    """Is there a browser table, with all its screens?"""
    return browser.is_there()


def try_store(database: str) -> None:
    """Open the store once, so that whatever is wrong with it is said before anything starts."""

    async def once() -> None:
        store = open_store(database)
        store.listen(lambda table, rows: None, lambda text: None)
        await store.open()
        await store.close()

    asyncio.run(once())


def run(setup: Setup, listening: socket.socket, workers: int, ready: Callable[[], None]) -> int:
    """Serve until SIGINT or SIGTERM; StoreError when the store does not open."""
    try_store(setup.database)
    if workers > 1:
        return run_workers(setup, listening, workers, ready)
    return run_here(setup, listening, ready)
