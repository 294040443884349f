"""One address that can be asked, with all that its reference says of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple

from tailback.server.service.who import WHO, Word

JSON = "application/json"
# What a handler is given is a `Call`; those of the door want its own kind.
Handler = Callable[[Any], Coroutine[Any, Any, Any]]


class Answer(NamedTuple):
    """An answer that is no message, or written out already. `lasting`: it is the same each time, and nothing in it is
    secret."""

    body: bytes
    media: str = JSON
    headers: Mapping[str, str] = {}
    lasting: bool = False


class Route(NamedTuple):
    """One address. `body` and `answer` are message types, or a media type for other things."""

    method: str
    path: str
    handler: Handler
    body: Any
    answer: Any
    status: int
    # Who may ask; see `who.py`.
    who: Word
    query: tuple[str, ...]
    # Refusals of its own, besides those that come with its path, body and `who`; see `statuses`.
    refuses: tuple[int, ...]
    # May it be asked by devices that have reached the page of another one, about the table they came to?
    guests: bool = False

    @property
    def writes(self) -> bool:
        return self.method != "GET"

    @property
    def statuses(self) -> list[int]:
        """Every status that a refusal can have here."""
        # Asked by a name that is not ours.
        found = {421, *self.refuses}
        if self.writes:
            # A page of another site; too often.
            found |= {403, 429}
        if self.body is not None:
            found |= {400, 413, 415, 503}
        if "{table}" in self.path:
            # Gone; of rules that this version cannot play; woken too often; the store is away; the store is full.
            found |= {404, 409, 429, 503, 507} if self.writes else {404, 409, 429, 503}
        if WHO[self.who].token:
            found |= {401, 403}
        if self.query or "{seat}" in self.path or "{number}" in self.path:
            found |= {422}
        return sorted(found)


def listing(
    routes: list[Route],
) -> Callable[..., Callable[[Handler], Handler]]:
    """A decorator that puts handlers into this list. Nobody may ask what does not say who may."""

    def route(
        method: str,
        path: str,
        answer: Any,
        body: Any = None,
        status: int = 200,
        *,
        who: Word,
        query: tuple[str, ...] = (),
        refuses: tuple[int, ...] = (),
        guests: bool = False,
    ) -> Callable[[Handler], Handler]:
        def keep(handler: Handler) -> Handler:
            routes.append(Route(method, path, handler, body, answer, status, who, query, refuses, guests))
            return handler

        return keep

    return route
