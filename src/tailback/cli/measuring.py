"""`tailback strength GAME`: how strong the levels are, played before one's eyes."""

from __future__ import annotations

import json

from tailback.cli.arguments import Given
from tailback.cli.serving import number
from tailback.cli.setting_up import find_game, think_of
from tailback.robots.duels import MIXED, measure
from tailback.robots.levels import LEVELS
from tailback.robots.strength import QUICK, SLOW, Found, as_data, plan
from tailback.terminal.screen import Screen
from tailback.texts import Texts

MOST = 1_000_000


def strength(screen: Screen, texts: Texts, given: Given) -> int:
    """All duels of a game, one line each as soon as it is played."""
    game = find_game(texts, given.places[0])
    quick = number(given, "matches", QUICK, 1, MOST)
    deep = number(given, "deep", SLOW, 1, MOST)
    think = think_of(given)
    if not given.has("json"):
        screen.line(texts.say("strength.begins", game=Texts(texts.lang, game).say("name")))
    for found in map(Found._make, measure(plan(game, think, quick, deep), number(given, "jobs", 0, 0, 256))):
        if given.has("json"):
            screen.unbroken(json.dumps(as_data(found)))
        else:
            screen.line(in_words(texts, found))
    return 0


def in_words(texts: Texts, found: Found) -> str:
    duel, share = found
    return texts.say(
        "strength.half" if duel.form == MIXED else "strength.alone",
        players=duel.players,
        hero=named(texts, duel.hero),
        foe=named(texts, duel.foe),
        share=f"{100 * share.share:.1f}",
        low=f"{100 * share.low:.1f}",
        high=f"{100 * share.high:.1f}",
        even=f"{100 * duel.even:.0f}",
        matches=share.matches,
    )


def named(texts: Texts, kind: str) -> str:
    if "+" in kind:
        return ", ".join(named(texts, one) for one in kind.split("+"))
    return texts.say("strength.level", n=kind) if kind in LEVELS else texts.say(f"strength.{kind}")
