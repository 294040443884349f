"""Positions as text: `key: value` parts, and reading the values that several games have.

Each `take_...` removes a field and gives its value; `no_more` refuses what nobody asked for. Whatever cannot
be read or cannot be is BadNotation.
"""

from __future__ import annotations

from tailback.core.errors import BadNotation
from tailback.core.notation import seat_of


def read_fields(text: str) -> dict[str, str]:
    """`key: value` parts, one per line or between semicolons; what follows a part that starts with `#` is a comment."""
    fields: dict[str, str] = {}
    for line in text.splitlines():
        for piece in line.split(";"):
            part = piece.strip()
            if part.startswith("#"):
                break
            if not part:
                continue
            name, colon, value = part.partition(":")
            if not colon:
                raise BadNotation("bad_field", {"field": part})
            if name.strip() in fields:
                raise BadNotation("field_twice", {"field": name.strip()})
            fields[name.strip()] = value.strip()
    return fields


def whole(text: str, low: int, high: int) -> int:
    """A whole number in these bounds, written with plain digits; low - 1 where the text is anything else.

    >>> whole("7", 0, 9), whole("-2", -3, 3), whole("--5", 0, 9), whole("²", 0, 9), whole("9" * 5000, 0, 9)
    (7, -2, -1, -1, -1)
    """
    digits = text[1:] if text.startswith("-") else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        return low - 1
    number = int(text)
    return number if low <= number <= high else low - 1


def wrong(name: str, value: str) -> BadNotation:
    """The refusal of a field's value."""
    return BadNotation("bad_field", {"field": f"{name}: {value}"})


def take_number(fields: dict[str, str], name: str, default: int, low: int, high: int) -> int:
    """A whole number in these bounds; the default where the field is missing."""
    if name not in fields:
        return default
    text = fields.pop(name)
    number = whole(text, low, high)
    if number < low:
        raise wrong(name, text)
    return number


def take_word(fields: dict[str, str], name: str, words: tuple[str, ...]) -> str:
    """One of these words; the first one where the field is missing."""
    word = fields.pop(name, words[0])
    if word not in words:
        raise wrong(name, word)
    return word


def take_seat(fields: dict[str, str], name: str, players: int, default: str = "A") -> int:
    """A seat by its letter."""
    return seat_of(fields.pop(name, default), players)


def take_rounds(fields: dict[str, str], players: int, most: int) -> tuple[tuple[int, ...], ...]:
    """Points of the rounds played, such as `rounds: 0 12 18 / 21 0 17`: at most `most` of them."""
    text = fields.pop("rounds", "")
    lines = [line.split() for line in text.split("/")] if text else []
    if len(lines) > most or any(len(line) != players for line in lines):
        raise wrong("rounds", text)
    points = tuple(tuple(whole(word, 0, 9999) for word in line) for line in lines)
    if any(number < 0 for line in points for number in line):
        raise wrong("rounds", text)
    return points


def no_more(fields: dict[str, str]) -> None:
    """Every field has been read."""
    if fields:
        raise BadNotation("unknown_field", {"field": ", ".join(fields)})
