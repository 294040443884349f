"""The one source of chance: sfc32, a small fast counting generator by Chris Doty-Humphrey.

Four 32-bit words, only additions, shifts and exclusive-ors, so every value stays
below 2^53 and compiled code, plain Python and JavaScript agree bit for bit. It
passes PractRand and BigCrush, and 96 bits of seed cannot be tried out from a hand.
It is frozen: a seed means the same game for ever.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

MASK: int = 0xFFFFFFFF
SEED_BITS: int = 96


class Rng:
    """A small generator with 96 bits of seed: the same numbers from the same seed, everywhere and for ever.

    >>> rng = Rng(1)
    >>> [rng.below(6) + 1 for _ in range(8)]
    [1, 1, 3, 5, 2, 5, 4, 1]
    """

    def __init__(self, seed: int = -1) -> None:
        if seed < 0:  # the blank that `clone` fills
            return
        self.a: i64 = seed & 0xFFFFFFFF
        self.b: i64 = (seed >> 32) & 0xFFFFFFFF
        self.c: i64 = (seed >> 64) & 0xFFFFFFFF
        self.n: i64 = 1
        for _ in range(12):
            self.next()

    def next(self) -> i64:
        """The next 32 random bits."""
        t: i64 = (self.a + self.b + self.n) & 0xFFFFFFFF
        self.n = (self.n + 1) & 0xFFFFFFFF
        b: i64 = self.b
        c: i64 = self.c
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & 0xFFFFFFFF
        self.c = ((((c << 21) | (c >> 11)) & 0xFFFFFFFF) + t) & 0xFFFFFFFF
        return t

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1. The bias is below n / 2^32."""
        return (self.next() * n) >> 32

    def branch(self) -> Rng:
        """A generator of its own, seeded in full from this one."""
        return Rng(int(self.next()) | int(self.next()) << 32 | int(self.next()) << 64)

    def __reduce__(self) -> Any:
        return rng_at, (int(self.a), int(self.b), int(self.c), int(self.n))

    def clone(self) -> Rng:
        """An independent copy that will draw the same numbers."""
        twin = Rng(-1)
        twin.a = self.a
        twin.b = self.b
        twin.c = self.c
        twin.n = self.n
        return twin


def rng_at(a: i64, b: i64, c: i64, n: i64) -> Rng:
    """The generator in this very state."""
    rng = Rng(-1)
    rng.a, rng.b, rng.c, rng.n = a, b, c, n
    return rng
