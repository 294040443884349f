"""The table server beside boardgame.io's own, in one run: both play Mau-Mau at tables of four over real WebSockets.
Then what it carries alone: thousands of tables, robots at some of them, and several processes on one PostgreSQL.

    python -m bench server [--rounds 3] [--seconds 6] [--strict] [--json FILE]

The load comes from a second process; everyone runs once per round, in turn, and the medians are shown. Needs Linux
for /proc, and Node for the peer.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench import server_peer
from bench.server_peer import TICKS, Failed, Unavailable, cpu_seconds, rss_mb
from tailback import games
from tailback.core.game import SHEDDING
from tailback.core.options import SEAT
from tailback.server.run import serve

ROOT = Path(__file__).resolve().parent.parent
# Nobody is limited here: the limits are made for people.
SCRIPT = """
import json, socket, sys
from tailback.server.run import serve
from tailback.server.run.setup import Setup
setup = Setup(**json.loads(sys.argv[2]), tables_per_minute=10**6, lines=10**6, messages=10**7, share=1000.0)
sys.exit(serve.run(setup, socket.socket(fileno=int(sys.argv[1])), 1, lambda: print("ready", flush=True)))
"""

Figures = dict[str, Any]


@contextmanager
def our_server(database: str, **more: str) -> Iterator[tuple[int, int]]:
    """Its process id and its port. `more` goes into its set-up."""
    listening = serve.listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    command = [sys.executable, "-c", SCRIPT, str(listening.fileno()), json.dumps({"database": database, **more})]
    with subprocess.Popen(command, pass_fds=[listening.fileno()], stdout=subprocess.PIPE, text=True) as process:
        listening.close()
        try:
            assert process.stdout is not None
            if process.stdout.readline() != "ready\n":
                raise Failed("our server did not start")
            yield process.pid, port
        finally:
            process.terminate()


def played() -> str:
    """A game of the same kind as the peer's: cards in turn, somebody deals, nobody has to say anything."""
    ours = (games.load(name) for name in games.ours())
    return next(game.id for game in ours if game.genre == SHEDDING and game.option_of(SEAT) and not game.phrases)


def ours(
    tables: int, seconds: float, rate: float = 0, database: str = "", processes: int = 1, **more: float
) -> Figures:
    """As `server_peer.run`, for us; without a database a fresh SQLite file. `more` goes on to the load."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        servers = [stack.enter_context(our_server(database or f"{folder}/tables.sqlite")) for _ in range(processes)]
        return driven(servers, tables, seconds, rate, **more)


def driven(
    servers: list[tuple[int, int]],
    tables: int,
    seconds: float,
    rate: float,
    beside: Callable[[], float] = lambda: 0.0,
    **more: float,
) -> Figures:
    """These servers under load. `beside` says what CPU time something else took so far."""
    pids, ports = [pid for pid, _ in servers], ",".join(str(port) for _, port in servers)
    words = ["--ports", ports, "--tables", tables, "--seconds", seconds, "--rate", rate, "--game", played()]
    words += [word for name, value in more.items() for word in (f"--{name.replace('_', '-')}", value)]
    command = [sys.executable, str(ROOT / "bench" / "server_load.py"), *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:
        try:
            idle, before = until(load, "seated", pids), until(load, "start", pids)
            others = beside()
            after = until(load, "stop", pids)
            others = beside() - others
            assert load.stdout is not None
            figures: Figures = json.loads(load.stdout.readline())
        finally:
            load.kill()
    cpu = after[0] - before[0]
    each = figures["moves"] / max(cpu, 1 / TICKS)
    measured = {"cpu": cpu, "moves_per_cpu": each, "rss_mb": after[1], "rss_idle_mb": idle[1], "beside_cpu": others}
    return {**figures, **measured}


def until(load: subprocess.Popen[str], word: str, pids: list[int]) -> tuple[float, float]:
    """CPU time and memory of the servers when the load says this."""
    assert load.stdout is not None
    for line in load.stdout:
        if line.strip() == word:
            return sum(map(cpu_seconds, pids)), sum(map(rss_mb, pids))
    raise Failed(f"the load ended before {word!r}")


def start_up() -> float:
    """Seconds from nothing to the first answer, with an empty SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        with our_server(f"{folder}/tables.sqlite") as (_, port):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=30).read()
            return time.perf_counter() - began


def middle(runs: list[Figures]) -> Figures:
    """The median of each figure."""
    found: Figures = {}
    for name in runs[0]:
        values = [run[name] for run in runs if run[name] is not None]
        found[name] = statistics.median(values) if values else None
    return found


def on_postgres(tables: int, seconds: float) -> dict[str, Figures]:
    """The same tables served by one, two and three processes: each table at one of them, then at all."""
    sys.path.insert(0, str(ROOT / "tests"))
    from server.cluster import Cluster

    with Cluster() as cluster:
        return {
            name: ours(tables, seconds, database=cluster.new_database(), processes=processes, spread=spread)
            for name, processes, spread in (
                ("1 process", 1, 0),
                ("2 processes", 2, 0),
                ("3 processes", 3, 0),
                ("2, players apart", 2, 1),
                ("3, players apart", 3, 1),
            )
        }


def measure(rounds: int, seconds: float, tables: int, live: int) -> Figures:
    contenders: dict[str, list[Figures]] = {"ours, SQLite": []}
    peers = {"boardgame.io, files": "files", "boardgame.io, memory": "memory"}
    for name in peers:
        contenders[name] = []
    paced: dict[str, list[Figures]] = {name: [] for name in contenders}
    missing = ""
    for _ in range(rounds):
        for name in contenders:
            try:
                for rate, kept in ((0, contenders), (500, paced)):
                    run = ours(tables, seconds, rate) if name not in peers else None
                    kept[name].append(run or server_peer.run(tables, seconds, rate or None, peers[name]))
            except (Unavailable, Failed) as error:
                missing = f"{name}: {error}"
    return {
        "full speed": {name: middle(runs) for name, runs in contenders.items() if runs},
        "500 moves per second": {name: middle(runs) for name, runs in paced.items() if runs},
        # Two lines a table: a system that lets a process have 20,000 files is enough.
        "crowd": ours(live, seconds, 1000, people=2),
        "robots": ours(1000, seconds, 1000, robots=200),
        "watchers": ours(1, seconds, 5, watchers=9900),
        "PostgreSQL": on_postgres(tables, seconds),
        "start-up": statistics.median(start_up() for _ in range(5)),
        "missing": missing,
    }


def report(figures: Figures, tables: int, live: int) -> list[str]:
    full, paced, crowd = figures["full speed"], figures["500 moves per second"], figures["crowd"]
    base = full["ours, SQLite"]["moves_per_cpu"]
    lines = [
        f"{tables} tables of four, every player on a line of its own; medians.",
        "",
        f"{'':22}{'moves/CPU s':>12}{'ours is':>9}{'p50 ms':>8}{'p99 ms':>8}{'at 500/s: p50':>15}{'p99':>7}{'MB':>6}",
    ]
    for name, run in full.items():
        slow = paced.get(name, {})
        ratio = "" if name.startswith("ours") else f"{base / run['moves_per_cpu']:.1f}x"
        lines.append(
            f"{name:22}{run['moves_per_cpu']:>12.0f}{ratio:>9}{run['p50_ms']:>8.1f}{run['p99_ms']:>8.1f}"
            f"{slow.get('p50_ms') or 0:>15.1f}{slow.get('p99_ms') or 0:>7.1f}{run['rss_mb']:>6.0f}"
        )
    each = (crowd["rss_mb"] - full["ours, SQLite"]["rss_idle_mb"]) / (live - tables) * 1024
    robots, several, watched = figures["robots"], figures["PostgreSQL"], figures["watchers"]
    lines += [
        "",
        f"{live} live tables of two, {2 * live} lines: {crowd['rss_mb']:.0f} MB ({each:.0f} KiB a table), "
        f"{crowd['moves'] / crowd['seconds']:.0f} moves/s, p50 {crowd['p50_ms']:.1f} ms, p99 {crowd['p99_ms']:.1f} ms",
        f"1000 tables of four, robots at 200: {robots['moves'] / robots['seconds']:.0f} moves/s of people, "
        f"p50 {robots['p50_ms']:.1f} ms, p99 {robots['p99_ms']:.1f} ms",
        f"{watched['watchers']} watchers of one table: there in {watched['gathering']:.1f} s, "
        f"{watched['rss_idle_mb']:.0f} MB; "
        f"{watched['cpu'] / max(watched['moves'], 1) * 1000:.0f} ms of CPU a move, seen by "
        f"{watched['seen'] / max(watched['moves'], 1):.0f}; p50 {watched['p50_ms']:.1f} ms for the players",
        "",
        f"{'on one PostgreSQL':22}{'moves/s':>9}{'moves/CPU s':>13}{'p50 ms':>8}{'p99 ms':>8}",
        *(
            f"{name:22}{run['moves'] / run['seconds']:>9.0f}"
            f"{run['moves_per_cpu']:>13.0f}{run['p50_ms']:>8.1f}{run['p99_ms']:>8.1f}"
            for name, run in several.items()
        ),
        "",
        f"from nothing to the first answer: {figures['start-up']:.2f} s",
    ]
    return lines + ([f"not measured: {figures['missing']}"] if figures["missing"] else [])


def marks(figures: Figures) -> list[tuple[str, bool | None]]:
    """What we want to reach; None where it could not be measured."""
    full, crowd, robots = figures["full speed"], figures["crowd"], figures["robots"]
    peer = full.get("boardgame.io, files")
    ratio = full["ours, SQLite"]["moves_per_cpu"] / peer["moves_per_cpu"] if peer else None
    return [
        ("15x the moves per CPU second of boardgame.io, both with durable storage", ratio and ratio >= 15),
        ("the live tables in under 160 KiB each", crowd["rss_mb"] < 60 + crowd["tables"] * 0.16),
        ("p99 under 50 ms at 1,000 moves/s with robots at 200 of 1,000 tables", robots["p99_ms"] < 50),
        ("ready in under a second", figures["start-up"] < 1),
    ]


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m bench server", description=__doc__)
    reader.add_argument("--rounds", type=int, default=3, help="how often everyone runs (3)")
    reader.add_argument("--seconds", type=float, default=6, help="seconds of one run, after a warm-up (6)")
    reader.add_argument("--tables", type=int, default=50)
    reader.add_argument("--live", type=int, default=5000, help="tables of the run for memory (5000)")
    reader.add_argument("--strict", action="store_true", help="exit with 1 when a mark is missed or not measured")
    reader.add_argument("--json", metavar="FILE", help="write the figures there as well")
    given = reader.parse_args()
    figures = measure(given.rounds, given.seconds, given.tables, given.live)
    print("\n".join(report(figures, given.tables, given.live)))
    print()
    words = {True: "reached", False: "missed", None: "not measured"}
    reached = marks(figures)
    for mark, well in reached:
        print(f"{words[well and bool(well)]:13} {mark}")
    if given.json:
        Path(given.json).write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if given.strict and not all(well for _, well in reached) else 0


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    sys.exit(main())
