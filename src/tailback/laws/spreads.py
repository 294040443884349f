"""Is a table that anybody can draw in order? `core/spread.py` says what there is in one."""

from __future__ import annotations

import json
from typing import Any, get_args

from tailback.core import spread as shapes
from tailback.core.contract import State
from tailback.core.game import Game
from tailback.laws.broken import broken
from tailback.laws.each import Seat, plain_bytes, say
from tailback.texts import Texts

KINDS = get_args(shapes.Kind)
COLOURS = get_args(shapes.Colour)
# What each kind of zone must say.
NEEDED = {
    "pile": ("cards",),
    "row": ("cards",),
    "grid": ("cards", "columns"),
    "hand": ("cards",),
    "track": ("spaces", "pieces"),
    "dice": ("values",),
    "counter": ("count",),
}


def faces_of(game: Game) -> dict[str, Any] | None:
    faces: Any = getattr(game, "faces", None)
    return faces() if faces is not None else None


def table_can_be_drawn(game: Game, state: State, seat: Seat, texts: Texts) -> None:
    """Where a game lays its views out for anybody to draw: all that is drawn is there, and has words."""
    spread: Any = getattr(game, "spread", None)
    found: Any = spread(json.loads(json.dumps(state.view(seat)))) if spread is not None else None
    if not found:
        return
    plain_bytes(found)
    seen: set[str] = set()
    for zone in found["zones"]:
        name = zone["id"]
        if name in seen:
            raise broken("drawn.twice", zone=name)
        seen.add(name)
        if zone["kind"] not in KINDS or any(part not in zone for part in NEEDED[zone["kind"]]):
            raise broken("drawn.zone", zone=name, kind=str(zone["kind"]))
        for place in zone.get("cards", []):
            for card in place if isinstance(place, list) else [place]:
                if card is not None and not isinstance(card, str):
                    raise broken("drawn.card", zone=name, card=str(card))
        if zone["kind"] == "track" and any(not -1 <= piece["at"] < zone["spaces"] for piece in zone["pieces"]):
            raise broken("drawn.piece", zone=name)
        if "label" in zone:
            words(texts, zone["label"])
    if len(found["facts"]) != int(state.players):
        raise broken("drawn.facts", n=len(found["facts"]))
    for note in found["notes"]:
        words(texts, note)


def words(texts: Texts, said: shapes.Words) -> str:
    """A text, or the name that was given along; one of its parameters may be words, too."""
    params = {name: words(texts, inner) if is_words(inner) else inner for name, inner in said["params"].items()}
    return say(texts, said["key"], params) if texts.has(said["key"]) or "name" not in params else str(params["name"])


def is_words(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"key", "params"}


def faces_are_in_order(game: Game, texts: Texts) -> None:
    """Every card has a face that can be drawn, and what a move touches is something to tap."""
    for name, face in (faces_of(game) or {}).items():
        if not face or face.get("colour", COLOURS[0]) not in COLOURS:
            raise broken("drawn.face", card=name)
        if "word" in face:
            word(texts, face["word"])
    touches: Any = getattr(game, "touches", None)
    for action in range(game.actions) if touches is not None else ():
        for touch in touches(action) or ():
            if not set(touch) <= {"zone", "card", "place", "seat"} or not touch:
                raise broken("drawn.touch", move=game.notation(action))


def word(texts: Texts, key: str) -> None:
    """A word may be a text, or the forms that a language has of it."""
    if not texts.has(key):
        raise broken("words.missing", lang=texts.lang, text=key)
