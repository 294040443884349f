"""What the guides for hosts tell people to type, and the files they copy, fit the program as it is."""

from __future__ import annotations

import contextlib
import re
import shlex
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import httpx
import pytest

from server import cluster
from server.harness import PATIENCE, ServerProcess
from server.test_serve import served
from specimens import AGES
from tailback.cli import settings
from tailback.cli.arguments import COMMANDS, EVERYWHERE, Given, parse
from tailback.server.door import doorway, routes
from tailback.server.live.bot_pool import MOST
from tailback.server.relay import lines as relay
from tailback.server.relay import rooms
from tailback.server.run import process, serve
from tailback.server.run.setup import Setup, limits_for
from tailback.server.service import call, lines
from terminal.run import environment

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GUIDES = {lang: ROOT / "docs" / where / "hosting.md" for lang, where in (("en", ""), ("de", "de"), ("fi", "fi"))}
UNITS = sorted(DEPLOY.glob("*.service"))
EVERY_GUIDE = pytest.mark.parametrize("lang", GUIDES)


def guide(lang: str) -> str:
    return GUIDES[lang].read_text()


def blocks(text: str) -> list[str]:
    """The lines that people paste."""
    return [line.strip() for line in text.splitlines() if line.startswith("    ")]


def inline(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", text)


def commands(lines: list[str]) -> list[list[str]]:
    """The words behind each `tailback` that is called, alone or after sudo."""
    found = []
    for line in lines:
        for piece in re.split(r"\||;|&&", line):
            try:
                words = shlex.split(piece)
            except ValueError:
                continue
            if words[:2] == ["sudo", "-u"]:
                words = words[3:]
            if words and words[0] in ("tailback", "build/tailback", "/opt/tailback/bin/tailback"):
                found.append(words[1:])
    return found


def started(unit: Path) -> list[str]:
    """What a service calls, with the variables of its file filled in."""
    text = unit.read_text()
    line = re.search(r"/opt/tailback/bin/tailback ([^'\n]*)", text)
    assert line, unit
    words = line[1].replace("%i", "8377").replace("$$(date +%%F)", "today").replace("$$", "$")
    for name, value in re.findall(r'^Environment="?(\w+)=([^"\n]*)"?$', text, re.M):
        words = re.sub(rf"\$\{{?{name}\b\}}?", value, words)
    # What only /etc/tailback/options says.
    words = words.replace("$TAILBACK_STORE", "--database postgresql://x/y").replace("$TAILBACK_OPTIONS", "--workers 2")
    assert "$" not in words
    return words.split()


@cache
def help_of(command: str) -> str:
    """As somebody sees it who asks."""
    done = subprocess.run(
        [sys.executable, "-m", "tailback", command, "--help"],
        capture_output=True,
        text=True,
        env=environment(Path(tempfile.gettempdir())),
        timeout=60,
        check=True,
    )
    return done.stdout


def check_command(words: list[str]) -> None:
    given = Given(words)
    parse(given, settings)
    assert given.command in COMMANDS
    flags = [word for word in words if re.fullmatch(r"--[a-z-]+", word) and word != "--"]
    known = set(re.findall(r"--[a-z-]+", help_of(given.command)))
    assert set(flags) <= known, words


# What people paste


@EVERY_GUIDE
def test_every_command_of_the_guide_can_be_typed(lang: str) -> None:
    text = guide(lang)
    # A command that is only mentioned needs nothing behind it.
    mentioned = commands(inline(text))
    assert {words[0] for words in mentioned if len(words) == 1} <= COMMANDS.keys()
    found = commands(blocks(text)) + [words for words in mentioned if len(words) > 1]
    assert {words[0] for words in found if words} >= {
        "serve",
        "join",
        "backup",
        "restore",
        "export",
        "tables",
        "delete",
    }
    for words in found:
        check_command(words)


@EVERY_GUIDE
def test_every_flag_of_the_guide_exists(lang: str) -> None:
    known = {f"--{flag.name}" for command in COMMANDS.values() for flag in (*command.flags, *EVERYWHERE)}
    named = {flag for code in inline(guide(lang)) for flag in re.findall(r"--[a-z-]+", code)}
    assert len(named) >= 8
    assert named <= known


@EVERY_GUIDE
def test_options_in_the_guide_are_flags_of_serve(lang: str) -> None:
    lines = [code for code in blocks(guide(lang)) + inline(guide(lang)) if "..." not in code]
    found = [re.search(r"TAILBACK_(?:OPTIONS|STORE)=([^']*)", line) for line in lines]
    values = [match[1] for match in found if match]
    assert len(values) >= 4
    for value in values:
        check_command(["serve", *value.split()])


@EVERY_GUIDE
def test_every_path_of_the_guide_is_there(lang: str) -> None:
    text = guide(lang)
    files = set(re.findall(r"\bdeploy/([\w@.-]*\w)", text))
    assert {file.name for file in DEPLOY.iterdir()} == files
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (GUIDES[lang].parent / link).is_file(), link
    for anchor in re.findall(r"\]\(#([^)]+)\)", text):
        assert anchor in {title.lower().replace(" ", "-") for title in re.findall(r"^#+ (.*)$", text, re.M)}
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"\bmake ([a-z]+)$", "\n".join(blocks(text) + inline(text)), re.M)) <= targets
    paths = {route.path for route in routes.ROUTES}
    assert set(re.findall(r"/api/\w+", text)) <= paths


def test_the_guides_say_the_same_in_every_language() -> None:
    shapes = []
    for lang in GUIDES:
        text = guide(lang)
        lines = text.splitlines()
        shapes.append(
            (
                blocks(text),
                [len(mark) for mark in re.findall(r"^(#+) ", text, re.M)],
                sum(line.startswith("|") for line in lines),
                sum(line.startswith("- ") for line in lines),
                sorted(set(re.findall(r"--[a-z-]{2,}|[A-Z]+_[A-Z_]+|PGPASSWORD", text))),
            )
        )
    assert shapes[0] == shapes[1] == shapes[2]


@EVERY_GUIDE
def test_figures_in_the_guide_are_those_of_the_server(lang: str) -> None:
    limits = limits_for(Setup(""))
    rates = [limit.per_minute for limit in (limits.files, limits.joins, limits.replays, limits.writes, limits.wakes)]
    table = re.search(r"--tables-per-minute`\) \|\n(?:\|.*\n)*", guide(lang))
    assert table
    rows = re.findall(r"^\|.*\| (\d+)", guide(lang)[: table.end()], re.M)[-11:]
    assert [int(row) for row in rows] == [
        limits.tables.per_minute,
        limits.codes.burst,
        *rates,
        limits.bodies.each >> 20,
        limits.lines,
        limits.messages,
        60 * limits.work.limit.bucket("").rate,
    ]
    assert f"{limits.bodies.total >> 20} M" in table[0]
    assert (limits.writes.per_minute, limits.wakes.per_minute) == (20 * limits.tables.per_minute, 3 * limits.lines)
    assert limits.codes.per_minute == 1
    assert limits.calls.per_minute == 3 * limits.lines
    assert MOST == 8
    assert str(serve.PORT) in guide(lang)


# What people copy


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_service_calls_what_there_is(unit: Path) -> None:
    words = started(unit)
    check_command(words)
    assert words[0] == ("backup" if "backup" in unit.name else "serve")


def test_what_the_services_read_is_what_the_guide_lists() -> None:
    read = {name for unit in UNITS for name in re.findall(r"\$\{?(TAILBACK_\w+)", unit.read_text())}
    assert read == set(re.findall(r"TAILBACK_\w+", guide("en")))
    files = {name for unit in UNITS for name in re.findall(r"^EnvironmentFile=-?(.*)$", unit.read_text(), re.M)}
    assert files == {"/etc/tailback/options"}
    assert "/etc/tailback/options" in guide("en")


def test_a_service_may_do_little() -> None:
    for name in ("tailback.service", "tailback@.service"):
        lines = (DEPLOY / name).read_text().splitlines()
        for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes", "CapabilityBoundingSet="):
            assert line in lines
        # The server tells its bots to go; systemd must not.
        assert "KillMode=mixed" in lines


def seconds(pattern: str, text: str) -> int:
    found = re.search(pattern, text, re.S)
    assert found, pattern
    return int(found[1])


def test_proxies_wait_longer_than_the_server_and_let_its_files_through() -> None:
    nginx, caddy = (DEPLOY / "nginx.conf").read_text(), (DEPLOY / "Caddyfile").read_text()
    assert seconds(r"client_max_body_size (\d+)m", nginx) * 1024 * 1024 > call.LONGEST_FILE
    assert seconds(r"location = /ws .*?proxy_read_timeout (\d+)s", nginx) > 3 * lines.SILENT_SECONDS
    assert seconds(r"location / .*?proxy_read_timeout (\d+)s", nginx) > doorway.ANSWER_SECONDS
    # Else a request may be sent on a connection that the server is just closing.
    assert seconds(r"keepalive (\d+)s", caddy) < process.config_for(None).timeout_keep_alive
    for text in (nginx, caddy):
        assert f"127.0.0.1:{serve.PORT}" in text


# How the server behaves behind a proxy


def connections(running: ServerProcess, address: str, stack: contextlib.ExitStack) -> bytes:
    """Open as many as one address may have; the first line of what one more is told."""
    for _ in range(doorway.MOST_OPEN):
        stack.enter_context(socket.create_connection(("127.0.0.1", running.port), PATIENCE, (address, 0)))
    more = stack.enter_context(socket.create_connection(("127.0.0.1", running.port), PATIENCE, (address, 0)))
    with contextlib.suppress(OSError):
        more.sendall(b"GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n")
    return more.recv(12)


def test_a_proxy_on_another_machine_speaks_for_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.8/30")
    with contextlib.ExitStack() as stack:
        running = stack.enter_context(ServerProcess(tables_per_minute=1))
        assert connections(running, "127.0.0.9", stack) == b"HTTP/1.1 200"
        assert connections(running, "127.0.0.2", stack) == b"HTTP/1.1 429"
        body = {"game": AGES.id, "chairs": [{"sitter": "here", "name": "A"}, {"sitter": "bot", "name": "B"}]}
        told: dict[str, list[int]] = {"127.0.0.9": [], "127.0.0.3": []}
        for address, codes in told.items():
            with httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=PATIENCE) as asker:
                for client in ("203.0.113.1", "203.0.113.2"):
                    headers = {"x-forwarded-for": client}
                    codes.append(asker.post(f"{running.http}/api/tables", json=body, headers=headers).status_code)
        assert told == {"127.0.0.9": [201, 201], "127.0.0.3": [201, 429]}


def test_a_socket_that_is_refused_is_no_news_for_the_log() -> None:
    with tempfile.TemporaryFile() as log:
        running = ServerProcess()
        running.errors = log
        with running:
            asked = {
                "connection": "upgrade",
                "upgrade": "websocket",
                "sec-websocket-version": "13",
                "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
                "origin": "https://evil.example",
            }
            told = httpx.get(f"{running.http}/ws", headers=asked, timeout=PATIENCE)
            assert (told.status_code, told.json()["key"]) == (403, "foreign_origin")
        log.seek(0)
        assert log.read() == b""


def test_several_processes_stop_without_a_word(tmp_path: Path) -> None:
    database = cluster.shared().new_database()
    words = ("--port", "0", "--host", "127.0.0.1", "--workers", "2", "--database", database)
    with served(tmp_path, *words) as running:
        assert running.end() == (0, running.texts.say("serve.stopped") + "\n", "")


@EVERY_GUIDE
def test_the_relay_has_the_limits_that_the_guide_names(lang: str) -> None:
    section = guide(lang).partition("serve --relay")[2].partition("\n## ")[0]
    told = next(line for line in section.split("\n- ") if " MB" in line or " Mt" in line)
    numbers = [int(re.sub(r"[ .,]", "", found)) for found in re.findall(r"\d+(?:[ .,]\d{3})*", told)]
    assert numbers == [rooms.OF_ONE, rooms.IN_ALL, rooms.GUESTS, relay.AT_ONCE >> 20, relay.A_MINUTE >> 20]
    assert rooms.AWAY_SECONDS == 5 * 60
