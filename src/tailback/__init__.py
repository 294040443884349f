"""Tailback: six family traffic games on one rule core.

    from tailback import Rng, games, play_match

    game = games.load(games.ids()[0])
    state = game.new(players=4, seed=1)
    play_match(state, [game.bot()] * 4)
    print(state.scores())

Everything a program needs has its name here; what is only in the rooms below may change with any version. A name is
loaded when it is first used.
"""

from __future__ import annotations

# `typing` itself would be most of what `import tailback` costs.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from tailback import games
    from tailback.core.contract import ALL, FIRST, Decision, Event, State, View
    from tailback.core.errors import BadNotation, BadOption, IllegalMove
    from tailback.core.game import Game
    from tailback.core.options import Option
    from tailback.core.policy import Policy, anything, play_match, play_matches
    from tailback.core.rng import Rng
    from tailback.core.simulate import Tally, play_instinct, play_random, playout

__version__ = "0.1.0"

# The front door: each public name with the room it comes from.
ROOMS = {
    "games": "tailback.games",
    **dict.fromkeys(("ALL", "FIRST", "Decision", "Event", "State", "View"), "tailback.core.contract"),
    "Game": "tailback.core.game",
    **dict.fromkeys(("BadNotation", "BadOption", "IllegalMove"), "tailback.core.errors"),
    "Option": "tailback.core.options",
    **dict.fromkeys(("Policy", "anything", "play_match", "play_matches"), "tailback.core.policy"),
    "Rng": "tailback.core.rng",
    **dict.fromkeys(("Tally", "play_instinct", "play_random", "playout"), "tailback.core.simulate"),
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
    "play_instinct",
    "play_match",
    "play_matches",
    "play_random",
    "playout",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = import_module(ROOMS[name])
    found: object = room if name == "games" else getattr(room, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
