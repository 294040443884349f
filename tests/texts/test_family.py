"""The page that families read: short, and in their words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tailback import games
from tailback.core.game import Game
from tailback.texts import LANGUAGES

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
OURS = [games.load(name) for name in games.ours()]
# Somebody who reads aloud says so many words in a minute.
PACE = 150
MINUTES = 3


def page(game: Game, lang: str) -> str:
    folder = DOCS / "rules" / ("" if lang == "en" else lang)
    return (folder / f"{game.id}.md").read_text(encoding="utf-8")


def tokens(game: Game) -> set[str]:
    """How values of options are written where programs read them."""
    return {option.write(value) for option in game.options for value in (option.default, *option.choices)}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_no_token_and_no_id_stands_on_a_family_page(game: Game, lang: str) -> None:
    found = page(game, lang)
    assert "`" not in found
    words = set(re.findall(r"[\w-]+", found))
    assert not words & set(game.clause_ids())
    # A word that people say, too, is no token there: it stands in the texts of the game.
    said = set(re.findall(r"[\w-]+", " ".join(spoken(game.texts(lang)))))
    names = {option.name for option in game.options} | set(game.presets)
    odd = {one for one in tokens(game) | names | {"true", "false"} if one and not one.isdigit()} - said
    assert not words & odd


def spoken(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    within = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in within for text in spoken(one)]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_what_is_enough_to_begin_is_read_in_three_minutes(game: Game) -> None:
    enough = game.data("family.json")
    clauses = {id: text for chapter in game.texts("en")["rules"] for id, text in chapter["clauses"].items()}
    assert set(enough) <= set(clauses)
    assert len(" ".join(clauses[id] for id in enough).split()) < PACE * MINUTES
