"""The example in the README runs as printed."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_example_runs() -> None:
    text = README.read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})


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
