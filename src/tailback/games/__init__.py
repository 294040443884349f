"""The games, found by looking: every module here that has a `GAME`."""

from __future__ import annotations

import importlib
import pkgutil

from tailback.core import record
from tailback.core.game import Game
from tailback.core.options import BadOption
from tailback.core.record import Record


def ids() -> list[str]:
    """
    >>> "mau_mau" in ids()
    True
    """
    return sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_"))


def load(game_id: str) -> Game:
    """The game of this id; hyphens count as underscores."""
    name = game_id.strip().lower().replace("-", "_")
    if name not in ids():
        raise BadOption("", "unknown_game", {"game": game_id, "allowed": ", ".join(ids())})
    game = importlib.import_module(f"{__name__}.{name}").GAME
    assert isinstance(game, Game)
    return game


def read_record(text: str) -> Record:
    """The match in this text, whichever of the games it is, or RecordError. `core.record.verify` plays it again."""
    return record.read(text, load)
