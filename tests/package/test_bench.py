"""The bench runs without its peers too, and says what it could not measure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from specimens import TURNS

ROOT = Path(__file__).resolve().parents[2]


def test_short_run_without_peers(compiled: Path, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    for name in ("pyspiel", "rlcard", "py6Nimmt"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('not installed here')\n")
    done = subprocess.run(
        [sys.executable, "-m", "bench.engine", TURNS.id, "--rounds", "1", "--seconds", "0.02", "--json", str(figures)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(compiled)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "OpenSpiel is not here: ImportError: not installed here" in done.stdout
    assert "not measured" in done.stdout
    saved = json.loads(figures.read_text())
    assert saved["rates"][f"{TURNS.id} inside"] > saved["rates"][f"{TURNS.id} step"] > 0
    assert 0 < saved["bytes"][TURNS.id][0] <= 4096
    beside_peers = [mark for mark in saved["marks"] if "inside, against" in mark[0] or "pyspiel" in mark[0]]
    assert {reached for _, _, _, reached in beside_peers} == {None}


def test_ways_of_learning_without_peers(compiled: Path, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    for name in ("pgx", "rlcard"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('not installed here')\n")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "bench.learning", TURNS.id),
            *("--rounds", "1", "--seconds", "0.02", "--json", str(figures)),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(compiled)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "RLCard is not here: ImportError: not installed here" in done.stdout
    assert "Pgx leduc_holdem is not here: ImportError: not installed here" in done.stdout
    saved = json.loads(figures.read_text())
    assert saved["rates"][f"{TURNS.id} spiel"] > saved["rates"][f"{TURNS.id} zoo"] > 0
    assert saved["batches"][TURNS.id] > 0
    alone = [mark for mark in saved["marks"] if "leduc" in mark[0] or "uno" in mark[0] or "Pgx" in mark[0]]
    assert {reached for _, _, _, reached in alone} == {None}
    assert all(figure > 0 for words, figure, _, _ in saved["marks"] if "OpenSpiel" in words)


def test_tables_beside_a_study(compiled: Path) -> None:
    """A real server, a study started through it, and tables whose moves are timed; too short to say anything of p99."""
    code = "import json; from bench import beside; print(json.dumps(beside.with_a_study(2, 40, 0.6, warm_up=0.2)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(compiled)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert found["moves"] > 5
    assert 0 < found["p50_ms"] <= found["p99_ms"]
    assert found["refused"] == 0
    # It was at work all the time; how much it got is up to what else this machine does.
    assert 0 < found["study_cores"] <= (os.cpu_count() or 1) * 1.1
