"""Plays the duels of `tailback.robots.even` and writes their figures down: `make even`.

Every table is written when it is done; one that is there already is left alone unless `--again` is said.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from balance_page import head_start

from tailback import games
from tailback.robots.duels import Share, measure
from tailback.robots.even import Figure, plan
from tailback.robots.strength import SLOW

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "tailback" / "robots" / "even.json"
PAGE = ROOT / "docs" / "balance.md"


def read() -> list[Figure]:
    return [Figure(**data) for data in json.loads(FILE.read_text(encoding="utf-8"))["figures"]]


def write(found: list[Figure]) -> None:
    ranked = sorted(found, key=lambda one: (one.game, one.players))
    before, after = (sentences(figures) for figures in (read(), ranked))
    page = PAGE.read_text(encoding="utf-8")
    for game, said in before.items():
        page = page.replace(said, after[game])
    PAGE.write_text(page, encoding="utf-8")
    lines = ",\n".join("    " + json.dumps(one._asdict()) for one in ranked)
    FILE.write_text(f'{{\n  "figures": [\n{lines}\n  ]\n}}\n', encoding="utf-8")


def sentences(figures: list[Figure]) -> dict[str, str]:
    """What the page about balance says of each game: `make balance` would play a quarter of an hour for it."""
    games_in = dict.fromkeys(one.game for one in figures)
    return {game: head_start([one for one in figures if one.game == game]) for game in games_in}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--matches", type=int, default=SLOW)
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--again", action="store_true", help="also what is written down already")
    given = parser.parse_args()
    known = {(one.game, one.players) for one in read()} if not given.again else set()
    without: dict[tuple[str, int], Share] = {}
    todo = [
        (duel, matches)
        for name in given.games or games.ours()
        for duel, matches in plan(games.load(name), given.matches)
        if (duel.game, duel.players) not in known and given.players in (0, duel.players)
    ]
    for duel, share in measure(todo, given.jobs):
        table = (duel.game, duel.players)
        if not duel.helped:
            without[table] = share
            continue
        figure = Figure(
            *table,
            duel.hero,
            duel.foe,
            round(share.share, 4),
            round(share.low, 4),
            round(share.high, 4),
            share.matches,
            round(without[table].share, 4),
        )
        write([one for one in read() if (one.game, one.players) != table] + [figure])
        print(
            f"{duel.game} {duel.players} players: {figure.share:.1%} ({figure.low:.1%} to {figure.high:.1%}) "
            f"of {figure.matches}, without {figure.without:.1%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
