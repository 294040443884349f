from __future__ import annotations

from pathlib import Path

import pytest

from tailback import games
from tailback.brought import examine
from tailback.lab.kept import Kept


@pytest.fixture
def toss(monkeypatch: pytest.MonkeyPatch) -> str:
    """A game whose truth is known, found like one that another package brings."""
    guests = {**games.guests(), "toss": "lab.toss"}
    monkeypatch.setattr(games, "guests", lambda: guests)
    # It is there to be counted, has no words, and nobody could play it.
    monkeypatch.setattr(examine, "examine", lambda game: None)
    return "toss"


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "one.study")
