"""The table of Traffic-Memory as lines of text."""

from __future__ import annotations

from tailback.core.contract import View
from tailback.texts import Texts
from tailback.texts.fact import Fact

# For each kind of card: how its cards are written, and the clause that says what it does.
CARDS = {"car": ("[0-9]+", "TM-9"), "joker": ("A|P", "TM-20")}


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


# By ear


def brief(view: View, texts: Texts) -> list[Fact]:
    """Nothing: what was turned over was told, and to remember it is the game."""
    return []


def standing(view: View, texts: Texts) -> list[str]:
    return [texts.say("table.seat", seat=seat, cards=one["cards"]) for seat, one in enumerate(view["seats"])]


def place(view: View, texts: Texts, asked: str) -> tuple[str, str] | None:
    """A place on the table by its number."""
    number = asked.split()[-1]
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= len(view["table"])):
        return None
    return texts.say(
        "table.row", row=(int(number) - 1) // view["columns"] + 1, cards=[card(view, int(number), texts)]
    ), ""
