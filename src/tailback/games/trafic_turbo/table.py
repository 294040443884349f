"""The table of Trafic Turbo: fields of the state, scoring, what a seat may know, and moving cards about."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.contract import State, View
from tailback.core.deck import Deck
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.trafic_turbo.circuit import FULL_DECK, Circuit, circuit
from tailback.games.trafic_turbo.material import (
    ARROWS,
    CELLS,
    DECK_SIZE,
    FACES,
    LANES,
    MAX_ROUNDS,
    MIRROR,
    MOST_MOVES,
    NO_CARD,
    POLICE_CAR,
    VEHICLE,
    WIDTH,
    card_name,
    cell_name,
    keepable,
    node_name,
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

    def __init__(self, options: dict[str, Any]) -> None:
        road: Circuit = circuit(options["circuit"])
        self.road: Circuit = road
        self.columns: i64 = road.columns
        self.laps: i64 = options["laps"]
        self.goal: i64 = self.columns * self.laps
        self.points: bool = options["points"]
        self.grey_needs_police: bool = options["greyNeedsPolice"]
        self.stack_skips: bool = options["stackSkips"]
        self.turbo_one_step: bool = options["turboOneStep"]
        self.two_player_rear: bool = options["twoPlayerRear"]
        self.vehicles: i64 = road.vehicles
        self.ahead: vec[u8] = road.ahead
        self.behind: vec[u8] = road.behind
        self.length: vec[u8] = road.length
        self.grey: vec[u8] = road.grey
        self.near: vec[u8] = road.near
        self.reach: vec[u8] = road.reach
        self.deck: Deck = Deck(FULL_DECK)


class TraficTable(State):
    """What stands on the road, lies on the table and in the hands, and who may see it."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, MOST_MOVES)
        if players == 0:
            return
        self.rules: Rules = Rules(self.options)
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
        self.sheet: vec[u8] = vec[u8]([0] * int(players * SHEET))
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

    def copy_table(self, twin: TraficTable) -> None:
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

    # Scoring

    def scores(self) -> list[int]:
        """Points, or how far each car came. TT-66..TT-69, TA-58..TA-61"""
        found: list[int] = []
        for seat in range(self.players):
            if not self.rules.points:
                found.append(int(self.p[seat]))
                continue
            lost = i64(self.sheet[seat * SHEET + FINES]) + i64(self.sheet[seat * SHEET + HITS])
            found.append(CROSSING[i64(self.sheet[seat * SHEET + CROSSED])] - int(lost))
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
        first = i64(self.sheet[one * SHEET + CROSSED])
        second = i64(self.sheet[two * SHEET + CROSSED])
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

    # What a seat may know

    def show(self, seat: int | None) -> View:
        over = self.phase == OVER
        found: View = {
            "seat": seat,
            "turn": None if over else int(self.seat),
            "phase": None if over else KINDS[self.phase],
            "round": int(self.round),
            "rounds": MAX_ROUNDS,
            "options": dict(self.options),
            "board": self.board_data(),
            "order": [int((self.first + k) % self.players) for k in range(self.players)],
            "cars": self.car_data(),
            "vehicles": self.vehicle_data(),
            "police": node_name(self.police),
            "roll": int(self.roll) if self.roll > 0 else None,
            "left": int(self.left) if self.phase == STEPPING else 0,
            "mode": MODES[self.mode] if self.phase == STEPPING else None,
            "side": "LR"[self.side - 1] if self.side > 0 else None,
            "sidesteps": int(self.sidesteps),
            "stopped": self.stopped,
            "begin": cell_name(self.begin) if self.phase == STEPPING else None,
            "ghost": None,
            "budget": int(self.budget) if self.phase == SHIFTING or self.phase == CHASING else 0,
            "moved": [f"T{v + 1}" for v in range(self.rules.vehicles) if (self.used >> v) & 1],
            "pile": int(self.deck.n),
            "discards": [card_name(i64(self.discard[i])) for i in range(self.discard_n)],
            "mirror": self.aside,
            "known": self.known_data(seat),
        }
        if self.phase == STEPPING and self.mode == WITH_WARNING:
            found["ghost"] = {"lane": int(self.ghost // WIDTH), "col": int(self.ghost % WIDTH), "p": int(self.ghost_p)}
        if over:
            found["hands"] = [self.hand_names(other) for other in range(self.players)]
        if seat is not None:
            found["hand"] = self.hand_names(seat)
            if seat == self.seat and self.phase == KEEPING:
                found["drawn"] = card_name(self.drawn)
            if seat == self.seat and self.phase == SEARCHING:
                found["search"] = self.pile_data()
        return found

    def board_data(self) -> dict[str, Any]:
        """The part of the circuit that matters to the rules; the picture is in its data file."""
        grey: list[list[list[int]]] = [[] for _ in range(self.rules.road.stations)]
        for cell in range(CELLS):
            if self.rules.grey[cell] > 0:
                grey[i64(self.rules.grey[cell]) - 1].append([int(cell // WIDTH), int(cell % WIDTH)])
        arrows = self.rules.road.arrow
        return {
            "circuit": self.rules.road.id,
            "lanes": LANES,
            "columns": int(self.rules.columns),
            "goal": int(self.rules.goal),
            "stations": [{"id": f"S{i + 1}", "grey": grey[i]} for i in range(len(grey))],
            "arrows": [[int(i64(arrows[i]) // WIDTH), int(i64(arrows[i]) % WIDTH)] for i in range(ARROWS)],
        }

    def car_data(self) -> list[dict[str, Any]]:
        scores = self.scores()
        cars: list[dict[str, Any]] = []
        for seat in range(self.players):
            at = i64(self.cell[seat])
            crossed = int(self.sheet[seat * SHEET + CROSSED])
            standing = crossed == 0 and self.has_place(seat)
            cars.append(
                {
                    "seat": int(seat),
                    "lane": int(at // WIDTH) if standing else None,
                    "col": int(at % WIDTH) if standing else None,
                    "p": int(self.p[seat]),
                    "to_go": max(0, int(self.rules.goal - self.p[seat])),
                    "place": crossed if crossed > 0 else None,
                    "holds": self.hand[seat] != NO_CARD,
                    "skips": int(self.sheet[seat * SHEET + SKIPS]),
                    "fines": int(self.sheet[seat * SHEET + FINES]),
                    "hits": int(self.sheet[seat * SHEET + HITS]),
                    "score": scores[seat],
                }
            )
        return cars

    def has_place(self, seat: i64) -> bool:
        """Cars come onto the grid in reverse turn order. TT-19"""
        return self.rank_in_order(seat) >= self.players - self.placed

    def vehicle_data(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for v in range(self.rules.vehicles):
            at = i64(self.rear[v])
            found.append(
                {
                    "id": f"T{v + 1}",
                    "kind": self.rules.road.kinds[v],
                    "lane": int(at // WIDTH),
                    "col": int(at % WIDTH),
                    "len": int(self.rules.length[v]),
                }
            )
        return found

    def pile_data(self) -> dict[str, int]:
        """Counts, not the order. TA-47"""
        found: dict[str, int] = {}
        for card in range(FACES):
            n = self.deck.count(card)
            if n > 0:
                found[card_name(card)] = int(n)
        return found

    def known_data(self, seat: int | None) -> dict[str, str]:
        """Kept cards of others that this watcher can work out for certain."""
        found: dict[str, str] = {}
        if self.phase == OVER:
            return found
        watcher: i64 = self.players if seat is None else seat
        for holder in range(self.players):
            if holder != watcher and self.hand[holder] != NO_CARD:
                card = self.certain(watcher, holder)
                if card != NO_CARD:
                    found[str(int(holder))] = card_name(card)
        return found

    def certain(self, watcher: i64, holder: i64) -> i64:
        """The one card this holder can have as far as this watcher knows; NO_CARD if there are several."""
        mark = self.marks[watcher * self.players + holder]
        only: i64 = NO_CARD
        for other in range(self.players):
            card = i64(self.hand[other])
            if other == watcher or card == NO_CARD or self.marks[watcher * self.players + other] != mark:
                continue
            if only != NO_CARD and card != only:
                return NO_CARD
            only = card
        if mark > 0:
            return only
        if self.phase == KEEPING and self.seat != watcher and self.drawn != only:
            return NO_CARD
        for i in range(self.deck.n):
            card = i64(self.deck.cards[i])
            if keepable(card) and card != only:
                return NO_CARD
        return only

    def guess(self, seat: int | None, rng: Rng) -> TraficTable:
        """Deal everything unseen anew, within what this watcher can work out. TA-34"""
        world = self.clone()
        assert isinstance(world, TraficTable)
        world.rng = rng.branch()
        if self.phase == OVER:
            return world
        watcher: i64 = self.players if seat is None else seat
        pool = world.deck
        pool.fixed = 0
        for holder in range(self.players):
            if holder != watcher and self.hand[holder] != NO_CARD and self.mark(watcher, holder) == 0:
                pool.add(i64(self.hand[holder]))
        hidden = self.phase == KEEPING and self.seat != watcher
        if hidden:
            pool.add(self.drawn)
        for holder in range(self.players):
            if holder == watcher or self.hand[holder] == NO_CARD:
                continue
            if self.mark(watcher, holder) == 0:
                world.hand[holder] = u8(draw_keepable(pool, rng))
            else:  # cards known as a set change places within it
                other = self.pick_partner(watcher, holder, rng)
                card = world.hand[holder]
                world.hand[holder] = world.hand[other]
                world.hand[other] = card
        if hidden:
            world.drawn = draw_keepable(pool, rng)
        return world

    def mark(self, watcher: i64, holder: i64) -> i64:
        return i64(self.marks[watcher * self.players + holder])

    def pick_partner(self, watcher: i64, holder: i64, rng: Rng) -> i64:
        """Someone from `holder` on with the same mark: one step of a shuffle."""
        mark = self.mark(watcher, holder)
        found: list[i64] = []
        for other in range(holder, self.players):
            if other != watcher and self.hand[other] != NO_CARD and self.mark(watcher, other) == mark:
                found.append(other)
        return found[rng.below(len(found))]

    def hand_names(self, seat: i64) -> list[str]:
        return [card_name(i64(self.hand[seat]))] if self.hand[seat] != NO_CARD else []

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
        if self.events is not None:
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


def draw_keepable(pool: Deck, rng: Rng) -> i64:
    """A random card that can be kept; the pool holds one."""
    n: i64 = 0
    for i in range(pool.n):
        if keepable(i64(pool.cards[i])):
            n += 1
    k = rng.below(n)
    for i in range(pool.n):
        card = i64(pool.cards[i])
        if keepable(card):
            if k == 0:
                pool.take(card)
                return card
            k -= 1
    return NO_CARD
