"""How fast the ways for programs that learn are, beside those they know: PettingZoo, RLCard, Pgx and OpenSpiel.

    python -m bench learning [GAME ...] [--rounds 5] [--seconds 0.5] [--strict] [--json FILE]

PettingZoo and OpenSpiel are driven from one process, per CPU second. Batches run in two processes at once, one for each
core, by the clock on the wall; their random actions are chosen beforehand and not counted. Pgx may do it in one process
or in two and with any of a few sizes: its best is taken.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np

from bench import ours, peers
from bench.engine import Mark, machine, million, ratio, show, times
from bench.measure import Contender, dice, race
from tailback import games
from tailback.batch import Batch
from tailback.core import contract
from tailback.core.game import SHEDDING

CORES = 2
LEDUC, UNO = "leduc_holdem_v4", "uno"
# OpenSpiel's own games written in Python in which one player moves at a time and every chance is even.
PYTHON_GAMES = ("python_kuhn_poker", "python_tic_tac_toe", "python_block_dominoes", "python_liars_poker")
# Pgx has no game of shedding: its poker with six cards, and its game with a hand, a wall to draw from and discards.
PGX_GAMES = {"Pgx leduc_holdem": "leduc_holdem", "Pgx sparrow_mahjong": "sparrow_mahjong"}
PGX_SIZES = (1024, 4096, 16384)
MATCHES = 1024
LEDUC_GOAL, UNO_GOAL, BATCH_GOAL, PGX_GOAL, SPIEL_GOAL = 5, 3, 2, 5, 1


# One decision at a time


def in_turns(env: Any) -> Callable[[int], int]:
    """As PettingZoo's documentation drives an environment; steps of agents that are out count as it counts them."""

    def batch(n: int) -> int:
        draw = dice()
        count = 0
        for _ in repeat(None, n):
            env.reset()
            for _agent in env.agent_iter():
                seen, _reward, over, late, _info = env.last()
                if over or late:
                    action = None
                else:
                    # NumPy finds what is true far quicker than what is not 0.
                    legal = seen["action_mask"].view(np.bool_).nonzero()[0]
                    action = legal[draw() % len(legal)]
                env.step(action)
                count += 1
        return count

    return batch


def our_zoo(ids: list[str]) -> list[Contender]:
    from tailback.rl import zoo

    return [Contender(f"{name} zoo", in_turns(zoo.env(name, players=peers.SEATS, preset=ours.PRESET))) for name in ids]


def leduc(ids: list[str]) -> list[Contender]:
    from pettingzoo.classic import leduc_holdem_v4

    return [Contender(f"{LEDUC} zoo", in_turns(leduc_holdem_v4.env()))]


def uno(ids: list[str]) -> list[Contender]:
    """RLCard's environment, which gives what a player sees as an array with each step."""
    import rlcard

    env = rlcard.make("uno", config={"game_num_players": peers.SEATS})

    def batch(n: int) -> int:
        draw = dice()
        count = 0
        for _ in repeat(None, n):
            seen, _player = env.reset()
            while not env.is_over():
                legal = list(seen["legal_actions"])
                seen, _player = env.step(legal[draw() % len(legal)])
                count += 1
        return count

    return [Contender(f"{UNO} zoo", batch)]


def our_spiel(ids: list[str]) -> list[Contender]:
    import pyspiel

    import tailback.rl.spiel  # noqa: F401

    found = []
    for name in ids:
        game = pyspiel.load_game(f"tailback_{name}", {"players": peers.SEATS, "preset": ours.PRESET})
        found.append(Contender(f"{name} spiel", peers.turns(game)))
    return found


def python_games(ids: list[str]) -> list[Contender]:
    import open_spiel.python.games  # noqa: F401
    import pyspiel

    found = []
    for name in PYTHON_GAMES:
        game = pyspiel.load_game(name)
        peers.check_even(game)
        found.append(Contender(f"{name} spiel", peers.turns(game)))
    return found


# Thousands at once


def choose(legal: Any, chance: np.random.Generator) -> Any:
    """One of the legal actions of each match, each as likely."""
    places = np.flatnonzero(legal)
    counts = legal.sum(axis=1, dtype=np.int64)
    firsts = np.cumsum(counts) - counts
    picked = places[firsts + (chance.random(len(counts)) * counts).astype(np.int64)]
    return picked - np.arange(len(counts)) * legal.shape[1]


def our_batch(name: str, matches: int) -> Callable[[], float]:
    """A function that takes one step in all matches and says how long it took."""
    batch = Batch(name, players=peers.SEATS, matches=matches, seed=os.getpid(), preset=ours.PRESET)
    chance = np.random.default_rng(1)
    rows = np.zeros((matches, batch.width), np.int16)
    legal = np.zeros((matches, batch.actions), np.uint8)
    seats, ends = np.zeros(matches, np.uint8), np.zeros(matches, np.uint8)
    worth = np.zeros((matches, batch.players))
    batch.look(rows, legal)

    def step() -> float:
        actions = choose(legal, chance)
        begun = time.perf_counter()
        batch.step(actions, rows, legal, seats, worth, ends)
        return time.perf_counter() - begun

    return step


def pgx_batch(name: str, matches: int) -> Callable[[], float]:
    """The same for Pgx: its states hold the observation and the mask, and begin anew when they end."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    keys = jax.random.split(jax.random.PRNGKey(os.getpid()), matches)
    held = [jax.jit(jax.vmap(env.init))(keys)]
    move = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    chance = np.random.default_rng(1)

    def step() -> float:
        actions = jax.numpy.asarray(choose(np.asarray(held[0].legal_action_mask), chance).astype(np.int32))
        jax.block_until_ready(actions)
        begun = time.perf_counter()
        held[0] = jax.block_until_ready(move(held[0], actions, keys))
        return time.perf_counter() - begun

    return step


def serve(kind: str, name: str, matches: int) -> None:
    """A worker: for each line with a number of seconds it steps so long, and says what it did."""
    step = {"ours": our_batch, "pgx": pgx_batch}[kind](name, matches)
    for _ in range(20):
        step()
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        steps, spent, begun = 0, 0.0, time.perf_counter()
        end = begun + float(line)
        while time.perf_counter() < end:
            spent += step()
            steps += 1
        whole = time.perf_counter() - begun
        print(json.dumps({"stepping": steps * matches / spent, "whole": steps * matches / whole}), flush=True)


class Team:
    """Processes that step batches at the same time."""

    def __init__(self, kind: str, name: str, matches: int, processes: int) -> None:
        self.words = f"{matches} at once in {'two processes' if processes == CORES else 'one process'}"
        self.found: dict[str, list[float]] = {"stepping": [], "whole": []}
        command = [sys.executable, "-m", "bench.learning", "--one", kind, name, str(matches)]
        self.workers = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(processes)
        ]
        for worker in self.workers:
            self.answer(worker)

    def answer(self, worker: subprocess.Popen[str]) -> Any:
        assert worker.stdout
        assert worker.stderr
        line = worker.stdout.readline()
        if not line:
            lines = worker.stderr.read().strip().splitlines() or ["no word"]
            self.close()
            raise RuntimeError(lines[-1])
        return json.loads(line)

    def run(self, seconds: float) -> None:
        for worker in self.workers:
            assert worker.stdin
            worker.stdin.write(f"{seconds}\n")
            worker.stdin.flush()
        answers = [self.answer(worker) for worker in self.workers]
        for what, figures in self.found.items():
            figures.append(sum(answer[what] for answer in answers))

    def median(self, what: str = "stepping") -> float:
        return statistics.median(self.found[what])

    def close(self) -> None:
        for worker in self.workers:
            worker.kill()
            worker.communicate()


def best(name: str, seconds: float) -> Team:
    """Pgx as it is fastest here."""
    teams: list[Team] = []
    for matches in PGX_SIZES:
        for processes in range(1, CORES + 1):
            team = Team("pgx", name, matches, processes)
            team.run(seconds)
            teams.append(team)
            teams.sort(key=Team.median)
            while len(teams) > 1:
                teams.pop(0).close()
    return teams[0]


# The table


def rows(ids: list[str], rates: dict[str, float], teams: dict[str, Team]) -> list[list[str]]:
    table = [
        [
            "",
            "PettingZoo",
            "/ leduc",
            "/ uno",
            "OpenSpiel",
            "/ its fastest",
            "batch",
            "with choice",
            "ns each",
            "/ leduc",
            "/ mahjong",
        ]
    ]
    per = {name: team.median() for name, team in teams.items()}
    for name in ids:
        table.append(
            [
                name,
                million(rates.get(f"{name} zoo")),
                times(ratio(rates, f"{name} zoo", f"{LEDUC} zoo")),
                times(ratio(rates, f"{name} zoo", f"{UNO} zoo")),
                million(rates.get(f"{name} spiel")),
                times(ratio(rates, f"{name} spiel", fastest(rates))),
                million(per[name]),
                million(teams[name].median("whole")),
                f"{CORES * 1e9 / per[name]:.0f}",
                *[times(ratio(per, name, peer)) for peer in PGX_GAMES],
            ]
        )
    for name in (LEDUC, UNO):
        if f"{name} zoo" in rates:
            table.append([name, million(rates[f"{name} zoo"]), *[""] * 9])
    for name in PYTHON_GAMES:
        if f"{name} spiel" in rates:
            table.append([name, "", "", "", million(rates[f"{name} spiel"]), *[""] * 6])
    for name in per:
        if name not in ids:
            whole = million(teams[name].median("whole"))
            table.append([name, *[""] * 5, million(per[name]), whole, f"{CORES * 1e9 / per[name]:.0f}", "", ""])
    return table


def fastest(rates: dict[str, float]) -> str:
    """Of OpenSpiel's own Python games."""
    return max((f"{name} spiel" for name in PYTHON_GAMES), key=lambda name: rates.get(name, 0.0))


def marks(ids: list[str], rates: dict[str, float], teams: dict[str, Team]) -> list[Mark]:
    per = {name: team.median() for name, team in teams.items()}
    found = []
    for words, peer, goal in ((f"PettingZoo's own {LEDUC}", LEDUC, LEDUC_GOAL), (f"RLCard's {UNO}", UNO, UNO_GOAL)):
        for name in ids:
            figure = ratio(rates, f"{name} zoo", f"{peer} zoo")
            found.append(Mark(f"{name} in PettingZoo, against {words}", figure, goal, "x"))
    # The goals of batches are those of one game, the first of shedding.
    for name in [name for name in ids if games.load(name).genre == SHEDDING][:1]:
        found.append(Mark(f"{name} in batches on two cores", per[name] / 1e6, BATCH_GOAL, "M/s"))
        for peer in PGX_GAMES:
            found.append(Mark(f"{name} in batches, against {peer}", ratio(per, name, peer), PGX_GOAL, "x"))
    for name in ids:
        figure = ratio(rates, f"{name} spiel", fastest(rates))
        found.append(Mark(f"{name} in OpenSpiel, against the fastest of its Python games", figure, SPIEL_GOAL, "x"))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench learning")
    parser.add_argument("games", nargs="*", help="only these games (all that are found)")
    parser.add_argument("--rounds", type=int, default=5, help="how often everyone runs (5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long one run takes (0.5)")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a mark is missed or not measured")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as well")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        kind, name, matches = given.one
        serve(kind, name, int(matches))
        return 0
    ids = [game.id for game in ours.found(given.games)]
    here: list[Contender] = []
    missing: dict[str, str] = {}
    for words, make in (
        ("PettingZoo", our_zoo),
        (f"PettingZoo's {LEDUC}", leduc),
        ("RLCard", uno),
        ("OpenSpiel", our_spiel),
        ("OpenSpiel's Python games", python_games),
    ):
        try:
            here += make(ids)
        except Exception as problem:
            missing[words] = f"{type(problem).__name__}: {problem}"
    rates = race(here, given.rounds, given.seconds)
    teams = {name: Team("ours", name, MATCHES, CORES) for name in ids}
    try:
        for peer, name in PGX_GAMES.items():
            try:
                teams[peer] = best(name, given.seconds)
            except RuntimeError as problem:
                missing[peer] = str(problem)
        for _ in range(given.rounds):
            for team in teams.values():
                team.run(given.seconds)
    finally:
        for team in teams.values():
            team.close()

    compiled = not contract.__file__.endswith(".py")
    print(f"{datetime.date.today()}, {machine()}, {'compiled' if compiled else 'interpreted'}")
    print(f"Millions a second, medians of {given.rounds} rounds in turn; four players, preset `{ours.PRESET}`.")
    print(
        "PettingZoo and OpenSpiel: steps and decisions per CPU second, driven from Python. Batches: decisions a second"
    )
    print(f"on {CORES} cores, with rows and masks, {MATCHES} matches in each of two processes; once more with NumPy's")
    print("random choice of the actions; and nanoseconds of one core for a decision.\n")
    show(rows(ids, rates, teams))
    print()
    for name, team in teams.items():
        if name not in ids:
            print(f"{name}: {team.words} was its fastest.")
    for name, why in missing.items():
        print(f"{name} is not here: {why}. Its lines are left out and its marks are not measured.")
    print()
    board = marks(ids, rates, teams)
    show([["marks", "goal", "figure", "reached"], *[mark.line() for mark in board]])
    if given.json:
        figures = {
            "rates": rates,
            "batches": {name: team.median() for name, team in teams.items()},
            "marks": [[mark.words, mark.figure, mark.goal, mark.reached] for mark in board],
        }
        Path(given.json).write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if given.strict and not all(mark.reached for mark in board) else 0


if __name__ == "__main__":
    sys.exit(main())
