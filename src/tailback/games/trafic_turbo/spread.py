"""Trafic Turbo as a track with pieces, and zones of cards: what the general table draws."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import Any

from tailback.core.contract import View
from tailback.core.layout import face_down, hand, pile, row, words
from tailback.core.spread import BACK, CardMove, Colour, Face, Piece, Sign, Spread, Touch, Words, Zone
from tailback.games.trafic_turbo.game import GAME
from tailback.games.trafic_turbo.material import (
    AHEAD_LEFT,
    AHEAD_RIGHT,
    CELLS,
    FACE_NAMES,
    FORWARD,
    LANES,
    LEFT,
    NODES,
    PLACE,
    PLAY,
    RIGHT,
    USE,
    WIDTH,
)

KINDS: dict[str, tuple[Colour, Sign]] = {
    "traffic": ("blue", "traffic"),
    "turbo": ("purple", "turbo"),
    "police": ("blue", "police"),
    "skid": ("orange", "arrow_back"),
    "mirror": ("grey", "mirror"),
    "warning": ("red", "warning"),
    "maneuver": ("green", "reverse"),
}
SKIDS: dict[str, Sign] = {"left": "arrow_left", "right": "arrow_right", "back": "arrow_back"}
# What a step leads towards: lanes to the right, columns ahead.
STEPS = {FORWARD: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0), AHEAD_LEFT: (-1, 1), AHEAD_RIGHT: (1, 1)}
# Events after which a car stands elsewhere.
DRIVEN = ("placed", "stepped", "glided", "fell_back", "pushed", "skidded")


def spread(view: View) -> Spread:
    seats = [cars_hand(view, one) for one in view["cars"]]
    discards: list[str] = view["discards"]
    zones: list[Zone] = [road(view), face_down("deck", view["pile"]), pile("discards", discards, len(discards))]
    if view["roll"] is not None:
        zones.append({"id": "die", "kind": "dice", "label": words("zones.die"), "values": [view["roll"]]})
    if "search" in view:
        zones.append(row("search", list(view["search"])))
    if "drawn" in view:
        zones.append(row("drawn", [view["drawn"]]))
    return {
        "zones": [*zones, *seats],
        "turn": view["turn"],
        "facts": [[{"icon": "flag", "n": one["to_go"]}] for one in view["cars"]],
        "notes": notes(view),
        "touches": touches_here(view),
    }


def cars_hand(view: View, car: dict[str, Any]) -> Zone:
    """The kept card."""
    seat = car["seat"]
    if seat == view["seat"] and "hand" in view:
        return hand(seat, view["hand"])
    if "hands" in view:
        return hand(seat, view["hands"][seat])
    return hand(seat, [view["known"].get(str(seat), BACK)] if car["holds"] else [])


def road(view: View) -> Zone:
    board = view["board"]
    marks: dict[str, str] = {str(lane * WIDTH + col): "star" for s in board["stations"] for lane, col in s["grey"]}
    marks |= {str(CELLS + k): "police" for k in range(len(board["stations"]))}
    if view["phase"] == "place":
        marks |= {str(lane * WIDTH + col): "start" for lane, col in board["arrows"]}
    return {
        "id": "road",
        "kind": "track",
        "label": words(f"words.{board['circuit']}"),
        "spaces": NODES,
        "loop": True,
        "points": points(board["circuit"]),
        "marks": marks,
        "pieces": pieces(view),
    }


@cache
def points(circuit: str) -> list[list[float] | None]:
    """The middle of every space; lanes lie beside the middle of the road. The stations follow the spaces."""
    data = GAME.boards()[circuit]
    found: list[list[float] | None] = [None] * NODES
    for lane in range(LANES):
        beside = (lane - (LANES - 1) / 2) * data["laneWidth"]
        for col, (x, y, heading, _) in enumerate(data["cells"]):
            turn = radians(heading)
            found[lane * WIDTH + col] = [round(x - sin(turn) * beside, 1), round(y + cos(turn) * beside, 1)]
    for k, station in enumerate(data["stations"]):
        found[CELLS + k] = [station["x"], station["y"]]
    return found


def pieces(view: View) -> list[Piece]:
    columns = view["board"]["columns"]
    found: list[Piece] = [
        {"id": f"car:{one['seat']}", "at": one["lane"] * WIDTH + one["col"], "seat": one["seat"], "sign": "racer"}
        for one in view["cars"]
        if one["lane"] is not None
    ]
    for one in view["vehicles"]:
        at = one["lane"] * WIDTH + one["col"]
        if one["len"] > 1:
            ahead = one["lane"] * WIDTH + (one["col"] + 1) % columns
            found.append({"id": one["id"], "at": at, "seat": None, "sign": "trailer"})
            found.append({"id": f"{one['id']}:cab", "at": ahead, "seat": None, "sign": "truck"})
        else:
            found.append({"id": one["id"], "at": at, "seat": None, "sign": one["kind"]})
    return [*found, {"id": "police", "at": node(view["police"]), "seat": None, "sign": "police"}]


def node(place: str) -> int:
    """A space or a station by its name.

    >>> node("1:4"), node("S2")
    (40, 109)
    """
    if place.startswith("S"):
        return int(CELLS) + int(place[1:]) - 1
    lane, _, col = place.partition(":")
    return int(lane) * int(WIDTH) + int(col)


def notes(view: View) -> list[Words]:
    found: list[Words] = []
    if view["turn"] is None:
        return found
    if view["left"] and view["mode"] == "turbo":
        found.append(words("table.turbo", seat=view["turn"], left=view["left"]))
    elif view["left"] and view["roll"] is not None:
        found.append(words("table.driving", seat=view["turn"], roll=view["roll"], left=view["left"]))
    if view["side"] is not None:
        found.append(words("table.side", side=view["side"]))
    if view["budget"]:
        found.append(words("table.budget", n=view["budget"]))
    return found


def touches_here(view: View) -> dict[str, list[Touch]]:
    """What hangs on where the car stands: the space a step leads to, the start arrows, the kept card."""
    seat = view["seat"]
    found: dict[str, list[Touch]] = {}
    if seat is None or seat != view["turn"]:
        return found
    if view["phase"] == "place":
        for k, (lane, col) in enumerate(view["board"]["arrows"]):
            found[str(PLACE + k)] = [{"zone": "road", "place": lane * WIDTH + col}]
    stands = view["ghost"] or view["cars"][seat]
    if view["phase"] == "step" and stands["lane"] is not None:
        for step, (right, ahead) in STEPS.items():
            lane, col = stands["lane"] + right, (stands["col"] + ahead) % view["board"]["columns"]
            if 0 <= lane < LANES:
                found[str(step)] = [{"zone": "road", "place": lane * WIDTH + col}]
    for card in view.get("hand", ()):
        found[str(USE)] = found[str(PLAY)] = [{"card": card}]
    return found


def faces() -> dict[str, Face]:
    found: dict[str, Face] = {}
    for token in FACE_NAMES:
        kind, _, more = token.partition(" ")
        colour, sign = KINDS[kind]
        face: Face = {"colour": colour, "sign": SKIDS.get(more, sign)}
        found[token] = {**face, "text": more, "word": f"words.{kind}"} if more.isdigit() else face
        if not more.isdigit():
            found[token]["word"] = f"words.{token}"
    return found


def touches(action: int) -> list[Touch]:
    key, params = GAME.describe(action)
    if key == "draw":
        return [{"zone": "deck"}]
    if key == "take":
        return [{"zone": "search", "card": params["card"]}]
    if key == "send_police":
        return [{"zone": "road", "place": node(params["to"])}]
    if key == "send_vehicle":
        return [{"zone": "road", "card": params["vehicle"]}, {"zone": "road", "place": node(params["space"])}]
    return []


def moves(told: dict[str, Any]) -> list[CardMove]:
    kind, seat = told["kind"], told.get("seat")
    if kind in ("vehicle_moved", "hit"):
        return [drove(told["vehicle"], told["space"])]
    if kind in DRIVEN:
        return [drove(f"car:{seat}", told["space"])]
    if kind in ("police_moved", "police_home"):
        return [drove("police", told["to"])]
    if kind == "drew":
        return [{"card": told["card"], "start": "deck", "end": "discards"}]
    if kind in ("drew_secret", "took_secret"):
        return [{"card": told.get("card", BACK), "start": "deck", "end": f"hand:{seat}"}]
    if kind in ("used", "threw_held"):
        return [{"card": told["card"], "start": f"hand:{seat}", "end": "discards"}]
    return []


def drove(piece: str, to: str) -> CardMove:
    return {"card": piece, "start": "road", "end": "road", "end_place": node(to)}
