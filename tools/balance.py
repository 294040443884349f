"""Measures how balanced our games are, for docs/balance.md: `make balance`.

Studies are kept in build/balance, so it can be stopped and goes on where it was; more matches are added to those that
are there. The page and its pictures are written at the end, by `balance_page.py`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import balance_page

from tailback import games
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.options import CHOICE, FLAG, NUMBER, Option
from tailback.lab import words
from tailback.lab.compared import compare
from tailback.lab.crew import Crew, Processes
from tailback.lab.kept import Kept
from tailback.lab.setups import Setup, make
from tailback.lab.studies import RUN, SWEEP, Study
from tailback.lab.summary import summary
from tailback.lab.sweeps import PLAYERS, PRESET, ROBOTS

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / "balance"
PICTURES = ROOT / "docs" / "images" / "balance"

LEVELS = ("1", "3")
BEST = "5"
THINK = 0.005
# Words for a value that are longer than this do not go into a picture.
LONG = 14
# With two there is a duel, which is another game; so many are a small family.
TWO = 2
FEW = 4


class Plan(NamedTuple):
    """How many matches: of robots that decide at once, of those that look ahead, and of each house rule."""

    seats: int = 20_000
    deep: int = 400
    options: int = 4_000
    watch: int = 1_000
    follow: int = 40
    seed: int = 1


Arms = tuple[list[Setup], list[dict[str, Any]]]


def told(game: Game) -> dict[str, Any]:
    """`balance.json` of a game: values worth measuring of what has too many, and what in it is our own design."""
    try:
        return game.data("balance.json")
    except FileNotFoundError:
        return {}


def worth(game: Game, option: Option) -> list[Any]:
    """The values that are held against the usual one."""
    listed = told(game).get("values", {}).get(option.name)
    if listed is not None:
        return [option.check(tuple(value) if isinstance(value, list) else value) for value in listed]
    if option.kind in (CHOICE, FLAG) or option.choices:
        return [value for value in option.values() if value != option.default]
    if option.kind == NUMBER:
        return sorted({max(option.low, option.default - 1), min(option.high, option.default + 1)} - {option.default})
    return []


def tables(game: Game, plan: Plan) -> Arms:
    """Every number of players at two levels; the best one up to where it is played most: more would take days."""
    setups, levels = [], []
    for players in range(game.fewest, game.most + 1):
        for level in (*LEVELS, *([BEST] if players <= max(game.usual, FEW) else [])):
            setups.append(make(game, players, [level], seed=plan.seed, think=THINK, watch=0, follow=0))
            levels.append({PLAYERS: players, ROBOTS: (level,)})
    return setups, levels


def house_rules(game: Game, plan: Plan, players: int, names: Iterable[str] | None = None) -> Arms:
    """The usual set-up, then one thing at a time in another way; with `names` only these options."""
    shared: dict[str, Any] = {"seed": plan.seed, "watch": plan.watch, "follow": plan.follow}
    setups, levels = [make(game, players, **shared)], [dict[str, Any]()]
    known = {option.name: option for option in game.options}
    chosen = [{name: value} for name in (known if names is None else names) for value in worth(game, known[name])]
    chosen += [{PRESET: name} for name in game.presets] if names is None else []
    for one in chosen:
        preset = one.get(PRESET, "")
        try:
            setup = make(game, players, options={} if preset else one, preset=preset, **shared)
        except BadOption:
            # It cannot be dealt with so many players, or not without something else.
            continue
        same = next((i for i, other in enumerate(setups) if setup.options == other.options), None)
        if same is None:
            setups.append(setup)
            levels.append(one)
        elif same and preset:
            levels[same][PRESET] = preset
    return setups, levels


def label(game: Game, level: dict[str, Any], short: bool = False) -> str:
    """What an arm has other than usual: `Lanes: 2 (preset first-time)`. The short one fits into a picture."""
    texts = words.Words("en", game)
    known = {option.name: option for option in game.options}
    said = []
    for name, value in level.items():
        if name == PRESET:
            said.append(f"preset {value}")
        elif name not in (PLAYERS, ROBOTS):
            whole, title = words.named(texts, game, name, value), texts.say(f"options.{name}.label")
            long = whole.removeprefix(title).strip()
            said.append(f"{title}: {known[name].write(value) if short and len(long) > LONG else long}")
    first, *more = said or [texts.say("study.as_it_is")]
    return f"{first} ({', '.join(more)})" if more and not short else first


def duels_only(game: Game) -> list[str]:
    """Options that our own design has for two players alone."""
    return [one["option"] for one in told(game).get("ours", []) if one.get("players") == TWO]


def measured(name: str, kind: str, arms: Arms, play: Callable[[Study], Iterable[Any]]) -> dict[str, Any]:
    """Play what is missing, and everything that is known then."""
    setups, levels = arms
    started = time.monotonic()
    with Kept(KEPT / f"{name}.study") as kept:
        study = Study(kept, kind, setups)
        for _played in play(study):
            pass
        pairs = [(0, i) for i in range(1, len(setups))] if kind == SWEEP else []
        found = summary(study, "en", levels, compare(study, pairs))
        print(f"{name}: {study.done} matches of {len(setups)} set-ups, {time.monotonic() - started:.0f} s", flush=True)
    found["labels"] = [label(setups[0].rules, one) for one in levels]
    found["short"] = [label(setups[0].rules, one, short=True) for one in levels]
    found["levels"] = levels
    for one in found["comparisons"]:
        # The first arm is the usual one and has nothing to be called by.
        one["sentence"] = one["sentence"].replace(" instead of :", ":")
    return found


def of_game(game: Game, plan: Plan, crew: Crew) -> balance_page.Found:
    seats = tables(game, plan)
    quick = [i for i, setup in enumerate(seats[0]) if not setup.slow]
    slow = [i for i, setup in enumerate(seats[0]) if setup.slow]

    def both(study: Study) -> Iterable[Any]:
        yield from study.play(crew, plan.seats, quick)
        yield from study.play(crew, plan.deep, slow)

    def rules(study: Study) -> Iterable[Any]:
        return study.play(crew, plan.options)

    two = duels_only(game)
    return balance_page.Found(
        game,
        told(game).get("ours", []),
        measured(f"{game.id}-tables", RUN, seats, both),
        measured(f"{game.id}-rules", SWEEP, house_rules(game, plan, game.usual), rules),
        measured(f"{game.id}-two", SWEEP, house_rules(game, plan, TWO, two), rules) if two else None,
    )


def draw(found: balance_page.Found) -> None:
    """The pictures of a game, each in colours for light and dark pages."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob(f"{found.game.id}-*.svg"):
        old.unlink()
    for what, (study, chart, arm) in balance_page.pictures(found).items():
        file = KEPT / "drawn.json"
        file.write_text(json.dumps(study), encoding="utf-8")
        out = PICTURES / balance_page.picture(found, what)
        subprocess.run(["node", "plots.mjs", file, chart, out, "720", str(arm)], cwd=ROOT / "web", check=True)


def main() -> None:
    usual = Plan()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=usual.seats, help="for the seats, where robots decide at once")
    parser.add_argument("--deep", type=int, default=usual.deep, help="where they look ahead")
    parser.add_argument("--options", type=int, default=usual.options, help="of each house rule")
    parser.add_argument("--watch", type=int, default=usual.watch, help="how many of these are watched")
    parser.add_argument("--follow", type=int, default=usual.follow, help="how many of these are followed")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--no-pictures", action="store_true", help="leave them as they are")
    given = parser.parse_args()
    plan = Plan(given.matches, given.deep, given.options, given.watch, given.follow)
    KEPT.mkdir(parents=True, exist_ok=True)
    crew = Processes(given.jobs)
    try:
        found = [of_game(games.load(name), plan, crew) for name in games.ours()]
    finally:
        crew.close()
    for one in found if not given.no_pictures else ():
        draw(one)
    page = ROOT / "docs" / "balance.md"
    before = page.read_text(encoding="utf-8") if page.is_file() else ""
    page.write_text(balance_page.page(found, before), encoding="utf-8")


if __name__ == "__main__":
    main()
