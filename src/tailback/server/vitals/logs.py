"""What is said to whoever runs the server: plain lines, or one line of JSON for each thing that happened.

Neither holds a token, a code, a name, a card, the id of a table or the address of a player. Of an error that we did not
expect only its kind and the places in our code are told: its own words may quote what somebody sent.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

# uvicorn's own words about what went wrong take the same way.
NAMES = ("tailback.server", "uvicorn", "asyncio")


def event_of(record: logging.LogRecord) -> str:
    """A word to search for: ours where we gave one, else where the line comes from."""
    return str(getattr(record, "event", "") or ("our_mistake" if record.exc_info else record.name.replace(".", "_")))


def places(error: BaseException) -> list[str]:
    """Where it happened, from the outside in, without the values that were there."""
    found = []
    for frame in traceback.extract_tb(error.__traceback__):
        folder, _, name = frame.filename.replace("\\", "/").rpartition("/")
        found.append(f"{folder.rpartition('/')[2]}/{name}:{frame.lineno} {frame.name}")
    return found


def chain(error: BaseException | None) -> list[dict[str, Any]]:
    """An error and what led to it."""
    found: list[dict[str, Any]] = []
    while error is not None and len(found) < 5:
        found.append({"kind": type(error).__name__, "at": places(error)})
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found


def said(record: logging.LogRecord) -> str:
    """What it says. uvicorn hands a whole traceback over as words: its first line says what it is about."""
    return record.getMessage().partition("\n")[0]


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": event_of(record),
            "message": said(record),
            "params": getattr(record, "params", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["errors"] = chain(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        lines = [f"{record.levelname.lower()}: {said(record)}"]
        if record.exc_info and record.exc_info[1] is not None:
            for error in chain(record.exc_info[1]):
                lines.append(f"  Traceback of {error['kind']}:")
                lines += [f"    {place}" for place in error["at"]]
        return "\n".join(lines)


def set_up(kind: str) -> None:
    """All words of this process go to its standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    for name in NAMES:
        log = logging.getLogger(name)
        log.handlers[:] = [handler]
        log.propagate = False
