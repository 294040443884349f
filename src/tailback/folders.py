"""Where Tailback keeps what is to stay, and paths as people type them."""

from __future__ import annotations

import os
import sys
from importlib import resources
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


def built(variable: str, inside: str, beside: str, file: str) -> Path | None:
    """The folder of a browser build that has this file: the one asked for, in the package, or beside the sources.

    `variable` names the folder of one's own build; set but empty means none.
    """
    chosen = os.environ.get(variable)
    if chosen is not None:
        folder = typed_path(chosen)
        return folder if chosen and (folder / file).is_file() else None
    package = Path(str(resources.files("tailback")))
    for folder in (package / inside, package.parents[1] / beside):
        # A package of somebody's lies in many places; only beside our own sources `build` is ours.
        ours = folder.parent == package or (package.parents[1] / "web" / "package.json").is_file()
        if ours and (folder / file).is_file():
            return folder
    return None
