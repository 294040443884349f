"""TypeScript types of views, events, decisions and actions, from the shapes of each game."""

from __future__ import annotations

import inspect
import json
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from tailback import games
from tailback.core.game import Game
from tailback.core.spread import CardMove, Face, Spread
from tailback.server.reference.typescript import comment
from tailback.server.truth import shapes as table_shapes
from tailback.texts import catalogue

HEAD = (
    "// Views, events, decisions and actions of the games, as a seat gets them. Written by `make docs`; do not edit.\n"
)
PLAIN = {NoneType: "null", bool: "boolean", int: "number", float: "number", str: "string", Any: "unknown"}
MAPS = {
    "Views": "The view of each game.",
    "Events": "The events of each game, without those of the table.",
    "Decisions": "The kinds of decision of each game.",
    "GameHints": "What `hints` brings in each game.",
    "Actions": "Key and parameters of the actions of each game; `/api/games/{game}/actions` lists them.",
}


def types() -> str:
    """One module with the types of all games; their names begin with the game's."""
    parts = [HEAD]
    for name in games.ours():
        parts += of_game(games.load(name), games.load(name).part("shapes"))
    parts += events("Table", table_shapes.EVENTS, catalogue("en", "app")["events"], "What happens at the table itself.")
    for shape in (*nested(Spread), CardMove, Face):
        parts.append(interface(shape.__name__, fields(shape, ""), own_words(shape)))
    for plural, what in MAPS.items():
        lines = [f"  {name}: {camel(name)}{plural.removesuffix('s').removeprefix('Game')};" for name in games.ours()]
        parts.append(comment(what, "") + "\n".join([f"export interface {plural} {{", *lines, "}", ""]))
    return "\n".join(parts)


def camel(name: str) -> str:
    """
    >>> camel("some_game")
    'SomeGame'
    """
    return "".join(word.capitalize() for word in name.split("_"))


def of_game(game: Game, module: ModuleType) -> list[str]:
    prefix = camel(game.id)
    # The first sentence says which file it is.
    told = " ".join((module.__doc__ or "").split()).partition(". ")[2]
    parts = [f"export type {prefix}Decision = {written(module.Decision, prefix)};\n"]
    for shape in nested(module.View):
        what = told if shape is module.View else own_words(shape)
        parts.append(interface(prefix + shape.__name__, fields(shape, prefix), what))
    if hasattr(module, "Hint"):
        parts += [
            interface(prefix + shape.__name__, fields(shape, prefix), own_words(shape)) for shape in nested(module.Hint)
        ]
    else:
        parts.append(comment("`legal` says it all.", "") + f"export type {prefix}Hint = never;\n")
    parts += events(prefix, module.EVENTS, game.texts("en")["events"])
    return [*parts, union(f"{prefix}Action", actions(game))]


def own_words(shape: type) -> str:
    """Its own docstring; a TypedDict without one has that of `dict`."""
    return inspect.cleandoc(shape.__doc__ or "") if shape.__doc__ != dict.__doc__ else ""


def events(prefix: str, kinds: dict[str, type], words: dict[str, str], what: str = "") -> list[str]:
    """An interface per kind, with the words it is told in, and their union."""
    found = []
    for kind, shape in kinds.items():
        lines = [f'  kind: "{kind}";', *fields(shape, prefix)]
        found.append(interface(f"{prefix}{camel(kind.removeprefix('table_'))}Event", lines, words[kind]))
    names = [f"{prefix}{camel(kind.removeprefix('table_'))}Event" for kind in kinds]
    return [*found, comment(what, "") + union(f"{prefix}Event", names)]


def actions(game: Game) -> list[str]:
    """Every key with the types of its parameters."""
    found: dict[str, str] = {}
    for action in range(game.actions):
        key, params = game.describe(action)
        inner = "; ".join(f"{name}: {PLAIN[type(value)]}" for name, value in params.items())
        found[key] = f'{{ key: "{key}"; params: {f"{{ {inner} }}" if inner else "Record<string, never>"} }}'
    return list(found.values())


def interface(name: str, lines: list[str], what: str) -> str:
    return comment(what, "") + "\n".join([f"export interface {name} {{", *lines, "}", ""])


def union(name: str, kinds: list[str]) -> str:
    return "\n".join([f"export type {name} =", *[f"  | {kind}" for kind in kinds]]) + ";\n"


def fields(shape: type, prefix: str) -> list[str]:
    lines = []
    for name, hint in get_type_hints(shape, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        inner = get_args(hint)[0] if optional else hint
        what = inner.__metadata__[0] if get_origin(inner) is Annotated else ""
        lines.append(comment(what, "  ") + f"  {name}{'?' if optional else ''}: {written(inner, prefix)};")
    return lines


def nested(shape: type) -> list[type]:
    """This shape and those it mentions, the mentioned ones first."""
    found: list[type] = []

    def look(hint: Any) -> None:
        if is_typeddict(hint):
            for inner in get_type_hints(hint, include_extras=True).values():
                look(inner)
            if hint not in found:
                found.append(hint)
        elif get_origin(hint) is not Literal:
            for inner in get_args(hint):
                look(inner)

    look(shape)
    return found


def written(hint: Any, prefix: str) -> str:
    """A type as TypeScript writes it.

    >>> written(list[int | None], ""), written(tuple[int, str], "")
    ('(number | null)[]', '[number, string]')
    """
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Annotated, NotRequired):
        return written(inner[0], prefix)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in inner)
    if origin in (Union, UnionType):
        return " | ".join(written(kind, prefix) for kind in inner)
    if origin is list:
        item = written(inner[0], prefix)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(written(kind, prefix) for kind in inner)}]"
    if origin is dict:
        return f"Record<string, {written(inner[1], prefix)}>"
    return prefix + hint.__name__ if is_typeddict(hint) else PLAIN[hint]
