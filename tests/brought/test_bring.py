"""A game from a path: a folder or a single file is one of the games, and what is wrong with one is named."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from brought.broken import MISTAKES, WHOLE, changed, line_of
from tailback import brought, games
from tailback.brought.errors import GameError
from tailback.brought.limits import TooLong, first_of
from tailback.core import record
from tailback.core.policy import play_match
from tailback.texts import LANGUAGES, Texts

FOLDER = Path(__file__).parents[1] / "elsewhere" / "green_wave"


@pytest.fixture(autouse=True)
def _leave_no_games() -> Iterator[None]:
    yield
    for place in list(brought.places.values()):
        games.drop(place)
    assert brought.VARIABLE not in os.environ


def folder_game(into: Path, name: str = "blue_wave") -> Path:
    """The game from another package, as a folder that somebody has under another name."""
    place = into / name
    shutil.copytree(FOLDER, place, ignore=shutil.ignore_patterns("__pycache__"))
    for file in place.glob("*.py"):
        text = file.read_text(encoding="utf-8").replace('"green_wave"', f'"{name}"')
        file.write_text(text.replace("from green_wave.", f"from {name}."), encoding="utf-8")
    return place


def test_a_single_file_is_a_game() -> None:
    game = games.bring(WHOLE)
    assert game is games.load("lucky_lane") is games.load("lucky-lane")
    assert "lucky_lane" in games.ids()
    assert game.texts("en")["name"] == "Lucky Lane"
    # What is not translated yet is said in English.
    assert game.texts("de")["name"] == "Glücksspur"
    assert game.texts("de")["pitch"] == game.texts("fi")["pitch"] == game.texts("en")["pitch"]
    assert (game.part("lines"), game.part("because"), game.matters()) == (None, None, [])
    state = game.new(2, 1)
    for lang in LANGUAGES:
        lines = game.lines(state.view(0), Texts(lang, game, ["Mia", "Ben"]))
        assert lines == ["Mia: score 0", "Ben: score 0", "Left: 12"]
    play_match(state, [game.bot()] * 2)
    assert sum(state.scores()) == 1


def test_a_folder_is_a_game(tmp_path: Path) -> None:
    game = games.bring(folder_game(tmp_path))
    assert game.id == "blue_wave"
    assert game.lines(game.new(2, 1).view(None), Texts("en", game, ["Mia", "Ben"]))[0].startswith("Mia: 3 cars")
    assert [one["id"] for one in game.matters()] == ["wave", "turned_off"]
    assert game.lesson().players == 2
    assert game.texts("fi")["name"] == "Vihreä aalto"
    assert not list(tmp_path.rglob("__pycache__")), "nothing is written into the folder of a game"


def test_texts_that_cannot_be_read_are_named_with_their_line(tmp_path: Path) -> None:
    place = folder_game(tmp_path)
    file = place / "texts" / "de.json"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[2] = lines[2].replace('"', "", 1)
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(GameError) as caught:
        games.bring(place)
    assert (caught.value.params["file"], caught.value.params["line"]) == (str(file), 3)


def test_modules_of_two_folders_never_meet(tmp_path: Path) -> None:
    for name, goal in (("one", 4), ("two", 40)):
        place = tmp_path / name
        (place / "deep").mkdir(parents=True)
        (place / "deep" / "__init__.py").write_text("")
        (place / "deep" / "more.py").write_text(f"from {name}.cards import CARS\nSAME = CARS\n")
        (place / "cards.py").write_text(f"CARS = {goal}\n")
        text = WHOLE.read_text().replace('"lucky_lane"', f'"lane_{name}"')
        imports = "import cards, deep.more\nfrom . import cards as dotted\nfrom deep import more\n"
        assured = "assert cards is dotted and more is deep.more and more.SAME == cards.CARS\n"
        (place / "game.py").write_text(
            imports + assured + text.replace('Option("cars", 12,', 'Option("cars", cards.CARS,')
        )
    found = [games.bring(tmp_path / name) for name in ("one", "two")]
    assert [game.options[0].default for game in found] == [4, 40]
    assert "cards" not in sys.modules


def test_two_games_of_one_id(tmp_path: Path) -> None:
    games.bring(WHOLE)
    with pytest.raises(GameError) as caught:
        games.bring(changed(tmp_path))
    assert caught.value.key == "game_id_taken"
    # The same one again is no other.
    assert games.bring(WHOLE) is games.load("lucky_lane")


@pytest.mark.parametrize(
    ("word", "key"), [("./nowhere", "game_missing"), (str(FOLDER / "lesson.json"), "game_not_python")]
)
def test_a_path_that_is_no_game(word: str, key: str) -> None:
    with pytest.raises(GameError) as caught:
        games.meant(word)
    assert caught.value.key == key
    assert not brought.places


@pytest.mark.parametrize("name", MISTAKES)
def test_a_broken_game_is_named_with_file_line_and_reason(tmp_path: Path, name: str) -> None:
    change, key, words = MISTAKES[name]
    file = changed(tmp_path, change)
    begun = time.monotonic()
    with pytest.raises(GameError) as caught:
        games.bring(file)
    error = caught.value
    assert (error.key, error.params["file"]) == (key, str(file)), error
    if words:
        assert error.params["line"] == line_of(file, words)
    assert time.monotonic() - begun < 2 * games.READING
    said = {Texts(lang).say(error.text, **error.params) for lang in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert all(str(file) in words for words in said)
    # It is no game, and whoever asks for it is told why.
    assert "lucky_lane" not in games.ids()
    with pytest.raises(GameError) as again:
        games.load("lucky_lane")
    assert again.value is error


def test_a_mended_game_is_one_again(tmp_path: Path) -> None:
    file = changed(tmp_path, MISTAKES["syntax"][0])
    with pytest.raises(GameError):
        games.bring(file)
    changed(tmp_path)
    assert games.bring(file).id == "lucky_lane"
    assert games.broken() == []


def test_a_broken_change_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    file = changed(tmp_path)
    game = games.bring(file)
    changed(tmp_path, MISTAKES["an exception in the view"][0])
    with pytest.raises(GameError):
        games.bring(file)
    assert games.load("lucky_lane") is game
    assert game.new(2, 1).view(None)["left"] == 12
    assert game.texts("de")["name"] == "Glücksspur"


def test_a_change_within_the_same_second_counts(tmp_path: Path) -> None:
    file = changed(tmp_path)
    assert games.bring(file).options[0].default == 12
    before = file.stat()
    changed(tmp_path, ('Option("cars", 12,', 'Option("cars", 13,'))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert games.bring(file).options[0].default == 13


def told(game_id: str, data: bytes) -> tuple[str, int]:
    return games.load(game_id).id, pickle.loads(data).left


def test_other_processes_know_it() -> None:
    game = games.bring(WHOLE)
    state = game.new(2, 1)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(told, (game.id, pickle.dumps(state))) == ("lucky_lane", 12)
    script = "from tailback import games; print(games.load('lucky_lane').texts('de')['name'])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "Glücksspur\n"


def test_a_match_of_it_as_a_record() -> None:
    game = games.bring(WHOLE)
    made = record.Record(game, 2, game.settle(2), 5, ["Mia", "Ben"], ["3", "3"])
    state = made.begin()
    while (asked := state.decision()) is not None:
        action = state.legal(asked.awaited[0])[-1]
        made.steps.append(record.Step(asked.awaited[0], action, []))
        state.apply(asked.awaited[0], action)
    text = record.write(record.record_events(made))
    assert record.verify(games.read_record(text)) == []
    games.drop(WHOLE)
    with pytest.raises(record.RecordError) as caught:
        games.read_record(text)
    assert caught.value.key == "unknown_game"


def test_a_later_ring_does_not_hide_the_line_of_the_first() -> None:
    """Two limits end at nearly the same time: the second ring may come when the first is already put into words."""
    first, told, late = TooLong(), GameError("game_slow"), TooLong()
    late.__context__, told.__context__ = told, first
    assert first_of(late) is first
    assert first_of(first) is first
