"""How somebody likes to play in the terminal, kept beside the saves from one match to the next."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile

from tailback.terminal import saves

FILE = "preferences.json"


class Preferences:
    """`brief`: say little and let one ask. `wait`: alone with bots, a sealed card lies until Enter."""

    def __init__(self, brief: bool = False) -> None:
        self.path = saves.folder() / FILE
        kept = self.read()
        self.brief = brief or kept.get("brief") is True
        self.wait = kept.get("wait") is True

    def read(self) -> dict[str, object]:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def keep(self, name: str, value: bool) -> None:
        """From now on and the next time; OSError when the file cannot be written."""
        setattr(self, name, value)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=self.path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({**self.read(), name: value}, file, indent=1)
                file.write("\n")
            os.replace(temporary, self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
