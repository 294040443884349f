"""One address that can be asked, with all that its reference says of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

JSON = "application/json"
# What a handler is given is a `Call`; those of the door want its own kind.
Handler = Callable[[Any], Awaitable[Any]]


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
    # Who may ask: "" anyone, "own" anyone, but a token shows more, "seat" whoever sits at the table, "host" its host.
    who: str
    query: tuple[str, ...]
    # Refusals of its own, besides those that come with its path, body and `who`; see `statuses`.
    refuses: tuple[int, ...]

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
        if self.who:
            found |= {401, 403}
        if self.query or "{seat}" in self.path or "{number}" in self.path:
            found |= {422}
        return sorted(found)


def listing(
    routes: list[Route],
) -> Callable[..., Callable[[Handler], Handler]]:
    """A decorator that puts handlers into this list."""

    def route(
        method: str,
        path: str,
        answer: Any,
        body: Any = None,
        status: int = 200,
        who: str = "",
        query: tuple[str, ...] = (),
        refuses: tuple[int, ...] = (),
    ) -> Callable[[Handler], Handler]:
        def keep(handler: Handler) -> Handler:
            routes.append(Route(method, path, handler, body, answer, status, who, query, refuses))
            return handler

        return keep

    return route
