"""The examples for researchers, run as they are: an agent learns, plays as a robot, and matches become a data set."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from specimens import FORGETFUL, SEALED
from tailback import games
from tailback.cli import main
from tailback.core.rng import Rng
from tailback.lab import statistics

ROOT = Path(__file__).resolve().parents[2]
RESEARCH = ROOT / "examples" / "research"
# Rows of rising numbers: quick to play, and a little sense goes a long way. And the game in which all choose at once.
QUICK = next(game for game in map(games.load, games.ours()) if "interval" in {option.name for option in game.options})
MATCHES = 1500
# Every place of a parking lot is as good as any other.
PLACES = next(part.size for part in FORGETFUL.row(3) if part.name == "down")


def learned(game_id: str, file: Path, *how: str) -> dict[str, Any]:
    """What `deep.py` says of itself, in a process of its own: JAX has threads, and other tests fork."""
    curve = file.with_suffix(".json")
    command = [sys.executable, str(RESEARCH / "deep.py"), game_id, "--looks", "1", "--curve", str(curve)]
    subprocess.run([*command, "--weights", str(file), *how], check=True, capture_output=True)
    found: dict[str, Any] = json.loads(curve.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(("game_id", "decisions"), [(QUICK.id, 500_000), (SEALED.id, 1_500_000)])
def test_an_agent_learns_to_beat_chance(game_id: str, decisions: int, tmp_path: Path) -> None:
    found = learned(game_id, tmp_path / "some.npz", "--decisions", str(decisions), "--matches", str(MATCHES))
    share = found["curve"][-1]["shares"]["0"]
    assert statistics.share(share * MATCHES, MATCHES).low > 1 / found["players"], f"{share:.3f}"


def test_what_was_learned_plays_in_the_lab_and_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights = tmp_path / "weights.npz"
    found = learned(QUICK.id, weights, "--decisions", "20000", "--matches", "50", "--strong", "2", "--think", "0.01")
    assert set(found["curve"][-1]["shares"]) == set("012345")
    assert weights.stat().st_size < 1_000_000
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("TAILBACK_WEIGHTS", str(weights))
    robot = str(RESEARCH / "robot.py")
    others = ["random"] * (QUICK.usual - 1)
    robots = ",".join([robot, *others])
    measured = ["--rotate", "--matches", "80", "--watch", "0", "--jobs", "1", "--seed", "5", "--json"]
    assert main(["lab", QUICK.id, "--players", str(QUICK.usual), "--robots", robots, *measured]) == 0
    assert main(["play", QUICK.id, "--people", "0", "--players", str(QUICK.usual), "--bot", robot]) == 0
    assert capsys.readouterr().out


def test_what_was_learned_of_things_is_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    weights = tmp_path / "weights.npz"
    learned(FORGETFUL.id, weights, "--decisions", "2000", "--matches", "20", "--things", str(PLACES))
    monkeypatch.setenv("TAILBACK_WEIGHTS", str(weights))
    policy = runpy.run_path(str(RESEARCH / "robot.py"))["policy"]
    # Whoever has hardly learned anything may turn up the same cards again and again, so this match has no end.
    state, rng = FORGETFUL.new(FORGETFUL.usual, 1), Rng(1)
    for _ in range(40):
        seat = state.waiting()
        state.apply(seat, policy(state.view(seat), state.decision(), state.legal(seat), rng))


def test_things_that_change_places_change_what_they_are_worth() -> None:
    """Nothing else: so what was learned of one place is known of all."""
    robot = SimpleNamespace(**runpy.run_path(str(RESEARCH / "robot.py")))
    rng = np.random.default_rng(1)
    parts = FORGETFUL.row(3)
    shape = robot.Shape.of(parts, PLACES)
    assert {part.name for part in parts if part.size % PLACES == 0} == {"face", "down", "opened", "age"}
    each, table = (sum(end - first for first, end in found) for found in (shape.each, shape.table))
    sizes = [(each // PLACES, 8), (table, 8), (8, 8), (8, 8), (8, 1), (8, FORGETFUL.actions - PLACES)]
    layers = [{"w": rng.normal(size=size), "b": rng.normal(size=size[1])} for size in sizes]
    row = rng.normal(size=each + table)
    other = row.copy()
    for first, end in shape.each:
        told = other[first:end].reshape(PLACES, -1)
        told[[3, 20]] = told[[20, 3]]
    worth, now = (robot.worth(np, layers, shape, found[None])[0] for found in (row, other))
    assert worth.shape == (FORGETFUL.actions,)
    assert abs(worth[3] - worth[20]) > 1e-3
    worth[[3, 20]] = worth[[20, 3]]
    assert np.allclose(worth, now)


def test_things_that_no_row_tells_of_are_refused() -> None:
    command = [sys.executable, str(RESEARCH / "deep.py"), QUICK.id, "--things", "37"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert f"--things 37: no part of the row of {QUICK.id} tells of so many" in said.stderr


def test_matches_become_a_data_set(tmp_path: Path) -> None:
    file = tmp_path / "some.npz"
    command = [sys.executable, str(RESEARCH / "dataset.py"), QUICK.id, "--matches", "5", "--file", str(file)]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "decisions of 5 matches" in said.stdout
    found: Any = np.load(file)
    about = json.loads(str(found["about"]))
    game = games.load(about["game"])
    legal = np.unpackbits(found["legal"], axis=1)[:, : game.actions]
    many = np.arange(len(found["actions"]))
    assert legal[many, found["actions"]].all()
    assert found["rows"].shape == (len(many), sum(size for _, size in about["parts"]))
    # Played again from its seed, a match gives the same decisions.
    state = game.new(about["players"], about["seed"] + 2)
    of_it = found["matches"] == 2
    for seat, action in zip(found["seats"][of_it], found["actions"][of_it], strict=True):
        state.apply(int(seat), int(action))
    assert state.decision() is None
    winners = {
        int(seat) for seat, worth in zip(found["seats"][of_it], found["payoffs"][of_it], strict=True) if worth > 0
    }
    assert winners <= {seat for seat, place in enumerate(state.ranking()) if place == 1}


def test_algorithms_of_openspiel_are_compared() -> None:
    pytest.importorskip("pyspiel")
    command = [sys.executable, str(RESEARCH / "algorithms.py"), SEALED.id, "--seconds", "0.5", "--matches", "6"]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    whole, tiny = [line.split(" | ") for line in said.stdout.splitlines() if "±" in line]
    # Search in both; MCCFR, which tries every move of its own, in the tiny one only.
    assert "±" in whole[2]
    assert whole[3] == "-"
    assert "met" in tiny[3]
