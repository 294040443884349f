"""What a row of numbers must hold of a view of this game."""

from __future__ import annotations

from typing import Any

from learning.conclusions import by_trait


def essence(view: dict[str, Any]) -> None:
    # The pile is only ever shuffled, whatever was buried under it.
    view["pile"] = sorted(view["pile"])
    view["buried"] = sorted(view["buried"])
    view["buriers"] = sorted(view["buriers"])
    for seat in view["seats"]:
        seat["lacks"] = by_trait(seat["lacks"])
        seat["hunches"] = by_trait(seat["hunches"])
        # So seldom that the row has no place for it.
        seat.pop("no_garage", None)
    view["rounds"] = len(view["rounds"])
    # After the end nothing matters but the scores.
    view.pop("hands", None)
    # It stands there from the first look into a hand on, even when nobody is certain of anything any more.
    if not any(view.get("told", [])):
        view.pop("told", None)
