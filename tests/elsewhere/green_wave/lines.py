"""The table of Green Wave as lines of text."""

from __future__ import annotations

from tailback.core.contract import View
from tailback.texts import Texts


def table(view: View, texts: Texts) -> list[str]:
    lines = [
        texts.say("table.seat", seat=seat, cards=one["cards"], score=one["score"])
        for seat, one in enumerate(view["seats"])
    ]
    lines.append(texts.say("table.lane", cards=view["lane"], sum=sum(map(int, view["lane"])), goal=view["goal"]))
    if view.get("hand"):
        lines.append(texts.say("table.hand", cards=view["hand"]))
    return lines
