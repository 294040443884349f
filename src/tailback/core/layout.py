"""A table out of any view, for games that declare nothing: what its names and values look like is what they are.

Lists of cards become rows, those whose name says so piles; numbers become counters; what belongs to a seat lies there.
"""

from __future__ import annotations

from typing import Any

from tailback.core.contract import View
from tailback.core.spread import BACK, Card, Fact, Spread, Touch, Words, Zone

# Cards face down, of which a view only says how many there are; and cards that were put away.
PILES = ("deck", "stack", "pile", "stock", "draw", "discard", "discards", "gone", "box", "supply", "won", "taken")
SCORES = ("score", "points", "total")
# What a view says for the house, for the list of points or for robots, and no table shows.
UNSEEN = ("seat", "turn", "house", "options", "seats", "hand", "rounds", "hands", "over")
# So many cards lie side by side; more are a pile. Of a pile so many are told: below them nobody looks.
LONGEST_ROW = 12
SHOWN = 6
LONGEST_NAME = 40


def derived(view: View) -> Spread:
    seats: list[Any] = view["seats"] if isinstance(view.get("seats"), list) else []
    turn = view.get("turn")
    return {
        "zones": [*shared(view), *owned(seats), *hands(view, seats)],
        "turn": turn if isinstance(turn, int) else None,
        "facts": [facts(one) for one in seats],
        "notes": [
            words("zones.says", what=named(name), value=value)
            for name, value in view.items()
            if name not in UNSEEN and isinstance(value, str) and value
        ],
    }


def named(name: str) -> Words:
    """What a field is called; where the texts have no word for it, its own name must do."""
    return words(f"zones.{name}", name=human(name))


def words(key: str, **params: Any) -> Words:
    return {"key": key, "params": params}


def hand(seat: int, cards: list[str]) -> Zone:
    return {"id": f"hand:{seat}", "kind": "hand", "owner": seat, "cards": list(cards)}


def pile(name: str, cards: list[str], count: int, owner: int | None = None) -> Zone:
    """A pile of which the last cards are shown; for one that lies face down a single back will do."""
    label = words(f"zones.{name}")
    if owner is None:
        return {"id": name, "kind": "pile", "label": label, "cards": list(cards[-SHOWN:]), "count": count}
    found = pile(name, cards, count)
    return {**found, "id": f"{name}:{owner}", "owner": owner}


def face_down(name: str, count: int, owner: int | None = None) -> Zone:
    return pile(name, [BACK] if count > 0 else [], count, owner)


def row(name: str, cards: list[Card], owner: int | None = None) -> Zone:
    label = words(f"zones.{name}")
    if owner is None:
        return {"id": name, "kind": "row", "label": label, "cards": cards}
    return {"id": f"{name}:{owner}", "kind": "row", "owner": owner, "label": label, "cards": cards}


def shared(view: View) -> list[Zone]:
    """What lies in the middle."""
    numbered = any(isinstance(card, int) for card in view.get("hand", ()))
    found: list[Zone] = []
    for name, value in view.items():
        if name in UNSEEN or isinstance(value, bool):
            continue
        if isinstance(value, int):
            found.append(number(name, value, named(name)))
        elif isinstance(value, list):
            found += listed(name, value, named(name), numbered)
    return found


def number(name: str, count: int, label: Words) -> Zone:
    if name in PILES:
        return {"id": name, "kind": "pile", "label": label, "cards": [BACK] if count > 0 else [], "count": count}
    return {"id": name, "kind": "counter", "label": label, "count": count}


def listed(name: str, value: list[Any], label: Words, numbered: bool) -> list[Zone]:
    """A row, a pile, or several rows of cards; nothing where these are no cards."""
    if value and all(isinstance(row, list) for row in value):
        rows = [cards_in(row, numbered) for row in value]
        return [
            {"id": f"{name}:{k}", "kind": "row", "label": label, "cards": row}
            for k, row in enumerate(rows)
            if row is not None
        ]
    cards = cards_in(value, numbered)
    if cards is None:
        return []
    if name in PILES or len(cards) > LONGEST_ROW:
        shown: list[Card] = [card for card in cards if card]
        return [{"id": name, "kind": "pile", "label": label, "cards": shown[-SHOWN:], "count": len(shown)}]
    return [{"id": name, "kind": "row", "label": label, "cards": cards}]


def cards_in(value: list[Any], numbered: bool) -> list[Card] | None:
    """These values as cards; numbers are cards only in a game whose hands hold numbers."""
    fits = all(one is None or isinstance(one, str) or (numbered and isinstance(one, int)) for one in value)
    return [None if one is None else str(one) for one in value] if fits else None


def owned(seats: list[Any]) -> list[Zone]:
    """What lies before each player."""
    found: list[Zone] = []
    for seat, one in enumerate(seats):
        for name, value in one.items() if isinstance(one, dict) else ():
            cards = cards_in(value, False) if isinstance(value, list) else None
            if cards is None or (not cards and name not in PILES):
                continue
            kept: list[Card] = [card for card in cards if card]
            zone: Zone = {"id": f"{name}:{seat}", "kind": "row", "owner": seat, "label": named(name), "cards": cards}
            if name in PILES or len(cards) > LONGEST_ROW:
                zone = {**zone, "kind": "pile", "cards": kept[-SHOWN:], "count": len(kept)}
            found.append(zone)
    return found


def hands(view: View, seats: list[Any]) -> list[Zone]:
    """The own hand as it is, those of others by their backs; when all is over they may lie open."""
    found: list[Zone] = []
    shown = view.get("hands")
    for seat, one in enumerate(seats):
        held = held_by(one)
        if seat == view.get("seat") and "hand" in view:
            cards = [str(card) for card in view["hand"]]
        elif isinstance(shown, list) and len(shown) == len(seats) and len(shown[seat]) == held:
            cards = [str(card) for card in shown[seat]]
        elif held is not None:
            cards = [BACK] * held
        else:
            continue
        found.append(hand(seat, cards))
    return found


def held_by(one: Any) -> int | None:
    """How many cards a seat holds, where it says so."""
    if isinstance(one, dict):
        for name in ("cards", "hand"):
            if isinstance(one.get(name), int):
                return int(one[name])
    return None


def facts(one: Any) -> list[Fact]:
    found: list[Fact] = []
    held = held_by(one)
    if held is not None:
        found.append({"icon": "cards", "n": held})
    for name in SCORES:
        if isinstance(one, dict) and isinstance(one.get(name), int):
            return [*found, {"icon": "star", "n": int(one[name])}]
    return found


def tapped(params: dict[str, Any]) -> list[Touch]:
    """What one taps for an action with these parameters: a card of the own hand, then a player."""
    found: list[Touch] = []
    if "card" in params:
        found.append({"card": str(params["card"])})
    if isinstance(params.get("seat"), int):
        found.append({"seat": params["seat"]})
    return found


def human(name: str) -> str:
    """
    >>> human("cars_in_lane"), human("drawPile")
    ('Cars in lane', 'Draw pile')
    """
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).replace("_", " ")
    words = " ".join(spaced.split())[:LONGEST_NAME]
    return words[:1].upper() + words[1:]
