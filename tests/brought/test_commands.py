"""A game from a path in every command: played, recorded, verified, replayed, measured; and what is said on failure."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from brought.broken import WHOLE, changed, line_of
from tailback.texts import LANGUAGES

DEEP = "        self.left -= action + 1\n"


@pytest.fixture
def run(tmp_path: Path):
    """The command in a folder of its own: what it says, and how it ends."""

    def run(*words: str, typed: str = "", code: int = 0) -> str:
        env = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "LANG": "C"}
        done = subprocess.run(
            [sys.executable, "-m", "tailback", *words],
            cwd=tmp_path,
            env=env,
            input=typed,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return re.sub(r"\s+", " ", done.stdout + done.stderr)

    return run


def record_in(folder: Path) -> str:
    (found,) = (folder / "tailback").glob("*.txt")
    return str(found)


def test_played_recorded_verified_replayed_and_gone_on_with(run, tmp_path: Path) -> None:
    changed(tmp_path)
    said = run("play", "./lane.py", "--seed", "3", "--plain", typed="drive 2\nquit\n")
    assert "--game ./lane.py" in said
    file = record_in(tmp_path)
    assert "no game called lucky_lane" in run("verify", file, code=2)
    assert "Lucky Lane" in run("verify", file, "--game", "lane.py")
    assert "drives 2 away" in run("replay", file, "--game", "./lane.py")
    assert "has won" in run("continue", file, "--game", "lane.py", typed="drive 1\n" * 12)
    assert "Glücksspur" in run("verify", file, "--game", "lane.py", "--lang", "de")


def test_options_of_it_are_flags_and_help_names_them(run, tmp_path: Path) -> None:
    changed(tmp_path)
    assert "There are 5 cars" in run("play", "./lane.py", "--cars", "5", "--people", "0", "--plain")
    assert "How many cars there are." in run("play", "./lane.py", "--help")
    assert "./lane.py --players 4" in run("play", "./lane.py", "--players", "9", code=2)
    assert "lucky_lane: Lucky Lane" in run("games", "--game", "lane.py")
    assert "has not written down its rules" in run("rules", "./lane.py", code=2)


def test_measured_in_processes(run, tmp_path: Path) -> None:
    changed(tmp_path)
    said = run("lab", "./lane.py", "--matches", "120", "--jobs", "2", "--watch", "20", "--follow", "2")
    assert "Lucky Lane, 2 players, 120 matches" in said
    said = run("lab", "sweep", "./lane.py", "--vary", "cars=5,9", "--matches", "40", "--jobs", "2", "--watch", "0")
    assert "Lucky Lane" in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_mistake_is_named_in_every_language(run, tmp_path: Path, lang: str) -> None:
    file = changed(tmp_path, ("        return {}\n", "        return {}[0]\n"))
    said = run("play", "./lane.py", "--people", "0", "--lang", lang, code=2)
    assert str(file) in said
    assert f" {line_of(file, '{}[0]')}:" in said
    assert "KeyError" in said


@pytest.mark.parametrize(("what", "word"), [("while True: pass", "too long"), ("1 / 0", "ZeroDivisionError")])
def test_a_mistake_in_the_middle_of_a_match(run, tmp_path: Path, what: str, word: str) -> None:
    file = changed(
        tmp_path, (DEEP, f"{DEEP}        if self.options['cars'] == 40 and self.left < 30:\n            {what}\n")
    )
    said = run("play", "./lane.py", "--people", "0", "--cars", "40", "--think", "0", code=2)
    assert f"line {line_of(file, what)}" in said
    assert word in said
    said = (
        run("lab", "./lane.py", "--set", "cars=40", "--matches", "20", "--jobs", "1", code=2)
        if word[0] == "Z"
        else word
    )
    assert word in said


def test_a_server_with_a_broken_game_starts_and_says_so(tmp_path: Path) -> None:
    file = changed(tmp_path, ("GAME = LuckyLane()", "GAME = Lucky()"))
    words = [
        "serve",
        "--game",
        str(file),
        "--game",
        str(WHOLE),
        "--port",
        "0",
        "--host",
        "127.0.0.1",
        "--data",
        str(tmp_path),
    ]
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-m", "tailback", *words, "--plain"], env=env, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        said = [running.stdout.readline() for _ in range(2)]
        running.terminate()
        running.wait(30)
    assert "NameError" in " ".join(said)
    assert "is running" in " ".join([*said, *running.stdout.read().splitlines()] if not running.stdout.closed else said)


def test_what_cannot_be_served(run, tmp_path: Path) -> None:
    assert "no file or folder ./nowhere" in run("serve", "--game", "./nowhere", code=2)
    assert "--game my_game --watch" in run("serve", "--watch", code=2)
