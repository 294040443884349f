"""Took Over! as zones of cards: what the general table draws."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View
from tailback.core.layout import face_down, hand, pile, row, words
from tailback.core.spread import BACK, CardMove, Colour, Face, Spread, Touch
from tailback.games.took_over.game import GAME
from tailback.games.took_over.material import CARDS

TENS: tuple[Colour, ...] = ("blue", "red", "green", "yellow", "purple")
LAID = ("placed", "took_over", "took_more")


def spread(view: View) -> Spread:
    seats = view["seats"]
    window = view["window"]
    return {
        "zones": [
            row("row", [str(card) for card in view["row"]]),
            *([pile("gone", [str(card) for card in view["gone"]], len(view["gone"]))] if view["gone"] else []),
            *[face_down("stack", one["stack"], seat) for seat, one in enumerate(seats)],
            *[hand(seat, held(view, seat)) for seat in range(len(seats))],
        ],
        "turn": view["turn"],
        "facts": [facts(view, one) for one in seats],
        "notes": [words("table.window", above=window[0], below=window[1])] if window else [],
    }


def facts(view: View, one: dict[str, Any]) -> list[Any]:
    cards = {"icon": "cards", "n": one["score"]}
    return [cards, {"icon": "star", "n": one["points"]}] if view["games"] > 1 else [cards]


def held(view: View, seat: int) -> list[str]:
    if seat == view["seat"] and "hand" in view:
        return [str(card) for card in view["hand"]]
    if "hands" in view:
        return [str(card) for card in view["hands"][seat]]
    return [BACK] * int(view["seats"][seat]["hand"])


def faces() -> dict[str, Face]:
    return {str(n): {"colour": TENS[(n - 1) // 10], "text": str(n), "sign": "car"} for n in range(1, CARDS + 1)}


def touches(action: int) -> list[Touch]:
    params = GAME.describe(action)[1]
    return [{"card": str(params["card"])}] if "card" in params else []


def moves(told: dict[str, Any]) -> list[CardMove]:
    kind = told["kind"]
    if kind in LAID or kind == "opened":
        # A new row begins with the top of the stack while there is one; where it came from nobody needs to be told.
        start = f"stack:{told['seat']}" if kind == "opened" else f"hand:{told['seat']}"
        return [{"card": str(told["card"]), "start": start, "end": "row"}]
    if kind == "drew":
        cards = [str(card) for card in told["cards"]] if "cards" in told else [BACK] * told["n"]
        return [{"card": card, "start": f"stack:{told['seat']}", "end": f"hand:{told['seat']}"} for card in cards]
    if kind in ("row_gone", "last_row"):
        return [{"card": str(card), "start": "row", "end": "gone"} for card in told["cards"]]
    return []
