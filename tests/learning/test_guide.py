"""The guide for researchers: its code runs as it stands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "research.md").read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_code_of_the_guide_runs(number: int, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", BLOCKS[number]], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


def test_its_programs_are_there() -> None:
    text = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    named = set(re.findall(r"examples/research/\w+\.py", text))
    assert named
    assert all((ROOT / name).is_file() for name in named)
    targets = set(re.findall(r"make (test-\w+)", text))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets
    assert all(re.search(rf"^(test-\w+ )*{target}( test-\w+)*:", makefile, re.M) for target in targets)
