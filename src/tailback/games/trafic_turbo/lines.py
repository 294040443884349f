"""The table of Trafic Turbo as lines of text: who is where, and what lies ahead."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from tailback.core.contract import View
from tailback.texts import Texts
from tailback.texts.fact import Fact

LOOK_AHEAD = 6
# Events that a listener can do without.
SILENT = {"opening_roll", "police_waits", "police_parked"}
# For each kind of card: how its cards are written, and the clause that says what it does.
CARDS = {
    "turbo": ("turbo( [0-9])?", "TT-63"),
    "traffic": ("traffic( [0-9])?", "TT-39"),
    "police": ("police [0-9]", "TT-49"),
    "skid": ("skid( (left|right|back))?", "TT-44"),
    "mirror": ("mirror", "TT-58"),
    "warning": ("warning", "TT-47"),
    "maneuver": ("maneuver", "TT-61"),
}
SPACE = re.compile(r"(?:.* )?([0-9]+):([0-9]+)")


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


def occupied(view: View, texts: Texts) -> dict[tuple[int, int], str]:
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
    here, lane_now = position(view)
    lines = []
    if view["ghost"] is not None:
        lines.append(texts.say("table.ghost", seat=seat, space=space(lane_now, here)))
    for lane, beside, ahead in lanes_ahead(view, texts):
        words = ahead if lane == lane_now else [texts.say("table.beside", what=beside), *ahead]
        lines.append(texts.say("table.ahead", seat=seat, lane=f"lane {lane}", spaces=words))
    return lines


def position(view: View) -> tuple[int, int]:
    """Column and lane of the car on turn, or of its ghost."""
    one = view["ghost"] if view["ghost"] is not None else view["cars"][view["turn"]]
    return one["col"], one["lane"]


def greys(view: View) -> set[tuple[int, int]]:
    return {(lane, col) for station in view["board"]["stations"] for lane, col in station["grey"]}


def lanes_ahead(view: View, texts: Texts) -> list[tuple[int, str, list[str]]]:
    """Each lane with what stands beside the car on turn and on the next spaces."""
    grey, pieces, columns = greys(view), occupied(view, texts), view["board"]["columns"]
    here, _ = position(view)
    found = []
    for lane in range(view["board"]["lanes"]):
        cells = [(lane, (here + k) % columns) for k in range(LOOK_AHEAD + 1)]
        words = [pieces.get(cell, texts.word("grey" if cell in grey else "free")) for cell in cells]
        found.append((lane, words[0], words[1:]))
    return found


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


# By ear


def brief(view: View, texts: Texts) -> list[Fact]:
    """What is needed for the question at hand; the road ahead once in a turn, unless something else moves on it."""
    if view["turn"] is None:
        return []
    found = []
    if view["phase"] == "place":
        found.append(Fact(("arrows", str(view["cars"])), arrows(view, texts)))
    turbo = any(card.startswith("turbo") for card in view.get("hand", ()))
    if view["phase"] in ("use_card", "step") or (view["phase"] == "draw_or_play" and turbo):
        found.append(Fact(others_on_the_road(view), road_in_short(view, texts)))
    if view["phase"] == "step" and view["left"] not in (view["roll"], 0):
        found.append(Fact(("left", view["round"], view["left"]), texts.say("brief.left", n=view["left"])))
    if view["phase"] == "traffic":
        all_of_them = [vehicle(view, texts, one) for one in view["vehicles"]]
        found.append(Fact(("vehicles", all_of_them), texts.say("table.vehicles", vehicles=all_of_them)))
        found.append(Fact(("budget", view["budget"]), texts.say("table.budget", n=view["budget"])))
    if view["phase"] == "police":
        found.append(Fact(("police", view["police"]), texts.say("table.police", to=view["police"])))
        found += [Fact(("car", str(one)), car(view, texts, one)) for one in view["cars"]]
    if "search" in view:
        counts = [texts.say("table.count", n=n, card=card) for card, n in view["search"].items()]
        found.append(Fact(("search", counts), texts.say("table.search", cards=counts or [texts.say("nothing")])))
    return found


def others_on_the_road(view: View) -> tuple[Any, ...]:
    cars = [(one["lane"], one["col"]) for one in view["cars"] if one["seat"] != view["turn"]]
    vehicles = [(one["lane"], one["col"]) for one in view["vehicles"]]
    return ("road", view["round"], view["turn"], cars, vehicles, view["police"])


def road_in_short(view: View, texts: Texts) -> str:
    """The lanes ahead with equal spaces counted: `left lane: 2 free, Ben, 3 grey`."""
    _, lane_now = position(view)
    words = []
    for lane, beside, ahead in lanes_ahead(view, texts):
        runs = [(what, len(list(same))) for what, same in groupby(ahead)]
        spaces = [what if n == 1 else f"{n} {what}" for what, n in runs]
        if lane != lane_now and beside != texts.word("free"):
            spaces.insert(0, texts.say("table.beside", what=beside))
        words.append(texts.say("brief.ahead", lane=f"lane {lane}", spaces=spaces))
    return " ".join(word[:1].upper() + word[1:] for word in words)


def standing(view: View, texts: Texts) -> list[str]:
    return [car(view, texts, one) for one in view["cars"]]


def place(view: View, texts: Texts, asked: str) -> tuple[str, str] | None:
    """A space such as `1:4`, or a vehicle such as `T1`, with the rule about driving there."""
    for one in view["vehicles"]:
        if one["id"].lower() == asked.strip().lower():
            return vehicle(view, texts, one), "TT-28"
    found = SPACE.fullmatch(asked.strip())
    cell = (int(found[1][:4]), int(found[2][:4])) if found else (-1, -1)
    if not (0 <= cell[0] < view["board"]["lanes"] and 0 <= cell[1] < view["board"]["columns"]):
        return None
    here = occupied(view, texts).get(cell, "")
    words = [texts.word("grey")] if cell in greys(view) else []
    words += [here] if here else [] if words else [texts.word("free")]
    seats = [texts.name(one["seat"]) for one in view["cars"]]
    clause = "TT-26" if here in seats else "TA-20" if here == texts.word("police") else "TT-28" if here else "TT-32"
    return f"{space(*cell)}: {', '.join(words)}", clause if here or cell in greys(view) else ""
