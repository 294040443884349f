"""What the browser is shown of Rush Hour in its tests: excerpts with nearly every kind of event."""

from __future__ import annotations

from games.told import Excerpt, View
from tailback.core.contract import State


def drawn(state: State, view: View) -> View:
    """Without `chosen`: a last card is sealed by itself, without an event."""
    return {
        "rows": view["rows"],
        "seats": [[one["cards"], one["score"], one["points"], len(one["pile"])] for one in view["seats"]],
        "hand": view["hand"],
        "open": [one["card"] for one in view["revealed"] if not one["done"]],
        "turn": view["turn"],
    }


EXCERPTS = [
    Excerpt(4, 1, {"hand_size": 6, "rounds": 2}),
    Excerpt(5, 8, {"hand_size": 8}),
    Excerpt(3, 3, {"max_number": 30, "hand_size": 6, "rows": 2, "too_low_penalty": False}),
]
