"""A whole state as plain data and back: for comparing, storing a position and moving it between processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mypy_extensions import i64, u8

from tailback.core.deck import Deck
from tailback.core.rng import Rng, keyed_at, rng_at
from tailback.core.vecs import vec

# Not part of the position: scratch, listeners, and what the game and its options say anyway.
LEFT_OUT = frozenset({"buf", "events", "options", "rules"})
# By class: the attributes that every object of it has, if it is compiled.
compiled_names: dict[type, tuple[str, ...]] = {}


def names(thing: object) -> Sequence[str]:
    """The attributes of a state, compiled or not, in a stable order."""
    kind = type(thing)
    if kind not in compiled_names:
        found = {name for base in kind.__mro__ for name in getattr(base, "__mypyc_attrs__", ())}
        compiled_names[kind] = tuple(sorted(name for name in found if not name.startswith("__")))
    compiled = compiled_names[kind]
    own: dict[str, Any] = getattr(thing, "__dict__", {})
    return sorted({*compiled, *(name for name in own if not name.startswith("__"))}) if own else compiled


def plain(value: Any) -> Any:
    """JSON can hold it, and `back` can read it without knowing what it was."""
    if isinstance(value, (int, str)):
        return value
    if isinstance(value, Rng):
        if value.key:
            return {"key": value.key.hex(), "drawn": value.n}
        return {"rng": [value.a, value.b, value.c, value.n]}
    if isinstance(value, Deck):
        return {"deck": list(value.cards[: value.n]), "fixed": value.fixed, "room": len(value.cards)}
    if isinstance(value, tuple):
        return {"tuple": [plain(item) for item in value]}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {"dict": [[plain(key), plain(item)] for key, item in sorted(value.items())]}
    if type(value).__name__.startswith("vec"):
        return {"vec": list(value), "of": type(value).__name__}
    return value


def back(value: Any) -> Any:
    """What `plain` was given."""
    if isinstance(value, list):
        return [back(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "rng" in value:
        return rng_at(*value["rng"])
    if "key" in value:
        return keyed_at(bytes.fromhex(value["key"]), value["drawn"])
    if "deck" in value:
        deck = Deck(value["deck"], value["room"])
        deck.fixed = value["fixed"]
        return deck
    if "vec" in value:
        return vec[i64](value["vec"]) if value["of"] == "vec[i64]" else vec[u8](value["vec"])
    if "tuple" in value:
        return tuple(back(item) for item in value["tuple"])
    return {back(key): back(item) for key, item in value["dict"]}


def dump(state: object) -> dict[str, Any]:
    """Every field of the position; a state that packs itself up says it itself."""
    if hasattr(state, "pack"):
        packed: dict[str, Any] = state.pack()
        return packed
    return {name: plain(getattr(state, name)) for name in names(state) if name not in LEFT_OUT}


def revive(
    make: Callable[[int, dict[str, Any]], Any], players: int, options: dict[str, Any], data: dict[str, Any]
) -> Any:
    """The state that `dump` described; `make` is its class, or the `make` of its game."""
    state = make(players, options)
    if hasattr(state, "unpack"):
        state.unpack(data)
        return state
    for name, value in data.items():
        setattr(state, name, back(value))
    return state
