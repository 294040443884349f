"""The guide of the terminal client names every command, flag and word, in each language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tailback.cli.arguments import COMMANDS, EVERYWHERE
from tailback.texts import LANGUAGES, Texts

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guide_is_complete(lang: str) -> None:
    guide = (DOCS / ("terminal.md" if lang == "en" else f"{lang}/terminal.md")).read_text(encoding="utf-8")
    for name, command in COMMANDS.items():
        assert f"tailback {name}" in guide
        for flag in (*command.flags, *EVERYWHERE):
            assert f"`--{flag.name}" in guide, flag.name
    texts = Texts(lang)
    for name, word in texts.raw("commands").items():
        assert name == "help" or f"`{word}" in guide, word
