"""What `deep.py` has learned, as a robot: at the terminal, in the lab, or at a table with people.

    tailback play took_over --bot ./robot.py
    tailback lab took_over --robots ./robot.py,3,3,3 --rotate --matches 200
    tailback join LINK --robot ./robot.py

It reads the weights from the file that `TAILBACK_WEIGHTS` names, or from `weights.npz` beside it. Like every robot it
gets the view of its seat and nothing else: `recall` makes a state out of it, whose row of numbers is the same as that
of the real one. NumPy is all it needs. The network itself is here, too; `deep.py` runs it with JAX.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tailback import games
from tailback.core.observe import Part

Layers = list[dict[str, Any]]
# What many things add up to is made smaller by so much, to lie where other numbers do.
MANY = 8


class Shape(NamedTuple):
    """How a network looks at a row of numbers: as a whole, or as so many things that are all treated alike.

    The first actions are then about these things, one each. A part of the row whose length is a multiple of their
    number tells of each of them in turn; the other parts tell of the table.
    """

    things: int
    each: tuple[tuple[int, int], ...] = ()
    table: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, parts: Iterable[Part], things: int) -> Shape:
        each, table, at = [], [], 0
        for part in parts:
            (each if things and part.size % things == 0 else table).append((at, at + part.size))
            at += part.size
        return cls(things, tuple(each), tuple(table))


def through(layer: dict[str, Any], x: Any) -> Any:
    return x @ layer["w"] + layer["b"]


def bent(x: Any) -> Any:
    """What is below nothing is nothing."""
    return x * (x > 0)


def worth(xp: Any, layers: Layers, shape: Shape, rows: Any) -> Any:
    """What each action is worth to the seats that see these rows of scaled numbers; `xp` is NumPy, or JAX's."""
    if not shape.things:
        for layer in layers[:-1]:
            rows = bent(through(layer, rows))
        return through(layers[-1], rows)
    # Each thing beside what is known of the table, then beside all things together.
    each, table, again, all_of_them, of_thing, of_others = layers
    cut = [rows[:, first:end].reshape(len(rows), shape.things, -1) for first, end in shape.each]
    known = xp.concatenate([rows[:, first:end] for first, end in shape.table], axis=1)
    seen = bent(through(each, xp.concatenate(cut, axis=2)) + through(table, known)[:, None])
    together = through(all_of_them, seen.sum(axis=1) / MANY)
    things = through(of_thing, bent(through(again, seen) + together[:, None]))[:, :, 0]
    return xp.concatenate([things, through(of_others, bent(together))], axis=1)


@cache
def learned(path: Path) -> tuple[Any, dict[str, Any], Layers, Any]:
    kept = np.load(path)
    about = json.loads(str(kept["about"]))
    game = games.load(about["game"])
    if game.row_version != about["version"]:
        raise ValueError(
            f"{path} was learned for version {about['version']} of the row, which is {game.row_version} now"
        )
    count = sum(name.startswith("w") for name in kept)
    layers = [{name: kept[f"{name}{k}"].astype(np.float32) for name in "wb"} for k in range(count)]
    return game, about, layers, kept["scale"]


def policy(view: dict[str, Any], decision: Any, legal: list[int], rng: Any) -> int:
    game, about, layers, scale = learned(
        Path(os.environ.get("TAILBACK_WEIGHTS", Path(__file__).with_name("weights.npz")))
    )
    players = about["players"]
    if game.seats_in(view) != players:
        raise ValueError(f"these weights were learned with {players} players, not {game.seats_in(view)}")
    row = game.look(players).row(game.recall(view), view["seat"])
    scaled = np.asarray(list(row), np.float32) * scale
    found = worth(np, layers, Shape.of(game.row(players), about["things"]), scaled[None])[0]
    return max(legal, key=lambda action: float(found[action]))
