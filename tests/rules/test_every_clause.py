"""Clause = code = test: every rule id has a test, every test names an id, every id is in the docs."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tailback import games
from tailback.texts import Texts

HERE = Path(__file__).parent
SOURCES = HERE.parent.parent / "src" / "tailback" / "games"
DOCS = HERE.parent.parent / "docs" / "rules"
ID = re.compile(r"\b(?:RH|TM|TO|G|MM|MA|CG|CA|TT|TA|D)-Q?\d+\b")

# How many clauses and rulings each book of rules has: an id that is forgotten everywhere would show nowhere else.
NUMBERS: dict[str, dict[str, int]] = {
    "rush_hour": {"G-": 8, "G-Q": 3, "RH-": 57, "RH-Q": 39},
    "traffic_memory": {"TM-": 24, "TM-Q": 18},
    "took_over": {"TO-": 25, "TO-Q": 21},
    "mau_mau": {"MM-": 46, "MA-": 34},
    "pit_stop": {"CG-": 74, "CA-": 51},
    "trafic_turbo": {"TT-": 70, "TA-": 65},
}
# RH-Q1 and RH-Q2 are the questions of the deck, ruled in G-Q1 and G-Q2.
NOT_USED = {"RH-Q1", "RH-Q2"}
EDITIONS = {f"D-{n}" for n in range(1, 24)}
# The worked examples of the rules, each of which is a test. The gaps in the numbers are in the source.
SCENARIOS: dict[str, set[str]] = {
    "rush_hour": {f"RH-S{n:02}" for n in (*range(1, 6), 7, 8, 9, 11, 12, 13, 15, 16, 17, 18, 21, 22, 24, 25)},
    "traffic_memory": {f"TM-S{n:02}" for n in (1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 14, 15, 16, 17, 19, 21, 23, 24, 25)},
    "took_over": {f"TO-S{n:02}" for n in (1, 2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15, 17, 18, 19, 21, 22, 24)},
    "mau_mau": {
        f"MT-{n:02}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 27, 30)
    },
    "pit_stop": {f"CT-{n:02}" for n in (*range(1, 9), 11, 12, 14, 15, 16, 17, 18, 20, 21, 22, 25, 26, 28, 29, 30)},
    "trafic_turbo": {
        f"T{n:02}"
        for n in (
            *(1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 17, 18, 20, 21, 22, 23, 24, 26, 27, 28, 30, 32, 33, 34, 35),
            *(37, 38, 40, 41, 42, 43, 46, 47, 50),
        )
    },
}


def expected(name: str) -> set[str]:
    """The ids of a game's clauses and rulings."""
    found = {f"{prefix}{n}" for prefix, count in NUMBERS[name].items() for n in range(1, count + 1)}
    return found - NOT_USED


def documented(name: str) -> set[str]:
    return {clause for section in Texts("en", name).raw("rules") for clause in section["clauses"]}


def marked() -> dict[str, set[str]]:
    """Every test in this room with the ids its marker names."""
    found: dict[str, set[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        if path == Path(__file__):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        # A marker on a class or in `pytestmark` would name ids for tests that do not show them: only functions count.
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{path.name}::{node.name}"] = {
                    argument.value
                    for decorator in node.decorator_list
                    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.clause"
                    for argument in decorator.args
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                }
    return found


@pytest.mark.parametrize("name", games.ids())
def test_every_clause_is_in_the_texts(name: str) -> None:
    assert expected(name) - documented(name) == set()
    assert documented(name) - expected(name) - EDITIONS == set()


def test_every_difference_between_the_editions_is_in_the_texts() -> None:
    assert EDITIONS - set().union(*(documented(name) for name in games.ids())) == set()


@pytest.mark.parametrize("name", games.ids())
def test_every_clause_has_a_test(name: str) -> None:
    named = set().union(*marked().values())
    assert documented(name) - named == set()


@pytest.mark.parametrize("name", games.ids())
def test_every_scenario_is_a_test(name: str) -> None:
    named = set().union(*marked().values())
    assert SCENARIOS[name] - named == set()


def test_every_test_names_a_known_clause() -> None:
    known = set().union(*(expected(name) | SCENARIOS[name] for name in games.ids()), EDITIONS)
    for test, ids in marked().items():
        assert ids, f"{test} names no clause"
        assert ids <= known, f"{test} names unknown ids {ids - known}"


@pytest.mark.parametrize("name", games.ids())
def test_ids_beside_the_code_exist(name: str) -> None:
    known = set().union(*(expected(other) for other in games.ids()), EDITIONS)
    for path in sorted((SOURCES / name).glob("*.py")):
        named = set(ID.findall(path.read_text(encoding="utf-8")))
        assert named <= known, f"{path.name} names unknown ids {named - known}"


@pytest.mark.parametrize("name", games.ids())
def test_the_docs_state_every_clause(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert {clause for clause in documented(name) if f"**{clause}** " not in text} == set()
