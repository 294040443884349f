"""What the lines of an author's files do, watched while they run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, NamedTuple

from tailback import brought
from tailback.brought.errors import is_of

# Longer texts of values are not compared to their end.
LONGEST = 2000


class Place(NamedTuple):
    file: str
    line: int


class Watch:
    """Runs something and is told after every line of the author's files."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.place = brought.place_of(home)
        self.theirs: dict[str, bool] = {}
        # The line that runs just now in each of the author's functions that are under way.
        self.stack: list[Place] = []

    def run(self, do: Callable[[], Any]) -> None:
        """Whatever goes wrong in it was known before: here it only ends."""
        before = sys.gettrace()
        sys.settrace(self.called)
        try:
            do()
        except Exception:
            pass
        finally:
            sys.settrace(before)

    def is_theirs(self, file: str) -> bool:
        if file not in self.theirs:
            self.theirs[file] = is_of(file, self.place, self.home)
        return self.theirs[file]

    def called(self, frame: FrameType, event: str, value: Any) -> Any:
        if not self.is_theirs(frame.f_code.co_filename):
            return None
        self.stack.append(Place(frame.f_code.co_filename, frame.f_lineno))
        self.entered(frame)
        return self.traced

    def traced(self, frame: FrameType, event: str, value: Any) -> Any:
        if event in ("line", "return"):
            self.after(frame)
        if event == "line":
            self.stack[-1] = Place(frame.f_code.co_filename, frame.f_lineno)
            self.before(frame)
        elif event == "return":
            self.returned(frame, value)
            self.stack.pop()
        return self.traced

    def entered(self, frame: FrameType) -> None:
        """One of the author's functions is called."""

    def before(self, frame: FrameType) -> None:
        """The line on top of the stack is about to run."""

    def after(self, frame: FrameType) -> None:
        """The line on top of the stack has run."""

    def returned(self, frame: FrameType, value: Any) -> None:
        """A function gives this value."""


class Turning(Watch):
    """Finds the line after which something no longer holds, and never again does."""

    def __init__(self, home: str, holds: Callable[[], bool]) -> None:
        super().__init__(home)
        self.holds = holds
        self.held = True
        self.found: Place | None = None

    def after(self, frame: FrameType) -> None:
        try:
            holds = self.holds()
        except Exception:
            # In the middle of a step not every question can be answered.
            return
        if self.held and not holds:
            self.found = self.stack[-1]
        elif holds:
            self.found = None
        self.held = holds


class Last(Watch):
    """The last line of the author's that ran."""

    found: Place | None = None

    def after(self, frame: FrameType) -> None:
        self.found = self.stack[-1]


class Stages(Watch):
    """Every line that ran, with what something looked like after it."""

    def __init__(self, home: str, look: Callable[[], str]) -> None:
        super().__init__(home)
        self.look = look
        self.stages: list[tuple[Place, str]] = []

    def after(self, frame: FrameType) -> None:
        try:
            self.stages.append((self.stack[-1], self.look()))
        except Exception:
            # Before the deal is done not everything is there to be looked at.
            self.stages.append((self.stack[-1], ""))


class Telling(Watch):
    """The line that told each event of a state."""

    def __init__(self, home: str, told: Callable[[], int]) -> None:
        super().__init__(home)
        self.told = told
        self.lines: list[Place] = []

    def after(self, frame: FrameType) -> None:
        self.lines += [self.stack[-1]] * (self.told() - len(self.lines))


class Event(NamedTuple):
    """A line that runs, or an inner function that gives a value: the line before it is what led there."""

    place: Place
    led_by: Place
    value: str = ""


class Call(NamedTuple):
    """One call into the author's files from outside them: what happened in it, its last line, and what came of it."""

    name: str
    events: list[Event]
    last: Place
    value: Any


class Calls(Watch):
    """Every such call."""

    def __init__(self, home: str) -> None:
        super().__init__(home)
        self.calls: list[Call] = []
        self.events: list[Event] = []
        self.led_by = Place("", 0)

    def entered(self, frame: FrameType) -> None:
        if len(self.stack) == 1:
            self.events = []
        self.led_by = self.stack[-2] if len(self.stack) > 1 else self.stack[-1]

    def after(self, frame: FrameType) -> None:
        self.led_by = self.stack[-1]

    def before(self, frame: FrameType) -> None:
        self.events.append(Event(self.stack[-1], self.led_by))

    def returned(self, frame: FrameType, value: Any) -> None:
        if len(self.stack) == 1:
            self.calls.append(Call(frame.f_code.co_name, self.events, self.stack[-1], value))
        else:
            self.events.append(Event(self.stack[-1], self.stack[-1], shown(value)))


def shown(value: Any) -> str:
    """The text of a value; of an object that shows only where it is, its kind."""
    text = repr(value)[:LONGEST]
    return type(value).__name__ if " at 0x" in text else text


def parting(home: str, one: Callable[[], Any], other: Callable[[], Any]) -> tuple[Place, Call, Call] | None:
    """Where two runs that should give the same go apart: the line, and the calls that came to different ends."""
    watches = [Calls(home), Calls(home)]
    for watch, do in zip(watches, (one, other), strict=True):
        watch.run(do)
    for mine, theirs in zip(watches[0].calls, watches[1].calls, strict=False):
        if mine.name == theirs.name and shown(mine.value) == shown(theirs.value):
            continue
        for here, there in zip(mine.events, theirs.events, strict=False):
            if here != there:
                return here.led_by, mine, theirs
        return mine.last, mine, theirs
    return None
