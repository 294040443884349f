"""What the browser is shown of Mau-Mau in its tests: excerpts with nearly every kind of event."""

from __future__ import annotations

from games.told import Excerpt, View, pile
from tailback.core.contract import State


def drawn(state: State, view: View) -> View:
    return {**pile(view), "clockwise": view["clockwise"], "pending": view["pending"]}


EXCERPTS = [
    Excerpt(3, 11, {"mau_mode": "declare", "games": 2}, 0, 50),
    Excerpt(4, 5, {"mau_mode": "catch", "games": 2}, 0, 50),
    Excerpt(2, 1390, {"mau_mode": "declare", "games": 2}, 151, 7),
    Excerpt(2, 1390, {"mau_mode": "declare", "games": 2}, 327, 7),
    Excerpt(4, 5048, {"mau_mode": "catch", "games": 2}, 33, 7),
    Excerpt(4, 9941, {"mau_mode": "catch", "games": 2}, 26, 7),
    Excerpt(5, 8915, {"opening_card": "as_dealer", "play_drawn": "yes", "games": 2}, 4, 7),
]
