"""One game at a table, from its preparation to its end: how it was dealt, every move, and the way back."""

from __future__ import annotations

from typing import Any

from tailback import brought, games
from tailback.core import fair, record, undo
from tailback.core.contract import FIRST, Decision, Event, State
from tailback.core.errors import Explained
from tailback.core.game import Game
from tailback.server.truth import rows as r

# So often a position is put aside, so that going back costs the same in a long game as in a short one.
MARK_EVERY = 64


class Broken(Explained):
    """The rows of a table cannot be added up by this version."""


class Match:
    """One game at the table, from its preparation to its end."""

    def __init__(self, number: int, prepared: r.Prepared, n: int = 0) -> None:
        self.number = number
        self.game: Game = games.load(prepared.game)
        self.ours = games.is_ours(self.game)
        self.may_change = games.may_change(self.game)
        # A move that an earlier state of the rules allowed is no move any more: what comes after it waits to be mended.
        self.stale = False
        # What was asked for, and (once dealt) what the engine made of it.
        self.given: dict[str, Any] = self.game.known(prepared.options)
        agreed = self.game.agrees(prepared.rules, self.given)
        if not agreed and not (self.may_change and brought.watched()):
            key = "newer_rules" if prepared.rules > self.game.rules_version else "older_rules"
            raise Broken(key, version=prepared.rules, known=self.game.rules_version)
        self.preset = prepared.preset
        self.options: dict[str, Any] = self.given
        self.hide(prepared.secret)
        # Somebody outside could see the secret of this deal, or has chosen it.
        self.known_outside = False
        # Somebody sat down, left or was offered a chair since it was dealt.
        self.changed_hands = False
        self.youngest = prepared.youngest
        self.words: dict[int, str] = {}
        self.names: list[str] = []
        self.sitters: list[str] = []
        self.seed = -1
        # When it was dealt, in milliseconds since 1970: from then on its clock runs.
        self.dealt_at = 0
        self.state: State | None = None
        self.decision: Decision | None = None
        # The number of the open decision: it rises with each new one and is never used twice at a table.
        self.n = n
        self.steps: list[tuple[int, int]] = []
        # Of each move: the number of the decision that it answered, and whether a robot did.
        self.answers: list[tuple[int, bool]] = []
        # Positions on the way, with the number of moves before each.
        self.marks: list[tuple[int, State]] = []
        # Where the players of this game sit now, by the seats they had when it was dealt.
        self.places: dict[int, int] = {}
        # The other way round, once chairs have been moved after the end.
        self.moved: dict[int, int] | None = None

    def hide(self, secret: str) -> None:
        """The deal comes from this secret, and only its fingerprint is shown until the end."""
        self.secret = secret
        self.fingerprint = fair.fingerprint(secret) if secret else ""

    def seat_of(self, chair: int | None) -> int | None:
        """The seat in this game of whoever sits there now; None for watchers, and for whoever came later."""
        return self.moved.get(chair) if self.moved is not None and chair is not None else chair

    @property
    def ends_at(self) -> int | None:
        """When its time is up, in milliseconds since 1970; None where no clock runs, or where it has rung."""
        if self.state is None or self.decision is None or self.stale:
            return None
        seconds = int(self.state.lasts())
        return self.dealt_at + 1000 * seconds if seconds > 0 else None

    def deal(self, options: dict[str, Any], chairs: list[r.Chair], at: int) -> list[Event]:
        self.dealt_at = at
        self.options = self.game.known(options)
        self.names = [chair.name for chair in chairs]
        self.places = {seat: seat for seat in range(len(chairs))}
        self.moved = None
        self.sitters = [chair.level if chair.sitter == "bot" else record.PERSON for chair in chairs]
        self.seed = fair.seed(self.secret, [self.words.get(seat, "") for seat in range(len(chairs))])
        self.state = self.begin()
        self.decision = self.state.decision()
        self.n += 1
        return self.state.take_events()

    def stands_at(self, state: State) -> None:
        """Go on from this position, which the moves so far led to."""
        state.listen()
        self.state = state
        self.decision = state.decision()
        self.marks.append((len(self.steps), state.clone()))

    def reaches_back(self, moves: int) -> bool:
        """Is a position after so many moves far enough back for whatever may be taken back?"""
        return moves <= len(self.steps) - undo.FARTHEST

    def begin(self) -> State:
        return self.game.new(len(self.names), self.seed, self.options, listen=True)

    def move(self, seat: int, action: int, robot: bool = False) -> list[Event]:
        """Carry out an answer. The number of the decision stays while others still owe theirs."""
        state, before = self.state, self.decision
        assert state is not None
        state.apply(seat, action)
        self.steps.append((seat, action))
        self.answers.append((self.n, robot))
        if len(self.steps) % MARK_EVERY == 0:
            self.marks.append((len(self.steps), state.clone()))
        after = state.decision()
        self.decision = after
        if before is None or after is None or not same_question(before, after, seat):
            self.n += 1
        return state.take_events()

    def back_to(self, moves: int) -> None:
        self.state = self.position(moves)
        del self.steps[moves:]
        del self.answers[moves:]
        while self.marks and self.marks[-1][0] > moves:
            self.marks.pop()
        self.decision = self.state.decision()
        self.n += 1

    def position(self, moves: int) -> State:
        """The state after so many moves, listening, its events dropped."""
        done, state = 0, None
        for count, marked in reversed(self.marks):
            if count <= moves:
                done, state = count, marked.clone()
                state.listen()
                break
        state = state or self.begin()
        for seat, action in self.steps[done:moves]:
            state.apply(seat, action)
        state.take_events()
        return state

    def told_since(self, moves: int) -> list[Event]:
        """The events of everything after the first so many moves."""
        state = self.position(moves)
        for seat, action in self.steps[moves:]:
            state.apply(seat, action)
        return state.take_events()

    def undo_limit(self, seat: int) -> int:
        """The fewest moves this seat can go back to."""
        if self.state is None:
            return len(self.steps)
        return undo.limit(self.steps, seat, self.state, self.seed, self.position)


def same_question(before: Decision, after: Decision, seat: int) -> bool:
    """Is the table still collecting answers to the same question?

    Whoever let a window pass may be asked no more; for the others it is the same window.
    """
    left = tuple(other for other in before.awaited if other != seat)
    if not left or after.awaited != left or after.kind != before.kind:
        return False
    return after.seats == before.seats or (before.gate == FIRST and after.seats == left)
