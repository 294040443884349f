"""The contract between the rules and everyone who uses them.

A `State` is one match in progress. It always has exactly one open `Decision`, or
none when the match is over: that is the only notion of "whose turn". `legal` and
`apply` speak in small ints; `Game` turns them into text and back. What a seat may
know comes out of `view`, what happened comes out of events, and both hide the
same things because a game writes down once who may see what.

A game writes `start`, `waiting`, `decision`, `verdict` (or `moves` and `verdict`, where
listing is quicker than trying), `do`, `why`, `show`, `own`, `guess`, `lapse`, `census`, `scores`,
`blank` and `copy_to`; everyone else calls what is shared: `legal`, `apply`, `view`,
`imagine`, `fallback`, `clone`. For its robots it may say how a sensible player acts (`instinct`),
how a careless one does (`slip`), and how far ahead it pays to look (`stretch`, `outlook`, `unseal`); for programs
that learn, what a seat knows as a row of numbers (`observe`).
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i16, i64, mypyc_attr

from tailback.core.errors import IllegalMove
from tailback.core.letters import VIEW, spell
from tailback.core.rng import Rng
from tailback.core.snapshot import dump, revive
from tailback.core.vecs import vec

ALL: Final = "all"
FIRST: Final = "first"

# Who moves where a clock outside says that the time of the match is up: nobody's seat. `State.lasts` says for which
# matches that is; the move is RING, stored like any other, so that whoever plays a match again reads no clock.
CLOCK: Final = -1
RING: Final = -1

# Verdicts on an action; a game numbers its own reasons from REASONS on.
LEGAL: Final = 0
NOT_ASKED: Final = 1
REASONS: Final = 2

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

    def __repr__(self) -> str:
        window = f", {self.seconds:g} s" if self.seconds is not None else ""
        return f"Decision({self.kind!r}, seats={self.seats}, awaited={self.awaited}, {self.gate}{window})"

    def __reduce__(self) -> Any:
        return Decision, (self.kind, self.seats, self.gate, self.seconds, self.hold, self.awaited)

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

    def __repr__(self) -> str:
        secret = f", secret={self.secret}, to={self.to}" if self.to else ""
        return f"Event({self.kind!r}, {self.data}{secret})"

    def __reduce__(self) -> Any:
        return Event, (self.kind, self.data, self.secret, self.to)

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) learns."""
        if seat is not None and seat in self.to:
            return {"kind": self.kind, **self.data, **self.secret}
        return {"kind": self.kind, **self.data}

    def full(self) -> dict[str, Any]:
        """Everything, for the record of a finished game."""
        return {"kind": self.kind, **self.data, **self.secret}


# A game from elsewhere is plain Python and builds on the compiled classes.
@mypyc_attr(allow_interpreted_subclasses=True)
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

    def __repr__(self) -> str:
        asked = self.decision()
        doing = "over" if asked is None else f"{asked.kind!r} by {asked.awaited}"
        return f"<{type(self).__name__}: {int(self.players)} players, {doing}, scores {self.scores()}>"

    def __reduce__(self) -> Any:
        """For `pickle` and `copy.deepcopy`: like `clone`, the copy has no listeners."""
        return revive, (type(self), int(self.players), self.options, dump(self))

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

    def verdict(self, seat: i64, action: i64) -> i64:
        """May this seat do this now? LEGAL, NOT_ASKED, or the number of a reason of the game's own, which `why` tells.

        The one place that says what is legal.
        """
        raise NotImplementedError

    def do(self, seat: i64, action: i64) -> None:
        """Carry out a legal action."""
        raise NotImplementedError

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        """The reason behind a verdict of the game's own, with its clause."""
        raise NotImplementedError

    def show(self) -> View:
        """What everybody may know, as plain data: the view of a spectator."""
        raise NotImplementedError

    def own(self, seat: i64) -> View:
        """What this seat knows besides, by the names in its view; a name that `show` has, too, is replaced."""
        raise NotImplementedError

    def guess(self, seat: int | None, rng: Rng) -> State:
        """What `imagine` gives; the seat is one of this match."""
        raise NotImplementedError

    def lapse(self, seat: i64) -> i64:
        """What `fallback` gives; the seat is one of this match and awaited."""
        raise NotImplementedError

    def census(self) -> list[str]:
        """Every card and piece of the box, wherever it is now; the same at every step."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Final, or so far."""
        raise NotImplementedError

    def blank(self) -> State:
        """A state of the same class with nothing in it, for `clone` to fill."""
        raise NotImplementedError

    def copy_to(self, twin: State) -> None:
        """Give a blank everything that this state has; first of all `copy_base`."""
        raise NotImplementedError

    def moves(self, seat: i64) -> i64:
        """Write the legal actions of this seat into `buf`, in a stable order; return how many.

        A game may list them itself where that is quicker than asking `verdict` about each one.
        """
        n: i64 = 0
        for action in range(len(self.buf)):
            if self.verdict(seat, action) == LEGAL:
                self.buf[n] = action
                n += 1
        return n

    # What a game may say for its robots.

    def instinct(self, seat: i64, rng: Rng) -> i64:
        """What a sensible player in this seat does now, from what the seat knows and nothing else; chance settles ties.

        The seat is asked. The same knowledge and the same chance give the same action in every world.
        """
        n = self.moves(seat)
        return self.buf[rng.below(n)]

    def slip(self, seat: i64, level: i64, rng: Rng) -> i64:
        """What a player of level 1 (as a child of five) or 2 (careless) does now, from what the seat knows."""
        if rng.below(100) < (60 if level == 1 else 30):
            n = self.moves(seat)
            return self.buf[rng.below(n)]
        return self.instinct(seat, rng)

    def stretch(self) -> i64:
        """The number of the part of the match that can be influenced now, such as a round: search looks to its end."""
        return 0

    def outlook(self, seat: i64) -> float:
        """The chance, 0 to 1, that this seat wins the match; asked when it is over or a stretch has just begun."""
        places = self.ranking()
        return 1.0 / places.count(1) if places[seat] == 1 else 0.0

    def unseal(self, seat: i64) -> None:
        """Take back what others have chosen face down, so that they are asked again: for an imagined world only."""

    # What a game may say to a clock outside.

    def lasts(self) -> i64:
        """So many seconds after its deal the time of this match is up; 0 where no clock runs, or where it has rung."""
        return 0

    def ring(self) -> None:
        """The clock outside has said so. The question that is open stays open."""
        raise NotImplementedError

    # What a game may say for devices that several people share.

    def forced(self, seat: i64) -> bool:
        """Can this seat do but one thing, and does everybody know so: from what all see, or from this very answer?

        Then a device that several share answers for it and passes by its door. The seat is asked.
        """
        return False

    # What a game may say for programs that learn.

    def observe(self, seat: i64, out: vec[i16], at: i64) -> None:
        """Write what this seat knows into `out` from `at` on, where only zeros are: what its game's `row` lists.

        A game that says nothing of it has its view there, letter by letter.
        """
        spell(self.view(int(seat)), VIEW, out, at, f"a view of {type(self).__module__}.{type(self).__name__}")

    def usual(self) -> dict[str, Any]:
        """The options as they are where nobody chose; what differs is in the view, as `house`."""
        return {}

    # What all games share.

    def clone(self) -> State:
        """An independent copy; nobody listens to it yet."""
        twin = self.blank()
        self.copy_to(twin)
        return twin

    def view(self, seat: int | None) -> View:
        """All that this seat (None: a spectator) may know, as plain data."""
        if seat is not None:
            self.must_sit(seat)
        found = self.show()
        found["seat"] = seat
        usual = self.usual()
        found["house"] = {name: value for name, value in self.options.items() if usual.get(name) != value}
        if seat is not None:
            found.update(self.own(seat))
        return found

    def imagine(self, seat: int | None, rng: Rng) -> State:
        """A random world that this seat (None: a spectator) cannot tell from the real one."""
        if seat is not None:
            self.must_sit(seat)
        return self.guess(seat, rng)

    def fallback(self, seat: i64) -> i64:
        """The action that a clock plays for a seat that let its time run out; -1 for a seat that is not asked."""
        self.must_sit(seat)
        return self.lapse(seat)

    def legal(self, seat: i64) -> list[int]:
        """The legal actions of this seat; empty for a seat that is not asked."""
        self.must_sit(seat)
        n = self.moves(seat)
        buf = self.buf
        found: list[int] = []
        for i in range(n):
            found.append(int(buf[i]))
        return found

    def allows(self, seat: i64, action: i64) -> bool:
        """Is this action legal for this seat now?"""
        self.must_sit(seat)
        return self.verdict(seat, action) == LEGAL

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out an action, or raise IllegalMove and change nothing. Only what keeps the time acts as CLOCK."""
        if seat == CLOCK and action == RING:
            if self.waiting() < 0 or self.lasts() == 0:
                raise IllegalMove("", "no_clock")
            self.ring()
            return
        if not self.allows(seat, action):
            raise self.refusal(seat, action)
        self.do(seat, action)

    def must_sit(self, seat: i64) -> None:
        """Everything that takes a seat refuses a wrong one here."""
        if seat < 0 or seat >= self.players:
            raise IllegalMove("", "no_such_seat", {"seat": int(seat)})

    def refusal(self, seat: i64, action: i64) -> IllegalMove:
        """The reason against an action that is not legal: first the common ones, then the game's."""
        self.must_sit(seat)
        if self.waiting() < 0:
            return IllegalMove("", "match_over")
        verdict = self.verdict(seat, action)
        if verdict == NOT_ASKED:
            return IllegalMove("", "not_asked", {"seat": int(seat)})
        return self.why(seat, action, verdict)

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
        """Note an event, if somebody listens."""
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
