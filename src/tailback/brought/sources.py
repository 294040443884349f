"""The source of a game, read for where a mistake stands that no running line shows."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from tailback import brought

Spot = tuple[str, int]
# What has a line of its own.
LINED = (ast.stmt, ast.expr)
GIVEN = re.compile(r"GAME\b.*=")


def place_of(home: str) -> Path:
    """The file or folder of a game, from a path or from an installed package."""
    place = brought.place_of(home) or Path(getattr(sys.modules.get(home), "__file__", "") or home)
    return place.parent if place.name == "__init__.py" else place


def files(home: str) -> list[Path]:
    """Its Python files: those at the top of its folder and those it imported. More may lie below, a `.venv` perhaps."""
    place = place_of(home)
    if not place.is_dir():
        return [place]
    read = [Path(getattr(module, "__file__", "") or "") for module in brought.loaded(home).values()]
    return sorted({*place.glob("*.py"), *(file for file in read if file.suffix == ".py")})


def declared(home: str) -> Spot:
    """The line with its `GAME`; 0 where it is not to be seen."""
    for file in files(home):
        line = line_with(file, GIVEN)
        if line:
            return str(file), line
    return str(place_of(home)), 0


def text_of(file: str | Path) -> str:
    """Nothing, where it is not at hand."""
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def lines_of(file: str | Path) -> list[str]:
    return text_of(file).splitlines()


def line_with(file: Path, words: re.Pattern[str]) -> int:
    return next((number for number, line in enumerate(lines_of(file), 1) if words.match(line)), 0)


def parsed(file: str | Path) -> ast.Module:
    """Nothing, where it cannot be read."""
    try:
        return tree(text_of(file))
    except (ValueError, SyntaxError):
        return ast.Module([], [])


@lru_cache(maxsize=16)
def tree(text: str) -> ast.Module:
    """A source is read for one thing after the other; known by its words, for it may change within a second."""
    return ast.parse(text)


def first(home: str, fits: Callable[[ast.AST], bool]) -> Spot | None:
    """The first line of a game's files in which something like this stands."""
    for file in files(home):
        lines = [node.lineno for node in ast.walk(parsed(file)) if isinstance(node, LINED) and fits(node)]
        if lines:
            return str(file), min(lines)
    return None


def text(home: str, words: str) -> Spot | None:
    """Where this very text stands."""
    return first(home, lambda node: is_text(node, words))


def method(home: str, owner: str, name: str) -> Spot | None:
    """Where this method of this class was written."""
    for file in files(home):
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.ClassDef) and node.name == owner:
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef) and inner.name == name:
                        return str(file), inner.lineno
    return None


def field(home: str, name: str) -> Spot | None:
    """Where `self.<name>` first gets a value."""
    return first(home, lambda node: sets_field(node) == name)


def sets_field(node: ast.AST) -> str:
    """The field of `self` that is given a value here; empty for anything else."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
        return ""
    return node.attr if isinstance(node.value, ast.Name) and node.value.id == "self" else ""


def words(home: str, lang: str, section: str, key: str) -> Spot:
    """Where a text of a game stands, in its folder `texts` or in its own file; an empty section: among its parts."""
    there = place_of(home) / "texts" / f"{lang}.json"
    if there.is_file():
        return str(there), line_with(there, re.compile(rf'\s*"{re.escape(key)}"'))
    return entry(home, section or lang, key) or (str(place_of(home)), 0)


def entry(home: str, section: str, key: str) -> Spot | None:
    """Where a dict has this key, inside the part of another that is called so."""
    for file in files(home):
        for node in ast.walk(parsed(file)):
            for name, part in pairs(node):
                for inner, _ in pairs(part) if is_text(name, section) else ():
                    if is_text(inner, key):
                        return str(file), inner.lineno
    return None


def pairs(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    if not isinstance(node, ast.Dict):
        return []
    return [(key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None]


def is_text(node: ast.AST, words: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == words
