"""The fair deal: nobody, not even the server, can choose the cards.

Before anybody says a word, a secret is drawn and its fingerprint is shown. Then every player may
add a word. The seed of the deal comes from the secret and all the words together. At the end the
secret is shown, and anyone can check the fingerprint and deal again.

Secrets of 32 bytes are from the time of short seeds, and give one for ever. All others give a long one, from which
nobody can foresee the next card (see `core/rng.py`). The fingerprint binds the length of the secret as well: so nobody
can look at both deals first and then choose the way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tailback.core.rng import SEED_BITS

OLD_SECRET_BYTES = 32
SECRET_BYTES = 48
LONGEST_WORD = 24


def fingerprint(secret: str) -> str:
    """What is shown before the deal. `secret` is written in hexadecimal.

    >>> fingerprint("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed(secret: str, words: Sequence[str]) -> int:
    """The seed of the deal: one word per seat, empty for a seat that added none.

    >>> seed("00" * 48, ["", "fox"]) == seed("00" * 48, ["fox", ""])
    False
    >>> seed("00" * 48, []).bit_length(), seed("00" * 32, []).bit_length()
    (253, 95)
    """
    own = bytes.fromhex(secret)
    mixed = hashlib.sha256(own)
    for word in words:
        raw = word.encode()
        mixed.update(len(raw).to_bytes(4, "big") + raw)
    digest = mixed.digest()
    return int.from_bytes(digest[: SEED_BITS // 8] if len(own) == OLD_SECRET_BYTES else digest, "big")
