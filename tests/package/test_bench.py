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
