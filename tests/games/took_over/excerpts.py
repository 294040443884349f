"""What the browser is shown of Took Over! in its tests: excerpts with nearly every kind of event."""

from __future__ import annotations

from games.told import Excerpt, View
from tailback.core.contract import State


def drawn(state: State, view: View) -> View:
    return {name: view[name] for name in ("row", "seats", "hand", "gone")}


EXCERPTS = [
    Excerpt(2, 4, {}),
    Excerpt(3, 9, {"interval": "whole_row"}),
    Excerpt(4, 2, {"win_on": "hand", "voluntary_pass": True}),
]
