"""Level 5 against OpenSpiel's own information-set tree search (`ISMCTSBot`): `python -m bench ismcts [GAME ...]`.

OpenSpiel's bot sees our games through a thin adapter: its worlds are our imagined ones, its playouts our random ones
(compiled, so it loses no time there). It gets so many simulations per decision as are asked for; the table says how
long both took. The figures go into strength.json beside the others.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from tailback import games
from tailback.core.contract import State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.simulate import playout
from tailback.robots.duels import Duel, summed
from tailback.robots.yardsticks import sitter

FILE = Path(__file__).resolve().parent.parent / "src" / "tailback" / "robots" / "strength.json"
KIND = "ismcts"


class Kind:
    """As much of a pyspiel.GameType as the bot asks for."""

    dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL
    information = pyspiel.GameType.Information.IMPERFECT_INFORMATION


class Position:
    """One of our states, as OpenSpiel calls things."""

    def __init__(self, state: State) -> None:
        self.state = state

    def get_game(self) -> Position:
        return self

    def get_type(self) -> type[Kind]:
        return Kind

    def num_players(self) -> int:
        return int(self.state.players)

    def current_player(self) -> int:
        return int(self.state.waiting())

    def legal_actions(self) -> list[int]:
        return self.state.legal(self.state.waiting())

    def is_terminal(self) -> bool:
        return self.state.waiting() < 0

    def is_chance_node(self) -> bool:
        return False

    def apply_action(self, action: int) -> None:
        self.state.apply(self.state.waiting(), int(action))

    def child(self, action: int) -> Position:
        found = self.clone()
        found.apply_action(action)
        return found

    def clone(self) -> Position:
        return Position(self.state.clone())

    def returns(self) -> list[float]:
        places = self.state.ranking()
        return [1.0 / places.count(1) if place == 1 else 0.0 for place in places]

    def information_state_string(self, player: int | None = None) -> str:
        return json.dumps(self.state.view(self.current_player() if player is None else player))


class Playouts:
    """The evaluator of the bot: one random playout, in compiled code."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def evaluate(self, position: Position) -> list[float]:
        end = position.clone()
        playout(end.state, self.rng)
        return end.returns()

    def prior(self, position: Position) -> list[tuple[int, float]]:
        legal = position.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def peer(simulations: int, seed: int) -> Any:
    rng = Rng(seed)
    bot = ismcts.ISMCTSBot(
        None,
        Playouts(rng),
        0.7,
        simulations,
        random_state=np.random.RandomState(seed & 0xFFFFFFFF),
        allow_inconsistent_action_sets=True,
    )
    bot.set_resampler(lambda position, player: Position(position.state.imagine(player, rng)))
    return bot


def play(game: Game, players: int, matches: int, simulations: int, think: float) -> None:
    mine = sitter(game, "5", think)
    spent, asked, deals = [0.0, 0.0], [0, 0], []
    for deal in range(1, -(-matches // players) + 1):
        shares = []
        for turn in range(players):
            state, rng, bot = game.new(players, deal), Rng(deal), peer(simulations, deal)
            while (seat := int(state.waiting())) >= 0:
                begun, hers = time.perf_counter(), seat == turn
                action = mine(state, seat, rng) if hers else int(bot.step(Position(state)))
                spent[hers] += time.perf_counter() - begun
                asked[hers] += 1
                state.apply(seat, action)
            places = state.ranking()
            shares.append(1 / places.count(1) if places[turn] == 1 else 0.0)
        deals.append(shares)
    found = summed(deals)
    each = [1000 * seconds / max(1, count) for seconds, count in zip(spent, asked, strict=True)]
    print(
        f"{game.id}, {players} players: level 5 against {KIND}: {found.share:.1%} "
        f"({found.low:.1%} to {found.high:.1%}) of {found.matches}; "
        f"{each[1]:.0f} ms a decision against {each[0]:.0f} ms ({simulations} simulations)",
        flush=True,
    )
    data = json.loads(FILE.read_text(encoding="utf-8"))
    duel = Duel(game.id, players, "5", KIND, think=think)
    new = {**duel._asdict(), "matches": found.matches}
    new |= {name: round(getattr(found, name), 4) for name in ("share", "low", "high")}
    del new["options"]
    named = ("game", "players", "hero", "foe", "form")
    kept = [one for one in data["duels"] if any(one[name] != new[name] for name in named)]
    lines = ",\n".join("    " + json.dumps(one) for one in [*kept, new])
    FILE.write_text(f'{{\n  "duels": [\n{lines}\n  ]\n}}\n', encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=games.ours())
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=300)
    parser.add_argument("--think", type=float, default=0.1)
    given = parser.parse_args()
    for name in given.games:
        for players in [given.players] if given.players else [2, 4]:
            play(games.load(name), players, given.matches, given.simulations, given.think)
    return 0


if __name__ == "__main__":
    sys.exit(main())
