"""Holds requests and messages to the table of permissions (`service/who.py`): each is made as everybody there is."""

from __future__ import annotations

import ast
import asyncio
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import tailback
from server.asking import LAB, PLAY, RELAY, every_message, fits, named, request, tag, whole
from server.inside import LAB_KEY, Inside, Said, Talk, message_of
from server.scenes import Scene
from specimens import TURNS
from tailback.device.guests import Guest
from tailback.server.lab import messages as lab_messages
from tailback.server.lab.terminal import ENDING
from tailback.server.service.route import Route
from tailback.server.service.who import PEOPLE, WHO, Person
from tailback.server.truth import rows as r
from tailback.server.truth import seats

NOT_LET_IN = (401, 403, 404)


class Held:
    """What was asked, and what came of it when it should: whoever may ask must once have got what they asked for."""

    def __init__(self) -> None:
        self.reached: set[tuple[str, str]] = set()
        self.asked: set[tuple[str, str]] = set()

    def note(self, what: str, person: str, good: bool) -> None:
        self.asked.add((what, person))
        if good:
            self.reached.add((what, person))

    @property
    def unmet(self) -> set[tuple[str, str]]:
        return self.asked - self.reached

    def check(self) -> None:
        """Else the requests made here are none that anybody would make."""
        never = sorted(self.unmet)
        assert not never, f"these never got what they may ask for; is what was said a good one? {never}"


# Requests


async def ask_as_everybody(place: Inside, scene: Scene, routes: Iterable[Route], held: Held) -> None:
    """Each of these routes, about a table like this, as each of these people."""
    table = await place.put(scene)
    for route in routes:
        for person in PEOPLE:
            tokens = scene.tokens(person, LAB_KEY)
            if tokens is None:
                continue
            facts = await facts_of(place, scene, table, tokens)
            said = await place.make(request(route, facts), tokens)
            let_in = scene.lets_in(WHO[route.who], person)
            judge(f"{named(route)} as {person} in {scene.name!r}", said, let_in)
            if let_in:
                held.note(named(route), person, said.status == route.status)
                if "study" in facts and route.method != "GET":
                    place.study = ""
            if await changed(place, table, scene):
                assert let_in, f"{named(route)} as {person} in {scene.name!r} was refused and changed the table"
                table = await place.put(scene)


async def ask_and_lose_the_seat(place: Inside, scene: Scene, route: Route) -> bool:
    """Somebody asks for something about their seat, and while this waits in line the seat becomes somebody else's.
    Did it have to wait?"""
    table = await place.house.table(await place.put(scene))
    tokens = scene.tokens("seat") or []
    asked = request(route, await facts_of(place, scene, table.id, tokens))
    async with table.line_up.turn():
        waiting = asyncio.ensure_future(place.make(asked, tokens))
        await asyncio.sleep(0.01)
        if waiting.done():
            return False
        for row in (
            r.Freed(at=1, seat=scene.seat),
            r.Seated(at=1, seat=scene.seat, token=seats.hashed("somebody else"), name="Else"),
        ):
            await table.keep_row(row)
            table.take(row)
    said = await waiting
    what = f"{named(route)} in {scene.name!r} by whoever sat there before"
    judge(what, said, let_in=False)
    assert len(await place.rows(table.id)) == len(scene.rows) + 2, f"{what} changed the table"
    return True


def judge(what: str, said: Said, let_in: bool) -> None:
    """The status fits the table of permissions."""
    assert said.status < 500, f"{what}: {said}"
    if let_in:
        assert said.status not in (401, 403), f"{what} was not let in: {said}"
    else:
        # Of a table that somebody else has seen the cards of, it is told as a matter of time.
        shut_out = said.status in NOT_LET_IN or (said.status == 409 and said.key.startswith("others_"))
        assert shut_out, f"{what} was let in: {said.status} {said.body[:200]!r}"


async def changed(place: Inside, table: str, scene: Scene) -> bool:
    return len(await place.rows(table)) != len(scene.rows)


async def facts_of(place: Inside, scene: Scene, table: str, tokens: list[str]) -> dict[str, Any]:
    return {
        **scene.facts(),
        "table": table,
        "share": table,
        "code": await place.code(table),
        "tokens": tokens,
        "study": await study(place),
        "name": "favicon.svg",
        "rest": "x",
    }


async def study(place: Inside) -> str:
    """A study of the lab that is finished: nothing is played for it."""
    if not place.study:
        shelf = place.app.state.lab.shelf
        order = msgspec.convert(fits(lab_messages.Order, Scene("", TURNS.id, [], {}).facts()), lab_messages.Order)
        what = lab_messages.What("run", order.game, [len(order.robots)], 1, order.matches)
        place.study = shelf.new_id()
        file = shelf.path(place.study, ENDING)
        shelf.write(lab_messages.Kept(place.study, order, what, 1, str(file), "finished"))
        file.write_text(json.dumps({"done": order.matches}))
    return place.study


# Messages


async def say_as_everybody(place: Inside, scene: Scene, held: Held, guests: bool = False) -> None:
    """Every message on a line, about a table like this, as each of these people; as guests of a page, too."""
    for person in PEOPLE:
        tokens = scene.tokens(person, LAB_KEY)
        left = [*every_message(PLAY)] if tokens is not None else []
        while left and tokens is not None:
            # What was said is answered on the same line until it changes the table.
            table = await place.put(scene)
            facts = await facts_of(place, scene, table, tokens)
            opened = place.guest_line(place.guests.welcome(table)) if guests else place.line()
            async with opened as talk:
                left = await say_all(place, talk, scene, left, facts, person, held)


async def say_all(
    place: Inside, talk: Talk, scene: Scene, kinds: list[Any], facts: dict[str, Any], person: Person, held: Held
) -> list[Any]:
    """What is left when the table has changed."""
    greeting = every_message(PLAY)[0]
    let_in = await talk.hello(facts["table"], facts["tokens"])
    welcome = scene.lets_in(WHO[greeting.who], person)  # type: ignore[attr-defined]
    assert let_in is welcome, f"{person} at the door of {scene.name!r}: {talk.heard[-200:]!r}"
    held.note(tag(greeting), person, let_in or not welcome)
    while kinds and let_in:
        kind, *kinds = kinds
        if kind is not greeting:
            await say(talk, scene, kind, facts, person, held)
        if await changed(place, facts["table"], scene) or not talk.wire.open:
            return kinds
    return []


async def say(talk: Talk, scene: Scene, kind: Any, facts: dict[str, Any], person: Person, held: Held) -> None:
    what = f"{tag(kind)} as {person} in {scene.name!r}"
    let_in = scene.lets_in(WHO[kind.who], person)
    got = await talk.ask(message_of(kind, facts))
    shut_out = got.get("key") in forbidding()
    assert shut_out is not let_in, f"{what} {'was not' if shut_out else 'was'} let in: {got}"
    if let_in:
        held.note(tag(kind), person, got["type"] not in ("refused", "late", "bye"))


async def say_in_the_lab(place: Inside, scene: Scene) -> None:
    for person in PEOPLE:
        tokens = scene.tokens(person, LAB_KEY) or [""]
        for kind in every_message(LAB):
            facts = {"token": ",".join(tokens), "follow": [], "studies": []}
            async with place.lab_line() as talk:
                talk.say(json.dumps(message_of(every_message(LAB)[0], facts)))
                talk.say(json.dumps(message_of(kind, facts)))
                await talk.wire.until(lambda talk=talk: talk.wire.got)
                let_in = scene.lets_in(WHO[kind.who], person)  # type: ignore[attr-defined]
                assert (talk.messages()[0]["type"] != "bye") is let_in, f"{tag(kind)} as {person}: {talk.messages()}"


async def say_on_the_relay(place: Inside) -> None:
    """It asks nobody who they are, and its row says so: a page with a table says all that there is, to a guest who came
    by its id or its code."""
    hold, come, *others = every_message(RELAY)
    assert all(WHO[kind.who].lets_in == {*PEOPLE} for kind in (hold, come, *others))  # type: ignore[attr-defined]
    key = seats.new_token()
    async with place.line(path=RELAY) as host:
        held = await answer(host, {"type": tag(hold), "key": key})
        for name in (held["room"], held["code"]):
            for kind in others:
                async with place.line(path=RELAY) as guest:
                    assert (await answer(guest, {"type": tag(come), "room": name}))["type"] == "came"
                    number = json.loads(host.wire.got[-1])["guest"]
                    host.say(json.dumps(whole(kind, {"guest": number, "data": "x"})))
                    # Behind it: whatever it was, the line goes on.
                    said = await answer(host, {"type": "beat"})
                    assert said["type"] != "bye", f"{tag(kind)}: {said}"
    assert key not in str(place.app.state.relay.rooms.by_id)


async def answer(talk: Talk, message: dict[str, Any]) -> dict[str, Any]:
    before = len(talk.wire.got)
    talk.say(json.dumps(message))
    await talk.wire.until(lambda: len(talk.wire.got) > before)
    return dict(json.loads(talk.wire.got[-1]))


async def ask_as_guests(place: Inside, scene: Scene, routes: Iterable[Route]) -> None:
    """What a device may ask of the page of another one: nothing but what says so, and there only what it may."""
    table = await place.put(scene)
    for route in routes:
        for person in PEOPLE:
            tokens = scene.tokens(person, LAB_KEY)
            if tokens is None:
                continue
            facts = await facts_of(place, scene, table, tokens)
            guest: Guest = place.guests.welcome(table)
            asked = request(route, facts)
            body = "" if asked.body is None else json.dumps(asked.body)
            said = await guest.ask(route.method, asked.path, f"Bearer {','.join(tokens)}" if tokens else "", body)
            let_in = route.guests and scene.lets_in(WHO[route.who], person)
            what = f"{named(route)} as a guest, {person}, in {scene.name!r}"
            judge(what, Said(said.status, [], said.body.encode()), let_in)
            if await changed(place, table, scene):
                assert let_in, f"{what} was refused and changed the table"
                table = await place.put(scene)


@cache
def forbidding() -> frozenset[str]:
    """The keys of refusals that say "not you", out of the sources."""
    found = set()
    for path in Path(tailback.__file__).parent.glob("server/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused" and len(node.args) > 1:
                key, status = node.args[:2]
                if isinstance(key, ast.Constant) and isinstance(status, ast.Constant) and status.value in (401, 403):
                    found.add(str(key.value))
    return frozenset(found)
