"""An address for cameras, drawn with letters on a terminal that can show it."""

from __future__ import annotations

import os
import shutil

from tailback.terminal.screen import Screen

# Black on white whatever the colours of the terminal are, or no camera reads it.
INK, END = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
QUIET_ZONE = 2


def show_code(screen: Screen, url: str) -> None:
    """Where there is room for it."""
    lines = qr_lines(url)
    if shutil.get_terminal_size().columns < len(lines[0]):
        return
    for line in lines:
        screen.out.write(f"{INK}{line}{END}\n")


def can_draw(screen: Screen) -> bool:
    """Is this a terminal, with the signs that a QR code is drawn with?"""
    if not screen.out.isatty() or os.environ.get("TERM", "") in ("", "dumb"):
        return False
    try:
        "".join(HALVES.values()).encode(screen.out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def qr_lines(text: str) -> list[str]:
    """Two rows of squares in each line of text."""
    import segno

    rows = [list(row) for row in segno.make(text, micro=False).matrix_iter(border=QUIET_ZONE)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(HALVES[bool(top), bool(low)] for top, low in zip(*pair, strict=True)) for pair in pairs]
