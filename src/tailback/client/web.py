"""Requests over HTTP: finding a table, sitting down, dealing, getting up."""

from __future__ import annotations

import contextlib
import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from typing import Any

from tailback.client.address import nearby
from tailback.core.errors import Explained
from tailback.reasons import Reason, reason

SECONDS = 15.0
LONGEST_ANSWER = 8 * 1024 * 1024
# "Not just now": what is only looked at is asked for again after these pauses, in seconds.
PASSING = frozenset({429, 503})
PAUSES = (0.5, 1.0, 2.0, 4.0)


class Declined(Explained):
    """The server said no."""

    def __init__(self, key: str = "", params: dict[str, Any] | None = None, clause: str = "", status: int = 0) -> None:
        super().__init__(key, params, clause)
        self.status = status


class NoAnswer(Exception):
    """Nobody answers there, or nobody who speaks our language; `reason` in the system's words."""

    def __init__(self, reason: str, foreign: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.foreign = foreign


class Garbled(Exception):
    """The server says things that nobody can understand; `reason` for whoever wants to find out why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@contextlib.contextmanager
def understood() -> Iterator[None]:
    """Whatever breaks on something a server said becomes Garbled: it may say anything, we must not fall over it."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError) as error:
        raise Garbled(f"{type(error).__name__}: {error}"[:200]) from error
    except RecursionError as error:
        raise Garbled(type(error).__name__) from error


class Web:
    """One server."""

    def __init__(self, server: str) -> None:
        self.server = server
        # Nothing leads anywhere else: a token goes to the server that was named, and to no other.
        handlers: list[urllib.request.BaseHandler] = [NoDetour()]
        if nearby(server):
            handlers.append(urllib.request.ProxyHandler({}))
        self.opener = urllib.request.build_opener(*handlers)

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None, tokens: Sequence[str] = ()) -> Any:
        """The answer as plain data, or Declined, or NoAnswer."""
        headers = {"accept": "application/json"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        if tokens:
            headers["authorization"] = f"Bearer {', '.join(tokens)}"
        request = urllib.request.Request(f"{self.server}{path}", data, headers, method=method)
        try:
            with self.opener.open(request, timeout=SECONDS) as answer:
                return self.read(answer.read(LONGEST_ANSWER))
        except urllib.error.HTTPError as error:
            with error:
                raise self.declined(error) from None
        except urllib.error.URLError as error:
            raise NoAnswer(reason_of(error.reason)) from None
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(reason_of(error)) from None

    def look(self, path: str) -> Any:
        """Something that may be asked for again: a server that is busy or on its way back is waited for."""
        for pause in PAUSES:
            try:
                return self.ask("GET", path)
            except Declined as no:
                if no.status not in PASSING:
                    raise
            time.sleep(pause)
        return self.ask("GET", path)

    def read(self, raw: bytes) -> Any:
        try:
            return json.loads(raw) if raw else None
        except (ValueError, RecursionError):
            raise NoAnswer("", foreign=True) from None

    def declined(self, error: urllib.error.HTTPError) -> Exception:
        try:
            found = json.loads(error.read(LONGEST_ANSWER))
            return Declined(str(found["key"]), dict(found.get("params", {})), str(found.get("clause", "")), error.code)
        except (OSError, ValueError, KeyError, TypeError, RecursionError, http.client.HTTPException):
            return NoAnswer(f"HTTP {error.code}", foreign=True)


class NoDetour(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def reason_of(error: BaseException | str) -> Reason:
    return reason(error) if isinstance(error, BaseException) else Reason(error)
