"""The fair deal: nobody, not even the server, can choose the cards.

Before anybody says a word, a secret is drawn and its fingerprint is shown. Then every player may
add a word. The seed of the deal comes from the secret and all the words together. At the end the
secret is shown, and anyone can check the fingerprint and deal again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tailback.core.rng import SEED_BITS

SECRET_BYTES = 32
LONGEST_WORD = 24


def fingerprint(secret: str) -> str:
    """What is shown before the deal. `secret` is written in hexadecimal.

    >>> fingerprint("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed(secret: str, words: Sequence[str]) -> int:
    """The seed of the deal: one word per seat, empty for a seat that added none.

    >>> seed("00" * 32, ["", "fox"]) == seed("00" * 32, ["fox", ""])
    False
    """
    mixed = hashlib.sha256(bytes.fromhex(secret))
    for word in words:
        raw = word.encode()
        mixed.update(len(raw).to_bytes(4, "big") + raw)
    return int.from_bytes(mixed.digest()[: SEED_BITS // 8], "big")
