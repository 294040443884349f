"""How strong a robot is: five levels, with the limits that people of that sort have."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """`think` is how long it may look ahead, in seconds on one core; `react` how long it takes, at least and at most,
    where several could be first."""

    number: int
    think: float
    react: tuple[float, float]


LEVELS: dict[str, Level] = {
    "1": Level(1, 0.0, (4.0, 6.0)),
    "2": Level(2, 0.0, (3.0, 4.5)),
    "3": Level(3, 0.0, (2.0, 3.0)),
    "4": Level(4, 0.1, (2.0, 3.0)),
    "5": Level(5, 1.0, (2.0, 3.0)),
}
# What people choose from, and what they get where they do not choose.
OFFERED: tuple[str, ...] = tuple(LEVELS)
USUAL = "3"
# Anything that is allowed, each as likely: for measuring and for tests.
RANDOM = "random"
# The longest that anybody may let a robot think about one move, in seconds.
LONGEST = 60.0
# What levels were called before there were five.
FORMER = {"simple": "3"}


def today(name: str) -> str:
    """The name that a level has today; a name that is no level stays as it is."""
    return FORMER.get(name, name)


def known(name: str) -> bool:
    return today(name) in LEVELS or name == RANDOM
