"""Matches as a data set: every decision with what the seat knew, could do, did, and what it was worth in the end.

    python examples/research/dataset.py took_over --level 3 --matches 1000 --file took_over.npz

The arrays are those of NumPy: `rows` (int16), `legal` (bits, eight actions to a byte), `actions`, `seats`, `matches`
(which match it was: its seed is `seed` plus this), `payoffs` (of the acting seat). What the numbers of a row stand for
is in docs/observations.md; its version is in `about`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from tailback import games
from tailback.core.observe import payoffs
from tailback.core.rng import Rng
from tailback.core.simulate import APART, choice


def collect(game_id: str, players: int, level: int, matches: int, seed: int) -> dict[str, Any]:
    game = games.load(game_id)
    players = players or game.usual
    look = game.look(players)
    columns: dict[str, list[Any]] = {"rows": [], "legal": [], "actions": [], "seats": [], "matches": [], "payoffs": []}
    for k in range(matches):
        state, rng = game.new(players, seed + k), Rng((seed + k) ^ APART)
        begun = len(columns["seats"])
        while (seat := state.waiting()) >= 0:
            row = np.array(look.row(state, seat), np.int16)
            mask = np.array(look.mask(state, seat), np.uint8)
            action = choice(state, seat, level, rng)
            for name, value in (("rows", row), ("legal", np.packbits(mask))):
                columns[name].append(value)
            for name, value in (("actions", action), ("seats", seat), ("matches", k)):
                columns[name].append(int(value))
            state.do(seat, action)
        worth = payoffs(state)
        columns["payoffs"] += [worth[seat] for seat in columns["seats"][begun:]]
    kinds = {"actions": np.int32, "seats": np.int8, "matches": np.int32, "payoffs": np.float32}
    arrays = {name: np.asarray(found, kinds.get(name)) for name, found in columns.items()}
    about = {"game": game.id, "version": game.row_version, "players": players, "level": level, "seed": seed}
    return {**arrays, "about": json.dumps({**about, "parts": [[p.name, p.size] for p in game.row(players)]})}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=games.ids())
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--level", type=int, default=3, choices=range(4), help="0 is random play")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, required=True)
    given = parser.parse_args()
    found = collect(given.game, given.players, given.level, given.matches, given.seed)
    np.savez_compressed(given.file, **found)
    print(f"{len(found['actions']):,} decisions of {given.matches:,} matches, {given.file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
