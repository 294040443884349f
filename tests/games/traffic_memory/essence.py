"""What a row of numbers must hold of a view of this game."""

from __future__ import annotations

from typing import Any


def essence(view: dict[str, Any]) -> None:
    # Which cards somebody has won does not matter, only how many: `left` has what is still there.
    for seat in view["seats"]:
        del seat["pile"]
    # The guard against endless matches is far beyond any that is played.
    del view["barren"]
    # After the end nothing matters but the scores.
    view.pop("rest", None)
    del view["rounds"]
