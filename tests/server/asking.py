"""Requests and messages made from the lists of routes and messages themselves: what can be asked is asked, and nobody
has to name it here. Values come from the types; what no type says (a game, a legal action, a file) stands in the facts
of the table that is asked about, by the name of the field or of the place in the path."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import inspect as kinds

from tailback.server import protocol as p
from tailback.server.door import routes
from tailback.server.lab import messages as lab_messages
from tailback.server.lab import routes as lab_routes
from tailback.server.relay import messages as relay_messages
from tailback.server.service.route import Route

Facts = Mapping[str, Any]
# What devices say on the sockets, by their addresses.
SPOKEN = {"/ws": p.device_decoder, "/ws/lab": lab_messages.heard, "/ws/relay": relay_messages.heard}
PLAY, LAB, RELAY = SPOKEN
PLACE = re.compile(r"\{(\w+)\}")


def every_route() -> list[Route]:
    """All of the server, as the lists are now: a test may have put one more into them."""
    return [*routes.ROUTES, *lab_routes.ROUTES]


def every_message(where: str = PLAY) -> tuple[type[msgspec.Struct], ...]:
    return get_args(SPOKEN[where].type)


def named(route: Route) -> str:
    return f"{route.method} {route.path}"


def tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


# What a type allows


@cache
def shape(kind: Any) -> kinds.Type:
    return kinds.type_info(kind)


def fits(kind: Any, facts: Facts, name: str = "") -> Any:
    """An ordinary value of this type."""
    found = kind if isinstance(kind, kinds.Type) else shape(kind)
    if name in facts:
        return facts[name]
    if isinstance(found, kinds.Metadata):
        return fits(found.type, facts)
    if isinstance(found, kinds.UnionType):
        return None if found.includes_none else fits(found.types[0], facts)
    if isinstance(found, kinds.StructType):
        return {**tagged(found), **{f.encode_name: fits(f.type, facts, f.name) for f in found.fields if f.required}}
    if isinstance(found, kinds.ListType):
        return [fits(found.item_type, facts) for _ in range(max(1, found.min_length or 0))]
    if isinstance(found, kinds.StrType):
        return "x" * max(1, found.min_length or 0)
    if isinstance(found, kinds.IntType | kinds.FloatType):
        return found.ge or 0
    if isinstance(found, kinds.LiteralType):
        return found.values[0]
    return {kinds.BoolType: True, kinds.DictType: {}}.get(type(found))


def whole(kind: Any, facts: Facts) -> dict[str, Any]:
    """An ordinary message with all its fields, also those that may be left out."""
    found = filled(shape(kind))
    assert isinstance(found, kinds.StructType)
    given = {field.encode_name: fits(filled(field.type), facts, field.name) for field in found.fields}
    return {**tagged(found), **given}


def filled(found: kinds.Type) -> kinds.Type:
    """What stands there when it is not nothing."""
    if isinstance(found, kinds.UnionType):
        return next(one for one in found.types if not isinstance(one, kinds.NoneType))
    return found


def tagged(found: kinds.StructType) -> dict[str, Any]:
    return {found.tag_field: found.tag} if found.tag_field else {}


# A letter that takes most room and most time: two code units, six bytes each as JSON may write it.
WIDE = "\U0001f697"


def largest(kind: Any, room: int, facts: Facts, name: str = "") -> Any:
    """The most that this type takes, in about so many bytes where it has no end by itself."""
    found = kind if isinstance(kind, kinds.Type) else shape(kind)
    if isinstance(found, kinds.Metadata):
        return largest(found.type, room, facts)
    if isinstance(found, kinds.StructType):
        given = {**tagged(found)}
        for field in found.fields:
            # What the handler looks up first is right, so that it looks at the rest, too.
            given[field.encode_name] = (
                facts[field.name] if field.name in facts else largest(field.type, room // len(found.fields), facts)
            )
        return given
    if isinstance(found, kinds.UnionType):
        return largest(next(one for one in found.types if not isinstance(one, kinds.NoneType)), room, facts)
    if isinstance(found, kinds.ListType | kinds.DictType):
        most = found.max_length or room
        inner = found.item_type if isinstance(found, kinds.ListType) else found.value_type
        one = largest(inner, min(room, 200), facts)
        # A name and signs around it.
        many = min(most, max(1, room // (len(msgspec.json.encode(one)) + 14)))
        return [one] * many if isinstance(found, kinds.ListType) else {f"k{n}": one for n in range(many)}
    if isinstance(found, kinds.StrType):
        return WIDE * min(found.max_length or room // 4, room // 4)
    if isinstance(found, kinds.IntType | kinds.FloatType):
        return found.le or (found.lt - 1 if found.lt else 2**62)
    return [[[]]] if isinstance(found, kinds.AnyType) else fits(found, facts)


# Requests


class Request(NamedTuple):
    route: Route
    path: str
    body: Any

    def __str__(self) -> str:
        return f"{self.route.method} {self.path}"


def path_of(route: Route, facts: Facts) -> str:
    missing = [place for place in PLACE.findall(route.path) if place not in facts]
    assert not missing, f"{named(route)}: no table here says what {missing} could be; see `Scene.facts`"
    return PLACE.sub(lambda found: str(facts[found[1]]), route.path)


def request(route: Route, facts: Facts) -> Request:
    """An ordinary request."""
    return Request(route, path_of(route, facts), None if route.body is None else fits(route.body, facts))


def requests(route: Route, facts: Facts) -> Iterator[Request]:
    """The same about every game of the table, and about the newest with all that can stand behind the question mark."""
    for number in facts["every number"] if "{number}" in route.path else ():
        yield request(route, {**facts, "number": number})
    newest = request(route, facts)
    if "{number}" not in route.path:
        yield newest
    ways = [[f"{name}={value}" for value in facts.get(f"every {name}", (facts.get(name, 0),))] for name in route.query]
    for way in itertools.product(*ways) if ways else ():
        yield newest._replace(path=f"{newest.path}?{'&'.join(way)}")


def about_a_table(route: Route) -> bool:
    """Does it matter which table there is?"""
    places = {*PLACE.findall(route.path)}
    if route.body is not None:
        for one in flat(shape(route.body)):
            places |= {field.name for field in one.fields}
    return bool(places & {"table", "code", "share"})


def flat(found: kinds.Type) -> Iterator[kinds.StructType]:
    if isinstance(found, kinds.StructType):
        yield found
    for inner in found.types if isinstance(found, kinds.UnionType) else ():
        yield from flat(inner)
