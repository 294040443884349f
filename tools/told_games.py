"""Plays games and writes down what seat 0 is told and sees, and what is asked then, for the tests of telling.

`PYTHONPATH=src python tools/told_games.py [game ...]` writes `web/src/games/<game>/fixtures/games.json`.
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

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "web" / "src" / "games"
# Where the games say what is to be recorded: `games/<game>/excerpts.py`.
TESTS = ROOT / "tests"


def record(game_id: str, excerpt: Any, drawn: Callable[[State, dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    luck = random.Random(excerpt.seed)
    state = games.load(game_id).new(excerpt.players, excerpt.seed, excerpt.options)
    state.listen()
    first = state.view(0)
    acts: list[dict[str, Any]] = []
    before = excerpt.before
    while (decision := state.decision()) is not None and len(acts) < excerpt.most:
        seat = luck.choice(decision.awaited)
        state.apply(seat, likely(state, seat, luck))
        events = [event.seen_by(0) for event in state.take_events()]
        if before > 0:
            before -= 1
            first = state.view(0)
        elif events:
            after = state.decision()
            ask = {"kind": after.kind, "awaited": list(after.awaited)} if after else None
            acts.append({"events": events, "view": drawn(state, state.view(0)), "ask": ask})
    return {"first": first, "acts": acts}


def likely(state: State, seat: int, luck: random.Random) -> int:
    """Anything legal, but rather of the first half: a card before drawing, forward before aside, so that it goes on."""
    legal = state.legal(seat)
    return luck.choice(legal[: max(1, (len(legal) + 1) // 2)] if luck.random() < 0.75 else legal)


def write(game_id: str) -> None:
    told = import_module(f"games.{game_id}.excerpts")
    parts = []
    for excerpt in told.EXCERPTS:
        found = record(game_id, excerpt, told.drawn)
        # One act a line: a change shows where it is.
        acts = ",\n".join(dump(act) for act in found["acts"])
        parts.append(f'{{"first":{dump(found["first"])},"acts":[\n{acts}\n]}}')
    file = FOLDER / game_id / "fixtures" / "games.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text("[" + ",\n".join(parts) + "]\n", encoding="utf-8")


def dump(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


if __name__ == "__main__":
    sys.path.insert(0, str(TESTS))
    for name in sys.argv[1:] or games.ours():
        write(name)
