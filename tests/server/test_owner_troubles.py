"""What the owner of the data is told when it does not work: what is wrong, why, and the way out."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import pickle
import pwd
import shlex
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.test_owner import Place, fill
from specimens import TURNS
from tailback.cli import main
from tailback.cli.arguments import Given
from tailback.cli.whose import way_out
from tailback.folders import data_folder
from tailback.reasons import Reason, reason
from tailback.server.store import StoreAway, StoreError
from tailback.server.store.naming import shown
from tailback.server.store.postgres import PostgresStore
from tailback.texts import LANGUAGES, Texts
from terminal.run import Desk, environment

ENGLISH = Texts("en")
# Users of every system, one of them for us to be.
OWNER, STRANGER = "daemon", "nobody"
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path / "state", monkeypatch, capsys)


@pytest.fixture
def outside() -> Iterator[Path]:
    """A folder that every user may enter, unlike those pytest makes."""
    with tempfile.TemporaryDirectory() as made:
        os.chmod(made, 0o755)
        yield Path(made)


@contextlib.contextmanager
def another_user(name: str) -> Iterator[None]:
    found = pwd.getpwnam(name)
    os.setegid(found.pw_gid)
    os.seteuid(found.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def give(folder: Path, name: str) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, pwd.getpwnam(name).pw_uid, 0)


# The folder of another user


COMMANDS = {
    "tables": ["tables"],
    "export": ["export", "--all", "games"],
    "backup": ["backup", "all.jsonl"],
    "copy": ["backup", "all.sqlite"],
    "delete": ["delete", "ABCD", "--yes"],
    "delete many": ["delete", "--before", "2026-06-01", "--yes"],
    "restore": ["restore", "all.jsonl"],
    "serve": ["serve", "--port", "0"],
}


@needs_root
def test_the_folder_of_another_user(command: Desk, outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = outside / "its owner's" / "data"
    place = Place("sqlite", data)
    fill(place)
    work = outside / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    # As root all of it works, and whatever is imported only then is there before we become somebody else.
    assert command("backup", "all.jsonl", *place.flags).code == 0
    assert command("backup", "all.sqlite", *place.flags).code == 0
    assert command("export", "--all", "games", *place.flags).code == 0
    (work / "all.sqlite").unlink()
    os.chmod(work / "all.jsonl", 0o644)
    give(work, STRANGER)
    give(data.parent, OWNER)
    for closed in (data, data.parent):
        os.chmod(closed, 0o700)
        for words in COMMANDS.values():
            # The folder is written in full: ~ is another one for another user.
            for typed in (place.flags, ["--data", os.path.relpath(data)]):
                with another_user(STRANGER):
                    done = command(*words, *typed, "--lang", "fi" if closed == data else "en")
                assert (done.code, done.out) == (2, ""), words
                texts = Texts("fi") if closed == data else ENGLISH
                first, second = done.err.splitlines()
                assert texts.say("system.EACCES") in first
                way = f"sudo -u {OWNER} tailback {shlex.join([*words, *place.flags, '--lang', texts.lang])}"
                assert second == texts.say("trouble.other_user", folder=str(closed), user=OWNER, command=way)


@needs_root
def test_the_doctor_names_the_owner_too(command: Desk, outside: Path) -> None:
    data = outside / "data"
    place = Place("sqlite", data)
    fill(place)
    assert command("doctor", *place.flags, "--port", "1").out
    give(data, OWNER)
    os.chmod(outside / "data", 0o700)
    with another_user(STRANGER):
        done = command("doctor", "--json", *place.flags, "--port", "1")
    assert done.code == 1
    found = {one["check"]: one["text"] for one in json.loads(done.out)["findings"] if one["state"] == "wrong"}
    for check in ("folder", "store"):
        assert f"sudo -u {OWNER} tailback doctor" in found[check]


@needs_root
def test_without_a_name_and_without_a_flag(command: Desk, outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(outside))
    (outside / "tailback").mkdir(mode=0o700)
    os.chown(outside / "tailback", 54321, 54321)
    with another_user(STRANGER):
        done = command("tables", "--plain")
    assert done.err.endswith(f"sudo -u '#54321' tailback tables --data {outside}/tailback --plain\n")


@needs_root
def test_a_place_where_one_may_not_write(command: Desk, outside: Path) -> None:
    place = Place("sqlite", outside / "data")
    fill(place)
    give(outside / "data", STRANGER)
    for words in (
        ["backup", f"{outside}/a.jsonl"],
        ["backup", f"{outside}/a.sqlite"],
        ["export", "--all", f"{outside}/g"],
    ):
        assert command("tables", *place.flags).code == 0
        give(outside / "data", STRANGER)
        with another_user(STRANGER):
            done = command(*words, *place.flags)
        assert (done.code, done.err.count("\n")) == (2, 2)
        assert done.err.splitlines()[1] == ENGLISH.say("trouble.write_elsewhere", user=STRANGER)


def test_our_own_folder_needs_nobody_else() -> None:
    given = Given(["tables", "--data", "/"])
    given.values["data"] = [str(Path.home())]
    refused = StoreError("no_access", where="x", reason=reason(PermissionError(errno.EACCES, "Permission denied")))
    assert way_out(ENGLISH, given, refused) == ()
    given.values["data"] = [str(Path.home() / "not" / "there")]
    assert way_out(ENGLISH, given, refused) == ()


def test_folders_that_are_none(command: Desk, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    told = ENGLISH.say("serve.data_is_file", folder=str(file)) + "\n"
    for words in (["tables"], ["backup", "x"], ["backup", "x.sqlite"], ["restore", str(file)]):
        done = command(*words, "--data", str(file))
        assert (done.code, done.err) == (2, told) or words[0] == "restore"
    long = "x" * 300
    for words in (["tables"], ["backup", "x.sqlite"], ["delete", "ABCD"], ["serve", "--port", "0"]):
        done = command(*words, "--data", long)
        assert (done.code, ENGLISH.say("system.ENAMETOOLONG") in done.err) == (2, True)
    place = Place("sqlite", tmp_path / "data")
    fill(place)
    for target in (long, f"{long}.sqlite"):
        assert ENGLISH.say("system.ENAMETOOLONG") in command("backup", target, *place.flags).err
    done = command("export", "--all", str(file), *place.flags)
    assert (done.code, ENGLISH.say("system.ENOTDIR") in done.err) == (2, True)
    # A home that nobody has is a name like any other.
    assert command("tables", "--data", "~nobody-is-called-this").code == 2


def test_a_user_without_a_home(command: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_: int) -> None:
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for words in (["tables"], ["serve"], ["continue"], ["join", "KRTZ"]):
        done = command(*words)
        assert (done.code, done.err) == (2, ENGLISH.say("trouble.no_home") + "\n")
    monkeypatch.setenv("HOME", "/somewhere")
    assert data_folder().is_relative_to("/somewhere")


# The address of a database


ADDRESSES = {
    "postgresql://ann@/games?host=/run/nowhere": "postgresql:///games?host=/run/nowhere",
    "postgresql://ann@%2Frun%2Fnowhere/games": "postgresql://%2Frun%2Fnowhere/games",
    "postgresql://ann:sesame@127.0.0.1:1/games?connect_timeout=1": "postgresql://127.0.0.1:1/games",
    "postgresql://ann@/games?password=a@sesame&host=/run/nowhere": "postgresql:///games?host=/run/nowhere",
    "postgresql://ann:a?sesame/b@db.example.org/games": "postgresql://db.example.org/games",
}


@pytest.mark.parametrize("url", ADDRESSES)
def test_a_database_is_named_as_it_was_given(url: str) -> None:
    assert shown(url) == ADDRESSES[url]


def test_an_address_from_the_surroundings_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGHOST", "/run/elsewhere")
    assert shown("postgresql:///games") == "postgresql:///games?host=/run/elsewhere"
    assert shown("postgresql://db/games") == "postgresql://db/games"


def test_a_socket_that_is_not_there(tmp_path: Path) -> None:
    store = PostgresStore(f"postgresql://ann:sesame@/games?host={tmp_path}", patience=0.1)
    with pytest.raises(StoreAway) as away:
        asyncio.run(store.open())
    assert away.value.params == {"where": f"postgresql:///games?host={tmp_path}"}


@pytest.mark.parametrize(
    ("url", "helps"),
    [
        (f"postgresql://{OWNER}@/games?host=/run/postgresql", True),
        (f"postgresql://{OWNER}@db.example.org/games", False),
        ("postgresql://nobody-is-called-this@/games?host=/run/postgresql", False),
        (f"postgresql://{OWNER}:sesame@/games?host=/run/postgresql", False),
        (f"postgresql://{OWNER}@/games?host=/run/postgresql&password=sesame", False),
    ],
)
def test_whoever_a_socket_lets_in_is_named(url: str, helps: bool) -> None:
    given = Given(["tables", "--database", url])
    given.values["database"] = [url]
    way = f"sudo -u {OWNER} tailback {shlex.join(given.words)}"
    told = way_out(ENGLISH, given, StoreError("no_login", where="x", user=OWNER))
    assert told == ((ENGLISH.say("trouble.peer_user", user=OWNER, command=way),) if helps else ())


# Codes as they are copied


@pytest.mark.parametrize(
    "typed",
    [
        "ABCF:",
        "„abcf“",
        "'ABCF'",
        " (a b-c f) ",
        "\u200bABCF\u00a0",
        "ABCF: A game; Fin, Gus; last",
        "running:",
        "“running”",
    ]
    + ["http://10.0.0.2:8377/t/running", "<https://games.example/t/running#claim>."],
)
def test_a_table_is_found_as_it_was_copied(typed: str, command: Desk, tmp_path: Path) -> None:
    place = Place("sqlite", tmp_path / "data")
    fill(place)
    done = command("export", "--table", typed, str(tmp_path / "out"), *place.flags)
    assert (done.code, "ABCF" in done.out) == (0, True)
    assert command("delete", typed, "--yes", *place.flags).code == 0
    assert [entry.table for entry, _ in place.contents()] == ["busy", "lobby"]


# tables --json


def test_tables_for_programs(command: Desk, tmp_path: Path) -> None:
    place = Place("sqlite", tmp_path / "data")
    tables = fill(place)

    def told() -> dict[str, object]:
        done = command("tables", "--json", *place.flags, "--lang", "fi")
        assert (done.code, done.err, done.out.count("\n")) == (0, "", 1)
        found: dict[str, object] = json.loads(done.out)
        return found

    found = told()
    assert found["where"] == place.database
    listed = found["tables"]
    assert isinstance(listed, list)
    assert [one["table"] for one in listed] == ["lobby", "running", "busy"]
    maker = tables["lobby"]
    assert listed[0] == {
        "table": "lobby",
        "code": "ABCE",
        "game": TURNS.id,
        "players": ["Cem", "Dot", "Eva"],
        "created": maker.at,
        "played": maker.at,
        "visited": maker.at + 5,
        "rows": 2,
    }

    place.use(lambda store: store.create("strange", [b'{"kind":"from the future","at":1}'], 7))
    last = told()["tables"]
    assert isinstance(last, list)
    assert (last[-1]["game"], last[-1]["code"], last[-1]["played"]) == (None, None, 7)


# Reasons of the system


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_system_speaks_the_language_of_the_person(lang: str, command: Desk, tmp_path: Path) -> None:
    texts = Texts(lang)
    done = command("restore", str(tmp_path), "--lang", lang)
    assert done.err == texts.say("owner.cannot_read", file=str(tmp_path), reason=texts.say("system.EISDIR")) + "\n"
    done = command("serve", "--host", "192.0.2.77", "--port", "0", "--lang", lang)
    assert texts.say("system.EADDRNOTAVAIL") in done.err
    done = command("join", "http://127.0.0.1:9/t/x", "--lang", lang)
    assert texts.say("system.ECONNREFUSED") in done.err
    done = command("verify", str(tmp_path / "x"), "--lang", lang)
    assert texts.say("system.ENOENT") in done.err


def test_reasons_have_names() -> None:
    assert reason(OSError(errno.ENOSPC, "full")).name == "ENOSPC"
    assert reason(TimeoutError()).name == "ETIMEDOUT"
    assert reason(socket.gaierror(socket.EAI_NONAME, "Name or service not known")).name == "EAI_NONAME"
    # Numbers of TLS are no numbers of the system.
    import ssl

    assert reason(ssl.SSLError(errno.EPERM, "certificate")) == "certificate"
    assert reason(ssl.SSLError(errno.EPERM, "certificate")).name == ""
    found = pickle.loads(pickle.dumps(Reason("full", "ENOSPC")))
    assert (found, found.name) == ("full", "ENOSPC")
    known = [name for name in ENGLISH.raw("system") if not name.startswith("EAI_")]
    assert set(known) <= set(errno.errorcode.values())
    # Where we have no words, the system's own are better than none.
    assert ENGLISH.say("trouble.refused", reason=Reason("Level 3 halted", "EL3HLT")).count("Level 3 halted") == 1


# Whatever happens, a line and a code


def test_output_that_nobody_takes(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tailback", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(tmp_path),
            check=False,
        )
    told = ENGLISH.say("trouble.refused", reason=ENGLISH.say("system.ENOSPC")) + "\n"
    assert (done.returncode, done.stderr) == (2, told)
    words = shlex.join([sys.executable, "-m", "tailback"])
    closed = subprocess.run(
        ["sh", "-c", f"{words} games >&-"], env=environment(tmp_path), capture_output=True, check=False
    )
    assert (closed.returncode, closed.stderr) == (0, b"")


def test_files_that_are_none(command: Desk, tmp_path: Path) -> None:
    done = command("restore", "/dev/zero", "--data", str(tmp_path))
    assert (done.code, done.err) == (2, ENGLISH.say("owner.not_a_backup", file="/dev/zero") + "\n")
    assert command("verify", "/dev/zero").code == 2
    for folder in ("/", ""):
        done = command("continue", folder)
        assert (done.code, ENGLISH.say("system.EISDIR") in done.err) == (2, True)


def test_a_mistake_of_ours(command: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object) -> int:
        raise LookupError("no such\x1b[2J thing")

    monkeypatch.setattr("tailback.cli.reading.list_games", broken)
    monkeypatch.setattr("tailback.cli.serving.serve", broken)
    with pytest.raises(LookupError):
        command("games")
    monkeypatch.delenv("TAILBACK_TRACEBACK")
    for lang in LANGUAGES:
        texts = Texts(lang)
        done = command("games", "--lang", lang)
        mistake = texts.say("trouble.mistake", error="LookupError: no such[2J thing")
        assert (done.code, done.err) == (70, f"{mistake}\n{texts.say('trouble.report')}\n")
    # What happened to a server is for its log.
    assert main(["serve"]) == 70
    assert "in broken" in capsys.readouterr().err


def test_help_leads_to_help(command: Desk) -> None:
    for lang in LANGUAGES:
        texts = Texts(lang)
        word = texts.say("help.values.command")
        assert (
            texts.say("trouble.more_help", command=f"tailback {word} --help") in command("--help", "--lang", lang).out
        )
        for words, see in (
            (["tables", "--bogus"], "tailback tables --help"),
            (["delete"], "tailback delete --help"),
            (["serve", "--port", "70000"], "tailback serve --help"),
            (["bogus"], "tailback --help"),
            (["--bogus"], "tailback --help"),
        ):
            told = command(*words, "--lang", lang).err.splitlines()[-1]
            assert told == texts.say("trouble.see_help", command=f"{see} --lang {lang}")
