"""Plays the matches of a study on the machines of a Ray cluster, or of a small Ray of one's own on this machine.

Each machine needs the same Tailback, with whatever games and robots of one's own the study plays: installed there, or
in a folder that its PYTHONPATH names; a game that was named by its path lies at the same path there. Ray itself adds
the folder in which the study was started, where it exists.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import Any

import tailback
from tailback import brought, games
from tailback.core.errors import Explained
from tailback.lab.crew import AHEAD, DEATHS, CrewError, Played, work_on
from tailback.lab.playing import Range
from tailback.lab.results import NeedsExtra
from tailback.lab.setups import Setup
from tailback.reasons import reason

# A Ray that is started for the study and ends with it.
OWN = "ray"
CLIENT = "ray://"
NAMESPACE = "tailback-lab"
# Results are far smaller than this; Ray would otherwise set aside a third of the memory.
STORE_BYTES = 128 << 20
# Every so many seconds the cluster is looked after.
PULSE = 5.0
# A cluster may have to start its machines first; one that has none for so long is given up.
PATIENCE = 300.0


def work_there(version: str, setup: Setup, wanted: Range, path: str = "") -> Played:
    """On a machine of the cluster. Another Tailback there could play otherwise and nobody would notice. `path`: where
    the game was brought from, which must be there, too."""
    if version != tailback.__version__:
        raise CrewError("cluster_version", here=version, there=tailback.__version__)
    if path:
        games.meant(path)
    return work_on(setup, wanted)


class Ray:
    """`ray` for one of its own with so many `jobs` at a time, `host:port` from a machine of a cluster, `ray://host:port`
    from outside. A Ray that this process is connected to already is taken as it is, and stays."""

    def __init__(self, address: str = OWN, jobs: int = 0) -> None:
        # Nothing is reported to anybody. Ray reads this when it is imported.
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        try:
            import ray
        except ImportError:
            raise NeedsExtra("needs_extra", extra="cluster", library="ray") from None
        self.ray = ray
        self.address = address
        self.mine = not ray.is_initialized()
        self.open_: dict[Any, Range] = {}
        if self.mine:
            self.connect(jobs or os.cpu_count() or 1)
        # Where the cluster is looked after; from outside Ray's own client notices by itself.
        self.heart = "" if address.startswith(CLIENT) else ray.get_runtime_context().gcs_address
        self.task = ray.remote(num_cpus=1, max_retries=DEATHS, retry_exceptions=False)(work_there)
        self.looked = self.seen = time.monotonic()
        self.cpus = self.count_cpus()

    def connect(self, jobs: int) -> None:
        quiet: dict[str, Any] = {"namespace": NAMESPACE, "log_to_driver": False, "logging_level": "ERROR"}
        if self.address == OWN:
            quiet |= {"num_cpus": jobs, "include_dashboard": False, "object_store_memory": STORE_BYTES}
        if self.address.startswith(CLIENT) and find_spec("grpc") is None:
            raise NeedsExtra("needs_extra", extra="cluster", library="ray[client]")
        try:
            if ":" in self.address:
                # Ray would try for minutes.
                touch(self.address.removeprefix(CLIENT))
            # Ray prints what it has to say of dead processes where our figures go; its debugger silences it like this.
            self.ray._private.worker._worker_logs_enabled = False
            self.ray.init("local" if self.address == OWN else self.address, **quiet)
        except (OSError, RuntimeError, ValueError, self.ray.exceptions.RayError) as trouble:
            raise CrewError("cluster_away", address=self.address, reason=in_short(trouble)) from None

    def play(self, work: Iterable[tuple[Setup, Range]]) -> Iterator[Played]:
        rest = iter(work)
        more = True
        try:
            while True:
                while more and len(self.open_) < AHEAD * max(1, self.cpus):
                    task = next(rest, None)
                    if task is None:
                        more = False
                    else:
                        self.open_[self.task.remote(tailback.__version__, *task, path_of(task[0]))] = task[1]
                if not self.open_:
                    return
                for one in self.ready():
                    # Ray itself plays a range again whose process or machine died: it is open until it is done.
                    yield self.result(one)
        finally:
            for one in self.open_:
                self.ray.cancel(one, force=True)
            self.open_.clear()

    def ready(self) -> list[Any]:
        """Whatever is done by now, which may be nothing yet; or an error where nothing more will be done."""
        try:
            found, _ = self.ray.wait(list(self.open_), num_returns=1, timeout=PULSE)
            if found:
                found, _ = self.ray.wait(list(self.open_), num_returns=len(self.open_), timeout=0)
            if time.monotonic() - self.looked >= PULSE:
                self.look_after()
        except (OSError, self.ray.exceptions.RayError) as trouble:
            raise self.lost(trouble) from None
        return list(found)

    def result(self, one: Any) -> Played:
        wanted = self.open_.pop(one)
        errors = self.ray.exceptions
        try:
            played: Played = self.ray.get(one)
        except errors.RayTaskError as trouble:
            cause = trouble.cause
            if isinstance(cause, Explained):
                raise cause from None
            raise self.failed(wanted, cause) from None
        except (errors.LocalRayletDiedError, errors.RpcError, OSError) as trouble:
            raise self.lost(trouble) from None
        except errors.RayError as trouble:
            raise self.failed(wanted, trouble) from None
        return played

    def look_after(self) -> None:
        """Is the cluster still there, and has it machines that play? It may have more or fewer by now.

        Ray ends this whole process, without a word to it, a minute after it lost a cluster; so we look ourselves.
        """
        if self.heart:
            touch(self.heart)
        self.cpus = self.count_cpus()
        self.looked = time.monotonic()
        if self.cpus:
            self.seen = self.looked
        elif self.looked - self.seen > PATIENCE:
            raise CrewError("cluster_empty", address=self.address)

    def count_cpus(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 0))

    def failed(self, wanted: Range, trouble: BaseException) -> CrewError:
        return CrewError(
            "range_fails", first=wanted.first, last=wanted.first + wanted.count - 1, reason=in_short(trouble)
        )

    def lost(self, trouble: BaseException) -> CrewError:
        # There is nobody who could be told to stop.
        self.open_.clear()
        return CrewError("cluster_lost", address=self.address, reason=in_short(trouble))

    def close(self) -> None:
        if self.mine:
            self.ray.shutdown()


def path_of(setup: Setup) -> str:
    """Where its game was brought from; empty for one that is installed."""
    return str(brought.place_of(setup.rules.home) or "")


def touch(place: str) -> None:
    """OSError where nobody listens at this host:port."""
    host, _, port = place.rpartition(":")
    socket.create_connection((host.strip("[]"), int(port)), PULSE).close()


def in_short(trouble: BaseException) -> str:
    """What it says, in one line: the errors of a cluster are long."""
    if isinstance(trouble, OSError):
        return reason(trouble)
    lines = str(trouble).strip().splitlines()
    return f"{type(trouble).__name__}: {lines[0]}" if lines else type(trouble).__name__
