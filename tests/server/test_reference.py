"""The reference says what the server does, and its pages are safe to show to anybody."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
import schemathesis

from server import of_a_game
from server.harness import NO_CLOCK, Device, Host, ServerProcess, devices, play_on, spread
from specimens import AGES, SEALED, TURNS
from tailback import games
from tailback.server.door import pages, routes
from tailback.server.protocol import library
from tailback.server.reference import manual, schemas
from tailback.server.run import process
from tailback.server.service.route import Handler, Route
from tailback.server.service.who import WHO
from tailback.texts import LANGUAGES, Texts, catalogue
from tailback.texts.prompts import prompt_key

DOCS = Path(__file__).resolve().parents[2] / "docs"


def fits(name: str) -> jsonschema_rs.Validator:
    whole = schemas.json_schema()
    return jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


# What is generated


@pytest.mark.parametrize("name", list(schemas.files()))
def test_the_files_in_the_docs_are_current(name: str) -> None:
    assert (DOCS / "protocol" / name).read_text(encoding="utf-8") == schemas.files()[name].text, "run make docs"


def test_the_page_in_the_docs_is_current() -> None:
    assert (DOCS / "protocol.md").read_text(encoding="utf-8") == manual.markdown(), "run make docs"


def test_the_reference_comes_out_the_same_every_time() -> None:
    code = (
        "import hashlib; from tailback.server.reference import manual, schemas;"
        "text = manual.markdown() + ''.join(file.text for file in schemas.files().values());"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


@pytest.mark.parametrize("kind", schemas.structs(), ids=lambda kind: kind.__name__)
def test_every_message_is_documented(kind: Any) -> None:
    name = kind.__name__
    files = schemas.files()
    assert kind.__doc__, f"{name} says nothing about itself"
    assert name in schemas.json_schema()["$defs"]
    assert f"\n### {name}\n" in manual.markdown()
    (interface,) = re.findall(rf"export interface {name} \{{\n(.*?)\n\}}", files["protocol.ts"].text, re.DOTALL)
    for field in kind.__struct_fields__:
        assert re.search(rf"^  {field}\??: ", interface, re.MULTILINE), f"{name}.{field}"
    spoken = [*schemas.members("FromServer"), *schemas.members("FromDevice")]
    assert (name in schemas.asyncapi()["components"]["messages"]) == (kind in spoken)
    if kind in spoken:
        assert f"  | {name}" in files["protocol.ts"].text
        assert f'  type: "{schemas.tag(kind)}";' in interface


@pytest.mark.parametrize("route", routes.ROUTES, ids=lambda route: route.handler.__name__)
def test_every_route_is_documented(route: Route) -> None:
    told = schemas.openapi()["paths"][route.path][route.method.lower()]
    assert told["description"]
    assert f"`{route.method} {route.path}`" in manual.markdown()
    named = {parameter["name"] for parameter in told.get("parameters", [])}
    assert named == set(re.findall(r"\{(\w+)\}", route.path)) | set(route.query)
    assert ("requestBody" in told) == (route.body is not None)
    assert {int(status) for status in told["responses"]} == {route.status, *route.statuses}
    assert bool(told["security"]) == WHO[route.who].token


def calls_of(handler: Handler) -> tuple[set[str], set[int]]:
    """What a handler asks of its call, and the statuses with which it refuses."""
    nodes = list(ast.walk(ast.parse(inspect.getsource(handler))))
    # Some are handed on, to be called where the row is written.
    methods = [node for node in nodes if isinstance(node, ast.Attribute)]
    asked = {method.attr for method in methods if isinstance(method.value, ast.Name) and method.value.id == "call"}
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    refusals = [node.args[1] for node in calls if getattr(node.func, "id", "") == "Refused" and len(node.args) > 1]
    return asked, {node.value for node in refusals if isinstance(node, ast.Constant)}


@pytest.mark.parametrize("route", routes.ROUTES, ids=lambda route: route.handler.__name__)
def test_what_a_handler_refuses_is_documented(route: Route) -> None:
    asked, statuses = calls_of(route.handler)
    assert statuses <= set(route.statuses)
    # Every request that writes is counted, and every table that is woken.
    assert (bool(asked & {"limit", "table"}) or route.writes) == (429 in route.statuses)
    assert ("body" in asked) == (route.body is not None)
    assert ("table" in asked) == ("{table}" in route.path)
    found = asked & {"host", "seated", "owner", "sitter", "holder"}
    if route.who in NEEDS:
        assert found == NEEDS[route.who]
    elif route.who != "whole":
        assert not found


# What looks at the tokens. Whoever asks for a whole table may be looked at where its rows are.
NEEDS = {"host": {"host"}, "seat": {"seated"}, "owner": {"owner"}, "sitter": {"sitter"}, "own": {"holder"}}


def test_operations_have_names_of_their_own() -> None:
    names = [route.handler.__name__ for route in routes.ROUTES]
    assert len(set(names)) == len(names)


def test_openapi_holds_to_its_own_rules() -> None:
    schema = schemathesis.openapi.from_dict(schemas.openapi())
    found = list(schema.get_all_operations())
    assert len(found) == len(routes.ROUTES)
    assert [item.err() for item in found if not hasattr(item, "ok")] == []
    for definition in schemas.openapi()["components"]["schemas"].values():
        jsonschema_rs.meta.validate(definition)


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield item
            else:
                yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


@pytest.mark.parametrize("made", [schemas.json_schema, schemas.openapi, schemas.asyncapi])
def test_every_reference_leads_somewhere(made: Any) -> None:
    whole = made()
    found = set(references(whole))
    assert found
    for way in found:
        place = whole
        for part in way.removeprefix("#/").split("/"):
            place = place[part]
        assert place


def test_both_ends_of_the_socket_are_complete() -> None:
    told = schemas.asyncapi()
    said = {"receive": set(), "send": set()}
    for operation in told["operations"].values():
        said[operation["action"]] |= {way["$ref"].rsplit("/", 1)[1] for way in operation["messages"]}
        back = {way["$ref"].rsplit("/", 1)[1] for way in operation.get("reply", {}).get("messages", [])}
        said["send" if operation["action"] == "receive" else "receive"] |= back
    assert said["receive"] == {kind.__name__ for kind in schemas.members("FromDevice")}
    assert said["send"] == {kind.__name__ for kind in schemas.members("FromServer")}


def test_the_schema_refuses_what_is_wrong() -> None:
    good = {"type": "answer", "id": "1", "seat": 0, "n": 1, "action": 3}
    valid = fits("FromDevice")
    assert valid.is_valid(good)
    for change in ({"seat": 8}, {"id": ""}, {"action": None}, {"type": "jump"}, {"more": 1}, {"n": "1"}):
        assert not valid.is_valid({**good, **change}), change
    assert not fits("FromServer").is_valid({"type": "late", "id": "1"})


def test_the_limits_named_are_those_that_hold() -> None:
    assert f"at most {process.LONGEST_MESSAGE // 1024} KiB" in manual.markdown()


@pytest.mark.parametrize("game_id", games.ours())
def test_the_examples_of_a_game_are_complete_and_have_words(game_id: str) -> None:
    game = games.load(game_id)
    found = json.loads(schemas.files()["examples.json"].text)[game_id]
    assert set(found["views"]) == {"seat", "watcher", "over"}
    assert found["views"]["seat"]["seat"] is not None
    assert found["views"]["watcher"]["seat"] is None
    question = fits("Question")
    for lang in LANGUAGES:
        texts = Texts(lang, games.load(game_id), [f"P{seat}" for seat in range(game.most)])
        for example in found["events"].values():
            assert all(texts.event(seen) for seen in example.values())
        for kind, example in found["decisions"].items():
            question.validate(example["decision"])
            kinds = [legal["key"] for legal in example["legal"]]
            assert texts.say(prompt_key(texts, f"decisions.{kind}", kinds), **found["views"]["seat"])
            for legal in example["legal"]:
                assert game.parse(legal["notation"]) == legal["action"]
                assert texts.say(f"actions.{legal['key']}", **legal["params"])


def test_the_examples_are_what_they_show() -> None:
    messages = of_a_game.shown_in_the_manual()
    kinds = ["hello", "", "answer", "answer", "hints", "hints", "", "advice", "advice", "why", "why"]
    assert [message.get("type", "") for message in messages] == kinds
    asked, told = [*messages[:5], *messages[7::2]], [messages[5], *messages[8::2]]
    for message in asked:
        assert fits("FromDevice" if "type" in message else "SeatUpdate").is_valid(message), message
    for message in told:
        assert fits("FromServer").is_valid(message), message
    shown, by_number, by_notation = asked[1:4]
    assert by_number["action"] == shown["legal"][0]
    assert by_number["n"] == by_notation["n"] == shown["n"]


# What is really said


class Recorded(Device):
    """A device that keeps what it says, too."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.sent: list[dict[str, Any]] = []

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        if isinstance(message, dict):
            self.sent.append(message)
        await super().send(message)


@pytest.mark.parametrize("game_id", games.ids())
def test_a_real_game_speaks_as_the_schema_says(game_id: str, running: ServerProcess) -> None:
    heard, said = asyncio.run(session(game_id, running))
    from_server, from_device = fits("FromServer"), fits("FromDevice")
    for message in heard:
        assert from_server.is_valid(message), next(from_server.iter_errors(message))
    for message in said:
        assert from_device.is_valid(message), next(from_device.iter_errors(message))
    assert {message["type"] for message in heard} >= {
        *("welcome", "update", "presence", "you", "ack", "late", "refused", "hints", "ping", "pong", "bye")
    }
    assert {message["type"] for message in said} == {
        *("hello", "answer", "say", "undo", "undo_answer", "hints", "resync", "ping", "pong")
    }


async def session(game_id: str, running: ServerProcess) -> tuple[list[Any], list[Any]]:
    """Some moves of a game with everything that can be said, in both directions."""
    async with Host(running) as host:
        await host.open(game_id, "here open bot", options=games.load(game_id).short, settings=NO_CLOCK)
        await host.sit("Ben")
        await host.deal()
        ann = Recorded(running, host.table, [host.tokens[0], host.tokens[None]])
        ben = Recorded(running, host.table, [host.tokens[1]])
        watcher = Recorded(running, host.table, [])
        async with devices(ann, ben, watcher):
            # At the beginning: later the game may be over. Meanwhile the bot may have settled the question.
            while (await ann.ask("hints", seat=0, n=ann.now[0]["n"]))["type"] == "late":
                await asyncio.sleep(0)
            await asyncio.gather(play_some(ann, 0), play_some(ben, 1))
            await ann.ask("say", seat=0, phrase="hello")
            await ann.ask("say", seat=0, phrase="<b>")
            await ann.ask("undo", seat=0)
            await ben.ask("undo_answer", seat=1, yes=False)
            await ann.ask("answer", seat=0, n=0, action=0)
            await ann.ask("answer", seat=0, n=ann.now[0]["n"], action="no such move")
            await ann.ask("resync", since=0)
            await ann.send({"type": "ping", "t": 7})
            await ann.wait(lambda: ann.said("pong") and ann.said("ping"))
            await host.ok("PATCH", "{t}/seats/1", {"sitter": "bot"})
            await ben.wait(lambda: ben.said("you"))
            answer = await host.ask("DELETE", "{t}", token=host.tokens[None])
            assert answer.status_code == 204
            for device in (ann, ben, watcher):
                await device.wait(lambda device=device: device.said("bye"))
        everyone = (ann, ben, watcher)
        return [m for device in everyone for m in device.log], [m for device in everyone for m in device.sent]


async def play_some(device: Device, seat: int) -> None:
    """Moves until there are enough of them, or the game is over; the other one may be waited for."""
    while not device.over and (device.v or 0) < 24:
        await device.wait(lambda: device.over or device.asked(seat) or (device.v or 0) >= 24)
        if device.asked(seat) and (device.v or 0) < 24:
            before = device.now[seat]
            got = await device.answer(seat, spread(before), before["n"])
            if got["type"] == "ack":
                await device.wait(lambda got=got: (device.v or 0) >= got["v"])
            else:
                await device.wait(lambda before=before: device.now[seat]["n"] != before["n"])


def test_every_request_is_answered_as_documented(running: ServerProcess) -> None:
    asked = asyncio.run(walk(running))
    assert {name for name, _ in asked} == {route.handler.__name__ for route in routes.ROUTES}


async def walk(running: ServerProcess) -> list[tuple[str, int]]:
    """One good request of every kind, and some that are refused; each answer is checked."""
    asked: list[tuple[str, int]] = []

    async def noted(response: httpx.Response) -> None:
        await response.aread()
        asked.append(checked(response))

    async with Host(running) as host:
        host.http.event_hooks["response"].append(noted)
        await host.ok("GET", "/api/games")
        for game_id in games.ids():
            await host.ok("GET", f"/api/games/{game_id}/actions")
            await host.ok("GET", f"/api/games/{game_id}/faces")
            taught = games.load(game_id).file("lesson.json") is not None
            await host.ok("GET", f"/api/lessons/{game_id}", status=200 if taught else 404)
        await host.ok("GET", "/api/lessons/chess", status=404)
        for lang in LANGUAGES:
            for name in ("app", "lab", "web", *games.ids()):
                assert await host.ok("GET", f"/api/texts/{lang}/{name}") == (
                    games.load(name).texts(lang) if name in games.ids() else catalogue(lang, name)
                )
            pitches = {name: games.load(name).texts(lang)["pitch"] for name in games.ids()}
            told = await host.ok("GET", f"/api/texts/{lang}/games")
            assert {name: words["pitch"] for name, words in told.items()} == pitches
        # What never changes is packed for whoever takes it so.
        for packing in ("gzip", "identity"):
            answer = await host.http.get("/api/texts/en/web", headers={"accept-encoding": packing})
            assert answer.headers.get("content-encoding", "identity") == packing
            assert answer.json() == catalogue("en", "web")
        await host.ok("GET", "/api/texts/sv/app", status=404)
        await host.ok("GET", "/api/texts/en/secret", status=404)
        for name in library.boards():
            assert (await host.ok("GET", f"/api/boards/{name}"))["id"] == name
        await host.ok("GET", "/api/boards/nowhere", status=404)
        await host.ok("POST", "/api/check", {"game": TURNS.id, "players": 2})
        await host.ok("POST", "/api/check", {"game": TURNS.id, "players": TURNS.most + 1}, status=422)
        await host.ok("POST", "/api/check", {"game": 3}, status=400)
        await host.open(TURNS.id, "here open bot", options=TURNS.short, settings=NO_CLOCK)
        await host.ok("GET", f"/api/codes/{host.code}")
        await host.ok("GET", "{t}")
        await host.ask("GET", "{t}/qr.svg")
        await host.sit("Ben")
        await host.ok("POST", "{t}/seats", {"name": "Cem"}, status=409)
        await host.ok("PATCH", "{t}/seats/0", {"name": "Dot"}, seat=0)
        await host.ok("PATCH", "{t}/seats/0", {"name": "Eva"}, seat=1, status=403)
        await host.ok("POST", "{t}/seats/1/offer", seat=1, status=201)
        await host.ok("PUT", "{t}/seats", {"order": [0, 1, 2]})
        await host.ok("PUT", "{t}/settings", NO_CLOCK)
        await host.ok("POST", "{t}/words", {"seat": 0, "word": "fox"}, seat=0)
        await host.deal()
        async with devices(host.device(0)):
            await host.ok("POST", "{t}/seats/1/stand-in", seat=0)
            await host.ok("POST", "{t}/seats/0/stand-in", seat=0, status=409)
        async with devices(host.device(0, 1)) as (device,):
            await play_on(device, (0, 1), spread)
        await host.ok("GET", "{t}/games/0/replay?seat=0&limit=5")
        text = (await host.ask("GET", "{t}/games/0/export")).text
        await host.ok("POST", "{t}/games/0/share", status=201)
        await host.ok("POST", "/api/import", {"record": text}, status=201)
        everybody = ",".join(host.tokens.values())
        along = (await host.ask("POST", "{t}/along", token=everybody)).json()
        await host.ok("POST", "{t}/along", status=403)
        await host.ok("POST", "/api/along", along, status=201)
        await host.ok("POST", "/api/along", {**along, "rows": []}, status=422)
        await host.ok("POST", "{t}/again", {})
        for path in ("/api/health", "/health", "/health/alive"):
            await host.ok("GET", path)
        await host.ask("GET", "/metrics")
        await host.ask("DELETE", "{t}", token="wrong")
        await host.ask("DELETE", "{t}", token=host.tokens[None])
        await host.ok("GET", "{t}", status=404)
    return asked


def checked(response: httpx.Response) -> tuple[str, int]:
    """The operation behind an answer, which is described there."""
    path = response.request.url.path
    for route in routes.ROUTES:
        if route.method == response.request.method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", route.path), path):
            break
    else:
        raise AssertionError(path)
    whole = schemas.openapi()
    told = whole["paths"][route.path][route.method.lower()]["responses"][str(response.status_code)]
    if "$ref" in told:
        told = whole["components"]["responses"][told["$ref"].rsplit("/", 1)[1]]
    if "content" not in told:
        assert response.content == b""
        return route.handler.__name__, response.status_code
    ((media, content),) = told["content"].items()
    assert response.headers["content-type"].split(";")[0] == media
    if media == "application/json":
        schema = {**content["schema"], "components": whole["components"]}
        jsonschema_rs.validate(schema, response.json())
    return route.handler.__name__, response.status_code


def test_a_wrong_method_is_told_the_right_ones(running: ServerProcess) -> None:
    asyncio.run(wrong_methods(running))


async def wrong_methods(running: ServerProcess) -> None:
    methods: dict[str, set[str]] = {}
    for route in routes.ROUTES:
        methods.setdefault(route.path, set()).add(route.method)
    async with httpx.AsyncClient(base_url=running.http) as http:
        for path, known in methods.items():
            answer = await http.request("OPTIONS", re.sub(r"\{\w+\}", "0", path))
            assert (answer.status_code, answer.json()["key"]) == (405, "no_such_method")
            assert set(answer.headers["allow"].replace(",", " ").split()) - {"HEAD"} == known


# Pages

POLICY = "default-src 'self'"


class Tags(HTMLParser):
    """What a browser makes of a page: its tags and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]


def check_page(response: httpx.Response, status: int = 200) -> str:
    assert response.status_code == status
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["content-security-policy"].startswith(POLICY)
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    text = response.text
    found = Tags()
    found.feed(text)
    ids = [value for _, name, value in found.attributes if name == "id"]
    assert len(set(ids)) == len(ids)
    assert not found.tags & {"script", "style", "iframe", "object", "embed", "base", "form"}
    for tag, name, value in found.attributes:
        assert name != "style", (tag, value)
        assert not name.startswith("on"), (tag, name, value)
        assert ":" not in value or name not in ("href", "src", "srcset"), f"an outside address: {value}"
        assert not value.startswith("//"), f"an outside address: {value}"
    assert text.count("<h1") == 1
    assert re.search(r'<html lang="(en|de|fi)">', text)
    return text


async def fetch(running: ServerProcess, path: str, **headers: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=running.http) as http:
        return await http.get(path, headers=headers)


def get(running: ServerProcess, path: str, **headers: str) -> httpx.Response:
    return asyncio.run(fetch(running, path, **headers))


async def follow(running: ServerProcess, path: str, text: str) -> None:
    """Every link of a page leads somewhere, on this server."""
    async with httpx.AsyncClient(base_url=running.http) as http:
        for way in sorted(set(re.findall(r'(?:href|src)="([^"]+)"', text))):
            if way.startswith("#"):
                assert f'id="{way[1:]}"' in text, way
            else:
                assert not way.startswith("/"), f"{way} does not work behind a path"
                found = await http.get(httpx.URL(running.http + path).join(way))
                assert found.status_code == 200, way


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_pages_and_where_their_links_lead(path: str, running: ServerProcess) -> None:
    response = get(running, path)
    text = check_page(response)
    assert response.headers["cache-control"] == "no-cache"
    asyncio.run(follow(running, path, text))
    again = get(running, path, **{"if-none-match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"].startswith(POLICY)


def test_the_page_of_the_reference_shows_everything(running: ServerProcess) -> None:
    text = check_page(get(running, "/docs"))
    for kind in schemas.structs():
        assert f">{kind.__name__}</h3>" in text
    for route in routes.ROUTES:
        assert f"<code>{route.method} {route.path}</code>" in text
    assert "[[" not in text
    assert "](" not in text


@pytest.mark.parametrize("name", list(schemas.files()))
def test_the_files_are_served(name: str, running: ServerProcess) -> None:
    response = get(running, f"/docs/{name}")
    assert response.status_code == 200
    assert response.text == schemas.files()[name].text
    assert response.headers["content-type"] == schemas.files()[name].media
    assert response.headers["cache-control"] == "no-cache"
    if name.endswith(".json"):
        assert json.loads(response.text)


def test_a_file_that_is_not_there(running: ServerProcess) -> None:
    for path in ("/docs/nothing.json", "/static/nothing.css", "/static/..%2fpages.py", "/docs/%2e%2e%2fapp.py"):
        response = get(running, path)
        assert (response.status_code, response.json()["key"]) == (404, "no_such_page")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_page_speaks_the_language_of_the_browser(lang: str, running: ServerProcess) -> None:
    response = get(running, "/", **{"accept-language": f"sv, {lang}-XX;q=0.9, en;q=0.1"})
    text = check_page(response)
    assert f'<html lang="{lang}">' in text
    assert Texts(lang).say("pages.tagline") in text
    for game_id in games.ids():
        assert Texts(lang, games.load(game_id)).say("name") in text
    assert "Accept-Language" in response.headers["vary"]


@pytest.mark.parametrize("header", ["", "xx", ";q=", "de;q=nan", "de;q=-1", "*", "en;q=0", ",,,", "q" * 5000])
def test_strange_wishes_for_a_language_do_no_harm(header: str) -> None:
    assert pages.language_of(header) == "en"


def test_the_page_of_a_table(running: ServerProcess) -> None:
    asyncio.run(table_page(running))


async def table_page(running: ServerProcess) -> None:
    name = '<img src=x onerror="alert(1)">&amp;'
    async with Host(running) as host:
        await host.open(SEALED.id, "here open bot")
        await host.ok("PATCH", "{t}/seats/0", {"name": name[:20]}, seat=0)
        response = await host.http.get(f"/t/{host.table}", headers={"accept-language": "fi"})
        text = check_page(response)
        assert response.headers["cache-control"] == "no-store"
        assert host.code in text
        assert f"tailback join {running.http}/t/{host.table}" in text
        assert "&lt;img src=x" in text
        assert "<img src=x" not in text
        await follow(running, f"/t/{host.table}", text)
        for token in host.tokens.values():
            assert token not in text
        check_page(await host.http.get(f"/r/{host.table}"), 404)


def test_the_page_of_a_shared_game(running: ServerProcess) -> None:
    asyncio.run(shared_page(running))


async def shared_page(running: ServerProcess) -> None:
    async with Host(running) as host:
        await host.open(AGES.id, "here bot", settings=NO_CLOCK)
        await host.ok("PATCH", "{t}/seats/0", {"name": "<i>Ann</i>"}, seat=0)
        await host.deal()
        async with devices(host.device(0)) as (device,):
            await play_on(device, (0,), spread)
        share = (await host.ok("POST", "{t}/games/0/share", status=201))["share"]
        text = check_page(await host.http.get(f"/r/{share}"))
        assert "&lt;i&gt;Ann&lt;/i&gt;" in text
        assert f"tailback replay {AGES.id}.tailback.txt" in text
        assert host.table not in text
        await follow(running, f"/r/{share}", text)
        check_page(await host.http.get(f"/t/{share}"), 404)


@pytest.mark.parametrize("path", ["/t/nothing", "/r/nothing", "/t/%3Cscript%3Ealert(1)", "/t/%00"])
def test_a_table_that_is_not_there(path: str, running: ServerProcess) -> None:
    text = check_page(get(running, path), 404)
    assert Texts("en").say("pages.gone.title") in text
    asyncio.run(follow(running, path, text))


def test_styles_pictures_and_letters_are_kept_by_the_browser(running: ServerProcess) -> None:
    text = get(running, "/").text
    (style,) = re.findall(r'<link rel="stylesheet" href="([^"]+)"', text)
    response = get(running, f"/{style}")
    assert response.headers["content-type"] == "text/css; charset=utf-8"
    assert "immutable" in response.headers["cache-control"]
    assert "immutable" not in get(running, "/static/pages.css?old").headers["cache-control"]
    assert not re.search(r"@import|https?:|//", response.text)
    for name, media in pages.STATIC.items():
        found = get(running, f"/static/{name}")
        assert (found.status_code, found.headers["content-type"]) == (200, media)
        assert found.content == pages.static(name)


def test_favicon_and_robots(running: ServerProcess) -> None:
    for path in ("/favicon.svg", "/favicon.ico"):
        assert get(running, path).headers["content-type"] == "image/svg+xml"
    assert get(running, "/robots.txt").text == "User-agent: *\nDisallow: /\n"
