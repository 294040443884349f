"""Why a robot moved as it did in Rush Hour: one sentence from what everybody can see."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View
from tailback.games.rush_hour.material import LETTERS, TOP, USUAL, deck_of

Reason = tuple[str, dict[str, Any]]
Event = dict[str, Any]
# What becomes of a card whose player chooses the lane.
CHOICES = ("named", "towed", "too_low", "front", "gap_filled", "hooked", "jam", "placed")


def because(before: View, events: list[Event], seat: int) -> Reason:
    """A lane that was asked for, or a card that has just been turned up; nothing is told of one that lies face down."""
    if before["turn"] == seat:
        return why_lane(before, events, seat)
    for event in events:
        if event["kind"] == "revealed" and seat in event["seats"]:
            return why_card(before, event["cards"][event["seats"].index(seat)])
    return "chosen", {}


# The card that was shown


def why_card(before: View, card: str) -> Reason:
    rows: list[list[str]] = before["rows"]
    roomy = [row for row in range(len(rows)) if free(before, row) != 0]
    if card in LETTERS:
        return (
            ("special_room", {"card": card, "room": len(roomy)})
            if roomy
            else whole("special_full", card, cheapest(before))
        )
    number = number_of(card)
    lower = [row for row in range(len(rows)) if 0 < end_of(rows[row]) < number]
    near = max(lower, key=lambda row: end_of(rows[row]), default=-1)
    open_rows = [row for row in range(len(rows)) if end_of(rows[row]) == 0]
    inviting = [row for row in open_rows if row in roomy]
    gaps = [row for row in range(len(rows)) if fits_gap(rows[row], number)]
    if card.startswith("t") and (near >= 0 or open_rows):
        return hook(card, rows, near if near >= 0 else open_rows[0])
    if near >= 0 and near in roomy:
        end = top_of(rows[near])
        if before["max_row"] is None:
            return "behind", {"card": card, "end": end}
        return "close", {"card": card, "end": end, "between": hidden_between(before, number_of(end), number)}
    if gaps:
        return "gap", {"card": card, "row": gaps[0] + 1}
    if inviting:
        return "open", {"card": card, "row": inviting[0] + 1, "end": top_of(rows[inviting[0]])}
    if near >= 0 and hidden_between(before, end_of(rows[near]), number) > 0:
        return "hoped", {"card": card, "row": near + 1, "end": top_of(rows[near])}
    if near >= 0 or open_rows:
        row = near if near >= 0 else open_rows[0]
        return whole("full", card, points(before, row), row=row + 1)
    return whole("low", card, cheapest(before)) if before["too_low_penalty"] else ("low_front", {"card": card})


# The lane that was chosen


def why_lane(before: View, events: list[Event], seat: int) -> Reason:
    rows: list[list[str]] = before["rows"]
    card = next(
        one["card"] for one in before["revealed"] if one["seat"] == seat and one["row"] is None and not one["done"]
    )
    first = next(k for k, event in enumerate(events) if event["kind"] in CHOICES and event["seat"] == seat)
    done = events[first]
    row = done["row"] - 1
    spare = free(before, row)
    swept = next((e for e in events[first:] if e["kind"] == "jam" and e["row"] == row + 1), None)
    if swept is not None and swept["seat"] != seat and spare == 1 and done["kind"] not in ("gap_filled", "hooked"):
        return whole("made", card, swept["points"], row=row + 1, other=swept["seat"])
    if done["kind"] == "towed":
        params = {"cards": done["cards"], "row": row + 1}
        mine = swept is not None and swept["seat"] == seat
        return (
            ("tow_swept", {**params, "points": swept["points"]}) if mine and swept is not None else ("tow_gap", params)
        )
    least = points(before, row) == cheapest(before)
    if done["kind"] == "too_low":
        return whole("low_cheapest" if least else "low_other", card, done["points"], row=row + 1)
    if spare == 0 and done["kind"] not in ("gap_filled", "hooked"):
        tight = least and all(free(before, other) == 0 for other in range(len(rows)))
        return whole("swept_cheapest" if tight else "swept", card, points(before, row), row=row + 1)
    if done["kind"] == "front":
        return "front", {"card": card, "row": row + 1}
    if done["kind"] == "gap_filled":
        return "gap_taken", {"card": card, "row": row + 1}
    if done["kind"] == "hooked":
        return "hook", {"card": card, "row": row + 1, "end": done["on"]}
    if spare == 1:
        return "fills", {"card": card, "row": row + 1}
    if done["kind"] == "named":
        return ("endless", {"card": card}) if spare is None else ("room", {"card": card, "row": row + 1})
    key = "followed" if end_of(rows[row]) == 0 else "nearest"
    return key, {"card": card, "row": row + 1, "end": top_of(rows[row])}


def whole(key: str, card: str, cost: int, **more: int) -> Reason:
    return key, {"card": card, "points": cost, **more}


def hook(card: str, rows: list[list[str]], row: int) -> Reason:
    return "hook", {"card": card, "row": row + 1, "end": top_of(rows[row])}


# Reading the road


def number_of(card: str) -> int:
    """0 for a card without a number."""
    return 0 if card in LETTERS else int(card.lstrip("t"))


def top_of(row: list[str]) -> str:
    return row[-1].split("+")[-1]


def end_of(row: list[str]) -> int:
    return number_of(top_of(row))


def cards_in(row: list[str]) -> list[str]:
    return [card for spot in row for card in spot.split("+") if card != "_"]


def points(view: View, row: int) -> int:
    trailer = {**USUAL, **view["house"]}["trailer_penalty"]
    return sum(1 if card.isdigit() else trailer if card[0] == "t" else 2 for card in cards_in(view["rows"][row]))


def cheapest(view: View) -> int:
    return min(points(view, row) for row in range(len(view["rows"])))


def free(view: View, row: int) -> int | None:
    """Spots left in a lane; None where none is ever full."""
    return None if view["max_row"] is None else int(view["max_row"]) - len(view["rows"][row])


def fits_gap(row: list[str], number: int) -> bool:
    for k, spot in enumerate(row):
        if spot == "_":
            ahead = [one for one in row[:k] if one != "_"]
            low = end_of(ahead) if ahead else 0
            stack = next(one for one in row[k:] if one != "_")
            high = next((number_of(card) for card in stack.split("+") if number_of(card)), TOP + 1)
            if low < number < high:
                return True
    return False


def hidden_between(view: View, low: int, high: int) -> int:
    """Numbers between these two that nobody has shown in this round."""
    shown = {number_of(card) for row in view["rows"] for card in cards_in(row)}
    shown |= {number_of(card) for one in view["seats"] for card in one["pile"]}
    deck = deck_of({**USUAL, **view["house"]})
    return sum(1 for card in deck if low < card < high and card <= TOP and card not in shown)
