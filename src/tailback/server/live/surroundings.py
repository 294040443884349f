"""What every table of a process finds round it."""

from __future__ import annotations

from typing import NamedTuple

from tailback.server.live.chores import Chores
from tailback.server.live.node import Node
from tailback.server.live.purse import FREE, Purse
from tailback.server.live.thinkers import Thinkers
from tailback.server.live.trying import Trying
from tailback.server.store import Store


class Surroundings(NamedTuple):
    store: Store
    pool: Thinkers
    chores: Chores
    node: Node
    # What links for people begin with.
    base: str
    # So long a table without devices stays awake, in seconds.
    linger: float
    # Who tries what games of others do; nobody where there are none.
    trying: Trying | None = None
    # Who pays for what robots do.
    purse: Purse = FREE

    def link(self, path: str) -> str:
        return self.base + path
