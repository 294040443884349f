"""`tailback doctor`: it finds what is wrong, says so, and changes nothing."""

from __future__ import annotations

import asyncio
import json
import shutil
import socketserver
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from server import cluster
from server.harness import Host, ServerProcess, eventually, health
from specimens import TURNS
from tailback.cli import main
from tailback.cli.arguments import Given
from tailback.cli.examining import as_data
from tailback.server.run import doctor
from tailback.server.run.doctor import Finding
from tailback.server.run.serve import listen
from tailback.server.store import open_store, schema
from tailback.texts import LANGUAGES, Texts


def free_port() -> int:
    with listen("127.0.0.1", 0) as found:
        return int(found.getsockname()[1])


def look(database: str | Path, port: int = 0) -> list[Finding]:
    return doctor.examine(str(database), "127.0.0.1", port or free_port())


def about(found: list[Finding], check: str) -> list[tuple[str, str]]:
    """State and key of all findings of this kind; of what the store says, its own key."""
    told = [as_data(Texts("en"), Given([]), one) for one in found if one.check == check]
    return [(one["state"], one["key"]) for one in told]


def wrong(found: list[Finding]) -> list[str]:
    return [one.check for one in found if one.state == doctor.WRONG]


def fill(database: str, touched: int = 0) -> None:
    async def work() -> None:
        store = open_store(database)
        await store.open()
        await store.create("blue", [b"0"], 100)
        await store.touch("blue", touched)
        await store.close()

    asyncio.run(work())


# The folder and its file


def test_a_place_where_nothing_is_yet(tmp_path: Path) -> None:
    found = look(tmp_path / "new" / "tables.sqlite")
    assert wrong(found) == []
    assert about(found, "folder") == [("ok", "folder_will_be"), ("ok", "room")]
    assert about(found, "store") == [("ok", "empty")]
    assert about(found, "port") == [("ok", "port_free")]
    assert list(tmp_path.iterdir()) == [], "a look makes nothing"


def test_a_store_while_a_server_runs_and_when_it_is_damaged_under_it(tmp_path: Path) -> None:
    async def open_one(running: ServerProcess) -> None:
        async with Host(running) as host:
            await host.open(TURNS.id, "here bot")

    database = tmp_path / "tables.sqlite"
    with ServerProcess(str(database)) as running:
        asyncio.run(open_one(running))
        found = look(database, running.port)
        assert wrong(found) == []
        assert about(found, "store") == [("ok", "sound"), ("ok", "served")]
        assert about(found, "port") == [("ok", "answers")]
        assert next(one for one in found if one.key == "sound").params["tables"] == 1
        with database.open("r+b") as file:
            file.write(b"junk" * (database.stat().st_size // 4))
        asyncio.run(eventually(lambda: health(running)[0] == 503))
        found = look(database, running.port)
        assert wrong(found) == ["store", "port"]
        assert about(found, "port") == [("wrong", "not_ready")]
    with database.open("wb") as file:
        file.write(b"junk" * 4000)
    assert about(look(database), "store") == [("wrong", "not_a_store")]


def test_a_page_in_the_middle_that_is_damaged(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    fill(str(database))
    with database.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096)
    assert about(look(database), "store") == [("wrong", "damaged")]


def test_other_versions(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(database)) as db:
        for statement in [*schema.SQLITE[0], "UPDATE meta SET value = '1'"]:
            db.execute(statement)
        db.commit()
    assert about(look(database), "store") == [("look", "older")]
    with closing(sqlite3.connect(database)) as db:
        db.execute("UPDATE meta SET value = '99'")
        db.commit()
    assert about(look(database), "store") == [("wrong", "newer")]


def test_a_folder_that_will_not_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    assert about(look(tmp_path / "file" / "tables.sqlite"), "folder") == [("wrong", "folder_is_file")]
    assert about(look("/proc/tailback/tables.sqlite"), "folder") == [("wrong", "folder_closed")]
    database = tmp_path / "tables.sqlite"
    assert doctor.file_system(Path("/proc/self")) == "proc"
    monkeypatch.setattr(doctor, "file_system", lambda folder: "nfs4")
    assert ("wrong", "network_drive") in about(look(database), "folder")
    for free, told in ((5 * doctor.MB, ("wrong", "no_room")), (100 * doctor.MB, ("look", "little_room"))):
        usage = shutil.disk_usage(tmp_path)._replace(free=free)
        monkeypatch.setattr(shutil, "disk_usage", lambda _, usage=usage: usage)
        assert told in about(look(database), "folder")


# PostgreSQL


def test_a_database_that_is_well_and_one_that_is_not() -> None:
    shared = cluster.shared()
    url = shared.new_database()
    assert about(look(url), "store") == [("ok", "empty")]
    assert shared.sql(url, "SELECT to_regclass('meta')") == "", "a look makes nothing"
    fill(url)
    found = look(url)
    assert (wrong(found), about(found, "store")) == ([], [("ok", "sound")])
    assert cluster.PASSWORD not in json.dumps([as_data(Texts("en"), Given([]), one) for one in found])
    shared.sql(url, "CREATE ROLE guest LOGIN PASSWORD 'guest'")
    shared.sql(url, "GRANT SELECT ON meta TO guest")
    name = url.rpartition("/")[2]
    assert about(look(shared.url(name, "guest", "guest")), "store") == [("wrong", "denied")]
    shared.sql(url, "DROP OWNED BY guest; DROP ROLE guest")
    shared.sql(url, "UPDATE meta SET value = '99' WHERE key = 'version'")
    assert about(look(url), "store") == [("wrong", "newer")]
    assert about(look(shared.url("nowhere")), "store") == [("wrong", "no_database")]


# Clock, port, packages


def test_a_clock_that_cannot_be_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "tables.sqlite"
    fill(str(database), touched=(int(time.time()) + 86_400) * 1000)
    assert about(look(database), "clock") == [("wrong", "clock_behind"), ("ok", "clock")]
    monkeypatch.setattr(doctor.time, "localtime", lambda *_: time.gmtime(0))
    assert ("wrong", "clock_wrong") in about(look(database), "clock")


def test_a_port_that_another_program_has(tmp_path: Path) -> None:
    class Silent(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(b"220 this is no Tailback\r\n")

    with socketserver.TCPServer(("127.0.0.1", 0), Silent) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        try:
            found = look(tmp_path / "tables.sqlite", other.server_address[1])
        finally:
            other.shutdown()
            thread.join()
    assert about(found, "port") == [("wrong", "port_taken")]
    assert about(doctor.examine(str(tmp_path / "x"), "192.0.2.250", 8377), "port") == [("wrong", "no_port")]


def test_packages_that_are_missing_or_untested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["starlette>=1", "uvicorn<0.1", "no-such-thing>=2", "pytest>=99; extra == 'dev'"]
    monkeypatch.setattr(doctor.metadata, "requires", lambda _: asked)
    found = look(tmp_path / "tables.sqlite")
    assert about(found, "packages") == [("wrong", "packages_missing"), ("look", "packages_untested")]
    told = [one.params["names"] for one in found if one.check == "packages"]
    assert told[0] == "no-such-thing"
    assert told[1].startswith("uvicorn ")


# The command


def test_the_command_in_words_and_for_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    port = str(free_port())

    def run(*words: str) -> tuple[int, str]:
        code = main(["doctor", *words])
        told = capsys.readouterr()
        assert told.err == ""
        return code, told.out

    for lang in LANGUAGES:
        code, said = run("--lang", lang, "--port", port)
        texts = Texts(lang)
        assert code == 0
        assert said.rstrip().endswith(texts.say("doctor.all_well"))
        assert f"{texts.say('doctor.states.ok')}: " in said
        assert str(tmp_path / "share" / "tailback" / "tables.sqlite") in said
    (tmp_path / "file").write_text("")
    code, said = run("--data", str(tmp_path / "file"), "--port", port, "--json")
    told: dict[str, Any] = json.loads(said)
    assert (code, told["ok"]) == (1, False)
    found = {one["check"]: one for one in told["findings"] if one["state"] == "wrong"}
    assert found["folder"]["key"] == "folder_is_file"
    assert "--data" in found["folder"]["text"]
    code, said = run("--data", str(tmp_path / "file"), "--port", port)
    assert (code, Texts("en").say("doctor.states.wrong") in said) == (1, True)
