"""Pit Stop: who deals first when the table names somebody, as it does in a rematch."""

from __future__ import annotations

from typing import Any

import pytest

from tailback.core.contract import State
from tailback.core.errors import BadOption
from tailback.core.record import Record, verify, write
from tailback.core.rng import Rng
from tailback.games import read_record as read
from tailback.games.pit_stop import GAME
from tailback.texts import LANGUAGES, Texts

SEATS = [(players, seat) for players in range(GAME.fewest, GAME.most + 1) for seat in range(players)]


def dealer(state: State) -> int:
    found: int = state.view(None)["dealer"]
    return found


def refused(players: int, first: Any) -> BadOption:
    with pytest.raises(BadOption) as caught:
        GAME.new(players, 1, {"first_dealer": first})
    return caught.value


@pytest.mark.clause("CA-2")
@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_every_seat_can_deal_first(players: int, seat: int) -> None:
    for seed in range(10):
        state = GAME.new(players, seed, {"first_dealer": seat + 1, "opening": "cars_only"})
        assert dealer(state) == seat
        assert state.waiting() == (seat + 1) % players


@pytest.mark.clause("CA-2")
def test_without_a_name_chance_picks_as_ever() -> None:
    lots = [Rng(seed).below(4) for seed in range(40)]
    assert lots[:12] == [1, 0, 2, 1, 0, 3, 3, 2, 3, 2, 2, 1]
    assert [dealer(GAME.new(4, seed)) for seed in range(40)] == lots
    assert [dealer(GAME.new(4, seed, {"first_dealer": 0})) for seed in range(40)] == lots
    for preset in GAME.presets:
        assert GAME.settle(4, preset=preset)["first_dealer"] == 0


@pytest.mark.clause("CA-2")
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_a_seed_gives_the_same_cards_whoever_deals(first: int) -> None:
    for seed in range(20):
        lot = GAME.new(4, seed)
        named = GAME.new(4, seed, {"first_dealer": first})
        for k in range(4):
            assert named.view((first - 1 + k) % 4)["hand"] == lot.view((dealer(lot) + k) % 4)["hand"]
        assert named.view(None)["top"] == lot.view(None)["top"]
        assert named.rng.next() == lot.rng.next()


@pytest.mark.clause("CA-2")
@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_deal_moves_on_from_the_named_dealer(first: int) -> None:
    state = GAME.new(3, 6, {"limit": "rounds", "rounds": 4, "first_dealer": first})
    state.listen()
    dealers = [dealer(state)]
    rng = Rng(4)
    while (seat := state.waiting()) >= 0:
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
        dealers += [event.data["dealer"] for event in state.take_events() if event.kind == "dealt"]
    assert dealers == [(first - 1 + k) % 3 for k in range(4)]


@pytest.mark.clause("CA-2")
@pytest.mark.parametrize(
    ("players", "first"), [(players, first) for players in range(2, 8) for first in sorted({players + 1, 8})]
)
def test_nobody_deals_from_a_seat_that_is_not_there(players: int, first: int) -> None:
    error = refused(players, first)
    assert (error.clause, error.key) == ("CA-2", "bad_first_dealer")
    assert error.params == {"dealer": first, "players": players}
    assert error.nearest == {"first_dealer": players}
    assert dealer(GAME.new(players, 1, error.nearest)) == players - 1
    for lang in LANGUAGES:
        told = Texts(lang, GAME).say(f"refusals.{error.key}", **error.params)
        assert str(first) in told
        assert str(players) in told


@pytest.mark.clause("CA-2")
@pytest.mark.parametrize("first", [-1, 9, "B", 1.0, True, None])
def test_what_is_no_seat_at_all_is_refused(first: Any) -> None:
    error = refused(8, first)
    assert (error.clause, error.key, error.params["allowed"]) == ("CA-2", "bad_value", "0-8")


@pytest.mark.clause("CA-2")
def test_a_record_keeps_the_dealer_and_an_old_one_has_none() -> None:
    text = write(dealt(3))
    assert "\noption first_dealer 3\n" in text
    again = read(text)
    assert (again.options["first_dealer"], verify(again)) == (3, [])
    old = write(dealt(0)).replace("option first_dealer 0\n", "")
    assert "first_dealer" not in old
    again = read(old)
    assert (again.options["first_dealer"], verify(again)) == (0, [])


def dealt(first: int) -> Record:
    """The record of a match nobody has moved in yet."""
    record = Record(GAME, 4, GAME.settle(4, {"first_dealer": first}), 7)
    record.setup = [event.full() for event in record.begin().take_events()]
    return record
