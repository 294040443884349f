"""What the page of the lab asks over HTTP, its key in the header. It is not in the reference, which is for others."""

from __future__ import annotations

import asyncio
from typing import cast

from tailback.server.door.call import RequestCall
from tailback.server.lab.bench import Bench
from tailback.server.lab.messages import Kept, More, Order, Plan, Studies
from tailback.server.lab.orders import can_search, plan
from tailback.server.lab.room import Room
from tailback.server.service.route import Answer, Route, listing
from tailback.texts import LANGUAGES

ROUTES: list[Route] = []
route = listing(ROUTES)
HTML = "text/html; charset=utf-8"
# Any of them: which one it is, it says itself.
ORDER = cast(type[Order], Order)
# A report is a file of its own: should a browser show it in our name after all, it may do nothing here.
AS_FILE = {
    "content-disposition": 'attachment; filename="tailback-lab.html"',
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
}


def bench_of(call: RequestCall) -> Bench:
    """The lab, for whoever has its key."""
    room = cast(Room, call.request.app.state.lab)
    scheme, _, token = call.asked.headers.get("authorization", "").partition(" ")
    room.let_in(token.strip() if scheme.lower() == "bearer" else "", call.address)
    return room.bench


def language(call: RequestCall) -> str:
    found = call.asked.query.get("lang", "")
    return found if found in LANGUAGES else "en"


@route("GET", "/api/lab/studies", Studies, who="lab")
async def list_studies(call: RequestCall) -> Studies:
    """Every study of this server."""
    shelf = bench_of(call).shelf
    return Studies(*await asyncio.to_thread(shelf.all), can_search())


@route("POST", "/api/lab/check", Plan, Order, who="lab")
async def check_order(call: RequestCall) -> Plan:
    """What a study would play, or why it cannot be; nothing is kept."""
    bench_of(call)
    order = await call.body(ORDER)
    return await asyncio.to_thread(plan, order)


@route("POST", "/api/lab/studies", Kept, Order, 201, who="lab")
async def start_study(call: RequestCall) -> Kept:
    """Start a study, or put it in line."""
    bench = bench_of(call)
    order = await call.body(ORDER)
    return await bench.start(order)


@route("POST", "/api/lab/studies/{study}/more", Kept, More, who="lab")
async def go_on(call: RequestCall) -> Kept:
    """Go on with a study, up to so many matches or trials."""
    bench = bench_of(call)
    return await bench.go_on(call.word("study"), (await call.body(More)).to)


@route("POST", "/api/lab/studies/{study}/stop", None, status=204, who="lab")
async def stop_study(call: RequestCall) -> None:
    """Stop a study; what is finished is kept."""
    bench_of(call).stop(call.word("study"))


@route("DELETE", "/api/lab/studies/{study}", None, status=204, who="lab")
async def delete_study(call: RequestCall) -> None:
    """Forget a study for ever."""
    bench_of(call).remove(call.word("study"))


@route("GET", "/api/lab/studies/{study}", "application/json", who="lab")
async def show_study(call: RequestCall) -> Answer:
    """What is kept of a study, in another language."""
    return Answer(await bench_of(call).show(call.word("study"), "--json", "--lang", language(call)))


@route("GET", "/api/lab/studies/{study}/report", HTML, who="lab")
async def report(call: RequestCall) -> Answer:
    """A study as a page to keep."""
    return Answer(await bench_of(call).report(call.word("study"), language(call)), HTML, AS_FILE)
