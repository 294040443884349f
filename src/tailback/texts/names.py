"""Names and lines that people typed, made fit to be shown to others: on a terminal and on every screen of a table."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24


def printable(text: str) -> str:
    """Text without anything that a terminal could take for a command.

    >>> printable("a\\x1b[31mb\\u202ec\\td")
    'a[31mbc d'
    """
    if text.isprintable():
        return text
    kept = []
    for sign in text:
        if sign == "\t":
            kept.append(" ")
        elif sign == "\n" or unicodedata.category(sign)[0] != "C":
            kept.append(sign)
    return "".join(kept)


def tidy_name(name: str) -> str:
    """A name that fits on one line.

    >>> tidy_name("  Ann\\n\\x1b[2J  Lee "), len(tidy_name("x" * 500))
    ('Ann [2J Lee', 24)
    """
    tidy = " ".join(printable(name.replace("\n", " ")).split())
    return tidy if len(tidy) <= LONGEST_NAME else tidy[: LONGEST_NAME - 1].rstrip() + "…"
