"""`tailback compile` with a real compiler: the same matches, faster, and never a stale one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tailback import brought
from tailback.brought import compiling

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "green_light.py"
PLAY = """
import json, sys
from tailback import games, play_random
from tailback.brought import compiling
from tailback.core.snapshot import dump

game = games.bring(sys.argv[1])
state = game.new(3, 7)
for _ in range(9):
    state.apply(state.waiting(), state.legal(state.waiting())[-1])
twin = state.clone()
twin.apply(twin.waiting(), twin.legal(twin.waiting())[0])
tally = play_random(game.make(4, game.settle(4)), 300, 1)
seat = state.waiting()
chosen = game.bot("4")(state.view(seat), state.decision(), state.legal(seat), __import__("tailback").Rng(1))
print(json.dumps([tally.checksum, dump(state), state.view(0), game.recall(state.view(1)).view(1), chosen]))
print(compiling.compiled(sys.modules[type(state).__module__]))
"""


def played(path: Path) -> tuple[str, bool]:
    done = subprocess.run([sys.executable, "-c", PLAY, str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told, compiled = done.stdout.splitlines()
    return told, compiled == "True"


@pytest.mark.skipif(not compiling.fingerprint(), reason="the core runs as plain Python here")
def test_a_compiled_game_plays_the_same_matches(tmp_path: Path) -> None:
    # Under another name: the example itself counts as installed here.
    game = tmp_path / "quick_light.py"
    text = EXAMPLE.read_text(encoding="utf-8").replace('"green_light"', '"quick_light"')
    game.write_text(text, encoding="utf-8")
    before, compiled = played(game)
    assert not compiled
    command = [sys.executable, "-m", "tailback", "compile", str(game)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    after, compiled = played(game)
    assert compiled
    assert after == before

    # Another word in the source, and the plain file is read again; so it is when the core is another one.
    game.write_text(text.replace("HELD = 5", "HELD = 4"), encoding="utf-8")
    changed, compiled = played(game)
    assert not compiled
    assert changed != before
    game.write_text(text, encoding="utf-8")
    assert played(game) == (before, True)
    note = compiling.folder(game) / compiling.NOTE
    note.write_text(json.dumps({**json.loads(note.read_text()), "core": "0" * 64}))
    assert played(game) == (before, False)

    # What mypyc will not have is named with the author's own file and line.
    game.write_text(text.replace("top = self.road.top()", "top: int = self.road.top()"), encoding="utf-8")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "quick_light.py:" in done.stderr
    assert "Incompatible types" in done.stderr


def test_a_library_that_was_read_is_not_taken_for_a_newer_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled anew while a server runs: it went on with the old rules, and said nothing."""
    name = "lane_12345678__mypyc"
    (tmp_path / f"{name}{compiling.SUFFIX}").touch()
    monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(compiling.read, name, {"source": "old"})
    module = "tailback.brought.lane_12345678"
    assert compiling.fill_group(module, tmp_path, {"source": "old"})
    assert not compiling.fill_group(module, tmp_path, {"source": "new"})


def test_a_plain_core_says_why_nothing_can_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "PRINT", tmp_path / "native.txt")
    with pytest.raises(compiling.NotCompiled) as refused:
        compiling.compile_game(EXAMPLE, brought.module_of(EXAMPLE))
    assert refused.value.key == "plain_core"


def test_a_folder_with_nothing_but_its_init_says_what_to_do(tmp_path: Path) -> None:
    """It was said to be done, and nothing was compiled."""
    if not compiling.fingerprint():
        pytest.skip("a plain core refuses before that")
    place = tmp_path / "some_game"
    place.mkdir()
    (place / "__init__.py").write_text("")
    with pytest.raises(compiling.NotCompiled) as refused:
        compiling.compile_game(place, "tailback.brought.some_game")
    assert refused.value.key == "nothing_to_compile"
