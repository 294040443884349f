"""`tailback open`: a table from the terminal, its host, and everything that can go wrong on the way."""

from __future__ import annotations

import asyncio
import contextlib
import http.server
import json
import re
import shlex
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection

from server.harness import Host, ServerProcess
from server.people import STANDING, Opener, Person
from server.test_example_bot import started
from server.test_line import Odd, linger, send, serving
from specimens import FORGETFUL, SEALED, TURNS, flag, flags, length_option
from tailback import games
from tailback.cli import opening
from tailback.core import record
from tailback.server.truth import rows
from tailback.texts import LANGUAGES, Texts
from terminal.run import Terminal, piped

QUICK = ("--no-clock", "--pace", "0")
SHORT = (TURNS.id, *flags(TURNS.short), *QUICK)


async def sat_down(person: Person, host: Host) -> None:
    """The table is open: from here on `host` means it, too."""
    await person.wait(Texts(person.lang).say("open.opened"))
    await person.wait(f"{host.running.http}/t/")
    await person.wait("\n")
    told = re.search(r": ([A-Z]{4})\n.*/t/([\w-]+)\n", person.seen)
    assert told
    host.code, host.table = told.groups()


def kept(folder: Path) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((folder / "tailback" / "seats.json").read_text())
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_opened_here_joined_there_and_by_a_bot(lang: str, running: ServerProcess, tmp_path: Path) -> None:
    other = LANGUAGES[(LANGUAGES.index(lang) + 1) % 3]

    async def evening() -> None:
        words = (*SHORT, "--server", running.http, "--seats", "me open open bot:random", "--name", "Ann")
        async with Host(running) as host, Opener(tmp_path / "a", *words, lang=lang) as ann:
            await sat_down(ann, host)
            ben_words = (host.code, "--server", running.http, "--name", "Ben", "--seat", "B")
            async with Person(tmp_path / "b", *ben_words, lang=other) as ben:
                await ann.wait(Texts(lang, names=["Ann", "Ben"]).say("events.table_sat", seat=1))
                robo = await started(running, host, tmp_path)
                try:
                    await ann.wait("Robo")
                    ann.type("deal")
                    await asyncio.gather(ann.play("Ann"), ben.play("Ben"))
                    assert await robo.communicate() == (b"", b"")
                finally:
                    if robo.returncode is None:
                        robo.kill()
                        await robo.wait()
                ann.type("quit")
                ben.type("quit")
                assert [await ann.end(), await ben.end()] == [0, 0]
            for person in (ann, ben):
                assert STANDING[person.lang] in person.seen
                assert Texts(person.lang).say("join.fair") in person.seen
            found = games.read_record((await host.ask("GET", "{t}/games/0/export")).text)
            assert record.verify(found) == []
            assert found.names[:3] == ["Ann", "Ben", "Robo"]
            assert found.seats[3] == "random"
            settings = (await host.ask("GET", "{t}")).json()["settings"]
            assert (settings["clock"], settings["pace_ms"]) == (False, 0)

    asyncio.run(evening())


def test_what_was_asked_for_is_what_the_table_is(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        words = (FORGETFUL.id, "--server", running.http, "--seats", "open me bot:Fox", "--name", "Ann", "--name", "Ben")
        more = (
            "--away",
            "90",
            "--stand-in",
            "chick",
            "--hints",
            "owl",
            "--no-watchers",
            "--youngest",
            "ann",
            "--preset",
            "family",
        )
        async with Host(running) as host, Opener(tmp_path, *words, *more) as ann:
            await sat_down(ann, host)
            await ann.wait("You are in seat B as Ann.")
            face = (await host.ask("GET", "{t}")).json()
            assert [(chair["name"], chair["sitter"]) for chair in face["chairs"][:2]] == [
                ("Ben", "open"),
                ("Ann", "person"),
            ]
            assert (face["chairs"][2]["sitter"], face["chairs"][2]["level"]) == ("bot", "3")
            assert (face["youngest"], face["preset"]) == (1, "family")
            found = face["settings"]
            assert (found["away_seconds"], found["stand_in"], found["watchers"]) == (90, "1", False)
            assert found["hints"] == "4"
            assert (found["clock"], found["pace_ms"]) == (True, 700)
            assert await ann.end() == 0
        held = kept(tmp_path)[f"{running.http}/t/{host.table}"]
        assert [*held] == ["host", "1"]
        assert stat.S_IMODE((tmp_path / "tailback" / "seats.json").stat().st_mode) == 0o600

    asyncio.run(evening())


def test_who_names_no_game_is_asked_and_a_pipe_goes_on_with_the_game(running: ServerProcess, tmp_path: Path) -> None:
    part = TURNS.id.partition("_")[0]
    typed = f"{part}\nmany\n3\n9\n2\nZoe\ndeal\nquit\n"
    done = piped(tmp_path, "open", "--server", running.http, typed=typed, XDG_DATA_HOME=str(tmp_path))
    assert (done.code, done.err) == (0, "")
    texts = Texts("en")
    assert texts.say("open.players_again", fewest=TURNS.fewest, most=TURNS.most) in done.out
    assert texts.say("open.bots_again", most=2) in done.out
    assert f"tailback open {TURNS.id} --server {running.http} --seats 'me bot bot' --name Zoe" in done.out
    assert "You are in seat A as Zoe." in done.out
    assert "deals 5 cards" in done.out
    ended = piped(tmp_path, "open", "--server", running.http, typed=f"{part}\n", XDG_DATA_HOME=str(tmp_path))
    assert (ended.code, ended.err) == (0, "")


def test_dealt_at_once(running: ServerProcess, tmp_path: Path) -> None:
    words = ("open", *SHORT, "--server", running.http, "--seats", "me,bot", "--name", "Ann", "--deal")
    done = piped(tmp_path, *words, typed="quit\n", XDG_DATA_HOME=str(tmp_path))
    assert (done.code, done.err) == (0, "")
    assert Texts("en").say("join.going_on") in done.out


def test_the_host_gives_frees_and_hands_on_seats(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        words = (SEALED.id, "--server", running.http, "--players", "4", "--name", "Ann", *QUICK)
        async with Host(running) as host, Opener(tmp_path / "a", *words) as ann:
            await sat_down(ann, host)
            ann.type("bot D random", "bot", "bot Q", "free nobody")
            await ann.wait("A robot plays for Ada from now on.")
            await ann.wait("Which seat? Type robot and its letter, such as: robot B")
            await ann.wait("There is no seat “Q” in this game.")
            await ann.wait("There is no seat “nobody” in this game.")
            ann.type("hand C")
            await ann.wait("The link works only once:\n  ")
            await ann.wait("\n")
            link = ann.seen[: ann.at].split()[-1]
            async with Person(tmp_path / "c", link, "--name", "Cem") as cem:
                await cem.wait("You are in seat C as Cem.")
                await ann.wait("Cem sits down.")
                # Only the host may; the seat of somebody else is none of Cem's business.
                cem.type("bot A", "seats C A", "offer B")
                await cem.wait("That is Ann's seat, not yours.")
                await cem.wait("Only the host of the table may do this.")
                await cem.wait("That is 2's seat, not yours.")
                ann.type("bot cem")
                await cem.wait("This seat is no longer yours")
                assert await cem.end() == 0
            ann.type("free 3", "who")
            await ann.wait("Cem's seat is free.")
            await ann.wait("C Cem (free)")
            face = (await host.ask("GET", "{t}")).json()
            assert [chair["sitter"] for chair in face["chairs"]] == ["person", "open", "open", "bot"]
            assert face["chairs"][3]["level"] == "random"
            assert await ann.end() == 0

    asyncio.run(evening())


def test_the_host_arranges_the_seats_and_comes_back_as_host(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        words = (SEALED.id, "--server", running.http, "--players", "3", "--name", "Ann", *QUICK)
        async with Host(running) as host:
            async with Opener(tmp_path, *words) as ann:
                await sat_down(ann, host)
                ann.type("seats B C", "seats A bot B", "seats A wrong", "seats", "seats C A bot:random")
                await ann.wait("Your own seat must be among those that stay. To get up, type: leave")
                await ann.wait("First the seats that stay, by letter, then the new ones: 'open' or 'bot'.")
                await ann.wait("There is no seat “wrong” in this game.")
                await ann.wait("B 2 (free)")
                await ann.wait("The seats have been rearranged.")
                assert await ann.end() == 0
            face = (await host.ask("GET", "{t}")).json()
            assert [chair["sitter"] for chair in face["chairs"]] == ["open", "person", "bot"]
            assert [*kept(tmp_path)[f"{running.http}/t/{host.table}"]] == ["host", "1"]
            async with Person(tmp_path, f"{running.http}/t/{host.table}") as ann:
                await ann.wait("Seat B is still yours, Ann.")
                ann.type("bot A", "deal")
                await ann.wait("A robot plays for Ben from now on.")
                await ann.wait("Ann > ")
                ann.type("seats A B")
                await ann.wait("A game is still going on. Finish it first.")
                assert await ann.end() == 0

    asyncio.run(evening())


def test_a_host_without_a_seat_watches_and_deals(running: ServerProcess, tmp_path: Path) -> None:
    async def evening() -> None:
        words = (*SHORT, "--server", running.http, "--seats", "bot bot", "--no-watchers")
        async with Host(running) as host:
            async with Opener(tmp_path, *words, lang="de") as ann:
                await sat_down(ann, host)
                await ann.wait("Du schaust zu.")
                ann.type("austeilen")
                await ann.wait(STANDING["de"])
                ann.type("nochmal")
                await ann.wait(STANDING["de"])
                assert await ann.end() == 0
                assert f"tailback join {running.http}/t/{host.table} --watch" in ann.seen
            async with Person(tmp_path / "other", host.code, "--server", running.http, "--watch") as eva:
                assert await eva.end() == 2
                assert Texts("en").say("refusals.no_watchers") in eva.seen

    asyncio.run(evening())


# On a terminal


def test_a_terminal_shows_a_picture_for_cameras_and_a_plain_one_does_not(
    running: ServerProcess, tmp_path: Path
) -> None:
    for more, drawn in (((), True), (("--plain",), False)):
        words = ("open", *SHORT, "--server", running.http, "--seats", "me bot", *more)
        seat = Terminal(tmp_path, *words, XDG_DATA_HOME=str(tmp_path), COLUMNS="100")
        seat.wait_for("What is your name?")
        seat.type("Ann\n")
        shown = seat.wait_for("You are in seat A as Ann.")
        assert ("▀" in shown) == drawn
        assert (b"\x1b" in seat.bytes) == drawn
        assert re.search(rf"{running.http}/t/[\w-]+\r\n", shown)
        seat.wait_for("When everybody is here")
        seat.type("deal\r")
        seat.wait_for("Ann > ")
        seat.type("quit\r")
        seat.wait_for("Your seat is kept.")
        assert seat.end() == 0
        assert (b"\x1b" in seat.bytes) == drawn


# What does not work

HERE = ("--server", "{http}")
WRONG: dict[str, tuple[tuple[str, ...], str]] = {
    "nobody there": ((TURNS.id, "--server", "127.0.0.1:1"), "join.no_answer"),
    "not a server": ((TURNS.id, "--server", "ftp://x"), "join.bad_server"),
    "no such game": (("chess", *HERE), "refusals.unknown_game"),
    "no such preset": ((TURNS.id, "--preset", "x", *HERE), "refusals.unknown_preset"),
    "no such option": ((TURNS.id, "--option", "x=1", *HERE), "refusals.unknown_option"),
    "too many": ((TURNS.id, "--players", str(TURNS.most + 1), *HERE), "refusals.bad_players"),
    "players and seats": ((TURNS.id, "--players", "2", "--seats", "me bot", *HERE), "open.players_or_seats"),
    "no kind of seat": ((TURNS.id, "--seats", "me human", *HERE), "open.bad_kind"),
    "no such bot": ((TURNS.id, "--seats", "me bot:clever", *HERE), "refusals.unknown_bot"),
    "no such stand-in": ((TURNS.id, "--stand-in", "clever", *HERE), "refusals.unknown_bot"),
    "two of me": ((TURNS.id, "--seats", "me me", *HERE), "open.one_seat"),
    "free seats": ((TURNS.id, "--players", "2", "--deal", *HERE), "open.deal_waits"),
    "away for a second": ((TURNS.id, "--away", "1", *HERE), "usage.out_of_range"),
    "no pace": ((TURNS.id, "--pace", "fast", *HERE), "usage.whole_number"),
    "same name": ((TURNS.id, "--name", "Ann", "--name", "ann", *HERE), "usage.same_name"),
    "no name": ((TURNS.id, "--name", " ", *HERE), "usage.empty_name"),
    "names": (
        (TURNS.id, "--players", "2", *("--name", "A", "--name", "B", "--name", "C"), *HERE),
        "usage.too_many_names",
    ),
    "ages": ((TURNS.id, "--youngest", "A", *HERE), "usage.no_age"),
    "nobody young": ((FORGETFUL.id, "--youngest", "Max", *HERE), "usage.who_is_youngest"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_work_is_said_and_opens_nothing(wrong: str, running: ServerProcess, tmp_path: Path) -> None:
    words, key = WRONG[wrong]
    lang = LANGUAGES[[*WRONG].index(wrong) % 3]
    asked = [word.format(http=running.http) for word in words]
    done = piped(tmp_path, "open", *asked, "--lang", lang, XDG_DATA_HOME=str(tmp_path))
    assert (done.code, done.out) == (2, "")
    text = str(Texts(lang).raw(key))
    assert max(text.replace("{", "}").split("}")[::2], key=len).strip() in done.err
    assert "Traceback" not in done.err
    assert not (tmp_path / "tailback").exists()
    if wrong == "nobody there":
        assert "tailback serve" in done.err


# Each with a command that works, and what it must say.
IMPOSSIBLE: dict[str, tuple[tuple[str, ...], str]] = {
    "too many": ((TURNS.id, "--players", "9", "--name", "Ann Lee", "--no-clock"), f"--players {TURNS.most}"),
    "too many seats": (
        (SEALED.id, "--seats", "open bot:random me open bot open", "--away", "30"),
        "bot:random me open bot",
    ),
    "too few": ((TURNS.id, "--seats", "me", "--preset", "family"), "'me open'"),
    "a bad value": ((TURNS.id, flag(length_option(TURNS)), "99", "--players", "3"), "--players 3"),
    "two of me": ((TURNS.id, "--seats", "me bot me", *flags(TURNS.short)), "'me bot open'"),
    "dealing for nobody": ((FORGETFUL.id, "--players", "3", "--deal", "--youngest", "2"), "'me bot bot'"),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_the_command_it_offers_instead_works_when_it_is_pasted(
    case: str, running: ServerProcess, tmp_path: Path
) -> None:
    words, wanted = IMPOSSIBLE[case]
    asked = ("open", *words, "--server", running.http)
    refused = piped(tmp_path, *asked, XDG_DATA_HOME=str(tmp_path))
    assert refused.code == 2
    offered = refused.err[refused.err.index("tailback open") :].splitlines()[0]
    assert wanted in offered
    done = piped(tmp_path, *shlex.split(offered)[1:], typed="quit\n", XDG_DATA_HOME=str(tmp_path))
    assert (done.code, done.err) == (0, "")
    assert "You are in seat" in done.out


def test_too_many_tables_from_one_address(tmp_path: Path) -> None:
    with ServerProcess(tables_per_minute=1) as strict:
        words = ("open", *SHORT, "--server", strict.http, "--seats", "me bot")
        codes = [piped(tmp_path, *words, typed="quit\n", XDG_DATA_HOME=str(tmp_path)) for _ in range(2)]
    assert [done.code for done in codes] == [0, 2]
    assert codes[1].err == Texts("en").say("refusals.too_often") + "\n"


def test_a_seat_that_could_not_be_noted_is_not_called_kept(running: ServerProcess, tmp_path: Path) -> None:
    """Where the folder should be, there is a file."""
    (tmp_path / "file").write_text("")
    words = ("open", *SHORT, "--server", running.http, "--seats", "me open")
    done = piped(tmp_path, *words, typed="quit\n", XDG_DATA_HOME=str(tmp_path / "file"))
    assert (done.code, done.err) == (0, "")
    code = re.findall(r"Code: (\w+)", done.out)[0]
    joined = piped(
        tmp_path, "join", code, "--server", running.http, typed="quit\n", XDG_DATA_HOME=str(tmp_path / "file")
    )
    texts = Texts("en")
    for out in (done.out, joined.out):
        assert "I cannot note your seat in" in out
        assert texts.say("join.left_unnoted") in out
        assert "Your seat is kept" not in out


# Servers that babble


class Babbler(http.server.BaseHTTPRequestHandler):
    """Some other server: it says the same to everybody."""

    said = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.said)))
        self.end_headers()
        self.wfile.write(self.said)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    def log_message(self, *_: Any) -> None:
        pass


@contextlib.contextmanager
def babbler(said: bytes) -> Iterator[str]:
    handler = type("Says", (Babbler,), {"said": said})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as found:
        thread = threading.Thread(target=found.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{found.server_address[1]}"
        finally:
            found.shutdown()
            thread.join()


BABBLE: dict[str, tuple[Any, str]] = {
    "a page": ("<p>Hello</p>", "join.foreign"),
    "a list": ([], "join.foreign"),
    "no games": ({"games": 7}, "join.garbled"),
    "odd games": ({"games": [{"id": TURNS.id}]}, "join.garbled"),
    "other rules": ({"games": [{"id": TURNS.id, "rules": 99}]}, "join.other_rules"),
    "other games": ({"games": [{"id": "chess", "rules": 1}]}, "refusals.unknown_game"),
    "no table": ({"games": [{"id": TURNS.id, "rules": TURNS.rules_version}], "table": 5, "tokens": []}, "join.garbled"),
}


@pytest.mark.parametrize("case", BABBLE)
def test_opening_at_a_server_that_babbles(case: str, tmp_path: Path) -> None:
    said, key = BABBLE[case]
    with babbler((said if isinstance(said, str) else json.dumps(said)).encode()) as address:
        done = piped(tmp_path, "open", TURNS.id, "--server", address, XDG_DATA_HOME=str(tmp_path))
    assert (done.code, done.out) == (2, "")
    text = str(Texts("en").raw(key))
    assert max(text.replace("{", "}").split("}")[::2], key=len).strip() in done.err
    assert "Traceback" not in done.err


class Impostor(Odd):
    """It shows the table of a real server, and talks nonsense about it."""

    def __init__(self, face: dict[str, Any], *messages: Any) -> None:
        super().__init__(*[self.babble] * 9)
        self.face = face
        self.messages = messages

    def look(self, connection: ServerConnection, request: Request) -> Response | None:
        if request.path == "/ws":
            return None
        body = json.dumps(self.face).encode()
        return Response(200, "OK", Headers({"Content-Length": str(len(body))}), body)

    def babble(self, socket: ServerConnection, hello: dict[str, Any]) -> None:
        send(socket, "welcome", protocol=1, table=self.face, seats=[], host=False, server="0")
        for message in self.messages:
            socket.send(json.dumps(message))
        linger(socket)


FIRST = {"type": "update", "v": 1, "seats": [], "table": None, "missed": True}
SEAT: dict[str, Any] = {
    "seat": None,
    "v": 2,
    "n": 1,
    "events": [],
    "view": None,
    "decision": None,
    "legal": [],
    "awaited": [],
}


def told(**seat: Any) -> dict[str, Any]:
    return {"type": "update", "v": 2, "seats": [{**SEAT, **seat}], "table": None, "missed": False}


MALFORMED: dict[str, list[Any]] = {
    "no seats": [{"type": "update", "v": 1, "missed": True, "table": None}],
    "a number for a table": [{**FIRST, "table": 7}],
    "a table without chairs": [{**FIRST, "table": {"game": TURNS.id}}],
    "presence of nobody": [FIRST, {"type": "presence"}],
    "events without a kind": [FIRST, told(events=[{"x": 1}])],
    "events that are numbers": [FIRST, told(events=[1, 2])],
    "an answer to nothing": [FIRST, {"type": "ack"}],
    "nothing but numbers": [7],
}


@pytest.mark.parametrize("case", MALFORMED)
def test_nonsense_about_a_table_ends_the_client_with_a_message(
    case: str, running: ServerProcess, tmp_path: Path
) -> None:
    lang = LANGUAGES[[*MALFORMED].index(case) % 3]

    async def evening() -> None:
        async with Host(running) as host:
            impostor = Impostor(await host.open(TURNS.id, "here here"), *MALFORMED[case])
        beginning = Texts(lang).say("join.garbled", server=impostor.address, reason="").partition("(")[0]
        with serving(impostor):
            async with Person(tmp_path, f"{impostor.address}/t/table", "--watch", lang=lang) as eva:
                await eva.wait(beginning)
                assert await eva.end() == 2
                assert "Traceback" not in eva.seen

    asyncio.run(evening())


def test_what_the_client_knows_of_the_server_is_true() -> None:
    assert rows.BOUNDS["away_seconds"] == opening.AWAY_SECONDS
    assert rows.BOUNDS["pace_ms"] == opening.PACE_MS
    for lang in LANGUAGES:
        flags = Texts(lang).raw("help.flags")
        assert all(str(bound) in flags["away"] for bound in (*opening.AWAY_SECONDS, rows.Settings().away_seconds))
        assert all(str(bound) in flags["pace"] for bound in (*opening.PACE_MS, rows.Settings().pace_ms))
