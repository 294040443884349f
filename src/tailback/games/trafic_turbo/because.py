"""Why a robot moved as it did in Trafic Turbo: one sentence about that very move, from what everybody saw."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View

# So far ahead a piece is in somebody's way.
NEAR = 6
Told = tuple[str, dict[str, Any]]


def because(before: View, events: list[dict[str, Any]], seat: int) -> Told:
    """What was decided is in the view before; of the events only those of this move count."""
    done: dict[str, dict[str, Any]] = {}
    for event in events:
        if event["kind"] in ("rolled", "skipped"):  # the next turn
            break
        done.setdefault(event["kind"], event)
    phase = before["phase"]
    if phase == "place":
        return placed(before, done["placed"])
    if phase == "use_card":
        return used(before, done, seat)
    if phase == "step":
        return stepped(before, done, seat)
    if phase == "traffic":
        return moved(before, done["vehicle_moved"], seat)
    if phase == "police":
        return policed(before, events, done, seat)
    if phase == "mirror":
        return took(done)
    return carded(before, done, seat)


# The road in a view


def pieces(view: View) -> set[tuple[int, int]]:
    """Where vehicles and the Police stand."""
    columns = view["board"]["columns"]
    found = {(one["lane"], (one["col"] + k) % columns) for one in view["vehicles"] for k in range(one["len"])}
    if ":" in view["police"]:
        found.add(at(view["police"]))
    return found


def at(space: str) -> tuple[int, int]:
    lane, _, col = space.partition(":")
    return int(lane), int(col)


def free_ahead(view: View, lane: int, col: int) -> int:
    """Spaces without a vehicle or the Police straight ahead, at most `NEAR`."""
    taken, columns = pieces(view), view["board"]["columns"]
    free = 0
    while free < NEAR and (lane, (col + free + 1) % columns) not in taken:
        free += 1
    return free


def car_of(view: View, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = view["cars"][seat]
    return found


def standing(view: View, seat: int) -> tuple[int, int]:
    """Where the car is, or its ghost."""
    where = view["ghost"] or car_of(view, seat)
    return where["lane"], where["col"]


def leader(view: View) -> int | None:
    """Whoever is ahead of everybody else on the road; None if nobody is alone in front."""
    ranked = sorted(view["cars"], key=lambda car: -car["p"] if car["place"] is None else 999)
    if len(ranked) > 1 and ranked[1]["place"] is None and ranked[0]["p"] == ranked[1]["p"]:
        return None
    found: int = ranked[0]["seat"]
    return found


def behind(view: View, space: tuple[int, int]) -> tuple[int, int] | None:
    """The nearest car in this lane that has the space before it: seat and how many spaces ahead the space is."""
    columns = view["board"]["columns"]
    gaps = [
        ((space[1] - car["col"]) % columns, car["seat"])
        for car in view["cars"]
        if car["lane"] == space[0] and 0 < (space[1] - car["col"]) % columns <= NEAR
    ]
    return (min(gaps)[1], min(gaps)[0]) if gaps else None


# Decisions


def placed(before: View, event: dict[str, Any]) -> Told:
    taken = {(car["lane"], car["col"]) for car in before["cars"]}
    free = [arrow for arrow in before["board"]["arrows"] if (arrow[0], arrow[1]) not in taken]
    col = at(event["space"])[1]
    back = before["board"]["columns"] - col
    front = all(arrow[1] <= col for arrow in free)
    return "placed_front" if front else "placed", {"arrow": event["arrow"], "n": back}


def used(before: View, done: dict[str, dict[str, Any]], seat: int) -> Told:
    if "used" not in done:
        return "not_used", {"roll": before["roll"]}
    free = free_ahead(before, *standing(before, seat))
    if free < before["roll"]:
        return "used_past", {"card": done["used"]["card"], "roll": before["roll"], "n": free}
    return "used", {"card": done["used"]["card"], "roll": before["roll"]}


def stepped(before: View, done: dict[str, dict[str, Any]], seat: int) -> Told:
    if "crossed" in done:
        mine = done["crossed"]["seat"] == seat
        return ("crossed", {"place": done["crossed"]["place"]}) if mine else ("pushed_home", done["crossed"])
    if "hit" in done:
        return "hit", {"vehicle": done["hit"]["vehicle"], "n": done["hit"]["n"]}
    for kind in ("hit_police", "blocked"):
        if kind in done:
            return kind, {"space": done[kind]["space"]}
    if "pushed" in done:
        return "pushed", {"seat": done["pushed"]["seat"], "space": done["pushed"]["space"]}
    if "grey_fine" in done:
        return "grey_fine", {"space": done["grey_fine"]["space"]}
    if "glided" in done:
        return "glided", {"space": done["glided"]["space"]}
    step = done["stepped"]
    lane, col = standing(before, seat)
    free = free_ahead(before, lane, col)
    if step["step"] == "F":
        return "ahead", {"n": max(1, free), "space": step["space"]}
    there = free_ahead(before, *at(step["space"]))
    left = step["step"] in "LQ"
    if there > free:
        return "freer", {"left": left, "n": there, "free": free}
    end = [lane, (col + before["left"]) % before["board"]["columns"]]
    if free >= before["left"] and any(end in station["grey"] for station in before["board"]["stations"]):
        return "off_grey", {"left": left, "space": f"{end[0]}:{end[1]}"}
    return "aside", {"left": left, "space": step["space"]}


def carded(before: View, done: dict[str, dict[str, Any]], seat: int) -> Told:
    """Draw or play, keep or play."""
    held = car_of(before, seat)["holds"]
    if "played" in done:
        return "played", {"card": done["played"]["card"], "n": free_ahead(before, *standing(before, seat))}
    if "threw_held" in done:
        return "threw_held", {"card": done["threw_held"]["card"]}
    if "threw_drawn" in done:
        return "threw_drawn", {"card": done["threw_drawn"]["card"]}
    if "kept" in done:
        return "kept", {"to_go": car_of(before, seat)["to_go"]}
    if "drew" in done and held:
        return "drew_open", {"card": done["drew"]["card"]}
    return "drew", {"to_go": car_of(before, seat)["to_go"]}


def moved(before: View, event: dict[str, Any], seat: int) -> Told:
    was = next(one for one in before["vehicles"] if one["id"] == event["vehicle"])
    there = behind(before, at(event["space"]))
    here = behind(before, (was["lane"], was["col"]))
    if there is not None and there[0] != seat:
        key = "jam_leader" if there[0] == leader(before) else "jam"
        return key, {"vehicle": event["vehicle"], "seat": there[0], "n": there[1]}
    if here is not None and here[0] == seat and there is None:
        return "cleared", {"vehicle": event["vehicle"], "n": here[1]}
    if there is None:
        return "nobody", {"vehicle": event["vehicle"], "n": event["n"]}
    return "moved", {"vehicle": event["vehicle"], "space": event["space"], "n": event["n"]}


def policed(before: View, events: list[dict[str, Any]], done: dict[str, dict[str, Any]], seat: int) -> Told:
    caught = [event["seat"] for event in events if event["kind"] == "police_fine"]
    if seat in caught:
        return "fined_self", {"to": done["police_moved"]["to"]}
    if caught:
        ahead = leader(before)
        if ahead is not None and ahead in caught:
            return "fined_leader", {"seat": ahead, "to_go": car_of(before, ahead)["to_go"]}
        return "fined", {"seats": caught}
    if "police_waits" in done:
        ahead_of = behind(before, at(done["police_waits"]["to"]))
        if ahead_of is not None and ahead_of[0] != seat:
            return "police_ahead", {"seat": ahead_of[0], "n": ahead_of[1]}
        return "police_waits", {"to": done["police_waits"]["to"]}
    if "police_parked" in done:
        return "police_parked", {"to": done["police_parked"]["to"]}
    return "police_stayed", {"to": before["police"]}


def took(done: dict[str, dict[str, Any]]) -> Told:
    if "took_open" in done:
        card = done["took_open"]["card"]
        kind = card.split()[0]
        return ("took_" + kind if kind in ("police", "traffic") else "took"), {"card": card}
    return ("took_secret" if "took_secret" in done else "took_nothing"), {}
