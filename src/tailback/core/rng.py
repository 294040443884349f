"""The one source of chance, in two kinds. Both are frozen: a seed means the same game for ever.

A seed below 2^96 drives sfc32, a small fast counting generator by Chris Doty-Humphrey: four 32-bit words, only
additions, shifts and exclusive-ors, so every value stays below 2^53 and compiled code, plain Python and JavaScript
agree bit for bit. It passes PractRand and BigCrush. It is for bots, search, tests and games at one's own machine,
where nobody gains by foreseeing it: whoever sees enough of its numbers could work out its state.

A longer seed, up to 2^256, is the key of BLAKE2b: word after word of the keyed hash of 0, 1, 2, ... From any number
of them nobody without the key can tell anything about another one. A table server deals with such seeds.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from mypy_extensions import i64

MASK: int = 0xFFFFFFFF
SEED_BITS: int = 96
LONGEST_SEED_BITS: int = 256

SHORT_SEEDS: Final = 1 << 96
# A keyed generator holds its key and behind it the words of one hash, four bytes each.
KEY: Final = 32
WORDS: Final = 16
# In place of the first word of sfc32, which is never negative.
KEYED: Final = -1


class Rng:
    """The same numbers from the same seed, everywhere and for ever.

    Seeds below 2^96 are for speed; longer ones, up to 2^256, give numbers that nobody without the seed can foresee.

    >>> rng = Rng(1)
    >>> [rng.below(6) + 1 for _ in range(8)]
    [1, 1, 3, 5, 2, 5, 4, 1]
    """

    def __init__(self, seed: int = -1) -> None:
        if seed < 0:  # the blank that `clone` fills
            return
        self.n: i64 = 0
        if seed >= SHORT_SEEDS:
            self.a: i64 = KEYED
            self.b: i64 = 0
            self.c: i64 = 0
            # Immutable, so clones share it.
            self.tape: bytes = seed.to_bytes(KEY, "little")
            return
        self.a = seed & 0xFFFFFFFF
        self.b = (seed >> 32) & 0xFFFFFFFF
        self.c = (seed >> 64) & 0xFFFFFFFF
        self.n = 1
        self.tape = b""
        for _k in range(12):
            self.next()

    def next(self) -> i64:
        """The next 32 random bits."""
        # Each field is read once: compiled, a read costs more than the sum it goes into.
        a: i64 = self.a
        if a < 0:
            return self._next_of_tape()
        b: i64 = self.b
        c: i64 = self.c
        n: i64 = self.n
        t: i64 = (a + b + n) & 0xFFFFFFFF
        self.n = (n + 1) & 0xFFFFFFFF
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & 0xFFFFFFFF
        self.c = ((((c << 21) | (c >> 11)) & 0xFFFFFFFF) + t) & 0xFFFFFFFF
        return t

    def _next_of_tape(self) -> i64:
        """The same for a keyed generator, whose `n` counts the words drawn."""
        word: i64 = self.n & (WORDS - 1)
        if word == 0:
            self.tape = tape_of(self.key, int(self.n) // WORDS)
        self.n += 1
        tape = self.tape
        at: i64 = KEY + 4 * word
        return i64(tape[at]) | i64(tape[at + 1]) << 8 | i64(tape[at + 2]) << 16 | i64(tape[at + 3]) << 24

    @property
    def key(self) -> bytes:
        """Whoever has it knows every number to come; empty for sfc32."""
        return self.tape[:KEY]

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1. The bias is below n / 2^32."""
        return (self.next() * n) >> 32

    def branch(self) -> Rng:
        """A generator of its own and of the same kind, seeded in full from this one."""
        if self.a >= 0:
            a = self.next()
            b = self.next()
            twin = Rng(-1)
            twin.restart(a, b, self.next())
            return twin
        seed = 0
        for word in range(LONGEST_SEED_BITS // 32):
            seed |= int(self.next()) << (32 * word)
        return Rng(seed)

    def aside(self, number: i64 = 0) -> Rng:
        """One of many generators beside this one, which stays as it is: none tells what this one will draw.

        For what is chosen in view of all without being part of the game, such as the card of whoever let time run out.
        """
        if self.a < 0:
            place = int(self.n).to_bytes(8, "little") + int(number).to_bytes(8, "little")
            found = blake2b(place, digest_size=KEY, key=self.key, person=b"aside")
            return Rng(int.from_bytes(found.digest(), "little"))
        seed = int(self.a) | int(self.b) << 32 | int(self.c) << 64
        return Rng(seed ^ (0x9E3779B97F4A7C15F39CC060 * (int(number) + 1) % SHORT_SEEDS))

    def restart(self, a: i64, b: i64, c: i64) -> None:
        """Make this an sfc32 that begins with these three words of 32 bits; cheaper than another one."""
        self.a, self.b, self.c, self.n = a, b, c, 1
        self.tape = b""
        for _k in range(12):
            self.next()

    def same(self, other: Rng) -> bool:
        """Will both draw the same numbers?"""
        mine = (self.a, self.b, self.c, self.n, self.key)
        return mine == (other.a, other.b, other.c, other.n, other.key)

    def __reduce__(self) -> Any:
        if self.a < 0:
            return keyed_at, (self.key, int(self.n))
        return rng_at, (int(self.a), int(self.b), int(self.c), int(self.n))

    def clone(self) -> Rng:
        """An independent copy that will draw the same numbers."""
        twin = Rng(-1)
        twin.a = self.a
        twin.b = self.b
        twin.c = self.c
        twin.n = self.n
        twin.tape = self.tape
        return twin


def tape_of(key: bytes, number: int) -> bytes:
    """The key, and the sixteen words with this number behind it."""
    return key + blake2b(number.to_bytes(8, "little"), key=key).digest()


def rng_at(a: i64, b: i64, c: i64, n: i64) -> Rng:
    """The sfc32 in this very state."""
    rng = Rng(-1)
    rng.a, rng.b, rng.c, rng.n = a, b, c, n
    rng.tape = b""
    return rng


def keyed_at(key: bytes, n: i64) -> Rng:
    """The generator with this key that has drawn so many words."""
    rng = Rng(-1)
    rng.a, rng.b, rng.c, rng.n = KEYED, 0, 0, n
    rng.tape = tape_of(key, int(n) // WORDS)
    return rng
