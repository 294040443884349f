"""Traffic-Memory as a game: its facts, checks, notation and positions from text."""

from __future__ import annotations

from typing import Any

from mypy_extensions import u8

from tailback.core.contract import State
from tailback.core.errors import BadNotation, BadOption
from tailback.core.game import MEMORY, Game
from tailback.core.notation import seat_letter, seat_of
from tailback.games.traffic_memory.material import (
    ACTIONS,
    EDITIONS,
    FEWEST,
    NUMBERS,
    OPTIONS,
    PLACES,
    PRESETS,
    STOP,
    card_of,
    is_small,
    pack,
)
from tailback.games.traffic_memory.play import MemoryState
from tailback.games.traffic_memory.table import CLOSED, HOLE, SEEN, TAKEN


class TrafficMemory(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "traffic_memory"
        self.fewest, self.usual, self.most = 2, 3, 5
        self.players_clause = "TM-24"
        self.age = 5
        self.minutes = (10, 15)
        self.forgetful = True
        self.options = OPTIONS
        self.presets = PRESETS
        self.editions = EDITIONS
        self.genre = MEMORY
        self.short = {"highest": 12}
        self.clauses = {"TM-": 24, "TM-Q": 18}
        self.actions = ACTIONS

    def make(self, players: int, options: dict[str, Any]) -> State:
        return MemoryState(players, options)

    def bound(self, players: int, options: dict[str, Any]) -> int:
        """Blind luck has to hit the last fitting cards: no hard limit, but e^-30 beyond this."""
        return 2_000 * len(pack(options["lowest"], options["highest"], options["jokers"]))

    def check(self, players: int, options: dict[str, Any]) -> None:
        ages: tuple[int, ...] = options["ageOrder"]
        if ages and sorted(ages) != list(range(players)):
            raise BadOption("TM-6", "bad_age_order", {"players": players}, {"ageOrder": ()})
        lowest: int = options["lowest"]
        if options["highest"] - lowest < FEWEST - 1:
            highest = min(lowest + FEWEST - 1, NUMBERS)
            raise BadOption(
                "TM-Q15",
                "range_too_small",
                {"lowest": lowest, "highest": options["highest"], "fewest": FEWEST},
                {"lowest": lowest, "highest": highest},
            )

    def notation(self, action: int) -> str:
        """
        >>> [GAME.notation(a) for a in (0, 57, 58)]
        ['flip 1', 'flip 58', 'stop']
        """
        return "stop" if action == STOP else f"flip {action + 1}"

    def describe(self, action: int) -> tuple[str, dict[str, Any]]:
        if action == STOP:
            return "stop", {}
        return "flip", {"place": action + 1}

    def arrange(self, state: State, fields: dict[str, str]) -> None:
        """Fields: cards (by place, `_` for a hole, S for any joker), A, B, ... (cards won), seen and open
        (numbers of places), turn. Without `cards` the dealt table stays."""
        assert isinstance(state, MemoryState)
        players = int(state.players)
        used: set[int] = set()
        names = fields.pop("cards", "").split()
        if names:
            if len(names) > PLACES:
                raise BadNotation("bad_field", {"field": "cards"})
            state.places = len(names)
            for place in range(PLACES):
                state.mark[place] = u8(HOLE)
            for place, name in enumerate(names):
                if name != "_":
                    state.face[place] = u8(card_of(name, used))
                    state.mark[place] = u8(CLOSED)
        if not names:
            used.update(int(state.face[place]) for place in range(state.places))
        for seat in range(players):
            self.give(state, seat, fields.pop(seat_letter(seat), ""), used)
        for place in places_of(fields.pop("seen", ""), state):
            state.mark[place] = u8(SEEN)
        opened = places_of(fields.pop("open", ""), state)
        state.seat = seat_of(fields.pop("turn", "A"), players)
        if fields:
            raise BadNotation("unknown_field", {"field": ", ".join(fields)})
        state.survey()
        state.next_turn()
        state.events = None
        for place in opened:
            if not state.allows(state.seat, place):
                raise BadNotation("bad_field", {"field": "open"})
            state.do(state.seat, place)

    def give(self, state: MemoryState, seat: int, names: str, used: set[int]) -> None:
        """Cards won earlier came from the holes; the ones beyond lie outside the table."""
        for name in names.split():
            card = card_of(name, used)
            place = 0
            while place < PLACES and int(state.mark[place]) != HOLE:
                place += 1
            if place == PLACES:
                raise BadNotation("bad_field", {"field": seat_letter(seat)})
            state.face[place] = u8(card)
            state.mark[place] = u8(TAKEN + seat)
            state.won[seat] += u8(1)


def places_of(text: str, state: MemoryState) -> list[int]:
    """Numbers of places that hold a card, counted from 0."""
    found: list[int] = []
    for word in text.split():
        place = int(word) - 1 if is_small(word) else -1
        if not 0 <= place < state.places or int(state.mark[place]) >= HOLE:
            raise BadNotation("bad_field", {"field": word})
        found.append(place)
    return found


GAME = TrafficMemory()
