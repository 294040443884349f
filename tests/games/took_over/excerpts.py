"""What the browser is shown of Took Over! in its tests: excerpts with nearly every kind of event."""

from __future__ import annotations

from games.told import Excerpt, View
from tailback.core.contract import State


def drawn(state: State, view: View) -> View:
    """Without `proven`: it is drawn from the true view."""
    seats = [[seat["hand"], seat["stack"], seat["score"]] for seat in view["seats"]]
    return {"row": view["row"], "seats": seats, "hand": view["hand"], "gone": view["gone"]}


EXCERPTS = [
    Excerpt(2, 4, {}),
    Excerpt(3, 9, {"interval": "whole_row"}),
    Excerpt(2, 6, {"each_begins": 1, "cards": 6}),
    Excerpt(4, 2, {"win_on": "hand", "voluntary_pass": True}),
]
