"""A player of Took Over! who looks ahead: keener rules of thumb, and a search that stands on them.

What instinct does not see is the end of a row. Whoever lays its last card leaves the next row to the left neighbour,
and beginning a row is worth more than a card or two. So it can pay to let a gap be, to keep to the side where others
still find room, or to close the row. `keen` weighs such things; the search plays its own part on with it, and leaves
its choice only for one that does better beyond doubt.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.bits import bit, count
from tailback.core.contract import State
from tailback.core.rng import Rng
from tailback.core.search import Search
from tailback.core.vecs import vec
from tailback.games.took_over.instinct import sensible
from tailback.games.took_over.material import CARDS, DECLINE, PASS, PLACE, TAKE
from tailback.games.took_over.table import ALL_CARDS, PLACING, WINDOW, TookOverTable

# What counts for taking over (above zero it does) and for laying a card (the highest is laid; a risk counts ten times
# its chance in a thousand against it). Found in about 125 steps of an earlier form of `learn.py`,
# whose fitness also had tables of instinct and `keen` mixed; a new run gives other numbers. In 8,000 matches each
# `keen` alone won about 26 % against three sensible players and 70 % against three random ones, where instinct wins 25
# and 68.
WEIGHTS: Final = (
    # Taking over
    64,  # take over at all
    45,  # for each card that fits the gap
    70,  # for each other own card that fits at an end
    16,  # for each unseen card that would fit at an end
    -18,  # the nearer the left neighbour is to having no cards
    0,  # for each card in the active player's hand
    -1,  # the nearer the active player is to having no cards
    -1,  # for each own card, hand and stack
    -29,  # with no own card for the ends
    14,  # with none, for each unseen card that would fit there
    -104,  # with none, and no stack
    -144,  # with nothing unseen that would fit at an end
    # Laying a card
    -616,  # for each own card that it would lock out
    55,  # for each unseen card that would still fit at an end
    467,  # for each own card that would
    -86,  # for a risk, the nearer the left neighbour is to having no cards
    -98,  # with no own card for the ends after it
    -75,  # with none, for each unseen card that would fit there
    -410,  # with nothing unseen that would fit at an end
    -239,  # for locking out any own card
    -131,  # for that, the nearer the left neighbour is to having no cards
    -50,  # for that, for each own card, hand and stack
    -454,  # for each card locked out at a risk
    123,  # for that, with no own card for the ends after it
)
# Dealing a world takes about as long as so many decisions, and as many more for each proof of what a hand holds.
DEALING: Final = 20
FITTING: Final = 90
# A player with fewer cards than this, hand and stack together, is near the end.
FEW: Final = 4


def keen(table: TookOverTable, seat: i64, weights: vec[i64]) -> i64:
    """Like `sensible`, with an eye on the end of the row and of the match."""
    if table.phase == WINDOW:
        return keen_taker(table, seat, weights)
    if table.phase == PLACING:
        return keen_layer(table, seat, weights)
    return sensible(table, seat)


def weighed(weights: tuple[int, ...]) -> vec[i64]:
    """Weights in the form that is quick to read."""
    found: vec[i64] = vec[i64]([0] * len(weights))
    for i, weight in enumerate(weights):
        found[i] = weight
    return found


def unseen_by(table: TookOverTable, seat: i64) -> i64:
    """The cards that this seat has not seen, as bits."""
    known = table.row | table.gone
    start = seat * table.rules.share
    for i in range(start, start + table.hand_n(seat)):
        known |= bit(i64(table.hand[i]))
    return ALL_CARDS & ~known


def nearness(table: TookOverTable, seat: i64) -> i64:
    """0, or more the nearer this player is to the end."""
    left = table.hand_n(seat) + table.stack_n(seat)
    return FEW - left if left < FEW else 0


def keen_taker(table: TookOverTable, seat: i64, weights: vec[i64]) -> i64:
    start = seat * table.rules.share
    held = table.hand_n(seat)
    hand = table.hand
    low, high = table.low, table.high
    fit: i64 = 0
    first: i64 = 0
    outside: i64 = 0
    for i in range(start, start + held):
        card = i64(hand[i])
        if table.above < card < table.below:
            fit += 1
            if first == 0:
                first = card
        elif card < low or card > high:
            outside += 1
    if fit == 0:
        return DECLINE
    stack = table.stack_n(seat)
    take = TAKE + first - 1
    if fit == held and stack == 0:
        return take
    room = count(unseen_by(table, seat) & ((bit(low) - 2) | (bit(CARDS + 1) - bit(high + 1))))
    w = weights
    score = w[0] + w[1] * fit + w[2] * outside + w[3] * room + w[4] * nearness(table, (seat + 1) % table.players)
    score += w[5] * table.hand_n(table.seat) + w[6] * nearness(table, table.seat) + w[7] * (held + stack)
    if outside == 0:
        score += w[8] + w[9] * room
        if stack == 0:
            score += w[10]
    if room == 0:
        score += w[11]
    return take if score > 0 else DECLINE


def keen_layer(table: TookOverTable, seat: i64, weights: vec[i64]) -> i64:
    start = seat * table.rules.share
    end = start + table.hand_n(seat)
    hand = table.hand
    low, high = table.low, table.high
    lower: i64 = 0
    higher: i64 = 0
    for i in range(start, end):
        card = i64(hand[i])
        if card < low:
            lower += 1
        elif card > high:
            higher += 1
    if lower + higher == 0:
        return PASS
    unseen = unseen_by(table, seat)
    all_unseen = count(unseen)
    taker = (seat + 1) % table.players
    free = table.hand_n(taker) - proven_inside(table, taker)
    near = nearness(table, taker)
    mine = end - start + table.stack_n(seat)
    w = weights
    best: i64 = -0x40000000
    found: i64 = PASS
    for i in range(start, end):
        card = i64(hand[i])
        if card < low:
            skipped = lower - 1 - (i - start)
            gap = bit(low) - bit(card + 1)
            outer = (bit(card) - 2) | (bit(CARDS + 1) - bit(high + 1))
        elif card > high:
            skipped = i - (end - higher)
            gap = bit(card) - bit(high + 1)
            outer = (bit(low) - 2) | (bit(CARDS + 1) - bit(card + 1))
        else:
            continue
        risk = chance_of_one(count(unseen & gap), all_unseen, free)
        room = count(unseen & outer)
        more = lower + higher - 1 - skipped
        score = w[12] * skipped - 10 * risk + w[13] * room + w[14] * more + w[15] * risk * near // 100
        if more == 0:
            score += w[16] + w[17] * room
        if room == 0:
            score += w[18]
        if skipped > 0:
            score += w[19] + w[20] * near + w[21] * mine
            score += w[22] * skipped * risk // 100
            if more == 0:
                score += w[23]
        if score > best:
            best = score
            found = PLACE + card - 1
    return found


def proven_inside(table: TookOverTable, seat: i64) -> i64:
    """How many cards of this hand lie within the row for sure."""
    found: i64 = 0
    first = 3 * seat * table.rules.share
    for k in range(first, first + 3 * table.proofs_n(seat), 3):
        if i64(table.proof[k]) >= table.low and i64(table.proof[k + 1]) <= table.high:
            found = i64(table.proof[k + 2])
    return found


def chance_of_one(good: i64, cards: i64, drawn: i64) -> i64:
    """In a thousand: how likely one of so many good cards is among those drawn."""
    none: i64 = 1000
    for k in range(drawn):
        if cards - good <= k:
            return 1000
        none = none * (cards - good - k) // (cards - k)
    return 1000 - none


class Ahead(Search):
    """Flat search whose own part is played on by `keen`; the others are sensible or careless, as in every search."""

    def __init__(self, root: State, seat: i64, steps: i64, rng: Rng, weights: tuple[int, ...] = WEIGHTS) -> None:
        super().__init__(root, seat, steps, rng, 0)
        self.weights: vec[i64] = weighed(weights)

    def world(self) -> State:
        root = self.root
        assert isinstance(root, TookOverTable)
        self.left -= DEALING
        for other in range(root.players):
            if other != self.seat:
                self.left -= FITTING * root.proofs_n(other)
        return super().world()

    def consider(self) -> int:
        super().consider()
        return self.actions.index(int(self.own(self.root)))

    def own(self, state: State) -> i64:
        assert isinstance(state, TookOverTable)
        return keen(state, self.seat, self.weights)
