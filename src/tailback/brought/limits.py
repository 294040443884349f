"""How long a game may take and how much memory, where it runs in a process that has other things to do.

A rule that never comes to an end is interrupted by a signal, which Python looks at between two steps of the program:
so this works in the main thread, where the system has such signals. One step that itself takes for ever
(`sum(range(10 ** 12))`) is not interrupted: what must bear even that runs in a process that can be ended.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from tailback.brought.errors import GameError, explained, place_in

# A game may catch the interruption: then it is told again, so many seconds later.
AGAIN = 0.05
# More memory than this no move needs.
MEMORY = 1 << 30


class TooLong(BaseException):
    """Time is up. No `Exception`: a rule that catches all of those goes on otherwise."""


class Alarm:
    """The one alarm of this process; sections may lie within each other."""

    def __init__(self) -> None:
        self.ends: list[float] = []

    def rung(self, _sign: int, _frame: FrameType | None) -> None:
        # It may ring a moment too late, when nobody is in here any more.
        if self.ends and time.monotonic() >= min(self.ends):
            raise TooLong

    def set(self) -> None:
        left = max(min(self.ends) - time.monotonic(), 0.001) if self.ends else 0.0
        signal.setitimer(signal.ITIMER_REAL, left, AGAIN if self.ends else 0.0)


ALARM = Alarm()


@contextlib.contextmanager
def limited(home: str, seconds: float) -> Iterator[None]:
    """The game of this package has so much time; whatever goes wrong in it is a GameError."""
    timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if timed:
        if signal.getsignal(signal.SIGALRM) != ALARM.rung:
            signal.signal(signal.SIGALRM, ALARM.rung)
        ALARM.ends.append(time.monotonic() + seconds)
        ALARM.set()
    try:
        try:
            yield
        finally:
            if timed:
                ALARM.ends.pop()
                ALARM.set()
    except TooLong as late:
        file, line = place_in(first_of(late), home)
        raise GameError("game_slow", file, line, seconds=round(seconds, 1)) from None
    except (MemoryError, SystemExit) as error:
        raise explained(error, home) from None


def first_of(late: TooLong) -> TooLong:
    """The first ring. Where it takes long to leave the game, a later one interrupts that and knows nothing of it."""
    error: BaseException | None = late
    while error is not None:
        if isinstance(error, TooLong):
            late = error
        error = error.__context__
    return late


@contextlib.contextmanager
def little_memory(more: int = MEMORY) -> Iterator[None]:
    """This process may take so many bytes more than it has; beyond that Python says MemoryError."""
    has = bytes_now()
    if has is None or sys.platform == "win32":
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    most = has + more
    if before[0] != resource.RLIM_INFINITY:
        most = min(most, before[0])
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def bytes_now() -> int | None:
    """The memory that this process has asked for; None where the system does not tell."""
    try:
        import resource

        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError, ValueError):
        return None
