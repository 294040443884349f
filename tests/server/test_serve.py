"""`tailback serve` as a person starts and stops it: a real process each time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno

from server import cluster
from server.harness import PATIENCE, Host, ServerProcess, eventually
from specimens import AGES
from tailback.server.run import serve as serving
from tailback.server.store import schema
from tailback.texts import LANGUAGES, Texts
from terminal.run import Terminal, environment

ENGLISH = Texts("en")


class Served:
    """`tailback serve` with pipes, started and read until it says how to stop it."""

    def __init__(self, home: Path, *words: str, lang: str = "en", command: tuple[str, ...] = ("serve",)) -> None:
        self.texts = Texts(lang)
        env = environment(home / "state", XDG_DATA_HOME=str(home / "share"), TAILBACK_LANG=lang)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tailback", *command, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
        )
        self.lines: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if self.lines[-1] == self.texts.say("serve.stop"):
                return
        self.code = self.process.wait(PATIENCE)
        assert self.process.stderr is not None
        told = self.process.stderr.read()
        self.process.stderr.close()
        self.process.stdout.close()
        raise AssertionError(f"it did not start: {self.code} {told}")

    @property
    def port(self) -> int:
        return int(re.findall(r":(\d+)$", self.lines[1])[0])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """The exit code, and what was said since it was ready."""
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@contextlib.contextmanager
def served(home: Path, *words: str, **more: Any) -> Iterator[Served]:
    running = Served(home, *words, **more)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.end()


def tried(home: Path, *words: str) -> tuple[int, str, str]:
    """A server that must not start: exit code, output, complaint."""
    done = subprocess.run(
        [sys.executable, "-m", "tailback", "serve", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(home / "state", XDG_DATA_HOME=str(home / "share")),
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def refused(home: Path, key: str, *words: str, **params: Any) -> None:
    """It says this and nothing else, and gives up with 2."""
    code, out, err = tried(home, *words)
    told = ENGLISH.say(key, **params)
    if key.startswith("usage."):
        told += "\n" + ENGLISH.say("trouble.see_help", command="tailback serve --help")
    assert (code, out, err) == (2, "", told + "\n")


# What it says


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_where_it_is_and_answers_there(tmp_path: Path, lang: str) -> None:
    data = tmp_path / "deep" / "data"
    with served(tmp_path, "--port", "0", "--data", str(data), lang=lang) as running:
        # The first line comes when it answers, not before.
        assert httpx.get(f"{running.url}/api/health").status_code == 200
        home = serving.home_address()
        said = running.texts.say
        assert running.lines[1:] == [
            said("serve.device", url=running.url),
            said("serve.home", url=f"http://{home}:{running.port}") if home else said("serve.only_here"),
            said("serve.kept", where=str(data / "tables.sqlite")),
            said("serve.stop"),
        ]
        assert running.end() == (0, said("serve.stopped") + "\n", "")
    assert (data / "tables.sqlite").exists()


def test_plain_tailback_serves_from_the_data_folder_of_the_user(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0", "--host", "127.0.0.1", command=()) as running:
        assert httpx.get(f"{running.url}/api/health").status_code == 200
        assert ENGLISH.say("serve.only_here") in running.lines
    assert (tmp_path / "share" / "tailback" / "tables.sqlite").exists()


def open_table(url: str) -> dict[str, Any]:
    body = {"game": AGES.id, "chairs": [{"sitter": "here", "name": "A"}, {"sitter": "bot", "name": "B"}]}
    made = httpx.post(f"{url}/api/tables", json=body)
    assert made.status_code == 201, made.text
    return dict(made.json()["table"])


@pytest.mark.parametrize("public", ["", "https://games.example.org"])
def test_links_lead_to_where_others_reach_it(tmp_path: Path, public: str) -> None:
    more = ["--public-url", public + "/"] if public else []
    with served(tmp_path, "--port", "0", *more) as running:
        table = open_table(running.url)
        home = serving.home_address() or "127.0.0.1"
        assert table["link"] == f"{public or f'http://{home}:{running.port}'}/t/{table['table']}"
        assert (ENGLISH.say("serve.public", url=public) in running.lines) == bool(public)


def test_limits_of_an_address_can_be_set(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0", "--tables-per-minute", "1", "--lines", "1", "--bots", "1") as running:
        open_table(running.url)
        body = {"game": AGES.id, "chairs": [{"sitter": "here"}, {"sitter": "here"}]}
        assert httpx.post(f"{running.url}/api/tables", json=body).json()["key"] == "too_often"


def test_strangers_leave_no_lines(tmp_path: Path) -> None:
    """What is wrong with a request is told to whoever sent it, not to the person at the terminal."""
    with served(tmp_path, "--port", "0") as running:
        with socket.create_connection(("127.0.0.1", running.port), PATIENCE) as line:
            line.sendall(b"\x16\x03\x01 nonsense \r\n\r\n")
            while line.recv(4096):
                pass
        assert httpx.get(f"{running.url}/nowhere").status_code == 404
        assert running.end() == (0, ENGLISH.say("serve.stopped") + "\n", "")


def test_starting_loads_only_what_it_needs() -> None:
    code = "import sys, tailback.cli.serving; print(*sorted({m.partition('.')[0] for m in sys.modules}))"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "uvicorn" in names
    assert not {"asyncpg", "segno", "rich", "httpx", "numpy"} & set(names)


# On a terminal


def drawn(seen: str) -> list[list[bool]]:
    """The squares of the code as the terminal shows them, without its quiet zone."""
    rows: list[list[bool]] = []
    for line in re.findall(r"\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m", seen):
        rows.append([sign in "▀█" for sign in line])
        rows.append([sign in "▄█" for sign in line])
    dark = [y for y, row in enumerate(rows) if any(row)]
    wide = [x for x in range(len(rows[0])) if any(row[x] for row in rows)]
    return [row[wide[0] : wide[-1] + 1] for row in rows[dark[0] : dark[-1] + 1]]


def test_a_terminal_shows_a_code_for_cameras(tmp_path: Path) -> None:
    url = "https://games.example.org"
    terminal = Terminal(tmp_path, "serve", "--port", "0", "--data", str(tmp_path), "--public-url", url)
    seen = terminal.wait_for(ENGLISH.say("serve.stop"))
    expected = [[bool(square) for square in row] for row in segno.make(url, micro=False).matrix]
    assert drawn(seen) == expected
    terminal.type("\x03")
    assert ENGLISH.say("serve.stopped") in terminal.wait_for(ENGLISH.say("serve.stopped"))
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("words", "env"),
    [
        (["--plain"], {}),
        ([], {"TERM": "dumb"}),
        ([], {"COLUMNS": "20"}),
        ([], {"PYTHONIOENCODING": "ascii"}),
    ],
)
def test_no_code_where_it_could_not_be_read(tmp_path: Path, words: list[str], env: dict[str, str]) -> None:
    more = ["--port", "0", "--data", str(tmp_path), "--public-url", "https://games.example.org"]
    terminal = Terminal(tmp_path, "serve", *more, *words, **env)
    seen = terminal.wait_for(ENGLISH.say("serve.stop"))
    assert "https://games.example.org" in seen
    assert "\x1b[38;5;16" not in seen
    assert "▀" not in seen
    terminal.type("\x03")
    assert terminal.end() == 0


# What keeps it from starting


def test_a_busy_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        more = ["--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path / "new")]
        refused(tmp_path, "serve.port_busy", *more, port=port)
    assert not (tmp_path / "new").exists()


def test_addresses_that_cannot_be(tmp_path: Path) -> None:
    # 203.0.113.0/24 belongs to nobody, so not to this machine either.
    code, out, err = tried(tmp_path, "--host", "203.0.113.77", "--port", "0")
    assert (code, out) == (2, "")
    assert "203.0.113.77" in err
    assert "Traceback" not in err
    for host in ("no such host", "x" * 80, "ä..ö", "256.1.1.1"):
        code, out, err = tried(tmp_path, "--host", host, "--port", "0")
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert host in err


@pytest.mark.parametrize(
    ("key", "words", "params"),
    [
        ("usage.out_of_range", ["--port", "65536"], {"flag": "--port", "value": 65536, "low": 0, "high": 65535}),
        ("usage.out_of_range", ["--workers", "0"], {"flag": "--workers", "value": 0, "low": 1, "high": 64}),
        (
            "usage.not_one_of",
            ["--log", "xml"],
            {"flag": "--log", "value": "xml", "allowed": "text, json"},
        ),
        (
            "usage.not_one_of",
            ["--metrics", "all"],
            {"flag": "--metrics", "value": "all", "allowed": "local, open, off"},
        ),
        ("usage.whole_number", ["--port", "http"], {"flag": "--port", "value": "http"}),
        ("usage.needs_value", ["--data", ""], {"flag": "--data"}),
        ("serve.one_process", ["--workers", "3"], {"workers": 3}),
        ("serve.two_stores", ["--data", "x", "--database", "postgresql://localhost/x"], {}),
        ("serve.bad_database", ["--database", "mysql://ann:secret@db/x"], {"value": "mysql://db/x"}),
        ("serve.bad_public_url", ["--public-url", "games.example.org"], {"value": "games.example.org"}),
        ("serve.bad_public_url", ["--public-url", "ftp://example.org"], {"value": "ftp://example.org"}),
        ("serve.bad_public_url", ["--public-url", "https://a.b/games"], {"value": "https://a.b/games"}),
        ("serve.bad_public_url", ["--public-url", "https://[::1"], {"value": "https://[::1"}),
        ("serve.bad_public_url", ["--public-url", "http://a.b:99999"], {"value": "http://a.b:99999"}),
    ],
)
def test_mistakes_in_the_command(tmp_path: Path, key: str, words: list[str], params: dict[str, Any]) -> None:
    refused(tmp_path, key, *words, **params)
    assert not (tmp_path / "share").exists()


def test_data_that_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    for folder in (file, file / "below"):
        refused(tmp_path, "serve.data_is_file", "--port", "0", "--data", str(folder), folder=str(folder))
    assert file.read_text() == "mine"


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    # Not even root may make files here.
    code, out, err = tried(tmp_path, "--port", "0", "--data", "/proc/self/net")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "tables.sqlite" in err


def store_file(folder: Path, version: int) -> Path:
    path = folder / "tables.sqlite"
    db = sqlite3.connect(path)
    with contextlib.closing(db), db:
        for statement in schema.steps(schema.SQLITE, 0):
            db.execute(statement)
        db.execute("UPDATE meta SET value = ?", (str(version),))
    return path


def garbage(folder: Path) -> Path:
    path = folder / "tables.sqlite"
    path.write_bytes(b"these are my holiday notes\n" * 300)
    return path


def strangers(folder: Path) -> Path:
    path = folder / "tables.sqlite"
    db = sqlite3.connect(path)
    with contextlib.closing(db), db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    return path


@pytest.mark.parametrize(
    ("make", "key", "params"),
    [
        (lambda folder: store_file(folder, 99), "newer", {"found": 99, "known": len(schema.SQLITE)}),
        (garbage, "not_a_store", {}),
        (strangers, "not_a_store", {}),
    ],
)
def test_a_file_that_is_not_for_us_stays_as_it_is(
    tmp_path: Path, make: Callable[[Path], Path], key: str, params: dict[str, Any]
) -> None:
    path = make(tmp_path)
    before = path.read_bytes()
    refused(tmp_path, f"server.store.{key}", "--port", "0", "--data", str(tmp_path), where=str(path), **params)
    assert path.read_bytes() == before


def test_two_servers_never_share_a_file(tmp_path: Path) -> None:
    where = str(tmp_path / "tables.sqlite")
    with served(tmp_path, "--port", "0", "--data", str(tmp_path)) as running:
        refused(tmp_path, "server.store.in_use", "--port", "0", "--data", str(tmp_path), where=where)
        assert httpx.get(f"{running.url}/api/health").status_code == 200
        assert open_table(running.url)
    with served(tmp_path, "--port", "0", "--data", str(tmp_path)) as running:
        assert httpx.get(f"{running.url}/api/health").status_code == 200


def test_databases_that_do_not_let_us_in(tmp_path: Path) -> None:
    running = cluster.shared()
    place = f"postgresql://127.0.0.1:{running.port}"
    url = running.new_database()
    name = url.rpartition("/")[2]
    wrong = running.url(name, password="guess")
    where = f"{place}/{name}"
    refused(tmp_path, "server.store.no_login", "--port", "0", "--database", wrong, where=where, user=cluster.USER)
    lost = running.url("nowhere")
    refused(
        tmp_path,
        "server.store.no_database",
        "--port",
        "0",
        "--database",
        lost,
        where=f"{place}/nowhere",
        database="nowhere",
    )
    away = cluster.at_port(url, cluster.free_port())
    code, out, err = tried(tmp_path, "--port", "0", "--database", away)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "does not answer" in err
    assert cluster.PASSWORD not in err


# How it ends


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_open_lines(tmp_path: Path, how: signal.Signals) -> None:
    async def sit(running: Served) -> float:
        place = ServerProcess("unused", running.port)
        async with Host(place) as host:
            await host.open(AGES.id, "here bot", deal=True)
            async with host.device(0) as player, host.device() as watcher:
                began = time.monotonic()
                running.process.send_signal(how)
                for device in (player, watcher):
                    await device.wait(lambda device=device: device.said("bye"))
                    assert device.said("bye")[0]["key"] == "restart"
                assert await asyncio.to_thread(running.process.wait, PATIENCE) == 0
                return time.monotonic() - began

    with served(tmp_path, "--port", "0", "--data", str(tmp_path)) as running:
        took = asyncio.run(sit(running))
        assert running.end() == (0, ENGLISH.say("serve.stopped") + "\n", "")
    assert took < 15


# Several processes


def workers_of(pid: int) -> list[int]:
    """The server processes below this one."""
    found = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        # One that has just ended has no command line, or is not there at all.
        with contextlib.suppress(OSError):
            if b"tailback.server.run.workers" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


def full_crew_without(pid: int, gone: int) -> list[int]:
    found = workers_of(pid)
    return found if len(found) == 3 and gone not in found else []


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_three_processes_share_a_port(tmp_path: Path) -> None:
    url = cluster.shared().new_database()
    with served(tmp_path, "--port", "0", "--database", url, "--workers", "3") as running:
        assert cluster.PASSWORD not in " ".join(running.lines)
        crew = workers_of(running.process.pid)
        assert len(crew) == 3
        for pid in crew:
            assert b"sesame" not in Path(f"/proc/{pid}/cmdline").read_bytes()
        table = open_table(running.url)
        # Every process knows it, whichever answers.
        for _ in range(12):
            assert httpx.get(f"{running.url}/api/tables/{table['table']}").json()["table"] == table["table"]
        os.kill(crew[0], signal.SIGKILL)
        pid = running.process.pid
        again = asyncio.run(eventually(lambda: full_crew_without(pid, crew[0])))
        assert httpx.get(f"{running.url}/api/tables/{table['table']}").status_code == 200
        code, out, err = running.end()
        assert (code, out) == (0, ENGLISH.say("serve.stopped") + "\n")
        assert "started again" in err
        assert not any(alive(pid) for pid in [*crew, *again])


def test_no_process_outlives_its_parent(tmp_path: Path) -> None:
    url = cluster.shared().new_database()
    with served(tmp_path, "--port", "0", "--database", url, "--workers", "2") as running:
        crew = workers_of(running.process.pid)
        assert running.end(signal.SIGKILL)[0] == -signal.SIGKILL
        asyncio.run(eventually(lambda: not any(alive(pid) for pid in crew)))
        # The port is free for the next one.
        serving.listen("0.0.0.0", running.port).close()


def test_processes_that_cannot_start_end_it(tmp_path: Path) -> None:
    """A crew is only told to the world when all of it is there."""
    script = (
        "import json, sys; from tailback.server.run import serve, workers; from tailback.server.run.setup import Setup;"
        "listening = serve.listen('127.0.0.1', 0);"
        "sys.exit(workers.run_workers(Setup(sys.argv[1]), listening, 2, lambda: print('ready')))"
    )
    # Two processes on one SQLite file: the second finds it in use.
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "tables.sqlite")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
