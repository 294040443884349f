"""The owner of the data: lists, exports, deletes, backs up and brings back, on both stores."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server import cluster
from server.harness import ServerProcess
from specimens import AGES, SEALED, TURNS, name_of
from tailback import games
from tailback.core import record
from tailback.core.record import Record
from tailback.server.protocol import replays
from tailback.server.run import owner
from tailback.server.store import Entry, Store, open_store, schema
from tailback.server.truth import desk
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.texts import LANGUAGES, Texts
from terminal.run import Desk, Terminal, environment

ENGLISH = Texts("en")
YEAR_2026 = 1_767_225_600_000
DAY = 86_400_000


class Place:
    """A store of either kind, and the flags that name it."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind = kind
        if kind == "sqlite":
            self.database = str(folder / "tables.sqlite")
            self.flags = ["--data", str(folder)]
        else:
            self.database = cluster.shared().new_database()
            self.flags = ["--database", self.database]

    def use(self, work: Callable[[Store], Awaitable[Any]]) -> Any:
        async def main() -> Any:
            store = open_store(self.database)
            await store.open()
            try:
                return await work(store)
            finally:
                await store.close()

        return asyncio.run(main())

    def contents(self) -> list[tuple[Entry, list[bytes]]]:
        async def read(store: Store) -> list[tuple[Entry, list[bytes]]]:
            return [(entry, await store.rows(entry.table)) async for entry in owner.entries(store)]

        found: list[tuple[Entry, list[bytes]]] = self.use(read)
        return found


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return Place(request.param, tmp_path / "data")


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path / "state", monkeypatch, capsys)


# Tables, made at the desk as the server makes them


class Maker:
    """A table whose rows are kept here."""

    def __init__(self, game: str = AGES.id, names: str = "Ann Ben", at: int = YEAR_2026) -> None:
        self.ledger = Ledger("maker")
        self.rows: list[bytes] = []
        self.at = at
        chairs = [r.Chair(name, "", "person", token=f"hash{seat}") for seat, name in enumerate(names.split())]
        self.add(r.Opened(at=at, host="hash", chairs=chairs))
        self.add(desk.prepare(at, game, len(chairs), "", {}, None))

    def add(self, row: r.AnyRow) -> None:
        self.rows.append(r.encode(row))
        self.ledger.apply(row)

    def deal(self) -> Maker:
        self.add(desk.add_word(self.ledger, self.at, 0, "lighthouse"))
        self.add(desk.deal(self.ledger, self.at))
        return self

    def move(self) -> None:
        match = self.ledger.match
        assert match is not None
        assert match.state is not None
        assert match.decision is not None
        seat = match.decision.awaited[0]
        legal = match.state.legal(seat)
        self.add(desk.answer(self.ledger, self.at, seat, match.n, legal[len(self.rows) % len(legal)]))

    def play(self, moves: int = 100_000) -> Maker:
        while self.ledger.phase == "playing" and moves:
            self.move()
            moves -= 1
        return self

    def again(self) -> Maker:
        self.add(desk.again(self.ledger, self.at, "", "", None, None, None, True))
        return self

    @property
    def record(self) -> Record:
        assert self.ledger.match is not None
        return replays.as_record(self.ledger.match)


def finished() -> Maker:
    return Maker().deal().play()


def fill(place: Place) -> dict[str, Maker]:
    """Two games over and a third running, one table in the lobby, one with a running game."""
    tables = {
        "busy": finished().again().deal().play().again().deal().play(3),
        "lobby": Maker(TURNS.id, "Cem Dot Eva", YEAR_2026 + 2 * DAY),
        "running": Maker(SEALED.id, "Fin Gus", YEAR_2026 + DAY).deal().play(2),
    }

    async def write(store: Store) -> None:
        for n, (name, maker) in enumerate(tables.items()):
            await store.create(name, maker.rows, maker.at)
            await store.touch(name, maker.at + 5)
            assert await store.claim(name, f"ABC{'DEF'[n]}", maker.at + 5, 0)

    place.use(write)
    return tables


# tables, delete


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_are_listed_the_latest_first(place: Place, command: Desk, lang: str) -> None:
    fill(place)
    done = command("tables", *place.flags, "--lang", lang)
    assert (done.code, done.err) == (0, "")
    first, second, third, total = done.out.splitlines()
    assert ("ABCE" in first, name_of(TURNS, lang) in first, "Cem, Dot, Eva" in first) == (True, True, True)
    assert ("ABCF" in second, name_of(SEALED, lang) in second, "Fin, Gus" in second) == (True, True, True)
    assert ("ABCD" in third, "Ann, Ben" in third, "2026-01-01" in third or "2025-12-31" in third) == (True, True, True)
    assert total.startswith("3 ")
    assert cluster.PASSWORD.replace(" ", "%20") not in done.out


def test_names_in_the_list_are_those_of_today(place: Place, command: Desk) -> None:
    maker = Maker()
    maker.add(r.Named(at=maker.at, seat=1, name="Bo"))
    maker.add(r.Freed(at=maker.at, seat=0))
    maker.add(r.Seated(at=maker.at, seat=0, token="t", name="Al\x1b[2J"))
    unknown = b'{"kind":"from the future","at":1}'

    async def write(store: Store) -> None:
        await store.create("named", maker.rows, maker.at)
        await store.create("strange", [unknown], maker.at)
        await store.create("copy", [r.encode(r.Imported(at=maker.at, record=record.write(finished().record)))], 1)

    place.use(write)
    done = command("tables", *place.flags)
    assert done.code == 0
    assert f"named: {name_of(AGES)}; Al[2J, Bo;" in done.out
    assert f"strange: {ENGLISH.say('owner.unknown_game')};" in done.out
    assert f"copy: {name_of(AGES)}; Ann, Ben;" in done.out


def test_a_table_is_deleted_by_code_or_id(place: Place, command: Desk) -> None:
    fill(place)
    done = command("delete", "abc-e", "--yes", *place.flags)
    assert (done.code, done.out, done.err) == (0, ENGLISH.say("owner.deleted", table="ABCE") + "\n", "")
    assert command("delete", "running", "--yes", *place.flags).code == 0
    assert [entry.table for entry, _ in place.contents()] == ["busy"]
    again = command("delete", "running", "--yes", *place.flags)
    assert (again.code, again.out, again.err) == (2, "", ENGLISH.say("owner.no_table", table="running") + "\n")


def test_nothing_is_deleted_in_a_pipe_without_yes(place: Place, command: Desk) -> None:
    fill(place)
    done = command("delete", "ABCD", *place.flags, typed="yes\n")
    assert (done.code, done.err) == (2, ENGLISH.say("owner.needs_yes") + "\n")
    assert len(place.contents()) == 3


@pytest.mark.parametrize(("lang", "typed", "left"), [("en", "no", 3), ("de", "ja", 2), ("fi", "k", 2), ("en", "", 3)])
def test_a_terminal_asks_before_deleting(tmp_path: Path, lang: str, typed: str, left: int) -> None:
    place = Place("sqlite", tmp_path)
    fill(place)
    terminal = Terminal(tmp_path / "state", "delete", "ABCD", *place.flags, "--lang", lang)
    asked = terminal.wait_for(Texts(lang).say("owner.sure"))
    assert "Ann, Ben" in asked
    terminal.type(typed + "\n")
    assert terminal.end() == 0
    assert len(place.contents()) == left


def before(days: int) -> str:
    """A day so many days after the tables of `fill` began; noon, wherever we are."""
    return time.strftime("%Y-%m-%d", time.localtime((YEAR_2026 + days * DAY + DAY // 2) / 1000))


def test_tables_nobody_was_at_are_deleted_by_a_day(place: Place, command: Desk) -> None:
    tables = fill(place)
    # Somebody looked at this one later, without a move.
    place.use(lambda store: store.touch("busy", YEAR_2026 + 9 * DAY))
    none = command("delete", "--before", before(0), "--yes", *place.flags)
    assert (none.code, none.err, len(none.out.splitlines())) == (0, "", 1)
    assert len(place.contents()) == len(tables)
    done = command("delete", "--before", before(5), "--yes", *place.flags)
    assert (done.code, done.err) == (0, "")
    listed = done.out.splitlines()
    assert [line.partition(":")[0] for line in listed[:2]] == ["ABCE", "ABCF"]
    assert listed[3] == ENGLISH.say("owner.deleted_all", n=2)
    assert [entry.table for entry, _ in place.contents()] == ["busy"]


def test_whoever_comes_back_while_we_ask_keeps_the_table(place: Place) -> None:
    fill(place)
    moment = YEAR_2026 + 5 * DAY
    found = place.use(lambda store: owner.unvisited(store, moment))
    assert [entry.table for entry, _ in found] == ["lobby", "running", "busy"]
    place.use(lambda store: store.touch("lobby", moment + 1))
    tables = {"lobby", "busy"}
    assert place.use(lambda store: owner.delete_unvisited(store, moment, tables)) == 1
    assert sorted(entry.table for entry, _ in place.contents()) == ["lobby", "running"]


def test_many_tables_are_not_deleted_in_a_pipe_without_yes(place: Place, command: Desk) -> None:
    fill(place)
    done = command("delete", "--before", before(5), *place.flags, typed="yes\n")
    assert (done.code, done.err) == (2, ENGLISH.say("owner.needs_yes") + "\n")
    assert "ABCD" in done.out
    assert len(place.contents()) == 3


@pytest.mark.parametrize(("lang", "typed", "left"), [("en", "no", 3), ("de", "ja", 0), ("fi", "kyllä", 0)])
def test_a_terminal_asks_before_deleting_many(tmp_path: Path, lang: str, typed: str, left: int) -> None:
    place = Place("sqlite", tmp_path)
    fill(place)
    terminal = Terminal(tmp_path / "state", "delete", "--before", before(5), *place.flags, "--lang", lang)
    asked = terminal.wait_for(Texts(lang).say("owner.sure_all", n=3))
    assert "Ann, Ben" in asked
    assert "Cem, Dot, Eva" in asked
    terminal.type(typed + "\n")
    assert terminal.end() == 0
    assert len(place.contents()) == left


WRONG_DAYS = {
    "no day": (["--before", "last week"], "owner.bad_day", {"value": "last week"}),
    "a day that is none": (["--before", "2026-02-31"], "owner.bad_day", {"value": "2026-02-31"}),
    "not yet": (["--before", "9000-01-01"], "owner.future_day", {"day": "9000-01-01"}),
    "both": (["ABCD", "--before", "2026-01-01"], "owner.table_or_before", {}),
}


@pytest.mark.parametrize("wrong", WRONG_DAYS)
def test_days_that_do_not_work(wrong: str, tmp_path: Path, command: Desk) -> None:
    words, key, params = WRONG_DAYS[wrong]
    for lang in LANGUAGES:
        done = command("delete", *words, "--yes", "--data", str(tmp_path), "--lang", lang)
        assert (done.code, done.out, done.err) == (2, "", Texts(lang).say(key, **params) + "\n")
    assert command("delete", "--data", str(tmp_path)).code == 2


# export


def exported(folder: Path) -> list[Record]:
    return [games.read_record(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.txt"))]


def test_finished_games_become_files_that_hold(place: Place, command: Desk, tmp_path: Path) -> None:
    tables = fill(place)
    folder = tmp_path / "out" / "games"
    done = command("export", "--all", str(folder), *place.flags)
    assert (done.code, done.err) == (0, "")
    said = done.out.splitlines()
    assert ENGLISH.say("owner.running", table="ABCD", game=name_of(AGES)) in said
    assert ENGLISH.say("owner.running", table="ABCF", game=name_of(SEALED)) in said
    assert said[-1] == ENGLISH.say("owner.exported", n=2, there=0, folder=str(folder))
    files = sorted(folder.iterdir())
    assert len(files) == 2
    for path in files:
        checked = command("verify", str(path))
        assert checked.code == 0
        assert ENGLISH.say("verify.fair") in checked.out
    first, second = exported(folder)
    assert first.over
    assert second.over
    assert first.seed != second.seed
    assert first.deal is not None
    assert first.deal.words == ["lighthouse", ""]
    # What still runs is in no file: neither its secret nor its seed.
    written = "".join(path.read_text(encoding="utf-8") for path in files)
    for name in ("busy", "running"):
        match = tables[name].ledger.match
        assert match is not None
        assert match.secret not in written
        assert str(match.seed) not in written
        assert match.fingerprint not in written
    # Whoever is given a file is not invited to the table.
    assert not any("busy" in path.name or "ABCD" in path.name for path in files)


def test_an_export_goes_on_where_the_last_one_ended(place: Place, command: Desk, tmp_path: Path) -> None:
    tables = fill(place)
    folder = tmp_path / "out"
    command("export", "--all", str(folder), *place.flags)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    rest = tables["busy"]
    length = len(rest.rows)
    rest.play()

    async def write(store: Store) -> None:
        for n, row in enumerate(rest.rows[length:], length):
            await store.append("busy", n, row)

    place.use(write)
    done = command("export", "--table", "ABCD", str(folder), *place.flags)
    assert done.out.splitlines() == [ENGLISH.say("owner.exported", n=1, there=2, folder=str(folder))]
    assert all(path.stat().st_mtime_ns == then for path, then in before.items())
    path = next(iter(before))
    path.write_text("mine", encoding="utf-8")
    done = command("export", "--all", str(folder), *place.flags)
    assert (done.code, done.err) == (2, ENGLISH.say("owner.exists", file=str(path)) + "\n")
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_shared_copy_is_not_exported_twice(place: Place, command: Desk, tmp_path: Path) -> None:
    maker = finished()
    text = record.write(maker.record)
    maker.add(r.Shared(at=maker.at, game=0, share="copy"))

    async def write(store: Store) -> None:
        await store.create("table", maker.rows, maker.at)
        await store.create("copy", [r.encode(r.Imported(at=maker.at, record=text))], maker.at)
        await store.create("from a file", [r.encode(r.Imported(at=maker.at, record=text))], maker.at)

    place.use(write)
    done = command("export", "--all", str(tmp_path / "out"), *place.flags)
    assert (done.code, len(exported(tmp_path / "out"))) == (0, 2)


def test_a_game_of_other_rules_is_named_and_the_rest_exported(place: Place, command: Desk, tmp_path: Path) -> None:
    old = finished()
    prepared = json.loads(old.rows[1])
    prepared["rules"] = 99

    async def write(store: Store) -> None:
        await store.create("old", [old.rows[0], json.dumps(prepared).encode(), *old.rows[2:]], old.at)
        await store.create("good", finished().rows, old.at)

    place.use(write)
    done = command("export", "--all", str(tmp_path / "out"), *place.flags)
    assert done.code == 1
    why = ENGLISH.say("refusals.newer_rules", version=99, known=AGES.rules_version)
    assert ENGLISH.say("owner.unreadable", table="old", game=name_of(AGES), reason=why) in done.out
    assert len(exported(tmp_path / "out")) == 1


def test_an_export_says_what_is_missing(place: Place, command: Desk, tmp_path: Path) -> None:
    fill(place)
    out = str(tmp_path / "out")
    for words in ([], ["--all", "--table", "ABCD"]):
        assert command("export", *words, out, *place.flags).code == 2
    assert command("export", "--table", "ZZZZ", out, *place.flags).err.startswith("There is no table")
    file = tmp_path / "file"
    file.write_text("mine")
    done = command("export", "--all", str(file), *place.flags)
    assert (done.code, file.read_text()) == (2, "mine")


# backup, restore


def same(one: list[tuple[Entry, list[bytes]]], other: list[tuple[Entry, list[bytes]]]) -> bool:
    return [(tuple(entry), data) for entry, data in one] == [(tuple(entry), data) for entry, data in other]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_comes_back_into_either_store(place: Place, command: Desk, tmp_path: Path, kind: str) -> None:
    fill(place)

    async def odd(store: Store) -> None:
        await store.create("odd", [b"\xff\x00not text", "ä€😀\u2028".encode(), b"\\ud800", b" "], 7)

    place.use(odd)
    file = tmp_path / "all.backup"
    done = command("backup", str(file), *place.flags)
    contents = place.contents()
    rows = sum(len(data) for _, data in contents)
    assert done.code == 0
    assert done.out.splitlines()[0] == ENGLISH.say("owner.backed_up", tables=4, rows=rows, file=str(file))
    assert file.stat().st_mode & 0o077 == 0
    other = Place(kind, tmp_path / "other")
    done = command("restore", str(file), *other.flags)
    assert (done.code, done.err) == (0, "")
    assert same(other.contents(), contents)
    assert not list(tmp_path.glob("*.part"))


def test_many_tables_and_no_table(place: Place, command: Desk, tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await asyncio.gather(*(store.create(f"t{n:04}", [b"x" * n, b"y"], n) for n in range(1, 301)))

    file = str(tmp_path / "none")
    place.use(lambda store: store.entries())
    assert command("backup", file, *place.flags).code == 0
    place.use(write)
    empty = Place(place.kind, tmp_path / "empty")
    assert command("restore", file, *empty.flags).code == 0
    assert empty.contents() == []
    assert command("backup", file + "2", *place.flags).code == 0
    assert command("restore", file + "2", *empty.flags).code == 0
    assert same(empty.contents(), place.contents())


def test_a_backup_never_overwrites_unless_told(place: Place, command: Desk, tmp_path: Path) -> None:
    fill(place)
    file = tmp_path / "precious.backup"
    file.write_text("mine")
    done = command("backup", str(file), *place.flags)
    assert (done.code, done.err) == (2, ENGLISH.say("owner.exists", file=str(file)) + "\n")
    assert file.read_text() == "mine"
    assert command("backup", str(file), "--force", *place.flags).code == 0
    assert owner.check_backup(file).tables == 3
    # Not even with --force does a backup take the place of a folder.
    (tmp_path / "folder").mkdir()
    assert command("backup", str(tmp_path / "folder"), "--force", *place.flags).code == 2
    assert command("backup", str(tmp_path / "no" / "where"), *place.flags).code == 2
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["precious.backup"]


def test_a_backup_that_fails_leaves_nothing(
    place: Place, command: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(place)
    file = tmp_path / "all.backup"
    file.write_text("the one of yesterday")
    real = os.fsync

    def full(handle: int) -> None:
        if os.path.realpath(f"/proc/self/fd/{handle}").endswith(".part"):
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", full)
    done = command("backup", str(file), "--force", *place.flags)
    assert done.code == 2
    assert ENGLISH.say("system.ENOSPC") in done.err
    assert file.read_text() == "the one of yesterday"
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    place = Place("sqlite", tmp_path / "data")

    async def write(store: Store) -> None:
        await store.create("long", [b"x" * 1000] * 1000, 1)

    place.use(write)
    # The disk is as slow as we read: more than a pipe holds is never written.
    part = tmp_path / "all.backup.part"
    os.mkfifo(part)
    words = [sys.executable, "-m", "tailback", "backup", str(tmp_path / "all.backup"), *place.flags]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(tmp_path))
    with part.open("rb", buffering=0) as slow:
        assert slow.read(1) == b"{"
        running.send_signal(signal.SIGTERM)
        out, err = running.communicate(timeout=30)
    assert (running.returncode, out, err) == (128 + signal.SIGTERM, b"", b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


def test_a_restore_needs_an_empty_store(place: Place, command: Desk, tmp_path: Path) -> None:
    fill(place)
    file = tmp_path / "all.backup"
    command("backup", str(file), *place.flags)
    before = place.contents()
    done = command("restore", str(file), *place.flags)
    assert (done.code, done.err) == (2, ENGLISH.say("owner.not_empty") + "\n")
    assert same(place.contents(), before)


def spoilt(good: bytes) -> Iterator[tuple[str, bytes]]:
    lines = good.splitlines(keepends=True)
    yield "not_a_backup", b""
    yield "not_a_backup", b"PK\x03\x04 something else"
    yield "not_a_backup", b"[1, 2]\n"
    yield "newer_backup", lines[0].replace(b'backup":1', b'backup":2') + b"".join(lines[1:])
    yield "damaged_backup", good[:-20]
    yield "damaged_backup", b"".join(lines[:-1])
    yield "damaged_backup", b"".join([lines[0], *lines[2:]])
    yield "damaged_backup", good.replace(b"Ann", b"Eve", 1)
    yield "damaged_backup", good + b"more\n"
    yield "damaged_backup", b"".join([*lines[:2], lines[1], *lines[2:]])
    yield "damaged_backup", lines[0] + b'{"table":1,"rows":[]}\n' + lines[-1]


def test_a_spoilt_backup_brings_nothing_back(place: Place, command: Desk, tmp_path: Path) -> None:
    fill(place)
    file = tmp_path / "all.backup"
    command("backup", str(file), *place.flags)
    empty = Place(place.kind, tmp_path / "empty")
    for key, data in spoilt(file.read_bytes()):
        file.write_bytes(data)
        done = command("restore", str(file), *empty.flags)
        assert done.code == 2, (key, data[:60])
        assert done.err == ENGLISH.say(f"owner.{key}", file=str(file), found=2, known=1) + "\n"
        # A folder that was not there is not made for nothing, either.
        assert not (tmp_path / "empty").exists()
    done = command("restore", str(tmp_path / "nothing"), *empty.flags)
    assert (done.code, "nothing" in done.err) == (2, True)


def backed_up(place: Place, tmp_path: Path) -> Path:
    """A file with all the tables of a store that has some."""
    fill(place)
    file = tmp_path / "all.backup"

    async def copy(store: Store) -> None:
        await owner.backup(store, file, False, 0)

    place.use(copy)
    return file


def test_half_a_restore_is_none(place: Place, tmp_path: Path) -> None:
    file = backed_up(place, tmp_path)
    empty = Place(place.kind, tmp_path / "empty")

    async def fail(store: Store) -> None:
        real = store.create

        async def create(table: str, rows: list[bytes], now: int) -> None:
            if table == "lobby":
                raise owner.StoreError("away", where="nowhere")
            await real(table, rows, now)

        store.create = create  # type: ignore[method-assign]
        with pytest.raises(owner.StoreError):
            await owner.restore(store, file)

    empty.use(fail)
    assert empty.contents() == []


def test_a_restore_that_meets_another_takes_back_only_its_own(place: Place, tmp_path: Path) -> None:
    file = backed_up(place, tmp_path)
    empty = Place(place.kind, tmp_path / "empty")

    async def meet(store: Store) -> None:
        real = store.entries

        async def entries(after: str = "", limit: int = 100) -> list[Entry]:
            found = await real(after, limit)
            await store.create("lobby", [b"somebody else's"], 1)
            return found

        store.entries = entries  # type: ignore[method-assign]
        with pytest.raises(owner.OwnerError):
            await owner.restore(store, file)

    empty.use(meet)
    assert [(entry.table, data) for entry, data in empty.contents()] == [("lobby", [b"somebody else's"])]


def test_a_plain_copy_of_the_file(command: Desk, tmp_path: Path) -> None:
    place = Place("sqlite", tmp_path / "data")
    fill(place)
    file = tmp_path / "copy.sqlite"
    done = command("backup", str(file), *place.flags)
    assert done.out.splitlines()[0] == ENGLISH.say("owner.copied", where=place.database, file=str(file))
    assert command("backup", str(file), *place.flags).code == 2
    for kind in ("sqlite", "postgres"):
        other = Place(kind, tmp_path / "other")
        assert command("restore", str(file), *other.flags).code == 0
        assert same(other.contents(), place.contents())


def test_a_copy_of_an_older_version_comes_back_too(command: Desk, tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    db = sqlite3.connect(file)
    with contextlib.closing(db), db:
        for statement in schema.steps(schema.SQLITE[:1], 0):
            db.execute(statement)
        db.execute("INSERT INTO tables VALUES ('old', 'ABCD', 5)")
        db.execute("INSERT INTO inputs VALUES ('old', 0, x'41')")
    before = file.read_bytes()
    place = Place("sqlite", tmp_path / "data")
    assert command("restore", str(file), *place.flags).code == 0
    assert place.contents() == [(Entry("old", "ABCD", 5, 5, 1), [b"A"])]
    assert file.read_bytes() == before


# While a server runs, and when there is nothing


def test_beside_a_running_server(command: Desk, tmp_path: Path) -> None:
    place = Place("sqlite", tmp_path / "data")
    fill(place)
    with ServerProcess(place.database):
        assert command("tables", *place.flags).out.count("\n") == 4
        assert command("export", "--all", str(tmp_path / "out"), *place.flags).code == 0
        assert command("backup", str(tmp_path / "all.backup"), *place.flags).code == 0
        assert command("backup", str(tmp_path / "all.sqlite"), *place.flags).code == 0
        told = ENGLISH.say("server.store.in_use", where=place.database) + "\n"
        done = command("delete", "ABCD", "--yes", *place.flags)
        assert (done.code, done.err) == (2, told)
        done = command("restore", str(tmp_path / "all.backup"), *place.flags)
        assert (done.code, done.err) == (2, told)
    assert len(place.contents()) == 3
    assert owner.check_backup(tmp_path / "all.backup").tables == 3


def test_nothing_is_made_by_looking(command: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "typo"
    where = str(folder / "tables.sqlite")
    for words in (["tables"], ["export", "--all", "x"], ["backup", "x"], ["backup", "x.sqlite"], ["delete", "ABCD"]):
        done = command(*words, "--data", str(folder))
        assert (done.code, done.err) == (2, ENGLISH.say("server.store.no_store", where=where) + "\n")
    assert not folder.exists()
    folder.mkdir()
    (folder / "tables.sqlite").write_text("my notes " * 100)
    done = command("tables", "--data", str(folder))
    assert (done.code, done.err) == (2, ENGLISH.say("server.store.not_a_store", where=where) + "\n")


# verify


def test_verify_compares_the_fingerprint(command: Desk, tmp_path: Path) -> None:
    maker = finished()
    match = maker.ledger.match
    assert match is not None
    file = tmp_path / "game.txt"
    file.write_text(record.write(maker.record), encoding="utf-8")
    promised = match.fingerprint
    plain = command("verify", str(file))
    assert plain.code == 0
    assert ENGLISH.say("verify.fingerprint", fingerprint=promised) in plain.out
    for seen in (promised, promised[:8], promised[:12].upper(), f"{promised[:4]} {promised[4:8]}"):
        done = command("verify", str(file), "--fingerprint", seen)
        assert (done.code, ENGLISH.say("verify.same_fingerprint", fingerprint=promised) in done.out) == (0, True)
    other = f"{(int(promised[:8], 16) ^ 1):08x}"
    done = command("verify", str(file), "--fingerprint", other)
    assert (done.code, ENGLISH.say("verify.other_fingerprint", asked=other, fingerprint=promised) in done.out) == (
        1,
        True,
    )
    for nonsense in (promised[:7], "not hex at all", promised + "0"):
        assert command("verify", str(file), "--fingerprint", nonsense).code == 2


def test_verify_finds_an_unfair_deal(command: Desk, tmp_path: Path) -> None:
    text = record.write(finished().record)
    file = tmp_path / "game.txt"
    for old, new in (("words lighthouse", "words lightHouse"), ("fingerprint ", "fingerprint " + "0" * 64 + "\n#")):
        changed = text.replace(old, new, 1)
        if new.endswith("#"):
            changed = "\n".join(line for line in changed.split("\n") if not line.startswith("#"))
        file.write_text(changed, encoding="utf-8")
        done = command("verify", str(file))
        assert done.code == 1
        assert "not fair" in done.out
        assert ENGLISH.say("verify.fair") not in done.out


def test_a_game_without_a_fingerprint_cannot_be_compared(command: Desk, tmp_path: Path) -> None:
    found = finished().record
    found.deal = None
    file = tmp_path / "game.txt"
    file.write_text(record.write(found), encoding="utf-8")
    assert command("verify", str(file)).code == 0
    done = command("verify", str(file), "--fingerprint", "0" * 8)
    assert (done.code, ENGLISH.say("verify.no_fingerprint") in done.out) == (1, True)
