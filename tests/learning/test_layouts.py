"""A version of a row is a promise: whoever has learned it must find every number and every action in its old place."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tailback import games

ROOT = Path(__file__).resolve().parents[2]


def page() -> ModuleType:
    spec = importlib.util.spec_from_file_location("observation_page", ROOT / "tools" / "observation_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["observation_page"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", games.ours())
def test_a_layout_changes_only_with_its_version(name: str) -> None:
    game = games.load(name)
    promised = json.loads((ROOT / "tests" / "games" / name / "layouts.json").read_text(encoding="utf-8"))
    found = page().mark(game)
    assert promised.get(str(game.row_version)) == found, (
        f"the row or the actions of {name} are others than version {game.row_version} promised: "
        f"raise row_version and add its mark {found} to layouts.json"
    )
    # No version is ever given twice.
    assert sorted(promised, key=int) == [str(version) for version in range(game.row_version + 1)]
    assert len(set(promised.values())) == len(promised)


@pytest.mark.parametrize("name", games.ours())
def test_every_part_is_named_once_and_told(name: str) -> None:
    game = games.load(name)
    for players in range(game.fewest, game.most + 1):
        parts = game.row(players)
        assert len({part.name for part in parts}) == len(parts)
        assert all(part.size > 0 and 0 < part.high <= 32767 and part.what for part in parts)
