"""Who is let into the lab: whoever holds the key that the server printed when it started."""

from __future__ import annotations

from pathlib import Path

from tailback.server.lab.bench import Bench
from tailback.server.lab.shelf import Shelf
from tailback.server.service.limits import Limits
from tailback.server.truth import seats
from tailback.server.truth.refusal import Refused


class Room:
    """`key` is the hash of the token; without one there is no lab here."""

    def __init__(self, key: str, folder: str, elsewhere: str, limits: Limits) -> None:
        self.key = key
        self.limits = limits
        self.shelf = Shelf(Path(folder), [Path(elsewhere)] if elsewhere else [])
        self.bench = Bench(self.shelf)

    def let_in(self, token: str, address: str) -> None:
        """Wrong keys count as wrong codes do: first the guess is paid for, then it is looked at."""
        if not self.key:
            raise Refused("no_such_page", 404)
        if not self.limits.codes.take(address):
            raise Refused("too_often", 429)
        if not seats.same(self.key, seats.hashed(token)):
            raise Refused("lab_key", 401)
        self.limits.codes.give_back(address)
