"""The peers as contenders: the same loop from Python, and their own loop in C++ where they have one.

Only choices of players count as decisions. Chance takes its time, as it does in our games, and counts for nothing.
"""

from __future__ import annotations

from itertools import repeat
from typing import Any

from bench.measure import Contender, dice
from tailback.core import game as genres
from tailback.core.game import SECRET_CHOICE, Game

SEATS = 4
# Who is nearest to our games of each kind; whatever else there is, is a card game.
CARDS = "crazy_eights"
SEALED = "goofspiel"
RACE = "maedn"
NEAREST = {SECRET_CHOICE: SEALED, genres.RACE: RACE}
OPEN_SPIEL = {
    CARDS: "crazy_eights(players=4)",
    RACE: "maedn(players=4)",
    # Points in a fixed order: no chance at all, its fastest form.
    SEALED: "goofspiel(players=4,imp_info=True,points_order=descending)",
}


def nearest(game: Game) -> str:
    return NEAREST.get(game.genre, CARDS)


def turns(game: Any, shortcut: bool = False) -> Any:
    """OpenSpiel from Python, one player at a time.

    Chance is drawn from `chance_outcomes`, as its documentation says; these games' outcomes are all equally likely
    (see `check_even`). The shortcut takes them from `legal_actions`, which is quicker and knows too much.
    """

    def batch(n: int) -> int:
        draw = dice()
        count = 0
        for _ in repeat(None, n):
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    actions = state.legal_actions()
                    state.apply_action(actions[draw() % len(actions)])
                    count += 1
                elif shortcut:
                    actions = state.legal_actions()
                    state.apply_action(actions[draw() % len(actions)])
                else:
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[draw() % len(outcomes)][0])
        return count

    return batch


def check_even(game: Any) -> None:
    draw = dice()
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert max(p for _, p in outcomes) - min(p for _, p in outcomes) < 1e-9, game
        actions = state.legal_actions()
        state.apply_action(actions[draw() % len(actions)])


def sealed(game: Any) -> Any:
    """OpenSpiel from Python, all at once: one decision for each player."""

    def batch(n: int) -> int:
        draw = dice()
        players = range(SEATS)
        count = 0
        for _ in repeat(None, n):
            state = game.new_initial_state()
            while not state.is_terminal():
                chosen = []
                for player in players:
                    actions = state.legal_actions(player)
                    chosen.append(actions[draw() % len(actions)])
                state.apply_actions(chosen)
                count += SEATS
        return count

    return batch


def loop(pyspiel: Any, game: Any) -> Any:
    """OpenSpiel's loop in C++: `evaluate_bots` with its uniform random bots.

    It reports no count, so the decisions of a game are averaged beforehand over the histories of 2000 games.
    """
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(SEATS)]
    decisions = 0
    for seed in range(2000):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        decisions += sum(1 for move in state.full_history() if move.player >= 0)
    each = decisions / 2000

    def batch(n: int) -> float:
        for seed in range(n):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return each * n

    return batch


def clones(game: Any) -> Any:
    """From a game under way, after the deal and some moves."""
    draw = dice()
    state = game.new_initial_state()
    moves = 0
    while moves < 12:
        if state.is_simultaneous_node():
            state.apply_actions([state.legal_actions(player)[0] for player in range(SEATS)])
            moves += SEATS
        else:
            moves += not state.is_chance_node()
            actions = state.legal_actions()
            state.apply_action(actions[draw() % len(actions)])

    def batch(n: int) -> int:
        clone = state.clone
        for _ in repeat(None, n):
            clone()
        return n

    return batch


def open_spiel() -> list[Contender]:
    import pyspiel

    found: list[Contender] = []
    for name, words in OPEN_SPIEL.items():
        game = pyspiel.load_game(words)
        if name == SEALED:
            found.append(Contender(f"{name} step", sealed(game)))
        else:
            check_even(game)
            found.append(Contender(f"{name} step", turns(game)))
            found.append(Contender(f"{name} shortcut", turns(game, shortcut=True)))
        found.append(Contender(f"{name} inside", loop(pyspiel, game)))
        found.append(Contender(f"{name} clone", clones(game)))
    return found


def rlcard() -> list[Contender]:
    """RLCard's Uno without its environment."""
    from rlcard.games.uno import Game

    game = Game(num_players=SEATS)

    def batch(n: int) -> int:
        draw = dice()
        count = 0
        for _ in repeat(None, n):
            game.init_game()
            while not game.is_over():
                actions = game.get_legal_actions()
                game.step(actions[draw() % len(actions)])
                count += 1
        return count

    return [Contender("uno step", batch)]


def six_nimmt() -> list[Contender]:
    """py6Nimmt: the one installable relative of Rush Hour by its rules, plain Python. Ten rounds, no new cards."""
    from py6Nimmt.Table import Table

    def batch(n: int) -> int:
        draw = dice()
        count = 0
        for _ in repeat(None, n):
            table = Table(SEATS)
            for cards in range(10, 0, -1):
                choices = []
                for player in table.players:
                    place = draw() % cards + 1
                    choices.append((player.hand.showCard(place).value, player.id, place))
                choices.sort()
                count += SEATS
                for _, player_id, place in choices:
                    low = table.playCard(player_id, place)
                    if low is not None:
                        table.catchBoard(player_id, draw() % 4 + 1, low)
                        count += 1
        return count

    return [Contender("py6nimmt step", batch)]


def found() -> tuple[list[Contender], dict[str, str]]:
    """Everyone that is installed, and why the others are missing."""
    here: list[Contender] = []
    missing: dict[str, str] = {}
    for name, make in (("OpenSpiel", open_spiel), ("RLCard", rlcard), ("py6Nimmt", six_nimmt)):
        try:
            here += make()
        except Exception as problem:
            missing[name] = f"{type(problem).__name__}: {problem}"
    return here, missing
