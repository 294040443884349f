"""All that can be asked over HTTP: what any carrier brings, and what only a server answers.

The reference is made from `ROUTES`.
"""

from __future__ import annotations

import asyncio
import io

from starlette.responses import Response

import tailback
from tailback.server import protocol as p
from tailback.server.door import pages, telling
from tailback.server.door.call import RequestCall
from tailback.server.service import routes
from tailback.server.service.route import Route, listing

ROUTES: list[Route] = list(routes.ROUTES)
route = listing(ROUTES)


@route("GET", "/api/tables/{table}/qr.svg", "image/svg+xml", who="anyone")
async def qr_code(call: RequestCall) -> Response:
    """The link to a table as a picture for cameras."""
    table = await call.table()
    link = call.house.link(f"/t/{table.id}")
    if link not in pictures:
        call.limit(call.limits.wakes)
        made = await asyncio.to_thread(picture, link)
        if len(pictures) >= routes.KEPT:
            del pictures[next(iter(pictures))]
        pictures[link] = made
    return pages.answer(call.request, pictures[link], "image/svg+xml", "private, no-cache")


# The newest pictures, by their links.
pictures: dict[str, bytes] = {}


def picture(link: str) -> bytes:
    import segno

    out = io.BytesIO()
    segno.make(link, micro=False).save(out, kind="svg", scale=8, border=2, xmldecl=False)
    return out.getvalue()


@route("GET", "/health", p.Health, who="anyone", refuses=(503,))
async def health(call: RequestCall) -> p.Health:
    """Is the server ready: is it up, and does its store answer? If not, `params.reasons` says why."""
    return await telling.health(call)


@route("GET", "/api/health", p.Health, who="anyone", refuses=(503,))
async def old_health(call: RequestCall) -> p.Health:
    """The same as `/health`."""
    return await telling.health(call)


@route("GET", "/health/alive", p.Alive, who="anyone")
async def alive(call: RequestCall) -> p.Alive:
    """Does the server turn at all? The store is not asked."""
    state = call.request.app.state
    return p.Alive(tailback.__version__, here=state.here is not None, relay=state.relay.open)


@route("GET", "/metrics", "text/plain", who="near", refuses=(403, 404))
async def metrics(call: RequestCall) -> Response:
    """How the server is, in the text format of Prometheus. Unless it was told otherwise, only for its own network."""
    return telling.metrics(call)
