"""The line of the client: gaps, breaks, repeated requests and servers that will not have us.

The real server leaves no gaps and keeps its word, so here a small one misbehaves on purpose.
"""

from __future__ import annotations

import contextlib
import json
import queue
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from tailback.client.address import Address, BadAddress, read_address, server_address
from tailback.client.keys import Keys
from tailback.client.line import LONGEST_PAUSE, MOST_NONSENSE, SLOWEST_PAUSE, Down, Ended, Line, News, Reply, Told, Up
from tailback.client.web import PAUSES, Declined, Garbled, NoAnswer, Web

PATIENCE = 20
Script = Callable[[ServerConnection, dict[str, Any]], None]


class Odd:
    """A server that does what a script says, once per connection, and notes what it was told."""

    def __init__(self, *scripts: Script) -> None:
        self.scripts = list(scripts)
        self.heard: list[dict[str, Any]] = []
        self.server = serve(self.meet, "127.0.0.1", 0, process_request=self.look)
        self.address = f"http://127.0.0.1:{self.server.socket.getsockname()[1]}"
        self.elsewhere = ""

    def look(self, connection: ServerConnection, request: Request) -> Response | None:
        if self.elsewhere:
            return Response(302, "Found", Headers({"Location": f"{self.elsewhere}/ws"}), b"")
        if request.path != "/ws":
            return Response(200, "OK", Headers({"Content-Type": "text/html"}), b"<p>Hello</p>")
        return None

    def meet(self, socket: ServerConnection) -> None:
        script = self.scripts.pop(0) if self.scripts else goodbye
        with contextlib.suppress(ConnectionClosed):
            script(socket, self.hear(socket))

    def hear(self, socket: ServerConnection) -> dict[str, Any]:
        """The next message that is no pong."""
        while True:
            message: dict[str, Any] = json.loads(socket.recv())
            self.heard.append(message)
            if message["type"] != "pong":
                return message


@contextlib.contextmanager
def odd(*scripts: Script) -> Iterator[Odd]:
    server = Odd(*scripts)
    with serving(server):
        yield server


@contextlib.contextmanager
def serving(server: Odd) -> Iterator[None]:
    thread = threading.Thread(target=server.server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.server.shutdown()
        thread.join()


@contextlib.contextmanager
def line_to(server: Odd) -> Iterator[tuple[Line, Callable[[type], Any]]]:
    """A line, and a way to wait for the next thing of a kind that it tells."""
    told: queue.Queue[Told] = queue.Queue()
    line = Line(Address(server.address, "table"), ["token"], told.put)

    def wait(kind: type) -> Any:
        while True:
            found = told.get(timeout=PATIENCE)
            if isinstance(found, kind):
                return found

    line.start()
    try:
        yield line, wait
    finally:
        line.close()


def send(socket: ServerConnection, kind: str, **fields: Any) -> None:
    socket.send(json.dumps({"type": kind, **fields}))


def welcome(socket: ServerConnection, protocol: int = 1) -> None:
    send(socket, "welcome", protocol=protocol, table={}, seats=[0], host=False, server="0")


def update(socket: ServerConnection, v: int, missed: bool = False) -> None:
    send(socket, "update", v=v, seats=[], table=None, missed=missed)


def goodbye(socket: ServerConnection, hello: dict[str, Any]) -> None:
    send(socket, "bye", key="deleted", params={}, again=False)


def linger(socket: ServerConnection) -> None:
    """Until the other side hangs up."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            socket.recv()


def test_a_gap_is_healed_and_nothing_comes_twice() -> None:
    def leave_one_out(socket: ServerConnection, hello: dict[str, Any]) -> None:
        welcome(socket)
        for v in (4, 5, 5, 7, 8):
            update(socket, v, missed=v == 4)
        asked = server.hear(socket)
        update(socket, 8, missed=True)
        send(socket, "ack", id=asked["id"], v=8)
        update(socket, 9)
        linger(socket)

    with odd(leave_one_out) as server, line_to(server) as (line, wait):
        assert [wait(News).message["v"] for _ in range(4)] == [4, 5, 8, 9]
        assert server.heard[0] == {"type": "hello", "protocol": [1], "table": "table", "tokens": ["token"], "since": 0}
        assert (server.heard[1]["type"], server.heard[1]["since"]) == ("resync", 5)
        assert line.pending == {}


def test_after_a_break_it_comes_back_with_what_it_has_and_asks_again() -> None:
    def take_and_go(socket: ServerConnection, hello: dict[str, Any]) -> None:
        welcome(socket)
        update(socket, 3, missed=True)
        send(socket, "ping", t=77)
        # The pong and the request, whichever comes first.
        server.heard += [json.loads(socket.recv()), json.loads(socket.recv())]
        socket.close()

    def answer_at_last(socket: ServerConnection, hello: dict[str, Any]) -> None:
        welcome(socket)
        asked = server.hear(socket)
        # The store is away for a moment: the same request once more.
        send(socket, "refused", id=asked["id"], key="store_away", clause="", params={}, again=True)
        again = server.hear(socket)
        send(socket, "late", id=again["id"], n=5)
        linger(socket)

    with odd(take_and_go, answer_at_last) as server, line_to(server) as (line, wait):
        wait(News)
        asked = line.request("answer", seat=0, n=4, action=2)
        assert isinstance(wait(Down), Down)
        assert wait(Up).welcome["protocol"] == 1
        reply = wait(Reply)
        assert reply.request == asked
        assert reply.message["type"] == "late"
        hellos = [message["since"] for message in server.heard if message["type"] == "hello"]
        assert hellos == [0, 3]
        assert {"type": "pong", "t": 77} in server.heard
        answers = [message for message in server.heard if message["type"] == "answer"]
        assert len(answers) == 3
        assert answers.count(answers[0]) == 3


@pytest.mark.parametrize("reason", ["bad_token", "no_table", "deleted", "protocol"])
def test_a_server_that_will_not_have_us_is_left_alone(reason: str) -> None:
    def refuse(socket: ServerConnection, hello: dict[str, Any]) -> None:
        send(socket, "bye", key=reason, params={"known": "2"}, again=False)

    with odd(refuse) as server, line_to(server) as (line, wait):
        assert wait(Ended).why.key == reason
        line.thread.join(PATIENCE)
        assert len(server.heard) == 1


@pytest.mark.parametrize("reason", ["no_hello", "too_often", "bad_token", "no_watchers", "protocol", "of_tomorrow"])
def test_once_at_the_table_it_keeps_trying_whatever_it_is_told(reason: str) -> None:
    def let_in(socket: ServerConnection, hello: dict[str, Any]) -> None:
        welcome(socket)
        socket.close()

    def refuse(socket: ServerConnection, hello: dict[str, Any]) -> None:
        send(socket, "bye", key=reason, params={"known": "2"}, again=False)

    with odd(let_in, refuse, refuse, let_in, goodbye) as server, line_to(server) as (_, wait):
        wait(Up)
        assert wait(Down).why is None
        told = wait(Down)
        assert (told.reason, told.why.key, told.why.params) == (reason, reason, {"known": "2"})
        wait(Up)
        # The same reason is not told twice in one break; a table that is gone is the end.
        assert wait(Down).why is None
        assert wait(Ended).why.key == "deleted"
        assert len(server.heard) == 5


def test_pauses_grow_further_when_it_was_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    line = Line(Address("http://127.0.0.1:1", "table"), [], lambda told: None)
    line.met = True
    trouble: list[Exception] = [OSError("x")] * 8 + [Declined("too_often")] * 8 + [Declined("no_table")]

    def talk() -> str:
        raise trouble.pop(0)

    def wait(seconds: float) -> bool:
        pauses.append(seconds)
        return False

    monkeypatch.setattr(line, "talk", talk)
    monkeypatch.setattr(line.closed, "wait", wait)
    monkeypatch.setattr("random.random", lambda: 1.0)
    line.run()
    assert pauses[:3] == [0.4, 0.8, 1.6]
    assert pauses[7] == LONGEST_PAUSE
    assert pauses[8:] == [10.0, 20.0, 40.0, *[SLOWEST_PAUSE] * 5]


def test_a_busy_server_is_asked_again_for_what_is_only_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    web = Web("http://127.0.0.1:1")
    answers: list[Any] = [Declined("too_often", status=429), Declined("store_away", status=503), {"table": "x"}]

    def ask(method: str, path: str) -> Any:
        found = answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(web, "ask", ask)
    assert web.look("/api/codes/ABCD") == {"table": "x"}
    assert pauses == list(PAUSES[:2])
    answers += [Declined("no_code", status=404)]
    with pytest.raises(Declined):
        web.look("/api/codes/ABCD")
    assert len(pauses) == 2


def test_another_version_of_the_protocol_is_noticed() -> None:
    with odd(lambda socket, hello: welcome(socket, 99)) as server, line_to(server) as (_, wait):
        assert wait(Ended).why.key == "protocol"


def test_nonsense_from_the_server_ends_the_connection_not_the_program() -> None:
    def babble(socket: ServerConnection, hello: dict[str, Any]) -> None:
        welcome(socket)
        socket.send("{")
        linger(socket)

    with odd(babble) as server, line_to(server) as (_, wait):
        wait(Down)
        assert wait(Ended).why.key == "deleted"
        assert len(server.heard) == 2


@pytest.mark.parametrize("said", ["{", "[]", "7", '{"x": 1}', '{"type": "update"}', '{"type": "update", "v": "x"}'])
def test_who_talks_nothing_but_nonsense_is_given_up(said: str) -> None:
    def babble(socket: ServerConnection, hello: dict[str, Any]) -> None:
        welcome(socket)
        socket.send(said)
        linger(socket)

    with odd(*[babble] * 9) as server, line_to(server) as (_, wait):
        assert isinstance(wait(Ended).why, Garbled)
        assert len(server.heard) == MOST_NONSENSE


def test_tokens_go_to_no_other_server() -> None:
    with odd() as other, odd() as server:
        server.elsewhere = other.address
        with line_to(server) as (_, wait):
            wait(Down)
        with pytest.raises(NoAnswer):
            Web(server.address).ask("GET", "/api/games", tokens=["token"])
        assert other.heard == []


def test_somebody_elses_server() -> None:
    with odd() as server:
        with pytest.raises(NoAnswer) as found:
            Web(server.address).ask("GET", "/api/codes/ABCD")
        assert found.value.foreign


def test_no_server_at_all() -> None:
    with pytest.raises(NoAnswer) as found:
        Web("http://127.0.0.1:1").ask("GET", "/api/games")
    assert found.value.reason
    assert not found.value.foreign
    assert str(Declined("x").key) == "x"


@pytest.mark.parametrize("text", ["", "AB", "ABCDE", "12!4", "http://x/y", "http://x/t/", "http://x/t/a b", "x/t/ä"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(BadAddress):
        read_address(text)


@pytest.mark.parametrize("text", ["ftp://x", "http://", "http://a@b", "http://x:99999", "http://x y", ""])
def test_what_is_no_server(text: str) -> None:
    with pytest.raises(BadAddress):
        server_address(text)


def test_links_codes_and_servers() -> None:
    assert read_address("https://h.example/t/abc_-1/").socket == "wss://h.example/ws"
    assert read_address("h:1/t/abc").server == "http://h:1"
    assert read_address("http://h:1/tb/t/abc").server == "http://h:1/tb"
    assert read_address("http://h/t/abc", "http://other").server == "http://other"
    assert read_address("abcd", "h:1") == Address("http://h:1", code="ABCD")


def test_tokens_are_kept_by_server_table_and_seat(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "deep")
    keys.keep("http://a", "t", 0, "one")
    keys.keep("http://a", "t", 1, "two")
    keys.keep("http://b", "t", 0, "three")
    assert keys.of("http://a", "t") == {0: "one", 1: "two"}
    assert keys.of("http://b", "t") == {0: "three"}
    # The chairs were moved: the same token, another number.
    keys.keep("http://a", "t", 2, "one")
    assert keys.of("http://a", "t") == {1: "two", 2: "one"}
    keys.forget("http://b", "t", "three")
    assert [*keys.read()] == ["http://a/t/t"]
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", '{"x": 1}', '{"x": {"y": "z"}}', "\ufeff"])
def test_a_damaged_file_of_tokens_is_an_empty_one(text: str, tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    keys.path.write_text(text, encoding="utf-8")
    assert keys.of("http://a", "x") == {}
    keys.keep("http://a", "x", 0, "one")
    assert keys.of("http://a", "x") == {0: "one"}
