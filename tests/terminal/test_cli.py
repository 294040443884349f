"""The command line: help, mistakes, saved matches, and what is told in which language."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tailback
from specimens import SEALED, TURNS, age_option, flag, flags, length_option
from tailback import games
from tailback.cli import arguments
from tailback.core import contract
from tailback.core.record import verify
from tailback.games import read_record as read
from tailback.terminal import saves
from tailback.terminal.screen import Trouble
from tailback.texts import LANGUAGES, Texts

from .run import Desk, environment, piped


def play_some(desk: Desk, typed: str = "#1\n#1\n#1\n", *more: str) -> Path:
    before = set(desk.saves())
    assert desk("play", TURNS.id, "--seed", "5", "--players", "3", *more, typed=typed).code == 0
    (path,) = set(desk.saves()) - before
    return path


# Help


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_in_every_language(desk: Desk, lang: str) -> None:
    texts = Texts(lang)
    for words in (["--help"], ["-h"], ["help"]):
        done = desk("--lang", lang, *words)
        assert (done.code, done.err) == (0, "")
        assert texts.say("help.what") in done.out
        assert all(f"tailback {name}" in done.out for name in arguments.COMMANDS)
    for name in arguments.COMMANDS:
        for words in ([name, "--help"], ["help", name]):
            done = desk(*words, "--lang", lang)
            assert done.code == 0
            assert texts.say(f"help.{name}") in done.out


def test_flags_before_a_command_must_be_its_own(desk: Desk) -> None:
    assert desk("--plain", "games").code == 0
    done = desk("--port", "0", "games")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("I do not know --port here.")
    assert desk("--port", "0", "help", "serve").code == 0


@pytest.mark.parametrize("name", games.ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_for_a_game_lists_its_presets_and_options(desk: Desk, lang: str, name: str) -> None:
    done = desk("play", name, "--help", "--lang", lang)
    assert done.code == 0
    game = games.load(name)
    for option in game.options:
        assert f"  {option.name}=" in done.out
    for preset in game.presets:
        assert f"  {preset} " in done.out


def test_language_before_after_and_from_the_locale(desk: Desk) -> None:
    for words in (
        ["--lang", "de", "games"],
        ["games", "--lang", "de"],
        ["games", "--lang=de"],
        ["--lang", "DE", "games"],
    ):
        assert "Spieler" in desk(*words).out
    desk.patch.setenv("LANG", "fi_FI.UTF-8")
    assert "pelaajaa" in desk("games").out
    desk.patch.setenv("LC_ALL", "de_AT.UTF-8")
    assert "Spieler" in desk("games").out
    desk.patch.setenv("TAILBACK_LANG", "en")
    assert "players" in desk("games").out
    desk.patch.delenv("TAILBACK_LANG")
    desk.patch.setenv("LC_ALL", "sv_SE.UTF-8")
    assert "players" in desk("games").out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_version_says_how_it_runs(desk: Desk, lang: str) -> None:
    done = desk("--version", "--lang", lang)
    how = "interpreted" if contract.__file__.endswith(".py") else "compiled"
    assert done.code == 0
    assert tailback.__version__ in done.out
    assert done.out.strip() == Texts(lang).say(
        f"version.{how}", version=tailback.__version__, python=".".join(map(str, sys.version_info[:3]))
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_and_rules(desk: Desk, lang: str) -> None:
    listed = desk("games", "--lang", lang).out
    for name in games.ids():
        texts = Texts(lang, games.load(name))
        assert f"{name}: {texts.say('name')}" in listed
        assert texts.say("pitch") in listed
        rules = desk("rules", name, "--lang", lang)
        assert rules.code == 0
        for part in texts.raw("rules"):
            assert part["title"] in rules.out
            for clause, text in part["clauses"].items():
                assert f"  {clause}  {text}" in rules.out
        clause = games.load(name).clause_ids()[3]
        one = desk("rules", name.replace("_", "-"), clause, "--lang", lang).out
        assert clause in one
        assert len(one.splitlines()) == 2


# Mistakes

LENGTH = length_option(TURNS)
MISTAKES = [
    (["fly"], "fly"),
    (["paly", TURNS.id], "Did you mean play?"),
    ([TURNS.id], f"tailback play {TURNS.id}"),
    (["play", f"{TURNS.id[:-2]}{TURNS.id[:-3:-1]}"], f"Did you mean {TURNS.id}?"),
    (["play", TURNS.id, "--poeple", "2"], "Did you mean --people?"),
    (["play", TURNS.id, "--preset", "First Time"], "Did you mean first-time?"),
    (["--fly"], "--fly"),
    (["-x"], "-x"),
    (["play", "chess"], "chess"),
    (["play", f"../{TURNS.id}"], f"../{TURNS.id}"),
    (["play", TURNS.id, "two"], "two"),
    (["play", TURNS.id, "--players"], "--players"),
    (["play", TURNS.id, "--players", "many"], "many"),
    (["play", TURNS.id, "--players", "-3"], "-3"),
    (["play", TURNS.id, "--players", "٣"], "٣"),
    (["play", TURNS.id, "--players", "99"], "99"),
    (["play", TURNS.id, "--players", "3", "--players", "4"], "--players"),
    (["play", TURNS.id, "--people", "5", "--players", "3"], "5"),
    (["play", TURNS.id, "--preset", "wild"], "wild"),
    (["play", TURNS.id, "--option", LENGTH], LENGTH),
    (["play", TURNS.id, "--option", f"{LENGTH}=0"], LENGTH),
    (["play", TURNS.id, "--option", "cheat=yes"], "cheat"),
    (["play", TURNS.id, "--cheat", "yes"], "--cheat"),
    (["play", TURNS.id, flag(LENGTH), "many"], "many"),
    (["play", TURNS.id, "--seed", "x"], "x"),
    (["play", TURNS.id, "--seed", str(1 << 256)], "256"),
    (["play", TURNS.id, "--seed", "1" * 5000], "1" * 5000),
    (["play", TURNS.id, "--bot", "genius"], "genius"),
    (["play", TURNS.id, "--position", "nonsense"], "nonsense"),
    (["play", TURNS.id, "--position", "moon: full"], "moon"),
    (["play", TURNS.id, "--name", "  "], ""),
    (["play", TURNS.id, "--name", "Bo", "--name", "bo"], "bo"),
    (["play", TURNS.id, "--players", "2", *["--name", "A", "--name", "B", "--name", "C"]], "3"),
    (["play", TURNS.id, "--youngest", "A"], TURNS.id),
    (["play", SEALED.id, "--youngest", "Zoe"], "Zoe"),
    (["play", TURNS.id, "--plain=yes"], "--plain"),
    (["rules"], "tailback games"),
    (["rules", "chess"], "chess"),
    (["rules", TURNS.id, "xyzzy"], "xyzzy"),
    (["replay"], "FILE"),
    (["replay", "nowhere.txt"], "nowhere.txt"),
    (["verify", "nowhere.txt"], "nowhere.txt"),
    (["verify", "."], "."),
    (["continue", "nowhere.txt"], "nowhere.txt"),
    (["continue"], "tailback play"),
    (["games", "all"], "all"),
    (["--lang", "xx", "games"], "xx"),
    (["games", "--lang"], "--lang"),
]


@pytest.mark.parametrize(("words", "mention"), MISTAKES, ids=lambda value: " ".join(value)[:40] if value else "-")
def test_mistakes_are_explained(desk: Desk, words: list[str], mention: str) -> None:
    done = desk(*words)
    assert done.code == 2
    assert done.out == ""
    assert mention in done.err
    assert "Traceback" not in done.err
    assert desk.saves() == [], "a mistake leaves no file behind"


def test_without_a_game_a_pipe_is_asked_too(desk: Desk) -> None:
    done = desk("play", "--seed", "3", typed=f"chess\n{TURNS.id.partition('_')[0]}\n9\n1\nBo\n")
    assert done.code == 0
    assert "Bo" in done.out
    assert f"tailback play {TURNS.id}" in done.out
    assert len(desk.saves()) == 1


@pytest.mark.parametrize("typed", ["", "chess\n" * 500, "1\n" + "99\n" * 500, "1\n2\nBo\n" + "bo\n" * 500])
def test_who_never_names_a_game_is_let_go(desk: Desk, typed: str) -> None:
    assert desk("play", typed=typed).code == 0
    assert desk.saves() == []


@pytest.mark.parametrize("lang", ["de", "fi"])
def test_mistakes_are_explained_in_the_language_asked_for(desk: Desk, lang: str) -> None:
    english = Texts("en")
    for words, _ in MISTAKES:
        if "--lang" in words:
            continue
        told = desk(*words, "--lang", lang).err
        assert told != desk(*words).err, words
        assert not any(line.startswith(english.say("trouble.see_help", command="")) for line in told.splitlines())


def test_what_works_has_room_for_everybody(desk: Desk) -> None:
    words = ["--people", "3", "--name", "Ann", "--name", "Bo Li", "--name", "Cem", "--plain"]
    done = desk("play", SEALED.id, "--players", "1", *words)
    again = desk(*shlex.split(done.err.strip().splitlines()[-1])[1:])
    assert again.code == 0
    assert "Bo Li" in again.out


@pytest.mark.parametrize("name", [name for name in games.ids() if games.load(name).options])
def test_options_can_be_flags(desk: Desk, name: str) -> None:
    game = games.load(name)
    first = game.options[0]
    words = flags(game.short) if game.short else (f"{flag(first.name)}={first.write(first.default)}",)
    assert desk("play", name, *words).code == 0
    text = desk.saves()[0].read_text()
    for option, value in game.short.items():
        assert f"\noption {option} {value}\n" in text


def test_the_youngest_by_name_or_seat(desk: Desk) -> None:
    for youngest in ("B", "ben", "Ben"):
        desk("play", SEALED.id, "--players", "3", "--youngest", youngest)
        latest = max(desk.saves(), key=lambda path: path.stat().st_mtime_ns)
        order = re.search(f"^option {age_option(SEALED)} (.*)$", latest.read_text(), re.MULTILINE)
        assert order is not None
        numbers = [int(number) for number in order.group(1).split(",")]
        assert numbers == [numbers[0], numbers[0] + 1, numbers[0] - 1]


def test_bots_of_different_strength(desk: Desk) -> None:
    path = play_some(desk, "", "--bot", "random", "--bot", "simple")
    # Its older name is understood.
    assert "\nseats person random 3\n" in path.read_text()


# Saving and going on


def test_a_match_goes_on_where_it_was_left(desk: Desk) -> None:
    whole = desk("play", TURNS.id, "--seed", "5", "--players", "3", typed="#1\n" * 500)
    assert "Final standings:" in whole.out
    (finished,) = desk.saves()
    path = play_some(desk, "#1\n#1\n")
    assert not read(path.read_text()).over
    for words in (["continue"], ["continue", str(path)], ["continue"]):
        done = desk(*words, typed="#1\n#1\n")
        assert done.code == 0
        assert str(path) in done.out
        assert "The game goes on after" in done.out
    desk("continue", typed="#1\n" * 500)
    assert path.read_text() == finished.read_text(), "in pieces or at once: the same match"
    assert len(desk.saves()) == 2
    assert desk("continue").code == 2
    over = desk("continue", str(path))
    assert over.code == 2
    assert f"tailback replay {path}" in over.err


def test_the_newest_unfinished_match_goes_on(desk: Desk) -> None:
    first = play_some(desk)
    second = play_some(desk)
    os.utime(second, ns=(1, 1))
    assert str(first) in desk("continue").out
    os.utime(first, ns=(0, 0))
    assert str(second) in desk("continue").out


def test_only_one_goes_on_with_a_match(desk: Desk) -> None:
    older = play_some(desk, "")
    newer = play_some(desk, "")
    os.utime(older, ns=(1, 1))
    with saves.held(newer):
        done = desk("continue", str(newer))
        assert done.code == 2
        assert str(newer) in done.err
        told = desk("continue").out
        assert str(newer) in told.splitlines()[0]
        assert f"kept in {older}" in told
    assert desk("continue", str(newer)).code == 0
    assert sorted(path.name for path in newer.parent.iterdir()) == sorted([older.name, newer.name])


def test_a_path_with_blanks_can_be_pasted(desk: Desk, tmp_path: Path) -> None:
    path = play_some(desk, "").rename(tmp_path / "our match.txt")
    told = desk("continue", str(path)).out.splitlines()[-1]
    assert shlex.split(told)[-2:] == ["continue", str(path)]


def test_a_broken_file_is_stepped_over_and_left_alone(desk: Desk) -> None:
    good = play_some(desk)
    os.utime(good, ns=(1, 1))
    broken = play_some(desk)
    broken.write_text(broken.read_text()[:-20])
    before = broken.read_bytes()
    done = desk("continue")
    assert done.code == 0
    assert f"Left alone: {broken}" in done.out
    assert str(good) in done.out
    assert broken.read_bytes() == before


def test_every_move_is_on_disk_before_the_next_prompt(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "tailback", "play", TURNS.id, "--seed", "5", "--players", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(tmp_path),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        moves = []
        for _ in range(3):
            seen = b""
            while not seen.endswith(b"Ann > "):
                seen += process.stdout.read(1)
            (path,) = (tmp_path / "tailback").glob("*.txt")
            record = read(path.read_text())
            assert verify(record) == []
            moves.append(len(record.steps))
            process.stdin.write(b"#1\n")
            process.stdin.flush()
        assert moves == sorted(set(moves))
    finally:
        process.kill()
        process.communicate()
    (path,) = (tmp_path / "tailback").glob("*.txt")
    assert verify(read(path.read_text())) == [], "killed in the middle of anything, the file is whole"


def test_ctrl_c_in_a_pipe(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "tailback", "play", TURNS.id, "--seed", "5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )
    assert process.stdout is not None
    seen = b""
    while not seen.endswith(b"Ann > "):
        seen += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == b""
    assert b"To go on: tailback continue" in out
    assert piped(tmp_path, "continue").code == 0


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tailback", "play", TURNS.id, "--people", "0", "--seed", "5"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(tmp_path))
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(20) == 0


def test_an_unwritable_folder(desk: Desk, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, not a folder")
    desk.patch.setenv("XDG_STATE_HOME", str(blocked))
    for lang in LANGUAGES:
        done = desk("play", TURNS.id, "--lang", lang)
        assert done.code == 2
        assert str(blocked) in done.err
        assert "XDG_STATE_HOME" in done.err
    assert blocked.read_text() == "a file, not a folder"
    assert desk("continue").code == 2


def test_a_disk_that_fills_up_keeps_the_old_save(desk: Desk) -> None:
    path = play_some(desk)
    before = path.read_text()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    desk.patch.setattr(os, "fsync", full)
    done = desk("continue", str(path), typed="#1\n")
    assert done.code == 2
    assert Texts("en").say("system.ENOSPC") in done.err
    assert path.read_text() == before
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_a_relative_state_home_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "relative/path")
    assert saves.folder() == tmp_path / ".local" / "state" / "tailback"
    monkeypatch.delenv("XDG_STATE_HOME")
    assert saves.folder() == tmp_path / ".local" / "state" / "tailback"


def test_two_matches_in_one_second_do_not_meet(desk: Desk) -> None:
    desk.patch.setattr(time, "strftime", lambda form: "20260101-000000")
    assert play_some(desk).name == f"20260101-000000-{TURNS.id}.txt"
    assert play_some(desk).name == f"20260101-000000-{TURNS.id}-2.txt"


def test_a_copy_goes_where_nothing_is(desk: Desk, tmp_path: Path) -> None:
    target = tmp_path / "copy.txt"
    desk("play", TURNS.id, "--seed", "5", typed=f"save {target}\n")
    assert read(target.read_text()).game.id == TURNS.id
    target.write_text("precious")
    done = desk("play", TURNS.id, "--seed", "5", typed=f"save {target}\n")
    assert "I cannot write" in done.out
    assert target.read_text() == "precious"
    with pytest.raises(Trouble):
        saves.copy_to(read(desk.saves()[0].read_text()), tmp_path / "no" / "such" / "folder.txt")


# Broken and foreign files

BROKEN = {
    "empty": lambda text: "",
    "foreign": lambda text: "Dear diary,\ntoday I played cards.\n",
    "binary": lambda text: "\x00\x01\x02",
    "cut": lambda text: text[: len(text) // 2],
    "endless": lambda text: text.rsplit("end", 1)[0],
    "newer": lambda text: text.replace("tailback 1", "tailback 7"),
    "newer_rules": lambda text: re.sub(rf"game {TURNS.id} \d+", f"game {TURNS.id} 999", text),
    "other_game": lambda text: text.replace(f"game {TURNS.id}", "game chess"),
    "option": lambda text: text.replace(f"option {LENGTH}", "option gimes"),
    "move": lambda text: re.sub("^A .*$", "A fly", text, count=1, flags=re.MULTILINE),
    "names": lambda text: re.sub("^names .*$", "names Ann", text, flags=re.MULTILINE),
    "escape": lambda text: re.sub("^names .*$", r"names \\x1b | B | C", text, flags=re.MULTILINE),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_files(desk: Desk, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "match.txt"
    path.write_text(BROKEN[kind](play_some(desk).read_text()))
    before = path.read_bytes()
    told = set()
    for lang in LANGUAGES:
        for command in ("continue", "replay", "verify"):
            done = desk(command, str(path), "--lang", lang, typed="#1\n")
            assert done.code == 2, command
            assert str(path) in done.err
            assert done.out == ""
            assert "Traceback" not in done.err
            told.add(done.err)
    assert len(told) == len(LANGUAGES)
    assert path.read_bytes() == before


def test_bytes_that_are_no_text(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_bytes(b"tailback 1\n\xff\xfe\n")
    assert desk("replay", str(path)).code == 2


def test_a_match_that_breaks_the_rules(desk: Desk) -> None:
    path = play_some(desk)
    honest = path.read_text()
    assert desk("verify", str(path)).code == 0
    path.write_text(re.sub(r"^  .*$", "  opened card=XX", honest, count=1, flags=re.MULTILINE))
    before = path.read_bytes()
    done = desk("verify", str(path))
    assert done.code == 1
    assert "opened card=XX" in done.out
    done = desk("continue", str(path), typed="#1\n")
    assert done.code == 2
    assert "does not follow the rules" in done.err
    assert path.read_bytes() == before


def test_an_unknown_bot_in_a_file(desk: Desk) -> None:
    path = play_some(desk)
    path.write_text(path.read_text().replace("seats person 3", "seats person genius"))
    done = desk("continue", str(path))
    assert done.code == 2
    assert "genius" in done.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_replay_and_verify(desk: Desk, lang: str) -> None:
    path = play_some(desk, "#1\n" * 500)
    record = read(path.read_text())
    done = desk("replay", str(path), "--lang", lang)
    assert done.code == 0
    assert len(re.findall(r"^\d+\. ", done.out, re.MULTILINE)) == len(record.steps)
    stepped = desk("replay", str(path), "--step", "--lang", lang)
    assert len(stepped.out.splitlines()) > 2 * len(done.out.splitlines())
    assert desk("replay", str(path), "--seat", "Z", "--lang", lang).code == 2
    done = desk("verify", str(path), "--lang", lang)
    assert done.code == 0
    assert str(len(record.steps)) in done.out


# Quick to start


def loaded(code: str) -> set[str]:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split("|")[-1].split())


def test_plain_use_imports_nothing_heavy() -> None:
    show = "; print('|', *sys.modules)"
    assert not {"rich", "numpy", "argparse"} & loaded("import sys, tailback" + show)
    main = "import sys; from tailback.cli import main; main({}); print('|', *sys.modules)"
    assert not {"rich", "numpy", "argparse", f"tailback.games.{TURNS.id}.game"} & loaded(main.format(["--help"]))
    assert not {"rich", "numpy"} & loaded(main.format(["rules", TURNS.id, TURNS.clause_ids()[0]]))


def test_the_package_alone_loads_no_room() -> None:
    found = loaded("import sys, tailback; print('|', *sys.modules)")
    assert [name for name in found if name.startswith("tailback.")] == []
