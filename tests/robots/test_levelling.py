"""How large a head start must be: worked out for a set-up, shown with its chance, withheld where there is none."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from games.alike import LONG, head_start_holds, worked_out
from specimens import AGES, DEALERS, OURS, helping, id_of
from tailback.core.game import Game
from tailback.robots import levelling
from tailback.robots.levelling import level

LOTS = DEALERS[0].id


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_the_same_set_up_has_the_same_answer_wherever_they_sit(game: Game) -> None:
    options = game.settle(3, game.short)
    found = [level(game, 3, options, [seat], [], (300,), LONG)[:4] for seat in (0, 2)]
    assert found[0] == pytest.approx(found[1])


def test_who_is_helped_already_does_not_matter_nor_who_begins() -> None:
    plain = worked_out(AGES.id, 3)
    assert worked_out(AGES.id, 3, {"even_chances": [2], "head_start": 3, "age_order": [2, 0, 1]}) == plain


def test_robots_play_as_their_level() -> None:
    against_quick, against_gentle = (worked_out(LOTS, 4, levels=["", *others]) for others in ("444", "222"))
    assert against_gentle.without > against_quick.without
    assert levelling.minds(4, [1], ["random", "2", "", "5"]) == [3, 2, 3, 3]


def test_where_all_are_alike_nobody_needs_help() -> None:
    found = worked_out(LOTS, 3, levels=["", "1", "1"])
    assert (found.amount, found.why) == (0, levelling.ALREADY)
    assert found.without > 0.25


def test_where_everybody_is_helped_nobody_is() -> None:
    assert worked_out(LOTS, 3, helped=[0, 1, 2]).why == levelling.EVERYBODY


def test_two_can_be_helped() -> None:
    one, two = (worked_out(LOTS, 4, helped=seats) for seats in ([1], [1, 3]))
    head_start_holds(one)
    head_start_holds(two)
    assert two.without > one.without, "the others are fewer"


def test_it_ends_in_time_with_what_was_found_by_then() -> None:
    def clock(step: float) -> Any:
        ticks = itertools.count()
        return lambda: next(ticks) * step

    assert worked_out(LOTS, 2, {"games": 1}, seconds=1.0, clock=clock(0.6)).why == levelling.TOO_SLOW
    few = worked_out(LOTS, 2, {"games": 1}, matches=(1_500,), clock=clock(0.0))
    # The first answer takes so many looks at the clock; for ten times as many matches there is no time any more.
    assert worked_out(LOTS, 2, {"games": 1}, matches=(1_500, 15_000), seconds=1.0, clock=clock(0.005)) == few


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_every_game_has_a_head_start_to_work_out(game: Game) -> None:
    options = game.settle(game.usual, helping(game, [1]))
    assert levelling.wanted(game, options) == (1,)
    ladder = game.head_starts(game.usual, options)[0]
    assert levelling.wanted(game, {**options, **levelling.named(game, [1], ladder[0])}) == ()
    assert levelling.seats_helped(game, options) == (1,)
