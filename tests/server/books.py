"""A table's rows without a server: written at the desk, added up in a ledger."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tailback import games
from tailback.core import fair
from tailback.server.truth import desk, seats
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.refusal import Refused

SECRET = "5e" * fair.SECRET_BYTES
NAMES = ("Ann", "Ben", "Cem", "Dora")


class Book:
    """A ledger and the rows that were written, as a table keeps them."""

    def __init__(self, game: str, chairs: str = "person person", options: dict[str, Any] | None = None) -> None:
        self.ledger = Ledger("t")
        self.chance = random.Random(1)
        self.rows: list[bytes] = []
        made = [self.chair(seat, sitter) for seat, sitter in enumerate(chairs.split())]
        self.add(r.Opened(at=1, host=seats.hashed("host"), chairs=made))
        self.add(
            r.Prepared(at=1, game=game, rules=games.load(game).rules_version, options=options or {}, secret=SECRET)
        )

    def chair(self, seat: int, sitter: str) -> r.Chair:
        level = "3" if sitter == "bot" else ""
        token = seats.hashed(f"token{seat}") if sitter == "person" else ""
        return r.Chair(NAMES[seat], seats.COLOURS[seat], sitter, level, token)  # type: ignore[arg-type]

    def add(self, row: r.AnyRow | None) -> list[str]:
        """Write a row; the kinds of events it caused."""
        assert row is not None
        raw = r.encode(row)
        self.rows.append(raw)
        return [event.kind for event in self.ledger.apply(r.decode(raw)).events]

    def deal(self) -> None:
        self.add(desk.deal(self.ledger, 2))

    def move(self, seat: int | None = None, action: int | str | None = None) -> list[str]:
        """An answer, by default some legal one of whoever is asked first."""
        match = desk.playing(self.ledger)
        assert match.decision is not None
        assert match.state is not None
        who = match.decision.awaited[0] if seat is None else seat
        what = match.game.parse(action) if isinstance(action, str) else action
        if what is None:
            what = self.chance.choice(match.state.legal(who))
        return self.add(desk.answer(self.ledger, 3, who, match.n, what))

    def play_out(self) -> None:
        while self.ledger.phase == "playing":
            self.move()

    @property
    def n(self) -> int:
        return desk.current(self.ledger).n


def refused(key: str, ask: Any, *given: Any, **more: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        ask(*given, **more)
    assert caught.value.key == key
    return caught.value
