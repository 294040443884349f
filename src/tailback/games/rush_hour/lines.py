"""The table of Rush Hour as lines of text."""

from __future__ import annotations

import re
from typing import Any

from tailback.core.contract import View
from tailback.games.rush_hour.foresee import SWEEPS
from tailback.texts import Texts
from tailback.texts.fact import Fact

# Events that a listener can do without.
SILENT = {"replaced", "dealt", "chosen", "revealed", "named"}
# For each kind of card: how its cards are written, and the clause that says what it does.
CARDS = {
    "car": ("[0-9]{1,2}", "RH-15"),
    "trailer": ("t[0-9]{1,2}", "RH-26"),
    "ambulance": ("A", "RH-34"),
    "police": ("P", "RH-40"),
    "tow": ("T", "RH-45"),
}


def table(view: View, texts: Texts) -> list[str]:
    """Results, players, open cards, then the lanes and what this seat holds: the last lines matter most."""
    lines = [texts.say("table.over" if view["over"] else "table.round", round=view["round"], rounds=view["last_round"])]
    if view["point_limit"] is not None and not view["over"]:
        lines.append(texts.say("table.limit", n=view["point_limit"]))
    lines += results(view, texts)
    lines += players(view, texts)
    lines += shown(view, texts)
    lines += [lane(row, spots, view["max_row"], texts) for row, spots in enumerate(view["rows"], 1)]
    if view.get("hand"):
        lines.append(texts.say("table.hand", cards=view["hand"]))
    if view.get("chosen") is not None:
        key = "table.chosen" if len(view["hand"]) > 1 else "table.last"
        lines.append(texts.say(key, card=view["chosen"]))
    return lines


def results(view: View, texts: Texts) -> list[str]:
    return [texts.say("table.line", round=number, points=line) for number, line in enumerate(view["rounds"], 1)]


def players(view: View, texts: Texts) -> list[str]:
    lines = []
    for seat, one in enumerate(view["seats"]):
        key = "table.seat_turn" if seat == view["turn"] else "table.seat_ready" if one["chosen"] else "table.seat"
        lines.append(texts.say(key, seat=seat, cards=one["cards"], score=one["score"]))
        if one["pile"]:
            lines.append(texts.say("table.pile", seat=seat, cards=one["pile"]))
    return lines


def shown(view: View, texts: Texts) -> list[str]:
    """The cards that still wait for a lane, or those of the turn before."""
    waiting = [one for one in view["revealed"] if not one["done"]]
    cards = [open_card(one, texts) for one in waiting or view["revealed"]]
    if not cards:
        return []
    return [texts.say("table.open" if waiting else "table.shown", cards=cards)]


def open_card(one: dict[str, Any], texts: Texts) -> str:
    card = texts.word(one["card"])
    if one["row"] is not None:
        return texts.say("table.named", card=card, seat=one["seat"], row=one["row"])
    return texts.say("table.card_of", card=card, seat=one["seat"])


def lane(row: int, spots: list[str], most: int | None, texts: Texts) -> str:
    words = [stack(spot.split("+"), texts) for spot in spots]
    if most is None:
        return texts.say("table.lane_free", row=row, spots=words, n=len(spots))
    return texts.say("table.lane", row=row, spots=words, n=len(spots), most=most)


def costs(hints: list[dict[str, Any]], view: View, texts: Texts) -> dict[int, str]:
    """By action: the lane that a choice sweeps up and its points; of a card in hand the least that it costs now."""
    found = {}
    for hint in hints:
        if hint["action"] is None:
            for fit in hint["fits"]:
                if fit["how"] in SWEEPS:
                    found[fit["action"]] = swept(view["rows"][fit["row"] - 1], fit["takes"], texts)
        elif hint["takes"] is not None:
            low = hint["fits"][0]["how"] == "take"
            found[hint["action"]] = texts.say("costs.low" if low else "costs.jam", points=hint["takes"])
    return found


def swept(spots: list[str], points: int, texts: Texts) -> str:
    cards = [stack(spot.split("+"), texts) for spot in spots if spot != "_"]
    return texts.say("costs.lane", cards=cards, points=points)


def stack(cards: list[str], texts: Texts) -> str:
    """From the bottom card up: a truck carries what lies on it, a car has it with it."""
    if len(cards) == 1:
        return texts.word(cards[0])
    key = "table.carrying" if cards[0] == "T" else "table.with"
    return texts.say(key, card=texts.word(cards[0]), load=stack(cards[1:], texts))


# By ear


def brief(view: View, texts: Texts) -> list[Fact]:
    """Where each lane ends and how full it is, and the cards that wait for a lane."""
    waiting = [one for one in view["revealed"] if not one["done"]]
    found = [lane_end(row, spots, view["max_row"], texts) for row, spots in enumerate(view["rows"], 1)]
    if waiting:
        cards = [open_card(one, texts) for one in waiting]
        found.append(Fact(("open", cards), texts.say("table.open", cards=cards)))
    return found


def lane_end(row: int, spots: list[str], most: int | None, texts: Texts) -> Fact:
    end = texts.word(spots[-1].split("+")[-1])
    if "_" in spots:
        end = texts.say("brief.gap", end=end)
    key = "brief.lane_free" if most is None else "brief.lane"
    return Fact(("lane", row, spots), texts.say(key, row=row, end=end, n=len(spots), most=most))


def standing(view: View, texts: Texts) -> list[str]:
    return results(view, texts) + players(view, texts)


def place(view: View, texts: Texts, asked: str) -> tuple[str, str] | None:
    """A lane by its number, after a word for it."""
    found = re.fullmatch(r"\D+ ([0-9]+)", asked.strip())
    row = int(found[1]) if found else 0
    if not 1 <= row <= len(view["rows"]):
        return None
    words = lane(row, view["rows"][row - 1], view["max_row"], texts)
    # Other things have a number behind their name, too.
    return (words, "RH-15") if words.lower().startswith(asked.strip().lower()) else None
