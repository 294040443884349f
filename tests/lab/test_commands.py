"""`tailback lab` as it is typed: what it prints, keeps and refuses; stopped, killed and continued."""

from __future__ import annotations

import csv
import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import nanoarrow
import pytest

from specimens import OURS, SEALED, TURNS
from tailback.lab.compared import APART, PAIRED
from tailback.lab.kept import Kept
from tailback.lab.results import Matches
from tailback.lab.words import FROM_EVEN, Words
from tailback.texts import LANGUAGES
from terminal.run import Desk, Terminal, environment

QUICK = ("--matches", "60", "--watch", "20", "--follow", "1", "--jobs", "1")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    # Processes of their own are tried below and in test_studies; here they would only cost time.
    monkeypatch.setattr(
        "tailback.cli.studying.Processes", lambda jobs: __import__("tailback.lab.crew").lab.crew.Alone()
    )
    return Desk(tmp_path / "state", monkeypatch, capsys)


def number_option(game: Any) -> str:
    """`name=low,high` of some option with numbers."""
    for option in game.options:
        if option.kind == "number" and option.choices:
            return f"{option.name}={','.join(map(str, option.choices[:2]))}"
    raise AssertionError


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_game_is_told_in_every_language(desk: Desk, game: Any, lang: str) -> None:
    done = desk("lab", game.id, *QUICK, "--lang", lang)
    assert done.code == 0
    words = Words(lang, game)
    assert done.out.startswith(words.say("study.title", game=words.say("name"), players=game.usual, matches=60))
    assert done.out.count("\n") > 10
    assert "{" not in done.out


def test_the_same_command_goes_on_and_shows_again(desk: Desk, tmp_path: Path) -> None:
    first = desk("lab", TURNS.id, *QUICK, "--json")
    again = desk("lab", TURNS.id, *QUICK, "--json")
    assert json.loads(first.out)["progress"]["done"] > 60
    assert json.loads(again.out)["progress"]["done"] == 0
    assert json.loads(first.out)["arms"] == json.loads(again.out)["arms"]
    more = desk("lab", TURNS.id, *QUICK[2:], "--matches", "90", "--json")
    assert json.loads(more.out)["arms"][0]["matches"] == 90
    (path,) = (tmp_path / "data" / "tailback" / "studies").iterdir()
    shown = desk("lab", "show", str(path), "--json", "--lang", "fi")
    assert json.loads(shown.out)["arms"][0]["seats"] == json.loads(more.out)["arms"][0]["seats"]
    assert json.loads(shown.out)["lang"] == "fi"


def test_a_sweep_says_what_differs(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "sweep.study"
    done = desk("lab", "sweep", TURNS.id, "--vary", "players=2,3", *QUICK, "--file", str(path), "--json")
    assert done.code == 0
    found = json.loads(done.out)
    assert found["labels"] == ["2 players", "3 players"]
    assert {one["figure"] for one in found["comparisons"]} >= {"seats.0", "decisions", "minutes", "choice"}
    assert found["sentences"]
    shown = desk("lab", "show", str(path), "--lang", "de")
    assert "2 Spieler" in shown.out
    merged = desk("lab", "merge", str(tmp_path / "copy.study"), str(path))
    assert merged.code == 0
    assert (
        desk("lab", "show", str(tmp_path / "copy.study"), "--lang", "de").out.splitlines()[:-1]
        == (shown.out.splitlines()[:-1])
    )


def test_a_search_shows_a_front(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "find.study"
    name = number_option(SEALED).partition("=")[0]
    words = ("lab", "find", SEALED.id, "--want", "fair", "--want", "leads", "--vary", name, "--trials", "4")
    done = desk(*words, *QUICK, "--file", str(path), "--json")
    assert done.code == 0
    trials = json.loads(done.out)["trials"]
    assert trials
    assert any(trial["front"] for trial in trials)
    assert all(trial["changed"].keys() <= {name} for trial in trials)
    shown = json.loads(desk("lab", "show", str(path), "--json").out)
    assert [trial["goals"] for trial in shown["trials"]] == [trial["goals"] for trial in trials]
    assert desk("lab", "show", str(path)).out.count("\n  ") >= 1


def test_rows_for_programs(desk: Desk, tmp_path: Path) -> None:
    path, sheet = tmp_path / "one.study", tmp_path / "one.csv"
    assert desk("lab", TURNS.id, *QUICK, "--file", str(path), "--csv", str(sheet)).code == 0
    rows = list(csv.DictReader(sheet.read_text(encoding="utf-8").splitlines()))
    mine = [row for row in rows if row["arm"] == "1"]
    assert [int(row["match"]) for row in mine] == list(range(60))
    assert [row["turns"] != "" for row in mine] == [True] * 20 + [False] * 40
    with Kept(path) as kept:
        table = nanoarrow.ArrayStream(Matches(kept)).read_all().to_pylist()
    assert len(table) == len(rows)
    assert [row["winners"] for row in table] == [int(row["winners"]) for row in rows]
    assert [row["turns"] for row in table] == [int(row["turns"]) if row["turns"] else None for row in rows]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "words",
    [
        ("lab",),
        ("lab", "nonsense"),
        ("lab", TURNS.id, "--robots", "3,3"),
        ("lab", TURNS.id, "--robots", "9"),
        ("lab", TURNS.id, "--set", "nonsense=1"),
        ("lab", TURNS.id, "--players", "99"),
        ("lab", TURNS.id, "--players", "0"),
        ("lab", TURNS.id, "--robots", ","),
        ("lab", TURNS.id, "--robots", "3,,3,3"),
        ("lab", TURNS.id, "--file", "nowhere/one.study"),
        ("lab", TURNS.id, "--file", "one.study", "--csv", "one.study"),
        ("lab", TURNS.id, "--report", "one.out", "--csv", "one.out"),
        ("lab", TURNS.id, "--csv", "nowhere/one.csv"),
        ("lab", TURNS.id, "--report", "."),
        ("lab", "sweep", TURNS.id, "--vary", "players=2,3", "--players", "0"),
        ("lab", "find", TURNS.id, "--players", "0"),
        ("lab", "find", TURNS.id, "--want", "skill", "--want", "luck"),
        ("lab", "find", TURNS.id, "--want", "minutes=1-2", "--want", "minutes=3-4"),
        ("lab", TURNS.id, "--matches", "0"),
        ("lab", TURNS.id, "--precision", "often"),
        ("lab", TURNS.id, "--think", "-1"),
        ("lab", TURNS.id, "--follow", "30", "--watch", "20"),
        ("lab", "sweep", TURNS.id),
        ("lab", "sweep", TURNS.id, "--vary", "nonsense"),
        ("lab", "sweep", TURNS.id, "--vary", "players=3"),
        ("lab", "sweep", TURNS.id, "--vary", "players=1-9999999999"),
        ("lab", "find", TURNS.id, "--want", "nonsense"),
        ("lab", "find", TURNS.id, "--vary", "nonsense"),
        ("lab", "show", "nowhere.study"),
        ("lab", "show"),
        ("lab", "merge", "only-one.study"),
    ],
    ids=lambda words: " ".join(words[1:]) or "bare",
)
def test_mistakes_are_told(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], lang: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = desk(*words, "--lang", lang)
    assert (done.code, done.out) == (2, "")
    assert 0 < len(done.err) < 1200
    assert "Traceback" not in done.err
    # Nothing was played, and nothing is left of it.
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_what_is_written_never_covers_a_study(desk: Desk, tmp_path: Path) -> None:
    path, other = tmp_path / "one.study", tmp_path / "other.study"
    assert desk("lab", TURNS.id, *QUICK, "--file", str(path)).code == 0
    before = path.read_bytes()
    for words in (("show", str(path)), (TURNS.id, *QUICK, "--file", str(other))):
        for flag in ("--csv", "--report"):
            done = desk("lab", *words, flag, str(path))
            assert (done.code, done.out) == (2, "")
            assert path.read_bytes() == before
    assert not other.exists()


def test_what_was_found_is_said_even_if_a_file_cannot_be_written(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk may fill up while it plays."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Matches, "write_csv", full)
    done = desk("lab", TURNS.id, *QUICK, "--file", str(tmp_path / "one.study"), "--csv", str(tmp_path / "one.csv"))
    assert done.code == 2
    assert "Kept in" in done.out
    assert "the disk is full" in done.err


def test_a_merge_looks_at_every_file_before_it_writes(desk: Desk, tmp_path: Path) -> None:
    good, bad, new = tmp_path / "good.study", tmp_path / "bad.study", tmp_path / "new.study"
    assert desk("lab", TURNS.id, *QUICK, "--file", str(good)).code == 0
    bad.write_text("no study")
    for other in (bad, tmp_path / "nothing.study"):
        done = desk("lab", "merge", str(new), str(good), str(other))
        assert (done.code, done.out) == (2, "")
        assert other.name in done.err
        assert not new.exists()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_study_of_a_game_that_is_not_here(desk: Desk, tmp_path: Path, lang: str) -> None:
    path = tmp_path / "one.study"
    assert desk("lab", TURNS.id, *QUICK, "--file", str(path)).code == 0
    base = sqlite3.connect(path)
    base.execute(f"UPDATE arm SET setup = replace(setup, '{TURNS.id}', 'my_own')")
    base.commit()
    base.close()
    done = desk("lab", "show", str(path), "--lang", lang)
    assert (done.code, done.out) == (2, "")
    assert "my_own" in done.err
    assert "--game" in done.err


def test_what_a_search_cannot_change_is_told(desk: Desk, tmp_path: Path) -> None:
    number = number_option(SEALED).partition("=")[0]
    words = ("lab", "find", SEALED.id, "--file", str(tmp_path / "one.study"))
    fixed = desk(*words, "--vary", number, "--set", number_option(SEALED).partition(",")[0])
    assert fixed.code == 2
    assert fixed.err.startswith(f"{number} is fixed with --set")
    lists = next(option.name for option in SEALED.options if option.kind not in ("choice", "flag", "number"))
    never = desk(*words, "--vary", lists)
    assert never.code == 2
    assert never.err.startswith(f"The search cannot change {lists}")
    assert not (tmp_path / "one.study").exists()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_comparison_has_its_sentence(lang: str) -> None:
    words = Words(lang, TURNS)
    from_even = [f"{name}_from_even" for name in FROM_EVEN]
    for name in ("seats", "order", *from_even, "ties", "skill", *PAIRED, *APART):
        for how in ("more", "less"):
            said = words.say(f"study.compared.{name}_{how}", n=1, by=1.25, low=0.5, high=2.0)
            assert words.say("study.compared.pair", a="A", b="B", found=said).endswith(f"{said}.")
        assert words.say(f"study.figures.{name}", n=1)


# As a process


def start(tmp_path: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tailback", "lab", TURNS.id, "--file", str(tmp_path / "one.study"), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )


def line_of(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    assert process.stdout is not None
    found: dict[str, Any] = json.loads(process.stdout.readline())
    return found


LONG = ("--matches", "1000000", "--watch", "200000", "--follow", "0", "--jobs", "1", "--json", "--live")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_stopped_at_any_time_it_goes_on(tmp_path: Path, how: int) -> None:
    """What it said was played is there afterwards, and the next run plays only the rest."""
    process = start(tmp_path, *LONG)
    line = line_of(process)
    while line["arms"][0]["matches"] < 200:
        line = line_of(process)
    process.send_signal(how)
    _, err = process.communicate(timeout=60)
    if how != signal.SIGKILL:
        assert process.returncode == 130
        assert b"the same command goes on" in err
    with Kept(tmp_path / "one.study", create=False) as kept:
        done = kept.ranges(1)
        assert sum(one.count for one in done) >= line["arms"][0]["matches"]
        # What is missing in between is played when it goes on.
        assert [one.first for one in done] == sorted({one.first for one in done})


def test_on_a_terminal_bands_close(tmp_path: Path) -> None:
    words = (
        "lab",
        TURNS.id,
        "--file",
        str(tmp_path / "one.study"),
        "--matches",
        "3000",
        "--follow",
        "0",
        "--jobs",
        "1",
    )
    terminal = Terminal(tmp_path, *words)
    terminal.wait_for("±")
    terminal.wait_for("Kept in")
    assert terminal.end() == 0


def test_a_low_priority_is_low(tmp_path: Path) -> None:
    process = start(tmp_path, *LONG, "--nice")
    try:
        line_of(process)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == 19
    finally:
        process.terminate()
        process.communicate(timeout=60)
