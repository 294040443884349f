"""Chance as the attacker: Hypothesis on the socket, schemathesis on every HTTP route.

Whatever comes, the server answers in its own words or closes the line, stays healthy, and a table
beside it goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from server.asking import every_message, every_route, tag, whole
from server.attackers import clear, hello, masked, raw, socket, whole_game
from server.harness import NO_CLOCK, PATIENCE, Host, ServerProcess
from server.inside import Inside, indoors, message_of
from server.nearly import fuzz_routes
from server.scenes import main_scenes
from specimens import TURNS
from tailback.server import protocol as p
from tailback.server.reference import schemas

QUIET = settings(max_examples=60, suppress_health_check=list(HealthCheck))
server_decoder = msgspec.json.Decoder(p.FromServer)

# Values of all kinds, and messages that are nearly right.
leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-2, 9),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=40),
    st.sampled_from([*map(tag, every_message()), "", "0", "a" * 300]),
)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
# One of each, with all its fields.
GOOD = [
    whole(kind, {"protocol": [1], "id": "x", "n": 1, "phrase": "hello", "tokens": [], "table": "nowhere"})
    for kind in every_message()
]


@st.composite
def near_messages(draw: st.DrawFn) -> Any:
    """A right message in which a field or two are wrong, missing or new."""
    message = dict(draw(st.sampled_from(GOOD)))
    for name in draw(st.lists(st.sampled_from([*message, "more"]), max_size=2)):
        if draw(st.booleans()):
            message[name] = draw(values)
        else:
            message.pop(name, None)
    return message


texts = st.one_of(
    near_messages().map(json.dumps), values.map(json.dumps), st.text(max_size=200), st.binary(max_size=200)
)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    path: Path = tmp_path_factory.mktemp("chance") / "errors"
    with path.open("wb") as errors:
        process = ServerProcess()
        process.errors = errors
        with process:
            yield process
            # Those who play beside all this notice nothing.
            asyncio.run(whole_game(process))
            assert httpx.get(process.http + "/api/health", timeout=PATIENCE).status_code == 200
    assert "Traceback" not in path.read_text(), path.read_text()


@pytest.fixture(scope="module")
def table(running: ServerProcess) -> Host:
    """A table that the attacker sits at."""

    async def made() -> Host:
        async with Host(running) as host:
            await host.open(TURNS.id, "here here", settings=NO_CLOCK, deal=True)
        return host

    return asyncio.run(made())


@QUIET
@given(sent=st.lists(texts, min_size=1, max_size=8), seated=st.booleans())
def test_any_messages_in_any_order(running: ServerProcess, table: Host, sent: list[str | bytes], seated: bool) -> None:
    """All that comes back are messages of ours; at the end a ping is answered, or a goodbye was said."""
    said, closed = asyncio.run(talk(running, table, sent, seated))
    for message in said:
        assert not isinstance(message, p.No | p.Bye) or message.key
        if isinstance(message, p.Bye):
            assert clear(message.key)
    assert isinstance(said[-1], p.Bye) if closed else isinstance(said[-1], p.Pong)


async def talk(
    running: ServerProcess, table: Host, sent: list[str | bytes], seated: bool
) -> tuple[list[p.FromServer], bool]:
    said: list[p.FromServer] = []
    async with socket(running) as line:
        with contextlib.suppress(ConnectionClosed):
            if seated:
                await line.send(hello(table, table.tokens[0]))
            for message in sent:
                await line.send(message)
            await line.send(json.dumps({"type": "ping", "t": 4242}))
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    said.append(server_decoder.decode(await line.recv()))
                    if said[-1] == p.Pong(4242):
                        return said, False
        except ConnectionClosed:
            return said, True


@QUIET
@given(
    frames=st.lists(
        st.one_of(
            st.binary(max_size=300),
            st.builds(masked, st.integers(0, 15), st.binary(max_size=130), st.booleans()),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_any_bytes_on_an_open_socket(running: ServerProcess, frames: list[bytes]) -> None:
    """Frames of any kind, or none: the server closes as soon as we do, and no sooner breaks."""

    async def send() -> None:
        async with raw(running) as line:
            await line.upgrade(running.port)
            await line.send(b"".join(frames))
            if line.writer.can_write_eof():
                with contextlib.suppress(OSError):
                    line.writer.write_eof()
            await line.rest()

    asyncio.run(send())


@QUIET
@given(
    data=st.one_of(
        st.binary(min_size=1, max_size=400),
        st.text(max_size=300).map(lambda text: f"GET /{text} HTTP/1.1\r\nHost: x\r\n\r\n".encode()),
    )
)
def test_any_bytes_at_the_door(running: ServerProcess, data: bytes) -> None:
    async def send() -> bytes:
        async with raw(running) as line:
            await line.send(data)
            with contextlib.suppress(OSError):
                line.writer.write_eof()
            return await line.rest()

    got = asyncio.run(send())
    assert not got or got.startswith(b"HTTP/1.1 ")
    assert b"HTTP/1.1 5" not in got


schema = schemathesis.openapi.from_dict(schemas.openapi())
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@schema.parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_every_route_keeps_to_the_reference(case: schemathesis.Case, running: ServerProcess, table: Host) -> None:
    """Half of the requests are about a table that exists, and some by its host: else all would end at the door."""
    known = crc32(str(case.body).encode("utf-8", "replace")) % 2 == 0 and case.method != "DELETE"
    if known and "table" in case.path_parameters:
        case.path_parameters["table"] = table.table
        case.headers["Authorization"] = f"Bearer {table.tokens[None]}"
    answer = case.call(base_url=running.http)
    case.validate_response(answer, checks=CHECKS)
    if answer.status_code >= 400:
        key = answer.json()["key"]
        assert clear(key) or answer.json()["clause"], key


@pytest.mark.parametrize("who", ["players", "lab"])
def test_every_route_nearly_right(tmp_path: Path, caplog: pytest.LogCaptureFixture, who: str) -> None:
    """Those of the lab, too. Whatever was taken in is looked at from all sides, and a table beside it goes on."""
    routes = [route for route in every_route() if (route.who == "lab") is (who == "lab")]

    async def work(place: Inside) -> None:
        phases = {scene.phase: scene for scene in main_scenes(TURNS.id) if not scene.ledger.imported}
        innocent = phases["playing"]
        table = await place.put(innocent)
        tokens = innocent.tokens("all") or []
        scenes = phases.values() if who == "players" else [innocent]
        # The lab starts a process for what it shows.
        taken = await fuzz_routes(place, scenes, routes, 20 if who == "players" else 6, caplog)
        assert taken > len(routes)
        async with place.line() as talk:
            assert await talk.hello(table, tokens)
            answer = next(kind for kind in every_message() if tag(kind) == "answer")
            got = await talk.ask(message_of(answer, {**innocent.facts(), "table": table, "tokens": tokens}))
            assert got["type"] == "ack", got

    indoors(work, tmp_path)
