"""What the browser is shown of Pit Stop! in its tests: excerpts with nearly every kind of event."""

from __future__ import annotations

from games.told import Excerpt, View, pile
from tailback.core.contract import State


def drawn(state: State, view: View) -> View:
    found = {
        **pile(view),
        "front": [" ".join(seat["front"]) for seat in view["seats"]],
        "places": view["places"],
        "garage": view["garage"],
        "exchange": view["exchange"],
    }
    decision = state.decision()
    # Before the words or the window for New Car a penalty is laid, but not told yet.
    if decision is None or decision.kind not in ("say", "new_car"):
        penalty = view["pending"]
        found["pending"] = penalty and [penalty["kind"], penalty["target"], penalty["cards"]]
    return found


EXCERPTS = [
    Excerpt(3, 11, {}, 0, 50),
    Excerpt(4, 5, {"talk": "penalty", "play_drawn": "yes"}, 0, 50),
    Excerpt(2, 1390, {}, 9, 7),
    Excerpt(2, 1390, {}, 34, 7),
    Excerpt(2, 1390, {}, 48, 7),
    Excerpt(2, 1390, {}, 68, 7),
    Excerpt(2, 1390, {}, 86, 7),
    Excerpt(4, 5048, {"talk": "penalty", "play_drawn": "yes"}, 284, 7),
    Excerpt(4, 5217, {"service_counter": "cancel", "garage_min": 0, "limit": "rounds", "rounds": 2}, 29, 7),
    Excerpt(3, 962, {}, 63, 7),
    Excerpt(5, 8434, {"service_counter": "cancel", "garage_min": 0, "limit": "rounds", "rounds": 2}, 207, 7),
]
