"""Many matches in one call: the ones that their seeds deal, the same however many threads share them out."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from specimens import TURNS
from tailback import games
from tailback.batch import ASKED, Batch, locked
from tailback.core.errors import IllegalMove
from tailback.core.observe import Look, payoffs
from tailback.core.rng import Rng
from tailback.core.simulate import APART, choice

MATCHES = 7


@pytest.fixture
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if threads ran at the same time: here they take turns, but share out, wait and fail in the same way."""
    monkeypatch.setattr(sys, "_is_gil_enabled", lambda: False, raising=False)


class Told:
    """Memory for everything that a batch tells."""

    def __init__(self, batch: Batch) -> None:
        n = batch.matches
        self.rows = np.full((n, batch.width), -1, np.int16)
        self.legal = np.full((n, batch.actions), 9, np.uint8)
        self.seats = np.full(n, 99, np.uint8)
        self.payoffs = np.full((n, batch.players), 9.0)
        self.ends = np.full(n, 9, np.uint8)
        batch.look(self.rows, self.legal, self.seats)

    def step(self, batch: Batch, actions: Any) -> None:
        batch.step(actions, self.rows, self.legal, self.seats, self.payoffs, self.ends)

    def all(self) -> list[Any]:
        return [part.tolist() for part in (self.rows, self.legal, self.seats, self.payoffs, self.ends)]


def some_legal(rng: np.random.Generator, legal: Any) -> Any:
    return np.argmax((1 - rng.random(legal.shape)) * legal, axis=1)


def minds_of(players: int, robots: bool) -> list[int]:
    return [ASKED, 1, 3, 0, 2, 1][:players] if robots else [ASKED] * players


@pytest.mark.parametrize("robots", [False, True], ids=["all asked", "robots"])
@pytest.mark.parametrize("game_id", games.ours())
def test_matches_are_those_of_their_seeds(game_id: str, robots: bool) -> None:
    """One after the other, by hand: places in their order take the next seed, and every match has luck of its own."""
    game = games.load(game_id)
    players = game.usual
    minds = minds_of(players, robots)
    batch = Batch(game, players, MATCHES, 5, game.short, minds=minds, turning=True)
    told = Told(batch)
    look = Look(batch.width, batch.actions)
    states = [game.make(players, game.settle(players, game.short, "")) for _ in range(MATCHES)]
    seeds = [0] * MATCHES
    luck = [Rng(0)] * MATCHES
    rng = np.random.default_rng(3)
    next_seed = 5

    def asked(k: int) -> bool:
        state = states[k]
        while (seat := state.waiting()) >= 0:
            mind = minds[(seat - seeds[k]) % players]
            if mind == ASKED:
                return True
            state.do(seat, choice(state, seat, mind, luck[k]))
        return False

    over = list(range(MATCHES))
    for step in range(300):
        while over:
            for k in over:
                seeds[k], luck[k] = next_seed, Rng(next_seed ^ APART)
                states[k].start(next_seed)
                next_seed += 1
            over = [k for k in over if not asked(k)]
        for k, state in enumerate(states):
            seat = int(state.waiting())
            assert told.seats[k] == seat
            if step % 20 == 0:
                assert told.rows[k].tolist() == list(look.row(state, seat))
                assert told.legal[k].tolist() == list(look.mask(state, seat))
        actions = some_legal(rng, told.legal)
        told.step(batch, actions)
        for k, state in enumerate(states):
            state.apply(int(state.waiting()), int(actions[k]))
            worth = [0.0] * players
            if not asked(k):
                over.append(k)
                worth = payoffs(state)
            assert told.payoffs[k].tolist() == worth
        assert np.flatnonzero(told.ends).tolist() == over
    assert next_seed > 5 + MATCHES


@pytest.mark.usefixtures("unlocked")
@pytest.mark.parametrize("robots", [False, True], ids=["all asked", "robots"])
@pytest.mark.parametrize("game_id", games.ours())
def test_threads_change_no_number(game_id: str, robots: bool) -> None:
    game = games.load(game_id)
    players = game.usual if robots else game.fewest
    minds = minds_of(players, robots)
    batches = [
        Batch(game, players, MATCHES, 2, game.short, minds=minds, turning=True, lenient=True, threads=threads)
        for threads in (1, 2, 3, MATCHES)
    ]
    told = [Told(batch) for batch in batches]
    rng = np.random.default_rng(4)
    ends = 0
    for _ in range(200):
        actions = some_legal(rng, told[0].legal)
        actions[rng.integers(MATCHES)] = rng.integers(batches[0].actions)
        for batch, mine in zip(batches, told, strict=True):
            mine.step(batch, actions)
        assert all(mine.all() == told[0].all() for mine in told)
        ends += int(told[0].ends.sum())
    assert ends > 0


@pytest.mark.skipif(not locked(), reason="threads of this Python run at the same time")
def test_threads_that_would_take_turns_are_refused() -> None:
    with pytest.raises(ValueError, match=r"threads=2 needs a Python without its lock.*one process for each core"):
        Batch(TURNS, matches=8, threads=2)


@pytest.mark.usefixtures("unlocked")
@pytest.mark.parametrize("threads", [0, 9])
def test_there_is_a_match_for_each_thread(threads: int) -> None:
    with pytest.raises(ValueError, match=f"threads must be 1 to 8.*not {threads}"):
        Batch(TURNS, matches=8, threads=threads)


@pytest.mark.usefixtures("unlocked")
@pytest.mark.parametrize("threads", [1, 3])
def test_what_is_refused_changes_nothing(threads: int) -> None:
    batch, other = (Batch(TURNS, 3, MATCHES, 1, threads=threads) for _ in range(2))
    told, as_it_was = Told(batch), Told(other)
    good = told.legal.argmax(axis=1)
    bad = good.copy()
    bad[MATCHES - 1] = told.legal[MATCHES - 1].argmin()
    with pytest.raises(IllegalMove) as refused:
        told.step(batch, bad)
    assert refused.value.params["match"] == MATCHES - 1
    with pytest.raises(ValueError, match="8 actions"):
        told.step(batch, [0] * (MATCHES + 1))
    with pytest.raises(ValueError, match="ends must be writable, in one piece, 7 bytes"):
        batch.step(good, told.rows, ends=bytes(MATCHES))
    assert told.all() == as_it_was.all()
    told.step(batch, good)
    as_it_was.step(other, good)
    assert told.all() == as_it_was.all()


@pytest.mark.usefixtures("unlocked")
def test_an_error_in_a_thread_comes_out() -> None:
    game = games.load("green_wave")
    batch = Batch(game, 2, 4, 1, threads=2)
    told = Told(batch)

    class Broken(type(game.new(2, 1))):  # type: ignore[misc]
        def do(self, seat: int, action: int) -> None:
            raise RuntimeError("a mistake in the game")

    broken = Broken(2, game.settle(2, None, ""))
    broken.start(4)
    batch.shares[1].states[1] = broken
    with pytest.raises(RuntimeError, match="a mistake in the game"):
        told.step(batch, told.legal.argmax(axis=1))
