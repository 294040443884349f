"""Seeded random matches of one game in many set-ups, summed up: `python sums.py GAME [COUNTS]` prints JSON.

It runs on whichever Tailback is on the path. Without COUNTS (a file) it chooses how many matches each set-up gets;
with them it plays exactly these, and no other set-up, so that two runs can be compared.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from tailback import games
from tailback.core import contract
from tailback.core.contract import State
from tailback.core.errors import BadOption
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.simulate import play_instinct, play_random
from tailback.core.snapshot import dump

# Decisions per set-up: presets in every number of players, then each value of each option.
MAIN = 4_000
EACH = 1_000
FEWEST, MOST = 3, 120
# One of so many decisions is looked at in all its parts.
TOLD = 25
# Decisions that a robot tries when it looks ahead.
STEPS = 120
# The laws are kept step by step by the compiled rules; so often is what they look at compared here.
DEEPER = 30


def set_ups(game: Game) -> dict[str, tuple[int, dict[str, Any], int]]:
    """Name of each set-up that can be dealt: its players, options and budget."""
    found: dict[str, tuple[int, dict[str, Any], int]] = {}
    for players in range(game.fewest, game.most + 1):
        for preset in game.presets:
            try:
                found[f"{players} {preset}"] = (players, game.settle(players, {}, preset), MAIN)
            except BadOption:
                continue
    for option in game.options:
        for value in option.values():
            try:
                options = game.settle(game.usual, {option.name: value})
            except BadOption:
                continue
            found[f"{option.name} {option.write(value)}"] = (game.usual, options, EACH)
    return found


def told(game: Game, players: int, options: dict[str, Any], steps: int) -> str:
    """A digest of all that a match of random moves shows: decisions, actions, views, events, scores.

    And, now and then, of all that a law would look at: what is stored, imagined, refused, and played by the clock.
    """
    seen = hashlib.sha256()
    state = game.new(players, 77, options, listen=True)
    rng = Rng(5)
    for step in range(steps):
        decision = state.decision()
        if decision is None:
            break
        seat = decision.awaited[0]
        actions = state.legal(seat)
        shown = [decision.data(), seat, actions, state.view(seat), state.view(None), state.scores()]
        seen.update(json.dumps(shown).encode())
        if step % DEEPER == 0:
            seen.update(json.dumps(deeper(game, state, step // DEEPER % players)).encode())
        state.apply(seat, actions[rng.below(len(actions))])
        seen.update(json.dumps([event.full() for event in state.take_events()]).encode())
    return seen.hexdigest()


def bare(stored: Any) -> Any:
    """Without what says whether a list is one of the compiled kind: where there is none, another stands in."""
    if isinstance(stored, dict):
        return stored["vec"] if "vec" in stored else {key: bare(value) for key, value in stored.items()}
    return [bare(value) for value in stored] if isinstance(stored, list) else stored


def deeper(game: Game, state: State, seat: int) -> list[Any]:
    """The state as it is stored, its pieces, and of a seat: every verdict, and worlds it may be in.

    Of those who are asked: what the clock would answer, and the hints.
    """
    decision = state.decision()
    asked = decision.awaited if decision else ()
    worlds = [state.imagine(seat, Rng(3)), state.imagine(None, Rng(3)), game.recall(state.view(seat))]
    verdicts = [state.verdict(seat, action) for action in range(game.actions)]
    stored = [bare(dump(one)) for one in (state, *worlds)]
    ahead = [[state.fallback(one), game.foresee(state, one)] for one in asked]
    return [stored, sorted(state.census()), state.ranking(), verdicts, ahead]


def looked_ahead(game: Game, players: int, options: dict[str, Any]) -> list[int]:
    """What robots that look ahead, and careless ones, do at the beginning of a match."""
    state = game.new(players, 3, options)
    found = []
    for k in range(2):
        seat = int(state.waiting())
        found += [int(state.slip(seat, level, Rng(k))) for level in (1, 2)]
        found.append(game.ponder(state, seat, 5, STEPS, Rng(k)))
        state.apply(seat, found[-1])
    return found


def main() -> None:
    game = games.load(sys.argv[1])
    counts: dict[str, int] = json.loads(Path(sys.argv[2]).read_text()) if len(sys.argv) > 2 else {}
    sums: dict[str, Any] = {}
    chosen = bool(counts)
    for name, (players, options, budget) in set_ups(game).items():
        state = game.make(players, options)
        if chosen and name not in counts:
            continue
        if not chosen:
            pilot = play_random(state, FEWEST, 1)
            counts[name] = max(FEWEST, min(MOST, budget * FEWEST // max(1, pilot.decisions)))
        tally = play_random(state, counts[name], 1)
        sums[name] = [tally.decisions, tally.longest, tally.checksum, tally.wins]
        sums[name] += [told(game, players, options, budget // TOLD), looked_ahead(game, players, options)]
        sums[name] += [play_instinct(state, 1, 1).checksum]
    kind = "interpreted" if contract.__file__.endswith(".py") else "compiled"
    print(json.dumps({"kind": kind, "counts": counts, "sums": sums}))


if __name__ == "__main__":
    main()
