"""What matches add up to: a histogram of whole numbers for each thing that is counted.

Histograms are exact and can be added in any order, so a study comes to the same figures however its work was divided.
They stay as small as the range of their values, whatever the number of matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tailback.lab.playing import Columns
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
    found: Counts = {
        "winners": Counter(columns["winners"]),
        "early": Counter(columns["early"]),
        "decisions": Counter(columns["decisions"]),
    }
    scores = [columns[f"score:{seat}"] for seat in range(setup.players)]
    for seat in range(setup.players):
        found[f"score:{seat}"] = Counter(scores[seat])
    found["margin"] = Counter(map(margin, zip(*scores, strict=True)))
    if setup.rotate:
        found["hero"] = Counter(wins(columns["winners"], setup.players, first))
    if "turns" in columns:
        found |= looked_at(columns)
    if "chance:0:0" in columns:
        found |= followed(setup, columns)
    return found


def margin(scores: tuple[int, ...]) -> int:
    """How far the two best are apart; either end of the scale may be the better one, and `figures` knows which."""
    low = sorted(scores)
    return (low[-1] - low[-2]) << 32 | (low[1] - low[0])


def wins(winners: Iterable[int], players: int, first: int) -> list[int]:
    """The part of each win that went to the robot named first, where robots change seats."""
    return [part(won, (first + i) % players) for i, won in enumerate(winners)]


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
