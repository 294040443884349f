"""What the browser is shown of Traffic Memory in its tests: excerpts with nearly every kind of event."""

from __future__ import annotations

from games.told import Excerpt, View
from tailback.core.contract import State


def drawn(state: State, view: View) -> View:
    return {name: view[name] for name in ("table", "opened")}


EXCERPTS = [
    Excerpt(2, 3, {"highest": 12, "jokers": 0}),
    Excerpt(3, 5, {"highest": 14, "jokers": 4}),
    Excerpt(2, 8, {"highest": 12, "jokers": 2, "may_stop": False}),
]
