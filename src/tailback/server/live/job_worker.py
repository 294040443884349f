"""A process that does long jobs: one question per line, one answer per line.

It has little memory, and each job little time on the processor: what takes longer is stopped between two steps of the
program, and where that does not help the system ends the process. Words behind it: `general` draws all games generally,
`gently` leaves the cores to others.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from types import FrameType

import msgspec

from tailback.brought.limits import little_memory
from tailback.server.live.bot_worker import GENTLY, NICE
from tailback.server.live.jobs import Order, Outcome, outcome, too_long
from tailback.server.live.priority import lower_session
from tailback.server.live.questions import questions
from tailback.server.protocol import general

MEMORY = 512 << 20
# After so many times as long, and some seconds, the system ends a process that does not stop.
HARD = 2.0
# A job may catch the interruption: then it is told again, so many seconds later.
AGAIN = 0.05


class TooLong(BaseException):
    """Time is up."""


class Limit:
    """The time of the job under way."""

    def __init__(self) -> None:
        self.until = float("inf")

    def rung(self, _sign: int, _frame: FrameType | None) -> None:
        if time.process_time() >= self.until:
            raise TooLong


LIMIT = Limit()


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """So much time on the processor, where the system can tell; whoever waits for us counts the hours anyway."""
    if sys.platform == "win32":
        yield
        return
    import resource

    now = time.process_time()
    LIMIT.until = now + seconds
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(now + HARD * seconds) + 2, most))
    signal.signal(signal.SIGPROF, LIMIT.rung)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        yield
    finally:
        LIMIT.until = float("inf")
        signal.setitimer(signal.ITIMER_PROF, 0)


def answer(order: Order) -> Outcome:
    begun = time.process_time()
    try:
        with at_most(order.seconds):
            return outcome(order.job)
    except (TooLong, MemoryError):
        found = too_long()
    except Exception as error:
        found = Outcome(mistake=f"{type(error).__name__} at {places(error)}")
    found.spent = time.process_time() - begun
    return found


def places(error: BaseException) -> str:
    """Where it happened, without the values that were there."""
    frames = traceback.extract_tb(error.__traceback__)
    return ", ".join(f"{os.path.basename(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames[-4:])


def main() -> None:
    if GENTLY in sys.argv[1:] and hasattr(os, "nice"):
        os.nice(NICE)
        lower_session(os.getpid(), NICE)
    if "general" in sys.argv[1:]:
        general.draw_everything()
    # What a game prints is nobody's business, however much it is: only answers go out.
    out = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    decoder = msgspec.json.Decoder(Order)
    encoder = msgspec.json.Encoder()
    with contextlib.suppress(OSError), little_memory(MEMORY), os.fdopen(out, "wb") as answers:
        for line in questions(sys.stdin.buffer):
            answers.write(encoder.encode(answer(decoder.decode(line))) + b"\n")
            answers.flush()


if __name__ == "__main__":
    main()
