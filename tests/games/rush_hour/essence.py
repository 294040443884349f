"""What a row of numbers must hold of a view of this game."""

from __future__ import annotations

from typing import Any


def essence(view: dict[str, Any]) -> None:
    trailer = view["house"].get("trailer_penalty", 2)
    # Taken cards cannot come back: it matters which ones are gone, and how many and how many points each player got.
    view["gone"] = sorted(card for seat in view["seats"] for card in seat["pile"])
    for seat in view["seats"]:
        del seat["pile"], seat["points"]
    view["rounds"] = len(view["rounds"])
    # What others chose tells what they are likely to keep. How good a choice was can be seen from the ends of the rows,
    # how long they were and what they were worth; cards further in front are left out.
    for turn in view["past"]:
        rows = [row.split() for row in turn["rows"].split(" / ")]
        turn["rows"] = [[top_of(row[-1]), len(row), sum(worth(spot, trailer) for spot in row)] for row in rows]


def top_of(spot: str) -> str:
    return spot.split("+")[-1]


def worth(spot: str, trailer: int) -> int:
    """The points of the cards in a stack of Rush Hour."""
    return sum({"A": 2, "P": 2, "T": 2, "_": 0, "t": trailer}.get(card[0], 1) for card in spot.split("+"))
