"""What the server tells about itself: whether it is ready, and its figures.

Figures are for whoever runs the server. They name nobody, but how many people play at what hour is
not for the whole world either: unless told otherwise they are only for this machine and its own network.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import platform
import sys
import time
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

import tailback
from tailback.server import protocol as p
from tailback.server.door.call import RequestCall
from tailback.server.door.sockets import ours
from tailback.server.live.house import House
from tailback.server.truth.refusal import Refused
from tailback.server.vitals.exposition import MEDIA, Page
from tailback.server.vitals.figures import FIGURES
from tailback.server.vitals.pulse import Pulse
from tailback.server.vitals.watch import StoreWatch

# A proxy that hands a stranger's request on says so in one of these.
SPEAKING_FOR = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")
STARTED = time.time()


class Vitals(NamedTuple):
    """What is watched in this process, and who may read it."""

    store: StoreWatch
    pulse: Pulse
    metrics: str
    place: int


def vitals_of(call: RequestCall) -> Vitals:
    found: Vitals = call.request.app.state.vitals
    return found


async def health(call: RequestCall) -> p.Health:
    vitals = vitals_of(call)
    wrong = await vitals.store.look()
    found = p.Health(tailback.__version__, len(call.house.tables), wrong is None, vitals.pulse.worst_ms)
    if wrong is not None:
        told = {"server": found.server, "tables_awake": found.tables_awake, "ready": False, "loop_ms": found.loop_ms}
        raise Refused("not_ready", 503, params={"reasons": [wrong.key], **told})
    return found


def metrics(call: RequestCall) -> Response:
    vitals = vitals_of(call)
    if vitals.metrics == "off":
        raise Refused("no_such_page", 404)
    if vitals.metrics != "open" and not from_near(call.request):
        raise Refused("metrics_local", 403)
    return Response(figures(call.house, vitals, call.limits.bodies.taken), media_type=MEDIA)


def from_near(request: Request) -> bool:
    """From this machine or its own network, asked for itself, under an address or a name of a home.

    The name keeps out what a proxy hands on without saying so, and pages of other sites (DNS rebinding).
    """
    if request.client is None or any(name in request.headers for name in SPEAKING_FOR):
        return False
    try:
        peer = ipaddress.ip_address(request.client.host.partition("%")[0])
    except ValueError:
        return False
    if isinstance(peer, ipaddress.IPv6Address) and peer.ipv4_mapped is not None:
        peer = peer.ipv4_mapped
    return (peer.is_private or peer.is_loopback) and ours(request.url.hostname or "")


def figures(house: House, vitals: Vitals, body_bytes: int) -> str:
    page = Page({"process": str(vitals.place)} if vitals.place else {})
    put = page.put
    build = {"version": tailback.__version__, "python": platform.python_version()}
    put("tailback_build_info", "gauge", "Always 1; the labels say what runs.", 1, **build)
    trouble = vitals.store.trouble
    put("tailback_ready", "gauge", "1 when the store answers, 0 when it does not.", trouble is None)
    of_tables(page, house)
    put("tailback_rows_written_total", "counter", "Moves and whatever else happened at tables, stored.", FIGURES.rows)
    spread = {"append": FIGURES.appends, "read": FIGURES.reads}
    page.put_spread("tailback_store_seconds", "How long the store took.", spread, "what")
    put("tailback_writes_waiting", "gauge", "Rows that wait to be stored.", FIGURES.writing)
    what = "Questions that the store could not answer, by reason."
    page.put_each("tailback_store_errors_total", "counter", what, "reason", FIGURES.store_errors)
    page.put_each("tailback_refusals_total", "counter", "Requests refused, by key.", "key", FIGURES.refusals)
    put("tailback_body_bytes", "gauge", "Bytes of long requests that are on their way.", body_bytes)
    page.put_spread("tailback_loop_delay_seconds", "How late the event loop was.", {"": FIGURES.loop})
    of_process(page)
    return page.text()


def of_tables(page: Page, house: House) -> None:
    page.put("tailback_tables_awake", "gauge", "Tables awake in this process.", len(house.tables))
    lines = {"seat": 0, "watcher": 0}
    for table in house.tables.values():
        watchers = table.company.watchers_here()
        lines["watcher"] += watchers
        lines["seat"] += len(table.company) - watchers
    page.put_each("tailback_lines", "gauge", "Devices at tables, with a seat or watching.", "kind", lines)
    pool = house.pool
    robots = {"thinking": pool.thinking, "waiting": pool.waiting}
    page.put_each("tailback_bots", "gauge", "Bots that think, or wait for a free process to think in.", "state", robots)
    page.put("tailback_bots_given_up_total", "counter", "Thoughts that came to nothing.", pool.given_up)


def of_process(page: Page) -> None:
    put = page.put
    put("process_cpu_seconds_total", "counter", "CPU time of this process.", round(time.process_time(), 3))
    put("process_start_time_seconds", "gauge", "When it started, in seconds since 1970.", round(STARTED, 3))
    if (memory := resident()) is not None:
        put("process_resident_memory_bytes", "gauge", "Memory of this process.", memory)
    with contextlib.suppress(OSError):
        put("process_open_fds", "gauge", "Open files and connections.", len(os.listdir("/proc/self/fd")))
    if sys.platform != "win32":
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if most != resource.RLIM_INFINITY:
            put("process_max_fds", "gauge", "How many it may have open.", most)


def resident() -> int | None:
    """Bytes in memory now, where the system tells it as a file."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None
