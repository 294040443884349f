"""What is wrong with a game, and where: the file and the line, for whoever writes it."""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Mapping
from json import JSONDecodeError
from pathlib import Path
from types import CodeType
from typing import Any

from tailback import brought
from tailback.brought import sources
from tailback.core.errors import Explained

# So much of what Python says is told.
LONGEST_REASON = 200
# What Python says of a call that does not fit: nothing inside the function ran, so none of its lines shows.
MISFIT = re.compile(r"(\w+)\.(\w+)\(\) (?:takes|missing|got) ")


# A whole path: in quotes, where it may hold spaces, or as far as there are none.
WHOLE_PATH = re.compile(
    r"""(?<=['"])(?:/|[A-Za-z]:[\\/])(?:[^/\\'"\n]+[\\/])+|(?<![\w.:/\\-])(?:/|[A-Za-z]:[\\/])(?:[^/\\\s'"]+[\\/])+"""
)


def without_folders(told: Any) -> Any:
    """The same for a guest, who sees files by their names in the game's folder. Where that folder lies, or any other,
    is for whoever runs the server, who reads it in the terminal.

    >>> without_folders({"reason": "No such file: '/home/ann/my games/cards.txt'", "names": ["a/b", "/srv/x/lane.py"]})
    {'reason': "No such file: 'cards.txt'", 'names': ['a/b', 'lane.py']}
    """
    if isinstance(told, str):
        if "/" not in told and "\\" not in told:
            return told
        for place in brought.places.values():
            told = told.replace(f"{place.parent}{os.sep}", "")
        return WHOLE_PATH.sub("", told)
    if isinstance(told, Mapping):
        return {name: without_folders(value) for name, value in told.items()}
    if isinstance(told, list | tuple):
        return [without_folders(value) for value in told]
    return told


class GameError(Explained):
    """A game that cannot be played. `file` and `line` say where; the line is 0 where no single line is at fault."""

    def __init__(self, key: str = "", file: str = "", line: int = 0, **more: Any) -> None:
        super().__init__(key, {"file": file, "line": line, **more})

    def data(self) -> dict[str, Any]:
        return {"key": self.key, "params": self.params}

    @property
    def shown(self) -> dict[str, Any]:
        """The parameters for guests."""
        return dict(without_folders(self.params))


def from_data(data: dict[str, Any]) -> GameError:
    """As another process told it."""
    return GameError(data["key"], **data["params"])


def place_in(error: BaseException, home: str) -> tuple[str, int]:
    """The innermost line of the game's own files that this error passed through."""
    place = brought.place_of(home)
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    found = answered_wrong(error, place, home)
    if found is not None:
        return found
    own = [(frame.filename, frame.lineno or 0) for frame in frames if is_of(frame.filename, place, home)]
    if not own or own[-1][0] != frames[-1].filename:
        # It happened in a line of ours, and may still be a mistake in how something of theirs was written.
        found = written_wrong(error, home)
        if found is not None:
            return found
    return own[-1] if own else (str(place or home), 0)


def answered_wrong(error: BaseException, place: Path | None, home: str) -> tuple[str, int] | None:
    """The method of the game that gave a wrong answer, where only whoever asked found out."""
    code: Any = getattr(error, "code", None)
    theirs = isinstance(code, CodeType) and is_of(code.co_filename, place, home)
    return (code.co_filename, code.co_firstlineno) if theirs else None


def written_wrong(error: BaseException, home: str) -> tuple[str, int] | None:
    """The line of a method that takes other arguments than it is given, of a field that holds what it cannot, or of
    a file of texts that cannot be read."""
    if isinstance(error, JSONDecodeError):
        place = sources.place_of(home)
        there = [*place.glob("*.json"), *place.glob("texts/*.json")]
        files = [file for file in there if sources.text_of(file) == error.doc]
        return (str(files[0]), error.lineno) if files else None
    field = getattr(error, "field", "")
    if field:
        return sources.field(home, field)
    misfit = MISFIT.match(str(error)) if isinstance(error, TypeError) else None
    return sources.method(home, misfit[1], misfit[2]) if misfit else None


def is_of(file: str, place: Path | None, home: str) -> bool:
    if place is None:
        # Installed as a package: whatever lies in its folder; or as a single module.
        inside = f"/{home.replace('.', '/')}"
        return f"{inside}/" in Path(file).as_posix() or Path(file).as_posix().endswith(f"{inside}.py")
    found = Path(file)
    return found == place or place in found.parents


def in_words(error: BaseException) -> str:
    """What Python says of it, in one line."""
    said = str(error.msg if isinstance(error, SyntaxError) else error).strip().splitlines()
    return f"{type(error).__name__}: {said[0]}"[:LONGEST_REASON] if said else type(error).__name__


def blamed(error: BaseException) -> GameError | None:
    """The same as an error of the game in whose files it happened; None where it is no game's."""
    if isinstance(error, GameError):
        return error
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        for name, place in brought.places.items():
            if is_of(frame.filename, place, ""):
                return explained(error, brought.PREFIX + name)
    for name, place in brought.places.items():
        # A wrong answer is found out when nothing of the game's runs any more.
        home = brought.PREFIX + name
        if answered_wrong(error, place, home) or written_wrong(error, home):
            return explained(error, home)
    return None


def explained(error: BaseException, home: str) -> GameError:
    """Any error of a game as one that names file, line and reason."""
    if isinstance(error, GameError):
        return error
    file, line = place_in(error, home)
    if isinstance(error, MemoryError):
        return GameError("game_memory", file, line)
    if isinstance(error, RecursionError):
        return GameError("game_recursion", file, line)
    key = "game_syntax" if isinstance(error, SyntaxError) else "game_raises"
    return GameError(key, file, line, reason=in_words(error))
