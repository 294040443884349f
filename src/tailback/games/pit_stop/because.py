"""Why a robot made a move of Pit Stop, in one sentence of its own: only what everybody at the table could see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tailback.core.contract import View

Reason = tuple[str, dict[str, Any]]
Event = dict[str, Any]

# A hand this small is nearly done.
FEW = 2


def because(before: View, events: list[Event], seat: int) -> Reason:
    """The key of a sentence and its parameters. `before` is what a spectator saw just before the move."""
    for event in events:
        # A swap is told of the one who asked for it; it happened because the other allowed it.
        doer = event["target"] if event["kind"] == "swapped" else event.get("by", event.get("seat"))
        if doer == seat and event["kind"] in REASONS:
            return REASONS[event["kind"]](before, event, events, seat)
    return "moved", {"top": before["top"]}


def laid(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    card, left = event["card"], event["left"]
    told = {"card": card, "left": left, "top": before["top"]}
    if before["asked"] in ("garage", "open_garage"):
        return ("last_car" if left == 0 else "car"), {**told, "n": (before["garage"] or 0) + 1}
    if left == 0:
        return "last_card", told
    if before["asked"] == "drawn":
        return "drawn_played", told
    if card.endswith("-Fn"):
        return fined(before, told, events, seat)
    if card.endswith("-Sv"):
        return serviced(before, told, seat)
    if card in ("PS", "GA"):
        colour = named(events)
        if card == "GA":
            return "garage", {**told, "colour": colour}
        same = colour == before["colour"]
        return ("paint_same" if same else "paint"), {**told, "colour": colour, "old": before["colour"]}
    follower = after(before, seat)
    told = {**told, "colour": card[0], "old": before["colour"], "target": follower}
    if card[0] == before["colour"]:
        return "same_colour", told
    cards = before["seats"][follower]["cards"]
    return ("turned_from" if cards <= FEW else "same_number"), {**told, "cards": cards}


def fined(before: View, told: Event, events: list[Event], seat: int) -> Reason:
    """Whom a Fine hits is told only when the words about it are over."""
    target = next((event["seat"] for event in events if event["kind"] == "fined"), None)
    if target is None:
        return "fine", told
    told = {**told, "target": target, "cards": before["seats"][target]["cards"]}
    if told["cards"] <= FEW:
        return "fine_few", told
    if after(before, target) == seat:
        return "fine_again", told
    return ("fine_give" if told["left"] > 1 else "fine_at"), {**told, "n": 2 if told["left"] > 2 else 1}


def serviced(before: View, told: Event, seat: int) -> Reason:
    target = after(before, seat)
    told = {**told, "target": target, "cards": before["seats"][target]["cards"]}
    if after(before, target) == seat:
        return "service_again", told
    return ("service_few" if told["cards"] <= FEW else "service"), told


def countered(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    told = {"card": event["card"], "left": event["left"], "target": after(before, seat)}
    if event["left"] == 0:
        return "last_counter", told
    pending = before["pending"]
    if pending["kind"] == "fine":
        return "counter_fine", {**told, "n": pending["cards"]}
    stopped = before["house"].get("service_counter") == "cancel"
    return ("counter_stopped" if stopped else "counter_service"), told


def colour_named(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "first_colour", {"colour": event["colour"]}


def garage_done(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "garage_done", {"cars": event["cars"], "left": before["seats"][seat]["cards"]}


def missed(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "missed", {"top": before["top"]}


def accepted(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "accepted", {"n": event["n"], "givers": sorted({*before["pending"]["chain"]} - {seat})}


def drew(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "drew", {"top": before["top"], "colour": before["colour"], "cards": before["seats"][seat]["cards"] + 1}


def no_car(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "no_car", {}


def kept(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "kept", {"top": before["top"], "cards": before["seats"][seat]["cards"]}


def passed(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return ("passed_garage" if before["asked"] == "open_garage" else "passed"), {"top": before["top"]}


def beside(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    """A New Car or a Car Exchange laid only to be rid of it."""
    card = "NC" if event["kind"] == "new_car" else "CX"
    key = "last_card" if event["left"] == 0 else "beside"
    return key, {"card": card, "left": event["left"], "top": before["top"]}


def renew(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "renew", {"left": event["left"]}


def swap(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    cards = before["seats"][event["target"]]["cards"]
    key = "swap" if cards < event["left"] else "swap_even" if cards == event["left"] else "swap_more"
    return key, {"target": event["target"], "cards": cards, "left": event["left"]}


def swapped(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    """Told to the one who allowed it: `given` is the hand that came, `cards` the one that went."""
    told = {"target": event["seat"], "cards": event["given"], "left": event["cards"]}
    return ("allowed" if event["given"] <= event["cards"] else "allowed_more"), told


def no_swap(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    offered = before["seats"][event["trader"]]["cards"]
    return "no_swap", {"target": event["trader"], "cards": offered, "left": event["left"]}


def said(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "said", {"phrase": event["phrase"], "top": before["top"]}


def silent(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "silent", {"top": before["top"]}


def let_go(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    return "let_go", {"target": before["finisher"], "place": len(before["places"])}


def brought_back(before: View, event: Event, events: list[Event], seat: int) -> Reason:
    key = "last_back" if event["left"] == 0 else "brought_back"
    return key, {"target": event["seat"], "place": len(before["places"]), "left": event["left"]}


def named(events: list[Event]) -> str:
    return next(str(event["colour"]) for event in events if event["kind"] == "colour")


def after(view: View, seat: int) -> int:
    """The next player clockwise who is still in."""
    seats = view["seats"]
    other = (seat + 1) % len(seats)
    while seats[other]["place"] is not None and other != seat:
        other = (other + 1) % len(seats)
    return int(other)


REASONS: dict[str, Callable[[View, Event, list[Event], int], Reason]] = {
    "laid": laid,
    "countered": countered,
    "colour": colour_named,
    "garage_done": garage_done,
    "missed": missed,
    "accepted": accepted,
    "drew": drew,
    "no_car": no_car,
    "kept": kept,
    "passed": passed,
    "new_car": beside,
    "exchange": beside,
    "renew": renew,
    "swap": swap,
    "swapped": swapped,
    "no_swap": no_swap,
    "said": said,
    "silent": silent,
    "let_go": let_go,
    "brought_back": brought_back,
}
