"""Duels: every seat in turn, the same figures from any number of processes, honest intervals."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from specimens import OURS, TURNS, help_option, helping
from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.robots import even, player, strength
from tailback.robots.duels import ALONE, MIXED, Duel, Share, measure, play_deal, summed
from tailback.robots.levels import OFFERED
from tailback.robots.yardsticks import YARDSTICKS, Sitter, sitter

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def test_heroes_sit_in_every_seat() -> None:
    alone = Duel(TURNS.id, 4, "3", "random")
    assert [[alone.sits(turn, seat) for seat in range(4)].index(True) for turn in range(alone.rotations)] == [
        0,
        1,
        2,
        3,
    ]
    mixed = Duel(TURNS.id, 4, "3", "random", MIXED)
    assert [[seat for seat in range(4) if mixed.sits(turn, seat)] for turn in range(2)] == [[0, 2], [1, 3]]
    assert (alone.even, mixed.even) == (0.25, 0.5)


@pytest.mark.parametrize("form", [ALONE, MIXED])
def test_equals_share_alike(form: str) -> None:
    """The same player on both sides wins exactly its share of every deal: nothing hangs on who is called hero."""
    duel = Duel(TURNS.id, 4, "random", "random", form, options=tuple(TURNS.short.items()))
    for deal in range(3):
        assert sum(play_deal(duel, deal)) / duel.rotations == pytest.approx(duel.even)


def test_the_number_of_processes_changes_nothing() -> None:
    plan = [(Duel(TURNS.id, 2, "3", "random", options=tuple(TURNS.short.items())), 20)]
    assert list(measure(plan, jobs=1)) == list(measure(plan, jobs=2))


def test_a_head_start_goes_with_the_heroes() -> None:
    duel = Duel(TURNS.id, 4, "1", "3", options=tuple(TURNS.short.items()), helped=True)
    for turn in range(4):
        assert duel.settings(TURNS, turn) == {**TURNS.short, **helping(TURNS, (turn,))}
    assert duel._replace(helped=False).settings(TURNS, 1) == TURNS.short
    both = duel._replace(form=MIXED)
    assert both.settings(TURNS, 1)[help_option(TURNS)] == (1, 3)
    helped, alone = (
        sum(sum(play_deal(one, deal)) for deal in range(12)) for one in (duel, duel._replace(helped=False))
    )
    assert helped > alone


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_figures_of_even_chances_are_those_of_the_plan(game: Game) -> None:
    tables = sorted({duel.players for duel, _ in even.plan(game)})
    assert tables == [2, 4]
    assert [one.players for one in even.figures(game.id)] == tables, "every table is measured"
    for one in even.figures(game.id):
        assert (one.level, one.against) == (even.WEAK, even.STRONG)
        assert one.without < one.low <= one.share <= one.high
        assert one.matches >= 200
        # With two players that is between 42 and 58 %.
        assert 0.84 <= one.share * one.players <= 1.16, "the head start is too small or too large"


def test_intervals_come_from_the_deals() -> None:
    assert summed([[1.0, 0.0]] * 50)[:2] == (100, 0.5)
    narrow, wide = summed([[1.0, 0.0]] * 50), summed([[1.0, 1.0], [0.0, 0.0]] * 25)
    assert wide.high - wide.low > narrow.high - narrow.low > 0
    sure = summed([[1.0]] * 10)
    assert sure.high == 1.0
    assert sure.low < 1.0, "ten wins in a row prove nothing for ever"


@pytest.mark.parametrize("kind", YARDSTICKS)
def test_yardsticks_play(kind: str) -> None:
    duel = Duel(TURNS.id, 2, kind, "random", think=0.0005, options=tuple(TURNS.short.items()))
    assert len(play_deal(duel, 1)) == 2
    with pytest.raises(ValueError, match="nobody"):
        sitter(TURNS, "nobody")


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_a_robot_at_the_real_table_does_what_it_would_do_from_its_view(game: Game, level: str) -> None:
    state, policy, sits = game.new(game.usual, 5, game.lively), player(game, level), sitter(game, level)
    for k in range(60):
        decision = state.decision()
        if decision is None:
            break
        seat = decision.awaited[0]
        action = sits(state, seat, Rng(k))
        assert action == policy(state.view(seat), decision, state.legal(seat), Rng(k))
        state.apply(seat, action)


def test_foes_of_several_kinds_take_the_seats_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    sat: list[tuple[str, int]] = []

    def seen(game: Game, kind: str, think: float | None) -> Sitter:
        def sits(state: State, seat: int, rng: Rng) -> int:
            sat.append((kind, seat))
            actions = state.legal(seat)
            return actions[rng.below(len(actions))]

        return sits

    monkeypatch.setattr("tailback.robots.duels.sitter", seen)
    play_deal(Duel(TURNS.id, 4, "5", "1+2+random", options=tuple(TURNS.short.items())), 1)
    assert {seat for kind, seat in sat if kind == "5"} == {0, 1, 2, 3}
    assert {seat for kind, seat in sat if kind == "2"} == {1}
    assert {seat for kind, seat in sat if kind == "random"} == {2}
    assert strength.slow("1+5")
    assert not strength.slow("1+2+random")


def test_every_level_is_measured() -> None:
    plan = strength.plan(TURNS)
    pairs = {(duel.players, duel.hero, duel.foe) for duel, _ in plan}
    for players in (2, 4):
        assert {(players, a, b) for a, b in zip(OFFERED[1:], OFFERED, strict=False)} <= pairs
        assert {(players, "5", "random"), (players, "3", "random"), (players, "all-seeing", "3")} <= pairs
    assert {(2, "5", "flat"), (2, "5", "flat-random"), (4, "flat", "3"), (4, "flat-random", "3")} <= pairs
    assert (4, "common", "3") in pairs
    assert len(plan) == len(set(plan))
    assert all(
        matches == (400 if strength.slow(duel.hero) or strength.slow(duel.foe) else 1000) for duel, matches in plan
    )


def test_figures_are_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A duel that was played is not played again."""
    monkeypatch.syspath_prepend(str(TOOLS))
    spec = importlib.util.spec_from_file_location("strength_tool", TOOLS / "strength.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    file = tmp_path / "strength.json"
    file.write_text('{"duels": []}')
    monkeypatch.setattr(tool, "FILE", file)
    played = []

    def measured(todo: list[tuple[Duel, int]], jobs: int, tell: object) -> list[tuple[Duel, Share]]:
        played.append([duel for duel, _ in todo])
        return [(duel, Share(matches, 0.5, 0.4, 0.6)) for duel, matches in todo]

    monkeypatch.setattr(tool, "measure", measured)
    monkeypatch.setattr(sys, "argv", ["strength", TURNS.id, "--only", "2/1"])
    tool.main()
    tool.main()
    assert [len(duels) for duels in played] == [3, 0]
    assert {one["hero"] for one in json.loads(file.read_text())["duels"]} == {"2"}


def test_what_was_found_is_read_back() -> None:
    for found in strength.recorded():
        assert strength.from_data(strength.as_data(found)) == found
        assert 0 <= found.share.low <= found.share.share <= found.share.high <= 1
