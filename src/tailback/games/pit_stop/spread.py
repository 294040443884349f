"""Pit Stop as zones of cards: what the general table draws."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View
from tailback.core.layout import face_down, hand, pile, row, words
from tailback.core.spread import BACK, CardMove, Colour, Face, Sign, Spread, Touch, Words, Zone
from tailback.games.pit_stop.game import GAME
from tailback.games.pit_stop.material import NAMES

COLOURS: dict[str, Colour] = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
SIGNS: dict[str, Sign] = {
    "Sv": "spanner",
    "Fn": "receipt",
    "PS": "colours",
    "GA": "garage",
    "CX": "swap",
    "NC": "new",
}
# The card behind an action that names none.
PLAYED = {
    "paint": "PS",
    "garage": "GA",
    "swap": "CX",
    "renew": "CX",
    "exchange": "CX",
    "counter_cx": "CX",
    "new_car": "NC",
    "return": "NC",
}
DRAWN = ("drew", "fine_deck", "renew_card", "silence_card", "return_card", "no_car")
IN_FRONT = {"new_car": "NC", "exchange": "CX", "renew": "CX", "swap": "CX", "no_swap": "CX"}


def spread(view: View) -> Spread:
    seats = view["seats"]
    fronts: list[Zone] = [row("front", list(one["front"]), seat) for seat, one in enumerate(seats) if one["front"]]
    return {
        "zones": [
            face_down("deck", view["deck"]),
            pile("pile", view["pile"], len(view["pile"])),
            *fronts,
            *[hand(seat, held(view, seat)) for seat in range(len(seats))],
        ],
        "turn": view["turn"],
        "facts": [[{"icon": "cards", "n": one["cards"]}, {"icon": "star", "n": one["score"]}] for one in seats],
        "notes": notes(view),
    }


def held(view: View, seat: int) -> list[str]:
    """The own cards, what is known of those of others, and backs."""
    cards: list[str]
    if seat == view["seat"] and "hand" in view:
        cards = view["hand"]
    elif "hands" in view:
        cards = view["hands"][seat]
    else:
        seen = view["known"][seat] if "known" in view else []
        cards = [*seen, *[BACK] * (view["seats"][seat]["cards"] - len(seen))]
    return cards


def notes(view: View) -> list[Words]:
    found: list[Words] = []
    pending, exchange = view["pending"], view["exchange"]
    if view["garage"] is not None and view["colour"] is not None:
        found.append(words("table.garage", colour=view["colour"], n=view["garage"]))
    elif view["top"] in SIGNS and view["colour"] is not None:
        found.append(words("table.colour", colour=view["colour"]))
    if pending is not None and pending["kind"] == "service":
        found.append(words("table.service", seat=pending["target"]))
    elif pending is not None:
        found.append(words("table.fine", n=pending["cards"], seat=pending["target"], chain=pending["chain"]))
    if exchange is not None:
        found.append(words("table.exchange", seat=exchange["seat"], target=exchange["target"]))
    if view["finisher"] is not None:
        found.append(words("table.window", seat=view["finisher"]))
    return found


def faces() -> dict[str, Face]:
    found: dict[str, Face] = {}
    for token in NAMES:
        kind = token if token in SIGNS else token[1:].removeprefix("-")
        face: Face = {"sign": SIGNS[kind], "word": f"words.{kind}"} if kind in SIGNS else {"text": kind}
        found[token] = {"colour": "grey" if token in SIGNS else COLOURS[token[0]], **face}
    return found


def touches(action: int) -> list[Touch]:
    key, params = GAME.describe(action)
    card = params.get("card") or PLAYED.get(key)
    if card is None:
        return [{"zone": "deck"}] if key == "draw" else []
    found: list[Touch] = [{"card": card}]
    return [*found, {"seat": params["seat"]}] if "seat" in params else found


def moves(told: dict[str, Any]) -> list[CardMove]:
    kind = told["kind"]
    if kind in ("laid", "countered"):
        return [{"card": told["card"], "start": f"hand:{told['seat']}", "end": "pile"}]
    if kind in DRAWN:
        return [{"card": told.get("card", BACK), "start": "deck", "end": f"hand:{told['seat']}"}]
    if kind == "fine_hand":
        return [{"card": told.get("card", BACK), "start": f"hand:{told['giver']}", "end": f"hand:{told['seat']}"}]
    if kind in IN_FRONT:
        return [{"card": IN_FRONT[kind], "start": f"hand:{told['seat']}", "end": f"front:{told['seat']}"}]
    if kind == "brought_back":
        return [{"card": "NC", "start": f"hand:{told['by']}", "end": f"front:{told['by']}"}]
    if kind == "opened":
        return [{"card": told["card"], "start": "deck", "end": "pile"}]
    if kind == "returned":
        return [{"card": told["card"], "start": "pile", "end": "deck"}]
    return []
