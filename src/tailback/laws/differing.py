"""Where two things that should be the same are not."""

from __future__ import annotations

from typing import Any


def first_path(one: Any, other: Any) -> str:
    """The way to the first difference between two pieces of plain data, with points between its steps.

    >>> first_path({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})
    'a.1.b'
    >>> first_path({"a": 1}, {"a": 1, "b": 2}), first_path([1], [1, 2]), first_path(3, 3)
    ('b', '1', '')
    """
    if type(one) is type(other) and isinstance(one, dict):
        for name in [*one, *(name for name in other if name not in one)]:
            if name not in one or name not in other:
                return str(name)
            if one[name] != other[name]:
                return joined(name, first_path(one[name], other[name]))
        # The same entries in another order.
        return next((str(a) for a, b in zip(one, other, strict=True) if a != b), "")
    if type(one) is type(other) and isinstance(one, (list, tuple)):
        for k in range(max(len(one), len(other))):
            if k >= len(one) or k >= len(other):
                return str(k)
            if one[k] != other[k]:
                return joined(k, first_path(one[k], other[k]))
    return ""


def joined(name: object, rest: str) -> str:
    return f"{name}.{rest}" if rest else str(name)


def fields(one: dict[str, Any], other: dict[str, Any], state: object) -> list[str]:
    """The names of the fields in which two positions differ, as the author of the state calls them."""
    found: list[str] = []
    for name in [*one, *(name for name in other if name not in one)]:
        mine, theirs = one.get(name), other.get(name)
        if mine == theirs and (name in one) == (name in other):
            continue
        if name == "fields" and isinstance(mine, dict) and isinstance(theirs, dict):
            found += fields(mine, theirs, state)
        elif name == "things" and isinstance(mine, list) and isinstance(theirs, list):
            found += named_things(mine, theirs, state)
        else:
            found.append(name)
    return found


def named_things(one: list[Any], other: list[Any], state: object) -> list[str]:
    things = getattr(state, "things", [])
    if len(one) != len(other) or len(things) < len(one):
        return ["things"]
    return [str(things[k].name) for k in range(len(one)) if one[k] != other[k]]
