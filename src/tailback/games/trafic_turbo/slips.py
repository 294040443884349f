"""Mistakes that people make in Trafic Turbo: they look at their own car only, and not far."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tailback.core.contract import LEGAL
from tailback.core.rng import Rng
from tailback.games.trafic_turbo.instinct import sensible
from tailback.games.trafic_turbo.legal import judge_draw, judge_drawn, list_moves
from tailback.games.trafic_turbo.material import DRAW, FORWARD, KEEP, NO, PLAY, STAY
from tailback.games.trafic_turbo.road import Road
from tailback.games.trafic_turbo.table import CHASING, DRAWING, KEEPING, STEPPING, USING

# How often in a hundred decisions a child of five and a careless player do not look.
CHILD: Final = 60
CARELESS: Final = 30


def careless(road: Road, seat: i64, level: i64, rng: Rng) -> i64:
    """What a player of level 1 (as a child of five) or 2 (careless) does now."""
    child = level == 1
    if rng.below(100) >= (CHILD if child else CARELESS):
        return sensible(road, seat)
    phase = road.phase
    if phase == STEPPING and (not child or rng.below(3) > 0):
        return FORWARD  # straight on, grey or not
    if phase == USING:
        return NO  # forgets the card
    if phase == DRAWING:  # a child plays what it has, a careless player forgets it
        return PLAY if child and judge_draw(road, seat, PLAY) == LEGAL else DRAW
    if phase == KEEPING:  # the new card is the nicest
        return PLAY if child and judge_drawn(road, seat, PLAY) == LEGAL else KEEP
    if phase == CHASING and not child:
        return STAY
    n = list_moves(road, seat)
    return road.buf[rng.below(n)]
