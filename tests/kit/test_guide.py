"""The guide to a game of one's own, gone through as a reader does: its commands run, its lines go where it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tailback import games
from tailback.brought import compiling
from tailback.cli import TRACEBACK, main
from tailback.cli.arguments import Given, parse
from tailback.texts import LANGUAGES

DOCS = Path(__file__).resolve().parents[2] / "docs"
PIECE = re.compile(
    r"^    (?P<command>tailback [^\n]*)$|^```(?P<kind>python|text)\n(?P<inside>.*?)^```$", re.MULTILINE | re.DOTALL
)
METHOD = re.compile(r"    def (\w+)")
# Steps until the game is on phones, for whoever reads from the top.
FEW = ["--matches", "12", "--watch", "5", "--follow", "0", "--jobs", "1"]
FIRST_STEPS = ["new-game", "play", "play", "serve"]


class Piece(NamedTuple):
    kind: str
    text: str


def guide(lang: str) -> str:
    return (DOCS / ("" if lang == "en" else lang) / "own-game.md").read_text(encoding="utf-8")


def pieces(text: str) -> list[Piece]:
    return [Piece(one["kind"] or "command", one["command"] or one["inside"]) for one in PIECE.finditer(text)]


def replaced(source: str, method: str) -> str:
    """The source with this method in place of the one of its name."""
    name = METHOD.match(method)
    assert name is not None, method
    old = re.search(rf"    def {name[1]}\(.*?(?=\n\n    def |\n\n\n)", source, re.DOTALL)
    assert old is not None, f"new-game writes no {name[1]}"
    return source.replace(old[0], method.rstrip("\n"))


def quick(command: str) -> list[str]:
    """The same, so that a test can wait for it: nobody types, and few matches are played."""
    words = command.split()[1:]
    if words[0] == "play" and "--people" not in words:
        words += ["--people", "0"]
    if words[0] == "check":
        words += ["--seconds", "2"]
    if words[0] == "lab":
        # Skill is measured with robots that look ahead: a dozen of such matches will do.
        words[words.index("--matches") + 1] = "12"
        words += FEW[2:]
    return words


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file that the guide writes, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv(TRACEBACK, "1")
    file = tmp_path / "lane_rush.py"
    yield file
    games.drop(file)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reader_gets_there(
    lang: str, game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAILBACK_LANG", lang)
    done: list[str] = []
    seen = ""
    for piece in pieces(guide(lang)):
        if piece.kind == "command":
            done.append(piece.text.split()[1])
            if done[-1] == "serve" or (done[-1] == "compile" and not compiling.fingerprint()):
                continue
            # Each command is a process of its own, which reads the file anew.
            games.drop(game)
            if done[-1] != "compile":  # tests/kit/test_compile.py does that
                assert main(quick(piece.text)) == 0, f"{piece.text}\n{capsys.readouterr()}"
            seen = capsys.readouterr().out
        elif piece.kind == "python":
            game.write_text(replaced(game.read_text(encoding="utf-8"), piece.text), encoding="utf-8")
        elif piece.text.startswith('        "events"'):
            words = game.read_text(encoding="utf-8").replace('        "zones"', f'{piece.text}        "zones"')
            game.write_text(words, encoding="utf-8")
        elif piece.text.startswith('                    "LR-'):
            changed, added = piece.text.splitlines(keepends=True)
            source = re.sub(r' *"LR-2":.*\n', changed, game.read_text(encoding="utf-8"))
            game.write_text(re.sub(r'( *"LR-4":.*\n)', rf"\1{added}", source), encoding="utf-8")
        elif piece.text.startswith("    options="):
            source = game.read_text(encoding="utf-8").replace("    texts=TEXTS", f"{piece.text}    texts=TEXTS")
            source = source.replace("import HAND, Card, Move", "import HAND, Card, Move, Option")
            game.write_text(source.replace("self.deal(4)", 'self.deal(self.options["held"])'), encoding="utf-8")
            games.drop(game)
            assert main(["lab", "sweep", str(game), "--robots", "random", "--vary", "held=3,4", *FEW]) == 0
            capsys.readouterr()
        elif not piece.text.startswith("[project"):
            for line in piece.text.splitlines():
                pattern = re.compile(r"[\d.,]+".join(map(re.escape, re.split(r"[\d.,]+", line))))
                assert pattern.search(seen), f"{line}\n\nis not in\n\n{seen}"
    assert done[:4] == FIRST_STEPS
    # The rule that the guide adds is there: the same number makes the next player wait.
    games.drop(game)
    brought = games.bring(game)
    state = brought.position("A: 5 9; B: 7 8; C: 2 3; lane: 5", 3)
    state.apply(0, brought.parse("play 5"))
    assert state.waiting() == 2
    clauses = brought.texts("en")["rules"][0]["clauses"]
    assert list(clauses) == [f"LR-{n}" for n in range(1, 6)]
    assert "again" in clauses["LR-2"]
    assert brought.matters() == [{"id": "waits", "events": ["waits"], "clauses": ["LR-5"]}]


def test_what_the_guide_says_of_a_lost_card_is_so(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Section 5: the line that it proposes breaks a law, and check names that very line."""
    assert main(["new-game", "lane_rush"]) == 0
    source = game.read_text(encoding="utf-8")
    line = "self.hands[seat].cards.remove(move.what)"
    assert all(line in guide(lang) for lang in LANGUAGES)
    game.write_text(source.replace("self.put(move.what, self.hands[seat], self.lane)", line), encoding="utf-8")
    capsys.readouterr()
    assert main(["check", str(game), "--seconds", "3"]) == 1
    number = next(n for n, text in enumerate(game.read_text(encoding="utf-8").splitlines(), 1) if line in text)
    assert f"lane_rush.py:{number}" in capsys.readouterr().out.replace(", line ", ":")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_shows_the_same(lang: str) -> None:
    def code(text: str) -> list[str]:
        return [piece.text for piece in pieces(text) if piece.kind != "text" or piece.text.startswith((" ", "["))]

    assert code(guide(lang)) == code(guide("en"))


def test_the_commands_of_the_guide_are_understood() -> None:
    for piece in pieces(guide("en")):
        if piece.kind == "command":
            given = Given(piece.text.split()[1:])
            parse(given, lambda _game: {})
            assert given.command == piece.text.split()[1]
