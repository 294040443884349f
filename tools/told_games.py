"""Plays games and writes down what seat 0 is told and sees, and what is asked then, for the tests of telling.

`PYTHONPATH=src python tools/told_games.py [game ...]` writes below `web/src/games/<game>/fixtures` excerpts
(`games.json`), a whole match with the full rules, of three rounds where the game has rounds (`match.json`), and a
first game against three robots (`first.json`).
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from tailback import games
from tailback.core.contract import State
from tailback.core.options import SEAT
from tailback.core.rng import Rng
from tailback.robots import OFFERED, player

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "web" / "src" / "games"
# Where the games say what is to be recorded: `games/<game>/excerpts.py`.
TESTS = ROOT / "tests"


Drawn = Callable[[State, dict[str, Any]], dict[str, Any]]
Choice = Callable[[State, int, random.Random], int]


def record(game_id: str, excerpt: Any, drawn: Drawn, choose: Choice | None = None) -> dict[str, Any]:
    luck = random.Random(excerpt.seed)
    state = games.load(game_id).new(excerpt.players, excerpt.seed, excerpt.options)
    state.listen()
    first = state.view(0)
    began = question(state)
    acts: list[dict[str, Any]] = []
    before = excerpt.before
    while (decision := state.decision()) is not None and len(acts) < excerpt.most:
        seat = luck.choice(decision.awaited)
        state.apply(seat, (choose or likely)(state, seat, luck))
        events = [event.seen_by(0) for event in state.take_events()]
        if before > 0:
            before -= 1
            first = state.view(0)
        elif events:
            acts.append({"events": events, "view": drawn(state, state.view(0)), "ask": question(state)})
    return {"first": first, "began": began, "acts": acts}


def question(state: State) -> dict[str, Any] | None:
    asked = state.decision()
    return {"kind": asked.kind, "awaited": list(asked.awaited)} if asked else None


# Options that say of how many rounds a match is, whatever the rounds are called.
SEVERAL = {"rounds": 3, "games": 3, "each_begins": 1}
TRIED = 8


def whole(game_id: str) -> dict[str, Any]:
    """The shortest of some matches to the end. Only the first view is kept: the browser tells on from there."""
    options: dict[str, Any] = {}
    known = games.load(game_id).options
    for name, rounds in SEVERAL.items():
        if any(option.name == name for option in known):
            options[name] = rounds
            # Where a match can be limited in several ways, it is by these.
            options.update({option.name: name for option in known if name in option.choices})
    told = import_module("games.told")
    tried = (record(game_id, told.Excerpt(3, seed, options), lambda _state, _view: {}) for seed in range(TRIED))
    return min(tried, key=lambda one: len(one["acts"]))


def first(game_id: str) -> dict[str, Any]:
    """Of some first games against three of the gentlest robots the one in which seat 0 is not asked for longest."""
    game = games.load(game_id)
    players = min(4, game.most)
    preset = next(name for name in game.presets if name not in game.editions)
    # Whoever plays alone for the first time begins: the seat before theirs deals.
    dealer = {option.name: players for option in game.options if option.kind == SEAT}
    options = game.settle(players, dealer, preset)
    robot = player(game, OFFERED[0])

    def gently(state: State, seat: int, luck: random.Random) -> int:
        asked = state.decision()
        assert asked is not None
        return robot(state.view(seat), asked, state.legal(seat), Rng(luck.getrandbits(32)))

    told = import_module("games.told")
    some = [told.Excerpt(players, seed, options) for seed in range(TRIED)]
    tried = (record(game_id, one, lambda _state, _view: {}, gently) for one in some)
    return max(tried, key=longest)


def longest(recorded: dict[str, Any]) -> int:
    """So many acts follow each other after which others are asked."""
    runs = [0]
    for act in recorded["acts"]:
        mine = act["ask"] is None or 0 in act["ask"]["awaited"]
        runs = [*runs, 0] if mine else [*runs[:-1], runs[-1] + 1]
    return max(runs)


def likely(state: State, seat: int, luck: random.Random) -> int:
    """Anything legal, but rather of the first half: a card before drawing, forward before aside, so that it goes on."""
    legal = state.legal(seat)
    return luck.choice(legal[: max(1, (len(legal) + 1) // 2)] if luck.random() < 0.75 else legal)


def write(game_id: str) -> None:
    told = import_module(f"games.{game_id}.excerpts")
    folder = FOLDER / game_id / "fixtures"
    folder.mkdir(exist_ok=True)
    excerpts = [lines(record(game_id, excerpt, told.drawn)) for excerpt in told.EXCERPTS]
    (folder / "games.json").write_text("[" + ",\n".join(excerpts) + "]\n", encoding="utf-8")
    (folder / "match.json").write_text(lines(whole(game_id)) + "\n", encoding="utf-8")
    (folder / "first.json").write_text(lines(first(game_id), whole=True) + "\n", encoding="utf-8")


def lines(found: dict[str, Any], whole: bool = False) -> str:
    """One act a line: a change shows where it is. `whole`: with what is asked before the first."""
    acts = ",\n".join(dump(act) for act in found["acts"])
    began = f'"began":{dump(found["began"])},' if whole else ""
    return f'{{"first":{dump(found["first"])},{began}"acts":[\n{acts}\n]}}'


def dump(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


if __name__ == "__main__":
    sys.path.insert(0, str(TESTS))
    for name in sys.argv[1:] or games.ours():
        write(name)
