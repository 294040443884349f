"""Who plays the matches of a study: processes of this machine, each of which gets one range after the other."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from threading import Thread
from typing import Any, NamedTuple, Protocol

from tailback import games
from tailback.brought.errors import GameError, explained
from tailback.brought.limits import limited
from tailback.core.errors import Explained
from tailback.lab.counts import Counts, count
from tailback.lab.playing import Columns, Range, play
from tailback.lab.setups import Setup

# So many ranges wait for each process: none is idle, and no more than these are in memory.
AHEAD = 3
# A process that dies takes its range with it, which is then played again; one that always dies is given up.
DEATHS = 3
# So many seconds a range of another's game may take whose robots decide at once.
LONGEST = 120.0


class CrewError(Explained):
    section = "lab"


class Played(NamedTuple):
    """A range of matches, played and counted."""

    done: Range
    columns: Columns
    counts: Counts


class Crew(Protocol):
    """Plays ranges in whatever order they are done; every range comes back once."""

    def play(self, work: Iterable[tuple[Setup, Range]]) -> Iterator[Played]: ...

    def close(self) -> None: ...


def work_on(setup: Setup, wanted: Range) -> Played:
    """One range. A mistake of a game from elsewhere is named; one that never ends, too, where nobody looks ahead."""
    game = setup.rules
    if games.is_ours(game):
        columns = play(setup, wanted.first, wanted.count)
    else:
        try:
            with limited(game.home, LONGEST) if not setup.slow else nullcontext():
                columns = play(setup, wanted.first, wanted.count)
        except Explained as error:
            raise error if isinstance(error, GameError) else explained(error, game.home) from None
        except Exception as error:
            raise explained(error, game.home) from None
    return Played(wanted, columns, count(setup, wanted.first, columns))


def settle_in() -> None:
    """A process of a crew begins. Ctrl-C is for the one who started the study, who tells the others; and when that one
    is gone, however it went, nobody plays on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def leave_with(parent: Any) -> None:
    parent.join()
    os._exit(0)


class Alone:
    """This very process; for small studies, tests and places without processes."""

    def play(self, work: Iterable[tuple[Setup, Range]]) -> Iterator[Played]:
        for setup, wanted in work:
            yield work_on(setup, wanted)

    def close(self) -> None:
        pass


class Processes:
    """As many processes as there are cores, or as asked for."""

    def __init__(self, jobs: int = 0) -> None:
        self.jobs = jobs or os.cpu_count() or 1
        self.pool = self.open()

    def open(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"), settle_in)

    def play(self, work: Iterable[tuple[Setup, Range]]) -> Iterator[Played]:
        rest = iter(work)
        open_: dict[Future[Played], tuple[Setup, Range]] = {}
        again: list[tuple[Setup, Range]] = []
        deaths = 0
        while True:
            while len(open_) < AHEAD * self.jobs:
                task = again.pop() if again else next(rest, None)
                if task is None:
                    break
                open_[self.pool.submit(work_on, *task)] = task
            if not open_:
                return
            ready, _ = wait(open_, return_when=FIRST_COMPLETED)
            broken = False
            for future in ready:
                task = open_.pop(future)
                try:
                    played = future.result()
                except BrokenProcessPool:
                    again.append(task)
                    broken = True
                else:
                    yield played
            if broken:
                deaths += 1
                if deaths > DEATHS:
                    raise CrewError("workers_die", deaths=deaths)
                again += open_.values()
                open_.clear()
                self.pool.shutdown(wait=False)
                self.pool = self.open()

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in list((self.pool._processes or {}).values()):
            process.terminate()
