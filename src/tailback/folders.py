"""Where Tailback keeps what is to stay, and paths as people type them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tailback.core.errors import Explained


class NoHome(Explained):
    """Nothing says where the home of this user is: a service, or a user whom the system does not list."""

    section = "trouble"


def home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise NoHome("no_home") from None


def data_folder() -> Path:
    """The tables and seats of this user, unless told otherwise."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(home() / ".local" / "share")
    return Path(base) / "tailback"


def typed_path(text: str) -> Path:
    """A path with or without ~; where there is no such home, ~ is a name like any other, as in a shell.

    >>> typed_path("~nobody-is-called-this/x").as_posix()
    '~nobody-is-called-this/x'
    """
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)
