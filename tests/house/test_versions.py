"""What is installed is what was tested: the locked versions, with their hashes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
# Their insides are extended (`door/doorway.py`, `door/wire.py`): another minor version may be another thing.
EXTENDED = {"h11", "uvicorn", "websockets"}


def asked_for() -> dict[str, Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {found.name: found for found in map(Requirement, project["dependencies"])}


@pytest.mark.parametrize("lock", ["run.txt", "dev.txt"])
def test_the_locked_versions_are_those_that_are_allowed(lock: str) -> None:
    text = (ROOT / "requirements" / lock).read_text()
    locked = dict(re.findall(r"^([\w-]+)==([\w.]+)", text, re.M))
    for name, wanted in asked_for().items():
        assert locked[name] in wanted.specifier, wanted


def test_every_version_has_a_lower_and_an_upper_bound() -> None:
    for wanted in asked_for().values():
        operators = {found.operator for found in wanted.specifier}
        assert operators in ({"=="}, {">=", "<"}), wanted
    for name in EXTENDED:
        assert re.fullmatch(r"==\d+\.\d+\.\*", str(asked_for()[name].specifier)), name


def test_the_lock_is_made_from_the_same_bounds() -> None:
    listed = [line for line in (ROOT / "requirements" / "run.in").read_text().splitlines() if not line.startswith("#")]
    assert {(r.name, str(r.specifier)) for r in map(Requirement, listed)} == {
        (r.name, str(r.specifier)) for r in asked_for().values()
    }


def test_every_documented_installation_uses_the_lock() -> None:
    """Each line stands by itself, or right below the one that installs the locked set."""
    found = 0
    for page in PAGES:
        lines = page.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            if "pip install" not in line or not line.startswith("    "):
                assert "pip install ." not in line, f"{page.name}:{number + 1}"
                continue
            found += 1
            if "--require-hashes" not in line:
                assert "--no-deps --no-build-isolation" in line, f"{page.name}:{number + 1}"
                assert "--require-hashes -r requirements/build.txt -r requirements/run.txt" in lines[number - 1]
    assert found == 12
