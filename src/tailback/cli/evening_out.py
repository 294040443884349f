"""A head start for a match at this keyboard: how large it must be, and what comes of it, said before the first move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tailback.core.options import HELPED, snake
from tailback.core.record import PERSON, Record
from tailback.robots import levelling
from tailback.terminal import wording
from tailback.terminal.screen import Trouble
from tailback.texts import Texts


def evened(texts: Texts, record: Record, settings: dict[str, Any], write: Callable[[dict[str, Any]], str]) -> list[str]:
    """What is said of it, and the amount in the options of the record; nothing where none is to be worked out.

    Trouble where there is none: with the reason, and the command without it, as `write` writes it.
    """
    game, options = record.game, record.options
    helped = levelling.wanted(game, options)
    if not helped:
        return []
    who = game.option_of(HELPED)
    assert who is not None
    levels = ["" if seat == PERSON else seat for seat in record.seats]
    found = levelling.level(game, record.players, options, helped, levels)
    parts = {"share": found.share, "even": found.even, "without": found.without}
    said = {name: round(100 * part) for name, part in parts.items()}
    if found.why:
        left = {name: value for name, value in settings.items() if snake(name) != who.name}
        lines = [texts.say(f"refusals.{found.why}", **said), *wording.clause_lines(texts, who.clause)]
        raise Trouble("", hints=(*lines, texts.say("play.try_this"), "  " + write(left)))
    record.options = {**options, **levelling.named(game, helped, found.amount)}
    key, amount, more = game.head_start(record.players, record.options)
    gives = texts.say(f"options.{who.name}.gives.{key}", n=amount, more=more)
    names = [record.names[seat] for seat in helped]
    return [texts.say("play.head_start", names=", ".join(names), gives=gives), texts.say("play.even_chance", **said)]
