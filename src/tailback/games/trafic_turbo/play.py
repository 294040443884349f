"""The rules of Trafic Turbo: set-up, who decides, what is legal, what it does."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i16, i64, u8

from tailback.core.contract import ALL, Decision, State, View
from tailback.core.errors import IllegalMove
from tailback.core.rng import Rng
from tailback.core.vecs import vec
from tailback.games.trafic_turbo.instinct import sensible
from tailback.games.trafic_turbo.legal import judge, list_moves
from tailback.games.trafic_turbo.material import (
    CELLS,
    DISCARD,
    DRAW,
    EMPTY,
    KEEP,
    LANES,
    MANEUVER,
    MIRROR,
    NO,
    NO_CARD,
    PLACE,
    PLAY,
    SEND_POLICE,
    SEND_VEHICLE,
    SKID_LEFT,
    STAY,
    TAKE,
    TAKE_NOTHING,
    TURBO,
    USUAL,
    WARNING,
    WIDTH,
    card_name,
    cell_name,
    number_on,
)
from tailback.games.trafic_turbo.observe import observe
from tailback.games.trafic_turbo.outlook import chance_to_win
from tailback.games.trafic_turbo.refusals import explain
from tailback.games.trafic_turbo.road import Road
from tailback.games.trafic_turbo.sight import guess, own, show
from tailback.games.trafic_turbo.slips import careless
from tailback.games.trafic_turbo.table import (
    CHASING,
    CROSSED,
    DIE,
    DRAWING,
    KEEPING,
    KINDS,
    NO_SIDE,
    OVER,
    PLACING,
    SEARCHING,
    SHEET,
    SHIFTING,
    SKIPS,
    STEPPING,
    USING,
    WITH_MANEUVER,
    WITH_TURBO,
    WITH_WARNING,
)


class TraficTurboState(Road):
    """One race of Trafic Turbo."""

    def blank(self) -> TraficTurboState:
        return TraficTurboState()

    def observe(self, seat: i64, out: vec[i16], at: i64) -> None:
        observe(self, seat, out, at)

    def twin(self) -> TraficTurboState:
        """A clone, for looking ahead."""
        world = self.clone()
        assert isinstance(world, TraficTurboState)
        return world

    # Set-up. Chance is used in this order: opening rolls by seat with their re-rolls, then one die per
    # turn; the deck is shuffled as it is drawn, so each draw takes its chance when it happens.

    def start(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.grid = self.rules.road.grid[:]  # TT-14, TA-4, TA-65
        self.rear = self.rules.road.rear[:]
        self.police = self.rules.road.home  # TT-16
        self.deck.copy_from(self.rules.deck)  # TT-15
        self.discard_n = 0
        for seat in range(self.players):
            self.cell[seat] = 0
            self.p[seat] = 0
            self.hold(seat, NO_CARD)
        for i in range(self.players * SHEET):
            self.sheet[i] = 0
        self.round = 1
        self.placed = 0
        self.crossed = 0
        self.capped = False
        self.gentle = self.rules.gentle_start
        self.due = 0
        self.clear_turn()
        self.first = self.opening()
        if self.events is not None:
            self.tell("order", {"seats": [int((self.first + k) % self.players) for k in range(self.players)]})
        self.seat = (self.first + self.players - 1) % self.players  # TT-19, TA-2
        self.phase = PLACING

    def opening(self) -> i64:
        """The highest roll begins; only those who tie roll again. TT-18, TA-1"""
        rolling: i64 = (1 << self.players) - 1
        while True:
            best: i64 = 0
            leaders: i64 = 0
            leader: i64 = 0
            for seat in range(self.players):
                if (rolling >> seat) & 1 == 0:
                    continue
                roll = self.rng.below(6) + 1
                if self.events is not None:
                    self.tell("opening_roll", {"seat": int(seat), "roll": int(roll)})
                if roll > best:
                    best = roll
                    leaders = 0
                if roll == best:
                    leaders |= 1 << seat
                    leader = seat
            if leaders == 1 << leader:
                return leader
            rolling = leaders

    def clear_turn(self) -> None:
        self.roll = 0
        self.left = 0
        self.mode = DIE
        self.side = NO_SIDE
        self.sidesteps = 0
        self.stopped = False
        self.begin = 0
        self.ghost = 0
        self.ghost_p = 0
        self.drawn = NO_CARD
        self.aside = False
        self.budget = 0
        self.used = 0

    # Decision

    def waiting(self) -> i64:
        return -1 if self.phase == OVER else self.seat

    def decision(self) -> Decision | None:
        if self.phase == OVER:
            return None
        return Decision(KINDS[self.phase], (int(self.seat),), ALL)

    # Legal actions

    def verdict(self, seat: i64, action: i64) -> i64:
        return judge(self, seat, action)

    def moves(self, seat: i64) -> i64:
        return list_moves(self, seat)

    def why(self, seat: i64, action: i64, verdict: i64) -> IllegalMove:
        return explain(self, seat, action, verdict)

    # What a seat may know

    def show(self) -> View:
        return show(self)

    def own(self, seat: i64) -> View:
        return own(self, seat)

    def guess(self, seat: int | None, rng: Rng) -> State:
        return guess(self, seat, rng)

    def usual(self) -> dict[str, Any]:
        return USUAL

    # For robots

    def instinct(self, seat: i64, rng: Rng) -> i64:
        return sensible(self, seat)

    def slip(self, seat: i64, level: i64, rng: Rng) -> i64:
        return careless(self, seat, level, rng)

    def outlook(self, seat: i64) -> float:
        if self.phase != OVER:
            return chance_to_win(self, seat)
        places = self.ranking()
        return 1.0 / places.count(1) if places[seat] == 1 else 0.0

    # Carrying out

    def do(self, seat: i64, action: i64) -> None:
        if self.phase == STEPPING:
            self.step(seat, action)
        elif self.phase == SHIFTING:
            self.send_vehicle(seat, action)
        elif self.phase == CHASING:
            if action != STAY:
                self.send_police(seat, action - SEND_POLICE)
            elif self.events is not None:
                self.tell("police_stayed", {"seat": int(seat)})
            self.next_turn()
        elif self.phase == KEEPING:
            self.settle_drawn(seat, action)
        elif self.phase == USING:
            self.answer_use(seat, action)
        elif self.phase == DRAWING:
            if action == DRAW:
                self.draw(seat)
            else:
                card = i64(self.hand[seat])
                self.hold(seat, NO_CARD)
                self.turbo(seat, card)
        elif self.phase == SEARCHING:
            self.take_from_pile(seat, action)
        else:
            self.place(seat, action - PLACE)

    def place(self, seat: i64, arrow: i64) -> None:
        at = i64(self.rules.road.arrow[arrow])
        self.p[seat] = at % WIDTH - self.rules.columns  # TA-5
        if self.rules.starts[seat] > 0:
            at = self.start_ahead(seat, at)
        self.grid[at] = u8(seat + 1)
        self.cell[seat] = u8(at)
        self.placed += 1
        if self.events is not None:
            self.tell("placed", {"seat": int(seat), "arrow": int(arrow) + 1, "space": cell_name(at)})
        if self.placed < self.players:
            self.seat = (seat + self.players - 1) % self.players
        elif not self.begin_turn():
            self.next_turn()

    def start_ahead(self, seat: i64, arrow: i64) -> i64:
        """Straight on from the arrow; where that is grey or taken, in the nearest lane, then a column behind. TA-67"""
        lane = arrow // WIDTH
        columns = self.rules.columns
        p = self.p[seat] + self.rules.starts[seat]
        while True:
            for aside in range(LANES):
                for to in (lane - aside, lane + aside):
                    at = to * WIDTH + p % columns
                    if 0 <= to < LANES and i64(self.grid[at]) == EMPTY and i64(self.rules.grey[at]) == 0:
                        self.p[seat] = p
                        return at
            p -= 1

    # A turn

    def next_turn(self) -> None:
        """On to the next seat that has something to decide. TT-20, TA-62, TA-63"""
        while True:
            self.seat = (self.seat + 1) % self.players
            if self.seat == self.first:
                self.round += 1
                if self.round > self.rules.last_round:
                    self.round = self.rules.last_round
                    self.capped = True
                    self.finish_race()
                    return
            if self.sheet[self.seat * SHEET + CROSSED] == 0 and self.begin_turn():
                return

    def begin_turn(self) -> bool:
        """Roll; False when the turn is over without a question: skipped, or a 6 played out."""
        self.clear_turn()
        seat = self.seat
        if self.sheet[seat * SHEET + SKIPS] > 0:  # TT-33, TA-46
            self.sheet[seat * SHEET + SKIPS] -= 1
            if self.events is not None:
                self.tell("skipped", {"seat": int(seat)})
            return False
        self.throw_die(seat)
        self.left = self.roll
        self.begin = i64(self.cell[seat])
        if self.roll == 6:
            return self.race_ahead(seat)
        self.phase = STEPPING if self.hand[seat] == NO_CARD else USING
        return True

    def throw_die(self, seat: i64) -> None:
        """TT-6, TT-21, TA-66"""
        if self.gentle:
            self.gentle = False
            self.roll = 1
            if self.events is not None:
                self.tell("gentle_start", {"seat": int(seat)})
            return
        if self.due > 0:
            self.roll = self.due % 10
            self.due //= 10
        else:
            self.roll = self.rng.below(6) + 1
        if self.events is not None:
            self.tell("rolled", {"seat": int(seat), "roll": int(self.roll)})

    def race_ahead(self, seat: i64) -> bool:
        """A 6: straight on, no card, nothing to decide. True when the race is over. TT-23, TA-21, TA-22, TA-28"""
        if self.events is not None:
            self.tell("straight_on", {"seat": int(seat)})
        while self.left > 0 and self.drive(seat):
            if self.phase == OVER:
                return True
            if self.sheet[seat * SHEET + CROSSED] > 0:
                return False
            self.left -= 1
        self.check_grey(seat)
        return False

    def answer_use(self, seat: i64, action: i64) -> None:
        """A kept Warning or Maneuver goes with this move and takes the place of the draw. TA-30, TA-32"""
        self.phase = STEPPING
        if action == NO:
            return
        card = i64(self.hand[seat])
        self.hold(seat, NO_CARD)
        self.throw(card)
        if self.events is not None:
            self.tell("used", {"seat": int(seat), "card": card_name(card)})
        if card == MANEUVER:
            self.mode = WITH_MANEUVER
            return
        self.mode = WITH_WARNING
        self.ghost = i64(self.cell[seat])
        self.ghost_p = self.p[seat]

    def step(self, seat: i64, action: i64) -> None:
        """All steps are made unless one ends the move. TA-7"""
        goes_on = self.take_step(seat, action)
        if self.phase == OVER:
            return
        if self.sheet[seat * SHEET + CROSSED] > 0:  # TA-59
            self.next_turn()
            return
        self.left -= 1
        if goes_on and self.left > 0:
            return
        self.left = 0
        self.tell_fall_back(seat)
        self.check_grey(seat)
        if self.mode != DIE:
            self.next_turn()
        elif self.hand[seat] != NO_CARD:
            self.phase = DRAWING
        else:
            self.draw(seat)

    # Cards

    def draw(self, seat: i64) -> None:
        """One card; the discards make a new pile when it is empty. TT-34, TA-29, TA-35"""
        if self.deck.n == 0:
            self.renew()
        if self.deck.n == 0:
            if self.events is not None:
                self.tell("no_card", {"seat": int(seat)})
            self.next_turn()
            return
        self.resolve(seat, self.deck.draw(self.rng), False)

    def resolve(self, seat: i64, card: i64, taken: bool) -> None:
        """Cards for now are shown; one that can be kept stays secret. TT-35, TT-38, TT-43, TT-48, TA-34"""
        if TURBO <= card < TURBO + 4 or card >= WARNING:
            self.drawn = card
            self.phase = KEEPING
            if self.events is not None and not taken:
                self.tell("drew_secret", {"seat": int(seat)}, {"card": card_name(card)}, (int(seat),))
            return
        if self.events is not None:
            self.tell("took_open" if taken else "drew", {"seat": int(seat), "card": card_name(card)})
        if card == MIRROR:
            self.look(seat)
            return
        self.throw(card)
        if card >= SKID_LEFT:
            if not self.stopped:  # TA-27
                self.skid(seat, card)
            elif self.events is not None:
                self.tell("skid_ignored", {"seat": int(seat)})
            self.next_turn()
            return
        self.budget = number_on(card)
        if card > TURBO:
            self.phase = CHASING
        else:
            self.phase = SHIFTING
            self.go_on_shifting(seat)

    def look(self, seat: i64) -> None:
        """Mirror: its player sees what is in the pile, not the order. TT-57, TA-47"""
        self.aside = True
        if self.deck.n == 0:
            self.renew()
        self.learn(seat)
        self.phase = SEARCHING
        if self.events is not None:
            self.tell("looked", {"seat": int(seat)}, {"search": self.pile_data()}, (int(seat),))

    def take_from_pile(self, seat: i64, action: i64) -> None:
        """The chosen card is resolved now; only then is the rest shuffled. TT-58, TT-59, TA-47"""
        self.put_mirror_away()
        if action == TAKE_NOTHING:
            if self.events is not None:
                self.tell("took_nothing", {"seat": int(seat)})
            self.next_turn()
            return
        card = action - TAKE
        self.deck.take(card)
        self.deck.fixed = 0
        if self.events is not None and (TURBO <= card < TURBO + 4 or card >= WARNING):
            self.tell("took_secret", {"seat": int(seat)}, {"card": card_name(card)}, (int(seat),))
        self.resolve(seat, card, True)

    def settle_drawn(self, seat: i64, action: i64) -> None:
        """Which of two cards goes is seen by all; the one that stays lies face down. TA-31, TA-34"""
        card = self.drawn
        self.drawn = NO_CARD
        if action == PLAY:
            self.turbo(seat, card)
            return
        if action == DISCARD:
            self.throw(card)
            if self.events is not None:
                self.tell("threw_drawn", {"seat": int(seat), "card": card_name(card)})
        else:
            held = i64(self.hand[seat])
            if held != NO_CARD:
                self.throw(held)
                if self.events is not None:
                    self.tell("threw_held", {"seat": int(seat), "card": card_name(held)})
            self.hold(seat, card)
            if self.events is not None:
                self.tell("kept", {"seat": int(seat)}, {"card": card_name(card)}, (int(seat),))
        self.next_turn()

    def turbo(self, seat: i64, card: i64) -> None:
        """A second move of exactly the printed number. TT-63, TT-64, TA-33, TA-42"""
        self.throw(card)
        if self.events is not None:
            self.tell("played", {"seat": int(seat), "card": card_name(card)})
        self.mode = WITH_TURBO
        self.left = number_on(card)
        self.sidesteps = 0
        self.begin = i64(self.cell[seat])
        self.phase = STEPPING

    def send_vehicle(self, seat: i64, action: i64) -> None:
        """One vehicle at a time until the card is used up. TT-39, TA-54"""
        vehicle = (action - SEND_VEHICLE) // CELLS
        to = (action - SEND_VEHICLE) % CELLS
        cost = self.traffic_cost(vehicle, to)
        self.budget -= cost
        self.used |= 1 << vehicle
        self.put_vehicle(vehicle, to)
        if self.events is not None:
            self.tell(
                "vehicle_moved",
                {"seat": int(seat), "vehicle": f"T{vehicle + 1}", "space": cell_name(to), "n": int(cost)},
            )
        self.go_on_shifting(seat)

    def go_on_shifting(self, seat: i64) -> None:
        """What no vehicle can use of the card is lost. TA-54"""
        if self.budget > 0:
            if not self.traffic_stuck():
                return
            if self.events is not None:
                self.tell("traffic_stuck", {"seat": int(seat), "n": int(self.budget)})
        self.next_turn()

    def lapse(self, seat: i64) -> i64:
        """The first legal answer; a drawn card that does not fit into the hand goes. See the amended time-outs."""
        if self.moves(seat) == 0:
            return -1
        if self.phase == KEEPING:
            return KEEP if self.hand[seat] == NO_CARD else DISCARD
        return self.buf[0]
