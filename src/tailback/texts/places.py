"""The places of a text: where parameters are filled in, and with which words.

    >>> [part if isinstance(part, str) else part.name for part in parse("{seat:name} draws {n}.")]
    ['seat', ' draws ', 'n', '.']

Branches are divided by "|" and may hold anything: commas, brackets in pairs, other places.

    >>> place = parse("{n:plural(nothing|one (1) card|{n} cards, all of them)}")[0]
    >>> place.form, len(place.branches), sorted(mentioned("{n:plural(|{seat:name} has it|)}"))
    ('plural', 3, ['n', 'seat'])
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

HEAD = re.compile(r"\{(\w+)(?::(\w+))?")


class Malformed(ValueError):
    """A place that cannot be read: a mistake in the catalogue."""


class Place(NamedTuple):
    name: str
    # How it is filled in; empty: as it is.
    form: str
    branches: tuple[tuple[str | Place, ...], ...]


Parts = tuple[str | Place, ...]


@functools.cache
def parse(text: str) -> Parts:
    """The plain words and the places of a text, one after the other."""
    parts, at = run(text, 0, "")
    assert at == len(text)
    return parts


def run(text: str, at: int, stops: str) -> tuple[Parts, int]:
    """Words and places from here to one of the signs that stop it, or to the end; and where that is."""
    parts: list[str | Place] = []
    words = ""
    depth = 0
    while at < len(text):
        sign = text[at]
        if sign in stops and not depth:
            break
        if sign == "{":
            if words:
                parts.append(words)
            words = ""
            place, at = read_place(text, at)
            parts.append(place)
            continue
        if sign == "}":
            raise Malformed(text)
        if stops:
            depth += (sign == "(") - (sign == ")")
        words += sign
        at += 1
    if words:
        parts.append(words)
    return tuple(parts), at


def read_place(text: str, at: int) -> tuple[Place, int]:
    head = HEAD.match(text, at)
    if head is None:
        raise Malformed(text)
    at = head.end()
    branches: list[Parts] = []
    if text[at : at + 1] == "(":
        while text[at : at + 1] in ("(", "|"):
            branch, at = run(text, at + 1, "|)")
            branches.append(branch)
        if text[at : at + 1] != ")":
            raise Malformed(text)
        at += 1
    if text[at : at + 1] != "}":
        raise Malformed(text)
    return Place(head[1], head[2] or "", tuple(branches)), at + 1


def places(parts: Parts) -> list[Place]:
    """Every place, those in branches as well."""
    found: list[Place] = []
    for part in parts:
        if isinstance(part, Place):
            found.append(part)
            for branch in part.branches:
                found += places(branch)
    return found


def mentioned(text: str) -> set[str]:
    """The parameters that a text needs."""
    return {place.name for place in places(parse(text))}
