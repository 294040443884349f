"""Intervals and tests beside known values, and beside what they promise."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from tailback.core.rng import Rng
from tailback.lab import statistics as s


def test_shares_beside_known_values() -> None:
    # Wilson's interval as tables print it (R: prop.test(..., correct = FALSE)).
    assert s.share(8, 10)[1:3] == pytest.approx((0.4901625, 0.9433178), abs=1e-6)
    assert s.share(0, 20)[:3] == pytest.approx((0.0, 0.0, 0.1611252), abs=1e-6)
    assert s.share(0, 0) == (0.0, 0.0, 1.0, 0)


@pytest.mark.parametrize(("n", "p"), [(40, 0.25), (100, 0.5), (100, 0.1), (400, 1 / 6)])
def test_intervals_of_shares_hold_what_they_promise(n: int, p: float) -> None:
    """Every outcome with its exact chance: about 95 of 100 intervals hold the true share."""
    held = sum(
        math.comb(n, k) * p**k * (1 - p) ** (n - k)
        for k in range(n + 1)
        if s.share(k, n).low <= p <= s.share(k, n).high
    )
    assert 0.93 < held < 0.98


@pytest.mark.parametrize("alpha", [0.05, 0.0125])
def test_a_share_differs_from_even_where_its_interval_misses_it(alpha: float) -> None:
    for n in (20, 133, 4000):
        for k in range(0, n + 1, max(1, n // 50)):
            found = s.share(k, n, alpha)
            assert (s.by_chance(k / n, n, 0.25) < alpha) == (not found.low <= 0.25 <= found.high)
    assert s.by_chance(0.0, 0, 0.25) == 1.0


def test_intervals_of_means_hold_what_they_promise() -> None:
    """A hundred dice thrown again and again: the mean of 3.5 lies in about 95 of 100 intervals."""
    rng = Rng(5)
    held = 0
    for _ in range(1000):
        counted: dict[int, int] = {}
        for _ in range(40):
            side = int(rng.below(6)) + 1
            counted[side] = counted.get(side, 0) + 1
        figure = s.mean(counted)
        held += figure.low <= 3.5 <= figure.high
    assert 930 <= held <= 970


def test_means_are_exact_and_few_are_wide() -> None:
    assert s.mean({2: 1, 4: 1})[0] == 3
    assert s.mean({2: 1, 4: 1}, scale=2)[0] == 1.5
    # Student's t with 4 degrees of freedom: 2.776.
    figure = s.mean({1: 1, 2: 1, 3: 1, 4: 1, 5: 1})
    assert figure.high - 3 == pytest.approx(2.776 * math.sqrt(2.5 / 5), rel=0.01)
    assert s.mean({7: 9})[:3] == (7, 7, 7)
    assert s.mean({}).n == 0
    # Squares beyond what a float holds exactly.
    large = 10**9
    assert s.mean({large: 10**6, large + 1: 10**6}).value == large + 0.5
    assert 0 < s.mean({large: 10**6, large + 1: 10**6}).high - large - 0.5 < 0.001


def test_pairs_beat_strangers() -> None:
    """The same deals in both: what they have in common drops out."""
    base = [int(Rng(k).below(100)) for k in range(400)]
    pairs: dict[int, int] = {}
    a: dict[int, int] = {}
    b: dict[int, int] = {}
    for k, value in enumerate(base):
        more = value + 1 + k % 3
        pairs[more - value] = pairs.get(more - value, 0) + 1
        a[value] = a.get(value, 0) + 1
        b[more] = b.get(more, 0) + 1
    together, strangers = s.paired(pairs), s.apart(a, b)
    assert together.figure.value == pytest.approx(2, abs=0.01)
    assert strangers.figure.value == pytest.approx(together.figure.value)
    assert together.p < 1e-6 < 0.05 < strangers.p


def test_nothing_is_certain_where_nothing_varies() -> None:
    assert s.paired({0: 50}).p == 1
    assert s.paired({1: 50}).p < 1e-9
    assert s.apart({}, {1: 2}).p == 1
    assert s.apart({3: 9}, {3: 4}).p == 1


def test_a_few_matches_prove_nothing() -> None:
    """Of two or three matches, all can easily have come out alike."""
    assert s.paired({5: 1}).p == 1
    assert s.paired({5: 3}).p > s.USUAL
    assert s.apart({9: 2}, {10: 2}).p > s.USUAL
    assert s.apart({9: 1}, {10: 40, 11: 40}).p == 1
    # Far away by its own spread, which two matches hardly tell.
    assert s.paired({4: 1, 5: 1}).p > s.USUAL
    assert s.apart({1: 1, 2: 1}, {9: 1, 10: 1}).p > s.apart({1: 9, 2: 9}, {9: 9, 10: 9}).p
    assert s.mean({5: 1})[:3] == (5, 0, 10)


def test_false_alarms_are_as_rare_as_they_say_with_few_matches() -> None:
    """Two samples of five from the same dice, again and again: no more than 5 % are settled."""
    rng = Rng(7)
    alarms = 0
    for _ in range(2000):
        a: dict[int, int] = {}
        b: dict[int, int] = {}
        for one in (a, b):
            for _ in range(5):
                value = int(rng.below(1000))
                one[value] = one.get(value, 0) + 1
        alarms += s.apart(a, b).p < s.USUAL
    assert 40 < alarms < 120


def test_holm_is_never_milder_than_one_test_and_keeps_the_order() -> None:
    ps = [0.001, 0.2, 0.012, 0.03, 0.04]
    found = s.holm(ps)
    assert found == pytest.approx([0.005, 0.2, 0.048, 0.09, 0.09])
    assert all(more >= p for more, p in zip(found, ps, strict=True))
    assert s.holm([]) == []


def test_bins_hold_everything_once() -> None:
    counted = {value: value for value in range(1, 95)}
    bars = s.bins(counted)
    assert sum(bar["count"] for bar in bars) == sum(counted.values())
    assert len(bars) <= s.BINS
    assert all(one["to"] == other["from"] for one, other in pairwise(bars))
    assert s.bins({5: 3}) == [{"from": 5, "to": 6, "count": 3}]
    assert s.spread({}) is None
