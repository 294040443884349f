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

from tailback import games

from .conftest import ROOT, copy_sources, install

SUMS = Path(__file__).with_name("sums.py")
PLAIN = {"core/vecs.py", "core/record.py", "core/snapshot.py"}


def run(path: Path, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, check=False, cwd=path
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def rule_modules() -> list[str]:
    """Modules of core and games that are compiled, relative to the package."""
    package = ROOT / "src" / "tailback"
    found = [path for room in ("core", "games") for path in (package / room).rglob("*.py")]
    names = [path.relative_to(package).as_posix() for path in found if path.name != "__init__.py"]
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


def test_wheel_holds_all_data_and_sources(compiled: Path) -> None:
    source = ROOT / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in (source / "tailback").rglob("*")
        if path.suffix in {".py", ".json"} or path.name == "py.typed"
    }
    assert {path for path in wanted if not (compiled / path).exists()} == set()
    (record,) = compiled.glob("tailback-*.dist-info/RECORD")
    listed = {line[0] for line in csv.reader(record.read_text().splitlines())}
    assert wanted <= listed


def test_version_says_compiled(compiled: Path) -> None:
    assert "compiled" in run(compiled, "-m", "tailback", "--version")


@pytest.mark.parametrize("game", games.ids())
def test_compiled_and_interpreted_play_the_same_matches(game: str, compiled: Path, tmp_path: Path) -> None:
    fast = json.loads(run(compiled, str(SUMS), game))
    counts = tmp_path / "counts.json"
    counts.write_text(json.dumps(fast["counts"]))
    plain = json.loads(run(ROOT / "src", str(SUMS), game, str(counts)))
    assert (fast["kind"], plain["kind"]) == ("compiled", "interpreted")
    assert fast["sums"] == plain["sums"]
    assert sum(fast["counts"].values()) >= 200


def test_without_a_compiler_the_archive_installs_and_plays_the_same(compiled: Path, tmp_path: Path) -> None:
    source = copy_sources(tmp_path / "source")
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "sdist", "--dist-dir", str(tmp_path)],
        cwd=source, check=True, capture_output=True,
    )  # fmt: skip
    (archive,) = tmp_path.glob("tailback-*.tar.gz")
    target = tmp_path / "plain"
    nobody = str(tmp_path / "no-such-compiler")
    done = install(archive, target, CC=nobody, CXX=nobody, LDSHARED=nobody)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "the rules stay plain Python" in done.stdout + done.stderr
    assert [path.name for path in target.rglob("*.so")] == []
    assert "interpreted" in run(target, "-m", "tailback", "--version")
    game = games.ids()[0]
    counts = tmp_path / "counts.json"
    few = {name: min(4, count) for name, count in json.loads(run(compiled, str(SUMS), game))["counts"].items()}
    counts.write_text(json.dumps(few))
    fast = json.loads(run(compiled, str(SUMS), game, str(counts)))
    plain = json.loads(run(target, str(SUMS), game, str(counts)))
    assert (fast["kind"], plain["kind"]) == ("compiled", "interpreted")
    assert fast["sums"] == plain["sums"]


def test_importing_the_games_is_light(compiled: Path) -> None:
    program = "import sys, tailback.games as g; [g.load(x) for x in g.ids()]; print(*sorted(sys.modules))"
    loaded = {name.partition(".")[0] for name in run(compiled, "-c", program).split()}
    assert not loaded & {"numpy", "starlette", "uvicorn", "msgspec", "asyncpg", "sqlite3", "asyncio", "rich"}
