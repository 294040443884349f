"""Counting numbers comes to what Python's own counter says, however they are spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailback.core.histogram import of_bytes, of_margins, of_numbers


def packed(numbers: Iterable[int]) -> bytes:
    return b"".join(number.to_bytes(4, "little", signed=True) for number in numbers)


SCORES = st.integers(-(2**30), 2**30)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 255)))
def test_sets(numbers: list[int]) -> None:
    assert of_bytes(bytes(numbers)) == Counter(numbers)


@settings(max_examples=30)
@given(st.lists(st.integers(-20, 20)) | st.lists(SCORES) | st.lists(st.sampled_from((-(2**31), 0, 2**31 - 1))))
def test_numbers_close_together_and_far_apart(numbers: list[int]) -> None:
    assert of_numbers(packed(numbers)) == Counter(numbers)


@pytest.mark.parametrize("lower_wins", [False, True])
@settings(max_examples=30)
@given(st.integers(2, 6).flatmap(lambda seats: st.lists(st.tuples(*[SCORES] * seats), min_size=1)))
def test_the_winner_is_ahead_of_the_second(lower_wins: bool, matches: list[tuple[int, ...]]) -> None:
    by_seat = [packed(scores) for scores in zip(*matches, strict=True)]
    best = [sorted(scores, reverse=not lower_wins) for scores in matches]
    assert of_margins(by_seat, lower_wins) == Counter(abs(first - second) for first, second, *_ in best)
