"""What matches add up to: a histogram of whole numbers for each thing that is counted.

Histograms are exact and can be added in any order, so a study comes to the same figures however its work was divided.
They stay as small as the range of their values, whatever the number of matches.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import cycle

from tailback.core.histogram import of_bytes, of_margins, of_numbers
from tailback.lab.playing import SET, Columns, lowest_first
from tailback.lab.setups import Setup
from tailback.lab.watching import MOMENTS, WHOLE

# A win shared by two to eight players is a whole number of these parts.
WIN = 840
# Shares within one match, such as the part of decisions with a choice.
PARTS = 1000
# From this chance on the winner is as good as certain; a new leader must lead by so much to count as one.
CERTAIN = 0.9
AHEAD = 0.1

Counts = dict[str, Counter[int]]


def count(setup: Setup, first: int, columns: Columns) -> Counts:
    """One range of matches, counted."""
    scores = [f"score:{seat}" for seat in range(setup.players)]
    found = {name: histogram(columns[name]) for name in ("winners", "early", "decisions", *scores)}
    found["margin"] = Counter(of_margins([lowest_first(columns[name]) for name in scores], setup.lower_wins))
    if setup.rotate:
        found |= by_robot(setup, first, columns["winners"])
    if "turns" in columns:
        found |= looked_at(columns)
    if "chance:0:0" in columns:
        found |= followed(setup, columns)
    return found


def histogram(column: array[int]) -> Counter[int]:
    """Counted in the core; nothing in a column comes near the numbers that differ by sign."""
    count_them = of_bytes if column.typecode == SET else of_numbers
    return Counter(count_them(lowest_first(column)))


def by_robot(setup: Setup, first: int, winners: Iterable[int]) -> Counts:
    """The part of each win that went to each kind of robot, where robots change seats."""
    turns = cycle((first + i) % setup.players for i in range(setup.players))
    found: Counts = {won_by(kind): Counter() for kind in setup.robots}
    for (won, turn), times in Counter(zip(winners, turns, strict=False)).items():
        for kind in set(setup.robots):
            sits = [(i + turn) % setup.players for i, robot in enumerate(setup.robots) if robot == kind]
            found[won_by(kind)][sum(part(won, seat) for seat in sits)] += times
    return found


def won_by(kind: str) -> str:
    return f"won:{kind}"


def part(winners: int, seat: int) -> int:
    """The part of a win that a seat gets."""
    return WIN // winners.bit_count() if winners >> seat & 1 else 0


def looked_at(columns: Columns) -> Counts:
    found: Counts = {
        name: Counter(columns[name]) for name in columns if name in ("turns", "tenths", "wait", "wait_decisions")
    }
    found |= {name: Counter(column) for name, column in columns.items() if name.startswith("rule:")}
    pairs = list(zip(columns["choices"], columns["offered"], columns["decisions"], strict=True))
    found["choice"] = Counter(round(PARTS * some / all_) for some, _, all_ in pairs)
    found["offered"] = Counter(round(PARTS * total / all_) for _, total, all_ in pairs)
    return found


def followed(setup: Setup, columns: Columns) -> Counts:
    """How the lead went in each match that was followed."""
    found: Counts = {name: Counter() for name in ("leads", "certain", "comeback")}
    for moment in range(MOMENTS):
        found[f"winner:{moment}"] = Counter()
        found[f"leader:{moment}"] = Counter()
    for i, winners in enumerate(columns["winners"]):
        path = [[columns[f"chance:{moment}:{seat}"][i] for seat in range(setup.players)] for moment in range(MOMENTS)]
        mine = [max(now[seat] for seat in range(setup.players) if winners >> seat & 1) for now in path]
        found["leads"][lead_changes(path)] += 1
        found["certain"][settled(mine)] += 1
        found["comeback"][min(mine)] += 1
        for moment, now in enumerate(path):
            found[f"winner:{moment}"][mine[moment]] += 1
            found[f"leader:{moment}"][max(now)] += 1
    return found


def lead_changes(path: list[list[int]]) -> int:
    """How often somebody else took the lead, clearly."""
    leader = -1
    changes = 0
    for now in path:
        best = max(range(len(now)), key=lambda seat: now[seat])
        if leader < 0:
            leader = best
        elif now[best] - now[leader] >= AHEAD * WHOLE:
            changes += 1
            leader = best
    return changes


def settled(mine: list[int]) -> int:
    """The tenth of the match after which the winner's chance never fell below what counts as certain."""
    moment = len(mine)
    while moment > 0 and mine[moment - 1] >= CERTAIN * WHOLE:
        moment -= 1
    return moment + 1


def add(total: Counts, more: Mapping[str, Counter[int]]) -> None:
    for name, histogram in more.items():
        total.setdefault(name, Counter()).update(histogram)
