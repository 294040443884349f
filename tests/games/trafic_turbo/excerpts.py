"""What the browser is shown of Trafic Turbo in its tests: excerpts with nearly every kind of event."""

from __future__ import annotations

from games.told import Excerpt, View
from tailback.core.contract import State


def drawn(state: State, view: View) -> View:
    fields = ("lane", "col", "p", "to_go", "place", "holds", "skips", "fines", "hits")
    return {
        "cars": [[car[name] for name in fields] for car in view["cars"]],
        "vehicles": [[one["lane"], one["col"]] for one in view["vehicles"]],
        "police": view["police"],
        "pile": view["pile"],
        "used": view["discards"][-1:],
        "hand": view["hand"],
        "phase": view["phase"],
    }


EXCERPTS = [
    Excerpt(2, 48, {"circuit": "short-eight"}),
    Excerpt(3, 16, {"circuit": "triple-loop", "points": True}, 0, 90),
]
