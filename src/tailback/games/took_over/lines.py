"""The table of Took Over! as lines of text."""

from __future__ import annotations

from tailback.core.contract import View
from tailback.texts import Texts


def table(view: View, texts: Texts) -> list[str]:
    """The players, then the row, then what this seat holds: the last lines matter most."""
    over = view["turn"] is None
    if over:
        lines = [texts.say("table.over", winner=view["winner"])]
    else:
        lines = [texts.say("table.turn", seat=view["turn"], taker=view["taker"])]
    for seat, one in enumerate(view["seats"]):
        lines.append(texts.say("table.seat", seat=seat, hand=one["hand"], stack=one["stack"]))
    if view["gone"]:
        lines.append(texts.say("table.gone", cards=view["gone"]))
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
