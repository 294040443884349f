"""Names and lines that people typed, made fit to be shown to others: on a terminal and on every screen of a table."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
# What comes along when something is copied: quotes, brackets, the mark that ends a sentence, spaces nobody sees.
DIRT = "\"'`´‘’‚“”„‹›«»()[]{}<>.,;:!?*|\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff \t\r\n"


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


def bare(text: str) -> str:
    """A code, an id or a link as somebody copied it, without what came along.

    >>> bare(" „KRTZ“: "), bare("<http://10.0.0.2:8377/t/abc#xyz>.")
    ('KRTZ', 'http://10.0.0.2:8377/t/abc#xyz')
    """
    return text.strip(DIRT)


def tidy_name(name: str) -> str:
    """A name that fits on one line.

    >>> tidy_name("  Ann\\n\\x1b[2J  Lee "), len(tidy_name("x" * 500))
    ('Ann [2J Lee', 24)
    """
    tidy = " ".join(printable(name.replace("\n", " ")).split())
    return tidy if len(tidy) <= LONGEST_NAME else tidy[: LONGEST_NAME - 1].rstrip() + "…"
