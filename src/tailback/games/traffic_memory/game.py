"""Traffic-Memory as a game: its facts, checks, notation and positions from text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import u8

from tailback.core.contract import LEGAL, State, View
from tailback.core.errors import BadOption
from tailback.core.game import MEMORY, Game
from tailback.core.notation import seat_letter
from tailback.core.observe import Part
from tailback.core.position import no_more, take_seat, whole, wrong
from tailback.core.rng import Rng
from tailback.games.traffic_memory.master import ponder
from tailback.games.traffic_memory.material import (
    ACTIONS,
    BARREN,
    EDITIONS,
    FEWEST,
    NUMBERS,
    ONCE_PRESETS,
    OPTIONS,
    PLACES,
    PRESETS,
    STOP,
    card_of,
    cards_ahead,
    most_ahead,
    pack,
)
from tailback.games.traffic_memory.observe import parts
from tailback.games.traffic_memory.play import MemoryState
from tailback.games.traffic_memory.table import CLOSED, HOLE, SEEN, TAKEN


class TrafficMemory(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "traffic_memory"
        self.rules_version = 2
        self.fewest, self.usual, self.most = 2, 3, 5
        self.players_clause = "TM-24"
        self.age = 5
        self.forgetful = True
        self.options = OPTIONS
        self.presets = PRESETS
        self.editions = EDITIONS
        self.once_presets = ONCE_PRESETS
        self.genre = MEMORY
        self.short = {"highest": 12}
        self.clauses = {"TM-": 24, "TM-Q": 20}
        self.actions = ACTIONS
        self.pace = 1_000_000

    def make(self, players: int, options: dict[str, Any]) -> State:
        return MemoryState(players, options)

    def rebuild(self, state: State, view: View) -> None:
        assert isinstance(state, MemoryState)
        names: list[str | None] = view["table"]
        opened: list[int] = view["opened"]
        known: dict[str, str] = {**view["seen"], **view.get("rest", {})}
        known.update((str(place), names[place - 1] or "") for place in opened)
        hidden = list(view["left"])
        for name in known.values():
            hidden.remove(name)
        cards = ["_" if name is None else known.get(str(k + 1), "") or hidden.pop() for k, name in enumerate(names)]
        lay_out(state, " ".join(cards), [" ".join(seat["pile"]) for seat in view["seats"]])
        for place, age in view["age"].items():
            look_at(state, int(place) - 1, view["flips"] - age)
        state.flips = view["flips"] - len(opened)
        state.barren = view["barren"]
        state.seat = view["turn"] or 0
        state.survey()
        state.next_turn()
        for place in opened:
            state.do(state.seat, place - 1)

    def ponder(self, state: State, seat: int, level: int, steps: int, rng: Rng) -> int:
        return int(ponder(state, seat, level, steps, rng))

    def bound(self, players: int, options: dict[str, Any]) -> int:
        """A turn that takes nothing has at most three decisions, one that takes cards at most two besides. TM-Q20"""
        cards = len(pack(options["lowest"], options["highest"], options["jokers"]))
        return 2 * cards + 3 * BARREN * (cards // 2 + 1)

    def settle(self, players: int, given: Mapping[str, Any] | None = None, preset: str = "") -> dict[str, Any]:
        options = super().settle(players, given, preset)
        chosen = self.known(given if given is not None else {})
        if options["edition"] == "000" and "late_bridge" not in chosen:
            # The English sheet prints it in an example with jokers, and nowhere else. TM-Q11
            numbers = options["highest"] - options["lowest"] + 1
            options["late_bridge"] = len(pack(options["lowest"], options["highest"], options["jokers"])) > numbers
        return options

    def agrees(self, version: int, options: Mapping[str, Any]) -> bool:
        # Version 2 ends matches that would never end; editions and options that are newer stand in what was stored.
        return version in (1, 2)

    def check(self, players: int, options: dict[str, Any]) -> None:
        ages: tuple[int, ...] = options["age_order"]
        if ages and sorted(ages) != list(range(players)):
            raise BadOption("TM-6", "bad_age_order", {"players": players}, {"age_order": ()})
        lowest: int = options["lowest"]
        if options["highest"] - lowest < FEWEST - 1:
            highest = min(lowest + FEWEST - 1, NUMBERS)
            raise BadOption(
                "TM-Q15",
                "range_too_small",
                {"lowest": lowest, "highest": options["highest"], "fewest": FEWEST},
                {"lowest": lowest, "highest": highest},
            )

    def head_start(self, players: int, options: dict[str, Any]) -> tuple[str, int, int]:
        cards = len(pack(options["lowest"], options["highest"], options["jokers"]))
        return "cards", int(options["head_start"]) or cards_ahead(players, cards), 0

    def head_starts(self, players: int, options: dict[str, Any]) -> list[range]:
        cards = len(pack(options["lowest"], options["highest"], options["jokers"]))
        return [range(1, most_ahead(players, cards) + 1)]  # TM-Q19

    def row(self, players: int) -> list[Part]:
        return parts(players)

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
        (numbers of places; the last of `seen` was open last), turn. Without `cards` the dealt table stays, and
        nothing is won yet."""
        assert isinstance(state, MemoryState)
        players = int(state.players)
        lay_out(state, fields.pop("cards", ""), [fields.pop(seat_letter(seat), "") for seat in range(players)])
        for place in take_places(fields, "seen", state):
            look_at(state, place, int(state.flips) + 1)
            state.flips += 1
        opened = take_places(fields, "open", state)
        state.seat = take_seat(fields, "turn", players)
        no_more(fields)
        state.survey()
        state.next_turn()
        state.events = None
        for place in opened:
            if state.verdict(state.seat, place) != LEGAL:
                raise wrong("open", str(place + 1))
            state.do(state.seat, place)
        # Cards that end the turn do not stay open.
        if [int(place) for place in state.opened[: state.opened_n]] != opened:
            raise wrong("open", " ".join(str(place + 1) for place in opened))


def lay_out(state: MemoryState, cards: str, piles: list[str]) -> None:
    """The cards of the table by place; those won earlier came from the holes, the ones beyond lie outside the table."""
    names = cards.split()
    used: set[int] = set()
    if len(names) > PLACES:
        raise wrong("cards", cards)
    if names:
        state.places = len(names)
        for place in range(PLACES):
            state.mark[place] = u8(HOLE)
    else:
        used.update(int(state.face[place]) for place in range(state.places))
    for place, name in enumerate(names):
        if name != "_":
            state.face[place] = u8(card_of(name, used))
            state.mark[place] = u8(CLOSED)
    for seat, pile in enumerate(piles):
        for name in pile.split():
            card = card_of(name, used)
            place = 0
            while place < PLACES and int(state.mark[place]) != HOLE:
                place += 1
            if place == PLACES or not names:
                raise wrong(seat_letter(seat), pile)
            state.face[place] = u8(card)
            state.mark[place] = u8(TAKEN + seat)
            state.won[seat] += u8(1)


def look_at(state: MemoryState, place: int, flips: int) -> None:
    """The card here was open when so many had been opened, and lies face down again."""
    state.mark[place] = u8(SEEN)
    state.when[place] = flips
    state.impress(place)


def take_places(fields: dict[str, str], name: str, state: MemoryState) -> list[int]:
    """Numbers of places that hold a card, counted from 0, each once."""
    text = fields.pop(name, "")
    found: list[int] = []
    for word in text.split():
        place = whole(word, 1, int(state.places)) - 1
        if place < 0 or place in found or int(state.mark[place]) >= HOLE:
            raise wrong(name, text)
        found.append(place)
    return found


GAME = TrafficMemory()
