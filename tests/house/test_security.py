"""The guide on security names tests as its proof: each of them is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_proof_that_is_named_is_there() -> None:
    sources = {file: file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py")}
    written = "\n".join(sources.values())
    for name in set(re.findall(r"`(test_\w+)`", GUIDE)):
        assert re.search(rf"def {name}\(", written), name
    names = {file.name for file in sources}
    for name in set(re.findall(r"`(?:[\w/]+/)?(test_\w+\.py)`", GUIDE)):
        assert name in names, name
    for path in set(re.findall(r"`(web/[\w/.-]+)`", GUIDE)):
        assert (ROOT / path).is_file(), path


def test_every_way_out_has_a_proof() -> None:
    section = GUIDE.partition("## Every way out of a table")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 14
    assert [row for row in rows if not re.search(r"`test_\w+", row)] == []
