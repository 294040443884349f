"""Cards, as whoever designs a game declares them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

# How cards of a colour are written: a red seven is R7, and everybody has words for it.
LETTERS: Final = {"red": "R", "blue": "B", "green": "G", "yellow": "Y"}


class Card:
    """A kind of card. Where there are several of it, they are this one object several times.

    `name` is how it is written in moves and positions; what is printed on it is its `colour`, its `number` (0: none),
    a `sign` and a `word` (a text key; its name where nothing else is on it).
    """

    def __init__(self, name: str = "", colour: str = "", number: int = 0, sign: str = "", word: str = "") -> None:
        self.name = name
        self.colour = colour
        self.number = number
        self.sign = sign
        self.word = word
        # Its place among the kinds of its game.
        self.index: i64 = -1

    def __repr__(self) -> str:
        return self.name


# Stands where a card of a grid was taken away.
GAP: Final = Card("")


def special(kind: str, colours: Iterable[str] = (), sign: str = "", copies: int = 1) -> list[Card]:
    """Cards without a number: one of each colour, or one without a colour; `words.<kind>` says what they are called.

    >>> special("light", ["red", "blue"], copies=2)
    [R-light, R-light, B-light, B-light]
    """
    word = f"words.{kind}"
    found: list[Card] = []
    for shade in checked(colours):
        found += [Card(f"{LETTERS[shade]}-{kind}", shade, 0, sign, word)] * copies
    return found or [Card(kind, "", 0, sign, word)] * copies


def checked(colours: Iterable[str]) -> list[str]:
    found = list(colours)
    for shade in found:
        if shade not in LETTERS:
            raise ValueError(f"the colours are {', '.join(LETTERS)}, not {shade!r}; make other cards with Card(...)")
    return found


def deck(colours: Iterable[str] = (), numbers: Iterable[int] = (), copies: int = 1) -> list[Card]:
    """Cards of every colour and number, each so many times; without colours only numbers, and the other way round.

    >>> deck(["red", "blue"], range(1, 4))
    [R1, R2, R3, B1, B2, B3]
    >>> deck(numbers=[7, 8], copies=2)
    [7, 7, 8, 8]
    """
    shades, values = checked(colours), list(numbers)
    found: list[Card] = []
    for shade in shades or [""]:
        for value in values or [0]:
            written = (LETTERS[shade] if shade else "") + (str(value) if values else "")
            found += [Card(written, shade, value)] * copies
    return found
