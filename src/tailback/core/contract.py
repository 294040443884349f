"""The contract between the rules and everyone who uses them.

A `State` is one match in progress. It always has exactly one open `Decision`, or
none when the match is over: that is the only notion of "whose turn". `legal` and
`apply` speak in small ints; `Game` turns them into text and back. What a seat may
know comes out of `view`, what happened comes out of events, and both hide the
same things because a game writes down once who may see what.

A game overrides `waiting`, `decision`, `moves`, `do`, `why`, `view`, `imagine`,
`census`, `scores`, `start`, `clone` and `fallback`; the rest is shared.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tailback.core.errors import IllegalMove as IllegalMove
from tailback.core.rng import Rng
from tailback.core.vecs import vec

ALL: Final = "all"
FIRST: Final = "first"

View = dict[str, Any]


class Decision:
    """Who may act now. Everything in it is public.

    `seats` may answer; `awaited` are those the table still waits for (a sealed
    answer may be changed until the last one is in, so a seat can be in `seats`
    and no longer in `awaited`). `gate` ALL resolves when nobody is awaited, FIRST
    with the first real answer. `seconds` is advice to a clock outside; `hold` asks
    that clock to run its full time, so that a short pause tells nothing.
    """

    def __init__(
        self,
        kind: str = "",
        seats: tuple[int, ...] = (),
        gate: str = ALL,
        seconds: float | None = None,
        hold: bool = False,
        awaited: tuple[int, ...] | None = None,
    ) -> None:
        self.kind = kind
        self.seats = seats
        self.gate = gate
        self.seconds = seconds
        self.hold = hold
        self.awaited: tuple[int, ...] = seats if awaited is None else awaited

    def data(self) -> dict[str, Any]:
        """The decision as plain data, the same for everyone."""
        return {
            "kind": self.kind,
            "seats": list(self.seats),
            "gate": self.gate,
            "seconds": self.seconds,
            "hold": self.hold,
            "awaited": list(self.awaited),
        }


class Event:
    """Something that happened. `data` is for everyone, `secret` only for the seats in `to`."""

    def __init__(
        self,
        kind: str = "",
        data: dict[str, Any] | None = None,
        secret: dict[str, Any] | None = None,
        to: tuple[int, ...] = (),
    ) -> None:
        self.kind = kind
        self.data: dict[str, Any] = data if data is not None else {}
        self.secret: dict[str, Any] = secret if secret is not None else {}
        self.to = to

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) learns."""
        if seat is not None and seat in self.to:
            return {"kind": self.kind, **self.data, **self.secret}
        return {"kind": self.kind, **self.data}

    def full(self) -> dict[str, Any]:
        """Everything, for the record of a finished game."""
        return {"kind": self.kind, **self.data, **self.secret}


class State:
    """One match in progress: mutable, compact, cheap to clone.

    Compiled, `__new__` runs `__init__`; so zero players make the blank that `clone` fills.
    """

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None, moves_max: i64 = 8) -> None:
        if players == 0:
            return
        self.players: i64 = players
        self.options: dict[str, Any] = options if options is not None else {}
        self.rng: Rng = Rng(0)
        self.lower_wins: bool = False
        # Scratch for `moves`; shared by clones, meaningless between calls.
        self.buf: vec[i64] = vec[i64]([0] * moves_max)
        # Recorded only while somebody listens.
        self.events: list[Event] | None = None

    # What a game must say.

    def start(self, seed: int) -> None:
        """Set up a new match from this seed."""
        raise NotImplementedError

    def waiting(self) -> i64:
        """The first seat the open decision waits for, -1 when the match is over."""
        raise NotImplementedError

    def decision(self) -> Decision | None:
        """The one open decision; None when the match is over."""
        raise NotImplementedError

    def moves(self, seat: i64) -> i64:
        """Write the legal actions of this seat into `buf`, in a stable order; return how many."""
        raise NotImplementedError

    def do(self, seat: i64, action: i64) -> None:
        """Carry out a legal action."""
        raise NotImplementedError

    def why(self, seat: i64, action: i64) -> IllegalMove:
        """Why this action is refused just now."""
        raise NotImplementedError

    def view(self, seat: int | None) -> View:
        """All that this seat (None: a spectator) may know, as plain data."""
        raise NotImplementedError

    def imagine(self, seat: int | None, rng: Rng) -> State:
        """A random world that this seat cannot tell from the real one."""
        raise NotImplementedError

    def census(self) -> list[str]:
        """Every card and piece of the box, wherever it is now; the same at every step."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Final, or so far."""
        raise NotImplementedError

    def clone(self) -> State:
        raise NotImplementedError

    def fallback(self, seat: i64) -> i64:
        """The action that a clock plays for a seat that let its time run out."""
        raise NotImplementedError

    # What all games share.

    def legal(self, seat: i64) -> list[int]:
        """The legal actions of this seat; empty for a seat that is not asked."""
        if seat < 0 or seat >= self.players:
            return []
        n = self.moves(seat)
        buf = self.buf
        found: list[int] = []
        for i in range(n):
            found.append(int(buf[i]))
        return found

    def allows(self, seat: i64, action: i64) -> bool:
        if seat < 0 or seat >= self.players:
            return False
        n = self.moves(seat)
        buf = self.buf
        for i in range(n):
            if buf[i] == action:
                return True
        return False

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out an action, or raise IllegalMove and change nothing."""
        if not self.allows(seat, action):
            raise self.refusal(seat, action)
        self.do(seat, action)

    def refusal(self, seat: i64, action: i64) -> IllegalMove:
        """The reason against an action that is not legal: first the common ones, then the game's."""
        if seat < 0 or seat >= self.players:
            return IllegalMove("", "no_such_seat", {"seat": int(seat)})
        if self.waiting() < 0:
            return IllegalMove("", "match_over")
        if self.moves(seat) == 0:
            return IllegalMove("", "not_asked", {"seat": int(seat)})
        return self.why(seat, action)

    def ranking(self) -> list[int]:
        """The place of each seat, 1 for the winner; ties share a place."""
        scores = self.scores()
        places: list[int] = []
        for mine in scores:
            better = 0
            for other in scores:
                if (other < mine) if self.lower_wins else (other > mine):
                    better += 1
            places.append(better + 1)
        return places

    def listen(self) -> None:
        """Record events from now on."""
        if self.events is None:
            self.events = []

    def take_events(self) -> list[Event]:
        """The events since the last call."""
        if self.events is None:
            return []
        taken = self.events
        self.events = []
        return taken

    def tell(
        self, kind: str, data: dict[str, Any], secret: dict[str, Any] | None = None, to: tuple[int, ...] = ()
    ) -> None:
        if self.events is not None:
            self.events.append(Event(kind, data, secret, to))

    def copy_base(self, twin: State) -> None:
        """The shared part of `clone`: a clone starts without listeners."""
        twin.players = self.players
        twin.options = self.options
        twin.rng = self.rng.clone()
        twin.lower_wins = self.lower_wins
        twin.buf = self.buf
        twin.events = None
