"""What a terminal with colours shows."""

from __future__ import annotations

import pytest

from tailback.terminal.screen import ColourScreen
from tailback.texts import Texts


@pytest.mark.parametrize(
    ("lang", "line", "shown"),
    [
        ("en", "Ann plays a red 5, then Green.", {"red 5": "bold red", "Green": "bold green"}),
        ("de", "Ann legt einen roten Strafzettel auf die gelbe 5.", {"roten": "bold red", "gelbe 5": "bold yellow"}),
        ("de", "Blau, Brot und Grünkohl", {"Blau": "bold blue"}),
        ("fi", "Ann pelaa sinisen vitosen, väri on vihreä.", {"sinisen": "bold blue", "vihreä": "bold green"}),
    ],
)
def test_colours_are_seen_in_every_form(lang: str, line: str, shown: dict[str, str]) -> None:
    text = ColourScreen(Texts(lang)).styled(line, "")
    assert {line[span.start : span.end]: span.style for span in text.spans} == shown
