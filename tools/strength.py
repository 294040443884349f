"""Plays the duels of `tailback.robots.strength` and writes their figures down: `make strength`.

Every duel is written when it is done, and one that was played already with as many matches and as long a thought is
not played again: so it can be stopped and goes on where it was. `make docs` makes docs/strength.md of the figures.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tailback import games
from tailback.robots.duels import ALONE, MIXED, Duel, measure
from tailback.robots.strength import QUICK, SLOW, Found, allowance, as_data, from_data, plan

FILE = Path(__file__).resolve().parent.parent / "src" / "tailback" / "robots" / "strength.json"


def allowed(duel: Duel, think: float | None) -> Duel:
    """With the thought that it is recorded with; players who decide at once have none."""
    usual = allowance(duel)
    return duel._replace(think=usual if think is None or usual is None else think)


def write(found: dict[Duel, Found]) -> None:
    """In the order of the plan; the same with more thought after each."""
    order = [duel for game in games.ours() for duel, _ in plan(games.load(game))]
    ranked = sorted(found, key=lambda one: (order.index(one._replace(think=None)), one.think or 0))
    lines = ",\n".join("    " + json.dumps(as_data(found[one])) for one in ranked)
    FILE.write_text(f'{{\n  "duels": [\n{lines}\n  ]\n}}\n', encoding="utf-8")


def tell(done: int, count: int) -> None:
    if sys.stderr.isatty():
        print(f"\r  {done} of {count} deals ", end="", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--matches", type=int, default=QUICK, help="between players who decide at once")
    parser.add_argument("--deep", type=int, default=SLOW, help="where somebody looks ahead")
    parser.add_argument(
        "--think", type=float, default=None, help="seconds for level 5 (level 4 a tenth); else see `allowance`"
    )
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--only", default="", help="such as 5/3 or all-seeing/3: only this pair")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--form", choices=("", ALONE, MIXED), default="")
    given = parser.parse_args()
    found = {one.duel: one for one in map(from_data, json.loads(FILE.read_text(encoding="utf-8"))["duels"])}
    todo = []
    for name in given.games or games.ours():
        for planned, matches in plan(games.load(name), None, given.matches, given.deep):
            duel = allowed(planned, given.think)
            enough = duel in found and found[duel].share.matches >= matches
            wanted = given.only in ("", f"{duel.hero}/{duel.foe}") and given.players in (0, duel.players)
            if wanted and given.form in ("", duel.form) and not enough:
                todo.append((duel, matches))
    for duel, share in measure(todo, given.jobs, tell=tell):
        found[duel] = Found(duel, share)
        write(found)
        print(
            f"\r{duel.game} {duel.players} players: {duel.hero} against {duel.foe}, {duel.form}: "
            f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%}) of {share.matches}",
            flush=True,
        )


if __name__ == "__main__":
    main()
