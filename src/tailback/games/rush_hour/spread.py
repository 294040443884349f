"""Rush Hour as zones of cards: what the general table draws."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View
from tailback.core.layout import hand, pile, row, words
from tailback.core.spread import BACK, Card, CardMove, Colour, Face, Sign, Spread, Touch, Zone
from tailback.games.rush_hour.game import GAME
from tailback.games.rush_hour.material import PLAY, TOP

TENS: tuple[Colour, ...] = ("blue", "red", "green", "yellow", "purple")
SIGNS: dict[str, Sign] = {"A": "ambulance", "P": "police", "T": "tow"}
# Cards that leave the middle for a lane.
DRIVES = ("placed", "hooked", "gap_filled", "front", "begins")
CALLED = {"ambulance": "A", "police": "P"}


def spread(view: View) -> Spread:
    seats = view["seats"]
    open_cards: list[Card] = [one["card"] for one in view["revealed"] if not one["done"]]
    lanes: list[Zone] = [
        {"id": f"lane:{n}", "kind": "row", "label": words("zones.lane", n=n), "cards": [spot(one) for one in lane]}
        for n, lane in enumerate(view["rows"], 1)
    ]
    hands = [hand(seat, [BACK] * one["cards"]) for seat, one in enumerate(seats)]
    if "hand" in view:
        hands[view["seat"]] = hand(view["seat"], view["hand"])
    chosen = view.get("chosen")
    return {
        "zones": [
            row("open", open_cards),
            *lanes,
            *[pile("taken", one["pile"], len(one["pile"]), seat) for seat, one in enumerate(seats)],
            *hands,
        ],
        "turn": view["turn"],
        "facts": [
            [{"icon": "cards", "n": one["cards"]}, {"icon": "star", "n": one["score"] + one["points"]}] for one in seats
        ],
        "notes": [words("web.sealed")] if chosen else [],
        "touches": {str(PLAY + int(card[1:]) - 1): [{"card": card}] for card in view.get("hand", ()) if card[0] == "t"},
    }


def spot(text: str) -> Card:
    """What stands on a spot: nothing, a card, or several on one another."""
    cards = text.split("+")
    return None if text == "_" else cards if len(cards) > 1 else text


def faces() -> dict[str, Face]:
    found: dict[str, Face] = {card: {"sign": sign, "word": f"words.{card}"} for card, sign in SIGNS.items()}
    for n in range(1, TOP + 1):
        colour = TENS[(n - 1) // 10]
        found[str(n)] = {"colour": colour, "text": str(n), "sign": "car"}
        found[f"t{n}"] = {"colour": colour, "text": str(n), "sign": "trailer"}
    return found


def touches(action: int) -> list[Touch]:
    key, params = GAME.describe(action)
    if key == "play":
        return [{"card": params["card"]}]
    lane: Touch = {"zone": f"lane:{params['row']}"}
    return [{**lane, "place": params["spot"] - 1}] if key == "gap" else [lane]


def moves(told: dict[str, Any]) -> list[CardMove]:
    kind = told["kind"]
    if kind == "revealed":
        return [
            {"card": card, "start": f"hand:{seat}", "end": "open"}
            for seat, card in zip(told["seats"], told["cards"], strict=True)
        ]
    if kind == "gap_filled":
        lane = f"lane:{told['row']}"
        return [{"card": told["card"], "start": "open", "end": lane, "end_place": told["spot"] - 1}]
    if kind in DRIVES:
        return [{"card": told["card"], "start": "open", "end": f"lane:{told['row']}"}]
    if kind in CALLED:
        return [{"card": CALLED[kind], "start": "open", "end": f"lane:{told['row']}"} for _ in range(told["count"])]
    if kind in ("jam", "too_low"):
        return [{"card": c, "start": f"lane:{told['row']}", "end": f"taken:{told['seat']}"} for c in told["cards"]]
    return []
