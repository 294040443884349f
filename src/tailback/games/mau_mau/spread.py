"""Mau-Mau as zones of cards: what the general table draws."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View
from tailback.core.layout import face_down, hand, pile, words
from tailback.core.spread import BACK, CardMove, Colour, Face, Sign, Spread, Touch
from tailback.games.mau_mau.game import GAME
from tailback.games.mau_mau.material import NAMES

COLOURS: dict[str, Colour] = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
SIGNS: dict[str, Sign] = {"Rev": "reverse", "T2": "take2", "T4": "take4", "Stop": "stop"}
DRAWN = ("drew", "take2", "take4", "mau_penalty")


def spread(view: View) -> Spread:
    seats = view["seats"]
    hands = [hand(seat, [BACK] * one["cards"]) for seat, one in enumerate(seats)]
    if "hand" in view:
        hands[view["seat"]] = hand(view["seat"], view["hand"])
    notes = [words("table.direction", clockwise=view["clockwise"])]
    if view["top"] == "CC" and view["colour"] is not None:
        notes.append(words("table.colour", colour=view["colour"]))
    if view["pending"] and view["turn"] is not None:
        notes.append(words("table.pending", n=view["pending"], seat=view["turn"]))
    return {
        "zones": [face_down("deck", view["deck"]), pile("pile", view["pile"], len(view["pile"])), *hands],
        "turn": view["turn"],
        "facts": [[{"icon": "cards", "n": one["cards"]}, {"icon": "star", "n": one["score"]}] for one in seats],
        "notes": notes,
    }


def faces() -> dict[str, Face]:
    found: dict[str, Face] = {"CC": {"colour": "grey", "sign": "colours", "word": "words.CC"}}
    for token in NAMES:
        if token != "CC":
            kind = token[1:].removeprefix("-")
            face: Face = {"sign": SIGNS[kind], "word": f"words.{kind}"} if kind in SIGNS else {"text": kind}
            found[token] = {"colour": COLOURS[token[0]], **face}
    return found


def touches(action: int) -> list[Touch]:
    key, params = GAME.describe(action)
    if "card" in params:
        return [{"card": params["card"]}]
    return [{"zone": "deck"}] if key in ("draw", "take") else []


def moves(told: dict[str, Any]) -> list[CardMove]:
    kind = told["kind"]
    if kind == "laid":
        return [{"card": told["card"], "start": f"hand:{told['seat']}", "end": "pile"}]
    if kind in DRAWN:
        return [{"card": told.get("card", BACK), "start": "deck", "end": f"hand:{told['seat']}"}]
    if kind == "opened":
        return [{"card": told["card"], "start": "deck", "end": "pile"}]
    if kind == "returned":
        return [{"card": told["card"], "start": "pile", "end": "deck"}]
    return []
