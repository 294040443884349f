"""How each game's table reads as lines of text: one module per game, with `table(view, texts)`."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from tailback.core.contract import View
from tailback.texts import Texts

Table = Callable[[View, Texts], list[str]]


def load(game_id: str) -> Table:
    """The function that puts this game's table into lines."""
    found: Table = importlib.import_module(f"{__name__}.{game_id}").table
    return found
