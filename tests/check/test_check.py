"""`tailback check` names a broken law with the shortest game and the line that did it, and finds nothing else."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from check.broken import BARE, KIT, MISTAKES, TWO_LAWS, changed, law_of
from tailback import brought, cli, games
from tailback.cli.checking import Words, said
from tailback.core import record_reader
from tailback.laws import checking
from tailback.laws.broken import LAWS
from tailback.laws.missing import unread
from tailback.laws.shortest import attempt
from tailback.laws.spots import LOOKS, Found
from tailback.texts import LANGUAGES, catalogue

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
ROOM = ROOT / "src" / "tailback" / "laws"
# So long each broken game is played here.
SECONDS = 1.5
# Where matches are counted, time must not end it.
PATIENT = 120.0


@pytest.fixture(autouse=True)
def _leave_no_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))
    yield
    for place in list(brought.places.values()):
        games.drop(place)


def renamed(file: Path, folder: Path) -> Path:
    """An example is installed beside the tests: so it is brought under another id."""
    text = file.read_text(encoding="utf-8").replace(f'"{file.stem}"', f'"my_{file.stem}"')
    mine = folder / file.name
    mine.write_text(text, encoding="utf-8")
    return mine


@pytest.mark.parametrize("name", MISTAKES)
def test_a_broken_law_is_found_with_the_shortest_game_and_the_line(tmp_path: Path, name: str) -> None:
    mistake = MISTAKES[name]
    file = changed(tmp_path, mistake)
    game = games.bring(file, trial=False)
    report = checking.check(game, SECONDS)
    assert [one.law for one in report.broken] == [law_of(mistake.key)], [str(one.error) for one in report.broken]
    one = report.broken[0]
    assert one.error.key == mistake.key
    if mistake.line:
        assert Path(one.file) == file
        assert mistake.line in one.source
    for lang in LANGUAGES:
        assert said(Words(lang, game), one.error)
    if one.case is None:
        assert one.law in ("form", "written")
        return
    assert one.case.players == game.fewest
    assert one.case.options == {}
    assert len(one.case.moves) <= mistake.moves
    # It is no accident: the very game shows it once more, and its record is one.
    shown = attempt(game, one.case, Found(one.case, one.error), len(one.case.moves), one.case.moves)
    assert one.law == "runs" or shown is not None
    if one.record and one.law != "replayed":
        assert record_reader.read(one.record, lambda _: game).players == one.case.players


@pytest.mark.parametrize(("matches", "laws"), [(10, ["known"]), (40, ["asked", "known"])])
def test_more_matches_find_more_and_hide_nothing(tmp_path: Path, matches: int, laws: list[str]) -> None:
    """A quick machine plays more of them than a slow one: it must not name another mistake instead."""
    file = changed(tmp_path, TWO_LAWS)
    report = checking.check(games.bring(file, trial=False), PATIENT, matches)
    assert report.matches == matches
    assert [one.law for one in report.broken] == laws
    assert report.broken[-1].error.key == TWO_LAWS.key
    assert TWO_LAWS.line in report.broken[-1].source


def test_a_slip_hides_no_other_mistake(tmp_path: Path) -> None:
    file = changed(tmp_path, MISTAKES["a move in no zone"])
    lost = MISTAKES["a card is lost"]
    file.write_text(file.read_text(encoding="utf-8").replace(lost.old, lost.new), encoding="utf-8")
    report = checking.check(games.bring(file, trial=False), PATIENT, 20)
    assert [one.error.key for one in report.broken] == ["game_zone", "conserved.lost"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_turn_that_never_goes_on_is_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    file = renamed(KIT, tmp_path)
    text = file.read_text(encoding="utf-8").replace("        self.next_player()\n", "")
    file.write_text(text, encoding="utf-8")
    code, out = run(capsys, str(file), "--matches", "2", "--lang", lang)
    assert code == 0
    assert catalogue(lang, "laws")["check"]["alone"].format(seat="A") in out.replace("\n", " ")


@pytest.mark.parametrize(("read", "told"), [("", ["held"]), ('["held"]', []), ('.get("held")', []), ("[HELD]", [])])
def test_an_option_that_nobody_reads_is_noted(tmp_path: Path, read: str, told: list[str]) -> None:
    file = renamed(KIT, tmp_path)
    text = file.read_text(encoding="utf-8").replace("import HAND", "import HAND, Option")
    text = text.replace("longest=100", 'longest=100, options=[Option("held", 3, "CP-1", low=1, high=3)]')
    text = text.replace("self.deal(HELD)", f"self.deal(self.options{read})" if read else "self.deal(HELD)")
    file.write_text(text.replace("HELD = 3", 'HELD = "held"' if read else "HELD = 3"), encoding="utf-8")
    game = games.bring(file)
    assert unread(game) == told
    for lang in LANGUAGES:
        assert Words(lang, game).say("check.unread", option="held")


def test_every_law_is_broken_once() -> None:
    assert {law_of(mistake.key) for mistake in MISTAKES.values()} == set(LAWS)
    assert {*LOOKS, "runs", "form"} == set(LAWS)


@pytest.mark.parametrize("file", [KIT, BARE, *EXAMPLES], ids=lambda file: file.stem)
def test_whole_games_keep_every_law(tmp_path: Path, file: Path) -> None:
    game = games.bring(renamed(file, tmp_path), trial=False)
    report = checking.check(game, SECONDS)
    assert report.ok, [str(one.error) for one in report.broken]
    assert [law for law in LAWS if report.state(law) != "holds"] == []
    assert report.matches > 1


@pytest.mark.parametrize("name", [*games.ours(), *(name for name in games.guests() if name not in games.ours())])
def test_the_games_of_the_house_pass(name: str) -> None:
    report = checking.check(games.load(name), SECONDS)
    assert report.ok, [str(one.error) for one in report.broken]
    assert report.decisions > 0


# The texts


def keys_in_the_sources() -> set[tuple[str, frozenset[str]]]:
    """Every law that can be broken, with what its text may mention."""
    found = set()
    for path in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "broken":
                names = {word.arg for word in node.keywords if word.arg}
                if any(word.arg is None for word in node.keywords):
                    names |= {"seat", "watcher"}
                if isinstance(node.args[0], ast.Constant):
                    found.add((node.args[0].value, frozenset(names)))
    return found


def test_every_law_has_its_words() -> None:
    from tailback.texts.places import mentioned

    found = keys_in_the_sources()
    assert len(found) > 40
    indirect = {"listed.refused", "listed.left_out", "anew.left", "anew.differs"}
    indirect |= {"known.view", "known.decision", "known.legal"}
    for lang in LANGUAGES:
        texts = catalogue(lang, "laws")["laws"]
        assert list(texts) == list(catalogue("en", "laws")["laws"])
        there = {f"{law}.{key}" for law, some in texts.items() for key in some if key not in ("name", "means")}
        assert there == {key for key, _ in found} | indirect
        assert set(texts) == set(LAWS)
        for key, names in found:
            law, _, what = key.partition(".")
            assert mentioned(texts[law][what]) <= names, f"{lang}: {key}"


# The command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.main(["check", *words])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_says_what_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    code, out = run(capsys, str(renamed(KIT, tmp_path)), "--matches", "3", "--lang", lang)
    words = catalogue(lang, "laws")
    assert code == 0
    assert words["check"]["all_hold"] in out
    assert all(words["laws"][law]["name"] in out for law in LAWS)
    # It has English words only.
    assert f"{words['check']['languages']['de']}: " in out
    assert f"{words['check']['languages']['en']}: " not in out
    assert words["check"]["optional"]["instinct"] in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_explains_a_broken_law(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    file = changed(tmp_path, MISTAKES["a card is lost"])
    code, out = run(capsys, str(file), "--seconds", "2", "--lang", lang)
    words = catalogue(lang, "laws")["laws"]["conserved"]
    assert code == 1
    assert words["means"] in out
    assert "self.hands[seat].cards.remove(move.what)" in out
    line = next(n for n, text in enumerate(file.read_text().splitlines(), 1) if "cards.remove" in text)
    assert f" {line}:" in out
    assert "A play" in out


def test_the_shortest_game_can_be_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = changed(tmp_path, MISTAKES["an event tells a hidden card"])
    code, out = run(capsys, str(file), "--seconds", "2", "--lang", "en")
    assert code == 1
    command = next(line.split() for line in out.splitlines() if " replay " in line)
    assert command[:2] == ["tailback", "replay"]
    games.drop(file)
    assert cli.main([*command[1:], "--lang", "en"]) == 0
    assert "play" in capsys.readouterr().out


def test_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = changed(tmp_path, MISTAKES["a card is lost"])
    code, out = run(capsys, str(file), "--seconds", "2", "--json")
    told = json.loads(out)
    assert (code, told["ok"]) == (1, False)
    assert [one["state"] for one in told["laws"] if one["law"] == "conserved"] == ["broken"]
    broken = told["broken"][0]
    assert broken["key"] == "conserved.lost"
    assert broken["shortest"]["moves"][0]["move"].startswith("play")
    assert Path(broken["record_file"]).read_text() == broken["record"]
    assert told["not_worded"]["fi"]


def test_a_file_that_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nothing.py"
    file.write_text("def\n")
    assert cli.main(["check", str(file), "--lang", "en"]) == 2
    assert "line 1" in capsys.readouterr().err
