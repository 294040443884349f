"""How long the screens need to show what happened, so that nobody is asked before it is seen.

The lengths stand in `telling.json` of each game, measured from what the browser shows at its usual
speed. They hang on the kinds of events alone, which everybody is told: no length hints at a card.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tailback import games
from tailback.core.contract import Event
from tailback.core.game import Game
from tailback.server.truth import rows as r

# For an event that no recorded game has shown, and for games that do not say.
USUAL_MS = 300
USUAL_PACE = r.Settings().pace_ms
# What happens at the table itself begins with this.
TABLE = "table_"


@cache
def lengths(game: Game) -> dict[str, int]:
    try:
        found: dict[str, int] = game.data("telling.json")
        return found
    except FileNotFoundError:
        return {}


games.when_changed(lengths.cache_clear)


def seconds_of(game: Game, events: Iterable[Event], pace_ms: int) -> float:
    """How long these take to be shown at a table whose bots think for `pace_ms`; nothing where all goes at once.

    Nobody waits for what happens at the table itself: by talking one could hold up the game.
    """
    known = lengths(game)
    whole = 0
    for event in events:
        if not event.kind.startswith(TABLE):
            whole += known.get(event.kind, USUAL_MS)
    return whole / 1000 * min(1.0, pace_ms / USUAL_PACE)
