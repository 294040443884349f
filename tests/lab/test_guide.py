"""The guide to the lab does what it says: its commands and examples run, and what it shows is what one sees."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tailback.cli import TRACEBACK, main, studying
from tailback.lab import compared, counts, figures, setups, studies, watching
from tailback.lab.crew import Alone
from tailback.lab.report import TEMPLATE
from tailback.server.lab.messages import MOST_IN_ALL, MOST_SETUPS
from tailback.texts import LANGUAGES, catalogue

DOCS = Path(__file__).resolve().parents[2] / "docs"
COMMAND, PYTHON, SHOWN = "command", "python", "text"
PIECE = re.compile(
    r"^    (?P<command>tailback lab [^\n]*)$|^```(?P<kind>python|text)\n(?P<inside>.*?)^```$", re.MULTILINE | re.DOTALL
)
NUMBER = re.compile(r"[−-]?\d+(?:[.,]\d+)?")


class Piece(NamedTuple):
    kind: str
    text: str
    # The file that the sentence before it puts it into.
    file: str = ""


def guide(lang: str) -> str:
    return (DOCS / ("" if lang == "en" else lang) / "lab.md").read_text(encoding="utf-8")


def pieces(text: str) -> list[Piece]:
    """What can be run, and what is shown of it, in order."""
    found = []
    for one in PIECE.finditer(text):
        named = re.search(r"`(\w+\.py)`:\n\n$", text[: one.start()])
        found.append(Piece(one["kind"] or COMMAND, one["command"] or one["inside"], named[1] if named else ""))
    return found


def quick(command: str) -> list[str]:
    """The same with as many matches as a test can wait for; robots that take their time play the fewest."""
    given = command.split()[1:]
    if given[1] in ("show", "merge"):
        return given
    for name, value in {
        "--matches": "6" if re.search(r"--robots 5|robots=\S*\.", command) else "60",
        "--think": "0.0001",
        "--trials": "3",
        "--watch": "5",
        "--follow": "0",
    }.items():
        if name in given:
            given[given.index(name) + 1] = value
        elif name not in ("--think", "--trials") or (name, given[1]) == ("--trials", "find"):
            given += [name, value]
    return given


def shape(line: str) -> re.Pattern[str]:
    """A line with any other numbers, and whatever was left out at “…”; of a set-up that was found, what it comes to and
    not which one it is."""
    if re.match(r"  \d.*: ", line):
        line = line.partition(": ")[0]
    pattern = NUMBER.pattern.join(map(re.escape, NUMBER.split(line)))
    return re.compile(pattern.replace("…\\ ", "(?:.* )?").replace("\\ …", ".*"))


def test_a_shape_is_the_words_without_the_numbers() -> None:
    assert shape("Seat 1: wins 34.2 %").match("Seat 1: wins 8 %")
    assert not shape("Seat 1: wins 34.2 %").match("Seat 1: loses 8 %")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all languages: what was played for the first is only shown again in the others."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture
def at_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of these tests alone, where everything is played in this process."""
    for path in (*folder.glob("*.*"), *folder.glob("__pycache__/*")):
        if path.name not in ("better.study", "usual.study"):
            path.unlink()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.setenv("TAILBACK_WEB", str(folder))
    monkeypatch.setenv(TRACEBACK, "1")
    monkeypatch.syspath_prepend(str(folder))
    (folder / TEMPLATE).write_text("[[study]]", encoding="utf-8")
    monkeypatch.setattr(studying, "Processes", lambda _jobs: Alone())
    # Of so few matches hardly anything is beyond chance; here every difference gets its sentence.
    monkeypatch.setattr(compared, "USUAL", 2.0)
    monkeypatch.setattr(figures, "USUAL", 2.0)
    return folder


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_in_the_guide_runs(
    lang: str, at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAILBACK_LANG", lang)
    seen = ""
    checked = 0
    for piece in pieces(guide(lang)):
        if piece.kind == COMMAND:
            assert main(quick(piece.text)) == 0, piece.text
        elif piece.file:
            (at_home / piece.file).write_text(piece.text, encoding="utf-8")
        elif piece.kind == PYTHON:
            exec(compile(piece.text, f"lab.md ({lang})", "exec"), {})
        seen += capsys.readouterr().out
        if piece.kind == SHOWN:
            for line in filter(None, piece.text.splitlines()):
                assert any(shape(line).match(said) for said in seen.splitlines()), f"{line}\n\nis not in\n\n{seen}"
                checked += 1
            seen = ""
    sys.modules.pop("my_bots", None)
    assert checked > 20
    assert {path.name for path in at_home.iterdir()} > {"better.study", "both.study", "better.html", "better.csv"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_commands_and_figures(lang: str) -> None:
    def commands(text: str) -> list[str]:
        return [piece.text for piece in pieces(text) if piece.kind == COMMAND]

    def figures(text: str) -> list[list[str]]:
        shown = [piece.text for piece in pieces(text) if piece.kind == SHOWN]
        return [sorted(number.replace(",", ".") for number in NUMBER.findall(one)) for one in shown]

    assert commands(guide(lang)) == commands(guide("en"))
    assert figures(guide(lang)) == figures(guide("en"))
    assert len(commands(guide(lang))) >= 9


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guide_names_the_numbers_of_the_program(lang: str) -> None:
    said = guide(lang).replace(",", ".").replace("2.000", "2000")
    row = next(line for line in said.splitlines() if re.match(r"\|.*\b1\.5\b", line))
    parts = (watching.FORCED, watching.CHOICE, watching.DOUBLED, watching.LONGEST, watching.SHOWN, watching.WINDOW)
    assert NUMBER.findall(row) == [f"{part:g}" for part in parts]
    for number in (setups.WATCHED, setups.FOLLOWED, studies.DUELS, watching.PLAYOUTS):
        assert re.search(rf"\b{number}\b", said), number
    assert re.search(rf"\b{counts.CERTAIN:.0%}".removesuffix("%"), said)
    assert re.search(rf"\b{100 * counts.AHEAD:.0f}\b", said)
    browser = said[said.rindex("\n## ") :]
    assert re.search(rf"\b{MOST_SETUPS}\b.*\b{MOST_IN_ALL // 1_000_000} [Mm]il", browser, re.DOTALL)
    # What is said there has the words of the screen.
    room = catalogue(lang, "web")["lab_room"]
    names = [kind["name"] for kind in room["kinds"].values()]
    assert re.findall(r"^- \*\*(.+?)\*\*", browser, re.MULTILINE) == names
    assert room["in_terminal"] in browser
    assert room["precision"] in browser
