"""Lines from the keyboard while other things happen on the screen.

A thread waits for what is typed and hands it on; everything else, also the drawing, is done where
the rest of the program runs. What is half typed when news comes stays: it is drawn again below them. Plain text has
nothing of that: whole lines, no cursor that moves, and one prompt for each question.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import shutil
import sys
import threading
import unicodedata
from collections.abc import Callable
from typing import Any, NamedTuple

from tailback.terminal.screen import LONGEST_INPUT, Screen
from tailback.texts.names import printable

# So many pieces are read before anybody has dealt with the first.
AHEAD = 4


class Raw(NamedTuple):
    """What the keyboard thread read; nothing at the end of input."""

    data: bytes


class Keyboard:
    """Whole lines, as a pipe, a simple terminal or `--plain` gives them. `put` receives a `Raw` for each reading."""

    def __init__(self, screen: Screen, put: Callable[[Raw], None]) -> None:
        self.screen = screen
        self.put = put
        self.open = False
        self.room = threading.Semaphore(AHEAD)
        self.fed = 0
        self.decoder = codecs.getincrementaldecoder(letters_of(screen))("replace")
        self.rest = ""
        # What the line now being typed answers, as far as anybody can tell.
        self.mark: Any = None
        self.began: Any = None
        # For which question the last prompt was written, as long as nothing has been typed since.
        self.prompted: Any = None
        screen.before = self.clear

    def start(self) -> None:
        threading.Thread(target=self.listen, daemon=True).start()

    def stop(self) -> None:
        self.screen.before = None

    def listen(self) -> None:
        """Bytes straight from the system: a thread inside Python's own stdin would be in the way at the end."""
        try:
            handle = self.screen.source.fileno()
        except (OSError, ValueError):
            self.put(Raw(self.screen.source.read().encode()))
            self.put(Raw(b""))
            return
        while True:
            self.room.acquire()
            try:
                data = os.read(handle, 4096)
            except OSError:
                data = b""
            self.put(Raw(data))
            if not data:
                return

    def read_on(self) -> None:
        """What was read has been dealt with."""
        while self.fed:
            self.fed -= 1
            self.room.release()

    def show(self, prompt: str, question: Any = None) -> None:
        """A prompt, once for each question: who listens does not want to hear it after every move of the others."""
        if not self.open and self.prompted != (question, prompt):
            self.screen.out.write(printable(prompt) + " ")
            self.screen.out.flush()
            self.open = True
            self.prompted = (question, prompt)

    def waits_below(self) -> bool:
        """May a prompt stand there while nothing is asked? Not where each of them is a new line to listen to."""
        return False

    def clear(self) -> None:
        """Before something else is written."""
        if self.open:
            self.screen.out.write("\n")
            self.open = False

    def feed(self, raw: Raw) -> list[str]:
        """The lines that are complete now."""
        self.fed += 1
        self.rest += self.decoder.decode(raw.data, final=not raw.data)
        *lines, self.rest = self.rest.split("\n")
        if not raw.data and self.rest:
            lines.append(self.rest)
            self.rest = ""
        if lines:
            self.prompted = None
            if self.screen.interactive:
                # Enter has ended the line of the prompt already.
                self.open = False
        self.began = self.mark
        return [tidy_line(line) for line in lines]


class Editor(Keyboard):
    """A terminal, key by key: so we know what is half typed and can put it back below the news."""

    def __init__(self, screen: Screen, put: Callable[[Raw], None]) -> None:
        super().__init__(screen, put)
        self.text: list[str] = []
        self.at = 0
        self.prompt = ""
        self.escape = ""
        self.before_us: list[Any] = []

    def start(self) -> None:
        import termios

        handle = self.screen.source.fileno()
        self.before_us = termios.tcgetattr(handle)
        quiet = termios.tcgetattr(handle)
        quiet[3] &= ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(handle, termios.TCSADRAIN, quiet)
        super().start()

    def stop(self) -> None:
        import termios

        super().stop()
        if self.before_us:
            termios.tcsetattr(self.screen.source.fileno(), termios.TCSADRAIN, self.before_us)

    def show(self, prompt: str, question: Any = None) -> None:
        """It stands there all the time, below everything else."""
        if not self.open or prompt != self.prompt:
            self.prompt = prompt
            self.open = True
            self.draw()

    def waits_below(self) -> bool:
        return True

    def clear(self) -> None:
        if self.open:
            self.screen.out.write("\r\x1b[K")
            self.open = False

    def draw(self) -> None:
        """The line as it is; of a very long one the part around the cursor."""
        room = max(10, shutil.get_terminal_size().columns - width(self.prompt) - 3)
        start = 0
        while width("".join(self.text[start : self.at])) > room:
            start += 1
        end = len(self.text)
        while width("".join(self.text[start:end])) > room:
            end -= 1
        behind = width("".join(self.text[self.at : end]))
        shown = printable(self.prompt) + " " + "".join(self.text[start:end])
        self.screen.out.write("\r\x1b[K" + shown + (f"\x1b[{behind}D" if behind else ""))
        self.screen.out.flush()

    def feed(self, raw: Raw) -> list[str]:
        self.fed += 1
        lines: list[str] = []
        for sign in self.decoder.decode(raw.data):
            if self.escape or sign == "\x1b":
                self.sequence(sign)
            elif sign in "\r\n":
                lines.append(self.enter())
            elif sign == "\x04" and not self.text:
                # Ctrl-D: nothing more will come.
                self.put(Raw(b""))
            else:
                self.edit(sign)
        if self.open:
            self.draw()
        return lines

    def enter(self) -> str:
        """The line is done. It stays on the screen as it was typed."""
        if self.open:
            self.at = len(self.text)
            self.draw()
            self.screen.out.write("\n")
            self.open = False
        line = tidy_line("".join(self.text))
        self.text, self.at = [], 0
        return line

    def sequence(self, sign: str) -> None:
        """Arrows, Home, End and Delete; other keys of this kind do nothing."""
        self.escape += sign
        if self.escape in ("\x1b", "\x1b[", "\x1bO") or (self.escape[1:2] == "[" and (sign.isdigit() or sign == ";")):
            return
        key, self.escape = self.escape[1:].lstrip("[O"), ""
        moves = {"D": self.at - 1, "C": self.at + 1, "H": 0, "1~": 0, "F": len(self.text), "4~": len(self.text)}
        if key == "3~":
            del self.text[self.at : self.at + 1]
        self.at = min(max(0, moves.get(key, self.at)), len(self.text))

    def edit(self, sign: str) -> None:
        if sign in "\x7f\x08" and self.at:
            self.at -= 1
            del self.text[self.at]
        elif sign == "\x15":
            del self.text[: self.at]
            self.at = 0
        elif sign == "\x17":
            start = "".join(self.text[: self.at]).rstrip().rfind(" ") + 1
            del self.text[start : self.at]
            self.at = start
        elif sign == "\x0b":
            del self.text[self.at :]
        elif sign in "\x01\x05":
            self.at = 0 if sign == "\x01" else len(self.text)
        elif sign == "\x04":
            del self.text[self.at : self.at + 1]
        elif sign.isprintable() and len(self.text) < LONGEST_INPUT:
            if not self.text:
                self.began = self.mark
            self.text.insert(self.at, sign)
            self.at += 1


def tidy_line(text: str) -> str:
    return printable(text[:LONGEST_INPUT]).strip()


def width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def letters_of(screen: Screen) -> str:
    """How the bytes of what is typed stand for letters: on a console of Windows as its code page says."""
    if sys.platform != "win32" or not screen.interactive:
        return "utf-8"
    return os.device_encoding(screen.source.fileno()) or "utf-8"


def keyboard_for(screen: Screen, put: Callable[[Raw], None]) -> Keyboard:
    """Key by key on a terminal that can do more than plain text, else line by line."""
    if screen.colourful and screen.interactive:
        try:
            import termios
        except ImportError:
            return Keyboard(screen, put)
        with contextlib.suppress(OSError, ValueError, termios.error):
            termios.tcgetattr(screen.source.fileno())
            return Editor(screen, put)
    return Keyboard(screen, put)
