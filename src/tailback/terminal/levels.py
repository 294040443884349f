"""How well robots play, in words: their levels by number and by name."""

from __future__ import annotations

from tailback.robots import strength
from tailback.robots.levels import OFFERED, known, today
from tailback.texts import Texts, catalogue


def meant(texts: Texts, typed: str) -> str:
    """The level that somebody means, by its number or its name in this language or in English; empty: none."""
    word = typed.strip().casefold()
    if known(word):
        return today(word)
    for level in OFFERED:
        if word in (name(texts, level).casefold(), catalogue("en", "app")["levels"][level]["name"]):
            return level
    return ""


def name(texts: Texts, level: str) -> str:
    """What a level is called; a policy of somebody's own has no other name than its own."""
    return texts.say(f"levels.{today(level)}.name") if known(level) else level


def listed(texts: Texts) -> str:
    return ", ".join(f"{level} ({name(texts, level)})" for level in OFFERED)


def introduced(texts: Texts, game: str, level: str) -> str:
    """What a level is like, and how often it wins where that was measured."""
    what = texts.say(f"levels.{level}.what")
    found = strength.figure(game, level)
    if found is None:
        return what
    others = texts.say(f"levels.{found.against}.others", n=found.players - 1)
    return f"{what} {texts.say('levels.wins', wins=round(100 * found.share.share), others=others)}"
