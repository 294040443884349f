"""The table of Took Over! as lines of text."""

from __future__ import annotations

from tailback.core.contract import View
from tailback.texts import Texts
from tailback.texts.fact import Fact

# Events that a listener can do without.
SILENT = {"let_go", "turn_taken", "dealt"}
# For each kind of card: how its cards are written, and the clause that says what it does.
CARDS = {"car": ("[0-9]{1,2}", "TO-14")}


def table(view: View, texts: Texts) -> list[str]:
    """The players, then the row, then what this seat holds: the last lines matter most."""
    over = view["turn"] is None
    if over:
        lines = [texts.say("table.over", winners=winners(view))]
    else:
        lines = [texts.say("table.turn", seat=view["turn"], taker=view["taker"])]
    if view["games"] > 1:
        lines.insert(0, texts.say("table.game", game=view["game"], games=view["games"]))
        lines += results(view, texts)
    for seat, one in enumerate(view["seats"]):
        lines.append(texts.say("table.seat", seat=seat, hand=one["hand"], stack=one["stack"]))
        if not over and seat != view["seat"]:
            lines += [texts.say("table.proven", seat=seat, **proof) for proof in one["proven"]]
    if view["gone"]:
        lines.append(texts.say("table.gone", cards=view["gone"]))
    if view["rows_left"] is not None and not over:
        lines.append(texts.say("table.rows_left", n=view["rows_left"]))
    if view["passes"]:
        lines.append(texts.say("table.passes", n=view["passes"]))
    lines.append(texts.say("table.row", cards=view["row"]) if view["row"] else texts.say("table.no_row"))
    if over:
        for seat, cards in enumerate(view["hands"]):
            if cards:
                lines.append(texts.say("table.held", seat=seat, cards=cards))
        return lines
    if view["window"] is not None:
        above, below = view["window"]
        lines.append(texts.say("table.window", above=above, below=below))
    if "hand" in view:
        lines.append(texts.say("table.hand", cards=view["hand"]))
    return lines


def results(view: View, texts: Texts) -> list[str]:
    lines = []
    for game, line in enumerate(view["rounds"], 1):
        points = [texts.say("table.points", seat=seat, n=n) for seat, n in enumerate(line)]
        lines.append(texts.say("table.line", game=game, points=points))
    return lines


def winners(view: View) -> list[int]:
    """One without cards, or those with the fewest after the last row."""
    if view["winner"] is not None:
        return [view["winner"]]
    scores = [one["points"] for one in view["seats"]]
    return [seat for seat, score in enumerate(scores) if score == min(scores)]


# By ear


def brief(view: View, texts: Texts) -> list[Fact]:
    """The gap for whoever may squeeze in, else the ends of the row."""
    if view["window"] is not None:
        above, below = view["window"]
        return [Fact(("window", above, below), texts.say("brief.window", above=above, below=below))]
    if not view["row"]:
        return []
    low, high = view["row"][0], view["row"][-1]
    words = texts.say("brief.row", low=low, high=high) if low < high else texts.say("table.row", cards=view["row"])
    return [Fact(("row", low, high), words)]


def standing(view: View, texts: Texts) -> list[str]:
    return [
        texts.say("table.seat", seat=seat, hand=one["hand"], stack=one["stack"])
        for seat, one in enumerate(view["seats"])
    ]
