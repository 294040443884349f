"""The table of Traffic-Memory: fields of the state, what a seat may know of them."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from tailback.core.bits import bit
from tailback.core.contract import State, View
from tailback.core.rng import Rng
from tailback.core.search import mixed
from tailback.core.vecs import vec
from tailback.games.traffic_memory.material import (
    ACTIONS,
    JOKER,
    PLACES,
    POLICE,
    USUAL,
    card_name,
    cards_ahead,
    pack,
)

# What the table waits for.
OVER: Final = 0
FIRST_CARD: Final = 1
SECOND_CARD: Final = 2
GO_ON: Final = 3
BRIDGE: Final = 4

# How a place is. A place whose card was taken remembers who has it: TAKEN + seat.
CLOSED: Final = 0
SEEN: Final = 1
OPEN: Final = 2
HOLE: Final = 3
TAKEN: Final = 4

# Levels of memory.
SENSIBLE: Final = 3
PERFECT: Final = 5
# A chance of 1.
ONE: Final = 1024


def memory_of(level: i64) -> i64:
    """What a level keeps in mind, in one number: so many of the last cards for sure (8 bits), then with a chance that
    falls with every card opened since (12 bits, in 1/1024), but not below this (the rest).

    Grown-ups keep about seven things in mind at once: level 3 knows the last seven cards, forgets the others in the
    course of some twenty more, and one in eight stays with it. A child knows four and then forgets quickly.
    """
    if level == 1:
        return 4 | 340 << 8
    if level == 2:
        return 4 | 90 << 8
    if level == 3:
        return 7 | 40 << 8 | 120 << 20
    if level == 4:
        return 10 | 16 << 8 | 450 << 20
    return ONE << 20


class Rules:
    """The options of a match in the form the rules use; shared by all clones."""

    def __init__(self, options: dict[str, Any], players: i64) -> None:
        self.pack: vec[u8] = vec[u8](pack(options["lowest"], options["highest"], options["jokers"]))
        self.places: i64 = len(self.pack)
        ages: tuple[int, ...] = options["age_order"]
        self.youngest: i64 = ages[0] if ages else 0
        self.may_stop: bool = options["may_stop"]
        self.sticky: bool = options["joker_sticky"]
        self.late_bridge: bool = options["late_bridge"]
        self.opened_is_enough: bool = options["opened_is_enough"]
        self.extra_turn: bool = options["extra_turn"]
        helped: tuple[int, ...] = options["even_chances"]
        ahead = int(options["head_start"]) or cards_ahead(int(players), int(self.places))
        self.ahead: vec[u8] = vec[u8]([ahead if seat in helped else 0 for seat in range(int(players))])  # TM-Q19


class MemoryTable(State):
    """What lies on the table, and what everybody has seen of it."""

    def __init__(self, players: i64 = 0, options: dict[str, Any] | None = None) -> None:
        super().__init__(players, options, ACTIONS)
        if players == 0:
            return
        self.rules: Rules = Rules(self.options, players)
        self.places: i64 = self.rules.places
        self.face: vec[u8] = vec[u8]([0] * PLACES)
        self.mark: vec[u8] = vec[u8]([HOLE] * PLACES)
        self.won: vec[u8] = vec[u8]([0] * int(players))
        self.phase: i64 = OVER
        self.seat: i64 = 0
        # On the table, open or not: the numbers as bits, and how many jokers.
        self.left: i64 = 0
        self.left_jokers: i64 = 0
        self.closed: i64 = 0
        # The cards opened this turn: their places in order, and what they add up to.
        self.opened: vec[u8] = vec[u8]([0] * PLACES)
        self.opened_n: i64 = 0
        self.numbers: i64 = 0
        self.jokers: i64 = 0
        self.low: i64 = 0
        self.high: i64 = 0
        # Turns in a row in which nobody took a card.
        self.barren: i64 = 0
        # Cards opened since the match began, and how many it were when each place was last open.
        self.flips: i64 = 0
        self.when: vec[i64] = vec[i64]([0] * PLACES)
        # What decides who forgets the card at each place how soon; see `recalls`.
        self.trace: vec[i64] = vec[i64]([0] * PLACES)
        # The level whose memory the instinct of each seat has. In a world that search plays on, others may have a
        # better or a worse one, and forget other cards: what they will forget nobody can know.
        self.minds: vec[u8] = vec[u8]([SENSIBLE] * int(players))
        self.salt: i64 = 0

    def usual(self) -> dict[str, Any]:
        return USUAL

    def census(self) -> list[str]:
        return [card_name(int(self.face[i])) for i in range(PLACES) if i64(self.mark[i]) != HOLE]

    # Scoring

    def scores(self) -> list[int]:
        """Cards won; a joker is a card like any other. TM-1, TM-11, TM-16, TM-Q14, TM-Q17, TM-Q19"""
        return [int(self.won[seat]) + int(self.rules.ahead[seat]) for seat in range(self.players)]

    # What a seat may know

    def show(self) -> View:
        """The same for everyone. `table` has "?" for a face-down card and None for a hole; `seen` is what
        was open once and lies face down again (place -> card), `age` how many cards were opened since:
        everybody could watch it. TM-13"""
        table: list[str | None] = []
        seen: dict[str, str] = {}
        age: dict[str, int] = {}
        rest: dict[str, str] = {}
        left: list[str] = []
        piles: list[list[str]] = [[] for _ in range(self.players)]
        for place in range(PLACES):
            mark = i64(self.mark[place])
            name = card_name(int(self.face[place]))
            if mark >= TAKEN:
                piles[mark - TAKEN].append(name)
            elif mark != HOLE:
                left.append(name)
            if place >= self.places:
                continue
            if mark == OPEN:
                table.append(name)
            elif mark >= HOLE:
                table.append(None)
            else:
                table.append("?")
                rest[str(place + 1)] = name
                if mark == SEEN:
                    seen[str(place + 1)] = name
                    age[str(place + 1)] = int(self.flips - self.when[place])
        seats = []
        scores = self.scores()
        for other in range(self.players):
            seats.append({"cards": int(self.won[other]), "score": scores[other], "pile": in_order(piles[other])})
        found: View = {
            "turn": int(self.seat) if self.phase != OVER else None,
            "seats": seats,
            "columns": int(self.columns()),
            "table": table,
            "opened": [int(self.opened[i]) + 1 for i in range(self.opened_n)],
            "seen": seen,
            "age": age,
            "flips": int(self.flips),
            "barren": int(self.barren),
            "left": in_order(left),
            "jokers": int(self.left_jokers),
            "rounds": [self.scores()] if self.phase == OVER else [],
        }
        if self.phase == OVER:
            found["rest"] = rest
        return found

    def own(self, seat: i64) -> View:
        return {}

    def guess(self, seat: int | None, rng: Rng) -> MemoryTable:
        """Shuffle the faces that nobody has seen yet; the rest is common knowledge.

        They are put in order first, so that the same chance gives the same world wherever they lay.
        """
        world = self.clone()
        assert isinstance(world, MemoryTable)
        world.rng = rng.branch()
        if self.phase == OVER:
            return world
        places = self.buf
        n: i64 = 0
        faces: i64 = 0
        for place in range(self.places):
            if i64(self.mark[place]) == CLOSED:
                places[n] = place
                n += 1
                faces |= bit(i64(self.face[place]))
        card: i64 = 0
        for i in range(n):
            while faces & bit(card) == 0:
                card += 1
            world.face[places[i]] = u8(card)
            card += 1
        for i in range(n - 1, 0, -1):
            world.swap(places[i], places[rng.below(i + 1)])
        return world

    # Memory

    def impress(self, place: i64) -> None:
        """The card here has just been seen: by chance that all worlds share, some will keep it longer than others."""
        card = i64(self.face[place])
        if card > JOKER:  # one joker looks like another of its kind
            card = JOKER if card < POLICE else POLICE
        self.trace[place] = mixed(mixed(1, self.salt), (self.when[place] * 64 + card) * 64 + place)

    def recalls(self, seat: i64, place: i64, memory: i64) -> bool:
        """Does this seat, with such a memory, still know the seen card at this place?

        It knows the last ones for sure and forgets the others with time, never to come back unless seen again: the
        draw is made once, when the card is turned back, and the chance only falls.
        """
        age = self.flips - self.when[place] - (memory & 0xFF)
        if age < 0:
            return True
        keeps = ONE - (age + 1) * ((memory >> 8) & 0xFFF)
        floor = memory >> 20
        if keeps < floor:
            keeps = floor
        return ((self.trace[place] >> (10 * seat)) & (ONE - 1)) < keeps

    # Cards and places

    def columns(self) -> i64:
        """As square as it goes: the root of the number of cards, rounded up. TM-4, TM-Q16"""
        columns: i64 = 1
        while columns * columns < self.places:
            columns += 1
        return columns

    def swap(self, one: i64, other: i64) -> None:
        held = self.face[one]
        self.face[one] = self.face[other]
        self.face[other] = held

    def is_closed(self, place: i64) -> bool:
        """Does a card lie face down here?"""
        return i64(self.mark[place]) <= SEEN

    def may_stop(self) -> bool:
        """Two cards may always be left at that; more only where nobody has to go on. TM-9, TM-10, TM-Q2, D-14"""
        if self.phase == GO_ON:
            return self.rules.may_stop or self.opened_n == 2
        return self.phase == BRIDGE

    def sequence_left(self) -> bool:
        """Can the cards on the table still make a run that may be taken? TM-15, TM-Q13"""
        if self.left & (self.left >> 1) != 0 or self.left_jokers >= 3:
            return True
        if self.left_jokers == 2:
            return self.left != 0
        if self.rules.opened_is_enough and self.left_jokers == 1 and self.left & (self.left - 1) != 0:
            return True  # the third card need not fit: TM-Q5
        return self.left_jokers == 1 and self.left & (self.left >> 2) != 0

    def joins(self, card: i64) -> bool:
        """Count this card among the opened ones; are they all one run? TM-Q1, TM-Q7..TM-Q10"""
        if card >= JOKER:
            self.jokers += 1
        elif self.numbers == 0:
            self.numbers = 1
            self.low = self.high = card
        else:
            if self.rules.sticky and self.phase == GO_ON and self.low < card < self.high:
                return False  # TM-Q8: a joker has this number already
            self.numbers += 1
            if card < self.low:
                self.low = card
            elif card > self.high:
                self.high = card
        return self.numbers == 0 or self.high - self.low + 1 - self.numbers <= self.jokers


def in_order(names: list[str]) -> list[str]:
    """Numbers ascending, then the jokers: the order must not tell where a card lies."""
    numbers = sorted(int(name) for name in names if name.isdigit())
    return [str(number) for number in numbers] + sorted(name for name in names if not name.isdigit())
