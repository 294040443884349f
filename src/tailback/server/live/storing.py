"""Where a store that cannot serve becomes a refusal that a client understands."""

from __future__ import annotations

from types import TracebackType

from tailback.server.store import StoreError, StoreFull
from tailback.server.truth.refusal import Refused


def store_away() -> Refused:
    """Nobody can say now how the table stands; asked again soon, it may be known."""
    return Refused("store_away", 503)


class Storing:
    """What is asked of the store in here is done, or refused: no room, or not there."""

    def __enter__(self) -> None:
        """Every move passes here: that is why it is no generator."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if isinstance(error, StoreFull):
            raise Refused("store_full", 507) from None
        if isinstance(error, StoreError):
            raise store_away() from None


STORING = Storing()


def storing() -> Storing:
    return STORING
