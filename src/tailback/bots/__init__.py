"""Players made of code. A bot sees what its seat may know and what is legal, and nothing else.

`random` plays any game; `bots/<game>.py` has one sensible `choose` for that game.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable

from tailback.core.contract import Decision, View
from tailback.core.options import BadOption
from tailback.core.rng import Rng

Policy = Callable[[View, Decision, list[int], Rng], int]

LEVELS = ("random", "simple")


def anything(view: View, decision: Decision, legal: list[int], rng: Rng) -> int:
    """Any legal action, each as likely."""
    return legal[rng.below(len(legal))]


def load(game_id: str, level: str = "simple") -> Policy:
    """The bot of this strength for this game."""
    if level not in LEVELS:
        raise BadOption("", "unknown_bot", {"bot": level, "allowed": ", ".join(LEVELS)})
    if level == "random":
        return anything
    found: Policy = importlib.import_module(f"{__name__}.{game_id}").choose
    return found
