"""Time on the processor, and who pays for it: whoever asked, as it was measured."""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")


# In a page there is nobody else to take the processor away.
thread_time = time.perf_counter if sys.platform == "emscripten" else time.thread_time


class Purse(Protocol):
    """What each address has left."""

    def spend(self, address: str, seconds: float) -> None: ...

    def owed(self, address: str) -> float:
        """For so many seconds this address has to wait."""


class Nobodys:
    """Where nobody counts."""

    def spend(self, address: str, seconds: float) -> None:
        """It is free."""

    def owed(self, address: str) -> float:
        return 0.0


FREE = Nobodys()


def paid_by(purse: Purse, whose: Sequence[str]) -> Callable[[float], None]:
    """What is done for several is paid by all of them, each the same."""

    def pay(seconds: float) -> None:
        for address in whose:
            purse.spend(address, seconds / len(whose))

    return pay


def owed_by(purse: Purse, whose: Sequence[str]) -> float:
    """What is done for several goes on while one of them has time."""
    return min(map(purse.owed, whose), default=0.0)


class Metered(Generic[T]):
    """Whatever is awaited, and how long this thread worked on it."""

    def __init__(self, work: Awaitable[T], spend: Callable[[float], None]) -> None:
        self.work = work.__await__()
        self.spend = spend

    def __await__(self) -> Generator[Any, Any, T]:
        spent = 0.0
        answer: Any = None
        error: BaseException | None = None
        try:
            while True:
                begun = thread_time()
                try:
                    waits = self.work.throw(error) if error is not None else self.work.send(answer)
                except StopIteration as done:
                    result: T = done.value
                    return result
                finally:
                    spent += thread_time() - begun
                answer, error = None, None
                try:
                    answer = yield waits
                except GeneratorExit:
                    self.work.close()
                    raise
                except BaseException as thrown:
                    error = thrown
        finally:
            self.spend(spent)
