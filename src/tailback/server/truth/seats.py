"""Tokens, codes and names: who may sit where.

A token is 128 random bits that only its holder has; the server keeps its hash. A code has four
letters that cannot be mistaken for each other, read aloud or written down; more where those run short.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable

from tailback.texts.names import bare

# No I, L, O, U, no digits, no vowels but A and E: few words, no mix-ups. 20 letters, 160,000 codes.
LETTERS = "ABCDEFGHJKMNPRSTVWXZ"
# How long codes are that begin with no Y, one, two, three: whoever types one knows by its first letters when it is
# complete, and no code is the beginning of another. 160,000 more, then 3,200,000, then 64,000,000.
LONGER = "Y"
CODE_LENGTHS = (4, 5, 7, 9)
# Of so many codes of a length one is given out: whoever guesses hits no more often, however many tables there are.
RARE = 1000
CODE_LENGTH = CODE_LENGTHS[0]
LINK = re.compile(r"/t/([\w-]+)")
COLOURS = ("red", "blue", "green", "yellow", "orange", "violet", "white", "black")
# For bots, and for people who give none: known in each of our languages, and more than there are chairs.
NAMES = ("Ada", "Ben", "Cem", "Dora", "Eva", "Finn", "Gabi", "Ida", "Jan", "Kim", "Lea", "Max", "Nina", "Oli", "Pia")


def spare_name(used: Iterable[str]) -> str:
    """The first of our names that nobody at the table has.

    >>> spare_name(["ada", "Cem"])
    'Ben'
    """
    taken = {name.casefold() for name in used}
    return next(name for name in NAMES if name.casefold() not in taken)


def new_id() -> str:
    """The id of a table: 128 bits, so knowing it is being invited."""
    return secrets.token_urlsafe(16)


def is_id(text: str) -> bool:
    """Could this be the id of a table? Nothing else is worth a question to the store."""
    return len(text) == 22 and text.isascii() and text.replace("-", "").replace("_", "").isalnum()


def new_token() -> str:
    return secrets.token_urlsafe(16)


def new_code(longer: int = 0) -> str:
    """A code; `longer` says of which of the lengths."""
    return LONGER * longer + "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTHS[longer] - longer))


def longer(used: int) -> int:
    """Which of the lengths the next code has where so many are given out.

    >>> [longer(used) for used in (0, 159, 160, 319, 320, 3_519, 3_520, 10**9)]
    [0, 0, 1, 1, 2, 2, 3, 3]
    """
    for k, length in enumerate(CODE_LENGTHS[:-1]):
        used -= len(LETTERS) ** (length - k) // RARE
        if used < 0:
            return k
    return len(CODE_LENGTHS) - 1


def tidy_code(text: str) -> str:
    """A code as somebody typed it; empty when it cannot be one.

    >>> tidy_code(" abc-d"), tidy_code("ABCO"), tidy_code("ABCDE"), tidy_code("y abcd"), tidy_code("“ABCD”:")
    ('ABCD', '', '', 'YABCD', 'ABCD')
    """
    code = "".join(sign for sign in text.upper() if sign.isalnum())
    letters = code.lstrip(LONGER)
    longer = len(code) - len(letters)
    fits = longer < len(CODE_LENGTHS) and len(code) == CODE_LENGTHS[longer]
    return code if fits and all(sign in LETTERS for sign in letters) else ""


def meant(text: str) -> list[str]:
    """What code or id of a table somebody may mean who copied it: alone, in a link, or with the line it stood in.

    >>> meant("KRTZ: a game; Ann"), meant("<http://10.0.0.2:8377/t/ab-c#x>."), meant(" abc")
    (['KRTZ: a game; Ann', 'KRTZ'], ['ab-c'], [' abc', 'abc'])
    """
    link = LINK.search(text)
    found = [link[1]] if link else [text, bare(text), bare(text.partition(":")[0])]
    return list(dict.fromkeys(found))


def hashed(token: str) -> str:
    """What is stored of a token. It has 128 random bits, so a plain hash cannot be tried out."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def same(known: str, token_hash: str) -> bool:
    """In constant time; an empty hash belongs to nobody."""
    return bool(known) and hmac.compare_digest(known.encode(), token_hash.encode())
