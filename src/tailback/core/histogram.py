"""How often each whole number occurs among many.

Numbers come as bytes, as the columns of a study hold them: one byte each, or four with the lowest first.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.vecs import vec

# Numbers that lie closer together than this, on the average, are counted in a row of counters, others in a dictionary.
SPARSE: Final = 8
WIDE: Final = 4


def of_bytes(column: bytes) -> dict[int, int]:
    """
    >>> of_bytes(bytes([8, 1, 8]))
    {1: 1, 8: 2}
    """
    times = vec[i64]([0] * 256)
    for i in range(len(column)):
        byte: i64 = column[i]
        times[byte] += 1
    return in_order(times, 0)


def of_numbers(column: bytes) -> dict[int, int]:
    """
    >>> of_numbers(bytes([7, 0, 0, 0, 253, 255, 255, 255, 7, 0, 0, 0]))
    {-3: 1, 7: 2}
    """
    return counted(numbers(column))


def of_margins(scores: list[bytes], lower_wins: bool) -> dict[int, int]:
    """By how much the best of each match is ahead of the second; `scores` are those of one seat after the other.

    >>> scores = [bytes([5, 0, 0, 0]), bytes([7, 0, 0, 0]), bytes([1, 0, 0, 0])]
    >>> of_margins(scores, False), of_margins(scores, True)
    ({2: 1}, {4: 1})
    """
    matches: i64 = len(scores[0]) // WIDE
    best = vec[i64]([0] * int(matches))
    second = vec[i64]([0] * int(matches))
    for seat in range(len(scores)):
        of_seat = numbers(scores[seat])
        for i in range(matches):
            score = -of_seat[i] if lower_wins else of_seat[i]
            if seat == 0 or score > best[i]:
                second[i] = best[i]
                best[i] = score
            elif seat == 1 or score > second[i]:
                second[i] = score
    ahead = vec[i64]([0] * int(matches))
    for i in range(matches):
        ahead[i] = best[i] - second[i]
    return counted(ahead)


def numbers(column: bytes) -> vec[i64]:
    """What stands in a column, with its sign."""
    found = vec[i64]([0] * (len(column) // WIDE))
    for k in range(len(found)):
        i = k * WIDE
        low: i64 = column[i] | column[i + 1] << 8 | column[i + 2] << 16
        high: i64 = column[i + 3]
        if high >= 128:
            high -= 256
        found[k] = low + high * 16777216
    return found


def counted(many: vec[i64]) -> dict[int, int]:
    if len(many) == 0:
        return {}
    low: i64 = many[0]
    high: i64 = low
    for i in range(len(many)):
        number = many[i]
        if number < low:
            low = number
        if number > high:
            high = number
    if high - low > SPARSE * len(many):
        found: dict[int, int] = {}
        for i in range(len(many)):
            found[int(many[i])] = found.get(int(many[i]), 0) + 1
        return found
    times = vec[i64]([0] * int(high - low + 1))
    for i in range(len(many)):
        times[many[i] - low] += 1
    return in_order(times, low)


def in_order(times: vec[i64], low: i64) -> dict[int, int]:
    """How often the numbers from `low` on occur, without those that do not."""
    found: dict[int, int] = {}
    for i in range(len(times)):
        if times[i] > 0:
            found[int(low + i)] = int(times[i])
    return found
