"""Intervals and tests, for exact counts. Each is a known method; where it was published is said beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

# 95 of 100 such intervals hold the true value.
USUAL = 0.05
BINS = 30

Histogram = Mapping[int, int]


class Figure(NamedTuple):
    """A mean or a share with its interval, out of `n` matches."""

    value: float
    low: float
    high: float
    n: int


def z(alpha: float = USUAL) -> float:
    """How many standard errors an interval reaches to each side.

    >>> round(z(), 3)
    1.96
    """
    return NormalDist().inv_cdf(1 - alpha / 2)


def student(alpha: float, freedom: float) -> float:
    """The same where the spread itself was only estimated (Cornish and Fisher's series, good to 1 % from 4 on).

    >>> round(student(0.05, 10), 2), round(student(0.05, 1000), 2)
    (2.23, 1.96)
    """
    x, v = z(alpha), freedom
    return (
        x
        + (x**3 + x) / (4 * v)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * v**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * v**3)
    )


def so_far(distance: float, freedom: float) -> float:
    """The chance of a mean so many standard errors away, where the spread was only estimated (Wallace, 1959: Student's
    as the normal one; good to a hundredth from 4 on, and before that too careful).

    >>> round(so_far(2.776, 4), 3), round(so_far(1.96, 10_000), 3)
    (0.051, 0.05)
    """
    reach = math.sqrt(freedom * math.log1p(distance * distance / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return 2 * NormalDist().cdf(-reach)


def share(part: float, n: int, alpha: float = USUAL) -> Figure:
    """`part` of `n`, with Wilson's interval (1927). A win that is shared counts for its part, which only narrows it.

    >>> [round(value, 4) for value in share(50, 100)]
    [0.5, 0.4038, 0.5962, 100]
    """
    if n == 0:
        return Figure(0.0, 0.0, 1.0, 0)
    p, x = part / n, z(alpha)
    middle = (p + x * x / (2 * n)) / (1 + x * x / n)
    reach = x / (1 + x * x / n) * math.sqrt(p * (1 - p) / n + x * x / (4 * n * n))
    return Figure(p, max(0.0, min(p, middle - reach)), min(1.0, max(p, middle + reach)), n)


def by_chance(share: float, n: int, even: float) -> float:
    """The chance of a share so far from an even one where it is even: the test whose interval is Wilson's.

    >>> round(by_chance(0.25, 100, 0.2), 3), by_chance(0.2, 100, 0.2)
    (0.211, 1.0)
    """
    if n == 0:
        return 1.0
    return 2 * NormalDist().cdf(-abs(share - even) / math.sqrt(even * (1 - even) / n))


def moments(histogram: Histogram) -> tuple[int, int, int]:
    """How many, their sum, and the sum of their squares: whole numbers, so no order of adding changes them."""
    n = total = squares = 0
    for value, times in histogram.items():
        n += times
        total += value * times
        squares += value * value * times
    return n, total, squares


def mean(histogram: Histogram, scale: float = 1.0, alpha: float = USUAL) -> Figure:
    """The mean of what a histogram counts, in units of 1/scale."""
    n, total, squares = moments(histogram)
    return mean_of(n, total, squares, scale, alpha)


def mean_of(n: int, total: int, squares: int, scale: float = 1.0, alpha: float = USUAL) -> Figure:
    if n == 0:
        return Figure(0.0, 0.0, 0.0, 0)
    value = total / n
    # n² times the variance, as one whole number: nothing is lost when two large squares nearly cancel.
    spread = n * squares - total * total
    if n == 1:
        # Of one match nobody knows how far the next one is from it.
        reach = abs(value)
    else:
        reach = student(alpha, n - 1) * math.sqrt(spread / n / (n - 1)) / math.sqrt(n)
    return Figure(value / scale, (value - reach) / scale, (value + reach) / scale, n)


def quantiles(histogram: Histogram, parts: Sequence[float]) -> list[int]:
    """The least value that at least this part of all do not pass, for each part; parts rise.

    >>> quantiles({1: 5, 2: 4, 9: 1}, (0.5, 0.9, 0.95))
    [1, 2, 9]
    """
    n = sum(histogram.values())
    found: list[int] = []
    passed = 0
    rest = iter(sorted(histogram))
    value = 0
    for part in parts:
        while passed < part * n or not passed:
            value = next(rest)
            passed += histogram[value]
        found.append(value)
    return found


def bins(histogram: Histogram, scale: float = 1.0, most: int = BINS) -> list[dict[str, float]]:
    """At most so many bars of equal width, each a whole number of units wide."""
    least, last = min(histogram), max(histogram)
    width = max(1, math.ceil((last - least + 1) / most))
    counts = [0] * (math.ceil((last - least + 1) / width))
    for value, times in histogram.items():
        counts[(value - least) // width] += times
    return [
        {"from": (least + i * width) / scale, "to": (least + (i + 1) * width) / scale, "count": count}
        for i, count in enumerate(counts)
    ]


def spread(histogram: Histogram, scale: float = 1.0) -> dict[str, Any] | None:
    """Everything a picture of a distribution needs; None of nothing."""
    if not histogram:
        return None
    p5, p25, p50, p75, p95 = (value / scale for value in quantiles(histogram, (0.05, 0.25, 0.5, 0.75, 0.95)))
    return {
        "mean": mean(histogram, scale)._asdict(),
        "p5": p5,
        "p25": p25,
        "p50": p50,
        "p75": p75,
        "p95": p95,
        "least": min(histogram) / scale,
        "most": max(histogram) / scale,
        "bins": bins(histogram, scale),
    }


class Difference(NamedTuple):
    """One mean against another: how much more, and the chance of so much where there is none."""

    figure: Figure
    error: float
    p: float


NOTHING = Difference(Figure(0.0, 0.0, 0.0, 0), 0.0, 1.0)


def paired(pairs: Histogram, scale: float = 1.0) -> Difference:
    """Of matches with the same deals: `pairs` counts the differences, one for each deal."""
    n, total, squares = moments(pairs)
    figure = mean_of(n, total, squares, scale)
    if n < 2 or total == 0:
        return Difference(figure, 0.0, 1.0)
    error = math.sqrt((n * squares - total * total) / n / (n - 1)) / math.sqrt(n) / scale
    if error == 0:
        # Every deal differs by the same: as if a coin had fallen on one side each time.
        return Difference(figure, 0.0, 2.0 ** (1 - n))
    return Difference(figure, error, so_far(figure.value / error, n - 1))


def apart(a: Histogram, b: Histogram, scale: float = 1.0) -> Difference:
    """Of matches with nothing in common: b against a (Welch, 1947)."""
    errors = []
    values = []
    counts = []
    for one in (a, b):
        n, total, squares = moments(one)
        if n == 0:
            return NOTHING
        values.append(total / n / scale)
        errors.append((n * squares - total * total) / n / max(1, n - 1) / n / scale**2)
        counts.append(n)
    value, least = values[1] - values[0], min(counts)
    if least < 2:
        return Difference(Figure(value, value - abs(value), value + abs(value), least), 0.0, 1.0)
    error = math.sqrt(sum(errors))
    if error == 0:
        # All of one are alike, and all of the other: as if somebody had dealt them out and these had come together.
        p = 1.0 if value == 0 else min(1.0, 2 / math.comb(sum(counts), least))
        return Difference(Figure(value, value, value, least), 0.0, p)
    freedom = sum(errors) ** 2 / sum(part**2 / (n - 1) for part, n in zip(errors, counts, strict=True))
    reach = student(USUAL, freedom) * error
    return Difference(Figure(value, value - reach, value + reach, least), error, so_far(value / error, freedom))


def holm(ps: Sequence[float]) -> list[float]:
    """Each chance as it must be read where many were looked at (Holm, 1979): one false alarm in 20 studies at most.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    found = [0.0] * len(ps)
    least = 0.0
    for rank, i in enumerate(order):
        least = max(least, min(1.0, ps[i] * (len(ps) - rank)))
        found[i] = least
    return found


def looks(first: int, last: int) -> list[int]:
    """When a study that may stop early is looked at: after `first` matches, after twice as many, and so on to `last`.

    >>> looks(1000, 10000)
    [1000, 2000, 4000, 8000, 10000]
    """
    found: list[int] = []
    n = min(first, last)
    while n < last:
        found.append(n)
        n *= 2
    return [*found, last]


def added(histograms: Iterable[Histogram]) -> dict[int, int]:
    """Several histograms as one."""
    found: dict[int, int] = {}
    for histogram in histograms:
        for value, times in histogram.items():
            found[value] = found.get(value, 0) + times
    return found
