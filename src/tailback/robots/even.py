"""Even chances: how often a weak player wins with the head start of a game (`even.json`, the last run)."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from tailback.core.game import Game
from tailback.core.options import HELPED
from tailback.robots.duels import Duel
from tailback.robots.levels import OFFERED
from tailback.robots.strength import SLOW, TABLES, allowance

# A child and its parents: who is helped, and against whom.
WEAK = OFFERED[0]
STRONG = OFFERED[3]


class Figure(NamedTuple):
    """How often a robot wins with the head start, alone against others, and how often without it."""

    game: str
    players: int
    level: str
    against: str
    share: float
    low: float
    high: float
    matches: int
    without: float


def plan(game: Game, matches: int = SLOW) -> list[tuple[Duel, int]]:
    """The duels of a game, each without the head start, for which half as many matches will do, and with it."""
    found = []
    for players in TABLES:
        if game.option_of(HELPED) is not None and game.fewest <= players <= game.most:
            duel = Duel(game.id, players, WEAK, STRONG)
            duel = duel._replace(think=allowance(duel))
            found += [(duel, -(-matches // 2)), (duel._replace(helped=True), matches)]
    return found


@lru_cache
def recorded() -> tuple[Figure, ...]:
    """The figures of the last run."""
    text = files("tailback.robots").joinpath("even.json").read_text(encoding="utf-8")
    return tuple(Figure(**data) for data in json.loads(text)["figures"])


def figures(game: str) -> list[Figure]:
    """What was found about this game, the smallest table first."""
    return [one for one in recorded() if one.game == game]
