"""A state as plain data: complete, JSON-safe, and the way back."""

from __future__ import annotations

import json

import pytest

from specimens import OURS, TURNS, id_of
from tailback.core.contract import Event
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.snapshot import LEFT_OUT, dump, names, revive


@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_every_field_is_in_it(game: Game) -> None:
    state = game.new(game.usual, 1)
    assert set(dump(state)) == set(names(state)) - LEFT_OUT
    assert "rng" in dump(state)


@pytest.mark.parametrize("seats", ["fewest", "usual", "most"])
@pytest.mark.parametrize("game", OURS, ids=id_of)
def test_there_and_back_through_json(game: Game, seats: str) -> None:
    players = getattr(game, seats)
    state = game.new(players, 77, game.lively)
    pick = Rng(5)
    for _ in range(300):
        seat = state.waiting()
        if seat < 0:
            break
        data = json.loads(json.dumps(dump(state)))
        again = revive(game.make, players, state.options, data)
        assert dump(again) == dump(state)
        assert again.view(seat) == state.view(seat)
        choices = state.legal(seat)
        action = choices[pick.below(len(choices))]
        again.apply(seat, action)
        state.apply(seat, action)
        assert dump(again) == dump(state)


def test_a_loaded_state_shares_nothing_with_the_data() -> None:
    state = TURNS.new(2, 3)
    data = dump(state)
    before = json.dumps(data)
    again = revive(TURNS.make, 2, state.options, data)
    again.apply(again.waiting(), again.legal(again.waiting())[0])
    assert json.dumps(data) == before == json.dumps(dump(state))


def test_a_clone_is_equal_and_independent() -> None:
    state = TURNS.new(4, 3)
    before = dump(state)
    twin = state.clone()
    assert dump(twin) == before
    rng = Rng(1)
    while (seat := twin.waiting()) >= 0:
        choices = twin.legal(seat)
        twin.apply(seat, choices[rng.below(len(choices))])
    assert dump(state) == before
    assert twin.events is None


def test_events_say_who_may_see_what() -> None:
    event = Event("drew", {"seat": 1}, {"card": "R3"}, (1,))
    assert event.seen_by(1) == event.full() == {"kind": "drew", "seat": 1, "card": "R3"}
    assert event.seen_by(0) == event.seen_by(None) == {"kind": "drew", "seat": 1}
    assert Event("pause").full() == {"kind": "pause"}


def test_events_are_recorded_only_for_listeners() -> None:
    state = TURNS.new(2, 3)
    state.apply(state.waiting(), state.legal(state.waiting())[0])
    assert state.take_events() == []
    state.listen()
    state.listen()
    state.apply(state.waiting(), state.legal(state.waiting())[0])
    assert state.take_events() != []
    assert state.take_events() == []
