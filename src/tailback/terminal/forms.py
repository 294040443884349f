"""Forms that lines take everywhere: a command to copy, and two columns."""

from __future__ import annotations

import os
import shlex


def called(*words: str) -> str:
    """A command to copy and paste; a script that starts us from elsewhere says how it is called."""
    return f"{os.environ.get('TAILBACK_COMMAND') or 'tailback'} {shlex.join(words)}"


def two_columns(rows: list[tuple[str, str]]) -> list[str]:
    width = max((len(left) for left, _ in rows), default=0) + 2
    return [f"  {left:{width}}{right}" for left, right in rows]
