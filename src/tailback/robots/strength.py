"""How strong the levels are: what is measured, and what was found (`strength.json`, the last run)."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from tailback.core.game import Game
from tailback.robots.duels import ALONE, MIXED, Duel, Share
from tailback.robots.levels import LEVELS, OFFERED, RANDOM, USUAL
from tailback.robots.yardsticks import ALL_SEEING, COMMON, FLAT, FLAT_RANDOM, YARDSTICKS

# Matches of a duel between players who decide at once, and of one in which somebody looks ahead.
QUICK = 1000
SLOW = 400
TABLES = (2, 4)
# Seconds of thought in a recorded table.
THINK = 0.02
BEST = OFFERED[-1]
# Whoever looks ahead must not do worse than instinct against players who are not as it expects.
WEAKER = (RANDOM, "1", "2", "1+2+random", "1+2+3")


class Found(NamedTuple):
    """A duel that was played, and how it ended."""

    duel: Duel
    share: Share


def slow(kind: str) -> bool:
    """Does this player, or one of these, look ahead?"""
    return any(one in YARDSTICKS or (one in LEVELS and LEVELS[one].think > 0) for one in kind.split("+"))


def plan(game: Game, think: float | None = None, quick: int = QUICK, deep: int = SLOW) -> list[tuple[Duel, int]]:
    """All duels of a game, each with its number of matches."""
    found: list[tuple[Duel, int]] = []

    def add(players: int, hero: str, foe: str, form: str = ALONE) -> None:
        duel = Duel(game.id, players, hero, foe, form, think)
        if (duel, deep) not in found and (duel, quick) not in found:
            found.append((duel, deep if slow(hero) or slow(foe) else quick))

    for players in TABLES:
        if not game.fewest <= players <= game.most:
            continue
        for below, level in zip((RANDOM, *OFFERED), OFFERED, strict=False):
            add(players, level, below)
            if players > 2:
                add(players, level, below, MIXED)
        for level in OFFERED:
            if level != USUAL:
                add(players, level, USUAL)
        for foe in WEAKER if players > 2 else (RANDOM,):
            add(players, BEST, foe)
            add(players, USUAL, foe)
        # Against each other where there are two; where there are more, in the same chair against the same others.
        for yardstick in (FLAT, FLAT_RANDOM):
            add(*((players, BEST, yardstick) if players == 2 else (players, yardstick, USUAL)))
        if players > 2:
            add(players, COMMON, USUAL)
        add(players, ALL_SEEING, USUAL)
    return found


def allowance(duel: Duel) -> float | None:
    """How many seconds level 5 is given where figures are recorded: with its own second a table would take days.

    Level 4 has a tenth of that, so it gets as long where it is the one who looks farthest.
    """
    if not (slow(duel.hero) or slow(duel.foe)):
        return None
    return 10 * THINK if BEST not in (duel.hero, duel.foe) and duel.hero in LEVELS else THINK


def as_data(found: Found) -> dict[str, Any]:
    duel, share = found
    return {
        "game": duel.game,
        "players": duel.players,
        "hero": duel.hero,
        "foe": duel.foe,
        "form": duel.form,
        "think": duel.think,
        "matches": share.matches,
        "share": round(share.share, 4),
        "low": round(share.low, 4),
        "high": round(share.high, 4),
    }


def from_data(data: dict[str, Any]) -> Found:
    duel = Duel(data["game"], data["players"], data["hero"], data["foe"], data["form"], data["think"])
    return Found(duel, Share(data["matches"], data["share"], data["low"], data["high"]))


@lru_cache
def recorded() -> tuple[Found, ...]:
    """The figures of the last run."""
    text = files("tailback.robots").joinpath("strength.json").read_text(encoding="utf-8")
    return tuple(from_data(data) for data in json.loads(text)["duels"])


def look_up(game: str, players: int, hero: str, foe: str, form: str = ALONE) -> Share | None:
    """What was found about this pair with the usual allowance; None where nobody measured it."""
    wanted = Duel(game, players, hero, foe, form)
    wanted = wanted._replace(think=allowance(wanted))
    return next((share for duel, share in recorded() if duel == wanted), None)


class Figure(NamedTuple):
    """How a robot does alone against others of one level, at a table for so many."""

    players: int
    against: str
    share: Share


def figure(game: str, level: str) -> Figure | None:
    """The figure for the sentence that introduces a level: against the usual one, and that one against the next.

    Where a pair was played with more and with less thought, the one with more is nearer to what players meet.
    """
    below = OFFERED[OFFERED.index(USUAL) - 1]
    against = below if level == USUAL else USUAL
    pair = Duel(game, TABLES[-1], level, against)
    found = [one for one in recorded() if one.duel._replace(think=None) == pair]
    if not found:
        return None
    return Figure(TABLES[-1], against, max(found, key=lambda one: one.duel.think or 0).share)
