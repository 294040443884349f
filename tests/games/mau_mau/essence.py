"""What a row of numbers must hold of a view of this game."""

from __future__ import annotations

from typing import Any

from learning.conclusions import by_trait


def essence(view: dict[str, Any]) -> None:
    view["pile"] = sorted(view["pile"])
    view["returned"] = sorted(view["returned"])
    # The guard against endless games is far beyond any that is played.
    del view["games"], view["hands"], view["made"]
    for seat in view["seats"]:
        seat["lacks"] = by_trait(seat["lacks"])
    view["rounds"] = len(view["rounds"])
