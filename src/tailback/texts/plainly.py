"""The table of a game that has no words for it: what stands in its view, name by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tailback.texts import Texts

# Who looks, what differs from the usual rules, and whose turn it is: said elsewhere.
LEFT_OUT = ("seat", "house", "turn", "rounds")


def table(view: dict[str, Any], texts: Texts) -> list[str]:
    """One line for each player and each name of the view; what is empty is left out.

    >>> texts = Texts("en", names=["Mia", "Ben"])
    >>> for line in table({"deck": 7, "pile": ["R3"], "seats": [{"cards": 2}, {"cards": 1}], "hand": ["B5"]}, texts):
    ...     print(line)
    Mia: cards 2
    Ben: cards 1
    Deck: 7
    Pile: red 3
    Hand: blue 5
    """
    lines = []
    for seat, one in enumerate(view.get("seats", ())):
        lines.append(f"{texts.name(seat)}: {said(one, texts)}")
    for name, value in view.items():
        if name not in (*LEFT_OUT, "seats") and value not in (None, [], {}, ""):
            lines.append(f"{label(name, texts, capital=True)}: {said(value, texts)}")
    return lines


def label(name: str, texts: Texts, capital: bool = False) -> str:
    """The game's own word for a name in its view, where `table` of its texts has one; else the name itself."""
    own = texts.game.get("table", {}).get(name)
    words = own if isinstance(own, str) and "{" not in own else name.replace("_", " ")
    return words[:1].upper() + words[1:] if capital else words


def said(value: Any, texts: Texts) -> str:
    if isinstance(value, dict):
        return ", ".join(parts(value, texts))
    if isinstance(value, (list, tuple)):
        return ", ".join(said(one, texts) for one in value) or texts.say("nothing")
    if isinstance(value, bool):
        return texts.say("plainly.yes" if value else "plainly.no")
    return texts.say("nobody") if value is None else texts.word(value)


def parts(value: dict[str, Any], texts: Texts) -> Iterator[str]:
    for name, one in value.items():
        yield f"{label(name, texts)} {said(one, texts)}"
