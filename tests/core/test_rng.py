"""Short seeds are sfc32 as published, long ones keyed BLAKE2b; both are frozen, and fair enough for cards."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import struct
from collections import Counter

import pytest

from tailback.core.rng import LONGEST_SEED_BITS, SEED_BITS, Rng
from tailback.core.snapshot import back, plain

WORD = 1 << 32
LONG = 1 << 255


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


def keyed(seed: int, count: int) -> list[int]:
    """The words of a long seed, written again from their description."""
    key = seed.to_bytes(32, "little")
    blocks = (hashlib.blake2b(struct.pack("<Q", k), key=key).digest() for k in range(count // 16 + 1))
    return [word for block in blocks for word in struct.unpack("<16I", block)][:count]


@pytest.mark.parametrize("seed", [2**SEED_BITS, 2**SEED_BITS + 1, LONG, 2**LONGEST_SEED_BITS - 1, 3**150])
def test_a_long_seed_is_the_key_of_blake2b(seed: int) -> None:
    rng = Rng(seed)
    assert [rng.next() for _ in range(500)] == keyed(seed, 500)


def test_a_seed_has_an_end() -> None:
    with pytest.raises(OverflowError):
        Rng(1 << LONGEST_SEED_BITS)


def test_it_is_frozen() -> None:
    """A seed means the same game for ever: these numbers may never change."""
    rng = Rng(42)
    assert [rng.next() for _ in range(4)] == [3648644458, 4206697674, 2509843200, 3011021589]
    assert [rng.below(110) for _ in range(10)] == [101, 39, 103, 34, 96, 57, 63, 66, 87, 77]
    rng = Rng(42 + LONG)
    assert [rng.next() for _ in range(4)] == [2544207315, 1547252224, 3933287489, 101677016]
    assert [rng.below(110) for _ in range(10)] == [54, 41, 90, 61, 83, 21, 89, 23, 29, 92]
    assert [rng.next() for _ in range(4)] == [187988764, 706399861, 1725225809, 402039364]


def test_every_bit_of_the_seed_counts() -> None:
    firsts = {Rng(1 << bit).next() for bit in range(LONGEST_SEED_BITS)}
    assert len(firsts) == LONGEST_SEED_BITS


@pytest.mark.parametrize("kind", [0, LONG], ids=["short", "long"])
@pytest.mark.parametrize("n", [1, 2, 3, 7, 53, 110])
def test_below_is_even_and_in_range(n: int, kind: int) -> None:
    rng = Rng(n + kind)
    draws = 400 * n
    seen = Counter(rng.below(n) for _ in range(draws))
    assert set(seen) == set(range(n))
    chi2 = sum((seen[k] - 400) ** 2 / 400 for k in range(n))
    assert chi2 < n + 5 * (2 * n) ** 0.5 + 5


@pytest.mark.parametrize("kind", [0, LONG], ids=["short", "long"])
def test_neighbouring_seeds_do_not_look_alike(kind: int) -> None:
    pairs = Counter((Rng(seed).below(6), Rng(seed + 1).below(6)) for seed in range(kind, kind + 3600))
    assert len(pairs) == 36
    assert min(pairs.values()) > 60
    assert max(pairs.values()) < 145


@pytest.mark.parametrize("seed", [9, LONG + 9])
@pytest.mark.parametrize("drawn", [0, 1, 15, 16, 17, 33])
def test_a_copy_goes_its_own_way(seed: int, drawn: int) -> None:
    rng = Rng(seed)
    for _ in range(drawn):
        rng.next()
    stored = json.loads(json.dumps(plain(rng)))
    for twin in (rng.clone(), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng)), back(stored)):
        assert twin.same(rng)
        ahead = [twin.next() for _ in range(40)]
        assert not twin.same(rng)
        again = rng.clone()
        assert [again.next() for _ in range(40)] == ahead
        assert twin.same(again)
    assert plain(rng) == stored
    assert not rng.same(Rng(seed + 1))
    assert not rng.same(Rng(seed ^ LONG))


@pytest.mark.parametrize("seed", [9, LONG + 9])
def test_what_is_drawn_aside_changes_and_shows_nothing(seed: int) -> None:
    rng = Rng(seed)
    rng.next()
    beside = [rng.aside(number) for number in range(4)]
    assert rng.aside(2).same(beside[2])
    before = rng.clone()
    rng.next()
    words = [{each.next() for _ in range(500)} for each in (before, *beside, rng.aside(2))]
    assert sum(map(len, words)) == len(set.union(*words))
    assert {bool(each.key) for each in beside} == {bool(rng.key)}


@pytest.mark.parametrize("seed", [9, LONG + 9])
def test_a_branch_has_nothing_of_where_it_came_from(seed: int) -> None:
    rng = Rng(seed)
    branches = [rng.branch() for _ in range(4)]
    words = [{each.next() for _ in range(500)} for each in (Rng(seed), rng, *branches)]
    assert sum(map(len, words)) == len(set.union(*words)) + len(words[0] & words[1])
    # A long seed has a long branch: nothing about it can be worked out either.
    assert {bool(each.key) for each in branches} == {bool(rng.key)}
    assert len({each.key for each in (rng, *branches)}) == (5 if rng.key else 1)


@pytest.mark.parametrize(("seed", "bits"), [(9, SEED_BITS), (LONG + 9, LONGEST_SEED_BITS)])
def test_a_branch_is_seeded_with_the_next_words(seed: int, bits: int) -> None:
    """For ever: worlds that were imagined once are imagined the same again."""
    rng = Rng(seed)
    words = Rng(seed)
    full = sum(words.next() << 32 * k for k in range(bits // 32))
    assert rng.branch().same(Rng(full))
    assert rng.same(words)
