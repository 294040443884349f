"""Which of OpenSpiel's algorithms get somewhere in which game: each against random play, two players.

    python examples/research/algorithms.py --seconds 12 --matches 200      # all six games, about ten minutes
    python examples/research/algorithms.py rush_hour --seconds 2 --matches 20

For each set-up a row says what each algorithm wins on average (1 is every match, 0 as much as it loses), with the
interval that holds the truth in 95 of 100 cases, the number of matches, and the time for a move.

- IS-MCTS searches in worlds that it imagines, anew for each move, and learns nothing.
- MCCFR and Q-learning keep a table of what they met, so they are as good as what comes up again: behind their figures
  stands how much of what they were asked afterwards they had met before.
- DQN has a network instead of a table. It needs two packages that we do not: `pip install flax orbax-checkpoint`.

All but the first learn for `--seconds` by playing both seats. Time is that of the processor: other work does not count.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr, tabular_qlearner

import tailback.rl.spiel  # noqa: F401 - makes pyspiel know the games
from tailback import games

# What is done in a position, and whether its information state had been met before.
Play = Callable[[Any], tuple[int, bool]]


class Setup(NamedTuple):
    """`walk` is how MCCFR goes through it: all own moves ("external"), one way at a time ("outcome"), or not at all,
    where nothing comes up again."""

    game: str
    name: str
    options: str
    walk: str = ""


NINE_CARDS = "max_number=10;rows=2;hand_size=2;specials=false;trailer_mode=removed"
SETUPS = [
    Setup("mau_mau", "one game", "games=1"),
    Setup("pit_stop", "one round", "limit=rounds;rounds=1"),
    Setup("rush_hour", "as in the box", ""),
    Setup("rush_hour", "nine cards, two each", NINE_CARDS, "external"),
    Setup("took_over", "as in the box", ""),
    Setup("took_over", "three cards each", "hand_size=3;win_on=hand", "outcome"),
    Setup("traffic_memory", "twelve cars", "highest=12"),
    Setup("traffic_memory", "four cars", "highest=4", "outcome"),
    Setup("trafic_turbo", "short circuit", "circuit=short-eight"),
]
SIMULATIONS = 20


def ticks(seconds: float) -> Iterator[None]:
    """Again and again until so much time of the processor is used."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        yield


def search(game: pyspiel.Game, _setup: Setup, _seconds: float) -> Play:
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 1.4, SIMULATIONS, random_state=luck)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, luck.uniform))
    return lambda state: (int(bot.step(state)), True)


def mccfr(game: pyspiel.Game, setup: Setup, seconds: float) -> Play:
    solvers = {
        "external": external_sampling_mccfr.ExternalSamplingSolver,
        "outcome": outcome_sampling_mccfr.OutcomeSamplingSolver,
    }
    solver = solvers[setup.walk](game)
    for _ in ticks(seconds):
        solver.iteration()
    policy, met = solver.average_policy(), solver._infostates

    def play(state: Any) -> tuple[int, bool]:
        chances = policy.action_probabilities(state)
        action = np.random.choice(list(chances), p=list(chances.values()))
        return int(action), state.information_state_string() in met

    return play


def q_learning(game: pyspiel.Game, _setup: Setup, seconds: float) -> Play:
    agents = [tabular_qlearner.QLearner(seat, game.num_distinct_actions()) for seat in range(2)]
    env = rl_environment.Environment(game)
    taught(agents, env, seconds)

    def play(state: Any) -> tuple[int, bool]:
        agent = agents[state.current_player()]
        met = str(state.observation_tensor()) in agent._q_values
        return asked(agent, env, state), met

    return play


def dqn(game: pyspiel.Game, _setup: Setup, seconds: float) -> Play:
    from open_spiel.python.jax.dqn import DQN

    # Every number of a row says how high it can be: a network wants them between 0 and 1.
    highs = [part.high for part in game.setup.game.row(2) for _ in range(part.size)]
    agents = [
        DQN(
            seat,
            len(highs),
            game.num_distinct_actions(),
            hidden_layers_sizes=[128, 128],
            learning_rate=0.001,
            optimizer_str="adam",
            epsilon_decay_duration=10_000,
            seed=seat,
            allow_checkpointing=False,
        )
        for seat in range(2)
    ]
    env = rl_environment.Environment(game)
    scale = 1 / np.array(highs, np.float32)
    taught(agents, env, seconds, scale)
    return lambda state: (asked(agents[state.current_player()], env, state, scale), True)


def taught(agents: list[Any], env: Any, seconds: float, scale: Any = None) -> None:
    """The agents play each other, match after match, and learn from it."""
    for _ in ticks(seconds):
        step, acted = env.reset(), set()
        while not step.last():
            seat = step.current_player()
            acted.add(seat)
            step = env.step([agents[seat].step(scaled(step, scale)).action])
        # OpenSpiel's learner stumbles over the end of a match in which it was never asked.
        for seat in acted:
            agents[seat].step(scaled(step, scale))


def asked(agent: Any, env: Any, state: Any, scale: Any = None) -> int:
    env.set_state(state)
    return int(agent.step(scaled(env.get_time_step(), scale), is_evaluation=True).action)


def scaled(step: Any, scale: Any) -> Any:
    if scale is not None:
        step.observations["info_state"] = [np.asarray(row) * scale for row in step.observations["info_state"]]
    return step


ALGORITHMS: dict[str, Callable[[pyspiel.Game, Setup, float], Play]] = {
    "IS-MCTS": search,
    "MCCFR": mccfr,
    "Q-learning": q_learning,
    "DQN": dqn,
}


class Found(NamedTuple):
    """What came of one algorithm in one set-up."""

    worth: float
    interval: float
    matches: int
    milliseconds: float
    met: float


def measured(game: pyspiel.Game, play: Play, matches: int, seconds: float) -> Found:
    """So many matches against random play, in each seat in turn, or as many as there is time for."""
    luck = random.Random(1)
    worths: list[float] = []
    moves, met, spent = 0, 0, 0.0
    for k, _ in zip(range(matches), ticks(seconds), strict=False):
        state = game.new_initial_state()
        state.apply_action(luck.randrange(game.max_chance_outcomes()))
        while not state.is_terminal():
            legal = state.legal_actions()
            if len(legal) == 1 or state.current_player() != k % 2:
                state.apply_action(luck.choice(legal))
                continue
            began = time.process_time()
            action, known = play(state)
            spent += time.process_time() - began
            moves, met = moves + 1, met + known
            state.apply_action(action)
        worths.append(state.returns()[k % 2])
    interval = 1.96 * float(np.std(worths)) / len(worths) ** 0.5
    return Found(float(np.mean(worths)), interval, len(worths), 1000 * spent / moves, met / moves)


def cell(found: Found | None, table: bool) -> str:
    if found is None:
        return "-"
    known = f", {found.met:.0%} met" if table else ""
    return f"{found.worth:+.2f} ± {found.interval:.2f} ({found.matches}{known}, {found.milliseconds:.1f} ms)"


def fits(algorithm: str, setup: Setup) -> bool:
    return algorithm != "MCCFR" or bool(setup.walk)


def main() -> None:
    assert __doc__ is not None
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("games", nargs="*", metavar="GAME", help="all six unless some are named")
    options.add_argument("--seconds", type=float, default=60, help="so long each learns, and is tried at most")
    options.add_argument("--matches", type=int, default=400, help="so many at most")
    asked = options.parse_args()
    algorithms = [name for name in ALGORITHMS if name != "DQN" or importlib.util.find_spec("flax")]
    if "DQN" not in algorithms:
        print("DQN is left out: it needs `pip install flax orbax-checkpoint`.\n")
    print(f"| game | set-up | {' | '.join(algorithms)} |\n|{'---|' * (len(algorithms) + 2)}")
    for setup in SETUPS:
        if asked.games and setup.game not in asked.games:
            continue
        game = pyspiel.load_game(f"tailback_{setup.game}", {"players": 2, "options": setup.options})
        cells = []
        for name in algorithms:
            np.random.seed(1)
            found = None
            if fits(name, setup):
                found = measured(game, ALGORITHMS[name](game, setup, asked.seconds), asked.matches, asked.seconds)
            cells.append(cell(found, name in ("MCCFR", "Q-learning")))
        title = games.load(setup.game).texts("en")["name"]
        print(f"| {title} | {setup.name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
