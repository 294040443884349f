"""How fast games of one's own are, as plain Python and compiled: the examples, each from a copy of its file.

    python -m bench kit [EXAMPLE ...] [--rounds 5] [--strict] [--json FILE]

Random matches of the usual number of players are played inside the core (`play_random`), by CPU time; the plain and the
compiled game take turns, each in a process of its own, and must come to the same checksum. The fastest of our own games
stands beside them.
"""

from __future__ import annotations

import argparse
import datetime
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.engine import Mark, machine, show
from tailback import brought, games
from tailback.brought import compiling
from tailback.core.simulate import play_random

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
# So long one round plays, in CPU seconds.
ROUND = 0.5
PLAIN_GOAL, COMPILED_GOAL = 30_000, 1_000_000
CHECKED = 300


def measure(path: str) -> dict[str, Any]:
    """Random decisions a second of this game, the checksum of its first matches, and whether it is compiled."""
    game = games.bring(path) if games.is_path(path) else games.load(path)
    state = game.make(game.usual, game.settle(game.usual))
    first = play_random(state, CHECKED, 1)
    decisions, begun, seed = 0, time.process_time(), 1000
    while (spent := time.process_time() - begun) < ROUND:
        decisions += play_random(state, CHECKED, seed).decisions
        seed += CHECKED
    module = sys.modules[type(state).__module__]
    return {"speed": decisions / spent, "checksum": first.checksum, "compiled": compiling.compiled(module)}


def apart(path: Path | str) -> dict[str, Any]:
    """The same in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.kit", "--one", str(path)], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench kit")
    parser.add_argument("examples", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a mark is missed")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--one", metavar="PATH", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure(given.one)))
        return 0
    names = given.examples or sorted(path.stem for path in EXAMPLES.glob("*.py"))
    print(f"{datetime.date.today()}, {machine()}")
    print(f"Random decisions per CPU second inside the core; medians of {given.rounds} rounds in turn.\n", flush=True)
    table = [["", "plain", "compiled", "compiled / plain", "compiled / our fastest"]]
    marks: list[Mark] = []
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            plain, quick = (Path(folder, kind, f"{name}.py") for kind in ("plain", "quick"))
            for copy in (plain, quick):
                copy.parent.mkdir(exist_ok=True)
                shutil.copy(EXAMPLES / f"{name}.py", copy)
            print(f"bench: compiling {name}", file=sys.stderr)
            compiling.compile_game(quick, brought.module_of(quick))
            found: dict[str, list[dict[str, Any]]] = {"plain": [], "quick": [], "ours": []}
            for _ in range(given.rounds):
                for kind, path in (("plain", plain), ("quick", quick), ("ours", fastest())):
                    found[kind].append(apart(path))
            same = {one["checksum"] for kind in ("plain", "quick") for one in found[kind]}
            if len(same) > 1 or not all(one["compiled"] for one in found["quick"]):
                raise SystemExit(f"bench: {name} plays other matches when it is compiled, or is not compiled at all")
            slow, fast, ours = (
                statistics.median(one["speed"] for one in found[kind]) for kind in ("plain", "quick", "ours")
            )
            table.append([name, f"{slow:,.0f}", f"{fast:,.0f}", f"{fast / slow:.1f}x", f"{fast / ours:.2f}x"])
            figures[name] = {"plain": slow, "compiled": fast}
            marks.append(Mark(f"{name} as plain Python", slow, PLAIN_GOAL, "/s"))
            marks.append(Mark(f"{name} compiled", fast, COMPILED_GOAL, "/s"))
    show(table)
    print()
    show([["marks", "goal", "figure", "reached"], *[mark.line() for mark in marks]])
    if given.json:
        Path(given.json).write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if given.strict and not all(mark.reached for mark in marks) else 0


def fastest() -> str:
    """Of our own games, the one whose rules run fastest on this machine; measured once."""
    if not FASTEST:
        speeds = {name: apart(name)["speed"] for name in games.ours()}
        FASTEST.append(max(speeds, key=lambda name: speeds[name]))
    return FASTEST[0]


FASTEST: list[str] = []


if __name__ == "__main__":
    sys.exit(main())
