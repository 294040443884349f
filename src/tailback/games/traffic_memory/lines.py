"""The table of Traffic-Memory as lines of text."""

from __future__ import annotations

from tailback.core.contract import View
from tailback.texts import Texts


def table(view: View, texts: Texts) -> list[str]:
    """The players, then the table row by row, then the open cards.

    `seen` is never written: to remember what lay open is the game.
    """
    over = view["turn"] is None
    lines = [texts.say("table.over") if over else texts.say("table.turn", seat=view["turn"])]
    for seat, one in enumerate(view["seats"]):
        lines.append(texts.say("table.seat", seat=seat, cards=one["cards"]))
    lines.append(texts.say("table.left", n=len(view["left"]), jokers=view["jokers"]))
    columns = view["columns"]
    for first in range(0, len(view["table"]), columns):
        places = range(first + 1, min(first + columns, len(view["table"])) + 1)
        cards = [card(view, place, texts) for place in places]
        lines.append(texts.say("table.row", row=first // columns + 1, cards=cards))
    if view["opened"]:
        lines.append(texts.say("table.opened", cards=[view["table"][place - 1] for place in view["opened"]]))
    return lines


def card(view: View, place: int, texts: Texts) -> str:
    found = view["table"][place - 1]
    if found is None:
        return texts.say("table.empty", place=place)
    if found != "?":
        return texts.say("table.open", place=place, card=found)
    if "rest" in view:
        return texts.say("table.shown", place=place, card=view["rest"][str(place)])
    return texts.say("table.closed", place=place)
