"""Levels: the same knowledge and chance give the same choice, and wrong names are refused."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from specimens import OURS
from tailback import games
from tailback.core.contract import Decision
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.robots import OFFERED, player, today
from tailback.robots.levels import LEVELS, LONGEST, known
from tailback.robots.players import slower, steps

# A game that came from elsewhere plays like our own.
ALL = [*OURS, *(games.load(name) for name in games.ids() if name not in games.ours())]
# Quick, and still a search.
THINK = 0.001


def positions(game: Game) -> list[tuple[dict[str, Any], Decision, list[int]]]:
    """What a seat is asked in a match between sensible players, now and then."""
    state = game.new(game.usual, 3, game.lively)
    found = []
    for k in range(60):
        decision = state.decision()
        if decision is None:
            break
        seat = decision.awaited[0]
        if k % 12 == 0:
            found.append((json.loads(json.dumps(state.view(seat))), decision, state.legal(seat)))
        state.apply(seat, state.instinct(seat, Rng(k)))
    return found


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
@pytest.mark.parametrize("level", OFFERED)
def test_the_same_knowledge_and_chance_give_the_same_choice(game: Game, level: str) -> None:
    policy = player(game, level, THINK)
    for view, decision, legal in positions(game):
        chosen = {policy(view, decision, legal, Rng(7)) for _ in range(2)}
        assert len(chosen) == 1
        assert chosen <= set(legal)


def test_level_4_thinks_a_tenth_of_level_5() -> None:
    game = OURS[0]
    assert steps(game, LEVELS["5"]) == int(game.pace / slower())
    assert steps(game, LEVELS["4"]) == int(game.pace / slower() / 10)
    assert steps(game, LEVELS["5"], 3) == int(3 * game.pace / slower())
    assert steps(game, LEVELS["3"], 3) == 0


@pytest.mark.parametrize("think", [-1, LONGEST + 1, float("nan"), float("inf")])
def test_nobody_thinks_for_ever(think: float) -> None:
    with pytest.raises(BadOption, match="bad_think"):
        player(OURS[0], "5", think)


@pytest.mark.parametrize("level", ["", "0", "6", "genius", "3 "])
def test_other_levels_are_refused(level: str) -> None:
    assert not known(level)
    with pytest.raises(BadOption, match="unknown_bot"):
        player(OURS[0], level)


def test_levels_of_older_tables_are_understood() -> None:
    assert today("simple") == "3"
    assert [today(name) for name in (*OFFERED, "random")] == [*OFFERED, "random"]
    assert known("simple")
    assert known("random")


def test_thinking_needs_no_part_that_holds_a_real_match() -> None:
    """Whatever a robot's process loads for its thoughts: no ledger, no store, no record."""
    code = "import sys, tailback.robots.players; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.startswith("tailback")}
    assert not any(name.startswith(("tailback.server", "tailback.client", "tailback.core.record")) for name in ours)
    assert "tailback.robots.players" in ours


def test_who_thinks_in_plain_python_tries_less_in_the_same_time() -> None:
    """A robot that tried as much as compiled rules do would think for a minute, and be given up."""
    assert slower("/x/contract.cpython-313-darwin.so", "darwin") == 1
    assert 1 < slower("/x/contract.py", "linux") < slower("/x/contract.pyc", "emscripten")
