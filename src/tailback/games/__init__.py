"""The games, found by looking: every package here that has a `GAME`, and those that other packages bring.

A package from elsewhere names its game in the entry point group `tailback.games`: `my_game = "my_package.my_game"`.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from tailback.core import record
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.record import Record

GROUP = "tailback.games"


@cache
def ours() -> tuple[str, ...]:
    """The games that come with Tailback.

    >>> list(ours()) == sorted(ours())
    True
    """
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_")))


@cache
def guests() -> dict[str, str]:
    """The games that other installed packages bring: the package of each, by its id. Ours go first."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP) if point.name not in ours()}


def ids() -> list[str]:
    """Every game there is."""
    return sorted((*ours(), *guests()))


def load(game_id: str) -> Game:
    """The game of this id; hyphens count as underscores."""
    name = game_id.strip().lower().replace("-", "_")
    if name in ours():
        home = f"{__name__}.{name}"
    elif name in guests():
        home = guests()[name]
    else:
        raise BadOption("", "unknown_game", {"game": game_id, "allowed": ", ".join(ids())})
    game = importlib.import_module(home).GAME
    assert isinstance(game, Game)
    return game


def read_record(text: str) -> Record:
    """The match in this text, whichever of the games it is, or RecordError. `core.record.verify` plays it again."""
    return record.read(text, load)
