"""Where lines go out and come in: plain for pipes and screen readers, with colour on a terminal."""

from __future__ import annotations

import os
import re
import sys
from collections import deque
from collections.abc import Callable
from typing import Any, TextIO

from tailback.core.errors import Explained
from tailback.texts import Texts
from tailback.texts.names import printable

LONGEST_INPUT = 1000
# Enough to push a hand out of sight where the screen cannot be cleared.
BLANK_LINES = 60
# So many lines can be said again.
LONGEST_PAGE = 100


class Trouble(Explained):
    """Something the person must know before we stop: its text, lines that help, and the exit code.

    It may come from any part of the program, so its key says the section, too.
    """

    section = ""

    def __init__(self, key: str = "", code: int = 2, hints: tuple[str, ...] = (), **params: Any) -> None:
        super().__init__(key, params)
        self.code = code
        self.hints = hints

    @property
    def text(self) -> str:
        return self.key


def trouble(error: Explained, **more: Any) -> Trouble:
    """What another part of the program could not do, told to the person."""
    return Trouble(error.text, **{**error.params, **more})


class EndOfInput(Exception):
    """Nobody will type anything more."""


class Screen:
    """Plain output. Every line of the program passes through `line`."""

    colourful = False

    def __init__(self, out: TextIO | None = None, source: TextIO | None = None) -> None:
        self.out = out if out is not None else sys.stdout
        self.source = source if source is not None else sys.stdin
        # Whoever keeps a prompt at the bottom takes it away before a line is written.
        self.before: Callable[[], None] | None = None
        # What was said since the person last typed something, to be said again.
        self.page: deque[str] = deque(maxlen=LONGEST_PAGE)

    @property
    def interactive(self) -> bool:
        """Is somebody sitting at a terminal?"""
        return self.source.isatty() and self.out.isatty()

    def make_room(self) -> None:
        if self.before is not None:
            self.before()

    def line(self, text: str = "", style: str = "") -> None:
        self.make_room()
        self.page.append(text)
        self.out.write(printable(text) + "\n")

    def lines(self, texts: list[str], style: str = "") -> None:
        for text in texts:
            self.line(text, style)

    def unbroken(self, text: str) -> None:
        """A line with an address in it, which must stay in one piece."""
        self.make_room()
        self.out.write(printable(text) + "\n")

    def again(self) -> None:
        """Say once more what was said since the person last typed something."""
        page = [text for text in self.page if text]
        self.page.clear()
        self.lines(page)

    def hide(self, texts: Texts) -> None:
        """Take what was shown out of sight."""
        self.line(texts.say("play.hiding"))
        self.out.write("\n" * BLANK_LINES)
        self.page.clear()

    def ask(self, prompt: str) -> str:
        """The next line typed, without its end; EndOfInput when there is none."""
        shown = printable(prompt) + " "
        self.out.flush()
        if self.interactive and self.source is sys.stdin:
            try:
                found = input(shown)
            except EOFError:
                raise EndOfInput from None
        else:
            self.out.write(shown)
            self.out.flush()
            found = self.source.readline()
            if not found:
                raise EndOfInput
            # What was typed is not echoed into a pipe; the next line must still begin at the left.
            self.out.write("\n")
        return printable(found[:LONGEST_INPUT].replace("\n", " ")).strip()


class ColourScreen(Screen):
    """A terminal with colours, drawn by rich. Text is never read as markup."""

    colourful = True

    def __init__(self, texts: Texts, out: TextIO | None = None, source: TextIO | None = None) -> None:
        super().__init__(out, source)
        from rich.console import Console

        self.console = Console(file=self.out, markup=False, highlight=False, emoji=False)
        self.shades: list[tuple[re.Pattern[str], str]] = []
        self.learn(texts)

    def learn(self, texts: Texts) -> None:
        """Colour words are shown in their colours, whatever ending they have."""
        for letter, shade in (("R", "red"), ("B", "blue"), ("G", "green"), ("Y", "yellow")):
            forms = {name: re.escape(form) for name, form in texts.colour(letter).items() if name != "gender"}
            if "adjective" in forms:
                forms["adjective"] += r"\w{0,2}"
            self.shades.append(
                (re.compile(rf"\b(?:{'|'.join(forms.values())})\b( [0-9]+)?", re.IGNORECASE), f"bold {shade}")
            )

    def styled(self, text: str, style: str) -> Any:
        from rich.text import Text

        shown = Text(printable(text), style=style)
        for pattern, shade in self.shades:
            shown.highlight_regex(pattern, shade)
        return shown

    def line(self, text: str = "", style: str = "") -> None:
        self.make_room()
        self.page.append(text)
        self.console.print(self.styled(text, style))

    def hide(self, texts: Texts) -> None:
        self.make_room()
        # Rich would clear the window only; what can be scrolled back to must go as well.
        self.out.write("\x1b[H\x1b[2J\x1b[3J")
        self.out.flush()
        self.page.clear()


def choose_screen(texts: Texts, plain: bool) -> Screen:
    """Colour only for somebody who sits at a terminal that can show it."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    screen = Screen()
    if plain or os.environ.get("TERM", "") in ("", "dumb") or not screen.interactive:
        return screen
    try:
        import readline

        # Arrow-up must not show what the person before typed.
        readline.set_auto_history(False)
    except ImportError:
        pass
    return ColourScreen(texts)
