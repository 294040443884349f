"""Pit Stop: who deals first when the table names somebody, as it does in a rematch."""

from __future__ import annotations

from typing import Any

import pytest

from games.alike import FirstDealer
from tailback.games.pit_stop import GAME

FIRST = FirstDealer(GAME, "CA-2")


@pytest.mark.clause("CA-2")
@pytest.mark.parametrize(("players", "seat"), FIRST.seats)
def test_every_seat_can_deal_first(players: int, seat: int) -> None:
    FIRST.deals(players, seat, {"opening": "cars_only"})


@pytest.mark.clause("CA-2")
def test_without_a_name_chance_picks_as_ever() -> None:
    FIRST.is_drawn_by_lot()


@pytest.mark.clause("CA-2")
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_a_seed_gives_the_same_cards_whoever_deals(first: int) -> None:
    FIRST.deals_the_same_cards(first)


@pytest.mark.clause("CA-2")
@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_deal_moves_on_from_the_named_dealer(first: int) -> None:
    FIRST.is_followed_by_the_next(first, {"limit": "rounds", "rounds": 4})


@pytest.mark.clause("CA-2")
@pytest.mark.parametrize(("players", "first"), FIRST.beyond)
def test_nobody_deals_from_a_seat_that_is_not_there(players: int, first: int) -> None:
    FIRST.must_be_there(players, first)


@pytest.mark.clause("CA-2")
@pytest.mark.parametrize("first", [-1, GAME.most + 1, "BB", 1.0, True, None])
def test_what_is_no_seat_at_all_is_refused(first: Any) -> None:
    FIRST.must_be_a_seat(first)


@pytest.mark.clause("CA-2")
def test_a_record_keeps_the_dealer_and_an_old_one_has_none() -> None:
    FIRST.is_in_the_record()
