"""A game of one's own, read through before it is played: slips that would do nothing worse than be ignored.

A method that nobody calls, a zone that is not there, a text that nobody asks for: each is one wrong letter, and its
author would look for it a long time.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from typing import Any, Protocol, get_args

from tailback.brought import sources
from tailback.brought.errors import GameError
from tailback.brought.examine import arguments, is_theirs, public
from tailback.core.contract import State
from tailback.core.errors import BadOption
from tailback.core.options import Option
from tailback.core.spread import Colour, Sign
from tailback.kit.moves import Family
from tailback.kit.table import BASE, Table
from tailback.kit.words import Sketched, refusals_in, wanted_words
from tailback.kit.zones import Counter, Thing, Track
from tailback.texts import LANGUAGES

# What an author writes.
HOOKS = ("lay_out", "set_up", "refuses", "act", "answered", "notes", "box", "scores", "instinct")
# What every table has and an author may set, too.
OPEN = ("score", "rounds", "out", "turn", "direction", "asked", "actor", "ended", "lower_wins")
# Methods with which a table works inside: one of an author's under such a name would be taken for ours.
INNER = (
    "allowed",
    "check_box",
    "fields",
    "noted",
    "own_names",
    "points",
    "reason",
    "seal",
    "take_fields",
)
COLOURS, SIGNS = get_args(Colour), get_args(Sign)
# So alike two words are where one is meant to be the other.
ALIKE = 0.75


class Declared(Sketched, Protocol):
    """A game of one's own, as it was declared."""

    @property
    def home(self) -> str: ...
    @property
    def in_the_open(self) -> tuple[str, ...]: ...

    @property
    def lets_go(self) -> dict[str, str]: ...
    def layouts(self) -> Iterator[list[Thing]]: ...
    def worded(self, lang: str) -> dict[str, Any]: ...
    def clause_ids(self) -> list[str]: ...


def proofread(game: Declared) -> None:
    """Nothing, or GameError with the line."""
    methods(game)
    names(game)
    effects(game)
    houses(game)
    zones(game)
    questions(game)
    drawings(game)
    clauses(game)
    for lang in LANGUAGES:
        words(game, lang)


def mistake(game: Declared, spot: sources.Spot | None, key: str, **params: Any) -> GameError:
    """Where no line shows it, the one with `GAME` has to do."""
    file, line = spot or sources.declared(game.home)
    return GameError(key, file, line, **params)


def nearest(word: str, known: Iterable[str]) -> str:
    """The one that may have been meant; empty where none is like it.

    >>> nearest("setUp", ["set_up", "refuses"]), nearest("stop", ["refuses"])
    ('set_up', '')
    """
    plain = {other.replace("_", "").lower(): other for other in known}
    found = get_close_matches(word.replace("_", "").lower(), plain, 1, ALIKE)
    return plain[found[0]] if found else ""


# The class


def methods(game: Declared) -> None:
    """Those that are called take what they are given; and one that nobody calls is not another one misspelt."""
    table = game.table
    arguments(table, Table, [*HOOKS, *public(State)])
    init = sources.method(game.home, table.__name__, "__init__")
    if init is not None and not calls_ours(table):
        raise mistake(game, init, "game_spelling", name="__init__", near="set_up")
    unwritten = [name for name in HOOKS if not is_theirs(getattr(table, name, None))]
    mentioned = {node.attr for node in nodes(game) if isinstance(node, ast.Attribute)}
    for owner, method in written(game):
        spot = sources.method(game.home, owner.name, method.name)
        if method.name in INNER:
            raise mistake(game, spot, "game_name", name=method.name)
        meant = nearest(method.name, unwritten)
        if meant and method.name not in mentioned and not hasattr(Table, method.name):
            raise mistake(game, spot, "game_spelling", name=method.name, near=meant)


def calls_ours(table: type) -> bool:
    """Does what an author wrote as `__init__` go on with ours, without which there is no table?"""
    code = getattr(vars(table).get("__init__"), "__code__", None)
    return code is None or "super" in code.co_names or "__init__" in code.co_names


def names(game: Declared) -> None:
    """What every table has keeps its meaning: `self.dice = self.dice()` would leave no way to make dice."""
    for _, method in written(game):
        for node in ast.walk(method):
            name = sources.sets_field(node)
            if name and name not in OPEN and (name in BASE or callable(getattr(Table, name, None))):
                raise mistake(game, sources.field(game.home, name), "game_name", name=name)


def effects(game: Declared) -> None:
    """`self.finish` without brackets does nothing, and a move is never a text."""
    for owner, method in written(game):
        move = method.args.args[-1].arg if method.name in ("refuses", "act") else ""
        for node in ast.walk(method):
            meant = called(game.table, node) or compared(node, move)
            if meant and isinstance(node, sources.LINED):
                file = sources.method(game.home, owner.name, method.name) or sources.declared(game.home)
                raise mistake(game, (file[0], node.lineno), "game_idle", name=ast.unparse(node), near=meant)


def called(table: type, node: ast.AST) -> str:
    """The call that a line of a bare method of the table is meant to be."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Attribute):
        return ""
    of_table = isinstance(node.value.value, ast.Name) and node.value.value.id == "self"
    return f"self.{node.value.attr}()" if of_table and callable(getattr(table, node.value.attr, None)) else ""


def compared(node: ast.AST, move: str) -> str:
    """The comparison that one of the move itself with a text is meant to be."""
    if not isinstance(node, ast.Compare) or not isinstance(node.left, ast.Name) or node.left.id != move:
        return ""
    texts = all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in node.comparators)
    return ast.unparse(node).replace(move, f"{move}.name", 1) if texts else ""


def written(game: Declared) -> Iterator[tuple[ast.ClassDef, ast.FunctionDef]]:
    """The methods of the table's own classes."""
    own = {kind.__name__ for kind in game.table.__mro__ if is_theirs(kind)}
    for owner in nodes(game):
        if isinstance(owner, ast.ClassDef) and owner.name in own:
            yield from ((owner, method) for method in owner.body if isinstance(method, ast.FunctionDef))


def nodes(game: Declared) -> Iterator[ast.AST]:
    for file in sources.files(game.home):
        yield from ast.walk(sources.parsed(file))


# What is declared


def houses(game: Declared) -> None:
    """Options begin with a value that they can have, and presets name options."""
    known = {option.name: option for option in game.options}
    for option in game.options:
        value_of(game, option, option.default)
    for preset, bundle in game.presets.items():
        for name, value in bundle.items():
            if name not in known:
                spot = sources.entry(game.home, preset, name)
                raise mistake(game, spot, "game_option", preset=preset, option=name, options=listed(known))
            value_of(game, known[name], value)


def value_of(game: Declared, option: Option, value: Any) -> None:
    try:
        option.check(value)
    except BadOption:
        spot = sources.text(game.home, option.name)
        raise mistake(
            game, spot, "game_value", option=option.name, value=repr(value), allowed=option.allowed()
        ) from None


def zones(game: Declared) -> None:
    """Where a move is made, something lies: at least with some house rules and some number of players."""
    wanted = {zone: family for family in game.plan.families for zone in family.zones}
    there: dict[str, None] = {}
    for things in game.layouts():
        # Of zones that each seat has the own one may be meant.
        there |= dict.fromkeys(name for thing in things for name in (thing.name.partition(":")[0], thing.name))
        if wanted.keys() <= there.keys():
            return
    for zone, family in wanted.items():
        if zone not in there:
            shown = listed(name for name in there if ":" not in name)
            raise mistake(game, move_spot(game, family, zone), "game_zone", move=family.name, zone=zone, zones=shown)


def move_spot(game: Declared, family: Family, zone: str) -> sources.Spot | None:
    """Where this zone is named in the declaration of these moves."""
    for file in sources.files(game.home):
        for call in ast.walk(sources.parsed(file)):
            if isinstance(call, ast.Call) and any(sources.is_text(given, family.name) for given in call.args):
                for inner in ast.walk(call):
                    if isinstance(inner, ast.Constant) and inner.value == zone:
                        return str(file), inner.lineno
    return sources.text(game.home, zone)


def questions(game: Declared) -> None:
    for question in (*game.in_the_open, *game.lets_go):
        if question not in game.plan.answers:
            spot = sources.text(game.home, question)
            known = listed(game.plan.answers)
            raise mistake(game, spot, "game_question", question=question, questions=known)


def drawings(game: Declared) -> None:
    """Colours and signs are those that a table can draw."""
    for card in game.plan.kinds:
        if card.colour and card.colour not in COLOURS:
            spot = sources.text(game.home, card.colour)
            raise mistake(game, spot, "game_colour", colour=card.colour, colours=listed(COLOURS))
    shown = {card.sign for card in game.plan.kinds}
    for thing in next(game.layouts(), []):
        if isinstance(thing, Counter):
            shown.add(thing.sign)
        elif isinstance(thing, Track):
            shown.update(thing.marks.values())
    for sign in sorted(shown - {"", *SIGNS}):
        raise mistake(game, sources.text(game.home, sign), "game_sign", sign=sign, signs=listed(SIGNS))


def listed(known: Iterable[str]) -> list[str]:
    return list(known) or ["-"]


# Words


def clauses(game: Declared) -> None:
    """A refusal names a rule that can be looked up, where the rules are written down."""
    if not any("rules" in game.worded(lang) for lang in LANGUAGES):
        return
    known = game.clause_ids()
    for said in refusals_in(game.table):
        if said["clause"] and said["clause"] not in known:
            raise mistake(game, sources.text(game.home, said[0]), "game_rule", rule=said["clause"], rules=listed(known))


def words(game: Declared, lang: str) -> None:
    """Words that nobody asks for, where those of a very similar name are missing."""
    given = game.worded(lang)
    wanted = wanted_words(game, lang)
    misspelt(game, lang, "", given, [*wanted, "name", "pitch", "rules", "words"], ())
    for section, (needed, known) in wanted.items():
        part = given.get(section, {})
        if not isinstance(part, dict):
            file, line = sources.words(game.home, lang, "", section)
            raise GameError("game_wrong", file, line, what=section, wanted="dict", got=repr(part)[:80])
        misspelt(game, lang, section, part, needed, known)


def misspelt(
    game: Declared, lang: str, section: str, given: dict[str, Any], needed: Collection[str], known: Collection[str]
) -> None:
    missing = [key for key in needed if key not in given]
    for key in given:
        meant = nearest(key, missing) if key not in needed and key not in known else ""
        if meant:
            file, line = sources.words(game.home, lang, section, key)
            raise GameError("game_spelling", file, line, name=key, near=meant)
