"""What `deep.py` has learned, as a robot: at the terminal, in the lab, or at a table with people.

    tailback play took_over --bot ./robot.py
    tailback lab took_over --robots ./robot.py,3,3,3 --rotate --matches 200
    tailback join LINK --robot ./robot.py

It reads the weights from the file that `TAILBACK_WEIGHTS` names, or from `weights.npz` beside it. Like every robot it
gets the view of its seat and nothing else: `recall` makes a state out of it, whose row of numbers is the same as that
of the real one. NumPy is all it needs.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tailback import games


@cache
def learned() -> tuple[Any, dict[str, Any], list[tuple[Any, Any]], Any]:
    path = Path(os.environ.get("TAILBACK_WEIGHTS", Path(__file__).with_name("weights.npz")))
    kept = np.load(path)
    about = json.loads(str(kept["about"]))
    game = games.load(about["game"])
    if game.row_version != about["version"]:
        raise ValueError(
            f"{path} was learned for version {about['version']} of the row, which is {game.row_version} now"
        )
    count = sum(name.startswith("w") for name in kept)
    layers = [(kept[f"w{k}"].astype(np.float32), kept[f"b{k}"].astype(np.float32)) for k in range(count)]
    return game, about, layers, kept["scale"]


def policy(view: dict[str, Any], decision: Any, legal: list[int], rng: Any) -> int:
    game, about, layers, scale = learned()
    if game.seats_in(view) != about["players"]:
        raise ValueError(f"these weights were learned with {about['players']} players, not {game.seats_in(view)}")
    row = game.look(about["players"]).row(game.recall(view), view["seat"])
    x = np.asarray(list(row), np.float32) * scale
    for w, b in layers[:-1]:
        x = np.maximum(x @ w + b, 0)
    worth = x @ layers[-1][0] + layers[-1][1]
    return max(legal, key=lambda action: float(worth[action]))
