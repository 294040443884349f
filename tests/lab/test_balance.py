"""What `make balance` measures: real options and rules of each game, and a page on which what people wrote stays."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from specimens import OURS, id_of
from tailback.core.game import Game

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tool() -> Any:
    sys.path.insert(0, str(ROOT / "tools"))
    import balance

    return balance


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_a_game_names_what_it_has(tool: Any, game: Game) -> None:
    told = tool.told(game)
    options = {option.name: option for option in game.options}
    assert {*told["values"]} <= {*options}
    for one in told["ours"]:
        if "option" in one:
            assert tool.worth(game, options[one["option"]]), one
        else:
            assert one["clause"] in game.clause_ids()
            assert {*one.get("rules", [])} <= {matter["id"] for matter in game.matters()}


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_each_house_rule_is_measured_once(tool: Any, game: Game) -> None:
    setups, levels = tool.house_rules(game, tool.Plan(), game.usual)
    assert not setups[0].changed()
    assert len({str(setup.options) for setup in setups}) == len(setups) == len(levels)
    for setup, level in zip(setups[1:], levels[1:], strict=True):
        # A rule sheet may bring other rules with it.
        assert {*level} - {"preset"} <= {*setup.changed()}, level
    for name in (one["option"] for one in tool.told(game)["ours"] if "option" in one):
        assert any(name in level for level in levels), f"{name} is not measured"


def test_what_people_wrote_stays(tool: Any) -> None:
    page = tool.balance_page
    empty = page.by_hand("", "Somebody")
    assert len(empty) == 4
    written = "\n".join(empty).replace("\n\n", "\n\nSeats are fine.\n\nMore.\n\n", 1)
    assert page.by_hand(f"before\n{written}after", "Somebody") == [
        empty[0],
        "",
        "Seats are fine.\n\nMore.",
        "",
        *empty[2:],
    ]
    assert page.by_hand(written, "Somebody else") == [page.MARK.format("Somebody else"), *empty[1:]]


def test_the_page_has_a_place_for_words_about_each_game() -> None:
    text = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
    assert text.count("<!-- by hand: ") == text.count("<!-- end -->") == len(OURS) + 1
