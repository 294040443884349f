"""How `setup.py` hands the C files to the compiler."""

from __future__ import annotations

import os
import runpy
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
