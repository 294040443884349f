"""The table of Pit Stop as lines of text."""

from __future__ import annotations

from tailback.core.contract import View
from tailback.texts import Texts
from tailback.texts.fact import Fact

# Events that a listener can do without.
SILENT = {"returned", "accepted", "buried", "let_go", "silent"}
# For each kind of card: how its cards are written, and the clause that says what it does.
CARDS = {
    "car": ("[RBGY][1-9]", "CG-2"),
    "service": ("[RBGY]-Sv", "CG-40"),
    "fine": ("[RBGY]-Fn", "CG-43"),
    "paint": ("PS", "CG-58"),
    "garage": ("GA", "CG-61"),
    "exchange": ("CX", "CG-68"),
    "new_car": ("NC", "CG-64"),
}


def table(view: View, texts: Texts) -> list[str]:
    """The points, the players, the pile and what is pending, then what this seat holds: the last line matters most."""
    over = "hands" in view
    if over:
        lines = [texts.say("table.over", **view)]
    else:
        lines = [texts.say(f"table.{heading(view)}", **view)]
    lines += results(view, texts)
    lines += players(view, texts, over)
    if over:
        held = [texts.say("table.held", seat=seat, cards=cards) for seat, cards in enumerate(view["hands"]) if cards]
        return lines + held
    lines += pile(view, texts)
    lines += waiting(view, texts)
    return lines + own(view, texts)


def heading(view: View) -> str:
    """How far the match is, by what ends it."""
    if view["minutes"] is None:
        return "round_points" if view["last_round"] is None else "round_rounds"
    return "round_minutes" if view["last_round"] is None else "round_last"


def results(view: View, texts: Texts) -> list[str]:
    lines = []
    for number, line in enumerate(view["rounds"], 1):
        points = [texts.say("table.points", seat=seat, n=n) for seat, n in enumerate(line)]
        lines.append(texts.say("table.line", round=number, points=points))
    return lines


def players(view: View, texts: Texts, over: bool) -> list[str]:
    lines = []
    for seat, one in enumerate(view["seats"]):
        key = "table.seat_turn" if seat == view["turn"] else "table.seat"
        if over:
            key = "table.seat_over"
        elif one["place"] is not None:
            key = "table.seat_out"
        lines.append(texts.say(key, seat=seat, cards=one["cards"], score=one["score"], place=one["place"]))
        if one["front"] and not over:
            lines.append(texts.say("table.front", seat=seat, cards=one["front"]))
    return lines


def pile(view: View, texts: Texts) -> list[str]:
    lines = [texts.say("table.deck", n=view["deck"], pile=len(view["pile"])), texts.say("table.top", card=view["top"])]
    if view["garage"] is not None:
        lines.append(texts.say("table.garage", colour=view["colour"], n=view["garage"]))
    elif view["colour"] is None:
        lines.append(texts.say("table.no_colour"))
    elif view["top"] in ("PS", "GA"):
        lines.append(texts.say("table.colour", colour=view["colour"]))
    return lines


def waiting(view: View, texts: Texts) -> list[str]:
    """Penalties, a swap and a finish that somebody has to answer."""
    lines = []
    penalty = view["pending"]
    if penalty is not None:
        key = f"table.{penalty['kind']}"
        lines.append(texts.say(key, seat=penalty["target"], n=penalty["cards"], chain=penalty["chain"]))
    if view["exchange"] is not None:
        lines.append(texts.say("table.exchange", **view["exchange"]))
    if view["finisher"] is not None:
        lines.append(texts.say("table.window", seat=view["finisher"]))
    return lines


def own(view: View, texts: Texts) -> list[str]:
    """What this seat has seen of the others, and its own cards."""
    if view["seat"] is None:
        return []
    lines = [texts.say("table.known", seat=seat, cards=cards) for seat, cards in enumerate(view["known"]) if cards]
    if view["buried"]:
        lines.append(texts.say("table.buried", cards=view["buried"]))
    lines.append(texts.say("table.hand", cards=view["hand"]))
    if "drawn" in view:
        lines.append(texts.say("table.drawn", card=view["drawn"]))
    return lines


# By ear


def brief(view: View, texts: Texts) -> list[Fact]:
    """What to follow, where the story did not just say it."""
    found = [Fact(("top", view["top"]), texts.say("table.top", card=view["top"]), view["top"])]
    if view["colour"] is not None and view["top"] in ("PS", "GA"):
        words = texts.say("table.colour", colour=view["colour"])
        found.append(Fact(("colour", view["colour"]), words, view["colour"]))
    return found


def standing(view: View, texts: Texts) -> list[str]:
    return results(view, texts) + players(view, texts, "hands" in view)
