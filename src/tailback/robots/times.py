"""How long a match takes people: what the lab worked out for each preset and number of players (`times.json`).

Minutes are those of `tailback.lab.watching`: what is seen is shown as long as our own table shows it, and whoever may
choose thinks the longer the more there is. Nobody is told what the rules are meanwhile.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from math import ceil, floor
from typing import Any, NamedTuple

from tailback.core.game import Game

# So many are a family; more sit down where a game is made for more.
FAMILY = 4
# From so many minutes on nobody needs to know each of them.
MANY = 20
STEP = 5


class Time(NamedTuple):
    """Half of the matches take from `low` to `high` minutes."""

    game: str
    preset: str
    players: int
    low: float
    middle: float
    high: float
    matches: int


@lru_cache
def measured() -> dict[str, Any]:
    """The last run: its day, who played, the options of each preset, and the figures."""
    text = files("tailback.robots").joinpath("times.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@lru_cache
def recorded() -> tuple[Time, ...]:
    return tuple(Time(**data) for data in measured()["figures"])


def figures(game: str) -> list[Time]:
    """What was worked out for this game."""
    return [one for one in recorded() if one.game == game]


def span(game: Game) -> tuple[int, int]:
    """How long a match as it is usually played takes, in minutes: from a small table to one that is full enough.

    Of a game that nobody measured it is what its author says.
    """
    most = max(game.usual, min(game.most, FAMILY))
    usual = [one for one in figures(game.id) if one.preset == "" and one.players <= most]
    if not usual:
        return game.minutes
    return said(min(one.low for one in usual), max(one.high for one in usual))


def facts(game: Game) -> dict[str, Any]:
    """What a line about a game says of it: who can play it, and how long that takes."""
    low, high = span(game)
    return {"fewest": game.fewest, "most": game.most, "age": game.age, "low": low, "high": high}


def said(low: float, high: float) -> tuple[int, int]:
    """Whole minutes, and of many only every fifth.

    >>> said(0.7, 0.9), said(3.4, 3.6), said(17.2, 24.3)
    ((1, 2), (3, 4), (17, 25))
    """
    least = max(1, floor(low if low < MANY else STEP * floor(low / STEP)))
    most = ceil(high if high < MANY else STEP * ceil(high / STEP))
    return least, max(most, least + 1)
