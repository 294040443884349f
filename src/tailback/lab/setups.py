"""What a study plays: a game with its options, who sits at the table, and which deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from tailback import games
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.rng import SEED_BITS
from tailback.core.simulate import AT_RANDOM, BY_INSTINCT
from tailback.robots.levels import LEVELS, RANDOM, USUAL, today
from tailback.robots.players import player, seconds

# So many matches are watched closely, and so many of them followed through playouts, where nobody says otherwise.
WATCHED = 2000
FOLLOWED = 100
# Whoever looks ahead thinks for so long in a study: with the second of a real table a night would not be enough.
THINK = 0.02


class Setup(msgspec.Struct, frozen=True):
    """One thing to measure. Two set-ups that are equal give the same matches, to the last digit."""

    game: str
    rules_version: int
    players: int
    robots: tuple[str, ...]
    options: dict[str, Any]
    preset: str = ""
    seed: int = 1
    think: float = THINK
    # The robots move on by one seat with every match, so that nobody keeps the better one.
    rotate: bool = False
    watch: int = WATCHED
    follow: int = FOLLOWED

    @property
    def rules(self) -> Game:
        return games.load(self.game)

    @property
    def slow(self) -> bool:
        """Does somebody look ahead or play by a function of one's own? Then matches are few, and all are watched."""
        return any(mind_of(robot, self.rules) is None for robot in self.robots)

    @property
    def watched(self) -> int | None:
        """How many of the first matches are watched; None for all of them."""
        return None if self.slow else self.watch

    @property
    def lower_wins(self) -> bool:
        return lower_wins(self.game, self.players, msgspec.json.encode(self.options))

    def changed(self) -> dict[str, Any]:
        """The options that differ from the game's usual ones."""
        usual = plain({option.name: option.default for option in self.rules.options})
        return {name: value for name, value in self.options.items() if value != usual[name]}


@lru_cache(maxsize=64)
def lower_wins(game: str, players: int, options: bytes) -> bool:
    """Does the lowest score win?"""
    rules = games.load(game)
    return bool(rules.make(players, rules.settle(players, msgspec.json.decode(options))).lower_wins)


def mind_of(robot: str, game: Game) -> int | None:
    """How a robot plays inside the core; None for one that looks ahead, or for a function of one's own."""
    if robot == RANDOM:
        return AT_RANDOM
    level = LEVELS.get(robot)
    return level.number if level is not None and level.think == 0 and game.instincts else None


def minds(setup: Setup) -> list[int]:
    """For playouts: whoever looks ahead goes on by instinct there."""
    found = [mind_of(robot, setup.rules) for robot in setup.robots]
    return [BY_INSTINCT if mind is None else mind for mind in found]


def budget(setup: Setup, robot: str) -> int:
    """How many decisions it tries. Always those of the compiled rules: the same study on every machine."""
    return int(setup.rules.pace * seconds(LEVELS[robot], setup.think))


def seated(robots: Sequence[str], players: int) -> tuple[str, ...]:
    """One robot per seat; a single one sits everywhere."""
    found = tuple(today(robot.strip()) for robot in robots) or (USUAL,)
    if len(found) == 1:
        found *= players
    if len(found) != players:
        raise BadOption("", "robots_for_seats", {"robots": len(found), "players": players})
    return found


def make(
    game: Game,
    players: int = 0,
    robots: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    preset: str = "",
    seed: int = 1,
    think: float = THINK,
    rotate: bool = False,
    watch: int = WATCHED,
    follow: int = FOLLOWED,
) -> Setup:
    """A set-up that can be played, or BadOption."""
    players = players or game.usual
    settled = game.settle(players, options, preset)
    sit = seated(robots, players)
    for robot in sit:
        player(game, robot, think)
    if not 0 <= seed < 1 << SEED_BITS - 8:
        raise BadOption("", "bad_seed", {"seed": seed, "bits": SEED_BITS - 8})
    return Setup(
        game.id,
        game.rules_version,
        players,
        sit,
        plain(settled),
        preset,
        seed,
        think,
        rotate,
        watch,
        min(follow, watch),
    )


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as they come back from a file: lists, no tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}


def duel(setup: Setup, better: str = "3", weaker: str = "1") -> Setup:
    """The same game with one better robot among weaker ones, who takes each seat in turn."""
    robots = (better, *[weaker] * (setup.players - 1))
    return msgspec.structs.replace(setup, robots=robots, rotate=True, watch=0, follow=0)
