"""Options: declared once per game; forms, flags, docs, checks and sweeps come from the declaration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tailback.core.errors import BadNotation, BadOption
from tailback.core.notation import LETTERS, seat_of

CHOICE = "choice"
FLAG = "flag"
NUMBER = "number"
NUMBERS = "numbers"
SEAT = "seat"
SEATS = "seats"
HELPED = "helped"
AMOUNT = "amount"
# Kinds that are written as a list of whole numbers.
LISTS = (NUMBERS, SEATS, HELPED)


class Option:
    """One option of a game.

    choice: one of `choices`. flag: true or false. number: `low` to `high`, or one of
    `choices` where given. numbers: a list of distinct whole numbers from `low` to `high`.
    seat: the one who deals first, counted from 1, or 0 to leave it to chance; such a game
    shows its `dealer` in the view. seats: everyone by age, counted from 0, the youngest
    first; none is the order in which they sit. helped: who gets a head start, counted from 0.
    amount: how large that head start is, or 0 for the size that the game has by itself.
    As text a seat is its letter in all three: A, B, C ...
    """

    def __init__(
        self,
        name: str,
        default: Any,
        clause: str,
        choices: tuple[Any, ...] = (),
        low: int = 0,
        high: int = 0,
        kind: str = "",
        once: Mapping[Any, Any] | None = None,
    ) -> None:
        self.name = name
        self.default = default
        self.clause = clause
        self.choices = choices
        self.low = low
        self.high = high
        # Values that were offered once, and what each of them is today.
        self.once: Mapping[Any, Any] = once if once is not None else {}
        if kind:
            self.kind = kind
        elif isinstance(default, bool):
            self.kind = FLAG
        elif isinstance(default, int):
            self.kind = NUMBER
        elif isinstance(default, tuple):
            self.kind = NUMBERS
        else:
            self.kind = CHOICE

    def __repr__(self) -> str:
        return f"Option({self.name!r}, default={self.default!r}, {self.kind}: {self.allowed()}, {self.clause})"

    def check(self, value: Any) -> Any:
        """The value in its proper type, or BadOption."""
        if isinstance(value, str) and self.kind != CHOICE:
            value = self.parse(value)
        if self.kind == FLAG and isinstance(value, bool):
            return value
        if self.kind == CHOICE:
            value = self.today(value)
            if value in self.choices:
                return value
            if isinstance(value, str) and snake(value) in self.choices:
                return snake(value)
        if self.kind in (NUMBER, SEAT, AMOUNT) and isinstance(value, int) and not isinstance(value, bool):
            if value in self.choices if self.choices else self.low <= value <= self.high:
                return value
        if self.kind in LISTS and isinstance(value, (list, tuple)):
            numbers = tuple(value)
            whole = all(isinstance(x, int) and not isinstance(x, bool) for x in numbers)
            if whole and len(set(numbers)) == len(numbers) and all(self.low <= x <= self.high for x in numbers):
                return tuple(sorted(numbers)) if self.kind == HELPED else numbers
        raise BadOption(self.clause, "bad_value", {"option": self.name, "value": str(value), "allowed": self.allowed()})

    def today(self, value: Any) -> Any:
        """What a value that was offered once is now; any other as it is."""
        return self.once.get(value, value) if isinstance(value, str) else value

    def parse(self, text: str) -> Any:
        """The value a person typed, not yet checked."""
        word = text.strip()
        try:
            if self.kind == FLAG:
                return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}[word.lower()]
            if self.kind == SEAT and word.isalpha():
                return seat_of(word, len(LETTERS)) + 1
            if self.kind in (NUMBER, SEAT, AMOUNT):
                return int(word)
            if self.kind in LISTS:
                return tuple(self.one_of(part) for part in word.replace(",", " ").split())
        except (BadNotation, KeyError, ValueError):
            raise BadOption(
                self.clause, "bad_value", {"option": self.name, "value": word, "allowed": self.allowed()}
            ) from None
        return word

    def one_of(self, part: str) -> int:
        """A number of a list; a seat is named by its letter, or as before by its number, counted from 0."""
        return seat_of(part, len(LETTERS)) if self.kind in (SEATS, HELPED) and part.isalpha() else int(part)

    def write(self, value: Any) -> str:
        """The value as `parse` reads it."""
        if self.kind == FLAG:
            return "true" if value else "false"
        if self.kind in LISTS:
            return ",".join(str(x) for x in value)
        return str(value)

    def allowed(self) -> str:
        """The values that are possible, in short."""
        if self.kind == FLAG:
            return "true, false"
        if self.choices:
            return ", ".join(str(choice) for choice in self.choices)
        if self.kind == SEAT:
            return f"{LETTERS[0]}-{LETTERS[min(self.high, len(LETTERS)) - 1]}, 0"
        if self.kind in (SEATS, HELPED):
            return f"{LETTERS[self.low]}-{LETTERS[min(self.high, len(LETTERS) - 1)]}, ..."
        span = f"{self.low}-{self.high}"
        return span if self.kind in (NUMBER, AMOUNT) else f"{span}, ..."

    def values(self) -> list[Any]:
        """Values worth trying in tests and sweeps."""
        if self.kind == FLAG:
            return [False, True]
        if self.choices:
            return list(self.choices)
        if self.kind in (NUMBER, SEAT):
            return sorted({self.low, self.default, self.high})
        if self.kind == HELPED:
            return [(), (0,)]
        return [self.default]


def snake(name: str) -> str:
    """A name as options are spelt.

    >>> snake("openingCard"), snake("opening-card"), snake("opening_card")
    ('opening_card', 'opening_card', 'opening_card')
    """
    small = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name)
    return small.replace("-", "_")


def by_name(options: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """What was given, under the names as they are spelt today: matches stored earlier have `openingCard`."""
    known = {option.name for option in options}
    return {name if name in known or snake(name) not in known else snake(name): given[name] for name in given}


def resolve(options: tuple[Option, ...], given: Mapping[str, Any], bundles: list[Mapping[str, Any]]) -> dict[str, Any]:
    """Every option with its value: defaults, then bundles (edition, preset), then what was given."""
    known = {option.name: option for option in options}
    given = by_name(options, given)
    for name in given:
        if name not in known:
            raise BadOption("", "unknown_option", {"option": name, "allowed": ", ".join(known)})
    values: dict[str, Any] = {option.name: option.default for option in options}
    for bundle in bundles:
        values.update(bundle)
    values.update(given)
    return {name: known[name].check(value) for name, value in values.items()}
