"""The table of Trafic Turbo: fields of the state, scoring, what a seat may know, and moving cards about."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.contract import State
from tailback.core.deck import Deck
from tailback.core.vecs import vec
from tailback.games.trafic_turbo.circuit import FULL_DECK, Circuit, circuit
from tailback.games.trafic_turbo.material import (
    CELLS,
    DECK_SIZE,
    FACES,
    GENTLE_START,
    LANES,
    MIRROR,
    MOST_MOVES,
    NO_CARD,
    POLICE_CAR,
    REAR_ARROWS,
    ROUNDS_PER_LAP,
    VEHICLE,
    card_name,
    cell_name,
    columns_ahead,
)

# What the table waits for.
OVER: Final = 0
PLACING: Final = 1
USING: Final = 2
STEPPING: Final = 3
DRAWING: Final = 4
KEEPING: Final = 5
SHIFTING: Final = 6
CHASING: Final = 7
SEARCHING: Final = 8
KINDS: Final = (
    "",
    "place",
    "use_card",
    "step",
    "draw_or_play",
    "keep_or_play",
    "traffic",
    "police",
    "mirror",
)

# What drives the car.
DIE: Final = 0
WITH_WARNING: Final = 1
WITH_MANEUVER: Final = 2
WITH_TURBO: Final = 3
MODES: Final = ("die", "warning", "maneuver", "turbo")

# Columns of the score sheet, per seat.
CROSSED: Final = 0
SKIPS: Final = 1
FINES: Final = 2
HITS: Final = 3
SHEET: Final = 4

CROSSING: Final = (0, 5, 3, 1, 0)  # TT-67, TA-59
NO_SIDE: Final = 0


class Rules:
    """The options of a match in the form the rules use; shared by all clones."""

    def __init__(self, players: i64, options: dict[str, Any]) -> None:
        road: Circuit = circuit(options["circuit"])
        self.road: Circuit = road
        self.columns: i64 = road.columns
        self.laps: i64 = options["laps"]
        self.goal: i64 = self.columns * self.laps
        self.last_round: i64 = ROUNDS_PER_LAP * self.laps  # TA-63
        self.points: bool = options["points"]
        self.grey_needs_police: bool = options["grey_needs_police"]
        self.stack_skips: bool = options["stack_skips"]
        self.turbo_one_step: bool = options["turbo_one_step"]
        self.gentle_start: bool = players == 2 and options["first_of_two"] == GENTLE_START  # TA-66
        self.rear_arrows: bool = players == 2 and options["first_of_two"] == REAR_ARROWS  # TA-66
        helped: tuple[int, ...] = options["even_chances"]
        ahead = int(options["head_start"]) or columns_ahead(int(players), int(self.goal))
        self.starts: list[int] = [ahead if seat in helped else 0 for seat in range(int(players))]  # TA-67
        self.vehicles: i64 = road.vehicles
        self.ahead: vec[u8] = road.ahead
        self.behind: vec[u8] = road.behind
        self.length: vec[u8] = road.length
        self.grey: vec[u8] = road.grey
        self.near: vec[u8] = road.near
        self.reach: vec[u8] = road.reach
        self.far: vec[u8] = road.far
        self.bits: vec[i64] = road.bits
        self.deck: Deck = Deck(FULL_DECK)


class TraficTable(State):
    """What stands on the road, lies on the table and in the hands, and who may see it."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, MOST_MOVES)
        if players == 0:
            return
        self.rules: Rules = Rules(players, self.options)
        self.grid: vec[u8] = self.rules.road.grid[:]
        self.cell: vec[u8] = vec[u8]([0] * int(players))
        # Columns driven since the line, -1 to -4 on the grid. TA-5
        self.p: vec[i64] = vec[i64]([0] * int(players))
        self.rear: vec[u8] = self.rules.road.rear[:]
        self.police: i64 = self.rules.road.home
        self.deck: Deck = self.rules.deck.clone()
        self.discard: vec[u8] = vec[u8]([0] * DECK_SIZE)
        self.discard_n: i64 = 0
        self.hand: vec[u8] = vec[u8]([NO_CARD] * int(players))
        self.sheet: vec[i64] = vec[i64]([0] * int(players * SHEET))
        # What watchers can work out: per watcher (the last one is the public) and holder, a mark shared by
        # the holders whose cards this watcher knows as a set. 0 is a card that came later. TA-34
        self.marks: vec[u8] = vec[u8]([0] * int((players + 1) * players))
        self.phase: i64 = OVER
        self.seat: i64 = 0
        self.first: i64 = 0
        self.round: i64 = 1
        self.placed: i64 = 0
        self.crossed: i64 = 0
        self.capped: bool = False
        # The next turn is the first one of the first of two, without a roll. TA-66
        self.gentle: bool = False
        # Rolls that a position fixes, as digits: the next one is the last digit.
        self.due: i64 = 0
        # The turn
        self.roll: i64 = 0
        self.left: i64 = 0
        self.mode: i64 = DIE
        self.side: i64 = NO_SIDE
        self.sidesteps: i64 = 0
        self.stopped: bool = False
        self.begin: i64 = 0
        # With Warning the car waits on the last free space while its ghost drives on. TA-36
        self.ghost: i64 = 0
        self.ghost_p: i64 = 0
        self.drawn: i64 = NO_CARD
        self.aside: bool = False
        self.budget: i64 = 0
        self.used: i64 = 0
        # Scratch of the robots; meaningless between calls.
        self.best: i64 = 0
        self.chief: i64 = 0
        self.lanes: vec[i64] = vec[i64]([0] * LANES)
        self.leads: vec[i64] = vec[i64]([0] * int(players))

    def copy_to(self, twin: State) -> None:
        assert isinstance(twin, TraficTable)
        self.copy_base(twin)
        twin.rules = self.rules
        twin.grid = self.grid[:]
        twin.cell = self.cell[:]
        twin.p = self.p[:]
        twin.rear = self.rear[:]
        twin.police = self.police
        twin.deck = self.deck.clone()
        twin.discard = self.discard[:]
        twin.discard_n = self.discard_n
        twin.hand = self.hand[:]
        twin.sheet = self.sheet[:]
        twin.marks = self.marks[:]
        twin.phase = self.phase
        twin.seat = self.seat
        twin.first = self.first
        twin.round = self.round
        twin.placed = self.placed
        twin.crossed = self.crossed
        twin.capped = self.capped
        twin.gentle = self.gentle
        twin.due = self.due
        twin.roll = self.roll
        twin.left = self.left
        twin.mode = self.mode
        twin.side = self.side
        twin.sidesteps = self.sidesteps
        twin.stopped = self.stopped
        twin.begin = self.begin
        twin.ghost = self.ghost
        twin.ghost_p = self.ghost_p
        twin.drawn = self.drawn
        twin.aside = self.aside
        twin.budget = self.budget
        twin.used = self.used
        twin.best = 0
        twin.chief = 0
        twin.lanes = self.lanes
        twin.leads = self.leads

    # Scoring

    def scores(self) -> list[int]:
        """Points, or how far each car came. TT-66..TT-69, TA-58..TA-61"""
        found: list[int] = []
        for seat in range(self.players):
            if not self.rules.points:
                found.append(int(self.p[seat]))
                continue
            lost = self.sheet[seat * SHEET + FINES] + self.sheet[seat * SHEET + HITS]
            found.append(CROSSING[self.sheet[seat * SHEET + CROSSED]] - int(lost))
        return found

    def ranking(self) -> list[int]:
        scores = self.scores()
        places: list[int] = []
        for seat in range(self.players):
            better = 0
            for other in range(self.players):
                if other != seat and self.beats(other, seat, scores[other] - scores[seat]):
                    better += 1
            places.append(better + 1)
        return places

    def beats(self, one: i64, two: i64, lead: i64) -> bool:
        """More points or progress; then the better place, the longer way, and at the cap all of TA-63."""
        if lead != 0:
            return lead > 0
        first = self.sheet[one * SHEET + CROSSED]
        second = self.sheet[two * SHEET + CROSSED]
        if first != second:  # TA-61
            return second == 0 or 0 < first < second
        if self.p[one] != self.p[two]:
            return self.p[one] > self.p[two]
        if not self.capped or first > 0:
            return False
        for column in range(FINES, HITS + 1):
            if self.sheet[one * SHEET + column] != self.sheet[two * SHEET + column]:
                return self.sheet[one * SHEET + column] < self.sheet[two * SHEET + column]
        return self.rank_in_order(one) > self.rank_in_order(two)

    def rank_in_order(self, seat: i64) -> i64:
        return (seat - self.first + self.players) % self.players

    # Pieces and cards, wherever they are

    def has_place(self, seat: i64) -> bool:
        """Cars come onto the grid in reverse turn order. TT-19"""
        return self.rank_in_order(seat) >= self.players - self.placed

    def mark(self, watcher: i64, holder: i64) -> i64:
        return i64(self.marks[watcher * self.players + holder])

    def hand_names(self, seat: i64) -> list[str]:
        return [card_name(i64(self.hand[seat]))] if self.hand[seat] != NO_CARD else []

    def pile_data(self) -> dict[str, int]:
        """Counts, not the order. TA-47"""
        found: dict[str, int] = {}
        for card in range(FACES):
            n = self.deck.count(card)
            if n > 0:
                found[card_name(card)] = int(n)
        return found

    def census(self) -> list[str]:
        """All cards, and every piece that stands on the road."""
        found = [card_name(i64(self.deck.cards[i])) for i in range(self.deck.n)]
        found += [card_name(i64(self.discard[i])) for i in range(self.discard_n)]
        for seat in range(self.players):
            found += self.hand_names(seat)
        if self.drawn != NO_CARD:
            found.append(card_name(self.drawn))
        if self.aside:
            found.append(card_name(MIRROR))
        for seat in range(self.players):
            on_road = self.has_place(seat) and self.sheet[seat * SHEET + CROSSED] == 0
            found += ["car"] * (spaces_of(self.grid, seat + 1) if on_road else 1)
        for vehicle in range(self.rules.vehicles):
            found += [f"T{vehicle + 1}"] * spaces_of(self.grid, VEHICLE + vehicle)
        found += ["police car"] * (spaces_of(self.grid, POLICE_CAR) if self.police < CELLS else 1)
        return found

    # Cards

    def faces_in_pile(self) -> i64:
        """One bit for each face that is in the pile."""
        seen: i64 = 0
        for i in range(self.deck.n):
            seen |= 1 << i64(self.deck.cards[i])
        return seen

    def throw(self, card: i64) -> None:
        """Face up onto the discards. TA-35"""
        self.discard[self.discard_n] = u8(card)
        self.discard_n += 1

    def hold(self, seat: i64, card: i64) -> None:
        """Lay a card face down in front of a seat, or take it away (NO_CARD): nobody can place it now."""
        self.hand[seat] = u8(card)
        for watcher in range(self.players + 1):
            self.marks[watcher * self.players + seat] = 0

    def renew(self) -> None:
        """Make a pile of the discards when it is needed. TA-35

        Everyone saw those cards, so everyone knows what the kept ones are, as a set.
        """
        for i in range(self.discard_n):
            self.deck.add(i64(self.discard[i]))
        self.discard_n = 0
        for watcher in range(self.players + 1):
            self.learn(watcher)
        if self.events is not None and self.deck.n > 0:
            self.tell("renewed", {"cards": int(self.deck.n)})

    def learn(self, watcher: i64) -> None:
        """Who knows the pile knows the kept cards as a set; those not yet placed get a mark of their own."""
        base = watcher * self.players
        mark: i64 = 1
        again = True
        while again:
            again = False
            for holder in range(self.players):
                if i64(self.marks[base + holder]) == mark:
                    mark += 1
                    again = True
        for holder in range(self.players):
            if holder != watcher and self.hand[holder] != NO_CARD and self.marks[base + holder] == 0:
                self.marks[base + holder] = u8(mark)

    def put_mirror_away(self) -> None:
        self.aside = False
        self.throw(MIRROR)

    def space(self, seat: i64) -> str:
        return cell_name(i64(self.cell[seat]))


def spaces_of(grid: vec[u8], piece: i64) -> int:
    """On how many spaces this piece stands."""
    found = 0
    for cell in range(CELLS):
        if i64(grid[cell]) == piece:
            found += 1
    return found
