"""How large a head start must be: worked out for a set-up, shown with its chance, withheld where there is none."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from specimens import OURS, helping, id_of
from tailback import games
from tailback.core.game import Game
from tailback.core.options import AMOUNT
from tailback.robots import levelling
from tailback.robots.duels import Duel, play_deal, summed
from tailback.robots.levelling import Levelled, level

# Few matches, so that a test on plain rules is quick, too; time is no matter.
FEW = (1_000,)
LONG = 600.0


def worked_out(
    game: str, players: int, options: dict[str, Any] | None = None, preset: str = "", **more: Any
) -> Levelled:
    one = games.load(game)
    given = {"helped": [0], "levels": [], "matches": FEW, "seconds": LONG, **more}
    return level(one, players, one.settle(players, options, preset), **given)


def holds(found: Levelled) -> None:
    """An amount with a chance near an even one, or a reason and no amount."""
    if found.why:
        assert found.amount == 0
    else:
        assert found.amount > 0
        assert found.low <= found.share <= found.high
        assert abs(found.share - found.even) <= 0.05
        assert found.without < found.even


# Where the old amounts were far from even: 84 %, 63 %, 100 %, none at all, 16 %, 79 %.
WRONG = [
    ("rush_hour", 2, {}, "first-time"),
    ("rush_hour", 4, {}, "first-time"),
    ("took_over", 2, {"win_on": "hand", "hand_size": 3}, ""),
    ("took_over", 2, {"win_on": "hand", "hand_size": 10}, ""),
    ("took_over", 4, {"win_on": "hand", "hand_size": 10}, ""),
    ("pit_stop", 2, {"limit": "rounds", "rounds": 1}, ""),
    ("pit_stop", 4, {"limit": "rounds", "rounds": 1}, ""),
    ("mau_mau", 2, {"games": 10}, ""),
    ("took_over", 4, {}, ""),
    ("trafic_turbo", 4, {"circuit": "short-eight"}, ""),
]


@pytest.mark.parametrize(("game", "players", "options", "preset"), WRONG)
def test_a_head_start_is_right_or_there_is_none(game: str, players: int, options: dict[str, Any], preset: str) -> None:
    holds(worked_out(game, players, options, preset))


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("took_over", 4, {"win_on": "hand", "hand_size": 10}),
        ("mau_mau", 2, {"games": 10}),
        ("rush_hour", 2, {"hand_size": 7}),
    ],
)
def test_other_matches_come_out_as_was_said(game: str, players: int, options: dict[str, Any]) -> None:
    """Played by others who play matches, with seats that change and deals of their own."""
    found = worked_out(game, players, options, matches=(2_000,))
    assert found.why == ""
    one = games.load(game)
    amount = one.option_of(AMOUNT)
    assert amount is not None
    duel = Duel(game, players, "1", "3", options=((amount.name, found.amount), *options.items()), helped=True)
    share = summed([play_deal(duel, deal) for deal in range(7_000, 7_000 + 600 // players)])
    assert share.low <= found.high
    assert found.low <= share.high


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_the_same_set_up_has_the_same_answer_wherever_they_sit(game: Game) -> None:
    options = game.settle(3, game.short)
    found = [level(game, 3, options, [seat], [], (300,), LONG)[:4] for seat in (0, 2)]
    assert found[0] == pytest.approx(found[1])


def test_who_is_helped_already_does_not_matter_nor_who_begins() -> None:
    plain = worked_out("took_over", 3)
    assert worked_out("took_over", 3, {"even_chances": [2], "head_start": 3, "age_order": [2, 0, 1]}) == plain


def test_robots_play_as_their_level() -> None:
    against_quick, against_gentle = (worked_out("mau_mau", 4, levels=["", *others]) for others in ("444", "222"))
    assert against_gentle.without > against_quick.without
    assert levelling.minds(4, [1], ["random", "2", "", "5"]) == [3, 2, 3, 3]


def test_where_all_are_alike_nobody_needs_help() -> None:
    found = worked_out("mau_mau", 3, levels=["", "1", "1"])
    assert (found.amount, found.why) == (0, levelling.ALREADY)
    assert found.without > 0.25


def test_where_a_step_is_too_high_there_is_no_help() -> None:
    """One round of two: with 19 points the child wins a round in six, with 20 four of seven, with more always."""
    found = worked_out("pit_stop", 2, {"limit": "rounds", "rounds": 1})
    assert (found.amount, found.why) == (0, levelling.TOO_COARSE)
    assert found.share > 0.55


def test_where_everybody_is_helped_nobody_is() -> None:
    assert worked_out("mau_mau", 3, helped=[0, 1, 2]).why == levelling.EVERYBODY


def test_two_can_be_helped() -> None:
    one, two = (worked_out("mau_mau", 4, helped=seats) for seats in ([1], [1, 3]))
    holds(one)
    holds(two)
    assert two.without > one.without, "the others are fewer"


def test_it_ends_in_time_with_what_was_found_by_then() -> None:
    def clock(step: float) -> Any:
        ticks = itertools.count()
        return lambda: next(ticks) * step

    assert worked_out("mau_mau", 2, {"games": 1}, seconds=1.0, clock=clock(0.6)).why == levelling.TOO_SLOW
    few = worked_out("mau_mau", 2, {"games": 1}, matches=(1_500,), clock=clock(0.0))
    # The first answer takes so many looks at the clock; for ten times as many matches there is no time any more.
    assert worked_out("mau_mau", 2, {"games": 1}, matches=(1_500, 15_000), seconds=1.0, clock=clock(0.005)) == few


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_every_game_has_a_head_start_to_work_out(game: Game) -> None:
    options = game.settle(game.usual, helping(game, [1]))
    assert levelling.wanted(game, options) == (1,)
    ladder = game.head_starts(game.usual, options)[0]
    assert levelling.wanted(game, {**options, **levelling.named(game, [1], ladder[0])}) == ()
    assert levelling.seats_helped(game, options) == (1,)
