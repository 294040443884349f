"""Tailback: six family traffic games on one rule core.

    from tailback import Rng, games, play_match

    game = games.load("rush_hour")
    state = game.new(players=4, seed=1)
    play_match(state, [game.bot()] * 4)
    print(state.scores())

Everything a program needs has its name here; what is only in the rooms below may change with any version. A name is
loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tailback import games as games
    from tailback.core.contract import ALL as ALL
    from tailback.core.contract import FIRST as FIRST
    from tailback.core.contract import Decision as Decision
    from tailback.core.contract import Event as Event
    from tailback.core.contract import IllegalMove as IllegalMove
    from tailback.core.contract import State as State
    from tailback.core.contract import View as View
    from tailback.core.game import Game as Game
    from tailback.core.notation import BadNotation as BadNotation
    from tailback.core.options import BadOption as BadOption
    from tailback.core.options import Option as Option
    from tailback.core.policy import Policy as Policy
    from tailback.core.policy import anything as anything
    from tailback.core.policy import play_match as play_match
    from tailback.core.policy import play_matches as play_matches
    from tailback.core.rng import Rng as Rng
    from tailback.core.simulate import Tally as Tally
    from tailback.core.simulate import play_random as play_random
    from tailback.core.simulate import playout as playout

__version__ = "0.1.0"

# The front door: each public name with the room it comes from.
ROOMS = {
    "games": "tailback.games",
    **dict.fromkeys(
        ("ALL", "FIRST", "Decision", "Event", "IllegalMove", "State", "View"),
        "tailback.core.contract",
    ),
    "Game": "tailback.core.game",
    "BadNotation": "tailback.core.notation",
    **dict.fromkeys(("BadOption", "Option"), "tailback.core.options"),
    **dict.fromkeys(("Policy", "anything", "play_match", "play_matches"), "tailback.core.policy"),
    "Rng": "tailback.core.rng",
    **dict.fromkeys(("Tally", "play_random", "playout"), "tailback.core.simulate"),
}

__all__ = [
    "ALL",
    "FIRST",
    "BadNotation",
    "BadOption",
    "Decision",
    "Event",
    "Game",
    "IllegalMove",
    "Option",
    "Policy",
    "Rng",
    "State",
    "Tally",
    "View",
    "anything",
    "games",
    "play_match",
    "play_matches",
    "play_random",
    "playout",
]


def __getattr__(name: str) -> Any:
    if name not in ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = import_module(ROOMS[name])
    found = room if name == "games" else getattr(room, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
