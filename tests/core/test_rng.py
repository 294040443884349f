"""The generator is sfc32 as published, frozen, and fair enough for cards."""

from __future__ import annotations

from collections import Counter

import pytest

from tailback.core.rng import SEED_BITS, Rng

WORD = 1 << 32


def published(seed: int, count: int) -> list[int]:
    """sfc32 written again from its description, one 32-bit operation at a time."""
    a, b, c, counter = seed % WORD, (seed >> 32) % WORD, (seed >> 64) % WORD, 1
    out = []
    for _ in range(12 + count):
        value = (a + b + counter) % WORD
        counter = (counter + 1) % WORD
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % WORD
        c = ((c << 21) % WORD | c >> 11) + value
        c %= WORD
        out.append(value)
    return out[12:]


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**64 + 7, 2**SEED_BITS - 1, 0x0123456789ABCDEF01234567])
def test_it_is_sfc32(seed: int) -> None:
    rng = Rng(seed)
    assert [rng.next() for _ in range(500)] == published(seed, 500)


def test_it_is_frozen() -> None:
    """A seed means the same game for ever: these numbers may never change."""
    rng = Rng(42)
    assert [rng.next() for _ in range(4)] == [3648644458, 4206697674, 2509843200, 3011021589]
    assert [rng.below(110) for _ in range(10)] == [101, 39, 103, 34, 96, 57, 63, 66, 87, 77]


def test_all_96_bits_of_the_seed_count() -> None:
    firsts = {Rng(1 << bit).next() for bit in range(SEED_BITS)}
    assert len(firsts) == SEED_BITS


@pytest.mark.parametrize("n", [1, 2, 3, 7, 53, 110])
def test_below_is_even_and_in_range(n: int) -> None:
    rng = Rng(n)
    draws = 400 * n
    seen = Counter(rng.below(n) for _ in range(draws))
    assert set(seen) == set(range(n))
    chi2 = sum((seen[k] - 400) ** 2 / 400 for k in range(n))
    assert chi2 < n + 5 * (2 * n) ** 0.5 + 5


def test_neighbouring_seeds_do_not_look_alike() -> None:
    pairs = Counter((Rng(seed).below(6), Rng(seed + 1).below(6)) for seed in range(3600))
    assert len(pairs) == 36
    assert min(pairs.values()) > 60
    assert max(pairs.values()) < 145


def test_a_clone_goes_its_own_way() -> None:
    rng = Rng(9)
    rng.next()
    twin = rng.clone()
    ahead = [twin.next() for _ in range(20)]
    assert [rng.next() for _ in range(20)] == ahead
