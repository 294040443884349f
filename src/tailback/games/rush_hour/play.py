"""The rules of Rush Hour: set-up, who decides, what an action does."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from mypy_extensions import i16, i64, u8

from tailback.core.contract import ALL, Decision, State
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.rush_hour.material import (
    AMBULANCE,
    FRONT,
    GAP,
    HAND,
    NEW,
    PLAY,
    POLICE,
    ROOM,
    ROW,
    TAKE,
    TOP,
    TOW,
)
from tailback.games.rush_hour.observe import observe
from tailback.games.rush_hour.slips import RushHourSlips
from tailback.games.rush_hour.table import (
    DECISIONS,
    GAPS,
    LOAD,
    NAME_END,
    NAME_FRONT,
    OVER,
    PLACE,
    SELECT,
    SPOTS,
    TO_FRONT,
    TOO_LOW,
)

# Fitted to 2,800 rounds of sensible players: a lead of so many points before the last round makes the better chance
# about 2.7 times the other; it counts for less with the root of the rounds to come. And so many points the worst
# player gets in a round.
EVEN: Final = 5.75
WORST: Final = 12


class RushHourState(RushHourSlips):
    """One match of Rush Hour."""

    def blank(self) -> RushHourState:
        return RushHourState()

    def observe(self, seat: i64, out: vec[i16], at: i64) -> None:
        observe(self, seat, out, at)

    def copy_to(self, twin: State) -> None:
        assert isinstance(twin, RushHourState)
        self.copy_base(twin)
        twin.rules = self.rules
        twin.road = self.road[:]
        twin.lane = self.lane[:]
        twin.hand = self.hand[:]
        twin.chosen = self.chosen[:]
        twin.queue = self.queue[:]
        twin.queue_n = self.queue_n
        twin.at = self.at
        twin.done = self.done
        twin.pile = self.pile[:]
        twin.pile_n = self.pile_n
        twin.log = self.log[:]
        twin.log_n = self.log_n
        twin.logs = self.logs
        twin.phase = self.phase
        twin.asked = self.asked
        twin.rounds = self.rounds
        twin.swept = self.swept

    # Set-up

    def start(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.rounds = ()
        self.swept = (0,) * int(self.players)
        self.deal([])

    def deal(self, top: list[int]) -> None:
        """One round: a card for each lane, then the hands; the rest is put away. RH-4..RH-8

        `top` are cards that a position stacks on the pile.
        """
        deck = self.rules.deck.clone()
        for card in top:
            deck.take(card)
        deck.stack(top)
        self.pile_n = 0
        self.queue_n = 0
        self.at = 0
        self.done = 0
        self.log_n = 0
        self.phase = SELECT
        for i in range(self.players * HAND):
            self.hand[i] = 0
        aside: list[int] = []
        for row in range(self.rules.rows):
            card = deck.draw(self.rng)
            while self.rules.opens[card] == 0:  # RH-6, RH-Q7
                aside.append(int(card))
                if self.events is not None:
                    self.tell("replaced", {"row": int(row) + 1, "card": self.rules.name(card)})
                card = deck.draw(self.rng)
            self.clear_row(row)
            self.add_entry(row, NEW + card)
        for back in aside:
            deck.add(back)
        for seat in range(self.players):
            for _k in range(self.rules.hand_size):
                self.gain(seat, deck.draw(self.rng))
        if self.events is not None:
            if self.rules.nothing_costs and len(self.rounds) == 0:
                self.tell("nothing_costs", {})
            cards = [self.rules.name(i64(self.road[row * ROOM]) - NEW) for row in range(self.rules.rows)]
            self.tell("opened", {"round": len(self.rounds) + 1, "cards": cards})
            self.tell("dealt", {"cards": int(self.rules.hand_size)})
            for seat in range(self.players):
                self.tell("hand", {"seat": int(seat)}, {"cards": self.hand_names(seat)}, (int(seat),))
        self.begin_turn(True)

    def begin_turn(self, first: bool) -> None:
        """Ask for a card each. The last card of a hand needs no choice. RH-10

        A round, and a position from text, always opens with a choice, so that somebody sees it.
        """
        self.phase = SELECT
        self.asked = 0
        sealed = False
        for seat in range(self.players):
            self.chosen[seat] = 0
            if self.hand[seat * HAND] == 0:
                continue
            if first or self.hand[seat * HAND + 1] != 0:
                self.asked |= 1 << seat
            else:
                self.chosen[seat] = self.hand[seat * HAND]
                sealed = True
        if self.asked == 0:
            if sealed:
                self.reveal()
            else:
                self.end_round()

    # Decision

    def waiting(self) -> i64:
        if self.phase == OVER:
            return -1
        if self.phase != SELECT:
            return i64(self.queue[self.at])
        for seat in range(self.players):
            if self.chosen[seat] == 0 and (self.asked >> seat) & 1:
                return seat
        return -1

    def decision(self) -> Decision | None:
        if self.phase == OVER:
            return None
        kind = DECISIONS[int(self.phase)]
        if self.phase != SELECT:
            return Decision(kind, (int(self.queue[self.at]),), ALL)
        seats: list[int] = []
        awaited: list[int] = []
        for seat in range(self.players):
            if (self.asked >> seat) & 1:
                seats.append(int(seat))
                if self.chosen[seat] == 0:
                    awaited.append(int(seat))
        return Decision(kind, tuple(seats), ALL, None, False, tuple(awaited))

    # Carrying out

    def do(self, seat: i64, action: i64) -> None:
        if self.phase == SELECT:
            self.choose(seat, action - PLAY + 1)
            return
        card = self.card_at(self.at)
        if card == AMBULANCE or card == POLICE:
            self.name_row(seat, card, action - ROW)
        else:
            if card == TOW:
                self.tow(seat, action - ROW)
            else:
                self.place(seat, card, action)
            self.at += 1
            self.done = self.at
        self.advance()

    def choose(self, seat: i64, card: i64) -> None:
        """Sealed until the last one is in; a change of mind shows nowhere. RH-10, RH-11, RH-Q39"""
        fresh = self.chosen[seat] == 0
        self.chosen[seat] = u8(card)
        if not fresh:
            return
        if self.events is not None:
            self.tell("chosen", {"seat": int(seat)})
        if self.waiting() < 0:
            self.reveal()

    def turn_key(self, seat: i64) -> i64:
        """Ambulances, Police, numbers from low to high, Tow Trucks; among equals the youngest first."""
        card = i64(self.chosen[seat])
        if card <= TOP:  # RH-12
            return 16 + card
        age = i64(self.rules.age[seat])  # RH-Q18
        if card == AMBULANCE:  # RH-13, RH-31
            return age
        return 8 + age if card == POLICE else 128 + age  # RH-38, RH-43

    def reveal(self) -> None:
        """Everybody shows at once; the cards get their order. RH-11..RH-13"""
        self.note_turn()
        n: i64 = 0
        for seat in range(self.players):
            card = i64(self.chosen[seat])
            if card == 0:
                continue
            self.lose(seat, card)
            key = self.turn_key(seat)
            k = n
            while k > 0 and self.turn_key(i64(self.queue[k - 1])) > key:
                self.queue[k] = self.queue[k - 1]
                k -= 1
            self.queue[k] = u8(seat)
            n += 1
        for k in range(n):
            self.queue[self.players + k] = self.chosen[i64(self.queue[k])]
        self.queue_n = n
        self.at = 0
        self.done = 0
        if self.events is not None:
            seats = [int(self.queue[k]) for k in range(n)]
            cards = [self.rules.name(self.card_at(k)) for k in range(n)]
            self.tell("revealed", {"seats": seats, "cards": cards})
        self.advance()

    def advance(self) -> None:
        """Carry out what needs no choice, up to the next choice or the end of the turn."""
        while self.at < self.queue_n:
            seat = i64(self.queue[self.at])
            card = self.card_at(self.at)
            if card == AMBULANCE:
                self.phase = NAME_FRONT
                return
            if card == POLICE:
                self.phase = NAME_END
                return
            if card == TOW:
                self.phase = LOAD
                return
            self.phase = PLACE
            n = self.placements(card)
            if n == 0:
                if self.rules.too_low_penalty:  # RH-19
                    self.phase = TOO_LOW
                    return
                self.phase = TO_FRONT
                n = self.fronts(card)
            if n > 1:
                return
            self.place(seat, card, self.buf[0])
            self.at += 1
            self.done = self.at
        self.begin_turn(False)

    def place(self, seat: i64, card: i64, action: i64) -> None:
        """A numbered card goes where its player chose or where it must."""
        if action >= GAP:
            self.to_gap(seat, card, (action - GAP) // ROOM, (action - GAP) % ROOM)
        elif action >= FRONT:
            self.to_front(seat, card, action - FRONT)
        elif action >= TAKE:  # RH-19, RH-20, RH-Q13, RH-Q14
            row = action - TAKE
            self.take(seat, row, i64(self.lane[row]), "too_low")
            self.begin_row(seat, card, row)
        else:
            self.to_end(seat, card, action - ROW)

    def begin_row(self, seat: i64, card: i64, row: i64) -> None:
        self.clear_row(row)
        self.add_entry(row, NEW + card)
        if self.events is not None:
            self.tell("begins", {"seat": int(seat), "card": self.rules.name(card), "row": int(row) + 1})

    def to_end(self, seat: i64, card: i64, row: i64) -> None:
        if self.rules.hook[card]:  # RH-26..RH-30, RH-Q15, RH-Q16
            self.tell_hook(seat, card, row, i64(self.lane[row]) - 1)
            self.add_entry(row, card)
        elif self.is_full(row):  # RH-17, RH-18
            self.take(seat, row, i64(self.lane[row]), "jam")
            self.begin_row(seat, card, row)
        else:
            self.add_entry(row, NEW + card)
            if self.events is not None:
                spot = int(self.lane[SPOTS + row])
                name = self.rules.name(card)
                self.tell("placed", {"seat": int(seat), "card": name, "row": int(row) + 1, "spot": spot})

    def to_gap(self, seat: i64, card: i64, row: i64, spot: i64) -> None:
        """Fill a gap; a Trailer hooks to the car before it and leaves the gap. RH-47, RH-Q17, RH-Q30"""
        entry = self.entry_of(row, spot)
        if self.rules.hook[card]:
            before = self.car_before(row, entry)
            if before >= 0:
                self.tell_hook(seat, card, row, before)
                self.insert_entry(row, before + 1, card)
                return
        self.road[row * ROOM + entry] = u8(NEW + card)
        self.lane[GAPS + row] -= 1
        if self.events is not None:
            name = self.rules.name(card)
            self.tell("gap_filled", {"seat": int(seat), "card": name, "row": int(row) + 1, "spot": int(spot) + 1})

    def to_front(self, seat: i64, card: i64, row: i64) -> None:
        """A low card without penalty: first in its row; a full row is taken as ever. RH-56, RH-Q36"""
        if self.is_full(row):
            self.take(seat, row, i64(self.lane[row]), "jam")
            self.begin_row(seat, card, row)
            return
        self.insert_entry(row, 0, NEW + card)
        if self.events is not None:
            self.tell("front", {"seat": int(seat), "card": self.rules.name(card), "row": int(row) + 1})

    def tell_hook(self, seat: i64, card: i64, row: i64, under: i64) -> None:
        if self.events is not None:
            on = self.rules.name(i64(self.road[row * ROOM + under]) & (NEW - 1))
            name = self.rules.name(card)
            self.tell("hooked", {"seat": int(seat), "card": name, "on": on, "row": int(row) + 1})

    def name_row(self, seat: i64, card: i64, row: i64) -> None:
        """An owner of an Ambulance or Police names a row; after the last of its kind they drive. RH-Q18"""
        self.queue[2 * self.players + self.at] = u8(row)
        self.at += 1
        if self.events is not None:
            self.tell("named", {"seat": int(seat), "card": self.rules.name(card), "row": int(row) + 1})
        if self.at < self.queue_n and self.card_at(self.at) == card:
            return
        for target in range(self.rules.rows):
            self.drive(card, target)
        self.done = self.at

    def drive(self, card: i64, row: i64) -> None:
        """All equal specials of this turn that named this row, as one stack. RH-32, RH-39, RH-Q21"""
        count: i64 = 0
        oldest: i64 = 0
        for k in range(self.done, self.at):
            if i64(self.queue[2 * self.players + k]) == row:
                count += 1
                oldest = i64(self.queue[k])
        if count == 0:
            return
        if self.is_full(row):  # RH-33, RH-35, RH-Q19, RH-Q20, RH-Q23, RH-Q25
            self.take(oldest, row, i64(self.lane[row]), "jam")
            self.clear_row(row)
        place: i64 = 0 if card == AMBULANCE else i64(self.lane[row])  # RH-34, RH-40, RH-Q24
        for k in range(count):
            self.insert_entry(row, place + k, card if k > 0 else NEW + card)
        if self.events is not None:
            seats = [int(self.queue[k]) for k in range(self.done, self.at) if self.queue[2 * self.players + k] == row]
            kind = "ambulance" if card == AMBULANCE else "police"
            self.tell(kind, {"seats": seats, "row": int(row) + 1, "count": int(count)})

    def tow(self, seat: i64, row: i64) -> None:
        """Load the last stack; its spot becomes a gap. RH-44..RH-46, RH-48, RH-49, RH-Q26, RH-Q27, RH-Q33"""
        base = row * ROOM
        last = i64(self.lane[row]) - 1
        while i64(self.road[base + last]) < NEW:
            last -= 1
        if self.events is not None:
            load: list[str] = []
            for i in range(last, i64(self.lane[row])):
                load.append(self.rules.name(i64(self.road[base + i]) & (NEW - 1)))
            self.tell("towed", {"seat": int(seat), "row": int(row) + 1, "cards": load})
        self.road[base + last] -= NEW
        if self.is_full(row):  # RH-50, RH-Q32
            if self.row_cards(row, last) > 0:
                self.take(seat, row, last, "jam")
            n = i64(self.lane[row]) - last
            for i in range(n):
                self.road[base + 1 + i] = self.road[base + last + i]
            self.road[base] = NEW + TOW
            self.lane[row] = u8(n + 1)
            self.lane[SPOTS + row] = 1
            self.lane[GAPS + row] = 0
            return
        self.insert_entry(row, last, NEW + TOW)
        self.insert_entry(row, last, NEW)
        self.lane[SPOTS + row] -= 1
        self.lane[GAPS + row] += 1

    def row_cards(self, row: i64, until: i64) -> i64:
        found: i64 = 0
        for i in range(until):
            if i64(self.road[row * ROOM + i]) != NEW:
                found += 1
        return found

    def end_round(self) -> None:
        """Count the piles; the match ends after its rounds or at the point limit. RH-22..RH-24, RH-Q34"""
        line = self.round_points()
        self.rounds = (*self.rounds, tuple(line))
        self.swept = tuple(self.taken())
        self.phase = OVER
        totals = self.scores()
        if self.events is not None:
            self.tell("round_over", {"round": len(self.rounds), "points": line, "totals": totals})
        reached = self.rules.point_limit > 0 and max(totals) >= self.rules.point_limit
        if len(self.rounds) < self.rules.last_round and not reached:
            self.deal([])
        elif self.events is not None:
            self.tell("match_over", {"scores": totals, "places": self.ranking()})

    # For robots

    def stretch(self) -> i64:
        return len(self.rounds)

    def outlook(self, seat: i64) -> float:
        """Between rounds: each player's chance falls with the points, the less the more rounds are to come."""
        if self.phase == OVER:
            return super().outlook(seat)
        to_come = self.rules.last_round - i64(len(self.rounds))
        scores = self.scores()
        if self.rules.point_limit > 0:
            to_come = min(to_come, 1 + (self.rules.point_limit - i64(max(scores))) // WORST)
        width = EVEN * sqrt(float(to_come))
        least = min(scores)
        total = 0.0
        for score in scores:
            total += exp(float(least - score) / width)
        return exp(float(least - scores[int(seat)]) / width) / total

    def unseal(self, seat: i64) -> None:
        """Others pick their card again; nobody will ask this world for its log."""
        self.logs = False
        if self.phase != SELECT:
            return
        for other in range(self.players):
            if other != seat and (self.asked >> other) & 1:
                self.chosen[other] = 0

    # Time-outs

    def lapse(self, seat: i64) -> i64:
        """A random card; a row that costs least, the lowest number among equals."""
        n = self.moves(seat)
        if n == 0:
            return -1
        if self.phase == SELECT:
            if self.chosen[seat] != 0:
                return PLAY + i64(self.chosen[seat]) - 1
            # Waiting too long never changes a later deal, nor does the card tell anything of it.
            n = self.hand_count(seat)
            rng = self.rng.aside(n * self.players + seat)
            return PLAY + i64(self.hand[seat * HAND + rng.below(n)]) - 1
        best = self.buf[0]
        for i in range(1, n):
            action = self.buf[i]
            cost = self.cost(action)
            least = self.cost(best)
            if cost < least or (cost == least and self.row_of(action) < self.row_of(best)):
                best = action
        return best

    def cost(self, action: i64) -> i64:
        """The points that this choice of a row takes at once."""
        row = self.row_of(action)
        if action >= GAP:
            return 0
        if action >= TAKE and action < FRONT:
            return self.row_points(row)
        card = self.card_at(self.at)
        if not self.is_full(row) or (action < TAKE and self.rules.hook[card]):
            return 0
        if card != TOW:
            return self.row_points(row)
        points = self.row_points(row)
        i = i64(self.lane[row]) - 1
        while True:  # its load stays on the road
            points -= i64(self.rules.points[i64(self.road[row * ROOM + i]) & (NEW - 1)])
            if i64(self.road[row * ROOM + i]) >= NEW:
                return points
            i -= 1
