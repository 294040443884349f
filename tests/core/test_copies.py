"""States, decisions and what goes with them can be copied, sent to other processes and printed."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from memory import kept
from tailback import games
from tailback.core.contract import Decision, Event, State
from tailback.core.rng import Rng
from tailback.core.simulate import playout
from tailback.core.snapshot import dump


def middle(name: str) -> State:
    """A match some moves on, with somebody listening."""
    game = games.load(name)
    state = game.new(game.usual, 3, listen=True)
    rng = Rng(3)
    for _ in range(25):
        seat = state.waiting()
        if seat >= 0:
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
    return state


def finish(state: State) -> list[int]:
    playout(state, Rng(8))
    return state.scores()


@pytest.mark.parametrize("name", games.ids())
def test_a_state_can_be_pickled_and_copied(name: str) -> None:
    state = middle(name)
    for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
        assert type(twin) is type(state)
        assert dump(twin) == dump(state)
        assert twin.options == state.options
        assert twin.events is None
        before = dump(state)
        assert finish(twin) == finish(state.clone())
        assert dump(state) == before


@pytest.mark.parametrize("name", games.ids())
def test_other_processes_can_play_on(name: str) -> None:
    state = middle(name)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(finish, state).result(60) == finish(state.clone())


@pytest.mark.parametrize("name", games.ids())
def test_there_is_one_of_each_game(name: str) -> None:
    game = games.load(name)
    assert pickle.loads(pickle.dumps(game)) is game


def test_small_things_can_be_pickled() -> None:
    rng = Rng(5)
    rng.next()
    assert [pickle.loads(pickle.dumps(rng)).below(100) for _ in range(2)] == [rng.clone().below(100)] * 2
    asked = pickle.loads(pickle.dumps(Decision("turn", (0, 1), "first", 5.0, True, (1,))))
    assert asked.data() == Decision("turn", (0, 1), "first", 5.0, True, (1,)).data()
    event = pickle.loads(pickle.dumps(Event("drew", {"seat": 1}, {"card": "R3"}, (1,))))
    assert (event.full(), event.to) == ({"kind": "drew", "seat": 1, "card": "R3"}, (1,))


@pytest.mark.parametrize("name", games.ids())
def test_what_is_printed_says_what_it_is(name: str) -> None:
    game = games.load(name)
    state = game.new(game.usual, 3)
    decision = state.decision()
    assert decision is not None
    assert name in repr(game)
    assert decision.kind in repr(decision)
    assert decision.kind in repr(state)
    assert str(state.scores()) in repr(state)
    assert repr(Event("drew", {"seat": 1}, {"card": "R3"}, (1,))) == (
        "Event('drew', {'seat': 1}, secret={'card': 'R3'}, to=(1,))"
    )
    for option in game.options:
        assert option.name in repr(option)
        assert repr(option.default) in repr(option)


@pytest.mark.parametrize("name", games.ids())
def test_nothing_is_kept_of_copies(name: str) -> None:
    """What plain Python set in a compiled state was never freed: a server lost a little with each table it opened."""
    packed = pickle.dumps(middle(name))
    assert kept(lambda: [pickle.loads(packed) for _ in range(300)]) < 3_000


def test_what_is_kept_is_found() -> None:
    heap: list[bytes] = []
    assert kept(lambda: heap.append(bytes(5000))) >= 5000
    assert kept(lambda: bytes(5000)) < 1000
