"""The names of our environments, for `gymnasium.make`."""

from __future__ import annotations

from gymnasium.envs import registration

from tailback import games
from tailback.core.game import Game


def name_of(game: Game) -> str:
    """Such as `tailback/GreenWave-v0`."""
    return f"tailback/{game.id.title().replace('_', '')}-v{game.row_version}"


def register() -> None:
    """All games that are known now. Gymnasium calls it by itself where the package is installed."""
    for game_id in games.ids():
        name = name_of(games.load(game_id))
        if name not in registration.registry:
            registration.register(
                name,
                entry_point="tailback.rl.gym:AgainstRobots",
                vector_entry_point="tailback.rl.gym:ManyAgainstRobots",
                kwargs={"game": game_id},
            )
