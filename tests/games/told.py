"""What the files `excerpts.py` of the games share. Each has `EXCERPTS`, and `drawn`: what of a view the browser draws.

`tools/told_games.py` plays the excerpts and writes them down for the browser's tests.
"""

from __future__ import annotations

from typing import Any, NamedTuple

View = dict[str, Any]


class Excerpt(NamedTuple):
    """A piece of a match: `most` acts that follow on the first `before`."""

    players: int
    seed: int
    options: dict[str, Any]
    before: int = 0
    most: int = 100_000


def pile(view: View) -> View:
    """A table with hands, a deck and a pile."""
    return {
        "hand": " ".join(view["hand"]),
        "cards": [seat["cards"] for seat in view["seats"]],
        "scores": [seat["score"] for seat in view["seats"]],
        "top": view["top"],
        "colour": view["colour"],
        "deck": view["deck"],
        "pile": len(view["pile"]),
    }
