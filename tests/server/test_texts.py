"""Whatever the server says has its words, in each language, with nothing missing in them.

The keys are collected from the sources, so a refusal without a text is found before anybody meets it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import tailback
from tailback import games
from tailback.server.run.owner import OwnerError
from tailback.server.run.serve import CannotServe
from tailback.server.store import StoreAway, StoreError, StoreFull
from tailback.server.truth import desk, seats
from tailback.server.truth.match import Broken
from tailback.server.truth.refusal import Refused, TooLate
from tailback.texts import LANGUAGES, Texts
from tailback.texts.places import mentioned

PACKAGE = Path(tailback.__file__).parent
SERVER = sorted(PACKAGE.joinpath("server").rglob("*.py"))
OUTER = [PACKAGE / "cli" / f"{name}.py" for name in ("serving", "owning", "examining")]
NAMES = ["Ann", "Ben", "Cem", "Dot", "Eva", "Fin", "Gus", "Hal"]

# Where the text of each kind of refusal stands, as the kinds themselves say.
KINDS = (Refused, TooLate, Broken, StoreError, StoreFull, StoreAway, CannotServe, OwnerError)
SECTIONS = {kind.__name__: kind.section for kind in KINDS}


class Said(NamedTuple):
    """A key that the sources mention, and the parameters that go with it."""

    where: str
    key: str
    params: frozenset[str]


def literals(node: ast.expr, scope: ast.AST) -> list[str]:
    """The keys that this may be; a name is looked up among the assignments around it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*literals(node.body, scope), *literals(node.orelse, scope)]
    if isinstance(node, ast.Name):
        return [
            key
            for found in ast.walk(scope)
            if isinstance(found, ast.Assign) and any(isinstance(t, ast.Name) and t.id == node.id for t in found.targets)
            for key in literals(found.value, scope)
        ]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        table = node.func.value.values if isinstance(node.func.value, ast.Dict) else []
        return [key for value in [*table, *node.args[1:]] for key in literals(value, scope)]
    return []


def keys_of(node: ast.expr | None) -> frozenset[str]:
    if not isinstance(node, ast.Dict):
        return frozenset()
    return frozenset(str(key.value) for key in node.keys if isinstance(key, ast.Constant))


def calls(paths: list[Path]) -> Iterator[tuple[Path, ast.AST, ast.Call, str]]:
    """Every call in these files with the function it stands in and the name that is called."""
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for scope in scopes:
            for node in ast.walk(scope):
                if isinstance(node, ast.Call):
                    func = node.func
                    yield path, scope, node, func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def refused() -> Iterator[Said]:
    """Refusals of all kinds with a key of their own."""
    for path, scope, node, name in calls([*SERVER, *OUTER]):
        section = SECTIONS.get(name)
        if section is None or not node.args:
            continue
        named = {word.arg: word.value for word in node.keywords if word.arg}
        given = named.get("params", node.args[3] if len(node.args) > 3 else None)
        params = keys_of(given) if section == "refusals" and name != "Broken" else frozenset(named)
        for key in literals(node.args[0], scope):
            yield Said(f"{path.name}:{node.lineno}", f"{section}.{key}", params)


def passed_on() -> Iterator[Said]:
    """What the server only hands on: files that are no records, options that cannot be."""
    for path, scope, node, name in calls([PACKAGE / "core" / "record_reader.py"]):
        if name in ("RecordError", "fail", "Difference") and node.args:
            named = frozenset(word.arg for word in node.keywords if word.arg)
            params = named | (keys_of(node.args[1]) if len(node.args) > 1 else frozenset()) | {"line"}
            for key in literals(node.args[0], scope):
                yield Said(f"{path.name}:{node.lineno}", f"refusals.{key}", params)
                yield Said(f"{path.name}:{node.lineno}", f"record.{key}", params | {"file"})
    for path, scope, node, name in calls([PACKAGE / "core" / "options.py", PACKAGE / "core" / "game.py"]):
        # A bad option names its clause before its key.
        place = {"BadOption": 1, "BadNotation": 0}.get(name)
        if place is not None and len(node.args) > place:
            params = keys_of(node.args[place + 1]) if len(node.args) > place + 1 else frozenset()
            for key in literals(node.args[place], scope):
                yield Said(f"{path.name}:{node.lineno}", f"refusals.{key}", params)


def goodbyes() -> Iterator[Said]:
    for path, scope, node, name in calls(SERVER):
        if name in ("leave", "dismiss", "Bye") and node.args:
            for key in literals(node.args[0], scope):
                yield Said(f"{path.name}:{node.lineno}", f"refusals.{key}", frozenset())


def events() -> Iterator[Said]:
    """What happens at the table itself."""
    for path, scope, node, name in calls(SERVER):
        if name in ("Event", "told") and node.args:
            params = keys_of(node.args[1]) if name == "Event" and len(node.args) > 1 else frozenset({"seat"})
            for kind in literals(node.args[0], scope):
                if kind.startswith("table_"):
                    yield Said(f"{path.name}:{node.lineno}", f"events.{kind}", params)


def outer() -> Iterator[Said]:
    """Lines and troubles of the commands."""
    for path, scope, node, name in calls(OUTER):
        if name in ("say", "tell", "Trouble") and node.args:
            section = "serve." if name == "tell" else ""
            for key in literals(node.args[0], scope):
                # "name" is the name of a game and stands in its own texts.
                if key != "name":
                    params = frozenset(word.arg for word in node.keywords if word.arg)
                    yield Said(f"{path.name}:{node.lineno}", section + key, params)


def findings() -> Iterator[Said]:
    """What the doctor says; that of the store is said as the store says it."""
    for path, scope, node, name in calls([PACKAGE / "server" / "run" / "doctor.py"]):
        if name == "Finding":
            params = keys_of(node.args[3])
            for key in literals(node.args[2], scope):
                if key != "store":
                    yield Said(f"{path.name}:{node.lineno}", f"doctor.{key}", params)


COLLECTED = {
    "refused": list(refused()),
    "passed_on": list(passed_on()),
    "goodbyes": list(goodbyes()),
    "events": list(events()),
    "outer": list(outer()),
    "findings": list(findings()),
}


@pytest.mark.parametrize("kind", COLLECTED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_its_words(lang: str, kind: str) -> None:
    texts = Texts(lang)
    missing = []
    for said in sorted(set(COLLECTED[kind])):
        if not texts.has(said.key) or not isinstance(texts.raw(said.key), str):
            missing.append(f"{said.where} {said.key} {sorted(said.params)}")
            continue
        asked = mentioned(str(texts.raw(said.key)))
        if asked - said.params:
            missing.append(f"{said.where} {said.key} lacks {sorted(asked - said.params)}")
    assert not missing, "\n".join(missing)


def test_the_collector_sees_what_is_there() -> None:
    """A collector that finds nothing would find nothing missing."""
    keys = {said.key for found in COLLECTED.values() for said in found}
    assert {
        "refusals.no_table",
        "refusals.match_over",
        "refusals.not_dealt",
        "refusals.newer_rules",
        "refusals.no_such_page",
        "refusals.deleted",
        "refusals.truncated",
        "refusals.unknown_preset",
        "server.store.in_use",
        "server.store.away",
        "serve.port_busy",
        "serve.no_port",
        "owner.not_empty",
        "events.table_sat",
        "events.table_undone",
    } <= keys
    assert min(len(found) for found in COLLECTED.values()) >= 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_phrases_and_emotes_can_be_spoken(lang: str) -> None:
    texts = Texts(lang, None, NAMES)
    words = [texts.say(f"words.{phrase}") for phrase in (*desk.PHRASES, *desk.EMOTES)]
    assert len(set(words)) == len(words)
    for phrase in (*desk.PHRASES, *desk.EMOTES):
        said = texts.event({"kind": "table_said", "seat": 1, "phrase": phrase})
        assert "Ben" in said
        assert texts.say(f"words.{phrase}") in said
        assert any(sign.isalpha() for sign in texts.say(f"words.{phrase}"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_colours_of_cars_have_names(lang: str) -> None:
    """A colour that only the eye can tell apart would leave somebody out."""
    names = [Texts(lang).say(f"words.{colour}") for colour in seats.COLOURS]
    assert len(set(names)) == len(seats.COLOURS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games.ids())
def test_words_that_a_game_lends_can_be_spoken(lang: str, name: str) -> None:
    game = games.load(name)
    texts = Texts(lang, game, NAMES)
    for phrase, notation in game.phrases.items():
        assert game.parse(notation) >= 0
        assert texts.word(phrase) != phrase
