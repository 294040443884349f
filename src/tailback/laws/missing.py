"""What a game can do without and may still want: words in other languages, an instinct for its robots, a lesson."""

from __future__ import annotations

import ast
from typing import Any

from tailback.brought import sources
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


def unread(game: Game) -> list[str]:
    """Options of a game of one's own that change nothing, for its source asks for their value nowhere."""
    if not isinstance(game, Sketch):
        return []
    nodes = [node for file in sources.files(game.home) for node in ast.walk(sources.parsed(file))]
    asked = [key for node in nodes if (key := option_asked(node))]
    if len(asked) < sum(is_options(node) for node in nodes):
        # Somewhere the key is not a plain text: it may be any of them.
        return []
    return [option.name for option in game.options if option.name not in asked]


def option_asked(node: ast.AST) -> str:
    """The option in `options["held"]`, or in `options.get("held")`; empty for anything else."""
    key: ast.AST | None = None
    if isinstance(node, ast.Subscript) and is_options(node.value):
        key = node.slice
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_options(node.func.value):
        key = node.args[0] if node.args else None
    return str(key.value) if isinstance(key, ast.Constant) else ""


def is_options(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "options"


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
