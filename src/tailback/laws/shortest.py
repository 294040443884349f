"""The shortest game that breaks a law: few players, the usual options, few moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tailback.core.game import Game
from tailback.laws.clock import now
from tailback.laws.spots import AHEAD, LOOKS, STEP, Case, Found, Move, Trial
from tailback.laws.walk import possible

# The longest game that is looked for where none is known.
LONGEST = 400
# Where a game hangs each try takes as long as it is given: so it is given little.
HURRY = 1.0
# So much of the time the simplest set-ups get; the rest is for fewer moves.
SIMPLE = 0.6
Setup = tuple[int, dict[str, Any]]


def shortest(game: Game, found: Found, seconds: float) -> Found:
    """The shortest match that shows the same, as far as this many seconds reach."""
    end = now() + seconds
    best = None
    simple = simpler(game, found.case)
    for k, (players, options) in enumerate(simple):
        last = k == len(simple) - 1
        stop = end if last else now() + (end - now()) * SIMPLE / (len(simple) - k)
        best = fewest_moves(game, players, options, found, stop)
        if best is not None:
            # What is left of the time is for this set-up.
            best = fewest_moves(game, players, options, best, end - (end - now()) * (1 - SIMPLE)) or best
            break
    return dropped(game, best or found, end)


def simpler(game: Game, case: Case) -> list[Setup]:
    """Set-ups that may show it, the simplest first; the last one does."""
    usual = {name: value for name, value in case.options.items() if name in game.short}
    given: list[Setup] = [(game.fewest, {}), (game.fewest, dict(game.short)), (case.players, {})]
    given += [(game.fewest, {name: value}) for name, value in case.options.items() if name not in usual]
    given += [(game.fewest, case.options), (case.players, case.options)]
    found: list[Setup] = []
    for setup in given:
        if setup not in found and possible(game, *setup):
            found.append(setup)
    return found


def fewest_moves(game: Game, players: int, options: dict[str, Any], found: Found, stop: float) -> Found | None:
    """Random matches, each shorter than the best one so far."""
    best: Found | None = None
    most = len(found.case.moves) if (players, options) == found.case[:2] else LONGEST
    if found.law == "ends":
        most = game.bound(players, game.settle(players, options)) + 1
    seed = 0
    while most >= 0 and (now() < stop or seed == 0):
        got = attempt(game, Case(players, options, seed), found, most)
        if got is not None:
            best = got
            most = len(got.case.moves) - 1
            if found.law == "ends":
                break
        seed += 1
    return best


def attempt(game: Game, case: Case, found: Found, most: int, moves: Sequence[Move] | None = None) -> Found | None:
    """This match, if it shows the same."""
    if found.law == "runs":
        looks = [name for name in LOOKS if name not in AHEAD]
    else:
        looks = [found.law] if found.law in LOOKS else []
    trial = Trial(game, case, looks, most, moves)
    trial.seconds = HURRY if found.error.key == "game_slow" else STEP
    got = trial.run()
    return got if got is not None and got.mark == found.mark else None


def dropped(game: Game, best: Found, end: float) -> Found:
    """The same match without the moves that it does not need."""
    size = len(best.case.moves) // 2
    while size >= 1 and best.law != "ends":
        at = 0
        while at < len(best.case.moves) and now() < end:
            moves = best.case.moves[:at] + best.case.moves[at + size :]
            got = attempt(game, best.case, best, len(moves), moves)
            if got is not None and len(got.case.moves) < len(best.case.moves):
                best = got
            else:
                at += size
        size //= 2
    return best
