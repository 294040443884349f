"""A process that tries out games of others before a table does: one question per line, one answer per line.

It has little memory and little time, and whoever asks ends it when it does not answer. What it has tried without
harm the table may do itself: the same rules with the same seed and moves do the same.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import stat
import sys
from typing import Any

import msgspec

from tailback import games
from tailback.brought.errors import GameError, explained
from tailback.brought.examine import events_of, look
from tailback.brought.limits import limited, little_memory
from tailback.core import undo
from tailback.core.contract import CLOCK, State
from tailback.core.errors import Explained
from tailback.core.game import Game
from tailback.core.reasons import because
from tailback.server.live.questions import questions
from tailback.server.truth.snapshot import add_up

# A question may take so long, in seconds, and so much longer for each move that is played again.
SECONDS = 2.0
PER_MOVE = 0.005
# After so many times as long even one that Python cannot interrupt is ended, and says where it was.
HARD = 2.0
MEMORY = 512 << 20
# So much a game may print for one question, and no file that it writes grows longer.
WORDS = 16 << 20
# Positions that are kept, so that a move is tried where the last one led to.
KEPT = 64
ENCODER = msgspec.json.Encoder()


class Trial(msgspec.Struct):
    """What to try. A match: its set-up, the moves so far, and some more, or with `clock` those that a clock makes. Or
    the rows of a whole table. Or, with a path, whether the game there can be read and keeps the contract."""

    game: str = ""
    path: str = ""
    table: str = ""
    players: int = 0
    seed: str = "0"
    options: dict[str, Any] = {}
    steps: list[tuple[int, int]] = []
    more: list[tuple[int, int]] = []
    clock: bool = False
    rows: list[str] = []
    # The module of the game, so that no other game from elsewhere is read for it.
    home: str = ""

    @property
    def seconds(self) -> float:
        return SECONDS + PER_MOVE * (len(self.steps) + len(self.more) + len(self.rows))


class Found(msgspec.Struct, omit_defaults=True):
    """What came of it: nothing, or what is wrong with the game. `error` is for one that the table knows by itself."""

    broken: dict[str, Any] | None = None
    error: str = ""


class Rehearsal:
    def __init__(self) -> None:
        # By table: the set-up of its match, the moves so far, and the state they led to.
        self.kept: dict[str, tuple[Any, list[tuple[int, int]], State]] = {}

    def try_out(self, trial: Trial) -> None:
        if trial.path:
            games.bring(trial.path)
        elif trial.rows:
            games.load(trial.game, trial.home)
            ledger = add_up(trial.table, [row.encode() for row in trial.rows])
            match = ledger.match
            if match is not None and match.state is not None:
                look(match.game, match.state)
        else:
            self.play(games.load(trial.game, trial.home), trial)

    def play(self, game: Game, trial: Trial) -> None:
        setup = (trial.game, trial.players, trial.seed, trial.options)
        known, steps, state = self.kept.pop(trial.table, (None, [], None))
        if state is None or known != setup or steps != trial.steps[: len(steps)]:
            state = game.new(trial.players, int(trial.seed), trial.options, listen=True)
            steps = []
            events_of(state)
        for seat, action in [*trial.steps[len(steps) :], *trial.more]:
            state.apply(seat, action)
            events_of(state)
        every = [*trial.steps, *trial.more]
        look(game, state)
        self.ask_back(game, trial, every, state)
        if trial.clock:
            let_lapse(state.clone())
        while len(self.kept) >= KEPT:
            del self.kept[next(iter(self.kept))]
        self.kept[trial.table] = (setup, every, state)

    def ask_back(self, game: Game, trial: Trial, steps: list[tuple[int, int]], state: State) -> None:
        """What is asked about the last move: why it was made, and whether it can be taken back."""

        def position(moves: int) -> State:
            before = game.new(trial.players, int(trial.seed), trial.options, listen=True)
            for seat, action in steps[:moves]:
                before.apply(seat, action)
            before.take_events()
            return before

        if trial.more and steps[-1][0] != CLOCK:
            because(game, position, steps, len(steps) - 1, steps[-1][0])
            undo.limit(steps, steps[-1][0], state, int(trial.seed), position)


def let_lapse(world: State) -> None:
    """What a clock does for everybody who is asked."""
    asked = world.decision()
    for seat in asked.awaited if asked is not None else ():
        now = world.decision()
        if now is not None and seat in now.awaited:
            world.apply(seat, world.fallback(seat))


def answer(rehearsal: Rehearsal, trial: Trial, home: str) -> Found:
    faulthandler.dump_traceback_later(HARD * trial.seconds, exit=True)
    try:
        with limited(home, trial.seconds):
            rehearsal.try_out(trial)
    except GameError as broken:
        return Found(broken.data())
    except Explained as error:
        # Not legal, an option that there is no more: the table finds out by itself, and says so.
        return Found(error=error.key)
    except Exception as error:
        return Found(explained(error, home).data())
    finally:
        faulthandler.cancel_dump_traceback_later()
    return Found()


def main() -> None:
    # What the game prints is nobody's business: only answers go out.
    out = os.dup(1)
    os.dup2(2, 1)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (WORDS, WORDS))
    rehearsal = Rehearsal()
    decoder = msgspec.json.Decoder(Trial)
    with contextlib.suppress(OSError), little_memory(MEMORY):
        for line in questions(sys.stdin.buffer):
            trial = decoder.decode(line)
            forget_words()
            os.write(out, ENCODER.encode(answer(rehearsal, trial, home_of(trial))) + b"\n")


def forget_words() -> None:
    """What was printed so far is of no use any more; else a game that prints a little each time fills the disk."""
    with contextlib.suppress(OSError):
        if stat.S_ISREG(os.fstat(2).st_mode):
            os.ftruncate(2, 0)
            os.lseek(2, 0, os.SEEK_SET)


def home_of(trial: Trial) -> str:
    if trial.path:
        from pathlib import Path

        from tailback import brought

        return brought.module_of(Path(trial.path))
    try:
        return games.load(trial.game, trial.home).home
    except Explained:
        return trial.game


if __name__ == "__main__":
    main()
