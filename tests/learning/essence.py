"""What a row of numbers must hold of a view: all of it, but for what can no longer matter.

Left out is what every game's scores already sum up, what is gone from the table, and the order of cards in heaps that
are only ever shuffled.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tailback import games


def of_the_kit(view: dict[str, Any]) -> None:
    """Points of rounds that were counted are in the points of the seats."""
    view["rounds"] = len(view["rounds"])


def of_our_own(name: str) -> Any:
    return import_module(f"games.{name}.essence")


ESSENCE: dict[str, Callable[[dict[str, Any]], None]] = {name: of_our_own(name).essence for name in games.ours()}
# House rules under which a view holds more than usual.
HOUSES: dict[str, dict[str, Any]] = {name: getattr(of_our_own(name), "HOUSE", {}) for name in games.ours()}
