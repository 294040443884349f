"""One table of rates and ratios, then the marks. Run it through `python -m bench`, which sets up its environment."""

from __future__ import annotations

import argparse
import datetime
import json
import platform
import sys
from pathlib import Path
from typing import Any

from bench import ours, peers
from bench.measure import import_time, race
from tailback import games
from tailback.core import contract
from tailback.core.game import RACE, SECRET_CHOICE, SHEDDING

# Never loaded by the rule core: arrays, and everything a server needs.
UNWANTED = {
    *("numpy", "scipy", "starlette", "fastapi", "uvicorn", "aiohttp"),
    *("msgspec", "pydantic", "sqlalchemy", "asyncpg", "sqlite3"),
}
KIB = 1024


class Mark:
    """A figure, what it should be, and whether it is; None where a peer is missing."""

    def __init__(self, words: str, figure: float | None, goal: float, unit: str, at_most: bool = False) -> None:
        self.words = words
        self.figure = figure
        self.goal = goal
        self.unit = unit
        self.at_most = at_most

    @property
    def reached(self) -> bool | None:
        if self.figure is None:
            return None
        return self.figure <= self.goal if self.at_most else self.figure >= self.goal

    def line(self) -> list[str]:
        figure = "-" if self.figure is None else f"{self.figure:.4g} {self.unit}"
        goal = f"{'at most' if self.at_most else 'at least'} {self.goal:g} {self.unit}"
        return [self.words, goal, figure, {True: "yes", False: "NO", None: "not measured"}[self.reached]]


def ratio(rates: dict[str, float], mine: str, other: str) -> float | None:
    if mine not in rates or other not in rates:
        return None
    return rates[mine] / rates[other]


def uses_vec(game_id: str) -> bool:
    state = ours.fresh(games.load(game_id))
    names = [name for kind in type(state).__mro__ for name in getattr(kind, "__mypyc_attrs__", ())]
    return any(type(getattr(state, name, None)).__name__.startswith("vec") for name in names if name != "buf")


def marks(ids: list[str], rates: dict[str, float], weights: dict[str, tuple[int, int]], imports: Any) -> list[Mark]:
    found: list[Mark] = []
    kinds = {game: games.load(game) for game in ids}
    # The peer of card games is one of shedding: only such games are held to be faster than it.
    shedding = [game for game in ids if kinds[game].genre == SHEDDING]
    for game in shedding:
        words = f"{game} from Python, against {peers.CARDS} through pyspiel"
        found.append(Mark(words, ratio(rates, f"{game} step", f"{peers.CARDS} step"), 5, "x"))
    for game in ids:
        peer = peers.nearest(kinds[game])
        words = f"{game} inside, against {peer} in OpenSpiel's C++ loop"
        goal = 3 if game in shedding else 1
        found.append(Mark(words, ratio(rates, f"{game} inside", f"{peer} inside"), goal, "x"))
    for game in ids:
        words = f"{game} by instinct, against random play"
        found.append(Mark(words, ratio(rates, f"{game} instinct", f"{game} inside"), 0.33, "x"))
    for game in ids:
        if kinds[game].genre != RACE:
            goal = 3 if uses_vec(game) else 1
            found.append(Mark(f"{game} clones from Python", rates[f"{game} clone"] / 1e6, goal, "M/s"))
    for game in ids:
        goal = 8 if kinds[game].genre == RACE else 4
        found.append(Mark(f"{game} memory of one state", weights[game][0] / KIB, goal, "KiB", at_most=True))
    for words, (spent, loaded) in imports.items():
        found.append(Mark(words, spent * 1000, 100, "ms", at_most=True))
        found.append(Mark(f"{words}: numpy or server packages loaded", len(loaded & UNWANTED), 0, "", at_most=True))
    return found


def million(rate: float | None) -> str:
    return "" if rate is None else f"{rate / 1e6:.3g}"


def times(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}x"


HEAD = [
    *("", "inside", "/ C++", "instinct", "/ inside", "step", "/ pyspiel", "/ shortcut", "/ uno", "/ py6nimmt"),
    *("clone", "/ clone", "bytes", "whole", "nearest peer"),
]


def rows(ids: list[str], rates: dict[str, float], weights: dict[str, tuple[int, int]]) -> list[list[str]]:
    table = [HEAD]
    for game in ids:
        kind = games.load(game)
        peer = peers.nearest(kind)
        like = [ratio(rates, f"{game} step", f"{name}") for name in (f"{peer} step", f"{peer} shortcut", "uno step")]
        nimmt = ratio(rates, f"{game} step", "py6nimmt step") if kind.genre == SECRET_CHOICE else None
        table.append(
            [
                game,
                million(rates[f"{game} inside"]),
                times(ratio(rates, f"{game} inside", f"{peer} inside")),
                million(rates[f"{game} instinct"]),
                times(ratio(rates, f"{game} instinct", f"{game} inside")),
                million(rates[f"{game} step"]),
                *[times(value) for value in (*like, nimmt)],
                million(rates[f"{game} clone"]),
                times(ratio(rates, f"{game} clone", f"{peer} clone")),
                str(weights[game][0]),
                str(weights[game][1]),
                peer,
            ]
        )
    for name in (*peers.OPEN_SPIEL, "uno", "py6nimmt"):
        own = [rates.get(f"{name} {what}") for what in ("inside", "step", "shortcut", "clone")]
        if any(own):
            within, step, shortcut, clone = map(million, own)
            short = f"({shortcut})" if shortcut else ""
            table.append([name, within, "", "", "", step, "", short, "", "", clone, "", "", "", ""])
    return table


def show(table: list[list[str]]) -> None:
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    for k, line in enumerate(table):
        cells = [line[0].ljust(widths[0])]
        cells += [cell.ljust(w) if w > 14 else cell.rjust(w) for cell, w in zip(line[1:], widths[1:], strict=True)]
        print("  ".join(cells).rstrip())
        if k == 0:
            print("-" * (sum(widths) + 2 * len(widths) - 2))


def machine() -> str:
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    return f"{name}, {platform.system()} {platform.machine()}, Python {platform.python_version()}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("games", nargs="*", help="only these games (all that are found)")
    parser.add_argument("--rounds", type=int, default=7, help="how often everyone runs (7)")
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU seconds of one run (0.2)")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a mark is missed or not measured")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as well")
    given = parser.parse_args()

    compiled = not contract.__file__.endswith(".py")
    if not compiled:
        print("bench: the package is installed without its compiled core; the figures are those of plain Python")
    found = ours.found(given.games)
    ids = [game.id for game in found]
    here, missing = peers.found()
    contenders = [make(game) for game in found for make in (ours.inside, ours.instinct, ours.step, ours.clone)] + here
    rates = race(contenders, given.rounds, given.seconds)
    weights = {game.id: ours.weight(game) for game in found}
    every = "import tailback.games; [tailback.games.load(name) for name in tailback.games.ids()]"
    imports = {
        "import tailback": import_time("import tailback", 15),
        "import tailback and every game": import_time(every, 15),
    }

    print(f"{datetime.date.today()}, {machine()}, {'compiled' if compiled else 'interpreted'}")
    print(f"Millions per CPU second, median of {given.rounds} rounds in turn; four players, preset `{ours.PRESET}`.")
    print("A decision is one choice of one player. Sizes in bytes: a state's own, and with what its clones share.\n")
    show(rows(ids, rates, weights))
    print()
    for name, why in missing.items():
        print(f"{name} is not here: {why}. Its lines are left out and its marks are not measured.\n")
    board = marks(ids, rates, weights, imports)
    show([["marks", "goal", "figure", "reached"], *[mark.line() for mark in board]])
    if given.json:
        figures = {
            "rates": rates,
            "bytes": weights,
            "marks": [[mark.words, mark.figure, mark.goal, mark.reached] for mark in board],
        }
        Path(given.json).write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if given.strict and not all(mark.reached for mark in board) else 0


if __name__ == "__main__":
    sys.exit(main())
