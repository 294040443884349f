"""A set of cards as a whole number with one bit per card, up to card 60."""

from __future__ import annotations

from mypy_extensions import i64


def bit(card: i64) -> i64:
    """
    >>> bit(0), bit(5), bit(60) == 2**60
    (1, 32, True)
    """
    # Compiled, the small literal of `1 << card` would shift as 32 bits.
    return 0x1000000000000000 >> (60 - card)


def count(cards: i64) -> i64:
    """How many cards a set has.

    >>> count(0), count(0b1011), count(2**61 - 1)
    (0, 3, 61)
    """
    # No literal passes 62 bits: compiled, it would be an object.
    cards = cards - ((cards >> 1) & 0x1555555555555555)
    cards = (cards & 0x3333333333333333) + ((cards >> 2) & 0x3333333333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F0F0F
    cards = cards + (cards >> 8)
    cards = cards + (cards >> 16)
    return (cards + (cards >> 32)) & 0x7F
