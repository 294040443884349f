"""How `setup.py` hands the C files to the compiler."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import setuptools

from .conftest import ROOT

C = Path("build/c")


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """What stands in setup.py, without building anything, in an empty folder with some C."""
    monkeypatch.setattr(setuptools, "setup", lambda **_: None)
    found = runpy.run_path(str(ROOT / "setup.py"))
    monkeypatch.chdir(tmp_path)
    for name in ("core___deck", "games___some___play", "games___some___table", "games___other___play"):
        (C / "tailback").mkdir(parents=True, exist_ok=True)
        body = f"char CPyDef_{name}_____top_level__(void) {{\n}}\n"
        (C / f"__native_tailback___{name}.c").write_text(f"{body[:-5]};\n{body}" + "int x;\n" * len(name))
    (C / "int_ops.c").write_text("int y;\n")
    (C / "near.h").write_text("")
    found["run_once"]()
    return found


def test_each_game_is_one_file_with_the_short_functions_of_the_core(build: dict[str, Any]) -> None:
    sources = [str(path) for path in sorted(C.glob("*.c"))]
    instead = build["gathered"](sources, "unit")
    assert {Path(old).name: Path(new).name for old, new in instead.items()} == {
        "__native_tailback___core___deck.c": "unit_core.c",
        "int_ops.c": "unit_core.c",
        "__native_tailback___games___some___play.c": "unit_some.c",
        "__native_tailback___games___some___table.c": "unit_some.c",
        "__native_tailback___games___other___play.c": "unit_other.c",
    }
    some = (C / "unit_some.c").read_text()
    assert some.count("___some___") == 4  # included, and each with a name of its own
    assert '#include "near.h"' in some
    assert "near.h" not in (C / "unit_core.c").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="its compiler knows no such words")
def test_what_runs_once_is_not_made_quick(build: dict[str, Any]) -> None:
    once = (C / "once.h").read_text().splitlines()
    assert len(once) == 4, "one line for the body of each module, none for where it is only named"
    assert once[0] == '__attribute__((cold, optimize("O0"))) char CPyDef_core___deck_____top_level__(void);'
    build["gathered"]([str(path) for path in sorted(C.glob("*.c"))], "unit")
    for unit in C.glob("unit_*.c"):
        assert unit.read_text().startswith('#include "once.h"\n')


def test_files_are_compiled_beside_each_other_and_once(build: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1}, raising=False)
    units = sorted(set(build["gathered"]([str(path) for path in sorted(C.glob("__*games*.c"))], "unit").values()))
    both = threading.Barrier(2)
    asked: list[str] = []

    def compile_some(sources: list[str], **how: Any) -> list[str]:
        both.wait(30)  # nobody is done before the other has begun
        assert how == {"debug": 0}
        asked.extend(sources)
        return [f"{source}.o" for source in sources]

    beside = build["Beside"](compile_some)
    assert beside(units, debug=0) == [f"{unit}.o" for unit in units]
    assert beside([units[1]], debug=0) == [f"{units[1]}.o"]
    assert sorted(asked) == units


def test_what_does_not_compile_is_said(build: dict[str, Any]) -> None:
    (C / "unit_bad.c").write_text("")

    def compile_some(sources: list[str]) -> list[str]:
        raise RuntimeError("no such compiler")

    with pytest.raises(RuntimeError, match="no such compiler"):
        build["Beside"](compile_some)([str(C / "unit_bad.c")])


RULES = """
from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    def asked(self) -> i64:
        return 0

class Deck:
    def __init__(self) -> None:
        self.cards: i64 = 3
    def left(self) -> i64:
        return self.cards

def any_table(table: Table) -> i64:
    return table.asked()

def known_deck(deck: Deck) -> i64:
    return deck.left()

def first(cards: vec[i64]) -> i64:
    return cards[0]
"""
GUEST = """
from mypy_extensions import i64
from rules import Table

class Own(Table):
    def asked(self) -> i64:
        return 1
"""
WRITE = """
import runpy, sys
write = runpy.run_path(sys.argv[1])["c_modules"]
write(["--cache-dir=/dev/null", "rules.py", "guest.py"], [(["rules.py"], "rules"), (["guest.py"], "guest")], "c", False)
"""


def test_a_group_is_seen_as_a_whole_though_others_are_compiled_against_it(tmp_path: Path) -> None:
    pytest.importorskip("mypyc")
    (tmp_path / "rules.py").write_text(RULES)
    (tmp_path / "guest.py").write_text(GUEST)
    how = ROOT / "src" / "tailback" / "brought" / "c_groups.py"
    done = subprocess.run([sys.executable, "-c", WRITE, str(how)], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    source = (tmp_path / "c" / "__native_rules.c").read_text()

    def body(name: str) -> str:
        found = re.search(rf"^int64_t CPyDef_\w*{name}\([^\n]*\) \{{\n(.*?)\n\}}\n", source, re.S | re.M)
        assert found is not None, name
        return found[1]

    assert re.search(r"CPyDef_\w*Deck___left\(", body("known_deck")), "nobody can override it, so it is called itself"
    assert "AttributeError" not in body("Deck___left"), "it is set from the start, so nobody asks whether it is"
    assert "CPY_GET_METHOD" in body("any_table"), "whoever allows others to derive is never taken for granted"
    handed_out = (tmp_path / "c" / "__native_rules.h").read_text()
    assert "export_table_rules" in handed_out, "there is a table of what others may call"
    door = source[source.index("VecI64Api.unbox(obj_cards)") :]
    assert "VEC_I64_DECREF(arg_cards)" in door[: door.index("retval")], "what is only borrowed is given back"
