"""The words of a game of one's own: its author's first, then those every such game has, then what its names say.

A sketch plays without a single text. What its author did not word yet is taken from the names in the source:
`could_play` is said as "could play".
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from tailback import brought
from tailback.brought import sources
from tailback.core.options import Option
from tailback.kit.moves import Family, Plan
from tailback.texts import DIGITS, catalogue

# How an author writes why a move is refused: a clause and a key, or the key alone.
REFUSAL = re.compile(r"(?:(?P<clause>[A-Z][\w.]*-\w+) )?(?P<key>[a-z][a-z0-9_]*)")

# A word in one of its forms, inside a text.
FORM = re.compile(r"\{(\w+):(\w+)\}")
# How clauses are noted beside lines.
NOTED = re.compile(r"#.*?\b([A-Z][\w.]*-\w+)")


class Sketched(Protocol):
    """A game of one's own, as far as words go."""

    @property
    def id(self) -> str: ...
    @property
    def table(self) -> type: ...
    @property
    def plan(self) -> Plan: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def presets(self) -> dict[str, dict[str, Any]]: ...


def complete(lang: str, game: Sketched, given: dict[str, Any]) -> dict[str, Any]:
    """Every text that a screen may ask for."""
    common = catalogue(lang, "kit")
    events, refusals = said_in(game.table)
    named = {
        "name": human(game.id),
        "options": {option.name: {"label": human(option.name), "help": "", "values": {}} for option in game.options},
        "presets": {name: human(name) for name in game.presets},
        "decisions": dict.fromkeys(game.plan.answers, common["decisions"]["turn"]),
        "actions": {family.name: action_words(family) for family in game.plan.families},
        "events": {
            kind: f"{{seat:name}}: {human(kind).lower()}" if told.seat else human(kind) + "."
            for kind, told in events.items()
        },
        "refusals": {key: human(key) + "." for key in refusals},
        "words": {key: human(key).lower() for key in named_cards(game)},
        "notes": notes_in(game.table),
        "zones": {thing: human(thing) for thing in things_in(game.table)},
        "rules": [{"title": human(game.id), "clauses": {f"{initials(game.id)}-1": about(game.table)}}],
        "web": {
            "prompts": given.get("decisions", {}),
            "doing": dict.fromkeys(game.plan.answers, common["doing"]),
            "events": {},
            "cards": {},
            "result": common["lowest" if game.plan.lower_wins else "result"],
        },
        "because": {},
        "matters": {kind: human(kind) for kind in events},
        "lesson": {},
        "table": {},
    }
    shared = {key: part for key, part in common.items() if key != "doing"}
    return merged(merged(named, shared), fitting(given, set(catalogue(lang, "app")["grammar"]["forms"])))


def fitting(part: Any, forms: set[str]) -> Any:
    """Words that were borrowed from English: a form of a word that this language does not have is the plain word."""
    if isinstance(part, dict):
        return {key: fitting(value, forms) for key, value in part.items()}
    if isinstance(part, list):
        return [fitting(value, forms) for value in part]
    if not isinstance(part, str):
        return part
    known = forms | {"name", "each", *DIGITS}
    return FORM.sub(lambda found: found[0] if found[2] in known else f"{{{found[1]}:word}}", part)


class Wanted(NamedTuple):
    """The keys of a section for which an author should have words, and others that mean something, too."""

    needed: list[str]
    known: list[str]


def wanted_words(game: Sketched, lang: str) -> dict[str, Wanted]:
    common = catalogue(lang, "kit")
    events, refusals = said_in(game.table)
    told = [kind for kind in sorted(events) if kind not in common["events"]]
    return {
        "actions": Wanted([family.name for family in game.plan.families], []),
        "events": Wanted(told, [*common["events"], *(f"{kind}_seen" for kind in told)]),
        "refusals": Wanted(sorted(refusals), list(common["refusals"])),
        "decisions": Wanted(list(game.plan.answers), []),
        "options": Wanted([option.name for option in game.options], []),
        "presets": Wanted(list(game.presets), []),
        "zones": Wanted(sorted(things_in(game.table)), list(common["zones"])),
        "notes": Wanted(sorted(notes_in(game.table)), []),
    }


def unworded(game: Sketched, lang: str, given: dict[str, Any]) -> list[str]:
    """The keys for which an author has no words yet, and names are said instead where these do not do."""
    wanted = wanted_words(game, lang)
    found = [key for key in ("name", "pitch", "rules") if key not in given]
    return found + [
        f"{section}.{key}"
        for section in ("actions", "events", "refusals")
        for key in wanted[section].needed
        if key not in given.get(section, {})
    ]


def merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Both, section by section; what is above goes first."""
    found = dict(below)
    for key, value in above.items():
        mine = found.get(key)
        found[key] = merged(mine, value) if isinstance(mine, dict) and isinstance(value, dict) else value
    return found


def human(name: str) -> str:
    """
    >>> human("could_play"), human("draw-pile")
    ('Could play', 'Draw pile')
    """
    words = name.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def initials(name: str) -> str:
    """
    >>> initials("green_light"), initials("maumau")
    ('GL', 'MA')
    """
    parts = [part for part in name.split("_") if part]
    return ("".join(part[0] for part in parts) if len(parts) > 1 else name[:2]).upper()


def named_cards(game: Sketched) -> set[str]:
    """What cards are called that have no number: `light` of a red one, `R-light`."""
    cards = [card for card in game.plan.kinds if not card.number and not card.name.isdigit()]
    return {card.word.removeprefix("words.") or card.name for card in cards}


def action_words(family: Family) -> str:
    words = human(family.name)
    words += " {card:word}" if family.card else ""
    words += " {number}" if family.numbers else ""
    words += " {place}" if family.places else ""
    words += " {zone}" if len(family.zones) > 1 else ""
    words += " {word:word}" if family.words else ""
    return words + (": {seat:name}" if family.seat else "")


def about(table: type) -> str:
    """The first paragraph of what the author wrote about the game."""
    module = sys.modules.get(table.__module__)
    text = (getattr(module, "__doc__", "") or "").strip()
    return " ".join(text.split("\n\n")[0].split()) or human(table.__name__)


def file_of(table: type) -> Path:
    """Where the author wrote this table."""
    module = sys.modules.get(table.__module__)
    path = brought.place_of(table.__module__) or Path(getattr(module, "__file__", "") or "")
    if path.is_dir():
        _, *inside = table.__module__.removeprefix(brought.PREFIX).split(".")
        path = path.joinpath(*inside)
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return path


def source_of(table: type) -> ast.Module:
    return sources.parsed(file_of(table))


def mattering(table: type) -> list[dict[str, Any]]:
    """The events that an author tells by name, each with the clauses noted beside the line, or right above it."""
    lines = sources.lines_of(file_of(table))
    found = []
    for kind, told in said_in(table)[0].items():
        near = "\n".join(lines[max(0, told.line - 3) : told.line])
        found.append({"id": kind, "events": [kind], "clauses": list(dict.fromkeys(NOTED.findall(near)))})
    return found


class Told(NamedTuple):
    """Where a source tells an event, and whether it always says of whom."""

    line: int
    seat: bool


def said_in(table: type) -> tuple[dict[str, Told], set[str]]:
    """The kinds of events that a source tells, and the reasons with which it refuses."""
    events: dict[str, Told] = {}
    for node in ast.walk(source_of(table)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            kinds = [given.value for given in node.keywords if given.arg == "told"]
            if node.func.attr == "say":
                kinds += node.args[:1]
            for kind in [text for word in kinds for text in texts_in(word)]:
                always = kind not in events or events[kind].seat
                events[kind] = Told(node.lineno, always and names_seat(node, node.func.attr))
    return events, {found["key"] for found in refusals_in(table)}


def refusals_in(table: type) -> list[re.Match[str]]:
    """What `refuses` gives: the key of each reason, perhaps with the clause behind it."""
    found: list[re.Match[str] | None] = []
    for method in ast.walk(source_of(table)):
        if isinstance(method, ast.FunctionDef) and method.name == "refuses":
            given = [node.value for node in ast.walk(method) if isinstance(node, ast.Return) and node.value]
            found += [REFUSAL.fullmatch(text) for value in given for text in texts_in(value)]
    return [match for match in found if match]


def names_seat(call: ast.Call, method: str) -> bool:
    """Is somebody's seat told along? That of whoever puts a card always is."""
    given = any(one.arg == "seat" for one in call.keywords)
    return given or method == "put" or (method == "gather" and len(call.args) > 2)


def things_in(table: type) -> set[str]:
    """The names of what lies on the table."""
    makers = {"pile", "row", "grid", "pile_each", "row_each", "track", "dice", "counter", "counter_each"}
    found: set[str] = set()
    for node in ast.walk(source_of(table)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in makers:
            for word in [*node.args[:1], *(given.value for given in node.keywords if given.arg == "name")]:
                found.update(texts_in(word))
    return found


def notes_in(table: type) -> dict[str, str]:
    """The notes that an author shows, each with what it mentions."""
    found: dict[str, str] = {}
    for method in ast.walk(source_of(table)):
        if not isinstance(method, ast.FunctionDef) or method.name != "notes":
            continue
        for node in ast.walk(method):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Dict):
                names = [name for key in node.elts[1].keys if key is not None for name in texts_in(key)]
                mentions = "".join(f" {{{name}}}" for name in names)
                found.update({key: f"{human(key)}:{mentions}" for key in texts_in(node.elts[0])})
    return found


def texts_in(node: ast.expr) -> list[str]:
    """The texts that an expression may give: itself, or either side of a choice."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return texts_in(node.body) + texts_in(node.orelse)
    return []
