"""Where a compiled Tailback lies: the one under test, one that TAILBACK_COMPILED names, or one built here once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tailback.core import contract

ROOT = Path(__file__).resolve().parents[2]
BUILT_FROM = ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE", "build/web")


def copy_sources(folder: Path) -> Path:
    """What a build needs, without anything that an earlier build left behind."""
    folder.mkdir(parents=True)
    for name in BUILT_FROM:
        if (ROOT / name).is_dir():
            left = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
            shutil.copytree(ROOT / name, folder / name, ignore=left)
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, folder)
    return folder


def install(source: Path, target: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`pip install` without a network: everything it needs is here already."""
    command = [sys.executable, "-m", "pip", "install", "--verbose", "--no-index", "--no-deps", "--no-build-isolation"]
    return subprocess.run(
        [*command, "--disable-pip-version-check", "--target", str(target), str(source)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for PYTHONPATH with the compiled package, as pip unpacks its wheel."""
    if "TAILBACK_COMPILED" in os.environ:
        return Path(os.environ["TAILBACK_COMPILED"])
    if not contract.__file__.endswith(".py"):
        return Path(contract.__file__).parents[2]
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "compiled"
    done = shared / "done"
    try:
        shared.mkdir()
    except FileExistsError:  # another worker builds it
        while not done.exists():
            time.sleep(0.5)
    else:
        result = install(copy_sources(shared / "source"), shared / "out", TAILBACK_MUST_COMPILE="1")
        done.write_text(result.stdout + result.stderr)
    assert (shared / "out" / "tailback").exists(), done.read_text()[-4000:]
    return shared / "out"
