"""The examples in the README and on the pages for programs run as printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


@pytest.mark.parametrize(
    "page", ["README.md", "docs/python.md", "docs/researchers.md", "docs/de/researchers.md", "docs/fi/researchers.md"]
)
def test_the_examples_run(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    codes = [code for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if ">>>" not in code]
    assert len(codes) == 1
    for code in codes:
        exec(compile(code, page, "exec"), {})


def test_the_table_of_games_is_true() -> None:
    from tailback import games
    from tailback.texts import Texts

    rows = re.findall(
        r"\| \[(.+?)\]\(docs/rules/(\w+)\.md\) \| (\d)-(\d) \| (\d)\+ \|", README.read_text(encoding="utf-8")
    )
    assert {name for _, name, *_ in rows} == set(games.ours())
    for title, name, fewest, most, age in rows:
        game = games.load(name)
        assert (title, int(fewest), int(most), int(age)) == (
            Texts("en", games.load(name)).say("name"),
            game.fewest,
            game.most,
            game.age,
        )
