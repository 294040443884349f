"""What differs between two arms beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tailback.lab.counts import PARTS, WIN, part, won_by
from tailback.lab.figures import MINUTE, TENTHS, ordered
from tailback.lab.statistics import USUAL, Difference, Figure, apart, holm, mean, paired
from tailback.lab.studies import Study
from tailback.lab.watching import MOMENTS, WHOLE

# What is compared besides the seats: how it is counted, and in which units.
PAIRED = {"decisions": ("decisions", 1.0), "turns": ("turns", 1.0), "minutes": ("tenths", float(MINUTE))}
APART = {
    "margin": ("margin", 1.0),
    "wait": ("wait", float(TENTHS)),
    "choice": ("choice", float(PARTS)),
    "lead_changes": ("leads", 1.0),
    "certain": ("certain", MOMENTS + 1.0),
    "comeback": ("comeback", float(WHOLE)),
}


# Figures that are parts of one. Of these half a point counts as something, of others a fiftieth.
SHARES = ("seats", "order", "ties", "choice", "certain", "comeback", "skill")
SMALL_SHARE = 0.005
SMALL_PART = 0.02


class Comparison(NamedTuple):
    """Arm b against arm a in one figure; `p` is corrected for everything that was compared, and for every look."""

    figure: str
    a: int
    b: int
    difference: Figure
    p: float

    # Of the figure in arm a, for what is no share.
    base: float = 0.0

    @property
    def settled(self) -> bool:
        return self.p < USUAL

    @property
    def large(self) -> bool:
        """Is it worth a sentence? With many matches even what nobody would ever notice is beyond chance."""
        least = SMALL_SHARE if self.figure.partition(".")[0] in SHARES else SMALL_PART * abs(self.base)
        return abs(self.difference.value) >= least


def compare(study: Study, pairs: list[tuple[int, int]], looked: int = 1) -> list[Comparison]:
    """Every figure of every pair of arms. `looked` is how often such a study is looked at while it runs."""
    found = [(name, a, b, one) for a, b in pairs for name, one in differences(study, a, b)]
    ps = holm([one.p for _, _, _, one in found])
    return [
        Comparison(name, a, b, one.figure, min(1.0, p * looked), base(study, a, name))
        for (name, a, b, one), p in zip(found, ps, strict=True)
    ]


def base(study: Study, arm: int, name: str) -> float:
    """The mean of a figure that is no share."""
    counts = study.of(arm)
    column, scale = PAIRED.get(name) or APART.get(name) or ("", 1.0)
    return mean(counts.get(column, {}), scale).value


def questions_left(study: Study, pairs: list[tuple[int, int]], looks: int, precision: float) -> bool:
    """Is a difference between seats still open: neither beyond chance nor known to be smaller than wanted?"""
    for one in compare(study, pairs, looks):
        wide = (one.difference.high - one.difference.low) / 2
        if one.figure.startswith(("seats.", "order.")) and not one.settled and wide > precision:
            return True
    return False


def differences(study: Study, a: int, b: int) -> Iterator[tuple[str, Difference]]:
    """All that can be compared in these two."""
    one, other = study.setups[a], study.setups[b]
    fewest = min(one.players, other.players)
    for column, name in (("winners", "seats"), ("early", "order")):
        if column == "early" and not (ordered(one, study.of(a)) and ordered(other, study.of(b))):
            continue
        for seat in range(fewest):
            yield f"{name}.{seat}", of_wins(study, a, b, column, seat)
    yield "ties", together(study, a, b, "winners", tied, 1.0)
    for name, (column, scale) in PAIRED.items():
        if study.of(a).get(column) and study.of(b).get(column):
            yield name, together(study, a, b, column, int, scale)
    for name, (histogram, scale) in APART.items():
        if study.of(a).get(histogram) and study.of(b).get(histogram):
            yield name, apart(study.of(a)[histogram], study.of(b)[histogram], scale)
    heroes = [study.duel_of(a), study.duel_of(b)]
    counted = [counts.get(won_by(setup.robots[0]), Counter()) for setup, counts in filter(None, heroes)]
    if one.players == other.players and len(counted) == 2 and all(counted):
        yield "skill", apart(counted[0], counted[1], WIN)


def of_wins(study: Study, a: int, b: int, column: str, seat: int) -> Difference:
    """How much more than even a seat wins, in one and in the other."""
    one, other = study.setups[a], study.setups[b]
    if one.players == other.players:
        return together(study, a, b, column, lambda won: part(won, seat), WIN)
    # What an even share is differs with the number of players: both are counted from it, in parts that suit both.
    both = one.players * other.players
    above = [Counter[int](), Counter[int]()]
    for i, (setup, counts) in enumerate(((one, study.of(a)), (other, study.of(b)))):
        for won, times in counts.get(column, Counter()).items():
            above[i][(part(won, seat) * setup.players - WIN) * both // setup.players] += times
    return apart(above[0], above[1], WIN * both)


def tied(won: int) -> int:
    return int(won.bit_count() > 1)


def together(study: Study, a: int, b: int, column: str, value: Callable[[int], int], scale: float) -> Difference:
    """Deal by deal, where both arms were dealt the same."""
    kept = study.kept
    pairs: Counter[tuple[int | None, int | None]] = Counter()
    for mine, theirs in zip(
        values(kept.column(study.numbers[a], column)), values(kept.column(study.numbers[b], column)), strict=False
    ):
        # Of one arm more may have been watched than of the other: robots that take their time always are.
        pairs.update(zip(mine, theirs, strict=False))
    counted: Counter[int] = Counter()
    for (first, second), times in pairs.items():
        if first is not None and second is not None:
            counted[value(second) - value(first)] += times
    return paired(counted, scale)


# Columns are compared in stretches of this length, whatever pieces they are kept in.
STRETCH = 10_000


def values(pieces: Iterator[tuple[int, Any]]) -> Iterator[list[int | None]]:
    """A column in stretches of equal length; the last one is shorter. Of a study that was stopped matches in between
    may be missing: None stands for each, so that the others stay beside their own deals."""
    found: list[int | None] = []
    at = 0
    for first, piece in pieces:
        found += [None] * (first - at)
        found += piece
        at = first + len(piece)
        while len(found) >= STRETCH:
            yield found[:STRETCH]
            found = found[STRETCH:]
    if found:
        yield found
