"""Draws docs/images/terminal.svg: a real session of the terminal client, played on a pseudo-terminal.

Which game is played, and what is typed, stands in the one `tests/games/<game>/picture.json` that there is.

The picture names no outside font and needs nothing from the web.
"""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tailback import games
from tailback.texts import Texts

TARGET = Path(__file__).resolve().parent.parent / "docs" / "images" / "terminal.svg"
(SHOWN,) = (TARGET.parents[2] / "tests" / "games").glob("*/picture.json")
SCENE = json.loads(SHOWN.read_text(encoding="utf-8"))
COMMAND = [sys.executable, "-m", "tailback", "play", SHOWN.parent.name, *SCENE["words"], "--lang", "en"]
COLUMNS, ROWS = 92, 60
THEME = TerminalTheme(
    (29, 27, 46),
    (247, 242, 232),
    [
        (29, 27, 46),
        (255, 138, 133),
        (124, 215, 155),
        (255, 209, 92),
        (141, 182, 255),
        (179, 162, 255),
        (120, 200, 210),
        (184, 179, 204),
    ],
    [
        (98, 94, 120),
        (255, 138, 133),
        (124, 215, 155),
        (255, 209, 92),
        (141, 182, 255),
        (179, 162, 255),
        (120, 200, 210),
        (247, 242, 232),
    ],
)
FORMAT = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img"
 aria-label="A game of GAME_NAME in the terminal">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
 font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
<rect fill="#1d1b2e" width="{width}" height="{height}" rx="12"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def session() -> str:
    """What the client shows on a colour terminal while the lines are typed."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    shown = b""
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "XDG_STATE_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        with subprocess.Popen(COMMAND, stdin=slave, stdout=slave, stderr=slave, env=env, close_fds=True) as client:
            os.close(slave)
            for line in [*SCENE["typed"], "quit"]:
                time.sleep(1.5)
                shown += os.read(master, 1 << 20)
                os.write(master, line.encode() + b"\n")
            client.wait(10)
            shown += os.read(master, 1 << 20)
        text = shown.decode().replace("\r", "").replace(home, "~/.local/state")
    return re.sub(r"\x1b\[[0-9;?]*[A-HJKfhl]", "", text)


def main() -> None:
    console = Console(width=COLUMNS, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(session().split("quit")[0].rstrip().rsplit("\n", 1)[0]))
    drawn = FORMAT.replace("GAME_NAME", Texts("en", games.load(SHOWN.parent.name)).say("name"))
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(console.export_svg(title="", theme=THEME, code_format=drawn, unique_id="t"), encoding="utf-8")
    print(TARGET.name, TARGET.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
