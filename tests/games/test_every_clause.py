"""Clause = code = test: every rule id has a test, every test names an id, every id is in the docs."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from tailback import games
from tailback.texts import Texts

HERE = Path(__file__).parent
SOURCES = HERE.parent.parent / "src" / "tailback" / "games"
DOCS = HERE.parent.parent / "docs" / "clauses"
KINDS = [kind.rstrip("Q") for name in games.ours() for kind in games.load(name).clauses]
# Tests of what a game does elsewhere: at the server, in the terminal, in words, as text, as hints, in imagined worlds.
NOT_OF_RULES = {
    "test_server.py",
    "test_terminal.py",
    "test_texts.py",
    "test_notation.py",
    "test_hints.py",
    "test_worlds.py",
    "test_legal.py",
    "test_because.py",
    "test_robots.py",
}
# What differs between the printed editions of one box with three games.
EDITIONS = {f"D-{n}" for n in range(1, 24)}
ID = re.compile(rf"\b(?:{'|'.join(dict.fromkeys([*KINDS, 'D-']))})Q?\d+\b")


def expected(name: str) -> set[str]:
    """The ids of a game's clauses and rulings."""
    return set(games.load(name).clause_ids())


def scenarios(name: str) -> set[str]:
    """The worked examples of the rules, as the folder of the game's tests lists them."""
    found: set[str] = import_module(f"games.{name}").SCENARIOS
    return found


def documented(name: str) -> set[str]:
    return {clause for section in Texts("en", games.load(name)).raw("rules") for clause in section["clauses"]}


def marked() -> dict[str, set[str]]:
    """Every test of a rule with the ids its marker names."""
    found: dict[str, set[str]] = {}
    for path in sorted(HERE.glob("*/test_*.py")):
        if path.name in NOT_OF_RULES:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        # A marker on a class or in `pytestmark` would name ids for tests that do not show them: only functions count.
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{path.parent.name}/{path.name}::{node.name}"] = {
                    argument.value
                    for decorator in node.decorator_list
                    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.clause"
                    for argument in decorator.args
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                }
    return found


@pytest.mark.parametrize("name", games.ours())
def test_every_clause_is_in_the_texts(name: str) -> None:
    assert expected(name) - documented(name) == set()
    assert documented(name) - expected(name) - EDITIONS == set()


def test_every_difference_between_the_editions_is_in_the_texts() -> None:
    assert EDITIONS - set().union(*(documented(name) for name in games.ours())) == set()


@pytest.mark.parametrize("name", games.ours())
def test_every_clause_has_a_test(name: str) -> None:
    named = set().union(*marked().values())
    assert documented(name) - named == set()


@pytest.mark.parametrize("name", games.ours())
def test_every_scenario_is_a_test(name: str) -> None:
    named = set().union(*marked().values())
    assert scenarios(name) - named == set()


def test_every_test_names_a_known_clause() -> None:
    known = set().union(*(expected(name) | scenarios(name) for name in games.ours()), EDITIONS)
    for test, ids in marked().items():
        assert ids, f"{test} names no clause"
        assert ids <= known, f"{test} names unknown ids {ids - known}"


@pytest.mark.parametrize("name", games.ours())
def test_ids_beside_the_code_exist(name: str) -> None:
    known = set().union(*({*expected(other), *games.load(other).unused} for other in games.ours()), EDITIONS)
    for path in sorted((SOURCES / name).glob("*.py")):
        named = set(ID.findall(path.read_text(encoding="utf-8")))
        assert named <= known, f"{path.name} names unknown ids {named - known}"


@pytest.mark.parametrize("name", games.ours())
def test_the_docs_state_every_clause(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert {clause for clause in documented(name) if f"**{clause}** " not in text} == set()
