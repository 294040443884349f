"""Rows of games that say nothing of them: their views, letter by letter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from learning.rows import row_of
from tailback import games
from tailback.batch import Batch
from tailback.core.game import Game
from tailback.core.rng import Rng

LUCKY_LANE = Path(__file__).parents[1] / "brought/lucky_lane.py"


@pytest.fixture(params=["green_wave", LUCKY_LANE], ids=["green_wave", "lucky_lane"])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    if isinstance(request.param, str):
        yield games.load(request.param)
    else:
        yield games.bring(request.param)
        games.drop(request.param)


def test_the_view_comes_back_out_of_its_letters(game: Game) -> None:
    rng = Rng(3)
    for players in range(game.fewest, game.most + 1):
        state = game.new(players, 5)
        while state.decision() is not None:
            for seat in range(players):
                row = row_of(game, state, seat)
                letters = bytes(row).rstrip(b"\0").decode()
                assert json.loads(letters) == json.loads(json.dumps(state.view(seat)))
                assert row_of(game, state.imagine(seat, rng), seat) == row
            mover = int(state.waiting())
            legal = state.legal(mover)
            state.apply(mover, legal[rng.below(len(legal))])


def test_many_matches_of_it_are_stepped_together(game: Game) -> None:
    batch = Batch(game, game.usual, 3, seed=1)
    rows = memoryview(bytearray(2 * 3 * batch.width)).cast("h")
    seats = bytearray(3)
    batch.look(rows, seats=seats)
    for k in range(3):
        letters = bytes(rows[k * batch.width : (k + 1) * batch.width].tolist()).rstrip(b"\0").decode()
        assert json.loads(letters)["seat"] == seats[k]


def test_a_view_that_does_not_fit_says_whose_it_is() -> None:
    state = games.load("green_wave").new(2, 1)

    class Talkative(type(state)):  # type: ignore[misc]
        def own(self, seat: int) -> dict[str, Any]:
            return {"words": "ä" * 2048}

    long = Talkative(2, state.options)
    long.start(1)
    with pytest.raises(ValueError, match=r"test_letters\.Talkative takes 4\d+ letters"):
        row_of(games.load("green_wave"), long, 0)
