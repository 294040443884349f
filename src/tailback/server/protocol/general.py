"""Games that a client draws on its general table: their views bring a spread along, and their events what moved.

Every game that does not come with Tailback is drawn so, for no client has a table of its own for it. Nothing is added
to the others, unless the server was started to draw all of them so.
"""

from __future__ import annotations

from typing import Any

from tailback import games
from tailback.core.contract import Event, View
from tailback.core.game import Game


class Drawn:
    """What this process draws on the general table."""

    everything = False


def draw_everything() -> None:
    """From now on every game is drawn there: for whoever designs one, and for tests."""
    Drawn.everything = True


def is_general(game: Game) -> bool:
    return Drawn.everything or game.id not in games.ours()


def with_spread(game: Game, view: View) -> View:
    """A view as it is handed to a client."""
    return {**view, "spread": game.spread(view)} if is_general(game) else view


def seen(game: Game, event: Event, seat: int | None) -> dict[str, Any]:
    """An event as it is handed to a client: as this seat may know it, with what can be seen to move."""
    told = event.seen_by(seat)
    # What happens at the table itself moves nothing on it.
    if event.kind.startswith("table_") or not is_general(game):
        return told
    moves = game.moves(told)
    return {**told, "moves": moves} if moves else told
