"""How long a match takes is what the lab worked out for every preset and number of players, not written by hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tailback import games
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.robots import times
from tailback.texts import LANGUAGES, catalogue

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = [games.load(name) for name in games.ours()]


def dealt(game: Game, preset: str) -> list[int]:
    """The numbers of players that this preset can be dealt to."""
    found = []
    for players in range(game.fewest, game.most + 1):
        try:
            game.settle(players, None, preset)
        except BadOption:
            continue
        found.append(players)
    return found


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_preset_has_its_minutes_for_every_number_of_players(game: Game) -> None:
    for preset in ("", *(one for one in game.presets if one not in game.editions)):
        found = [one.players for one in times.figures(game.id) if one.preset == preset]
        assert found == dealt(game, preset), f"{preset}: make times GAME={game.id}"
    assert times.measured()["presets"][game.id] == game.presets, f"a preset has changed: make times GAME={game.id}"
    for one in times.figures(game.id):
        assert 0 < one.low <= one.middle <= one.high
        assert one.matches >= 100


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_the_range_at_the_door_is_that_of_small_tables_and_full_ones(game: Game) -> None:
    low, high = times.span(game)
    usual = next(one for one in times.figures(game.id) if (one.preset, one.players) == ("", game.usual))
    assert low <= usual.middle <= high
    assert game.minutes == Game().minutes, "what was written by hand is gone"


def test_of_a_game_that_nobody_measured_its_author_says_how_long_it_takes() -> None:
    game = Game()
    game.id, game.minutes = "nobody_knows", (3, 5)
    assert times.span(game) == (3, 5)


def leaves(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [text for one in (value.values() if isinstance(value, dict) else value) for text in leaves(one)]


def minute_words(lang: str) -> re.Pattern[str]:
    """The word for minutes as the door says it in this language, in any form."""
    last = catalogue(lang, "web")["door"]["minutes"].split()[-1]
    return re.compile(rf"\b{last[:6]}", re.IGNORECASE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_holds_a_time_that_was_written_by_hand(lang: str) -> None:
    word = minute_words(lang)
    for game in OURS:
        texts = game.texts(lang)
        # Where people choose the minutes themselves, the clause of that rule may speak of them.
        chosen = {option.clause for option in game.options}
        clauses = {
            id: said for chapter in texts["rules"] for id, said in chapter["clauses"].items() if id not in chosen
        }
        for said in leaves([texts["pitch"], texts["presets"], clauses]):
            assert not word.search(said), said
    page = ROOT / "docs" / ("" if lang == "en" else lang) / "families.md"
    assert not word.search(page.read_text(encoding="utf-8"))
