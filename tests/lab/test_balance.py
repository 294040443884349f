"""What `make balance` measures: real options and rules of each game, and a page on which what people wrote stays."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from specimens import OURS, id_of
from tailback import games
from tailback.core.game import Game
from tailback.lab.crew import Alone
from tailback.lab.studies import SWEEP
from tailback.robots.even import figures
from tailback.texts import Texts

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


def test_old_and_young_are_told_of(tool: Any, toss: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is better at tossing: the adult and each child win alike, and no house rule brings them closer."""
    monkeypatch.setattr(tool, "KEPT", tmp_path)
    game = games.load(toss)
    arms = tool.house_rules(game, tool.Plan(watch=20, follow=2), 4, ["paint"])
    study = tool.measured("toss", SWEEP, arms, lambda study: study.play(Alone(), 300))
    told = "\n".join(tool.balance_page.family(tool.balance_page.Found(game, [], {}, study, None)))
    assert "No house rule brings them closer together" in told
    adult, child = map(float, re.findall(r"([0-9.]+) % \|", told))
    assert adult + 3 * child == pytest.approx(100, abs=0.3)
    assert 17 < adult < 33


def test_house_rules_that_bring_old_and_young_together_come_first(tool: Any) -> None:
    def arm(share: float) -> dict[str, Any]:
        return {"skill": {"share": {"value": share, "n": 100}, "even": 0.5}, "setup": {"players": 2}}

    def settled(b: int) -> dict[str, Any]:
        return {"figure": "skill", "b": b, "settled": True, "large": True}

    study = {
        "arms": [arm(0.9), arm(0.95), arm(0.6), arm(0.55), arm(0.5)],
        "labels": ["", "harder", "close", "closer", "by chance"],
        "comparisons": [*map(settled, (1, 2, 3)), {**settled(4), "settled": False}],
    }
    game = next(game for game in OURS if figures(game.id))
    told = tool.balance_page.family(tool.balance_page.Found(game, [], {}, study, None))
    rows = [line for line in told if " % | " in line]
    assert [row.split(" | ")[0] for row in rows] == ["| the game as it is", "| closer", "| close"]
    assert rows[1] == "| closer | 55.0 % | 45.0 % |"
    assert f"{100 * figures(game.id)[0].share:.1f} %" in told[-2]


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_what_was_weighed_is_told_above(tool: Any, game: Game) -> None:
    """Whoever decides against the figures says why, in words that name the option."""
    text = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
    told = "\n".join(tool.balance_page.by_hand(text, Texts("en", game).say("name")))
    assert len(told) > 500, "somebody wrote about this game"
    for one in tool.told(game)["ours"]:
        if one.get("weighed"):
            assert one["option"] in told


@pytest.mark.parametrize("game", [game for game in OURS if figures(game.id)], ids=id_of)
def test_the_head_start_is_told_as_it_was_measured_last(tool: Any, game: Game) -> None:
    text = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
    assert tool.balance_page.head_start(figures(game.id)) in text


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
