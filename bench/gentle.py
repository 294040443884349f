"""How often does a sensible player win against gentle robots? The share of wins in every game, beside an even share."""

from __future__ import annotations

from tailback import games
from tailback.core.policy import play_matches

MATCHES = 200


def main() -> None:
    for name in games.ids():
        game = games.load(name)
        for preset in ("first-time", "family"):
            for players in (3, 4):
                state = game.new(players, 1, game.settle(players, {}, preset))
                table = [game.bot("3"), *[game.bot("random")] * (players - 1)]
                tally = play_matches(state, table, MATCHES * players, seed=1, rotate=True)
                share = tally.wins[0] / (MATCHES * players)
                print(f"{name:16} {preset:10} {players} players: {share:.2f} of the matches, even {1 / players:.2f}")


if __name__ == "__main__":
    main()
