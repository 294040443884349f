"""Works out how long each preset takes with each number of players, for doors, forms and rule pages: `make times`.

The studies are the lab's; all of them take less than a minute, so none is kept.
"""

from __future__ import annotations

import argparse
import datetime
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tailback import games
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.lab.crew import Crew, Processes
from tailback.lab.kept import Kept
from tailback.lab.setups import Setup, make
from tailback.lab.studies import SWEEP, Study
from tailback.lab.summary import summary
from tailback.robots.levels import USUAL
from tailback.robots.times import Time

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "tailback" / "robots" / "times.json"


def asked(game: Game, matches: int) -> dict[tuple[str, int], Setup]:
    """The game as it is usually played (no preset) and what forms offer, for each number that it can be dealt to."""
    found = {}
    for preset in ("", *(one for one in game.presets if one not in game.editions)):
        for players in range(game.fewest, game.most + 1):
            try:
                found[preset, players] = make(game, players, [USUAL], preset=preset, watch=matches, follow=0)
            except BadOption:
                continue
    return found


def of_game(game: Game, matches: int, crew: Crew) -> list[Time]:
    wanted = asked(game, matches)
    # Presets with the same options are the same matches.
    same: dict[str, Setup] = {}
    key = {one: json.dumps([setup.players, setup.options]) for one, setup in wanted.items()}
    for one, setup in wanted.items():
        same.setdefault(key[one], setup)
    setups = list(same.values())
    with TemporaryDirectory() as folder, Kept(Path(folder) / "times.study") as kept:
        study = Study(kept, SWEEP, setups)
        for _played in study.play(crew, matches):
            pass
        arms: list[dict[str, Any]] = summary(study, "en")["arms"]
    by_key = dict(zip(same, arms, strict=True))
    found = []
    for (preset, players), what in key.items():
        minutes = by_key[what]["minutes"]
        low, middle, high = (round(minutes[name], 1) for name in ("p25", "p50", "p75"))
        found.append(Time(game.id, preset, players, low, middle, high, matches))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=0)
    given = parser.parse_args()
    names = given.games or games.ours()
    old = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {"presets": {}, "figures": []}
    figures = [Time(**one) for one in old["figures"] if one["game"] not in names]
    crew = Processes(given.jobs)
    try:
        for name in names:
            figures += of_game(games.load(name), given.matches, crew)
            print(name, flush=True)
    finally:
        crew.close()
    # Of those that were not measured now it stays written down which presets they were measured with.
    presets = {**old["presets"], **{name: games.load(name).presets for name in names}}
    lines = ",\n".join("    " + json.dumps(one._asdict()) for one in sorted(figures, key=lambda one: one.game))
    head = json.dumps({"day": datetime.date.today().isoformat(), "level": USUAL, "presets": presets})[:-1]
    FILE.write_text(f'{head},\n  "figures": [\n{lines}\n  ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
