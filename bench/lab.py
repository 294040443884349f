"""How fast the lab is, what it costs over bare play, how it grows with processes, and what memory it takes.

    python -m bench lab [GAME ...] [--rounds 3] [--quick] [--strict] [--json FILE]

Whole studies go through the command as a player types it, with two processes; everything it does counts: start, matches
that are watched and followed, the file, the figures at the end. Memory is read from /proc. Then what tables on the same
machine notice of a study that the server plays (`bench/beside.py`). `--quick` plays a hundredth of the matches, to see
that all of it works; its seconds reach no mark.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from bench import beside, ours
from bench.engine import Mark, machine, show
from tailback.core import contract
from tailback.core.game import SHEDDING, Game
from tailback.core.simulate import play_instinct, play_random
from tailback.lab.crew import Alone, Crew, Processes
from tailback.lab.kept import Kept
from tailback.lab.setups import Setup, make
from tailback.lab.studies import RUN, Study

PROCESSES = 2
MILLION = 1_000_000
MB = 1e6
# A match of a single game, where a match may have several.
SINGLE = {"games": 1}
NUMBERS = count()


def single_game() -> Game:
    """The shedding game of which a match can be one game."""
    found = [game for game in ours.found([]) if game.genre == SHEDDING and SINGLE.items() <= game.short.items()]
    return found[0]


def quickest(found: list[Game]) -> Game:
    """Whose random matches take the least time."""

    def spent(game: Game) -> float:
        state = ours.fresh(game)
        begun = time.process_time()
        play_random(state, 2000, 1)
        return time.process_time() - begun

    return min(found, key=spent)


# The command


class Command:
    """`tailback lab`, run to its end: how long it took, how large its file is, and the most memory of its processes."""

    def __init__(self, folder: str, game: Game, robots: str, matches: int, options: dict[str, Any]) -> None:
        file = Path(folder, f"{next(NUMBERS)}.study")
        command = [sys.executable, "-m", "tailback", "lab", game.id, "--players", str(ours.seats(game))]
        command += ["--robots", robots, "--matches", str(matches), "--jobs", str(PROCESSES), "--json"]
        command += [word for name, value in options.items() for word in ("--set", f"{name}={value}")]
        self.main, self.worker = 0, 0
        begun = time.perf_counter()
        with subprocess.Popen([*command, "--file", str(file)], stdout=subprocess.DEVNULL) as running:
            while running.poll() is None:
                self.look(running.pid)
                time.sleep(0.2)
        self.seconds = time.perf_counter() - begun
        if running.returncode:
            raise SystemExit(f"bench: {' '.join(command)} ended with {running.returncode}")
        self.bytes = file.stat().st_size
        file.unlink()

    def look(self, pid: int) -> None:
        self.main = max(self.main, peak(pid))
        self.worker = max([self.worker, *map(peak, children(pid))])


def peak(pid: int) -> int:
    """The most bytes a process ever had in memory; 0 where nobody says so."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), 0)


def children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


# Inside this process


def study(folder: str, crew: Crew, setup: Setup, matches: int, clock: Callable[[], float]) -> float:
    """Seconds of playing one study that is new."""
    file = Path(folder, f"{next(NUMBERS)}.study")
    with Kept(file) as kept:
        begun = clock()
        for _one in Study(kept, RUN, [setup], skill=setup.watch > 0).play(crew, matches):
            pass
        spent = clock() - begun
    file.unlink()
    return spent


def plainly(game: Game, robot: str, options: dict[str, Any]) -> Setup:
    """Nobody looks closely."""
    return make(game, ours.seats(game), [robot], options, watch=0, follow=0)


def cost(folder: str, setup: Setup, matches: int, rounds: int) -> float:
    """CPU time of a study in this one process, against the same matches played by instinct and forgotten."""
    game = setup.rules
    state = game.make(setup.players, game.settle(setup.players, setup.options))
    found = []
    for _ in range(rounds):
        begun = time.process_time()
        play_instinct(state, matches, setup.seed)
        bare = time.process_time() - begun
        found.append(study(folder, Alone(), setup, matches, time.process_time) / bare)
    return statistics.median(found)


def speed_up(folder: str, hire: Callable[[int], Crew], setup: Setup, matches: int, rounds: int) -> float:
    """How much sooner two are done than one, who takes turns with them; all are at work before time counts."""
    spent: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for jobs, seconds in spent.items():
            crew = hire(jobs)
            study(folder, crew, setup, 20_000, time.perf_counter)
            seconds.append(study(folder, crew, setup, matches, time.perf_counter))
            crew.close()
    return statistics.median(spent[1]) / statistics.median(spent[2])


def on_ray(jobs: int) -> Crew:
    from tailback.lab.cluster import Ray

    return Ray("ray", jobs)


def has_ray() -> bool:
    try:
        import ray  # noqa: F401
    except ImportError:
        return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench lab")
    parser.add_argument("games", nargs="*", help="only these games for 100,000 matches of level 3 (all that are found)")
    parser.add_argument("--rounds", type=int, default=3, help="how often ratios are measured (3)")
    parser.add_argument("--quick", action="store_true", help="a hundredth of the matches")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a mark is missed or not measured")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as well")
    given = parser.parse_args()
    part = 100 if given.quick else 1
    million, hundred, ten = MILLION // part, 100_000 // part, 10 * MILLION // part
    one, short = single_game(), quickest(ours.found([]))

    compiled = not contract.__file__.endswith(".py")
    print(f"{datetime.date.today()}, {machine()}, {'compiled' if compiled else 'interpreted'}, {os.cpu_count()} cores")
    print(f"Studies with {PROCESSES} processes and four players, from the command to its last line.\n", flush=True)
    marks: list[Mark] = []
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        table = [["", "robots", "matches", "seconds", "matches/s", "bytes a match", "main MB", "worker MB"]]

        def whole(words: str, game: Game, robots: str, matches: int, options: dict[str, Any]) -> Command:
            print(f"bench: {words}, {matches:,} matches", file=sys.stderr)
            done = Command(folder, game, robots, matches, options)
            rates = [f"{done.seconds:.1f}", f"{matches / done.seconds:,.0f}", f"{done.bytes / matches:.1f}"]
            table.append([words, robots, f"{matches:,}", *rates, f"{done.main / MB:.0f}", f"{done.worker / MB:.0f}"])
            figures[f"{words} {robots} {matches}"] = vars(done)
            return done

        done = whole(f"{one.id}, single games", one, "random", million, SINGLE)
        marks.append(Mark(f"a million random single games of {one.id}", done.seconds, 60, "s", at_most=True))
        for game in ours.found(given.games):
            done = whole(game.id, game, "3", hundred, {})
            marks.append(Mark(f"100,000 matches of {game.id} with level 3", done.seconds, 120, "s", at_most=True))
        for matches in (million, ten):
            many = whole(f"{short.id}, memory", short, "random", matches, {})
        for who, most in (("the main process", many.main), ("a worker", many.worker)):
            marks.append(Mark(f"memory of {who}, ten million matches", most / MB if most else None, 200, "MB", True))

        print("bench: the lab against bare play", file=sys.stderr)
        costs = {game.id: cost(folder, plainly(game, "3", {}), hundred, given.rounds) for game in ours.found([])}
        usual = make(one, ours.seats(one), ["3"], SINGLE)
        closely = cost(folder, usual, million, 1)
        words = f"CPU of a million single games of {one.id} in a study, against play_instinct"
        marks.append(Mark(words, closely, 1.2, "x", True))

        print("bench: one process and two", file=sys.stderr)
        pace = plainly(one, "random", SINGLE)
        doubled = speed_up(folder, Processes, pace, million, given.rounds)
        marks.append(Mark("two processes against one", doubled, 1.8, "x"))
        spread = speed_up(folder, on_ray, pace, million, given.rounds) if has_ray() else None

    print("bench: tables beside a study", file=sys.stderr)
    tables, rate, seconds = (4, 40, 1.0) if given.quick else (beside.TABLES, beside.RATE, beside.SECONDS)
    played = beside.measure(given.rounds, tables, rate, seconds)
    words = f"p99 of {tables} tables at {rate} moves/s while a study runs on all cores"
    marks.append(Mark(words, played[beside.BESIDE]["p99_ms"], 50, "ms", True))

    show(table)
    print(f"\nCPU time of a study in one process against play_instinct of the same {hundred:,} matches, none watched:")
    print(", ".join(f"{game} {ratio:.2f}x" for game, ratio in costs.items()))
    print(f"{million:,} single games of {one.id}, with 2000 watched and 100 followed: {closely:.2f}x")
    print(f"\ntwo processes against one: {doubled:.2f}x")
    print("Ray is not here." if spread is None else f"two workers of Ray against one: {spread:.2f}x")
    print("\n" + "\n".join(beside.report(played, tables, rate)))
    if given.quick:
        return 0
    print()
    show([["marks", "goal", "figure", "reached"], *[mark.line() for mark in marks]])
    if given.json:
        figures |= {"costs": costs, "ray": spread, "tables": played}
        figures |= {"marks": [[mark.words, mark.figure, mark.goal, mark.reached] for mark in marks]}
        Path(given.json).write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if given.strict and not all(mark.reached for mark in marks) else 0


if __name__ == "__main__":
    sys.exit(main())
