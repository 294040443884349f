"""How likely each car is to win the race, from where the cars stand."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from tailback.games.trafic_turbo.drive import reach, survey
from tailback.games.trafic_turbo.material import NO_CARD, WIDTH, is_turbo, number_on
from tailback.games.trafic_turbo.road import Road
from tailback.games.trafic_turbo.table import CROSSED, FINES, HITS, SHEET, SKIPS

# In columns, fitted by likelihood to 6,000 positions out of 2,000 races of two and of four sensible drivers: a turn to
# miss, a kept card and each space of a kept Turbo, each turn until the car is next, and the middle lane.
MISSED: Final = 3.6
KEPT: Final = 0.4
TURBO_SPACE: Final = 0.5
LATER: Final = 0.9
MIDDLE: Final = 0.2
# A lead counts the more, the less road is left to the leader.
SPREAD: Final = 0.97
NEAR: Final = 1.2
# A point is worth about so many columns where points are counted.
POINT_COLUMNS: Final = 4.0
# So much of the next roll is counted.
ROLL: Final = 0.4


def standing(road: Road, seat: i64) -> float:
    """How far a car really is, in columns."""
    found = float(road.p[seat]) - MISSED * float(road.sheet[seat * SHEET + SKIPS])
    if road.rules.points:
        lost = road.sheet[seat * SHEET + FINES] + road.sheet[seat * SHEET + HITS]
        found -= POINT_COLUMNS * float(lost)
        place = road.sheet[seat * SHEET + CROSSED]
        if place > 0:
            return found + 2.0 * POINT_COLUMNS * float(road.players - place)
    card = i64(road.hand[seat])
    if card != NO_CARD:
        found += KEPT
        if is_turbo(card):
            found += TURBO_SPACE * float(number_on(card))
    at = i64(road.cell[seat])
    if at // WIDTH == 1:
        found += MIDDLE
    found += ROLL * float(reach(road, at, -1)) / 100.0
    return found - LATER * float((seat - road.seat + road.players) % road.players)


def chance_to_win(road: Road, seat: i64) -> float:
    """Of this seat, while the race goes on: the leads against all others, by how much road is left."""
    survey(road)
    lead: i64 = 0
    for other in range(road.players):
        lead = max(lead, road.p[other])
    width = SPREAD * sqrt(float(max(road.rules.goal - lead, 0)) + NEAR)
    mine = standing(road, seat)
    total = 0.0
    for other in range(road.players):
        total += exp(max(-60.0, min(60.0, (standing(road, other) - mine) / width)))
    return 1.0 / total
