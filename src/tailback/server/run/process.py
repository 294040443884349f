"""One server in this process: it answers on a socket that it is given until it is told to stop."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

from tailback.server.door.doorway import PROXIES, Doorway
from tailback.server.door.wire import Wire
from tailback.server.run.app import make_app
from tailback.server.run.setup import Setup
from tailback.server.vitals import logs

LONGEST_MESSAGE = 64 * 1024
# macOS calls its limit endless and gives no more than the second of these.
MOST_FILES = (65_536, 10_240)


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
        # Written the way all our words are; see `vitals/logs.py`.
        log_config=None,
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


def make_room() -> None:
    """As many connections as the system lets us have: its usual start of 1,024 is soon full."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        for most in MOST_FILES:
            most = most if hard == resource.RLIM_INFINITY else min(hard, most)
            if soft != resource.RLIM_INFINITY and soft < most:
                with contextlib.suppress(ValueError, OSError):
                    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                    return


def run_here(setup: Setup, listening: socket.socket, ready: Callable[[], None]) -> int:
    """One server, in this process."""
    # Should we be killed, our bots must not keep the port for a moment longer.
    listening.set_inheritable(False)
    make_room()
    logs.set_up(setup.log)
    server = Server(config_for(make_app(setup)), ready)
    with stoppable():
        server.run(sockets=[listening])
    return 0 if server.started else 2
