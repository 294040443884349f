"""A law that a game does not keep, as a text for whoever designs it."""

from __future__ import annotations

from typing import Any

from tailback.core.errors import Explained

# The laws in the order in which they are told, each with its number in docs/decisions/0003-the-contract.md; 0: none.
LAWS: dict[str, int] = {
    "runs": 0,
    "form": 0,
    "asked": 1,
    "listed": 1,
    "refused": 2,
    "conserved": 3,
    "known": 5,
    "looked": 4,
    "chance": 4,
    "together": 6,
    "copied": 7,
    "anew": 7,
    "written": 7,
    "replayed": 7,
    "ends": 8,
    "clock": 0,
    "recalled": 10,
    "robots": 10,
    "words": 0,
    "drawn": 0,
}


class LawBroken(Explained):
    """`key` is the law and what is wrong: `conserved.lost`. Its text stands in `laws.json`."""

    section = "laws"

    @property
    def law(self) -> str:
        return self.key.partition(".")[0]

    @property
    def number(self) -> int:
        return LAWS[self.law]


def broken(key: str, **params: Any) -> LawBroken:
    """To be raised: `raise broken("asked.nothing", seat=2)`."""
    return LawBroken(key, params)
