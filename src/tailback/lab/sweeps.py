"""Which set-ups a sweep compares: every combination of the values it is given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.options import LISTS, NUMBER, SEAT
from tailback.lab.setups import Setup, make
from tailback.robots.players import player

# Besides the options of a game.
PLAYERS, ROBOTS, PRESET = "players", "robots", "preset"
MOST_ARMS = 200
SPAN = re.compile(r"(-?\d{1,12})(?:-(-?\d{1,12}))?")

Factors = dict[str, list[Any]]


def names(game: Game) -> list[str]:
    """What can be varied."""
    return [PLAYERS, ROBOTS, PRESET, *(option.name for option in game.options)]


def factors(game: Game, texts: Iterable[str]) -> Factors:
    """All that is varied. What is named twice has the values of both."""
    found: Factors = {}
    for text in texts:
        name, values = factor(game, text)
        known = found.setdefault(name, [])
        known += [value for value in values if value not in known]
    return found


def factor(game: Game, text: str) -> tuple[str, list[Any]]:
    """`rows=2,3,4`, `players=2-5`, `robots=1/3` (or `1,1,3/3,3,3`), `preset=family,full`; a name alone: all values."""
    name, given, values = text.partition("=")
    name = name.strip()
    if name == PLAYERS:
        numbers = spans(values) if given else list(range(game.fewest, game.most + 1))
        for number in numbers:
            game.settle(number)
        return PLAYERS, once(numbers)
    if name == ROBOTS:
        robots = [tuple(part.split(",")) for part in values.split("/")] if given else [("1",), ("3",)]
        for robot in {one.strip() for sit in robots for one in sit}:
            player(game, robot)
        return ROBOTS, once(robots)
    if name == PRESET:
        presets = [part.strip() for part in values.split(",")] if given else list(game.presets)
        for preset in presets:
            game.settle(game.usual, preset=preset)
        return PRESET, once(presets)
    known = {option.name: option for option in game.options}
    option = known.get(name.replace("-", "_"))
    if option is None:
        raise BadOption("", "unknown_option", {"option": name, "allowed": ", ".join(names(game))})
    if not given:
        return option.name, option.values()
    if option.kind in (NUMBER, SEAT):
        return option.name, once([option.check(value) for value in spans(values)])
    parts = values.split("/" if option.kind in LISTS else ",")
    return option.name, once([option.check(part.strip()) for part in parts])


def once(values: list[Any]) -> list[Any]:
    return list(dict.fromkeys(values))


def typed(game: Game, name: str, values: Sequence[Any]) -> str:
    """What `factor` reads, of values as a program has them."""
    if name == ROBOTS:
        return f"{name}={'/'.join(','.join(map(str, sit)) for sit in values)}"
    option = next((option for option in game.options if option.name == name), None)
    if option is None:
        return f"{name}={','.join(map(str, values))}"
    between = "/" if option.kind in LISTS else ","
    return f"{name}={between.join(option.write(option.check(value)) for value in values)}"


def spans(text: str) -> list[int]:
    """
    >>> spans("2,4-6"), spans("-1,3"), spans("-2-0")
    ([2, 4, 5, 6], [-1, 3], [-2, -1, 0])
    """
    found: list[int] = []
    for part in text.split(","):
        read = SPAN.fullmatch(part.strip())
        if read is None:
            raise BadOption("", "bad_span", {"value": text[:60]})
        first, last = int(read[1]), int(read[2] or read[1])
        if last - first >= MOST_ARMS:
            raise BadOption("", "too_many_arms", {"arms": last - first + 1, "most": MOST_ARMS})
        found += range(first, last + 1)
    return found


def arms(
    game: Game,
    factors: Factors,
    usual: Mapping[str, Any],
    players: int,
    robots: Sequence[str],
    preset: str,
    **more: Any,
) -> tuple[list[Setup], list[dict[str, Any]]]:
    """Every combination that can be played, and the values that set each apart."""
    setups: list[Setup] = []
    levels: list[dict[str, Any]] = []
    refused: BadOption | None = None
    total = 1
    for choices in factors.values():
        total *= len(choices)
    if total > MOST_ARMS:
        raise BadOption("", "too_many_arms", {"arms": total, "most": MOST_ARMS})
    for values in product(*factors.values()):
        chosen = dict(zip(factors, values, strict=True))
        options = {**usual, **{name: value for name, value in chosen.items() if name not in (PLAYERS, ROBOTS, PRESET)}}
        many = chosen.get(PLAYERS, players) or game.usual
        sit = chosen.get(ROBOTS, robots)
        try:
            setup = make(game, many, sit, options, chosen.get(PRESET, preset), **more)
        except BadOption as bad:
            refused = bad
            continue
        setups.append(setup)
        levels.append(chosen)
    if not setups and refused is not None:
        raise refused
    return setups, levels


def pairs(levels: list[dict[str, Any]], factors: Factors) -> list[tuple[int, int]]:
    """Arms that differ in one thing only, each against the one that has its first value there."""
    found: list[tuple[int, int]] = []
    for b, mine in enumerate(levels):
        for name in factors:
            first = next((a for a, other in enumerate(levels) if others(mine, name) == others(other, name)), b)
            if first != b:
                found.append((first, b))
    return found


def others(chosen: dict[str, Any], name: str) -> dict[str, Any]:
    return {one: value for one, value in chosen.items() if one != name}
