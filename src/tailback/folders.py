"""Where Tailback keeps what is to stay."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The tables and seats of this user, unless told otherwise."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "tailback"
