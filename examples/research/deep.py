"""Deep Monte Carlo: learn the worth of every action from how self-played matches end.

    python examples/research/deep.py took_over --players 4 --minutes 5 --weights took_over.npz

A network takes the row of numbers of the seat that is asked and gives, for every action, what the match will be worth
to that seat. It plays thousands of matches against itself at once (`tailback.batch`), mostly the best action, now and
then any, and learns from how each match ended. That is the method of DouZero (Zha et al., 2021), with the network kept
small enough for two cores. The method is ours to write down in a hundred lines: JAX does the sums, Optax the steps.

Where things are alike, such as the places of a parking lot, `--things` lets one small network look at each of them, so
that what it learns of one it knows of all.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from robot import Layers, Shape, worth

from tailback import games
from tailback.batch import ASKED, Batch
from tailback.core.rng import Rng
from tailback.robots.players import player

# Half of what a number can be at most, or this where it could be huge: so inputs lie near 0 to 2.
LARGE = 20
LAYERS = (256, 256)
# Units for each thing, where a network treats things alike.
ALIKE = 64
MATCHES = 256
SAMPLES = 1024
# How far one step goes, and how often any action is tried: much at first, little in the end.
RATE = (1e-3, 1e-4)
CURIOUS = (0.3, 0.02)
# Of a match that takes very long only the last decisions are learned from, as many as fit.
MEMORY = 500_000_000
LONGEST = 2000

# Those that decide at once, and those that look ahead.
QUICK = range(4)
THINKERS = (4, 5)
NAMES = ("random", "level 1", "level 2", "level 3", "level 4", "level 5")


class Batched(NamedTuple):
    """The memory that a batch writes into."""

    rows: Any
    legal: Any
    seats: Any
    payoffs: Any
    ends: Any

    @classmethod
    def of(cls, batch: Batch) -> Batched:
        n = batch.matches
        return cls(
            np.zeros((n, batch.width), np.int16),
            np.zeros((n, batch.actions), np.uint8),
            np.zeros(n, np.uint8),
            np.zeros((n, batch.players)),
            np.zeros(n, np.uint8),
        )


def sizes(shape: Shape, width: int, actions: int) -> list[tuple[int, int]]:
    """Of each layer of a network (`robot.worth`): how many numbers go in, and how many come out."""
    if not shape.things:
        return list(pairwise([width, *LAYERS, actions]))
    each = sum(end - first for first, end in shape.each) // shape.things
    table = sum(end - first for first, end in shape.table)
    return [(each, ALIKE), (table, ALIKE), (ALIKE, ALIKE), (ALIKE, ALIKE), (ALIKE, 1), (ALIKE, actions - shape.things)]


def fresh(layers: list[tuple[int, int]], seed: int) -> Layers:
    rng = np.random.default_rng(seed)
    return [
        {"w": jnp.asarray(rng.normal(0, (2 / a) ** 0.5, (a, b)), jnp.float32), "b": jnp.zeros(b, jnp.float32)}
        for a, b in layers
    ]


@partial(jax.jit, static_argnames="shape")
def best(weights: Layers, shape: Shape, scale: Any, rows: Any, legal: Any) -> Any:
    return jnp.argmax(jnp.where(legal > 0, worth(jnp, weights, shape, rows * scale), -jnp.inf), axis=1)


def between(ends: tuple[float, float], way: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * way


def scale_of(game: Any, players: int) -> Any:
    highs = [min(part.high, LARGE) for part in game.row(players) for _ in range(part.size)]
    return np.asarray([2 / high if high > 1 else 1 for high in highs], np.float32)


class Story:
    """What was seen and done in a batch of late, step after step, until it is known how each match ended."""

    def __init__(self, batch: Batch) -> None:
        self.size = min(LONGEST, MEMORY // (2 * batch.matches * batch.width))
        self.rows = np.zeros((self.size, batch.matches, batch.width), np.int16)
        self.actions = np.zeros((self.size, batch.matches), np.int32)
        self.seats = np.zeros((self.size, batch.matches), np.uint8)
        self.chosen = np.zeros((self.size, batch.matches), bool)
        self.begun = np.zeros(batch.matches, int)
        self.step = 0

    def note(self, seen: Batched, actions: Any) -> None:
        now = self.step % self.size
        self.rows[now], self.actions[now], self.seats[now] = seen.rows, actions, seen.seats
        # Where there is only one thing to do, there is nothing to learn.
        self.chosen[now] = seen.legal.sum(axis=1, dtype=np.int32) > 1
        self.step += 1

    def ended(self, seen: Batched) -> list[tuple[Any, Any, Any]]:
        """Rows, actions and what they came to, of each match that has just ended."""
        found = []
        for k in np.flatnonzero(seen.ends):
            steps = np.arange(max(self.begun[k], self.step - self.size), self.step) % self.size
            steps = steps[self.chosen[steps, k]]
            worth = seen.payoffs[k, self.seats[steps, k]].astype(np.float32)
            found.append((self.rows[steps, k], self.actions[steps, k], worth))
            self.begun[k] = self.step
        return found


class Learner:
    def __init__(self, game_id: str, players: int, options: dict[str, Any], things: int, seed: int) -> None:
        self.game = games.load(game_id)
        self.players = players
        self.options = options
        self.seed = seed
        self.scale = jnp.asarray(scale_of(self.game, players))
        self.shape = shape = Shape.of(self.game.row(players), things)
        self.weights = fresh(sizes(shape, len(self.scale), self.game.actions), seed)
        optimiser = optax.scale_by_adam()
        self.steps = optimiser.init(self.weights)
        self.decisions = 0
        self.rng = np.random.default_rng(seed)

        @jax.jit
        def learn(weights: Layers, steps: Any, scale: Any, rate: float, rows: Any, actions: Any, ends: Any) -> Any:
            def loss(weights: Layers) -> Any:
                told = jnp.take_along_axis(worth(jnp, weights, shape, rows * scale), actions[:, None], axis=1)[:, 0]
                return jnp.mean((told - ends) ** 2)

            slope, steps = optimiser.update(jax.grad(loss)(weights), steps)
            return jax.tree.map(lambda weight, down: weight - rate * down, weights, slope), steps

        self.learn: Callable[..., Any] = learn

    def choose(self, rows: Any, legal: Any, curious: float) -> Any:
        chosen = np.array(best(self.weights, self.shape, self.scale, rows, legal))
        if curious > 0:
            tried = np.flatnonzero(self.rng.random(len(rows)) < curious)
            # Never nothing, so that what is legal always comes before what is not.
            luck = 1 - self.rng.random(legal[tried].shape, np.float32)
            chosen[tried] = np.argmax(luck * legal[tried], axis=1)
        return chosen

    def train(self, seconds: float, decisions: int, part: tuple[float, float]) -> None:
        """Play against oneself and learn, for so many decisions, or seconds: this part, of 0 to 1, of all learning."""
        # No match is played twice, however often one goes on learning.
        batch = Batch(self.game, self.players, MATCHES, (self.seed << 40) + self.decisions, self.options)
        seen, story = Batched.of(batch), Story(batch)
        batch.look(seen.rows, seen.legal, seen.seats)
        pool: list[tuple[Any, Any, Any]] = []
        waiting = 0
        begun, first = time.monotonic(), self.decisions

        def done() -> float:
            return (self.decisions - first) / decisions if decisions else (time.monotonic() - begun) / seconds

        while (gone := done()) < 1:
            way = part[0] + (part[1] - part[0]) * gone
            actions = self.choose(seen.rows, seen.legal, between(CURIOUS, min(1.0, 2 * way)))
            story.note(seen, actions)
            batch.step(actions, *seen)
            self.decisions += MATCHES
            ended = story.ended(seen)
            pool += ended
            waiting += sum(len(actions) for _, actions, _ in ended)
            if waiting >= 4 * SAMPLES:
                pool = [self.learn_from(pool, between(RATE, way))]
                waiting = len(pool[0][1])

    def learn_from(self, pool: list[tuple[Any, Any, Any]], rate: float) -> tuple[Any, Any, Any]:
        """Each decision once, in any order; gives what is left, less than one step needs."""
        rows, actions, ends = (np.concatenate(parts) for parts in zip(*pool, strict=True))
        order = self.rng.permutation(len(actions))
        while len(order) >= SAMPLES:
            some, order = order[:SAMPLES], order[SAMPLES:]
            told = rows[some], actions[some], ends[some]
            self.weights, self.steps = self.learn(self.weights, self.steps, self.scale, rate, *told)
        return rows[order], actions[order], ends[order]

    def against(self, level: int, matches: int, seed: int = 1) -> tuple[int, float]:
        """How many matches were played alone among robots of this level (0: random), and the share that was won."""
        minds = [ASKED] + [level] * (self.players - 1)
        many = min(matches, MATCHES)
        batch = Batch(self.game, self.players, many, seed << 20, self.options, minds=minds, turning=True)
        seen = Batched.of(batch)
        batch.look(seen.rows, seen.legal, seen.seats)
        # The first matches of a batch that end are the short ones: every place plays as many, so that none counts more.
        each = -(-matches // batch.matches)
        counts, won = np.zeros(batch.matches, int), 0.0
        while counts.min() < each:
            seats = seen.seats.copy()
            batch.step(self.choose(seen.rows, seen.legal, 0.0), *seen)
            for k in np.flatnonzero(seen.ends):
                if counts[k] < each:
                    counts[k] += 1
                    # A payoff is (players * share - 1) / (players - 1).
                    won += (seen.payoffs[k, seats[k]] * (self.players - 1) + 1) / self.players
        return int(counts.sum()), won / float(counts.sum())

    def against_thinkers(self, level: int, matches: int, think: float, seed: int = 1) -> float:
        """The share that was won of so many matches, alone among robots that look ahead for `think` seconds."""
        policy, look = player(self.game, str(level), think), self.game.look(self.players)
        won = 0.0
        for k in range(matches):
            state, rng = self.game.new(self.players, (seed << 21) + k, self.options), Rng(k)
            mine = k % self.players
            while (seat := state.waiting()) >= 0:
                legal = state.legal(seat)
                if seat == mine:
                    row, mask = np.array(look.row(state, seat), np.int16), np.array(look.mask(state, seat), np.uint8)
                    action = int(self.choose(row[None], mask[None], 0.0)[0])
                else:
                    action = policy(state.view(seat), state.decision(), legal, rng)
                state.apply(seat, action)
            places = state.ranking()
            won += 1 / places.count(1) if places[mine] == 1 else 0.0
        return won / matches

    def keep(self, path: Path) -> int:
        """Write the weights, with what they are for; gives the size in bytes."""
        about = {
            "game": self.game.id,
            "version": self.game.row_version,
            "players": self.players,
            "things": self.shape.things,
            "options": self.options,
            "seed": self.seed,
            "decisions": self.decisions,
        }
        layers = enumerate(self.weights)
        arrays = {f"{name}{k}": np.asarray(layer[name], np.float16) for k, layer in layers for name in "wb"}
        np.savez_compressed(path, about=json.dumps(about), scale=np.asarray(self.scale), **arrays)
        return path.stat().st_size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=games.ids())
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--decisions", type=int, default=0, help="learn from so many instead of for so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--things", type=int, default=0, help="so many things are alike, and the first actions are about them"
    )
    parser.add_argument("--looks", type=int, default=5, help="so often on the way it is measured")
    parser.add_argument("--matches", type=int, default=1000, help="played against each level at each look")
    parser.add_argument("--strong", type=int, default=0, help="as many against levels 4 and 5, which take their time")
    parser.add_argument("--think", type=float, default=0.02, help="seconds that level 5 looks ahead; level 4 a tenth")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--curve", type=Path, help="a JSON file for the figures")
    given = parser.parse_args()
    game = games.load(given.game)
    players = given.players or game.usual
    each = [part for part in game.row(players) if given.things and part.size % given.things == 0]
    if given.things and not (0 < given.things <= game.actions and each):
        parser.error(f"--things {given.things}: no part of the row of {game.id} tells of so many")
    learner = Learner(given.game, players, game.short, given.things, given.seed)
    about = {name: getattr(given, name) for name in ("game", "seed", "minutes", "things", "matches", "strong", "think")}
    about |= {"players": players, "curve": []}
    print(f"{game.id}, {players} players, seed {given.seed}: an even share is {1 / players:.3f}")
    for look in range(given.looks + 1):
        if look > 0:
            part = (look - 1) / given.looks, look / given.looks
            learner.train(given.minutes * 60 / given.looks, given.decisions // given.looks, part)
        shares = {level: learner.against(level, given.matches)[1] for level in QUICK}
        for level in THINKERS if given.strong else ():
            shares[level] = learner.against_thinkers(level, given.strong, given.think)
        about["curve"].append({"decisions": learner.decisions, "shares": shares})
        told = ", ".join(f"{NAMES[level]} {share:.3f}" for level, share in shares.items())
        print(f"{learner.decisions / 1e6:6.2f} M decisions: wins against {told}", flush=True)
    if given.weights:
        about["bytes"] = learner.keep(given.weights)
        print(f"{given.weights}: {about['bytes']:,} bytes")
    if given.curve:
        given.curve.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
