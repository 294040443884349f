"""A match looked at closely: which rules mattered, how long people would sit over it, and who could still win."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tailback import games
from tailback.core.contract import FIRST, Decision, Event, State
from tailback.core.game import Game
from tailback.core.rng import Rng
from tailback.core.simulate import APART, chances

# People at a table, in seconds. Something that must be done anyway; a choice, and a choice among twice as many (Hick's
# law: time grows with the logarithm); nobody thinks longer than that on the average. What is seen after a move takes as
# long as our own table shows it, or so long where a game does not say.
FORCED = 1.5
CHOICE = 3.0
DOUBLED = 2.0
LONGEST = 15.0
SHOWN = 0.5
# A window in which anybody may be first stands open so long, whatever the clock of a table would allow.
WINDOW = 3.0

# A match is looked at after each tenth of its decisions, and played on so often from there.
MOMENTS = 9
PLAYOUTS = 64
# Chances are counted in these parts of one.
WHOLE = 10_000

Sitter = Callable[[State, int, Rng], int]


class Watch:
    """What was seen of one match."""

    def __init__(self, game: Game, players: int) -> None:
        self.moves: list[tuple[int, int]] = []
        # The seats in the order in which they were first asked.
        self.order: list[int] = []
        self.turns = 0
        self.choices = 0
        self.offered = 0
        self.rules = dict.fromkeys(rule_ids(game.id), 0)
        # How long until one's next turn, on the average: in tenths of a second, and in tenths of a decision of others.
        self.wait = 0
        self.wait_decisions = 0
        self._seconds = 0.0
        self._shown = telling(game.id)
        self._noted = noted(game.id)
        self._slowest = 0.0
        # Whose turn it is, who may be first in an open window, and when each seat last acted.
        self._turn: tuple[int, ...] = ()
        self._window: tuple[int, ...] = ()
        self._acted: list[tuple[float, int] | None] = [None] * players
        self._waits: list[tuple[float, int]] = []

    @property
    def tenths(self) -> int:
        """How long people would have taken, in tenths of a second."""
        return round(10 * self._seconds)

    def asked(self, decision: Decision, legal: int) -> None:
        """The first of those who are awaited is about to answer."""
        seat = decision.awaited[0]
        if seat not in self.order:
            self.order.append(seat)
        self.choices += legal > 1
        self.offered += legal
        if decision.gate == FIRST:
            if self._window != decision.seats:
                self._window = decision.seats
                self._seconds += WINDOW
            return
        self._window = ()
        together = len(decision.seats) > 1
        if decision.awaited == decision.seats and (together or self._turn != decision.seats):
            self.begin_turn(decision.seats)
        thinks = thinking(legal)
        if not together:
            self._seconds += thinks
        else:
            # All think at the same time; the table waits for the slowest.
            self._slowest = max(self._slowest, thinks)
            if len(decision.awaited) == 1:
                self._seconds += self._slowest
                self._slowest = 0.0
        self._acted[seat] = (self._seconds, len(self.moves) + 1)

    def begin_turn(self, seats: tuple[int, ...]) -> None:
        """What these seats waited is counted; a turn goes on through windows in which others might have acted."""
        self.turns += 1
        self._turn = seats
        for seat in seats:
            acted = self._acted[seat]
            if acted is not None:
                self._waits.append((self._seconds - acted[0], len(self.moves) - acted[1]))

    def told(self, events: Sequence[Event]) -> None:
        for event in events:
            self._seconds += self._shown.get(event.kind, SHOWN)
            for rule, when in self._noted.get(event.kind, ()):
                if not when or fits(event, when):
                    self.rules[rule] += 1

    def over(self, players: int) -> None:
        self.order += [seat for seat in range(players) if seat not in self.order]
        if self._waits:
            self.wait = round(10 * sum(seconds for seconds, _ in self._waits) / len(self._waits))
            self.wait_decisions = round(10 * sum(count for _, count in self._waits) / len(self._waits))


def closely(game: Game, state: State, seed: int, sits: Sequence[Sitter], rng: Rng) -> Watch:
    """Play one match with open eyes; afterwards `state` is its end."""
    players = len(sits)
    seen = Watch(game, players)
    state.events = []
    state.start(seed)
    seen.told(state.take_events())
    while (decision := state.decision()) is not None:
        seat = decision.awaited[0]
        seen.asked(decision, choices(game, state.legal(seat)))
        action = sits[seat](state, seat, rng)
        state.apply(seat, action)
        seen.moves.append((seat, action))
        seen.told(state.take_events())
    seen.over(players)
    state.events = None
    return seen


def followed(state: State, seed: int, moves: Sequence[tuple[int, int]], minds: list[int]) -> list[list[int]]:
    """Each seat's chance at each moment of a match."""
    marks = [max(1, round(len(moves) * (i + 1) / (MOMENTS + 1))) for i in range(MOMENTS)]
    found: list[list[int]] = []
    state.start(seed)
    for n, (seat, action) in enumerate(moves, 1):
        state.apply(seat, action)
        for moment in (i for i, mark in enumerate(marks) if mark == n):
            found.append(chances(state, minds, PLAYOUTS, WHOLE, Rng((seed ^ APART) << 8 | moment + 1)))
    return found


def choices(game: Game, legal: Sequence[int]) -> int:
    """Among how many things somebody chooses: of all that could be said, only one is true, so it counts once."""
    said = sum(action in spoken(game.id) for action in legal)
    return len(legal) - max(0, said - 1)


@cache
def spoken(game_id: str) -> frozenset[int]:
    """The actions that are words."""
    game = games.load(game_id)
    return frozenset(game.parse(notation) for notation in game.phrases.values())


@cache
def thinking(legal: int) -> float:
    """How long somebody sits over so many possibilities, in seconds."""
    return FORCED if legal == 1 else min(LONGEST, CHOICE + DOUBLED * math.log2(legal))


@cache
def telling(game_id: str) -> dict[str, float]:
    """How long our own table shows each kind of event, in seconds; nothing of a game that does not say."""
    try:
        return {kind: ms / 1000 for kind, ms in games.load(game_id).data("telling.json").items()}
    except FileNotFoundError:
        return {}


@cache
def rule_ids(game_id: str) -> tuple[str, ...]:
    """What is counted of the rules; read once, not for every match."""
    return tuple(one["id"] for one in games.load(game_id).matters())


# What everybody must see in an event: names, each with the values that will do.
When = tuple[tuple[str, tuple[Any, ...]], ...]


@cache
def noted(game_id: str) -> dict[str, list[tuple[str, When]]]:
    """By the kind of event: what counts one more, and under which condition."""
    found: dict[str, list[tuple[str, When]]] = {}
    for one in games.load(game_id).matters():
        wanted = one.get("when", {}).items()
        when = tuple((name, tuple(value) if isinstance(value, list) else (value,)) for name, value in wanted)
        for kind in one["events"]:
            found.setdefault(kind, []).append((one["id"], when))
    return found


def fits(event: Event, when: When) -> bool:
    data = event.data
    for name, wanted in when:
        if data.get(name) not in wanted:
            return False
    return True
