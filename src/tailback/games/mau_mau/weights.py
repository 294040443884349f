"""What counts how much in a move of Mau-Mau, for two players and for more, in ten-thousandths of a match won.

The weights come from self-play: in 12,000 positions of matches between two and between four, every move was tried in 50
imagined worlds and played on by an earlier form of these rules. They are the least squares fit to how much oftener
each move won than the others in its position (`learn.py`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.vecs import vec

# Drawing instead of laying, and every card to take.
DRAWING: Final = 0
TAKING: Final = 1
# Every point that leaves the hand: less from a big hand, more when somebody is nearly out.
POINT: Final = 2
POINT_BIG: Final = 3
POINT_LATE: Final = 4
# Each colour in the hand that is left, each card in it of the colour just laid, having any at all, each of its kind.
COLOUR: Final = 5
SAME_COLOUR: Final = 6
FOLLOW_UP: Final = 7
SAME_KIND: Final = 8
# The same when two or three cards are left.
COLOUR_FEW: Final = 9
SAME_COLOUR_TWO: Final = 10
FOLLOW_UP_FEW: Final = 11
SAME_KIND_FEW: Final = 12
# The last card goes on this one by its colour, or as a colour change on everything.
LAST_COLOUR: Final = 13
LAST_WILD: Final = 14
# A colour change goes on everything: it is worth most as one of the last cards, unless others are nearly out.
WILD_LAID: Final = 15
WILD_FEW: Final = 16
WILD_LATE: Final = 17
# The other specials are worth something in the hand, too; a second Take 2 may go.
REVERSE_LAID: Final = 18
STOP_LAID: Final = 19
TAKE2_LAID: Final = 20
TAKE2_SECOND: Final = 21
# Whoever is hit holds one card or three; or the own last card comes next.
HIT_ONE: Final = 22
HIT_THREE: Final = 23
HIT_LAST: Final = 24
# The turn comes back at once.
AGAIN: Final = 25
# Whoever is next holds one card or two.
NEXT_ONE: Final = 26
NEXT_TWO: Final = 27
# Everybody knows that cards of the next hand are not of this colour: the part that they are, more if these are few,
# or all.
NEXT_LACKS: Final = 28
NEXT_LACKS_FEW: Final = 29
NEXT_LACKS_ALL: Final = 30

TWO: Final[list[int]] = [
    -673, -237, 12, -9, 9, -235, 29, 210, -43, -241, 171, 347, -299, 998, 272, -419, -334, 251, -6, -28, -49, 26, 859,
    171, 687, 45, 227, -138, 237, 334, 243,
]  # fmt: skip
MORE: Final[list[int]] = [
    -585, -313, 18, -11, 14, -114, 22, 98, -2, -23, 65, 160, -7, 893, 793, -321, -402, 219, -50, -65, -208, 160, 157,
    73, 253, 0, -36, -57, 84, 118, 44,
]  # fmt: skip


def weights(players: i64) -> vec[i64]:
    """By the numbers above."""
    return vec[i64](TWO if players == 2 else MORE)
