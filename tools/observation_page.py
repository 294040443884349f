"""docs/observations.md: what the numbers of a row stand for, as the games list them; and the marks that hold them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tailback import games
from tailback.core.game import Game
from tailback.core.observe import width
from tailback.texts import Texts

HEAD = """# What a seat knows, as numbers

Programs that learn get what a seat knows as a row of whole numbers (int16), and what it may do as a mask over all
actions of the game. This page is written by `make docs` from the lists in the games' own folders (`observe.py`).

- A row holds **exactly what the seat knows**: the same in every world that the seat cannot tell from the real one, and
  another one whenever anything in its view is another. Left out is only what can no longer matter; what that is stands
  beside the tests of each game (`tests/games/*/essence.py`), and `tests/learning/test_rows.py` holds all of it.
- Players are told by their distance from the one who looks: first oneself, then who sits to the left, and so on.
- The length depends on how many play and on nothing else, so it is the same for every house rule.
- A **version** (`-v0`) is a promise: parts, sizes, bounds and actions stay as they are. A test
  (`tests/learning/test_layouts.py`) fails when they change under the same version.
- Action `a` is `game.notation(a)`; they are listed in the rules of each game.

A game from the kit gets a row from its declarations, any other game the letters of its view; both are printed by
`games.load(name).row(players)`.
"""


def layout(game: Game) -> str:
    """All that a program that has learned the game relies on, as text."""
    rows = {
        players: [[part.name, part.size, part.high] for part in game.row(players)]
        for players in range(game.fewest, game.most + 1)
    }
    actions = [game.notation(action) for action in range(game.actions)]
    return json.dumps({"rows": rows, "actions": actions}, sort_keys=True)


def mark(game: Game) -> str:
    return hashlib.sha256(layout(game).encode()).hexdigest()[:16]


def section(game: Game) -> list[str]:
    counts = range(game.fewest, game.most + 1)
    widths = ", ".join(f"{width(game.row(players))} with {players}" for players in counts)
    lines = [
        f"## {Texts('en', game).say('name')}: version {game.row_version}",
        "",
        f"{game.actions} actions; the row has {widths} players.",
        "",
        f"| part | numbers with {game.usual} players | at most | what it tells |",
        "|---|---|---|---|",
    ]
    for part in game.row(game.usual):
        lines.append(f"| `{part.name}` | {part.size} | {part.high} | {part.what} |")
    return [*lines, ""]


def pages(root: Path) -> dict[Path, str]:
    found = [line for name in games.ours() for line in section(games.load(name))]
    return {root / "observations.md": HEAD + "\n" + "\n".join(found)}
