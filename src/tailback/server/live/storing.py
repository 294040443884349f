"""Where a store that cannot serve becomes a refusal that a client understands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tailback.server.store import StoreError, StoreFull
from tailback.server.truth.refusal import Refused


def store_away() -> Refused:
    """Nobody can say now how the table stands; asked again soon, it may be known."""
    return Refused("store_away", 503)


@contextmanager
def storing() -> Iterator[None]:
    """What is asked of the store in here is done, or refused: no room, or not there."""
    try:
        yield
    except StoreFull:
        raise Refused("store_full", 507) from None
    except StoreError:
        raise store_away() from None
