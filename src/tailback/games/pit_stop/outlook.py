"""How likely a player of Pit Stop is to win the match, judged by the points when a round begins."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from tailback.games.pit_stop.table import PitStopTable

# A lead counts less the longer the match may last: it is measured in SPREAD * sqrt(points still to win + LONG). Found
# from matches of sensible players, by the likelihood of who won them. With two players a round is worth more.
SPREAD: Final = 1.8
SPREAD_OF_TWO: Final = 3.0
LONG: Final = 20.0
# So many points the leader wins in a round, where rounds are counted.
ROUND_POINTS: Final = 12.0
# So many minutes a round takes, where a clock ends the match.
ROUND_MINUTES: Final = 4.0


def chance(table: PitStopTable, seat: i64) -> float:
    scores = table.scores()
    best = max(scores)
    left = float(table.rules.points - best)
    if not table.rules.by_points:
        left = ROUND_POINTS * rounds_left(table)
    scale = (SPREAD if table.players > 2 else SPREAD_OF_TWO) * sqrt(left + LONG)
    total = 0.0
    for score in scores:
        total += exp(float(score - best) / scale)
    return exp(float(scores[seat] - best) / scale) / total


def rounds_left(table: PitStopTable) -> float:
    played = float(len(table.rounds))
    if table.last_round > 0:
        return float(table.last_round) - played
    if table.rules.minutes > 0:
        return max(1.0, float(table.rules.minutes) / ROUND_MINUTES - played)
    return float(table.rules.rounds) - played
