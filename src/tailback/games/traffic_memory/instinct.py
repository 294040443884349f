"""Rules of thumb of Traffic-Memory: what a player does who remembers so much, and no more.

What is remembered is gathered into two numbers: a set of numbers as bits, and how many jokers. Everything else is
arithmetic on them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.bits import bit, count
from tailback.core.rng import Rng
from tailback.games.traffic_memory.material import JOKER, NUMBERS, STOP
from tailback.games.traffic_memory.table import (
    BRIDGE,
    CLOSED,
    FIRST_CARD,
    GO_ON,
    SEEN,
    MemoryTable,
    memory_of,
)

# A card nobody knows is tried after a run that can be taken unless fewer than one in so many would fit.
WORTH_A_TRY: Final = 8
# How often in a hundred decisions a careless player overlooks what goes together, a child overlooks where to begin, and
# a child wants one card more; a careless player does so half as often.
OVERLOOKED: Final = 15
BEGINS_ANYWHERE: Final = 50
ONCE_MORE: Final = 60


def choose(table: MemoryTable, seat: i64, level: i64, rng: Rng) -> i64:
    """The most that can be taken with remembered cards, else an unknown card, else stop."""
    memory = memory_of(level)
    known, jokers, fresh, dim = remembered(table, seat, memory)
    if table.phase == FIRST_CARD:
        card = start(known, jokers)
        return find(table, seat, memory, card) if card > 0 else unknown(table, seat, memory, fresh, dim, rng)
    card = follow(table, known, jokers)
    if card > 0:
        return find(table, seat, memory, card)
    fits = fitting(table, known, jokers)
    if fits > 0 and fresh + dim > 0:
        takable = table.phase == GO_ON and (table.opened_n > 2 or table.jokers == 0)
        if not takable or fits * WORTH_A_TRY >= fresh + dim:
            return unknown(table, seat, memory, fresh, dim, rng)
    if table.may_stop():
        return STOP
    # A card that was open already tells the others nothing new.
    hush = last_seen(table)
    return hush if hush >= 0 else unknown(table, seat, memory, fresh, dim, rng)


def stumble(table: MemoryTable, seat: i64, level: i64, rng: Rng) -> i64:
    """The same with human mistakes: a short memory, and no eye for which cards lay open before.

    A child of five (level 1) counts upwards only, often begins anywhere and can hardly stop; whoever is careless
    (level 2) overlooks now and then what goes together.
    """
    memory = memory_of(level)
    known, jokers, fresh, dim = remembered(table, seat, memory)
    card: i64 = 0
    if level == 1:
        if table.phase != FIRST_CARD:
            card = upwards(table, known, jokers)
        elif rng.below(100) >= BEGINS_ANYWHERE:
            card = start(known, jokers)
    elif rng.below(100) >= OVERLOOKED:
        card = start(known, jokers) if table.phase == FIRST_CARD else follow(table, known, jokers)
    if card > 0:
        return find(table, seat, memory, card)
    if table.may_stop() and rng.below(100) >= (ONCE_MORE if level == 1 else ONCE_MORE // 2):
        return STOP
    return anywhere(table, seat, memory, fresh + dim, rng)


def remembered(table: MemoryTable, seat: i64, memory: i64) -> tuple[i64, i64, i64, i64]:
    """The numbers that come to mind, how many jokers; and how many other cards were never open, or are forgotten."""
    known: i64 = 0
    jokers: i64 = 0
    fresh: i64 = 0
    dim: i64 = 0
    marks = table.mark
    for place in range(table.places):
        mark = marks[place]
        if mark == CLOSED:
            fresh += 1
        elif mark == SEEN:
            if table.recalls(seat, place, memory):
                card = i64(table.face[place])
                if card >= JOKER:
                    jokers += 1
                else:
                    known |= bit(card)
            else:
                dim += 1
    return known, jokers, fresh, dim


def start(known: i64, jokers: i64) -> i64:
    """The lowest number of the longest run among these cards (JOKER for jokers alone); 0 if none can be taken."""
    if jokers == 0:
        run = known & (known >> 1)
        if run == 0:
            return 0
        while run & (run >> 1) != 0:
            run &= run >> 1
        return lowest(run)
    found: i64 = 0
    most: i64 = 0
    low: i64 = 0
    count: i64 = 0
    for high in range(1, NUMBERS + 1):
        if known & bit(high) == 0:
            continue
        count += 1
        if low == 0:
            low = high
        while high - low + 1 - count > jokers or known & bit(low) == 0:
            if known & bit(low) != 0:
                count -= 1
            low += 1
        if count > most:
            found, most = low, count
    if most + jokers >= 3:
        return found if most > 0 else JOKER
    return found if most == 2 else 0


def follow(table: MemoryTable, known: i64, jokers: i64) -> i64:
    """The remembered card to open next (JOKER for any joker); 0 if none fits."""
    if table.numbers == 0:
        card = start(known, jokers + table.jokers)
        if card == JOKER and jokers == 0:
            return 0
        return card
    low, high = table.low, table.high
    if known & bit(high + 1) != 0:
        return high + 1
    if known & bit(low) >> 1 != 0:
        return low - 1
    if table.jokers > 0 or table.phase == BRIDGE:
        if not (table.rules.sticky and table.phase == GO_ON):
            for card in range(low + 1, high):
                if known & bit(card) != 0:
                    return card
        free = table.jokers - (high - low + 1 - table.numbers)
        for gap in range(1, free + 1):
            if high + 1 + gap <= NUMBERS and known & bit(high + 1 + gap) != 0:
                return high + 1 + gap
            if low - 1 - gap > 0 and known & bit(low - 1 - gap) != 0:
                return low - 1 - gap
    return JOKER if jokers > 0 else 0


def upwards(table: MemoryTable, known: i64, jokers: i64) -> i64:
    """The next number up, or a joker, if it is remembered; else 0."""
    if table.numbers > 0 and known & bit(table.high + 1) != 0:
        return table.high + 1
    return JOKER if jokers > 0 else 0


def fitting(table: MemoryTable, known: i64, jokers: i64) -> i64:
    """How many of the cards that are not remembered would fit now."""
    fits = table.left_jokers - jokers - table.jokers
    if table.numbers == 0:
        return fits + count(table.left & ~known)
    low, high = table.low, table.high
    room = table.numbers + table.jokers
    first: i64 = high - room if high > room else 1
    last: i64 = low + room if low + room < NUMBERS else NUMBERS
    wanted = table.left & ~known
    inside = not (table.rules.sticky and table.phase == GO_ON)
    for card in range(first, last + 1):
        if wanted & bit(card) != 0:
            if card < low or card > high or inside:
                fits += 1
    if inside:
        for i in range(table.opened_n):
            if i64(table.face[i64(table.opened[i])]) < JOKER:
                fits -= 1
    return fits


def unknown(table: MemoryTable, seat: i64, memory: i64, fresh: i64, dim: i64, rng: Rng) -> i64:
    """A card that was never open, else one that is forgotten, else any."""
    if fresh > 0:
        number = rng.below(fresh)
        for place in range(table.places):
            if i64(table.mark[place]) == CLOSED:
                if number == 0:
                    return place
                number -= 1
    if dim > 0:
        number = rng.below(dim)
        for place in range(table.places):
            if i64(table.mark[place]) == SEEN and not table.recalls(seat, place, memory):
                if number == 0:
                    return place
                number -= 1
    return last_seen(table)


def anywhere(table: MemoryTable, seat: i64, memory: i64, count: i64, rng: Rng) -> i64:
    """A card that is not remembered, whether it was open before or not."""
    if count == 0:
        return last_seen(table)
    number = rng.below(count)
    for place in range(table.places):
        mark = i64(table.mark[place])
        if mark == CLOSED or (mark == SEEN and not table.recalls(seat, place, memory)):
            if number == 0:
                return place
            number -= 1
    return -1


def last_seen(table: MemoryTable) -> i64:
    """The face-down card that was open last: it tells the others nothing."""
    found: i64 = -1
    for place in range(table.places):
        if i64(table.mark[place]) == SEEN and (found < 0 or table.when[place] > table.when[found]):
            found = place
    return found


def find(table: MemoryTable, seat: i64, memory: i64, card: i64) -> i64:
    """Where the remembered card lies; JOKER is any joker."""
    for place in range(table.places):
        if i64(table.mark[place]) == SEEN:
            face = i64(table.face[place])
            if (face == card or (card == JOKER and face > JOKER)) and table.recalls(seat, place, memory):
                return place
    return -1


def lowest(cards: i64) -> i64:
    """The lowest card of a set that is not empty."""
    card: i64 = 0
    while cards & bit(card) == 0:
        card += 1
    return card
