"""What can go wrong, how often, how long. Two at a time: one trouble of processes, one of their surroundings."""

from __future__ import annotations

import contextlib
import random
import resource
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from server.chaos.servers import One, Servers
from server.cluster import Cluster
from server.network import FINE, Way, Weather

# Seconds that a trouble lasts which does not end by itself.
LENGTHS = (0.5, 1.0, 2.0, 4.0, 8.0)
# Seconds by which a clock is suddenly off.
JUMPS = (-34_560_000, -86_400, -3_600, -5, 5, 3_600, 86_400, 34_560_000)
# A share of the phones, or all of them.
SHARES = (0.3, 0.6, 1.0)

Act = Callable[[Servers, random.Random, float], None]


class Fault(NamedTuple):
    name: str
    weight: int
    act: Act
    # Which store it is for; "": any.
    store: str = ""


def slow(way: Way, chance: random.Random) -> None:
    rate = chance.choice((0.0, 4_000.0, 40_000.0))
    way.set(Weather(chance.uniform(0.02, 0.3), chance.uniform(0, 0.3), rate, share=chance.choice(SHARES)))


def weather(servers: Servers, ways: list[Way], chance: random.Random, seconds: float, kind: str) -> None:
    """Some weather on these ways, until it is fine again."""
    try:
        for way in ways:
            if kind == "slow":
                slow(way, chance)
            elif kind in ("stalled", "dead"):
                way.set(Weather(mute=True, share=chance.choice(SHARES)))
            elif kind == "torn":
                way.tear(chance.choice(SHARES))
            else:
                way.cut(chance.choice(SHARES))
        if kind != "cut":
            servers.pause(seconds)
    finally:
        for way in ways:
            if kind == "dead":
                way.bury()
            way.set(FINE)


def some(servers: Servers, chance: random.Random) -> list[One]:
    """One server or all of them."""
    return chance.choice([[chance.choice(servers.running)], servers.running])


def phones(kind: str) -> Act:
    def act(servers: Servers, chance: random.Random, seconds: float) -> None:
        weather(servers, [one.way for one in some(servers, chance)], chance, seconds, kind)

    return act


def stores(kind: str) -> Act:
    def act(servers: Servers, chance: random.Random, seconds: float) -> None:
        ways = [one.store for one in some(servers, chance) if one.store is not None]
        weather(servers, ways, chance, seconds, kind)

    return act


def full_disk(servers: Servers, chance: random.Random, seconds: float) -> None:
    """No file of the server may grow: to the server it is a disk without room. One that is started anew has room."""
    one = servers.running[0]
    log = Path(f"{servers.database}-wal")
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        allow(one.pid, log.stat().st_size)
        servers.pause(seconds)
    with contextlib.suppress(ProcessLookupError):
        allow(one.pid, resource.RLIM_INFINITY)


def allow(pid: int, size: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    if pid:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


def clock(servers: Servers, chance: random.Random, seconds: float) -> None:
    """It stays wrong until it jumps again."""
    one = chance.choice(servers.running)
    one.set_clock(chance.choice(JUMPS))


def killed(servers: Servers, chance: random.Random, seconds: float) -> None:
    servers.kill(chance)


def ended(servers: Servers, chance: random.Random, seconds: float) -> None:
    servers.end(chance)


def frozen(servers: Servers, chance: random.Random, seconds: float) -> None:
    servers.freeze(chance, seconds)


def database(how: Callable[[Cluster], None]) -> Act:
    def act(servers: Servers, chance: random.Random, seconds: float) -> None:
        servers.restart_database(chance, how)

    return act


def frozen_database(servers: Servers, chance: random.Random, seconds: float) -> None:
    servers.freeze_database(seconds)


PROCESSES = (
    Fault("kill", 40, killed),
    Fault("restart", 2, ended),
    Fault("freeze", 3, frozen),
    Fault("database kill", 8, database(Cluster.kill), "postgres"),
    Fault("database restart", 1, database(Cluster.stop), "postgres"),
    Fault("database quit", 1, database(Cluster.quit), "postgres"),
    Fault("database freeze", 2, frozen_database, "postgres"),
)
SURROUNDINGS = (
    Fault("slow line", 3, phones("slow")),
    Fault("stalled line", 2, phones("stalled")),
    Fault("dead line", 2, phones("dead")),
    Fault("cut line", 3, phones("cut")),
    Fault("torn line", 3, phones("torn")),
    Fault("clock jump", 2, clock),
    Fault("full disk", 4, full_disk, "sqlite"),
    Fault("slow store", 2, stores("slow"), "postgres"),
    Fault("stalled store", 1, stores("stalled"), "postgres"),
    Fault("dead store", 1, stores("dead"), "postgres"),
    Fault("cut store", 2, stores("cut"), "postgres"),
    Fault("torn store", 2, stores("torn"), "postgres"),
)
LANES = (PROCESSES, SURROUNDINGS)


def fitting(lane: tuple[Fault, ...], store: str) -> list[Fault]:
    return [fault for fault in lane if fault.store in ("", store)]
