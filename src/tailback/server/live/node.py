"""This process among those that share a store: what they tell each other, and who they are."""

from __future__ import annotations

import contextlib
import itertools

import msgspec

from tailback.server.live.chores import Chores
from tailback.server.live.presence import Elsewhere
from tailback.server.store import Store, StoreError
from tailback.server.truth import seats


class Gossip(msgspec.Struct, omit_defaults=True):
    """What processes tell each other. Without a table: I am alive. `ask`: who is at this table with you?

    `whom` is the only process that is asked, and must answer; without a table: who is at any of yours?
    """

    node: str
    table: str = ""
    ask: bool = False
    whom: str = ""
    gone: bool = False
    here: Elsewhere | None = None
    # A robot has been thinking for a while: about the decision of this number, at this seat.
    thinking: tuple[int, int] | None = None


class Node:
    def __init__(self, store: Store, chores: Chores) -> None:
        self.store = store
        self.chores = chores
        self.id = seats.new_token()
        self.numbers = itertools.count(1)

    def new_key(self) -> str:
        """A key for a row that nobody asked for; no other process makes the same."""
        return f"{self.id}.{next(self.numbers)}"

    def announce(self, table: str, here: Elsewhere, ask: bool = False, whom: str = "") -> None:
        """Tell the other processes who is at this table here."""
        self.chores.spawn(self.shout(Gossip(self.id, table, ask=ask, whom=whom, here=here)))

    def think_aloud(self, table: str, n: int, seat: int) -> None:
        """Tell the other processes that a robot takes its time."""
        self.chores.spawn(self.shout(Gossip(self.id, table, thinking=(n, seat))))

    async def shout(self, gossip: Gossip) -> None:
        """Lost when the store is away; it is repeated soon enough."""
        with contextlib.suppress(StoreError):
            await self.store.shout(msgspec.json.encode(gossip).decode())
