"""Policies by level. A robot makes a world out of the view it is given and asks that world what to do."""

from __future__ import annotations

import sys
from importlib import import_module

from tailback.core import contract
from tailback.core.contract import Decision, View
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.policy import Policy, anything
from tailback.core.rng import Rng
from tailback.robots.levels import LEVELS, LONGEST, OFFERED, RANDOM, Level, today

# So many times longer a decision takes in plain Python, and in Python inside a page. Measured while looking ahead, the
# six games lie between 11 and 97, and between 35 and 424: nobody waits much longer than the level says.
PLAIN = 60.0
IN_A_PAGE = 300.0


def player(game: Game, level: str, think: float | None = None) -> Policy:
    """The robot of this level, or a policy of one's own by its dotted name (`my_bots.careful`).

    `think` is how many seconds level 5 may look ahead; level 4 gets a tenth of it. They are counted in decisions
    tried, so the same view and chance give the same action on every machine with compiled rules.
    """
    if "." in level:
        return find_policy(level)
    if level == RANDOM:
        return anything
    found = LEVELS.get(today(level))
    if found is None:
        raise BadOption("", "unknown_bot", {"bot": level, "allowed": ", ".join((*OFFERED, RANDOM))})
    return thinking(game, found, steps(game, found, think))


def seconds(level: Level, think: float | None = None) -> float:
    """How long a robot of this level may look ahead where the best one may do so for `think` seconds."""
    most = LEVELS[OFFERED[-1]].think
    longest = most if think is None else think
    if not 0 <= longest <= LONGEST:
        raise BadOption("", "bad_think", {"seconds": longest, "most": LONGEST})
    return longest * level.think / most


def thinks(kind: str, think: float | None = None) -> float:
    """How long a player of this kind may look ahead, in seconds; a policy of one's own is not known to do so."""
    found = LEVELS.get(today(kind))
    return 0.0 if found is None else seconds(found, think)


def slower(source: str = contract.__file__, system: str = sys.platform) -> float:
    """How many times longer a decision takes here than with compiled rules.

    >>> slower("contract.cpython-311-x86_64-linux-gnu.so"), slower("contract.py", "linux")
    (1.0, 60.0)
    """
    if not source.endswith((".py", ".pyc")):
        return 1.0
    return IN_A_PAGE if system == "emscripten" else PLAIN


def steps(game: Game, level: Level, think: float | None = None) -> int:
    """How many decisions it may try in that time. The pace of a game is that of its compiled rules."""
    return int(game.pace / slower() * seconds(level, think))


def thinking(game: Game, level: Level, budget: int) -> Policy:
    def choose(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
        if len(legal) == 1:
            return legal[0]
        world, seat = game.recall(view), view["seat"]
        if level.number < 3:
            return int(world.slip(seat, level.number, rng))
        if level.think == 0 or budget == 0:
            return int(world.instinct(seat, rng))
        return game.ponder(world, seat, level.number, budget, rng)

    return choose


def find_policy(name: str) -> Policy:
    """A policy of one's own by its dotted name: `my_bots.careful` is the function `careful` of the module `my_bots`."""
    module, _, function = name.rpartition(".")
    try:
        found = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as trouble:
        raise BadOption("", "no_such_policy", {"bot": name, "reason": str(trouble)}) from None
    if not callable(found):
        raise BadOption("", "no_such_policy", {"bot": name, "reason": f"{function} is no function"})
    policy: Policy = found
    return policy
