"""Fields that a game of one's own gives its table: copied for clones, shown in views, stored, and read back.

What is not a card in a hidden zone is known to all. So a field may hold what everybody may see: numbers, texts, cards,
zones, and lists, tuples and dicts of these.
"""

from __future__ import annotations

from typing import Any

from tailback.kit.cards import GAP, Card
from tailback.kit.faults import Incomplete
from tailback.kit.zones import Thing


def copied(value: Any, things: list[Thing]) -> Any:
    """The same for a clone with these things: nothing that can change is shared."""
    if isinstance(value, Thing):
        return things[value.number]
    if isinstance(value, list):
        return [copied(item, things) for item in value]
    if isinstance(value, dict):
        return {key: copied(item, things) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple([copied(item, things) for item in value])
    return value


def has_thing(value: Any) -> bool:
    """Is there a zone in it, or another thing of the table?"""
    if isinstance(value, (list, tuple)):
        return any(has_thing(item) for item in value)
    if isinstance(value, dict):
        return any(has_thing(item) for item in value.values())
    return isinstance(value, Thing)


def flat(value: Any, name: str) -> Any:
    """As plain data."""
    if value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, Card):
        return {"card": value.name}
    if isinstance(value, Thing):
        return {"thing": value.name}
    if isinstance(value, list):
        return [flat(item, name) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [flat(item, name) for item in value]}
    if isinstance(value, dict):
        return {"dict": [[flat(key, name), flat(item, name)] for key, item in value.items()]}
    raise Incomplete(
        f"the field {name!r} holds {type(value).__name__}; a field can hold whole numbers, texts, cards and zones, "
        "and lists, tuples and dicts of these",
        field=name,
    )


def raised(value: Any, cards: dict[str, Card], things: dict[str, Thing]) -> Any:
    """What `flat` was given, with the things of this table."""
    if isinstance(value, list):
        return [raised(item, cards, things) for item in value]
    if not isinstance(value, dict):
        return value
    if "card" in value:
        name = value["card"]
        return cards[name] if name else GAP
    if "thing" in value:
        return things[value["thing"]]
    if "tuple" in value:
        return tuple([raised(item, cards, things) for item in value["tuple"]])
    return {raised(key, cards, things): raised(item, cards, things) for key, item in value["dict"]}
