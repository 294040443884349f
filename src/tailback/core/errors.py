"""Errors that a text explains to a person, and whose `str()` a programmer can read.

They are plain Python in the compiled build as well: nothing here is hot, and some are ValueErrors too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class Explained(Exception):
    """An error with a text: `key` names it, `params` is what it mentions, `clause` the rule behind it, if there is one.

    Parameters are given as a mapping or by their names. `section` is where in the texts errors of a kind stand.

    >>> print(Explained("cannot_draw", {"card": "R8"}, "MM-17"))
    MM-17: cannot_draw (card R8)
    >>> print(Explained("away"), Explained("unknown_kind", scheme="ftp"), sep=", ")
    away, unknown_kind (scheme ftp)
    """

    section: ClassVar[str] = "refusals"

    def __init__(self, key: str = "", params: Mapping[str, Any] | None = None, clause: str = "", **more: Any) -> None:
        self.key = key
        self.params: dict[str, Any] = {**(params or {}), **more}
        self.clause = clause
        super().__init__(key, self.params, clause)

    @property
    def text(self) -> str:
        """Where its text stands: the section and the key."""
        return f"{self.section}.{self.key}"

    def __str__(self) -> str:
        mentioned = ", ".join(f"{name} {value}" for name, value in self.params.items())
        return (f"{self.clause}: " if self.clause else "") + self.key + (f" ({mentioned})" if mentioned else "")

    def __reduce__(self) -> tuple[Any, ...]:
        # Each kind is made from other arguments; what it holds is the same everywhere.
        return again, (type(self), self.args), self.__dict__


def again(kind: type[Explained], args: tuple[Any, ...]) -> Explained:
    """An error as it comes out of a pickle, before it is given what it held."""
    error = kind.__new__(kind)
    error.args = args
    return error


class IllegalMove(Explained):
    """A refused action. The state is as it was.

    `clause` is the rule that refuses it, `key` the text that explains it (of the game's
    texts first) and `params` what the text mentions.
    """

    def __init__(self, clause: str = "", key: str = "", params: Mapping[str, Any] | None = None) -> None:
        super().__init__(key, params, clause)


LONGEST_QUOTE = 60


class BadNotation(Explained, ValueError):
    """Text that names no action, card or position. What it quotes of the text is cut to a length one can read."""

    def __init__(self, key: str = "", params: Mapping[str, Any] | None = None) -> None:
        super().__init__(key, {name: cut(value) for name, value in (params or {}).items()})


def cut(value: Any) -> Any:
    return value[:LONGEST_QUOTE] + "…" if isinstance(value, str) and len(value) > LONGEST_QUOTE else value


class BadOption(Explained, ValueError):
    """An option that is unknown, malformed or impossible here.

    `clause` names the rule, `nearest` a set-up close by that works: changed options, and
    `players` where the number of players must change.
    """

    def __init__(
        self,
        clause: str = "",
        key: str = "",
        params: Mapping[str, Any] | None = None,
        nearest: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(key, params, clause)
        self.nearest = nearest

    def __str__(self) -> str:
        return super().__str__() + (f"; try {self.nearest}" if self.nearest else "")


class RecordError(Explained, ValueError):
    """A text that is no record we can use; `line` is where it broke."""

    section = "record"

    def __init__(self, key: str = "", params: Mapping[str, Any] | None = None, line: int = 0) -> None:
        super().__init__(key, params)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {super().__str__()}"
