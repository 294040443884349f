"""The rules of Traffic-Memory: set-up, who decides, what is legal, what it does."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64, u8

from tailback.core.bits import bit
from tailback.core.contract import ALL, LEGAL, NOT_ASKED, REASONS, Decision, State
from tailback.core.errors import IllegalMove
from tailback.core.rng import Rng
from tailback.core.search import mixed
from tailback.core.vecs import vec
from tailback.games.traffic_memory.instinct import choose, stumble
from tailback.games.traffic_memory.material import ACTIONS, BARREN, JOKER, PLACES, STOP, card_name
from tailback.games.traffic_memory.observe import observe
from tailback.games.traffic_memory.table import (
    BRIDGE,
    CLOSED,
    FIRST_CARD,
    GO_ON,
    HOLE,
    OPEN,
    OVER,
    SECOND_CARD,
    SEEN,
    TAKEN,
    MemoryTable,
)

# Verdicts.
UNKNOWN: Final = REASONS
MUST_GO_ON: Final = 3
OPEN_TWO_FIRST: Final = 4
NO_SUCH_PLACE: Final = 5
ALREADY_OPEN: Final = 6
PLACE_EMPTY: Final = 7


class MemoryState(MemoryTable):
    """One match of Traffic-Memory."""

    def blank(self) -> MemoryState:
        return MemoryState()

    def observe(self, seat: i64, out: vec[i16], at: i64) -> None:
        observe(self, seat, out, at)

    def copy_to(self, twin: State) -> None:
        assert isinstance(twin, MemoryState)
        self.copy_base(twin)
        twin.rules = self.rules
        twin.places = self.places
        twin.face = self.face[:]
        twin.mark = self.mark[:]
        twin.won = self.won[:]
        twin.phase = self.phase
        twin.seat = self.seat
        twin.left = self.left
        twin.left_jokers = self.left_jokers
        twin.closed = self.closed
        twin.opened = self.opened[:]
        twin.opened_n = self.opened_n
        twin.numbers = self.numbers
        twin.jokers = self.jokers
        twin.low = self.low
        twin.high = self.high
        twin.barren = self.barren
        twin.flips = self.flips
        twin.when = self.when[:]
        twin.trace = self.trace[:]
        twin.minds = self.minds[:]
        twin.salt = self.salt

    # Set-up

    def start(self, seed: int) -> None:
        """Shuffle and lay out face down; the youngest begins. TM-2..TM-6"""
        self.rng = Rng(seed)
        self.places = self.rules.places
        for place in range(self.places):
            other = self.rng.below(place + 1)
            self.face[place] = self.face[other]
            self.face[other] = self.rules.pack[place]
            self.mark[place] = u8(CLOSED)
        for place in range(self.places, PLACES):
            self.mark[place] = u8(HOLE)
        for seat in range(self.players):
            self.won[seat] = u8(0)
        self.flips = 0
        self.barren = 0
        self.survey()
        self.seat = self.rules.youngest
        if self.events is not None:
            self.tell(
                "laid_out",
                {"cards": int(self.places), "columns": int(self.columns()), "jokers": int(self.left_jokers)},
            )
        self.next_turn()

    def survey(self) -> None:
        """Take stock of the table, nothing open."""
        self.left = 0
        self.left_jokers = 0
        self.closed = 0
        self.opened_n = 0
        for place in range(self.places):
            if i64(self.mark[place]) < HOLE:
                self.closed += 1
                card = i64(self.face[place])
                if card >= JOKER:
                    self.left_jokers += 1
                else:
                    self.left |= bit(card)

    def next_turn(self) -> None:
        self.opened_n = 0
        self.numbers = 0
        self.jokers = 0
        self.phase = FIRST_CARD
        together = self.sequence_left()
        if not together or self.barren >= BARREN:  # TM-15, TM-Q13, TM-Q20
            self.phase = OVER
            if self.events is not None:
                if together:
                    self.tell("too_long", {"turns": int(self.barren)})
                rest = [card_name(int(self.face[i])) for i in range(self.places) if i64(self.mark[i]) < HOLE]
                self.tell("match_over", {"rest": rest, "scores": self.scores(), "places": self.ranking()})

    # Decision

    def waiting(self) -> i64:
        return self.seat if self.phase != OVER else -1

    def decision(self) -> Decision | None:
        if self.phase == OVER:
            return None
        kind = "first_card"
        if self.phase == SECOND_CARD:
            kind = "second_card"
        elif self.phase == BRIDGE:
            kind = "bridge"
        elif self.phase == GO_ON:
            kind = "go_on" if self.may_stop() else "must_go_on"
        return Decision(kind, (int(self.seat),), ALL)

    # Legal actions

    def verdict(self, seat: i64, action: i64) -> i64:
        if self.phase == OVER or seat != self.seat:
            return NOT_ASKED
        if action < 0 or action >= ACTIONS:
            return UNKNOWN
        if action == STOP:
            if self.may_stop():
                return LEGAL
            return MUST_GO_ON if self.phase == GO_ON else OPEN_TWO_FIRST
        if action >= self.places:
            return NO_SUCH_PLACE
        if self.is_closed(action):  # TM-7, TM-Q18
            return LEGAL
        return ALREADY_OPEN if i64(self.mark[action]) == OPEN else PLACE_EMPTY

    def moves(self, seat: i64) -> i64:
        if self.phase == OVER or seat != self.seat:
            return 0
        mark = self.mark
        buf = self.buf
        n: i64 = 0
        for place in range(self.places):
            # Written in any case, since no processor can guess which cards are closed: the next one overwrites it.
            buf[n] = place
            if i64(mark[place]) <= SEEN:
                n += 1
        if self.may_stop():
            buf[n] = STOP
            n += 1
        return n

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        place = {"place": int(action) + 1}
        if verdict == UNKNOWN:
            return IllegalMove("", "unknown_move", {"move": str(int(action))})
        if verdict == MUST_GO_ON:
            return IllegalMove("TM-10", "must_go_on")
        if verdict == OPEN_TWO_FIRST:
            return IllegalMove("TM-7", "open_two_first")
        if verdict == NO_SUCH_PLACE:
            return IllegalMove("TM-4", "no_such_place", {**place, "places": int(self.places)})
        if verdict == ALREADY_OPEN:
            return IllegalMove("TM-7", "already_open", place)
        return IllegalMove("TM-Q16", "place_empty", place)

    # Carrying out

    def do(self, seat: i64, action: i64) -> None:
        if action != STOP:
            self.flip(action)
            return
        if self.events is not None:
            self.tell("stopped", {"seat": int(seat)})
        self.settle(self.opened_n if self.phase == GO_ON else 0)

    def flip(self, place: i64) -> None:
        """Open a card for all to see; what it does to the run decides what comes next. TM-7..TM-10, TM-13"""
        card = i64(self.face[place])
        self.mark[place] = u8(OPEN)
        self.closed -= 1
        self.flips += 1
        self.when[place] = self.flips
        self.opened[self.opened_n] = u8(place)
        self.opened_n += 1
        if self.events is not None:
            self.tell("opened", {"seat": int(self.seat), "place": int(place) + 1, "card": card_name(int(card))})
        run = self.joins(card)
        if self.opened_n == 1:
            self.phase = SECOND_CARD
        elif run:
            self.phase = GO_ON
            if self.closed == 0:
                self.settle(self.opened_n)
        elif self.opened_n == 2 and self.rules.late_bridge and self.high - self.low == 2:  # TM-Q11
            self.phase = BRIDGE
        elif self.opened_n == 2 or self.phase == BRIDGE:
            self.settle(0)  # TM-8
        else:
            self.settle(self.opened_n - 1)

    def settle(self, run: i64) -> None:
        """The turn ends; the first `run` opened cards follow each other. TM-8, TM-11, TM-12, TM-20, TM-Q3..TM-Q6"""
        taken = run >= 3 or (run == 2 and (self.jokers == 0 or (self.rules.opened_is_enough and self.opened_n >= 3)))
        if taken:
            if self.opened_n > run:
                self.turn_back(run)
            self.take(run)
            self.barren = 0
        else:
            self.turn_back(0)
            self.barren += 1
        if not (taken and self.rules.extra_turn):  # TM-5, TM-Q4
            self.seat = (self.seat + 1) % self.players
        self.next_turn()

    def take(self, run: i64) -> None:
        for i in range(run):
            place = i64(self.opened[i])
            card = i64(self.face[place])
            self.mark[place] = u8(TAKEN + self.seat)
            if card >= JOKER:
                self.left_jokers -= 1
            else:
                self.left &= ~bit(card)
        self.won[self.seat] += u8(run)
        if self.events is not None:
            places = [int(self.opened[i]) for i in range(run)]
            cards = [card_name(int(self.face[place])) for place in places]
            self.tell(
                "taken",
                {"seat": int(self.seat), "n": int(run), "cards": cards, "spots": [place + 1 for place in places]},
            )

    def turn_back(self, start: i64) -> None:
        """The opened cards from this one on go face down again, each at its place. TM-12"""
        for i in range(start, self.opened_n):
            place = i64(self.opened[i])
            self.mark[place] = u8(SEEN)
            self.impress(place)
        self.closed += self.opened_n - start
        if self.events is not None:
            spots = [int(self.opened[i]) for i in range(start, self.opened_n)]
            cards = [card_name(int(self.face[spot])) for spot in spots]
            self.tell(
                "turned_back",
                {"seat": int(self.seat), "n": len(cards), "cards": cards, "spots": [spot + 1 for spot in spots]},
            )

    def lapse(self, seat: i64) -> i64:
        """Stop where that is allowed, else open any card: which one follows from what everybody has seen."""
        if seat != self.waiting():
            return -1
        if self.may_stop():
            return STOP
        n = self.moves(seat)
        return self.buf[(mixed(1, self.flips) >> 8) % n]

    # Robots

    def instinct(self, seat: i64, rng: Rng) -> i64:
        return choose(self, seat, i64(self.minds[seat]), rng)

    def slip(self, seat: i64, level: i64, rng: Rng) -> i64:
        return stumble(self, seat, level, rng)
