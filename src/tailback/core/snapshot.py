"""A whole state as plain data and back: for comparing, storing a position and moving it between processes."""

from __future__ import annotations

from typing import Any

from tailback.core.contract import State
from tailback.core.deck import Deck
from tailback.core.game import Game
from tailback.core.rng import Rng

# Not part of the position: scratch, listeners, and what the game and its options say anyway.
LEFT_OUT = frozenset({"buf", "events", "options", "rules"})


def names(thing: object) -> list[str]:
    """The attributes of a state, compiled or not, in a stable order."""
    found: set[str] = set(getattr(thing, "__dict__", {}))
    for kind in type(thing).__mro__:
        found.update(getattr(kind, "__mypyc_attrs__", ()))
    return sorted(name for name in found if not name.startswith("__"))


def plain(value: Any) -> Any:
    if isinstance(value, Rng):
        return [value.a, value.b, value.c, value.n]
    if isinstance(value, Deck):
        return {"deck": list(value.cards[: value.n]), "fixed": value.fixed, "room": len(value.cards)}
    if isinstance(value, tuple):
        return {"tuple": [plain(item) for item in value]}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {"dict": [[plain(key), plain(item)] for key, item in sorted(value.items())]}
    if type(value).__name__.startswith("vec"):
        return list(value)
    return value


def dump(state: State) -> dict[str, Any]:
    """Every field of the position."""
    return {name: plain(getattr(state, name)) for name in names(state) if name not in LEFT_OUT}


def back(old: Any, value: Any) -> Any:
    """`value` in the type that `old` shows."""
    if isinstance(old, Rng):
        rng = Rng(0)
        rng.a, rng.b, rng.c, rng.n = value
        return rng
    if type(old).__name__.startswith("vec"):
        return type(old)(value)
    if isinstance(value, dict):
        if "deck" in value:
            deck = Deck(value["deck"], value["room"])
            deck.fixed = value["fixed"]
            return deck
        if "tuple" in value:
            return tuple(back(None, item) for item in value["tuple"])
        return {back(None, key): back(None, item) for key, item in value["dict"]}
    if isinstance(value, list):
        inner = old[0] if isinstance(old, list) and old else None
        return [back(inner, item) for item in value]
    return value


def load(game: Game, players: int, options: dict[str, Any], data: dict[str, Any]) -> State:
    """The state that `dump` described."""
    state = game.make(players, options)
    for name, value in data.items():
        setattr(state, name, back(getattr(state, name, None), value))
    return state
