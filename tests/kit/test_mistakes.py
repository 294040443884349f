"""What an author gets wrong on the first afternoon: it is named with the line, in words that say what to do."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from string import Template

import pytest

from tailback import games
from tailback.brought.errors import GameError

REFUSES = '            return "LR-2 too_low"\n        return ""\n'

# The change to the game that `new-game` writes, what is said, and the words of the line that is named ("" for none).
MISTAKES: dict[str, tuple[str, str, str, str]] = {
    "a reason that is no text": (REFUSES, "            return True\n", "refuses gives True", "def refuses"),
    "nothing is allowed": (
        REFUSES,
        '            return "LR-2 too_low"\n        return "LR-2 too_low"\n',
        "game_stuck",
        "def refuses",
    ),
    "half a point": (
        "self.deal(4)",
        "self.deal(4)\n        self.score[0] = 0.5",
        "points are whole numbers",
        "",
    ),
    "a note without parameters": (
        "    def fits(",
        '    def notes(self):\n        return ["hurry"]\n\n    def fits(',
        "notes gives 'hurry'",
        "def notes",
    ),
    "a question that nothing answers": (
        '[move("play", card=HAND), move("draw", zone="stock")]',
        '[move("play", card=HAND, when="go"), move("draw", zone="stock", when="go")]',
        "no move answers the question 'turn'",
        "def set_up",
    ),
    "two moves of one name": (
        'move("draw", zone="stock")]',
        'move("draw", zone="stock"), move("draw", when="end")]',
        "two moves are written 'draw'",
        "GAME = Sketch(",
    ),
    "texts without a language": ("texts=TEXTS", 'texts=TEXTS["en"]', "texts are by language", "GAME = Sketch("),
    "a name that is no id": ('"lane_rush",\n', '"Lane Rush",\n', "game_id", "GAME = Sketch("),
    "too many players": ("players=(2, 3, 5)", "players=(2, 3, 12)", "game_wrong", "GAME = Sketch("),
    "scores of some": (
        "    def fits(",
        "    def scores(self):\n        return [1]\n\n    def fits(",
        "game_wrong",
        "def scores",
    ),
}


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """The game that `new-game` writes."""
    pattern = Template(resources.files("tailback.kit").joinpath("new_game.txt").read_text(encoding="utf-8"))
    found = tmp_path / "lane_rush.py"
    words = pattern.substitute(name="lane_rush", title="Lane Rush", table="LaneRush", initials="LR")
    found.write_text(words, encoding="utf-8")
    yield found
    games.drop(found)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_with_its_line(file: Path, name: str) -> None:
    old, new, told, words = MISTAKES[name]
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(GameError) as caught:
        games.bring(file)
    error = caught.value
    assert error.params["file"] == str(file), error
    assert told == error.key or told in error.params["reason"], error
    lines = file.read_text(encoding="utf-8").splitlines()
    named = next((number for number, line in enumerate(lines, 1) if words and words in line), 0)
    assert error.params["line"] == named


def test_whoever_says_nothing_allows_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(REFUSES, '            return "LR-2 too_low"\n'), encoding="utf-8")
    game = games.bring(file)
    assert game.parse("draw") in game.new(2, 1).legal(0)
