"""The reference that programs read, made from the messages and routes themselves.

JSON Schema of every message, OpenAPI of the HTTP routes, AsyncAPI of the socket; `typescript.py` and
`manual.py` go on from here. Made when first asked for: a server nobody asks pays nothing.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple, get_args

import msgspec

from tailback import games
from tailback.server import protocol as p
from tailback.server.door import routes
from tailback.server.protocol import faces, http, library, replays, socket
from tailback.server.service.route import Route
from tailback.server.service.who import WHO
from tailback.server.truth import seats
from tailback.server.truth.rows import Settings
from tailback.texts import LANGUAGES

Schema = dict[str, Any]

VERSION = str(max(p.VERSIONS))
LARGEST = 999_999_999
BEARER: list[Schema] = [{"bearer": []}]
UNIONS = {
    "FromServer": "Everything the server says on the socket.",
    "FromDevice": "Everything a device says on the socket.",
}


class File(NamedTuple):
    """One file of the reference."""

    media: str
    text: str


# Messages


def structs() -> list[type[msgspec.Struct]]:
    """Every message type, in the order in which they are written."""
    found = [kind for part in (faces, socket, http) for kind in vars(part).values()]
    kinds = [kind for kind in found if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return [Settings, *(kind for kind in dict.fromkeys(kinds) if kind not in (msgspec.Struct, Settings))]


def members(union: str) -> tuple[type[msgspec.Struct], ...]:
    return get_args(getattr(p, union))


def tag(kind: type[msgspec.Struct]) -> str:
    """What stands in `type` on the socket; empty for other messages."""
    return str(kind.__struct_config__.tag or "")


def doc(thing: Any) -> str:
    """The docstring on one line per paragraph."""
    text = inspect.cleandoc(thing if isinstance(thing, str) else thing.__doc__ or "")
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def definitions(kinds: Iterable[Any], where: str) -> dict[str, Schema]:
    """The schemas of these types and of all they mention."""
    _, found = msgspec.json.schema_components(kinds, ref_template=f"#/{where}/{{name}}")
    order = {kind.__name__: kind for kind in structs()}
    return {name: whole(kind, tidied(found[name])) for name, kind in order.items() if name in found}


def whole(kind: type[msgspec.Struct], schema: Schema) -> Schema:
    """What we send is complete, so nothing of it is optional; what we are sent may leave out what has a default."""
    config = kind.__struct_config__
    if not config.omit_defaults and not config.forbid_unknown_fields:
        schema["required"] = list(schema["properties"])
        for field in schema["properties"].values():
            field.pop("default", None)
    if not schema["required"]:
        del schema["required"]
    return schema


def tidied(schema: Any) -> Any:
    """Descriptions without their indentation, and a single choice as what it is."""
    if isinstance(schema, list):
        return [tidied(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: tidied(value) for key, value in schema.items()}
    if isinstance(found.get("description"), str):
        found["description"] = doc(found["description"])
    if isinstance(found.get("enum"), list) and len(found["enum"]) == 1:
        found["const"] = found.pop("enum")[0]
    return found


@cache
def json_schema() -> Schema:
    """Every message; the whole schema fits anything that may be said on the socket."""
    where = "#/$defs/"
    unions = {
        name: {"description": what, "oneOf": [{"$ref": where + kind.__name__} for kind in members(name)]}
        for name, what in UNIONS.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tailback protocol {VERSION}",
        "description": doc(p),
        "anyOf": [{"$ref": where + name} for name in UNIONS],
        "$defs": {**definitions(structs(), "$defs"), **unions},
    }


def type_schema(kind: Any, where: str) -> Schema:
    """How an answer or body of this type is described: a reference where it has a name."""
    (found,), _ = msgspec.json.schema_components([kind], ref_template=f"#/{where}/{{name}}")
    return dict(found)


# HTTP

TAGS = {
    "games": "The games and what a table can be given.",
    "tables": "Tables and the chairs at them.",
    "play": "The course of a game, besides what is played on the socket.",
    "replays": "Games that were played.",
    "server": "The server itself.",
}
PARAMETERS: dict[str, tuple[Schema, str]] = {
    "game": (
        {"type": "string", "enum": list(games.ours())},
        "A game; other packages may bring more.",
    ),
    "board": ({"type": "string", "enum": list(library.boards())}, "The id of a circuit."),
    "language": ({"type": "string", "enum": list(LANGUAGES)}, "A language."),
    "catalogue": (
        {"type": "string", "enum": [*library.SHARED, *games.ours()]},
        "The id of a game, `app`, `web` or `games`.",
    ),
    "table": ({"type": "string", "minLength": 1}, "The id of a table or of a shared game."),
    "code": (
        {"type": "string", "minLength": seats.CODE_LENGTH, "examples": [seats.LETTERS[: seats.CODE_LENGTH]]},
        f"Four letters of {seats.LETTERS}. Where many are in use, a Y and four of them, two Y and five, or three Y and "
        "six. Small letters, spaces and hyphens do no harm.",
    ),
    "number": ({"type": "integer", "minimum": 0, "maximum": LARGEST}, "The number of a game of this table, from 0."),
    "seat": ({"type": "integer", "minimum": 0, "maximum": LARGEST}, "The number of a chair, from 0."),
    "since": ({"type": "integer", "minimum": 0, "maximum": LARGEST, "default": 0}, "The first step of the page."),
    "limit": (
        {"type": "integer", "minimum": 0, "maximum": LARGEST, "default": replays.PAGE},
        f"How many steps at most; never more than {replays.PAGE}, or {replays.PAGE_OF_EVENTS} without views.",
    ),
    "views": (
        {"type": "integer", "minimum": 0, "maximum": 1, "default": 1},
        "0 leaves out what was seen after each step: for whoever only wants to know what happened.",
    ),
}
WATCHER = "Whose knowledge is shown; without it that of a watcher."
MEANINGS = {
    400: "The body is not the message it should be.",
    401: "A token that fits nothing at this table.",
    403: "Not for you: the token, the claim or the page that asks does not allow it.",
    404: "There is no such thing here.",
    409: "Not now: the table is not in a state for it.",
    413: "Too big.",
    415: "The body must be `application/json`.",
    421: "Asked by a name that is not this server's; see `--public-url`.",
    422: "Well formed, but impossible.",
    429: "Too often from this address; `Retry-After` says when.",
    503: "The store is away, or too much is going on; nothing was changed. Ask again soon.",
    507: "The store is full; nothing was changed.",
}
ANSWERS = {200: "Done.", 201: "Made.", 204: "Done; there is nothing to say."}
RETRY_AFTER = {"Retry-After": {"description": "Seconds until it is worth asking again.", "schema": {"type": "integer"}}}
ATTACHMENT = {"Content-Disposition": {"description": "A name for the file.", "schema": {"type": "string"}}}


def tag_of(route: Route) -> str:
    path = route.path
    if path.startswith(("/api/games", "/api/lessons", "/api/check", "/api/boards", "/api/texts")):
        return "games"
    if "{number}" in path or path == "/api/import":
        return "replays"
    if path.endswith(("/words", "/deal", "/again")):
        return "play"
    return "server" if path.endswith(("/health", "/alive", "/metrics")) else "tables"


def parameters(route: Route) -> list[Schema]:
    found = []
    for name in [*re.findall(r"\{(\w+)\}", route.path), *route.query]:
        schema, what = PARAMETERS[name]
        in_query = name in route.query
        found.append(
            {
                "name": name,
                "in": "query" if in_query else "path",
                "required": not in_query,
                "description": WATCHER if in_query and name == "seat" else what,
                "schema": schema,
            }
        )
    return found


def content(kind: Any) -> Schema:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": type_schema(kind, "components/schemas")}}


def answers(route: Route) -> Schema:
    good: Schema = {"description": ANSWERS[route.status]}
    if route.answer is not None:
        good["content"] = content(route.answer)
    if route.answer == "text/plain":
        good["headers"] = ATTACHMENT
    found = {str(route.status): good}
    for status in route.statuses:
        found[str(status)] = {"$ref": f"#/components/responses/{refusal_name(status)}"}
    return found


def refusal_name(status: int) -> str:
    return "".join(word.capitalize() for word in HTTPStatus(status).name.split("_"))


def refusal(status: int) -> Schema:
    found: Schema = {"description": MEANINGS[status], "content": content(p.Problem)}
    if status in (429, 503):
        found["headers"] = RETRY_AFTER
    return found


def operation(route: Route) -> Schema:
    text = doc(route.handler)
    found: Schema = {
        "tags": [tag_of(route)],
        "operationId": route.handler.__name__,
        "summary": text.split(". ")[0].split(": ")[0].rstrip("."),
        "description": text,
    }
    if listed := parameters(route):
        found["parameters"] = listed
    if route.body is not None:
        found["requestBody"] = {"required": True, "content": content(route.body)}
    found["responses"] = answers(route)
    found["security"] = security(route)
    return found


def security(route: Route) -> list[Schema]:
    who = WHO[route.who]
    return [] if not who.token else [{}, *BEARER] if "watcher" in who.lets_in else BEARER


@cache
def openapi() -> Schema:
    paths: dict[str, Schema] = {}
    for route in routes.ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route)
    kinds = [kind for route in routes.ROUTES for kind in (route.body, route.answer) if not isinstance(kind, str)]
    statuses = sorted({status for route in routes.ROUTES for status in route.statuses})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tailback over HTTP",
            "version": VERSION,
            "description": "Tables, seats, replays and files. Play itself goes over the socket: see asyncapi.json.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "The server this file came from."}],
        "tags": [{"name": name, "description": what} for name, what in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": definitions([*kinds, p.Problem], "components/schemas"),
            "responses": {refusal_name(status): refusal(status) for status in statuses},
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat or of the host; several with commas between them.",
                }
            },
        },
    }


# The socket


class Exchange(NamedTuple):
    """What is said for one purpose, and what comes back."""

    said: tuple[type[msgspec.Struct], ...]
    what: str
    back: tuple[type[msgspec.Struct], ...] = ()


HEARD = {
    "greet": Exchange((p.Hello,), "The first message of a device.", (p.Welcome, p.Bye)),
    "ask": Exchange(
        (p.Answer, p.Say, p.AskUndo, p.AnswerUndo, p.DropUndo, p.Hurry, p.Resync),
        "A request. Exactly one answer has the same `id`.",
        (p.Ack, p.Late, p.No),
    ),
    "foresee": Exchange((p.AskHints,), "What would happen if?", (p.Hints, p.Late, p.No)),
    "wonder": Exchange((p.AskWhy,), "Why did a robot do that?", (p.Why, p.No)),
    "consult": Exchange((p.AskAdvice,), "What would a robot do here?", (p.Advice, p.Late, p.No)),
    "look": Exchange((p.DevicePing,), "Is the line alive?", (p.Pong,)),
    "measured": Exchange((p.DevicePong,), "The answer to a ping of the server."),
}
TOLD = {
    "tell": Exchange(
        (p.Update, p.Presence, p.Thinking, p.Trouble, p.Words, p.You),
        "What happens at the table, as this device may know it.",
    ),
    "measure": Exchange((p.Ping,), "How long is the line?", (p.DevicePong,)),
    "part": Exchange((p.Bye,), "Why the server closes the socket."),
}


def message(kind: type[msgspec.Struct]) -> Schema:
    found: Schema = {
        "name": tag(kind),
        "title": kind.__name__,
        "summary": doc(kind),
        "contentType": "application/json",
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
    }
    if "id" in kind.__struct_fields__:
        found["correlationId"] = {"location": "$message.payload#/id"}
    return found


def exchange(made: Exchange, action: str) -> Schema:
    def listed(kinds: tuple[type[msgspec.Struct], ...]) -> list[Schema]:
        return [{"$ref": f"#/channels/play/messages/{kind.__name__}"} for kind in kinds]

    found: Schema = {
        "action": action,
        "channel": {"$ref": "#/channels/play"},
        "summary": made.what,
        "messages": listed(made.said),
    }
    if made.back:
        found["reply"] = {"channel": {"$ref": "#/channels/play"}, "messages": listed(made.back)}
    if made is HEARD["greet"]:
        found["security"] = [{"$ref": "#/components/securitySchemes/tokens"}]
    return found


@cache
def asyncapi() -> Schema:
    spoken = [*members("FromDevice"), *members("FromServer")]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Tailback on the socket",
            "version": VERSION,
            "description": doc(p),
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "table": {
                "host": "{host}",
                "protocol": "ws",
                "description": "The server this file came from; wss where it is reached over https.",
                "variables": {"host": {"default": "localhost:8377", "description": "Name and port."}},
            }
        },
        "channels": {
            "play": {
                "address": "/ws",
                "title": "One socket per device",
                "messages": {kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"} for kind in spoken},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            **{name: exchange(made, "receive") for name, made in HEARD.items()},
            **{name: exchange(made, "send") for name, made in TOLD.items()},
        },
        "components": {
            "messages": {kind.__name__: message(kind) for kind in spoken},
            "schemas": definitions(spoken, "components/schemas"),
            "securitySchemes": {
                "tokens": {
                    "type": "apiKey",
                    "in": "user",
                    "description": "Tokens of seats and of the host stand in the field `tokens` of the hello message; "
                    "none to watch.",
                }
            },
        },
    }


@cache
def files() -> dict[str, File]:
    """All files, by name."""
    from tailback.server.reference import typescript
    from tailback.server.reference.examples import examples

    def written(schema: Schema) -> str:
        return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"

    return {
        "protocol.schema.json": File("application/schema+json", written(json_schema())),
        "protocol.ts": File("text/plain; charset=utf-8", typescript.types(json_schema(), p.VERSIONS)),
        "openapi.json": File("application/json", written(openapi())),
        "asyncapi.json": File("application/json", written(asyncapi())),
        "examples.json": File("application/json", written(examples())),
    }
