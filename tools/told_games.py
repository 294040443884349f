"""Plays games and writes down what seat 0 is told and then sees, for the web table's tests of telling.

`PYTHONPATH=src python tools/told_games.py [game ...]` writes `web/src/games/<game>/fixtures/games.json`.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from tailback import games
from tailback.core.contract import State

FOLDER = Path(__file__).parent.parent / "web" / "src" / "games"

# Games of few cards, so that the files stay small: (players, seed, options), and the parts of the view that are drawn.
RECORDED: dict[str, tuple[list[tuple[int, int, dict[str, Any]]], list[str]]] = {
    "took_over": (
        [(2, 4, {}), (3, 9, {"interval": "wholeRow"}), (4, 2, {"winOn": "hand", "voluntaryPass": True})],
        ["row", "seats", "hand", "gone"],
    ),
    "traffic_memory": (
        [
            (2, 3, {"highest": 12, "jokers": 0}),
            (3, 5, {"highest": 14, "jokers": 4}),
            (2, 8, {"highest": 12, "jokers": 2, "mayStop": False}),
        ],
        ["table", "opened"],
    ),
}


def record(game_id: str, players: int, seed: int, options: dict[str, Any], drawn: list[str]) -> dict[str, Any]:
    luck = random.Random(seed)
    state = games.load(game_id).new(players, seed, options)
    state.listen()
    first = state.view(0)
    acts = []
    while (decision := state.decision()) is not None:
        seat = luck.choice(decision.awaited)
        state.apply(seat, likely(state, seat, luck))
        view = state.view(0)
        events = [event.seen_by(0) for event in state.take_events()]
        acts.append({"events": events, "view": {name: view[name] for name in drawn}})
    return {"first": first, "acts": acts}


def likely(state: State, seat: int, luck: random.Random) -> int:
    """Anything legal, but of two halves rather the first: cards before passing, so that something happens."""
    legal = state.legal(seat)
    return luck.choice(legal[: max(1, (len(legal) + 1) // 2)] if luck.random() < 0.5 else legal)


def write(game_id: str) -> None:
    matches, drawn = RECORDED[game_id]
    found = [record(game_id, players, seed, options, drawn) for players, seed, options in matches]
    file = FOLDER / game_id / "fixtures" / "games.json"
    file.parent.mkdir(exist_ok=True)
    # One act a line: a change shows where it is.
    parts = []
    for one in found:
        acts = ",\n".join(dump(act) for act in one["acts"])
        parts.append(f'{{"first":{dump(one["first"])},"acts":[\n{acts}\n]}}')
    file.write_text("[" + ",\n".join(parts) + "]\n", encoding="utf-8")


def dump(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


if __name__ == "__main__":
    for name in sys.argv[1:] or RECORDED:
        write(name)
