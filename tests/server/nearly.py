"""Requests and messages that are nearly right: an ordinary one of the list in which something is wrong, missing or new,
however deep it lies; a text that holds JSON is opened, too."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from server.asking import every_message, every_route, fits, named, path_of, whole
from server.attackers import clear
from server.inside import LAB_KEY, Inside, message_of
from server.permissions import facts_of
from server.scenes import Scene
from tailback.server.service.route import Route
from tailback.server.truth import seats

Path = tuple[Any, ...]
# Opens a text that holds JSON.
INSIDE = "<inside>"
ODD: list[Any] = [
    None, True, -1, 0, 1, 7, 99, 2**31, 2**63, -(2**70), 0.5, "", "0", "x", "zzz", "x" * 300, "\0", "\x1b[2J", "open",
    "javascript:1", [], {}, [[]], [None] * 9, ["x"] * 300, {"x": {}}, {"kind": "imported"},
]  # fmt: skip


def places(value: Any, way: Path = ()) -> Iterator[Path]:
    yield way
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*way, key))
    elif isinstance(value, list):
        for k, inner in enumerate(value):
            yield from places(inner, (*way, k))
    elif isinstance(value, str) and value.startswith("{"):
        yield from places(json.loads(value), (*way, INSIDE))


def changed_at(value: Any, way: Path, chance: random.Random, vocabulary: list[Any]) -> Any:
    """The same with something else at this place."""
    if way and way[0] == INSIDE:
        return json.dumps(changed_at(json.loads(value), way[1:], chance, vocabulary))
    if len(way) > 1:
        value[way[0]] = changed_at(value[way[0]], way[1:], chance, vocabulary)
        return value
    old = value[way[0]] if way else value
    # What the type allows goes further than what it does not.
    alike = [odd for odd in [*ODD, *vocabulary] if type(odd) is type(old) and odd != old]
    odd = copy.deepcopy(chance.choice(alike if alike and chance.random() < 0.7 else ODD))
    if not way:
        return odd
    how = chance.randrange(5)
    if how == 0:
        del value[way[0]]
    elif how == 1 and isinstance(value, list):
        value.insert(way[0], copy.deepcopy(value[chance.randrange(len(value))]))
    elif how == 1:
        value["more"] = odd
    else:
        value[way[0]] = odd
    return value


def nearly(value: Any, chance: random.Random) -> Any:
    """One or two things are otherwise."""
    found = copy.deepcopy(value)
    for _ in range(chance.choice((1, 1, 2))):
        if chance.random() < 0.3:
            out_of_order(found, chance)
            continue
        # Every field of every kind of thing is as likely as any other, however many of them there are.
        fields: dict[tuple[Any, ...], list[Path]] = {}
        for way in places(found):
            fields.setdefault(field(found, way), []).append(way)
        ways = chance.choice(list(fields.values()))
        # Somewhere else in it may stand what fits there and is wrong all the same.
        vocabulary = [deep(found, chance.choice(others)) for others in chance.sample(list(fields.values()), 1)]
        found = changed_at(found, chance.choice(ways), chance, vocabulary)
    return found


def out_of_order(value: Any, chance: random.Random) -> None:
    """In one of its lists something is missing, comes twice or many times, or at another time."""
    every = [deep(value, way) for way in places(value) if INSIDE not in way]
    lists = [found for found in every if isinstance(found, list) and found]
    if lists:
        some = max(lists, key=len) if chance.random() < 0.5 else chance.choice(lists)
        # The first and the last ones are of more kinds than those in between.
        at = chance.choice((chance.randrange(len(some)), chance.randrange(min(len(some), 24))))
        if chance.random() < 0.2:
            some += [copy.deepcopy(some[at]) for _ in range(chance.choice((6, 7, 8)))]
            return
        taken = some[at] if chance.random() < 0.4 else some.pop(at)
        if chance.random() < 0.7:
            some.insert(chance.randrange(len(some) + 1), copy.deepcopy(taken))


def field(value: Any, way: Path) -> tuple[Any, ...]:
    """Which field of what kind of thing lies at the end of this way."""
    around = deep(value, way[:-1]) if way else None
    kind = around.get("kind") if isinstance(around, dict) else None
    return (str(kind), *("*" if isinstance(step, int) else step for step in way))


def deep(value: Any, way: Path) -> Any:
    for step in way:
        # An opened text may be the last step.
        value = json.loads(value) if step == INSIDE else value[step]
    return value


async def fuzz_routes(
    place: Inside, scenes: Iterable[Scene], routes: Iterable[Route], times: int, log: pytest.LogCaptureFixture
) -> int:
    """How many were taken? Each is about a table that exists, by whoever may do most there."""
    taken = 0
    for scene in scenes:
        for route in routes:
            chance = random.Random(f"{named(route)} {scene.name}")
            table = await place.put(scene)
            for _ in range(times):
                if not await place.rows(table):
                    table = await place.put(scene)
                tokens = [LAB_KEY] if route.who == "lab" else scene.tokens("all") or []
                facts = await facts_of(place, scene, table, tokens)
                # A table that is brought is none that is here.
                ordinary = chance.choice((fits, whole))
                body = nearly(ordinary(route.body, {**facts, "table": seats.new_id()}), chance) if route.body else None
                path = path_of(route, {**facts, **({"number": chance.choice(ODD)} if chance.random() < 0.2 else {})})
                said = await place.ask(route.method, path.replace("\n", ""), tokens, body)
                what = f"{named(route)} with {json.dumps(body)[:2000]}"
                assert said.status < 500, f"{what}: {said}"
                if said.status >= 400:
                    told = json.loads(said.body)
                    assert clear(told["key"]) or told["clause"], f"{what}: {told}"
                elif route.writes:
                    taken += 1
                    await look_at(place, scene, said.body, what)
                assert not log.get_records("call") or not [r for r in log.get_records("call") if r.exc_info], (
                    f"{what} is told to the owner: {log.text[-3000:]}"
                )
    return taken


async def look_at(place: Inside, scene: Scene, answer: bytes, what: str) -> None:
    """What was taken in is no trouble afterwards: everything can be asked about the table that the answer names."""
    found = json.loads(answer or b"{}")
    found = found.get("table", found.get("share")) if isinstance(found, dict) else None
    table = found["table"] if isinstance(found, dict) else found
    if not isinstance(table, str):
        return
    for route in every_route():
        if route.method == "GET" and "{table}" in route.path:
            facts = {**scene.facts(), "table": table}
            said = await place.ask("GET", path_of(route, facts))
            assert said.status < 500, f"{what}, then {named(route)}: {said}"
    tokens = scene.tokens("all") or []
    async with place.line() as talk:
        if await talk.hello(table, tokens):
            for kind in every_message():
                if talk.wire.open:
                    facts = {**scene.facts(), "table": table, "tokens": tokens}
                    await talk.ask(message_of(kind, facts))
