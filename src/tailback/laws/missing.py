"""What a game can do without and may still want: words in other languages, an instinct for its robots, a lesson."""

from __future__ import annotations

from typing import Any

from tailback.core.game import Game
from tailback.kit.sketch import Sketch
from tailback.kit.words import unworded
from tailback.texts import LANGUAGES


def not_worded(game: Game) -> dict[str, list[str]]:
    """By language: the keys for which its author has no words yet, and others are said instead."""
    found: dict[str, list[str]] = {}
    for lang in LANGUAGES:
        if isinstance(game, Sketch):
            keys = unworded(game, lang, game.worded(lang))
        else:
            own = set(leaves(game.written(lang) or {}))
            keys = [key for key in leaves(game.written("en") or {}) if key not in own]
        if keys:
            found[lang] = keys
    return found


def leaves(texts: dict[str, Any], before: str = "") -> list[str]:
    found: list[str] = []
    for name, part in texts.items():
        if isinstance(part, dict) and "word" not in part:
            found += leaves(part, f"{before}{name}.")
        else:
            found.append(f"{before}{name}")
    return found


def optional(game: Game) -> list[str]:
    """What it does not have: keys of texts below `check.optional`."""
    found = []
    if not game.instincts:
        found.append("instinct")
    if game.file("lesson.json") is None:
        found.append("lesson")
    if game.part("because") is None:
        found.append("because")
    return found
