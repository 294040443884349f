"""The table of Mau-Mau as lines of text."""

from __future__ import annotations

from tailback.core.contract import View
from tailback.texts import Texts
from tailback.texts.fact import Fact

# Events that a listener can do without.
SILENT = {"returned", "let_go", "reversed"}
# For each kind of card: how its cards are written, and the clause that says what it does.
CARDS = {
    "number": ("[RBGY][1-9]", "MM-15"),
    "reverse": ("[RBGY]-Rev", "MM-22"),
    "take2": ("[RBGY]-T2", "MM-25"),
    "take4": ("[RBGY]-T4", "MM-28"),
    "stop": ("[RBGY]-Stop", "MM-31"),
    "colour": ("CC", "MM-33"),
}


def table(view: View, texts: Texts) -> list[str]:
    """The pile, then the players, then what this seat holds: the last line matters most."""
    over = view["turn"] is None
    lines = [texts.say("table.over", games=view["games"]) if over else texts.say("table.game", **view)]
    lines += results(view, texts)
    if not over:
        lines += pile(view, texts)
    lines += players(view, texts)
    if over:
        for seat, cards in enumerate(view["hands"]):
            lines.append(texts.say("table.held", seat=seat, cards=cards))
        return lines
    if view["silent"] is not None:
        lines.append(texts.say("table.silent", seat=view["silent"]))
    if "hand" in view:
        lines.append(texts.say("table.hand", cards=view["hand"]))
    if "drawn" in view:
        lines.append(texts.say("table.drawn", card=view["drawn"]))
    return lines


def results(view: View, texts: Texts) -> list[str]:
    lines = []
    for game, line in enumerate(view["rounds"], 1):
        points = [texts.say("table.points", seat=seat, n=n) for seat, n in enumerate(line)]
        lines.append(texts.say("table.line", game=game, points=points))
    return lines


def pile(view: View, texts: Texts) -> list[str]:
    lines = [texts.say("table.top", card=view["top"])]
    if view["colour"] is None:
        lines.append(texts.say("table.no_colour"))
    elif view["top"] == "CC":
        lines.append(texts.say("table.colour", colour=view["colour"]))
    if view["pending"]:
        lines.append(texts.say("table.pending", n=view["pending"], seat=view["turn"]))
    lines.append(texts.say("table.deck", n=view["deck"], pile=len(view["pile"])))
    lines.append(texts.say("table.direction", clockwise=view["clockwise"]))
    return lines


def players(view: View, texts: Texts) -> list[str]:
    lines = []
    for seat, one in enumerate(view["seats"]):
        key = "table.seat_turn" if seat == view["turn"] else "table.seat"
        lines.append(texts.say(key, seat=seat, cards=one["cards"], score=one["score"]))
    return lines


# By ear


def brief(view: View, texts: Texts) -> list[Fact]:
    """What to follow, where the story did not just say it."""
    found = [Fact(("top", view["top"]), texts.say("table.top", card=view["top"]), view["top"])]
    if view["colour"] is not None and view["top"] == "CC":
        words = texts.say("table.colour", colour=view["colour"])
        found.append(Fact(("colour", view["colour"]), words, view["colour"]))
    return found


def standing(view: View, texts: Texts) -> list[str]:
    return results(view, texts) + players(view, texts)
