"""Golden games: whole matches that must replay to the letter, found on disk."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tailback import games
from tailback.core.record import verify, write
from tailback.games import read_record as read

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/golden/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_a_golden_game_replays(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read(text)
    assert record.game.id == path.parts[-3]
    assert record.over
    assert record.notes, "a golden game says what it shows"
    assert verify(record) == []
    assert write(record) == text


@pytest.mark.parametrize("name", games.ours())
def test_every_game_has_some(name: str) -> None:
    assert len([path for path in FILES if path.parts[-3] == name]) >= 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_a_changed_move_is_found(path: Path) -> None:
    """A replay that would accept anything could guard nothing."""
    record = read(path.read_text(encoding="utf-8"))
    record.steps[len(record.steps) // 2].events.append({"kind": "never_happened"})
    assert verify(record) != []


def test_it_is_recorded_anew_after_the_rules_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The head names the rules of its time, which no reader takes any more."""
    monkeypatch.syspath_prepend(str(HERE.parents[1] / "tools"))
    import golden

    game = games.load(FILES[0].parts[-3])
    path = tmp_path / game.id / "golden" / FILES[0].name
    path.parent.mkdir(parents=True)
    text = FILES[0].read_text(encoding="utf-8")
    now = f"game {game.id} {game.rules_version}\n"
    assert now in text
    path.write_text(text.replace(now, f"game {game.id} {game.rules_version + 1}\n"), encoding="utf-8")
    monkeypatch.setattr(golden, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["golden", "--only", game.id])
    golden.main()
    record = read(path.read_text(encoding="utf-8"))
    assert verify(record) == []
    assert record.notes == read(text).notes
