"""What is said to whoever runs the server: plain lines, or one line of JSON for each thing that happened.

Neither holds a token, a code, a name, a card, the id of a table or the address of a player. Of an error that we did not
expect only its kind and the places in our code are told: its own words may quote what somebody sent. That holds for
whatever Python itself would say, of a thread or of what it cannot raise anywhere, and for libraries that have a log of
their own. Where the lines are JSON, it holds for the processes beside the server as well (`beside.py`).
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import traceback
import warnings
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, cast

from tailback.server.vitals import beside

# Theirs are the words that we know: they quote nobody.
NAMES = ("tailback.server", "uvicorn", "asyncio")
log = logging.getLogger("tailback.server")


def event_of(record: logging.LogRecord) -> str:
    """A word to search for: ours where we gave one, else where the line comes from."""
    return str(getattr(record, "event", "") or ("our_mistake" if record.exc_info else record.name.replace(".", "_")))


def places(error: BaseException) -> list[str]:
    """Where it happened, from the outside in, without the values that were there."""
    frames = traceback.extract_tb(error.__traceback__)
    return [place_of(frame.filename, frame.lineno or 0, frame.name) for frame in frames]


def place_of(file: str, line: int, name: str) -> str:
    folder, _, file = file.replace("\\", "/").rpartition("/")
    return f"{folder.rpartition('/')[2]}/{file}:{line} {name}"


def chain(error: BaseException | None) -> list[dict[str, Any]]:
    """An error and what led to it."""
    found: list[dict[str, Any]] = []
    while error is not None and len(found) < 5:
        found.append({"kind": type(error).__name__, "at": places(error)})
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found


def said(record: logging.LogRecord) -> str:
    """What it says. uvicorn hands a whole traceback over as words: its first line says what it is about. asyncio puts
    values in brackets behind a name, and what others may say nobody knows."""
    if not record.name.startswith(NAMES):
        return "a library has something to say"
    first = record.getMessage().partition("\n")[0]
    return first if record.name != "asyncio" else first.partition("(")[0].partition(" <")[0]


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
        elif hasattr(record, "errors"):
            line["errors"] = record.errors
        # In plain letters: there are others at which some programs begin a new line.
        return json.dumps(line, default=str)


class TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        lines = [f"{record.levelname.lower()}: {said(record)}"]
        if record.exc_info and record.exc_info[1] is not None:
            for error in chain(record.exc_info[1]):
                lines.append(f"  Traceback of {error['kind']}:")
                lines += [f"    {place}" for place in error["at"]]
        return "\n".join(lines)


def of_thread(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None and not isinstance(failed.exc_value, SystemExit):
        log.error("a thread failed", exc_info=failed.exc_value, extra={"event": "thread_failed"})


def of_nobody(failed: sys.UnraisableHookArgs) -> None:
    """What happened where nothing can be raised, such as when something is thrown away."""
    log.error("an error that nobody could be told", exc_info=failed.exc_value, extra={"event": "error_untold"})


def of_all(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What ends the whole process."""
    if isinstance(error, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        log.critical("the process ends with an error", exc_info=error, extra={"event": "server_failed"})


def of_python(message: Warning | str, category: type[Warning], filename: str, lineno: int, *_: Any, **__: Any) -> None:
    """A warning is about a line of code; its words may quote what is in it."""
    place = f"{filename.replace(chr(92), '/').rpartition('/')[2]}:{lineno}"
    params = {"kind": category.__name__, "at": place}
    log.warning("Python warns: %s, %s", *params.values(), extra={"event": "python_warns", "params": params})


def set_up(kind: str) -> None:
    """All words of this process go to its standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)

    def passes(line: str) -> None:
        handler.acquire()
        try:
            handler.stream.write(line + "\n")
            handler.flush()
        finally:
            handler.release()

    if kind == "json":
        handler.setStream(cast(Any, beside.listen(said_beside, passes)))
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    for name in NAMES:
        log = logging.getLogger(name)
        log.handlers[:] = [handler]
        log.propagate = False
    logging.getLogger().handlers[:] = [handler]
    threading.excepthook = of_thread
    sys.unraisablehook = of_nobody
    sys.excepthook = of_all
    warnings.showwarning = of_python


def said_beside(errors: list[beside.Seen], lines: int) -> None:
    """Something was written to standard error by somebody who does not know this log."""
    for error in errors:
        told = [{"kind": error.kind, "at": [place_of(*place) for place in error.at]}]
        log.error("an error in a process beside the server", extra={"event": "error_beside", "errors": told})
    if lines:
        log.warning("lines that are not told", extra={"event": "lines_beside", "params": {"lines": lines}})
