"""Running the server: a place for the data, a socket to be reached at, and play until told to stop."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn

from tailback.server.door.doorway import PROXIES, Doorway
from tailback.server.door.wire import Wire
from tailback.server.run.app import Setup, make_app
from tailback.server.store import open_store

PORT = 8377
FILE = "tables.sqlite"
LONGEST_MESSAGE = 64 * 1024
MOST_FILES = 65_536
# EADDRINUSE on macOS, Linux and Windows.
PORT_BUSY = (48, 98, 10048)


class CannotServe(Exception):
    """Why the server does not start; `key` is a text key (section `serve`)."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key, params)
        self.key = key
        self.params = params


def database_in(folder: Path) -> str:
    """The file of the tables in this folder, which is made when it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise CannotServe("data_is_file", folder=str(folder)) from None
    except OSError as error:
        raise CannotServe("no_folder", folder=str(folder), reason=error.strerror or str(error)) from None
    return str(folder / FILE)


def listen(host: str, port: int) -> socket.socket:
    """The socket on which the server is reached."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    # A host that cannot even be looked up is a TypeError.
    except (OSError, OverflowError, UnicodeError, TypeError) as error:
        found.close()
        key = "port_busy" if getattr(error, "errno", 0) in PORT_BUSY else "no_port"
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotServe(key, host=host, port=port, reason=reason) from None
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


def config_for(app: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=Doorway,
        ws=Wire,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        # Lines are watched by our own pings, which also measure them.
        ws_ping_interval=None,
        # Only a reverse proxy on this machine is believed when it says who is asking; see docs/security.md.
        proxy_headers=True,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", ",".join(PROXIES)),
        lifespan="on",
        # A stranger's broken request is no news for whoever runs the server.
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
        limit_concurrency=20_000,
        backlog=2048,
    )


class Server(uvicorn.Server):
    """Tells when it is ready, and why it is not."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def try_store(database: str) -> None:
    """Open the store once, so that whatever is wrong with it is said before anything starts."""
    import asyncio

    async def once() -> None:
        store = open_store(database)
        store.listen(lambda table, rows: None, lambda text: None)
        await store.open()
        await store.close()

    asyncio.run(once())


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM ends it as politely as Ctrl-C does."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGTERM, before)


def run(setup: Setup, listening: socket.socket, workers: int, ready: Callable[[], None]) -> int:
    """Serve until SIGINT or SIGTERM; StoreError when the store does not open."""
    try_store(setup.database)
    if workers > 1:
        from tailback.server.run.workers import run_workers

        return run_workers(setup, listening, workers, ready)
    return run_here(setup, listening, ready)


def make_room() -> None:
    """As many connections as the system lets us have: its usual start of 1,024 is soon full."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def run_here(setup: Setup, listening: socket.socket, ready: Callable[[], None]) -> int:
    """One server, in this process."""
    # Should we be killed, our bots must not keep the port for a moment longer.
    listening.set_inheritable(False)
    make_room()
    server = Server(config_for(make_app(setup)), ready)
    with stoppable():
        server.run(sockets=[listening])
    return 0 if server.started else 2
