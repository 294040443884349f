"""Looks through every byte that leaves for what must not: secrets and words of games that are not over, seeds, tokens
of others, their hashes, claims. What somebody may have is a rule of the scene (`Scene.hidden`), not of a route."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack

from server.asking import PLAY, every_message, named, requests, tag
from server.inside import LAB_KEY, Inside, Talk, message_of
from server.permissions import changed, facts_of
from server.scenes import Scene
from tailback.server.service.route import Route
from tailback.server.service.who import PEOPLE, WHO, Person


def forms(text: str) -> Iterable[bytes]:
    """How it might be written."""
    plain = text.encode()
    yield plain.lower()
    yield base64.b64encode(plain).rstrip(b"=")[:-1].lower()
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        return
    yield raw.lower()
    yield base64.b64encode(raw).rstrip(b"=")[:-1].lower()


class Search:
    def __init__(self, hidden: Mapping[str, str]) -> None:
        self.hidden = {form: what for text, what in hidden.items() for form in forms(text)}

    def __call__(self, data: bytes, where: str) -> None:
        low = data.lower()
        for form, what in self.hidden.items():
            at = low.find(form)
            assert at < 0, f"{where} told {what}: {data[max(0, at - 60) : at + 80]!r}"


async def search_routes(place: Inside, scene: Scene, routes: Iterable[Route], others: Mapping[str, str]) -> int:
    """Ask each of these in all ways as everybody; how many answers were looked through? Nobody may see `others`."""
    table = await place.put(scene)
    answers = 0
    for person in PEOPLE:
        tokens = scene.tokens(person, LAB_KEY)
        if tokens is None:
            continue
        facts = await facts_of(place, scene, table, tokens)
        search = Search({**others, **scene.hidden(tokens)})
        for route in routes:
            # Where no token is looked at, whoever knows all of them and whoever knows none stand for the others.
            if not WHO[route.who].token and person not in ("all", "watcher"):
                continue
            for asked in requests(route, facts):
                where = f"{named(route)} as {person} in {scene.name!r}"
                search((await place.make(asked, tokens)).everything, where)
                answers += 1
                if route.guests:
                    body = "" if asked.body is None else json.dumps(asked.body)
                    bearer = f"Bearer {','.join(tokens)}" if tokens else ""
                    said = await place.guests.welcome(table).ask(route.method, asked.path, bearer, body)
                    search(said.body.encode(), f"{where}, a guest")
                if await changed(place, table, scene):
                    table = await place.put(scene)
                    facts = await facts_of(place, scene, table, tokens)
                    break
    return answers


async def search_lines(place: Inside, scene: Scene) -> int:
    """Everybody is at the table and says everything; all that each of them hears is looked through."""
    table = await place.put(scene)
    heard = 0
    async with AsyncExitStack() as stack:
        lines: dict[Person, Talk] = {}
        for person in PEOPLE:
            tokens = scene.tokens(person, LAB_KEY)
            if tokens is not None:
                lines[person] = await stack.enter_async_context(place.line())
                await lines[person].hello(table, tokens)
        now = scene
        searches = {other: Search(now.hidden(scene.tokens(other, LAB_KEY) or [])) for other in lines}
        for person, talk in lines.items():
            facts = await facts_of(place, now, table, now.tokens(person, LAB_KEY) or [])
            for kind in every_message(PLAY):
                if talk.wire.open:
                    await talk.ask(message_of(kind, facts))
                if len(rows := await place.rows(table)) != len(now.rows):
                    now = Scene(scene.name, scene.game.id, rows, scene.known)
                    facts = await facts_of(place, now, table, now.tokens(person, LAB_KEY) or [])
                    if now.ledger.phase != scene.ledger.phase:
                        searches = {other: Search(now.hidden(scene.tokens(other, LAB_KEY) or [])) for other in lines}
                for other, line in lines.items():
                    told, line.wire.got = line.heard, []
                    heard += bool(told)
                    searches[other](told, f"the line of {other} after {tag(kind)} of {person} in {scene.name!r}")
    return heard
