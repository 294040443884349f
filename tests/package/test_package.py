"""The package as it is installed: compiled where that is possible, complete, and the same without a compiler."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from specimens import TURNS
from tailback import games

from .conftest import ROOT, copy_sources, install

SUMS = Path(__file__).with_name("sums.py")
PLAIN_CORE = ("errors", "fair", "layout", "reasons", "record", "record_reader", "snapshot", "spread", "undo", "vecs")
PLAIN = {f"core/{name}.py" for name in PLAIN_CORE} | {
    f"kit/{name}.py" for name in ("faults", "proofs", "sketch", "words")
}


def run(path: Path | str, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, check=False, cwd=ROOT / "tests"
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def rule_modules() -> list[str]:
    """Modules of core and games that are compiled, relative to the package."""
    package = ROOT / "src" / "tailback"
    found = [path for room in ("core", "games", "kit") for path in (package / room).rglob("*.py")]
    left_out = {"__init__.py", "shapes.py", "because.py", "lines.py", "learn.py", "spread.py"}
    names = [path.relative_to(package).as_posix() for path in found if path.name not in left_out]
    return sorted(set(names) - PLAIN)


def test_wheel_holds_every_module_compiled(compiled: Path) -> None:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    missing = [
        name
        for name in rule_modules()
        if not (compiled / "tailback" / name.removesuffix(".py")).with_suffix(suffix).exists()
    ]
    assert missing == []
    assert list(compiled.glob("tailback__mypyc*"))


def wanted_files() -> set[str]:
    """Sources, texts and data, as they stand in the package."""
    source = ROOT / "src"
    return {
        path.relative_to(source).as_posix()
        for path in (source / "tailback").rglob("*")
        if path.suffix in {".py", ".json", ".md"} or path.name == "py.typed" or path.parent.name == "static"
    }


def test_wheel_holds_all_data_and_sources(compiled: Path) -> None:
    wanted = wanted_files()
    assert {path for path in wanted if not (compiled / path).exists()} == set()
    (record,) = compiled.glob("tailback-*.dist-info/RECORD")
    assert wanted <= {line[0] for line in csv.reader(record.read_text().splitlines())}


def test_version_says_compiled(compiled: Path) -> None:
    assert "compiled" in run(compiled, "-m", "tailback", "--version")


@pytest.mark.parametrize("game", games.ours())
def test_compiled_and_interpreted_play_the_same_matches(game: str, compiled: Path, tmp_path: Path) -> None:
    fast = json.loads(run(compiled, str(SUMS), game))
    counts = tmp_path / "counts.json"
    counts.write_text(json.dumps(fast["counts"]))
    plain = json.loads(run(ROOT / "src", str(SUMS), game, str(counts)))
    assert (fast["kind"], plain["kind"]) == ("compiled", "interpreted")
    assert fast["sums"] == plain["sums"]
    # Each set-up is played, and often enough that a difference shows.
    assert min(fast["counts"].values()) >= 3


def few_sums(compiled: Path, plain: str, game: str, counts: Path) -> None:
    """A match of each preset, compiled and in the plain Tailback of that path."""
    usual = games.load(game).usual
    counts.write_text(json.dumps({f"{usual} {preset}": 1 for preset in games.load(game).presets}))
    fast = json.loads(run(compiled, str(SUMS), game, str(counts)))
    slow = json.loads(run(plain, str(SUMS), game, str(counts)))
    assert (fast["kind"], slow["kind"]) == ("compiled", "interpreted")
    assert fast["sums"]
    assert fast["sums"] == slow["sums"]


def test_without_a_compiler_the_archive_installs_and_plays_the_same(compiled: Path, tmp_path: Path) -> None:
    source = copy_sources(tmp_path / "source")
    archive = [sys.executable, "setup.py", "--quiet", "sdist", "--dist-dir", str(tmp_path)]
    subprocess.run(archive, cwd=source, check=True, capture_output=True)
    (packed,) = tmp_path.glob("tailback-*.tar.gz")
    target = tmp_path / "plain"
    nobody = str(tmp_path / "no-such-compiler")
    done = install(packed, target, CC=nobody, CXX=nobody, LDSHARED=nobody)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "the rules stay plain Python" in done.stdout + done.stderr
    assert [path.name for path in target.rglob("*.so")] == []
    assert {path for path in wanted_files() if not (target / path).exists()} == set()
    assert "interpreted" in run(target, "-m", "tailback", "--version")
    few_sums(compiled, str(target), TURNS.id, tmp_path / "counts.json")


def test_without_librt_a_list_stands_in(compiled: Path, tmp_path: Path) -> None:
    (tmp_path / "librt").mkdir()
    (tmp_path / "librt" / "__init__.py").write_text("raise ImportError('no wheel here')\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src")])
    for game in games.ours():
        few_sums(compiled, path, game, tmp_path / "counts.json")


def test_importing_the_games_is_light(compiled: Path) -> None:
    program = "import sys, tailback.games as g; [g.load(x) for x in g.ids()]; print(*sorted(sys.modules))"
    loaded = {name.partition(".")[0] for name in run(compiled, "-c", program).split()}
    assert not loaded & {"numpy", "starlette", "uvicorn", "msgspec", "asyncpg", "sqlite3", "asyncio", "rich"}
