"""Traffic-Memory as a grid of cards: what the general table draws."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View
from tailback.core.layout import pile, words
from tailback.core.spread import BACK, CardMove, Colour, Face, Spread, Touch
from tailback.games.traffic_memory.game import GAME
from tailback.games.traffic_memory.material import NUMBERS

TENS: tuple[Colour, ...] = ("blue", "red", "green", "yellow", "purple")


def spread(view: View) -> Spread:
    seats = view["seats"]
    table = list(view["table"])
    # When all is over, what nobody found is turned up.
    for place, card in view.get("rest", {}).items():
        table[int(place) - 1] = card
    return {
        "zones": [
            {"id": "lot", "kind": "grid", "label": words("web.lot"), "columns": view["columns"], "cards": table},
            *[pile("won", one["pile"], len(one["pile"]), seat) for seat, one in enumerate(seats)],
        ],
        "turn": view["turn"],
        "facts": [[{"icon": "star", "n": one["score"]}] for one in seats],
        "notes": [],
    }


def faces() -> dict[str, Face]:
    found: dict[str, Face] = {
        "A": {"sign": "ambulance", "word": "words.A"},
        "P": {"sign": "police", "word": "words.P"},
    }
    for n in range(1, NUMBERS + 1):
        found[str(n)] = {"colour": TENS[(n - 1) // 10], "text": str(n), "sign": "car"}
    return found


def touches(action: int) -> list[Touch]:
    params = GAME.describe(action)[1]
    return [{"zone": "lot", "place": params["place"] - 1}] if "place" in params else []


def moves(told: dict[str, Any]) -> list[CardMove]:
    kind = told["kind"]
    if kind == "opened":
        return [turned(told["card"], told["place"])]
    if kind == "turned_back":
        return [turned(BACK, place) for place in told["spots"]]
    if kind == "taken":
        return [
            {"card": card, "start": "lot", "end": f"won:{told['seat']}", "start_place": place - 1}
            for card, place in zip(told["cards"], told["spots"], strict=True)
        ]
    return []


def turned(card: str, place: int) -> CardMove:
    return {"card": card, "start": "lot", "end": "lot", "start_place": place - 1, "end_place": place - 1}
