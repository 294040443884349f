"""The table of Trafic Turbo as lines of text: who is where, and what lies ahead."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View
from tailback.texts import Texts

LOOK_AHEAD = 6


def table(view: View, texts: Texts) -> list[str]:
    """Cars, pieces, cards, then the road ahead and the own card: the last lines matter most."""
    over = view["turn"] is None
    board = view["board"]
    key = "table.over" if over else "table.round"
    lines = [texts.say(key, circuit=board["circuit"], round=view["round"], rounds=view["last_round"])]
    if not over:
        lines.append(texts.say("table.spaces"))
    lines += [car(view, texts, one) for one in view["cars"]]
    if over:
        for seat, kept in enumerate(view["hands"]):
            if kept:
                lines.append(texts.say("table.held", seat=seat, cards=kept))
        return lines
    if view["phase"] == "place":
        lines.append(arrows(view, texts))
        lines.append(texts.say("table.grey", spaces=[space(*cell) for s in board["stations"] for cell in s["grey"]]))
    lines.append(texts.say("table.vehicles", vehicles=[vehicle(view, texts, one) for one in view["vehicles"]]))
    lines.append(texts.say("table.police", to=view["police"]))
    lines.append(texts.say("table.pile", n=view["pile"], used=len(view["discards"])))
    lines += road_ahead(view, texts)
    lines += driving(view, texts)
    lines += cards(view, texts)
    return lines


def space(lane: int, col: int) -> str:
    return f"{lane}:{col}"


def car(view: View, texts: Texts, one: dict[str, Any]) -> str:
    """One line per player: where, how far to go, and what else is true of the car."""
    seat = one["seat"]
    if one["place"] is not None:
        parts = [texts.say("table.car_home", seat=seat, place=one["place"])]
    elif one["lane"] is None:
        parts = [texts.say("table.car_waiting", seat=seat)]
    else:
        at = space(one["lane"], one["col"])
        lane = f"lane {one['lane']}"
        parts = [texts.say("table.car", seat=seat, lane=lane, space=at, to_go=one["to_go"])]
        if [one["lane"], one["col"]] in [cell for s in view["board"]["stations"] for cell in s["grey"]]:
            parts.append(texts.say("table.on_grey"))
    if view["options"]["points"]:
        parts.append(texts.say("table.score", n=one["score"]))
    if one["fines"] or one["hits"]:
        parts.append(texts.say("table.counts", fines=one["fines"], hits=one["hits"]))
    if one["skips"]:
        parts.append(texts.say("table.skips", n=one["skips"]))
    if str(seat) in view["known"]:
        parts.append(texts.say("table.holds_known", card=view["known"][str(seat)]))
    elif one["holds"]:
        parts.append(texts.say("table.holds"))
    if seat == view["turn"]:
        parts.append(texts.say("table.on_turn"))
    return ", ".join(parts) + "."


def arrows(view: View, texts: Texts) -> str:
    taken = {(one["lane"], one["col"]) for one in view["cars"]}
    free = []
    for number, (lane, col) in enumerate(view["board"]["arrows"], 1):
        if (lane, col) not in taken:
            back = view["board"]["columns"] - col
            free.append(texts.say("table.arrow", arrow=number, space=space(lane, col), back=back))
    return texts.say("table.arrows", arrows=free)


def vehicle(view: View, texts: Texts, one: dict[str, Any]) -> str:
    at = space(one["lane"], one["col"])
    if one["len"] == 1:
        return texts.say("table.vehicle", vehicle=one["id"], kind=one["kind"], space=at)
    front = space(one["lane"], (one["col"] + 1) % view["board"]["columns"])
    return texts.say("table.truck", vehicle=one["id"], kind=one["kind"], space=at, front=front)


def standing(view: View, texts: Texts) -> dict[tuple[int, int], str]:
    """What stands where, in words."""
    columns = view["board"]["columns"]
    found = {}
    for one in view["cars"]:
        if one["lane"] is not None:
            found[one["lane"], one["col"]] = texts.name(one["seat"])
    for one in view["vehicles"]:
        for k in range(one["len"]):
            found[one["lane"], (one["col"] + k) % columns] = one["id"]
    if ":" in view["police"]:
        lane, _, col = view["police"].partition(":")
        found[int(lane), int(col)] = texts.word("police")
    return found


def road_ahead(view: View, texts: Texts) -> list[str]:
    """The next spaces in each lane, seen from the car on turn; the first word is what stands beside it."""
    seat = view["turn"]
    one = view["cars"][seat]
    if one["lane"] is None or view["phase"] == "place":
        return []
    columns = view["board"]["columns"]
    grey = {(lane, col) for s in view["board"]["stations"] for lane, col in s["grey"]}
    pieces = standing(view, texts)
    here, lane_now = one["col"], one["lane"]
    lines = []
    if view["ghost"] is not None:
        here, lane_now = view["ghost"]["col"], view["ghost"]["lane"]
        lines.append(texts.say("table.ghost", seat=seat, space=space(lane_now, here)))
    for lane in range(view["board"]["lanes"]):
        words = []
        for k in range(LOOK_AHEAD + 1):
            cell = (lane, (here + k) % columns)
            what = pieces.get(cell, texts.word("grey" if cell in grey else "free"))
            if k == 0 and lane != lane_now:
                words.append(texts.say("table.beside", what=what))
            elif k > 0:
                words.append(what)
        lines.append(texts.say("table.ahead", seat=seat, lane=f"lane {lane}", spaces=words))
    return lines


def driving(view: View, texts: Texts) -> list[str]:
    seat = view["turn"]
    lines = []
    if view["mode"] == "turbo":
        lines.append(texts.say("table.turbo", seat=seat, left=view["left"]))
    elif view["roll"] is not None and view["phase"] in ("step", "use_card"):
        left = view["left"] if view["phase"] == "step" else view["roll"]
        lines.append(texts.say("table.driving", seat=seat, roll=view["roll"], left=left))
    if view["phase"] == "step" and view["side"] is not None:
        lines.append(texts.say("table.side", side=view["side"]))
    if view["stopped"]:
        lines.append(texts.say("table.stopped", seat=seat))
    if view["budget"]:
        lines.append(texts.say("table.budget", n=view["budget"]))
    if view["moved"]:
        lines.append(texts.say("table.moved", vehicles=view["moved"]))
    return lines


def costs(hints: list[dict[str, Any]], view: View, texts: Texts) -> dict[int, str]:
    """By action: what a step or a move of the Police brings besides."""
    found = {}
    for hint in hints:
        if hint["kind"] == "step":
            words = [cost(tag, tuple(hint["toward"]), view, texts) for tag in hint["tags"]]
        elif hint["kind"] == "police" and hint["fines"]:
            words = [texts.say("costs.fines", seats=hint["fines"])]
        else:
            words = []
        if words:
            found[hint["actions"][0]] = ", ".join(words)
    return found


def cost(tag: str, toward: tuple[int, ...], view: View, texts: Texts) -> str:
    """With the name of what is hit, where it stands on the space that the step leads to."""
    if tag == "bump":
        for one in view["vehicles"]:
            covers = [(one["lane"], (one["col"] + k) % view["board"]["columns"]) for k in range(one["len"])]
            if toward in covers:
                return texts.say("costs.bump_into", vehicle=one["id"])
    if tag == "push":
        for one in view["cars"]:
            if toward == (one["lane"], one["col"]):
                return texts.say("costs.push_whom", seat=one["seat"])
    return texts.say("costs.grey" if tag == "fine" else f"costs.{tag}")


def cards(view: View, texts: Texts) -> list[str]:
    lines = []
    if "search" in view:
        counts = [texts.say("table.count", n=n, card=card) for card, n in view["search"].items()]
        lines.append(texts.say("table.search", cards=counts or [texts.say("nothing")]))
    if view.get("hand"):
        lines.append(texts.say("table.hand", cards=view["hand"]))
    if "drawn" in view:
        lines.append(texts.say("table.drawn", card=view["drawn"]))
    return lines
